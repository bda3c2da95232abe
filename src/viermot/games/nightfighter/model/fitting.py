"""What a fighter carries: chart, upgrades by date, pilot, and what the players agreed [6.0, 12.0, 17.2, 28.5]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from viermot.games.nightfighter.components import (
    AiRadar,
    AircraftType,
    Components,
    Defender,
    FighterType,
    Mp,
    Place,
    Scenario,
    fighter_id,
    parse_mp,
)
from viermot.kernel.hexes import ARCS
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.user_error import UserError, brief

NOT_JAMMED, LIGHT, HEAVY = range(3)
JAMMING: Final = ("none", "light", "heavy")
SPECIAL_SETS: Final = {"SN-2b": " 24.1.1", "SN-2c": " 24.1.1", "Berlin N1A": " 24.1.2", "Bremen 0": " 24.1.2"}
GREEN, NORMAL, EXPERTE = -1, 0, 1
PILOTS: Final = {"green": GREEN, "normal": NORMAL, "experte": EXPERTE}
NEEDS_CHAPTER: Final = {
    "28.1": "17", "28.2": "17", "28.2.1": "24", "28.3": "14", "28.4": "17", "28.5": "10", "28.6": "15",
}  # fmt: skip
UMPIRE_SWITCHES: Final = ("5.0b", "8.1.4b")  # only in the game with an umpire
SORTIE: Final = "SORTIE"  # the scenario that a campaign makes up from dice and cards
SETUP_OPTIONS: Final = ("pilots", "equipment", "any_date", "decline")


class OptionError(UserError):
    """An impossible set-up option: says which, why, and what is possible."""


class FittedRadar:
    """An AI radar as fitted, at the altitude of the scenario [19.1, 21.1]."""

    def __init__(self, radar: AiRadar, altitude: str, jamming: Mapping[str, str], modifier: int | None) -> None:
        self.name = radar.name
        self.arc = ARCS.index(radar.arc)
        self.modifier = radar.modifier if modifier is None else modifier
        self.band = radar.band
        self.resistant = radar.resistant
        self.jam = JAMMING.index(jamming.get(radar.band, "none"))
        self.boozer_hears = radar.name in ("Lichtenstein BC", "SN-2b")  # [24.2.4]
        self.rules = SPECIAL_SETS.get(radar.name, "")
        self.range = radar.range
        self.low_penalty = 0
        if altitude == "low" and radar.band != "X":  # [21.1a, 21.1b]
            self.range = radar.range // 2 if radar.band == "S" else 0
            self.low_penalty = 1


class FittedFighter:
    """One fighter as it takes off."""

    ident: int
    tally: int
    pilot: int
    guidance: str
    dives: int
    place: Place
    ai: FittedRadar | None = None
    radar: AiRadar | None = None
    ai_modifier: int | None = None
    oblique_by_die: bool = False
    tail: bool = False

    def __init__(self, components: Components, data: FighterType, scenario: Scenario, upgrades: Iterable[str]) -> None:
        self.type = data.name
        self.data = data
        self.firepower = data.fp
        self.defence = data.defence
        self.oblique = data.oblique
        self.has_oblique = data.oblique is not None and data.oblique_standard
        self.view = data.view
        self.damage = data.damage
        self.least_mp = data.minimum_mp
        self.own_rear_rule = data.rear_view_own_rule
        ends = data.gunflash_until  # the first month without it
        self.gunflash = data.gunflash and "gunflash" in scenario.flags and (ends is None or scenario.month < ends)
        self.homers: list[str] = []
        self.equipment: list[str] = []
        self.mp = mp_at(data, scenario.altitude)
        self.mp_by_altitude = self.mp is not data.mp
        for since, name in data.ai:  # the latest set in service by the scenario's month
            if since is None or since <= scenario.month:
                self.radar = components.ai_radars.get(name)
        for item in data.equipment:
            if item.is_standard_in(scenario.month):
                self._carry(components, item.name, item.effects)
        for name in upgrades:
            self.add(components, name)

    def add(self, components: Components, name: str) -> None:
        """Fit one more item: an AI radar replaces the old one, anything else is added [12.0c]."""
        if name == "SM by die roll":
            self.oblique_by_die = not self.has_oblique
            return
        effects: JsonTable = {}
        for item in self.data.equipment:
            if item.name == name:
                effects = item.effects
        self._carry(components, name, effects)

    def _carry(self, components: Components, name: str, effects: JsonTable) -> None:
        self.equipment.append(name)
        if name in components.ai_radars:
            self.radar = components.ai_radars[name]
        if name == "SM":
            self.has_oblique = True
            self.oblique_by_die = False
        for what, value in effects.items():
            self._effect(components, what, value)

    def _effect(self, components: Components, what: str, value: Any) -> None:
        if what == "fp":
            self.firepower = value
        elif what == "defence":
            self.defence = value
        elif what == "oblique":
            self.oblique = value
            self.has_oblique = True
        elif what == "mp":
            self.mp = parse_mp(value)
        elif what == "ai":
            self.radar = components.ai_radars[value]
        elif what == "ai_modifier":
            self.ai_modifier = value
        elif what == "tail_warning":
            self.tail = value
        elif what == "search":
            self._home_by(components, value)

    def _home_by(self, components: Components, family: str) -> None:
        """A search counter of that family comes with it, but only one: Perfectos counts as another Serrate [24.4]."""
        for radar in components.search_radars.values():
            if radar.family == family and radar.letters and radar.name not in self.homers:
                self.homers.append(radar.name)

    @cached_property
    def rules(self) -> str:
        """The rules its chart, equipment and guns come under, for the log [6.0a, 12.0, 20.1]."""
        standard = {item.name for item in self.data.equipment if item.grade == "Std"}
        rules = "6.0a 2.2.1a"
        rules += " 12.0a" if standard.intersection(self.equipment) else ""
        rules += " 12.0b" if len(standard) < len(self.data.equipment) else ""
        rules += " 12.0c" if set(self.equipment) - standard else ""
        rules += self.ai.rules if self.ai is not None else ""
        return rules + (" 20.1" if self.has_oblique else "")

    @cached_property
    def max_mp(self) -> tuple[int, int]:
        """MP on even and odd turns [9.1a]; only meaningful once everything is fitted."""
        return (self.mp.base + self.mp.star, self.mp.base)


def mp_at(chart: AircraftType, altitude: str) -> Mp:
    """Its MP at this altitude: the chart may print different values for low and high [6.0b]."""
    other = {"low": chart.mp_low, "high": chart.mp_high}.get(altitude)
    return chart.mp if other is None else other


def fit_fighter(
    components: Components, scenario: Scenario, line: Defender, ident: int, options: JsonTable
) -> FittedFighter:
    """A fighter on the scenario's list, with what the players have agreed for it."""
    data = components.fighters[line.type]
    fit = FittedFighter(components, data, scenario, line.upgrades)
    fit.ident = ident
    fit.tally = ident % 10
    fit.guidance = line.guidance or ""
    fit.dives = 3 if line.altitude_advantage else 0  # [18.0b]
    fit.pilot = PILOTS[line.pilot]
    if options.get("28.5") and fit.pilot == NORMAL:
        fit.pilot = GREEN
    wanted = options.get("pilots", {}).get(str(ident))
    if wanted is not None:
        fit.pilot = PILOTS[wanted]
    for name in options.get("equipment", {}).get(str(ident), ()):
        fit.add(components, name)
    if "20" not in scenario.rules and "oblique_as_main" not in scenario.flags:
        fit.has_oblique = fit.oblique_by_die = False
    if "24" not in scenario.rules:
        fit.homers = []
    if "27" not in scenario.rules and "27.3" not in scenario.rules:
        fit.tail = False
    return fit


