"""What never changes during a night: the scenario, its options, map, units, chits, cards and tables as plain ints.

Clones share one Layout. All look-ups by name end here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from viermot.games.bomber_command.components import Card, Components, Function, MapFeatures, Scenario, Skies
from viermot.games.bomber_command.components.map import AREA_TYPES
from viermot.games.bomber_command.components.tables import PlayAid, parse_result
from viermot.games.bomber_command.model.board import (
    BRITISH,
    BY_NAME,
    ENGLAND,
    ENGLAND_ZONE,
    GERMAN,
    JUTLAND,
    OFF,
    ON_MAP,
    PLACES,
    SEATS,
    SIZE,
    WEATHERS,
    ZONES,
)
from viermot.games.bomber_command.model.ids import NO_CITY, Box, City, Hex, Title, Unit, Zone
from viermot.games.bomber_command.rules.cards.windows import moments
from viermot.kernel.user_error import UserError, brief

if TYPE_CHECKING:
    from viermot.games.bomber_command.model.state import Game

T = TypeVar("T")

SWITCHES: Final = ("12.1.1", "12.1.2", "12.1.3", "12.2", "12.3", "12.4", "12.4.1", "12.5", "10.3.2e", "named_targets")
# Rules that do nothing on their own: wind needs bad weather, variable north needs the approach [ruling C66]
NEEDS_RULE: Final = {"12.1.3": "12.1.1", "12.4.1": "12.4"}
NO_FLAK: Final = -1
NOT_STACKED: Final = 0
SYMBOLS: Final = ("EW", "AE", "OP", "BO")
BOMBING_SYMBOL: Final = 3
SCENARIO_NEEDS: Final = ("berlin", "downfall")
ATTACK_COLUMNS: Final = ("gci", "tame boar", "stacked", "late")
FLAK_COLUMNS: Final = ("flak loss", "flak disrupt", "flak damage")
WEATHER_COLUMNS: Final = ("clear", "haze", "heavy", "fog")
MAY_INTRUDE: Final = ("3.JD", "4.JD")  # whose units may be intruders [12.2.1]


class OptionError(UserError):
    """An impossible set-up choice: says which, why, and what is possible."""


class CityBox(NamedTuple):
    """A city as the rules see it."""

    name: str
    hex: Hex
    flak: int  # NO_FLAK for none at all
    map: str
    oboe: bool
    signature: str
    main: bool  # may a Main Force be sent there? [3.3.1]


class FighterUnit(NamedTuple):
    """A nightfighter unit as printed on its counter [2.2.2]."""

    name: str
    airfield: str
    hex: Hex
    zone: Zone
    type: str
    twin: bool
    full: int
    depleted: int
    detachment: bool
    star: bool
    endurance: int


class Target(NamedTuple):
    """A target chit [3.3]."""

    city: City  # NO_CITY for a follow-up raid
    vp: int
    moon: int
    oil: bool


class RaidsAllowed(NamedTuple):
    """How many raids of each kind the scenario gives the British player, before exchanges [3.5.1]."""

    main_forces: int
    mosquitos: int
    decoys: int


class WeatherSides(NamedTuple):
    """The weather on the two sides of a marker; `game.bad` says which is up [12.1.1a]."""

    good: int
    bad: int


class CardTitle(NamedTuple):
    """All cards of one title in a deck [2.7]."""

    name: str
    called: tuple[str, ...]  # its title in every language, as it may be typed
    symbol: int
    copies: int
    functions: tuple[Function, ...]
    when: tuple[int, ...]  # for each function, its windows as bits
    whenever: int  # the windows of all functions together
    cancels: tuple[frozenset[Title], ...]  # for each function, which titles of the other deck it cancels


class Layout:
    """One scenario with its options."""

    def __init__(self, pack: Components, scenario: Scenario, options: Mapping[str, object]) -> None:
        _refuse_unknown(options)
        self.pack = pack
        self.scenario = scenario
        wanted = {name for name in SWITCHES if options.get(name)}
        wanted |= {NEEDS_RULE[name] for name in wanted if name in NEEDS_RULE}
        self.options = {name: True for name in SWITCHES if name in wanted}
        self.kind: str = scenario.id
        self.rules = scenario.rules
        self.scoring = scenario.scoring
        self.aid = pack.aid
        self.blank: Game | None = None  # set up once, then cloned
        self.things: dict[str, int] | None = None  # the names of things, made when one is first looked up
        self.is_downfall = scenario.rules.stretch > 0
        self.stream: int = scenario.rules.stream
        rules = scenario.rules
        self.raids_allowed = RaidsAllowed(rules.main_force, rules.mosquitos, rules.decoys)
        self._switches()
        self._map(pack.map, scenario)
        self._charts(pack.aid)
        self._cities(scenario)
        self._units(scenario)
        self._targets(scenario)
        self._weather(pack.skies)
        self._cards(pack.cards)

    def _switches(self) -> None:
        on = self.options
        self.bad_weather = "12.1.1" in on
        self.moon = "12.1.2" in on
        self.tail_wind = "12.1.3" in on
        self.intruders = "12.2" in on
        self.loads = "12.3" in on
        self.approach = "12.4" in on
        self.variable_north = "12.4.1" in on
        self.fog_of_war = "12.5" in on
        self.separate_quality = "10.3.2e" in on
        self.named_targets = "named_targets" in on

    def _map(self, features: MapFeatures, own: Scenario) -> None:
        zones = [ENGLAND_ZONE] * PLACES
        for hex_ in features.hexes:
            zones[BY_NAME[hex_.name.upper()]] = _zone(hex_.zone)
        zones[JUTLAND] = _zone(features.jutland_zone)
        self.zone_of = tuple(zones)
        self.jutland_door = BY_NAME[features.jutland.upper()]
        self.allied_zone = ZONES.index(self.rules.allied_zone) if self.rules.allied_zone else OFF
        self.continental = _hexes(hex_.name for hex_ in features.hexes if hex_.continental)
        self.ruhr = _hexes(hex_.name for hex_ in features.hexes if hex_.ruhr)
        self.exits = _hexes(features.exits)
        self.mandrel = _hexes(own.mandrel)
        self.southern = _hexes(own.southern)
        self.searchlights = _hexes(own.searchlights)
        self.out_of_range = _hexes(own.out_of_range) | {ENGLAND}
        self.occupied = _hexes(hex_ for _, hex_ in own.occupied)
        self.mines = {BY_NAME[garden.hex.upper()]: garden.vp for garden in features.gardens}
        self.area_flak = [NO_FLAK] * PLACES
        for name, value in own.area_flak.items():
            self.area_flak[BY_NAME[name.upper()]] = value
        self.beacon_names = tuple(name for name, _ in own.beacons)
        self.beacon_hex = tuple(BY_NAME[hex_.upper()] for _, hex_ in own.beacons)
        self.himmelbett = tuple(BY_NAME[name.upper()] for name in own.himmelbett)
        self.covered = self._coverage()

    def _coverage(self) -> dict[Hex, tuple[Hex, ...]]:
        """For each Himmelbett hex, the hexes that a GCI unit there makes active, in its own division only [9.3b]."""
        line = self.himmelbett
        covered = {}
        for place, hex_ in enumerate(line):
            near = line[max(place - 1, 0) : place + 2]
            covered[hex_] = tuple(h for h in near if self.zone_of[h] == self.zone_of[hex_])
        return covered

    def _cities(self, scenario: Scenario) -> None:
        self.cities = tuple(
            CityBox(c.name, BY_NAME[c.hex.upper()], c.flak, c.map, c.oboe, c.signature, bool(c.map))
            for c in scenario.cities
        )
        self.city_index = {city.name: City(number) for number, city in enumerate(self.cities)}
        self.cities_in: dict[Hex, tuple[City, ...]] = {}
        for city in self.cities:
            self.cities_in[city.hex] = (*self.cities_in.get(city.hex, ()), self.city_index[city.name])
        # The boxes a unit can be stacked on: cities from 1 on, then beacons; 0 is none.
        self.first_beacon = Box(1 + len(self.cities))
        self.box_hex = (OFF, *[city.hex for city in self.cities], *self.beacon_hex)
        self.box_names = ("", *[city.name for city in self.cities], *self.beacon_names)
        self.boxes_in: dict[int, tuple[Box, ...]] = {}
        for box in map(Box, range(1, len(self.box_hex))):
            self.boxes_in[self.box_hex[box]] = (*self.boxes_in.get(self.box_hex[box], ()), box)
        self.beacon_hexes = frozenset(self.beacon_hex)
        self.strippable = tuple(City(n) for n, city in enumerate(self.cities) if city.flak == 0 and city.main)
        self.capital = self.city_index[self.scoring.capital]

    def _units(self, scenario: Scenario) -> None:
        self.units = tuple(
            FighterUnit(
                u.name,
                u.airfield,
                BY_NAME[u.hex.upper()],
                _zone(u.jd),
                u.type,
                u.engines == 2,
                u.depleted if u.full < 0 else u.full,
                u.depleted,
                u.full < 0,
                u.star,
                u.endurance,
            )
            for u in scenario.units
        )
        self.every_unit = tuple(Unit(number) for number in range(len(self.units)))
        self.may_intrude = frozenset(ZONES.index(zone) for zone in MAY_INTRUDE)
        airfields = {unit.hex for unit in self.units}
        self.barred_for_decoys = frozenset(
            {city.hex for city in self.cities} | self.occupied | {hex_ for hex_ in airfields if hex_ < SIZE}
        )

    def _targets(self, scenario: Scenario) -> None:
        self.chits: list[Target] = []
        self.cups: dict[str, list[int]] = {cup: [] for cup in self.rules.targets}
        for chit in scenario.chits:
            city = NO_CITY if chit.follow_up else self.city_index[chit.name]
            self.cups[chit.set] += [len(self.chits)] * chit.copies
            self.chits.append(Target(city, chit.vp, chit.moon, chit.oil))

    def _weather(self, skies: Skies) -> None:
        self.environment = skies.environment
        self.weather_modifier: tuple[int, ...] = tuple(weather.modifier for weather in skies.weather)
        self.weather_column = tuple(WEATHER_COLUMNS.index(weather.column) for weather in skies.weather)
        self.crosses = frozenset(number for number, weather in enumerate(skies.weather) if weather.cross)
        self.weather_sides = tuple(
            WeatherSides(WEATHERS.index(marker.good), WEATHERS.index(marker.bad)) for marker in skies.markers
        )
        self.wind_towards = dict(skies.wind)
        self.wind_modifier: int = skies.wind_modifier

    def _charts(self, aid: PlayAid) -> None:
        """The tables of losses as columns of (losses, mark) [9.7, 7.4.2, 7.4.4]."""
        self.combat_first: int = aid.combat.first
        self.combat = tuple(tuple(parse_result(cell) for cell in aid.combat[name]) for name in ATTACK_COLUMNS)
        self.flak = tuple(tuple(int(cell) for cell in aid.combat[name]) for name in FLAK_COLUMNS)
        self.scramble_first: int = aid.scramble.first
        self.scramble = tuple(tuple(parse_result(cell) for cell in aid.scramble[name]) for name in WEATHER_COLUMNS)
        self.recovery_first: int = aid.recovery.first
        self.recovery = tuple(tuple(parse_result(cell) for cell in aid.recovery[name]) for name in WEATHER_COLUMNS)
        self.combat_modifiers = dict(aid.combat_modifiers)
        self.scramble_modifiers = dict(aid.scramble_modifiers)
        self.recovery_modifiers = dict(aid.recovery_modifiers)
        self.infiltration: dict[int, int] = dict(aid.infiltration)
        self.recipes = tuple(aid.conversion.in_area(type_) for type_ in AREA_TYPES)  # by type of area
        self.cluster_areas = frozenset(AREA_TYPES.index(type_) for type_ in aid.conversion.cluster_areas)
        self.best_jamming = min(self.infiltration)
        self.worst_jamming = max(self.infiltration)

    def _cards(self, decks: Sequence[Card]) -> None:
        used = [
            [card for card in decks if card.side == side and card.scenario in ("All", self.scenario.cards)]
            for side in SEATS
        ]
        titles = [{card.title: Title(number) for number, card in enumerate(deck)} for deck in used]
        self.cards: tuple[tuple[CardTitle, ...], ...] = tuple(
            tuple(self._kind(card, titles[1 - seat]) for card in used[seat]) for seat in (BRITISH, GERMAN)
        )
        self.decks = tuple(bytes(n for n, card in enumerate(deck) for _ in range(card.copies)) for deck in self.cards)
        self.answers = tuple(self._answers(seat) for seat in (BRITISH, GERMAN))

    def _kind(self, card: Card, others: dict[str, Title]) -> CardTitle:
        functions = tuple(function for function in card.functions if self._is_ours(function))
        when = tuple(moments(function.when) for function in functions)
        whenever = 0
        for bits in when:
            whenever |= bits
        cancels = tuple(
            frozenset(others[name] for name in function.cancels if name in others) for function in functions
        )
        called = tuple(dict.fromkeys(title.upper() for title in (card.title, *card.titles.values())))
        symbol = SYMBOLS.index(card.symbol)
        return CardTitle(card.title, called, symbol, card.copies, functions, when, whenever, cancels)

    def _is_ours(self, function: Function) -> bool:
        """Some functions belong to one scenario only."""
        named = [need for need in function.needs if need in SCENARIO_NEEDS]
        return not named or self.scenario.cards.lower() in named

    def _answers(self, seat: int) -> dict[Title, tuple[tuple[Title, int], ...]]:
        """For each title of the other deck, which (title, function) of this deck cancel it [6.2.2]."""
        found: dict[Title, tuple[tuple[Title, int], ...]] = {}
        for title, card in ((Title(number), card) for number, card in enumerate(self.cards[seat])):
            for number, cancelled in enumerate(card.cancels):
                for other in sorted(cancelled):
                    found[other] = (*found.get(other, ()), (title, number))
        return found

    def function_of(self, seat: int, title: Title, number: int) -> Function:
        """One function of a card."""
        return self.cards[seat][title].functions[number]

    def card_named(self, seat: int, name: str) -> int:
        """The number of a title in a deck of this scenario, or OFF."""
        for number, card in enumerate(self.cards[seat]):
            if card.name == name:
                return number
        return OFF


def read_chart(column: tuple[T, ...], first: int, roll: int) -> T:
    """The cell for a roll; a roll off either end of a column uses its last cell."""
    return column[min(max(roll - first, 0), len(column) - 1)]


def _zone(division: int) -> Zone:
    """The weather zone of a Jagddivision."""
    return Zone(ZONES.index(f"{division}.JD"))


def _hexes(names: Iterable[str]) -> frozenset[Hex]:
    found = frozenset(BY_NAME[name.upper()] for name in names)
    assert found <= ON_MAP
    return found


def _refuse_unknown(options: Mapping[str, object]) -> None:
    for name, value in options.items():
        if name not in SWITCHES:
            raise OptionError("option.unknown", name=brief(name), known=", ".join(SWITCHES))
        if not isinstance(value, bool):
            raise OptionError("option.not_a_switch", name=name)
