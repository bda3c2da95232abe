"""The raid of the day and its weather [6.1], the bombers and their escort [7.1.2]."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from viermot.games.interceptor.model.ids import BomberType, EnemyType
from viermot.games.interceptor.model.state import UNKNOWN, Game
from viermot.games.interceptor.model.terms import BAD, GOOD, POOR
from viermot.kernel.agenda import step

Type = TypeVar("Type", BomberType, EnemyType)


@step
def incoming_raid(game: Game) -> None:
    """The raid's target, by month and dice, and the weather [6.1]; skipped if nobody can fly."""
    if not any(pilot.sortie.flying for pilot in game.pilots):
        return
    layout, month = game.layout, game.month
    game.raid.roll = sum(game.roll(layout.raid_dice[month], "raid", "6.1a"))
    game.raid.zone = layout.raid_zone[month][game.raid.roll]
    game.announce("raid", "6.1a 4.6.3a 4.3.2", layout.raid_target[month][game.raid.roll], game.raid.zone)
    total = sum(game.roll(2, "weather", "6.1a"))
    game.raid.weather = GOOD if total < layout.weather.poor else POOR if total < layout.weather.bad else BAD
    game.announce("weather", "6.1a 7.5", game.raid.weather)


class Force(NamedTuple):
    """What a raid is made of: bombers, and the fighters that escort them, NO_ENEMY for none."""

    bombers: BomberType
    escort: EnemyType


def force(game: Game) -> Force:
    """Which bombers come, and which fighters escort them [7.1.2].

    Chart A3 is consulted when the raid is first intercepted, with a roll if more than one type is possible; the result
    holds for that raid, in every box and for everybody who meets it [7.11, ruling D85].
    """
    if game.raid.bombers == UNKNOWN:
        game.raid.bombers, game.raid.escort = composition(game)
    return Force(game.raid.bombers, game.raid.escort)


def composition(game: Game) -> Force:
    """Chart A3 [7.1.2]."""
    layout = game.layout
    bomber = _one_of(game, layout.bomber_types[game.month], "bomber type", "7.1.2c")
    return Force(bomber, _one_of(game, layout.escorts[game.month][game.raid.zone], "escort", "7.1.2c"))


def _one_of(game: Game, types: tuple[Type, ...], what: str, rules: str) -> Type:
    """One of six types by die roll; no die is rolled if all six are the same."""
    if len(set(types)) > 1:
        return types[game.die(what, rules) - 1]
    (only,) = set(types)
    return only


def sweep(game: Game) -> EnemyType:
    """Who flies the sweep [7.2.1]."""
    return _one_of(game, game.layout.sweeps[game.raid.zone], "sweep", "7.2.1a")
