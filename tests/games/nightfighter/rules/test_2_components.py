"""Chapter 2: the map and its places, the turn track, counters, markers and dice."""

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    night,
    play_turn,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule

FLARE_ENTRIES = (
    "0115 SE", "0116 SE", "0117 SE", "0118 SE", "0123 NE", "0124 NE", "0125 NE", "0126 NE", "0127 NE",
    "1826 NW", "1825 NW", "1824 NW", "1823 NW", "1818 SW", "1817 SW", "1816 SW", "1815 SW", "1814 SW",
)  # fmt: skip


# -- 2.1 the map ---------------------------------------------------------------------------------


@rule("2.1.1a")
def test_2_1_1a_the_map_has_18_columns_and_27_rows() -> None:
    s = new_session(scenario="1")
    s.decide("red")
    places = set(asked(s).options)
    check(s, len(places), 18 * 27 * 6)
    check(s, {place[:4] for place in places}, {f"{c:02}{r:02}" for c in range(1, 19) for r in range(1, 28)})
    for beyond in ("0000 N", "1901 N", "0128 N", "0712A N", "712 N"):
        refused(s, beyond, "2.1.1a")


@pytest.mark.parametrize(
    ("start", "third"),
    [
        ("1010 N", "1007"), ("1010 NE", "1309"), ("1010 SE", "1312"),
        ("1010 S", "1013"), ("1010 SW", "0712"), ("1010 NW", "0709"),
        ("1110 N", "1107"), ("1110 NE", "1408"), ("1110 SE", "1411"),
        ("1110 S", "1113"), ("1110 SW", "0811"), ("1110 NW", "0808"),
    ],
)  # fmt: skip
@rule("2.1.1b")
def test_2_1_1b_even_columns_lie_half_a_hex_nearer_the_exit(start: str, third: str) -> None:
    s = new_session(scenario="1")
    s.decide("red")
    s.decide(start)
    play_until(s, "path")
    s.decide("F F F")
    check(s, fighters(s)["201"]["hex"], third, f"three hexes on from {start}")


@rule("2.1.1b")
def test_2_1_1b_a_flight_of_the_solitaire_example() -> None:
    s = new_session(scenario="1")
    s.decide("red")
    s.decide("1107 NW")
    play_until(s, "path")
    s.decide("F L F F")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), ("0807", "SW"), "by way of 1006 and 0907")


@rule("2.1.2")
def test_2_1_2_bombers_come_in_along_row_01_and_leave_beyond_row_27() -> None:
    s = new_session(night("4B", fighter(201, "1814 N"), bomber(113, "0527 S"), turn=1, phase=1, cup=[2], side="red"))
    check(s, attackers(s)["113"]["fate"], "exited")
    s.decide("enter")
    answer(s, "come_in", "1")
    entered = last(s, "umpire", "entered").data
    check(s, (entered["hex"], attackers(s)[entered["attacker"]]["facing"]), ("0401", "S"))


@rule("2.1.3a")
def test_2_1_3a_a_searchlight_zone_is_six_columns_by_four_rows() -> None:
    s = new_session(night("4B", fighter(201, "1801 S"), bomber(113, "1018 S"), turn=2, phase=7))
    check(s, asked(s).facts["zone"], "ABCDEFGHIJKLMNOPQR".index("K"))
    inside = {f"{column:02}{row:02}" for column in range(7, 13) for row in range(15, 19)}
    check(s, set(asked(s).options), inside)
    refused(s, "1019", "14.2.1a")
    s.decide("0715")
    check(s, last(s, "player", "marker").data, {"zone": "K", "hex": "0715"})


@pytest.mark.parametrize("hex_", ["1014", "1019", "0616", "1316"])
@rule("2.1.3a")
def test_2_1_3a_a_hex_beyond_the_dashed_line_is_in_another_zone(hex_: str) -> None:
    s = new_session(
        night("4B", fighter(201, "1801 S"), bomber(113, f"{hex_} S"), bomber(115, "1015 S"), turn=2, phase=7)
    )
    play_until(s, "general_tally")
    zones = [event.data["zone"] for event in events_of(s, "player", "marker")]
    check(s, zones.count("K"), 1)
    check(s, set(zones), {"1014": {"K"}, "1019": {"K", "N"}, "0616": {"J", "K"}, "1316": {"K", "L"}}[hex_])


