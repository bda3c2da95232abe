"""The map of the city under attack as text: its areas as the map of the night has its hexes [10.1].

An area shows its name, the letter of its type, what has fallen there and what burns; where the bombers aim, and where
the target indicator lies.
"""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.knowledge.picture import Lying
from viermot.games.bomber_command.model.city import CENTRE, INDUSTRIAL, RESIDENTIAL, TRANSPORT, CityPlan, city_plan
from viermot.games.bomber_command.model.ids import NO_AREA, CityArea
from viermot.games.bomber_command.model.records import BombedCity
from viermot.terminal.console import Console

STEP: Final = 8  # characters from column to column
LETTERS: Final = "abcdefghi"
TYPES: Final = {CENTRE: "C", RESIDENTIAL: "R", INDUSTRIAL: "I", TRANSPORT: "T"}
OIL: Final = "O"


def draw(view: RaidView, bombed: BombedCity, console: Console) -> list[str]:
    """The city, and under it what its signs mean."""
    layout = view.layout
    plan = city_plan(layout.pack, layout.cities[bombed.city].map)
    cells = {name: _sign(plan, plan.number[name], bombed, here) for name, here in _areas(plan, view.lying())}
    styles = dict.fromkeys(cells, "dim") | {name: "strong" for name, sign in cells.items() if " " in sign}
    rows = max(int(name[1:]) for name in cells)
    lines = [console.text("bomber_command.panel.city", city=layout.cities[bombed.city].name)]
    for row in range(1, rows + 1):
        for even in (False, True):
            lines.append(_line(row, even, cells, styles, console))
    country = view.lying()[plan.country] if view.lying() else None
    if country is not None and _fallen(country):
        lines.append(console.text("bomber_command.panel.countryside", fallen=_fallen(country)))
    lines = [line for line in lines if line]
    return [*lines, *console.text("bomber_command.legend.city").split("\n")]


def _areas(plan: CityPlan, lying: list[Lying]) -> list[tuple[str, Lying]]:
    """Every area with what lies in it."""
    nothing = Lying(he=0, inc=0, fires=0, storm=False)
    return [(plan.names[at], lying[at] if lying else nothing) for at in plan.every_area]


def _line(row: int, even: bool, cells: dict[str, str], styles: dict[str, str], console: Console) -> str:
    """Every other area of a row; those between stand half a row lower."""
    line = " " * (2 + STEP * even)
    for column in range(1 if even else 0, len(LETTERS), 2):
        name = f"{LETTERS[column]}{row}"
        text = cells.get(name, "")
        line += (console.ink(text, styles[name]) if text else "") + " " * (2 * STEP - len(text))
    return line.rstrip()


def _sign(plan: CityPlan, area: CityArea, bombed: BombedCity, here: Lying) -> str:
    """ "c3:C x@ 2+1 *1": an area of the centre, aimed at and marked, with two HE, one incendiary and a major fire."""
    type_ = OIL if area == plan.oil else TYPES.get(plan.types[area], "")
    marks = ""
    if bombed.aimpoint != NO_AREA:
        marks = "x" * (area == bombed.aimpoint) + "@" * (area == bombed.ti)
    fires = f"{'**' if here.storm else '*'}{here.fires}" if here.fires else ""
    head = f"{plan.names[area]}:{type_}" if type_ else plan.names[area]
    return " ".join(part for part in (head, marks, _fallen(here), fires) if part)


def _fallen(here: Lying) -> str:
    return f"{here.he}+{here.inc}" if here.he or here.inc else ""
