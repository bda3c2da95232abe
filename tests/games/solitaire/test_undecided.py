"""What the dice have not decided is nowhere: forks and determinizations differ, a state holds no answer."""

from __future__ import annotations

import json
from typing import Any

from tests.games.solitaire.support import answer, asked, counter, counters, events, fighter, new_session, solo
from viermot.kernel.agenda import apply
from viermot.kernel.dice import QuickDice

SIX = [
    counter(f"1{letter}", f"{column:02d}05 S") for letter, column in zip("abcdef", (1, 4, 7, 10, 13, 16), strict=True)
]


def test_forks_decide_for_themselves_which_counter_is_the_bomber() -> None:
    s = new_session(solo("4I", fighter(201, "0125 N"), *SIX, phase=5, turn=3), seed="secret")
    answers = set()
    for number in range(40):
        twin = s.fork(seed=f"fork {number}")
        answer(twin, "place_search", "0105")
        answers.add("real" if events(twin, "real") else "phantom")
    assert answers == {"real", "phantom"}
    own = events(s, "phantom") + events(s, "real")
    assert own == [], "the forks did not touch the game"


def test_a_determinization_is_the_same_map_with_other_dice() -> None:
    s = new_session(solo("4", fighter(201, "1010 S"), counter("1", "1012 S"), phase=6), seed="secret")
    view: Any = s.perspective("player")
    hexes = set()
    for number in range(60):
        game = view.determinize(QuickDice(number))
        assert s.module.to_data(game) == s.module.to_data(s.state)
        apply(game, asked(s).code_of("1"))
        hexes.add(next(e[3][3] for e in game.log if e[0] == "roll" and e[3][0] == "location"))
    assert len(hexes) > 12, "each decides anew where the bomber is"
    assert counters(s)["1"]["hex"] == "1012" and asked(s).kind == "ai_target"


def test_a_state_holds_nothing_that_tells_which_counter_is_real() -> None:
    """Two games with other keys and the same map are the same state, and show the same."""
    position = solo("4I", fighter(201, "0125 N"), *SIX, phase=5, turn=3)
    first, second = new_session(position, seed="one"), new_session(position, seed="two")
    assert first.state_hash == second.state_hash
    shown = [json.dumps(s.perspective("player").to_json(), sort_keys=True) for s in (first, second)]
    assert shown[0] == shown[1]


def test_scenario_7_does_not_know_its_german_fighters() -> None:
    position = solo("7", fighter(201, "1005 S"), *[counter(str(n), f"{n:02d}10 S") for n in range(7, 13)], phase=5)
    found = set()
    for number in range(30):
        s = new_session(position, seed=f"cup {number}", dice={"Serrate": [6] * 6})
        answer(s, "use_serrate", "sweep")
        found.add(tuple(event.data["contact"] for event in events(s, "revealed")))
    assert len(found) > 5, "the cup decides when it is drawn from"
