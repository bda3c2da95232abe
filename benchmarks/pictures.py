"""What `make bench` draws: bars beside other engines, and curves of how costs grow, as SVG that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from benchmarks.beside import Rate
from benchmarks.marks import Curve

STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.small{font-size:11px;fill:#555}"
    ".ours{fill:#1f5a92}.peer{fill:#b9b9b9}.grid{stroke:#ddd}.spread{stroke:#222;stroke-width:1.5}.dot{fill:#1f5a92}.fit{stroke:#1f5a92;fill:none}"
)
LEFT, WIDTH, ROW = 300, 760, 24


def _svg(height: int, parts: Sequence[str], title: str) -> str:
    box = f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    return f'{head}<style>{STYLE}</style><rect width="{WIDTH}" height="{height}" fill="#fff"/>{"".join(parts)}</svg>\n'


def bars(measured: Sequence[Rate], about: str) -> str:
    """Random play, events a second on a scale of tens; the line in each bar spans half of the rounds."""
    bottom = math.floor(math.log10(min(one.quartiles[0] for one in measured)))
    top = math.ceil(math.log10(max(one.quartiles[1] for one in measured)))

    def across(value: float) -> float:
        return LEFT + (math.log10(value) - bottom) / (top - bottom) * (WIDTH - LEFT - 90)

    parts, height = [], 40 + ROW * len(measured) + 40
    for power in range(bottom, top + 1):
        x = across(10.0**power)
        parts.append(f'<line class="grid" x1="{x:.0f}" x2="{x:.0f}" y1="34" y2="{height - 42}"/>')
        parts.append(f'<text class="small" x="{x:.0f}" y="28" text-anchor="middle">{10**power:,}</text>')
    parts.append(f'<text x="{LEFT}" y="14">events a second, random play</text>')
    for row, one in enumerate(measured):
        y = 40 + ROW * row
        low, high = (across(value) for value in one.quartiles)
        end = across(one.median)
        kind = "ours" if one.is_ours else "peer"
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end">{escape(one.name)}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{y + 2}" width="{end - LEFT:.1f}" height="16"/>',
            f'<line class="spread" x1="{low:.1f}" x2="{high:.1f}" y1="{y + 10}" y2="{y + 10}"/>',
            f'<text class="small" x="{max(end, high) + 6:.1f}" y="{y + 14}">{one.median:,.0f}</text>',
        ]
    parts.append(f'<text class="small" x="8" y="{height - 14}">{escape(about)}</text>')
    return _svg(height, parts, "Random play beside other engines")


def curves(found: Sequence[Curve], about: str) -> str:
    """How costs grow, one panel each: what was measured, and the line in proportion through its middle."""
    panel, height = WIDTH // max(1, len(found)), 300
    parts = []
    for number, curve in enumerate(found):
        left, right, top, bottom = panel * number + 48, panel * (number + 1) - 14, 44, height - 70
        widest, highest = max(x for x, _ in curve.points), max(y for _, y in curve.points)
        places = [(left + x / widest * (right - left), bottom - y / highest * (bottom - top)) for x, y in curve.points]
        through = sum(y for _, y in curve.points) / sum(x for x, _ in curve.points)
        far = min(widest, highest / through)
        size = f"{widest:,.0f} {escape(curve.across)}"
        x, y = left + far / widest * (right - left), bottom - through * far / highest * (bottom - top)
        parts += [
            f'<text x="{left - 40}" y="18">{escape(curve.name)}</text>',
            f'<text class="small" x="{left - 40}" y="34">{escape(curve.up)}; power {curve.power:.2f}</text>',
            f'<line class="grid" x1="{left}" x2="{right}" y1="{bottom}" y2="{bottom}"/>',
            f'<line class="grid" x1="{left}" x2="{left}" y1="{top}" y2="{bottom}"/>',
            f'<line class="fit" x1="{left}" y1="{bottom}" x2="{x:.1f}" y2="{y:.1f}"/>',
            f'<text class="small" x="{left - 4}" y="{top + 8}" text-anchor="end">{highest:.3g}</text>',
            f'<text class="small" x="{right}" y="{bottom + 16}" text-anchor="end">{size}</text>',
        ]
        parts += [f'<circle class="dot" cx="{cx:.1f}" cy="{cy:.1f}" r="3"/>' for cx, cy in places]
    parts.append(f'<text class="small" x="8" y="{height - 14}">{escape(about)}</text>')
    return _svg(height, parts, "How costs grow")
