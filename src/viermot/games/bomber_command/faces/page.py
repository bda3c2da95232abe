"""Bomber Command for the page: the map of both scenarios, city maps, cards, and where everything was afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from viermot.games.bomber_command.bots.nights import Night, nights
from viermot.games.bomber_command.components import Components
from viermot.games.bomber_command.components.scenario_book import LEVELS, Scenario
from viermot.games.bomber_command.faces import event_text
from viermot.games.bomber_command.faces.drafting import drafted
from viermot.games.bomber_command.faces.page_data import (
    AreaLine,
    CardData,
    CardOdds,
    Chance,
    CityBox,
    CityMapData,
    DraftedPlan,
    Garden,
    MapHexLine,
    Modifier,
    NightData,
    RaidData,
    RollOdds,
    ScenarioCounts,
    ScenarioData,
    WeatherData,
)
from viermot.games.bomber_command.knowledge.odds import Chances, Odds
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.knowledge.picture import RaidPicture
from viermot.games.bomber_command.knowledge.points import worth
from viermot.games.bomber_command.model.board import GERMAN, LETTERS, NAME, SEATS, VISIBILITIES, WEATHERS, ZONES
from viermot.games.bomber_command.model.ids import NO_LETTER, by_raid, by_unit
from viermot.games.bomber_command.model.layout import ATTACK_COLUMNS
from viermot.games.bomber_command.model.state import FATES, FLYING, Game
from viermot.games.bomber_command.rules.plot.obeyed import Fault as PlanFault
from viermot.games.bomber_command.rules.plot.plan import is_escort
from viermot.games.bomber_command.rules.plot.plotting import Plans, decode
from viermot.games.bomber_command.rules.plot.plotting import faults as plan_faults
from viermot.games.bomber_command.sequence import PHASES
from viermot.kernel.agenda import Unreadable
from viermot.kernel.decision import Decision
from viermot.kernel.words import Filling
from viermot.server.face import Page
from viermot.server.messages.table import EventLine, Fault, ManyOptions, OrderRow, Trail
from viermot.server.pacing import Pacing
from viermot.text import has, message

READY_MADE: Final = 8  # plans offered to start from
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "weather": WEATHERS,
    "visibility": VISIBILITIES,
    "raid_kind": ("main", "decoy", "gardening", "mosquito"),
    "attack": ("gci", "tame boar", "wild boar", "flak", "british", "intruder"),
    "column": ATTACK_COLUMNS,
    "level": LEVELS,
    "reason": ("all home", "agreed"),
    "side": SEATS,
}


# -- map, cards and charts -------------------------------------------------------------------------------------


def _scenario(scenario: Scenario) -> ScenarioData:
    """A scenario as the map needs it."""
    return ScenarioData(
        raids=scenario.raids,
        stream=scenario.rules.stream,
        cities=[
            CityBox(name=c.name, hex=c.hex, flak=c.flak, map=c.map, oboe=c.oboe, signature=c.signature)
            for c in scenario.cities
        ],
        beacons=dict(scenario.beacons),
        occupied=dict(scenario.occupied),
        area_flak=dict(scenario.area_flak),
        searchlights=list(scenario.searchlights),
        himmelbett=list(scenario.himmelbett),
        mandrel=list(scenario.mandrel),
        out_of_range=list(scenario.out_of_range),
        airfields={unit.name: (unit.airfield, unit.hex, unit.endurance) for unit in scenario.units},
        victory=list(scenario.victory),
    )


def _night(night: Night, locale: str) -> NightData:
    """A historical night: part of the book, the same whatever is flown tonight."""
    return NightData(
        title=message(night.title, locale),
        story=message(night.story, locale),
        scenario=night.scenario,
        targets=list(night.targets),
        follow_up=night.follow_up,
        plan=night.plan,
    )


def _text(texts: dict[str, str], locale: str) -> str:
    return texts.get(locale) or texts.get("en") or ""


def _word(name: str, word: str, locale: str) -> str:
    key = f"bomber_command.field.{name}.{word.replace(' ', '_').lower()}"
    return message(key, locale) if has(key) else word


# -- during play -------------------------------------------------------------------------------------------------


# Nobody may know who was asked for a card [6.2, ruling C36]; nor that a raid has hexes to choose from [9.4.4, C74].
SILENT: Final = {
    "play": "pass", "cancel": "pass", "pick_weather": "", "put_out": "",
    "compacted": "",  # nor that two streams fly through a hex [8.3]
    "next_bombing": "-",  # nor, before bombs fall, that two Main Forces are over their cities; every answer is seen
}  # fmt: skip
PACING: Final = Pacing(SILENT, pause=0.18)  # as long as possible if a night is to take at most four minutes more


def _odds(found: Odds, view: RaidView, locale: str) -> RollOdds:
    return RollOdds(
        what=found.what,
        about=found.about,
        rule=found.rule,
        modifiers=[
            Modifier(text=event_text.weight(what, locale), points=points, rule=rule)
            for what, points, rule in found.modifiers
        ],
        against=found.against,
        chances=_chances(found.chances),
        mean=_mean(found.mean),
        cards=[
            CardOdds(card=event_text.title(view, name, locale), chances=_chances(chances), mean=_mean(mean))
            for name, chances, mean in found.cards
        ],
        doubts=list(found.doubts),
    )


def _mean(mean: Fraction | None) -> float | None:
    return None if mean is None else round(float(mean), 3)


def _chances(chances: Chances) -> list[Chance]:
    return [
        Chance(what=what, of=(chance.numerator, chance.denominator), chance=round(float(chance), 6))
        for what, chance in chances
    ]


def _with_points(view: RaidView, line: EventLine) -> EventLine:
    gained = worth(view, line.kind, line.data)
    return msgspec.structs.replace(line, data={**line.data, **gained}) if gained else line


def _bounded(decision: Decision, plan: str) -> str:
    """As much of a text as a plan may have."""
    return plan[: decision.question.notation.longest]


def _said(fault: PlanFault, locale: str) -> str:
    """What is wrong with a plan; where two raids are in each other's way, with whom, when and where [4.4]."""
    key = f"bomber_command.refused.{fault.key}"
    if fault.other == NO_LETTER:
        return message(key, locale)
    where: dict[str, Filling] = {"other": LETTERS[fault.other], "turn": fault.turn, "hex": NAME[fault.hex]}
    return message(f"{key}.where", locale, **where)


