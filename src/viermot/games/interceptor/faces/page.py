"""Interceptor Ace for the page: units, charts, cards, skills and the words for them; odds of what is asked about."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from msgspec import Struct

from viermot import scenario_words
from viermot.games.interceptor.components import Components
from viermot.games.interceptor.components.calendar import Unit
from viermot.games.interceptor.components.careers import Skill
from viermot.games.interceptor.faces.page_data import (
    AceLine,
    AirData,
    AirOdds,
    AlliedBomber,
    AlliedFighter,
    Chance,
    Model,
    Modifier,
    MonthLine,
    RepairLimits,
    SkillLine,
    UnitAircraft,
    UnitLine,
    UnitPlace,
)
from viermot.games.interceptor.faces.words import slug
from viermot.games.interceptor.knowledge.odds import Odds
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.knowledge.picture import AirPicture
from viermot.games.interceptor.model import terms
from viermot.games.interceptor.model.layout import columns_reached
from viermot.games.interceptor.rules.career.career import MISSED
from viermot.games.interceptor.rules.career.skills import RULES as SKILL_RULES
from viermot.kernel.decision import Decision
from viermot.kernel.perspective import PUBLIC
from viermot.server.face import Page
from viermot.server.messages.table import ManyOptions, Option
from viermot.text import has, message

MAX_LISTED: Final = 60
# Rolls of one die with ten or twenty sides, which a report on six-sided dice leaves out.
MANY_SIDED: Final = frozenset(("bomber damage", "position", "way home", "replacement aircraft", "unit"))

# The vocabularies a reader meets on the table, by the name that event fields have for them.
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "system": terms.SYSTEMS,
    "part": terms.BOMBER_SYSTEMS,
    "aim": terms.AIM_POINTS,
    "range": terms.RANGES,
    "orientation": tuple(terms.ORIENTATIONS),
    "met": terms.INTERCEPTIONS,
    "weather": terms.WEATHERS,
    "zone": tuple(dict.fromkeys((*terms.TARGET_ZONES, *terms.BASE_ZONES))),
    "skill": terms.SKILLS,
    "award": terms.AWARDS,
    "wound": terms.WOUNDS,
    "fate": terms.FATES,
    "wingman": (*terms.WINGMAN_FATES, "away"),
    "use": terms.CARD_USES,
    "text": terms.WINGMAN_TEXTS,
    "why": terms.WRITTEN_OFF,
    "quality": terms.QUALITIES,
    "marker": terms.MARKERS,
    "track": terms.TRACKS,
    "who": terms.CREW,
    "level": terms.LEVELS,
    "judgement": terms.LEVELS,
    "encounter": terms.ENCOUNTERS,
    "month": terms.MONTHS,
    "missed": (*(word for word, _ in MISSED.values()), "out of range"),
}
# Where the catalogue has these words under the name of an event's field.
KEYS: Final = {"wingman": "fate", "marker": "event", "missed": "why"}
M = TypeVar("M", Model, AlliedBomber, AlliedFighter)
FEW_RAIDS: Final = "Bremen"  # bases where there is little to intercept at the start [4.1]


# -- lobby and charts ------------------------------------------------------------------------------------------


def _charted(model: type[M], row: Struct) -> M:
    """The columns of a chart that the hangar shows."""
    return model(**{name: getattr(row, name) for name in model.__struct_fields__})


def _lesson(row: Skill, locale: str) -> dict[str, str]:
    """What a skill does, for each man who can learn it: the words of the option after its name and price."""
    found = {who: f"interceptor.option.spend_experience.{who}_{row.name.replace(' ', '_')}" for who in row.who}
    return {who: message(key, locale).split(": ", 2)[-1] for who, key in found.items() if has(key)}


def _unit(pack: Components, scenario: str) -> Unit | None:
    number = int(scenario) if scenario.isdigit() else 0
    return pack.units[number - 1] if 1 <= number <= len(pack.units) else None


def _unit_line(pack: Components, unit: Unit, locale: str) -> UnitLine:
    """A Gruppe, with the months a career there can begin in [4.1, 4.2.1]."""
    months = pack.calendar.month
    opens = next(number for number, row in enumerate(months) if row.name == unit.since)
    return UnitLine(
        name=unit.name,
        roll=unit.roll,
        aircraft=list(unit.aircraft),
        base=unit.base,
        zone=unit.zone,
        since=unit.since,
        choice_only=unit.choice_only,
        opens=_word("month", unit.since, months[opens].title, locale) if opens else "",
        later_starts=[row.name for row in months[opens + 1 :]],
        few_raids=unit.zone == FEW_RAIDS and not opens,
    )


def _models(pack: Components) -> list[str]:
    """Every aircraft of both sides."""
    bombers, fighters = pack.allied.bomber, pack.allied.fighter
    return [*pack.aircraft, *(row.name for row in bombers), *(row.name for row in fighters)]


def _weapons(pack: Components) -> list[str]:
    """Every weapon the interceptors carry; designations stay German, where it sits is a word."""
    return list(dict.fromkeys(weapon.name for row in pack.aircraft.values() for weapon in row.weapons))


def _history(name: str, locale: str) -> str:
    """A sentence or two about an aircraft; an owner's own models have none."""
    key = f"interceptor.hangar.{slug(name)}"
    return message(key, locale) if has(key) else ""


