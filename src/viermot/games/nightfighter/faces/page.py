"""Nightfighter for the page: scenarios with their formations, the map, the charts, long option lists, odds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from viermot import scenario_words
from viermot.games.nightfighter.components import Components
from viermot.games.nightfighter.faces.sheet_text import lines as sheet_lines
from viermot.games.nightfighter.knowledge.odds import Fire, Notice, Odds, guns_of
from viermot.games.nightfighter.knowledge.odds import odds as odds_of
from viermot.games.nightfighter.knowledge.perspective import FATES, NightView
from viermot.games.nightfighter.knowledge.picture import Picture
from viermot.games.nightfighter.knowledge.sheet import sheet as sheet_of
from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.notation import HEX, IN_BOX, NO_HEX, PATH, PLACE, steps_of
from viermot.kernel.decision import Decision
from viermot.kernel.hexes import DIRECTIONS
from viermot.server.face import Page
from viermot.server.messages import ManyOptions, Option, Trail
from viermot.server.pacing import Pacing
from viermot.text import message

MAX_LISTED: Final = 60
PHASES: Final = 10
PAUSE: Final = 2.0  # seconds that stand in for an umpire who has nothing to do
# Of the player's answers only these never lead to the umpire.
NEXT_IS_HIS_OWN: Final = ("who_moves", "who_attacks", "who_looks")


# -- lobby and charts ------------------------------------------------------------------------------------------


def _formation(line: Any, locale: str) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(line)
    told["unit"] = text_of(line.unit, locale)
    return told


def _aircraft(type_: Any) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(type_)
    for name in ("mp", "mp_low", "mp_high"):
        value = getattr(type_, name)
        told[name] = str(value) if value is not None else None
    return told


def text_of(texts: dict[str, str], locale: str) -> str:
    """A text of the data in the reader's language."""
    return texts.get(locale) or texts.get("en") or ""


# -- long lists of options ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _names(hexes: tuple[int, ...]) -> list[str]:
    return [HEXES.name(hex_) for hex_ in hexes]


