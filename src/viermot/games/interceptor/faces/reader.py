"""What a career is worth, and how a pilot stands [5.2.1, 10.2.3]."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from viermot.games.interceptor.components import Components
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.terms import LEVELS
from viermot.kernel.words import Filling
from viermot.reader import Level, Reader, Standing, VictoryTable
from viermot.text import message


def _say(key: str, locale: str, **fields: Filling) -> str:
    return message(f"interceptor.victory.{key}", locale, **fields)


def bars(pack: Components) -> list[int]:
    """The bombers that each level after a defeat asks for."""
    bands = pack.calendar.victory
    return [bands.draw, bands.marginal, bands.substantial, bands.decisive]


def table(pack: Components, locale: str) -> VictoryTable:
    """The levels by bombers shot down, the best first."""
    needed = bars(pack)
    needs = [_say("needs.below", locale, high=needed[0] - 1)]
    needs += [_say("needs.between", locale, low=low, high=high - 1) for low, high in pairwise(needed)]
    needs.append(_say("needs.above", locale, low=needed[-1]))
    levels = [
        Level(message(f"interceptor.result.{level}", locale), said)
        for level, said in zip(LEVELS, needs, strict=True)
    ]  # fmt: skip
    return VictoryTable([_say(key, locale) for key in ("counts", "counts.ace", "counts.dead")], levels[::-1])


class AirReader(Reader):
    """The levels of a career."""

    def victory(self, pack: Components, scenario: str, locale: str) -> VictoryTable | None:
        return table(pack, locale)

    def standing(self, view: CareerView, locale: str) -> tuple[VictoryTable, Standing] | None:
        pack, pilot = view.layout.pack, view.pilot
        career = pilot.career
        name = str(career.ace or view.layout.options.get("name", ""))
        said = _say("stand" if name else "stand.nameless", locale, name=name, bombers=career.bombers)
        level = sum(career.bombers >= bar for bar in bars(pack))
        lines = []
        if career.ace:
            total = pack.aces[career.ace].total
            lines.append(_say("stand.ace", locale, kills=career.kills, total=total))
            level = level if career.kills >= total else 0
        return table(pack, locale), Standing(said, len(LEVELS) - 1 - level, lines)


READER: Final = AirReader()
