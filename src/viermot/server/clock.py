"""The time, from one place: rows of the log carry it, pauses are measured by it, and tests may turn it."""

from __future__ import annotations

import time


def now() -> float:
    """Seconds since the epoch."""
    return time.time()
