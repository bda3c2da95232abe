"""The plain umpire: the automaton of the component book, truthful and without cunning [5.0, components 2.14].

Wherever the rules leave him a choice he follows a fixed habit or even odds, so that his choice gives nothing away.
The numbers of his habits are in umpire.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import DISTANCE, HEXES, OFF
from viermot.games.nightfighter.model.ids import Attacker, Hex
from viermot.games.nightfighter.model.layout import INTRUDER, TORPEDO
from viermot.games.nightfighter.model.notation import end_of, steps_of
from viermot.games.nightfighter.rules.intruders import PURSUIT, SERRATE, hunted
from viermot.games.nightfighter.rules.response import SHOOTS
from viermot.games.nightfighter.rules.searchlights import AT_RANDOM
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

ENTER, HOLD = 0, 1
DISPLACE_BY_THE_DIE = 0
SLIP_BY_THE_DIE = 4
PLAY_ON = 0
NO, YES = 0, 1

Habit = Callable[[NightView, Ask, Rng], int]


class PlainUmpire:
    """An umpire who plays by habit."""

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """Answer by the habit for this kind of question, or else at random."""
        return HABITS.get(ask.kind, any_of)(view, ask, rng)


def any_of(view: NightView, ask: Ask, rng: Rng) -> int:
    """Sides of the chits, sweeps, search markers, ties of every kind [2.14: 1, 3, 4, 5]."""
    code: int = ask.codes[rng.below(len(ask.codes))]
    return code


def hold_back(view: NightView, ask: Ask, rng: Rng) -> int:
    """Delays of no, one or two turns, with the weights of the component data [2.14: 2]."""
    weights = view.layout.components.umpire.delay_weights[ask.facts["held"] :]
    return ENTER if rng.below(sum(weights)) < weights[0] else HOLD


def come_in(view: NightView, ask: Ask, rng: Rng) -> int:
    """One MP to full MP, all equally likely; behind anyone who came by the same column this turn [2.14: 2]."""
    attacker, column = ask.facts["attacker"], ask.facts["column"]
    minimum, maximum = 1, entry_mp(view, attacker)
    ahead = min((mp for by, mp in view.newcomers() if by == column), default=0)
    if ahead > 1:
        maximum = min(maximum, ahead - 1)
    elif not ahead and any(by == column and other > attacker for other, by in view.waiting()):
        minimum = min(2, maximum)  # room for the one that may follow
    rolled = minimum + rng.below(maximum - minimum + 1)
    return one_short(ask.codes, rolled)


def entry_mp(view: NightView, attacker: Attacker) -> int:
    """Its full MP on the turn of entry [8.2.1a, 26.3a]."""
    group = view.layout.groups[view.attacker(attacker).group]
    mp: int = 2 if group.role == TORPEDO else group.mp[view.turn & 1]
    return mp


def one_short(codes: Sequence[int], rolled: int) -> int:
    """The MP rolled, or fewer if that hex is taken; more only if there is nothing less."""
    return max((mp for mp in codes if mp <= rolled), default=min(codes))


def fake_roll(view: NightView, ask: Ask, rng: Rng) -> int:
    """Now and then, while an intruder is about and did not roll itself [2.14: 9]."""
    groups = view.layout.groups
    if not any(groups[view.attacker(a).group].role == INTRUDER for a in view.attackers()):
        return NO
    return YES if rng.below(view.layout.components.umpire.fake_tally_one_in) == 0 else NO


def intruder_path(view: NightView, ask: Ask, rng: Rng) -> int:
    """Full MP down the column or towards a Serrate bearing; in pursuit, as close behind as can be [2.14: 9]."""
    intruder = ask.facts["attacker"]
    bearing = view.attacker_bearing(intruder)
    if not PURSUIT <= bearing < SERRATE:
        longest = max(len(steps_of(way)) for way in ask.codes)
        full = [way for way in ask.codes if len(steps_of(way)) == longest]
        return int(full[rng.below(len(full))])
    hex_, facing = view.attacker(intruder)[:2]
    prey, heading = view.fighter(hunted(bearing))
    wanted = [(pursuit_rank(*end_of(hex_, facing, way), prey, heading), way) for way in ask.codes]
    best = min(rank for rank, _ in wanted)
    ways = [way for rank, way in wanted if rank == best]
    return int(ways[rng.below(len(ways))])


def pursuit_rank(hex_: Hex, facing: int, prey: Hex, heading: int) -> tuple[int, int, int]:
    """How good an end of an intruder's move is, lowest is best: in position; then near, aligned, on its tail."""
    if hex_ == OFF:
        return (99, 0, 0)
    apart = abs(facing - heading) % 6
    apart = min(apart, 6 - apart)
    if hex_ == prey and apart == 0:
        return (-1, 0, 0)
    tail = HEXES.line(prey, (heading + 3) % 6, 8)
    return (DISTANCE[hex_][prey], apart, int(hex_ not in tail))


HABITS: Final[Mapping[str, Habit]] = {
    "hold_back": hold_back,
    "come_in": come_in,
    "displace": lambda view, ask, rng: DISPLACE_BY_THE_DIE,  # so that there is no pattern to read [2.14: 6]
    "slip": lambda view, ask, rng: SLIP_BY_THE_DIE,
    "place_markers": lambda view, ask, rng: AT_RANDOM,
    "shoot": lambda view, ask, rng: SHOOTS,
    "declare": lambda view, ask, rng: PLAY_ON,
    "intruder_attacks": lambda view, ask, rng: YES,
    "intruder_path": intruder_path,
    "fake_roll": fake_roll,
}
