"""The tables at the five sizes that are looked at: nothing runs over, nothing is cut, no text is too small to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_lessons import Pupil
from tests.support.browser import Server, comes_true, expect
from tests.support.kits import kits
from tests.support.server import Client
from viermot.kernel import ladder, lessons, registry
from viermot.kernel.lessons import Lesson

SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "usual": {"viewport": {"width": 1440, "height": 900}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
LESSONS = lessons.every()
TRIED = [(each, ("en", "pl")[n % 2], list(SIZES)[n % len(SIZES)]) for n, each in enumerate(LESSONS)]
ALL = [(each, locale, size) for each in LESSONS for locale in ("en", "pl") for size in SIZES]

# what is on the screen and yet beyond it, hides words, is smaller than can be read, or lies upon something else
FLAWS = """() => {
  const found = [];
  const root = document.documentElement;
  const width = root.clientWidth;
  const text = each => (each.textContent || "").trim().slice(0, 40);
  const named = each => `${each.tagName.toLowerCase()}.${[...each.classList].join(".")} "${text(each)}"`;
  const boxOf = each => each.getBoundingClientRect();
  const shown = each => boxOf(each).width > 2 && boxOf(each).height > 2;
  const all = names => [...document.querySelectorAll(names)].filter(shown);

  if (root.scrollWidth > width + 1) found.push(`the page is ${root.scrollWidth} wide`);
  for (const each of all("header, .promptbox button, .promptbox .say, .coach, .phases, .tabs")) {
    if (each.closest(".buttons, .strip")) continue; // a row that is pushed along
    if (boxOf(each).right > width + 1 || boxOf(each).left < -1) found.push(`beyond the screen: ${named(each)}`);
  }
  for (const each of all("button, h1, h2, h3, .say, .chip, dt, dd, li")) {
    const { overflowX, textOverflow } = getComputedStyle(each);
    const hides = overflowX === "hidden" && textOverflow !== "ellipsis";
    if (hides && each.scrollWidth > each.clientWidth + 2) found.push(`cut: ${named(each)}`);
  }
  for (const each of all("body *")) {
    const own = [...each.childNodes].some(node => node.nodeType === 3 && node.nodeValue.trim());
    if (!own || each.closest(".hidden, svg")) continue;
    if (parseFloat(getComputedStyle(each).fontSize) < 9) found.push(`small: ${named(each)}`);
    const said = [...each.childNodes].filter(node => node.nodeType === 3).map(node => node.nodeValue).join(" ");
    if (/(^|[\\s(])-\\d/.test(said)) found.push(`a hyphen for a minus: ${named(each)}`);
  }
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const bars = all(".coach, [data-kind], .table > header, .promptbox > .notes, .table > .strip");
  for (const a of bars)
    for (const b of bars)
      if (a !== b && !a.contains(b) && meet(boxOf(a), boxOf(b))) found.push(`${named(a)} lies on ${named(b)}`);
  return [...new Set(found)];
}"""
# over a picture that must not move; on a phone it is lower for as long as an order sheet is written
STEADY = ".promptbox.steady:not(.low), .promptbox > .bar"
PROMPT = "() => Math.round(document.querySelector('.promptbox').getBoundingClientRect().height)"


def follow(pupil: Pupil, lesson: Lesson, steps: int) -> None:
    """The first steps of a lesson; at each the page is looked over, and the prompt is as high as it was."""
    heights = set()
    for step in lesson.step[:steps]:
        assert pupil.state == "asks"
        pupil.page.evaluate("scrollTo(0, 0)")
        assert pupil.page.evaluate(FLAWS) == [], step.id
        if pupil.page.locator(STEADY).count():
            heights.add(pupil.page.evaluate(PROMPT))
        pupil.obey()
    assert len(heights) <= 1, f"the prompt changes its height: {heights}"


@pytest.mark.parametrize("lesson, locale, size", TRIED)
def test_nothing_runs_over_or_jumps(
    new_page: Callable[..., Any], server: Server, lesson: Lesson, locale: str, size: str
) -> None:
    pupil = Pupil(new_page(**SIZES[size]), server)
    pupil.learn(lesson, locale)
    follow(pupil, lesson, 5)


@pytest.mark.proof
@pytest.mark.parametrize("lesson, locale, size", ALL)
def test_nothing_runs_over_or_jumps_anywhere(
    new_page: Callable[..., Any], server: Server, lesson: Lesson, locale: str, size: str
) -> None:
    pupil = Pupil(new_page(**SIZES[size]), server)
    pupil.learn(lesson, locale)
    follow(pupil, lesson, len(lesson.step))


IN_SIGHT = """() => {
  const box = document.querySelector("button.begin").getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
}"""


# words of a set-up sheet that a picture lies upon
COVERED = """() => {
  const sheet = document.querySelector("article:has(button.begin)") ?? document.querySelector("main");
  const pictures = [...sheet.querySelectorAll("svg[role=img]")].map(each => each.getBoundingClientRect());
  const foot = document.querySelector("button.begin").parentElement;  // stays in sight above whatever is below it
  const found = [];
  for (const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT); walker.nextNode(); ) {
    const { currentNode: node } = walker;
    if (!node.nodeValue.trim() || foot.contains(node) || node.parentElement.closest("svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const words of range.getClientRects())
      if (pictures.some(at => words.left < at.right - 1 && at.left < words.right - 1
                              && words.top < at.bottom - 1 && at.top < words.bottom - 1))
        found.push(node.nodeValue.trim());
  }
  return found;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_begin_is_in_sight_however_long_the_story_is(new_page: Callable[..., Any], server: Server, size: str) -> None:
    page = new_page(**SIZES[size])
    for kit in kits():
        page.goto(f"{server.address}#/game/{kit.name}")
        first = page.locator("nav ol a").first
        first.wait_for()
        page.goto(f"{server.address}{first.get_attribute('href')}")
        page.locator("article h2").first.wait_for()  # a story may have headings of its own
        comes_true(page, IN_SIGHT, why=kit.name)
        assert page.evaluate(COVERED) == [], f"{kit.name}: a picture lies on words"


HEAD_FITS = """() => {
  const [head, about] = [document.querySelector(".table > header"), document.querySelector(".table > header .about")];
  const style = getComputedStyle(about);
  const cut = style.overflowX !== "visible" && about.scrollWidth > about.clientWidth;
  const out = about.scrollWidth > about.clientWidth + 1 || about.scrollHeight > head.clientHeight;
  return !cut && !out && head.scrollWidth <= head.clientWidth && head.clientHeight <= 50;
}"""


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_the_head_of_a_table_cuts_nothing_off_on_a_laptop(
    new_page: Callable[..., Any], server: Server, locale: str
) -> None:
    """Date, turn and forces beside the phases: whole, and on no more than two lines."""
    client = Client(server.address.rstrip("/"))
    page = new_page(**SIZES["laptop"], locale=locale)
    cut = []
    for module in registry.modules():
        rung = next(each for each in ladder.of_game(module.name) if each.scenario)
        seats = {rung.seat: "me"}
        made = client.post("/api/tables", game=module.name, scenario=rung.scenario, seats=seats, seed="head")
        page.goto(f"{server.address}#/table/{made['id']}/{rung.seat}")
        page.locator("[data-kind]").first.wait_for()
        if not page.evaluate(HEAD_FITS):
            cut.append(module.name)
    client.close()
    assert cut == []


ADVICE_IS_WHOLE = """() => {
  const boxOf = each => document.querySelector(each).getBoundingClientRect();
  const [ask, prompt] = [boxOf(".promptbox .ask"), boxOf(".promptbox")];
  return ask.height > 20 && ask.bottom <= prompt.bottom;
}"""
TURN_IS_WHOLE = """() => {
  const about = document.querySelector(".table > header .about");
  const range = document.createRange();
  const text = about.firstChild;
  if (!text) return true;
  range.setStart(text, 0);
  range.setEnd(text, text.data.search(/ · |$/));
  return range.getBoundingClientRect().right < about.getBoundingClientRect().right - 8;
}"""
NAMED = "() => document.querySelector('.table > header h1').innerText.trim()"


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_narrow_table_says_which_it_is_and_offers_advice_whole(
    new_page: Callable[..., Any], server: Server, size: str
) -> None:
    """The head has a title in every game, and the turn where it has one; advice is not cut by the prompt's edge."""
    client = Client(server.address.rstrip("/"))
    page = new_page(**SIZES[size])
    for module in registry.modules():
        seat = next(each.seat for each in ladder.of_game(module.name) if each.scenario)
        scenarios = module.info(module.load_pack(None)).scenarios
        for scenario in (scenarios[0].id, scenarios[len(scenarios) // 3].id):
            made = client.post("/api/tables", game=module.name, scenario=scenario, seats={seat: "me"}, seed="head")
            page.goto(f"{server.address}#/table/{made['id']}/{seat}")
            expect(page.locator(".promptbox .prompt.asked")).to_be_visible()
            if page.locator(".promptbox [data-kind=week_over]").count() == 0:  # whose advice nobody needs
                page.locator(".promptbox .ask").wait_for()
                comes_true(page, ADVICE_IS_WHOLE, why=f"{module.name} {scenario}")
            comes_true(page, NAMED, why=f"{module.name} {scenario}")
            about = page.locator(".table > header .about")
            if about.inner_text():
                expect(about, f"{module.name} {scenario}").to_be_visible()
                comes_true(page, TURN_IS_WHOLE, why=f"{module.name} {scenario}")
    client.close()
