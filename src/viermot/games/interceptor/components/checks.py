"""Sense checks of Interceptor Ace's component data: what a schema cannot see [3.5, 3.6, 4.1, 9.1].

`refuse_nonsense` stops a pack that names things that do not exist or leaves a chart with a hole; the checks in
CHECKS only complain, one sentence each, because an owner may have reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from viermot.kernel.packs import PackError

if TYPE_CHECKING:
    from viermot.games.interceptor.components import Components

    Check = Callable[[Components], Iterator[str]]
    Fault = tuple[str, str, str]

TYPES = {"Bf109": 11, "Fw190": 13, "Bf110": 4, "Me410": 2}  # [9.1]
MAX_HITS = 7


# --- what cannot be played with ------------------------------------------------------------------------


def refuse_nonsense(c: Components) -> None:
    """Stop at the first hole or the first name that stands for nothing."""
    for faults in (_months, _raid_chart, _targets, _units, _deck, _lists, _tracks, _aces, _career):
        for file, key, reason in faults(c):
            raise PackError(file, key, reason)


def _months(c: Components) -> Iterator[Fault]:
    from viermot.games.interceptor.components import MONTHS

    if tuple(row.name for row in c.calendar.month) != MONTHS:
        yield "calendar.toml", "month", "the months are not March 1943 to February 1944 in their order"


def _raid_chart(c: Components) -> Iterator[Fault]:
    for month in c.calendar.month:
        rolls = set(c.raids.get(month.name, {}))
        dice = 1 if 1 in rolls else 2
        if rolls != set(range(dice, 6 * dice + 1)):
            yield "raids.toml", f"month {month.name!r}", f"every roll of {dice}d6 needs a raid, and no other does"


def _targets(c: Components) -> Iterator[Fault]:
    from viermot.games.interceptor.components import MONTHS

    bombers = {row.name for row in c.bombers}
    fighters = {row.name for row in c.fighters}
    if tuple(row.name for row in c.targets.bombers) != MONTHS:
        yield "targets.toml", "bombers", "every month needs a row of bombers, in order"
    for row in c.targets.bombers:
        yield from _six("targets.toml", f"bombers {row.name!r}", row.types, bombers)
    for escort in c.targets.escorts:
        yield from _six("targets.toml", f"escorts {escort.name!r}", escort.types, fighters | {""})
    for key, names in (("france", c.targets.sweeps.france), ("elsewhere", c.targets.sweeps.elsewhere)):
        yield from _six("targets.toml", f"sweeps, {key}", names, fighters)
    starts = {"disadvantaged", "head on", "advantaged"}
    yield from _six("targets.toml", "sweeps, orientation", c.targets.sweeps.orientation, starts)


def _six(file: str, key: str, names: Sequence[str], known: set[str]) -> Iterator[Fault]:
    if len(names) != 6:
        yield file, key, f"a die has six results, not {len(names)}"
    for name in names:
        if name not in known:
            yield file, key, f"{name!r} is not known here"


def _units(c: Components) -> Iterator[Fault]:
    if not c.units:
        yield "units.toml", "unit", "there must be a unit to serve in"
    for unit in c.units:
        for name in unit.aircraft:
            if name not in c.aircraft:
                yield "units.toml", f"unit {unit.name!r}, aircraft", f"there is no aircraft {name!r}"
        if not unit.aircraft:
            yield "units.toml", f"unit {unit.name!r}, aircraft", "a unit flies something"
    rolled = sorted(unit.roll for unit in c.units if not unit.choice_only)
    if rolled != list(range(1, 21)):
        yield "units.toml", "unit", "the rolls 1 to 20 must each give one unit"


def _deck(c: Components) -> Iterator[Fault]:
    if [card.n for card in c.cards] != list(range(1, 61)):
        yield "cards.toml", "card", "there must be cards 1 to 60"
    if list(c.columns) != sorted(set(c.columns)) or not c.columns:
        yield "cards.toml", "columns", "firepower columns must rise from left to right"
    for card in c.cards:
        if len(card.hits) != len(c.columns):
            yield "cards.toml", f"card '{card.n}', hits", f"{len(card.hits)} results for {len(c.columns)} columns"


def _lists(c: Components) -> Iterator[Fault]:
    """Every chart has as many results as its dice can show."""
    charts, damage = c.charts, c.charts.damage
    rows = charts.fighter_damage
    lengths: tuple[tuple[str, Sequence[object], int], ...] = (
        ("interception, early", charts.interception.early, 11),
        ("interception, late", charts.interception.late, 11),
        ("bomber_damage, wing", charts.bomber_damage.wing, 10),
        ("bomber_damage, airframe", charts.bomber_damage.airframe, 10),
        ("damage, fuel_tank", damage.fuel_tank, 11),
        ("damage, wound", damage.wound, 6),
        ("damage, bomber_crew", damage.bomber_crew, 6),
        ("damage, rocket_hits", damage.rocket_hits, 6),
        ("fighter_damage, row_1", rows.row_1, 6),
        ("fighter_damage, row_2", rows.row_2, 6),
        ("fighter_damage, row_3", rows.row_3, 6),
        ("fighter_damage, row_4", rows.row_4, 6),
        ("fighter_damage, row_5", rows.row_5, 6),
        ("fighter_damage, row_6", rows.row_6, 6),
        ("serious_wound, sorties", charts.serious_wound.sorties, 11),
        ("extended_burst, results", charts.extended_burst.results, 11),
        ("wingman_attack, results", charts.wingman_attack.results, 11),
    )
    for key, results, wanted in lengths:
        if len(results) != wanted:
            yield "charts.toml", key, f"{len(results)} results where the dice have {wanted}"
    if sorted(c.events) != list(range(2, 13)):
        yield "events.toml", "event", "every roll of 2d6 needs an event"
    yield from _six("positions.toml", "altitude, by_die", c.positions.altitude.by_die, {"low", "level", "high"})
    if [row.id for row in c.positions.location] != list(range(1, 9)):
        yield "positions.toml", "location", "there must be locations 1 to 8 in order"


def _tracks(c: Components) -> Iterator[Fault]:
    from viermot.games.interceptor.components import ZONES

    names = [row.name for row in c.tracks.track]
    for unit in c.units:
        if names.count(unit.zone) != 1:
            yield "tracks.toml", f"track {unit.zone!r}", "every base zone with a unit needs one track"
    for name in names:
        for zone, box in c.track(name).items():
            if box > c.tracks.boxes.last_twin:
                yield "tracks.toml", f"track {name!r}, {zone.lower()}", f"there is no box {box}"
    if not 1 <= c.tracks.boxes.last_single <= c.tracks.boxes.last_twin <= 12:
        yield "tracks.toml", "boxes", "the last boxes are out of order"
    if len(ZONES) * len(names) == 0:
        yield "tracks.toml", "track", "there are no tracks"


def _aces(c: Components) -> Iterator[Fault]:
    units = {unit.name for unit in c.units}
    for ace in c.aces.values():
        for unit in (ace.unit, ace.later.unit if ace.later else ace.unit):
            if unit not in units:
                yield "aces.toml", f"ace {ace.name!r}, unit", f"there is no unit {unit!r}"
        if not any(skill.startswith("expert") for skill in ace.skills):
            yield "aces.toml", f"ace {ace.name!r}, skills", "every ace is an expert in some series [10.2.2]"


def _career(c: Components) -> Iterator[Fault]:
    from typing import get_args

    from viermot.games.interceptor.components.words import SkillName

    if tuple(row.name for row in c.career.skill) != get_args(SkillName):
        yield "career.toml", "skill", "the skills of the book must all be there, in its order"
    levels = [row.level for row in c.career.fatigue]
    if not levels or levels[0] != 0 or levels != sorted(set(levels)):
        yield "career.toml", "fatigue", "the levels of fatigue begin at 0 and rise"
    if len(c.career.pilot_quality.early) != 6 or len(c.career.pilot_quality.late) != 6:
        yield "career.toml", "pilot_quality", "a die has six results"


# --- what looks odd ------------------------------------------------------------------------------------


def check_aircraft(c: Components) -> Iterator[str]:
    """The series have the number of models the book counts, and somebody can fly each of them [9.1, 8.2]."""
    for series, wanted in TYPES.items():
        found = sum(1 for craft in c.aircraft.values() if craft.series == series)
        if found != wanted:
            yield f"{series}: {found} models, but the book counts {wanted} [9.1]."
    for craft in c.aircraft.values():
        if not craft.weapons:
            yield f"{craft.name}: it carries no weapon."
        if not 10 <= craft.speed <= 30:
            yield f"{craft.name}: speed {craft.speed} is not 10 to 30."


def check_cards(c: Components) -> Iterator[str]:
    """More firepower is never worse, and no number is higher than the charts go [7.1.6]."""
    for card in c.cards:
        worth = [_worth(cell) for cell in card.hits]
        if worth != sorted(worth):
            yield f"Card {card.n}: its results fall with more firepower."
        if any(isinstance(cell, int) and not 0 <= cell <= MAX_HITS for cell in card.hits):
            yield f"Card {card.n}: more than {MAX_HITS} hits."
        if card.wingman.kind == "attacks" and not card.wingman.value:
            yield f"Card {card.n}: the wingman attacks without firepower."


def _worth(cell: int | str) -> int:
    return cell if isinstance(cell, int) else {"GP": 100, "DE": 101}[cell]


def check_dates(c: Components) -> Iterator[str]:
    """A unit's first aircraft exists when careers begin there [4.1]."""
    from viermot.games.interceptor.components import MONTHS

    for unit in c.units:
        since = MONTHS.index(unit.since)
        if not any(MONTHS.index(c.aircraft[name].available) <= since for name in unit.aircraft):
            yield f"{unit.name}: none of its aircraft exists in {unit.since}."


