"""Interceptor Ace at a test's table: short positions, and hands that answer what a test does not care about.

A position is written as `career(pilot("Fw190A-4", "I/JG 2", skills=["acm"]), at="fight", month="Jul43")`, laid out
with `new_session(...)` and played with `play_until(s, "dogfight")` and `s.decide(...)`. Cards are scripted by number,
`cards=[29, 4]`; ten-sided dice by their face, `d10=[3, 7]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

import viermot
from tests.support.hands import Answers, Hands
from tests.support.hands import answer as answer
from tests.support.hands import asked as asked
from viermot import IllegalOption, Session
from viermot.kernel.events import Event
from viermot.kernel.toml_text import toml

# What the pilot answers where a test does not say; for every other question the first option.
HANDS: Final = Hands(
    {
        "spend_experience": "done", "spend_prestige": "done", "press_on": "go home", "second_card": "keep",
        "lucky_charm": "keep", "escape": "fight", "engage_another": "no", "after_pass": "enough",
        "gain_by_reflexes": "no", "fly_or_rest": "fly", "jettison": "no", "rocket_salvo": "keep",
        "charm_order": "grave",
    },
    longest=3000,
)  # fmt: skip
play_until, play_out, answer_as_told = HANDS.play_until, HANDS.play_out, HANDS.answer
TEN_SIDED: Final = ("bomber damage", "way home", "position", "replacement aircraft")


def pilot(aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **more: object) -> str:
    """A pilot in a position: `pilot("Bf109G-6/R4", "I/JG 27", bombers=8, skills=["acm"])`."""
    return _row("pilot", {"aircraft": aircraft, "unit": unit, **more})


def career(*pilots: str, at: str = "line", month: str = "Mar43", line: int = 0, **more: object) -> str:
    """A position as text, from its pilots and from what else stands at its top."""
    top = {"game": "interceptor", "at": at, "month": month, "line": line, **more}
    return "\n".join([*(f"{key} = {toml(value)}" for key, value in top.items()), *(pilots or (pilot(),))]) + "\n"


def _row(kind: str, values: Mapping[str, object]) -> str:
    return "\n".join(["", f"[[{kind}]]", *(f"{key} = {toml(value)}" for key, value in values.items())])


def new_session(
    position: str | None = None,
    cards: Sequence[int] = (),
    d10: Sequence[int] = (),
    draws: Mapping[str, Sequence[int]] | None = None,
    **more: Any,
) -> Session:
    """A game in the test's hands: from a position, or from the start of a scenario."""
    more.setdefault("seed", "rules")
    scripted = {"combat": list(cards), **{name: list(values) for name, values in (draws or {}).items()}}
    if d10:
        scripted["bomber damage"] = [face - 1 for face in d10]
    return viermot.new_game("interceptor", position=position, draws=scripted, trusted=True, **more)


def play_event(s: Session, kind: str, answers: Answers | None = None) -> Event:
    """Answer everything, as told or as usual, until something of that kind has happened."""
    HANDS.go_on(s, answers, lambda: events_of(s, kind), f"{kind} never happened")
    return events_of(s, kind)[-1]


def seat(s: Session) -> str:
    """Through whose eyes a test looks."""
    return s.module.seats[0]


def events_of(s: Session, kind: str) -> list[Event]:
    """What happened of that kind, oldest first."""
    return [event for event in s.events(seat(s)) if event.kind == kind]


def rolls_of(s: Session, what: str) -> list[Event]:
    """The rolls of that name, oldest first."""
    return [event for event in events_of(s, "roll") if event.data["what"] == what]


def last(s: Session, kind: str) -> Event:
    """The newest event of that kind."""
    found = events_of(s, kind)
    assert found, f"there was no {kind}; there was {course(s)[-30:]}\n{s.position()}"
    return found[-1]


def modifiers(event: Event, name: str = "modifiers") -> dict[str, int]:
    """What modified something, and by how much."""
    return {what: points for what, points, _ in event.data[name]}


def course(s: Session) -> list[str]:
    """The course of events: their kinds, rolls by their name."""
    return [event.data["what"] if event.kind == "roll" else event.kind for event in s.events(seat(s))]


def man(s: Session, number: int = 0) -> dict[str, Any]:
    """A pilot as everybody sees him."""
    shown: dict[str, Any] = s.perspective(seat(s)).to_json()["pilots"][number]
    return shown


def damage(s: Session) -> dict[str, int]:
    """Hits on the pilot's aircraft by system."""
    return {system: row["hits"] for system, row in man(s)["aircraft"]["damage"].items() if row["hits"]}


def refused(s: Session, option: str, rule: str, reason: str) -> None:
    """This answer is refused, by that rule and for that reason: a key of this game's refusals, or any whole key."""
    before = s.state_hash
    with pytest.raises(IllegalOption) as wrong:
        s.decide(option)
    key = reason if "." in reason else f"interceptor.refused.{reason}"
    check(s, (wrong.value.rule, wrong.value.key), (rule, key), f"why not {option!r}")
    assert wrong.value.text("en") and "{" not in wrong.value.text("en")
    assert s.state_hash == before


def check(s: Session, got: object, wanted: object, what: str) -> None:
    """Equal, or a failure that shows the position."""
    assert got == wanted, f"{what}: {got!r} instead of {wanted!r}; {course(s)[-12:]}\n{s.position()}"


def told(s: Session, *kinds: str) -> list[tuple[Any, ...]]:
    """All that was told of these kinds, in order: the kind and then its data, whole."""
    return [(event.kind, *event.data.values()) for event in s.events(seat(s)) if event.kind in kinds]


def kept(s: Session, number: int = 0) -> dict[str, Any]:
    """What a position says of a pilot: everything that is not as at the start of a career."""
    row: dict[str, Any] = tomllib.loads(s.position())["pilot"][number]
    return row