@rule("2.1.3b")
def test_2_1_3b_the_searchlight_beacon_is_where_a_scenario_may_gather_fighters() -> None:
    s = new_session(scenario="2")
    s.decide("red")
    check(s, {place[:4] for place in asked(s).options}, {"1020"})
    s.decide("1020 N")
    check(s, last(s, "player", "placed").rules.count("2.1.3b"), 1)
    elsewhere = new_session(scenario="1")
    elsewhere.decide("red")
    elsewhere.decide("1020 N")
    holds(s, "2.1.3b" not in last(elsewhere, "player", "placed").rules, "there the beacon plays no part")


@rule("2.1.3c")
def test_2_1_3c_fighters_wait_in_the_box_beside_the_map() -> None:
    s = new_session(scenario="6")
    play_until(s, "who_moves")
    check(s, {row["hex"] for row in fighters(s).values()}, {"box"})
    s.decide("201")
    beside = {option[:4] for option in asked(s).options if option != "box"}
    check(s, beside, {"1811", "1812", "1813", "1814", "1815", "1816"})
    refused(s, "1810 N", "23.0a")


@rule("2.1.3d")
def test_2_1_3d_flare_droppers_come_in_at_their_own_numbered_hexes() -> None:
    seen = set()
    for chit in range(1, 41):
        s = new_session(night("9", fighter(201, "0712 N"), turn=12, phase=2, cup=[chit], side="yellow"))
        number = last(s, "umpire", "chit").data["columns"][0]
        s.decide("enter")
        answer(s, "come_in", "1")
        entered = last(s, "umpire", "entered").data
        facing = attackers(s)[entered["attacker"]]["facing"]
        check(s, f"{entered['hex']} {facing}", FLARE_ENTRIES[number - 1], f"where flare dropper {number:02} comes in")
        seen.add(number)
    assert len(seen) > 10


# -- 2.1.5 the turn track --------------------------------------------------------------------------


@rule("2.1.5a")
def test_2_1_5a_after_turn_20_the_marker_starts_again_at_space_1() -> None:
    s = new_session(night("8", fighter(201, "1014 S"), bomber(113, "0301 S"), turn=20, phase=10))
    shown = s.perspective("player").to_json()
    check(s, (shown["turn"], shown["turn_space"]), (21, 1))
    check(s, last(s, "player", "turn").data, {"turn": 21})
    before = new_session(night("8", fighter(201, "1014 S"), bomber(113, "0301 S"), turn=19, phase=10))
    check(s, before.perspective("player").to_json()["turn_space"], 20)


@rule("2.1.5b")
def test_2_1_5b_asterisks_count_on_even_turns_only() -> None:
    """Both a fighter (Me110C-4, 3*) and a bomber (Wellington Ic, 2*) have one."""
    flown = {}
    for turn in (3, 4):
        s = new_session(night("2", fighter(201, "1014 N"), bomber(113, "0301 S"), turn=turn - 1, phase=10))
        play_until(s, "path")
        flown[turn] = attackers(s)["113"]["hex"], asked(s).facts["most"]
        check(s, "2.1.5b" in last(s, "player", "turn").rules, turn == 4)
    assert flown == {3: ("0303", 3), 4: ("0304", 4)}


@rule("2.1.5c")
def test_2_1_5c_moon_visibility_and_cloud_are_always_in_sight() -> None:
    s = new_session(
        night("4B", fighter(201, "1014 N"), turn=2, phase=8, moon="half", visibility="poor", cloud="cloudy"),
    )
    for seat in ("player", "umpire", "public"):
        shown = s.perspective(seat).to_json()["environment"]
        check(s, (shown["moon"], shown["visibility"], shown["cloud"]), ("half", "poor", "cloudy"), seat)


# -- 2.2 counters -----------------------------------------------------------------------------------


