"""What a game says about its silent questions: they are asked only of a seat that could do something, so that being
asked is telling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


def always(question: str) -> bool:
    """After any answer the umpire may have been asked something."""
    return True


@dataclass(frozen=True)
class Pacing:
    """The silent questions of a game, and how long each of them takes where people play."""

    silent: Mapping[str, str]  # each with the answer that lets it pass, "" if there is none
    pause: float  # seconds
    all_knowing: str = ""  # an umpire: all his questions are silent, one pause stands for them, and he never waits
    opens: Callable[[str], bool] = always  # can he be asked something after an answer to this question?
