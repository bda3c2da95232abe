"""The plotting table: where the attackers that nobody sees may be, from what the player has been told.

Every attacker due by the scenario has a plot: a share of chance for each hex, one for "not in yet" and one for "gone".
Plots drift down the map with the bombers and shrink with every search, sweep, search marker and empty scope. The table
is worked out from the player's events alone, in order, so it is the same whenever the reading begins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from viermot.nightfighter.board import (
    CENTRE,
    COLUMN,
    DISTANCE,
    FIRST_RANGE,
    FULL_MOON,
    HEXES,
    LAST_ROW,
    LEFT,
    NEIGHBOUR,
    OFF,
    RIGHT,
    ROW,
    SIZE,
    S,
    rear_hex,
)
from viermot.nightfighter.fit import EXPERTE
from viermot.nightfighter.radar import CONTACT, NOTHING, SAME_HEX
from viermot.nightfighter.table import BOMBER, FLARE_DROPPER, GERMAN_FIGHTER, HEAVY, INTRUDER, NOT_JAMMED, TORPEDO

Weights = dict[int, float]
LIKELY_DELAYS: Final = (2.0, 1.0, 1.0)  # weights of entering at once, one turn late, two turns late
LEAST_WEIGHT: Final = 5e-4
NOTHING_LEFT: Final = 1e-9
CLAIM: float = 2.0
STRAY: Final = 0.15  # how often a hunter in the stream slips to either side


class Plot:
    """Some attackers that came together: how many, which way they fly, and where one of them may be."""

    __slots__ = ("due", "facing", "gone", "held", "number", "role", "weights")

    def __init__(self, number: int, role: int, weights: Weights, facing: int = S) -> None:
        self.number = number
        self.role = role
        self.facing = facing
        self.weights = weights  # chance that a given one of them is in each hex
        self.held = 0.0  # ... has not come in yet
        self.gone = 0.0  # ... has left the map
        self.due: dict[int, float] = {}  # turn -> weight of coming in on it

    def keep(self, weights: Weights, held: float, gone: float) -> None:
        """Take new weights, made to add up to one again; if nothing is possible any more, nothing changes."""
        total = sum(weights.values()) + held + gone
        if total <= NOTHING_LEFT:
            return
        scale = 1 / total
        least = LEAST_WEIGHT * total
        self.weights = {hex_: weight * scale for hex_, weight in weights.items() if weight > least}
        self.held = held * scale
        self.gone = gone * scale

    def scale(self, inside: Collection[int], factor: float) -> None:
        """What is inside becomes that much less likely."""
        weights = self.weights
        if weights.keys().isdisjoint(inside):
            return
        if factor:
            changed = {h: w * factor if h in inside else w for h, w in weights.items()}
        else:
            changed = {h: w for h, w in weights.items() if h not in inside}
        self.keep(changed, self.held, self.gone)


@lru_cache(maxsize=2048)
def disc(hex_: int, reach: int) -> frozenset[int]:
    """The hexes within that many of one."""
    row = DISTANCE[hex_]
    return frozenset(h for h in range(SIZE) if row[h] <= reach)


@lru_cache(maxsize=1024)
def pointers(hex_: int) -> bytes:
    """For each hex where a nearest bomber may be: which ways a sweep may then lie, a bit for each direction [13.1.2]."""
    beside = [(1 << way, NEIGHBOUR[hex_ * 6 + way]) for way in range(6)]
    beside = [(bit, there) for bit, there in beside if there != OFF]
    rows = [DISTANCE[there] for _, there in beside]
    bits = [bit for bit, _ in beside]
    masks = bytearray(SIZE)
    for target in range(SIZE):
        far = [row[target] for row in rows]
        least = min(far)
        masks[target] = sum(bit for bit, d in zip(bits, far, strict=True) if d == least)
    return bytes(masks)


SHARE: Final = tuple(tuple((mask >> way & 1) / max(1, mask.bit_count()) for mask in range(64)) for way in range(6))


@lru_cache(maxsize=4096)
def sweep_fits(search: int, sweep: int) -> tuple[float, ...]:
    """For each hex of a nearest bomber: the chance that the sweep would lie there."""
    way = next(w for w in range(6) if NEIGHBOUR[search * 6 + w] == sweep)
    share = SHARE[way]
    return tuple(share[mask] for mask in pointers(search))


@lru_cache(maxsize=1024)
def close_fits(sweep: int) -> tuple[float, ...]:
    """The same where the sweep lies in or beside the bomber's hex [25.1a]."""
    row = DISTANCE[sweep]
    return tuple(1 / (1 + len(HEXES.adjacent[h])) if row[h] <= 1 else 0.0 for h in range(SIZE))


