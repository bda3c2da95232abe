"""What the standard players have learned: whom to send up, when, whom to leave alone, and not to hoard cards."""

from __future__ import annotations

from statistics import fmean
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots import cards, german
from viermot.games.bomber_command.bots.airfields import expected, flight_cost
from viermot.games.bomber_command.bots.doctrine import STANDARD
from viermot.games.bomber_command.bots.tracking import MOSQUITOS, PlottingTable, TurnTold
from viermot.games.bomber_command.components import load
from viermot.games.bomber_command.model.board import BRITISH, BY_NAME, FOG, GERMAN, MAIN, MOSQUITO, OFF, SIZE
from viermot.games.bomber_command.model.ids import Unit
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.notation import NONE, hex_in, is_box
from viermot.games.bomber_command.model.state import FLYING, RECOVERED
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out


def night(seed: str) -> Any:
    key = key_of(seed)
    state = GAME.start(GAME.load_pack(None), "berlin", {}, KeyedDice(key))
    advance(state)
    bots = {seat: GAME.bots(seat)["standard"]() for seat in GAME.seats}
    play_out(GAME, state, bots, {seat: BotRng(key, seat) for seat in bots})
    return state


def test_fewer_aircraft_are_wrecked_in_taking_off_and_landing() -> None:
    """19 a night before, 12 since; and nobody takes off when there is nothing left to meet."""
    lost, late = 0, 0
    for number in range(16):
        turn = 0
        for kind, _, _, data in night(f"wrecks {number}").log:
            if kind == "turn":
                (turn,) = data
            lost += data[3] if kind in ("scramble_rolled", "recovery_rolled") else 0
            late += kind == "scrambled" and turn > STANDARD.last_take_off
    assert lost / 16 <= 13
    assert late == 0


def test_a_flight_costs_more_in_worse_weather_and_for_a_unit_that_has_flown() -> None:
    layout = Layout(load(), load().scenarios["berlin"], {})
    by_weather = [expected(layout, True, weather, 0) for weather in range(FOG + 1)]
    assert by_weather[FOG] == max(by_weather) > 1 > min(by_weather)
    assert expected(layout, False, 0, 1) > expected(layout, False, 0, 0)
    state = GAME.start(GAME.load_pack(None), "berlin", {}, KeyedDice(key_of("cost")))
    advance(state)
    view = GAME.perspective(state, "german")
    costs = [flight_cost(view, Unit(unit)) for unit in range(len(layout.units))]
    assert all(cost > 0 for cost in costs) and len(set(costs)) > 1


def test_nobody_takes_off_for_less_than_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(kind == "scrambled" for kind, *_ in night("dear").log)
    monkeypatch.setattr(german, "flight_cost", lambda view, unit: 99.0)
    assert not any(kind == "scrambled" for kind, *_ in night("dear").log)


def test_a_raid_made_out_to_be_mosquitos_is_known_as_such_from_turn_to_turn() -> None:
    there, further = BY_NAME["F5"], BY_NAME["H5"]
    table = PlottingTable()
    table._next_turn(TurnTold(((there, 0),), made_out=[there]))
    assert [(track.weight, track.mosquitos) for track in table.tracks] == [(MOSQUITOS, True)]
    table._next_turn(TurnTold(((further, 0),)))
    assert table.tracks[0].mosquitos
    table._next_turn(TurnTold(((further, 0), (further, 1))))
    assert not table.tracks[0].mosquitos, "Mosquitos have no stream"


def test_nobody_goes_up_for_what_he_can_only_meet_in_four_turns() -> None:
    state = GAME.start(GAME.load_pack(None), "berlin", {}, KeyedDice(key_of("far")))
    advance(state)
    view, bot = GAME.perspective(state, "german"), german.StandardGerman()
    unit, counter = next(
        (u, c) for u, c in enumerate(view.layout.units) if c.twin and c.endurance >= 5 and c.hex < SIZE
    )
    for turns, hoped in ((3, True), (4, False)):
        bot.plotting = PlottingTable()
        bot.plotting._densities = [{counter.hex: float(turn == turns)} for turn in range(5)]
        assert (german.hope_of_twin(bot, view, Unit(unit)) > 0) is hoped, turns


