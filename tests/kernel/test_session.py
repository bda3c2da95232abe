"""A session of the toy game: who is asked, what stays secret, undo, forks, stale answers, and the chain of heads."""

from __future__ import annotations

import json
from typing import Any

import pytest

import viermot
from tests.kernel.toy import GAME
from viermot import CannotUndo, IllegalOption, Session, UserError
from viermot.kernel.canon import canonical
from viermot.kernel.contract import check_game
from viermot.kernel.perspective import PUBLIC
from viermot.moments import moments_of


def new_session(**more: Any) -> Session:
    return viermot.new_game("toy", scenario="duel", seed="toy", **more)


def at_the_hands(session: Session | None = None) -> Session:
    """Up to where both show hands."""
    s = session or new_session()
    for answer in ("0302", "0101", "ball"):
        s.decide(answer)
    return s


def test_the_toy_game_keeps_the_contract() -> None:
    report = check_game(GAME, games=12, texts=False)
    assert report.games == 24 and report.endings.keys() == {"points", "rounds"}


def test_how_many_moments_a_seat_has_does_not_tell_that_another_has_answered_beside_it() -> None:
    """Both show hands at the same time; red looks back at his game while blue answers."""
    s = at_the_hands()
    before = len(moments_of(s, "red", False))
    s.decide("rock", "blue")
    assert len(moments_of(s, "red", False)) == before
    s.decide("rock", "red")
    assert len(moments_of(s, "red", False)) == before + 1, "the present, in which he is not asked"


# -- who is asked --------------------------------------------------------------------------------------


def test_pending_names_seat_question_rule_and_options() -> None:
    (decision,) = new_session().pending
    assert (decision.seat, decision.kind, decision.rule, decision.number) == ("blue", "hide", "2a", 0)
    assert list(decision.options) == ["0302", "0301", "0401", "0402", "0303", "0202", "0201"]
    assert "0302" in decision.options and "0101" not in decision.options and "hut" not in decision.options


def test_an_option_may_be_given_as_text_or_index() -> None:
    first, second = new_session(), new_session()
    first.decide("0401")
    second.decide(2)
    assert first.head == second.head and first.record[-1].choice == "0401"


def test_two_seats_are_asked_at_once_and_either_may_answer_first() -> None:
    s = at_the_hands()
    assert [(d.seat, d.kind) for d in s.pending] == [("red", "red_hand"), ("blue", "blue_hand")]
    s.decide("paper", "blue")
    assert [d.seat for d in s.pending] == ["red"]
    with pytest.raises(IllegalOption) as refused:
        s.decide("rock", "blue")
    assert refused.value.why == "wrong seat"
    s.decide("rock", "red")
    assert s.events(PUBLIC)[-2].data == {"red": 0, "blue": 1, "winner": "blue"}


def test_an_answer_stays_secret_until_all_are_in() -> None:
    seen: list[tuple[bytes, ...]] = []
    for hand in ("rock", "paper", "scissors"):
        s = at_the_hands()
        s.decide(hand, "blue")
        red = {**s.export("red"), "head": ""}
        public = {**s.export(PUBLIC), "head": ""}
        prompt = [(d.kind, list(d.options), d.number, d.facts) for d in s.pending]
        seen.append((canonical(red), canonical(public), canonical(prompt), str(s.why_not_undo("red")).encode()))
        assert len(s.heads["red"]) == 64
    assert seen[0] == seen[1] == seen[2]


def test_each_seat_is_told_its_own_secrets_only() -> None:
    s = at_the_hands()
    kinds = {seat: {event.kind for event in s.events(seat)} for seat in ("red", "blue", PUBLIC)}
    assert kinds["red"] == {"number", "round", "aimed", "loaded", "shot"}
    assert kinds["blue"] == {"number", "round", "hid", "nerve", "shot"}
    assert kinds[PUBLIC] == {"round", "shot"}
    assert [event.number for event in s.events("blue")] == list(range(5))
    assert [learned.what for learned in s.knowledge(PUBLIC)] == ["round", "shot"]


def test_a_seats_own_record_holds_neither_seed_nor_key_nor_the_others_choices() -> None:
    s = at_the_hands()
    red = json.dumps(s.export("red"))
    assert s.export("red")["decisions"] == [["decide", "aim", "0101"], ["decide", "load", "ball"]]
    assert s.key.hex() not in red and '"toy"' in red and "hidden" not in red and '"hid"' not in red
    assert s.export("red")["open_seed"] is True and '"seed"' not in red
    assert s.export(PUBLIC)["decisions"] == []


