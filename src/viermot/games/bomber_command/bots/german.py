"""The standard German player: mans the line, sends twins to beacons ahead of the stream, stacks singles on cities.

He knows raids only from the counters on his map (`tracking`). Units near the Himmelbett line take GCI markers and stay;
other twins fly to beacons where a raid will pass, or to a city being bombed; singles wait on cities.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from viermot.games.bomber_command.bots import bombs as bombs
from viermot.games.bomber_command.bots import cards as cards
from viermot.games.bomber_command.bots import sky as sky
from viermot.games.bomber_command.bots.airfields import flight_cost, landing_cost
from viermot.games.bomber_command.bots.doctrine import STANDARD, Doctrine
from viermot.games.bomber_command.bots.tracking import (
    AHEAD,
    RAID_SPEED,
    UNKNOWN,
    PlottingTable,
    Track,
    far,
    heaviest,
    line,
    mass,
)
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import ADJACENT, ENGLAND, FOG, JUTLAND, OFF, SIZE
from viermot.games.bomber_command.model.ids import Hex, Unit, by_unit
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.notation import (
    DIVERT,
    GO_HOME,
    NO,
    NONE,
    TAKE_GCI,
    YES,
    box_in,
    city_in,
    hex_in,
    hex_option,
    is_box,
    is_hex,
    is_place,
    is_unit,
    unit_in,
)
from viermot.games.bomber_command.model.state import DEPLETED, GCI, INTRUDER, OUT, RETURNING, SCRAMBLING
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

MUCH: Final = 2.0
NO_POSTS: Final[dict[int, int]] = {-1: -1}  # so that it is looked up only once
LINE_REACH: Final = 2  # hexes from an airfield to the part of the line its unit mans
NEAR: Final = 3  # turns in which a unit hopes to meet a raid that it passes Mosquitos by for
BIG: Final = 0.3  # a track at least this likely to be a Main Force
FIRST_INTRUDER, LAST_INTRUDER = 6, 9  # turns in which a unit may be sent to England
TWO_DICE: Final = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0)  # chances in 36 of rolling at least the index


def chance(minimum: int) -> float:
    """The chance of rolling at least this on two dice."""
    return TWO_DICE[min(max(minimum, 0), 13)] / 36


class StandardGerman:
    """A defender who plots, vectors and lands by habit."""

    def __init__(self, doctrine: Doctrine = STANDARD) -> None:
        self.doctrine = doctrine
        self.plotting = PlottingTable(doctrine.tells_apart)
        self.line: dict[int, int] = {}

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """Answer by habit; where there is none, the first option."""
        habit = HABITS.get(ask.kind)
        if habit is not None:
            return habit(view, ask)
        plan = PLANS.get(ask.kind)
        if plan is not None:
            self.plotting.catch_up(view)
            return plan(self, view, ask)
        return int(ask.codes[0])

    def worth(self, view: RaidView, unit: Unit, place: Hex) -> float:
        """What a unit can hope for in a place to which it can fly."""
        return worth_of(self, view, unit, place)

    # -- the line ---------------------------------------------------------------------------------------------

    def posts(self, view: RaidView) -> dict[int, int]:
        """Which unit mans which hex of the line: the nearest of its division, one per hex [9.3]."""
        if not self.line:
            self.line = assign_line(view.layout) if self.doctrine.mans_line else NO_POSTS
        return self.line


def assign_line(layout: Layout) -> dict[int, int]:
    """For every hex of the line, the nearest unit of its division among those always in play."""
    free = {
        unit
        for unit, counter in by_unit(layout.units)
        if not counter.star and (counter.twin or layout.rules.gci_single_engined)
    }
    posts: dict[int, int] = {}
    order = sorted(
        (far(layout.units[unit].hex, hex_), not layout.units[unit].twin, unit, hex_)
        for unit in free
        for hex_ in layout.himmelbett
        if layout.zone_of[hex_] == layout.units[unit].zone
    )
    for distance, _, unit, hex_ in order:
        reach = LINE_REACH + 2 if layout.units[unit].hex == JUTLAND else LINE_REACH
        if distance <= reach and unit not in posts and hex_ not in posts.values():
            posts[unit] = hex_
    return posts or NO_POSTS


# --- taking off ------------------------------------------------------------------------------------------------


def scramble(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """Units of the line at once, others when something comes within reach."""
    best, found = 0.0, NONE
    for code in ask.codes:
        if is_unit(code):
            wish = wish_to_fly(bot, view, unit_in(code))
            if wish > best:
                best, found = wish, code
    return found


def wish_to_fly(bot: StandardGerman, view: RaidView, unit: Unit) -> float:
    """What a flight promises, in VP: the attacks it may lead to, less what taking off and landing cost."""
    counter = view.layout.units[unit]
    if view.weather_at(counter.hex) == FOG or view.turn > bot.doctrine.last_take_off:
        return 0.0
    promises = hope_of_line(bot, view) if unit in bot.posts(view) else 0.0
    promises = max(promises, hope_of_twin(bot, view, unit) if counter.twin else hope_of_single(bot, view, unit))
    return promises - bot.doctrine.thrift * flight_cost(view, unit)


def hope_of_line(bot: StandardGerman, view: RaidView) -> float:
    """Units of the line are up before the raid is [9.3]."""
    return bot.doctrine.line_hope if view.turn <= bot.doctrine.line_up else 0.0


def hope_of_twin(bot: StandardGerman, view: RaidView, unit: Unit) -> float:
    """What can be met before its fuel is used up."""
    counter, plotting = view.layout.units[unit], bot.plotting
    base = view.layout.jutland_door if counter.hex == JUTLAND else counter.hex
    key = ("twin", base, counter.endurance)
    seen = plotting.worked_out.get(key)
    if seen is None:
        seen = plotting.bombed.get(Hex(base), 0.0)
        for turns in range(2, min(counter.endurance, bot.doctrine.sees_ahead) + 1):
            seen = max(seen, mass(plotting.density(turns), base, 2 * (turns - 1)))
        plotting.worked_out[key] = seen
    return float(bot.doctrine.twin_hope * min(seen, MUCH))


def hope_of_single(bot: StandardGerman, view: RaidView, unit: Unit) -> float:
    """A city being bombed that it can reach, or one near by that a raid is heading for [9.5]."""
    base, plotting = view.layout.units[unit].hex, bot.plotting
    seen = plotting.worked_out.get(("single", base))
    if seen is None:
        seen = 0.0
        for hex_, weight in plotting.bombed.items():
            distance = far(base, hex_)
            if distance <= 1:
                seen = max(seen, weight)
            elif distance <= 3:
                seen = max(seen, bot.doctrine.late * weight)
        for turns in (1, 2):
            seen = max(seen, bot.doctrine.aimed * mass(plotting.density(turns), base, 1))
        plotting.worked_out["single", base] = seen
    return float(bot.doctrine.single_hope * min(seen, MUCH))


# --- flying ------------------------------------------------------------------------------------------------------


def move(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """Where the unit can do most, now or next turn; home if ordered to, or if its fuel runs low."""
    unit = ask.facts["unit"]
    counter = view.layout.units[unit]
    places = [hex_in(code) for code in ask.codes if is_place(code)]
    marks, fuel = view.unit_marks[unit], view.unit_fuel[unit]
    if marks & RETURNING:
        return hex_option(_homeward(view, unit, places))
    if marks & INTRUDER:
        return hex_option(min(places, key=lambda place: _to_england(view, place)))
    post = bot.posts(view).get(unit)
    if post is not None and view.turn <= bot.doctrine.line_until and pays_to_wait(bot, view, unit):
        return hex_option(min(places, key=lambda place: far(place, post)))
    worth = [bot.worth(view, unit, place) for place in places]
    if fuel <= bot.doctrine.last_lap:
        worth = [
            gain - bot.doctrine.near_the_end * landing_cost(view, unit, place) / fuel
            for gain, place in zip(worth, places, strict=True)
        ]
    best = max(worth)
    here, *_ = places
    if best < 0.25 and fuel <= far(here, counter.hex) // 2 + 1:
        return hex_option(_homeward(view, unit, places))
    return hex_option(places[worth.index(best)])


def pays_to_wait(bot: StandardGerman, view: RaidView, unit: Unit) -> bool:
    """Is a unit of the line best left there: nothing is known yet, or something comes its way? [9.3]"""
    plotting, post = bot.plotting, bot.posts(view)[unit]
    if not any(track.weight >= BIG for track in plotting.tracks):
        return True
    coming = max(plotting.around(turns, Hex(post)) for turns in range(1, AHEAD + 1))
    return coming >= bot.doctrine.comes_by


def _to_england(view: RaidView, place: Hex) -> int:
    """Hexes from a place to the England space [12.2.2]."""
    return -1 if place == ENGLAND else min(far(place, exit_) for exit_ in view.layout.exits)


def intrude(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """A strong twin that can be over England when the raids come home, and has nothing better to do [12.2]."""
    unit = ask.facts["unit"]
    counter, place = view.layout.units[unit], view.unit_place[unit]
    there = (_to_england(view, place) + 1) // 2 + 2
    late = FIRST_INTRUDER <= view.turn <= LAST_INTRUDER
    able = counter.twin and view.strength(unit) >= 2 and view.unit_fuel[unit] > there
    return YES if able and late and unit not in bot.posts(view) else NO


def _homeward(view: RaidView, unit: Unit, places: list[Hex]) -> Hex:
    """Towards its airfield; if that is out of reach, to where it lands best [7.4.4c]."""
    home, fuel = view.layout.units[unit].hex, view.unit_fuel[unit]
    nearest = min(places, key=lambda place: far(place, home))
    if fuel > 1 or far(nearest, home) <= 1:
        return nearest
    return min(places, key=lambda place: (landing_cost(view, unit, place), far(place, home)))


class Prospect(NamedTuple):
    """What a place promises whoever comes there, as long as the plots are what they are."""

    worth: float  # of what is bombed or about to be
    met: float  # how much may be met there next turn
    beacon: bool
    waiting: float  # what being so far from the raids costs


def worth_of(bot: StandardGerman, view: RaidView, unit: Unit, place: Hex) -> float:
    """What a unit can hope for in that place."""
    if place >= SIZE:
        return 0.0
    plotting, doctrine = bot.plotting, bot.doctrine
    worth, met, beacon, waiting = _prospect(bot, view, view.layout.units[unit].twin, place)
    if beacon or met:
        needed = view.infiltration_value() - view.weather_modifier(place) - view.sight() - view.beleuchter
        worth += met * chance(needed + 2)
        if beacon:
            easy = chance(needed)
            worth += doctrine.next_turn * easy * plotting.around(2, place)
            if view.unit_place[unit] == place and view.unit_box[unit]:
                worth += doctrine.stay * easy * plotting.around(1, place)
    return worth - waiting


def _prospect(bot: StandardGerman, view: RaidView, twin: bool, place: Hex) -> Prospect:
    plotting, doctrine = bot.plotting, bot.doctrine
    found: Prospect | None = plotting.worked_out.get((twin, place))
    if found is None:
        worth = doctrine.over_city * plotting.bombed.get(place, 0.0)
        soon, next_turn = plotting.density(1), plotting.density(2)
        if not twin and view.layout.cities_in.get(place):
            around = (place, *ADJACENT[place])
            worth += doctrine.single_city * sum(next_turn.get(hex_, 0.0) + soon.get(hex_, 0.0) for hex_ in around)
        met, beacon = (soon.get(place, 0.0), has_beacon(view, place)) if twin else (0.0, False)
        waiting = doctrine.waiting * min(plotting.distance(place), 10)
        found = plotting.worked_out[twin, place] = Prospect(worth, met, beacon, waiting)
    return found


def has_beacon(view: RaidView, place: Hex) -> bool:
    """Is there a radio beacon in the hex?"""
    return place in view.layout.beacon_hexes


def fly_off(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """A single-engined unit goes to the best hex next to its airfield."""
    unit = ask.facts["unit"]
    return int(max(ask.codes, key=lambda code: worth_of(bot, view, unit, hex_in(code))))


def deploy(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """Man the line if that is the unit's post; twins on beacons, singles on the best defended city."""
    unit = ask.facts["unit"]
    if TAKE_GCI in ask.codes and bot.posts(view).get(unit) == view.unit_place[unit] and pays_to_wait(bot, view, unit):
        return TAKE_GCI
    layout = view.layout
    boxes = [code for code in ask.codes if is_box(code)]
    beacons: list[int] = [code for code in boxes if box_in(code) >= layout.first_beacon]
    cities: list[int] = [code for code in boxes if box_in(code) < layout.first_beacon]
    stacked = view.unit_box[unit]
    if layout.units[unit].twin and beacons:
        return beacons[0]
    if stacked:
        return NONE
    if cities:
        return max(cities, key=lambda code: layout.cities[city_in(code)].flak)
    return NONE


