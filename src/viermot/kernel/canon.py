"""One way to write data down, so that equal data always gives equal bytes."""

from __future__ import annotations

import json


def canonical(data: object) -> bytes:
    """JSON with sorted keys, no spaces and plain UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
