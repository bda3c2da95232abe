"""Plots for notebooks, as SVG and without a plotting library: a notebook shows a `Picture` as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from viermot.lab.statistics import Estimate

WIDTH, ROW, LEFT, RIGHT = 560, 26, 170, 40
INK, PALE, MARKED = "#1f4e79", "#dddddd", "#b03a2e"
FONT: Final = 'font-family="sans-serif" font-size="13"'
DARK: Final = 0.6  # below this a letter is white
SIZE: Final = 12  # pixels from a hex's middle to its corner


@dataclass(frozen=True)
class Picture:
    """An SVG that a notebook shows."""

    text: str

    def _repr_svg_(self) -> str:
        return self.text


def _picture(width: float, height: float, parts: list[str], title: str) -> Picture:
    named = f'role="img" aria-label="{escape(title)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" {named} {FONT}>'
    back = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>'
    return Picture("\n".join([head, back, *parts, "</svg>"]))


def intervals(estimates: Mapping[str, Estimate], title: str) -> Picture:
    """Estimates between 0 and 1, a line each, with their intervals."""

    def across(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * min(max(value, 0.0), 1.0)

    parts = [f'<text x="{LEFT}" y="18" font-weight="bold">{escape(title)}</text>']
    bottom = 34 + ROW * len(estimates)
    for mark in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = across(mark)
        parts.append(f'<path d="M{x:.1f} 28V{bottom}" stroke="{PALE}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{mark:g}</text>')
    for at, (name, estimate) in enumerate(estimates.items()):
        y = 34 + ROW * at + ROW // 2
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        ends = f'd="M{across(estimate.low):.1f} {y}H{across(estimate.high):.1f}"'
        parts.append(f'<path {ends} stroke="{INK}" stroke-width="2"/>')
        parts.append(f'<circle cx="{across(estimate.value):.1f}" cy="{y}" r="4" fill="{INK}"/>')
    return _picture(WIDTH, bottom + 28, parts, title)


def hexes(chances: Mapping[str, float], marked: Mapping[str, str], title: str, columns: int, rows: int) -> Picture:
    """A map of hexes ("0712"): the darker, the likelier (by the square root); those marked have a letter in them."""
    highest = max(chances.values(), default=1.0) or 1.0
    parts = [f'<text x="{SIZE}" y="18" font-weight="bold">{escape(title)}</text>']
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            name = f"{column:02}{row:02}"
            x, y = _middle(column, row)
            shade = 1.0 - 0.85 * (chances.get(name, 0.0) / highest) ** 0.5  # so that unlikely places can be seen
            fill = f"rgb({255 * shade:.0f},{255 * shade:.0f},255)" if name in chances else "#ffffff"
            points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in CORNERS)
            parts.append(f'<polygon points="{points}" fill="{fill}" stroke="{PALE}"/>')
            if name in marked:
                letter = escape(marked[name])
                ink = MARKED if shade > DARK else "#ffffff"
                parts.append(f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle" fill="{ink}">{letter}</text>')
    width, height = _middle(columns + 1, rows + 1)
    return _picture(width, height + SIZE, parts, title)


CORNERS: Final = [
    (SIZE * dx, SIZE * dy * 0.866) for dx, dy in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
]


def _middle(column: int, row: int) -> tuple[float, float]:
    """Where a hex lies; even columns stand half a hex lower."""
    lower = 0.5 if column % 2 == 0 else 0.0
    return SIZE * (1.5 * column + 0.5), 24 + SIZE * 1.732 * (row - 0.4 + lower)
