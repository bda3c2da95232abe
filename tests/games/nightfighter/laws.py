"""What holds at every table of Nightfighter and of the solitaire game, whatever a test is about.

Every game a rule test plays is watched: after each answer no piece may stand against the book (two in one hex, a crew
that holds what is gone, more hits than an aircraft takes), and all that has changed on the map must have been told: an
aircraft that stands elsewhere, was hit, found or lost is named in the log, with the hex where it stands now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from viermot import Session
from viermot.kernel.events import Event

Rows = dict[str, dict[str, Any]]  # pieces by name

WATCHED: Final = ("hex", "hits", "dives", "tally", "fix", "lit_in", "level", "track", "alerted", "fate")
# Of the umpire's attackers; the first two not of an intruder that a rear gunner hits [17.4.4b].
UNSEEN: Final = ("hits", "fate", "lit_in", "alerted")
HOLDS: Final = ("tally", "fix")  # who shakes off all that hold him is named himself
TWO_DICE: Final = ("attack", "collision", "defensive fire", "intruder attack", "return fire")  # 11.0b, 17.3.1b, 17.4.2a
MOVING: Final = ("hand_off",)  # asked in the middle of a move


def rows_of(s: Session, seat: str) -> Rows:
    """The pieces that a seat sees, by name."""
    shown = s.perspective(seat).to_json()
    rows = {row["id"]: row for row in shown["fighters"]}
    rows |= {row["contact"]: row for row in shown.get("contacts", ())}
    rows |= {row["counter"]: row for row in shown.get("counters", ())}
    rows |= {row["id"]: row for row in shown.get("umpire", {}).get("attackers", ())}
    return rows


def names_in(value: object) -> Iterator[str]:
    """All words of an event's data, however deep."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from names_in(each)
    elif isinstance(value, dict):
        yield from names_in(list(value.values()))
    else:
        yield str(value)


def untold(before: Rows, after: Rows, news: list[Event]) -> list[str]:
    """What has changed on the map and is not in the log."""
    told = [set(names_in(event.data)) for event in news]
    wrong = []
    for name, row in after.items():
        old = before.get(name, row)
        known = {name, row.get("contact") or name, old.get("contact") or name}  # the player's name for it is good too
        about = [words for words in told if not known.isdisjoint(words)]
        watched = UNSEEN[2 * row["intruder"] :] if "intruder" in row else WATCHED
        changed = [what for what in watched if what in row and row[what] != old[what]]
        if "dives" in changed and row["dives"] > old["dives"]:
            changed.remove("dives")  # the next flying bomb gives them back [SC8F]
        if any(not about and not (what in HOLDS and row[what] is None and _named(old[what], told)) for what in changed):
            wrong.append(f"{name}: {', '.join(changed)} changed, and the log does not name it")
        if "hex" in changed and row["hex"] not in (None, "box") and not _named(row["hex"], about):
            wrong.append(f"{name} is in {row['hex']} now, and the log does not say so")
    return wrong


def _named(name: str, told: list[set[str]]) -> bool:
    return any(name in words for words in told)


def misthrown(news: list[Event]) -> list[str]:
    """The combat table is for two dice."""
    rolls = [event.data for event in news if event.kind == "roll" and event.data["what"] in TWO_DICE]
    return [f"{len(roll['dice'])} dice for {roll['what']}" for roll in rolls if len(roll["dice"]) != 2]


# What an event says of a piece, and where that stands on it; the last word counts.
SAID: Final = (
    (("placed", "moved", "scattered", "follows", "fighter_corkscrews", "drifts"), "fighter", "hex", "hex"),
    (("fighter_hit",), "fighter", "total", "hits"),
    (("coned", "handed_off"), "contact", "zone", "lit_in"),
    (("tallied",), "fighter", "contact", "tally"),
    (("fixed",), "fighter", "contact", "fix"),
)
SCORES: Final = ("points", "torpedo", "unopposed")


def belied(rows: Rows, news: list[Event], score: int | None) -> list[str]:
    """What the log says last of a piece or of the score, and is not so; what it lost since then does not count."""
    wrong = []
    for kinds, who, field, shown in SAID:
        last = {event.data[who]: event for event in news if event.kind in kinds and event.data.get(who)}
        for name, event in last.items():
            row = rows.get(name, {})
            if row.get(shown) not in (None, "box", event.data[field]):
                wrong.append(f"{event.kind} says {event.data[field]} of {name}, which has {row[shown]}")
    said = [event.data["total"] for event in news if event.kind in SCORES]
    return wrong + [f"{said[-1]} points are told, {score} there are" for _ in said[:1] if said[-1] != score]


class Watch:
    """One table: how it stood after the last answer."""

    def __init__(self, s: Session, contradictions: Callable[[Any], list[str]]) -> None:
        self.contradictions = contradictions
        self.rows = {seat: rows_of(s, seat) for seat in s.module.seats}
        self.heard = {seat: len(s.events(seat)) for seat in s.module.seats}
        self.keeps_the_laws(s)

    def keeps_the_laws(self, s: Session) -> None:
        """Nothing against the book, and nothing untold; a move is told when it is over."""
        if s.pending and s.pending[0].kind in MOVING:
            return
        wrong = self.contradictions(s.state)
        wrong += [f"nobody may know of {event[0]}" for event in s.state.log[: s.state.logged] if not event[2]]
        for seat in s.module.seats:
            rows, log = rows_of(s, seat), s.events(seat)
            news = log[self.heard[seat] :]
            wrong += misthrown(news) + belied(rows, news, getattr(s.state, "vp", None))
            wrong += [f"{seat}: {each}" for each in untold(self.rows[seat], rows, news)]
            self.rows[seat], self.heard[seat] = rows, len(log)
        assert not wrong, "\n".join([*wrong, s.position()])


def watch_over(monkeypatch: pytest.MonkeyPatch, game: str, contradictions: Callable[[Any], list[str]]) -> None:
    """Watch every table of this game from its first question on."""
    watches: dict[int, Watch] = {}
    begin, decide = Session.begin, Session.decide

    def watched_begin(s: Session) -> None:
        begin(s)
        if s.module.name == game:
            watches[id(s)] = Watch(s, contradictions)

    def watched_decide(s: Session, *option: Any, **more: Any) -> None:
        decide(s, *option, **more)
        if id(s) in watches:
            watches[id(s)].keeps_the_laws(s)

    monkeypatch.setattr(Session, "begin", watched_begin)
    monkeypatch.setattr(Session, "decide", watched_decide)
