"""Which throws and cards of a career had odds: bursts, return fire, interceptions, landings, parachutes, ways home.

A card is judged by the deck as it lay when the pilot was last asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from viermot.debriefing import KILL, LOSS, Debriefing, Gamble, Told, chance, two_dice
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import NOT_LOCATED, WOUNDS
from viermot.games.interceptor.rules.damage.landing import jump
from viermot.kernel.json import JsonTable
from viermot.text import message

FOE = ""  # there is no opposing seat
SORTIE, MONTH = "sortie", "month"
LOST: Final = ("shot_down", "destroyed", "pilot_dead", "wrecked", "all_killed", "career_over")
AFTER, BEFORE = 8, 60  # events within which the log has the outcome of a throw, or how it came about
BURST, TAKEN, MET, LANDED, JUMPED, HOME, SEEN = 0.3, 0.3, 0.2, 1.0, 3.0, 1.0, 0.8  # in victories
SERIOUS: Final = WOUNDS.index("serious")


class AirDebriefing(Debriefing):
    """Interceptor Ace."""

    def when(self, turn: int, locale: str) -> str:
        return message("interceptor.debrief.line", locale, line=turn)

    def chapter(self, kind: str, data: JsonTable, seat: str) -> str:
        if kind in ("take_off", "month"):
            return SORTIE if kind == "take_off" else MONTH
        if kind in ("bomber_down", "enemy_down", "kill"):
            return KILL
        return LOSS if kind in LOST else ""

    def gambles(self, told: Sequence[Told], seats: tuple[str, ...]) -> Iterator[Gamble]:
        for at, each in enumerate(told):
            read = READ.get(each.what)
            if read is not None:
                yield from read(each, told[at + 1 : at + AFTER], told[max(0, at - BEFORE) : at])


def _game(each: Told) -> Game:
    """The career as it was when the pilot was last asked."""
    if not isinstance(each.before, Game):
        raise TypeError(type(each.before).__name__)
    return each.before


def _deck(each: Told, game: Game, before: Sequence[Told]) -> bytes:
    """The cards that could be drawn: those left when he was last asked, or all if they were shuffled since."""
    shuffled = any(one.event.kind == "shuffled" and one.place >= game.logged for one in before)
    return game.layout.deck if shuffled or not game.deck else game.deck


def _next(after: Sequence[Told], *kinds: str) -> Told | None:
    return next((one for one in after if one.event.kind in kinds), None)


def _burst(each: Told, after: Sequence[Told], before: Sequence[Told]) -> Iterator[Gamble]:
    """Does the card hit at all, in the column of the firepower? [7.1.6]"""
    _, column, result = each.logged[3]
    game = _game(each)
    deck = _deck(each, game, before)
    odds = sum(game.layout.hits[card][column] > 0 for card in deck) / len(deck)
    yield chance(each.place, "interceptor.luck.bursts", each.view.seat, odds, result > 0, BURST)


def _their_fire(each: Told, after: Sequence[Told], before: Sequence[Told]) -> Iterator[Gamble]:
    """Does the bomber's card hit, after all that changes it? [7.1.7, 7.1.8]"""
    _, hits, modifiers = each.logged[3]
    game = _game(each)
    deck = _deck(each, game, before)
    more = sum(points for _, points, _ in modifiers)
    odds = sum(game.layout.fire[card] + more > 0 for card in deck) / len(deck)
    yield chance(each.place, "interceptor.luck.their_fire", FOE, odds, hits > 0, TAKEN)


def _interception(each: Told, after: Sequence[Told], before: Sequence[Told]) -> Iterator[Gamble]:
    """Is the raid found? [6.1]"""
    said = _next(after, "interception")
    if said is None:
        return
    game = _game(each)
    chart = game.layout.interception[game.month]
    odds = two_dice(lambda total: int(chart[total] != NOT_LOCATED))
    met = said.event.data["met"] != "not located"
    yield chance(said.place, "interceptor.luck.interceptions", each.view.seat, odds.get(1, 0.0), met, MET)


def _landing(each: Told, after: Sequence[Told], before: Sequence[Told]) -> Iterator[Gamble]:
    """Does he land unharmed? [7.4.4]"""
    said, how = _next(after, *LANDINGS), _next(before[::-1], "lands")
    if said is None or how is None:
        return
    added = sum(points for _, points, _ in how.event.data["modifiers"])
    chart = _game(each).layout.landing
    odds = two_dice(lambda total: int(total + added < chart.rough))
    safe = said.event.kind == "landed"
    yield chance(said.place, "interceptor.luck.landings", each.view.seat, odds.get(1, 0.0), safe, LANDED)


def _way_home(each: Told, after: Sequence[Told], before: Sequence[Told]) -> Iterator[Gamble]:
    """Does what he damaged crash on its way home? [7.4.3]"""
    chances = int(each.event.data["chances"])
    crashed = each.event.data["dice"][0] <= chances
    said = _next(after, "gets_home", "kill", "not_confirmed") or each
    yield chance(said.place, "interceptor.luck.way_home", each.view.seat, min(chances, 10) / 10, crashed, HOME)


def _confirmed(each: Told, after: Sequence[Told], before: Sequence[Told]) -> Iterator[Gamble]:
    """Did anybody see it crash? [7.4.3]"""
    needed = _game(each).layout.chances.confirmed
    seen = each.event.data["dice"][0] <= needed
    said = _next(after, "kill", "not_confirmed") or each
    yield chance(said.place, "interceptor.luck.confirmed", each.view.seat, needed / 6, seen, SEEN)


def _jump(each: Told, after: Sequence[Told], before: Sequence[Told]) -> Iterator[Gamble]:
    """Does he come down in one piece? [7.6]"""
    said = _next(after, "jumped")
    if said is None or said.event.data["who"] != "pilot":
        return
    added = int(each.event.data.get("modifier", 0))
    game = _game(each)
    odds = two_dice(lambda total: int(jump(game, total + added) < SERIOUS))
    well = WOUNDS.index(said.event.data["wound"]) < SERIOUS
    yield chance(said.place, "interceptor.luck.parachutes", each.view.seat, odds.get(1, 0.0), well, JUMPED)


LANDINGS: Final = ("landed", "rough_landing", "crash_landing", "wrecked")
Read = Callable[[Told, Sequence[Told], Sequence[Told]], Iterator[Gamble]]
READ: Final[dict[str, Read]] = {
    "fires": _burst, "defensive_fire": _their_fire, "roll:interception": _interception, "roll:landing": _landing,
    "roll:way home": _way_home, "roll:confirmation": _confirmed, "roll:parachute": _jump,
}  # fmt: skip
DEBRIEFING: Final = AirDebriefing()
