"""S17, S19 and S5.5 at the edges: gunners from below or none at all, dazzled crews, areas that are all searched."""

from pathlib import Path

import pytest

from tests.games.solitaire.support import (
    answer,
    asked,
    check,
    counter,
    counters,
    events,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.nightfighter.model.board import HEXES

FAR = fighter(201, "0101 S")


def shot(s: Session, what: str = "defensive fire") -> list[list[object]]:
    return next(event.data["modifiers"] for event in events(s, "roll") if event.data["what"] == what)


# -- combat --------------------------------------------------------------------------------------------------------


@rule("28.4.1b")
def test_28_4_1b_a_crew_below_a_bomber_may_claim_the_response_of_oblique_guns() -> None:
    own = fighter(201, "1012 S", tally="1", oblique=1), fighter(202, "box"), fighter(203, "box")
    for answered, claimed in (("claim", True), ("no", False)):
        s = new_session(solo("6", *own, counter("1", "1012 S"), phase=9), dice={"response": [6], "reaction": [5]})
        s.decide("hold fire")
        check(s, (asked(s).kind, asked(s).default, asked(s).plain_facts), ("claim", "claim", {"fighter": "201"}))
        s.decide(answered)
        names = [reason[0] for reason in shot(s, "reaction")]
        check(s, ("deferred_oblique" in names, "not_attacking" in names), (claimed, True))


@rule("17.4a")
@pytest.mark.parametrize(("guns", "options"), [(0, {}), (1, {"28.4": False})])
def test_28_4_1b_it_takes_oblique_guns_and_the_option(guns: int, options: dict[str, bool]) -> None:
    own = fighter(201, "1012 S", tally="1", oblique=guns), fighter(202, "box"), fighter(203, "box")
    s = new_session(solo("6", *own, counter("1", "1012 S"), phase=9, options=options), dice={"response": [1]})
    s.decide("hold fire")
    check(s, rolls(s, "response"), [(1,)], "the bomber may notice it, with nothing to claim")
    holds(s, asked(s).kind != "claim", "nothing is asked")


@rule("17.4.2c", "20.0a")
def test_17_4_2c_gunners_aim_badly_at_what_is_below_them() -> None:
    own = fighter(201, "1012 S", tally="1", oblique=1)
    s = new_session(
        solo("4D", own, counter("1", "1012 S"), phase=9),
        dice={"response": [6], "reaction": [4], "defensive fire": [1, 1], "attack": [1, 1]},
    )
    answer(s, "attack", "oblique")
    holds(s, "20.0a" in last(s, "attack").rules, "with oblique guns")
    holds(s, ["from_below", -1, "17.4.2c"] in shot(s), "-1")


@rule("24.2.2", "17.4.2a")
def test_24_2_2_village_inn_aims_for_the_gunners(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = '[[variant]]\nid = "6G"\nattackers_equipment = ["Village Inn"]\n'
    (tmp_path / "scenarios" / "06.toml").write_text(text)
    s = new_session(
        solo("6G", fighter(201, "1012 S", tally="1"), counter("1", "1012 S"), phase=9), pack=tmp_path,
        dice={"response": [6], "reaction": [4], "defensive fire": [1, 1], "attack": [1, 1]},
    )  # fmt: skip
    answer(s, "attack", "guns")
    holds(s, ["village_inn", 1, "24.2.2"] in shot(s), "+1")
    check(s, counters(s)["1"]["alerted"], True, "who fired is alerted")


@rule("17.4.2a", "17.4.4b", "17.4.1a")
@pytest.mark.parametrize("reaction", [1, 3])
def test_17_4_2a_a_bomber_without_guns_only_gets_out_of_the_way(reaction: int) -> None:
    s = new_session(
        solo(
            "4F", fighter(201, "1012 S", tally="1", dives=0), counter("1", "1012 S"), phase=9, options={"28.1": False}
        ),
        dice={"response": [6, 1], "reaction": [reaction], "attack": [1, 1]},
    )
    answer(s, "attack", "guns")
    check(s, (last(s, "no_gunners").data, rolls(s, "defensive fire")), ({"fighter": "201", "contact": "1"}, []))
    check(s, counters(s)["1"]["alerted"], True)
    check(s, bool(events(s, "corkscrews")), reaction == 1)


@rule("17.4.1a")
def test_17_4_1a_a_bomber_that_only_fires_is_alerted_as_well() -> None:
    s = new_session(
        solo("4B", fighter(201, "1012 S", tally="1"), counter("1", "1012 S"), phase=9),
        dice={"response": [6], "reaction": [3], "defensive fire": [1, 1]},
    )
    answer(s, "attack", "hold fire")
    check(s, (len(events(s, "tracer_wide")), counters(s)["1"]["alerted"]), (1, True))


@rule("11.1", "11.0a")
def test_11_1_whoever_cannot_attack_is_told_why() -> None:
    s = new_session(
        solo("1B", fighter(201, "1012 S", tally="1"), fighter(202, "1013 S"), fighter(203, "0101 N"),
             counter("1", "1012 S"), phase=9),
    )  # fmt: skip
    told = last(s, "cannot_attack")
    check(s, (told.data["fighter"], "11.1" in told.rules), ("201", True))
    s = new_session(
        solo("4", fighter(201, "1012 N", tally="1"), counter("1", "1012 S"), phase=9), dice={"response": [1]}
    )
    told = last(s, "cannot_attack")
    check(s, (told.data["fighter"], "11.0a" in told.rules), ("201", True))
    check(s, rolls(s, "response"), [], "not behind it, it is not noticed either")


@rule("S17.0a")
def test_S17_0a_two_attack_in_the_players_order_and_each_once() -> None:
    own = [fighter(201, "1012 S", tally="1"), fighter(202, "0412 S", tally="2"), fighter(203, "1820 S")]
    s = new_session(
        solo("4G", *own, counter("1", "1012 S"), counter("2", "0412 S"), phase=9),
        dice={"response": [1, 1, 1, 1], "attack": [1, 1, 1, 1]},
    )
    check(s, (asked(s).kind, list(asked(s).options)), ("who_attacks", ["201", "202"]))
    answer(s, "who_attacks", "202")
    check(s, asked(s).plain_facts, {"fighter": "202", "contact": "2"})
    answer(s, "attack", "guns")
    check(s, asked(s).plain_facts, {"fighter": "201", "contact": "1"})
    answer(s, "attack", "guns")
    check(s, [event.data["fighter"] for event in events(s, "attack")], ["202", "201"])


@rule("3.2e")
def test_SC7b_an_attack_on_a_german_goes_on_whether_he_was_known_or_not() -> None:
    for known, draws in ((32, {}), (0, {"cup": [0]})):
        own = fighter(201, "1010 S", tally="1")
        row = counter("1", "1010 S", **({"kind": 1, "known": 32} if known else {}))
        s = new_session(
            solo("7", own, row, counter("2", "1015 S"), phase=9), draws=draws,
            dice={"response": [1, 1], "attack": [1, 1]},
        )  # fmt: skip
        if not known:
            answer(s, "identify", "no")
        answer(s, "attack", "guns")
        check(s, (len(rolls(s, "attack")), len(events(s, "revealed"))), (1, 0 if known else 1))
        check(s, s.result, None, "no bomber was attacked")


@rule("SC7a", "3.2e")
@pytest.mark.parametrize(
    ("sky", "needs"),
    [
        ({"visibility": "moderate"}, 4), ({"visibility": "good"}, 3), ({"visibility": "poor"}, 5),
        ({"visibility": "moderate", "moon": "half"}, 3), ({"visibility": "good", "moon": "full"}, 2),
    ],
)  # fmt: skip
def test_SC7a_moon_and_visibility_change_the_identification(sky: dict[str, str], needs: int) -> None:
    for die in (needs - 1, needs):
        own = fighter(201, "1010 S", tally="1")
        s = new_session(
            solo("7", own, counter("1", "1010 S"), counter("2", "1015 S"), phase=9, **sky),
            dice={"identification": [die]}, draws={"cup": [1]},
        )  # fmt: skip
        answer(s, "identify", "roll")
        check(s, len(events(s, "revealed")), int(die >= needs))
        if die < needs:
            check(s, last(s, "not_identified").data, {"fighter": "201", "contact": "1"})


# -- AI radar ------------------------------------------------------------------------------------------------------


@rule("19.1.2d", "19.1.2c")
@pytest.mark.parametrize(("why", "rule_"), [("blind", True), ("evading", False), ("cork", False)])
def test_19_1_2d_a_crew_that_cannot_look_loses_its_fix(why: str, rule_: bool) -> None:
    own = fighter(201, "1010 S", fix="1", **{why: 2})
    s = new_session(solo("4", own, counter("1", "1012 S"), counter("2", "1011 S"), phase=6, turn=2))
    lost = last(s, "fix_lost")
    check(s, (lost.data, "17.3.2c" in lost.rules), ({"fighter": "201", "contact": "1"}, rule_))
    holds(s, {"19.1.2d", "19.1.2c"} <= set(lost.rules), "the rules of the loss")
    check(s, (last(s, "ai_blind").data, len(events(s, "reverts"))), ({"fighter": "201"}, 1))
    s = new_session(solo("4", fighter(201, "1010 S"), counter("1", "1012 S"), counter("2", "0120 S"), phase=6, turn=2))
    check(s, (events(s, "ai_blind"), events(s, "fix_lost")), ([], []), "a crew that can look")


@rule("19.1.2b", "19.1.2c", "S5.1b")
def test_19_1_2b_a_fix_out_of_range_or_arc_is_lost_at_once() -> None:
    for at in ("1015 S", "1008 S"):
        s = new_session(solo("4", fighter(201, "1010 S", fix="1"), counter("1", at), stop("1010 S"), phase=6))
        holds(s, {"19.1.2b", "19.1.2c"} <= set(last(s, "fix_lost").rules), "out of the search area")
        check(s, (fighters(s)["201"]["fix"], counters(s)["1"]["level"]), (None, "low"))
        check(s, last(s, "reverts").data, {"contact": "1", "hex": at[:4]})


@rule("24.5.2a", "17.2", "S24.0d")
@pytest.mark.parametrize(("jam", "dice"), [("heavy", 3), ("light", 5)])
def test_24_5_2a_an_Experte_rolls_two_dice_more_against_jamming(jam: str, dice: int, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = f'''[[variant]]
id = "6F"
defenders = [{{ type = "Ju88G-1/G-6", count = 3, pilot = "experte", upgrades = ["SN-2c", "tail warning"] }}]
jamming = {{ search = "heavy", ai = {{ P = "{jam}" }}, searchlights = true }}
'''
    (tmp_path / "scenarios" / "06.toml").write_text(text)
    s = new_session(
        solo("6F", fighter(201, "1010 S"), counter("1", "1012 S"), stop("1010 S"), phase=6), pack=tmp_path,
        dice={"jammed AI": [1] * 9},
    )  # fmt: skip
    answer(s, "ai_target", "1")
    check(s, rolls(s, "jammed AI"), [(1,) * dice])


@rule("S19.0a")
def test_S19_0a_a_fix_given_up_for_another_counter() -> None:
    s = new_session(
        solo("4", fighter(201, "1010 S", fix="1"), counter("1", "1011 S"), counter("2", "1012 S", track=1), phase=6)
    )
    answer(s, "ai_target", "2")
    check(s, (last(s, "fix_lost").data["contact"], fighters(s)["201"]["fix"]), ("1", "2"))
    check(s, (counters(s)["1"]["level"], events(s, "fix_kept")), ("low", []))


# -- nothing left to search ----------------------------------------------------------------------------------------


def around(hex_: str, reach: int = 1) -> list[str]:
    row = HEXES.distance[HEXES.parse(hex_)]
    return [HEXES.name(h) for h in range(HEXES.size) if row[h] <= reach]


@rule("S5.5a", "S13.0c")
def test_S5_5a_radar_cannot_refine_where_every_hex_is_excluded() -> None:
    s = new_session(
        solo("4", FAR, counter("1", "1012 S", excluded=around("1012", 3)), stop("0101 S"), phase=5),
        dice={"search": [6]},
    )
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")
    check(s, (last(s, "nowhere").data, rolls(s, "location")), ({"contact": "1"}, []))
    check(s, (counters(s)["1"]["level"], counters(s)["1"]["hex"]), ("moderate", "1012"))


@rule("S5.5a", "S13.0d")
def test_S5_5a_radar_cannot_track_where_every_hex_is_excluded() -> None:
    low = counter("1", "1012 S", level="low", excluded=around("1012", 2))
    s = new_session(solo("4", FAR, low, stop("0101 S"), phase=5), dice={"search": [6]})
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")
    check(s, (last(s, "nowhere").data, counters(s)["1"]["track"]), ({"contact": "1"}, "beneath"))


@rule("S5.5a", "S14.0c")
def test_S5_5a_lights_cannot_hold_what_is_nowhere() -> None:
    low = counter("1", "0816 S", level="low", excluded=around("0816", 2))
    s = new_session(solo("4B", FAR, low, stop("0101 S"), phase=7), dice={"searchlight": [6] * 4})
    answer(s, "light_up", "1")
    check(s, (last(s, "nowhere").data, counters(s)["1"]["lit_in"], rolls(s, "location")), ({"contact": "1"}, None, []))


@rule("28.5", "S10.0c")
def test_28_5_a_green_crew_gains_nothing_from_view_and_cloud() -> None:
    s = new_session(
        solo("4B", fighter(201, "1011 S", fix="1"), counter("1", "1012 S"), phase=8, options={"28.5": True}),
        dice={"tally": [1] * 9, "fixed tally": [1] * 9},
    )
    answer(s, "tally", "1")
    check(s, shot(s, "tally"), [["visibility", 3, "S10.0c"], ["green", 0, "28.5"]])


@rule("S5.1c", "S5.1b")
def test_S5_1c_a_track_that_nobody_goes_on_with_reverts_unless_something_else_holds_the_bomber() -> None:
    own = fighter(201, "1011 S", fix="2")
    rows = [counter(name, at, track=1) for name, at in (("1", "0412 S"), ("2", "1012 S"), ("3", "1512 S"))]
    s = new_session(solo("4", own, *rows, phase=5))
    answer(s, "place_search", "1512")  # a Freya does not track
    answer(s, "place_search", "none")
    check(s, [event.data["contact"] for event in events(s, "track_lapses")], ["1", "2", "3"])
    check(s, [event.data["contact"] for event in events(s, "reverts")], ["1", "3"], "radar of the fighter holds 2")
    check(s, len(events(s, "too_coarse")), 1)
    s = new_session(solo("4", own, counter("1", "0412 S", track=1), counter("2", "1012 S"), phase=5))
    answer(s, "place_search", "none")
    answer(s, "place_search", "0412")
    check(s, (events(s, "track_lapses"), len(events(s, "track_kept"))), ([], 1))


@rule("17.4a", "18.0c")
def test_17_4a_a_fighter_that_may_not_attack_yet_can_be_noticed_all_the_same() -> None:
    """Still above the bomber it has in sight: no attack, but the die is thrown [ruling B52]."""
    s = new_session(
        solo("4", fighter(201, "1012 S", tally="1", dives=2), counter("1", "1012 S"), stop("0101 S"), phase=9),
        dice={"response": [1]},
    )
    told = last(s, "cannot_attack")
    check(s, (told.data["fighter"], "18.0c" in told.rules), ("201", True))
    check(s, rolls(s, "response"), [(1,)])


@rule("S5.1b", "S5.2a")
@pytest.mark.parametrize("level", ["high", "moderate", "low"])
def test_S5_1b_whatever_it_was_before_it_is_low_when_the_last_marker_goes(level: str) -> None:
    own = fighter(201, "1010 S", fix="1")
    s = new_session(solo("4", own, stop("1010 S"), counter("1", "1013 S", level=level), phase=6))
    check(s, (len(events(s, "reverts")), counters(s)["1"]["level"]), (1, "low"))
