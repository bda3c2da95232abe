"""A debrief as text."""

from __future__ import annotations

from viermot.analysis import Analysis
from viermot.debriefing import Debrief, TurningPoint
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.session import Session
from viermot.kernel.words import Filling
from viermot.terminal.console import Console, wrapped
from viermot.terminal.counsel import percent
from viermot.text import has

BAR = 40  # characters of a certain win
SECRETS = 12  # shown of what another seat knew, the latest


def debrief_lines(session: Session, report: Debrief, console: Console) -> list[str]:
    """Why, the turning points, luck against expectation, and what the others knew."""
    key = f"{session.module.name}.seat.{report.seat}"
    seat = console.text(key) if has(key) else report.seat
    lines = ["", console.ink(console.text("debrief.title", seat=seat), "strong"), *_told(console, report.why)]
    mark = console.text("common.decimal")
    lines += ["", console.ink(console.text("debrief.turning"), "strong")]
    for place, point in enumerate(report.turning, 1):
        swing = "" if report.seat == PUBLIC else f" ({console.text(_swing(point))})"
        text = f"{place}. {point.when}{swing}: {point.text} {point.odds}"
        lines += wrapped(text, console.width - 1, "   ")
    if not report.turning:
        lines += _told(console, [console.text("debrief.none")])
    lines += ["", console.ink(console.text("debrief.luck"), "strong")]
    for line in report.luck:
        expected, came = (shown.replace(".", mark) for shown in (f"{line.expected:.1f}", f"{line.came:g}"))
        fields: dict[str, Filling] = {"what": line.what, "expected": expected, "came": came, "throws": line.throws}
        lines += _told(console, [console.text("debrief.luck.line", **fields)])
    lines += _told(console, [report.verdict] if report.verdict else [])
    for other in report.knew:
        if other.count:
            head = console.text("debrief.knew", seat=other.title, count=other.count)
            lines += ["", console.ink(head, "strong")]
            lines += _told(
                console,
                [f"{each.when}: {each.text}" for each in other.lines[-SECRETS:]],
            )
    return lines


def _swing(point: TurningPoint) -> str:
    return f"debrief.swing.{'good' if point.swing > 0 else 'bad'}"


def analysis_lines(found: Analysis, console: Console) -> list[str]:
    """The chances along the game as bars, and the decisions that cost most."""
    if not found.curve:
        return ["", *_told(console, [console.text("terminal.analysis.none")])]
    lines = ["", console.ink(console.text("terminal.analysis", n=found.playouts), "strong")]
    for point in found.curve:
        lines.append(f"  {point.when:>12} {percent(point.chance)} {'#' * round(BAR * point.chance)}")
    lines += ["", console.ink(console.text("terminal.analysis.costly"), "strong")]
    for each in found.costly:
        fields = {"when": each.when, "asked": each.asked, "answered": each.answered, "better": each.better}
        lines += _told(console, [console.text("terminal.analysis.line", **fields, cost=percent(each.cost).strip())])
    return lines if found.costly else [*lines, *_told(console, [console.text("debrief.none")])]


def _told(console: Console, texts: list[str]) -> list[str]:
    return [line for text in texts for line in wrapped(text, console.width - 1, "  ")]
