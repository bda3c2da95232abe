"""The odds of a roll as lines of text: what it depends on, each modifier with its rule, and how it may come out."""

from __future__ import annotations

from fractions import Fraction

from viermot.games.bomber_command.faces import event_text
from viermot.games.bomber_command.knowledge.odds import Chances, Odds
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.terminal.console import Console
from viermot.text import signed


def lines(found: Odds, view: RaidView, console: Console) -> list[str]:
    """One roll."""
    title = console.text(f"bomber_command.odds.{found.what}")
    against = console.text("bomber_command.odds_against", n=found.against) if found.against is not None else ""
    head = " ".join(part for part in (title, found.about, against, f"[{found.rule}]") if part)
    told = [head]
    told += [
        f"  {signed(points)} {event_text.weight(what, console.locale)} [{rule}]"
        for what, points, rule in found.modifiers
    ]
    told += [f"  {_percent(chance):>5}  {_outcome(what, console)}" for what, chance in found.chances]
    if found.mean is not None:
        told.append("  " + console.text("bomber_command.odds_mean", mean=f"{float(found.mean):.1f}"))
    for name, chances, mean in found.cards:
        card = event_text.title(view, name, console.locale)
        told.append("  " + console.text("bomber_command.odds_with", card=card, odds=_shortly(chances, mean, console)))
    return told + [f"  {console.text(f'bomber_command.doubt.{doubt}')}" for doubt in found.doubts]


def _shortly(chances: Chances, mean: Fraction | None, console: Console) -> str:
    if mean is not None:
        return str(console.text("bomber_command.odds_mean", mean=f"{float(mean):.1f}"))
    what, chance = chances[0]
    return f"{_outcome(what, console)} {_percent(chance)}"


def _outcome(what: str, console: Console) -> str:
    word, _, number = what.rpartition(" ")
    if number.isdigit():
        return str(console.text(f"bomber_command.chance.{word}", n=number))
    return str(console.text(f"bomber_command.chance.{what.replace(' ', '_')}"))


def _percent(chance: Fraction) -> str:
    return f"{round(float(chance) * 100)} %"
