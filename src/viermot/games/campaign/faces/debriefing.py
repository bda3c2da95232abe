"""Which throws of a night career had odds: those of its sorties, as their own game says, and the landings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from viermot.debriefing import KILL, LOSS, Debriefing, Gamble, Told, chance, debriefing_of, told_in, told_of, two_dice
from viermot.games.campaign.knowledge.flight import flown_again
from viermot.games.campaign.model.state import Career
from viermot.kernel import registry
from viermot.kernel.agenda import State
from viermot.kernel.json import JsonTable
from viermot.kernel.session import Session
from viermot.text import message

SORTIE, WEEK = "sortie", "week"
LANDING: Final = 1.5  # what a landing is worth compared with a kill
PLAYER = "player"
LOST: Final = ("plane_lost", "man_lost", "career_over", "fighter_lost")


class CareerDebriefing(Debriefing):
    """The campaigns, a pilot's and a Staffel's."""

    def told(self, session: Session, seat: str) -> list[Told]:
        """A sortie's events in its own words, at the places where the career repeats them."""
        return [each for told in _by_sortie(told_of(session, seat)) for each in _in_own_words(session, told)]

    def when(self, turn: int, locale: str) -> str:
        return message("campaign.debrief.week", locale, week=turn)

    def chapter(self, kind: str, data: JsonTable, seat: str) -> str:
        kind = str(data.get("what", "")) if kind == "flight" else kind
        if kind in ("week", "take_off", "turn"):
            return {"week": WEEK, "take_off": SORTIE}.get(kind, kind)
        if kind in ("kill", "shot_down"):
            return KILL
        return LOSS if kind in LOST else ""

    def gambles(self, told: Sequence[Told], seats: tuple[str, ...]) -> Iterator[Gamble]:
        flown = [each for each in told if not isinstance(each.before, Career)]
        if flown:
            yield from debriefing_of(registry.game(_flown_game(told))).gambles(flown, seats)
        for at, each in enumerate(told):
            if each.what == "roll:recovery" and isinstance(each.before, Career):
                yield from _landing(each, each.before, told[at + 1 : at + 4])


def _flown_game(told: Sequence[Told]) -> str:
    career = next(each.before for each in told if isinstance(each.before, Career))
    name: str = career.layout.game_name
    return name


def _landing(each: Told, game: Career, after: Sequence[Told]) -> Iterator[Gamble]:
    """Does the crew land safely? [A7.1]"""
    said = next((one for one in after if one.event.kind == "lands"), None)
    if said is None:
        return
    rows = game.layout.book.recovery.landing
    added = sum(points for _, points, _ in each.event.data["modifiers"])
    odds = two_dice(lambda total: int([row for row in rows if total + added >= row.least][-1].id == "safe"))
    safe = said.event.data["landing"] == "safe"
    yield chance(said.place, "campaign.luck.landings", PLAYER, odds.get(1, 0.0), safe, LANDING)


def _by_sortie(told: Sequence[Told]) -> Iterator[list[Told]]:
    """The events up to each take-off, and those from it to the landing."""
    found: list[Told] = []
    for each in told:
        if each.event.kind == "take_off" and found:
            yield found
            found = []
        found.append(each)
    yield found


def _in_own_words(session: Session, told: list[Told]) -> list[Told]:
    number = told[0].event.data.get("number") if told[0].event.kind == "take_off" else None
    flights = [place for place, each in enumerate(told) if each.event.kind == "flight"]
    if number is None or not flights:
        return told
    states = [state.sortie for _, state in flown_again(session, int(number)) if state.sortie is not None]
    inner: list[State] = [state for state in states if isinstance(state, State)]
    if not inner:
        return told
    name: str = flown_again(session, int(number))[-1][1].layout.game_name
    own = told_in(registry.game(name), inner, inner[-1], (told[0].view.seat,))
    week = told[0].event.turn
    for place, each in zip(flights, own, strict=False):
        event = each.event.__class__(each.event.number, week, each.event.kind, each.event.rules, each.event.data)
        told[place] = each._replace(place=told[place].place, event=event)
    return told


DEBRIEFING: Final = CareerDebriefing()
