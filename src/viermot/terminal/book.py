"""The reader in the terminal: rules by number or by words, the glossary, the turn on one page, what it takes to win."""

from __future__ import annotations

from collections.abc import Iterable

from viermot import reader
from viermot.kernel.perspective import Perspective
from viermot.kernel.registry import GameModule
from viermot.terminal.console import Console, wrapped
from viermot.terminal.prompt import rule_lines


def rules(module: GameModule, asked: str, console: Console) -> list[str]:
    """A rule or a family of rules by its number; else those that contain these words."""
    if reader.is_known(module.rulebook, asked):
        return rule_lines(module, asked, console)
    found = reader.search(module.rulebook, asked, console.locale)
    return listed(module, found, console) if found else rule_lines(module, asked, console)


def listed(module: GameModule, found: Iterable[str], console: Console) -> list[str]:
    """Rules, a line each."""
    return [f"{rule_id:9} {module.rulebook.title(rule_id, console.locale)}" for rule_id in found]


def terms(module: GameModule, asked: str, console: Console) -> list[str]:
    """What a word means; without one, every word in the glossary."""
    if not asked:
        names = [term.name for term in reader.glossary(module, console.locale)]
        return wrapped(", ".join(names), console.width - 1) if names else [console.text("terminal.no_glossary")]
    found = reader.find_term(module, asked, console.locale)
    if not found:
        return [console.text("terminal.no_term", term=asked)]
    lines = [f"{term.name}: {term.means} [{', '.join(term.rules)}]" for term in found]
    return [part for line in lines for part in wrapped(line, console.width - 1)]


def turn(module: GameModule, console: Console) -> list[str]:
    """The steps of the turn, each with its rules."""
    steps = reader.book_of(module, console.locale).turn
    if not steps:
        return [console.text("terminal.no_turn")]
    lines = []
    for number, step in enumerate(steps, 1):
        lines.append(console.ink(f"{number:2} {step.name}", "strong"))
        lines += wrapped(f"{step.text} [{', '.join(step.rules)}]", console.width - 1, "   ")
    return lines


def victory(module: GameModule, view: Perspective, console: Console) -> list[str]:
    """What it takes to win, and how the seat now stands."""
    found = reader.reader_of(module).standing(view, console.locale)
    if found is None:
        return [console.text("terminal.no_victory")]
    table, standing = found
    lines = [part for line in table.counts for part in wrapped(line, console.width - 1)]
    width = max(len(level.name) for level in table.levels)
    for number, level in enumerate(table.levels):
        mark = ">" if number == standing.level else " "
        lines.append(f"{mark} {level.name:{width}}  {level.needs}")
    lines += [part for line in (standing.brief, *standing.lines) for part in wrapped(line, console.width - 1)]
    return lines
