"""What the page is told of Bomber Command: map, cards and words, all faults of a plan, the odds; and nothing secret."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import viermot
from tests.games.bomber_command.support import go, new_session, night, pass_to, unit
from viermot import Session
from viermot.games.bomber_command import components
from viermot.games.bomber_command.faces import page as ours
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.decision import Decision
from viermot.server import about
from viermot.server.messages.table import ManyOptions
from viermot.server.views import event_lines

DRAFTED = Path(__file__).with_name("drafted_plans.json")
SECRET = "E main Hannover 1 D5 K5* D8; B mosquito Essen from E entering H5 I7* D7"


def static(locale: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(about.static("bomber_command", locale))
    return found


def plotting(seed: str = "plan", **more: Any) -> Decision:
    """The British player is asked for his plan; the seed's target is Düsseldorf."""
    return go(new_session(None, "berlin", seed=seed, **more), "plot").pending[0]


# -- map, cards and charts ---------------------------------------------------------------------------------------


def test_the_map_and_both_scenarios() -> None:
    told = static()
    pack = components.load()
    assert len(told["hexes"]) == len(pack.map.hexes)
    assert {"berlin", "downfall"} <= set(told["scenarios"])
    named = {each["name"] for each in told["hexes"]}
    for scenario in told["scenarios"].values():
        places = [city["hex"] for city in scenario["cities"]] + list(scenario["beacons"].values())
        assert {*places, *scenario["himmelbett"], *scenario["mandrel"]} <= named
        assert {city["map"] for city in scenario["cities"] if city["map"]} <= set(told["city_maps"])


def test_every_card_and_every_phase_has_words_in_both_languages() -> None:
    english, polish = static("en"), static("pl")
    assert len(english["cards"]) == len(components.load().cards) == len(polish["cards"])
    assert all(card["text"] and card["title"] for told in (english, polish) for card in told["cards"])
    assert english["phases"] != polish["phases"]
    assert len(english["phases"]) == len(english["phase_names"]) == 10
    for name, words in english["words"].items():
        assert set(words) == set(polish["words"][name])
        assert all("_" not in word for word in words.values()), f"{name} is not in words"


def test_the_set_up_screen_counts_raids_and_units() -> None:
    pack = components.load()
    assert ours.PAGE.chart(pack, "berlin").raids["main"] == 1
    assert ours.PAGE.chart(pack, "berlin").units == len(pack.scenarios["berlin"].units)


# -- the plan ------------------------------------------------------------------------------------------------------


def test_a_plan_is_drawn_from_a_few_ready_made_ones() -> None:
    decision = plotting()
    short = ours.PAGE.compact_options(decision, None, "en")
    assert short is not None
    assert len(short.texts) == ours.READY_MADE
    assert all(decision.why_not(text) is None for text in short.texts)


def faults(plan: str, locale: str = "en") -> list[tuple[str, str]]:
    return [(fault.rule, fault.text) for fault in about.faults(plotting(), plan, locale)]


def test_all_that_is_wrong_with_a_plan_is_told() -> None:
    found = faults("E main Düsseldorf 30 D5 K5 D8; A mosquito Düsseldorf 1 D5 I8* D8")
    assert [(rule, text[:2]) for rule, text in found] == [("4.2.2b", "E:"), ("3.5.2", "E:"), ("4.3.2a", "A:")]
    assert faults("E main Düsseldorf 1 D5 I8* D8") == []


def test_a_raid_that_makes_no_sense_does_not_hide_the_others() -> None:
    found = faults("E main Düsseldorf 1 D5 Q10; A decoy 1 D5 K5 D8")
    assert found[0][0] == "4.2.1a"
    assert ("4.3.4a", "A: A Decoy raid cannot fly over a city, an occupied city or an airfield.") in found
    assert all(rule != "4.0b" for rule, _ in found), "half a plan always lacks something"


def test_faults_are_told_in_the_readers_language() -> None:
    assert faults("A decoy 1 D5 K5 D8", "pl") != faults("A decoy 1 D5 K5 D8", "en")
    assert len(faults("A decoy 1 D5 K5 D8", "pl")) == len(faults("A decoy 1 D5 K5 D8", "en"))


@pytest.mark.parametrize("nonsense", ["", ";;;", "x" * 5000, "E", "E main", 3])
def test_nonsense_has_no_more_faults_than_the_refusal(nonsense: str | int) -> None:
    decision = plotting()
    for fault in about.faults(decision, nonsense, "en"):
        assert fault.text and fault.rule
    assert about.faults(go(new_session(None, "berlin", seed="plan"), "keep_german").pending[0], "E main", "en") == []


# -- odds ------------------------------------------------------------------------------------------------------------


def odds(s: Session, seat: str) -> list[dict[str, Any]]:
    decision = next(each for each in s.pending if each.seat == seat)
    return [msgspec.json.decode(each) for each in about.odds("bomber_command", s.perspective(seat), decision, "en")]


def intercepting(plan: str = "E main Hannover 1 D5 K5* D8", **more: Any) -> Session:
    """II./NJG1 may attack what flies through its hex."""
    units = {"II./NJG1": unit("H5", gci=True)}
    return go(new_session(night("berlin", plan=plan, units=units, turn=3, phase=4, **more)), "intercept")


