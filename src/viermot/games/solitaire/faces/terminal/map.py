"""The map as text, with every counter on it: Nightfighter's map, open [S3.0]."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from viermot.games.nightfighter.faces.terminal.map import WIDTH as WIDTH
from viermot.games.nightfighter.faces.terminal.map import ground, lines_of, own_cells, sky_cells
from viermot.games.nightfighter.model.layout import Layout
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console

SIGNS: Final = {"moderate": "m", "low": "l"}


def sign_of(counter: JsonObject) -> str:
    """At high uncertainty its name; m or l and the last figure; or what holds it: T, F, L, K (track), V."""
    name: str = counter["counter"]
    if counter["level"] == "high":
        return name[-2:]
    sign = SIGNS.get(counter["level"])
    if sign is None:
        held = (("T", "tallied_by"), ("F", "fixed_by"), ("L", "lit_in"))
        sign = next((letter for letter, key in held if counter[key]), "K" if counter["track"] == "above" else "V")
    return sign + str(counter["bomber"])[-1]


def draw(
    picture: JsonObject,
    layout: Layout,
    console: Console,
    legal: Collection[str] = (),
    shades: Mapping[str, str] | None = None,
) -> list[str]:
    """The map: 19 lines of 58 characters. Hexes in ``legal``, or of a belief, are marked where nothing stands."""
    cells = sky_cells(layout, legal, shades)
    cells.update({counter["hex"]: (sign_of(counter), "enemy") for counter in picture["counters"]})
    cells.update(own_cells(picture, cells, console))
    return lines_of(picture, layout, cells, console)


def area_map(picture: JsonObject, layout: Layout, counter: JsonObject, console: Console) -> list[str]:
    """The map with one counter's area: the dice of each hex (23 is 2/3-4), xx where it is excluded [S5.0, S5.5]."""
    cells = dict(ground(layout))
    cells.update(own_cells(picture, cells, console))
    cells.update({cell["hex"]: (_dice(cell["dice"]), "legal") for cell in counter["area"]})
    cells.update(dict.fromkeys(counter["excluded"], ("xx", "dim")))
    if not counter["area"]:
        cells[counter["hex"]] = (sign_of(counter), "enemy")
    return lines_of(picture, layout, cells, console)


def _dice(told: str) -> str:
    return told[0] + told[2] if "/" in told else f"{told} "
