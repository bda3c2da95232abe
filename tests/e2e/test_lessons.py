"""Every coached game in the browser: clicked through as the coach says, in both languages and at phone width."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, comes_true, expect, faults_by_axe
from viermot.kernel import lessons
from viermot.kernel.lessons import Lesson
from viermot.text import message

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
START = """async ([game, lesson]) => {
  const { csrf } = await (await fetch("/api/me")).json();
  const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
  const answer = await fetch(`/api/lessons/${game}/${lesson}`, { method: "POST", headers });
  return (await answer.json()).id;
}"""
SPEAKS = """
  if (!localStorage.getItem("told")) {
    localStorage.setItem("viermot.settings", JSON.stringify({ pace: "instant", locale: "LOCALE" }));
    localStorage.setItem("told", "yes");
  }
"""
MARK_IN_SIGHT = """() => {
  const boxOf = each => document.querySelector(each)?.getBoundingClientRect();
  const [mark, map] = [boxOf(".coachmark polygon"), boxOf(".board")];
  if (!mark || !map) return true;
  const foot = Math.min(innerHeight, map.bottom);
  return mark.top >= map.top - 4 && mark.bottom <= foot + 4 && mark.left >= map.left - 4 && mark.right <= map.right + 4;
}"""
COACHED = """() => {
  const coach = document.querySelector(".coach");
  return coach && coach.dataset.state !== "waits";
}"""


class Pupil(Pilot):
    """Somebody who does what the coach says."""

    def learn(self, lesson: Lesson, locale: str) -> None:
        """Begin a lesson."""
        self.page.add_init_script(SPEAKS.replace("LOCALE", locale))
        self.open()
        table = self.page.evaluate(START, [lesson.game, lesson.id])
        self.page.goto(f"{self.server.address}#/table/{table}")
        self.page.locator(".coach").wait_for()

    @property
    def state(self) -> str:
        """What the coach is about, once he is."""
        self.page.wait_for_function(COACHED)
        return str(self.page.locator(".coach").get_attribute("data-state"))

    @property
    def step(self) -> int:
        return int(self.page.locator(".coach").get_attribute("data-step") or 0)

    def obey(self) -> None:
        """Give the answer that is marked: in the prompt if it is a button there, else by the coach's own."""
        comes_true(self.page, MARK_IN_SIGHT, why=f"step {self.step}: what the coach points at is off the screen")
        before = self.number
        marked = self.page.locator(".prompt button.coached")
        if marked.count() == 1 and marked.is_visible():
            marked.click()
        else:
            self.page.locator(".coach .do").click()
        self._be_sure(before)

    def finish(self, lesson: Lesson, locale: str) -> None:
        """Follow the coach to the end."""
        for number, step in enumerate(lesson.step, 1):
            assert self.state == "asks" and self.step == number, f"{step.id}: {self.state} {self.step}"
            self.obey()
        assert self.state == "won"
        expect(self.page.locator(".coach")).to_contain_text(message(lesson.key("won"), locale), use_inner_text=True)


LESSONS = [pytest.param(lesson, id=f"{lesson.game}-{lesson.id}") for lesson in lessons.every()]


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", ["en", "pl"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_coached_game_is_won_by_clicks(
    new_page: Callable[..., Any], server: Server, lesson: Lesson, locale: str, size: str
) -> None:
    pupil = Pupil(new_page(**SIZES[size]), server)
    pupil.learn(lesson, locale)
    pupil.finish(lesson, locale)
    assert faults_by_axe(pupil.page) == []


@pytest.mark.parametrize(
    "lesson, locale, size", [(each, ("en", "pl")[n % 2], list(SIZES)[n % 2]) for n, each in enumerate(lessons.every())]
)
def test_a_coached_game_begins_and_goes_on(
    new_page: Callable[..., Any], server: Server, lesson: Lesson, locale: str, size: str
) -> None:
    """The first steps of each; the whole of all is a long proof."""
    pupil = Pupil(new_page(**SIZES[size]), server)
    pupil.learn(lesson, locale)
    for number, step in enumerate(lesson.step[:3], 1):
        assert pupil.state == "asks" and pupil.step == number
        said = message(lesson.said(step, "say"), locale)[:12]
        expect(pupil.page.locator(".coach .say")).to_contain_text(said, use_inner_text=True)
        pupil.obey()


def test_the_order_sheet_of_a_lesson_is_written_by_hand(new_page: Callable[..., Any], server: Server) -> None:
    """Ticks, a place, what to do there, the end of the phase: as the coach has it, and he goes on."""
    lesson = next(each for each in lessons.every() if any(step.sheet for step in each.step))
    pupil = Pupil(new_page(**SIZES["wide"]), server)
    pupil.learn(lesson, "en")
    place = next(n for n, step in enumerate(lesson.step) if step.sheet)
    for _ in range(place):
        assert pupil.state == "asks"
        pupil.obey()
    assert pupil.state == "asks"
    sheet, before = pupil.page.locator(".sheet"), pupil.number
    for line in lesson.step[place].answer.split("; "):
        unit, where, *there = line.split(" ")
        row = sheet.locator("li").filter(has=pupil.page.get_by_text(unit, exact=True))
        expect(row.locator(".advised"), "the coach's hint stands in the row").to_have_count(1)
        row.locator("input").check()
        sheet.locator("form input").fill(where)
        sheet.locator("form input").press("Enter")
        box = sheet.locator(".there").get_by_role(
            "button", name=" ".join(there).upper() if there == ["gci"] else " ".join(there)
        )
        box.click()
        row.locator("input").uncheck()
    expect(sheet.locator(".advised")).to_have_count(0)
    pupil.page.locator(".prompt button.go.coached").click()
    pupil._be_sure(before)
    assert pupil.state == "asks" and pupil.step == place + 2


def test_a_wrong_way_is_answered_and_taken_back_on_the_page(new_page: Callable[..., Any], server: Server) -> None:
    """The coach's card: why, the rule, another answer, the way back, hidden and shown again."""
    lesson = lessons.every()[0]
    pupil = Pupil(new_page(**SIZES["wide"]), server)
    page = pupil.page
    pupil.learn(lesson, "en")
    for _ in range(2):
        assert pupil.state == "asks"
        pupil.obey()
    assert pupil.state == "asks"
    expect(page.locator(".coachmark")).to_have_attribute("data-hex", "1014")
    page.get_by_role("button", name="why", exact=True).click()
    page.get_by_role("heading", name="9.2b").wait_for()
    pupil.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.evaluate("document.activeElement.blur()")  # on its button Enter would open the rule again
    assert faults_by_axe(page) == []
    before = pupil.number
    pupil.press("w", "w", "Enter")
    pupil._be_sure(before)
    assert pupil.state == "own way"
    expect(page.locator(".coach .wrong")).to_contain_text("A legal flight", use_inner_text=True)
    page.get_by_role("button", name="Go back to step 3").click()
    page.wait_for_function("() => document.querySelector('.coach')?.dataset.state === 'asks'")
    assert pupil.step == 3
    page.get_by_role("button", name="hide", exact=True).click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".coachmark")).to_have_count(0)
    page.get_by_role("button", name="Show coach").click()
    assert pupil.step == 3
    expect(page.locator(".coachmark").first).to_be_attached()