def check_thresholds(c: Components) -> Iterator[str]:
    """Bands that rise, as a reader of the charts expects [5.2, 7.4, 7.5, 7.6]."""
    landing, jump, victory = c.charts.landing, c.charts.parachute, c.calendar.victory
    bands = {
        "landing": (landing.rough, landing.crash, landing.destroyed),
        "parachute": (jump.light, jump.serious, jump.killed),
        "weather": (c.charts.weather.poor, c.charts.weather.bad),
        "initiative": (c.charts.initiative.one, c.charts.initiative.two),
        "repair": (c.career.repair.lose_sortie, c.career.repair.written_off),
        "victory": (victory.draw, victory.marginal, victory.substantial, victory.decisive),
    }
    for name, band in bands.items():
        if list(band) != sorted(set(band)):
            yield f"{name}: the thresholds {band} do not rise."


def check_positions(c: Components) -> Iterator[str]:
    """Neighbours are mutual and opposites lie four steps apart on the ring [10.5]."""
    locations = {row.id: row for row in c.positions.location}
    for row in locations.values():
        for other in row.neighbours:
            if other not in locations or row.id not in locations[other].neighbours:
                yield f"Location {row.id}: {other} is its neighbour but not the other way round."
        if locations[row.opposite].opposite != row.id:
            yield f"Location {row.id}: its opposite {row.opposite} does not lie opposite it."


def check_counts(c: Components) -> Iterator[str]:
    """Sixty cards, thirty aircraft, eight aces, twenty-three units."""
    counts = Counter(cards=len(c.cards), aircraft=len(c.aircraft), aces=len(c.aces), units=len(c.units))
    for name, wanted in (("cards", 60), ("aircraft", 30), ("aces", 8), ("units", 23)):
        if counts[name] != wanted:
            yield f"There are {counts[name]} {name}, but the game has {wanted}."


CHECKS: tuple[Check, ...] = (
    check_aircraft,
    check_cards,
    check_dates,
    check_thresholds,
    check_positions,
    check_counts,
)
