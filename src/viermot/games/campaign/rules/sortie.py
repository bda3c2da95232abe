"""A sortie: a whole game of its own inside the career, asked and answered through the career's record [A6, PC5].

The sortie's state lies in the career's, its dice are substreams of the career's dice under a name of their own, and
each of its decisions is a decision of the career. So saving, replaying, undoing and verifying a career covers its
sorties as well (docs/decisions/0008-careers.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.campaign.model.ids import FlightId
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import ON_STATION, PLAYER
from viermot.games.campaign.rules import raids, relief
from viermot.games.campaign.rules.debrief import debrief
from viermot.kernel import registry
from viermot.kernel.agenda import AnyQuestion, Facts, Notation, State, advance, apply, options_of, question, step
from viermot.kernel.dice import Dice
from viermot.kernel.registry import GameModule


class SortieDice:
    """The career's dice under the sortie's own stream names."""

    def __init__(self, dice: Dice, prefix: str) -> None:
        self._dice = dice
        self._prefix = prefix

    @property
    def rolls(self) -> int:
        """How many rolls there have been in the whole career."""
        return self._dice.rolls

    def roll(self, count: int, stream: str) -> Sequence[int]:
        return self._dice.roll(count, self._prefix + stream)

    def draw(self, size: int, stream: str) -> int:
        return self._dice.draw(size, self._prefix + stream)

    def pick(self, cup: Sequence[int], stream: str) -> int:
        return self._dice.pick(cup, self._prefix + stream)


class NotationOfTheSortie(Notation):
    """Options are written and read as in the sortie's own question."""

    def write(self, game: Career, option: int) -> str:
        sortie = game.sortie
        return str(sortie.asked[0].notation.write(sortie, option))

    def read(self, game: Career, text: str) -> int:
        sortie = game.sortie
        return int(sortie.asked[0].notation.read(sortie, text))


@step
def take_off(game: Career, flights: tuple[FlightId, ...], comes_late: int) -> None:
    """Lay out the scenario that the orders describe, with these flights in it [A6, PC5]."""
    game.number += 1
    game.happened = 1
    # A number that is never drawn twice: a sortie flown again after an undo gets new dice.
    game.prefix = f"s{game.number}-{game.dice.draw(1 << 32, 'take-off'):08x}/"
    fighters = [raids.fighter(game, flight, place > 0 or bool(comes_late)) for place, flight in enumerate(flights)]
    game.orders = {
        **game.orders, "fighters": fighters, "last_turn": relief.last_turn(game, flights, comes_late),
        "gunflash": game.layout.is_staffel or any(one["type"] == "Me110E-4" for one in fighters),
    }  # fmt: skip
    game.flights[flights[0]] = game.flights[flights[0]]._replace(fought=1, state=ON_STATION)
    lay_out(game)
    relief.send_up(game, comes_late)
    game.announce("take_off", "A6a CM4" if game.layout.is_staffel else "PC5 CM4", game.number, flights)
    advance(game.sortie)
    mirror(game, 0)
    relief.tend(game)
    fly_on(game)


def lay_out(game: Career) -> None:
    """Start the game of the sortie."""
    layout = game.layout
    pack = raids.sortie_pack(layout.book, layout.game_name, game.orders)
    dice = SortieDice(game.dice, game.prefix)
    game.sortie = registry.game(layout.game_name).start(pack, raids.ID, raids.options(game), dice)


def mirror(game: Career, since: int) -> None:
    """The career logs what the sortie logged, with the same rules and audience, so that undo stops where it must."""
    sortie = game.sortie
    for kind, rules, seats, data in sortie.log[since : sortie.logged]:
        game.emit("flight", rules, seats, kind, data)


@step
def fly_on(game: Career) -> None:
    """Ask the next question, or come home."""
    sortie = game.sortie
    if sortie.asked is None:
        game.push(debrief)
    elif sortie.asked[0].undoable and not game.layout.ironman:
        game.push(in_flight_still)
    else:
        game.push(in_flight)


def _options(game: Career) -> Sequence[int]:
    return options_of(game.sortie, game.sortie.asked)


def _chosen(game: Career, option: int) -> None:
    sortie = game.sortie
    sortie.dice = SortieDice(game.dice, game.prefix)
    since = sortie.logged
    apply(sortie, option)
    mirror(game, since)
    relief.tend(game)
    fly_on(game)


def _why_not(game: Career, option: int) -> tuple[str, str] | None:
    sortie = game.sortie
    reason = sortie.asked[0].why_not(sortie, *sortie.asked[1:], option)
    if reason is None:
        return None
    words = sortie.asked[0].name.partition(".")[0]  # the text belongs to the game that asks
    return reason[0], f"{words}.refused.{reason[1]}"


def _default(game: Career) -> int | None:
    sortie = game.sortie
    asked: AnyQuestion = sortie.asked[0]
    return asked.default_of(sortie, sortie.asked, _options(game))


def _settled(game: Career) -> int | None:
    asked: AnyQuestion = game.sortie.asked[0]
    return asked.settled(game.sortie, *game.sortie.asked[1:])


def _sortie(game: Career) -> tuple[GameModule, State]:
    return registry.game(game.layout.game_name), game.sortie


def _facts(game: Career) -> Facts:
    return {"asks": game.sortie.asked[0].word}


@question(PLAYER, "A6a", NotationOfTheSortie())
def in_flight(game: Career) -> Sequence[int]:
    """Whatever the sortie asks; final."""
    return _options(game)


in_flight.suggests(_default)


@question(PLAYER, "A6a", NotationOfTheSortie(), undoable=True)
def in_flight_still(game: Career) -> Sequence[int]:
    """Whatever the sortie asks; may be taken back as long as nothing has been learned from it."""
    return _options(game)


in_flight_still.suggests(_default)


for _asked in (in_flight, in_flight_still):
    _asked.chosen(_chosen)
    _asked.settles(_settled)
    _asked.refuses(_why_not)
    _asked.tells(_facts)
    _asked.plays(_sortie)
