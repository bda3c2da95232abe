"""Interceptor Ace for the page: units, charts, cards, skills and the words for them; odds of what is asked about."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from viermot.games.interceptor.components import Components
from viermot.games.interceptor.faces.words import slug
from viermot.games.interceptor.knowledge.odds import Odds
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.knowledge.picture import AirPicture
from viermot.games.interceptor.model import terms
from viermot.games.interceptor.rules.career.career import MISSED
from viermot.games.interceptor.rules.career.skills import RULES as SKILL_RULES
from viermot.kernel.decision import Decision
from viermot.kernel.perspective import PUBLIC
from viermot.server.face import Page
from viermot.server.messages import ManyOptions, Option
from viermot.text import has, message

MAX_LISTED: Final = 60
# Rolls of one die with ten or twenty sides, which no report on six-sided dice counts.
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
AIRCRAFT_FIELDS: Final = (
    "name", "series", "weapons", "speed", "boost", "agile", "radial", "engines", "crew", "airframe", "wing", "tail",
    "controls", "engine", "rocket_hit", "prestige", "available", "unique",
)  # fmt: skip
BOMBER_FIELDS: Final = (
    "name", "airframe", "wing", "controls", "engine", "formation", "extra_fire", "chin_turret", "bombs",
)  # fmt: skip
FIGHTER_FIELDS: Final = (
    "name", "fp", "speed", "engines", "airframe", "wing", "tail", "controls", "engine", "agile", "radial",
)  # fmt: skip


# -- lobby and charts ------------------------------------------------------------------------------------------


def _lesson(row: Any, locale: str) -> dict[str, str]:
    """What a skill does, for each who can learn it: the words of the option behind name and price."""
    found = {who: f"interceptor.option.spend_experience.{who}_{row.name.replace(' ', '_')}" for who in row.who}
    return {who: message(key, locale).split(": ", 2)[-1] for who, key in found.items() if has(key)}


def _unit(pack: Components, scenario: str) -> Any:
    number = int(scenario) if scenario.isdigit() else 0
    return pack.units[number - 1] if 1 <= number <= len(pack.units) else None


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


def _odds(odds: Odds, locale: str) -> dict[str, Any]:
    return {
        "what": odds.what,
        "about": odds.about,
        "rule": odds.rule,
        "modifiers": [
            {"what": what, "text": _modifier(what, locale), "points": points, "rule": rule}
            for what, points, rule in odds.modifiers
        ],
        "chances": [
            {"what": what, "of": [chance.numerator, chance.denominator], "chance": round(float(chance), 6)}
            for what, chance in odds.chances
        ],
        "mean": None if odds.mean is None else round(float(odds.mean), 3),
        "trials": odds.trials,
    }


def _modifier(what: str, locale: str) -> str:
    key = f"interceptor.modifier.{slug(what)}"
    return message(key, locale) if has(key) else what


class AcePage(Page):
    """Interceptor Ace, as the page asks for it."""

    many_sided = MANY_SIDED

    def formations(self, pack: Components, scenario: str, locale: str) -> dict[str, Any]:
        """What the unit of a scenario flies."""
        unit = _unit(pack, scenario)
        return {"aircraft": list(unit.aircraft)} if unit else {}

    def chart(self, pack: Components, scenario: str) -> dict[str, Any]:
        """Where the unit lies and since when."""
        unit = _unit(pack, scenario)
        return {"unit": unit.name, "base": unit.base, "zone": unit.zone, "since": unit.since} if unit else {}

    def static(self, pack: Components, locale: str) -> dict[str, Any]:
        """Calendar, aircraft, cards, tracks, skills, aces, and the words of all charts."""
        plain = msgspec.to_builtins
        return {
            "months": [
                {"name": row.name, "title": _word("month", row.name, row.title, locale), "sorties": row.sorties,
                 "promotion": row.promotion}
                for row in pack.calendar.month
            ],
            "victory": {level: getattr(pack.calendar.victory, level, 0) for level in terms.LEVELS},
            "aircraft": {
                name: plain({field: getattr(row, field) for field in AIRCRAFT_FIELDS})
                for name, row in pack.aircraft.items()
            },
            "cards": [plain(card) for card in pack.cards],
            "columns": list(pack.columns),
            "ranges": plain(pack.allied.ranges),
            "units": [{**plain(unit), "choice_only": unit.choice_only} for unit in pack.units],
            "tracks": {zone: pack.track(zone) for zone in terms.BASE_ZONES},
            "boxes": plain(pack.tracks.boxes),
            "skills": [
                {"name": row.name, "cost": row.cost, "who": list(row.who), "once": row.once_a_sortie,
                 "optional": row.optional, "rule": SKILL_RULES[number], "about": _lesson(row, locale)}
                for number, row in enumerate(pack.career.skill)
            ],
            "aces": [{"name": ace.name, "unit": ace.unit, "total": ace.total} for ace in pack.aces.values()],
            "bombers": [plain({name: getattr(row, name) for name in BOMBER_FIELDS}) for row in pack.allied.bomber],
            "fighters": [plain({name: getattr(row, name) for name in FIGHTER_FIELDS}) for row in pack.allied.fighter],
            "history": {name: _history(name, locale) for name in _models(pack)},
            "repair": {"lose_sortie": pack.career.repair.lose_sortie, "written_off": pack.career.repair.written_off},
            "words": {
                **{name: {word: _word(name, word, word, locale) for word in words} for name, words in WORDS.items()},
                "weapon": {word: _word("weapon", word, word, locale) for word in _weapons(pack)},
            },
        }  # fmt: skip

    def pictured(self, view: CareerView, locale: str) -> AirPicture:
        """Everything the seat may know."""
        return view.picture()

    def compact_options(self, decision: Decision, view: Any, locale: str) -> ManyOptions | None:
        """Long lists keep their labels, since they are names of things; None where a list will do."""
        if len(decision.codes) <= MAX_LISTED:
            return None
        return ManyOptions(also=[Option(option, decision.label(option, locale)) for option in decision.options])

    def odds(self, view: Any, decision: Decision | None, locale: str) -> list[dict[str, Any]]:
        """The chances of what is asked about, each with what it depends on."""
        if decision is None or view.seat == PUBLIC:
            return []
        labels = [decision.label(option, locale) for option in decision.options]
        return [_odds(each, locale) for each in view.odds(decision.kind, decision.codes, labels)]


PAGE: Final = AcePage()
