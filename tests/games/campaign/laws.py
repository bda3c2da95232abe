"""What holds in every career a rule test plays: its books add up, and whatever changes in them is told by name."""

from __future__ import annotations

from typing import Any, Final

import pytest

from viermot import Session
from viermot.games.campaign.knowledge.events import fields_of
from viermot.games.campaign.model.check import faults
from viermot.games.campaign.model.state import Career

CREW: Final = ("pilot", "operator", "gunner", "kills", "points", "awards", "fate", "back", "leave")
PLANE: Final = ("type", "ready", "fate", "radar")
SWITCHES: Final = ("risen", "passing", "happened", "tended")
# Weeks in which one of these is told are not passed over [A3].
EVENTFUL: Final = frozenset((
    "take_off", "award", "promoted", "wounded", "man_lost", "unhurt", "plane_lost", "retrained", "repairs",
))  # fmt: skip


def out_of_order(after: Career, news: list[tuple[Any, ...]]) -> list[str]:
    """Switches that are neither on nor off, a quiet week in which something happened, fuel nobody was sent home for."""
    wrong = [f"{name} is {getattr(after, name)}" for name in SWITCHES if getattr(after, name) not in (0, 1)]
    kinds = [event[0] for event in news]
    this_week = kinds[len(kinds) - 1 - kinds[::-1].index("week") :] if "week" in kinds else kinds
    if not after.happened and not EVENTFUL.isdisjoint(this_week):
        wrong.append("something has happened, and the week counts as quiet")
    if after.sortie is not None and not after.tended and not {"fuel", "relieved", "scrambled"}.isdisjoint(kinds):
        wrong.append("a fighter was sent or called, and the sortie counts as left alone")
    return wrong


def untold(before: Career, after: Career, news: list[dict[str, Any]]) -> list[str]:
    """Crews and aircraft whose line in the book has changed, and which nothing in the log names."""
    wrong = []
    crews = {fields["crew"] for fields in news if "crew" in fields}
    crews |= {after.flights[fields["flight"]].crew for fields in news if fields.get("flight", 99) < len(after.flights)}
    planes = {fields[name] for fields in news for name in ("plane", "for_plane", "type") if name in fields}
    for number, (old, new) in enumerate(zip(before.crews, after.crews, strict=False)):
        changed = [what for what in CREW if getattr(old, what) != getattr(new, what)]
        if changed and number not in crews:
            wrong.append(f"crew {number + 1}: {', '.join(changed)} changed, and the log does not name it")
    for number, (was, now) in enumerate(zip(before.planes, after.planes, strict=False)):
        changed = [what for what in PLANE if getattr(was, what) != getattr(now, what)]
        if changed and planes.isdisjoint((number, before.called(number), after.called(number))):
            wrong.append(f"{after.called(number)}: {', '.join(changed)} changed, and the log does not name it")
    return wrong


def watch_careers(monkeypatch: pytest.MonkeyPatch) -> None:
    """After every answer of every career: do its books add up, and is all told?"""
    begin, decide = Session.begin, Session.decide

    def laws(s: Session, before: Career) -> None:
        after = s.state
        assert isinstance(after, Career)
        wrong = faults(after)
        log = after.log[: after.logged]
        wrong += [f"nobody may know of {event[0]}" for event in log if not event[2]]
        s.events("player")  # each can be read
        news = [event for event in log[before.logged :] if event[0] != "flight"]
        wrong += out_of_order(after, news) + untold(before, after, [fields_of(event) for event in news])
        assert not wrong, "\n".join([*wrong, s.position()])

    def watched_begin(s: Session) -> None:
        begin(s)
        if s.module.name == "campaign":
            laws(s, s.before[0])  # type: ignore[arg-type]

    def watched_decide(s: Session, *option: Any, **more: Any) -> None:
        before = s.state
        decide(s, *option, **more)
        if s.module.name == "campaign":
            laws(s, before)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "begin", watched_begin)
    monkeypatch.setattr(Session, "decide", watched_decide)