CAUSES = ("returns", "depleted", "fighters_lost", "led_astray")


def test_nobody_lands_within_two_turns_of_taking_off_without_a_cause() -> None:
    """A cause is harm, an order home, a fight; and the fuel of a single-engined unit, which lasts three turns."""
    for number in range(10):
        state = night(f"short {number}")
        turn, up, caused = 0, dict[int, int](), set[int]()
        for kind, _, _, data in state.log:
            turn = data[0] if kind == "turn" else turn
            if kind == "scrambled":
                up[data[0]] = turn
                caused.discard(data[0])
            elif kind in CAUSES:
                caused.add(data[0])
            elif kind == "attack":
                caused.add(data[1])
            elif kind == "recovers" and turn - up[data[0]] <= 2 and data[0] not in caused:
                unit = state.layout.units[data[0]]
                assert not unit.twin and unit.endurance <= turn - up[data[0]] + 1, (number, turn, unit.name)


# -- Mosquitos ----------------------------------------------------------------------------------------------------


def test_nobody_goes_for_known_mosquitos_while_a_main_force_is_in_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every choice of prey of many nights; and there were such choices."""
    chosen, passed_by = [], []
    prey, infiltrator = german.PLANS["infiltrate_what"], german.PLANS["infiltrator"]

    def known(bot: Any, view: Any, unit: Any, code: int) -> bool:
        place = view.unit_place[unit]
        return bool(bot.plotting.is_nuisance(view, place) if is_box(code) else german.is_known(bot, view, hex_in(code)))

    def watched(bot: Any, view: Any, ask: Any) -> int:
        code, unit = prey(bot, view, ask), ask.facts["unit"]
        better = any(not known(bot, view, unit, each) for each in ask.codes)
        chosen.append((known(bot, view, unit, code), better or german.main_force_near(bot, view, unit)))
        return code

    def asked_who(bot: Any, view: Any, ask: Any) -> int:
        code = infiltrator(bot, view, ask)
        passed_by.append(code == NONE)
        return code

    monkeypatch.setitem(german.PLANS, "infiltrate_what", watched)
    monkeypatch.setitem(german.PLANS, "infiltrator", asked_who)
    for number in range(12):
        night(f"prey {number}")
    assert chosen and (True, True) not in chosen
    assert any(passed_by)


def told(table: PlottingTable, *turns: TurnTold) -> PlottingTable:
    for turn in turns:
        table._next_turn(turn)
    return table


def test_who_bombs_is_known_by_the_stream_that_is_not_there() -> None:
    """Only a clear picture proves it; and Mosquitos made out over the city prove it as well."""
    city, raid, far_off = BY_NAME["K3"], BY_NAME["L3"], BY_NAME["G4"]
    clear = TurnTold(((far_off, 1), (raid, 0)), drops=[city], clear=True)
    assert told(PlottingTable(), clear).nuisances == {city}
    assert not told(PlottingTable(), TurnTold(((far_off, 0), (raid, 0)), drops=[city])).nuisances
    assert not told(PlottingTable(), TurnTold(((raid, 0), (city, 1)), drops=[city], clear=True)).nuisances
    assert told(PlottingTable(), TurnTold(drops=[city], made_out=[city])).nuisances == {city}
    assert not told(PlottingTable(), TurnTold(drops=[city, city], made_out=[city])).nuisances, "two raids bomb there"
    before = TurnTold(((far_off, 0), (far_off, 1), (BY_NAME["J4"], 0)), clear=True)
    assert told(PlottingTable(), before, TurnTold(drops=[city])).nuisances == {city}, "the stream was too far off"


def test_a_city_that_mosquitos_bomb_draws_nobody() -> None:
    city = BY_NAME["K3"]
    small = told(PlottingTable(), TurnTold(((BY_NAME["L3"], 0),), drops=[city], clear=True))
    unknown = told(PlottingTable(), TurnTold(((BY_NAME["L3"], 0),), drops=[city]))
    assert small.bombed[city] == MOSQUITOS < unknown.bombed[city]


# -- cards --------------------------------------------------------------------------------------------------------


def test_hands_are_turned_over() -> None:
    """Both players drew 0.6 cards a turn before bombs fell, their hands full of what they saved for later."""
    drawn: dict[int, list[int]] = {0: [], 1: []}
    for number in range(8):
        turn = 0
        for kind, _, _, data in night(f"hands {number}").log:
            turn = data[0] if kind == "turn" else turn
            if kind == "drew" and 1 < turn < 8:
                drawn[data[0]].append(len(data[1]))
    for side in drawn:
        assert fmean(drawn[side]) > 1.2, side


def test_no_card_is_spent_on_an_attack_on_mosquitos() -> None:
    attacks = 0
    for number in range(8):
        mosquitos = False
        for kind, _, _, data in night(f"spent {number}").log:
            if kind in ("attack", "attack_rolled"):
                mosquitos = False
            elif kind == "is_mosquito":
                mosquitos, attacks = True, attacks + 1
            else:
                assert not (mosquitos and kind == "card" and data[0][0] == GERMAN), (number, data)
    assert attacks > 8


class Asked(NamedTuple):
    """A question about a card."""

    facts: dict[str, Any]


def about(**seen: Any) -> Any:
    raid = SimpleNamespace(letter=1, kind=MAIN, fate=FLYING, step=4, bombed=0)
    usual = {"side": BRITISH, "modifier": 0, "hunts_mosquitos": False, "turn": 5, "hand": (1, 2), "claimed": 1}
    raids = seen.pop("raids", [raid])
    return SimpleNamespace(**{**usual, **seen, "raids": lambda: raids})


def function(value: int) -> Any:
    return SimpleNamespace(value=value)


def test_a_card_answers_the_other_players_card_but_follows_none_of_ones_own() -> None:
    roll = Asked({"window": "gci_attack", "letter": 1})
    for modifier, good in ((0, True), (2, True), (-2, False)):
        assert cards.about_a_stream(about(modifier=modifier), roll, function(-2)) is good
        assert cards.once(about(side=GERMAN, modifier=-modifier), roll, function(2)) is good
    getting_in = Asked({"window": "infiltration_roll", "letter": 1})
    assert cards.about_a_stream(about(modifier=-2), getting_in, function(-2)), "who is inside stays inside"
    assert not cards.about_a_stream(about(modifier=-4), getting_in, function(-2))


def test_detection_is_jammed_while_there_is_a_stream_to_hide() -> None:
    roll = Asked({"window": "detection_roll"})
    assert cards.about_a_stream(about(), roll, function(-2))
    for raid in (
        SimpleNamespace(letter=1, kind=MAIN, fate=FLYING, step=OFF),
        SimpleNamespace(letter=2, kind=MOSQUITO, fate=FLYING, step=3),
        SimpleNamespace(letter=3, kind=MAIN, fate=RECOVERED, step=30),
    ):
        assert not cards.about_a_stream(about(raids=[raid]), roll, function(-2))


def test_after_the_last_bombs_cards_for_bombing_are_of_no_use() -> None:
    state = GAME.start(GAME.load_pack(None), "berlin", {}, KeyedDice(key_of("use")))
    deck = {card.name: card for card in state.layout.cards[BRITISH]}
    over = SimpleNamespace(letter=1, kind=MAIN, fate=FLYING, step=9, bombed=1)
    assert cards.worth_now(about(), deck["BACKERS-UP"]) > cards.THROWN_AWAY
    assert cards.worth_now(about(raids=[over]), deck["BACKERS-UP"]) == cards.NO_USE
    assert cards.worth_now(about(raids=[over]), deck["WINDOW"]) > cards.NO_USE


def test_corkscrews_are_for_two_bombers_unless_there_are_cards_to_spare() -> None:
    after = Asked({"window": "after_attack", "letter": 1})
    assert not cards.evade(about(), after, function(2))
    assert cards.evade(about(claimed=2), after, function(2))
    assert cards.evade(about(turn=cards.LATE + 1), after, function(2))
    assert cards.evade(about(hand=(1, 2, 3, 4)), after, function(2))