def refuse_unknown_options(components: Components, scenario: Scenario, options: JsonTable, umpired: bool) -> None:
    """Every option must exist, suit the scenario and do something [28.0, 12.0b, 12.0d]."""
    switches = (*NEEDS_CHAPTER, *UMPIRE_SWITCHES) if umpired else tuple(NEEDS_CHAPTER)
    for name, value in options.items():
        if name in switches:
            if not isinstance(value, bool):
                raise OptionError("option.not_a_switch", name=name)
            chapter = NEEDS_CHAPTER.get(name)
            if value and chapter is not None and chapter not in scenario.rules:
                raise OptionError("option.needs_chapter", name=name, chapter=chapter, scenario=scenario.id)
        elif name not in SETUP_OPTIONS:
            known = ", ".join([*switches, *SETUP_OPTIONS])
            raise OptionError("option.unknown", name=brief(name), known=known)
    idents = _idents(scenario)
    for ident, pilot in _table(options, "pilots").items():
        _refuse_stranger(scenario, idents, ident)
        if not isinstance(pilot, str) or pilot not in PILOTS:
            raise OptionError("option.no_such_pilot", pilot=pilot)
        if pilot == "experte" and "17" not in scenario.rules:
            raise OptionError("option.needs_chapter", name="experte", chapter="17", scenario=scenario.id)
    for radar in _list(options, "decline"):
        if radar not in scenario.radar:
            raise OptionError("option.no_such_radar", radar=radar, scenario=scenario.id)
    attackers = {group.type: group.type for group in (*scenario.attackers, *scenario.intruders)}
    for whose, names in _table(options, "equipment").items():
        _refuse_stranger(scenario, {**idents, **attackers}, whose)
        needed_by = NEEDED_BY_ATTACKERS if whose in attackers else NEEDED_BY
        type_ = attackers.get(whose) or idents[whose]
        for name in _list({"equipment": names}, "equipment"):
            _refuse_equipment(components, scenario, type_, name, bool(options.get("any_date")), needed_by)
        if "Fishpond" in names and "H2S" not in {*names, *scenario.attackers_equipment}:  # part of H2S [28.2.1]
            raise OptionError("option.needs_set", "28.2.1", name="Fishpond", other="H2S")


