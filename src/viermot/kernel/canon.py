"""One way to write data down, so that equal data always gives equal bytes.

A line of a record, a row of nothing but texts, whole numbers and rows of these, is written by `canonical_row`, a
state, which has tables of these as well, by `canonical_state`: the same bytes, sooner. Neither holds numbers with a
fraction: those could be written in more than one way.

>>> canonical_row(["decide", "Größe", [6, -1]]) == canonical(["decide", "Größe", [6, -1]])
True
>>> canonical_state({"turn": 3, "asked": [None, True]}) == canonical({"turn": 3, "asked": [None, True]})
True
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from viermot.kernel.json import JsonObject

canonical_row: Final[Callable[[Sequence[object]], bytes]] = msgspec.json.Encoder().encode
canonical_state: Final[Callable[[JsonObject], bytes]] = msgspec.json.Encoder(order="sorted").encode


def canonical(data: object) -> bytes:
    """JSON with sorted keys, no spaces and plain UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
