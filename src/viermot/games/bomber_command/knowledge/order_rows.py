"""The rows of the German order sheet: for each unit where it is, what it may be ordered to do, and what it does anyway.

Where units are and how much fuel they have is open [7.5a]; nothing here looks at raids.
"""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.bomber_command.model.board import ADJACENT, NAME, SIZE, ZONES
from viermot.games.bomber_command.model.ids import Unit, by_unit
from viermot.games.bomber_command.model.state import (
    FLOWN,
    GCI,
    GROUNDED,
    IN_RAID,
    LED_ASTRAY,
    OUT,
    READY,
    RECOVERING,
    Game,
)
from viermot.games.bomber_command.rules.movement.fighters import reach_of
from viermot.games.bomber_command.rules.obeying import HOME, LAND, NOTHING_TOLD, STAY, lands, turns_home
from viermot.kernel.agenda import Refusal

GROUND, AIR, BOUND, INSIDE, AWAY = "ground", "air", "gci", "raid", "away"
RESTING = "rest"  # on the ground after a sortie: an order that stands does not send it up again
ORDERS = ("go", STAY, HOME, LAND)


class UnitRow(NamedTuple):
    """A unit on the sheet."""

    name: str
    division: str
    state: str
    place: str  # its hex, or that of its field
    reach: tuple[str, ...]  # where it can be this turn
    gci: tuple[str, ...]  # where it may take a GCI marker, once it is there
    anyway: str  # what it does without a new order, wherever an older one would send it
    refused: dict[str, Refusal]  # orders it cannot be given, each with the rule


def unit_rows(game: Game) -> list[UnitRow]:
    """Every unit that is in play, in the order of the divisions."""
    return [_row(game, unit) for unit, place in by_unit(game.unit_place) if place != OUT]


def _row(game: Game, unit: Unit) -> UnitRow:
    counter, state = game.layout.units[unit], state_of(game, unit)
    place = game.unit_place[unit]
    return UnitRow(
        counter.name,
        ZONES[counter.zone],
        state,
        NAME[place if place >= 0 else counter.hex],
        tuple(NAME[hex_] for hex_ in _reach(game, unit, state)),
        _boxes(game, unit),
        _anyway(game, unit, state),
        _refused(game, unit, state),
    )


def state_of(game: Game, unit: Unit) -> str:
    """On the ground, in the air, bound to its box, inside a raid, or unable to take orders."""
    place = game.unit_place[unit]
    if place == IN_RAID:
        return INSIDE
    if place >= 0:
        return BOUND if game.has(unit, GCI) else AIR
    return GROUND if place == READY else AWAY


def _reach(game: Game, unit: Unit, state: str) -> list[int]:
    """Where it can be this turn; from the ground its field, and with one engine a hex beside it [7.1, 7.4.2]."""
    base = game.layout.units[unit].hex
    if state == GROUND and not game.has(unit, GROUNDED):
        return [base] if game.layout.units[unit].twin or base >= SIZE else [base, *ADJACENT[base]]
    if state == AIR and not game.has(unit, LED_ASTRAY):
        return list(reach_of(game, unit))
    return []


def _boxes(game: Game, unit: Unit) -> tuple[str, ...]:
    """The Himmelbett hexes of its own division that nobody mans yet [9.3a, 9.3.1]."""
    counter = game.layout.units[unit]
    if not counter.twin and not game.layout.rules.gci_single_engined:
        return ()
    manned = {place for other, place in by_unit(game.unit_place) if game.has(other, GCI)}
    fitting = [hex_ for hex_ in game.layout.covered if game.layout.zone_of[hex_] == counter.zone and hex_ not in manned]
    return tuple(NAME[hex_] for hex_ in sorted(fitting))


def _anyway(game: Game, unit: Unit, state: str) -> str:
    """What it does without an order."""
    if state not in (AIR, BOUND):
        return RESTING if state == GROUND and game.has(unit, FLOWN) else STAY
    if state == AIR and turns_home(game, unit):
        return HOME
    return LAND if lands(game, unit, NOTHING_TOLD) else STAY


def _refused(game: Game, unit: Unit, state: str) -> dict[str, Refusal]:
    """Which orders it cannot be given, and why [7.4.2a, 7.4.4, 9.3e, 9.4.3]."""
    if state == AWAY:
        key = "sheet_landing" if game.unit_place[unit] == RECOVERING else "sheet_not_ready"
        return dict.fromkeys(ORDERS, ("7.4.5", key))
    if state == GROUND:
        down: dict[str, Refusal] = dict.fromkeys((HOME, LAND), ("7.4.4a", "sheet_on_the_ground"))
        return {**down, "go": ("7.4.2a", "sheet_grounded")} if game.has(unit, GROUNDED) else down
    if state == INSIDE:
        return dict.fromkeys(("go", LAND), ("9.4.3a", "sheet_in_raid"))
    if state == BOUND:
        return dict.fromkeys(("go", HOME), ("9.3e", "sheet_bound"))
    return {"go": ("7.1a", "sheet_led_astray")} if game.has(unit, LED_ASTRAY) else {}
