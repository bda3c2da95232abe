"""A hunt by eyes alone: nothing on the ground or in the air tells where a bomber is.

Then a plan for many turns is as good as thinking turn by turn: until somebody is seen, nothing is learnt but that
nobody was. Every bomber flies on as bombers do, so each way it may have come in is one track; a plan is worth the
tracks that it would find, each by how surely it would then be shot down. Plans are built turn by turn, and only the
best of each turn are followed further.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from viermot.games.nightfighter.bots.attack import duel_of, hit_odds
from viermot.games.nightfighter.bots.chase import NEVER, PLACE, End, chase, dead_ends, ends_by_hex
from viermot.games.nightfighter.bots.flying import may_turn
from viermot.games.nightfighter.bots.plot import Plot, disc, entry_hexes
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import DISTANCE, FULL_MOON, HEXES, LAST_ROW, NO_MOON, ROW
from viermot.games.nightfighter.model.ids import Fighter, Hex
from viermot.games.nightfighter.model.notation import IN_BOX
from viermot.kernel.hexes import S
from viermot.kernel.registry import Ask

MAX_TURNS: Final = 12  # looked ahead
A_PLAN: Final = 8  # playouts of the budget for each plan that is followed further
A_HEX: Final = 2  # plans of the same turn that may end in one hex
WAIT: Final = 0.97  # what a turn's delay leaves of a find
KEEPS: Final = 0.7  # how often a bomber in sight stays in sight until the fighter is behind it
STATION: Final = HEXES.parse("0908")  # where to begin
N: Final = 0
EVERY: Final = HEXES.all


Planned = tuple[float, End, End, list[float]]  # worth, its first and its last move, what is left of each track
Longer = tuple[float, Hex, int, End, Planned | None]  # less its worth, where it ends, and the plan it makes longer


class Tracks:
    """Every way in which bombers may be flying: where each is, turn by turn, and how likely."""

    def __init__(self, plotting: PlottingTable, turn: int, turns: int) -> None:
        self.turn, self.turns = turn, turns
        self.weights: list[float] = []
        self.at: list[dict[Hex, list[int]]] = [{} for _ in range(turns)]
        for plot in plotting.plots:
            if plot.facing == S:
                self._add(plotting, plot)

    def _add(self, plotting: PlottingTable, plot: Plot) -> None:
        speeds = [plotting.speeds[plot.role][parity][0][0] for parity in (0, 1)]
        for hex_, weight in plot.weights.items():
            self._fly(hex_, self.turn, plot.number * weight, speeds)
        whole = sum(plot.due.values())
        for turn, share in plot.due.items():
            if plot.held > 0.0 and self.turn < turn < self.turn + self.turns:
                for hex_, part in entry_hexes(plotting.layout.chits, plot.number, plot.role, speeds[turn & 1]):
                    self._fly(hex_, turn, plot.number * plot.held * share / whole * part / speeds[turn & 1], speeds)

    def _fly(self, hex_: Hex, turn: int, weight: float, speeds: Sequence[int]) -> None:
        track = len(self.weights)
        self.weights.append(weight)
        while turn < self.turn + self.turns:
            self.at[turn - self.turn].setdefault(hex_, []).append(track)
            turn += 1
            mp = speeds[turn & 1]
            if ROW[hex_] + mp > LAST_ROW:
                return
            hex_ = EVERY[hex_ + mp]


@lru_cache(maxsize=64)
def kills(hits: tuple[float, ...], damage: int, seen: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The chance to shoot one down in so many turns behind it: while it is in sight, and if it must first be seen."""
    table = [[0.0] * (damage + 1) for _ in range(NEVER + 1)]
    for row in table:
        row[0] = 1.0
    for n in range(1, NEVER + 1):
        for left in range(1, damage + 1):
            table[n][left] = sum([p * table[n - 1][max(0, left - h)] for h, p in enumerate(hits)])
    tallied = [row[damage] for row in table]
    unseen = [0.0]
    for n in range(1, NEVER + 1):
        unseen.append(seen * tallied[n] + (1 - seen) * unseen[n - 1])
    return tuple(tallied), tuple(unseen)


