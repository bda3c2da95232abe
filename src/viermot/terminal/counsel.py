"""Advice and belief at the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viermot.advising import advised, believed
from viermot.kernel.decision import Decision
from viermot.kernel.perspective import Perspective
from viermot.kernel.session import Session
from viermot.terminal.console import Console
from viermot.terminal.screens import Screen

SHADES: Final = " .:-=+*#%@"  # from nothing to the likeliest hex
LIKELIEST: Final = 12  # hexes listed where there is no map to shade


def advice_lines(session: Session, decision: Decision, console: Console) -> list[str]:
    """What the seat's best bot would answer, why, and the alternatives with their chances."""
    told = advised(session.module, session.perspective(decision.seat), decision, console.locale)
    lines = [console.text("terminal.advice", option=_named(told.option, told.label)), told.reason]
    tried = [
        f"  {percent(each.chance)} ±{percent(each.error)}  {_named(each.option, each.label)}"
        for each in told.alternatives
        if each.chance is not None
    ]
    return [*lines, *([console.text("terminal.advice_tried"), *tried] if tried else [])]


def _named(option: str, label: str) -> str:
    return option if label in ("", option) else f"{option} ({label})"


def percent(chance: float) -> str:
    """A share as people read it: never zero for what is possible.

    >>> percent(0.5), percent(0.001), percent(0.0)
    (' 50 %', ' <1 %', '  0 %')
    """
    return f"{'<1' if 0 < chance < 0.005 else round(100 * chance):>3} %"


def belief_lines(
    session: Session, view: Perspective, screen: Screen, console: Console, decision: Decision, rest: str = ""
) -> list[str]:
    """What may be believed: the map shaded by how likely each hex is, or with `outline` only by what is possible.

    With an answer to the question, such as a hex to search, what that would teach.
    """
    outline = rest == "outline"
    told = believed(session.module, view, console.locale, decision, "" if outline else rest)
    if not told.places and not told.statements:
        return [console.text("terminal.belief_none")]
    shades = shaded(told.places, outline)
    lines = screen.shaded(view, console, shades) if told.places else []
    if lines:
        lines.append(_scale(told.places, outline, console))
    if told.places and not lines:
        likeliest = sorted(told.places.items(), key=lambda each: (-each[1], each[0]))[:LIKELIEST]
        lines = ["  ".join(f"{place} {percent(chance).strip()}" for place, chance in likeliest)]
    return [*lines, *(f"{percent(each.chance)}  {each.text}" for each in told.statements)]


def _scale(places: Mapping[str, float], outline: bool, console: Console) -> str:
    """What the letters stand for."""
    if outline:
        return console.text("terminal.belief_outline", mark=SHADES[-3])
    highest = percent(max(places.values())).strip()
    return console.text("terminal.belief_scale", least=SHADES[1], darkest=SHADES[-1], chance=highest)


def shaded(places: Mapping[str, float], outline: bool = False) -> dict[str, str]:
    """A letter for each hex that is possible: the darker, the likelier.

    >>> shaded({"0101": 0.2, "0102": 0.001})
    {'0101': '@', '0102': '.'}
    """
    highest = max(places.values(), default=0.0)
    last = len(SHADES) - 1
    if outline:
        return dict.fromkeys(places, SHADES[-3])
    return {place: SHADES[max(1, round(last * chance / highest))] for place, chance in places.items() if chance > 0}
