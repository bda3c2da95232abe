"""Values as TOML: as much of it as a position needs.

>>> toml({"28.1": True, "crew": ["Knoke", 3]})
'{"28.1" = true, "crew" = ["Knoke", 3]}'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping


def toml(value: object) -> str:
    """A value on one line: a switch, a number, a text, a table or a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml(str(key))} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    raise TypeError(f"TOML has no {type(value).__name__}")
