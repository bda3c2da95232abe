"""Plots as SVG, drawn here so that a report is self-contained.

Colours are the page's own variables where it has them (pages.py), so that a plot suits a light page and a dark one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from statistics import fmean, quantiles
from typing import Final

from viermot.lab.statistics import Estimate

WIDTH: Final = 720
LEFT, RIGHT, TOP, BOTTOM = 236, 20, 8, 30
ROW: Final = 24  # pixels for a line of a plot
LETTER: Final = 6.7  # pixels, about
POINTS: Final = 160  # of a curve at most
INK, SOFT, GRID = "var(--ink,#1c2430)", "var(--soft,#5a6675)", "var(--grid,#dfe4ea)"
COLOURS: Final = ("#2f6690", "#c8553d", "#5f8d4e", "#8b5e9b", "#c9962b", "#3c9d9b", "#9c5b6d", "#6b7280")
SCALE: Final = ("#a63d40", "#d88a6a", "#c9c3b1", "#7fa8bf", "#2f6690")  # from the worst result to the best


@dataclass(frozen=True)
class Axis:
    """The range of a plot, and where it is marked."""

    low: float
    high: float
    ticks: Sequence[float]

    def across(self, value: float) -> float:
        """Where a value lies between the edges."""
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1.0)
        return LEFT + (WIDTH - LEFT - RIGHT) * share


UNIT: Final = Axis(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))


def axis_of(values: Sequence[float], from_zero: bool = True) -> Axis:
    """An axis with round marks that has room for all these.

    >>> axis_of([0.4, 7.2]).ticks
    (0.0, 2.0, 4.0, 6.0, 8.0)
    """
    low, high = min(values), max(values)
    if from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    span = (high - low) or 1.0
    step = 10.0 ** floor(log10(span / 4))
    step *= next(times for times in (1, 2, 2.5, 5, 10) if span / (step * times) <= 5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    ticks = tuple(round(n * step, 10) for n in range(first, max(last, first + 1) + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def svg(height: float, parts: Sequence[str], name: str) -> str:
    """A picture with its name, for readers who have it read out."""
    box = f'viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(name)}"'
    font = 'font-size="12.5" font-family="system-ui,sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {font}>{"".join(parts)}</svg>'


def _frame(axis: Axis, bottom: float) -> list[str]:
    parts = []
    for tick in axis.ticks:
        x = axis.across(tick)
        parts.append(f'<path d="M{x:.1f} {TOP}V{bottom:.1f}" stroke="{GRID}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 17:.1f}" text-anchor="middle" fill="{SOFT}">{tick:g}</text>')
    return parts


def _label(text: str, y: float) -> str:
    """A line's name, cut where there is no room; the whole of it shows under the mouse."""
    room = int((LEFT - 14) / LETTER)
    short = text if len(text) <= room else f"{text[: room - 1]}…"
    whole = f"<title>{escape(text)}</title>" if short != text else ""
    return f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end" fill="{INK}">{escape(short)}{whole}</text>'


def legend(names: Sequence[tuple[str, str]]) -> tuple[list[str], float]:
    """Names with their colours, on as many lines as they need; and the height of that."""
    parts: list[str] = []
    x, y = 0.0, 14.0
    for name, colour in names:
        wide = 26 + LETTER * len(name)
        if x and x + wide > WIDTH:
            x, y = 0.0, y + 20
        parts.append(f'<rect x="{x:.0f}" y="{y - 10:.0f}" width="12" height="12" rx="2" fill="{colour}"/>')
        parts.append(f'<text x="{x + 17:.0f}" y="{y:.0f}" fill="{INK}">{escape(name)}</text>')
        x += wide + 8
    return parts, y + 12


def _shifted(parts: Sequence[str], down: float) -> str:
    return f'<g transform="translate(0 {down:.0f})">{"".join(parts)}</g>'


def intervals(name: str, lines: Sequence[tuple[str, Estimate, str]], axis: Axis) -> str:
    """Means as dots with their intervals, a line each."""
    parts: list[str] = []
    y: float = TOP + ROW / 2
    for label, found, colour in lines:
        low, value, high = (axis.across(each) for each in (found.low, found.value, found.high))
        told = f"<title>{escape(label)}: {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]</title>"
        parts.append(_label(label, y))
        parts.append(f'<g>{told}<path d="M{low:.1f} {y}H{high:.1f}" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<circle cx="{value:.1f}" cy="{y}" r="4.5" fill="{colour}"/></g>')
        y += ROW
    bottom = y - ROW / 2 + 2
    return svg(bottom + BOTTOM, [*_frame(axis, bottom), *parts], name)


def stacked(name: str, lines: Sequence[tuple[str, Sequence[int]]], levels: Sequence[str]) -> str:
    """How often each result came, as bars of the same length."""
    colours = [scale_colour(number, len(levels)) for number in range(len(levels))]
    heads, height = legend(list(zip(levels, colours, strict=True)))
    parts: list[str] = []
    y: float = TOP
    for label, counts in lines:
        whole, x = sum(counts) or 1, float(LEFT)
        parts.append(_label(label, y + ROW / 2 - 2))
        for count, colour, level in zip(counts, colours, levels, strict=True):
            wide = (WIDTH - LEFT - RIGHT) * count / whole
            if count:
                told = f"<title>{escape(level)}: {count} ({100 * count / whole:.0f} %)</title>"
                shape = f'x="{x:.1f}" y="{y:.0f}" width="{wide:.1f}" height="{ROW - 6}"'
                parts.append(f'<rect {shape} fill="{colour}">{told}</rect>')
            x += wide
        y += ROW
    per_cent = Axis(0.0, 100.0, (0, 25, 50, 75, 100))
    return svg(height + y + BOTTOM, [*heads, _shifted([*_frame(per_cent, y), *parts], height)], name)


