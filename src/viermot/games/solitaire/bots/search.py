"""Searching in the solitaire game: where a search is likely to succeed, for a bomber that can still be joined."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.nightfighter.bots.chase import HERE, PLACE, chase
from viermot.games.nightfighter.model.ids import Handle, Hex
from viermot.games.solitaire.bots.flying import prey, worths
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.games.solitaire.model.board import HIGH, MODERATE, NONE
from viermot.kernel.registry import Ask

GAIN: Final = {"real": 0.35, "refined": 0.3, "tracked": 0.4, "found": 1.0}  # what a search gains if it succeeds
NOTHING, SWEEP = 0, -1


def reach(view: SoloView, counter: Any) -> float:
    """What the bomber is worth to the fighter that can join it best."""
    group = view.group_of(counter.handle)
    best = 0.02
    for number, (hex_, facing) in enumerate(view.fighters()):
        if hex_ >= 0:
            fit = view.layout.fighters[number]
            joins = chase(fit.max_mp, fit.least_mp, group.mp)[(view.turn + 1) & 1]
            best = max(best, worths(group.mp)[counter.hex][joins[facing][PLACE[counter.hex] - PLACE[hex_] + HERE]])
    return best * prey(view, counter)


def gains(view: SoloView, ask: Ask, options: list[int]) -> list[float]:
    """What each option of a search promises, without what the bomber is worth."""
    return [
        sum(GAIN.get(name, 0.0) * chance for name, chance in chances.items())
        for chances in view.odds(ask.kind, ask.facts, options)
    ]


def place_search(view: SoloView, ask: Ask) -> int:
    """The counter about which most can be learned; a track that nothing else holds is kept up [S13.0]."""
    by_hex = {counter.hex: counter for counter in view.counters()}
    options = [hex_ for hex_ in ask.codes if hex_ in by_hex]
    if not options:
        return int(ask.codes[-1])
    best, choice = 0.0, ask.codes[-1]
    for hex_, gain in zip(options, gains(view, ask, options), strict=True):
        counter = by_hex[Hex(hex_)]
        if counter.level == NONE and not counter.track:
            gain *= 0.3  # something else holds it already
        value = gain * reach(view, counter)
        if value > best:
            best, choice = value, hex_
    return int(choice)


def best_search(view: SoloView, ask: Ask) -> int:
    """The counter most likely to be found and worth it; a hopeless search is left alone [S10.0, S15.0, S19.0]."""
    options = [code for code in ask.codes if code != NOTHING]
    best, choice = 0.0, ask.codes[0]
    for code, chances in zip(options, view.odds(ask.kind, ask.facts, options), strict=True):
        value = chances.get("found", 0.0) * (0.05 + reach(view, view.counter(Handle(code))))
        if value > best:
            best, choice = value, code
    return int(choice)


def light_up(view: SoloView, ask: Ask) -> int:
    """Every zone searches, the most promising counter first [S14.0]."""
    options = [code for code in ask.codes if code != NOTHING]

    def rank(item: tuple[int, float]) -> float:
        return item[1] * (0.05 + reach(view, view.counter(Handle(item[0]))))

    return int(max(zip(options, gains(view, ask, options), strict=True), key=rank)[0])


def use_serrate(view: SoloView, ask: Ask) -> int:
    """Follow a German fighter that has been revealed, if one can be found more exactly; else sweep [SC7a, SC7c]."""
    focus = [code for code in ask.codes if code > 0]
    for level in (MODERATE, NONE, *range(HIGH)):
        for code in focus:
            counter = view.counter(Handle(code))
            if counter.level == level and (level != NONE or counter.track):
                return int(code)
    return SWEEP if SWEEP in ask.codes else int(ask.codes[0])
