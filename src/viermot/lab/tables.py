"""The rows of a study as tables for other programs: CSV from the plain install, Parquet with ``viermot[parquet]``."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from viermot.kernel.json import Json, JsonObject
from viermot.kernel.user_error import UserError


def flat(row: JsonObject) -> dict[str, Json]:
    """A row with its tables spread out: scores and results a column each.

    >>> flat({"game": 0, "result": {"level": "win", "vp": {"net": 3}}, "options": {"crew": [1, 2]}})
    {'game': 0, 'result.level': 'win', 'result.vp.net': 3, 'options.crew': '[1, 2]'}
    """
    found: dict[str, Json] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            found.update({f"{name}.{inner}": held for inner, held in flat(value).items()})
        else:
            found[name] = json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value
    return found


def columns(rows: Sequence[dict[str, Json]]) -> list[str]:
    """Every column, in the order in which they first appear."""
    return list(dict.fromkeys(name for row in rows for name in row))


def csv_text(rows: Sequence[JsonObject]) -> str:
    """The rows for a spreadsheet."""
    spread = [flat(row) for row in rows]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(spread), lineterminator="\n")
    writer.writeheader()
    writer.writerows(spread)
    return out.getvalue()


def write_parquet(rows: Sequence[JsonObject], file: Path) -> None:
    """The rows for pandas, Polars, DuckDB and the like; a column with values of several kinds becomes one of texts."""
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise UserError("lab.needs_extra", extra="parquet") from None
    spread = [flat(row) for row in rows]
    table = arrow.table({name: _column([row.get(name) for row in spread]) for name in columns(spread)})
    parquet.write_table(table, file, compression="zstd")


def _column(values: list[Json]) -> list[Json]:
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) <= 1:
        return values
    if kinds == {int, float}:
        return [float(value) if isinstance(value, int | float) else None for value in values]
    return [None if value is None else str(value) for value in values]
