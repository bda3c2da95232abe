"""Combat markers: attacks are declared first, then resolved hex by hex as the German likes [9.1.2, 9.1.3]."""

from __future__ import annotations

from viermot.bomber_command.board import GERMAN, OFF, TO_ALL
from viermot.bomber_command.combat import attack_by_flak
from viermot.bomber_command.himmelbett import resolve_gci
from viermot.bomber_command.notation import HEX, NONE, THING
from viermot.bomber_command.raids import FLAK_MARKER, GCI_MARKER
from viermot.bomber_command.state import Game
from viermot.bomber_command.table import NO_FLAK
from viermot.bomber_command.wild_boar import resolve_wild_boar
from viermot.kernel.agenda import question, step


@step
def resolve_combats(game: Game, begun: int = 0) -> None:
    """As long as there are markers, the German player says in which hex the next one is resolved [9.1.2b]."""
    if game.combats:
        game.next((next_combat, begun))


@question(GERMAN, "9.1.2b", THING)
def next_combat(game: Game, begun: int = 0) -> list[int]:
    """Where is the next attack resolved? "none" lets all go, before any is resolved [9.1.2, 9.0a, C6, C64]."""
    hexes = [*dict.fromkeys(HEX + marker[1] for marker in game.combats)]
    return hexes if begun else [*hexes, NONE]


@next_combat.refuses
def _no_combat_there(game: Game, begun: int, option: int) -> tuple[str, str] | None:
    return "9.1.2b", "attacks_have_begun" if option == NONE else "no_marker_there"


@next_combat.chosen
def _resolve_next(game: Game, begun: int, option: int) -> None:
    """In a hex GCI comes before flak, flak before Wild Boars; then Main Force, Decoy, Gardening, Mosquito [9.1.3]."""
    if option == NONE:
        game.emit("attacks_declined", "9.0a", TO_ALL, len(game.combats))
        game.combats.clear()
        return
    hex_ = option - HEX
    here = [marker for marker in game.combats if marker[1] == hex_]
    marker = min(here, key=lambda m: (m[0], game.r_kind[m[2]], game.r_letter[m[2]], m[3]))
    game.combats.remove(marker)
    what, _, raid, unit, city, extra = marker
    game.emit("resolving", "9.1.3a 9.1.3b" if len(here) > 1 else "9.1.2b", TO_ALL, what, hex_, city)
    game.next((resolve_combats, 1))
    if what == GCI_MARKER:
        game.next((resolve_gci, hex_, raid, extra))
    elif what == FLAK_MARKER:
        value = game.area_flak_of(hex_) if city == OFF else game.flak_of(city)
        if value != NO_FLAK:
            game.next((attack_by_flak, raid, hex_, city, value, "9.6.1a 9.6.1b 9.6a"))
    else:
        game.next((resolve_wild_boar, hex_, raid, unit, city, extra))