@lru_cache(maxsize=64)
def entry_columns(chits: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], count: int, role: int) -> Weights:
    """How likely each entry number is, the umpire's side of the chits being unknown [8.1.2, 26.3.1]."""
    weights: Weights = {}
    for chit in chits:
        for numbers in chit:
            read = [n for n in numbers if 7 <= n <= 12][:1] if role == TORPEDO else numbers[:count]
            for number in read:
                weights[number] = weights.get(number, 0.0) + 1 / len(read)
    total = sum(weights.values())
    return {number: weight / total for number, weight in weights.items()}


class PlottingTable:
    """All plots and contacts, kept up to date from the player's events."""

    def __init__(self) -> None:
        self.mark: Any = None
        self.start()

    def start(self) -> None:
        """Wipe the table clean."""
        self.plots: list[Plot] = []
        self.contacts: dict[int, list[int]] = {}  # handle -> hex, facing, role, turn of its last move
        self.turn = self.phase = 0
        self.fighters: dict[int, tuple[int, int]] = {}
        self.searched: dict[int, int] = {}  # radar -> hex of its counter
        self.lit: set[int] | None = None  # zones with a marker, or busy, while the lights search
        self.weather = [0, 0, 0]
        self.thrown: tuple[int, ...] = ()

    def catch_up(self, view: Any) -> None:
        """Read what has happened since the last look."""
        self.mark, anew, events = view.news(self.mark)
        if anew:
            self.start()
            self.table = view.table
            self.weather = list(view.environment)
            self._lay_out()
        for kind, _, _, data in events:
            read = READ.get(kind)
            if read is not None:
                read(self, *data)

    def _lay_out(self) -> None:
        """What the scenario says about the raid."""
        table = self.table
        kinds = [kind for kind in table.kinds if kind.role != INTRUDER]
        self.usual = kinds[0].role
        self.plain = not table.flying_bombs  # flying bombs are always in sight
        if table.identification:  # only the hunters in the stream matter
            hunters = [kind for kind in kinds if kind.role == GERMAN_FIGHTER]
            plot = Plot(sum(kind.count for kind in hunters), GERMAN_FIGHTER, {})
            plot.held = 1.0
            plot.due = dict.fromkeys(table.schedule, 1.0)
            self.plots.append(plot)
        self.speeds = {role: _speeds([k for k in kinds if k.role == role]) for role in {k.role for k in kinds}}

    # -- the raid flies ------------------------------------------------------------------------------

    def on_turn(self, turn: int) -> None:
        for missed in range(self.turn + 1, turn):  # a game that begins in the middle
            self.turn = missed
            self._fly()
            self._enter()
        self.turn = turn

    def on_phase(self, phase: int) -> None:
        if self.lit is not None:
            self._lights_done()
        self.phase = phase
        if phase == 1:
            self._fly()
        elif phase == 2:
            self._enter()
        elif phase == 7:
            self.lit = set()

    def _fly(self) -> None:
        """Every plot moves as its bombers do [7.2]."""
        for plot in self.plots:
            if plot.weights:
                moved, left = self.flown(plot.weights, plot.facing, plot.role)
                plot.weights = moved
                plot.gone += left
        self.plots = [plot for plot in self.plots if plot.gone < 0.98]

    def flown(self, weights: Weights, facing: int, role: int) -> tuple[Weights, float]:
        """Where they are after a move, and how many have left the map."""
        speeds = self.speeds[role][self.turn & 1]
        if role == TORPEDO:
            full = speeds[0][0]
            moved = {
                h + (2 if ROW[h] < 19 else full): w
                for h, w in weights.items()
                if ROW[h] + (2 if ROW[h] < 19 else full) <= LAST_ROW
            }
        elif facing != S:
            moved = {}
            for h, w in weights.items():
                line = HEXES.line(h, facing, speeds[0][0])
                if len(line) == speeds[0][0]:
                    moved[line[-1]] = w
        elif len(speeds) == 1:
            mp = speeds[0][0]
            last = LAST_ROW - mp
            moved = {h + mp: w for h, w in weights.items() if ROW[h] <= last}
        else:
            moved = {}
            for mp, share in speeds:
                for h, w in weights.items():
                    if ROW[h] + mp <= LAST_ROW:
                        moved[h + mp] = moved.get(h + mp, 0.0) + w * share
        if role == GERMAN_FIGHTER:
            moved = spread(moved, facing, STRAY)
        return moved, max(0.0, sum(weights.values()) - sum(moved.values()))

    def _enter(self) -> None:
        """Those due appear on the first hexes of their columns [8.1.1, 8.1.4, 8.2.1]."""
        table = self.table
        if self.plain and not table.identification:
            for role, count in table.schedule.get(self.turn, ()):
                self.plots.extend(self._wave(BOMBER if role < 0 else role, count))
        for plot in self.plots:
            if plot.held and plot.due:
                weight = plot.due.pop(self.turn, 0.0)
                if weight:
                    coming = plot.held * weight / (weight + sum(plot.due.values()))
                    self._appear(plot, coming)

    def _wave(self, role: int, count: int) -> list[Plot]:
        turns = range(self.turn, self.turn + 3)
        if role == FLARE_DROPPER:
            wave = [Plot(count, role, {}, facing) for facing in sorted({f for _, f in self.table.flare_entries})]
        else:
            wave = [Plot(count, role, {})]
        for plot in wave:
            plot.held = 1.0
            plot.due = dict(zip(turns, LIKELY_DELAYS, strict=True)) if count == 1 else {self.turn: 1.0}
        return wave

    def _appear(self, plot: Plot, coming: float) -> None:
        """Spread them over columns and MP of entry."""
        weights = plot.weights
        plot.held -= coming
        mp = 2 if plot.role == TORPEDO else self.speeds[plot.role][self.turn & 1][0][0]
        count = 3 if plot.role == GERMAN_FIGHTER else plot.number
        for column, share in entry_columns(self.table.chits, count, plot.role).items():
            share *= coming / mp
            if plot.role == FLARE_DROPPER:
                hex_, facing = self.table.flare_entries[column - 1]
                if facing != plot.facing:
                    plot.gone += share * mp
                    continue
                line = (hex_, *HEXES.line(hex_, facing, mp - 1))
            else:
                first = HEXES.at(column, 1)
                line = tuple(range(first, first + mp))
            for hex_ in line:
                weights[hex_] = weights.get(hex_, 0.0) + share

    # -- contacts ------------------------------------------------------------------------------------

    def on_contact(self, handle: int, hex_: int, facing: int) -> None:
        """One of the plotted is found: take it off its plot."""
        role = self.usual
        if not self.table.identification:
            plot = self._likeliest(hex_, facing)
            if plot is not None:
                role = plot.role
                plot.number -= 1
                if not plot.number:
                    self.plots.remove(plot)
        self.contacts[handle] = [hex_, facing, role, self.turn]

    def _likeliest(self, hex_: int, facing: int) -> Plot | None:
        """The plot it most likely belongs to; by distance if none thought of that hex."""
        best, most = None, 0.0
        for plot in self.plots:
            weight = plot.number * plot.weights.get(hex_, 0.0)
            if weight > most and plot.facing == facing:
                best, most = plot, weight
        if best is None:
            row = DISTANCE[hex_]
            near = [(min(map(row.__getitem__, p.weights)), n) for n, p in enumerate(self.plots) if p.weights]
            best = self.plots[min(near)[1]] if near else None
        return best

    def on_contact_moved(self, handle: int, hex_: int) -> None:
        if handle in self.contacts:
            self.contacts[handle][0] = hex_
            self.contacts[handle][3] = self.turn

    def on_contact_lost(self, handle: int) -> None:
        """Lost from sight it slips aside [16.0, 17.4.3]; lost in the middle of its move it flies on first."""
        if handle not in self.contacts:
            return
        hex_, facing, role, moved = self.contacts.pop(handle)
        if self.table.identification and role != GERMAN_FIGHTER:
            return
        weights: Weights = {hex_: 1.0}
        if self.phase == 1 and moved != self.turn:
            weights, _ = self.flown(weights, facing, role)
        if weights and self.table.displacement:
            weights = spread(weights, facing, 1 / 3)
        if weights:
            self.plots.append(Plot(1, role, weights, facing))

    def on_contact_gone(self, handle: int) -> None:
        self.contacts.pop(handle, None)

    def on_identified(self, fighter: int, handle: int, kind: int) -> None:
        """A hunter in the stream is found out."""
        if handle in self.contacts and self.table.kinds[kind].role == GERMAN_FIGHTER:
            self.contacts[handle][2] = GERMAN_FIGHTER
            for plot in self.plots[:1]:
                plot.number -= 1
                if not plot.number:
                    self.plots.remove(plot)

    def on_corkscrew_seen(self, fighter: int, hex_: int) -> None:
        if self.plots:
            self.plots[-1].weights = {hex_: 1.0}

    # -- the player's own aircraft -------------------------------------------------------------------

    def on_fighter_at(self, fighter: int, hex_: int, facing: int, *_: int) -> None:
        self.fighters[fighter] = (hex_, facing)

    def on_fighter_shifted(self, fighter: int, side: int, hex_: int) -> None:
        self.fighters[fighter] = (hex_, self.fighters.get(fighter, (hex_, S))[1])

    def on_drifts(self, fighter: int, hex_: int) -> None:
        self.on_fighter_shifted(fighter, CENTRE, hex_)

    def on_fighter_gone(self, fighter: int, *_: int) -> None:
        self.fighters.pop(fighter, None)

    # -- searches ------------------------------------------------------------------------------------

    def on_search(self, radar: int, hex_: int, result: int) -> None:
        counter = self.table.radars[radar]
        self.searched[radar] = hex_
        if counter.family == "naxos" or (counter.family == "serrate" and self.table.fading_serrate):
            return  # hears too few of them, or too seldom, to change a plot
        inside = disc(hex_, counter.value)
        if result == NOTHING:
            self.absent(inside)
        elif result == CONTACT:
            self.present(inside)
        elif result == SAME_HEX:
            self.present(disc(hex_, 0))
        if result != NOTHING:
            self.settle()

    def on_sweep(self, radar: int, hex_: int) -> None:
        counter = self.table.radars[radar]
        search = self.searched.get(radar, hex_)
        if counter.family in ("gci", "mew"):
            if (counter.family == "mew" and DISTANCE[search][hex_] <= counter.value) or counter.family == "mew":
                self.present(disc(hex_, 1))
            else:
                self.nearest_fits(search, close_fits(hex_))
        elif counter.family != "naxos" and not (counter.family == "serrate" and self.table.fading_serrate):
            self.nearest_fits(search, sweep_fits(search, hex_))
        self.settle()

    def on_no_sweep(self, radar: int) -> None:
        """GCI without a sweep: nobody is on the map [25.1b]."""
        counter = self.table.radars[radar]
        if counter.family == "gci" and counter.jam == NOT_JAMMED:
            for plot in self.plots:
                if plot.held + plot.gone > NOTHING_LEFT:
                    plot.keep({}, plot.held, plot.gone)

    # -- lights, scopes and eyes -----------------------------------------------------------------------

    def on_marker(self, zone: int, hex_: int) -> None:
        if self.lit is not None:
            self.lit.add(zone)

    def on_zone_busy(self, zone: int) -> None:
        if self.lit is not None:
            self.lit.add(~zone)

    def on_lights_blocked(self) -> None:
        self.lit = None

    def _lights_done(self) -> None:
        """A marker means somebody is in that zone; no marker, nobody [14.2.1a]. Flares tell nothing [14.3a]."""
        table, lit = self.table, self.lit or set()
        self.lit = None
        for zone in table.searching:
            if table.flare_lit[zone] or ~zone in lit:
                continue
            if zone in lit:
                self.present(_zone(table.zone_hexes[zone]))
            else:
                self.absent(_zone(table.zone_hexes[zone]))

    def on_ai_nothing(self, fighter: int) -> None:
        """An empty scope; a jammed one may just have missed it [19.1.2a, 24.5.2a]."""
        place = self.fighters.get(fighter)
        fit = self.table.fighters[fighter]
        if place is None:
            return
        arc = HEXES.arc(place[0], place[1], fit.ai.arc, fit.ai.range)
        if fit.ai.jam == NOT_JAMMED:
            self.absent(arc)
        else:
            dice = (1 if fit.ai.jam == HEAVY else 3) + 2 * (fit.pilot == EXPERTE) + 3 * fit.ai.resistant
            self.thin(arc, (5 / 6) ** dice)

    def on_roll(self, what: str, dice: Sequence[int], *_: Any) -> None:
        if what == "tally":
            self.thrown = tuple(dice)

    def on_tally_nothing(self) -> None:
        """Nothing was seen where something might have been [10.1b]."""
        missed = 1 - len(set(self.thrown)) / 6
        moon, visibility, cloud = self.weather
        reach = 1 if cloud and moon == FULL_MOON else FIRST_RANGE[visibility]
        for hex_, _ in self.fighters.values():
            self.thin(disc(hex_, reach), missed)

    def on_contrail(self, fighter: int) -> None:
        if fighter in self.fighters:
            self.present(_further_down(self.fighters[fighter][0]))

    def on_no_contrail(self, fighter: int) -> None:
        if fighter in self.fighters:
            self.absent(_further_down(self.fighters[fighter][0]))

    def on_lost_in_corkscrew(self, fighter: int) -> None:
        if fighter in self.fighters:
            self.absent(disc(self.fighters[fighter][0], 0))

    def on_moon(self, value: int) -> None:
        self.weather[0] = value

    def on_visibility(self, value: int) -> None:
        self.weather[1] = value

    def on_cloud(self, value: int) -> None:
        self.weather[2] = value

    # -- what evidence does --------------------------------------------------------------------------

    def absent(self, inside: Collection[int]) -> None:
        """Nobody is in there."""
        for plot in self.plots:
            plot.scale(inside, 0.0)

    def thin(self, inside: Collection[int], factor: float) -> None:
        """Whoever is in there was missed, which had that chance."""
        for plot in self.plots:
            plot.scale(inside, factor)

    def present(self, inside: Collection[int]) -> None:
        """At least one is in there: unless a contact is, those outside become less likely."""
        if any(contact[0] in inside for contact in self.contacts.values()):
            return
        masses = [sum([w for h, w in plot.weights.items() if h in inside]) for plot in self.plots]
        none = 1.0
        for plot, mass in zip(self.plots, masses, strict=True):
            none *= max(0.0, 1 - mass) ** plot.number
        if none >= 1 - NOTHING_LEFT:
            return
        for plot, mass in zip(self.plots, masses, strict=True):
            outside = 1 - none / (1 - mass) if mass < 1 - NOTHING_LEFT else 0.0
            if outside < 1 - 1e-6:
                changed = {h: w if h in inside else w * outside for h, w in plot.weights.items()}
                plot.keep(changed, plot.held * outside, plot.gone * outside)

    def settle(self) -> None:
        """Two are seldom in one hex: where one plot is nearly sure of a hex, the others think less of it."""
        if len(self.plots) < 2:
            return
        for plot in self.plots:
            if not plot.weights:
                continue
            hex_ = max(plot.weights, key=plot.weights.__getitem__)
            mine = plot.number * plot.weights[hex_]
            if mine < CLAIM:
                continue
            for other in self.plots:
                theirs = other.weights.get(hex_, 0.0)
                if theirs and other is not plot and other.number * theirs <= mine:
                    other.scale((hex_,), max(0.05, 1 - mine))

    def nearest_fits(self, search: int, fits: Sequence[float]) -> None:
        """The umpire pointed at the attacker nearest to a search; each hex fits that with some chance [13.1.2]."""
        row = DISTANCE[search]
        sources = [Source.of(plot, row, fits) for plot in self.plots if plot.weights]
        sources += [Source.contact(contact[0], row, fits) for contact in self.contacts.values()]
        if not sources:
            return
        sure = min(source.surely_within for source in sources)
        sources = [source for source in sources if source.nearest <= sure]
        if len(sources) == 1 and sources[0].alone():
            sources[0].settle(fits)
            return
        weigh_together(sources, row, fits)


