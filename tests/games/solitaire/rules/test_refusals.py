"""What a question tells the player, and why an answer is refused: phase after phase."""

import pytest

from tests.games.solitaire.support import (
    answer,
    asked,
    check,
    counter,
    events,
    fighter,
    holds,
    new_session,
    refused,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule
from viermot import IllegalOption, new_game
from viermot.kernel.positions import BadPosition

FAR = fighter(201, "0101 S")


@pytest.mark.parametrize("name", ["1g", "g", "1_", "1234", "1²", "1_2", "+1", "٣"])
def test_S5_4a_a_bomber_has_six_counters_a_to_f(name: str) -> None:
    with pytest.raises(BadPosition):
        new_session(solo("4B", FAR, counter(name, "1012 S")))
    s = new_session(solo("4", fighter(201, "1010 S"), counter("1", "1012 S"), phase=6))
    with pytest.raises(IllegalOption) as wrong:
        s.decide(name)
    check(s, wrong.value.why, "unreadable")


def test_S5_4a_the_sixth_counter_is_f() -> None:
    s = new_session(
        solo(
            "4",
            fighter(201, "1010 S"),
            counter("1f", "1012 S"),
            counter("1a", "0405 S"),
            counter("123", "1110 S"),
            phase=6,
        )
    )
    check(s, list(asked(s).options), ["none", "1f", "123"])


@rule("14.2.4a")
def test_14_2_4a_the_question_of_a_hand_off_names_bomber_and_zone() -> None:
    s = new_session(solo("4B", FAR, counter("1", "0405 S"), counter("2", "0816 S", light="K")))
    check(s, (asked(s).kind, asked(s).plain_facts), ("hand_off", {"contact": "2", "zone": "N"}))
    answer(s, "hand_off", "no")
    check(s, rolls(s, "hand-off"), [], "nobody tries")
    holds(s, "14.2.4a" in events(s, "light_lost")[0].rules, "it was not handed over")


@rule("S13.0a")
def test_S13_0a_a_search_goes_only_where_a_counter_stands_and_once_to_a_hex() -> None:
    s = new_session(
        solo("4", FAR, counter("1", "1012 S"), counter("2", "0412 S"), stop("0101 S"), phase=5),
        dice={"search": [1, 1]},
    )
    check(s, asked(s).plain_facts, {"radar": "Freya", "value": 2})
    answer(s, "place_search", "1012")
    check(s, asked(s).plain_facts, {"radar": "Würzburg", "value": 1})
    first, second = refused(s, "1013", "S13.0a"), refused(s, "1012", "S13.0a")
    holds(s, str(first) != str(second), "an empty hex and one that is searched are refused in different words")


@rule("S19.0a")
def test_S19_0a_the_question_of_an_AI_search_names_the_fighter() -> None:
    s = new_session(solo("4", fighter(201, "1010 S"), counter("1", "1012 S"), counter("2", "1020 S"), phase=6))
    check(s, (asked(s).kind, asked(s).plain_facts), ("ai_target", {"fighter": "201"}))
    out_of_reach = refused(s, "2", "S19.0a")
    s = new_session(solo("4", fighter(201, "1010 S", fix="1"), counter("1", "1011 S"), counter("2", "1012 S"), phase=6))
    holds(s, str(refused(s, "none", "S19.0a")) != str(out_of_reach), "a fix that holds is another reason")


@rule("S14.0a")
def test_S14_0a_lights_may_stop_and_tell_why_they_do_not_reach() -> None:
    s = new_session(
        solo("4B", FAR, counter("1", "0816 S"), counter("2", "1016 S"), counter("3", "0410 S"), counter("4", "1516 S"),
             stop("0101 S"), phase=7),
        dice={"searchlight": [1] * 4},
    )  # fmt: skip
    check(s, (asked(s).kind, asked(s).plain_facts), ("light_up", {}))
    nowhere = refused(s, "3", "S14.0a")
    answer(s, "light_up", "1")
    holds(s, str(refused(s, "2", "S14.0a")) != str(nowhere), "its zone has searched")
    holds(s, str(refused(s, "3", "S14.0a")) == str(nowhere), "there are no lights")
    answer(s, "light_up", "done")
    check(s, (asked(s).kind, len(rolls(s, "searchlight"))), ("tally", 1), "zone L need not search")


@rule("S10.0a", "S15.0")
def test_S10_0a_the_questions_of_a_tally_name_the_fighter() -> None:
    s = new_session(
        solo("4", fighter(201, "1011 S", fix="1"), counter("1", "1012 S"), counter("2", "1020 S"), phase=8),
        dice={"tally": [1] * 9, "fixed tally": [1] * 9},
    )
    check(s, asked(s).plain_facts, {"fighter": "201"})
    refused(s, "2", "S10.0a")
    answer(s, "tally", "none")
    check(s, (asked(s).kind, asked(s).plain_facts), ("tally_fixed", {"fighter": "201"}))
    refused(s, "2", "S15.0")
    answer(s, "tally_fixed", "none")
    check(s, (rolls(s, "tally"), rolls(s, "fixed tally")), ([], []))


@rule("20.0a", "18.0c")
def test_20_0a_only_guns_that_are_there_and_no_oblique_ones_after_a_dive() -> None:
    s = new_session(
        solo("4B", fighter(201, "1012 S", tally="2"), counter("1", "0405 S"), counter("2", "1012 S"), phase=9)
    )
    check(s, (asked(s).kind, asked(s).plain_facts), ("attack", {"fighter": "201", "contact": "2"}))
    none = refused(s, "oblique", "20.0a")
    for dived, rule_ in ((2, "18.0c"), (1, None)):
        own = fighter(201, "1012 S", tally="1", oblique=1, dived=dived)
        s = new_session(solo("4D", own, counter("1", "1012 S"), phase=9), dice={"response": [1]})
        check(s, "oblique" in asked(s).options, rule_ is None, "a dive of this turn only")
        if rule_:
            holds(s, str(refused(s, "oblique", rule_)) != str(none), "it has them and dived")
    s = new_session(solo("4D", fighter(201, "1012 S", tally="1", dived=2), counter("1", "1012 S"), phase=9))
    refused(s, "oblique", "20.0a")


@rule("SC7a", "SC7c")
def test_SC7c_what_serrate_cannot_do() -> None:
    own = fighter(201, "1005 S")
    ahead = counter("1", "1010 S", kind=1, known=32)
    s = new_session(solo("7", own, ahead, counter("2", "1002 S", kind=1, known=32), counter("3", "1003 S"), phase=5))
    check(s, (list(asked(s).options), asked(s).plain_facts), (["none", "1"], {"radar": "Serrate A"}))
    behind, bomber = refused(s, "2", "SC7c"), refused(s, "3", "SC7c")
    nothing = refused(s, "sweep", "SC7a")
    check(s, len({str(behind), str(bomber), str(nothing)}), 3, "three reasons")


def test_SC7a_the_question_of_an_identification_names_both() -> None:
    own = fighter(201, "1010 S", tally="2")
    s = new_session(solo("7", own, counter("1", "1015 S"), counter("2", "1010 S"), phase=9))
    check(s, (asked(s).kind, asked(s).plain_facts), ("identify", {"fighter": "201", "contact": "2"}))


def test_options_are_switches() -> None:
    from viermot.kernel.user_error import UserError

    for wrong in ({"28.1": "yes"}, {"with_6c": 1}):
        with pytest.raises(UserError):
            new_game("solitaire", "6H", wrong)
