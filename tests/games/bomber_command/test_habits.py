"""What the standard German has learned: whom to send up, when, and whom to leave alone."""

from __future__ import annotations

from typing import Any

import pytest

from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots import german
from viermot.games.bomber_command.bots.airfields import expected, flight_cost
from viermot.games.bomber_command.bots.doctrine import STANDARD
from viermot.games.bomber_command.bots.tracking import MOSQUITOS, PlottingTable, TurnTold
from viermot.games.bomber_command.components import load
from viermot.games.bomber_command.model.board import BY_NAME, FOG
from viermot.games.bomber_command.model.ids import Unit
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.notation import hex_in, is_box
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
    """19 a night before, 11 since; and nobody takes off when there is nothing left to meet."""
    lost, late = 0, 0
    for number in range(16):
        turn = 0
        for kind, _, _, data in night(f"wrecks {number}").log:
            if kind == "turn":
                (turn,) = data
            lost += data[3] if kind in ("scramble_rolled", "recovery_rolled") else 0
            late += kind == "scrambled" and turn > STANDARD.last_take_off
    assert lost / 16 <= 14
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


CAUSES = ("returns", "depleted", "fighters_lost", "attacked_raid", "led_astray")


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
            elif kind == "recovers" and turn - up[data[0]] <= 2 and data[0] not in caused:
                unit = state.layout.units[data[0]]
                assert not unit.twin and unit.endurance <= turn - up[data[0]] + 1, (number, turn, unit.name)


def test_nobody_goes_for_known_mosquitos_while_a_main_force_is_in_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every choice of prey of many nights; and there were such choices."""
    chosen = []
    prey = german.PLANS["infiltrate_what"]

    def watched(bot: Any, view: Any, ask: Any) -> int:
        code = prey(bot, view, ask)
        streams = {hex_ for hex_, stream in view.counters() if stream}

        def known(each: int) -> bool:
            return not is_box(each) and hex_in(each) not in streams and bot.plotting.is_known(view, hex_in(each))

        chosen.append((known(code), any(not known(each) for each in ask.codes)))
        return code

    monkeypatch.setitem(german.PLANS, "infiltrate_what", watched)
    for number in range(12):
        night(f"prey {number}")
    assert chosen and (True, True) not in chosen
