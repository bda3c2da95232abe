"""GCI: Himmelbett hexes, the units that man them, and their attacks [9.3]."""

from __future__ import annotations

from typing import Any

from viermot.games.bomber_command.model.board import BRITISH, DECOY, DISTANCE, GERMAN, OFF, TO_ALL
from viermot.games.bomber_command.model.notation import HEX, NONE, RAID, THING, UNIT
from viermot.games.bomber_command.model.records import GciAttack
from viermot.games.bomber_command.model.state import GCI, UNFIT, Game
from viermot.games.bomber_command.rules.cards.cards import at_own_time, effect, objects
from viermot.games.bomber_command.rules.combat.combat import BY_GCI, COLUMN_GCI, attack_raid
from viermot.games.bomber_command.rules.movement.raids import GCI_MARKER
from viermot.kernel.agenda import question, step


def may_man(game: Game, unit: int) -> bool:
    """May the unit take a GCI Intercept marker here? In its own division, one a hex [9.3a, 9.3.1]."""
    place = game.u_place[unit]
    if place not in game.table.covered or game.u_marks[unit] & (UNFIT | GCI):
        return False
    fit = game.table.units[unit]
    if not fit.twin and not game.table.rules.gci_single_engined:
        return False
    if game.table.zone_of[place] != fit.zone:
        return False
    return not any(there == place and game.u_marks[other] & GCI for other, there in enumerate(game.u_place))


def man(game: Game, unit: int) -> None:
    """The unit takes the marker and leaves any box it was stacked on [9.3a, 9.3b]."""
    game.u_marks[unit] |= GCI
    game.u_box[unit] = 0
    rules = "9.3a 9.3b" if game.table.units[unit].twin else "9.3a 9.3b 9.3.1"
    place = game.u_place[unit]
    game.emit("gci", rules, TO_ALL, unit, place, game.table.covered[place])


def who_can_attack(game: Game, hex_: int, raid: int, everybody: bool, reach: int) -> list[int]:
    """GCI units that may attack this raid here: each raid once a phase [9.3c, 9.3d]."""
    found = []
    for unit, marks in enumerate(game.u_marks):
        if marks & GCI and (unit, raid) not in game.gci_done:
            place = game.u_place[unit]
            near = DISTANCE[place][hex_] <= reach if everybody else hex_ in game.table.covered[place]
            if near:
                found.append(unit)
    return found


@step
def resolve_gci(game: Game, hex_: int, raid: int, reach: int) -> None:
    """One unit attacks for the marker; with STRAGGLERS all within reach, one after the other [9.3c, 9.3d]."""
    game.push(intercept, hex_, raid, reach)


@question(GERMAN, "9.3c", THING)
def intercept(game: Game, hex_: int, raid: int, reach: int) -> list[int]:
    """Which GCI unit attacks the raid in this hex? [9.3, ruling C7]"""
    return [NONE] + [UNIT + unit for unit in who_can_attack(game, hex_, raid, bool(reach), reach)]


@intercept.suggests
def _strongest(game: Game, hex_: int, raid: int, reach: int) -> int | None:
    units = who_can_attack(game, hex_, raid, bool(reach), reach)
    return UNIT + max(units, key=game.strength) if units else None


@intercept.tells
def _intercept_about(game: Game, hex_: int, raid: int, reach: int) -> dict[str, Any]:
    return {"hex": hex_}


@intercept.refuses
def _intercept_why_not(game: Game, hex_: int, raid: int, reach: int, option: int) -> tuple[str, str] | None:
    unit = option - UNIT
    if unit not in range(len(game.u_marks)) or not game.u_marks[unit] & GCI:
        return "9.3a", "no_gci_marker"
    return ("9.3d", "attacked_it_already") if (unit, raid) in game.gci_done else ("9.3c", "hex_not_covered")


@intercept.chosen
def _intercepted(game: Game, hex_: int, raid: int, reach: int, option: int) -> None:
    if option == NONE:
        game.emit("no_intercept", "9.0a", TO_ALL, hex_)
        return
    unit = option - UNIT
    game.gci_done.append(GciAttack(unit, raid))
    if reach:
        game.push(resolve_gci, hex_, raid, reach)
    game.push(attack_raid, BY_GCI, unit, raid, hex_, OFF, COLUMN_GCI, 0)


at_own_time(intercept)


# -- cards ------------------------------------------------------------------------------------------------


def _marked(game: Game, streams_only: bool) -> list[int]:
    """Hexes with a GCI marker; for the British player only those against a Main Force or Decoy."""
    return list(
        dict.fromkeys(
            HEX + marker.hex
            for marker in game.combats
            if marker.type == GCI_MARKER and (not streams_only or game.r_kind[marker.raid] <= DECOY)
        )
    )


@objects("remove gci marker")
def _gci_markers(game: Game, seat: int, a: int, b: int, function: Any) -> list[int]:
    return _marked(game, True)


@effect("remove gci marker")
def compact_stream(game: Game, seat: int, a: int, b: int, function: Any, thing: int) -> None:
    """COMPACT STREAM: one GCI marker against a Main Force or Decoy goes [9.1.2]."""
    game.push(compacted, thing - HEX)


@question(BRITISH, "9.1.2a", THING)
def compacted(game: Game, hex_: int) -> list[int]:
    """Whose GCI marker is removed from the hex? That of a Main Force or Decoy [9.1.2]."""
    here = [marker for marker in game.combats if marker.type == GCI_MARKER and marker.hex == hex_]
    raids = {marker.raid for marker in here if game.r_kind[marker.raid] <= DECOY}
    return [RAID + game.r_letter[raid] for raid in sorted(raids, key=lambda r: (game.r_kind[r], game.r_letter[r]))]


@compacted.suggests
def _greatest(game: Game, hex_: int) -> int:
    """The Main Force, if there is one."""
    return compacted.options(game, hex_)[0]


@compacted.tells
def _compacted_about(game: Game, hex_: int) -> dict[str, Any]:
    return {"hex": hex_}


@compacted.chosen
def _compacted(game: Game, hex_: int, option: int) -> None:
    """All see the marker go, the British player alone knows against whom it was [8.3]."""
    raid = game.r_letter.index(option - RAID)
    of_raid = [marker for marker in game.combats if marker.type == GCI_MARKER and marker.raid == raid]
    game.combats.remove(next(marker for marker in of_raid if marker.hex == hex_))
    game.emit("marker_removed", "9.1.2a", TO_ALL, hex_)


@objects("stragglers himmelbett")
def _any_gci_markers(game: Game, seat: int, a: int, b: int, function: Any) -> list[int]:
    return _marked(game, False)


@effect("stragglers himmelbett")
def stragglers_himmelbett(game: Game, seat: int, a: int, b: int, function: Any, thing: int) -> None:
    """STRAGGLERS: HIMMELBETT: all GCI units near may attack for that marker, whatever their division [9.3d]."""
    for place, marker in enumerate(game.combats):
        if marker.type == GCI_MARKER and marker.hex == thing - HEX and not marker.extra:
            game.combats[place] = marker._replace(extra=function.value)
            game.emit("stragglers", "9.3d", TO_ALL, marker.hex)
            return
