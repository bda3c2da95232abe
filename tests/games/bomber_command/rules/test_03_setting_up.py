"""Chapters 1 and 3: the players, the scenarios and setting up play."""

from __future__ import annotations

from tests.games.bomber_command.support import (
    asked,
    cites,
    go,
    inner,
    last,
    new_session,
    night,
    pass_to,
    refused,
    see,
    seen_by,
    told,
)
from tests.support.rules import rule
from viermot import Session

ORDER = "England 3.JD 2.JD 1.JD 7.JD 4.JD"


def berlin(**more: object) -> Session:
    return new_session(scenario="berlin", **more)


def downfall(**more: object) -> Session:
    return new_session(scenario="downfall", **more)


@rule("1.3", "1.4", "3.1.1", "3.1.2a")
def test_3_1_a_night_begins_on_turn_1_between_british_and_german() -> None:
    for scenario, units in (("berlin", 30), ("downfall", 28)):
        s = new_session(scenario=scenario)
        assert last(s, "scenario") == {"scenario": scenario}
        view = s.perspective("german").to_json()
        assert len(view["units"]) == units and view["fighter_losses"] == 0
        go(s, "play")
        assert s.perspective("public").to_json()["turn"] == 1
        refused(s, "pass", "1.3", "refused.wrong_seat", "british" if s.pending[0].seat == "german" else "german")


@rule("3.1.2b", "13.0")
def test_3_1_2_jamming_starts_at_5_in_berlin_and_6_in_downfall() -> None:
    assert last(berlin(), "jamming") == {"level": 5}
    s = downfall()
    assert last(s, "jamming") == {"level": 6}
    assert next(event.rules for event in s.events("public") if event.kind == "scenario")[-1] == "13.0"


@rule("3.2.1a", "3.2.1b", "2.2.2a", "2.2.2b")
def test_3_2_1_units_are_ready_but_starred_ones_need_a_low_die() -> None:
    s = berlin(dice={"availability": [2, 3, 1, 6, 5, 4, 4]})
    stays = {event["unit"]: event["yes"] for event in told(s, "available")}
    assert list(stays.values()) == [True, False, True, False, False, False, False]
    for shown in s.perspective("german").to_json()["units"]:
        assert shown["place"] == ("ready" if stays.get(shown["name"], True) else "out")
        assert ("depleted" in shown["markers"]) == (shown["name"] == "NJGr10")
    assert see(s, "I./NJG1")["strength"] == 3 and see(s, "I./NJG1")["base"] == "H7"
    late = downfall()
    assert all("depleted" in shown["markers"] for shown in late.perspective("german").to_json()["units"])


@rule("3.2.2a", "2.2.3")
def test_3_2_2_two_of_three_patrols_are_in_play() -> None:
    s = downfall()
    assert asked(s, "leave_patrol") == ["2", "3", "4"]
    s.decide("3")
    assert s.perspective("german").to_json()["patrols"]["pool"] == [2, 4]
    assert "leave_patrol" not in [decision.kind for decision in berlin().pending]


@rule("3.2.2b")
def test_3_2_2_the_adgb_stands_in_england_with_the_intruder_rule() -> None:
    assert last(berlin(options={"12.2": True}), "adgb") == {"strength": 3}
    assert not told(berlin(), "adgb")


@rule("3.3a", "3.3b")
def test_3_3_the_target_is_drawn_in_secret() -> None:
    s = berlin(draws={"british:target T": [0]})
    target = last(s, "target", "british")
    assert target == {"city": "Berlin", "vp": 13, "oil": False}
    assert not told(s, "target", "german") and not told(s, "target", "public")
    assert last(s, "targets_drawn", "german") == {"count": 1}
    assert "plot" not in s.perspective("german").to_json()
    assert seen_by(s, "german").targets == () and len(seen_by(s, "british").targets) == 1


