"""The standard player: flies interceptions from what his own map shows, and from nothing else.

Ground radar and searchlights narrow down the plots (`plotting`), fighters fly to where they can join a bomber soonest
(`flying`), search counters go where the answer tells most (`search`), and a crew that is in a bomber's hex on its
heading with the bomber in sight decides about its guns (`attack`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots import attack as attack
from viermot.games.nightfighter.bots import flying as flying
from viermot.games.nightfighter.bots import search as search
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import DISTANCE, HEXES, rear_hex
from viermot.games.nightfighter.model.ids import Handle
from viermot.games.nightfighter.model.notation import IN_BOX
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

NOBODY: Final = 0
KEEP, DROP = 0, 1
STOP, YES = 0, 1
STATION: Final = HEXES.parse("0914")  # a good place to wait: the middle of the stream, with time to find a bomber
TOWARDS_THE_RAID: Final = 0  # N


class StandardPlayer:
    """A player who flies by the book and remembers everything he was told."""

    def __init__(self) -> None:
        self.plotting = PlottingTable()

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """Answer by plan, by habit or, where neither helps, at random."""
        plan = PLANS.get(ask.kind)
        if plan is not None:
            self.plotting.catch_up(view)
            return plan(view, ask, self.plotting)
        habit = HABITS.get(ask.kind)
        if habit is not None:
            return habit(view, ask)
        if ask.kind == "follow":
            self.plotting.catch_up(view)
            return follow(view, ask, self.plotting, rng)
        code: int = ask.codes[rng.below(len(ask.codes))]
        return code


def place_fighter(view: NightView, ask: Ask) -> int:
    """As near to the waiting station as the scenario allows, facing the raid [3.2c]."""

    def far(place: int) -> tuple[int, int]:
        return (99, 0) if place == IN_BOX else (DISTANCE[STATION][place // 6], (place - TOWARDS_THE_RAID) % 6)

    return int(min(ask.codes, key=far))


def keep_or_drop(view: NightView, ask: Ask) -> int:
    """A friend, once recognised, is of no further interest (scenario 7)."""
    contact = view.held(ask.facts["contact"])
    return DROP if contact.type is not None and not attack.may_attack(view, contact) else KEEP


def best_contact(view: NightView, ask: Ask) -> int:
    """Of what can be kept in sight: no friend, nothing another crew is on to, and then the nearest [10.1c, 15.1b]."""
    fighter = ask.facts["fighter"]
    row = DISTANCE[view.fighter(fighter)[0]]

    def rank(code: int) -> tuple[bool, bool, int, int, int]:
        if code == NOBODY:
            return (False, True, 99, 0, 0)
        contact = view.held(Handle(code))
        friend = contact.type is not None and not attack.may_attack(view, contact)
        taken = any(other != fighter for other in contact.tallied_by)
        return (friend, taken, row[contact.hex], -contact.hits, code)

    return int(min(ask.codes, key=rank))


def follow(view: NightView, ask: Ask, plotting: PlottingTable, rng: Rng) -> int:
    """After a corkscrew: to where it was seen to go, otherwise to any side, since all are equal [17.4.3d, 28.1]."""
    hex_, facing = view.fighter(ask.facts["fighter"])
    sides: list[int] = [side for side in ask.codes if side]
    if plotting.shown_corkscrew is not None:
        for side in sides:
            if rear_hex(hex_, facing, side) == plotting.shown_corkscrew:
                return side
    pick: int = rng.below(len(sides))
    return sides[pick]


def as_declared(view: NightView, ask: Ask) -> int:
    """The question's own default."""
    return ask.codes[0] if ask.default_code is None else ask.default_code


def fly_for_more(view: NightView, ask: Ask) -> int:
    """A victory in hand is worth more than a decisive one still to be won, where losses can undo it [4.1c]."""
    return STOP if "losses" in view.layout.scenario.victory.score else YES


def yes(view: NightView, ask: Ask) -> int:
    """What costs nothing and may help."""
    return YES


PLANS: Final[Mapping[str, Callable[[NightView, Ask, PlottingTable], int]]] = {
    "path": flying.fly,
    "manoeuvre": flying.manoeuvre,
    "leave_box": flying.leave_box,
    "place_search": search.place_search,
    "attack": attack.attack,
}
HABITS: Final[Mapping[str, Callable[[NightView, Ask], int]]] = {
    "place_fighter": place_fighter,
    "who_moves": flying.who_moves,
    "hand_off": yes,
    "roll_through_jamming": yes,
    "who_rolls": as_declared,
    "who_looks": as_declared,
    "shoot_back": as_declared,
    "claim": as_declared,
    "keep_or_drop": keep_or_drop,
    "general_tally": yes,
    "keep_which": best_contact,
    "tally_fixed": best_contact,
    "identify": yes,
    "attack_all_the_same": attack.attack_all_the_same,
    "fly_for_more": fly_for_more,
}
