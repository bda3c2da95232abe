"""Set-up options as somebody types them: K=V, where dots descend into tables.

>>> merge_option({}, "28.4=true")
{'28.4': True}
>>> merge_option({"pilots": {"201": "green"}}, "pilots.202=experte")
{'pilots': {'201': 'green', '202': 'experte'}}
>>> merge_option({}, "equipment.201=Naxos,SN-2c")
{'equipment': {'201': ['Naxos', 'SN-2c']}}
>>> merge_option({}, "any_date")
{'any_date': True}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from viermot.kernel.json import Json, JsonObject, JsonTable
from viermot.kernel.user_error import UserError

TRUTH: Final = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
LISTS: Final = ("equipment", "decline")  # their values are lists, even of one


def merge_option(options: JsonTable, text: str) -> JsonObject:
    """The options with one more laid over them; neither argument is changed."""
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not name:
        raise UserError("option.bad_form", text=text)
    path = _path(name)
    merged: JsonObject = dict(options)
    table = merged
    for step in path[:-1]:
        below = table.get(step, {})
        table[step] = dict(below) if isinstance(below, Mapping) else {}
        table = table[step]
    table[path[-1]] = _value(path[0], value) if equals else True
    return merged


def _path(name: str) -> list[str]:
    """Where the option stands: 28.2.1 is one name, pilots.201 is a table and a key in it."""
    return [name] if name[0].isdigit() else name.split(".")


def _value(table: str, value: str) -> Json:
    if table in LISTS:
        return [item.strip() for item in value.split(",") if item.strip()]
    return TRUTH.get(value.lower(), value)


def all_options(texts: Iterable[str]) -> JsonObject:
    """Every --option of a command line, in order."""
    options: JsonObject = {}
    for text in texts:
        options = merge_option(options, text)
    return options
