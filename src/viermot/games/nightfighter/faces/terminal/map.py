"""The map as text: 18 lines of 27 hexes, two characters each [2.1].

The map lies on its side: bombers fly from left to right, from row 01 to row 27; a line is a column of hexes, column 18
on top. Even columns are set half a hex to the right, so every hex touches its six neighbours as it does on paper.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.layout import Layout
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonObject
from viermot.terminal.console import ARROWS, Console

Cell = tuple[str, str]  # two characters and a style
Cells = dict[str, Cell]  # by hex
WIDTH: Final = 3 + 2 * HEXES.rows + 1
KEYPAD: Final = "479631"  # facings where arrows cannot be written: as on a keypad
FOUND: Final = {"nothing": "?", "contact": "!", "same hex": "=", "silent": "-", "pending": "_"}
RECENT: Final = 2  # how many turns of track memory the map shows; `tracks` lists all


def arrow(facing: str | None, console: Console) -> str:
    """Where a facing points on this map: S, the way of the bombers, is to the right."""
    if facing is None:
        return " "
    return (KEYPAD if console.plain_ascii else ARROWS)[DIRECTIONS.index(facing)]


def draw(
    picture: JsonObject,
    layout: Layout,
    console: Console,
    legal: Collection[str] = (),
    shades: Mapping[str, str] | None = None,
) -> list[str]:
    """The seat's map: 19 lines of 58 characters. Hexes in ``legal`` or of a belief are marked where nothing stands."""
    cells = sky_cells(layout, legal, shades, _tracks(picture))
    cells.update({marker["hex"]: ("* ", "counter") for marker in picture["markers"]})
    cells.update(_radar(picture))
    cells.update(_enemies(picture, console))
    cells.update(own_cells(picture, cells, console))
    return lines_of(picture, layout, cells, console)


def lines_of(picture: JsonObject, layout: Layout, cells: Mapping[str, Cell], console: Console) -> list[str]:
    """The cells line by line, under the numbers of the rows; in the corner, the way to the north."""
    north = f"{DIRECTIONS[0]}{'<' if console.plain_ascii else arrow(DIRECTIONS[0], console)} "
    lines = [(north + ruler(picture, layout)).ljust(WIDTH)]
    for column in range(HEXES.columns, 0, -1):
        line = "".join(console.ink(*cells[f"{column:02d}{row:02d}"]) for row in range(1, HEXES.rows + 1))
        lines.append(f"{column:02d} " + (f"{line} " if column % 2 else f" {line}"))
    return lines


def sky_cells(layout: Layout, legal: Collection[str], shades: Mapping[str, str] | None, *under: Cells) -> Cells:
    """What lies beneath all counters: the ground, a belief, what else is ``under`` the legal hexes, the beacon."""
    cells = dict(ground(layout))
    cells.update(shaded_cells(shades or {}))
    for each in under:
        cells.update(each)
    cells.update(dict.fromkeys(legal, ("+ ", "legal")))
    cells[layout.components.map.beacon] = ("^ ", "counter")
    return cells


def shaded_cells(shades: Mapping[str, str]) -> dict[str, Cell]:
    """Where somebody unseen may be: the darker the letter, the likelier."""
    return {hex_: (letter * 2, "enemy") for hex_, letter in shades.items()}


def ruler(picture: JsonObject, layout: Layout) -> str:
    """The numbers of the rows; above column 18 the radio beacon box, where it is in use [2.1.3c]."""
    rows = "".join(f"{row:02d}  " for row in range(1, HEXES.rows + 1, 2))
    inside = [fighter["id"][-1] for fighter in picture["fighters"] if fighter["hex"] == "box"]
    if "23" in layout.scenario.rules:
        label = ("box " + " ".join(inside)) if inside else "box"
        rows = rows[:20] + f"[{label[:10]:10}]" + rows[32:]
    return rows.rstrip()


@lru_cache(maxsize=4)
def ground(layout: Layout) -> dict[str, Cell]:
    """Open sky, searchlight zones (:), zones lit by flares (") and the task force (~), with their letters [2.1.3]."""
    cells: dict[str, Cell] = {HEXES.name(hex_): (". ", "dim") for hex_ in HEXES.all}
    for zone, letter in enumerate(layout.zone_letters):
        sign = (
            "~" if zone == layout.task_force else '"' if layout.flare_lit[zone] else ":" if layout.active[zone] else ""
        )
        if sign:
            cells.update({HEXES.name(hex_): (sign + " ", "zone") for hex_ in layout.zone_hexes[zone]})
            corner = max(layout.zone_hexes[zone], key=lambda hex_: (HEXES.column[hex_], -HEXES.row[hex_]))
            cells[HEXES.name(corner)] = (letter + " ", "zone")
    return cells


def _tracks(picture: JsonObject) -> dict[str, Cell]:
    """Where radar searched in the last turns: ; with contact, , without [13.1.4]."""
    since = picture["turn"] - RECENT
    recent = [track for track in picture["tracks"] if track["turn"] >= since]
    return {track["hex"]: ("; " if track["contact"] else ", ", "dim") for track in recent}


def _radar(picture: JsonObject) -> dict[str, Cell]:
    """Search counters with what they show, and sweeps; behind each the initial of its radar [2.2.2, 13.1]."""
    cells = {s["hex"]: (FOUND[s["result"]] + s["radar"][0], "counter") for s in picture["searches"]}
    cells.update({s["hex"]: ("x" + s["radar"][0], "counter") for s in picture["sweeps"]})
    return cells


def sign_of(contact: JsonObject) -> str:
    """T tallied, F fixed by AI radar, L held by lights, V merely in view."""
    return "T" if contact["tallied_by"] else "F" if contact["fixed_by"] else "L" if contact["lit_in"] else "V"


def _enemies(picture: JsonObject, console: Console) -> dict[str, Cell]:
    """Contacts with the last figure of their number; on the umpire's map all attackers with their tally number."""
    cells: dict[str, Cell] = {}
    if "umpire" in picture:
        for attacker in picture["umpire"]["attackers"]:
            if attacker["hex"]:
                letter = "i" if attacker["intruder"] else "b"
                sign = letter.upper() if attacker["contact"] else letter
                cells[attacker["hex"]] = (sign + attacker["id"][-1], "enemy")
        return cells
    for contact in picture["contacts"]:
        cells[contact["hex"]] = (sign_of(contact) + contact["contact"][-1], "enemy")
    return cells


def own_cells(picture: JsonObject, under: dict[str, Cell], console: Console) -> dict[str, Cell]:
    """The last figure of a fighter and its facing; what it shares the hex with comes first."""
    cells: dict[str, Cell] = {}
    for fighter in picture["fighters"]:
        hex_, figure = fighter["hex"], fighter["id"][-1]
        if hex_ in (None, "box"):
            continue
        if hex_ in cells:
            cells[hex_] = (cells[hex_][0][0] + figure, "own")
        elif under[hex_][1] == "enemy":
            cells[hex_] = (figure + under[hex_][0][0], "own")
        else:
            cells[hex_] = (figure + arrow(fighter["facing"], console), "own")
    return cells


def legend(console: Console, seat: str) -> list[str]:
    """What the signs mean."""
    arrows = " ".join(f"{way}{arrow(way, console)}" for way in DIRECTIONS)
    key = "nightfighter.legend.umpire" if seat == "umpire" else "nightfighter.legend.player"
    return [*console.text("nightfighter.legend", arrows=arrows).split("\n"), *console.text(key).split("\n")]
