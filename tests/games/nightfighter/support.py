"""Nightfighter at a test's table: short positions, hands that answer what a test does not care about, clear failures.

A position is written as `night("4B", fighter(201, "1010 S"), bomber(113, "1012 S"), turn=3, phase=8)`, laid out with
`new_session(...)` and played with `play_until(s, "attack")` and `s.decide(...)`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

import viermot
from tests.support.hands import Answers as Answers
from tests.support.hands import Hands
from tests.support.hands import answer as told
from tests.support.hands import asked as asked
from viermot import IllegalOption, Session
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.state import Game
from viermot.kernel.events import Event
from viermot.kernel.toml_text import toml

# What both seats answer where a test does not say; for every other question the first option.
HANDS: Final = Hands(
    {"displace": "centre", "come_in": "1", "slip": "no", "path": "F F", "shoot": "shoot", "shoot_back": "shoot"},
    longest=2000,
)
play_until, play_out = HANDS.play_until, HANDS.play_out
# Questions that `answer` and `table` get out of the way, so that a test is about one thing; `told` does not.
IN_PASSING: Final[Answers] = {
    "shoot": "shoot", "shoot_back": "shoot", "place_markers": "by hand", "who_looks": 0, "claim": "claim",
}  # fmt: skip


def in_passing(s: Session) -> None:
    """Answer as usual what few tests are about."""
    while s.pending and s.pending[0].kind in IN_PASSING:
        s.decide(IN_PASSING[s.pending[0].kind])


def answer(s: Session, kind: str, option: str | int) -> None:
    """Give this answer to this question, which must be the open one; then get on to the next that matters."""
    told(s, kind, option)
    in_passing(s)


def keep(s: Session) -> None:
    """Keep every tally that can be kept: those out of sight are lost without a question [10.2c]."""
    while s.pending and s.pending[0].kind == "keep_or_drop":
        told(s, "keep_or_drop", "keep")


def fighter(ident: int, at: str, **more: object) -> str:
    """One of the player's fighters in a position: `fighter(201, "1010 S", tally=113)`."""
    return _row("fighter", {"id": ident, "at": at, **more})


def bomber(ident: int, at: str, **more: object) -> str:
    """An attacker in a position: `bomber(113, "0712 S", hits=1)`; the last digit is its tally number."""
    return _row("attacker", {"id": ident, "at": at, **more})


def night(scenario: str, *aircraft: str, turn: int = 1, phase: int = 1, **more: object) -> str:
    """A position as text, from its aircraft and from what else stands at its top."""
    top = {"scenario": scenario, "turn": turn, "phase": phase, **more}
    return "\n".join([*(f"{key} = {toml(value)}" for key, value in top.items()), *aircraft]) + "\n"


def _row(kind: str, values: dict[str, object]) -> str:
    return "\n".join(["", f"[[{kind}]]", *(f"{key} = {toml(value)}" for key, value in values.items())])


def new_session(position: str | None = None, scenario: str | None = None, **more: Any) -> Session:
    """A game with both seats in the test's hands: from a position, or from the start of a scenario."""
    more.setdefault("seed", "rules")
    careful = more.pop("careful", False)  # stop at every question there is
    s = viermot.new_game("nightfighter", scenario=scenario, position=position, trusted=True, **more)
    if not careful:
        in_passing(s)
    return s


def play_phase(s: Session, phase: int, answers: Answers | None = None) -> None:
    """Answer everything, as told or as usual, until that phase (of any turn) has begun or the game is over."""
    HANDS.go_on(s, answers, lambda: not s.pending or _shown(s)["phase"] == phase, f"phase {phase} never came")


def play_turn(s: Session, turn: int, answers: Answers | None = None) -> None:
    """Answer everything, as told or as usual, until that turn has begun or the game is over."""
    HANDS.go_on(s, answers, lambda: not s.pending or _shown(s)["turn"] >= turn, f"turn {turn} never came")


def _shown(s: Session) -> dict[str, Any]:
    shown: dict[str, Any] = s.perspective("player").to_json()
    return shown


def events_of(s: Session, seat: str, kind: str) -> list[Event]:
    """What this seat was told of that kind, oldest first."""
    return [event for event in s.events(seat) if event.kind == kind]


def rolls_of(s: Session, seat: str, what: str) -> list[Event]:
    """The rolls of that name that this seat saw, oldest first."""
    return [event for event in events_of(s, seat, "roll") if event.data["what"] == what]


def last(s: Session, seat: str, kind: str) -> Event:
    """The newest event of that kind this seat was told."""
    found = events_of(s, seat, kind)
    assert found, f"{seat} was told of no {kind}\n{s.position()}"
    return found[-1]


def modifiers(s: Session, what: str, seat: str = "player") -> dict[str, int]:
    """What modified the newest roll of that name, and by how much."""
    rolls = rolls_of(s, seat, what)
    assert rolls, f"{seat} saw no roll {what!r}\n{s.position()}"
    return {name: points for name, points, _ in rolls[-1].data["modifiers"]}


def course(s: Session, seat: str = "umpire") -> list[str]:
    """The course of events as that seat saw it: their kinds, rolls by their name."""
    return [event.data["what"] if event.kind == "roll" else event.kind for event in s.events(seat)]


def own_pack(folder: Path, file: str, text: str) -> Path:
    """An owner's pack of one file, to lay over ours with `pack=`."""
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def fighters(s: Session) -> dict[str, dict[str, Any]]:
    """The player's fighters by id, as he sees them."""
    return {row["id"]: row for row in s.perspective("player").to_json()["fighters"]}


def contacts(s: Session) -> list[dict[str, Any]]:
    """The enemies on the player's map."""
    found: list[dict[str, Any]] = s.perspective("player").to_json()["contacts"]
    return found


def attackers(s: Session) -> dict[str, dict[str, Any]]:
    """All attackers by id, as the umpire sees them."""
    return {row["id"]: row for row in s.perspective("umpire").to_json()["umpire"]["attackers"]}


def refused(s: Session, option: str | int, rule: str, seat: str | None = None) -> IllegalOption:
    """This answer must be refused by this rule, and change nothing."""
    before = s.position()
    with pytest.raises(IllegalOption) as wrong:
        s.decide(option, seat=seat)
    check(s, wrong.value.rule, rule, f"the rule that refuses {option!r}")
    check(s, s.position(), before, "the position after a refusal")
    return wrong.value


def check(s: Session, got: object, wanted: object, what: str = "") -> None:
    """Got what was wanted? A failure shows the position."""
    assert got == wanted, f"{what or 'value'}: {got!r}, not {wanted!r}\n{s.position()}"


def holds(s: Session, truth: object, what: str) -> None:
    """Is this so? A failure shows the position."""
    assert truth, f"{what}\n{s.position()}"


def inner(s: Session) -> Game:
    """The state of the game, past all perspectives."""
    assert isinstance(s.state, Game)
    return s.state


def seen_by(s: Session, seat: str) -> NightView:
    """The game as a seat sees it."""
    view = s.perspective(seat)
    assert isinstance(view, NightView)
    return view
