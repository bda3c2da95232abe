"""One fighter, one bomber, few turns: small enough to think through to the end.

While a single fighter without a radar of its own hunts the last bomber there is, by the rules of the first chapters,
everything that can still happen can be followed: where the fighter may fly, what the ground would answer, whether the
crew sees the bomber and whether its guns hit. A known position is worked out exactly; uncertain ones are followed by
how the answers would tell them apart, and a way is dropped as soon as even knowing the truth could not make it as good
as the best one found.

All of it comes from the plots and from the seat's own map. How far it thinks is counted in steps, never in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from viermot.games.nightfighter.bots.attack import duel_of, hit_odds
from viermot.games.nightfighter.bots.chase import End, ends
from viermot.games.nightfighter.bots.flying import may_turn
from viermot.games.nightfighter.bots.plot import entry_hexes, sweep_fits
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.bots.search import answers, candidates, doubt
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import DISTANCE, FULL_MOON, HEXES, LAST_ROW, NO_MOON, OFF, ROW
from viermot.games.nightfighter.model.fitting import NOT_JAMMED
from viermot.games.nightfighter.model.ids import Fighter, Hex
from viermot.games.nightfighter.model.notation import IN_BOX
from viermot.kernel.hexes import S
from viermot.kernel.registry import Ask

TURNS: Final = 6  # that may be left
SLOW: Final = 3  # MP of a fighter that has only a few ways to go
PLACES: Final = 12  # in which the bomber may be
FAINT: Final = 1e-4  # a chance too small to consider
LONE: Final = Fighter(0)  # the fighter, where there is but one
EVERY: Final = HEXES.all
STEPS_EACH: Final = 300  # beliefs examined for each playout of the budget

Belief = tuple[tuple[Hex, float], ...]  # hex and weight; the weights add up to the chance of getting there


class Hunt:
    """What is fixed about a hunt: both aircraft, the radar on the ground, and the light."""

    def __init__(self, view: NightView, plotting: PlottingTable, steps: int) -> None:
        layout, group = view.layout, plotting.group
        self.fit = layout.fighters[0]
        self.mp = group.mp
        self.last = layout.scenario.end_turn or 0
        self.steps = steps
        moon, visibility, cloud = view.environment
        self.sight = 1 if cloud and moon == FULL_MOON else layout.sight[visibility]
        self.seen = float(1 - (5 / 6) ** (1 + visibility + (moon != NO_MOON) + self.fit.view))
        duel = duel_of(view, LONE, group, HEXES.all[0], False)
        self.hits = hit_odds(duel.hits, (duel.guns or 0) + duel.pilot)
        self.radars = [radar.value for radar in layout.radars if radar.jam == NOT_JAMMED]
        self.damage = group.damage
        self.known: dict[tuple[int, int, int, bool, int], float] = {}
        self.thought: dict[tuple[int, int, int, Belief], float] = {}

    # -- where the bomber is known ---------------------------------------------------------------------

    def chance(self, turn: int, hex_: Hex, facing: int, bomber: Hex, tallied: bool, left: int) -> float:
        """The chance to shoot it down from the fighter's move of that turn on, if it is there and that is known."""
        if turn > self.last or bomber < 0:
            return 0.0
        key = (turn, hex_ * 6 + facing, bomber, tallied, left)
        found = self.known.get(key)
        if found is None:
            options = self.moves(turn, hex_, facing)
            found = max([self.after(turn, e.hex, e.facing, bomber, tallied, left) for e in options], default=0.0)
            self.known[key] = found
        return found

    def after(self, turn: int, hex_: Hex, facing: int, bomber: Hex, tallied: bool, left: int) -> float:
        """The same once the fighter has moved."""
        there = self.flown(bomber, turn)
        if DISTANCE[hex_][bomber] > self.sight:
            return self.chance(turn + 1, hex_, facing, there, False, left)
        seen = 1.0 if tallied else self.seen
        value = seen * self.in_sight(turn, hex_, facing, bomber, left)
        if seen < 1.0:
            value += (1 - seen) * self.chance(turn + 1, hex_, facing, there, False, left)
        return value

    def in_sight(self, turn: int, hex_: Hex, facing: int, bomber: Hex, left: int) -> float:
        """The same once the crew has it in sight: it fires if it is behind it [11.0]."""
        there = self.flown(bomber, turn)
        if hex_ != bomber or facing != S:
            return self.chance(turn + 1, hex_, facing, there, True, left)
        value = 0.0
        for hits, odds in enumerate(self.hits):
            if odds:
                again = 1.0 if hits >= left else self.chance(turn + 1, hex_, facing, there, True, left - hits)
                value += odds * again
        return value

    def moves(self, turn: int, hex_: Hex, facing: int) -> Sequence[End]:
        mp = self.fit.max_mp[turn & 1]
        return ends(hex_, facing, min(self.fit.least_mp, mp), mp, True)

    def flown(self, bomber: Hex, turn: int) -> Hex:
        """Where it is after its next move, or OFF."""
        mp = self.mp[(turn + 1) & 1]
        return EVERY[bomber + mp] if ROW[bomber] + mp <= LAST_ROW else OFF

    # -- where it is in doubt --------------------------------------------------------------------------

    def hope(self, turn: int, end: End, belief: Belief) -> float:
        """What it would be worth if the truth were revealed after the move: never less than its real worth."""
        hex_, facing = end.hex, end.facing
        return sum([w * self.after(turn, hex_, facing, h, False, self.damage) for h, w in belief])

    def best(self, turn: int, options: Sequence[End], belief: Belief) -> tuple[float, End | None]:
        """The end of a move from which the bomber is most likely to be shot down."""
        best, highest = None, 0.0
        for hope, _, end in sorted([(-self.hope(turn, e, belief), n, e) for n, e in enumerate(options)]):
            if -hope <= highest + 1e-12:
                break
            value = self.moved(turn, end, belief)
            if value > highest:
                best, highest = end, value
        return highest, best

    def moved(self, turn: int, end: End, belief: Belief) -> float:
        """What a belief is worth once the fighter has moved: radar searches, and the crew looks."""
        if len(belief) == 1 or turn >= self.last or self.steps <= 0:
            return self.hope(turn, end, belief)
        self.steps -= 1
        key = (turn, end.hex, end.facing, belief)
        found = self.thought.get(key)
        if found is None:
            found = self.thought[key] = sum([self.looked(turn, end, told) for told in self.told_apart(belief)])
        return found

    def looked(self, turn: int, end: End, belief: Belief) -> float:
        """The crew looks round; whatever is not seen flies on."""
        value, onward = 0.0, []
        for h, w in belief:
            if DISTANCE[end.hex][h] <= self.sight:
                value += w * self.seen * self.in_sight(turn, end.hex, end.facing, h, self.damage)
                w *= 1 - self.seen
            there = self.flown(h, turn)
            if there >= 0 and w > 0.0:
                onward.append((there, w))
        if onward:
            value += self.best(turn + 1, self.moves(turn + 1, end.hex, end.facing), tuple(onward))[0]
        return value

    def told_apart(self, belief: Belief) -> list[Belief]:
        """The belief as the radar's answers would divide it: each search where its answer tells most."""
        parts = [belief]
        for value in self.radars:
            search = best_search(value, belief)
            parts = [told for part in parts for told in answered(value, search, part)]
        return parts


