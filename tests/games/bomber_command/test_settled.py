"""What is answered for a player who wants to be asked only what matters: when, how, and how often he is still asked."""

from __future__ import annotations

import pytest

from tests.games.bomber_command.support import inner, new_session, night, pass_to, unit
from tools.paired import differences
from tools.questions import count, mean
from viermot import Session
from viermot.games.bomber_command.model.board import BRITISH
from viermot.games.bomber_command.model.ids import Unit
from viermot.games.bomber_command.rules.cards.cards import Moment, play
from viermot.games.bomber_command.rules.cards.windows import W_GCI
from viermot.kernel.decision import Decision

MAIN = "A main Hannover 1 D5 J5 K5* K4 D7"


def open_question(s: Session) -> Decision:
    (decision,) = s.pending
    return decision


def settled(s: Session) -> str | None:
    decision = open_question(s)
    code = decision.settled_code
    return None if code is None else decision.notation_of(code)


@pytest.mark.usefixtures("every_window")
def test_an_order_home_alone_is_not_asked_for() -> None:
    text = night(units={"I./NJG3": unit("K5")}, turn=4, phase=2)
    s = pass_to(new_session(text), "fighters_move", "german")
    assert list(open_question(s).options) == ["pass", "return"] and settled(s) == "pass"


def test_a_card_that_does_something_here_is_asked_for() -> None:
    text = night(plan=MAIN, turn=2, phase=5, hands={"british": ["TINSEL"]}, units={"I./NJG3": unit("K5")})
    game = inner(new_session(text))
    assert play.settled(game, Moment(BRITISH, W_GCI, Unit(0), game.raid_with(0))) is None


@pytest.mark.usefixtures("every_window")
def test_a_hunters_card_is_asked_for_only_before_an_attack_it_can_prevent() -> None:
    text = night(plan=MAIN, turn=2, phase=4, hands={"british": ["SERRATE"]}, units={"I./NJG3": unit("K5")})
    s = pass_to(new_session(text), "raids_move", "british")
    assert any(option.startswith("SERRATE") for option in open_question(s).options) and settled(s) == "pass"


def test_people_are_asked_so_often_at_most() -> None:
    """The marks of issue 13; the figures of many more nights are in decision 18."""
    nights = count("bomber_command", "berlin", 20)
    assert mean(nights, "british") <= 40 and mean(nights, "german") <= 120
    assert mean(count("bomber_command", "downfall", 30), "british") <= 40


def test_nothing_is_taken_away_by_not_asking() -> None:
    """A sample of the 400 pairs a seat of decision 18: nobody is weaker for being asked only what matters."""
    for seat, sign in (("british", 1), ("german", -1)):
        found = differences("bomber_command", "berlin", seat, 4, "vp.net")
        assert sign * sum(found) / len(found) > -6, f"{seat}: {found}"
