"""Chapter 11: who may attack, the attack table, destruction, deconfliction."""

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    holds,
    last,
    new_session,
    night,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule


def combat(*aircraft: str, scenario: str = "1D", dice: list[int] | None = None, **more: object) -> viermot.Session:
    """A combat phase of turn 3; bombers of scenario 1 never respond, and others notice nothing here."""
    unseen = {"response": [1] * 9, "umpire:response": [1] * 9}
    return new_session(night(scenario, *aircraft, turn=3, phase=9, **more), dice={"attack": dice or [], **unseen})


@rule("11.0a")
def test_11_0a_same_hex_same_facing_and_tally_allow_an_attack() -> None:
    s = combat(fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), dice=[1, 1])
    check(s, (asked(s).kind, asked(s).seat, list(asked(s).options)), ("attack", "player", ["hold fire", "guns"]))
    refused(s, "oblique", "20.0a")
    answer(s, "attack", "guns")
    holds(s, "11.0a" in last(s, "player", "attack").rules, "the attack is announced")
    check(s, len(rolls_of(s, "player", "attack")), 1, "attack rolls")


@rule("11.0a")
def test_11_0a_holding_fire_is_allowed() -> None:
    s = combat(fighter(201, "1010 S", tally=112), bomber(112, "1010 S"))
    answer(s, "attack", "hold fire")
    check(s, rolls_of(s, "player", "attack"), [], "attack rolls")
    holds(s, "11.0a" in last(s, "player", "holds_fire").rules, "by rule 11.0a")


@rule("11.0a")
def test_11_0a_another_facing_forbids_an_attack() -> None:
    for facing in ("N", "NE", "SE", "SW", "NW"):
        s = combat(fighter(201, f"1010 {facing}", tally=112), bomber(112, "1010 S"))
        check(s, events_of(s, "player", "attack"), [], "attacks")
        why = last(s, "player", "cannot_attack")
        check(s, (why.data["reason"], "11.0a" in why.rules), ("facing_differs", True))
        check(s, s.perspective("player").to_json()["turn"], 4, "the turn; the phase has passed without a question")


@rule("11.0a")
@pytest.mark.parametrize(("where", "tally"), [("1011", True), ("1010", False)])
def test_11_0a_another_hex_or_no_tally_forbids_an_attack(where: str, tally: bool) -> None:
    one = fighter(201, "1010 S", tally=112) if tally else fighter(201, "1010 S")
    other = fighter(202, "0510 S", tally=113)
    others = (bomber(113, "0510 S"), bomber(114, "1010 S"))  # the latter is in 201's hex, but not its tally
    s = combat(one, other, bomber(112, f"{where} S"), *others, scenario="3C")
    check(s, asked(s).kind, "attack", "202 alone can attack, so nobody is asked who goes first")
    answer(s, "attack", "guns")
    holds(s, "11.0a" in last(s, "player", "attack").rules, "the attack is announced")
    check(s, [e.data["fighter"] for e in events_of(s, "player", "attack")], ["202"], "attackers")
    holds(s, asked(s).kind not in ("attack", "who_attacks"), "201 is not asked")


@rule("11.0b")
def test_11_0b_one_attack_a_turn_on_the_same_bomber() -> None:
    s = combat(fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), dice=[1, 1])
    answer(s, "attack", "guns")
    check(s, s.perspective("player").to_json()["turn"], 4, "the turn after a miss")
    play_until(s, "attack", {"path": "F F F"})
    check(s, [e.turn for e in rolls_of(s, "player", "attack")], [3], "attacks so far")
    s = combat(fighter(201, "1010 S", tally=112, attacked=[0, 3]), bomber(112, "1010 S"))
    why = last(s, "player", "cannot_attack")
    check(s, (why.data["reason"], why.rules), ("attacked_already", ("11.0b",)))
    s = combat(fighter(201, "1010 S", tally=112, attacked=[0, 2]), bomber(112, "1010 S"))
    check(s, asked(s).kind, "attack", "the question in the turn after an attack")


