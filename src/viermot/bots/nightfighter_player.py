"""The standard player: flies interceptions from what his own map shows, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from viermot.bots import nightfighter_attack, nightfighter_flying, nightfighter_search
from viermot.bots.nightfighter_plotting import PlottingTable
from viermot.nightfighter.board import CENTRE, DISTANCE, HEXES, rear_hex

NO, YES = 0, 1
KEEP, DROP = 0, 1
START: Final = HEXES.parse("0910")  # in the middle of the stream, far enough down to see it coming


class StandardPlayer:
    """Ground radar to close, AI or searchlights to fix, a tally, then an attack from the same hex and heading."""

    def __init__(self) -> None:
        self.plotting = PlottingTable()

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        """Bring the plotting table up to date where it matters, then answer."""
        planned = PLANNED.get(ask.kind)
        if planned is not None:
            self.plotting.catch_up(view)
            return planned(view, ask, self.plotting)
        simple = SIMPLE.get(ask.kind)
        if simple is not None:
            return simple(view, ask)
        code: int = ask.codes[chance.below(len(ask.codes))]
        return code


def place_fighter(view: Any, ask: Any) -> int:
    """As near the middle of the stream as the scenario allows, facing the raid [3.2c]."""
    place: int = min(ask.codes, key=lambda code: (DISTANCE[code // 6][START], code % 6))
    return place


def best_contact(view: Any, ask: Any) -> int:
    """Of what can be tallied: what no other crew is on to, near by, and hurt."""
    fighter = ask.facts["fighter"]
    row = DISTANCE[view.fighter(fighter)[0]]

    def rank(code: int) -> tuple[bool, int, int, int]:
        contact = view.contact(code)
        taken = any(f != fighter for f in contact.tallied_by)
        return (taken, row[contact.hex], -contact.hits, code)

    best: int = min((code for code in ask.codes if code), key=rank)
    return best


def keep_or_drop(view: Any, ask: Any) -> int:
    """Keep what may be attacked; let go of a friend once he is known for one [10.2b]."""
    contact = view.contact(ask.facts["contact"])
    known = view.table.identification and contact.type is not None
    return DROP if known and not nightfighter_attack.may_attack(view, contact) else KEEP


def follow(view: Any, ask: Any, plotting: PlottingTable) -> int:
    """To where it was seen to go, else stay: a third of all corkscrews end where they began [17.4.3d, 28.1b]."""
    hex_, facing = view.fighter(ask.facts["fighter"])
    if plotting.shown_corkscrew:
        for side in ask.codes:
            if side and rear_hex(hex_, facing, side) == plotting.shown_corkscrew[1]:
                told: int = side
                return told
    return CENTRE


PLANNED: Final[Mapping[str, Callable[[Any, Any, PlottingTable], int]]] = {
    "path": nightfighter_flying.fly,
    "manoeuvre": nightfighter_flying.manoeuvre,
    "leave_box": nightfighter_flying.leave_box,
    "place_search": nightfighter_search.place_search,
    "follow": follow,
}
SIMPLE: Final[Mapping[str, Callable[[Any, Any], int]]] = {
    "attack": nightfighter_attack.attack,
    "place_fighter": place_fighter,
    "keep_or_drop": keep_or_drop,
    "keep_which": best_contact,
    "tally_fixed": best_contact,
    "hand_off": lambda view, ask: YES,
    "roll_through_jamming": lambda view, ask: YES,
    "general_tally": lambda view, ask: YES,
    "identify": lambda view, ask: YES,
    "fly_for_more": lambda view, ask: YES,
    "attack_all_the_same": lambda view, ask: YES,
}
