"""Plain JSON, as types.

What is written is `Json`: nothing else can be put into it. What is read has the loose shape that `json.loads` and
`tomllib.loads` give, under these two names: every value is held against its form before it is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = dict[str, Any]
JsonTable: TypeAlias = Mapping[str, Any]  # one that is only looked at
