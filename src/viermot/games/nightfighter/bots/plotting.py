"""The plotting table: what a fighter controller knows of the raid, from what the player has been told.

Every attacker due by the scenario has a plot. Plots drift down the map with the bombers, lose those that come into
contact and gain those that slip away again. The table is worked out from the player's events alone, in their order, so
it is the same whenever the reading starts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from viermot.games.nightfighter.bots.plot import (
    Plot,
    Weights,
    close_fits,
    disc,
    entry_columns,
    entry_hexes,
    pointed,
    present,
    spread,
    sweep_fits,
)
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import (
    COLUMN,
    DISTANCE,
    FULL_MOON,
    HEXES,
    LAST_ROW,
    ROW,
    SIZE,
    S,
)
from viermot.games.nightfighter.model.fitting import EXPERTE, HEAVY, NOT_JAMMED
from viermot.games.nightfighter.model.ids import Fighter, Handle, Hex, Radar, Zone
from viermot.games.nightfighter.model.layout import (
    BOMBER,
    FLARE_DROPPER,
    GERMAN_FIGHTER,
    INTRUDER,
    ROLES,
    TORPEDO,
)
from viermot.games.nightfighter.rules.radar import CONTACT, NOTHING, SAME_HEX
from viermot.kernel.hexes import UNLIMITED, WIDE

LIKELY_DELAYS: Final = (2.0, 1.0, 1.0)  # weights of entering at once, one turn late, two turns late
ALL_GONE: Final = 0.98  # a plot at least this likely to have left the map is wiped off
STRAY: Final = 0.15  # how often a hunter in the stream slips to either side (scenario 7)
TORPEDO_MP: Final = 2  # what a torpedo bomber flies until then
SHIPS_FROM: Final = 19  # the row from which a torpedo bomber has launched and flies on at full speed [26.3]

Speeds = tuple[tuple[tuple[int, float], ...], ...]  # on even and odd turns: (MP, share of the raid), commonest first


class Seen:
    """A contact on the table: where it is, and what has been seen of it."""

    __slots__ = ("alerted", "facing", "hex", "hits", "moved", "role")

    def __init__(self, hex_: Hex, facing: int, role: int, turn: int) -> None:
        self.hex = hex_
        self.facing = facing
        self.role = role
        self.moved = turn  # the turn in which it was last known to have moved
        self.hits = 0
        self.alerted = False


class PlottingTable:
    """All plots and contacts, kept up to date from the player's events."""

    def __init__(self) -> None:
        self.mark: Any = None
        self._wipe()

    def _wipe(self) -> None:
        self.plots: list[Plot] = []
        self.due: dict[int, list[tuple[str, int]]] = {}  # who comes in when
        self.contacts: dict[Handle, Seen] = {}
        self.turn = self.phase = 0
        self.fighters: dict[Fighter, tuple[Hex, int]] = {}  # hex and facing
        self.shown_corkscrew: Hex | None = None  # the hex it was just seen to go to [28.1b]
        self.danger: dict[Fighter, int] = {}  # the last turn in which an intruder was after it
        self.attacked: dict[Fighter, int] = {}  # the last turn in which one attacked it, from its own hex
        self.dice_heard = 0  # the last turn in which the umpire rolled behind his screen [27.2.4a]
        self.asked_about: Weights | None = None  # what this turn's searches are to find out
        self._searched: dict[Radar, Hex] = {}  # where its counter lies
        self._lit: set[int] | None = None  # zones with a marker (~zone: busy) while the lights search
        self._dice: Sequence[int] = ()
        self._around: dict[Hex, float] = {}  # hex -> how many of the plotted are within sight of it now
        self._density: list[float] = []  # by hex

    def catch_up(self, view: NightView) -> None:
        """Read what has happened since the last look."""
        self.mark, anew, events = view.news(self.mark)
        if anew:
            self._wipe()
            self.sky = view.environment
            self.due = view.due()  # from the sheet, which everybody reads [3.2h]
            self._lay_out(view.layout)
        for event in events:
            read = READ.get(event[0])
            if read is not None:
                read(self, *event[3])
        if events:
            self._around.clear()
            self._density = []

    def _lay_out(self, layout: Any) -> None:
        """What the scenario says about the raid."""
        self.layout = layout
        groups = [group for group in layout.groups if group.role != INTRUDER]
        self.group = max(groups, key=lambda group: group.count)  # what the raid mostly is, or the prey in it
        self.speeds: dict[int, Speeds] = {
            role: speeds_of([group for group in groups if group.role == role])
            for role in {group.role for group in groups}
        }
        if layout.identification:  # only the hunters in the stream matter
            self.group = next(group for group in groups if group.role == GERMAN_FIGHTER)
            plot = Plot(self.group.count, GERMAN_FIGHTER, {})
            plot.held = 1.0
            plot.due = dict.fromkeys(self.due, 1.0)
            self.plots.append(plot)

    # -- the raid flies ------------------------------------------------------------------------------

    def on_turn(self, turn: int) -> None:
        for missed in range(self.turn + 1, turn):  # a game that begins in the middle
            self.turn = missed
            self._fly()
            self._enter()
        self.turn = turn

    def on_phase(self, phase: int) -> None:
        if self._lit is not None:
            self._lights_done()
        self.phase = phase
        self.asked_about = None
        if phase == 1:
            self._fly()
        elif phase == (3 if self.layout.asks_each_turn else 2):  # an umpire's own phase may pass unannounced [8.1.4b]
            self._enter()
        elif phase == 7:
            self._lit = set()

    def _fly(self) -> None:
        """Every plot moves as its bombers do [7.2]."""
        for plot in self.plots:
            if plot.weights:
                before = 1.0 - plot.held - plot.gone
                plot.weights = self.flown(plot.weights, plot.facing, plot.role)
                plot.gone += max(0.0, before - sum(plot.weights.values()))
        self.plots = [plot for plot in self.plots if plot.gone < ALL_GONE]

    def flown(self, weights: Weights, facing: int, role: int) -> Weights:
        """Where they are after a move; those that have left the map are missing."""
        speeds = self.speeds[role][self.turn & 1]
        mp = speeds[0][0]
        if role == TORPEDO:
            return _torpedoes_flown(weights, mp)
        if facing != S:
            lines = ((HEXES.line(h, facing, mp), w) for h, w in weights.items())
            return {line[-1]: w for line, w in lines if len(line) == mp}
        if len(speeds) == 1:
            last = LAST_ROW - mp
            moved = {HEXES.all[h + mp]: w for h, w in weights.items() if ROW[h] <= last}
        else:
            moved = {}
            for mp, share in speeds:
                for h, w in weights.items():
                    if ROW[h] + mp <= LAST_ROW:
                        there = HEXES.all[h + mp]
                        moved[there] = moved.get(there, 0.0) + w * share
        return spread(moved, facing, STRAY) if role == GERMAN_FIGHTER else moved

    def _enter(self) -> None:
        """Those due appear on the first hexes of their columns [8.1.1, 8.1.4, 8.2.1]."""
        layout = self.layout
        if not layout.identification and not layout.flying_bombs:  # flying bombs are always in sight
            for role, count in self.due.get(self.turn, ()):
                self.plots.extend(self._wave(BOMBER if role == "any" else ROLES.index(role), count))
        for plot in self.plots:
            weight = plot.due.pop(self.turn, 0.0) if plot.due else 0.0
            if weight:
                self._appear(plot, plot.held * weight / (weight + sum(plot.due.values())))

    def _wave(self, role: int, count: int) -> list[Plot]:
        """A plot for those that come in together; flare droppers, which may fly four ways, have one for each way."""
        facings = sorted({facing for _, facing in self.layout.flare_entries}) if role == FLARE_DROPPER else [S]
        wave = [Plot(count, role, {}, facing) for facing in facings]
        for plot in wave:
            plot.held = 1.0
            plot.due = {self.turn: 1.0}
            if count == 1 and not self.layout.scenario.after_previous:  # those are not held back [8.1.4]
                plot.due = {self.turn + late: weight for late, weight in enumerate(LIKELY_DELAYS)}
        return wave

    def _appear(self, plot: Plot, coming: float) -> None:
        """Spread them over columns and MP of entry."""
        plot.held -= coming
        weights = plot.weights
        mp = TORPEDO_MP if plot.role == TORPEDO else self.speeds[plot.role][self.turn & 1][0][0]
        if plot.role == FLARE_DROPPER:
            self._droppers_appear(plot, coming, mp)
            return
        count = 3 if plot.role == GERMAN_FIGHTER else plot.number
        each = coming / mp
        for hex_, share in entry_hexes(self.layout.chits, count, plot.role, mp):
            weights[hex_] = weights.get(hex_, 0.0) + share * each

    def _droppers_appear(self, plot: Plot, coming: float, mp: int) -> None:
        """From any side of the map; those that fly another way belong to another plot [26.2.1]."""
        for number, share in entry_columns(self.layout.chits, 1, FLARE_DROPPER).items():
            first, facing = self.layout.flare_entries[number - 1]
            if facing != plot.facing:
                plot.gone += share * coming
                continue
            for hex_ in (first, *HEXES.line(first, facing, mp - 1)):
                plot.weights[hex_] = plot.weights.get(hex_, 0.0) + share * coming / mp

    def unseen_around(self, hex_: Hex, reach: int) -> float:
        """How many of the plotted are to be expected within that many hexes."""
        found = self._around.get(hex_)
        if found is None:
            density = self._density or self._add_up()
            found = self._around[hex_] = sum([density[h] for h in disc(hex_, reach)])
        return found

    def _add_up(self) -> list[float]:
        density = self._density = [0.0] * SIZE
        for plot in self.plots:
            number = plot.number
            for h, w in plot.weights.items():
                density[h] += w * number
        return density

    # -- contacts ------------------------------------------------------------------------------------

    def on_contact(self, handle: Handle, hex_: Hex, facing: int) -> None:
        """One of the plotted is found: take it off its plot, and remember what was known of it."""
        role = BOMBER if self.layout.identification else self.group.role
        seen = self.contacts[handle] = Seen(hex_, facing, role, self.turn)
        plot = None if self.layout.identification else self._likeliest(hex_, facing)
        if plot is not None:
            seen.role, seen.hits, seen.alerted = plot.role, plot.hits, plot.alerted
            if plot.lose_one():
                self.plots.remove(plot)

    def _likeliest(self, hex_: Hex, facing: int) -> Plot | None:
        """The plot it most likely belongs to; by distance if none thought of that hex."""
        best, highest = None, 0.0
        for plot in self.plots:
            weight = plot.number * plot.weights.get(hex_, 0.0)
            if weight > highest and plot.facing == facing:
                best, highest = plot, weight
        if best is None:
            row = DISTANCE[hex_]
            near = [(min(map(row.__getitem__, p.weights)), n) for n, p in enumerate(self.plots) if p.weights]
            best = self.plots[min(near)[1]] if near else None
        return best

    def on_contact_moved(self, handle: Handle, hex_: Hex) -> None:
        seen = self.contacts.get(handle)
        if seen is not None:
            seen.hex, seen.moved = hex_, self.turn

    def on_contact_turned(self, handle: Handle, facing: int) -> None:
        seen = self.contacts.get(handle)
        if seen is not None:
            seen.facing = facing

    def on_hits(self, fighter: Fighter, handle: Handle, hits: int, total: int) -> None:
        seen = self.contacts.get(handle)
        if seen is not None:
            seen.hits = max(total, seen.hits + hits)

    def on_alerted(self, handle: Handle) -> None:
        seen = self.contacts.get(handle)
        if seen is not None:
            seen.alerted = True

    def on_corkscrews(self, fighter: Fighter, handle: Handle) -> None:
        self.on_alerted(handle)

    def on_contact_lost(self, handle: Handle) -> None:
        """Once lost from sight it slips aside [16.0, 17.4.3]; if lost in the middle of its move it flies on first."""
        seen = self.contacts.pop(handle, None)
        if seen is None or (self.layout.identification and seen.role != GERMAN_FIGHTER):
            return
        weights: Weights = {seen.hex: 1.0}
        if self.phase == 1 and seen.moved != self.turn:
            weights = self.flown(weights, seen.facing, seen.role)
        if self.layout.displacement:
            weights = spread(weights, seen.facing, 1 / 3)
        if weights:
            plot = Plot(1, seen.role, weights, seen.facing)
            plot.hits, plot.alerted = seen.hits, seen.alerted
            self.plots.append(plot)

    def on_contact_gone(self, handle: Handle) -> None:
        self.contacts.pop(handle, None)

    def on_identified(self, fighter: Fighter, handle: Handle, group: int) -> None:
        """A hunter in the stream is found out; about a bomber nothing more needs to be known."""
        seen = self.contacts.get(handle)
        if seen is not None and self.layout.groups[group].role == GERMAN_FIGHTER:
            seen.role = GERMAN_FIGHTER
            plot = self._likeliest(seen.hex, seen.facing)
            if plot is not None and plot.lose_one():
                self.plots.remove(plot)

    def on_corkscrew_seen(self, fighter: Fighter, hex_: Hex) -> None:
        self.shown_corkscrew = hex_
        if self.plots:
            self.plots[-1].weights = {hex_: 1.0}

    # -- the player's own aircraft -------------------------------------------------------------------

    def _flew_to(self, fighter: Fighter, hex_: Hex, facing: int, *_: int) -> None:
        self.fighters[fighter] = (hex_, facing)

    def _slipped_to(self, fighter: Fighter, side: int, hex_: Hex) -> None:
        self.fighters[fighter] = (hex_, self.fighters.get(fighter, (hex_, S))[1])
        self.shown_corkscrew = None

    def on_drifts(self, fighter: Fighter, hex_: Hex) -> None:
        self.fighters[fighter] = (hex_, self.fighters.get(fighter, (hex_, S))[1])

    def _left(self, fighter: Fighter, *_: int) -> None:
        self.fighters.pop(fighter, None)

    def _was_hunted(self, fighter: Fighter, *_: int) -> None:
        self.danger[fighter] = self.turn

    def on_intruder_attacks(self, fighter: Fighter) -> None:
        self.danger[fighter] = self.attacked[fighter] = self.turn

    def on_umpire_rolled(self) -> None:
        self.dice_heard = self.turn

    # -- searches ------------------------------------------------------------------------------------

    def on_search(self, radar: Radar, hex_: Hex, result: int) -> None:
        counter = self.layout.radars[radar]
        self._searched[radar] = hex_
        if result == NOTHING:
            if self._hears_all(counter):
                self._absent(disc(hex_, counter.value))
        elif result == CONTACT:
            self._present(disc(hex_, counter.value))
        elif result == SAME_HEX:
            self._present(disc(hex_, 0))

    def _hears_all(self, counter: Any) -> bool:
        """Does its silence mean anything? Naxos hears one in six [24.3.2]; Serrate may fade (scenario 7D)."""
        return counter.family != "naxos" and not (counter.family == "serrate" and self.layout.fading_serrate)

    def on_sweep(self, radar: Radar, hex_: Hex) -> None:
        counter = self.layout.radars[radar]
        search = self._searched.get(radar, hex_)
        if counter.family == "mew":
            self._present(disc(hex_, 0 if DISTANCE[search][hex_] <= counter.value else 1))
        elif self._hears_all(counter):
            heard = None
            if counter.family in ("flensburg", "serrate") and counter.fighter in self.fighters:
                heard = HEXES.arc(*self.fighters[counter.fighter], WIDE, UNLIMITED)
            fits = close_fits(hex_) if counter.family == "gci" else sweep_fits(search, hex_)
            contacts = [seen.hex for seen in self.contacts.values() if self._counts(seen)]
            pointed(self.plots, contacts, search, fits, heard)

    def on_no_sweep(self, radar: Radar) -> None:
        """GCI without a sweep: nobody is on the map [25.1b]."""
        counter = self.layout.radars[radar]
        if counter.family == "gci" and counter.jam == NOT_JAMMED:
            for plot in self.plots:
                plot.keep({}, plot.held, plot.gone)

    # -- lights, scopes and eyes -----------------------------------------------------------------------

    def on_marker(self, zone: Zone, hex_: Hex) -> None:
        if self._lit is not None:
            self._lit.add(zone)

    def on_zone_busy(self, zone: Zone) -> None:
        if self._lit is not None:
            self._lit.add(~zone)

    def on_lights_blocked(self) -> None:
        self._lit = None

    def _lights_done(self) -> None:
        """A marker means somebody is in that zone; no marker, nobody [14.2.1a]. Flares tell nothing [14.3a]."""
        layout, lit = self.layout, self._lit or set()
        self._lit = None
        for zone in layout.searching:
            if layout.flare_lit[zone] or ~zone in lit:
                continue
            if zone in lit:
                self._present(_as_set(layout.zone_hexes[zone]))
            else:
                self._absent(_as_set(layout.zone_hexes[zone]))

    def on_ai_nothing(self, fighter: Fighter) -> None:
        """An empty scope; a jammed one may just have missed it [19.1.2a, 24.5.2a]."""
        fit = self.layout.fighters[fighter]
        if fighter not in self.fighters:
            return
        arc = HEXES.arc(*self.fighters[fighter], fit.ai.arc, fit.ai.range)
        if fit.ai.jam == NOT_JAMMED:
            self._absent(arc)
        else:
            dice = (1 if fit.ai.jam == HEAVY else 3) + 2 * (fit.pilot == EXPERTE) + 3 * fit.ai.resistant
            self._missed(arc, (5 / 6) ** dice)

    def on_roll(self, what: str, dice: Sequence[int], *_: Any) -> None:
        if what == "tally":
            self._dice = dice

    def on_tally_nothing(self) -> None:
        """Nothing was seen where something might have been [10.1b]."""
        moon, visibility, cloud = self.sky
        reach = 1 if cloud and moon == FULL_MOON else self.layout.sight[visibility]
        for hex_, _ in self.fighters.values():
            self._missed(disc(hex_, reach), 1 - len(set(self._dice)) / 6)

    def on_contrail(self, fighter: Fighter) -> None:
        if fighter in self.fighters:
            self._present(_further_down(self.fighters[fighter][0]))

    def on_no_contrail(self, fighter: Fighter) -> None:
        if fighter in self.fighters:
            self._absent(_further_down(self.fighters[fighter][0]))

    def on_lost_in_corkscrew(self, fighter: Fighter) -> None:
        if fighter in self.fighters:
            self._absent(disc(self.fighters[fighter][0], 0))

    def on_moon(self, value: int) -> None:
        self.sky = self.sky._replace(moon=value)

    def on_visibility(self, value: int) -> None:
        self.sky = self.sky._replace(visibility=value)

    def on_cloud(self, value: int) -> None:
        self.sky = self.sky._replace(cloud=value)

    # -- what evidence does --------------------------------------------------------------------------

    def _counts(self, seen: Seen) -> bool:
        """Is this contact one of those plotted?"""
        return not self.layout.identification or seen.role == GERMAN_FIGHTER

    def _absent(self, inside: Collection[Hex]) -> None:
        """Nobody is in there."""
        for plot in self.plots:
            plot.scale(inside, 0.0)

    def _missed(self, inside: Collection[Hex], chance: float) -> None:
        """Anyone in there was missed, which had that chance."""
        for plot in self.plots:
            plot.scale(inside, chance)

    def _present(self, inside: Collection[Hex]) -> None:
        """Somebody is in there; news only if no contact is."""
        if not any(seen.hex in inside and self._counts(seen) for seen in self.contacts.values()):
            present(self.plots, inside)


