"""What the long proofs share: how they report progress, list their counts, and which code their figures hold for."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

from tools import longrun


def say(text: str) -> None:
    """Progress, on one line of a terminal."""
    end = "\r" if sys.stderr.isatty() else "\n"
    print(text.ljust(78), end=end, file=sys.stderr, flush=True)


def every(step: int, what: str) -> Callable[[int, int], None]:
    """Progress, reported now and then."""

    def told(done: int, of: int) -> None:
        if done % step == 0 or done == of:
            say(f"{what}: {done} of {of}")

    return told


def listed(counts: Counter[str]) -> str:
    """What was counted, the most frequent first."""
    most_first = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {count:,}" for name, count in most_first)


def version_of_rules() -> str:
    """What is kept of a run holds only for the code it ran on."""
    return longrun.fingerprint("src/viermot", "tests/games", "tests/support")
