"""The lucky charm: once in a career, any roll that affects the pilot may be rerolled [7.10, ruling D67]."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    answer_as_told,
    asked,
    career,
    course,
    damage,
    events_of,
    last,
    man,
    new_session,
    pilot,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session
from viermot.kernel import saves

CHARM: dict[str, Any] = {"markers": ["lucky charm"], "charm": 2}  # asked after every roll
DECORATED = ["ek2", "ek1", "ace", "ehrenpokal", "german cross"]
BERLIN = [*DECORATED, "knight's cross"]
NCO: dict[str, Any] = {"officer": 0, "rank": 0}
Dice = dict[str, list[int]]


def flying(at: str, dice: Dice, options: dict[str, Any] | None = None, **own: Any) -> Session:
    """A pilot with a charm, in the air; dice by the name of the roll."""
    more: dict[str, Any] = {"options": options} if options else {}
    return new_session(career(pilot(**{**CHARM, **own}), at=at, raid=5, **more), dice=dice, cards=own.pop("cards", ()))


def landed(dice: Dice, month: str = "Mar43", **own: Any) -> Session:
    """A pilot with a charm, back on the ground."""
    return new_session(
        career(pilot(**{"fate": 2, **CHARM, **own}), at="ground", raid=7, month=month, line=8), dice=dice
    )


def fight(dice: Dice, cards: list[int], **own: Any) -> Session:
    """Disadvantaged against a P-47, whose card may hit."""
    own = {"enemy": "P-47", "orientation": "disadvantaged", **CHARM, **own}
    return new_session(career(pilot(**own), at="fight", raid=5), dice=dice, cards=cards)


def until_charm(s: Session, what: str) -> None:
    """Keep everything else, up to the charm question about this roll."""
    for _ in range(60):
        if asked(s).kind == "lucky_charm" and asked(s).facts["what"] == what:
            return
        answer_as_told(s, {"dogfight": "tight turn", "straggler": "no", "at_headquarters": "shoot"})
    pytest.fail(f"no charm for {what}: {course(s)}\n{s.position()}")


@rule("7.10b")
def test_7_10b_a_second_charm_has_no_power_once_the_first_is_used() -> None:
    event: Dice = {"interception": [6, 6], "random event": [4, 5], "landing": [3, 3]}
    s = flying("box", {**event, "interception": [6, 6, 6, 6]})
    answer(s, "lucky_charm", "again")  # the charm of his career is used on this roll
    assert "charm_spent" in course(s) and "lucky charm" not in man(s)["markers"]
    s = flying("box", event, markers=[])
    assert "charm_spent" not in course(s) and "lucky charm" in man(s)["markers"]


CASES: list[tuple[str, Callable[[], Session], str, dict[str, Any]]] = [
    ("interception", lambda: flying("box", {"interception": [1, 2, 2, 3]}), "interception", {"total": 5}),
    ("random event", lambda: flying("box", {"interception": [6, 6], "random event": [1, 2, 6, 4]}),
     "random_event", {"event": "armourer"}),
    ("stray fire", lambda: flying("box", {"interception": [6, 6], "random event": [1, 1], "stray fire": [6, 1]}),
     "stray_fire", {"hits": 1}),
    ("sweep orientation", lambda: flying("box", {"interception": [1, 1], "sweep": [2], "sweep orientation": [1, 3]}),
     "sweep", {"enemy": "Spitfire IX", "orientation": "head on"}),
    ("initiative", lambda: fight({"initiative": [1, 6, 6, 1]}, [18]), "orientation", {"orientation": "advantaged"}),
    ("wound", lambda: fight({"fighter damage": [1, 1], "wound": [6, 1]}, [12]),
     "injured", {"who": "pilot", "state": "light"}),
    ("hospital", lambda: landed({"hospital": [6, 6, 1, 1]}, wound=2), "hospital", {"who": "pilot", "lines": 2}),
    ("scrounging", lambda: landed({"scrounging": [1, 6]}, repair=5, **NCO), "scrounged", {"hits": 5}),
    ("award", lambda: landed({"award": [6, 1]}, bombers=30, sortie_b=1, awards=DECORATED),
     "award", {"award": "knight's cross"}),
    ("promotion", lambda: landed({"promotion": [6, 1]}, "Jun43"), "promoted", {"rank": "Hauptmann"}),
]  # fmt: skip


@rule("7.10b")
@pytest.mark.parametrize(("what", "begin", "kind", "told"), CASES, ids=[case[0] for case in CASES])
def test_7_10b_the_second_throw_counts(
    what: str, begin: Callable[[], Session], kind: str, told: dict[str, Any]
) -> None:
    s = begin()
    until_charm(s, what)
    before = len(rolls_of(s, what))
    answer(s, "lucky_charm", "again")
    assert len(rolls_of(s, what)) == before + 1 and "lucky charm" not in man(s)["markers"]
    assert told.items() <= last(s, kind).data.items(), last(s, kind).data


@pytest.mark.parametrize(("what", "begin", "kind", "told"), CASES, ids=[case[0] for case in CASES])
def test_7_10b_a_roll_may_be_kept_and_the_charm_too(
    what: str, begin: Callable[[], Session], kind: str, told: dict[str, Any]
) -> None:
    s = begin()
    until_charm(s, what)
    rolled = list(rolls_of(s, what)[-1].data["dice"])
    answer(s, "lucky_charm", "keep")
    assert "charm_used" not in course(s) and man(s)["markers"] == ["lucky charm"]
    assert rolls_of(s, what)[0].data["dice"] == rolled


@rule("7.10b", "7.4.1a")
def test_7_10b_each_hit_may_be_thrown_again_until_the_charm_is_used() -> None:
    s = fight({"fighter damage": [3, 4, 1, 1, 3, 5, 3, 4], "initiative": [3, 3]}, [19])
    until_charm(s, "fighter damage")
    answer(s, "lucky_charm", "keep")
    assert damage(s) == {"tail": 1}
    answer(s, "lucky_charm", "again")
    assert "pilot" not in damage(s) and damage(s)["airframe"] == 1, "1 1 was thrown again, 3 5 is the airframe"
    assert not [d for d in s.pending if d.kind == "lucky_charm"], "the other hits are thrown without it"
    assert len(rolls_of(s, "fighter damage")) == 4


@rule("7.10b", "7.4.6")
def test_7_10b_of_two_hurt_in_a_crash_one_is_lucky() -> None:
    own: dict[str, Any] = {
        "aircraft": "Bf110G-2",
        "unit": "I/ZG 26",
        "own": {"landing gear": 1},
        **CHARM,
    }
    position = career(pilot(**own), at="landing", raid=5, month="Aug43")
    s = new_session(position, dice={"landing": [6, 6], "wound": [6, 1, 3]})
    answer(s, "lucky_charm", "keep")
    assert last(s, "crash_landing") and len(rolls_of(s, "wound")) == 1, "the gunner first"
    answer(s, "lucky_charm", "again")
    hurt = [(event.data["who"], event.data["state"]) for event in events_of(s, "injured")]
    assert hurt == [("gunner", "light"), ("pilot", "light")]
    assert asked(s).kind != "lucky_charm", "there is one charm"


@rule("7.10b", "10.7")
def test_7_10b_the_pistol() -> None:
    position = career(
        pilot(fate=2, bombers=45, sortie_b=1, awards=BERLIN, **CHARM), at="ground", raid=7, options={"10.7": True}
    )
    s = new_session(position, dice={"pistol shots": [1, 2], "pistol wound": [4, 5]})
    until_charm(s, "pistol shots")
    answer(s, "lucky_charm", "again")
    assert last(s, "shots").data["shots"] == 2


@rule("7.10b", "10.5a")
def test_7_10b_position_and_altitude_of_an_attack() -> None:
    own: dict[str, Any] = {"target": "B-17F", "bomber_type": "B-17F", **CHARM}
    position = career(pilot(**own), at="bombers", raid=5, options={"10.5": True})
    s = new_session(position, dice={"altitude": [1]}, draws={"position": [8, 4]})
    until_charm(s, "position")
    assert asked(s).facts["dice"] == (9,)
    answer(s, "lucky_charm", "again")
    assert rolls_of(s, "position")[-1].data["dice"] == [5] and last(s, "position").data["place"].startswith("5")


@rule("7.10b", "4.6.4a")
def test_7_10b_a_look_at_what_is_on_offer() -> None:
    s = new_session(career(pilot(points=6, level=6, **CHARM), month="Aug43", at="ground", raid=5),
              dice={"landing": [2, 2]}, draws={"replacement aircraft": [0, 9]})  # fmt: skip
    while asked(s).kind != "spend_prestige":
        answer_as_told(s, {})
    s.decide("look Fw190")
    answer(s, "lucky_charm", "again")
    assert rolls_of(s, "replacement aircraft")[-1].data["dice"] == [10] and last(s, "on_offer").data["aircraft"]
    assert asked(s).kind == "spend_prestige" and any(option.startswith("take") for option in asked(s).options)


@rule("7.10b", "7.1.4b")
def test_7_10b_a_blast_and_its_hits() -> None:
    own: dict[str, Any] = {"target": "B-24", "bomber_type": "B-24", "bomber": {"gunners": 9}, **CHARM}
    s = new_session(
        career(pilot(**own), at="bombers", raid=5), cards=[18, 23, 41, 35, 12, 36], d10=[10],
        dice={"bombs": [6, 6], "blast": [3, 3, 1, 1], "blast hits": [3], "fighter damage": [1, 4, 1, 4, 1, 4]},
    )  # fmt: skip
    for _ in range(30):
        if asked(s).kind == "lucky_charm" and asked(s).facts["what"] == "blast":
            break
        answer_as_told(s, {"fire_round": "airframe"})
    answer(s, "lucky_charm", "again")
    assert last(s, "caught_in_blast").data["hits"] == 3, "the second throw can also be worse"


def test_7_10b_no_charm_for_what_the_enemy_and_the_day_bring() -> None:
    """Raid, weather, types and the damage to others are nobody's luck."""
    s = new_session(career(pilot(**CHARM), month="May43"), dice={"interception": [3, 3]})
    for _ in range(80):
        if asked(s).kind == "lucky_charm":
            assert asked(s).facts["what"] not in ("raid", "weather", "bomber type", "escort", "YB-40", "bombs", "flak")
        if len(events_of(s, "line")) > 2:
            break
        answer_as_told(s, {"fire_round": "airframe"})
    assert rolls_of(s, "raid") and rolls_of(s, "weather")


def test_7_10b_an_open_charm_question_can_be_saved() -> None:
    for _, begin, _, _ in CASES:
        s = begin()
        for _ in range(20):
            if asked(s).kind == "lucky_charm":
                break
            answer_as_told(s, {"dogfight": "tight turn"})
        again = saves.restore(saves.parse(json.loads(saves.dump(s)), "save"))
        assert again.state_hash == s.state_hash and again.pending[0].facts == s.pending[0].facts
        assert s.position() == again.position()