@rule("11.0c")
@pytest.mark.parametrize(("dice", "hits"), [
    ((1, 1), 0), ((3, 4), 0), ((4, 4), 1), ((4, 5), 2), ((5, 5), 3), ((5, 6), 4), ((6, 6), 4),
])  # fmt: skip
def test_11_0c_two_dice_and_firepower_two(dice: tuple[int, int], hits: int) -> None:
    s = combat(fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), dice=list(dice))
    answer(s, "attack", "guns")
    roll = rolls_of(s, "player", "attack")[0]
    check(s, (roll.data["dice"], roll.data["modifiers"]), (list(dice), [["printed", 2, "11.0c"]]))
    check(s, last(s, "player", "hits").data["hits"], hits, "hits")


@rule("11.0c")
def test_11_0c_the_fighters_own_firepower_counts() -> None:
    s = combat(fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), scenario="2", dice=[2, 4])  # Me110C-4: 4
    answer(s, "attack", "guns")
    check(s, last(s, "player", "hits").data["hits"], 1, "hits of 6 + 4")


@rule("11.0d")
def test_11_0d_hits_add_up_to_destruction() -> None:
    s = combat(
        fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), bomber(113, "0402 S"), dice=[4, 5, 4, 4],
        scenario="1B",
    )  # fmt: skip
    answer(s, "attack", "guns")  # 2 hits of the 3 an He111 can take
    check(s, (attackers(s)["112"]["hits"], attackers(s)["112"]["fate"], contacts(s)[0]["hits"]), (2, "on map", 2))
    play_until(s, "attack", {"path": "F F F"})
    answer(s, "attack", "guns")  # 1 more
    check(s, [e.data["hits"] for e in events_of(s, "player", "hits")], [2, 1], "hits of the two attacks")
    down = last(s, "player", "shot_down")
    check(s, (down.data["fighter"], down.data["contact"], "11.0d" in down.rules), ("201", "C1", True))
    gone = attackers(s)["112"]
    check(s, (gone["hex"], gone["fate"], contacts(s)), (None, "destroyed", []))
    check(s, s.perspective("player").to_json()["score"]["kills"], 1, "kills")


@rule("11.0d")
@pytest.mark.parametrize(("before", "fate"), [(1, "on map"), (2, "destroyed")])
def test_11_0d_destroyed_when_the_damage_value_is_reached(before: int, fate: str) -> None:
    s = combat(fighter(201, "1010 S", tally=112), bomber(112, "1010 S", hits=before), dice=[4, 4])
    answer(s, "attack", "guns")
    check(s, attackers(s)["112"]["fate"], fate, f"fate with {before} + 1 hits of 3")
    holds(s, "11.0d" in last(s, "player", "hits").rules, "by rule 11.0d")


@rule("11.1")
def test_11_1_deconfliction_keeps_a_fighter_near_a_friend_from_attacking() -> None:
    def beside(friend: str) -> viermot.Session:
        return combat(fighter(201, "1010 S", tally=112), fighter(202, friend), bomber(112, "1010 S"), scenario="1B")

    for near in ("1010 N", "1015 S", "0512 S", "1508 S"):  # 0 and three times 5 hexes away
        s = beside(near)
        why = last(s, "player", "cannot_attack")
        check(s, (why.data["fighter"], why.data["reason"], why.rules), ("201", "friend_too_near", ("11.1",)))
        check(s, events_of(s, "player", "attack"), [], "attacks")
    for far in ("1016 S", "0412 S", "1608 S"):  # 6 hexes away
        check(beside(far), asked(beside(far)).kind, "attack", f"the question with a friend in {far}")


@rule("11.0a")
def test_11_1_only_where_the_scenario_calls_for_it() -> None:
    s = combat(fighter(201, "1010 S", tally=112), fighter(202, "1011 S"), bomber(112, "1010 S"), scenario="3C")
    answer(s, "attack", "guns")
    check(s, events_of(s, "player", "cannot_attack"), [])


@rule("11.0a")
@pytest.mark.parametrize(("guns", "rules"), [("guns", ("11.0a",)), ("oblique", ("11.0a", "20.0a", "6.0e"))])
def test_11_0a_an_attack_names_the_rules_of_the_guns_it_is_made_with(guns: str, rules: tuple[str, ...]) -> None:
    position = night("4D", fighter(201, "1010 S", tally=113, oblique=1), bomber(113, "1010 S"), turn=3, phase=9)
    s = new_session(position, dice={"response": [1], "attack": [1, 1]})
    answer(s, "attack", guns)
    check(s, last(s, "player", "attack").rules, rules)
