"""Sanity checks of Interceptor Ace's component data: what a schema cannot see [3.5, 3.6, 4.1, 9.1].

`refuse_nonsense` stops a pack that names things that do not exist or leaves a chart with a hole; the checks in
CHECKS only complain, one sentence each, because an owner may have reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from viermot.kernel.packs import Fault, fault, refuse
from viermot.kernel.user_error import UserError

if TYPE_CHECKING:
    from viermot.games.interceptor.components import Components

    Check = Callable[[Components], Iterator[UserError]]

TYPES = {"Bf109": 11, "Fw190": 13, "Bf110": 4, "Me410": 2}  # [9.1]
MAX_HITS = 7


# --- what cannot be played with ------------------------------------------------------------------------


def refuse_nonsense(c: Components) -> None:
    """Stop at the first hole, or the first name that refers to nothing."""
    for faults in (_months, _raid_chart, _targets, _units, _deck, _lists, _tracks, _aces, _career):
        refuse(faults(c))


def _months(c: Components) -> Iterator[Fault]:
    from viermot.games.interceptor.components import MONTHS

    if tuple(row.name for row in c.calendar.month) != MONTHS:
        yield fault("calendar.toml", "month", "interceptor.pack.months")


def _raid_chart(c: Components) -> Iterator[Fault]:
    for month in c.calendar.month:
        rolls = set(c.raids.get(month.name, {}))
        dice = 1 if 1 in rolls else 2
        if rolls != set(range(dice, 6 * dice + 1)):
            yield fault("raids.toml", f"month {month.name!r}", "interceptor.pack.raid_each", dice=dice)


def _targets(c: Components) -> Iterator[Fault]:
    from viermot.games.interceptor.components import MONTHS

    bombers = {row.name for row in c.bombers}
    fighters = {row.name for row in c.fighters}
    if tuple(row.name for row in c.targets.bombers) != MONTHS:
        yield fault("targets.toml", "bombers", "interceptor.pack.bombers_each")
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
        yield fault(file, key, "interceptor.pack.six_results", found=len(names))
    for name in names:
        if name not in known:
            yield fault(file, key, "interceptor.pack.unknown", name=name)


def _units(c: Components) -> Iterator[Fault]:
    if not c.units:
        yield fault("units.toml", "unit", "interceptor.pack.no_unit_at_all")
    for unit in c.units:
        for name in unit.aircraft:
            if name not in c.aircraft:
                yield fault("units.toml", f"unit {unit.name!r}, aircraft", "interceptor.pack.no_aircraft", name=name)
        if not unit.aircraft:
            yield fault("units.toml", f"unit {unit.name!r}, aircraft", "interceptor.pack.unit_flies")
    rolled = sorted(unit.roll for unit in c.units if not unit.choice_only)
    if rolled != list(range(1, 21)):
        yield fault("units.toml", "unit", "interceptor.pack.unit_each")


def _deck(c: Components) -> Iterator[Fault]:
    if [card.n for card in c.cards] != list(range(1, 61)):
        yield fault("cards.toml", "card", "interceptor.pack.cards")
    if list(c.columns) != sorted(set(c.columns)) or not c.columns:
        yield fault("cards.toml", "columns", "interceptor.pack.columns")
    for card in c.cards:
        if len(card.hits) != len(c.columns):
            where = f"card '{card.n}', hits"
            yield fault("cards.toml", where, "interceptor.pack.results", found=len(card.hits), wanted=len(c.columns))


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
            yield fault("charts.toml", key, "interceptor.pack.results", found=len(results), wanted=wanted)
    if sorted(c.events) != list(range(2, 13)):
        yield fault("events.toml", "event", "interceptor.pack.event_each")
    yield from _six("positions.toml", "altitude, by_die", c.positions.altitude.by_die, {"low", "level", "high"})
    if [row.id for row in c.positions.location] != list(range(1, 9)):
        yield fault("positions.toml", "location", "interceptor.pack.locations")


def _tracks(c: Components) -> Iterator[Fault]:
    from viermot.games.interceptor.components import ZONES

    names = [row.name for row in c.tracks.track]
    for unit in c.units:
        if names.count(unit.zone) != 1:
            yield fault("tracks.toml", f"track {unit.zone!r}", "interceptor.pack.track_each")
    for name in names:
        for zone, box in c.track(name).items():
            if box > c.tracks.boxes.last_twin:
                yield fault("tracks.toml", f"track {name!r}, {zone.lower()}", "interceptor.pack.no_box", box=box)
    if not 1 <= c.tracks.boxes.last_single <= c.tracks.boxes.last_twin <= 12:
        yield fault("tracks.toml", "boxes", "interceptor.pack.last_boxes")
    if len(ZONES) * len(names) == 0:
        yield fault("tracks.toml", "track", "interceptor.pack.no_tracks")


def _aces(c: Components) -> Iterator[Fault]:
    units = {unit.name for unit in c.units}
    for ace in c.aces.values():
        for unit in (ace.unit, ace.later.unit if ace.later else ace.unit):
            if unit not in units:
                yield fault("aces.toml", f"ace {ace.name!r}, unit", "interceptor.pack.no_unit", name=unit)
        if not any(skill.startswith("expert") for skill in ace.skills):
            yield fault("aces.toml", f"ace {ace.name!r}, skills", "interceptor.pack.ace_expert")


def _career(c: Components) -> Iterator[Fault]:
    from typing import get_args

    from viermot.games.interceptor.components.words import SkillName

    if tuple(row.name for row in c.career.skill) != get_args(SkillName):
        yield fault("career.toml", "skill", "interceptor.pack.skills")
    levels = [row.level for row in c.career.fatigue]
    if not levels or levels[0] != 0 or levels != sorted(set(levels)):
        yield fault("career.toml", "fatigue", "interceptor.pack.fatigue")
    if len(c.career.pilot_quality.early) != 6 or len(c.career.pilot_quality.late) != 6:
        yield fault("career.toml", "pilot_quality", "interceptor.pack.quality")


# --- what looks odd ------------------------------------------------------------------------------------


def check_aircraft(c: Components) -> Iterator[UserError]:
    """Each series has as many models as the book counts, and somebody can fly each of them [9.1, 8.2]."""
    for series, wanted in TYPES.items():
        found = sum(1 for craft in c.aircraft.values() if craft.series == series)
        if found != wanted:
            yield UserError("interceptor.odd.series", series=series, found=found, wanted=wanted)
    for craft in c.aircraft.values():
        if not craft.weapons:
            yield UserError("interceptor.odd.no_weapon", name=craft.name)
        if not 10 <= craft.speed <= 30:
            yield UserError("interceptor.odd.speed", name=craft.name, speed=craft.speed)


def check_cards(c: Components) -> Iterator[UserError]:
    """More firepower is never worse, and no number is higher than the charts go [7.1.6]."""
    for card in c.cards:
        worth = [_worth(cell) for cell in card.hits]
        if worth != sorted(worth):
            yield UserError("interceptor.odd.card_falls", number=card.n)
        if any(isinstance(cell, int) and not 0 <= cell <= MAX_HITS for cell in card.hits):
            yield UserError("interceptor.odd.card_hits", number=card.n, maximum=MAX_HITS)
        if card.wingman.kind == "attacks" and not card.wingman.value:
            yield UserError("interceptor.odd.card_wingman", number=card.n)


def _worth(cell: int | str) -> int:
    return cell if isinstance(cell, int) else {"GP": 100, "DE": 101}[cell]


def check_dates(c: Components) -> Iterator[UserError]:
    """A unit's first aircraft is in service when careers begin there [4.1]."""
    from viermot.games.interceptor.components import MONTHS

    for unit in c.units:
        since = MONTHS.index(unit.since)
        if not any(MONTHS.index(c.aircraft[name].available) <= since for name in unit.aircraft):
            yield UserError("interceptor.odd.unit_aircraft", unit=unit.name, month=unit.since)


