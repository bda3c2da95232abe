"""Beside the map: turn, phase, environment, own aircraft and contacts, in a narrow column."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.nightfighter.faces.terminal.map import arrow
from viermot.games.nightfighter.model.layout import Layout
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console

LINES: Final = 19  # as many as the map has


def panel(picture: JsonObject, layout: Layout, console: Console, width: int) -> list[str]:
    """What the player wants to see at a glance; what does not fit is in `status`."""
    lines = [*head_lines(picture, layout, console)]
    for number, fighter in enumerate(picture["fighters"]):
        lines += fighter_lines(fighter, layout.fighters[number], picture["turn"], console)
    if "umpire" in picture:
        lines += _attackers(picture["umpire"], console)
    else:
        for contact in picture["contacts"]:
            lines += _contact(contact, console)
    lines = [line[:width] for line in lines]
    if len(lines) > LINES:
        lines[LINES - 1 :] = [console.text("nightfighter.panel.more", count=len(lines) - LINES + 1)[:width]]
    return [console.ink(line, style_of(line)) for line in lines]


def style_of(line: str) -> str:
    """Lines that are not indented stand out."""
    return "strong" if line[:1] not in ("", " ") else ""


def head_lines(picture: JsonObject, layout: Layout, console: Console) -> list[str]:
    """Turn, phase, sky and score."""
    last = layout.scenario.end_turn
    sky = picture["environment"]
    turn = console.text("nightfighter.panel.turn", turn=picture["turn"], last=f"/{last}" if last else "")
    phase = console.text(f"nightfighter.field.phase.{picture['phase']}")
    score = picture["score"]
    counted = console.text("nightfighter.panel.score", kills=score["kills"], losses=score["losses"])
    if layout.scenario.vp is not None:
        counted += console.text("nightfighter.panel.vp", vp=score["vp"])
    lines = [
        turn,
        phase,
        " " + console.text(f"nightfighter.panel.moon.{sky['moon']}"),
        " " + console.text(f"nightfighter.panel.visibility.{sky['visibility']}"),
        " " + console.text(f"nightfighter.panel.cloud.{sky['cloud']}"),
    ]
    if sky["altitude"] != "normal":
        lines.append(" " + console.text(f"nightfighter.panel.altitude.{sky['altitude']}"))
    if picture["flares_until"]:
        lines.append(" " + console.text("nightfighter.panel.flares", turn=picture["flares_until"]))
    return [*lines, " " + counted]


def fighter_lines(fighter: JsonObject, fit: Any, turn: int, console: Console) -> list[str]:
    """One of the player's fighters."""
    pilot = "" if fighter["pilot"] == "normal" else " " + console.text(f"nightfighter.panel.pilot.{fighter['pilot']}")
    lines = [f"{fighter['id']} {fighter['type']}{pilot}"]
    if fighter["fate"] != "on map":
        return [*lines, " " + console.text(f"nightfighter.field.fate.{fighter['fate']}")]
    if fighter["hex"] is None:
        return [*lines, " " + console.text("nightfighter.panel.not_placed")]
    where = console.text("nightfighter.panel.box") if fighter["hex"] == "box" else fighter["hex"]
    if fighter["facing"]:
        where += f" {fighter['facing']}{arrow(fighter['facing'], console)}"
    mp = console.text("nightfighter.panel.mp", mp=fit.max_mp[turn & 1])
    lines.append(f" {where} {mp} {fighter['hits']}/{fighter['damage']}")
    state = [f"T:{fighter['tally']}" if fighter["tally"] else "", f"F:{fighter['fix']}" if fighter["fix"] else ""]
    if fighter["dives"]:
        state.append(console.text("nightfighter.panel.dives", dives=fighter["dives"]))
    if fighter["blinded"]:
        state.append(console.text("nightfighter.panel.blind", turns=fighter["blinded"]))
    if fighter["warned"]:
        state.append(console.text("nightfighter.panel.warned"))
    told = " ".join(filter(None, state))
    return [*lines, f" {told}"] if told else lines


def _contact(contact: JsonObject, console: Console) -> list[str]:
    lit = console.text("nightfighter.panel.lit", zone=contact["lit_in"]) if contact["lit_in"] else ""
    where = f"{contact['hex']} {contact['facing']}{arrow(contact['facing'], console)}"
    lines = [f"{contact['contact']} {where} {lit}".rstrip()]
    told = contact["type"] or ""
    if contact["hits"]:
        told += " " + console.text("nightfighter.panel.hits", hits=contact["hits"])
    if contact["alerted"]:
        told += " " + console.text("nightfighter.panel.alerted")
    return [*lines, f" {told.strip()}"] if told else lines


def _attackers(umpire: JsonObject, console: Console) -> list[str]:
    """The umpire's own list: those on the map, then those held back."""
    lines = [console.text("nightfighter.panel.to_come", count=umpire["to_come"])] if umpire["to_come"] else []
    for attacker in umpire["attackers"]:
        if attacker["hex"]:
            told = f" {attacker['id']} {attacker['hex']}{arrow(attacker['facing'], console)}"
            told += f" {attacker['contact']}" if attacker["contact"] else ""
            told += f" {attacker['hits']}h" if attacker["hits"] else ""
            lines.append(told + (" !" if attacker["alerted"] else ""))
        elif attacker["fate"] == "held back":
            lines.append(" " + console.text("nightfighter.panel.held", id=attacker["id"], column=attacker["column"]))
    return lines