def _places(decision: Decision, locale: str) -> ManyOptions | None:
    """Hexes with every facing each; None if some facing of some hex is not offered."""
    codes = tuple(code for code in decision.codes if code != IN_BOX)
    hexes = tuple(dict.fromkeys(code // 6 for code in codes))
    if len(codes) != 6 * len(hexes):
        return None
    also = [Option("box", decision.label("box", locale))] if IN_BOX in decision.codes else []
    return ManyOptions(hexes=_names(hexes), facings=True, also=also)


def _paths(decision: Decision, view: NightView) -> ManyOptions:
    """From where a fighter flies, how far, and whether it may turn."""
    facts = decision.facts
    hex_, facing = view.fighter(facts["fighter"])
    return ManyOptions(
        paths=True,
        start=HEXES.name(hex_),
        facing=DIRECTIONS[facing],
        least=facts["least"],
        most=facts["most"],
        may_turn=any(any(steps_of(code)) for code in decision.codes),
    )


# -- the umpire behind his screen ----------------------------------------------------------------------------------


def may_be_asked_in_secret(question: str) -> bool:
    """Whether the umpire is asked tells what is due, where it is and what he holds [8.1, 13.1.2, 16.0]."""
    return question not in NEXT_IS_HIS_OWN


PACING: Final = Pacing({}, PAUSE, all_knowing="umpire", opens=may_be_asked_in_secret)


# -- odds ----------------------------------------------------------------------------------------------------------


ATTACKS: Final = ("attack", "attack_all_the_same", "follow")


def _attack(attack: Odds, locale: str) -> dict[str, Any]:
    return {
        "fighter": attack.fighter,
        "contact": attack.contact,
        "guns": attack.guns,
        "fire": _fire(attack.fire, locale),
        "types": {
            type_: {
                "to_destroy": hits,
                "destroyed": _chance(attack.destroyed(type_)),
                "in_all": _chance(attack.in_all(type_)),
                "notice": _notice(attack.notice[type_], locale) if type_ in attack.notice else None,
            }
            for type_, hits in attack.to_destroy.items()
        },
        "doubts": [message(key, locale) for key in attack.doubts],
    }


def _fire(fire: Fire, locale: str) -> dict[str, Any]:
    return {
        "modifiers": _modifiers(fire.modifiers, locale),
        "firepower": fire.firepower,
        "hits": [_chance(Fraction(ways, 36)) for ways in fire.hits],
    }


def _notice(notice: Notice, locale: str) -> dict[str, Any]:
    return {
        "warned": notice.warned,
        "rules": list(notice.rules),
        "alert": notice.alert,
        "modifiers": _modifiers(notice.modifiers, locale),
        "nothing": _chance(notice.nothing),
        "corkscrew": _chance(notice.corkscrew),
        "defensive_fire": _chance(notice.defensive_fire),
        "gunners": _fire(notice.gunners, locale) if notice.gunners else None,
    }


def _modifiers(modifiers: Any, locale: str) -> list[dict[str, Any]]:
    return [
        {"what": what, "text": message(f"nightfighter.modifier.{what}", locale), "points": points, "rule": rule}
        for what, points, rule in modifiers
    ]


def _chance(chance: Fraction) -> dict[str, Any]:
    """A chance exactly and as a number."""
    return {"of": [chance.numerator, chance.denominator], "chance": round(float(chance), 6)}


# -- afterwards ----------------------------------------------------------------------------------------------------


def was(found: dict[str, Trail], unit: str, foe: bool, turn: int, hex_: int, fate: str) -> None:
    """Write down where a unit was in one state."""
    trail = found.setdefault(unit, Trail(unit, foe, [], [], fate))
    trail.fate = fate
    if hex_ >= 0 and (not trail.hexes or trail.hexes[-1] != HEXES.name(hex_)):
        trail.turns.append(turn)
        trail.hexes.append(HEXES.name(hex_))


class NightPage(Page):
    """Nightfighter, as the page asks for it."""

    pacing = PACING

    def formations(self, pack: Components, scenario: str, locale: str) -> dict[str, Any]:
        """Who flies: attackers, intruders, defenders."""
        chosen = pack.scenarios[scenario]
        return {
            side: [_formation(line, locale) for line in getattr(chosen, side)]
            for side in ("attackers", "intruders", "defenders")
        }

    def chart(self, pack: Components, scenario: str) -> dict[str, Any]:
        """What the lobby's little map and the table's map need of a scenario."""
        chosen = pack.scenarios[scenario]
        names = (
            "zones", "directed", "flare_zones", "flak", "task_force", "altitude", "moon", "visibility", "cloud",
            "radar", "setup", "jamming", "victory", "end_turn", "month", "theatre",
        )  # fmt: skip
        told: dict[str, Any] = msgspec.to_builtins({name: getattr(chosen, name) for name in names})
        return told

    def sheet(self, pack: Components, scenario: str, locale: str) -> list[list[str]]:
        """The scenario sheet in words, for both seats; background and special rules stand beside it [3.2h]."""
        chits = tuple((chit.red, chit.yellow) for chit in pack.chits)
        return [list(line) for line in sheet_lines(sheet_of(pack.scenarios[scenario], chits), locale)]

    def static(self, pack: Components, locale: str) -> dict[str, Any]:
        """Map, charts and history."""
        return {
            "map": msgspec.to_builtins(pack.map, str_keys=True),
            "fighters": {name: _aircraft(type_) for name, type_ in pack.fighters.items()},
            "bombers": {name: _aircraft(type_) for name, type_ in pack.bombers.items()},
            "ai_radars": msgspec.to_builtins(pack.ai_radars),
            "search_radars": {
                name: {**msgspec.to_builtins(radar), "note": text_of(radar.note, locale)}
                for name, radar in pack.search_radars.items()
            },
            "history": {
                "aircraft": {name: text_of(texts, locale) for name, texts in pack.history.aircraft.items()},
                "radars": {name: text_of(texts, locale) for name, texts in pack.history.radars.items()},
                "chronology": [
                    {
                        "date": scenario_words.date(line.date, locale),
                        "month": line.month,
                        "text": text_of(line.text, locale),
                    }
                    for line in pack.history.chronology
                ],
            },
            "phases": [message(f"nightfighter.field.phase.{phase}", locale) for phase in range(1, PHASES + 1)],
        }

    def pictured(self, view: NightView, locale: str) -> Picture:
        """Everything the seat may know."""
        return view.night_picture()

    def compact_options(self, decision: Decision, view: NightView, locale: str) -> ManyOptions | None:
        """Hexes, places and paths without a list of thousands; None where a list will do."""
        notation = decision.question.notation
        if notation is PATH and "least" in decision.facts and "most" in decision.facts:
            return _paths(decision, view)
        if len(decision.codes) <= MAX_LISTED:
            return None
        if notation is HEX:
            if NO_HEX not in decision.codes:
                return ManyOptions(hexes=_names(tuple(decision.codes)))
            also = [Option("none", decision.label("none", locale))]
            return ManyOptions(hexes=_names(tuple(code for code in decision.codes if code != NO_HEX)), also=also)
        if notation is PLACE:
            return _places(decision, locale)
        return None

    def odds(self, view: NightView, decision: Decision | None, locale: str) -> list[dict[str, Any]]:
        """The odds of the attack asked about; else of every fighter that has something in sight."""
        if view.seat != "player":
            return []
        asked = decision.facts.get("fighter") if decision is not None and decision.kind in ATTACKS else None
        numbers = range(len(view.fighters())) if asked is None else [asked]
        found = [odds_of(view, number, guns) for number in numbers for guns in guns_of(view, number)]
        return [_attack(attack, locale) for attack in found if attack is not None]

    def trails(self, states: list[Any]) -> list[Trail]:
        """The way every bomber, intruder and fighter flew, for the revealed map."""
        found: dict[str, Trail] = {}
        for game in states:
            for ident, hex_, fate in zip(game.a_id, game.a_hex, game.a_fate, strict=True):
                was(found, str(ident), True, game.turn, hex_, FATES[fate])
            for fit, hex_, fate in zip(game.table.fighters, game.f_hex, game.f_fate, strict=True):
                was(found, str(fit.ident), False, game.turn, hex_, FATES[fate])
        return list(found.values())


PAGE: Final = NightPage()
