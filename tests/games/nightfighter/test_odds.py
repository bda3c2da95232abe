"""The odds the player is shown are those of the rules: every throw is tried, and every modifier is the real one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import viermot
from viermot.games.nightfighter.knowledge.odds import odds
from viermot.games.nightfighter.rules.gunnery import GUNS, OBLIQUE

SITUATION = """
scenario = "{scenario}"
options = {options}
turn = 3
phase = {phase}
moon = "{moon}"
[[fighter]]
id = 201
at = "1012 S"
tally = 113
{fighter}
[[attacker]]
id = 113
at = "1012 S"
{attacker}
"""


def situation(
    scenario: str = "4D", options: str = "{}", moon: str = "none", fighter: str = "", attacker: str = "", phase: int = 9
) -> str:
    return SITUATION.format(
        scenario=scenario, options=options, moon=moon, fighter=fighter, attacker=attacker, phase=phase
    )


def game(text: str, **dice: list[int]) -> viermot.Session:
    streams = {name.replace("_", " "): values for name, values in dice.items()}
    return viermot.new_game("nightfighter", position=text, seed="odds", seats={"umpire": "random"}, dice=streams)


def events(session: viermot.Session, kind: str) -> list[dict[str, Any]]:
    return [event.data for event in session.events("player") if event.kind == kind]


CASES = {
    "plain": situation(),
    "experte": situation(options='{"pilots" = {"201" = "experte"}}'),
    "green": situation(options='{"pilots" = {"201" = "green"}}'),
    "full moon": situation(moon="full"),
    "oblique": situation(fighter="oblique = 1"),
    "alerted": situation(options='{"28.2" = true}', fighter="oblique = 1", attacker="alert = 1\nknown = 16"),
    "poor position": situation(options='{"28.4" = true}', fighter="oblique = 1\nposition = [0, 3, 0]"),
    "flares": situation(scenario="5E", fighter="oblique = 1\ndives = 0"),
    "no response": situation(scenario="1"),
    "turret": situation(scenario="1C"),
}


@pytest.mark.parametrize("guns", [GUNS, OBLIQUE])
@pytest.mark.parametrize("case", CASES)
def test_modifiers_and_hits_are_those_of_every_throw(case: str, guns: int) -> None:
    word = ("hold fire", "guns", "oblique")[guns]
    probe = game(CASES[case])
    if not probe.pending or probe.pending[0].kind != "attack" or word not in probe.pending[0].options:
        assert guns == OBLIQUE, "only oblique guns may be missing"
        return
    expected = odds(probe.perspective("player"), 0, guns)
    assert expected is not None
    hits = [0] * 5
    for throw in product(range(1, 7), repeat=2):
        session = game(CASES[case], response=[1] * 4, attack=list(throw))
        session.decide(word)
        roll = next(data for data in events(session, "roll") if data["what"] == "attack")
        assert [tuple(row) for row in roll["modifiers"]] == list(expected.fire.modifiers)
        hits[events(session, "hits")[0]["hits"]] += 1
    assert tuple(hits) == expected.fire.hits


@pytest.mark.parametrize("guns", [GUNS, OBLIQUE])
@pytest.mark.parametrize("case", ["plain", "experte", "green", "full moon", "oblique", "alerted", "flares"])
def test_responses_are_those_of_every_throw(case: str, guns: int) -> None:
    word = ("hold fire", "guns", "oblique")[guns]
    probe = game(CASES[case])
    if word not in probe.pending[0].options:
        return
    expected = odds(probe.perspective("player"), 0, guns)
    assert expected is not None
    notice = next(iter(expected.notice.values()))
    seen = {"corkscrews": 0, "fires": 0, "nothing": 0}
    for first, second in product(range(1, 7), repeat=2):
        session = game(CASES[case], response=[first, 1], reaction=[second], defensive_fire=[1, 1], attack=[1, 1])
        session.decide(word)
        rolled = [data["what"] for data in events(session, "roll")]
        before_attack = rolled[: rolled.index("attack")] if "attack" in rolled else rolled
        if events(session, "corkscrews"):
            seen["corkscrews"] += 1
        elif "defensive fire" in before_attack:
            seen["fires"] += 1
        else:
            seen["nothing"] += 1
    assert Fraction(seen["corkscrews"], 36) == notice.corkscrew
    assert Fraction(seen["fires"], 36) == notice.defensive_fire
    assert Fraction(seen["nothing"], 36) == notice.nothing


def test_the_player_is_told_what_he_cannot_know() -> None:
    session = game(situation(attacker="hits = 2\nalert = 1"))
    found = odds(session.perspective("player"), 0, GUNS)
    assert found is not None
    assert found.to_destroy == {"Lancaster I/III": 4}, "hits nobody witnessed are not counted"
    assert found.notice["Lancaster I/III"].alert == 0
    assert set(found.doubts) == {"nightfighter.odds.doubt.alert", "nightfighter.odds.doubt.hits"}


def test_without_a_tally_there_are_no_odds() -> None:
    session = viermot.new_game("nightfighter", scenario="4B", seed="x", seats={"umpire": "random"})
    assert odds(session.perspective("player"), 0, GUNS) is None


def test_a_corkscrewing_bomber_is_shot_at_with_firepower_0() -> None:
    session = game(
        situation(), response=[6], reaction=[1], defensive_fire=[1, 1], attack=[6, 6], **{"umpire:corkscrew": [3]}
    )
    session.decide("guns")
    assert session.pending[0].kind == "follow"
    session.decide("centre")
    assert session.pending[0].kind == "attack_all_the_same"
    found = odds(session.perspective("player"), 0, GUNS)
    assert found is not None and found.fire.modifiers == (("corkscrewed", 0, "17.1a"),) and not found.notice
    session.decide("guns")
    roll = next(data for data in events(session, "roll") if data["what"] == "attack")
    assert [tuple(row) for row in roll["modifiers"]] == [("corkscrewed", 0, "17.1a")]


def test_odds_go_by_an_owners_tables(tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_text(
        "[hits]\nleast = [2, 3]\n[response]\nnormal = 1\ncorkscrew = 6\ndefensive_fire = 6\n", encoding="utf-8"
    )
    session = viermot.new_game("nightfighter", position=situation(), seed="odds", pack=tmp_path)
    found = odds(session.perspective("player"), 0, GUNS)
    assert found is not None
    assert found.fire.hits == (0, 0, 36), "no throw with firepower 4 misses, or hits once"
    assert {notice.corkscrew for notice in found.notice.values()} == {Fraction(1)}
