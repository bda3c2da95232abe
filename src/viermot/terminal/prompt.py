"""Asking a question and understanding the answer: a number, a notation, a word or the beginning of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.perspective import Perspective
from viermot.kernel.registry import GameModule
from viermot.terminal.console import Console, wrapped
from viermot.terminal.screens import Screen
from viermot.text import has

MAX_LISTED: Final = 12  # longer lists are typed, or paged with `options`


@dataclass(frozen=True)
class Answer:
    """What a typed line turned out to mean: an option, several possible ones, or a refusal."""

    option: str | None = None
    choices: list[str] = field(default_factory=list)
    refusal: IllegalOption | None = None


def is_listed(decision: Decision) -> bool:
    """Is the list short enough to be shown with numbers?"""
    return len(decision.codes) <= MAX_LISTED


def numbers_itself(decision: Decision) -> bool:
    """Are the options numbers already? Then they are not numbered again."""
    return all(option.isdigit() and len(option) < 3 for option in decision.options[:MAX_LISTED])


def question(view: Perspective, decision: Decision, screen: Screen, console: Console) -> list[str]:
    """The question with its rule, and its options: numbered, or how to type them."""
    asked = screen.asked(view, decision, console.locale)
    lines = wrapped(f"{asked[:1].upper()}{asked[1:]} [{decision.rule}]", console.width - 1)
    lines = [console.ink(line, "strong") for line in lines]
    if is_listed(decision):
        return lines + _numbered(view, decision, screen, console)
    hint = f"{view.to_json()['game']}.hint.{decision.kind}"
    minimum, maximum = (decision.facts.get(fact) for fact in ("least", "most"))
    if minimum is not None and minimum == maximum and has(f"{hint}.exact"):
        hint += ".exact"  # so many, and no other number
    usual = usual_of(decision)
    if has(hint):
        told = console.text(hint, **decision.shown_facts(console.locale))
    else:
        other = next(option for option in decision.options if option != usual)  # what Enter gives is said anyway
        told = console.text("terminal.many", count=len(decision.codes), example=other)
    if usual is not None:
        option = screen.describe(view, decision, usual, console.locale)
        told = f"{told} {console.text('terminal.enter_gives', option=option)}"
    return lines + wrapped(told, console.width - 1, "  ")


def usual_of(decision: Decision) -> str | None:
    """The answer that Enter gives, here as on the page: the one the question declares, else the only one there is."""
    return decision.options[0] if len(decision.codes) == 1 else decision.default


def _numbered(view: Perspective, decision: Decision, screen: Screen, console: Console) -> list[str]:
    usual = usual_of(decision)
    entries = []
    own_numbers = numbers_itself(decision)
    for number, option in enumerate(decision.options, 1):
        told = screen.describe(view, decision, option, console.locale)
        mark = "*" if option == usual else ""
        entries.append(f"{told}{mark}" if own_numbers else f"{number}{mark} {told}")
    line = "  " + "   ".join(entries)
    lines = [line] if len(line) < console.width else [f"  {entry}"[: console.width - 1] for entry in entries]
    return lines + _costs(view, decision, screen, console)


def _costs(view: Perspective, decision: Decision, screen: Screen, console: Console) -> list[str]:
    """What some of the options cost for good: all such options, those with the same cost on one line."""
    if not decision.can_warn:
        return []
    told: dict[str, list[str]] = {}
    for option in decision.options:
        if (cost := decision.warns(option)) is not None:
            told.setdefault(cost.text(console.locale), []).append(
                screen.describe(view, decision, option, console.locale)
            )
    said = [f"! {', '.join(answers)}: {cost}" for cost, answers in told.items()]
    return [line for each in said for line in wrapped(each, console.width - 1, "  ")]


def understand(view: Perspective, decision: Decision, screen: Screen, text: str) -> Answer:
    """The option a typed line stands for."""
    words = text.strip()
    if not words:
        return Answer(option=usual_of(decision))
    options = decision.options
    if words.isascii() and words.isdigit() and is_listed(decision) and not numbers_itself(decision):
        number = int(words) if len(words) < 4 else 0
        if 1 <= number <= len(options):
            return Answer(option=options[number - 1])
    refusal = decision.why_not(words)
    if refusal is None:
        return Answer(option=words)
    meant = begun(decision, words) or screen.meant(view, decision, words)
    if len(meant) == 1:
        return Answer(option=meant[0])
    spelled = screen.spelled(view, decision, words)
    return Answer(choices=meant, refusal=refusal if spelled == words else decision.why_not(spelled) or refusal)


def begun(decision: Decision, word: str) -> list[str]:
    """The options that begin with what was typed, where the list is short."""
    if not is_listed(decision):
        return []
    return [option for option in decision.options if option.lower().startswith(word.lower())]


def explain(
    module: GameModule, view: Perspective, decision: Decision, screen: Screen, about: str, console: Console
) -> list[str]:
    """`why`: the rule behind the question; `why X`, `why not X`: the rule that allows or forbids an answer."""
    if not about:
        return rule_lines(module, decision.rule, console)
    meant = [] if decision.why_not(about) is None else screen.meant(view, decision, about)
    about = meant[0] if meant else screen.spelled(view, decision, about)
    refusal = decision.why_not(about)
    if refusal is None:
        return [console.text("terminal.legal", option=about), *rule_lines(module, decision.rule, console)]
    rule = refusal.rule or decision.rule
    return [refusal.text(console.locale), *rule_lines(module, rule, console)]


def rule_lines(module: GameModule, asked: str, console: Console) -> list[str]:
    """A rule, or the family of rules under a number, in our words."""
    book = module.rulebook
    found = [book[asked]] if asked in book else book.family(asked)
    if not found:
        near = ", ".join(book.near(asked))
        key = "error.no_rule_near" if near else "error.no_rule"
        return [console.text(key, rule=asked, game=module.name, near=near)]
    lines: list[str] = []
    for rule in found:
        told = f"{rule.id} {book.title(rule.id, console.locale)}: {book.summary(rule.id, console.locale)}"
        lines += wrapped(told, console.width - 1)
    return lines