@rule("2.2.1a")
def test_2_2_1a_every_aircraft_has_a_type_and_an_id_that_ends_in_1_to_6() -> None:
    s = new_session(scenario="4C", seats={"umpire": "random"})
    play_turn(s, 4, {"place_search": "none"})
    idents = {ident: row["type"] for ident, row in attackers(s).items()}
    check(s, len(idents), 12)
    for ident, type_ in [*idents.items(), *((i, row["type"]) for i, row in fighters(s).items())]:
        holds(s, len(ident) == 3 and ident.isdigit() and ident[2] in "123456" and type_, f"{ident} {type_}")
    with pytest.raises(viermot.UserError) as wrong:
        new_session(night("4B", fighter(201, "1014 N"), bomber(107, "0301 S")))
    check(s, wrong.value.rule, "2.2.1a")


@rule("2.2.1b")
def test_2_2_1b_an_aircraft_faces_one_of_six_hexes() -> None:
    s = new_session(scenario="4B")
    s.decide("red")
    check(s, sorted(asked(s).options), sorted(f"1020 {way}" for way in ("N", "NE", "SE", "S", "SW", "NW")))
    for corner in ("1020 E", "1020 W", "1020 NNE"):
        refused(s, corner, "2.2.1b")
    s.decide("1020 SW")
    check(s, fighters(s)["201"]["facing"], "SW")


@rule("2.2.2")
def test_2_2_2_a_search_counter_has_a_value_and_a_sweep_of_its_name() -> None:
    s = new_session(night("2", fighter(201, "1014 N"), bomber(113, "0301 S"), turn=2, phase=5))
    values = {}
    for hex_ in ("1010", "1501"):
        decision = play_until(s, "place_search")
        value = decision.facts["value"]
        s.decide(hex_)
        values[last(s, "player", "search_placed").data["radar"]] = value
    check(s, values, {"Freya": 2, "Würzburg": 1})
    play_until(s, "general_tally")
    swept = [event.data["radar"] for event in events_of(s, "player", "sweep")]
    check(s, sorted(swept), ["Freya", "Würzburg"])


@rule("2.2.2")
def test_2_2_2_flensburg_pairs_share_a_letter() -> None:
    s = new_session(
        night("6G", fighter(201, "1010 S"), fighter(202, "0910 S"), fighter(203, "0810 S"), turn=2, phase=5)
    )
    play_until(s, "general_tally", {"place_search": 4, "roll_through_jamming": "no"})
    names = [event.data["radar"] for event in events_of(s, "player", "search_placed")]
    check(s, names, ["Freya", "Flensburg A", "Flensburg B", "Flensburg C"])
    swept = [event.data["radar"] for event in events_of(s, "player", "sweep")]
    check(s, swept, ["Flensburg A", "Flensburg B", "Flensburg C"], "the Freya is jammed")


@rule("2.2.7")
def test_2_2_7_a_chit_has_three_columns_a_side() -> None:
    sides = []
    for chit in range(1, 41):
        for side in ("red", "yellow"):
            s = new_session(night("4C", fighter(201, "1814 N"), turn=1, phase=2, cup=[chit], side=side))
            drawn = last(s, "umpire", "chit").data
            check(s, drawn["chit"], chit)
            check(s, len(drawn["columns"]), 3)
            holds(s, all(1 <= column <= 18 for column in drawn["columns"]), "columns of the map")
            sides.append(tuple(drawn["columns"]))
    assert sides[::2] != sides[1::2]


@rule("2.2.8")
def test_2_2_8_hits_on_an_aircraft_add_up() -> None:
    s = new_session(
        night("4B", fighter(201, "1010 S", tally=113), bomber(113, "1010 S", hits=1, known=1), turn=3, phase=9),
        dice={"response": [1, 1], "attack": [3, 4]},
    )
    s.decide("guns")
    check(s, last(s, "player", "hits").data, {"fighter": "201", "contact": "C1", "hits": 2, "total": 3})
    check(s, attackers(s)["113"]["hits"], 3)
    check(s, contacts(s)[0]["hits"], 3)


@rule("2.2.9")
def test_2_2_9_the_umpire_has_a_generic_counter_for_each_fighter() -> None:
    s = new_session(night("5B", fighter(201, "1010 SE"), fighter(202, "0711 NW"), phase=8, turn=2))
    shown = s.perspective("umpire").to_json()["fighters"]
    check(s, [(f["generic"], f["hex"], f["facing"]) for f in shown], [("XX1", "1010", "SE"), ("XX2", "0711", "NW")])


