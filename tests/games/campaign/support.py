"""Careers for tests: set up with scripted dice, or reopened from a position with something changed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any

import viermot
from viermot.games.campaign.knowledge.flight import SortieSession
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.games.campaign.model.state import LISTS, Career
from viermot.kernel.session import Session

WORDS = ("game", "scenario", "prefix", "ending", "level")
Dice = Mapping[str, Sequence[int]]
Lines = dict[int, dict[str, Any]]  # which line of a list, and what is changed in it


def career(scenario: str = "pilot", dice: Dice | None = None, draws: Dice | None = None, **options: Any) -> Session:
    """A new career that stops after every week."""
    options.setdefault("stops", "every")
    seats = {"umpire": "plain"} if options.get("umpire") else {}
    return viermot.new_game("campaign", scenario, options, "test", seats, dice or {}, draws or {})


def data_of(session: Session) -> dict[str, Any]:
    """The position of a career as data."""
    raw = tomllib.loads(session.position())
    return {key: json.loads(v) if isinstance(v, str) and key not in WORDS else v for key, v in raw.items()}


def reopen(
    session: Session,
    todo: Sequence[Any] = (),
    dice: Dice | None = None,
    draws: Dice | None = None,
    sortie: Mapping[str, Any] | None = None,
    lines: Mapping[str, Lines] | None = None,
    **changes: Any,
) -> Session:
    """The career from here with something changed: fields, lines of lists, the sortie's fields; ``todo`` comes next."""
    data = {**data_of(session), **changes}
    for name, changed in (lines or {}).items():
        for number, fields in changed.items():
            for field, value in fields.items():
                data[name][number][columns(name).index(field)] = value
    if sortie is not None:
        data["sortie"] = {**data["sortie"], **sortie}
    if todo:  # and then what was asked here, but for a sortie that is over
        asked, data["asked"] = data["asked"], None
        if asked is not None and not asked[0].startswith("@campaign.in_flight"):
            data["agenda"].append(asked)
        data["agenda"] += [list(task) if isinstance(task, tuple) else [task] for task in reversed(todo)]
    text = "\n".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}"
        if isinstance(value, str | bool | int)
        else f"{key} = '''{json.dumps(value, ensure_ascii=False)}'''"
        for key, value in data.items()
    )
    seats = {"umpire": "plain"} if data["options"].get("umpire") else {}
    return viermot.new_game(
        "campaign", seed="again", seats=seats, dice=dice or {}, draws=draws or {}, position=text + "\n", trusted=True
    )


def kinds(session: Session, since: int = 0) -> list[str]:
    """The kinds of events so far, in order."""
    return [event.kind for event in session.events("player", since) if event.kind != "flight"]


def told(session: Session, kind: str) -> dict[str, Any]:
    """The fields of the last event of that kind; a roll is asked for as "roll:recovery"."""
    what, _, roll = kind.partition(":")
    for event in reversed(session.events("player")):
        if event.kind == what and (not roll or event.data["what"] == roll):
            return event.data
    raise AssertionError(f"no {kind} among {sorted(set(kinds(session)))}")


def rules_of(session: Session, kind: str) -> tuple[str, ...]:
    """The rules the last event of that kind cites."""
    return next(event.rules for event in reversed(session.events("player")) if event.kind == kind)


def shown(session: Session) -> dict[str, Any]:
    """What the player sees."""
    return session.perspective("player").to_json()


def in_the_air(scenario: str = "pilot", card: int = 5, **options: Any) -> Session:
    """A career whose first week has brought a sortie."""
    dice = {"flying": [6, 1, 1], "engagement": [6, 1, 1], "visibility": [4, 4], "cloud": [6], "altitude": [4]}
    session = career(scenario, dice, {"cards": [card], "take-off": [1]}, **options)
    assert shown(session)["sortie"] is not None
    return session


def land(session: Session) -> None:
    """Let the bot bring the sortie home."""
    SortieSession(session).fly_home("player")


def landed(session: Session, dice: Dice | None = None, **sortie: Any) -> Session:
    """The sortie is over, with these fields of its state changed: hits, fates."""
    return reopen(session, ["@campaign.debrief"], dice, sortie=sortie)


QUIET_MONTH = {"event of the month": [3, 4], "new crews": [1], "new aircraft": [1], "which type": [1]}


def at_patrols(dice: Dice | None = None, draws: Dice | None = None, **options: Any) -> Session:
    """A Staffel before its first night, after a month's business in which nothing happened."""
    session = career("staffel", {**QUIET_MONTH, **(dice or {})}, draws, **options)
    assert session.pending[0].kind == "who_assigns"
    return session


def night(dice: Dice | None = None, draws: Dice | None = None, **options: Any) -> Session:
    """The Staffel's first night, the patrols made up by the adjutant."""
    session = at_patrols(dice, draws, **options)
    session.decide("staff")
    return session


def inner(s: Session) -> Career:
    """The state of the game, past all perspectives."""
    assert isinstance(s.state, Career)
    return s.state


def seen_by(s: Session, seat: str) -> CareerView:
    """The game as a seat sees it."""
    view = s.perspective(seat)
    assert isinstance(view, CareerView)
    return view


def columns(name: str) -> tuple[str, ...]:
    """What the rows of one of a career's lists hold, in this order."""
    return tuple(signature(LISTS[name]).parameters)