@rule("4.5.1a", "4.5.1b", "4.5.2")
def test_4_5_downfall_draws_two_targets_and_a_follow_up_flies_to_the_first() -> None:
    draws = {"british:target A": [9], "british:target B": [22]}
    s = go(downfall(draws=draws, dice={"twilight": [6]}), "weather_order")
    targets = told(s, "target")
    assert [target["city"] for target in targets] == ["Leuna / Merseburg"] * 2
    assert all(target["oil"] for target in targets)
    draws = {"british:target A": [0], "british:target B": [1]}
    two = go(downfall(draws=draws, dice={"twilight": [6]}), "weather_order")
    assert [target["city"] for target in told(two, "target")] == ["Berlin / Potsdam", "Duisburg"]
    assert not told(two, "target", "german")


@rule("4.5.3")
def test_4_5_3_on_a_short_night_follow_up_chits_are_ignored() -> None:
    s = go(downfall(draws={"british:target A": [9], "british:target B": [20]}, dice={"twilight": [3]}), "weather_order")
    assert told(s, "no_follow_up") and len({target["city"] for target in told(s, "target")}) == 2
    order = [event.kind for event in s.events("british") if event.kind in ("twilight", "target")]
    assert order == ["twilight", "target", "target"]
    draws = {"british:target A": [1], "british:target B": [20]}
    poor = go(downfall(draws=draws, dice={"twilight": [3]}), "weather_order")
    assert not told(poor, "no_follow_up")


@rule("3.4.1a", "3.4.1b")
def test_3_4_1_zones_get_good_weather_in_the_order_announced() -> None:
    s = go(berlin(draws={"weather": [15, 0, 5, 10, 1, 6]}), "weather_order")
    refused(s, "England 3.JD", "3.4.1b", "bomber_command.unreadable.order")
    s.decide(ORDER)
    laid = told(s, "weather", "german")
    assert [event["zone"] for event in laid] == ORDER.split()
    assert [event["weather"] for event in laid] == ["Cloud", "Clear", "Broken Cloud", "Haze", "Clear", "Broken Cloud"]
    assert last(s, "weather_side") == {"bad": False}


@rule("3.4.4a", "3.4.5a", "3.4.6")
def test_3_4_visibility_and_twilight_are_rolled_and_there_is_no_moon() -> None:
    for die, visibility in ((1, "good"), (2, "moderate"), (5, "moderate"), (6, "poor")):
        s = go(berlin(dice={"visibility": [die], "twilight": [4]}), "plot")
        assert last(s, "visibility") == {"visibility": visibility}
        assert last(s, "twilight") == {"turn": 14}
        assert told(s, "no_moon") and s.perspective("german").to_json()["sky"]["wind"] is None


@rule("3.4.2a", "3.4.2b", "3.4.3", "3.4.4b")
def test_3_4_weather_of_the_division_and_visibility_modify_attacks() -> None:
    units = {"III./NJG2": {"at": "H5", "on": "", "fuel": 4, "marks": ["gci"]}}
    s = new_session(night(units=units, turn=3, phase=4, weather={"3.JD": "Cloud"}, visibility=0))
    go(s, intercept="III./NJG2", next_combat=["H5", "none"])
    parts = {name: (value, rule) for name, value, rule in told(s, "attack_rolled")[0]["modifiers"]}
    assert parts["weather"] == (-2, "3.4.2a") and parts["visibility"] == (1, "3.4.4b")
    plan = "E main Dortmund 1 D6 E6-J6* I6-D6 D7"
    ruhr = new_session(night(plan=plan, turn=4, phase=4))
    go(ruhr, next_combat="J6")
    parts = {name: (value, rule) for name, value, rule in told(ruhr, "flak_rolled")[0]["modifiers"]}
    assert parts["weather"] == (-1, "3.4.3"), "over the Ruhr it is never better than Haze"
    assert told(ruhr, "raid_recovery") and any("3.4.2b" in e.rules for e in ruhr.events("public"))


@rule("3.4.5b")
def test_3_4_5_in_twilight_the_modifier_is_3() -> None:
    s = new_session(night(turn=4, phase=4, twilight=4, visibility=2))
    go(s, next_combat="K5")
    parts = {name: (value, rule) for name, value, rule in told(s, "flak_rolled")[0]["modifiers"]}
    assert parts["visibility"] == (3, "3.4.5b")


