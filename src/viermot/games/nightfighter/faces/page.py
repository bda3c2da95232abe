"""Nightfighter for the page: scenarios with their formations, the map, the charts, long option lists, odds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from viermot import scenario_words
from viermot.games.nightfighter.components import Components
from viermot.games.nightfighter.components.charts import AircraftType, SearchRadar
from viermot.games.nightfighter.components.scenario_book import Attackers, Defender
from viermot.games.nightfighter.faces.page_data import (
    AttackerGroup,
    AttackOdds,
    AttackPlan,
    BomberChart,
    Chance,
    ChronologyLine,
    DefenderGroup,
    FighterChart,
    FireOdds,
    Formations,
    HistoryTexts,
    Modifier,
    NoticeOdds,
    PlanTarget,
    ScenarioMap,
    SearchRadarChart,
    StaticData,
    TypeOdds,
)
from viermot.games.nightfighter.faces.sheet_text import lines as sheet_lines
from viermot.games.nightfighter.faces.sheet_text import text_of
from viermot.games.nightfighter.knowledge.checklist import CHECKED_BY, TALLY_RULES
from viermot.games.nightfighter.knowledge.odds import Fire, Notice, Odds, best_guns, guns_of
from viermot.games.nightfighter.knowledge.odds import odds as odds_of
from viermot.games.nightfighter.knowledge.perspective import FATES, NightView
from viermot.games.nightfighter.knowledge.picture import Picture
from viermot.games.nightfighter.knowledge.plan import Target, plan_of
from viermot.games.nightfighter.knowledge.sheet import sheet as sheet_of
from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.ids import Fighter, Handle, Hex
from viermot.games.nightfighter.model.notation import HEX, IN_BOX, NO_HEX, PATH, PLACE, moves_of
from viermot.kernel.decision import Decision
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonObject
from viermot.server.face import Page
from viermot.server.messages.table import ManyOptions, Option, Trail
from viermot.server.pacing import Pacing
from viermot.text import message

C = TypeVar("C", FighterChart, BomberChart)
MAX_LISTED: Final = 60
PHASES: Final = 10
PAUSE: Final = 2.0  # seconds of pause for an umpire who has nothing to do
# Of the player's answers only these never lead to the umpire.
NEXT_IS_HIS_OWN: Final = ("who_moves", "who_attacks", "who_looks")


# -- lobby and charts ------------------------------------------------------------------------------------------


def _attackers(line: Attackers, locale: str) -> AttackerGroup:
    unit = text_of(line.unit, locale)
    return AttackerGroup(type=line.type, count=line.count, role=line.role, upgrades=list(line.upgrades), unit=unit)


def _defenders(line: Defender, locale: str) -> DefenderGroup:
    return DefenderGroup(
        type=line.type,
        count=line.count,
        pilot=line.pilot,
        upgrades=list(line.upgrades),
        altitude_advantage=line.altitude_advantage,
        guidance=line.guidance,
        unit=text_of(line.unit, locale),
    )


def _charted(chart: type[C], line: AircraftType) -> C:
    """A line of the aircraft charts as the page reads it: MP as they are printed."""
    values = {name: getattr(line, name) for name in chart.__struct_fields__}
    for name in ("mp", "mp_low", "mp_high"):
        values[name] = str(values[name]) if values[name] is not None else None
    return chart(**values)


def _search_radar(radar: SearchRadar) -> SearchRadarChart:
    return SearchRadarChart(**msgspec.structs.asdict(radar))


# -- long lists of options ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _names(hexes: tuple[Hex, ...]) -> list[str]:
    return [HEXES.name(hex_) for hex_ in hexes]


def _places(decision: Decision, locale: str) -> ManyOptions | None:
    """Hexes with every facing each; None if some facing of some hex is not offered."""
    codes = tuple(code for code in decision.codes if code != IN_BOX)
    hexes = tuple(dict.fromkeys(Hex(code // 6) for code in codes))
    if len(codes) != 6 * len(hexes):
        return None
    also = [Option("box", decision.label("box", locale))] if IN_BOX in decision.codes else []
    return ManyOptions(hexes=_names(hexes), facings=True, also=also)


def _paths(decision: Decision, view: NightView) -> ManyOptions:
    """From where a fighter flies, and what may follow what."""
    hex_, facing = view.fighter(decision.facts["fighter"])
    moves = moves_of(tuple(decision.codes))
    return ManyOptions(start=HEXES.name(hex_), facing=DIRECTIONS[facing], moves=moves)


# -- the umpire behind his screen ----------------------------------------------------------------------------------


def may_be_asked_in_secret(question: str) -> bool:
    """Being asked reveals what is due, where it is and what the umpire holds [8.1, 13.1.2, 16.0]."""
    return question not in NEXT_IS_HIS_OWN


PACING: Final = Pacing({}, PAUSE, all_knowing="umpire", opens=may_be_asked_in_secret)


# -- odds ----------------------------------------------------------------------------------------------------------


ATTACKS: Final = ("attack", "attack_all_the_same", "follow")


def _attack(attack: Odds, locale: str) -> AttackOdds:
    return AttackOdds(
        fighter=attack.fighter,
        contact=attack.contact,
        guns=attack.guns,
        fire=_fire(attack.fire, locale),
        types={type_: _type(attack, type_, locale) for type_ in attack.to_destroy},
        doubts=[message(key, locale) for key in attack.doubts],
    )


def _type(attack: Odds, type_: str, locale: str) -> TypeOdds:
    return TypeOdds(
        to_destroy=attack.to_destroy[type_],
        destroyed=_chance(attack.destroyed(type_)),
        in_all=_chance(attack.in_all(type_)),
        notice=_notice(attack.notice[type_], locale) if type_ in attack.notice else None,
    )


def _fire(fire: Fire, locale: str) -> FireOdds:
    return FireOdds(
        modifiers=_modifiers(fire.modifiers, locale),
        firepower=fire.firepower,
        hits=[_chance(Fraction(ways, 36)) for ways in fire.hits],
    )


def _notice(notice: Notice, locale: str) -> NoticeOdds:
    return NoticeOdds(
        warned=notice.warned,
        rules=list(notice.rules),
        alert=notice.alert,
        modifiers=_modifiers(notice.modifiers, locale),
        nothing=_chance(notice.nothing),
        corkscrew=_chance(notice.corkscrew),
        defensive_fire=_chance(notice.defensive_fire),
        gunners=_fire(notice.gunners, locale) if notice.gunners else None,
    )


def _modifiers(modifiers: Sequence[tuple[str, int, str]], locale: str) -> list[Modifier]:
    return [
        Modifier(what=what, text=message(f"nightfighter.modifier.{what}", locale), points=points, rule=rule)
        for what, points, rule in modifiers
    ]


def _chance(chance: Fraction) -> Chance:
    """A chance exactly and as a number."""
    return Chance(of=(chance.numerator, chance.denominator), chance=round(float(chance), 6))


# -- beside the answers --------------------------------------------------------------------------------------------


# What each line of the attack checklist goes by.


def percent(*chances: Fraction) -> str:
    """One chance, or the span of several, as people say it; nothing where there is none."""
    told = list(dict.fromkeys(f"{_rounded(chance)}" for chance in sorted(chances)))
    return f"{'–'.join(told[:: max(1, len(told) - 1)])} %" if told else ""


def _rounded(chance: Fraction) -> str:
    """Never 0 or 100 for what is not certain."""
    whole = round(chance * 100)
    return "< 1" if chance > 0 and whole == 0 else "> 99" if chance < 1 and whole == 100 else str(whole)


def _chances(decision: Decision, view: NightView, locale: str) -> Iterator[tuple[str, str]]:
    kind, facts = decision.kind, decision.facts
    if kind in ("attack", "attack_all_the_same"):
        for guns in guns_of(view, facts["fighter"]):
            if (found := odds_of(view, facts["fighter"], guns)) and found.guns in decision.options:
                yield found.guns, percent(*{found.in_all(type_) for type_ in found.to_destroy})
    elif kind == "tally_fixed":
        for code in decision.codes:
            if code:
                yield decision.notation_of(code), percent(*view.hard_look_chances(facts["fighter"], Handle(code)))
    elif kind == "general_tally":
        yield "roll", message("nightfighter.chance.each", locale, chance=percent(view.look_round_chance()))
    elif kind == "roll_through_jamming":
        yield "roll", message("nightfighter.chance.each", locale, chance=percent(view.jamming_chance(facts["fighter"])))


def _place(place: tuple[Hex, int]) -> str:
    return f"{HEXES.name(place[0])} {DIRECTIONS[place[1]]}"


def _target(view: NightView, target: Target) -> PlanTarget:
    contact, best = target.contact, best_guns(target.odds)
    return PlanTarget(
        contact=view.contact_name(contact.handle),
        hex=HEXES.name(contact.hex),
        facing=DIRECTIONS[contact.facing],
        tally=target.tally,
        tally_rule=TALLY_RULES[target.tally],
        look=percent(target.look) if target.look else "",
        fires=[_place(place) for place in target.fires],
        friend=target.friend,
        hit=percent(*{best.hit_in_all(type_) for type_ in best.to_destroy}) if best else "",
        kill=percent(*{best.in_all(type_) for type_ in best.to_destroy}) if best else "",
    )


# -- afterwards ----------------------------------------------------------------------------------------------------


def add_to_trail(found: dict[str, Trail], unit: str, foe: bool, turn: int, hex_: Hex, fate: str) -> None:
    """Write down where a unit was in one state."""
    trail = found.setdefault(unit, Trail(unit, foe, [], [], fate))
    trail.fate = fate
    if hex_ >= 0 and (not trail.hexes or trail.hexes[-1] != HEXES.name(hex_)):
        trail.turns.append(turn)
        trail.hexes.append(HEXES.name(hex_))


def card_of(view: NightView, locale: str) -> tuple[str, str]:
    """Of a night over the map: the turn, of how many if the scenario says, and what the defenders fly."""
    last = view.layout.scenario.end_turn
    key = "card.turn_of" if last else "card.turn"
    flown = dict.fromkeys(line.type for line in view.layout.scenario.defenders)
    return message(key, locale, n=view.turn, last=last or 0) if view.turn else "", ", ".join(flown)


class NightPage(Page):
    """Nightfighter, as the page asks for it."""

    sends = (Picture, StaticData, Formations, ScenarioMap, AttackOdds, AttackPlan)
    pacing = PACING

    def options_between_people(self, options: JsonObject, people: Collection[str]) -> JsonObject:
        """An umpire who is a person is asked every turn, or his silence would tell who is due [8.1.4b, ruling A56]."""
        return {**options, "8.1.4b": True} if {"player", "umpire"} <= set(people) else options

    def card(self, view: NightView, locale: str) -> tuple[str, str]:
        """The turn, and what the defenders fly."""
        return card_of(view, locale)

    def formations(self, pack: Components, scenario: str, locale: str) -> Formations:
        """Who flies: attackers, intruders, defenders."""
        chosen = pack.scenarios[scenario]
        return Formations(
            attackers=[_attackers(line, locale) for line in chosen.attackers],
            intruders=[_attackers(line, locale) for line in chosen.intruders],
            defenders=[_defenders(line, locale) for line in chosen.defenders],
        )

    def chart(self, pack: Components, scenario: str) -> ScenarioMap:
        """What the lobby's little map and the table's map need of a scenario."""
        chosen = pack.scenarios[scenario]
        return ScenarioMap(**{name: getattr(chosen, name) for name in ScenarioMap.__struct_fields__})

    def sheet(self, pack: Components, scenario: str, locale: str) -> list[list[str]]:
        """The scenario sheet in words, for both seats; background and special rules stand beside it [3.2h]."""
        chits = tuple((chit.red, chit.yellow) for chit in pack.chits)
        return [list(line) for line in sheet_lines(sheet_of(pack.scenarios[scenario], chits), locale)]

    def static(self, pack: Components, locale: str) -> StaticData:
        """Map, charts and history."""
        return StaticData(
            map=pack.map,
            fighters={name: _charted(FighterChart, type_) for name, type_ in pack.fighters.items()},
            bombers={name: _charted(BomberChart, type_) for name, type_ in pack.bombers.items()},
            ai_radars=dict(pack.ai_radars),
            search_radars={name: _search_radar(radar) for name, radar in pack.search_radars.items()},
            history=HistoryTexts(
                aircraft={name: text_of(texts, locale) for name, texts in pack.history.aircraft.items()},
                radars={name: text_of(texts, locale) for name, texts in pack.history.radars.items()},
                chronology=[
                    ChronologyLine(
                        date=scenario_words.date(line.date, locale), month=line.month, text=text_of(line.text, locale)
                    )
                    for line in pack.history.chronology
                ],
            ),
            phases=[message(f"nightfighter.field.phase.{phase}", locale) for phase in range(1, PHASES + 1)],
        )

    def pictured(self, view: NightView, locale: str) -> Picture:
        """Everything the seat may know."""
        return view.night_picture()

    def compact_options(self, decision: Decision, view: NightView, locale: str) -> ManyOptions | None:
        """Hexes, places and paths without a list of thousands; None where a list will do."""
        notation = decision.question.notation
        if notation is PATH and "least" in decision.facts:
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

    def odds(self, view: NightView, decision: Decision | None, locale: str) -> list[AttackOdds]:
        """The odds of the attack asked about; otherwise of every fighter that has something in sight."""
        if view.seat != "player":
            return []
        asked = decision.facts.get("fighter") if decision is not None and decision.kind in ATTACKS else None
        numbers = view.layout.numbers if asked is None else (Fighter(asked),)
        found = [odds_of(view, number, guns) for number in numbers for guns in guns_of(view, number)]
        return [_attack(attack, locale) for attack in found if attack is not None]

    def plan(self, decision: Decision, view: NightView, locale: str) -> AttackPlan | None:
        """Shown beside a move being planned: what an attack would take, and where the edge is too near."""
        if view.seat != "player" or decision.question.notation is not PATH or "least" not in decision.facts:
            return None
        plan = plan_of(view, decision.facts["fighter"], decision.codes)
        return AttackPlan(
            fighter=plan.fighter,
            targets=[_target(view, target) for target in plan.targets],
            leaves=[_place(end) for end in plan.leaves],
            dives=plan.dives,
            dived=plan.dived,
            rules=CHECKED_BY,
        )

    def chances(self, decision: Decision, view: NightView, locale: str) -> dict[str, str]:
        """Shown beside each answer that is a shot or a look: how likely it is to come to anything."""
        if view.seat != "player":
            return {}
        return {option: text for option, text in _chances(decision, view, locale) if text}

    def trails(self, states: list[Any]) -> list[Trail]:
        """The way every bomber, intruder and fighter flew, for the revealed map."""
        found: dict[str, Trail] = {}
        for game in states:
            for ident, hex_, fate in zip(game.a_id, game.a_hex, game.a_fate, strict=True):
                add_to_trail(found, str(ident), True, game.turn, hex_, FATES[fate])
            for fit, hex_, fate in zip(game.layout.fighters, game.f_hex, game.f_fate, strict=True):
                add_to_trail(found, str(fit.ident), False, game.turn, hex_, FATES[fate])
        return list(found.values())


PAGE: Final = NightPage()