def _unreadable(decision: Decision, plan: str, locale: str) -> tuple[list[Fault], str]:
    """The raids that make no sense yet, each with its fault; and the text of those that do."""
    found, kept = [], ""
    raids = [raid.strip() for raid in plan.split(";") if raid.strip()]
    for raid in sorted(raids, key=is_escort):  # escorts after the raids they fly with
        longer = f"{kept}; {raid}" if kept else raid
        try:
            decision.read(longer)
        except Unreadable as wrong:
            found.append(Fault(wrong.rule, f"{raid[:1].upper()}: {message(wrong.key, locale, **wrong.fields)}"))
        else:
            kept = longer
    return found, kept


# -- afterwards ----------------------------------------------------------------------------------------------------


def _was(found: dict[str, Trail], name: str, raid: bool, turn: int, place: int, fate: str) -> None:
    """Write down where something was in one state; an empty place is off the map."""
    trail = found.setdefault(name, Trail(name, raid, [], [], fate))
    trail.fate = fate
    hex_ = NAME[place] if place >= 0 else ""
    if (not trail.hexes and hex_) or (trail.hexes and trail.hexes[-1] != hex_):
        trail.turns.append(turn)
        trail.hexes.append(hex_)


class RaidPage(Page):
    """Bomber Command, as the page asks for it."""

    sends = (RaidPicture, RaidData, RollOdds, DraftedPlan)
    pacing = PACING

    def card(self, view: RaidView, locale: str) -> tuple[str, str]:
        """The turn; the seats show which side the reader has."""
        return message("card.turn", locale, n=view.turn) if view.turn else "", ""

    def chart(self, pack: Components, scenario: str) -> ScenarioCounts:
        """What the set-up screen shows of a scenario: how many raids and units there are."""
        chosen = pack.scenarios[scenario]
        return ScenarioCounts(raids=chosen.raids, units=len(chosen.units), cities=len(chosen.cities))

    def static(self, pack: Components, locale: str) -> RaidData:
        """Map, scenarios, city maps, decks, and the words for them."""
        features = pack.map
        return RaidData(
            hexes=[
                MapHexLine(name=hex_.name, zone=f"{hex_.zone}.JD", terrain=hex_.terrain, ruhr=hex_.ruhr)
                for hex_ in features.hexes
            ],
            exits=list(features.exits),
            jutland=features.jutland,
            gardens=[Garden(name=each.name, hex=each.hex, vp=each.vp) for each in features.gardens],
            zones=list(ZONES),
            letters=list(LETTERS),
            scenarios={scenario.id: _scenario(scenario) for scenario in pack.scenarios.values()},
            city_maps={
                each.id: CityMapData(
                    title=_text(each.title, locale),
                    areas=[AreaLine(name=area.id, type=area.type, oil=area.oil) for area in each.areas],
                )
                for each in pack.city_maps.values()
            },
            cards=[
                CardData(
                    side=card.side,
                    name=card.title,
                    title=_text(card.titles, locale) or card.title,
                    symbol=card.symbol,
                    text=_text(card.text, locale),
                    uses=[function.word for function in card.functions],
                )
                for card in pack.cards
            ],
            weathers={each.name: WeatherData(modifier=each.modifier, cross=each.cross) for each in pack.skies.weather},
            infiltration=sorted(pack.aid.infiltration.items()),
            phases=[_word("phase", phase.name, locale) for phase in PHASES],
            phase_names=[phase.name for phase in PHASES],
            nights=[_night(night, locale) for night in nights()],
            words={
                "use": {each.word: event_text.use(each.word, locale) for card in pack.cards for each in card.functions},
                **{name: {word: _word(name, word, locale) for word in words} for name, words in WORDS.items()},
            },
        )

    def pictured(self, view: RaidView, locale: str) -> RaidPicture:
        """Everything the seat may know, and what it could work out at the table: totals, tracks, reach, level."""
        picture = view.picture()
        if picture.city is not None:
            picture.city.lying = view.lying()
        if not view.sees_raids and picture.result is None:
            picture.air = view.air_picture()
        if view.side == GERMAN:
            picture.reach = view.reaches()
        standing = view.standing()
        if standing is not None:
            picture.standing = standing
        return picture

    def reworded(self, view: RaidView, lines: Sequence[EventLine], locale: str) -> list[EventLine]:
        """The lines of the log; beside a loss what it is worth to the other side [11.1]."""
        return [_with_points(view, line) for line in lines]

    def compact_options(self, decision: Decision, view: RaidView, locale: str) -> ManyOptions | None:
        """A few ready-made plans, since a plan is drawn; an order of zones is put together on the page."""
        if decision.kind == "plot":
            return ManyOptions(texts=[decision.options[number] for number in range(READY_MADE)])
        return ManyOptions() if decision.kind == "weather_order" else None

    def order_rows(self, decision: Decision, view: RaidView, locale: str) -> tuple[list[OrderRow], list[Fault]]:
        """The German order sheet, with the reasons why units cannot be given some orders."""
        if decision.question.sheet != "orders":
            return [], []
        rows = view.order_rows()
        reasons = list(dict.fromkeys(reason for row in rows for reason in row.refused.values()))
        numbers = {reason: number for number, reason in enumerate(reasons)}
        return [
            OrderRow(
                row.name, row.division, row.state, row.place, list(row.reach), list(row.gci), row.anyway,
                {order: numbers[reason] for order, reason in row.refused.items()},
            )
            for row in rows
        ], [Fault(rule, message(f"bomber_command.refused.{key}", locale)) for rule, key in reasons]  # fmt: skip

    def odds(self, view: RaidView, decision: Decision | None, locale: str) -> list[RollOdds]:
        """The chances of the roll that is asked about, with every modifier and what the cards in hand would change."""
        if decision is None:
            return []
        return [_odds(each, view, locale) for each in view.odds(decision.kind, decision.facts, decision.codes)]

    def faults(self, decision: Decision, option: str | int, locale: str) -> list[Fault]:
        """Everything that is wrong with a plan, raid by raid; what cannot be read yet is left out of the rest [4.0]."""
        plans = decision.codes
        if not isinstance(plans, Plans) or not isinstance(option, str):
            return []
        found, text = _unreadable(decision, _bounded(decision, option), locale)
        unfinished = bool(found)
        plan = decode(decision.read(text)) if text else None
        for fault in plan_faults(plans.layout, plans.targets, plans.follow_up, plan) if plan is not None else ():
            if fault.letter != NO_LETTER or not unfinished:  # half a plan always lacks something
                said = _said(fault, locale)
                found.append(
                    Fault(fault.rule, f"{LETTERS[fault.letter]}: {said}" if fault.letter != NO_LETTER else said)
                )
        return list({(each.rule, each.text): each for each in found}.values())

    def draft(self, decision: Decision, option: str | int) -> DraftedPlan | None:
        """The raids of a plan that make sense already: where they fly, and when."""
        plans = decision.codes
        if not isinstance(plans, Plans) or not isinstance(option, str):
            return None
        _, text = _unreadable(decision, _bounded(decision, option), "en")
        return drafted(plans.layout, decode(decision.read(text)) if text else ())

    def trails(self, states: list[Game]) -> list[Trail]:
        """Where every raid and every unit was, turn by turn, for the revealed map."""
        found: dict[str, Trail] = {}
        for game in states:
            for raid, plotted in by_raid(game.plot):
                flying = game.raid_fate[raid] == FLYING and 0 <= game.raid_step[raid] < len(game.plot[raid].path)
                place = game.plot[raid].path[game.raid_step[raid]] if flying else -1
                _was(found, LETTERS[plotted.letter], True, game.turn, place, FATES[game.raid_fate[raid]])
            for unit, counter in by_unit(game.layout.units):
                _was(found, counter.name, False, game.turn, game.unit_place[unit], "")
        return list(found.values())


PAGE: Final = RaidPage()
