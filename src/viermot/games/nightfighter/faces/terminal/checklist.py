"""The attack checklist as text: a line each, with the sign that the page puts before it, and the conclusion."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from viermot.games.nightfighter.faces.terminal.cards import percent
from viermot.games.nightfighter.knowledge.checklist import Check, Checklist, checklist_of, fields_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.kernel.decision import Decision
from viermot.kernel.words import Filling
from viermot.terminal.console import Console
from viermot.text import has

SIGNS: Final = {"yes": "+", "no": "-", "open": "?"}
KEY: Final = "nightfighter.page.check."  # the page's own words


def lines(view: NightView, decision: Decision, path: int | None, console: Console) -> list[str]:
    """What the move leads to, for a question about a path."""
    found = checklist_of(view, decision, path)
    fields = fields_of(view, found)
    if found.target is None:
        head = f"{console.text(KEY + 'no_target')}: {console.text(KEY + 'no_target.text')}."
    else:
        head = f"{console.text(KEY + 'title', **fields)}. {_verdict(found, fields, console)}".strip()
    return [head, *[f"  {_line(found, check, fields, console)}" for check in found.checks]]


def _verdict(found: Checklist, fields: dict[str, Filling], console: Console) -> str:
    if found.end is None:
        return ""
    if found.wrong:
        return console.text(KEY + "not_yet", n=found.wrong)
    to_come = any(check.about == "tally" and check.verdict == "open" for check in found.checks)
    return console.text(KEY + ("ready_if" if to_come else "ready"), **fields)


def _line(found: Checklist, check: Check, fields: dict[str, Filling], console: Console) -> str:
    if check.odds is not None:
        types = check.odds.to_destroy
        fields = fields | {
            "kill": _span([check.odds.in_all(type_) for type_ in types], console),
            "hit": _span([check.odds.hit_in_all(type_) for type_ in types], console),
        }
    if found.target is not None:
        fields = fields | {"look": percent(found.target.look, console.locale)}
    text = "hex.text" if check.about == "hex" else f"{check.says}.text"
    said = console.text(KEY + check.says, **fields)
    more = f" ({console.text(KEY + text, **fields)})" if has(KEY + text) else ""
    return f"{SIGNS[check.verdict]} {said}{more} [{check.rule}]"


def _span(chances: list[Fraction], console: Console) -> str:
    told = list(dict.fromkeys(percent(chance, console.locale) for chance in sorted(chances)))
    return " - ".join(told[:: max(1, len(told) - 1)])
