"""Bomber Command in the browser: a Berlin night as the British, a Downfall night as the German, plans, phone, axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.bomber_command.planner import LIT, Planner
from tests.games.bomber_command.support import go, new_session, night, unit
from tests.support.browser import Server, expect, faults_by_axe, picture

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True},
}

SMALLEST = """() => Math.min(...[...document.querySelectorAll(".map svg text")].map((each) => {
  const { a, b } = each.getScreenCTM();
  return parseFloat(getComputedStyle(each).fontSize) * Math.hypot(a, b);
}))"""
TOLD_OR_HELD = """() => document.querySelector("[data-held]") ||
    document.querySelector(".prompt").dataset.kind !== "narrating" """


@pytest.fixture
def planner(new_page: Callable[..., Any], server: Server, request: pytest.FixtureRequest) -> Planner:
    """Somebody at a wide screen."""
    return Planner(new_page(**SIZES["wide"]), server, request.node.name)


def no_faults(page: Any, name: str) -> None:
    """Axe is content, nothing sticks out to the side, and a picture is kept."""
    page.wait_for_load_state("networkidle")
    picture(page, f"bomber-{name}")
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{name} is {wide[0]} wide on a screen of {wide[1]}"
    assert faults_by_axe(page) == [], name


def test_a_berlin_night_as_the_british(planner: Planner) -> None:
    """From the weather to the points, by clicks; at the end everything is on the map."""
    page = planner.page
    planner.sit("berlin", "British", "night 4")
    planner.until("plot")
    no_faults(page, "plan")
    planner.until("play", "put_out", "over")
    no_faults(page, "british")
    if (
        planner.until("choose_aimpoint", "over") == "choose_aimpoint"
    ):  # the areas are clicked, and typed by whoever likes
        expect(page.locator(".prompt .buttons button:has(.label)")).to_have_count(0)
        expect(page.locator(".legend li svg")).to_have_count(12)
    no_faults(page, "city")
    planner.play(900)
    assert {"plot", "keep_british", "choose_mix"} <= planner.kinds and "weather_order" not in planner.kinds
    page.get_by_role("region", name="Result").wait_for()
    if page.get_by_role("button", name="To the map").count():
        page.get_by_role("button", name="To the map").click()
    prompt = page.locator(".prompt")  # a coach may cover the panel with the result
    expect(prompt).to_contain_text("VP", use_inner_text=True)
    expect(prompt.get_by_role("link", name="Debrief")).to_be_visible()
    page.get_by_role("button", name="Points").click()
    expect(page.locator(".reveal table .sum")).to_contain_text("Net", use_inner_text=True)
    page.locator(".slider input").fill("4")
    expect(page.locator(".route").nth(1)).to_be_attached()
    no_faults(page, "revealed")


@pytest.mark.proof
def test_a_downfall_night_as_the_german(planner: Planner) -> None:
    page = planner.page
    planner.sit("downfall", "German", "night 7")
    planner.until("move")
    no_faults(page, "german")
    expect(page.locator(LIT).nth(1)).to_be_attached()
    planner.play(1500)
    assert {"strip", "keep_german", "scramble"} <= planner.kinds
    page.get_by_role("region", name="Result").wait_for()
    expect(page.locator(".route").nth(1)).to_be_attached()
    no_faults(page, "german-over")


def test_a_plan_drawn_by_clicks_names_the_rule_it_breaks(planner: Planner) -> None:
    """Entry, a waypoint, the target and home; until then the board says what is wrong, and by which rule."""
    page = planner.page
    planner.sit("berlin", "British", "plan")
    planner.until("plot")
    verdict = page.locator(".verdict")
    expect(page.locator(LIT)).to_have_count(8)
    expect(page.get_by_role("button", name="+ Main Force 1/1")).to_have_attribute("aria-disabled", "true")
    page.locator("[data-place=D6]").click(force=True)
    page.wait_for_function("() => document.querySelector('.verdict.bad button')")
    expect(verdict.locator("button").first).to_be_attached()  # the rule can be read
    page.wait_for_function("lit => document.querySelectorAll(lit).length > 20", arg=LIT)
    page.locator("summary", has_text="ready-made plans").click()
    planner.button("Draw plan 1").click()
    page.get_by_text("This plan can be flown.").wait_for()
    expect(page.locator(".route .mark").nth(3)).to_be_attached()
    planner.button("As text").click()
    text = page.locator("textarea").input_value()
    assert re.search(r"[A-J] main \S+ \d", text)
    page.locator("textarea").fill(text.replace(" main ", " decoy "))
    planner.button("Draw this plan").click()
    page.wait_for_function("() => document.querySelector('.verdict.bad button')")
    page.reload()
    planner.until("plot")
    expect(page.locator(".raids .row").first).to_be_attached()  # a plan is kept while it is being drawn
    page.wait_for_function("() => document.querySelector('.verdict.bad button')")


def test_a_whole_plan_drawn_saved_and_flown(planner: Planner) -> None:
    """Waypoint by waypoint; each fault names its rule and goes away; the plan is kept by name, and flown."""
    page = planner.page
    planner.sit("berlin", "British", "plan")
    planner.until("plot")
    verdict, marks = page.locator(".verdict"), page.locator(".route .mark")

    def fault(rule: str, text: str) -> Any:
        return verdict.locator("li", has_text=text).filter(has=page.get_by_role("button", name=f"Rule {rule}"))

    def click(*places: str) -> None:
        for place in places:
            page.locator(f"[data-place={place}]").click(force=True)
            page.locator(".way span", has_text=place).first.wait_for()

    expect(page.locator(".raids")).to_contain_text("Düsseldorf", use_inner_text=True)
    verdict.locator("li", has_text="E has no route yet.").wait_for()
    click("D5")
    fault("4.2a", "E: A raid leaves by a hex next to England").wait_for()
    fault("3.5.2", "E:").wait_for()  # all that is wrong, not the first alone
    seen = marks.count()
    click("I8")
    fault("3.5.2", "E:").wait_for(state="detached")
    expect(marks.nth(seen)).to_be_attached()  # where it is turn by turn, while it is drawn
    fault("4.2a", "E: A raid leaves by a hex next to England").wait_for()
    click("D8")
    page.get_by_text("This plan can be flown.").wait_for()
    expect(page.locator(".raids .row", has_text="Düsseldorf")).to_contain_text("bombs 3", use_inner_text=True)
    # a second raid, to the same city at first
    page.get_by_role("button", name=re.compile(r"^\+ Mosquito", re.I)).click()
    verdict.locator("li", has_text="A has no target yet.").wait_for()
    target = page.locator(".edit select").first
    target.select_option("Düsseldorf")
    click("D5", "I8", "D8")
    fault("4.3.2a", "A:").wait_for()
    no_faults(page, "plan-faults")
    page.get_by_role("button", name="Start over").click()
    target.select_option("Osnabrück")
    click("D5", "J5", "D8")
    fault("4.4", "raid E, or their streams, both end turn 6 in E8").wait_for()
    page.locator(".edit input[type=number]").fill("5")
    page.keyboard.press("Tab")
    page.get_by_text("This plan can be flown.").wait_for()
    # kept under a name, thrown away, loaded again
    page.locator("summary", has_text="Saved plans").click()
    page.get_by_label("Name of this plan").fill("Two by D5")
    planner.button("Save").click()
    for _ in range(2):
        page.get_by_role("button", name="Remove").click()
    expect(page.locator(".raids .row")).to_have_count(0)
    page.get_by_role("button", name="Load Two by D5").click()
    page.get_by_text("This plan can be flown.").wait_for()
    expect(page.locator(".raids .row")).to_have_count(2)
    page.reload()
    planner.until("plot")
    page.get_by_role("button", name="Delete Two by D5").click()
    page.get_by_text("None yet.").wait_for()
    page.get_by_text("This plan can be flown.").wait_for()
    no_faults(page, "plan-drawn")
    planner.button("Fly it").click()
    page.locator("[data-kind]:not([data-kind=plot])").wait_for()
    assert planner.kind != "plot"
    expect(page.locator(".route")).to_have_count(2)  # the British player's own map shows what was drawn


@pytest.mark.parametrize("size", list(SIZES))
def test_the_table_at_every_size(new_page: Callable[..., Any], server: Server, size: str) -> None:
    planner = Planner(new_page(**SIZES[size]), server, size)
    planner.sit("berlin", "German", "sizes")
    planner.until("move")
    no_faults(planner.page, f"{size}-move")
    planner.page.get_by_role("tab", name="Units, attacks").click()
    planner.page.get_by_role("radio", name="Attacks").click()
    no_faults(planner.page, f"{size}-attacks")
    planner.open("game/bomber_command/downfall")
    planner.page.get_by_role("button", name="Begin").wait_for()
    no_faults(planner.page, f"{size}-setup")
    planner.sit("downfall", "British", "sizes")
    planner.until("plot")
    planner.page.locator(".verdict").wait_for()
    no_faults(planner.page, f"{size}-plan")


def test_cards_are_asked_for_as_the_reader_likes(planner: Planner) -> None:
    """With "always" the seat is stopped at moments at which it could do nothing but order a unit home."""
    page = planner.page
    planner.sit("berlin", "German", "cards")
    planner.until("scramble")
    page.get_by_label("never", exact=True).check()
    for _ in range(12):
        assert planner.answer() not in ("play", "cancel")
    page.get_by_label("always", exact=True).check()
    planner.until("play", maximum=80)
    page.reload()
    expect(page.get_by_label("always", exact=True)).to_be_checked()


def test_odds_on_request_with_every_modifier_and_its_rule(planner: Planner, tmp_path: Path) -> None:
    """Where a roll is asked about they are a key away; they stay until they are not wanted any more."""
    page = planner.page
    units = {"II./NJG1": unit("H5", gci=True)}  # may attack what flies through its hex
    plan = "E main Hannover 1 D5 K5* D8"
    go(new_session(night("berlin", plan=plan, units=units, turn=3, phase=4)), "intercept").save(
        tmp_path / "night.viermot"
    )
    planner.load_save(tmp_path / "night.viermot", German="me", British="bot:standard")
    assert planner.kind == "intercept"
    page.get_by_role("button", name="Odds O").wait_for()
    odds = page.get_by_role("region", name="The odds")
    expect(odds).to_have_count(0)
    planner.press("o")
    odds.get_by_text(re.compile(r"\d %")).first.wait_for()
    expect(odds.get_by_role("button", name=re.compile("^Rule ")).first).to_be_attached()
    no_faults(page, "odds")
    page.reload()
    odds.get_by_text(re.compile(r"\d %")).first.wait_for()
    planner.press("o")
    odds.wait_for(state="detached")


def test_the_map_by_keys_and_every_place_tells_about_itself(planner: Planner) -> None:
    """Arrows move a cursor, N goes to what is lit, Enter chooses it; an unlit hex says why not, with its rule."""
    page = planner.page
    planner.sit("berlin", "German", "sizes")
    planner.until("move")
    before, area = planner.number, page.locator(".map[role=application]")
    box = area.bounding_box()
    planner.press("n")
    lit = area.get_attribute("data-cursor")
    planner.press("ArrowUp")
    expect(area).not_to_have_attribute("data-cursor", re.compile(f"^({lit})?$"))
    for _ in range(14):
        planner.press("ArrowLeft")
    planner.press("Enter")
    why = page.locator(".hexcard .why")
    why.wait_for()
    how_far = re.compile("(one hex|two hexes) at most")  # one, if it has only just scrambled
    expect(why).to_contain_text(how_far, use_inner_text=True)
    expect(why.get_by_role("button", name=re.compile(r"^Rule 7\.1[ab]$"))).to_have_count(1)
    assert planner.number == before
    no_faults(page, "inspected")
    small = page.evaluate(SMALLEST)
    assert small >= 9, f"text of {small} px on the map"
    planner.press("Escape", "n", "Enter")
    page.wait_for_function(
        "before => document.querySelector('[data-number]').dataset.number !== String(before)", arg=before
    )
    planner.kind  # noqa: B018 - waits until something is asked
    assert area.bounding_box() == pytest.approx(box, abs=1)  # nothing has moved under the pointer


def test_an_attack_that_hits_is_held_on_its_card_until_it_has_been_read(planner: Planner, tmp_path: Path) -> None:
    """Who, on which raid, modifiers with their rules, dice, what came of it and the points; then Enter goes on."""
    page = planner.page
    units = {"II./NJG1": unit("H5", gci=True)}
    game = night("berlin", plan="E main Hannover 1 D5 K5* D8", units=units, turn=3, phase=4)
    go(new_session(game), "intercept").save(tmp_path / "night.viermot")
    page.add_init_script("localStorage.setItem('viermot.settings', JSON.stringify({ pace: 'quick' }))")
    planner.load_save(tmp_path / "night.viermot", German="me", British="bot:standard")
    card = page.locator("[data-combat]")
    for _ in range(12):
        planner.answer()
        page.wait_for_function(TOLD_OR_HELD)
        if page.locator("[data-held]").count():
            break
    no_faults(page, "held")
    expect(card.get_by_role("button", name=re.compile("^Rule ")).nth(2)).to_be_attached()
    expect(card.locator(".die").nth(1)).to_be_attached()
    expect(card.locator(".outcome")).to_contain_text(re.compile(r"Raid E loses \d bombers?\."), use_inner_text=True)
    expect(card).to_contain_text("German VP +", use_inner_text=True)
    expect(page.locator(".prompt")).to_have_attribute("data-kind", "narrating")  # the question waits
    planner.press("Enter")
    page.locator("[data-held]").wait_for(state="detached")
