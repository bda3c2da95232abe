"""What is a setback and what is grave: when the lucky charm is offered, roll by roll and card by card [7.10, D89]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import answer, asked, career, check, kept, new_session, pilot, rolls_of, told
from tests.support.rules import rule
from viermot import Session

FINE, SETBACK, GRAVE = "fine", "setback", "grave"
ORDERS = {"grave": 0, "setbacks": 1}
ASKED = {FINE: (), SETBACK: ("setbacks",), GRAVE: ("setbacks", "grave")}
Dice = dict[str, list[int]]


def lucky(order: str, **own: Any) -> dict[str, Any]:
    return {"markers": ["lucky charm"], "charm": ORDERS[order], **own}


def is_offered(s: Session, what: str) -> bool:
    """Is he asked whether to reroll this?"""
    return bool(s.pending) and asked(s).kind == "lucky_charm" and asked(s).plain_facts["what"] == what


def fight(order: str, dice: Dice, cards: tuple[int, ...], orientation: str = "disadvantaged", **own: Any) -> Session:
    own = {"enemy": "P-47", "orientation": orientation, "fought": 1, **lucky(order), **own}
    top = {"month": own.pop("month", "Mar43")}
    return new_session(career(pilot(**own), at="fight", raid=5, **top), dice=dice, cards=cards)


def box(order: str, dice: Dice, **own: Any) -> Session:
    return new_session(career(pilot(**lucky(order, **own)), at="box", raid=5), dice=dice)


def landing(order: str, dice: Dice, **own: Any) -> Session:
    return new_session(career(pilot(**lucky(order, **own)), at="landing", raid=5, month="Aug43"), dice=dice)


def ground(order: str, dice: Dice, month: str = "Mar43", **own: Any) -> Session:
    return new_session(
        career(pilot(**{"fate": 2, **lucky(order, **own)}), at="ground", raid=7, month=month, line=8), dice=dice
    )


def turning(order: str, dice: Dice, cards: tuple[int, ...] = (12, 9), **own: Any) -> Session:
    """Up to where the roll is: whatever else is asked on the way is kept."""
    s = fight(order, {"initiative": [3, 3], **dice}, cards, **own)
    answer(s, "dogfight", own.get("action", "tight turn"))
    while s.pending and asked(s).kind == "second_card":
        s.decide("keep")
    return s


def hit(roll: tuple[int, int], **own: Any) -> Any:
    return lambda order: turning(order, {"fighter damage": list(roll)}, **own)


BF110: dict[str, Any] = {"aircraft": "Bf110G-2", "unit": "I/ZG 26", "month": "Aug43", "holds": 1}
BF109: dict[str, Any] = {"aircraft": "Bf109G-2", "unit": "I/JG 27"}


def kept_so_far(s: Session, what: str) -> Session:
    """Everything before that roll is kept."""
    while s.pending and asked(s).kind in ("lucky_charm", "second_card") and not is_offered(s, what):
        s.decide("keep")
    return s


def further(roll: tuple[int, int], what: str, dice: list[int], **own: Any) -> Any:
    """A hit that needs a further roll."""
    return lambda order: kept_so_far(turning(order, {"fighter damage": list(roll), what: dice}, **own), what)


def jump(order: str, dice: list[int], **own: Any) -> Session:
    s = fight(order, {"parachute": dice, "wound": [1]}, (), round=2, **own)
    answer(s, "dogfight", "bail out")
    return s


ROLLS: list[tuple[str, Any, str]] = [
    # a hit on our own aircraft: grave on pilot, crew and tank, and where it brings the aircraft down
    ("fighter damage", hit((1, 4)), FINE), ("fighter damage", hit((4, 3)), FINE),
    ("fighter damage", hit((1, 5)), SETBACK),
    ("fighter damage", hit((2, 2)), SETBACK), ("fighter damage", hit((1, 2)), SETBACK),
    ("fighter damage", hit((1, 1)), GRAVE), ("fighter damage", hit((6, 3)), GRAVE),
    ("fighter damage", hit((6, 6)), GRAVE),
    ("fighter damage", hit((3, 3), **BF109, own={"airframe": 3}), GRAVE),
    ("fighter damage", hit((3, 3), **BF109, own={"airframe": 2}), SETBACK),
    ("fighter damage", hit((2, 2), **BF109, own={"port engine": 1}), GRAVE),
    ("fighter damage", hit((2, 2), **BF109), SETBACK),
    ("fighter damage", hit((4, 3), **BF110), SETBACK),
    ("fuel tank", further((6, 6), "fuel tank", [3, 4]), SETBACK),
    ("fuel tank", further((6, 6), "fuel tank", [4, 4]), GRAVE),
    ("crew hit", further((6, 3), "crew hit", [3], **BF110), GRAVE),
    ("crew hit", further((6, 3), "crew hit", [4], **BF110), SETBACK),
    ("crew hit", further((6, 3), "crew hit", [4]), FINE), ("crew hit", further((6, 3), "crew hit", [3]), GRAVE),
    ("wound", further((1, 1), "wound", [3]), SETBACK), ("wound", further((1, 1), "wound", [4]), GRAVE),
    ("wound", further((1, 1), "wound", [3], wound=1, hurt=1), GRAVE),
    ("wound", further((5, 3), "wound", [6], **BF110), SETBACK),
    # the fight
    ("initiative", lambda order: turning(order, {"initiative": [3, 3]}, (18, 9)), FINE),  # 19 + 1 to 21
    ("initiative", lambda order: turning(order, {"initiative": [3, 4]}, (18, 9)), SETBACK),
    ("initiative", lambda order: turning(order, {"initiative": [6, 1]}, (18, 9)), FINE),
    # down to earth
    ("landing", lambda order: landing(order, {"landing": [6, 6]}), GRAVE),
    ("landing", lambda order: landing(order, {"landing": [5, 6]}), FINE),
    ("landing", lambda order: landing(order, {"landing": [5, 6]}, own={"controls": 1}), GRAVE),
    ("parachute", lambda order: jump(order, [4, 4]), FINE), ("parachute", lambda order: jump(order, [4, 5]), SETBACK),
    ("parachute", lambda order: jump(order, [5, 5]), GRAVE), ("parachute", lambda order: jump(order, [5, 6]), GRAVE),
    # in the box
    ("interception", lambda order: box(order, {"interception": [1, 2]}), SETBACK),
    ("interception", lambda order: box(order, {"interception": [1, 1]}), SETBACK),
    ("interception", lambda order: box(order, {"interception": [2, 2]}), SETBACK),
    ("interception", lambda order: box(order, {"interception": [3, 3]}), FINE),
    ("interception", lambda order: box(order, {"interception": [3, 4]}), FINE),
    ("sweep orientation", lambda order: kept_so_far(box(order, {"interception": [1, 1], "sweep": [2],
     "sweep orientation": [1]}), "sweep orientation"), SETBACK),
    ("random event", lambda order: box(order, {"interception": [6, 6], "random event": [1, 1]}), SETBACK),
    ("random event", lambda order: box(order, {"interception": [6, 6], "random event": [2, 3]}), SETBACK),
    ("random event", lambda order: box(order, {"interception": [6, 6], "random event": [3, 3]}), FINE),
    ("stray fire", lambda order: kept_so_far(box(order, {"interception": [6, 6], "random event": [1, 1],
                                                         "stray fire": [4]}), "stray fire"), SETBACK),
    ("stray fire", lambda order: kept_so_far(box(order, {"interception": [6, 6], "random event": [1, 1],
                                                         "stray fire": [5]}), "stray fire"), GRAVE),
    # on the ground
    ("hospital", lambda order: ground(order, {"hospital": [4, 5]}, wound=2), SETBACK),
    ("hospital", lambda order: ground(order, {"hospital": [5, 5]}, wound=2), GRAVE),
    ("scrounging", lambda order: ground(order, {"scrounging": [3]}, repair=5, officer=0), SETBACK),
    ("scrounging", lambda order: ground(order, {"scrounging": [4]}, repair=5, officer=0), FINE),
    ("promotion", lambda order: ground(order, {"promotion": [5]}, "Jun43"), SETBACK),
    ("promotion", lambda order: ground(order, {"promotion": [4]}, "Jun43"), FINE),
]  # fmt: skip


@pytest.mark.parametrize("order", ["grave", "setbacks"])
@pytest.mark.parametrize(("what", "begin", "how"), ROLLS, ids=[f"{row[0]}-{n}" for n, row in enumerate(ROLLS)])
def test_he_is_asked_when_it_is_as_bad_as_he_said(what: str, begin: Any, how: str, order: str) -> None:
    s = begin(order)
    if s.pending and asked(s).kind in ("spend_experience", "spend_prestige"):
        while s.pending and asked(s).kind in ("spend_experience", "spend_prestige"):
            s.decide("done")
    assert rolls_of(s, what), f"{what} was never rolled"
    check(s, is_offered(s, what), order in ASKED[how], f"asked about {rolls_of(s, what)[-1].data['dice']}")


def escorted(order: str, die: int) -> Session:
    own: dict[str, Any] = {"target": "B-24", "bomber_type": "B-24", "escort": "P-47"}
    s = new_session(career(pilot(**lucky(order, **own)), at="bombers", raid=5), dice={"slip away": [die]})
    answer(s, "fire_round", "break off")
    answer(s, "escape", "slip away")
    return s


def leaving(order: str, die: int) -> Session:
    s = fight(order, {"disengage": [die], "initiative": [6, 1]}, (), "advantaged")
    answer(s, "dogfight", "disengage")
    return s


def bursting(order: str, dice: list[int]) -> Session:
    own: dict[str, Any] = {"target": "B-24", "bomber_type": "B-24", "bomber": {"gunners": 9}}
    s = new_session(
        career(pilot(**lucky(order, **own)), at="bombers", raid=5), dice={"extended burst": dice}, cards=[1, 18]
    )
    answer(s, "fire_round", "airframe burst")
    return s


def seen(order: str, die: int) -> Session:
    limping = pilot(**lucky(order, target="B-17F", bomber_type="B-17F", bomber={"airframe": 1}, scored=1))
    s = new_session(career(limping, at="bombers", raid=5), draws={"way home": [0]}, dice={"confirmation": [die]})
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "enough")
    return s


def rockets(order: str, dice: list[int]) -> Session:
    own: dict[str, Any] = {"target": "B-17F", "bomber_type": "B-17F", "aircraft": "Fw190A-4/R6", "month": "Jun43"}
    month = own.pop("month")
    s = new_session(career(pilot(**lucky(order, **own)), at="bombers", raid=5, month=month), dice={"rockets": dice})
    answer(s, "rocket_salvo", "fire")
    return s


def decorated(order: str, die: int) -> Session:
    awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross"]
    return ground(order, {"award": [die]}, bombers=31, sortie_b=1, awards=awards)


MORE: list[tuple[str, Any, str]] = [
    ("slip away", lambda order: escorted(order, 2), FINE), ("slip away", lambda order: escorted(order, 3), SETBACK),
    ("disengage", lambda order: leaving(order, 4), FINE), ("disengage", lambda order: leaving(order, 5), SETBACK),
    ("extended burst", lambda order: bursting(order, [3, 4]), FINE),
    ("extended burst", lambda order: bursting(order, [3, 3]), SETBACK),
    ("extended burst", lambda order: bursting(order, [6, 6]), SETBACK),
    ("confirmation", lambda order: seen(order, 2), FINE), ("confirmation", lambda order: seen(order, 3), SETBACK),
    ("rockets", lambda order: rockets(order, [1, 1]), SETBACK), ("rockets", lambda order: rockets(order, [6, 6]), FINE),
    ("award", lambda order: decorated(order, 2), FINE), ("award", lambda order: decorated(order, 3), SETBACK),
]  # fmt: skip


@pytest.mark.parametrize("order", ["grave", "setbacks"])
@pytest.mark.parametrize(("what", "begin", "how"), MORE, ids=[f"{row[0]}-{n}" for n, row in enumerate(MORE)])
def test_he_is_asked_about_what_he_tries(what: str, begin: Any, how: str, order: str) -> None:
    s = begin(order)
    assert rolls_of(s, what), f"{what} was never rolled"
    check(s, is_offered(s, what), order in ASKED[how], f"asked about {rolls_of(s, what)[-1].data['dice']}")


# --- cards ---------------------------------------------------------------------------------------------


def about(s: Session) -> str:
    """Which use of a card he is asked about, "" for none."""
    return str(asked(s).plain_facts["use"]) if s.pending and asked(s).kind == "second_card" else ""


def facing(order: str, orientation: str, action: str, cards: tuple[int, ...], **own: Any) -> Session:
    s = fight(order, {"initiative": [3, 3], "fighter damage": [1, 4] * 9}, cards, orientation, **own)
    answer(s, "dogfight", action)
    return s


def attacking(order: str, cards: tuple[int, ...]) -> Session:
    own: dict[str, Any] = {"target": "B-24", "bomber_type": "B-24", "bomber": {"gunners": 9}}
    hits = {"fighter damage": [1, 4] * 9}
    s = new_session(career(pilot(**lucky(order, **own)), at="bombers", raid=5), cards=cards, dice=hits, d10=[1] * 9)
    answer(s, "fire_round", "airframe")
    return s


CARDS: list[tuple[str, Any, str]] = [
    ("attack", lambda order: attacking(order, (18, 18)), SETBACK),
    ("attack", lambda order: attacking(order, (12, 18)), FINE),
    ("bomber's fire", lambda order: attacking(order, (12, 18)), FINE),
    ("bomber's fire", lambda order: attacking(order, (12, 1)), SETBACK),
    ("bomber's fire", lambda order: attacking(order, (12, 33)), SETBACK),
    ("bomber's fire", lambda order: attacking(order, (12, 49)), GRAVE),
    ("enemy's attack", lambda order: facing(order, "disadvantaged", "barrel roll", (18,)), FINE),
    ("enemy's attack", lambda order: facing(order, "disadvantaged", "barrel roll", (12,)), SETBACK),
    ("enemy's attack", lambda order: facing(order, "disadvantaged", "barrel roll", (30,)), GRAVE),
    ("enemy's attack", lambda order: facing(order, "disadvantaged", "barrel roll", (60,)), GRAVE),
    ("enemy's defence", lambda order: facing(order, "advantaged", "attack", (12, 10)), SETBACK),
    ("enemy's defence", lambda order: facing(order, "advantaged", "attack", (12, 4)), SETBACK),
    ("enemy's defence", lambda order: facing(order, "advantaged", "attack", (12, 7)), FINE),
    ("defence", lambda order: facing(order, "disadvantaged", "defend", (18, 9)), SETBACK),
    ("defence", lambda order: facing(order, "disadvantaged", "defend", (18, 13)), FINE),
    ("defence", lambda order: facing(order, "disadvantaged", "defend", (18, 12)), FINE),
    ("wingman text", lambda order: facing(order, "disadvantaged", "wingman", (18, 2)), SETBACK),
    ("wingman text", lambda order: facing(order, "disadvantaged", "wingman", (18, 6)), SETBACK),
    ("wingman text", lambda order: facing(order, "disadvantaged", "wingman", (18, 5)), FINE),
]  # fmt: skip


@pytest.mark.parametrize("order", ["grave", "setbacks"])
@pytest.mark.parametrize(("use", "begin", "how"), CARDS, ids=[f"{row[0]}-{n}" for n, row in enumerate(CARDS)])
def test_he_is_asked_about_cards_that_are_bad_for_him(use: str, begin: Any, how: str, order: str) -> None:
    s = begin(order)
    uses = [event[1] for event in told(s, "card")]
    assert use in uses, uses
    check(s, about(s) == use, order in ASKED[how], f"asked about {told(s, 'card')}")


# --- the charm and an Expert's second card -------------------------------------------------------------


@rule("7.10c", "7.10b")
def test_7_10c_a_charm_is_used_up_with_a_card_and_the_card_is_another() -> None:
    s = facing("setbacks", "disadvantaged", "barrel roll", (60, 18))
    answer(s, "second_card", "charm")
    check(s, told(s, "card"), [("card", "enemy's attack", 60), ("card", "enemy's attack", 18)], "two cards")
    check(
        s, (told(s, "charm_used"), told(s, "enemy_fires")), ([("charm_used",)], [("enemy_fires", 12, 0)]), "the second"
    )
    check(s, (kept(s).get("markers", []), kept(s)["charmed"]), ([], 1), "it is gone for good")


@rule("7.7i")
@pytest.mark.parametrize(("answers", "who"), [("expert", "pilot"), ("wingman", "wingman")])
def test_7_7i_an_expert_draws_a_second_card_once_a_sortie(answers: str, who: str) -> None:
    own: dict[str, Any] = {"skills": ["expert Fw190"]} if who == "pilot" else {"wing_skills": ["expert Fw190"]}
    own.update(enemy="P-47", orientation="disadvantaged", fought=1)
    s = new_session(career(pilot(**own), at="fight", raid=5), cards=[18, 2, 5, 18, 2], dice={"initiative": [3, 3]})
    answer(s, "dogfight", "wingman")
    check(s, list(asked(s).options), ["keep", answers], "what he may do")
    check(s, asked(s).default, "keep", "unless he says so")
    answer(s, "second_card", answers)
    check(s, told(s, "second_card"), [("second_card", int(who == "wingman"))], "whose skill it is")
    check(s, told(s, "card")[1:3], [("card", "wingman text", 2), ("card", "wingman text", 5)], "the second counts")
    check(s, told(s, "wingman_text")[-1], ("wingman_text", 5, "forces a break"), "it is the one that is read")
    assert s.pending and asked(s).kind == "dogfight", "no third card"
    answer(s, "dogfight", "wingman")
    assert asked(s).kind == "dogfight", "once a sortie"


def test_only_his_own_cards_are_an_expert_s() -> None:
    own: dict[str, Any] = {"skills": ["expert Fw190"], "enemy": "P-47", "orientation": "head on", "fought": 1}
    s = new_session(career(pilot(**own), at="fight", raid=5), cards=[18, 18, 9], dice={"initiative": [3, 3]})
    answer(s, "dogfight", "attack")
    check(s, (about(s), list(asked(s).options)), ("attack", ["keep", "expert"]), "his own card")
    s.decide("keep")
    assert asked(s).kind == "dogfight", "not the enemy's"
    other = new_session(career(pilot(**{**own, "skills": ["expert Bf109"]}), at="fight", raid=5), cards=[18, 18])
    answer(other, "dogfight", "attack")
    assert asked(other).kind == "dogfight", "nor in another series"