def test_an_attack_that_might_be_made() -> None:
    s = intercepting(weather="Clear")
    found = odds(s, "german")
    assert [each["what"] for each in found] == ["attack"] * (len(s.pending[0].options) - 1)
    roll = found[0]
    assert roll["rule"] == "9.3c"
    assert roll["modifiers"][0]["text"] == "strength"
    lost = {each["what"]: each["chance"] for each in roll["chances"] if each["what"].startswith("lost")}
    assert sum(lost.values()) == pytest.approx(1, abs=1e-5)
    assert roll["mean"] == pytest.approx(sum(int(what[5:]) * chance for what, chance in lost.items()), abs=1e-3)
    doubles = next(each for each in roll["chances"] if each["what"] == "depleted")
    assert doubles["of"] == [1, 6]
    gunners = next(each for each in roll["chances"] if each["what"] == "gunners")
    assert gunners["of"] == [11, 36]


def test_the_german_odds_do_not_tell_a_gardening_raid_from_a_main_force() -> None:
    hands = {"german": ["EXPERTE"]}
    told = []
    for plan in ("E main Wilhelmshaven 1.1 D5 H5 I3 I4* D3", "F gardening H3 1.1 D5 H5 H3* D3"):
        s = intercepting(plan, hands=hands)
        s.decide(next(option for option in s.pending[0].options if option != "none"))
        pass_to(s, "gci_attack", "german")
        told.append(odds(s, "german"))
    assert told[0] == told[1]
    assert told[0][0]["doubts"] == ["gardening"]
    assert told[0][0]["cards"][0]["mean"] > told[0][0]["mean"]


def test_detection_with_the_cards_in_hand() -> None:
    s = new_session(night("berlin", plan=SECRET, turn=3, phase=4, hands={"british": ["WINDOW"], "german": ["NAXOS"]}))
    pass_to(s, "detection_roll", "british")
    roll = odds(s, "british")[0]
    assert (roll["what"], roll["against"]) == ("detection", 5)
    assert {each["what"]: each["of"] for each in roll["chances"]} == {
        "clear": [7, 12], "raids": [5, 36], "known": [1, 9], "nothing": [1, 6],
    }  # fmt: skip
    assert [card["card"] for card in roll["cards"]] == ["WINDOW"]
    assert roll["cards"][0]["chances"][0]["of"] == [5, 18]


def test_a_card_that_clears_the_picture_counts_as_what_it_does() -> None:
    s = new_session(night("berlin", plan=SECRET, turn=3, phase=4, hands={"german": ["KORFU"]}))
    pass_to(s, "detection_roll", "german")
    roll = odds(s, "german")[0]
    assert [card["card"] for card in roll["cards"]] == ["KORFU"]
    assert roll["cards"][0]["chances"][0] == {"what": "clear", "of": [5, 6], "chance": 0.833333}, "five or more"


def test_nobody_else_is_told_odds() -> None:
    s = intercepting()
    assert about.odds("bomber_command", s.perspective("british"), None, "en") == []
    decision = s.pending[0]
    assert about.odds("bomber_command", s.perspective("public"), decision, "en") == []


# -- nothing secret ---------------------------------------------------------------------------------------------------


def told_to(s: Session, seat: str) -> str:
    """Everything the page gets for a seat: picture, question with its options and odds, and log."""
    view: Any = s.perspective(seat)
    asked = [each for each in s.pending if each.seat == seat]
    parts: list[Any] = [view.to_json(), event_lines(view, 0, "en"), [each.plain_facts for each in asked]]
    parts += [about.options(each, view, "en") for each in asked]
    parts += [about.odds("bomber_command", view, each, "en") for each in asked]
    return msgspec.json.encode(parts).decode()


def test_nothing_of_the_plot_or_the_other_hand_is_told() -> None:
    hands = {"british": ["WINDOW", "WINDOW"], "german": ["NAXOS", "CREEPBACK"]}
    s = go(new_session(night("berlin", plan=SECRET, turn=3, phase=4, hands=hands)), "play", "german")
    for seat in ("german", "public"):
        told = told_to(s, seat)
        picture = json.loads(told)[0]
        assert "plot" not in picture and "targets" not in picture
        assert "Hannover" not in told and "Essen" not in told and "breaks_out" not in told
        assert "WINDOW" not in told
    assert "CREEPBACK" not in told_to(s, "british") and "CREEPBACK" not in told_to(s, "public")
    assert "Hannover" in told_to(s, "british") and "CREEPBACK" in told_to(s, "german")


def test_the_german_page_is_the_same_for_two_plans() -> None:
    """Nothing has been detected, so the bytes sent to the German seat cannot depend on the plot."""
    told = {
        told_to(go(new_session(night("berlin", plan=plan, turn=2, phase=2), seed="same"), "scramble"), "german")
        for plan in (SECRET, "E main Berlin 2 D9 O4* D9")
    }
    assert len(told) == 1


# -- afterwards -------------------------------------------------------------------------------------------------------


