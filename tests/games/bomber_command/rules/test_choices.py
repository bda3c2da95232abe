"""What the book leaves to a player is his to choose, with a default where one answer nearly always serves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bomber_command.rules.test_04_plotting import plotting
from tests.games.bomber_command.rules.test_10_bombing import settle
from tests.games.bomber_command.support import (
    asked,
    cites,
    go,
    inner,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    see,
    seen_by,
    told,
    unit,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command.model.board import BY_NAME
from viermot.games.bomber_command.model.bombed_city import AT_TI, bombed_city_of, plan_of
from viermot.games.bomber_command.model.state import Game

TWO_RAIDS = "E main Hannover 1 D5 J5 K5* K4 D7; B mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
LINE = {"III./NJG2": unit("H5", gci=True), "II./NJG2": unit("H6", gci=True)}
RUHR = "E main Essen 1 D7 I7* D7; B mosquito Duisburg 1 D7 I7* D7"


# -- attacks, one by one [9.1] ---------------------------------------------------------------------------------


@rule("9.1.3a", "9.1.3b", "9.1.1d")
def test_9_1_3_all_attacks_on_a_main_force_come_before_any_on_mosquitos() -> None:
    guns = {"mobile": (BY_NAME["H5"],)}
    s = go(new_session(night(plan=TWO_RAIDS, units=LINE, turn=3, phase=4, **guns)), "next_combat")
    assert asked(s, "next_combat") == ["H5", "let go", "none"] and s.pending[0].default == "H5"
    s.decide("H5")
    go(s, "draw_british", intercept="III./NJG2")
    order = [(event["marker"], event["hex"]) for event in told(s, "resolving", "german")]
    assert [marker for marker, hex_ in order if hex_ == "H5"] == ["GCI", "flak", "GCI", "flak"]
    letters = [event["letter"] for event in told(s, "attacked_raid")]
    assert letters[:4] == ["E", "E", "B", "B"], "GCI and flak on the Main Force, then on the Mosquitos"
    assert cites(s, "9.1.3b", "german")


@rule("9.1.1d", "9.1.2b")
def test_9_1_1_the_german_player_says_which_wild_boar_goes_first() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5", "Hannover"), "I./JG302": unit("K5")}
    s = go(new_session(night(units=units, turn=4, phase=4)), "next_combat", wild_boar="Hannover")
    assert asked(s, "next_combat") == ["K5", "let go", "none"], "flak comes first, and there is only one"
    refused(s, "III./NJG3", "9.1.3a", "not_its_turn")
    s.decide("K5")
    go(s, "next_combat")
    assert asked(s, "next_combat") == ["in order", "K5", "I./JG302", "I./NJG3", "III./NJG3"]
    s.decide("III./NJG3")
    go(s, "next_combat")
    s.decide("I./JG302")
    go(s, "draw_british")
    assert [event["unit"] for event in told(s, "attack")] == ["III./NJG3", "I./JG302", "I./NJG3"]


@rule("9.1.1d")
def test_9_1_1_of_two_cities_in_a_hex_the_german_player_names_one() -> None:
    plan = "A main Essen 1 D7 I7* D7; B main Duisburg 1 D7 I7* D7"
    for first in ("Duisburg", "Essen"):
        s = go(new_session(night("downfall", plan, turn=3, phase=4)), "next_combat")
        assert {"Duisburg", "Essen", "I7"} <= set(asked(s, "next_combat"))
        s.decide(first)
        go(s, "draw_british", next_combat="in order")
        assert next(event["city"] for event in told(s, "flak")) == first


@rule("9.0a")
def test_9_0_a_single_flak_attack_may_be_let_go_before_any_is_rolled() -> None:
    units = {"I./NJG3": unit("K5", "Hannover")}
    s = go(new_session(night(units=units, turn=4, phase=4)), "next_combat", wild_boar="Hannover")
    s.decide("let go")
    assert asked(s, "let_go") == ["none", "Hannover", "I./NJG3"]
    refused(s, "K5", "9.1.2b", "no_marker_there")
    s.decide("Hannover")
    assert last(s, "attack_let_go", "british") == {"marker": "flak", "hex": "K5", "city": "Hannover"}
    go(s, "draw_british")
    assert not told(s, "flak") and len(told(s, "attack")) == 1, "the Wild Boar attacks all the same"
    line = go(new_session(night(units=LINE, turn=3, phase=4, mobile=(BY_NAME["H5"],))), "next_combat")
    line.decide("let go")
    assert asked(line, "let_go") == ["none", "H5"], "of GCI it is asked when it comes to it"
    line.decide("H5")
    assert last(line, "attack_let_go") == {"marker": "flak", "hex": "H5", "city": None}
    again = go(new_session(night(units=units, turn=4, phase=4)), "next_combat", wild_boar="Hannover")
    again.decide("let go")
    again.decide("none")
    assert asked(again, "next_combat")[-2:] == ["let go", "none"]


@rule("9.5.1d", "9.5.1b")
def test_9_5_1_a_unit_on_one_city_may_attack_late_over_another() -> None:
    units = {"I./NJG1": unit("I7", "Duisburg")}
    for city, column in (("Essen", "late"), ("Duisburg", "stacked")):
        s = go(new_session(night(plan=RUHR, units=units, turn=3, phase=4)), "wild_boar")
        assert set(asked(s, "wild_boar")) == {"none", "Essen", "Duisburg"} and s.pending[0].default == "Duisburg"
        s.decide(city)
        go(s, "draw_british", next_combat="in order")
        assert last(s, "wild_boar_marker") == {
            "unit": "I./NJG1", "hex": "I7", "city": city, "stacked": column == "stacked",
        }  # fmt: skip
        assert last(s, "attack_rolled")["column"] == column
        assert bool(cites(s, "9.5.1d")) == (column == "late")


@rule("9.1.2a")
def test_9_1_2a_compact_stream_takes_the_marker_its_player_names() -> None:
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Braunschweig 1 D5 J5 K5 L5* L4 D8"
    text = night("downfall", plan, units={"II./NJG4": unit("H5", gci=True)}, turn=3, phase=4,
                 hands={"british": ["COMPACT STREAM"]})  # fmt: skip
    for letter, left in (("A", "B"), ("B", "A")):
        s = pass_to(new_session(text), "raids_moved", "british")
        resolve(lay(s, "COMPACT STREAM marker", "british"))
        assert asked(s, "compacted") == ["A", "B"] and s.pending[0].default == "A"
        s.decide(letter)
        assert told(s, "marker_removed", "german") == [{"hex": "H5"}], "against whom it was is not said"
        go(s, "draw_british", intercept="II./NJG4")
        assert [event["letter"] for event in told(s, "attacked_raid")] == [left]


# -- moving and landing [7.3, 7.4.4] ---------------------------------------------------------------------------


@rule("7.3c", "7.3b")
def test_7_3_a_unit_may_leave_its_box_and_stay_in_the_hex() -> None:
    units = {"I./NJG1": unit("K5", "Hannover"), "III./NJG2": unit("L5")}
    s = go(new_session(night(units=units)), "move")
    assert s.pending[0].plain_facts["unit"] == "I./NJG1"
    s.decide("off")
    assert see(s, "I./NJG1")["place"] == "K5" and see(s, "I./NJG1")["stacked"] is None
    assert last(s, "stepped_off", "british") == {"unit": "I./NJG1", "box": "Hannover"}
    assert s.why_not_undo("german") is None, "nothing was learned by it"
    refused(s, "off", "7.3c", "not_on_a_box")


@rule("7.4.4e")
def test_7_4_4_landings_may_be_rolled_in_another_order_while_the_british_hold_cards() -> None:
    units = {"I./NJG1": unit("H7", fuel=0), "III./NJG2": unit("H5", fuel=0)}
    listed = new_session(night(units=units, phase=8))
    go(listed, "draw_british")
    order = [event["unit"] for event in told(listed, "recovery_rolled")]
    assert sorted(order) == sorted(units), "without cards on the other side nobody asks"
    s = go(new_session(night(units=units, phase=8, hands={"british": ["ACCIDENT"]})), "landing_order")
    assert s.pending[0].default == "in order" and asked(s, "landing_order") == ["in order", *order]
    s.decide(order[1])
    go(s, "draw_british")
    assert [event["unit"] for event in told(s, "recovery_rolled")] == order[::-1]


# -- bombing [5.0, 10] -----------------------------------------------------------------------------------------


@rule("5.0e", "4.3.3c")
def test_5_0_bombing_is_resolved_before_mines_are_laid() -> None:
    plan = "E main Emden 1 D4 H4* D6 C6; F gardening H3 2 D3 H3* D3"
    s = go(new_session(night(plan=plan, turn=4, phase=9)), "draw_british", choose_mix="8 HE")
    kinds = [event.kind for event in s.events("german") if event.kind in ("bombing", "bombing_over", "mines")]
    assert kinds == ["bombing", "bombing_over", "mines"]


@rule("10.2a")
def test_10_2_of_two_main_forces_the_british_player_says_which_bombs_first() -> None:
    plan = "A main Essen 1 D7 I7* D7; B main Duisburg 1 D7 I7* D7; C mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    for first in ("Essen", "Duisburg"):
        s = go(new_session(night("downfall", plan, turn=4, phase=9)), "next_bombing")
        assert sorted(asked(s, "next_bombing")) == ["Duisburg", "Essen"] and s.pending[0].default is not None
        s.decide(first)
        go(s, "draw_british")
        assert next(event["city"] for event in told(s, "bombing")) == first and len(told(s, "bombing")) == 2


@rule("10.4.1")
def test_10_4_1_less_than_the_load_may_be_dropped() -> None:
    s = go(new_session(night(plan="E main Emden 1 D4 H4* D6 C6", turn=4, phase=9)), "choose_mix")
    load = s.pending[0].facts["load"]
    assert {"0 HE", f"{load} HE", "6 HE 10 Inc", "0 HE 0 Inc"} <= set(asked(s, "choose_mix"))
    refused(s, f"{load} HE 1 Inc", "10.4.1", "too_many_bombs")
    refused(s, f"{load + 1} HE", "10.4.1", "too_many_bombs")
    s.decide("3 HE 4 Inc")
    assert last(s, "bomb_mix", "german") == {"city": "Emden", "he": 3, "inc": 4}
    go(s, "convert") if any(d.kind == "convert" for d in s.pending) else go(s, "draw_british")
    fallen = last(s, "bombs_on_ti")["he"] + last(s, "bombs_on_ti")["inc"]
    fallen += sum(len(event["fallen"]) for event in told(s, "bomb_ring")) + len(told(s, "bomb"))
    assert fallen == 7


def follow_up(new: tuple[int, int], old: tuple[int, int]) -> Session:
    """A follow-up about to convert the area of its Target Indicator, where these counters lie."""
    plan = "A main Essen 1 D7 I7* D7; B main Essen 5 D7 I7* D7"
    s = go(new_session(night("downfall", plan, turn=4, phase=9)), "convert", choose_mix="0 HE")
    state: Any = s.state
    game: Game = state.clone()
    game.asked = None
    bombed = game.bombed_city = bombed_city_of(game)._replace(follows=1, stage=AT_TI)
    game.areas[bombed.ti] = game.areas[bombed.ti]._replace(he=new[0], inc=new[1], old_he=old[0], old_inc=old[1])
    s.state = game
    settle(s)
    from viermot.games.bomber_command.rules.bombing.fires import convert
    from viermot.kernel.agenda import advance

    game.agenda.append((convert,))
    advance(game)
    return s


@rule("10.6b", "10.5.3b")
def test_10_6_in_a_follow_up_old_counters_may_burn_before_new_ones() -> None:
    s = follow_up((2, 4), (2, 2))
    at = bombed_city_of(inner(s)).ti
    area = plan_of(inner(s)).names[at]
    options = [option for option in asked(s, "convert") if option.startswith(f"{area} 1+2")]
    others = ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    assert options == [f"{area} 1+2", *[f"{area} 1+2 old {he}+{inc}" for he, inc in others]]
    for said, left in (("", [1, 2, 2, 2]), (" old 1+2", [2, 4, 1, 0]), (" old 0+1", [1, 3, 2, 1])):
        s = follow_up((2, 4), (2, 2))
        s.decide(f"{area} 1+2{said}")
        there = inner(s).areas[at]
        assert [there.he, there.inc, there.old_he, there.old_inc] == left and there.fires == 1
    refused(follow_up((2, 4), (0, 0)), f"{area} 1+2 old 1+0", "10.5.3b", "does_not_burn")


# -- points [3.3] ----------------------------------------------------------------------------------------------


@rule("3.3c", "11.0")
def test_3_3_a_night_called_off_before_the_bombs_fall_pays_no_target() -> None:
    plan = "E main Schweinfurt 1 D7 I7 M9 M8* M9 I7 D7"
    s = go(new_session(night(plan=plan, turn=2, phase=1)), "draw_british")
    s.decide("offer the end", "british")
    s.decide("offer the end", "german")
    go(s)
    assert s.result is not None and s.result["reason"] == "agreed"
    assert s.result["vp"] == {"british": 0.0, "german": 0, "net": 0}


@rule("3.3c", "11.1a")
def test_3_3_a_target_that_was_bombed_pays_its_bonus() -> None:
    s = go(new_session(night(plan="E main Aachen 1 D8 I8* D8", turn=4, phase=9)), "choose_mix")
    before = s.perspective("german").to_json()["points"]["british"]
    assert s.perspective("british").to_json()["points"]["british"] == before + 5, "the chit of Aachen"
    s.decide("0 HE 0 Inc")
    go(s)
    assert s.result is not None and s.result["vp"]["british"] == before + 5


# -- plots [4.2, 4.4] ------------------------------------------------------------------------------------------


TWICE = "E main Bremen 1.1 D5 I5 J4* I5 D5 D7"  # it comes by I5 on the way out and home


@rule("4.4.1e")
def test_4_4_1_an_escort_breaks_out_at_the_first_visit_only() -> None:
    s = plotting("berlin", "Bremen")
    for how in ("leaving", "entering"):
        refused(s, f"{TWICE}; B mosquito Wilhelmshaven from E {how} I5.2 I4* H3 C6", "4.4.1e", "plot_first_visit")
    s.decide(f"{TWICE}; B mosquito Wilhelmshaven from E entering I5 I4* H3 C6")
    assert last(s, "plan") == {"count": 2}


@rule("4.2.1c")
def test_4_2_1_a_star_anywhere_but_over_the_target_is_refused() -> None:
    s = plotting("berlin", "Essen")
    for wrong in ("1 D7 I7 J6 I7* D7", "1 D7* I7* D7", "1 D7 I7 J6* I7 D7"):
        refused(s, f"E main Essen {wrong}", "4.2.1c", "bomber_command.unreadable.star")
    refused(s, "E main Essen 1 D7 I7* D7; A decoy 9 D7 E7* D7", "4.2.1c", "bomber_command.unreadable.star")
    for right in ("1 D7 I7* J6 I7 D7", "1 D7 I7 J6 I7 D7"):
        assert s.pending[0].why_not(f"E main Essen {right}") is None, "when it first comes there, or not said at all"


@rule("4.2.1a")
def test_4_2_1_a_flightpath_has_a_leg() -> None:
    s = plotting("berlin", "Essen")
    refused(s, "E main Essen 1 D7 I7* D7; A decoy 9 D7", "4.2.1a", "plot_no_legs")


@rule("4.2.1b")
@pytest.mark.parametrize("there", ["E5", "N5"])
@pytest.mark.parametrize("times", [4, 12, 13, 30, 63, 127, 128, 190])
def test_4_2_1_an_absurd_path_is_refused_by_a_rule(times: int, there: str) -> None:
    s = plotting("berlin", "Bremen")
    refused(s, "E main Bremen 1.1 D5" + f" {there} D5" * times + " I5 J4* D7 C7", "4.2.1b", "plot_legs_out")
    refused(s, "E main Bremen 1.1 D5 I5 J4*" + " I5 J4" * times + " D7 C7", "4.2.1b", "plot_legs_home")


# -- cards that counter any time [6.2] -----------------------------------------------------------------------------


@rule("6.2a")
def test_6_2_a_card_for_any_time_is_asked_for_where_it_changes_something() -> None:
    asks = {}
    for hand in ((), ("MOBILE FLAK",)):
        s = new_session(night(units={"I./NJG3": unit("J5", "Ludwig", fuel=9)}, hands={"german": hand}), seed="any time")
        kinds = []
        while seen_by(s, "german").turn < 3:
            for decision in s.pending:
                if decision.kind == "play":
                    kinds.append(decision.facts["window"])
                s.decide(0, decision.seat)
        asks[hand] = kinds
    assert asks[()] == ["fighters_move"] * 2
    assert asks["MOBILE FLAK",] == ["fighters_move", "raids_move"] * 2, "no other window can use it"
    go(s, "play").decide("MOBILE FLAK place")
    s.decide("Hannover")
    assert last(s, "mobile_flak_city")["city"] == "Hannover"


@rule("6.2a", "6.2.4")
def test_6_2_a_card_for_any_time_may_be_played_at_a_decision_of_ones_own() -> None:
    s = new_session(night(phase=3, hands={"german": ["MOBILE FLAK"], "british": ["WEATHER", "INTRUDERS"]}))
    assert s.pending[0].kind == "scramble" and "play MOBILE FLAK place" in asked(s, "scramble")
    refused(s, "play WEATHER draw", "6.2a", "card_not_held")
    s.decide("play MOBILE FLAK place")
    assert s.pending[0].kind == "name_object"
    s.decide("Hannover")
    assert s.pending[0].kind == "cancel" and s.pending[0].seat == "british", "it may be cancelled as in any window"
    s.decide("pass")
    assert last(s, "mobile_flak_city", "british")["city"] == "Hannover"
    assert s.pending[0].kind == "scramble", "and the question is put again"
    assert "play MOBILE FLAK place" not in asked(s, "scramble")


@rule("7.1b")
def test_6_2_nobody_is_asked_something_for_the_sake_of_a_card() -> None:
    units = {"IV./NJG3": unit("Jutland", scramble=True)}
    s = new_session(night(units=units, hands={"german": ["MOBILE FLAK"]}))
    s.decide("pass")
    assert s.pending[0].kind != "move" and told(s, "settled"), "it can only stay"


# -- secrets under attack [8.3] --------------------------------------------------------------------------------


@rule("8.3b")
def test_8_3_nothing_tells_that_a_raid_under_flak_lays_mines() -> None:
    seen = []
    for raid in ("gardening H3 1.1 D4 E4-G4 G3 H3* D5 D7", "mosquito Emden 1.1 D4 E4-G4 G3 H3 H4* G4-D4 C6"):
        plan = f"E main Hannover 9 D5 J5 K5* K4 D7; B {raid}"
        guns = {"mobile": (BY_NAME["G4"],)}
        cards = {"german": ["WÜRZLAUS"]}
        s = new_session(night(plan=plan, turn=3, phase=4, hands=cards, **guns), dice={"flak": [1, 1]})
        pass_to(s, "flak_attack", "german")
        decision = s.pending[0]
        odds = seen_by(s, "german").odds(decision.kind, decision.facts, decision.codes)
        go(s, "draw_british")
        rolled = last(s, "flak_rolled", "german")
        seen.append((odds, rolled, s.perspective("german").to_json(), [e.to_json() for e in s.events("german")]))
        gardens = "gardening" in raid
        assert bool(told(s, "unannounced")) is gardens and not told(s, "unannounced", "german")
        if gardens:
            assert told(s, "unannounced") == [
                {"letter": "B", "modifiers": [["gardening", -1, "9.7a"]], "total": rolled["total"] - 1}
            ]
    assert seen[0] == seen[1]
    assert seen[0][0][0].doubts == ("gardening",)


@rule("8.3", "9.9.1")
def test_8_3_the_letter_of_a_raid_that_is_home_stays_secret() -> None:
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; B mosquito Emden 1 D4 H4* D6 C6"
    for options, losses, letter in (((), 0, None), ((), 2, "B"), (("12.5",), 2, None)):
        raids = {"B": {"fate": 3, "losses": losses}}
        s = go(new_session(night(plan=plan, turn=7, phase=8, raids=raids, options=options)), "draw_british")
        assert told(s, "raid_home", "german") == [{"raid_kind": "mosquito"}]
        assert told(s, "own_home") == [{"letter": "B"}]
        assert [event["letter"] for event in told(s, "confirmed", "german")] == ([letter] if losses else [])
        kinds = {box["letter"]: box["kind"] for box in s.perspective("german").to_json()["boxes"]}
        assert kinds["B"] == ("mosquito" if letter else None), "known only where the open track shows whose it was"