def check_thresholds(c: Components) -> Iterator[UserError]:
    """Thresholds rise, as a reader of the charts expects [5.2, 7.4, 7.5, 7.6]."""
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
            yield UserError("interceptor.odd.thresholds", name=name, band=band)


def check_positions(c: Components) -> Iterator[UserError]:
    """Neighbours are mutual and opposites lie four steps apart on the ring [10.5]."""
    locations = {row.id: row for row in c.positions.location}
    for row in locations.values():
        for other in row.neighbours:
            if other not in locations or row.id not in locations[other].neighbours:
                yield UserError("interceptor.odd.neighbour", number=row.id, place=other)
        if locations[row.opposite].opposite != row.id:
            yield UserError("interceptor.odd.opposite", number=row.id, place=row.opposite)


def check_counts(c: Components) -> Iterator[UserError]:
    """Sixty cards, thirty aircraft, eight aces, twenty-three units."""
    counts = Counter(cards=len(c.cards), aircraft=len(c.aircraft), aces=len(c.aces), units=len(c.units))
    for name, wanted in (("cards", 60), ("aircraft", 30), ("aces", 8), ("units", 23)):
        if counts[name] != wanted:
            yield UserError(f"interceptor.odd.{name}", found=counts[name], wanted=wanted)


CHECKS: tuple[Check, ...] = (
    check_aircraft,
    check_cards,
    check_dates,
    check_thresholds,
    check_positions,
    check_counts,
)