def _torpedoes_flown(weights: Weights, mp: int) -> Weights:
    """Slow until they reach the ships, then at full speed [26.3a]."""
    moved: Weights = {}
    for h, w in weights.items():
        steps = TORPEDO_MP if ROW[h] < SHIPS_FROM else mp
        if ROW[h] + steps <= LAST_ROW:
            there = HEXES.all[h + steps]
            moved[there] = moved.get(there, 0.0) + w
    return moved


def speeds_of(groups: Sequence[Any]) -> Speeds:
    """What these kinds fly on even and on odd turns, the commonest first; rare ones left out."""
    total = sum(group.count for group in groups)
    found = []
    for parity in (0, 1):
        shares: dict[int, float] = {}
        for group in groups:
            shares[group.mp[parity]] = shares.get(group.mp[parity], 0.0) + group.count / total
        common = sorted(((mp, share) for mp, share in shares.items() if share >= 0.2), key=lambda item: -item[1])
        whole = sum(share for _, share in common)
        found.append(tuple((mp, share / whole) for mp, share in common))
    return tuple(found)


@lru_cache(maxsize=64)
def _as_set(hexes: tuple[Hex, ...]) -> frozenset[Hex]:
    return frozenset(hexes)


@lru_cache(maxsize=512)
def _further_down(hex_: Hex) -> frozenset[Hex]:
    """The hexes of the column beyond this one, where a contrail leads [21.2.1]."""
    return frozenset(h for h in HEXES.all if COLUMN[h] == COLUMN[hex_] and ROW[h] > ROW[hex_])


READ: Final[Mapping[str, Callable[..., None]]] = {
    **{name[3:]: reader for name, reader in vars(PlottingTable).items() if name.startswith("on_")},
    "placed": PlottingTable._flew_to,
    "moved": PlottingTable._flew_to,
    "left_box": PlottingTable._flew_to,
    "scattered": PlottingTable._flew_to,
    "follows": PlottingTable._slipped_to,
    "fighter_corkscrews": PlottingTable._slipped_to,
    "fighter_left": PlottingTable._left,
    "fighter_lost": PlottingTable._left,
    "tail_warning": PlottingTable._was_hunted,
}
