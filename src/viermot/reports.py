"""A report of this moment: the game as one seat knows it, and nothing else, to be attached to an issue."""

from __future__ import annotations

import platform

import viermot
from viermot.kernel.decision import Decision
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import Perspective
from viermot.sentences import sentence

MAX_OPTIONS = 200  # answers that are listed; if there are more, only their number is given


def moment(record: JsonObject, view: Perspective, decision: Decision | None, locale: str) -> JsonObject:
    """Version, question, log in words and the seat's own ``record``, which has its view of the position."""
    return {
        **record,
        "viermot": "moment",
        "version": viermot.__version__,
        "python": platform.python_version(),
        "asked": None if decision is None else _asked(decision, locale),
        "log": [{"turn": event.turn, "text": sentence(view, event, locale)} for event in view.events()],
    }


def _asked(decision: Decision, locale: str) -> JsonObject:
    return {
        "number": decision.number, "kind": decision.kind, "rule": decision.rule, "prompt": decision.prompt(locale),
        "facts": decision.plain_facts, "count": len(decision.codes),
        "options": list(decision.options) if len(decision.codes) <= MAX_OPTIONS else [],
    }  # fmt: skip
