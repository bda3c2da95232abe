"""Plotting: the British player's secret plan of the night [4.0].

The plan is a single answer: every raid with its target, entry turn and route. `plan` says how it is written, `obeyed`
which rules it must obey, and `samples` makes legal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, overload

from viermot.games.bomber_command.model.board import BRITISH, LETTERS, MAIN, NAME
from viermot.games.bomber_command.model.ids import NO_LETTER
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.plot.obeyed import Fault, faults, standing, validate
from viermot.games.bomber_command.rules.plot.plan import (
    NOWHERE,
    PLAN,
    Plan,
    RaidPlan,
    course,
    decode,
    encode,
    ends,
    flown,
    raid_of,
    read_plan,
    write_plan,
)
from viermot.games.bomber_command.rules.plot.samples import sample
from viermot.kernel.agenda import Facts, Refusal, question
from viermot.kernel.dice import QuickRng
from viermot.kernel.json import JsonObject

__all__ = [
    "PLAN",
    "Fault",
    "Plan",
    "Plans",
    "RaidPlan",
    "course",
    "decode",
    "encode",
    "ends",
    "faults",
    "flown",
    "is_long",
    "length_of",
    "plot",
    "read_plan",
    "report",
    "sample",
    "standing",
    "validate",
    "write_plan",
]

SAMPLES: Final = 24


class Plans(Sequence[int]):
    """All legal plans: a few ready-made ones that can be indexed, and a membership test for any other."""

    def __init__(self, game: Game) -> None:
        self.layout, self.targets, self.follow_up = game.layout, game.targets, game.follow_up
        self.made: dict[int, int] = {}

    def __len__(self) -> int:
        return SAMPLES

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(SAMPLES))]
        number = range(SAMPLES)[index]
        if number not in self.made:
            rng = QuickRng(f"{number} {self.targets}")
            self.made[number] = encode(sample(self.layout, self.targets, self.follow_up, rng))
        return self.made[number]

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int) or code < 2:
            return False
        return validate(self.layout, self.targets, self.follow_up, decode(code)) is None


@question(BRITISH, "4.0a", PLAN)
def plot(game: Game) -> Sequence[int]:
    """What flies where tonight? [3.5.2, 4.0]"""
    return Plans(game)


@plot.chosen
def plotted(game: Game, code: int) -> None:
    from viermot.games.bomber_command.rules.movement.raids import plan_made

    plan_made(game, decode(code))


@plot.refuses
def why_not_plot(game: Game, code: int) -> Refusal | None:
    return validate(game.layout, game.targets, game.follow_up, decode(code))


@plot.tells
def plot_facts(game: Game) -> Facts:
    return {"targets": tuple(game.targets), "follow_up": bool(game.follow_up)}


# --- what a planning board shows [2.5] -------------------------------------------------------------------


def report(layout: Layout, targets: tuple[int, ...], follow_up: int, plan: Plan) -> JsonObject:
    """A plan as a planning board shows it: turn marks, times over target, lengths, and every fault with its rule."""
    wrong = faults(layout, targets, follow_up, plan)
    return {
        "text": write_plan(layout, plan),
        "raids": [_report(layout, plan, raid) for raid in plan],
        "faults": [
            {"rule": fault.rule, "key": fault.key, "raid": LETTERS[fault.letter] if fault.letter != NO_LETTER else ""}
            for fault in wrong
        ],
    }


def _report(layout: Layout, plan: Plan, raid: RaidPlan) -> JsonObject:
    places = ends(raid)
    over = [raid.entry + turn for turn, at in enumerate(places) if at >= raid.aim] if raid.aim != NOWHERE else []
    length = length_of(layout, plan, raid)
    return {
        "letter": LETTERS[raid.letter],
        "path": [NAME[hex_] for hex_ in raid.path],
        "marks": [
            {"turn": raid.entry + turn, "hex": NAME[raid.path[at]]}
            for turn, at in enumerate(places)
            if at < len(raid.path)
        ],
        "over_target": over[0] if over else None,
        "home": raid.entry + len(places) - 1,
        "waypoints": raid.waypoints,
        "hexes": length,
        "long": raid.kind == MAIN and is_long(layout, plan, raid),
    }


def length_of(layout: Layout, plan: Plan, raid: RaidPlan) -> int:
    """The length of a flightpath, entry and exit included, more if it starts in the south [12.3.2a, ruling C21]."""
    parent = raid_of(plan, raid.parent) if raid.parent != NO_LETTER else None
    start = raid.path[0] if parent is None else parent.path[0]
    inside = 0 if parent is None else raid.split
    extra: int = layout.rules.southern_extra if start in layout.southern else 0
    return len(raid.path) + inside + extra


def is_long(layout: Layout, plan: Plan, raid: RaidPlan) -> bool:
    """Must a Main Force carry a light load for the distance? [12.3.2a]"""
    return bool(layout.loads and length_of(layout, plan, raid) >= layout.aid.bombing.long_range)
