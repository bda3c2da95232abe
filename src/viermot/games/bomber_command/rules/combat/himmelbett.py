"""GCI: Himmelbett hexes, the units that man them, and their attacks [9.3]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import BRITISH, DECOY, DISTANCE, GERMAN, TO_ALL
from viermot.games.bomber_command.model.ids import NO_BOX, NO_CITY, Hex, Raid, Unit, by_unit
from viermot.games.bomber_command.model.notation import (
    NONE,
    THING,
    hex_in,
    hex_option,
    letter_in,
    letter_options,
    unit_in,
    unit_option,
    unit_options,
)
from viermot.games.bomber_command.model.records import GciAttack
from viermot.games.bomber_command.model.state import GCI, UNFIT, Game
from viermot.games.bomber_command.rules.cards.cards import at_own_time
from viermot.games.bomber_command.rules.cards.effects import Played, effect, objects
from viermot.games.bomber_command.rules.combat.combat import BY_GCI, COLUMN_GCI, attack_raid
from viermot.games.bomber_command.rules.movement.raids import GCI_MARKER
from viermot.kernel.agenda import Facts, Refusal, question, step


def may_man(game: Game, unit: Unit) -> bool:
    """May the unit take a GCI Intercept marker here? In its own division, one per hex [9.3a, 9.3.1]."""
    place = game.unit_place[unit]
    if place not in game.layout.covered or game.unit_marks[unit] & (UNFIT | GCI):
        return False
    counter = game.layout.units[unit]
    if not counter.twin and not game.layout.rules.gci_single_engined:
        return False
    if game.layout.zone_of[place] != counter.zone:
        return False
    return not any(there == place and game.unit_marks[other] & GCI for other, there in enumerate(game.unit_place))


def man(game: Game, unit: Unit) -> None:
    """The unit takes the marker and leaves any box it was stacked on [9.3a, 9.3b]."""
    game.unit_marks[unit] |= GCI
    game.unit_box[unit] = NO_BOX
    rules = "9.3a 9.3b" if game.layout.units[unit].twin else "9.3a 9.3b 9.3.1"
    place = game.unit_place[unit]
    game.emit("gci", rules, TO_ALL, unit, place, game.layout.covered[place])


def who_can_attack(game: Game, met: Interception) -> list[Unit]:
    """GCI units that may attack this raid here, each of them once per phase [9.3c, 9.3d]."""
    found = []
    for unit, marks in by_unit(game.unit_marks):
        if marks & GCI and (unit, met.raid) not in game.gci_done:
            place = game.unit_place[unit]
            near = DISTANCE[place][met.hex] <= met.reach if met.reach else met.hex in game.layout.covered[place]
            if near:
                found.append(unit)
    return found


@step
def resolve_gci(game: Game, hex_: Hex, raid: Raid, reach: int) -> None:
    """One unit attacks for the marker; with STRAGGLERS all within reach do, one after another [9.3c, 9.3d]."""
    game.push(intercept, Interception(hex_, raid, reach))


class Interception(NamedTuple):
    """A raid in an active hex; with STRAGGLERS units within this reach may attack it [9.3c, 9.3d]."""

    hex: Hex
    raid: Raid
    reach: int


@question(GERMAN, "9.3c", THING)
def intercept(game: Game, met: Interception) -> list[int]:
    """Which GCI unit attacks the raid in this hex? [9.3, ruling C7]"""
    return [NONE] + unit_options(who_can_attack(game, met))


@intercept.suggests
def _strongest(game: Game, met: Interception) -> int | None:
    units = who_can_attack(game, met)
    return unit_option(max(units, key=game.strength)) if units else None


@intercept.tells
def intercept_facts(game: Game, met: Interception) -> Facts:
    return {"hex": met.hex}


@intercept.refuses
def why_not_intercept(game: Game, met: Interception, option: int) -> Refusal | None:
    unit = unit_in(option)
    if unit not in range(len(game.unit_marks)) or not game.unit_marks[unit] & GCI:
        return "9.3a", "no_gci_marker"
    return ("9.3d", "attacked_it_already") if (unit, met.raid) in game.gci_done else ("9.3c", "hex_not_covered")


@intercept.chosen
def _intercepted(game: Game, met: Interception, option: int) -> None:
    hex_, raid, reach = met
    if option == NONE:
        game.emit("no_intercept", "9.0a", TO_ALL, hex_)
        return
    unit = unit_in(option)
    game.gci_done.append(GciAttack(unit, raid))
    if reach:
        game.push(resolve_gci, hex_, raid, reach)
    game.push(attack_raid, BY_GCI, unit, raid, hex_, NO_CITY, COLUMN_GCI, 0)


at_own_time(intercept)


# -- cards ------------------------------------------------------------------------------------------------


def _marked(game: Game, streams_only: bool) -> list[int]:
    """Hexes with a GCI marker; for the British card, only those against a Main Force or Decoy."""
    return list(
        dict.fromkeys(
            hex_option(marker.hex)
            for marker in game.combats
            if marker.type == GCI_MARKER and (not streams_only or game.plot[marker.raid].kind <= DECOY)
        )
    )


@objects("remove gci marker")
def _gci_markers(game: Game, function: Function) -> list[int]:
    return _marked(game, True)


@effect("remove gci marker")
def compact_stream(game: Game, card: Played) -> None:
    """COMPACT STREAM: remove one GCI marker against a Main Force or Decoy [9.1.2]."""
    game.push(compacted, hex_in(card.thing))


@question(BRITISH, "9.1.2a", THING)
def compacted(game: Game, hex_: Hex) -> list[int]:
    """Which raid's GCI marker is removed from the hex? A Main Force's or a Decoy's [9.1.2]."""
    here = [marker for marker in game.combats if marker.type == GCI_MARKER and marker.hex == hex_]
    raids = {marker.raid for marker in here if game.plot[marker.raid].kind <= DECOY}
    in_order = sorted(raids, key=lambda raid: (game.plot[raid].kind, game.plot[raid].letter))
    return letter_options(game.plot[raid].letter for raid in in_order)


@compacted.suggests
def _greatest(game: Game, hex_: Hex) -> int:
    """The Main Force, if there is one."""
    return compacted.options(game, hex_)[0]


@compacted.tells
def compacted_facts(game: Game, hex_: Hex) -> Facts:
    return {"hex": hex_}


@compacted.chosen
def _compacted(game: Game, hex_: Hex, option: int) -> None:
    """Everybody sees the marker go; only the British player knows which raid it was for [8.3]."""
    raid = game.raid_with(letter_in(option))
    of_raid = [marker for marker in game.combats if marker.type == GCI_MARKER and marker.raid == raid]
    game.combats.remove(next(marker for marker in of_raid if marker.hex == hex_))
    game.emit("marker_removed", "9.1.2a", TO_ALL, hex_)


@objects("stragglers himmelbett")
def _any_gci_markers(game: Game, function: Function) -> list[int]:
    return _marked(game, False)


@effect("stragglers himmelbett")
def stragglers_himmelbett(game: Game, card: Played) -> None:
    """STRAGGLERS: HIMMELBETT: all nearby GCI units may attack for that marker, whatever their division [9.3d]."""
    for place, marker in enumerate(game.combats):
        if marker.type == GCI_MARKER and marker.hex == hex_in(card.thing) and not marker.extra:
            game.combats[place] = marker._replace(extra=card.function.value)
            game.emit("stragglers", "9.3d", TO_ALL, marker.hex)
            return