def scale_colour(number: int, of: int) -> str:
    """The colour of one of these results, from the worst to the best."""
    if of == 1:
        return SCALE[-1]
    return SCALE[round(number * (len(SCALE) - 1) / (of - 1))]


def boxes(name: str, lines: Sequence[tuple[str, Sequence[float]]], axis: Axis) -> str:
    """How long games were: the middle half as a box, the median in it, a line across nine games in ten."""
    parts: list[str] = []
    y: float = TOP + ROW / 2
    for label, values in lines:
        if len(values) > 1:
            parts.append(_label(label, y))
            parts += _box(label, values, y, axis)
            y += ROW
    bottom = y - ROW / 2 + 2
    return svg(bottom + BOTTOM, [*_frame(axis, bottom), *parts], name)


def _box(label: str, values: Sequence[float], y: float, axis: Axis) -> list[str]:
    cuts = quantiles(values, n=20, method="inclusive")
    lowest, lower, median, upper, highest = (axis.across(cuts[place]) for place in (0, 4, 9, 14, 18))
    told = f"<title>{escape(label)}: {cuts[9]:g} ({cuts[4]:g} - {cuts[14]:g})</title>"
    return [
        f'<g>{told}<path d="M{lowest:.1f} {y}H{highest:.1f}" stroke="{COLOURS[0]}" stroke-width="1.5"/>',
        f'<rect x="{lower:.1f}" y="{y - 7}" width="{max(upper - lower, 1):.1f}" height="14" rx="2" fill="{COLOURS[0]}" '
        'fill-opacity=".35"/>',
        f'<path d="M{median:.1f} {y - 7}v14" stroke="{COLOURS[0]}" stroke-width="2.5"/></g>',
    ]


def curves(name: str, series: Sequence[tuple[str, Sequence[float]]], axis: Axis) -> str:
    """How means settled as games came in: from left to right all games of a line."""
    tall = 200.0
    names = [(label, COLOURS[number % len(COLOURS)]) for number, (label, _) in enumerate(series)]
    heads, height = legend(names)
    left = 46.0
    wide = WIDTH - left - RIGHT

    def up(value: float) -> float:
        return TOP + tall * (1 - (value - axis.low) / ((axis.high - axis.low) or 1))

    parts: list[str] = []
    for tick in axis.ticks:
        y = up(tick)
        parts.append(f'<path d="M{left} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{SOFT}">{tick:g}</text>')
    longest = max((len(values) for _, values in series), default=1)
    for (_, values), (_, colour) in zip(series, names, strict=True):
        points = ((left + wide * n / longest, up(mean)) for n, mean in running(values))
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
    foot = TOP + tall + 18
    parts.append(f'<text x="{left}" y="{foot:.0f}" text-anchor="middle" fill="{SOFT}">0</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{foot:.0f}" text-anchor="end" fill="{SOFT}">{longest}</text>')
    return svg(height + foot + 8, [*heads, _shifted(parts, height)], name)


def running(values: Sequence[float]) -> list[tuple[int, float]]:
    """The mean after each of some of the games, at a limited number of points.

    >>> running([1.0, 0.0, 0.5])
    [(1, 1.0), (2, 0.5), (3, 0.5)]
    """
    step = max(1, len(values) // POINTS)
    return [(n, fmean(values[:n])) for n in range(step, len(values) + 1, step)]


def sensitivity(name: str, lines: Sequence[tuple[str, Estimate, float, bool]]) -> str:
    """What each factor does, as bars with their intervals; the notch is what chance alone would produce."""
    axis = axis_of([found.high for _, found, _, _ in lines])
    parts: list[str] = []
    y: float = TOP
    for label, found, noise, matters in lines:
        middle, colour = y + ROW / 2 - 2, COLOURS[0] if matters else "#9aa5b1"
        wide = axis.across(found.value) - LEFT
        told = f"<title>{escape(label)}: {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]</title>"
        parts.append(_label(label, middle))
        parts.append(
            f'<g>{told}<rect x="{LEFT}" y="{y:.0f}" width="{wide:.1f}" height="{ROW - 6}" rx="2" fill="{colour}"/>'
        )
        ends = f"M{axis.across(found.low):.1f} {middle:.0f}H{axis.across(found.high):.1f}"
        parts.append(f'<path d="{ends}" stroke="{INK}" stroke-width="1.3"/>')
        parts.append(
            f'<path d="M{axis.across(noise):.1f} {y - 2:.0f}v{ROW - 2}" stroke="{COLOURS[1]}" stroke-width="2"/></g>'
        )
        y += ROW
    return svg(y + BOTTOM, [*_frame(axis, y), *parts], name)
