"""The scenario sheet: all that the scenario book says of a scenario, open to both seats [3.2a, 3.2h].

It is made here once, from the data, and everybody reads it: page, terminal, `viermot games --json`, programs, bots.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import msgspec

from viermot.games.nightfighter.components import fighter_id
from viermot.games.nightfighter.components.scenario_book import Attackers, Defender, Entry, Place, Scenario
from viermot.games.nightfighter.model.fitting import SORTIE
from viermot.kernel.json import JsonObject

Sheet: TypeAlias = JsonObject


Chits: TypeAlias = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # the red and the yellow side of each
COLUMNS = range(1, 19)


def sheet(scenario: Scenario, chits: Chits = ()) -> Sheet:
    """The sheet as plain data; texts in every language there is. ``chits`` are those in the cup, for all to look at.

    A campaign's sortie is neither hard nor easy, and is not won: its career counts what it brings.
    """
    alone = scenario.id != SORTIE
    return {
        "chits": _chits(chits),
        "id": scenario.id,
        "parent": scenario.parent,
        "title": scenario.title,
        "date": scenario.date,
        "theatre": scenario.theatre,
        "background": scenario.background,
        "difficulty": scenario.difficulty if alone else None,
        "rules": chapters(scenario),
        "last_turn": scenario.end_turn,
        "ends_with_the_german_fighters": scenario.ends_when_german_fighters_gone,
        "phases_left_out": sorted(scenario.omit),
        "attackers": [_attackers(group) for group in scenario.attackers],
        "intruders": [_attackers(group) for group in scenario.intruders],
        "attackers_equipment": list(scenario.attackers_equipment),
        "entry": _entry(scenario.entry),
        "one_after_another": scenario.after_previous,
        "defenders": _defenders(scenario),
        "apart": scenario.apart,
        "columns_apart": scenario.columns_apart,
        "radar": list(scenario.radar),
        "searchlights": {"zones": list(scenario.zones), "directed": scenario.directed},
        "flare_zones": list(scenario.flare_zones),
        "flak": "yes" if scenario.flak else "task force" if scenario.task_force else "no",
        "task_force": scenario.task_force,
        "moon": scenario.moon,
        "moon_modifier": scenario.moon_mod,
        "visibility": scenario.visibility,
        "visibility_modifier": scenario.vis_mod,
        "cloud": scenario.cloud,
        "altitude": scenario.altitude,
        "jamming": msgspec.to_builtins(scenario.jamming),
        "victory": msgspec.to_builtins(scenario.victory) if alone else None,
        "points": dict(scenario.vp) if scenario.vp is not None else None,
        "special": scenario.special,
    }


@lru_cache(maxsize=8)
def _chits(chits: Chits) -> JsonObject | None:
    """How often each column, 01 to 18, stands on top and anywhere on the red and the yellow sides [2.2.7, 8.1.2]."""
    if not chits:
        return None
    told: JsonObject = {"number": len(chits)}
    for side, colour in enumerate(("red", "yellow")):
        faces = [chit[side] for chit in chits]
        told[colour] = {
            "top": [sum(face[0] == column for face in faces) for column in COLUMNS],
            "any": [sum(column in face for face in faces) for column in COLUMNS],
        }
    return told


def chapters(scenario: Scenario) -> str:
    """What has to be read for it: "1-18, 20" [1.1.1]."""
    whole = sorted(int(rule) for rule in scenario.rules if rule.isdigit())
    parts = sorted(rule for rule in scenario.rules if not rule.isdigit())
    return ", ".join([*spans(whole), *parts])


def spans(numbers: list[int]) -> list[str]:
    """Consecutive numbers put together: 1, 2, 3, 5 as "1-3", "5"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in found]


def _attackers(group: Attackers) -> JsonObject:
    return {
        "type": group.type,
        "count": group.count,
        "role": group.role,
        "equipment": list(group.upgrades),
        "unit": group.unit,
    }


def _entry(entries: tuple[Entry, ...]) -> list[JsonObject]:
    """Turns on which the same number comes, put together [8.1.1a]."""
    turns: dict[tuple[str, int], list[int]] = {}
    for entry in entries:
        turns.setdefault((entry.role, entry.count), []).append(entry.turn)
    return [{"role": role, "count": count, "turns": when} for (role, count), when in turns.items()]


def _defenders(scenario: Scenario) -> list[JsonObject]:
    """Every fighter by its id, with what it carries and where it sets up [3.2c]."""
    lines: list[Defender] = [line for line in scenario.defenders for _ in range(line.count)]
    return [
        {
            "id": str(fighter_id(number)),
            "type": line.type,
            "pilot": line.pilot,
            "equipment": list(line.upgrades),
            "altitude_advantage": line.altitude_advantage,
            "guidance": line.guidance,
            "unit": line.unit,
            "setup": _place(scenario.setup[number]),
        }
        for number, line in enumerate(lines)
    ]


def _place(place: Place) -> JsonObject:
    return {
        "kind": place.kind,
        "rows": list(place.rows) if place.rows is not None else None,
        "zones": list(place.zones),
    }


@lru_cache(maxsize=256)
def due(entry: tuple[Entry, ...]) -> dict[int, list[tuple[str, int]]]:
    """The sheet's entry line by turn: who is due, and how many; for bots, which read what people read."""
    by_turn: dict[int, list[tuple[str, int]]] = {}
    for line in _entry(entry):
        for turn in line["turns"]:
            by_turn.setdefault(turn, []).append((line["role"], line["count"]))
    return by_turn