# -- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "seat", "number", "why"),
    [
        ("0101", "blue", None, "illegal"), ("9999", "blue", None, "unreadable"), (99, "blue", None, "unreadable"),
        (-1, None, None, "unreadable"), (None, None, None, "unreadable"), (True, None, None, "unreadable"),
        (1.0, None, None, "unreadable"), (["0302"], None, None, "unreadable"), ("0302", "red", None, "wrong seat"),
        ("0302", "umpire", None, "wrong seat"), ("0302", "", None, "wrong seat"), ("0302", "blue", 1, "stale"),
        ("0302", "blue", -1, "stale"), ("0302", "blue", 0.0, "stale"), ("0302", "blue", False, "stale"),
        ("x" * 300, "blue", None, "unreadable"),
    ],
)  # fmt: skip
def test_a_refused_answer_says_why_and_changes_nothing(option: Any, seat: Any, number: Any, why: str) -> None:
    s = new_session()
    before = (s.head, s.state_hash, len(s.record))
    with pytest.raises(IllegalOption) as refused:
        s.decide(option, seat, number)
    assert refused.value.why == why and refused.value.text()
    assert (s.head, s.state_hash, len(s.record)) == before


def test_a_refusal_names_its_rule() -> None:
    s = new_session()
    s.decide("0302")
    s.decide("0101")
    assert s.pending[0].why_not("ball") is None
    refused = s.pending[0].why_not("grape")
    assert refused is not None and refused.why == "unreadable"
    assert new_session().pending[0].why_not("0101").rule == "2a"  # type: ignore[union-attr]


def test_nothing_can_be_decided_when_the_game_is_over() -> None:
    s = new_session(seats={"red": "random", "blue": "random"})
    assert s.pending == () and s.result is not None and s.revealed_key() == s.key.hex()
    with pytest.raises(IllegalOption) as refused:
        s.decide(0)
    assert refused.value.why == "over"


