"""Sanity checks of Bomber Command's component data: what a schema cannot see [2.1, 3.3, 9.3, 10.1].

`refuse_nonsense` stops a pack that names things that do not exist; the checks in CHECKS only complain, one
sentence each, because an owner may have reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from viermot.games.bomber_command.components.scenario_book import JUTLAND
from viermot.games.bomber_command.model.board import ADJACENT, BY_NAME, DISTANCE, NAME, ON_MAP
from viermot.kernel.hexes import far_away
from viermot.kernel.packs import Fault, fault, refuse
from viermot.kernel.user_error import UserError

if TYPE_CHECKING:
    from viermot.games.bomber_command.components import Components
    from viermot.games.bomber_command.components.map import CityMap
    from viermot.games.bomber_command.components.scenario_book import Scenario

    Check = Callable[[Components], Iterator[UserError]]

DECK = 55  # cards a side [2.7]
OIL_MAPS = "BCE"  # [10.1.1]
RECOVERY_RANGE = 2  # hexes [7.4.7]


# --- references ----------------------------------------------------------------------------------------


def refuse_nonsense(c: Components) -> None:
    """Stop at the first name that refers to nothing."""
    refuse(_dangling(c))


def _dangling(c: Components) -> Iterator[Fault]:
    named = {row.name for row in c.hexes}
    for name in sorted({NAME[h] for h in ON_MAP} ^ named):
        reason = "bomber_command.pack.no_such_hex" if name in named else "bomber_command.pack.hex_missing"
        yield fault("map.toml", f"hexes, hex {name!r}", reason)
    places = (*c.map.exits, *c.map.ruhr, c.map.jutland, *(garden.hex for garden in c.mines))
    for name in places:
        if name not in named:
            yield fault("map.toml", "places", "bomber_command.pack.not_a_hex", name=name)
    yield from _dangling_cards(c)
    for letter, drawn in c.city_maps.items():
        if not drawn.areas:
            yield fault("city_maps.toml", f"map {letter!r}, areas", "bomber_command.pack.no_areas")
    for scenario in c.scenarios.values():
        yield from _dangling_in(c, scenario, named)


def _dangling_cards(c: Components) -> Iterator[Fault]:
    titles = {(card.side, card.title) for card in c.cards}
    for card in c.cards:
        other = "german" if card.side == "british" else "british"
        for function in card.functions:
            for title in function.cancels:
                if (other, title) not in titles:
                    where = f"{card.side} {card.title!r}"
                    yield fault("cards.toml", where, "bomber_command.pack.cancels_nothing", name=title)
        if not card.functions:
            yield fault("cards.toml", f"{card.side} {card.title!r}", "bomber_command.pack.no_function")


def _dangling_in(c: Components, s: Scenario, named: set[str]) -> Iterator[Fault]:
    hexes = {
        "mandrel": s.mandrel,
        "southern": s.southern,
        "himmelbett": s.himmelbett,
        "searchlights": s.searchlights,
        "out_of_range": s.out_of_range,
        "area_flak": tuple(s.area_flak),
        "beacons": tuple(hex_ for _, hex_ in s.beacons),
        "occupied": tuple(hex_ for _, hex_ in s.occupied),
        "cities": tuple(city.hex for city in s.cities),
        "units": tuple(unit.hex for unit in s.units if unit.hex != JUTLAND),
    }
    for key, names in hexes.items():
        for name in names:
            if name not in named:
                yield fault(s.file, key, "bomber_command.pack.not_a_hex", name=name)
    for city in s.cities:
        if city.map and city.map not in c.city_maps:
            yield fault(s.file, f"city {city.name!r}, map", "bomber_command.pack.no_city_map", name=city.map)
    yield from _unreadable(s)
    targets = {city.name for city in s.cities if city.main}
    for chit in s.chits:
        if chit.set not in s.rules.targets:
            known = ", ".join(s.rules.targets)
            yield fault(s.file, f"chit {chit.name!r}, cup", "bomber_command.pack.no_cup", name=chit.set, known=known)
        if not chit.follow_up and chit.name not in targets:
            yield fault(s.file, f"chit {chit.name!r}", "bomber_command.pack.no_target")
    for cup in s.rules.targets:
        if not any(chit.set == cup and not chit.follow_up and chit.copies for chit in s.chits):
            yield fault(s.file, "chits", "bomber_command.pack.empty_cup", name=cup)
    if s.scoring.capital not in {city.name for city in s.cities}:
        yield fault(s.file, "scoring, capital", "bomber_command.pack.no_city", name=s.scoring.capital)
    if len(s.rules.targets) != s.rules.main_force:
        yield fault(s.file, "rules, targets", "bomber_command.pack.cup_each")


def _unreadable(s: Scenario) -> Iterator[Fault]:
    """Names that could not be used in writing an answer, since they mean something else or two things."""
    from viermot.games.bomber_command.model.notation import RESERVED  # it is built on the tables checked here

    named = [("unit", unit.name) for unit in s.units] + [("city", city.name) for city in s.cities]
    named += [("beacon", name) for name, _ in s.beacons]
    known = set(RESERVED)
    for kind, name in named:
        word = name.strip().lower()
        if not word or word in known or word.isdigit() or word.startswith("play "):
            yield fault(s.file, f"{kind} {name!r}", "bomber_command.pack.name_taken")
        known |= {word, f"{word} 2"} if kind != "unit" else {word}


# --- map -----------------------------------------------------------------------------------------------


def check_line(c: Components) -> Iterator[UserError]:
    """The Himmelbett line is a chain: every hex touches its neighbours in the line and no other hex of it [9.3]."""
    for s in c.scenarios.values():
        line = [BY_NAME[name] for name in s.himmelbett]
        for at, hex_ in enumerate(line):
            beside = {line[i] for i in (at - 1, at + 1) if 0 <= i < len(line)}
            if set(ADJACENT[hex_]) & set(line) != beside:
                yield UserError("bomber_command.odd.line", scenario=s.id, hex=NAME[hex_])


def check_recovery_range(c: Components) -> Iterator[UserError]:
    """The recovery range on the map is where the rule puts it: two hexes from continental division hexes [7.4.7]."""
    for s in c.scenarios.values():
        allied = s.rules.allied_zone
        home = [BY_NAME[row.name] for row in c.hexes if row.continental and f"{row.zone}.JD" != allied]
        far = {NAME[h] for h in ON_MAP if min(DISTANCE[h][other] for other in home) > RECOVERY_RANGE}
        for name in sorted(far ^ set(s.out_of_range)):
            yield UserError("bomber_command.odd.recovery", scenario=s.id, hex=name)


def check_features(c: Components) -> Iterator[UserError]:
    """Everything on the map is where it can be [2.1.2, 9.6]."""
    zone = {row.name: row.zone for row in c.hexes}
    for s in c.scenarios.values():
        for name, value in s.area_flak.items():
            if value > 1:
                yield UserError("bomber_command.odd.area_flak", scenario=s.id, hex=name, value=value)
        for unit in s.units:
            where = c.map.jutland_zone if unit.hex == JUTLAND else zone[unit.hex]
            if where != unit.jd:
                yield UserError("bomber_command.odd.division", scenario=s.id, unit=unit.name, jd=unit.jd, zone=where)
        for name in (*s.southern,):
            if name not in s.mandrel:
                yield UserError("bomber_command.odd.southern", scenario=s.id, hex=name)
        for city in s.cities:
            if city.flak > 5:
                yield UserError("bomber_command.odd.city_flak", scenario=s.id, city=city.name, value=city.flak)


# --- city maps -----------------------------------------------------------------------------------------


def check_city_maps(c: Components) -> Iterator[UserError]:
    """Cities in one piece, ringed by Fields, with one oil area where there must be one [10.1, 10.1.1]."""
    for letter, drawn in c.city_maps.items():
        if sum(area.oil for area in drawn.areas) != (letter in OIL_MAPS):
            key = "bomber_command.odd.an_oil_area" if letter in OIL_MAPS else "bomber_command.odd.no_oil_area"
            yield UserError(key, letter=letter)
        places = {_place(area.id): area for area in drawn.areas}
        for place, area in places.items():
            beside = [other for other in places if other != place and _apart(place, other) == 1]
            if len(beside) < 6 and area.type != "Fields":
                yield UserError("bomber_command.odd.built_up", letter=letter, area=area.id)
        if not _whole(drawn):
            yield UserError("bomber_command.odd.two_pieces", letter=letter)


def _place(name: str) -> tuple[int, int]:
    """Column and half hexes down."""
    column = ord(name[0]) - ord("a")
    return column, 2 * int(name[1:]) + column % 2


def _apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    (column, down), (other_column, other_down) = a, b
    return far_away(column - other_column, down - other_down)


def _whole(drawn: CityMap) -> bool:
    left = {_place(area.id) for area in drawn.areas}
    edge = {left.pop()}
    while edge:
        edge = {other for other in left for place in edge if _apart(place, other) == 1}
        left -= edge
    return not left


# --- counters, cards, tables ---------------------------------------------------------------------------


def check_chits(c: Components) -> Iterator[UserError]:
    """Every city that can be a target has a chit, and oil chits lead to maps with oil [3.3.1, 10.1.1]."""
    for s in c.scenarios.values():
        chits = {chit.name for chit in s.chits}
        for city in s.cities:
            if city.main and city.name not in chits:
                yield UserError("bomber_command.odd.no_chit", scenario=s.id, city=city.name)
        maps = {city.name: city.map for city in s.cities}
        for chit in s.chits:
            if chit.oil and maps.get(chit.name, "") not in tuple(OIL_MAPS):
                yield UserError("bomber_command.odd.oil_chit", scenario=s.id, name=chit.name)


def check_units(c: Components) -> Iterator[UserError]:
    """Strengths of 0 to 3, the depleted side the weaker one [2.2.2]."""
    for s in c.scenarios.values():
        for unit in s.units:
            if max(unit.full, unit.depleted) > 3:
                yield UserError("bomber_command.odd.too_strong", scenario=s.id, unit=unit.name)
            if 0 <= unit.full < unit.depleted:
                yield UserError("bomber_command.odd.stronger", scenario=s.id, unit=unit.name)


def check_decks(c: Components) -> Iterator[UserError]:
    """Two decks of 55 [2.7b]."""
    for side in ("british", "german"):
        count = sum(card.copies for card in c.cards if card.side == side)
        if count != DECK:
            yield UserError(f"bomber_command.odd.{side}_deck", found=count, wanted=DECK)
    for card in c.cards:
        words = Counter(function.word for function in card.functions)
        if words and max(words.values()) > 1:
            yield UserError("bomber_command.odd.same_word", card=card.title)


def check_tables(c: Components) -> Iterator[UserError]:
    """Losses never fall as the roll rises, and jamming never makes infiltration easier [8.1, 9.7]."""
    for name, chart in (("combat", c.combat), ("scramble", c.scramble), ("recovery", c.recovery)):
        for column, cells in chart.columns.items():
            losses = [int(cell.rstrip("dD§")) for cell in cells]
            if losses != sorted(losses):
                yield UserError("bomber_command.odd.fewer_losses", name=name, column=column)
    values = list(c.infiltration.values())
    if values != sorted(values):
        yield UserError("bomber_command.odd.infiltration")
    bombing = c.bombing
    if len(bombing.drift) != len(bombing.rows_down):
        yield UserError("bomber_command.odd.drifts")
    if list(bombing.disruptions) != sorted(bombing.disruptions):
        yield UserError("bomber_command.odd.disruptions")


def check_weather(c: Components) -> Iterator[UserError]:
    """Enough markers for the six zones even when crosses are rejected [3.4.1, 12.1.1]."""
    for side in (0, 1):
        crossed = {weather.name for weather in c.skies.weather if weather.cross}
        plain = sum(marker[side] not in crossed for marker in c.weather_markers)
        if plain + c.skies.environment.most_crosses < 6 + 1:
            yield UserError("bomber_command.odd.weather")


def check_victory(c: Components) -> Iterator[UserError]:
    """Each victory level begins where the one below ends [11.2]."""
    for s in c.scenarios.values():
        bounds = [highest for highest, _ in s.victory if highest is not None]
        if bounds != sorted(set(bounds)):
            yield UserError("bomber_command.odd.victory", scenario=s.id)


CHECKS: list[Check] = [
    check_line,
    check_recovery_range,
    check_features,
    check_city_maps,
    check_chits,
    check_units,
    check_decks,
    check_tables,
    check_weather,
    check_victory,
]
