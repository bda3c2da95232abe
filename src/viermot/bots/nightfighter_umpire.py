"""The standard umpire: always true, and as unhelpful as the rules allow [5.0a].

He mixes delays and entry speeds, lays sweeps and search markers where they mislead most, lets slip what the player has
lost, and hunts with his intruders. A part of every habit is left to chance, so that it cannot be read backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from viermot.bots.nightfighter_plain_umpire import (
    DISPLACE_BY_THE_DIE,
    ENTER,
    HOLD,
    NO,
    SLIP_BY_THE_DIE,
    YES,
    Habit,
    any_of,
    intruder_path,
)
from viermot.nightfighter.board import CENTRE, DISTANCE, EXIT_FACING, HEXES, ROW, rear_hex
from viermot.nightfighter.table import INTRUDER, entry_hex

NEAR_ENTRY = 6  # a fighter so close to the entry hex is worth waiting for
CLOSE = 2  # a bomber does not fly in under a fighter's nose if it can help it


class StandardUmpire:
    """An umpire with some cunning."""

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        """Answer by the trick for this kind of question, or else by an even chance."""
        return TRICKS.get(ask.kind, any_of)(view, ask, chance)


def one_in(chance: Any, number: int) -> bool:
    """True once in so many times."""
    return bool(chance.below(number) == 0)


def fighters_at(view: Any) -> list[int]:
    """The hexes of the player's fighters on the map."""
    return [hex_ for hex_, _ in view.fighters() if hex_ >= 0]


def nearest_fighter(view: Any, hex_: int) -> int:
    """How far the nearest fighter is; far, if none is on the map."""
    return min((DISTANCE[hex_][other] for other in fighters_at(view)), default=99)


def hold_back(view: Any, ask: Any, chance: Any) -> int:
    """Hold a bomber back now and then, and more often when a fighter waits at its door [8.1.4a]."""
    waited_for = nearest_fighter(view, entry_hex(ask.facts["column"])) <= NEAR_ENTRY
    return HOLD if chance.below(10) < (7 if waited_for else 4) else ENTER


def come_in(view: Any, ask: Any, chance: Any) -> int:
    """Any speed, but not into the arms of a fighter [8.2.1a]."""
    column = ask.facts["column"]
    shy = [
        mp
        for mp in ask.codes
        if mp and column <= HEXES.columns and nearest_fighter(view, HEXES.at(column, mp)) > CLOSE
    ]
    codes = shy or list(ask.codes)
    code: int = codes[chance.below(len(codes))]
    return code


def sweep(view: Any, ask: Any, chance: Any) -> int:
    """Where the truth leaves a choice, point as far from bombers and fighters as may be [13.1.2a, 25.1a]."""
    if one_in(chance, 4):
        return any_of(view, ask, chance)
    bombers = [view.attacker(a)[0] for a in view.attackers()]
    return most(
        ask.codes,
        lambda hex_: (
            min((DISTANCE[hex_][bomber] for bomber in bombers), default=0),
            nearest_fighter(view, hex_),
            -ROW[hex_],  # behind rather than ahead: bombers fly on
        ),
    )


def place_marker(view: Any, ask: Any, chance: Any) -> int:
    """The far side of the zone from every bomber in it, or thereabouts [14.2.1a]."""
    bombers = [view.attacker(a)[0] for a in view.attackers()]
    by_distance = sorted(ask.codes, key=lambda hex_: min((DISTANCE[hex_][b] for b in bombers), default=0))
    far: list[int] = by_distance[-len(by_distance) // 3 :]
    code: int = far[chance.below(len(far))]
    return code


def least_useful(view: Any, ask: Any, chance: Any) -> int:
    """Of equally close bombers, show the one furthest from help and soonest gone [14.2.1c, 19.1.2a, 25.2.1]."""
    return most(ask.codes, lambda a: (nearest_fighter(view, view.attacker(a)[0]), ROW[view.attacker(a)[0]]))


def displace(view: Any, ask: Any, chance: Any) -> int:
    """Slip away from the fighters, though not so surely that they could count on it [16.0f]."""
    if one_in(chance, 3):
        return DISPLACE_BY_THE_DIE
    hex_, facing = view.attacker(ask.facts["attacker"])[:2]
    sides = [side for side in ask.codes if side != DISPLACE_BY_THE_DIE]
    return _away(view, sides, hex_, facing, chance)


def slip(view: Any, ask: Any, chance: Any) -> int:
    """A detected intruder seldom stays where it was noticed [16.0e]."""
    if one_in(chance, 4):
        return SLIP_BY_THE_DIE
    hex_, facing = view.attacker(ask.facts["attacker"])[:2]
    sides = [side for side in ask.codes if side not in (NO, SLIP_BY_THE_DIE, CENTRE)]
    return _away(view, sides, hex_, facing, chance) if sides else SLIP_BY_THE_DIE


def _away(view: Any, sides: list[int], hex_: int, facing: int, chance: Any) -> int:
    far = {side: nearest_fighter(view, rear_hex(hex_, facing, side)) for side in sides}
    best = [way for way in sides if far[way] == max(far.values())]
    side: int = best[chance.below(len(best))]
    return side


def fake_roll(view: Any, ask: Any, chance: Any) -> int:
    """Dice rattle behind the screen whether or not anybody is there [27.2.4a]."""
    kinds = view.table.kinds
    about = any(kinds[view.attacker(a)[2]].role == INTRUDER for a in view.attackers())
    return YES if one_in(chance, 5 if about else 8) else NO


def hunt_nearest(view: Any, ask: Any, chance: Any) -> int:
    """Of equally placed fighters, the one that flies with its back to the intruder [27.2.2c]."""
    hex_ = view.attacker(ask.facts["attacker"])[0]
    return most(
        ask.codes,
        lambda f: (int(view.fighter(f)[1] == EXIT_FACING), -DISTANCE[hex_][view.fighter(f)[0]]),
    )


def most(codes: Any, worth: Callable[[int], Any]) -> int:
    """The option that is worth most to the umpire; the first of equals."""
    best: int = max(codes, key=worth)
    return best


TRICKS: Final[Mapping[str, Habit]] = {
    "hold_back": hold_back,
    "come_in": come_in,
    "sweep": sweep,
    "place_marker": place_marker,
    "fix_which": least_useful,
    "cone_which": least_useful,
    "mew_target": least_useful,
    "displace": displace,
    "slip": slip,
    "hunt_which": hunt_nearest,
    "intruder_path": intruder_path,
    "intruder_attacks": lambda view, ask, chance: YES,
    "fake_roll": fake_roll,
}
