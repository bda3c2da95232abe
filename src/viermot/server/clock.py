"""The time, from one place: rows of the log carry it, pauses and thoughts are measured by it, and tests may turn it."""

from __future__ import annotations

import time


def now() -> float:
    """Seconds since the epoch."""
    return time.time()


def steady() -> float:
    """Seconds by the clock that never goes back: how long something took."""
    return time.monotonic()
