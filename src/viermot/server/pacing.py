"""What a game says of its silent questions: those asked only of who could do something, so that being asked tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any


def always(question: str, events: Iterable[tuple[Any, ...]]) -> bool:
    """After any answer somebody may have been asked in silence."""
    return True


@dataclass(frozen=True)
class Pacing:
    """The silent questions of a game, and how long people are kept waiting so that nobody can tell who was asked."""

    silent: Mapping[str, str]  # each with the answer that nobody sees: "pass"; "" if none of its answers is seen
    pause: float  # seconds between an answer and what comes of it, where people play
    all_knowing: str = ""  # a seat from which nothing is held back, and all of whose questions are silent
    # After an answer to this question, which led to these events, can somebody have been asked in silence? Judged by
    # what all know.
    opens: Callable[[str, Iterable[tuple[Any, ...]]], bool] = always

    def passes(self, question: str, choice: str) -> bool:
        """Is this an answer to a silent question that nobody sees?"""
        return self.silent.get(question) in ("", choice)
