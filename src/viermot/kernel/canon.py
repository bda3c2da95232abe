"""One way to write data down, so that equal data always gives equal bytes.

A line of a record, a list of nothing but texts, whole numbers and lists of these, is written by `canonical_row`: the
same bytes, sooner.

>>> canonical_row(["decide", "Größe", [6, -1]]) == canonical(["decide", "Größe", [6, -1]])
True
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

import msgspec

from viermot.kernel.json import Json

canonical_row: Final[Callable[[list[Json]], bytes]] = msgspec.json.Encoder().encode


def canonical(data: object) -> bytes:
    """JSON with sorted keys, no spaces and plain UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