class Source:
    """A plot or a contact as somebody a sweep may point at."""

    __slots__ = ("cons", "far", "mass", "nearest", "number", "plot", "surely_within")

    def __init__(self, plot: Plot | None, number: int) -> None:
        self.plot = plot
        self.number = number

    @classmethod
    def of(cls, plot: Plot, row: bytes, fits: Sequence[float]) -> Source:
        source = cls(plot, plot.number)
        distances = [row[h] for h in plot.weights]
        source.nearest, source.far = min(distances), max(distances)
        source.surely_within = source.far if plot.held + plot.gone < 1e-3 else 99
        return source

    @classmethod
    def contact(cls, hex_: int, row: bytes, fits: Sequence[float]) -> Source:
        source = cls(None, 1)
        source.nearest = source.far = source.surely_within = row[hex_]
        source.mass, source.cons = [0.0] * 40, [0.0] * 40
        source.mass[row[hex_]], source.cons[row[hex_]] = 1.0, fits[hex_]
        return source

    def alone(self) -> bool:
        """Can nobody else have drawn the sweep?"""
        return self.plot is not None and self.number == 1 and self.surely_within < 99

    def settle(self, fits: Sequence[float]) -> None:
        assert self.plot is not None
        self.plot.keep({h: w * fits[h] for h, w in self.plot.weights.items() if fits[h]}, 0.0, 0.0)

    def sort(self, row: bytes, fits: Sequence[float]) -> None:
        """Its chance by distance, and the part of it that fits."""
        if self.plot is None:
            return
        mass, cons = [0.0] * 40, [0.0] * 40
        for h, w in self.plot.weights.items():
            d = row[h]
            mass[d] += w
            cons[d] += w * fits[h]
        self.mass, self.cons = mass, cons


