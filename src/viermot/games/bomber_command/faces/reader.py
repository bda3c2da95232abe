"""What a night is worth, and how it stands as far as a seat can tell [11.1, 11.2]."""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.components import Components
from viermot.games.bomber_command.components.scenario_book import Scenario
from viermot.games.bomber_command.faces import event_text
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.kernel.words import Filling
from viermot.reader import Level, Reader, Standing, VictoryTable
from viermot.text import message


def _say(key: str, locale: str, **fields: Filling) -> str:
    return message(f"bomber_command.victory.{key}", locale, **fields)


def table(scenario: Scenario, locale: str) -> VictoryTable:
    """What is counted on each side, and the five levels of what is left, the best for the British first."""
    scoring, is_downfall = scenario.scoring, scenario.rules.stretch > 0
    counts = [
        _say(
            "counts.british", locale, mosquito=scoring.mosquito_raid, mosquito_berlin=scoring.mosquito_raid_berlin,
            fighter=_number(scoring.nightfighter, locale),
        ),
        _say(
            "counts.bombing_downfall" if is_downfall else "counts.bombing", locale,
            bomb=_number(scoring.counter, locale), fire=scoring.fire, more=scoring.aimpoint_fire,
        ),
        _say("counts.german", locale, bomber=scoring.bomber, mosquito=scoring.mosquito),
        _say("counts.net_downfall" if is_downfall else "counts.net", locale),
    ]  # fmt: skip
    levels, low = [], None
    for high, level in scenario.victory:
        levels.append(Level(message(f"bomber_command.result.{level}", locale), _needs(low, high, locale)))
        low = None if high is None else high + 1
    return VictoryTable(counts, levels[::-1])


def _number(points: float, locale: str) -> str:
    return event_text.vp(round(2 * points), locale)


def _needs(low: int | None, high: int | None, locale: str) -> str:
    """The points of a level: from the one above the last level's, up to its own."""
    if low is None:
        return _say("needs.below", locale, high=high)
    return _say("needs.above", locale, low=low) if high is None else _say("needs.between", locale, low=low, high=high)


class RaidReader(Reader):
    """The five levels of a night [11.2]."""

    def victory(self, pack: Components, scenario: str, locale: str) -> VictoryTable | None:
        return table(pack.scenarios[scenario], locale)

    def standing(self, view: RaidView, locale: str) -> tuple[VictoryTable, Standing] | None:
        scenario = view.layout.scenario
        british, german = view.points
        told = table(scenario, locale)
        if german is None:  # under fog of war nobody tells the German player what he has shot down [12.5]
            return told, Standing(_say("stand.fog", locale, british=_number(british, locale)), -1, [])
        net = int(british // 1) - german
        key = "stand.known" if view.sees_raids else "stand.as_seen"
        said = _say(key, locale, net=net, british=_number(british, locale), german=german)
        place = next(n for n, (high, _) in enumerate(scenario.victory) if high is None or net <= high)
        return told, Standing(said, len(scenario.victory) - 1 - place, [])


READER: Final = RaidReader()
