"""How much and how often: sizes of messages, and buckets that fill at a steady rate."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from viermot.server.refusals import Refused

MAX_BUCKETS: Final = 20_000


@dataclass(frozen=True)
class Limits:
    """Rates are (per second, at once). On loopback they are wide: there they only stop a page that has gone wild."""

    body: int = 64 * 1024
    import_body: int = 8 * 1024 * 1024
    frame: int = 16 * 1024  # of a WebSocket message
    connections: int = 2_000
    own_connections: int = 50  # of one person
    watches: int = 50  # seats watched by one connection
    requests: tuple[float, int] = (20, 120)
    frames: tuple[float, int] = (30, 120)
    logins: tuple[float, int] = (0.1, 10)  # of one address
    new_accounts: tuple[float, int] = (0.02, 5)
    guests: tuple[float, int] = (0.02, 10)
    complaints: tuple[float, int] = (0.02, 10)
    new_tables: tuple[float, int] = (0.2, 30)
    heavy: tuple[float, int] = (1, 20)  # saves, replays, verifying
    silence: float = 120  # seconds after which a silent connection is closed
    open: int = 10_000  # connections of all kinds; and never more than files can be opened
    own_open: int = 300  # of one address
    idle: float = 35  # seconds for a connection on which nothing is asked
    asking: float = 10  # seconds for the head of a request; a body may take longer, the longer it is
    reading: float = 60  # seconds within which a reader must have taken part of an answer


LOCAL: Final = Limits(
    own_connections=500, own_open=1000, requests=(200, 1000), frames=(200, 1000), new_tables=(5, 100), heavy=(20, 200)
)  # fmt: skip
NONE: Final = Limits(
    connections=100_000, own_connections=100_000, own_open=100_000, requests=(1e6, 10**9), frames=(1e6, 10**9),
    logins=(1e6, 10**9), new_accounts=(1e6, 10**9), guests=(1e6, 10**9), complaints=(1e6, 10**9),
    new_tables=(1e6, 10**9), heavy=(1e6, 10**9),
)  # fmt: skip


class Bucket:
    """Tokens that come at a steady rate, up to a maximum."""

    __slots__ = ("at", "tokens")

    def __init__(self, tokens: float) -> None:
        self.tokens = tokens
        self.at = time.monotonic()

    def take(self, rate: float, burst: int) -> float:
        """Take one; returns 0, or the seconds until there is one to take."""
        now = time.monotonic()
        self.tokens = min(burst, self.tokens + (now - self.at) * rate)
        self.at = now
        if self.tokens >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / rate


class Gate:
    """Buckets by what is done and by whom."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def admit(self, what: str, who: str, rate: tuple[float, int]) -> None:
        """Let one through, or say for how long to wait."""
        bucket = self._buckets.get((what, who))
        if bucket is None:
            bucket = self._buckets[what, who] = Bucket(rate[1])
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((what, who))
        wait = bucket.take(*rate)
        if wait:
            refused = Refused("too many", "server.too_many", seconds=int(wait) + 1)
            refused.wait = int(wait) + 1
            raise refused