def weigh_together(sources: list[Source], row: bytes, fits: Sequence[float]) -> None:
    """Several may have been the nearest: weigh each hex by how well the sweep fits if it, or another, was.

    Each is taken for independent of the others; those equally near count as further off.
    """
    for source in sources:
        source.sort(row, fits)
    first, last = min(s.nearest for s in sources), max(s.far for s in sources)
    beyond = [1.0] * len(sources)  # chance that one of this source is at this distance or more
    others = [[0.0] * (last + 2) for _ in sources]  # chance that another, nearer, drew the sweep
    alone = [[0.0] * (last + 2) for _ in sources]  # chance that nobody is nearer
    for d in range(first, last + 1):
        all_beyond = 1.0
        for source, left in zip(sources, beyond, strict=True):
            all_beyond *= left**source.number
        drew = [
            source.cons[d] * all_beyond / left if left > 1e-9 else 0.0
            for source, left in zip(sources, beyond, strict=True)
        ]
        somebody = sum(part * source.number for part, source in zip(drew, sources, strict=True))
        for k, left in enumerate(beyond):
            if left > 1e-9:
                alone[k][d] = all_beyond / left
                others[k][d + 1] = others[k][d] + (somebody - drew[k]) / left
            else:
                others[k][d + 1] = others[k][d]
        for k, source in enumerate(sources):
            beyond[k] = max(0.0, beyond[k] - source.mass[d])
    nobody = 1.0
    for source, left in zip(sources, beyond, strict=True):
        nobody *= left**source.number
    for k, source in enumerate(sources):
        plot = source.plot
        if plot is None:
            continue
        mine, theirs = alone[k], others[k]
        off = theirs[last + 1] + (nobody / beyond[k] / 6 if beyond[k] > 1e-9 else 0.0)
        changed = {h: w * (fits[h] * mine[row[h]] + theirs[row[h]]) for h, w in plot.weights.items()}
        plot.keep(changed, plot.held * off, plot.gone * off)


