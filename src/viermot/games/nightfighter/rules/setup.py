"""Setting up: the environment, equipment by die, the secret side of the chits, and where fighters start [3.0, 20.1]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from viermot.games.nightfighter.model.board import (
    BOX,
    COLUMN,
    DISTANCE,
    FULL_MOON,
    GOOD,
    HALF_MOON,
    MODERATE,
    MOONS,
    NO_MOON,
    PLAYER,
    POOR,
    TO_ALL,
    TO_UMPIRE,
    UMPIRE,
    VISIBILITIES,
)
from viermot.games.nightfighter.model.ids import Fighter, Hex
from viermot.games.nightfighter.model.notation import IN_BOX, PLACE
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.sequence import begin_turn
from viermot.kernel.agenda import Facts, Words, question, step, task


@step
def set_up(game: Game) -> None:
    """Counters, environment and turn marker, then the fighters [3.4b]."""
    scenario = game.layout.scenario
    rules = "3.2a 1.3" + (" 3.2f" if scenario.parent else "") + (" 3.2e" if scenario.special else "")
    game.emit("scenario", rules, TO_ALL, scenario.id)
    game.emit("map", "2.1.1a 2.1.1b 2.1.2 2.1.3a", TO_ALL)
    game.emit("off_map", "3.2b 3.4a", TO_UMPIRE, game.layout.attackers_in_all)
    if game.layout.naval:
        game.emit("task_force", "26.0 26.1", TO_ALL, game.layout.task_force)
    for type_ in game.layout.agreed_for_attackers:
        game.emit("agreed", "12.0b 12.0d", TO_ALL, type_, tuple(game.layout.equipment[type_]))
    for option in sorted(name for name, on in game.layout.options.items() if on and name.startswith("28.")):
        game.emit("option", "28.0", TO_ALL, option)
    game.next(
        task(set_moon),
        task(set_visibility),
        task(set_cloud),
        task(fit_oblique_guns),
        task(choose_side),
        task(set_up_fighters),
    )


@step
def set_moon(game: Game) -> None:
    """As the scenario says, or by two dice on the Moon Phase Table [3.3.1]."""
    scenario = game.layout.scenario
    if scenario.moon != "random":
        game.moon = MOONS.index(scenario.moon)
    else:
        rules = "3.3.1a 3.2g 3.3.1b" if scenario.moon_mod else "3.3.1a 3.2g"
        total = sum(game.roll(2, "moon", rules, scenario.moon_mod)) + scenario.moon_mod
        table = game.layout.components.book.moon
        game.moon = FULL_MOON if total <= table.full else HALF_MOON if total <= table.half else NO_MOON
    game.emit("moon", "2.1.5c 3.2g", TO_ALL, game.moon)


@step
def set_visibility(game: Game) -> None:
    """As the scenario says, or by two dice on the Visibility Table [3.3.2d, 3.3.2e, ruling A1]."""
    scenario = game.layout.scenario
    if scenario.visibility != "random":
        game.visibility = VISIBILITIES.index(scenario.visibility)
    else:
        rules = "3.3.2d 3.2g 3.3.2e" if scenario.vis_mod else "3.3.2d 3.2g"
        total = sum(game.roll(2, "visibility", rules, scenario.vis_mod)) + scenario.vis_mod
        table = game.layout.components.book.visibility
        game.visibility = POOR if total <= table.poor else MODERATE if total <= table.moderate else GOOD
    game.emit("visibility", "3.3.2a 2.1.5c", TO_ALL, game.visibility)


@step
def set_cloud(game: Game) -> None:
    """As the scenario says, or by one die on the Cloud Table [3.3.3d]."""
    scenario = game.layout.scenario
    if scenario.cloud != "random":
        game.cloud = int(scenario.cloud == "cloudy")
    else:
        game.cloud = int(game.die("cloud", "3.3.3d 3.2g") <= game.layout.components.book.cloud.cloudy)
    game.emit("cloud", "2.1.5c", TO_ALL, game.cloud)


@step
def fit_oblique_guns(game: Game) -> None:
    """Standard schräge Musik is always there; as an upgrade it is there on 1 to 3 [20.1, 12.0]."""
    for fighter, fit in game.layout.numbered():
        game.f_oblique[fighter] = int(fit.has_oblique)
        if fit.oblique_by_die:
            game.f_oblique[fighter] = int(game.die("schräge Musik", "20.1", fighter) <= 3)
        game.emit("fighter", fit.rules, TO_ALL, fighter, game.f_oblique[fighter])


@question(UMPIRE, "8.1.2", Words("red", "yellow"))
def choose_side(game: Game) -> list[int]:
    """Which side of the chits, for the whole game and in secret? [8.1.2]"""
    return [0, 1]


@choose_side.chosen
def side_chosen(game: Game, side: int) -> None:
    game.side = side
    game.emit("side", "8.1.2", TO_UMPIRE, side)


@step
def set_up_fighters(game: Game) -> None:
    """The player sets up his fighters in the order of the list; then turn 1 begins [3.4b]."""
    game.next(*[task(place_fighter, f) for f in game.layout.numbers], task(begin_turn))


@question(PLAYER, "3.2c", PLACE, undoable=True)
def place_fighter(game: Game, fighter: Fighter) -> Sequence[int]:
    """In which hex does this fighter start, and with which facing? [3.2c]"""
    scenario = game.layout.scenario
    placed = [hex_ for hex_ in game.f_hex if hex_ >= 0]
    if not placed or not (scenario.apart or scenario.columns_apart):
        return game.layout.start_places[fighter]
    hexes = game.layout.start_hexes[fighter]
    for other in placed:
        hexes = apart_from(hexes, other, scenario.apart, scenario.columns_apart)
    return EveryFacing(hexes)


@lru_cache(maxsize=2000)
def apart_from(hexes: tuple[Hex, ...], other: Hex, apart: int, columns: int) -> tuple[Hex, ...]:
    """Those hexes that are at least this far, and this many columns, from another [3.2c]."""
    row, column = DISTANCE[other], COLUMN[other]
    return tuple([h for h in hexes if row[h] >= apart and abs(COLUMN[h] - column) >= columns])


class EveryFacing(Sequence[int]):
    """Some hexes in every facing, as places to set up: thousands, so they are not listed one by one."""

    def __init__(self, hexes: tuple[Hex, ...]) -> None:
        self.hexes = hexes

    def __len__(self) -> int:
        return len(self.hexes) * 6

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        return self.hexes[number // 6] * 6 + number % 6


@place_fighter.chosen
def fighter_placed(game: Game, fighter: Fighter, place: int) -> None:
    if place == IN_BOX:
        game.f_hex[fighter] = BOX
        game.emit("in_box", "3.2c 2.1.3c 3.4b", TO_ALL, fighter)
        return
    game.f_hex[fighter], game.f_facing[fighter] = Hex(place // 6), place % 6
    at_beacon = game.layout.fighters[fighter].place.kind == "beacon"
    rules = "3.2c 2.2.1b 3.4b 2.1.3b" if at_beacon else "3.2c 2.2.1b 3.4b"
    game.emit("placed", rules, TO_ALL, fighter, game.f_hex[fighter], game.f_facing[fighter])


@place_fighter.refuses
def why_not_place_fighter(game: Game, fighter: Fighter, place: int) -> tuple[str, str] | None:
    return ("3.2c", "not_a_start_hex")


@place_fighter.tells
def place_fighter_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter}
