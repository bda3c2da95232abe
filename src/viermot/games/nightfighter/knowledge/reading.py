"""What the player has been told, read as evidence about the attackers he does not see.

The reader goes through the events of the player's seat in their order and passes each on to all skies (sky.py), the
ways in which it may all fit together. It looks at nothing else, so it ends up the same whenever the reading begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from math import exp, log
from typing import Any, Final

from viermot.games.nightfighter.knowledge.joint import JointSky, can_enumerate
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.knowledge.sky import HABITS, Hears, Sky
from viermot.games.nightfighter.knowledge.states import (
    ALL_NUMBERS,
    HEX,
    Table,
    arc,
    arc_nearer,
    close_fits,
    disc,
    further_down,
    group_of,
    mask_of,
    number_chance,
    onwards,
    open_sides,
    region,
    sly_close_fits,
    sly_marker_fits,
    sly_sweep_fits,
    sweep_fits,
    table_of,
)
from viermot.games.nightfighter.model.board import DISTANCE, FULL_MOON, HEXES, NEIGHBOUR, OFF, S
from viermot.games.nightfighter.model.fitting import GREEN, NOT_JAMMED
from viermot.games.nightfighter.model.ids import NO_CONTACT, NO_ZONE, Fighter, Handle, Hex, Radar, Zone
from viermot.games.nightfighter.model.layout import INTRUDER, Layout
from viermot.games.nightfighter.model.state import DESTROYED, EXITED
from viermot.games.nightfighter.rules.radar import CONTACT, NOTHING, SAME_HEX
from viermot.kernel.hexes import UNLIMITED, WIDE

FADES: Final = 2 / 3  # how often Serrate hears nothing, whatever is there (scenario 7D)
ENTRIES: Final = 64  # by how much rows multiply when another attacker comes in
MAX_ROWS: Final = 3000  # arrangements of all of them that are followed at once
SIX: Final = 32  # the tally number of the bombers with H2S, as a bit [24.3.1]
WHILE_SEEN: Final = frozenset(("contact", "spotted", "coned", "fixed"))
WHILE_WARNED: Final = frozenset(("tail_warning", "stays"))


class Contact:
    """A contact on the table, or one that is gone."""

    __slots__ = (
        "alerted", "corkscrewed", "crossed", "ended", "facing", "fate", "group", "hex", "hits", "lost", "moved", "zone",
    )  # fmt: skip

    def __init__(self, hex_: Hex, facing: int, turn: int) -> None:
        self.hex = hex_
        self.facing = facing
        self.moved = turn  # the turn in which it was last known to have moved
        self.crossed = 0  # the steps it had flown when it was handed over this turn
        self.zone = NO_ZONE
        self.hits = 0  # witnessed since it was found
        self.alerted = False
        self.corkscrewed = 0  # the turn in which it was seen to
        self.lost = False
        self.fate: int | None = None  # EXITED or DESTROYED, once it is known
        self.ended = 0  # the turn in which it left the map or was shot down
        self.group: int | None = None  # once it is known


class Reader:
    """All skies, kept up to date from the player's events."""

    def __init__(self, max_rows: int = MAX_ROWS) -> None:
        """Where all attackers can be treated together (joint.py), up to this many rows are followed."""
        self.mark: Any = None
        self.max_rows = max_rows

    def catch_up(self, view: NightView) -> None:
        """Read what has happened since the last look."""
        self.mark, anew, events = view.news(self.mark)
        if anew:
            self._begin(view.layout, view.environment)
        self._now = {seen.handle: (seen.hex, seen.facing) for seen in view.contacts()}
        for kind, _, _, data in events:
            self._read(kind, data)

    def _begin(self, layout: Layout, sky: tuple[int, int, int]) -> None:
        self.layout = layout
        self.moon, self.visibility, self.cloud = sky
        lone = any(count == 1 for lines in layout.schedule.values() for _, count in lines)
        habits = HABITS if lone else HABITS[:2]
        kind = JointSky if can_enumerate(layout) and self.max_rows else Sky
        self.skies: list[Sky] = [kind(layout, side, habit) for habit in habits for side in (0, 1)]
        for sky_ in self.skies:
            sky_.log_weight = log(sky_.habit.share / 2)
        self.contacts: dict[Handle, Contact] = {}  # by handle, those that are lost or gone as well
        self.turn = self.phase = self.entered = 0
        self.fighters: dict[Fighter, tuple[Hex, int]] = {}  # hex and facing of those on the map
        self.blind: dict[Fighter, int] = {}  # the last turn in which it is blinded
        self.shaken: dict[Fighter, int] = {}  # the last turn in which it evaded or corkscrewed
        self.unseen_kills = 0
        self.called = 0  # the tally numbers by which an attacker found now was found
        self._searched: dict[Radar, Hex] = {}  # where its counter lies
        self._lit: dict[int, Hex] = {}  # zone with a marker -> where (~zone: busy) while the lights search
        self._lights = False
        self._wait: tuple[frozenset[str], Callable[[], None]] | None = None
        self._coned: set[Zone] = set()
        self.corkscrewed = NO_CONTACT  # whichever corkscrewed last
        self._dice: Sequence[int] = ()
        self._hears: dict[Radar, Hears] = {}

    def _read(self, kind: str, data: Sequence[Any]) -> None:
        if self._wait is not None and kind not in self._wait[0]:
            then = self._wait[1]
            self._wait = None
            then()
        read = READ.get(kind)
        if read is not None:
            read(self, *data)

    def _seen(self, handle: Handle) -> Contact:
        """A contact by its handle; a game that began from a position has some that no event tells of."""
        if handle not in self.contacts:
            self.contacts[handle] = Contact(*self._now.get(handle, (HEXES.all[0], S)), self.turn)
        return self.contacts[handle]

    def know_all(self, handles: int) -> None:
        """A game that began from a position has had contacts that no event tells of."""
        for handle in map(Handle, range(1, handles + 1)):
            if handle not in self.contacts:
                self._seen(handle).fate = None if handle in self._now else EXITED

    # -- the skies ---------------------------------------------------------------------------------

    def learn(self, evidence: Callable[[Sky], float]) -> None:
        """Every sky takes in the evidence, and is believed according to how likely it made that."""
        for sky in self.skies:
            sky.log_weight += log(max(evidence(sky), 1e-300))

    def chances(self) -> list[float]:
        """How likely each sky is."""
        highest = max(sky.log_weight for sky in self.skies)
        raw = [exp(sky.log_weight - highest) for sky in self.skies]
        total = sum(raw)
        return [share / total for share in raw]

    def evidence(self) -> float:
        """The likelihood of everything told so far, as a logarithm: for comparing what might be told next."""
        highest = max(sky.log_weight for sky in self.skies)
        return highest + log(sum(exp(sky.log_weight - highest) for sky in self.skies))

    def copy(self) -> Reader:
        """Another reader, to try out what it might be told; the contacts are shared."""
        new = copy(self)
        new.skies = [sky.copy() for sky in self.skies]
        new._searched = dict(self._searched)
        return new

    def held(self) -> list[tuple[int, Contact]]:
        """The contacts now on the table."""
        return [(handle, seen) for handle, seen in self.contacts.items() if not seen.lost and seen.fate is None]

    def in_contact(self, where: Table) -> bool:
        """Is a contact in there?"""
        return any(where[seen.hex] for _, seen in self.held())

    def _absent(self, where: Table, hears: Hears = None) -> None:
        self.learn(lambda sky: sky.missed(where, hears))

    def _present(self, where: Table, hears: Hears = None) -> None:
        """Somebody is in there; news only if no contact is."""
        if not self.in_contact(where):
            self.learn(lambda sky: sky.present(where, hears))

    # -- turns and phases --------------------------------------------------------------------------

    def on_turn(self, turn: int) -> None:
        for missed in range(self.turn + 1, turn):  # a game that begins in the middle
            self._fly(missed)
            self._enter(missed)
        self.turn = turn

    def on_phase(self, phase: int) -> None:
        if self._lights:
            self._lights_done()
        self.phase = phase
        self.called, self.corkscrewed = 0, NO_CONTACT
        if phase == 1:
            self._fly(self.turn)
        elif self.entered < self.turn:  # the player may not be told of the second phase [8.1.4b]
            self._enter(self.turn)
        if phase == 3 and self.layout.tail_warnings:
            self._listen_behind()
        if phase == 7:
            self._lights, self._lit, self._coned = True, {}, set()

    def _fly(self, turn: int) -> None:
        fighters = sorted(self.fighters.values())
        for sky in self.skies:
            sky.fly(turn, fighters)
        for _, seen in self.held():
            seen.crossed = 0

    def _enter(self, turn: int) -> None:
        self.entered = turn
        fighters = sorted(self.fighters.values())
        self._not_too_many(ENTRIES if turn in self.layout.schedule else 1)
        for sky in self.skies:
            sky.enter(turn, fighters)

    def _not_too_many(self, times: int) -> None:
        """When there are about to be too many rows to go on with, treat each attacker on its own."""
        rows = sum(len(sky.rows) for sky in self.skies if isinstance(sky, JointSky))
        if rows * times > self.max_rows:
            self.skies = [sky.simplified() if isinstance(sky, JointSky) else sky for sky in self.skies]

    # -- contacts ----------------------------------------------------------------------------------

    def on_contact(self, handle: Handle, hex_: Hex, facing: int) -> None:
        """Somebody unseen is found; after a corkscrew that was followed, it is known who [17.4.3d]."""
        only = self.corkscrewed if self.phase == 9 else 0
        self.contacts[handle] = Contact(hex_, facing, self.turn)
        called = self.called
        self.learn(lambda sky: sky.found(handle, hex_, facing, called, only))

    def on_contact_moved(self, handle: Handle, hex_: Hex) -> None:
        seen = self._seen(handle)
        seen.hex, seen.moved = hex_, self.turn

    def on_contact_turned(self, handle: Handle, facing: int) -> None:
        self._seen(handle).facing = facing
        for sky in self.skies:
            sky.turned(handle, facing)

    def on_hits(self, fighter: Fighter, handle: Handle, hits: int, total: int) -> None:
        if handle:
            self._seen(handle).hits += hits

    def on_alerted(self, handle: Handle) -> None:
        self._seen(handle).alerted = True

    def on_corkscrews(self, fighter: Fighter, handle: Handle) -> None:
        if handle:
            seen = self._seen(handle)
            seen.alerted, seen.corkscrewed = True, self.turn
            self.corkscrewed = handle

    def on_coned(self, zone: Zone, handle: Handle, hex_: Hex, facing: int) -> None:
        self._seen(handle).zone = zone
        self._coned.add(zone)

    def on_handed_off(self, handle: Handle, zone: Zone) -> None:
        seen = self._seen(handle)
        seen.crossed = self._steps_out_of_zone(seen)
        seen.zone = zone
        self._note(handle, mask_of(self._dice))

    def on_light_lost(self, handle: Handle) -> None:
        if handle and self._dice:
            self._note(handle, ALL_NUMBERS & ~mask_of(self._dice))

    def on_contact_lost(self, handle: Handle) -> None:
        """Lost from sight it slips aside, unless it corkscrewed; in the middle of its move it flies on [16.0]."""
        seen = self._seen(handle)
        seen.lost = True
        for sky in self.skies:
            group = self._likeliest_group(sky, handle)
            sky.lost(handle, self._slips(sky, seen, group, handle == self.corkscrewed), seen.facing, seen.alerted)
        self._not_too_many(1)

    def _likeliest_group(self, sky: Sky, handle: Handle) -> int:
        known = sky.tracked.get(handle)
        return group_of(max(known, key=known.__getitem__)) if known else 0

    def _slips(self, sky: Sky, seen: Contact, group: int, by_the_die: bool) -> list[tuple[Hex, float]]:
        """Where a contact that was lost may be now, and how likely each place is."""
        layout = self.layout
        hex_, rest = seen.hex, 0
        mp = layout.groups[group].mp[self.turn & 1]
        if self.phase == 1 and seen.moved != self.turn:
            steps = self._steps_out_of_zone(seen) if seen.zone != NO_ZONE else mp
            hex_, rest = onwards(hex_, seen.facing, steps), max(0, mp - steps)
            if hex_ == OFF:
                return [(OFF, 1.0)]
        if not layout.displacement and not by_the_die:
            return [(onwards(hex_, seen.facing, rest), 1.0)]
        taken = [other.hex for _, other in self.held()]
        sides = open_sides(layout, layout.groups[group].role, hex_, seen.facing, taken)
        hides = 0.0 if by_the_die else sky.habit.hides
        safest = max(self._shelter(there) for _, there in sides)
        best = [there for _, there in sides if self._shelter(there) == safest]
        places = []
        for side, there in sides:
            die = (1 + (3 - len(sides)) * (side == 2)) / 3  # where the way is barred it stays
            share = (1 - hides) * die + (hides / len(best) if there in best else 0.0)
            places.append((onwards(there, seen.facing, rest), share))
        return places

    def _shelter(self, hex_: Hex) -> tuple[int, int]:
        """How safe a hex is from all fighters: out of their arcs and their sight, then far from them."""
        visible = self.layout.sight[self.visibility]
        watched, room = 0, 99
        for fighter, (there, facing) in self.fighters.items():
            radar = self.layout.fighters[fighter].ai
            on_scope = radar is not None and hex_ in HEXES.arc(there, facing, radar.arc, radar.range)
            watched += on_scope + (DISTANCE[there][hex_] <= visible)
            room = min(room, DISTANCE[there][hex_])
        return -watched, room

    def _steps_out_of_zone(self, seen: Contact) -> int:
        """After how many steps it leaves the zone whose lights hold it."""
        hex_, zone_of = onwards(seen.hex, seen.facing, seen.crossed), self.layout.zone_of
        steps = seen.crossed
        while hex_ != OFF and (zone_of[hex_] == seen.zone or steps == seen.crossed):
            hex_ = NEIGHBOUR[hex_ * 6 + seen.facing]
            steps += 1
        return steps

    def on_contact_gone(self, handle: Handle) -> None:
        seen = self._seen(handle)
        seen.fate, seen.ended = EXITED, self.turn

    def on_shot_down(self, fighter: Fighter, handle: Handle, group: int) -> None:
        if handle in self.contacts:
            self._seen(handle).fate = DESTROYED
            self._seen(handle).group = group

    def on_identified(self, fighter: Fighter, handle: Handle, group: int) -> None:
        self._seen(handle).group = group
        self.learn(lambda sky: sky.note(handle, ALL_NUMBERS, 1 << group))

    def on_corkscrew_seen(self, fighter: Fighter, hex_: Hex) -> None:
        handle = self.corkscrewed
        self.learn(lambda sky: sky.is_at(handle, hex_))

    def on_lost_in_corkscrew(self, fighter: Fighter) -> None:
        if fighter in self.fighters:
            self._absent(disc(self.fighters[fighter][0], 0))

    def _note(self, handle: Handle, numbers: int) -> None:
        self.learn(lambda sky: sky.note(handle, numbers))

    # -- the player's own aircraft -----------------------------------------------------------------

    def _flew_to(self, fighter: Fighter, hex_: Hex, facing: int, *_: int) -> None:
        self.fighters[fighter] = (hex_, facing)

    def _slipped_to(self, fighter: Fighter, side: int, hex_: Hex) -> None:
        self.fighters[fighter] = (hex_, self.fighters.get(fighter, (hex_, S))[1])

    def on_fighter_corkscrews(self, fighter: Fighter, side: int, hex_: Hex) -> None:
        self._slipped_to(fighter, side, hex_)
        self.shaken[fighter] = self.turn

    def on_evades(self, fighter: Fighter) -> None:
        self.shaken[fighter] = self.turn

    def on_blinded(self, fighter: Fighter, turns: int) -> None:
        self.blind[fighter] = self.turn + turns

    def on_drifts(self, fighter: Fighter, hex_: Hex) -> None:
        self._slipped_to(fighter, 0, hex_)

    def _left(self, fighter: Fighter, *_: int) -> None:
        self.fighters.pop(fighter, None)

    # -- intruders ---------------------------------------------------------------------------------

    def _is_intruder(self, state: int) -> float:
        return float(self.layout.groups[group_of(state)].role == INTRUDER)

    def on_intruder_attacks(self, fighter: Fighter) -> None:
        if fighter in self.fighters:
            here = disc(self.fighters[fighter][0], 0)
            self.learn(lambda sky: sky.present(here, self._is_intruder))

    def on_intruder_shot_down(self, fighter: Fighter, group: int) -> None:
        """One that nobody had in sight, unless its contact has just gone."""
        if fighter in self.fighters and not any(
            seen.fate == EXITED and seen.moved == self.turn for seen in self.contacts.values()
        ):
            self.unseen_kills += 1
            handle = Handle(-self.unseen_kills)
            self.contacts[handle] = gone = Contact(*self.fighters[fighter], self.turn)
            gone.fate, gone.group = DESTROYED, group
            self.learn(lambda sky: sky.found(handle, gone.hex, gone.facing, 0))

    def _listen_behind(self) -> None:
        """Tail warnings are called at once, or not at all [27.3a]."""
        listening = {f: place for f, place in self.fighters.items() if self.layout.fighters[f].tail}

        def silence() -> None:
            for fighter, place in listening.items():
                if fighter not in self._warned:
                    self._absent(self._behind(*place))

        self._warned: set[Fighter] = set()
        self._wait = (WHILE_WARNED, silence)

    def _behind(self, hex_: Hex, facing: int) -> Table:
        far = self.layout.tail_warning
        line = HEXES.line(hex_, (facing + 3) % 6, max(far, default=0))
        return table_of([hex_, *[there for distance, there in enumerate(line, 1) if distance in far]])

    def on_tail_warning(self, fighter: Fighter) -> None:
        self._warned.add(fighter)
        if fighter in self.fighters:
            self._present(self._behind(*self.fighters[fighter]))

    # -- searches ----------------------------------------------------------------------------------

    def hears(self, radar: Radar) -> Hears:
        """What this kind of set can detect at all [24.2.3b, 24.3.2b, 24.4b]."""
        if radar not in self._hears:
            groups = self.layout.groups
            self._hears[radar] = {
                "flensburg": lambda k: float(groups[group_of(k)].monica or groups[group_of(k)].village_inn),
                "naxos": lambda k: number_chance(k, SIX) if groups[group_of(k)].h2s else 0.0,
                "serrate": lambda k: float(groups[group_of(k)].serrate_target),
            }.get(self.layout.radars[radar].family)
        return self._hears[radar]

    def _fades(self, radar: Radar) -> bool:
        return self.layout.fading_serrate and self.layout.radars[radar].family == "serrate"

    def on_search(self, radar: Radar, hex_: Hex, result: int) -> None:
        counter, hears = self.layout.radars[radar], self.hears(radar)
        self._searched[radar] = hex_
        where = disc(hex_, counter.value)
        if result == NOTHING:
            chance = FADES if self._fades(radar) else 0.0
            self.learn(lambda sky: sky.missed(where, hears, chance))
        elif result == CONTACT:
            self._present(where, hears)
            if counter.family == "gci" and counter.jam == NOT_JAMMED:
                self._absent(disc(hex_, 0))
        elif result == SAME_HEX:
            self._present(disc(hex_, 0))

    def on_sweep(self, radar: Radar, hex_: Hex) -> None:
        counter = self.layout.radars[radar]
        search = self._searched.get(radar, hex_)
        if counter.family == "mew":
            self._present(disc(hex_, 0 if DISTANCE[search][hex_] <= counter.value else 1))
        elif not self._fades(radar):
            ahead = None
            if counter.family in ("flensburg", "serrate") and counter.fighter in self.fighters:
                ahead = arc(*self.fighters[counter.fighter], WIDE, UNLIMITED)
            plain, sly = (close_fits(hex_), sly_close_fits(hex_))
            if counter.family != "gci":
                plain, sly = sweep_fits(search, hex_), sly_sweep_fits(search, hex_)
            seen = [contact.hex for _, contact in self.held()] if counter.family in ("ground", "gci") else []
            hears = self.hears(radar)
            self.learn(lambda sky: sky.pointed(search, sly if sky.habit.sly else plain, seen, ahead, hears))

    def on_no_sweep(self, radar: Radar) -> None:
        """GCI without a sweep: nobody is on the map [25.1b]."""
        counter = self.layout.radars[radar]
        if counter.family == "gci" and counter.jam == NOT_JAMMED:
            self._absent(b"\1" * (HEX + 1))

    # -- lights, scopes and eyes -------------------------------------------------------------------

    def on_marker(self, zone: Zone, hex_: Hex) -> None:
        self._lit[zone] = hex_

    def on_zone_busy(self, zone: Zone) -> None:
        self._lit[~zone] = OFF

    def on_lights_blocked(self) -> None:
        self._lights = False

    def on_roll(self, what: str, dice: Sequence[int], *about: Any) -> None:
        self._dice = dice
        self.called = 0
        if what == "searchlight":
            if self._lights:
                self._lights_done()
            self.called = mask_of(dice)
            self._wait = (WHILE_SEEN, lambda: self._not_coned(about[0], mask_of(dice)))
        elif what == "tally":
            self.called = mask_of(dice)
            self._wait = (WHILE_SEEN, lambda: self._not_seen(dice, *about))
        elif what == "jammed AI":
            self.called = mask_of(dice)
        elif what == "defensive fire" and not about[1] and about[0] in self.fighters:
            here = disc(self.fighters[about[0]][0], 0)
            self.learn(lambda sky: sky.present(here, None))

    def _lights_done(self) -> None:
        """A marker means somebody is in that zone; no marker, nobody [14.2.1a]. Flares tell nothing [14.3a]."""
        self._lights = False
        layout = self.layout
        for zone in layout.searching:
            if not layout.flare_lit[zone] and ~zone not in self._lit:
                if zone in self._lit:
                    self._marked(layout.zone_hexes[zone], self._lit[zone])
                else:
                    self._absent(region(layout.zone_hexes[zone]))

    def _marked(self, zone: tuple[Hex, ...], marker: Hex) -> None:
        """Where the marker lies tells something too, if the umpire is one who takes care over it."""
        where = region(zone)
        if not self.in_contact(where):
            sly, even = sly_marker_fits(zone, marker), 1 / len(zone)
            self.learn(lambda sky: sky.marked(where, sly if sky.habit.sly else {}, even))

    def _not_coned(self, zone: Zone, called: int) -> None:
        """Those in the zone have none of the numbers called, unless one was coned: then another may have [14.2.1c]."""
        if zone not in self._coned:
            table = table_of(self.layout.zone_hexes[zone], called)
            self.learn(lambda sky: sky.uncalled(table))

    def _not_seen(self, dice: Sequence[int], cloud: int, view: int) -> None:
        """Those in sight that have not been seen have none of the numbers called [10.1b, 10.1.1, 28.5]."""
        table = bytearray(HEX + 1)
        plain = mask_of(dice[: len(dice) - cloud - view])
        by_cloud = mask_of(dice[len(dice) - cloud - view : len(dice) - view])
        by_view = mask_of(dice[len(dice) - view :]) if view else 0
        for fighter, (hex_, _) in self.fighters.items():
            if self.blind.get(fighter, 0) < self.turn and self.shaken.get(fighter) != self.turn:
                fit = self.layout.fighters[fighter]
                seasoned = fit.pilot != GREEN
                mask = plain | (by_view if seasoned and fit.view else 0)
                self._look(table, hex_, mask, by_cloud if seasoned else 0)
        called = bytes(table)
        self.learn(lambda sky: sky.uncalled(called))

    def _look(self, table: bytearray, hex_: Hex, plain: int, by_cloud: int) -> None:
        reach = self.layout.sight[self.visibility]
        row = DISTANCE[hex_]
        for there, inside in enumerate(disc(hex_, reach)):
            if inside:
                bright = self.cloud and (self.moon == FULL_MOON or self.layout.active_at[there])
                if not bright or row[there] <= 1:
                    table[there] |= plain | (by_cloud if bright else 0)

    def _scope(self, fighter: Fighter) -> tuple[int, int, int, int] | None:
        """The arc that a fighter's radar watches."""
        radar = self.layout.fighters[fighter].ai
        return (*self.fighters[fighter], radar.arc, radar.range) if radar and fighter in self.fighters else None

    def on_ai_nothing(self, fighter: Fighter) -> None:
        """An empty scope; a jammed one shows nobody whose number was not called [19.1.2a, 24.5.2a]."""
        scope = self._scope(fighter)
        if scope is not None:
            self._nobody_on_scope(fighter, arc(*scope))

    def on_fixed(self, fighter: Fighter, handle: Handle, hex_: Hex, facing: int) -> None:
        self._nobody_nearer(fighter, handle)

    def on_fix_kept(self, fighter: Fighter, handle: Handle) -> None:
        self._nobody_nearer(fighter, handle)

    def _nobody_nearer(self, fighter: Fighter, handle: Handle) -> None:
        """What a radar fixes is the closest in its arc [19.1.2a]."""
        scope = self._scope(fighter)
        if scope is not None and handle in self.contacts:
            far = DISTANCE[scope[0]][self._seen(handle).hex]
            self._nobody_on_scope(fighter, arc_nearer(*scope, far))

    def _nobody_on_scope(self, fighter: Fighter, where: Table) -> None:
        radar = self.layout.fighters[fighter].ai
        if radar is None or radar.jam == NOT_JAMMED:
            self._absent(where)
        else:
            called = bytes(mask_of(self._dice) if inside else 0 for inside in where)
            self.learn(lambda sky: sky.uncalled(called))

    def on_tallied(self, fighter: Fighter, handle: Handle) -> None:
        if self.phase == 8 and not self.called:  # by a hard look
            self._note(handle, mask_of(self._dice))

    def on_not_tallied(self, fighter: Fighter, handle: Handle) -> None:
        self._note(handle, ALL_NUMBERS & ~mask_of(self._dice))

    def on_contrail(self, fighter: Fighter) -> None:
        if fighter in self.fighters:
            self._present(further_down(self.fighters[fighter][0]))

    def on_no_contrail(self, fighter: Fighter) -> None:
        if fighter in self.fighters:
            self._absent(further_down(self.fighters[fighter][0]))

    def on_moon(self, value: int) -> None:
        self.moon = value

    def on_visibility(self, value: int) -> None:
        self.visibility = value

    def on_cloud(self, value: int) -> None:
        self.cloud = value


READ: Final[Mapping[str, Callable[..., None]]] = {
    **{name[3:]: reader for name, reader in vars(Reader).items() if name.startswith("on_")},
    "placed": Reader._flew_to,
    "moved": Reader._flew_to,
    "left_box": Reader._flew_to,
    "scattered": Reader._flew_to,
    "follows": Reader._slipped_to,
    "fighter_left": Reader._left,
    "fighter_lost": Reader._left,
}
