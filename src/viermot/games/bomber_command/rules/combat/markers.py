"""Combat markers: attacks are all declared, then resolved in the order the German player picks [9.1.1 to 9.1.3]."""

from __future__ import annotations

from viermot.games.bomber_command.model.board import GERMAN, TO_ALL
from viermot.games.bomber_command.model.ids import NO_CITY, Hex
from viermot.games.bomber_command.model.layout import NO_FLAK
from viermot.games.bomber_command.model.notation import (
    IN_ORDER,
    LET_GO,
    NONE,
    THING,
    city_option,
    hex_in,
    hex_option,
    unit_option,
)
from viermot.games.bomber_command.model.records import CombatMarker
from viermot.games.bomber_command.model.state import NOBODY, Game
from viermot.games.bomber_command.rules.cards.cards import at_own_time
from viermot.games.bomber_command.rules.combat.combat import attack_by_flak
from viermot.games.bomber_command.rules.combat.himmelbett import resolve_gci
from viermot.games.bomber_command.rules.combat.wild_boar import resolve_wild_boar
from viermot.games.bomber_command.rules.movement.raids import FLAK_MARKER, GCI_MARKER
from viermot.kernel.agenda import Refusal, question, step, task

DECLARED, BEGUN, RUNNING = range(3)  # nothing rolled yet; attacks being resolved; the rest in their own order


@step
def resolve_combats(game: Game, begun: int = DECLARED) -> None:
    """While markers remain, the German player picks the next one [9.1.1d, 9.1.2b]."""
    if game.combats:
        game.push(next_combat, begun)


def _first_here(game: Game, hex_: Hex) -> list[CombatMarker]:
    """The markers of a hex that may be resolved now, in the order used if nobody chooses [9.1.3, ruling C6].

    All attacks on a Main Force come before those on a Decoy, then Gardening, then Mosquito raids; against raids of
    the same kind GCI comes before flak, and flak before Wild Boars.
    """
    here = [marker for marker in game.combats if marker.hex == hex_]
    first = min((game.plot[marker.raid].kind, marker.type) for marker in here)
    eligible = [marker for marker in here if (game.plot[marker.raid].kind, marker.type) == first]
    return sorted(eligible, key=lambda marker: (marker.city, game.plot[marker.raid].letter, marker.unit))


def _name_of(marker: CombatMarker) -> int:
    """How a marker is named: a Wild Boar's by its unit, city flak by its city, any other by its hex."""
    if marker.unit != NOBODY:
        return unit_option(marker.unit)
    return city_option(marker.city) if marker.city != NO_CITY else hex_option(marker.hex)


@question(GERMAN, "9.1.1d", THING)
def next_combat(game: Game, begun: int = DECLARED) -> list[int]:
    """Which attack is resolved next? [9.1.1, 9.1.2]

    A hex stands for its first marker; where several are alike, a unit or city picks one out. "in order" resolves the
    rest as the map lists them; before the first roll "let go" declines one, "none" all [9.0a, rulings C6, C64].
    """
    hexes = list(dict.fromkeys(marker.hex for marker in game.combats))
    if begun == RUNNING:
        return [hex_option(hexes[0])]
    options = []
    for hex_ in hexes:
        options.append(hex_option(hex_))
        names = list(dict.fromkeys(_name_of(marker) for marker in _first_here(game, hex_)))
        if len(names) > 1:
            options += [name for name in names if name != hex_option(hex_)]
    if len(options) > 1:
        options.insert(0, IN_ORDER)
    if begun == DECLARED:
        options += [LET_GO, NONE] if len(game.combats) > 1 and _may_be_let_go(game) else [NONE]
    return options


@next_combat.suggests
def _as_they_come(game: Game, begun: int = DECLARED) -> int | None:
    """The order rarely matters, so take them as they come; a single attack is simply made."""
    options = next_combat.options(game, begun)
    return IN_ORDER if IN_ORDER in options else options[0]


@next_combat.refuses
def why_not_next_combat(game: Game, begun: int, option: int) -> Refusal | None:
    if option in (NONE, LET_GO):
        return "9.1.2b", "attacks_have_begun"
    waits = any(_name_of(marker) == option for marker in game.combats)
    return ("9.1.3a", "not_its_turn") if waits else ("9.1.2b", "no_marker_there")


@next_combat.chosen
def _resolve_next(game: Game, begun: int, option: int) -> None:
    """Remove the marker and make its attack [9.1.1a]."""
    if option == NONE:
        game.emit("attacks_declined", "9.0a", TO_ALL, len(game.combats))
        game.combats.clear()
        return
    if option == LET_GO:
        game.next(task(let_go), task(resolve_combats))
        return
    if option == IN_ORDER:
        game.push(resolve_combats, RUNNING)
        return
    marker = _indicated(game, option)
    what, hex_, raid, unit, city, extra = marker
    several = sum(1 for other in game.combats if other.hex == hex_) > 1
    game.combats.remove(marker)
    game.emit("resolving", "9.1.1d 9.1.3a 9.1.3b" if several else "9.1.1d 9.1.2b", TO_ALL, what, hex_, city)
    game.push(resolve_combats, max(begun, BEGUN))
    if what == GCI_MARKER:
        game.push(resolve_gci, hex_, raid, extra)
    elif what == FLAK_MARKER:
        value = game.area_flak_of(hex_) if city == NO_CITY else game.flak_of(city)
        if value != NO_FLAK:
            game.push(attack_by_flak, raid, hex_, city, value, "9.6.1a 9.6.1b 9.6a")
    else:
        game.push(resolve_wild_boar, hex_, raid, unit, city, extra)


at_own_time(next_combat)


def _indicated(game: Game, option: int) -> CombatMarker:
    """The marker that an answer names."""
    hexes = dict.fromkeys(marker.hex for marker in game.combats)
    if hex_in(option) in hexes:
        return _first_here(game, hex_in(option))[0]
    return next(m for hex_ in hexes for m in _first_here(game, hex_) if _name_of(m) == option)


# -- attacks that are not made ----------------------------------------------------------------------------------


def _may_be_let_go(game: Game) -> list[int]:
    """Flak and Wild Boar attacks; a GCI attack can be declined when its turn comes [9.0a, ruling C64]."""
    return list(dict.fromkeys(_name_of(marker) for marker in game.combats if marker.type != GCI_MARKER))


@question(GERMAN, "9.0a", THING, default=NONE)  # attacks are seldom let go
def let_go(game: Game) -> list[int]:
    """Which attack is not made? Named by its unit, its city, or the hex for area flak [9.0]."""
    return [NONE, *_may_be_let_go(game)]


@let_go.refuses
def why_not_let_go(game: Game, option: int) -> Refusal | None:
    return "9.1.2b", "no_marker_there"


@let_go.chosen
def _let_go(game: Game, option: int) -> None:
    if option == NONE:
        return
    fitting = [marker for marker in game.combats if marker.type != GCI_MARKER and _name_of(marker) == option]
    marker = min(fitting, key=lambda marker: (game.plot[marker.raid].kind, game.plot[marker.raid].letter))
    game.combats.remove(marker)
    game.emit("attack_let_go", "9.0a", TO_ALL, marker.type, marker.hex, marker.city)
