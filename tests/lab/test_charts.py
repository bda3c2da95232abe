"""Numbers on the charts: each has an address, and changing it changes that number and nothing else."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.lab.small import refused
from viermot.kernel import registry
from viermot.lab import charts
from viermot.lab.games import Fixture, components_of, play
from viermot.lab.screening import tables_of

GAMES = registry.names()
PLAIN = {"player": "standard", "umpire": "plain"}


def at(tables: Any, path: charts.Path) -> Any:
    for key in path:
        tables = tables[key]
    return tables


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_an_address_of_its_own(game: str) -> None:
    tables = tables_of(game)
    found = charts.numbers(tables)
    assert len(set(found.values())) == len(found) > 100
    assert all(isinstance(at(tables, path), int | float) for path in found.values())
    for address in list(found)[:: len(found) // 20]:
        assert charts.matching(list(found), address) == [address]
        assert address in charts.matching(list(found), charts.field_of(address))


@pytest.mark.parametrize("game", GAMES)
def test_a_change_changes_that_number_and_no_other(game: str) -> None:
    tables = tables_of(game)
    before, found = copy.deepcopy(tables), charts.numbers(tables)
    for address in list(found)[:: len(found) // 5]:
        new = charts.changed(tables, {address: 77})
        differing = [each for each, path in found.items() if at(new, path) != at(tables, path)]
        assert differing == [address] and at(new, found[address]) == 77
    assert tables == before


def test_a_step_moves_every_row_of_a_column() -> None:
    tables = tables_of("nightfighter")
    new = charts.changed(tables, {"bombers.toml: bomber[*].damage": "-1"})
    pairs = zip(tables["bombers.toml"]["bomber"], new["bombers.toml"]["bomber"], strict=True)
    assert all(after["damage"] == before["damage"] - 1 for before, after in pairs)


@pytest.mark.parametrize("change", ["+x", "1", True, None, [1]])
def test_what_is_no_number_is_refused(change: Any) -> None:
    with refused("lab.no_change"):
        charts.changed(tables_of("nightfighter"), {"bombers.toml: bomber[*].damage": change})
    with refused("lab.no_number"):
        charts.changed(tables_of("nightfighter"), {"bombers.toml: bomber[*].wings": 2})


def test_a_game_is_played_with_the_changed_number_and_the_next_one_without() -> None:
    fixture = Fixture("nightfighter", "3", PLAIN)
    tough = Fixture("nightfighter", "3", PLAIN, changes={"bombers.toml: bomber[*].damage": 30})
    seeds = [f"tough {n}" for n in range(6)]
    usual = [play(fixture, seed).result["kills"] for seed in seeds]
    assert sum(usual) > 0 == sum(play(tough, seed).result["kills"] for seed in seeds)
    assert [play(fixture, seed).result["kills"] for seed in seeds] == usual


def test_an_owners_values_need_no_folder() -> None:
    overlay = {"bombers.toml": {"bomber": [{"name": "Lancaster I/III", "damage": 9}]}}
    fixture = Fixture("nightfighter", "3", PLAIN, overlay=overlay, changes={"bombers.toml: bomber[*].damage": "+1"})
    assert components_of(fixture).bombers["Lancaster I/III"].damage == 10