def test_an_error_in_the_rules_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    s = new_session()
    before = (s.head, s.state_hash, s.state.logged, len(s.record))
    monkeypatch.setattr(type(s.state), "next", lambda *_: 1 / 0)
    monkeypatch.setattr(type(s.state), "emit", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        s.decide("0302")
    monkeypatch.undo()
    assert (s.head, s.state_hash, s.state.logged, len(s.record)) == before


# -- undo ----------------------------------------------------------------------------------------------


def test_undo_ends_where_the_seat_learned_something() -> None:
    s = new_session()
    s.decide("0302")
    s.decide("0101")
    assert s.why_not_undo("red") is None and s.why_not_undo("blue").key == "undo.final"  # type: ignore[union-attr]
    s.undo("red")
    assert s.pending[0].kind == "aim" and s.pending[0].number == 0
    s.decide("0504")
    s.decide("shot")
    reason = s.why_not_undo("red")
    assert reason is not None and (reason.key, reason.rule) == ("undo.learned", "3a")
    with pytest.raises(CannotUndo):
        s.undo("red")


def test_two_decisions_can_be_taken_back_one_after_the_other() -> None:
    s = new_session(position=None)
    s.decide("0302")
    before = s.state_hash
    s.decide("0101")
    s.undo("red")
    s.decide("0102")
    s.undo("red")
    assert s.state_hash == before and [entry.what for entry in s.record][-2:] == ["decide", "undo"]
    assert s.why_not_undo("red").key == "undo.nothing"  # type: ignore[union-attr]


def test_a_seat_that_is_not_there_cannot_undo() -> None:
    assert new_session().why_not_undo("umpire").key == "undo.no_such_seat"  # type: ignore[union-attr]


def test_going_back_further_needs_everybodys_consent_and_is_logged() -> None:
    s = at_the_hands()
    with pytest.raises(CannotUndo) as refused:
        s.undo("red", to=0)
    assert refused.value.key == "undo.no_consent"
    with pytest.raises(CannotUndo) as refused:
        s.undo("red", to=2, consent=["blue"])
    assert refused.value.key == "undo.no_such_decision"
    s.undo("red", to=0, consent=["blue"])
    assert s.pending[0].kind == "aim" and s.record[-1].what == "undo" and s.record[-1].seat == "red"


def test_bots_consent_only_in_casual_games() -> None:
    strict, casual = new_session(seats={"blue": "random"}), new_session(seats={"blue": "random"}, casual=True)
    for s in (strict, casual):
        for answer in ("0101", "ball"):
            s.decide(answer)
    with pytest.raises(CannotUndo):
        strict.undo("red", to=0)
    casual.undo("red", to=0)
    assert casual.pending[0].kind == "aim"


def test_dice_that_were_undone_are_not_rolled_again() -> None:
    s = at_the_hands()
    first = s.record[-1].dice
    s.undo("red", to=0, consent=["blue"])
    s.decide("0101")
    s.decide("ball")
    assert s.record[-1].dice != first and [roll[0] for roll in s.record[-1].dice] == [roll[0] for roll in first]


def test_undo_in_the_middle_of_simultaneous_answers_forgets_nobody_elses() -> None:
    s = at_the_hands()
    s.decide("rock", "blue")
    assert s.why_not_undo("blue").key == "undo.final"  # type: ignore[union-attr]
    assert [d.seat for d in s.pending] == ["red"]


# -- forks, bots, the chain -------------------------------------------------------------------------------


def test_a_fork_goes_its_own_way_with_its_own_dice() -> None:
    s = new_session()
    s.decide("0302")
    rolls = set()
    before = s.state_hash
    for number in range(6):
        fork = s.fork(seed=f"fork {number}")
        assert fork.state_hash == before and fork.commitment != s.commitment
        fork.decide("0101")
        fork.decide("ball")
        rolls.add(fork.record[-1].dice)
    assert s.state_hash == before and len(rolls) > 1
    s.decide("0101")
    s.decide("ball")
    assert s.record[-1].dice not in rolls


def test_a_fork_with_half_of_the_answers_in_keeps_them() -> None:
    s = at_the_hands()
    s.decide("paper", "blue")
    fork = s.fork(seed="half")
    fork.decide("scissors", "red")
    assert fork.events("red")[-2].data["blue"] == 1 and [d.seat for d in s.pending] == ["red"]


def test_a_fork_without_a_seed_cannot_be_foretold() -> None:
    s = new_session()
    assert s.fork().key != s.fork().key


def test_bots_play_from_a_chance_of_their_own() -> None:
    s, again = (new_session(seats={"blue": "random"}) for _ in range(2))
    assert s.head == again.head and s.pending[0].seat == "red"
    s.hand_over("red", "random")
    assert s.result is not None
    again.hand_over("blue", None)
    again.decide("0101")
    again.decide("ball")
    assert [d.seat for d in again.pending] == ["red", "blue"]


def test_every_seat_sees_the_head_grow_and_the_commitment_stay() -> None:
    s = new_session()
    commitment, heads = s.commitment, []
    for _ in range(9):
        heads.append(s.heads["red"])
        s.decide(0)
    assert len(set(heads)) == 9 and s.commitment == commitment
    assert set(s.heads.values()) == {s.head}


def test_heads_depend_on_the_key_so_that_nobody_guesses_secrets_from_them() -> None:
    first, second = (viermot.new_game("toy", scenario="duel", seed=seed) for seed in ("a", "b"))
    first.decide("0302")
    second.decide("0302")
    assert first.head != second.head


def test_a_game_given_no_seed_has_a_key_of_its_own() -> None:
    first, second = (viermot.new_game("toy", scenario="duel") for _ in range(2))
    assert first.key != second.key and first.setup.open_seed is None and new_session().setup.open_seed == "toy"


def test_unknown_seats_bots_and_scenarios_are_refused_in_a_sentence() -> None:
    for wrong in ({"seats": {"umpire": None}}, {"seats": {"red": "deep blue"}}, {"scenario": "war"}):
        with pytest.raises(viermot.UserError) as told:
            viermot.new_game("toy", **{"scenario": "duel", **wrong})
        assert told.value.text()


@pytest.mark.parametrize(
    "long",
    ["a" * 3000, "ab " * 1000, "a\nb\n" * 500, "\x00" * 90, "a/b" * 900],
    ids=["a word", "words", "lines", "no letters", "folders"],
)
@pytest.mark.parametrize("locale", ["en", "pl"])
def test_whatever_was_typed_is_refused_in_one_sentence(long: str, locale: str) -> None:
    """What somebody typed stands in the refusal, but never all of it."""
    for key in ("option.unknown", "error.no_scenario"):
        said = UserError(key, name=long, known="one, two").text(locale)
        assert len(said) <= 400 and said.isprintable(), said
