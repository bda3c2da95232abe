"""The numbers on a game's charts, each by its address, and charts with some of them changed.

An address says where a number stands: the file, the way to it, rows by their names or numbers.

>>> tables = {"guns.toml": {"gun": [{"name": "MG 17", "hits": 1}, {"name": "MG 151/20", "hits": 3}], "jam": [11, 12]}}
>>> list(numbers(tables))
['guns.toml: gun[MG 17].hits', 'guns.toml: gun[MG 151/20].hits', 'guns.toml: jam[0]', 'guns.toml: jam[1]']

`[*]` stands for every row, so that a whole column is one field. A change is a number, or a step up or down from what
stands there: a tenth of it, but at least one.

>>> changed(tables, {"guns.toml: gun[*].hits": "+1", "guns.toml: jam[0]": 10})["guns.toml"]["jam"]
[10, 12]
>>> [row["hits"] for row in changed(tables, {"guns.toml: gun[*].hits": "+1"})["guns.toml"]["gun"]]
[2, 4]
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from viermot.kernel.json import JsonTable
from viermot.kernel.packs import LABELS, Tables
from viermot.kernel.user_error import UserError, brief

Path = tuple[str | int, ...]  # a file, then keys and numbers of rows
Number = int | float
PROVENANCE: Final = ("status", "pinned")  # where a value comes from; not a value itself
STEP: Final = re.compile(r"[+-]\d{1,3}")
SHARE: Final = 0.1  # of a number: one step


def numbers(tables: Tables) -> dict[str, Path]:
    """Every number on the charts: where it stands, by its address."""
    found: dict[str, Path] = {}
    for file, table in tables.items():
        for address, path in _numbers(table, "", (file,)):
            found[f"{file}: {address.removeprefix('.')}"] = path
    return found


def _numbers(value: Any, address: str, path: Path) -> Iterator[tuple[str, Path]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in PROVENANCE:
                yield from _numbers(inner, f"{address}.{key}", (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _numbers(inner, f"{address}[{_label(inner, number)}]", (*path, number))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield address, path


def _label(row: object, number: int) -> str:
    if isinstance(row, Mapping):
        for key in LABELS:
            if isinstance(row.get(key), str | int):
                return str(row[key])
    return str(number)


def field_of(address: str) -> str:
    """The column a number stands in: its address with every row left open.

    >>> field_of("guns.toml: gun[MG 151/20].hits")
    'guns.toml: gun[*].hits'
    """
    return re.sub(r"\[[^\]]*\]", "[*]", address)


@cache
def _pattern(wanted: str) -> re.Pattern[str]:
    """What a pattern stands for: `[*]` for any row, a bare `*` at the end for everything that begins like this."""
    rows = re.escape(wanted).replace(re.escape("[*]"), r"\[[^\]]*\]")
    return re.compile(rows.replace(re.escape("*"), ".*"))


def matching(addresses: Sequence[str], wanted: str) -> list[str]:
    """The addresses a pattern stands for; the name of a file stands for everything in it."""
    if ":" not in wanted:
        wanted = f"{wanted}: *"
    exact = [wanted] if wanted in addresses else []
    return exact or [address for address in addresses if _pattern(wanted).fullmatch(address)]


def moved(value: Number, step: int) -> Number:
    """A number moved a few steps up or down.

    >>> moved(6, 1), moved(40, -2), moved(0.5, 1)
    (7, 32, 0.55)
    """
    if isinstance(value, float) and not value.is_integer():
        return round(value * (1 + SHARE * step), 6)
    return value + step * max(1, round(abs(value) * SHARE))


def changed(tables: Tables, changes: JsonTable) -> Tables:
    """The tables with these numbers changed; the tables given stay as they are."""
    if not changes:
        return tables
    known = numbers(tables)
    addresses = list(known)
    new = dict(tables)
    copied: set[str] = set()
    for wanted, change in changes.items():
        found = matching(addresses, wanted)
        if not found:
            raise UserError("lab.no_number", name=brief(wanted, 80))
        for address in found:
            file, *keys = known[address]
            if file not in copied:
                new[str(file)] = copy.deepcopy(new[str(file)])
                copied.add(str(file))
            holder: Any = new[str(file)]
            for key in keys[:-1]:
                holder = holder[key]
            holder[keys[-1]] = _other(wanted, holder[keys[-1]], change)
    return new


def _other(wanted: str, value: Number, change: object) -> Number:
    if isinstance(change, str) and STEP.fullmatch(change):
        return moved(value, int(change))
    if isinstance(change, bool) or not isinstance(change, int | float):
        raise UserError("lab.no_change", name=brief(wanted, 80), value=brief(change))
    return change