def _word(name: str, word: str, otherwise: str, locale: str) -> str:
    key = f"interceptor.field.{KEYS.get(name, name)}.{slug(word)}"
    return message(key, locale) if has(key) else otherwise


# -- during play -------------------------------------------------------------------------------------------------


def _odds(odds: Odds, locale: str) -> AirOdds:
    return AirOdds(
        what=odds.what,
        about=odds.about,
        rule=odds.rule,
        modifiers=[
            Modifier(what=what, text=_modifier(what, locale), points=points, rule=rule)
            for what, points, rule in odds.modifiers
        ],
        chances=[
            Chance(what=what, of=(chance.numerator, chance.denominator), chance=round(float(chance), 6))
            for what, chance in odds.chances
        ],
        mean=None if odds.mean is None else round(float(odds.mean), 3),
        trials=odds.trials,
    )


def _modifier(what: str, locale: str) -> str:
    key = f"interceptor.modifier.{slug(what)}"
    return message(key, locale) if has(key) else what


class AcePage(Page):
    """Interceptor Ace, as the page asks for it."""

    sends = (AirPicture, AirData, AirOdds)
    many_sided = MANY_SIDED

    def card(self, view: CareerView, locale: str) -> tuple[str, str]:
        """The month and the sortie, and who flies what."""
        career = view.picture()
        pilot = career.pilots[max(career.own, 0)]
        when = message(
            "interceptor.card",
            locale,
            month=scenario_words.date(career.month_title, locale),
            n=career.line + 1,
            last=career.lines,
        )
        flown = pilot.aircraft.name if pilot.aircraft is not None else ""
        return when, " · ".join(filter(None, (f"{pilot.rank} {pilot.name}".strip(), flown)))

    def formations(self, pack: Components, scenario: str, locale: str) -> UnitAircraft | dict[str, Any]:
        """What the unit of a scenario flies."""
        unit = _unit(pack, scenario)
        return UnitAircraft(aircraft=list(unit.aircraft)) if unit else {}

    def chart(self, pack: Components, scenario: str) -> UnitPlace | dict[str, Any]:
        """Where the unit is based, and since when."""
        unit = _unit(pack, scenario)
        return UnitPlace(unit=unit.name, base=unit.base, zone=unit.zone, since=unit.since) if unit else {}

    def static(self, pack: Components, locale: str) -> AirData:
        """Calendar, aircraft, cards, tracks, skills, aces, and the words of all charts."""
        repair, prices = pack.career.repair, pack.career.prestige
        return AirData(
            months=[
                MonthLine(
                    name=row.name,
                    title=_word("month", row.name, row.title, locale),
                    sorties=row.sorties,
                    promotion=row.promotion,
                )
                for row in pack.calendar.month
            ],
            victory={level: getattr(pack.calendar.victory, level, 0) for level in terms.LEVELS},
            aircraft={name: _charted(Model, row) for name, row in pack.aircraft.items()},
            cards=list(pack.cards),
            columns=list(pack.columns),
            column_of=list(columns_reached(pack.columns)),
            gains={
                card.n: (card.defence.improve, card.defence.agile_improve or card.defence.improve)
                for card in pack.cards
            },
            prices={
                flown: {
                    series: prices.same_series if series == flown else prices.other_series for series in terms.SERIES
                }
                for flown in terms.SERIES
            },
            card_lines=dict(zip(terms.CARD_USES, terms.CARD_LINES, strict=True)),
            ranges=pack.allied.ranges,
            units=[_unit_line(pack, unit, locale) for unit in pack.units],
            tracks={zone: pack.track(zone) for zone in terms.BASE_ZONES},
            boxes=pack.tracks.boxes,
            skills=[
                SkillLine(
                    name=row.name,
                    cost=row.cost,
                    who=list(row.who),
                    once=row.once_a_sortie,
                    optional=row.optional,
                    rule=SKILL_RULES[number],
                    about=_lesson(row, locale),
                )
                for number, row in enumerate(pack.career.skill)
            ],
            aces=[AceLine(name=ace.name, unit=ace.unit, total=ace.total) for ace in pack.aces.values()],
            bombers=[_charted(AlliedBomber, row) for row in pack.allied.bomber],
            fighters=[_charted(AlliedFighter, row) for row in pack.allied.fighter],
            history={name: _history(name, locale) for name in _models(pack)},
            repair=RepairLimits(lose_sortie=repair.lose_sortie, written_off=repair.written_off),
            words={
                **{name: {word: _word(name, word, word, locale) for word in words} for name, words in WORDS.items()},
                "weapon": {word: _word("weapon", word, word, locale) for word in _weapons(pack)},
            },
        )

    def pictured(self, view: CareerView, locale: str) -> AirPicture:
        """Everything the seat may know."""
        return view.picture()

    def compact_options(self, decision: Decision, view: CareerView, locale: str) -> ManyOptions | None:
        """Long lists keep their labels, since they are names of things; None where a list will do."""
        if len(decision.codes) <= MAX_LISTED:
            return None
        return ManyOptions(also=[Option(option, decision.label(option, locale)) for option in decision.options])

    def odds(self, view: CareerView, decision: Decision | None, locale: str) -> list[AirOdds]:
        """The chances of what is asked about, each with what it depends on."""
        if decision is None or view.seat == PUBLIC:
            return []
        labels = [decision.label(option, locale) for option in decision.options]
        return [_odds(each, locale) for each in view.odds(decision.kind, decision.codes, labels)]


PAGE: Final = AcePage()
