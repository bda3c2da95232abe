"""S3 and S28: one open map, what crews see in good visibility, and the options in force."""

from tests.games.solitaire.support import (
    answer,
    asked,
    check,
    counter,
    counters,
    events,
    fighter,
    holds,
    last,
    new_session,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule


@rule("S3.0a")
def test_S3_0a_all_counters_stand_in_the_open_on_one_map() -> None:
    s = new_session(
        solo("4B", fighter(201, "1010 N"), counter("1a", "0403 S"), counter("1b", "1003 S"), counter("2", "1505 S"))
    )
    check(s, {name: row["hex"] for name, row in counters(s).items()}, {"1a": "0406", "1b": "1006", "2": "1508"})
    check(s, s.perspective("public").to_json()["counters"], s.perspective("player").to_json()["counters"])
    check(s, sorted(event.number for event in s.events("public")), list(range(len(s.events("player")))))
    holds(s, "S3.0a" in last(s, "counters_moved").rules, "the counters flew on in the open")


@rule("3.2a", "S3.0a")
def test_3_2_everybody_is_told_which_scenario_it_is() -> None:
    s = new_session(scenario="4B")
    for seat in ("player", "public"):
        (told,) = [event for event in s.events(seat) if event.kind == "scenario"]
        check(s, told.data, {"scenario": "4B"})


@rule("S3.0b")
def test_S3_0b_in_good_visibility_only_its_own_hex_and_the_one_ahead_count() -> None:
    places = {"1012 S": True, "1011 S": True, "1010 S": False, "0912 S": False, "1013 S": False}
    for at, seen in places.items():
        other = [] if at == "1012 S" else [stop(at)]  # there is no room for two counters in a hex
        s = new_session(solo("4", fighter(201, at, fix="1"), counter("1", "1012 S"), *other, phase=8))
        check(s, "1" in asked(s).options, seen, f"a crew in {at} can look for it")
        if seen:
            answer(s, "tally", "1")
            holds(s, "S3.0b" in events(s, "roll")[0].rules, "the rule of the range")


@rule("S3.0b", "S10.0d")
def test_S3_0b_in_bright_cloud_all_six_hexes_around_count() -> None:
    sky = {"cloud": "cloudy", "moon": "full"}
    s = new_session(
        solo("4", fighter(201, "0912 S", fix="1"), counter("1", "1012 S"), phase=8, **sky), dice={"tally": [6] * 9}
    )
    answer(s, "tally", "1")
    check(s, last(s, "tallied").data["contact"], "1")
    check(s, len(rolls(s, "tally")[0]), 6, "good visibility 3, moon, view and cloud one each")


@rule("S28.0a", "28.0")
def test_S28_0a_all_optional_rules_but_28_5_are_in_force_unless_refused() -> None:
    s = new_session(scenario="4B")
    check(s, [event.data["option"] for event in events(s, "option")], ["28.1", "28.2", "28.3", "28.4", "28.6"])
    holds(s, all("S28.0a" in event.rules for event in events(s, "option")), "they are on of themselves")
    s = new_session(scenario="4B", options={"28.4": False, "28.5": True})
    check(s, [event.data["option"] for event in events(s, "option")], ["28.1", "28.2", "28.3", "28.5", "28.6"])
    check(s, s.perspective("player").to_json()["fighters"][0]["pilot"], "green")


@rule("S28.0a")
def test_S28_0a_only_what_the_scenario_can_use() -> None:
    check(
        new_session(scenario="1"),
        events(new_session(scenario="1"), "option"),
        [],
        "options of a scenario before chapter 17",
    )
    found = [event.data["option"] for event in events(new_session(scenario="6H"), "option")]
    holds(new_session(scenario="6H"), "28.2.1" in found, "Fishpond from chapter 24 on")