class Sweep:
    """What plans are worth to one fighter."""

    def __init__(self, view: NightView, plotting: PlottingTable, fighter: Fighter, kept: int) -> None:
        layout, group = view.layout, plotting.group
        self.turn, self.kept = view.turn, kept
        self.fit = layout.fighters[fighter]
        end = layout.scenario.end_turn or 99
        self.tracks = Tracks(plotting, view.turn, max(1, min(MAX_TURNS, end + 1 - view.turn)))
        moon, visibility, cloud = view.environment
        self.sight = 1 if cloud and moon == FULL_MOON else layout.sight[visibility]
        self.seen = float(1 - (5 / 6) ** (1 + visibility + (moon != NO_MOON) + self.fit.view))
        duel = duel_of(view, fighter, group, EVERY[0], False)
        hits = hit_odds(duel.hits, (duel.guns or 0) + duel.pilot)
        self.tallied, self.unseen = kills(hits, group.damage, self.seen)
        self.joins = chase(self.fit.max_mp, self.fit.least_mp, group.mp)
        self.mp = group.mp
        self.end = end
        self.dead = dead_ends(self.fit.least_mp)
        self.worths: dict[int, list[float]] = {}
        self.known: list[dict[Hex, list[tuple[int, list[float], list[int]]]]] = [{} for _ in range(self.tracks.turns)]

    def worth(self, hex_: Hex, ahead: int) -> list[float]:
        """Of a bomber just seen there so many turns ahead, by the turns until it is joined."""
        key = ROW[hex_] * MAX_TURNS + ahead
        found = self.worths.get(key)
        if found is None:
            turns = min(int((LAST_ROW - ROW[hex_]) * 2 / sum(self.mp)), self.end - self.turn - ahead, NEVER - 1) + 1
            late = WAIT**ahead * self.seen
            found = [late * self.tallied[max(0, turns)]]
            for wait in range(1, NEVER + 1):
                left = max(0, turns - wait)
                found.append(late * (KEEPS * self.tallied[left] + (1 - KEEPS) * self.unseen[left]))
            self.worths[key] = found
        return found

    def near(self, hex_: Hex, ahead: int) -> list[tuple[int, list[float], list[int]]]:
        """Where somebody may be seen from there: place, worth by the turns to join, and whose tracks lead there."""
        known = self.known[ahead]
        found = known.get(hex_)
        if found is None:
            at = self.tracks.at[ahead]
            found = known[hex_] = [(PLACE[h], self.worth(h, ahead), at[h]) for h in disc(hex_, self.sight) if h in at]
        return found

    def best(self, first: Sequence[Sequence[End]]) -> tuple[float, End | None]:
        """The end of a first move with which the best plan begins."""
        plans: list[Planned] = []
        for ahead in range(self.tracks.turns):
            found: list[Longer] = []
            if ahead == 0:
                self._extend(found, 0, None, first, self.tracks.weights)
            else:
                mp = self.fit.max_mp[(self.turn + ahead) & 1]
                for plan in plans:
                    last = plan[2]
                    ways = ends_by_hex(last.hex, last.facing, min(self.fit.least_mp, mp), mp, True)
                    self._extend(found, ahead, plan, ways, plan[3])
            if not found:
                return 0.0, None
            plans = self._kept(found, ahead)
        return plans[0][0], plans[0][1]

    def _kept(self, found: list[Longer], ahead: int) -> list[Planned]:
        """The best of them, few that end in the same hex."""
        found.sort(key=lambda longer: longer[:3])
        plans: list[Planned] = []
        taken: dict[Hex, int] = {}
        for value, hex_, _, end, plan in found:
            if taken.get(hex_, 0) < A_HEX:
                taken[hex_] = taken.get(hex_, 0) + 1
                weights = self.tracks.weights if plan is None else plan[3]
                near = self.near(hex_, ahead)
                if near:
                    weights = weights.copy()
                    for _, _, tracks in near:
                        for track in tracks:
                            weights[track] *= 1 - self.seen
                plans.append((-value, end if plan is None else plan[1], end, weights))
                if len(plans) >= self.kept:
                    break
        return plans

    def _extend(
        self,
        found: list[Longer],
        ahead: int,
        plan: Planned | None,
        ways: Sequence[Sequence[End]],
        weights: Sequence[float],
    ) -> None:
        joins, dead = self.joins[(self.turn + ahead + 1) & 1], self.dead
        score = 0.0 if plan is None else plan[0]
        for ends_there in ways:
            hex_ = ends_there[0].hex
            near = self.near(hex_, ahead)
            masses = [(place, worth, sum([weights[track] for track in tracks])) for place, worth, tracks in near]
            for end in ends_there:
                if not dead[hex_ * 6 + end.facing]:
                    turns, here = joins[end.facing], end.here
                    value = score
                    for place, worth, mass in masses:
                        value += mass * worth[turns[place - here]]
                    found.append((-value, hex_, end.facing, end, plan))


def by_eyes_alone(view: NightView, placing: bool = False) -> bool:
    """A lone fighter, with nothing else that could find a bomber: no radar at all, and no searchlights."""
    layout = view.layout
    if layout.radars or layout.searching or layout.identification or layout.flying_bombs:
        return False
    alone = len(layout.fighters) == 1 if placing else sum([hex_ >= 0 for hex_, _ in view.fighters()]) == 1
    return alone and all(fit.ai is None for fit in layout.fighters)


def fly(view: NightView, ask: Ask, plotting: PlottingTable, budget: int) -> int | None:
    """The path with which the best plan begins; None if somebody is in hand, or there are other ways to find him."""
    facts, fighter = ask.facts, ask.facts["fighter"]
    if not by_eyes_alone(view) or view.contacts() or not may_turn(view, fighter):
        return None
    hex_, facing = view.fighter(fighter)
    ways = ends_by_hex(hex_, facing, facts["least"], facts["most"], True)
    value, end = Sweep(view, plotting, fighter, max(1, budget // A_PLAN)).best(ways)
    return end.path if end is not None and value > 0.0 else None


def place(view: NightView, ask: Ask, plotting: PlottingTable, budget: int) -> int | None:
    """Where to begin such a hunt: far up the stream, since who is seen late has flown by before he is shot down."""
    if not by_eyes_alone(view, placing=True):
        return None
    places = [code for code in ask.codes if code != IN_BOX]
    return min(places, key=lambda code: (DISTANCE[STATION][code // 6], (code - N) % 6)) if places else None
