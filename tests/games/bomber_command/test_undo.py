"""Undo inside one's own chain: open until dice have fallen, a card has been laid, or something has been told."""

from __future__ import annotations

from collections import Counter

import pytest

import viermot
from tests.games.bomber_command.support import go, inner, new_session, night, unit
from viermot import Session
from viermot.kernel.dice import BotRng
from viermot.kernel.session import CannotUndo

# The answer before, and the question that follows it at once: nothing has been told between them.
ONE_CHAIN = {
    ("british", "choose_aimpoint", "choose_approach"),
    ("british", "play", "name_object"),
    ("british", "gather_bomb", "gather_bomb"),
    ("german", "scatter_bomb", "scatter_bomb"),
    ("german", "strip", "strip"),
    ("german", "play", "name_object"),
    ("german", "infiltrator", "infiltrate_what"),
    ("german", "deploy", "deploy"),
}
# Between these bombs were drawn or dice have fallen.
TOLD = {
    ("british", "place_bomb", "place_bomb"),
    ("british", "choose_mix", "place_bomb"),
    ("german", "plot", "scramble"),
}


def chains(scenario: str, seed: str) -> Counter[tuple[str, str, str]]:
    """A night between bots: how often undo was open inside a chain; what it leads back to is tried."""
    s = viermot.new_game("bomber_command", scenario=scenario, seed=seed)
    minds = {seat: s.module.bots(seat)["standard"]() for seat in s.module.seats}
    rngs = {seat: BotRng(s.key, seat) for seat in s.module.seats}
    last: dict[str, tuple[str, str, int]] = {}
    found: Counter[tuple[str, str, str]] = Counter()
    while s.pending:
        decision = s.pending[0]
        seat = decision.seat
        option = decision.notation_of(minds[seat].choose(s.perspective(seat), decision, rngs[seat]))
        before, given, number = last.get(seat, ("", "", -1))
        link = (seat, before, decision.kind)
        if number == decision.number - 1 and link in ONE_CHAIN:
            found[link] += there_and_back(s, seat, before, given)
        elif link in TOLD:
            assert s.why_not_undo(seat) is not None, link
        last[seat] = (decision.kind, option, decision.number)
        s.decide(option, seat)
    return found


def there_and_back(s: Session, seat: str, before: str, given: str) -> bool:
    """Take the last answer back, and give it again: all is as it was."""
    if s.why_not_undo(seat) is not None:
        return False
    here, log = s.state_hash, len(s.events(seat))
    s.undo(seat)
    assert s.pending[0].kind == before
    s.decide(given, seat)
    assert (s.state_hash, len(s.events(seat))) == (here, log)
    return True


def test_undo_is_open_inside_every_chain() -> None:
    found = sum(
        (chains(*night_) for night_ in (("berlin", "undo 2"), ("downfall", "undo 1"), ("downfall", "undo 2"))),
        Counter(),
    )
    assert {link for link, times in found.items() if times} >= ONE_CHAIN - {("british", "play", "name_object")}


def test_what_was_ordered_for_moves_is_taken_back_after_the_phase_has_moved_on() -> None:
    s = go(new_session(night(units={"I./NJG1": unit("H7"), "I./NJG3": unit("K5")}, turn=3, phase=2)), "move")
    s.order("german", {"sheet": [["bomber_command.orders", "I./NJG1", "J7"], ["bomber_command.orders", "", "move"]]})
    assert s.pending[0].kind == "scramble" and inner(s).phase == 3
    s.undo("german")
    assert s.pending[0].kind == "move" and inner(s).phase == 2


def test_undo_ends_with_the_first_roll() -> None:
    s = go(new_session(night(turn=1, phase=3)), "scramble")
    s.decide("I./NJG1")
    assert s.why_not_undo("german") is None
    s.decide("none")
    with pytest.raises(CannotUndo):
        s.undo("german")