def test_where_everything_was_turn_by_turn() -> None:
    s = go(new_session(night("berlin", plan=SECRET, turn=3, phase=4)))
    trails = {
        trail.unit: trail for trail in ours.PAGE.trails([state for _, state in s.standing if isinstance(state, Game)])
    }
    assert trails["E"].foe and trails["B"].foe
    assert trails["E"].hexes[-1] == "", "it left the map"
    assert trails["E"].turns == sorted(trails["E"].turns)
    assert "I./NJG1" in trails and not trails["I./NJG1"].foe


# -- the city under attack ---------------------------------------------------------------------------------------------


def test_what_lies_in_a_city_is_counted_up_for_the_page() -> None:
    s = viermot.new_game("bomber_command", seed="measure", seats={})
    rng = random.Random("measure")
    maximum = 0
    while s.pending:
        decision = s.pending[0]
        s.decide(rng.randrange(len(decision.codes)), decision.seat)
        city = s.perspective("german").to_json()["city"]
        if city is None or sum(map(sum, city["areas"])) <= maximum:
            continue
        maximum = sum(map(sum, city["areas"]))
        sent = msgspec.json.decode(about.pictured("bomber_command", s.perspective("german"), "en"))["city"]
        assert "lying" not in city and sent["areas"] == city["areas"]
        for area, lying in zip(sent["areas"], sent["lying"], strict=True):
            he, inc, fires = sum(area[0:8:2]), sum(area[1:8:2]), area[8] + area[9]
            assert lying == {"he": he, "inc": inc, "fires": fires, "storm": bool(area[10])}
    assert maximum > 5


# -- a plan while it is drawn --------------------------------------------------------------------------------------


def draft(decision: Decision, text: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(ours.PAGE.draft(decision, text))
    return found


def test_a_draft_says_where_each_raid_is_when() -> None:
    """Against plans the game has made, with paths, ends of turns, and the turns over the target and home."""
    for made in json.loads(DRAFTED.read_text(encoding="utf-8")):
        if made["scenario"] != "berlin":
            continue
        raids = {raid["letter"]: raid for raid in draft(plotting(), made["text"])["raids"]}
        for raid in made["raids"]:
            found = raids[raid["letter"]]
            assert " ".join(found["path"]) == raid["path"], made["text"]
            assert " ".join(f"{mark['turn']}:{mark['hex']}" for mark in found["marks"]) == raid["marks"], made["text"]
            assert (found["over_target"], found["home"]) == (raid["over"], raid["home"]), made["text"]


def test_a_draft_says_where_a_route_may_go_on() -> None:
    begun = draft(plotting(), "E main Hannover 1 D5")
    assert "D5" in begun["entries"]
    (raid,) = begun["raids"]
    assert raid["path"] == ["D5"] and raid["goal"] == ["K5"] and raid["home"] is raid["over_target"] is None
    assert raid["ways"]["I5"] == [] and len(raid["ways"]["F5"]) == 2 and "J4" not in raid["ways"]
    (over,) = draft(plotting(), "E main Hannover 1 D5 K5*")["raids"]
    assert "D8" in over["goal"] and over["over_target"] == 4 and over["home"] is None and over["forks"] == []
    (forked,) = draft(plotting(), "E main Hannover 1 E5 F5-G5")["raids"]
    assert forked["forks"] == ["F4", "F5"] and forked["path"] == ["E5", "F5", "G5"]


@pytest.mark.parametrize("on", [True, False])
def test_a_draft_says_whether_there_are_heavy_loads(on: bool) -> None:
    assert draft(plotting(options={"12.3": on}), "E main Hannover 1 D5")["heavy_loads"] is on


def test_a_draft_has_what_makes_sense_and_is_bounded() -> None:
    half = draft(
        plotting(), "E main Hannover 1 D5 K5* D8; B mosquito Essen from E entering; nonsense; F main Hannover 2"
    )
    assert [raid["letter"] for raid in half["raids"]] == ["E"]
    assert draft(plotting(), "")["raids"] == [] and draft(plotting(), "; " * 100_000)["raids"] == []
    begun = time.perf_counter()
    long = draft(plotting(), "E main Hannover 1 D5" + " I5 D5" * 100_000)
    assert len(json.dumps(long)) < 100_000 and time.perf_counter() - begun < 2
    assert ours.PAGE.draft(plotting(), 0) is None


def test_a_word_among_many_answers_is_told_in_the_readers_language() -> None:
    """Counters have more moves than are listed one by one; to leave the rest is an answer with words of its own."""
    s = go(new_session(night("berlin", "E main Berlin 1 D9 O4* D9", turn=7, phase=9, visibility=2)), "scatter_bomb")
    decision = s.pending[0]
    assert len(decision.codes) > about.MAX_LISTED
    for locale, said in (("en", "leave the rest"), ("pl", "zostaw resztę")):
        listed = about.options(decision, s.perspective("german"), locale)
        assert isinstance(listed, ManyOptions)
        assert [(each.option, each.label) for each in listed.also] == [("done", said)]
        assert "done" not in listed.texts and len(listed.texts) == len(decision.codes) - 1