def spread(weights: Mapping[int, float], facing: int, aside: float) -> Weights:
    """Slip into either rear hex with that chance each; where there is none, stay [16.0, 17.4.3b]."""
    slipped: Weights = {}
    for hex_, weight in weights.items():
        for side, share in ((LEFT, aside), (CENTRE, 1 - 2 * aside), (RIGHT, aside)):
            there = rear_hex(hex_, facing, side)
            there = hex_ if there == OFF else there
            slipped[there] = slipped.get(there, 0.0) + weight * share
    return slipped


def _speeds(kinds: Sequence[Any]) -> tuple[list[tuple[int, float]], ...]:
    """(MP, share) of these kinds on even and on odd turns, the commonest first; rare ones left out."""
    total = sum(kind.count for kind in kinds)
    found: list[list[tuple[int, float]]] = []
    for parity in (0, 1):
        shares: dict[int, float] = {}
        for kind in kinds:
            shares[kind.mp[parity]] = shares.get(kind.mp[parity], 0.0) + kind.count / total
        common = sorted(((mp, share) for mp, share in shares.items() if share >= 0.2), key=lambda item: -item[1])
        whole = sum(share for _, share in common)
        found.append([(mp, share / whole) for mp, share in common])
    return tuple(found)


@lru_cache(maxsize=64)
def _zone(hexes: tuple[int, ...]) -> frozenset[int]:
    return frozenset(hexes)


