"""Chapter 12.3 and 12.4: heavy and light loads, and the side from which the bombers come."""

from __future__ import annotations

from tests.games.bomber_command.rules.test_04_plotting import plotting
from tests.games.bomber_command.support import asked, go, last, new_session, night, refused
from tests.support.rules import rule

HEAVY = ["12.3"]


@rule("12.3.1a")
def test_12_3_1_a_heavy_load_is_four_counters_and_a_row_more() -> None:
    refused(plotting("berlin", "Bremen"), "E main Bremen heavy 1 D5 I5 J4* D7 C7", "12.3.1a", "plot_heavy")
    s = plotting("berlin", "Bremen", options={"12.3": True})
    refused(s, "E main Bremen 1 D5 I5 J4* D7 C7; B mosquito Emden heavy 9 D6 H4* C7", "12.3.1a", "plot_heavy")
    s.decide("E main Bremen heavy 1 D5 I5 J4* D7 C7")
    assert last(s, "load") == {"letter": "E", "count": 24}
    text = night(plan="E main Hannover heavy 1 D5 K5* D8", turn=5, phase=9, options=HEAVY)
    attack = go(new_session(text, dice={"marking": [3, 3]}), "choose_mix", choose_aimpoint="d4")
    assert attack.pending[0].facts["load"] == 24
    attack.decide("10 HE")
    assert last(attack, "bombs_on_ti")["concentration"] == 11  # Clear 9, one up for the load


@rule("12.3.2a")
def test_12_3_2_from_twenty_hexes_on_the_load_is_light() -> None:
    s = plotting("berlin", "Berlin", options={"12.3": True})
    s.decide("E main Berlin 1 D9 O4* D9")
    assert last(s, "load") == {"letter": "E", "count": 16}
    text = night(plan="E main Berlin 1 D9 O4* D9", turn=7, phase=9, options=HEAVY)
    attack = go(new_session(text, dice={"marking": [3, 3]}), "choose_mix", choose_aimpoint="e4")
    assert attack.pending[0].facts["load"] == 16
    attack.decide("6 HE")
    assert last(attack, "bombs_on_ti")["concentration"] == 7  # Clear 9, one row down


@rule("12.3.2a")
def test_12_3_2_southern_entries_count_five_more() -> None:
    s = plotting("downfall", "Hamburg", "Essen", options={"12.3": True})
    s.decide("A main Hamburg 1 H9 K4* D7; B main Essen 1 D6 I7* D9")
    loads = {event.data["letter"]: event.data["count"] for event in s.events("british") if event.kind == "load"}
    paths = {row["letter"]: len(row["path"]) for row in s.perspective("british").to_json()["plot"]}
    assert 15 <= paths["A"] < 20 and loads["A"] == 16
    assert paths["B"] < 20 and loads["B"] == 20


@rule("12.3.2b")
def test_12_3_2_heavy_and_far_cancel_out() -> None:
    s = plotting("berlin", "Berlin", options={"12.3": True})
    s.decide("E main Berlin heavy 1 D9 O4* D9")
    assert last(s, "load") == {"letter": "E", "count": 20}


@rule("12.4")
def test_B24_the_approach_lies_where_the_raid_came_from() -> None:
    plan = "E main Düsseldorf 1 D8 G8 H8-I8* D7"
    s = new_session(night(plan=plan, turn=4, phase=9, options=["12.4"]))
    path = s.perspective("british").to_json()["plot"][0]["path"]
    at = path.index("I8")
    assert path[at - 2 : at + 1] == ["G8", "H8", "I8"]
    go(s, "choose_mix", choose_aimpoint="d4")
    assert last(s, "approach")["direction"] == 5
    free = go(new_session(night(plan=plan, turn=4, phase=9)), "choose_approach", choose_aimpoint="d4")
    assert len(asked(free, "choose_approach")) == 6
