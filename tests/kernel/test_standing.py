"""Standing orders: what they answer, what they never do, that they stand in the record, and how they are undone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import viermot
from viermot import CannotUndo, Session
from viermot.kernel import snapshots
from viermot.kernel.record import DECIDE, ORDERS, UNDO
from viermot.kernel.standing import ALWAYS, LONGEST, MAX_ORDERS, ROUTINE, SHEET, BadOrders

MIDDLE, CORNER = "0302", "0101"


def new_session(**more: Any) -> Session:
    """Blue has hidden; red is about to aim."""
    s = viermot.new_game("toy", scenario="duel", seed="toy", **more)
    s.decide("0302")
    return s


def whats(session: Session) -> list[str]:
    return [entry.what for entry in session.record]


def asked(session: Session) -> list[str]:
    return [decision.kind for decision in session.pending]


# -- the routine ---------------------------------------------------------------------------------------------


def test_without_orders_every_question_is_asked() -> None:
    s = new_session()
    s.decide(MIDDLE)
    assert asked(s) == ["load"] and not set(whats(s)) & {ROUTINE, ALWAYS, SHEET}


def test_the_routine_answers_what_is_settled_and_says_so_in_the_record() -> None:
    s = new_session()
    s.order("red", {"routine": True})
    s.decide(MIDDLE)
    assert asked(s) == ["red_hand", "blue_hand"]
    assert s.record[-1].what == ROUTINE and (s.record[-1].question, s.record[-1].choice) == ("load", "ball")


def test_the_routine_asks_where_there_is_a_choice() -> None:
    s = new_session()
    s.order("red", {"routine": True})
    s.decide(CORNER)
    assert asked(s) == ["load"]


def test_the_routine_is_the_seats_own_and_can_be_switched_off() -> None:
    s = new_session()
    s.order("blue", {"routine": True})
    s.decide(MIDDLE)
    assert asked(s) == ["load"]
    s.undo("red")
    s.order("red", {"routine": True})
    s.order("red", {"routine": False})
    s.decide(MIDDLE)
    assert asked(s) == ["load"]


def test_a_bot_is_not_answered_for() -> None:
    s = new_session()
    s.order("red", {"always": [["kernel.aim", "", CORNER]]})
    s = new_session(seats={"red": "random"})
    assert ALWAYS not in whats(s)


# -- always ----------------------------------------------------------------------------------------------------


def test_always_answers_at_once_and_every_time_until_it_is_taken_back() -> None:
    s = new_session()
    s.order("red", {"always": [["kernel.aim", "", CORNER], ["kernel.load", "", "default"]]})
    assert asked(s) == ["red_hand", "blue_hand"]
    assert [(e.what, e.choice) for e in s.record[-2:]] == [(ALWAYS, CORNER), (ALWAYS, "shot")]
    for answer in ("rock", "rock", "0302"):
        s.decide(answer)
    assert asked(s) == ["red_hand", "blue_hand"]  # a round later
    s.order("red", {"always": [["kernel.aim", "", ""]]})
    for answer in ("rock", "rock", "0302"):
        s.decide(answer)
    assert asked(s) == ["aim"]


def test_always_about_one_thing_leaves_the_others() -> None:
    s = new_session()
    s.order(
        "red", {"always": [["kernel.aim", "", CORNER], ["kernel.load", "", "ball"], ["kernel.red_hand", "2", "rock"]]}
    )
    assert asked(s) == ["red_hand", "blue_hand"]
    for answer in ("rock", "rock", "0302"):
        s.decide(answer)
    assert asked(s) == ["blue_hand"]


def test_what_is_not_offered_is_asked() -> None:
    s = new_session()
    s.order("red", {"always": [["kernel.aim", "", "9999"], ["kernel.load", "", "cannon"]]})
    assert asked(s) == ["aim"]
    s.decide(MIDDLE)
    assert asked(s) == ["load"]
    s.order("red", {"always": [["kernel.load", "", "default"]]})  # nothing recommends itself in the middle
    assert asked(s) == ["load"]


def test_an_answer_of_which_the_seat_is_warned_is_never_given_in_its_place() -> None:
    s = new_session()
    always = [["kernel.aim", "", CORNER], ["kernel.load", "", "ball"], ["kernel.red_hand", "", "scissors"]]
    s.order("red", {"always": always})
    for _ in range(2):
        assert asked(s) == ["blue_hand"]
        s.decide("scissors")
        s.decide("0302")
    if s.pending:  # the last round: scissors cannot be had back
        assert asked(s) == ["red_hand", "blue_hand"]


def test_an_order_may_say_that_a_settled_question_is_asked() -> None:
    s = new_session()
    s.order("red", {"routine": True, "sheet": [["kernel.load", "", "ask"]]})
    s.decide(MIDDLE)
    assert asked(s) == ["load"]
    s.decide("ball")
    for answer in ("rock", "rock", "0302", MIDDLE):
        s.decide(answer)
    assert asked(s) == ["red_hand", "blue_hand"]  # once


# -- a sheet ---------------------------------------------------------------------------------------------------


def test_a_sheet_answers_each_question_once() -> None:
    s = new_session()
    s.order("red", {"sheet": [["kernel.load", "", "shot"], ["kernel.aim", "", CORNER]]})
    assert asked(s) == ["red_hand", "blue_hand"]
    assert [(e.what, e.question) for e in s.record[-2:]] == [(SHEET, "aim"), (SHEET, "load")]
    assert s.orders["red"].sheet == ()
    for answer in ("rock", "rock", "0302"):
        s.decide(answer)
    assert asked(s) == ["aim"]


def test_a_sheet_is_for_this_turn() -> None:
    s = new_session()
    s.order(
        "red", {"sheet": [["kernel.red_hand", "", "rock"], ["kernel.load", "", "shot"], ["kernel.load", "", "shot"]]}
    )
    s.decide(CORNER)
    assert asked(s) == ["blue_hand"]
    s.decide("rock")
    s.decide("0302")
    s.decide(CORNER)
    assert asked(s) == ["load"]  # the second line was for the round before


def test_a_line_that_cannot_be_carried_out_is_asked_and_then_forgotten() -> None:
    s = new_session()
    s.order("red", {"sheet": [["kernel.aim", "", "9999"]]})
    assert asked(s) == ["aim"]
    s.decide(MIDDLE)
    assert s.orders["red"].sheet == ()


# -- undo ------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_what_the_seat_said_itself_and_asks_it() -> None:
    s = new_session()
    s.order("red", {"always": [["kernel.load", "", "ball"]]})
    s.decide(CORNER)  # the shot has been rolled: red has learned something
    assert s.why_not_undo("red") is not None
    with pytest.raises(CannotUndo):
        s.undo("red")


def test_an_answer_by_orders_can_be_taken_back_and_is_then_asked() -> None:
    s = new_session()
    s.order("red", {"always": [["kernel.aim", "", CORNER]]})
    assert asked(s) == ["load"] and whats(s)[-1] == ALWAYS
    s.undo("red")
    assert asked(s) == ["aim"] and whats(s)[-1] == UNDO
    s.decide(MIDDLE)
    assert s.record[-1].what == DECIDE and asked(s) == ["load"]


def test_an_answer_within_the_chain_can_be_gone_back_to_without_consent() -> None:
    s = new_session()
    s.order("red", {"sheet": [["kernel.aim", "", CORNER]]})
    s.undo("red", to=0)
    assert asked(s) == ["aim"] and s.orders["red"].sheet == ()


# -- the record ------------------------------------------------------------------------------------------------


def test_orders_are_kept_with_the_game(tmp_path: Path) -> None:
    s = new_session()
    s.order("red", {"routine": True, "always": [["kernel.red_hand", "", "paper"]]})
    s.decide(MIDDLE)
    s.save(tmp_path / "game.json")
    again = viermot.load(tmp_path / "game.json")
    assert again.orders == s.orders and again.head == s.head and asked(again) == ["blue_hand"]
    again.decide("rock")
    again.decide("0302")
    assert asked(again) == ["aim"]


def test_a_snapshot_has_the_orders_and_what_can_be_undone() -> None:
    s = new_session()
    s.order("red", {"always": [["kernel.aim", "", CORNER]]})
    data = json.loads(json.dumps(snapshots.take(s)))
    other = viermot.new_game("toy", scenario="duel", seed="toy")
    snapshots.restore(other, s.record, data)
    assert other.orders == s.orders and snapshots.can_undo(other, "red")
    other.undo("red")
    assert asked(other) == ["aim"]


def test_a_finished_game_with_orders_is_proven_fair(tmp_path: Path) -> None:
    s = new_session()
    s.order("red", {"routine": True, "always": [["kernel.aim", "", MIDDLE], ["kernel.red_hand", "", "rock"]]})
    while s.pending:
        s.decide(0)
    s.save(tmp_path / "over.json")
    assert viermot.verify(tmp_path / "over.json").fair


def test_another_seat_sees_the_same_whether_orders_or_the_person_answered() -> None:
    by_hand, by_order = new_session(), new_session()
    by_order.order("red", {"always": [["kernel.aim", "", CORNER], ["kernel.load", "", "ball"]]})
    by_hand.decide(CORNER)
    by_hand.decide("ball")
    for seat in ("blue", "public"):
        assert by_hand.events(seat) == by_order.events(seat)
        assert by_hand.perspective(seat).to_json() == by_order.perspective(seat).to_json()
    assert by_order.export("blue")["decisions"] == by_hand.export("blue")["decisions"]


STRANGE: list[Any] = [
    [], "routine", 1, None, {"routine": "yes"}, {"always": "x"}, {"always": [["a", "b"]]}, {"always": [["a", "b", 1]]},
    {"sheet": [["a", "b", "x" * (LONGEST + 1)]]}, {"sheet": [["a", "", "x"]] * (MAX_ORDERS + 1)}, {"more": 1},
    {"always": [[str(n), "", "x"] for n in range(MAX_ORDERS + 1)]}, {"always": [["a", "", "\n"]]},
]  # fmt: skip


@pytest.mark.parametrize("change", STRANGE, ids=lambda change: str(change)[:30])
def test_orders_that_cannot_be_read_change_nothing(change: Any) -> None:
    s = new_session()
    before = s.head
    with pytest.raises(BadOrders) as refused:
        s.order("red", change)
    assert s.head == before and ORDERS not in whats(s) and "orders." not in str(refused.value)


# -- lines about things, and handing a sheet in -----------------------------------------------------------------


def until_hands(session: Session) -> Session:
    """To where red and blue show their hands."""
    session.order("red", {"always": [["kernel.aim", "", CORNER], ["kernel.load", "", "ball"]]})
    assert asked(session) == ["red_hand", "blue_hand"]
    return session


def test_a_line_about_a_thing_waits_until_the_sheet_is_handed_in() -> None:
    s = until_hands(new_session())
    s.order("red", {"sheet": [["kernel.hands", "1", "paper"]]})
    assert asked(s) == ["red_hand", "blue_hand"]
    s.order("red", {"sheet": [["kernel.hands", "1", "paper"], ["kernel.hands", "", "default"]]})
    assert asked(s) == ["blue_hand"]
    assert (s.record[-1].what, s.record[-1].choice) == (SHEET, "paper")


def test_whoever_is_not_named_does_what_he_would_anyway() -> None:
    s = until_hands(new_session())
    s.order("red", {"sheet": [["kernel.hands", "2", "paper"], ["kernel.hands", "", "default"]]})
    assert (s.record[-1].what, s.record[-1].choice) == (SHEET, "rock")


def test_a_sheet_handed_in_for_other_questions_leaves_this_one_asked() -> None:
    s = until_hands(new_session())
    s.order("red", {"sheet": [["kernel.hands", "1", "paper"], ["kernel.hands", "", "deploy recover"]]})
    assert asked(s) == ["red_hand", "blue_hand"]
    s.order("red", {"sheet": [["kernel.hands", "1", "paper"], ["kernel.hands", "", "deploy red_hand"]]})
    assert asked(s) == ["blue_hand"]


def test_a_line_that_cannot_be_carried_out_is_asked_about() -> None:
    s = until_hands(new_session())
    s.order("red", {"sheet": [["kernel.hands", "1", "well"], ["kernel.hands", "", "default"]]})
    assert asked(s) == ["red_hand", "blue_hand"]


def test_what_always_stands_for_a_thing_is_marked_so_and_a_line_of_this_turn_goes_before_it() -> None:
    s = until_hands(new_session())
    s.order("red", {"always": [["kernel.hands", "1", "paper"], ["kernel.hands", "", "default"]]})
    assert (s.record[-1].what, s.record[-1].choice) == (ALWAYS, "paper")
    s = until_hands(new_session())
    s.order("red", {"always": [["kernel.hands", "1", "paper"]], "sheet": [["kernel.hands", "", "default"]]})
    assert (s.record[-1].what, s.record[-1].choice) == (SHEET, "paper")


def test_a_sheet_never_gives_an_answer_of_which_the_seat_is_warned() -> None:
    s = until_hands(new_session())
    rounds = [["kernel.hands", each, "scissors"] for each in "123"]
    s.order("red", {"always": [*rounds, ["kernel.hands", "", "default"]]})
    for _ in range(2):
        assert asked(s) == ["blue_hand"]
        s.decide("scissors")
        s.decide("0302")
    assert not s.pending or asked(s) == ["red_hand", "blue_hand"]
