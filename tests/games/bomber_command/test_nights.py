"""Raids that were really flown: every plan is legal, none is flown twice alike, and the German learns nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

import viermot
from tests.support.rules import rule
from viermot import IllegalOption
from viermot.debriefing import NotOver, debrief
from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots import nights as nights_module
from viermot.games.bomber_command.bots.levels import HistoricalBritish
from viermot.games.bomber_command.bots.nights import Night, flown_to, nearest, nights, plan_of, varied
from viermot.games.bomber_command.faces.page import PAGE
from viermot.games.bomber_command.faces.terminal import SCREEN
from viermot.games.bomber_command.model.board import HEXES, MAIN
from viermot.games.bomber_command.model.ids import City
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.obeyed import validate
from viermot.games.bomber_command.rules.plot.plan import read_plan, write_plan
from viermot.kernel.dice import QuickRng
from viermot.kernel.session import Session
from viermot.text import has, message

NAMED = {"named_targets": True}
PACK = GAME.load_pack(None)
LAYOUTS = {kind: Layout(PACK, PACK.scenarios[kind], NAMED) for kind in ("berlin", "downfall")}
every_night = pytest.mark.parametrize("night", nights(), ids=lambda night: night.id)


def targets_of(night: Night) -> tuple[Layout, tuple[City, ...], int]:
    layout = LAYOUTS[night.scenario]
    return layout, tuple(layout.city_index[name] for name in night.targets), int(night.follow_up)


def test_there_are_enough_of_them_in_both_scenarios() -> None:
    assert len(nights()) == len({night.id for night in nights()}) >= 12
    assert {night.scenario for night in nights()} == set(LAYOUTS)


@every_night
def test_a_night_of_history_is_a_legal_plan_with_a_name_and_a_story(night: Night) -> None:
    tonight = targets_of(night)
    plan = plan_of(*tonight, night)
    assert plan is not None and validate(*tonight, plan) is None
    assert write_plan(tonight[0], plan).split("; ") == [raid.strip() for raid in night.plan.split(";")]
    assert sum(raid.kind == MAIN for raid in plan) == tonight[0].raids_allowed.main_forces
    for key in (night.title, night.story):
        assert (has(key) and len({message(key, locale) for locale in ("en", "pl")}) == 2) or key == night.title


def test_the_firestorm_comes_to_hamburg_from_the_north_east_as_its_story_says() -> None:
    tonight = targets_of(next(night for night in nights() if night.id == "hamburg_1943_07_27"))
    plan = plan_of(*tonight, flown_to(*tonight)[0])
    assert plan is not None
    (raid,) = [raid for raid in plan if raid.kind == MAIN]
    before, target = raid.path[raid.aim - 2], raid.path[raid.aim]
    assert HEXES.column[before] > HEXES.column[target] and HEXES.height(before) < HEXES.height(target)


@every_night
def test_its_targets_can_be_named(night: Night) -> None:
    """Each is on a chit of its cup [3.3, 4.5.1]."""
    layout, targets, follow_up = targets_of(night)
    for number, cup in enumerate(layout.rules.targets):
        wanted = -1 if number and follow_up else targets[number]
        assert wanted in {layout.chits[chit].city for chit in layout.cups[cup]}


@every_night
def test_it_is_never_flown_twice_alike_and_always_by_the_rules(night: Night) -> None:
    tonight = targets_of(night)
    plan = plan_of(*tonight, night)
    assert plan is not None
    flown = [varied(*tonight, plan, QuickRng(f"{night.id} {number}")) for number in range(12)]
    assert all(validate(*tonight, each) is None for each in flown)
    assert len({write_plan(tonight[0], each) for each in flown}) >= 10
    assert len({min(raid.entry for raid in each) for each in flown}) > 1
    assert all(sorted(r.target for r in each) == sorted(r.target for r in plan) for each in flown)
    assert nearest(*tonight, flown[0]) == night  # type: ignore[arg-type]
    assert {sorted(each.targets)[0] for each in flown_to(*tonight)} == {min(night.targets)}


def test_a_plan_that_somebodys_own_map_does_not_allow_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    night = nights()[0]
    layout, targets, follow_up = targets_of(night)
    broken = Night(night.id, night.scenario, night.targets, "A main Essen 1 D6 I7* I6")
    unreadable = Night(night.id, night.scenario, night.targets, "A main Atlantis 1 D6")
    monkeypatch.setattr(nights_module, "nights", lambda: (broken, unreadable))
    assert flown_to(layout, targets, follow_up) == [broken, unreadable]
    assert plan_of(layout, targets, follow_up, broken) is plan_of(layout, targets, follow_up, unreadable) is None


# -- naming the target --------------------------------------------------------------------------------------------


def begun(scenario: str, seed: str = "nights", *named: str) -> Session:
    session = viermot.new_game("bomber_command", scenario, NAMED, seed=seed)
    while session.pending[0].kind != "name_target":
        session.decide(session.pending[0].options[0])
    for city in named:
        session.decide(city, "british")
    return session


@rule("3.3a")
def test_3_3a_the_british_player_names_the_target_and_the_german_is_told_that_there_is_one() -> None:
    session = begun("berlin")
    (asked,) = session.pending
    assert (asked.seat, asked.kind) == ("british", "name_target")
    assert "Nürnberg" in asked.options and "none" not in asked.options
    session.decide("Nürnberg", "british")
    assert [event.data["city"] for event in session.perspective("british").events() if event.kind == "target"] == [
        "Nürnberg"
    ]
    german = session.perspective("german")
    assert [event.data for event in german.events() if event.kind == "targets_drawn"] == [{"count": 1}]
    assert not [event for event in german.events() if event.kind == "target"]


@rule("3.3a")
def test_3_3a_only_a_city_on_a_chit_of_the_cup_can_be_named() -> None:
    session = begun("downfall")
    with pytest.raises(IllegalOption) as refused:
        session.decide("Essen", "british")  # in the other cup
    assert refused.value.rule == "3.3a"


def test_4_5_2_none_is_a_follow_up_raid_on_the_first_target() -> None:
    session = begun("downfall", "a", "Hamburg", "none")
    view: Any = session.perspective("british")
    assert view.follow_up and len(set(view.targets)) == 1 and len(view.targets) == 2


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_the_historical_player_names_targets_and_flies_what_was_flown(scenario: str) -> None:
    known = set()
    for number in range(12):
        session = begun(scenario, f"flown {number}")
        bot, rng = HistoricalBritish(), QuickRng(f"flown {number}")
        while (asked := session.pending[0]).kind in ("name_target", "weather_order", "plot"):
            code = bot.choose(session.perspective("british"), asked, rng)
            session.decide(asked.notation_of(code), "british")
        state: Any = session.state
        night = nearest(state.layout, state.targets, state.follow_up, state.plot)
        assert night is not None
        then = read_plan(state.layout, night.plan)
        ways = [{hex_ for raid in raids if raid.kind == MAIN for hex_ in raid.path} for raids in (then, state.plot)]
        assert len(ways[0] & ways[1]) > 0.6 * len(ways[0]), night.id
        known.add(night.id)
    assert len(known) > 3


# -- who is told -------------------------------------------------------------------------------------------------


def at_the_germans_first_question(city: str, plan: str) -> Session:
    session = begun("berlin", "twins", city)
    while any(asked.seat == "british" for asked in session.pending) and session.state.turn == 0:  # type: ignore[attr-defined]
        asked = next(asked for asked in session.pending if asked.seat == "british")
        session.decide(plan if asked.kind == "plot" else asked.options[0], "british")
        if asked.kind == "plot":
            break
    return session


def test_two_nights_of_history_look_the_same_to_the_german() -> None:
    """Twin worlds: everything he is told, asked and shown is the same, whichever night is flown."""
    told = []
    for night in (nights()[0], nights()[1], nights()[14]):
        session = at_the_germans_first_question(night.targets[0], night.plan)
        view = session.perspective("german")
        asked = [(each.kind, list(each.options)) for each in session.pending if each.seat == "german"]
        events = [(event.kind, event.rules, event.data) for event in view.events()]
        told.append((view.to_json(), asked, events))
    assert told[0] == told[1] == told[2]
    assert told[0][1], "the German is asked something by then"


def test_the_story_is_told_when_the_night_is_over_and_not_before() -> None:
    night = nights()[14]
    session = at_the_germans_first_question(night.targets[0], night.plan)
    with pytest.raises(NotOver):
        debrief(session, "german")
    bots = {seat: GAME.bots(seat)["standard"]() for seat in GAME.seats}
    rngs = {seat: QuickRng(seat) for seat in GAME.seats}
    while session.result is None:
        asked = session.pending[0]
        code = bots[asked.seat].choose(session.perspective(asked.seat), asked, rngs[asked.seat])
        session.decide(asked.notation_of(code), asked.seat)
    for seat in GAME.seats:
        assert any("Ida and Otto" in line for line in debrief(session, seat).why)
        assert any("Ida i Otto" in line for line in debrief(session, seat, "pl").why)


def test_page_and_terminal_offer_them_to_the_british_player() -> None:
    data = PAGE.static(PACK, "pl")
    assert [night.title for night in data.nights] == [message(night.title, "pl") for night in nights()]
    session = begun("berlin", "offered", "Nürnberg")
    while session.pending[0].kind != "plot":
        session.decide(session.pending[0].options[0])
    view: Any = session.perspective("british")
    (asked,) = session.pending
    assert "95 aircraft are lost" in SCREEN.asked(view, asked, "en")
    (plan,) = SCREEN.meant(view, asked, "nurnberg, 30/31 march")
    assert plan == write_plan(view.layout, read_plan(view.layout, nights()[14].plan))
    assert SCREEN.meant(view, asked, "hamburg") == []
    session.decide(plan, "british")
