"""The picture of one click: a band for each layer, in it its modules with what others call there, and whom it calls."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from tools import trace as way

if TYPE_CHECKING:
    from tools.trace import Layer, Trace

WIDTH, LEFT, RIGHT = 1000, 150, 130  # of the picture, of a band's title, of what it calls
LETTER, LINE, GAP, PAD = 6.05, 13, 8, 8  # width of a letter, height of a line, between boxes, around them
MOST: Final = 6  # functions named in a box
STYLE: Final = """
text { font: 10px ui-monospace, Menlo, Consolas, monospace; fill: #2b2f33 }
.name { font-weight: bold }
.layer { font: bold 13px system-ui, sans-serif }
.what { font: 10.5px system-ui, sans-serif; fill: #5c646b }
.paper { fill: #f7f6f2 } .band { fill: #ebe9e1 } .box { fill: #fdfcf9; stroke: #b9b5a7 }
.down { fill: #2f5f88 } .back { fill: #97561c }
@media (prefers-color-scheme: dark) {
text { fill: #d9dcde } .what { fill: #9aa3aa }
.paper { fill: #1d2023 } .band { fill: #272b2f } .box { fill: #1f2326; stroke: #4b5258 }
.down { fill: #8fb8d9 } .back { fill: #dba471 }
}
"""


def draw(trace: Trace) -> str:
    """The picture as SVG."""
    bands: list[str] = []
    top = PAD
    for layer in way.LAYERS:
        boxes = boxes_of(trace, layer.name)
        if boxes:
            drawn, height = band(trace, layer, boxes, top)
            bands += drawn
            top += height + GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}">'
    title = "<title>One click: what a decision made at the page calls on its way, layer by layer</title>"
    paper = f'<rect class="paper" width="{WIDTH}" height="{top}"/>'
    return "\n".join([head, title, f"<style>{STYLE}</style>", paper, *bands, "</svg>", ""])


def boxes_of(trace: Trace, layer: str) -> dict[str, list[str]]:
    """The modules of a layer, each with the functions that other modules, or a thread's loop, call there."""
    modules = {place.module for place in trace.places() if in_layer(place.module, layer)}
    entered: dict[str, dict[str, None]] = {module: {} for module in modules}  # in the order of their first calls
    for by, place in trace.calls:
        if place.module in modules and (by is None or by.module != place.module):
            entered[place.module][place.function] = None
    boxes: dict[str, list[str]] = {}
    for module in sorted(modules, key=lambda module: in_order(layer, module)):
        names = list(entered[module])
        left = len(names) - MOST
        boxes[module] = names if left <= 1 else [*names[:MOST], f"and {left} more"]
    return boxes


def in_layer(module: str, layer: str) -> bool:
    found = way.layer_of(module)
    return found is not None and found.name == layer


def in_order(layer: str, module: str) -> tuple[int, str]:
    """Modules stand as the table lists them."""
    patterns = next(each.modules for each in way.LAYERS if each.name == layer)
    return next(n for n, pattern in enumerate(patterns) if way.fits(module, pattern)), module


def band(trace: Trace, layer: Layer, boxes: dict[str, list[str]], top: int) -> tuple[list[str], int]:
    """A layer: its name, its boxes, what it calls; and how high it is."""
    rows, deep = boxes_in_rows(trace, boxes, top)
    words = [("what", line) for line in wrapped(layer.what, 23)]
    calls, back = called_from(trace, layer)
    beside = [("down", f"\u2192 {name}") for name in calls] + [("back", f"\u21a9 {name}") for name in back]
    height = max(deep, 28 + len(words) * LINE, 2 * PAD + len(beside) * LINE)
    right = WIDTH - RIGHT
    return [
        f'<rect class="band" x="{PAD}" y="{top}" width="{WIDTH - 2 * PAD}" height="{height}" rx="6"/>',
        f'<text class="layer" x="{2 * PAD}" y="{top + 19}">{layer.name}</text>',
        *lines(words, 2 * PAD, top + 34),
        *rows,
        *lines(beside, right, top + PAD + LINE),
    ], height  # fmt: skip


def lines(words: list[tuple[str, str]], x: int, y: int) -> list[str]:
    """Lines of text below each other, each of its own kind."""
    return [
        f'<text class="{kind}" x="{x}" y="{y + number * LINE}">{escape(line)}</text>'
        for number, (kind, line) in enumerate(words)
    ]


def boxes_in_rows(trace: Trace, boxes: dict[str, list[str]], top: int) -> tuple[list[str], int]:
    """The boxes of a layer in rows, and how high they are together."""
    drawn: list[str] = []
    x, y, row = LEFT + PAD, top + PAD, 0
    for module, names in boxes.items():
        title = module.removeprefix("server.").removeprefix("kernel.").removeprefix(f"games.{trace.game}.")
        width = int(max(len(line) for line in (title, *names)) * LETTER) + 2 * PAD
        height = (len(names) + 1) * LINE + PAD
        if x + width > WIDTH - RIGHT - PAD and x > LEFT + PAD:
            x, y, row = LEFT + PAD, y + row + GAP, 0
        drawn.append(f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="3"/>')
        drawn += lines([("name", title), *(("", name) for name in names)], x + PAD, y + LINE)
        x, row = x + width + GAP, max(row, height)
    return drawn, y + row + PAD - top


def called_from(trace: Trace, layer: Layer) -> tuple[list[str], list[str]]:
    """The layers that this one calls, and those that it calls back, in the order of the table."""
    called = {
        to.name
        for by, place in trace.between_modules()
        if way.layer_of(by.module) is layer and (to := way.layer_of(place.module)) is not None and to is not layer
    }
    names = [each.name for each in way.LAYERS if each.name in called]
    return [name for name in names if name in layer.calls], [name for name in names if name not in layer.calls]


def wrapped(text: str, width: int) -> list[str]:
    """A sentence broken into lines of this width."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
