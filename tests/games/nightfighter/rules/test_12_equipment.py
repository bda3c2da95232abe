"""Chapter 12: what is always on board, what must be agreed, and what replaces what."""

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
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
    play_until,
    rolls_of,
)
from tests.support.rules import rule


def search_counters(scenario: str, **options: object) -> list[str]:
    """The names of the search counters that are placed when 201 can attend to its sets."""
    s = new_session(night(scenario, fighter(201, "1010 S"), bomber(112, "0502 S"), phase=5, options=options))
    while asked(s).kind == "place_search":
        s.decide("1012")  # ahead of the fighter, where every set may look
    return [event.data["radar"] for event in events_of(s, "player", "search_placed")]


def fixes(scenario: str, where: str, **options: object) -> viermot.Session:
    """An AI search phase with 201 in 1010 facing S and one bomber."""
    return new_session(night(scenario, fighter(201, "1010 S"), bomber(112, f"{where} S"), phase=6, options=options))


@rule("12.0a")
def test_12_0a_standard_equipment_is_always_on_board() -> None:
    s = new_session(scenario="4F")  # He219A-2: schräge Musik is standard
    check(s, fighters(s)["201"]["oblique"], True, "oblique guns of the He219")
    check(s, rolls_of(s, "player", "schräge Musik"), [], "dice for what is standard")
    holds(s, "12.0a" in last(s, "player", "fighter").rules, "by rule 12.0a")
    s = fixes("4A", "1012")  # Do215B-5: Lichtenstein BC is standard from August 1941
    check(s, [c["hex"] for c in contacts(s)], ["1012"], "fixed by the standard radar")


@rule("12.0b")
def test_12_0b_upgrades_come_with_the_scenario_or_by_agreement() -> None:
    check(s := new_session(scenario="4"), fighters(s)["201"]["oblique"], False, "nobody named the guns of the Me110F-4")
    holds(s, "12.0b" in last(s, "player", "fighter").rules, "by rule 12.0b")
    assert search_counters("6") == ["Freya"]
    assert search_counters("6H") == ["Freya", "Naxos A"], "the scenario names it"
    assert search_counters("6", equipment={"201": ["Naxos"]}) == ["Freya", "Naxos A"], "both seats agreed"


@rule("12.0b")
def test_12_0b_nothing_before_its_month_unless_both_seats_say_so() -> None:
    early: dict[str, object] = {"equipment": {"201": ["Flensburg"]}}  # from April 1944; scenario 6 is in January
    with pytest.raises(viermot.UserError) as wrong:
        new_session(scenario="6", options=early)
    assert wrong.value.rule == "12.0b"
    assert search_counters("6", any_date=True, **early) == ["Freya", "Flensburg A"]
    assert search_counters("6G", decline=["Freya"]) == ["Flensburg A"], "May 1944"
    s = new_session(scenario="6", options={"any_date": True, **early})
    holds(s, "12.0b" in events_of(s, "player", "fighter")[0].rules, "by rule 12.0b")


@rule("12.0b")
def test_12_0b_nothing_that_the_chart_does_not_list() -> None:
    with pytest.raises(viermot.UserError) as wrong:
        new_session(scenario="6", options={"equipment": {"201": ["Berlin N1A"]}, "any_date": True})
    assert wrong.value.rule == "12.0b"
    s = new_session(scenario="10C")  # a Ju88G can carry it, and the scenario says so
    holds(s, "12.0b" in last(s, "player", "fighter").rules, "by rule 12.0b")


@rule("12.0c")
def test_12_0c_a_new_ai_radar_takes_the_place_of_the_old_one() -> None:
    s = new_session(scenario="6")
    holds(s, "12.0c" in events_of(s, "player", "fighter")[0].rules, "SN-2b in place of Lichtenstein BC")
    s = fixes("6D", "1012")  # the Me110G-4 as listed: Lichtenstein BC, jammed here
    check(s, asked(s).kind, "roll_through_jamming")
    s = fixes("6", "0912")  # with SN-2b: not jammed, three hexes Wide
    check(s, [c["hex"] for c in contacts(s)], ["0912"], "fixed by the new radar")


@rule("12.0c")
@pytest.mark.parametrize(("sets", "modifier"), [([], -1), (["SN-2c"], 0), (["SN-2c", "Naxos"], 0)])
def test_12_0c_the_values_are_those_of_the_radar_fitted_last(sets: list[str], modifier: int) -> None:
    options = {"equipment": {"201": sets}, "any_date": True}
    holds(
        s := new_session(scenario="6", options=options), "12.0c" in events_of(s, "player", "fighter")[0].rules, "12.0c"
    )
    s = fixes("6", "1010", **options)
    play_until(s, "tally_fixed")
    answer(s, "tally_fixed", "C1")
    why = rolls_of(s, "player", "fixed tally")[0].data["modifiers"]
    holds(s, ["minimum_range", modifier, "19.1.3a"] in why, f"minimum range modifier {modifier}: {why}")


@rule("12.0c")
def test_12_0c_everything_else_is_an_addition() -> None:
    added: dict[str, object] = {"equipment": {"201": ["Naxos", "SM"]}}
    s = new_session(scenario="6", options=added)
    holds(s, "12.0c" in events_of(s, "player", "fighter")[0].rules, "by rule 12.0c")
    check(s, fighters(s)["201"]["oblique"], True, "oblique guns")
    assert search_counters("6", **added) == ["Freya", "Naxos A"]
    s = fixes("6", "0912", **added)
    check(s, [c["hex"] for c in contacts(s)], ["0912"], "its SN-2b is still there")


@rule("19.1.2a")
@pytest.mark.parametrize("scenario", ["5F", "10F"])
def test_12_0b_an_agreed_radar_brings_back_the_phase_the_scenario_had_no_use_for(scenario: str) -> None:
    found = {}
    through = {"jammed AI": [2, 2, 2]} if scenario == "10F" else {}  # an experte, heavily jammed
    for names in ([], ["Neptun J"]):
        options = {"equipment": {"201": names}}
        aircraft = (fighter(201, "1010 S"), bomber(112, "1012 S"))
        s = new_session(night(scenario, *aircraft, phase=5, options=options), dice=through)
        play_until(s, "general_tally", {"roll_through_jamming": "roll"})
        found[len(names)] = [c["hex"] for c in contacts(s)]
    check(s, found, {0: [], 1: ["1012"]}, "fixed by the Neptun J")