@lru_cache(maxsize=4096)
def best_search(value: int, belief: Belief) -> Hex:
    """Where the standard player would search."""
    places = [(h, w, 0) for h, w in belief]
    options = candidates(dict(belief))
    return min(options, key=lambda hex_: (doubt(answers(value, True, False, hex_), places), options.index(hex_)))


def answered(value: int, search: Hex, belief: Belief) -> list[Belief]:
    """Contact, or a sweep on either of the sides that point to it, as likely as not [13.1.1b, 13.1.2]."""
    near = DISTANCE[search]
    parts: list[Belief] = [tuple((h, w) for h, w in belief if near[h] <= value)]
    far = [(h, w) for h, w in belief if near[h] > value]
    for side in HEXES.adjacent[search] if far else ():
        fits = sweep_fits(search, side)
        parts.append(tuple((h, w * fits[h]) for h, w in far if fits[h] > 0.0))
    return [part for part in parts if part]


# -- answers -----------------------------------------------------------------------------------------


def is_simple(view: NightView) -> bool:
    """A lone fighter with nothing but its eyes, slow enough to be thought through, and a lone bomber that cannot shoot
    back.
    """
    layout = view.layout
    if layout.advanced_tally or layout.displacement or layout.advanced_combat or layout.searching or layout.naval:
        return False
    if len(layout.fighters) != 1 or layout.attackers_in_all != 1 or not layout.scenario.end_turn:
        return False
    fit = layout.fighters[0]
    return fit.ai is None and max(fit.max_mp) <= SLOW and layout.scenario.end_turn - view.turn < TURNS


def believed(plotting: PlottingTable) -> Belief:
    """Where the bomber may be, if it is on the map."""
    if len(plotting.plots) != 1 or plotting.contacts:
        return ()
    weights = plotting.plots[0].weights
    total = sum(weights.values())
    return tuple(sorted((h, w / total) for h, w in weights.items() if w > FAINT * total)) if total > 0.0 else ()


def fly(view: NightView, ask: Ask, plotting: PlottingTable, budget: int) -> int | None:
    """The path of a hunt that can be thought through; None if this is not one."""
    if not is_simple(view):
        return None
    facts, (hex_, facing) = ask.facts, view.fighter(ask.facts["fighter"])
    options = ends(hex_, facing, facts["least"], facts["most"], may_turn(view, LONE))
    hunt = Hunt(view, plotting, budget * STEPS_EACH)
    contacts = view.contacts()
    if len(contacts) == 1 and not plotting.plots:
        contact = contacts[0]
        left, tallied = max(1, hunt.damage - contact.hits), bool(contact.tallied_by)
        ways = [(hunt.after(view.turn, e.hex, e.facing, contact.hex, tallied, left), -n) for n, e in enumerate(options)]
        return options[-max(ways)[1]].path if ways and max(ways)[0] > 0.0 else None
    belief = believed(plotting)
    if not belief or len(belief) > PLACES:
        return None
    value, end = hunt.best(view.turn, options, belief)
    return end.path if end is not None and value > 0.0 else None


def place(view: NightView, ask: Ask, plotting: PlottingTable, budget: int) -> int | None:
    """Where to begin a hunt that can be thought through from its first turn."""
    if not is_simple(view) or list(view.due()) != [1] or len(ask.codes) > PLACES:
        return None
    hunt = Hunt(view, plotting, budget * STEPS_EACH)
    belief = tuple(sorted(entry_belief(view, plotting)))
    worth = {}
    for code in ask.codes:
        if code != IN_BOX:
            worth[code] = hunt.best(1, hunt.moves(1, Hex(code // 6), code % 6), belief)[0]
    return max(worth, key=lambda code: (worth[code], -code)) if worth else None


def entry_belief(view: NightView, plotting: PlottingTable) -> list[tuple[Hex, float]]:
    """Where it may be when it has come in on the first turn [8.2.1a]."""
    mp = plotting.group.mp[1]
    return [(h, share / mp) for h, share in entry_hexes(view.layout.chits, 1, plotting.group.role, mp)]