@rule("3.6a")
def test_3_6_three_cities_with_flak_0_are_stripped() -> None:
    s = go(downfall(), "strip")
    assert "Dresden" in asked(s, "strip") and len(asked(s, "strip")) == 11
    for name in ("Aachen", "München Gladbach", "Saarbrücken", "Düsseldorf", "Essen"):
        refused(s, name, "3.6a", "cannot_be_stripped")
    for name in ("Dresden", "Bonn", "Ulm"):
        s.decide(name)
    assert s.perspective("british").to_json()["stripped"] == ["Dresden", "Bonn", "Ulm"]
    assert s.pending[0].kind != "strip"


@rule("3.6b")
def test_3_6_a_stripped_city_does_not_fire() -> None:
    plan = "A main Dresden 1 D5 E5-P5* O5-D5 D7; B main Essen 1 D7 I7* D7"
    dresden = inner(new_session(night("downfall", plan))).layout.city_index["Dresden"]
    for stripped in ((), (dresden,)):
        s = new_session(night("downfall", plan, turn=7, phase=4, stripped=stripped))
        go(s)
        over = [event for event in told(s, "combat_marker") if event["city"] == "Dresden"]
        assert bool(over) == (not stripped)
    slow = plan.replace("Dresden 1 ", "Dresden 1.1 ")
    cards = {"german": ["STRAYING BOMBERS"]}
    for stripped in ((), (dresden,)):
        held = night("downfall", slow, turn=7, phase=5, stripped=stripped, hands=cards, jamming=2)
        s = pass_to(new_session(held, dice={"detection": [6, 6] * 9}), "raid_counters", "german")
        assert (seen_by(s, "german").turn == 7) == (not stripped), "there is nothing to fire in P5"
    beside = "A main Darmstadt 1 D7 J7 J8 L9 L8* J7 D7; B main Essen 9 D7 I7* D7"
    bonn = inner(new_session(night("downfall", plan))).layout.city_index["Bonn"]
    for stripped, fired in (((), ["Bonn", "Wesseling"]), ((bonn,), ["Wesseling"])):
        held = night("downfall", beside, turn=4, phase=5, stripped=stripped, hands=cards, jamming=2)
        s = pass_to(new_session(held, dice={"detection": [6, 6] * 9}), "raid_counters", "german")
        s.decide("STRAYING BOMBERS flak")
        assert [event["city"] for event in told(s, "flak")] == fired, "Wesseling lies in J8 as well"
        assert told(s, "no_flak") == ([{"city": "Bonn"}] if stripped else [])
        assert bool(cites(s, "3.6b")) == bool(stripped)


@rule("3.7", "6.0")
def test_3_7_five_of_eight_cards_are_kept() -> None:
    s = go(berlin(), "keep_british")
    assert {decision.kind for decision in s.pending} == {"keep_british", "keep_german"}
    shown = last(s, "shown", "british")["cards"]
    assert len(shown) == 8 and not told(s, "shown", "public")
    kept = ", ".join(sorted(shown)[:5])
    options = asked(s, "keep_british")
    s.decide(options[0], "british")
    assert not told(s, "hand_ready", "german"), "both answer before either is told"
    s.decide(0, "german")
    cards = s.perspective("british").to_json()["cards"]
    assert len(cards["hand"]) == 5 and cards["piles"] == {"british": 40, "german": 48} and kept
    names = {card.name for deck in inner(s).layout.cards for card in deck}
    assert "JOSTLE" not in names and "SERRATE" in names


@rule("3.7.1")
def test_3_7_1_in_downfall_the_british_pick_a_bombing_card() -> None:
    s = go(downfall(), "pick_british")
    options = asked(s, "pick_british")
    assert "MASTER BOMBER" in options and "WINDOW" not in options
    refused(s, "WINDOW", "3.7.1", "not_a_bombing_card", "british")
    s.decide("MASTER BOMBER", "british")
    s.decide(0, "german")
    hand = s.perspective("british").to_json()["cards"]["hand"]
    assert len(hand) == 5 and "MASTER BOMBER" in hand
