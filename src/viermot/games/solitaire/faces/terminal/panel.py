"""Beside the map: turn, sky, own aircraft, and the counters with what is known of them."""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.faces.terminal.panel import LINES, fighter_lines, head_lines, style_of
from viermot.games.nightfighter.model.layout import Layout
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console

ORDER: Final = ("none", "low", "moderate", "high")


def panel(picture: JsonObject, layout: Layout, console: Console, width: int) -> list[str]:
    """What the player wants to see at a glance; what does not fit is in `status`."""
    lines = head_lines({**picture, "flares_until": 0}, layout, console)
    for number, fighter in enumerate(picture["fighters"]):
        lines += fighter_lines(fighter, layout.fighters[number], picture["turn"], console)
    lines += [f" {counter_line(row, console)}" for row in sorted(picture["counters"], key=_rank)]
    lines = [line[:width] for line in lines]
    if len(lines) > LINES:
        lines[LINES - 1 :] = [console.text("nightfighter.panel.more", count=len(lines) - LINES + 1)[:width]]
    return [console.ink(line, style_of(line)) for line in lines]


def _rank(counter: JsonObject) -> tuple[int, int, str]:
    return ORDER.index(counter["level"]), counter["bomber"], counter["counter"]


def counter_line(counter: JsonObject, console: Console) -> str:
    """Name, hex, how uncertain; what holds it, hits and alert."""
    told = [counter["counter"], counter["hex"]]
    if counter["level"] == "none":
        if counter["lit_in"]:
            told.append(console.text("nightfighter.panel.lit", zone=counter["lit_in"]))
        elif counter["track"] == "above":
            told.append(console.text("solitaire.panel.track"))
    elif counter["level"] == "high":
        told.append(console.text("solitaire.panel.high", left=counter["left"]))
    else:
        told.append(console.text(f"solitaire.level.{counter['level']}"))
    if counter["hits"]:
        told.append(console.text("nightfighter.panel.hits", hits=counter["hits"]))
    if counter["alerted"]:
        told.append("!")
    return " ".join(told)