@rule("2.2.10")
def test_2_2_10_every_kind_of_marker_can_be_shown() -> None:
    s = new_session(
        night(
            "5", fighter(201, "1010 S", tally=113, dives=2, hits=1), fighter(202, "0711 N"), bomber(113, "1010 S"),
            bomber(115, "0816 S", light="K"), bomber(116, "1520 S"), turn=2, phase=7, moon="half",
            options={"pilots": {"201": "green", "202": "experte"}},
        ),
        dice={"searchlight": [1, 1, 1]},
    )  # fmt: skip
    play_until(s, "keep_or_drop")
    shown = s.perspective("player").to_json()
    check(s, [(f["pilot"], f["dives"], f["hits"], f["alerted"]) for f in shown["fighters"][:2]], [
        ("green", 2, 1, False), ("experte", 3, 0, False),
    ])  # fmt: skip
    check(s, {(c["lit_in"], *c["tallied_by"], c["alerted"], c["hits"]) for c in shown["contacts"]}, {
        (None, "201", False, 0), ("K", False, 0),
    })  # fmt: skip
    check(s, [m["zone"] for m in shown["markers"]], ["O"], "searchlight search markers")
    holds(s, shown.keys() >= {"searches", "sweeps", "tracks", "turn", "turn_space", "environment"}, "the other markers")


@rule("2.2.10")
def test_2_2_10_a_task_force_flares_and_points_can_be_shown() -> None:
    s = new_session(night("9", fighter(201, "1010 S"), turn=6, phase=3, flares=9, vp=4))
    shown = s.perspective("player").to_json()
    check(s, (shown["task_force"], shown["flares_until"], shown["score"]["vp"]), ("N", 9, 4))
    check(
        s, new_session(night("8", fighter(201, "1010 S"), phase=3)).perspective("player").to_json()["task_force"], None
    )


# -- 2.4 dice ----------------------------------------------------------------------------------------


@rule("2.4")
def test_2_4_all_dice_have_six_sides_and_bonus_dice_are_told_apart() -> None:
    s = new_session(
        night("4B", fighter(201, "1010 S"), turn=3, phase=8, visibility="good", cloud="cloudy"),
        dice={"tally": [1, 2, 3, 4, 5]},
    )
    s.decide("roll")
    thrown = rolls_of(s, "player", "tally")[0].data
    check(s, (thrown["dice"], thrown["cloud_die"], thrown["view_die"]), ([1, 2, 3, 4, 5], 1, 1))
    plain = new_session(night("1D", fighter(201, "1010 S"), turn=3, phase=8, visibility="good"))
    plain.decide("roll")
    thrown = rolls_of(plain, "player", "tally")[0].data
    check(s, (len(thrown["dice"]), thrown["cloud_die"], thrown["view_die"]), (3, 0, 0), "without cloud or good view")
    live = new_session(scenario="6", seats={"umpire": "random", "player": "random"})
    dice = {die for event in events_of(live, "umpire", "roll") for die in event.data["dice"]}
    check(s, dice, {1, 2, 3, 4, 5, 6})
    live.perspective("player").to_json()


@rule("9.0a")
def test_2_1_1_the_first_hex_of_the_map_is_one_like_any_other() -> None:
    """A fighter in 0101 is asked to move, looks round, attacks and uses its radar as anywhere else."""
    s = new_session(night("2", fighter(201, "0101 S"), bomber(112, "0502 S"), turn=3, phase=3))
    check(s, asked(s).kind, "path")
    s.decide("F F")
    look = new_session(
        night("2", fighter(201, "0101 S"), bomber(112, "0101 S"), turn=3, phase=8), dice={"tally": [2, 2]}
    )
    answer(look, "general_tally", "roll")
    check(look, list(asked(look).options), ["none", "C1"], "it can be kept in sight")
    attack = new_session(night("4B", fighter(201, "0101 S", tally=112), bomber(112, "0101 S"), turn=3, phase=9))
    check(attack, asked(attack).kind, "attack")
    search = new_session(night("4B", fighter(201, "0101 S"), bomber(112, "0102 S"), turn=3, phase=6))
    check(search, [c["hex"] for c in contacts(search)], ["0102"], "its radar works")
