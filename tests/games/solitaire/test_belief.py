"""The belief of the solitaire game: what areas and uncertainty leave open, nothing about a counter in plain sight."""

from __future__ import annotations

import pytest

import viermot
from tests.games.solitaire.support import counter, fighter, new_session, solo
from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.solitaire import GAME
from viermot.games.solitaire.model.board import NONE
from viermot.kernel.dice import QuickRng


def believed(*counters: str) -> dict[str, float]:
    """The belief in a position with these counters."""
    session = new_session(solo("4B", fighter(201, "1020 N"), *counters, turn=3, phase=8))
    belief = GAME.belief(GAME.perspective(session.state, "player"))
    assert belief is not None
    return belief.places


def test_only_counters_whose_place_is_uncertain_are_a_matter_of_belief() -> None:
    session = viermot.new_game("solitaire", "4B", seed="belief")
    bot, known = GAME.bots("player")["standard"](), 0
    while session.pending:
        asked, view = session.pending[0], GAME.perspective(session.state, "player")
        uncertain = [each for each in view.counters() if each.level != NONE]
        places = {HEXES.name(h) for each in uncertain for h in view.area(each.handle) if h != OFF}
        belief = GAME.belief(view)
        assert belief is not None and set(belief.places) <= places
        known += len(view.counters()) > len(uncertain)
        session.decide(asked.notation_of(bot.choose(view, asked, QuickRng(3))))
    assert known


@pytest.mark.parametrize("level", ["low", "moderate"])
def test_an_uncertain_bomber_is_somewhere_in_its_area(level: str) -> None:
    chances = believed(counter("1a", "1012 S", level=level))
    assert len(chances) > 1
    assert sum(chances.values()) == pytest.approx(1.0)


def test_more_uncertainty_spreads_it_wider() -> None:
    low, moderate = (believed(counter("1a", "1012 S", level=level)) for level in ("low", "moderate"))
    assert max(low.values()) > max(moderate.values())


def test_of_two_counters_of_high_uncertainty_either_may_be_the_bomber() -> None:
    both = believed(counter("1a", "0505 S", level="high"), counter("1b", "1512 S", level="high"))
    west = {hex_: chance for hex_, chance in both.items() if hex_ < "10"}
    east = {hex_: chance for hex_, chance in both.items() if hex_ > "11"}
    assert sum(west.values()) == pytest.approx(0.5) == sum(east.values())


def test_where_two_may_be_they_are_reckoned_with_together() -> None:
    """Each hex of an area is as likely as the others, but for the one where the other counter lies [S5.5a]."""
    first, second = counter("1a", "1012 S", level="moderate"), counter("2a", "1013 S", level="moderate")
    alone, both = believed(first), believed(first, second)
    share = 1 / (len(alone) - 1)
    assert {round(chance, 9) for chance in both.values()} == {round(share, 9), round(1 - (1 - share) ** 2, 9)}
    assert sum(1 - chance == pytest.approx((1 - share) ** 2) for chance in both.values()) > 5