def _table(options: JsonTable, name: str) -> JsonObject:
    value = options.get(name, {})
    if not isinstance(value, Mapping):
        raise OptionError("option.not_a_table", name=name)
    return dict(value)


def _list(options: JsonTable, name: str) -> list[str]:
    value = options.get(name, [])
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise OptionError("option.not_a_list", name=name)
    return list(value)


def _refuse_stranger(scenario: Scenario, idents: Mapping[str, str], ident: str) -> None:
    if ident not in idents:
        raise OptionError("option.no_such_fighter", ident=ident, scenario=scenario.id, fighters=", ".join(idents))


def _idents(scenario: Scenario) -> dict[str, str]:
    idents: dict[str, str] = {}
    for line in scenario.defenders:
        for _ in range(line.count):
            idents[str(fighter_id(len(idents)))] = line.type
    return idents


NEEDED_BY: Final = {  # equipment is useless without the rules for it
    "Flensburg": ("24",), "Naxos": ("24",), "Serrate": ("24",), "Perfectos": ("24",), "SM": ("20",),
    "SM by die roll": ("20",), "tail warning": ("27", "27.3"),
}  # fmt: skip
NEEDED_BY_ATTACKERS: Final = {  # all that is of any use to them, apart from AI radars
    "Monica": ("24",), "Boozer": ("24",), "Village Inn": ("24",), "H2S": ("24",), "tail warning": ("17",),
    "Fishpond": ("24",), "search radar jamming": ("24",),
}  # fmt: skip


def _refuse_equipment(
    components: Components,
    scenario: Scenario,
    type_: str,
    name: str,
    any_date: bool,
    needed_by: Mapping[str, tuple[str, ...]],
) -> None:
    """Only what the chart lists, and only while it was in service, unless both sides agree otherwise [12.0b, 12.0d]."""
    listed = {item.name: item for item in components.aircraft(type_).equipment}
    fitted = "SM" if name == "SM by die roll" else name  # both ways of agreeing on it [20.1, ruling A28]
    if fitted not in listed:
        choice = ", ".join(sorted(listed)) or "-"
        raise OptionError("option.cannot_carry", "12.0b", type=type_, name=name, choice=choice)
    if needed_by is NEEDED_BY_ATTACKERS and name not in needed_by and name not in components.ai_radars:
        choice = ", ".join(sorted(set(listed) & {*needed_by, *components.ai_radars})) or "-"
        raise OptionError("option.no_use", "12.0d", type=type_, name=name, choice=choice)
    radar = components.ai_radars.get(str(listed[fitted].effects.get("ai")))
    since, until = listed[fitted].since or (radar.since if radar else None), listed[fitted].until
    if since is not None and since > scenario.month and not any_date:
        raise OptionError("option.not_yet", "12.0b", name=name, scenario=scenario.id)
    if until is not None and until < scenario.month and not any_date:
        raise OptionError("option.no_longer", "12.0b", name=name, scenario=scenario.id)
    chapters = needed_by.get(name, ("19",) if name in components.ai_radars else ())
    if chapters and scenario.rules.isdisjoint(chapters):
        raise OptionError("option.needs_chapter", name=name, chapter=chapters[0], scenario=scenario.id)
