"""Every field of Nightfighter's tables changes something in play."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any, Final

import pytest

from tests.support.fields_that_count import Game, Night, Path, Played, fields
from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.components import Components
from viermot.games.nightfighter.model.layout import HEAVY, NOT_JAMMED, Layout
from viermot.kernel.packs import Tables

TABLES: Final = GAME.pack_content(GAME.load_pack(None))["files"]


def nights() -> list[Night]:
    """Every scenario, twice."""
    scenarios = GAME.load_pack(None).scenarios
    return [Night(scenario, {}, seed) for seed in (1, 2) for scenario in scenarios]


def build(tables: Tables) -> Components:
    """A pack of these tables."""
    return GAME.pack_from({"format": 1, "files": tables})


PLAY: Final = Game(GAME, build, nights(), TABLES, views_after=10)


def all_scenarios_together() -> dict[str, list[tuple[Path, Any]]]:
    """The fields, those of one name in all scenario files as one."""
    found: dict[str, list[tuple[Path, Any]]] = {}
    for name, values in fields(PLAY).items():
        file, _, key = name.partition(" ")
        found.setdefault(f"{'scenarios' if file.startswith('scenarios/') else file} {key}", []).extend(values)
    return found


FIELDS: Final = all_scenarios_together()


@cache
def played() -> Played:
    """The games as they go with the tables as they are."""
    return Played(PLAY)


# What has been walked so far; the other tables are still to be.
WALKED: Final = (
    "map.toml displacement corkscrew", "map.toml displacement left_rear", "map.toml displacement right_rear",
    "search_radars.toml radar wide_arc_only",
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name in FIELDS if name.startswith(WALKED)])
def test_a_field_counts(name: str) -> None:
    assert played().counts(name, FIELDS[name]), f"{name} changes nothing that anybody sees: make it count, or drop it"


def test_a_radar_that_cannot_be_jammed_is_not() -> None:
    pack = GAME.load_pack(None)
    scenario = next(row for row in pack.scenarios.values() if row.jamming.search == "heavy" and row.radar)
    rows = copy.deepcopy(TABLES["search_radars.toml"])
    for row in rows["radar"]:
        row["jammable"] = False
    spared = Layout(build({**TABLES, "search_radars.toml": rows}), scenario, {})
    assert {counter.jam for counter in Layout(pack, scenario, {}).radars if counter.fighter < 0} == {HEAVY}
    assert {counter.jam for counter in spared.radars} == {NOT_JAMMED}
