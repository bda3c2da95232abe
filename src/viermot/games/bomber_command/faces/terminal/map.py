"""The map of Bomber Command as text: 17 columns of up to 11 hexes, even columns half a line lower [2.1].

Two lines of text make one row of hexes: the first has the columns A, C, E ..., the second B, D, F ... A hex shows its
terrain, how many nightfighter units are in it, and what this seat may see of the raids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from viermot.games.bomber_command.model.board import COLUMNS, NAME, ON_MAP, ROWS
from viermot.games.bomber_command.model.ids import Hex
from viermot.games.bomber_command.model.layout import Layout
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console

STEP: Final = 3  # characters from column to column
WIDTH: Final = 4 + STEP * COLUMNS + 3
LETTERS: Final = "ABCDEFGHIJKLMNOPQ"


def draw(
    shown: JsonObject,
    layout: Layout,
    console: Console,
    legal: Collection[str] = (),
    shades: Mapping[str, str] | None = None,
) -> list[str]:
    """The seat's map: 24 lines, the letters of its columns above and below.

    Behind the terrain of a hex of a belief its shade: the darker, the likelier.
    """
    cells = {NAME[hex_]: sign_of(layout, hex_) for hex_ in ON_MAP}
    styles = dict.fromkeys(cells, "dim")
    for name in legal:
        if name in cells:
            styles[name] = "legal"
            cells[name] = "+" + cells[name][1:]
    for name, shade in (shades or {}).items():
        if name in cells:
            cells[name] += shade
            styles[name] = "enemy"
    _own(shown, cells, styles)
    _enemy(shown, cells, styles)
    top = "    " + "".join(letter.ljust(STEP) for letter in LETTERS)
    lines = [top.rstrip()]
    for row in range(1, ROWS + 1):
        for even in (False, True):
            lines.append(_line(row, even, cells, styles, console))
    return [*lines, top.rstrip()]  # on a low screen the upper ones have scrolled off


def _line(row: int, even: bool, cells: dict[str, str], styles: dict[str, str], console: Console) -> str:
    """Every other hex of a row; those between stand half a row lower."""
    line = f"{row:2d}  " if not even else "    " + " " * STEP
    for column in range(2 if even else 1, COLUMNS + 1, 2):
        name = LETTERS[column - 1] + str(row)
        text = cells.get(name, "")[: 2 * STEP - 1]
        line += console.ink(text, styles[name]) if name in cells else ""
        line += " " * (2 * STEP - len(text))
    return line.rstrip()


def sign_of(layout: Layout, hex_: Hex) -> str:
    """Its terrain: o a city, ^ a beacon, & both, = the Himmelbett line, . anything else."""
    boxes = layout.boxes_in.get(hex_, ())
    city = any(box < layout.first_beacon for box in boxes)
    beacon = any(box >= layout.first_beacon for box in boxes)
    if city or beacon:
        return "&" if city and beacon else "o" if city else "^"
    return "=" if hex_ in layout.covered else "."


def _own(shown: JsonObject, cells: dict[str, str], styles: dict[str, str]) -> None:
    """How many units are in each hex."""
    counts: dict[str, int] = {}
    for unit in shown["units"]:
        counts[unit["place"]] = counts.get(unit["place"], 0) + 1
    for name, count in counts.items():
        if name in cells:
            cells[name] += str(min(count, 9))
            styles[name] = "own"


def _enemy(shown: JsonObject, cells: dict[str, str], styles: dict[str, str]) -> None:
    """Counters on the map, R and s; for the British player the letters of his raids."""
    marks: dict[str, str] = {}
    for raid in shown.get("plot", ()):
        if raid["fate"] == "flying" and raid["at"] < len(raid["path"]):
            name = raid["path"][raid["at"]]
            marks[name] = marks.get(name, "") + raid["letter"]
    for name, stream in shown["counters"]:
        marks[name] = marks.get(name, "") + ("s" if stream else "R")
    for name, mark in marks.items():
        cells[name] += mark
        styles[name] = "enemy"
    for _, name, _ in shown["combat_markers"]:
        if "!" not in cells[name]:
            cells[name] += "!"
            styles[name] = "counter"