# --- fighting ----------------------------------------------------------------------------------------------------


def strongest(view: RaidView, ask: Ask) -> int:
    """The strongest unit that may attack."""
    return _strongest(view, ask, [code for code in ask.codes if is_unit(code)])


def _strongest(view: RaidView, ask: Ask, units: list[int]) -> int:
    return max(units, key=lambda code: view.strength(unit_in(code))) if units else int(ask.codes[0])


def infiltrator(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """The strongest unit that finds something worth it."""
    units = [code for code in ask.codes if is_unit(code)]
    return _strongest(view, ask, [code for code in units if _finds_prey(bot, view, unit_in(code))])


def _finds_prey(bot: StandardGerman, view: RaidView, unit: Unit) -> bool:
    """Can it get at anything but known Mosquitos? With nothing better in reach they will do."""
    place = view.unit_place[unit]
    if not main_force_near(bot, view, unit):
        return True
    on_beacon = view.unit_box[unit] >= view.layout.first_beacon
    for hex_, _ in view.counters():
        if (hex_ == place or (on_beacon and hex_ in ADJACENT[place])) and not is_known(bot, view, hex_):
            return True
    cities = view.layout.cities
    return any(cities[city].hex == place for city, _ in view.drops()) and not bot.plotting.is_nuisance(view, place)


def main_force_near(bot: StandardGerman, view: RaidView, unit: Unit) -> bool:
    """Is there a raid with bombers that the unit may still meet?"""
    reach = 2 * min(view.unit_fuel[unit] - 1, NEAR)
    place = view.unit_place[unit]
    return any(track.weight >= BIG and far(place, track.hex) <= reach for track in bot.plotting.tracks)


def is_known(bot: StandardGerman, view: RaidView, hex_: Hex) -> bool:
    """Does a counter there stand for Mosquitos, and for nothing else? Streams are no Mosquitos'."""
    return (hex_, True) not in view.counters() and bot.plotting.is_known(view, hex_)


def prey(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """A city under bombs, then a stream, then any counter; Mosquitos known as such come last of all."""
    streams = {hex_ for hex_, stream in view.counters() if stream}
    place = view.unit_place[ask.facts["unit"]]

    def rank(code: int) -> int:
        if is_box(code):
            return 0 if bot.plotting.is_nuisance(view, place) else 3
        return 2 if hex_in(code) in streams else 0 if bot.plotting.is_known(view, hex_in(code)) else 1

    return int(max(ask.codes, key=rank))


def anything_but_none(view: RaidView, ask: Ask) -> int:
    """Do whatever there is to do."""
    for code in ask.codes:
        if code not in (NONE, NO):
            return int(code)
    return int(ask.codes[0])


def react(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """To wherever the bombers are; nobody leaves his beacon for Mosquitos while he may meet others."""
    unit = ask.facts["unit"]
    wanted = [code for code in ask.codes if code != NONE and not bot.plotting.is_nuisance(view, hex_in(code))]
    if wanted or not main_force_near(bot, view, unit):
        return wanted[0] if wanted else anything_but_none(view, ask)
    return NONE if NONE in ask.codes else int(ask.codes[0])


def wild_boar(view: RaidView, ask: Ask) -> int:
    """Over its own city, where it is stacked; otherwise over any that is being bombed."""
    usual = ask.default_code
    return anything_but_none(view, ask) if usual is None else int(usual)


def leave_raid(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """Stay in a raid as long as the fuel lasts, but not out over the sea, from where few come home [7.4.7, 9.4.3]."""
    if NO not in ask.codes:
        return YES
    if view.unit_fuel[ask.facts["unit"]] > bot.doctrine.way_back:
        return NO
    big = [track for track in bot.plotting.tracks if track.weight >= BIG]
    return YES if YES in ask.codes and big and all(_leaves_the_land(view, track) for track in big) else NO


def _leaves_the_land(view: RaidView, track: Track) -> bool:
    """Will a raid on that course be out of the range of all airfields next turn, if it is not already?"""
    if track.hex in view.layout.out_of_range:
        return True
    if track.course == UNKNOWN:
        return False
    flown = line(track.hex, track.course, RAID_SPEED)
    return len(flown) < RAID_SPEED or flown[-1] in view.layout.out_of_range


def name_object(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """Mobile Flak goes where the raids will pass; other cards are played as both players play them."""
    side, title, number = ask.facts["function"]
    if view.layout.cards[side][title].functions[number].effect == "mobile flak":
        there = heaviest(bot.plotting.density(1), [hex_in(code) for code in ask.codes if is_hex(code)])
        if there != OFF:
            return hex_option(there)
    return cards.object_for(view, ask)


# --- landing -----------------------------------------------------------------------------------------------------


def recover(bot: StandardGerman, view: RaidView, ask: Ask) -> int:
    """Land if near home with nothing to wait for; far from home, only if there is no choice."""
    for code in ask.codes:
        if not is_unit(code):
            continue
        unit = unit_in(code)
        counter, place, marks = view.layout.units[unit], view.unit_place[unit], view.unit_marks[unit]
        home = far(place, counter.hex) <= (0 if counter.hex == JUTLAND else 1)
        if marks & (GCI | SCRAMBLING) and not view.end_stage:
            continue
        stuck = marks & GCI or view.unit_fuel[unit] <= 1 or not _can_reach_home(view, unit)
        if view.end_stage and (home or stuck):
            return int(code)
        if home and (
            marks & RETURNING or (view.unit_fuel[unit] <= 1 or bool(marks & DEPLETED and not counter.detachment))
        ):
            return int(code)
    return NONE


def _can_reach_home(view: RaidView, unit: Unit) -> bool:
    counter = view.layout.units[unit]
    return bool(far(view.unit_place[unit], counter.hex) <= 2 * view.unit_fuel[unit] + 1)


def recover_where(view: RaidView, ask: Ask) -> int:
    """Home, if possible."""
    return GO_HOME if GO_HOME in ask.codes else DIVERT if DIVERT in ask.codes else int(ask.codes[0])


def strip(view: RaidView, ask: Ask) -> int:
    """The least likely targets lose their flak."""
    vp = {chit.city: chit.vp for chit in view.layout.chits}
    return int(min(ask.codes, key=lambda code: vp.get(city_in(code), 0)))


def agree(view: RaidView, ask: Ask) -> int:
    """Play the night out."""
    return NO if NO in ask.codes else int(ask.codes[0])


def take_offer(view: RaidView, ask: Ask) -> int:
    """As long as one unit can still fly, the night goes on."""
    return YES if all(place == OUT for place in view.unit_place) else NO


Habit = Callable[[RaidView, Ask], int]
Planned = Callable[[StandardGerman, RaidView, Ask], int]
PLANS: Final[dict[str, Planned]] = {
    "scramble": scramble,
    "fly_off": fly_off,
    "move": move,
    "deploy": deploy,
    "recover": recover,
    "name_object": name_object,
    "intrude": intrude,
    "infiltrator": infiltrator,
    "infiltrate_what": prey,
    "react": react,
    "leave_raid": leave_raid,
}
HABITS: Final[dict[str, Habit]] = {
    "keep_german": cards.keep,
    "draw_german": cards.draw,
    "play": cards.play,
    "cancel": cards.cancel,
    "weather_zone": sky.zone_for,
    "strip": strip,
    "tame_boar": strongest,
    "intercept": strongest,
    "intruder_attack": strongest,
    "wild_boar": wild_boar,
    "spend_damage": anything_but_none,
    "recover_where": recover_where,
    "scatter_bomb": bombs.scatter,
    "end_german": agree,
    "take_offer": take_offer,
}
