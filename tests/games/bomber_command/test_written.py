"""Files keep their names: what a night is written under stays, whatever the code calls it."""

from __future__ import annotations

from typing import Any, Final

from tests.games.bomber_command.support import inner, new_session, night, unit
from viermot.games.bomber_command import components
from viermot.games.bomber_command.model import position
from viermot.games.bomber_command.model.records import PlottedRaid
from viermot.games.bomber_command.model.written import SPELLED, WRITTEN

# Every name in a state as data. A name may be added; one that is gone or changed makes old saves fail their hashes.
IN_FILES: Final = [
    "agenda", "alerted", "answers", "areas", "asked", "attack", "bad", "beleuchter", "bombing_vp2", "combats",
    "counters", "cup", "decks", "discards", "drawn", "drops", "early", "end_stage", "ending", "fidget", "fido",
    "fighter_losses", "flags", "follow_up", "gci_done", "hands", "intruders_sent", "jamming", "landing_zone",
    "mine_vp", "mined", "mobile", "modifier", "moon", "moon_turn", "mosquito_vp", "naxos", "north", "oil",
    "options", "patrols", "patrols_away", "phase", "r_aim", "r_before", "r_bombed", "r_course", "r_damage",
    "r_disrupt", "r_entry", "r_fate", "r_first", "r_heavy", "r_hunt", "r_kind", "r_known", "r_leaving", "r_letter",
    "r_load", "r_losses", "r_no_oboe", "r_parent", "r_path", "r_seen", "r_split", "r_step", "r_stretched",
    "r_target", "r_waypoints", "scenario", "sites", "stripped", "targets", "town", "turn", "twilight", "u_box",
    "u_fuel", "u_lost", "u_marks", "u_place", "u_raid", "u_zone", "visibility", "weather", "wind",
]  # fmt: skip
PLAN: Final = "E main Hannover 1 D5 J5 K5* K4 D7; A mosquito Bremen 1.1 D4 E4-H4 I4* H4-D4 D7"


def in_the_air() -> dict[str, Any]:
    units = {"I./NJG1": unit("K5", depleted=True)}
    return position.to_data(inner(new_session(night(plan=PLAN, units=units, turn=5, phase=4, bombing_half_vp=7))))


def test_a_night_is_written_under_the_names_that_files_have_always_had() -> None:
    data = in_the_air()
    assert sorted(data) == IN_FILES
    assert data["bombing_vp2"] == 7 and data["town"] == [] and data["r_kind"] == [0, 3]
    assert sum(marks & 1 for marks in data["u_marks"]) > 0


def test_what_was_written_is_read_back_whole() -> None:
    data = in_the_air()
    game = position.from_data(components.load(), data, None)
    assert position.to_data(game) == data
    assert all(type(raid) is PlottedRaid for raid in game.plot) and len(game.plot) == 2
    assert game.plot[0].path[:2] == tuple(data["r_path"][0][:2]) and game.bombing_half_vp == 7


def test_no_field_is_called_in_the_code_what_another_is_called_in_files() -> None:
    assert not set(SPELLED.values()) & set(WRITTEN)
