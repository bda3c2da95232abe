"""Every lesson is won by following its coach, in every language; wrong ways are answered, and can be taken back."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import viermot
from tests.support.typist import Pupil
from tools.replies import replies_of
from viermot import Session
from viermot.kernel import lessons, registry
from viermot.kernel.agenda import STEPS
from viermot.kernel.coach import advise
from viermot.kernel.json import JsonObject
from viermot.kernel.lessons import Lesson, LessonDice, Step
from viermot.kernel.packs import PackError
from viermot.terminal.console import Console
from viermot.terminal.play import table_for
from viermot.text import has, locales, message, sentences

LESSONS = [pytest.param(lesson, id=f"{lesson.game} {lesson.id}") for lesson in lessons.every()]
MANY = 12  # of so many wrong answers some are tried; of fewer, all
A_KEY = re.compile(r"\[[a-z_]+(\.[a-z_0-9]+)+\]")  # what is shown of a sentence nobody has written
A_UNIT = re.compile(r"[IV]+\./\w+\d+")
A_FIELD = re.compile(r"\{\w+\}")


def is_said(sentence: str) -> bool:
    return bool(sentence) and not A_KEY.search(sentence) and not A_FIELD.search(sentence)


def follow(s: Session, lesson: Lesson, step: Step) -> None:
    """Do what the coach would: answer, or hand in the sheet."""
    if step.sheet:
        s.order(lesson.seat, step.handed_in(lesson.game))
    else:
        s.decide(step.answer, lesson.seat)


def on_course(lesson: Lesson) -> Iterator[tuple[Step, Session]]:
    """The lesson as its coach would play it: each step with the game at its question."""
    s = lessons.start(lesson)
    for step in lesson.step:
        yield step, s
        follow(s, lesson, step)


def played(lesson: Lesson, steps: int) -> Session:
    """The lesson after so many steps."""
    s = lessons.start(lesson)
    for step in lesson.step[:steps]:
        follow(s, lesson, step)
    return s


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("lesson", LESSONS)
def test_whoever_follows_the_coach_wins(lesson: Lesson, locale: str) -> None:
    for number, (step, s) in enumerate(on_course(lesson), 1):
        said = viermot.coach(s, locale)
        where = f"step {step.id}: {s.pending}"
        assert (said.step, said.steps) == (number, len(lesson.step)), where
        assert not said.own_way and not said.over, f"{where} is not what the step is about"
        assert is_said(said.say) and is_said(said.why) and is_said(said.label), where
        assert step.sheet or said.label == s.pending[0].innermost.label(step.answer, locale), f"{where}: {said.label}"
        assert any(said.rule in book and book.summary(said.rule, locale) for book in lessons.books_of(s.module)), where
        assert is_answer(said.answer, step, s), where
        assert step.sheet or speaks_of_what_is_asked(said.say, s), f"{where}: {said.say}"
    end = viermot.coach(s, locale)
    assert end.over and end.won, f"{s.result} {s.pending}"
    assert is_said(end.say) and is_said(end.why) and end.back is None


def speaks_of_what_is_asked(say: str, s: Session) -> bool:
    """If a sentence names units, then the one that is asked about is among them."""
    named = A_UNIT.findall(say)
    asked = [str(decision.shown_facts("en").get("unit", "")) for decision in s.pending]
    return not named or not any(asked) or any(unit in named for unit in asked)


def is_answer(answer: str, step: Step, s: Session) -> bool:
    """Can this be answered now, or be handed in and be what answers?"""
    if not step.sheet:
        return answer in s.pending[0].options
    return lessons.spelled_sheet(step.handed_in(s.setup.game)) == answer == step.answer


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("lesson", LESSONS)
def test_whoever_follows_the_coach_in_the_terminal_wins_too(lesson: Lesson, locale: str) -> None:
    """He is there at every step, in a game inside a game too, and says his last once."""
    s, screen = lessons.start(lesson), io.StringIO()
    table_for(s, Console(Pupil(screen, locale), screen, live=False, size=(400, 60), locale=locale)).run()
    shown = screen.getvalue()
    for number in range(1, len(lesson.step) + 1):
        heading = message("terminal.coach", locale, step=number, steps=len(lesson.step), say="")
        assert f"\n{heading}" in shown, f"nobody spoke at step {number}: {shown[-2000:]}"
    end = viermot.coach(s, locale)
    assert end.won
    assert shown.count(end.say) == 1
    assert (message("debrief.lesson", locale) in shown) == (s.result is not None), "of luck it would be wrong to speak"
    assert message(lesson.key("about"), locale) in shown


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_coach_takes_leave_once(lesson: Lesson) -> None:
    """Where the game goes on after its lesson the coach is silent, and gone with the next answer."""
    s, screen = played(lesson, len(lesson.step)), io.StringIO()
    if not s.pending:
        return
    table_for(s, Console(io.StringIO("map\n" * 3), screen, live=False, size=(400, 60))).run()
    assert screen.getvalue().count(viermot.coach(s).say) == 1
    s.decide(0)
    with pytest.raises(viermot.UserError, match="no coach"):
        viermot.coach(s)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_same_answers_lead_to_the_same_night(lesson: Lesson) -> None:
    first, second = played(lesson, len(lesson.step)), played(lesson, len(lesson.step))
    assert first.head == second.head


def wrong_answers(step: Step, s: Session) -> list[str]:
    """The wrong answers of a step: all, or some and one of each kind the coach has something of its own to say to."""
    wrong = [option for option in s.pending[0].options if step.sheet or not step.accepts(option)]
    if len(wrong) <= MANY:
        return wrong
    special = [next(option for option in wrong if step.mistake(option) is each) for each in step.wrong]
    return [*special, *Random(step.id).sample(wrong, MANY)]


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_wrong_way_is_answered_and_can_be_taken_back(lesson: Lesson) -> None:
    for place, (step, right) in enumerate(on_course(lesson)):
        tried = wrong_answers(step, right)
        if not tried:
            continue
        s = played(lesson, place)  # one game for all of them: each is taken back
        before = viermot.coach(s)
        for option in tried:
            s.decide(option, lesson.seat)
            answered(s, step, option)
            said = viermot.coach(s)
            assert said.back is not None and said.back_step == place + 1, option
            s.undo(lesson.seat, said.back)
            assert viermot.coach(s) == before, f"{step.id}: after {option} was taken back"
        follow(s, lesson, step)
        right = played(lesson, place + 1)
        assert s.state_hash == right.state_hash, f"{step.id}: what was taken back has changed the dice"


def answered(s: Session, step: Step, option: str) -> None:
    """A wrong answer was taken, and something is said to it in every language; the pupil may play on."""
    for locale in locales():
        said = viermot.coach(s, locale)
        assert is_said(said.wrong), f"{step.id}: {option} in {locale}"
        if not said.over:
            assert is_said(said.say)
            assert said.own_way or said.answer or not s.pending
        elif not said.won:
            assert is_said(said.say) and is_said(said.why)
    said = viermot.coach(s)
    if step.forgives(option):
        assert not said.own_way, f"{step.id}: after {option} the lesson does not go on"
    else:
        assert (said.own_way or said.over) and not said.answer, f"{step.id}: after {option} it goes on as written"


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_does_no_harm_does_none(lesson: Lesson) -> None:
    """After a wrong answer that the lesson calls harmless, its other steps win it all the same."""
    for place, (step, right) in enumerate(on_course(lesson)):
        harmless = [option for option in wrong_answers(step, right) if step.forgives(option)]
        for option in harmless[:4]:
            s = played(lesson, place)
            s.decide(option, lesson.seat)
            for later in lesson.step[place + 1 :]:
                assert viermot.coach(s).answer == later.answer, f"{step.id}: {option}, then {later.id}: {s.pending}"
                follow(s, lesson, later)
            assert viermot.coach(s).won, f"{step.id}: {option}"


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_words_of_a_lesson_are_those_of_its_steps(lesson: Lesson) -> None:
    """Nothing stands in the catalogues that nobody can hear, and every language has all of it."""
    own = {key for key in sentences("en", lesson.game) if key.startswith(lesson.key(""))}
    wanted = {lesson.key(word) for word in ("title", "about", "teaches", "won", "won_why", "lost", "lost_why")}
    for step in lesson.step:
        wanted |= {lesson.said(step, word) for word in ("say", "why", *(f"wrong.{each.name}" for each in step.wrong))}
    general = {lesson.key(step.id, "else") for step in lesson.step}
    hints = {key for key in own if key.startswith(lesson.key("hint", ""))}
    assert own - hints - general == wanted
    assert registry.game(lesson.game).declared  # which loads every step
    assert {key.rpartition(".")[2] for key in hints} <= {name.partition(".")[2] for name in STEPS}
    for locale in locales():
        assert [key for key in own if not has(key, locale)] == []


# -- the other seats -------------------------------------------------------------------------------------------

COMPANY = [
    pytest.param(lesson, seat, bot, id=f"{lesson.game} {lesson.id} {seat} {bot}")
    for lesson in lessons.every()
    for seat in lesson.bots
    for bot in registry.with_options(lesson.game, lesson.options).bots(seat)
]


@pytest.mark.parametrize("lesson, seat, bot", COMPANY)
def test_a_lesson_is_won_whatever_the_bots_would_choose(lesson: Lesson, seat: str, bot: str) -> None:
    s = lessons.start(msgspec.structs.replace(lesson, bots={**lesson.bots, seat: bot}))
    for step in lesson.step:
        assert viermot.coach(s).answer == step.answer, f"step {step.id}: {s.pending}"
        follow(s, lesson, step)
    assert viermot.coach(s).won
    assert {each: tuple(replies) for each, replies in replies_of(s, lesson.seat).items()} == lesson.replies


class Mute:
    """A bot that must not be asked."""

    def choose(self, view: Any, ask: Any, rng: Any) -> int:
        raise AssertionError(f"{ask.kind} is not written down")


def with_bots(s: Session, bot: Any) -> Session:
    for seat in s._bots:
        s._bots[seat] = bot
    return s


@pytest.mark.parametrize("lesson", [each for each in LESSONS if lessons.find(*str(each.id).split()).bots])
def test_off_the_written_way_the_bots_think_for_themselves(lesson: Lesson) -> None:
    """And who comes back finds all as it was written."""
    places = [place for place, (step, s) in enumerate(on_course(lesson)) if strays(step, s)]
    asked = 0
    for place in places:
        s = with_bots(played(lesson, place), Mute())
        step = lesson.step[place]
        before = s.record[:]
        try:
            s.decide(strays(step, s)[0], lesson.seat)
        except AssertionError:
            asked += 1  # the answer stands, and the bot was asked what to do now
        if len(s.record) > len(before):
            s.plays_elsewhere = True
            s.undo(lesson.seat, viermot.coach(s).back)
            s.plays_elsewhere = False
        for later in lesson.step[place:]:
            follow(s, lesson, later)
        assert viermot.coach(s).won
    assert asked or lesson.id == "first", "no wrong way led to a question for a bot"


def strays(step: Step, s: Session) -> list[str]:
    """Answers after which the lesson does not go on as written."""
    return [option for option in wrong_answers(step, s) if not step.forgives(option)]


def test_a_lesson_is_listed_in_every_language() -> None:
    for locale in locales():
        for lesson in viermot.lessons(locale):
            assert is_said(lesson.title) and is_said(lesson.about) and all(map(is_said, lesson.teaches))
            assert 3 <= lesson.minutes <= 15


# -- dice that can be gone back to ------------------------------------------------------------------------------


def test_a_lesson_s_dice_follow_from_what_stands() -> None:
    script: JsonObject = {"dice": {"tally": [1, 2, 3]}, "draws": {"chit": [7, 40]}}
    dice = LessonDice(b"k" * 32, script)
    first, second = dice.roll(2, "tally"), dice.roll(2, "tally")
    assert first == (1, 2) and second[0] == 3
    assert (dice.draw(10, "chit"), dice.pick([5, 40], "chit")) == (7, 1)
    thrown = dice.taken()
    dice.went_back(thrown[:1])
    assert dice.roll(2, "tally") == second
    dice.went_back([])
    assert dice.roll(2, "tally") == first and dice.draw(10, "chit") == 7


def test_a_draft_that_is_dropped_has_used_nothing() -> None:
    dice = LessonDice(b"k" * 32, {"dice": {"tally": [1, 2]}, "draws": {}})
    here = dice.here()
    dice.roll(1, "tally")
    dice.back_to(here)
    assert dice.roll(2, "tally") == (1, 2)


def test_a_saved_lesson_goes_on_with_its_coach_and_its_dice(tmp_path: Path) -> None:
    lesson = lessons.every()[0]
    s = played(lesson, 2)
    s.save(tmp_path / "lesson.save")
    again = viermot.load(tmp_path / "lesson.save")
    assert viermot.coach(again) == viermot.coach(s)
    for step in lesson.step[2:]:
        follow(again, lesson, step)
    assert viermot.coach(again).won


def test_a_fork_of_a_lesson_is_an_ordinary_game() -> None:
    twin = played(lessons.every()[0], 1).fork()
    assert twin.setup.lesson is None and not isinstance(twin.dice, LessonDice)
    with pytest.raises(viermot.UserError, match="no coach"):
        viermot.coach(twin)


def test_ordinary_games_have_no_lesson_in_what_they_commit_to() -> None:
    s = viermot.new_game("nightfighter", scenario="1", seed="plain", seats={"umpire": "plain"})
    assert "lesson" not in s.setup.to_json() and advise(s, s.pending[0]) is None


# -- lessons that cannot be --------------------------------------------------------------------------------------

GOOD = """
minutes = 5
seat = "player"
scenario = "1"
bots = { umpire = "plain" }
won = { level = ["win"] }
[[step]]
id = "place"
asks = "place_fighter"
answer = "0910 S"
rule = "3.2c"
"""


@pytest.mark.parametrize(
    "was, is_, complaint",
    [
        ("minutes = 5", 'minutes = "five"', "minutes: expected a whole number"),
        ('seat = "player"', 'seat = "pilot"', "seat: 'pilot' is not one of player, umpire"),
        ('scenario = "1"', "", "name a scenario or give a position"),
        ('umpire = "plain"', 'umpire = "clever"', "bots, umpire: name one for this seat"),
        ('level = ["win"]', "", "name the levels"),
        ('rule = "3.2c"', 'rule = "99.9"', "step 'place', rule: the rule book has no '99.9'"),
        ('id = "place"', "", "step 1: the key id is missing"),
        ("minutes = 5", 'minutes = 5\nid = "mine"', "id: follows from the file's folder"),
        ("minutes = 5", "minutes = 5\nlength = 5", "there is no such key here: length"),
        (
            "minutes = 5",
            'minutes = 5\nreplies = { player = ["place_fighter 0910 S"] }',
            "replies: 'player' is not one of umpire",
        ),
        (GOOD[GOOD.index("[[step]]") :], "step = []", "a lesson has at least one step"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_reported(tmp_path: Path, was: str, is_: str, complaint: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert lessons.read("nightfighter", tmp_path)["mine"].step[0].asks == "place_fighter"
    file.write_text(GOOD.replace(was, is_), encoding="utf-8")
    with pytest.raises(PackError) as told:
        lessons.read("nightfighter", tmp_path)
    assert "mine.toml" in str(told.value) and complaint in str(told.value)


def test_a_lesson_nobody_has_written_is_named() -> None:
    with pytest.raises(viermot.UserError, match="no lesson called"):
        viermot.start_lesson("nightfighter", "flying upside down")
