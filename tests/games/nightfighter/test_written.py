"""A state is written under the names that files have always had, whatever its fields are called (decision 0015)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nightfighter.support import bomber, fighter, night
from viermot.games.nightfighter.model import written
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.nightfighter.model.state import ATTACKER_LISTS, FIGHTER_LISTS, OTHER_LISTS
from viermot.games.nightfighter.rules.intruders import take_bearing
from viermot.kernel import registry
from viermot.kernel.canon import canonical
from viermot.kernel.dice import QuickDice

MODULE = registry.game("nightfighter")
PACK = MODULE.load_pack(None)
FIGHTERS = (
    "f_hex", "f_face", "f_hits", "f_fate", "f_dives", "f_blind", "f_still", "f_tally", "f_fix", "f_spent", "f_turned",
    "f_dived", "f_evading", "f_cork", "f_warned", "f_alert", "f_oblique", "f_position", "f_attacked",
)  # fmt: skip
ATTACKERS = (
    "a_kind", "a_id", "a_hex", "a_face", "a_fate", "a_hits", "a_alert", "a_light", "a_moved", "a_cork", "a_handle",
    "a_known", "a_plan", "a_done", "a_slip",
)  # fmt: skip


def test_the_names_in_files_are_those_of_the_first_saves() -> None:
    assert written.names_of(FIGHTER_LISTS) == FIGHTERS
    assert written.names_of(ATTACKER_LISTS) == ATTACKERS
    assert written.names_of(OTHER_LISTS) == ("live", "searches", "sweeps", "markers", "owners")


# What two old names meant: of whom, and in which field it is now.
MEANINGS = {
    "a bomber held back": ("2", bomber(113, "held", plan=4, done=1), {"a_entry": 4, "a_delay": 1}),
    "a bomber on the map": ("2", bomber(113, "0505 S", plan=4), {"a_entry": 4}),
    "a torpedo bomber": ("9", bomber(103, "0905 S", plan=9, done=2), {"a_entry": 9, "a_dropped": 2}),
    "a flare dropper": ("9", bomber(121, "0905 S", kind=1, plan=2, done=3), {"a_entry": 2, "a_dropped": 3}),
    "a flying bomb that is gone": ("8F", bomber(103, "exited", plan=7, done=5), {"a_entry": 7, "a_left": 5}),
    "an intruder": ("10", bomber(161, "0905 S", kind=1, plan=101, done=4), {"a_bearing": 101, "a_rolled": 4}),
    "an intruder held back": ("10", bomber(161, "held", kind=1, plan=6, done=2), {"a_entry": 6, "a_delay": 2}),
}


def laid_out(scenario: str, attacker: str) -> Any:
    """The state that a position describes, before anything is played."""
    return MODULE.read_position(PACK, night(scenario, fighter(201, "1010 S"), attacker, turn=6, phase=9), QuickDice(1))


def parts_of(state: Any) -> dict[str, list[int]]:
    """All that two old names stand for."""
    return {part: getattr(state, part) for parts in written.PARTS.values() for part in parts}


@pytest.mark.parametrize("what", MEANINGS)
def test_an_old_name_is_read_for_what_it_meant(what: str) -> None:
    scenario, attacker, meant = MEANINGS[what]
    found = parts_of(laid_out(scenario, attacker))
    assert {part: value for part, (value,) in found.items() if value} == meant


@pytest.mark.parametrize("what", MEANINGS)
def test_a_line_is_written_as_it_was_read(what: str) -> None:
    scenario, attacker, meant = MEANINGS[what]
    state = laid_out(scenario, attacker)
    lines = [line for line in attacker.splitlines() if line.startswith(("plan", "done"))]
    assert lines and set(lines) <= set(MODULE.write_position(state).splitlines())
    data = MODULE.to_data(state)
    assert sum(data["a_plan"]) + sum(data["a_done"]) == sum(meant.values())
    again = MODULE.from_data(PACK, data, QuickDice(1))
    assert canonical(MODULE.to_data(again)) == canonical(data) and parts_of(again) == parts_of(state)


def test_a_list_in_a_file_is_a_record_of_the_state() -> None:
    state = laid_out("2", bomber(113, "0505 S"))
    data = MODULE.to_data(state) | {"f_position": [[0, 3, 1]], "searches": [[0, 212, 1]]}
    again: Any = MODULE.from_data(PACK, data, QuickDice(1))
    assert again.f_position[0].target == 0 and again.searches[0].hex == 212


def test_it_does_not_matter_where_in_its_table_an_old_name_stands() -> None:
    early = laid_out("10", '[[attacker]]\nplan = 101\ndone = 4\nkind = 1\nid = 161\nat = "0905 S"\n')
    assert (early.a_bearing, early.a_rolled) == ([101], [4])


def test_an_intruder_forgets_its_entry_number_when_it_takes_bearings() -> None:
    """Until then that number is what is written, and what the hashes of old saves are taken over."""
    state = laid_out("10", bomber(161, "0905 N", kind=1))
    state.a_entry[0] = 9
    assert written.get(state, "a_plan") == [9]
    take_bearing(state, Attacker(0))
    assert written.get(state, "a_plan") == [0]
