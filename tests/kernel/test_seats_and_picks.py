"""Seats that depend on options, questions that go round the table, and cards drawn by name."""

from __future__ import annotations

import viermot
from viermot.kernel import registry
from viermot.kernel.dice import KeyedDice, QuickDice, ReplayedDice, ScriptedDice, key_of

DECK = bytes(range(1, 61))


def test_a_script_names_the_card_it_wants() -> None:
    dice = ScriptedDice(key_of("cards"), draws={"combat": [29, 4, 29]})
    first = dice.pick(DECK, "combat")
    assert DECK[first] == 29
    rest = DECK[:first] + DECK[first + 1 :]
    assert rest[dice.pick(rest, "combat")] == 4
    assert rest[dice.pick(rest, "combat")] != 29  # it is gone: the script falls back to a place in the deck
    assert dice.left == 0


def test_a_pick_is_recorded_and_replayed_as_a_draw() -> None:
    dice = KeyedDice(key_of("cards"))
    places = [dice.pick(DECK[n:], "combat") for n in range(20)]
    again = ReplayedDice(dice.taken())
    assert [again.pick(DECK[n:], "combat") for n in range(20)] == places
    assert all(0 <= QuickDice(n).pick(DECK, "combat") < 60 for n in range(20))


def test_the_same_key_picks_as_it_draws() -> None:
    assert KeyedDice(key_of("x")).pick(DECK, "s") == KeyedDice(key_of("x")).draw(60, "s")


def test_options_decide_how_many_sit_down() -> None:
    assert registry.with_options("interceptor", {}).seats == ("pilot",)
    three = registry.with_options("interceptor", {"10.1": "competitive", "pilots": 3})
    assert three.seats == ("pilot1", "pilot2", "pilot3")
    assert registry.with_options("nightfighter", {"10.1": "competitive"}).seats == ("player", "umpire")


def test_one_question_goes_round_the_table() -> None:
    s = viermot.new_game("interceptor", scenario="5", options={"10.1": "competitive", "pilots": 2}, seed="round")
    asked = []
    while s.pending[0].kind in ("choose_track", "spend_experience"):
        asked.append((s.pending[0].kind, s.pending[0].seat))
        s.decide(0, s.pending[0].seat)
    assert [seat for kind, seat in asked if kind == "choose_track"] == ["pilot1", "pilot2"]