@lru_cache(maxsize=512)
def _further_down(hex_: int) -> frozenset[int]:
    """The hexes of the column beyond this one, where a contrail leads [21.2.1]."""
    return frozenset(h for h in range(SIZE) if COLUMN[h] == COLUMN[hex_] and ROW[h] > ROW[hex_])


Reader = Callable[..., None]
READ: Final[Mapping[str, Reader]] = {
    "turn": PlottingTable.on_turn,
    "phase": PlottingTable.on_phase,
    "contact": PlottingTable.on_contact,
    "contact_moved": PlottingTable.on_contact_moved,
    "contact_lost": PlottingTable.on_contact_lost,
    "contact_gone": PlottingTable.on_contact_gone,
    "identified": PlottingTable.on_identified,
    "corkscrew_seen": PlottingTable.on_corkscrew_seen,
    "placed": PlottingTable.on_fighter_at,
    "moved": PlottingTable.on_fighter_at,
    "left_box": PlottingTable.on_fighter_at,
    "scattered": PlottingTable.on_fighter_at,
    "follows": PlottingTable.on_fighter_shifted,
    "fighter_corkscrews": PlottingTable.on_fighter_shifted,
    "drifts": PlottingTable.on_drifts,
    "fighter_left": PlottingTable.on_fighter_gone,
    "fighter_lost": PlottingTable.on_fighter_gone,
    "search": PlottingTable.on_search,
    "sweep": PlottingTable.on_sweep,
    "no_sweep": PlottingTable.on_no_sweep,
    "marker": PlottingTable.on_marker,
    "zone_busy": PlottingTable.on_zone_busy,
    "lights_blocked": PlottingTable.on_lights_blocked,
    "ai_nothing": PlottingTable.on_ai_nothing,
    "roll": PlottingTable.on_roll,
    "tally_nothing": PlottingTable.on_tally_nothing,
    "contrail": PlottingTable.on_contrail,
    "no_contrail": PlottingTable.on_no_contrail,
    "lost_in_corkscrew": PlottingTable.on_lost_in_corkscrew,
    "moon": PlottingTable.on_moon,
    "visibility": PlottingTable.on_visibility,
    "cloud": PlottingTable.on_cloud,
}
