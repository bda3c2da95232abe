"""The debrief: odds that were really so, turning points in order, nothing of a game that runs."""

from __future__ import annotations

import pytest

import viermot
from tests.support.kits import kits
from viermot.debriefing import NotOver, debriefing_of, number, told_of, two_dice
from viermot.kernel import registry
from viermot.kernel.session import Session

SEATED = "standard"


@pytest.fixture(scope="module", params=[kit.name for kit in kits()])
def played(request: pytest.FixtureRequest) -> Session:
    """A whole game by the bots, of each game there is."""
    module = registry.game(request.param)
    seats = {seat: SEATED if SEATED in module.bots(seat) else "random" for seat in module.seats}
    return viermot.new_game(request.param, seed="debrief", seats=seats)


def test_a_debrief_holds_together(played: Session) -> None:
    for seat in played.module.seats:
        report = viermot.debrief(played, seat)
        assert report.why[0].endswith(".")
        assert 0 < len(report.turning) <= 3
        assert [point.turn for point in report.turning] == sorted(point.turn for point in report.turning)
        assert all(line.throws and line.what for line in report.luck)
        assert {other.seat for other in report.knew} == set(played.module.seats) - {seat}


def test_nothing_came_that_the_odds_do_not_allow(played: Session) -> None:
    """No throw brings more than its odds allow: a chance of none or one is none or one."""
    seat = played.module.seats[0]
    own = debriefing_of(played.module)
    gambles = list(own.gambles(own.told(played, seat), played.module.seats))
    assert gambles
    for each in gambles:
        assert each.expected >= 0
        if each.variance == 0:
            assert each.came == pytest.approx(each.expected), each
        if each.is_chance:
            assert each.came in (0, 1)
            assert 0 <= each.expected <= 1


def test_everything_is_told_once(played: Session) -> None:
    places = [each.place for each in told_of(played, played.module.seats[0])]
    assert places == sorted(set(places))
    assert len(places) == played.state.logged


def test_a_running_game_has_no_debrief() -> None:
    running = viermot.new_game("nightfighter", "1", seed="debrief", seats={"umpire": "plain"})
    with pytest.raises(NotOver):
        viermot.debrief(running, "player")


def test_mean_and_variance_of_a_throw_follow_from_its_odds() -> None:
    odds = two_dice(lambda total: total)
    made = number(0, "", "", odds, 7, 1.0)
    assert made.expected == pytest.approx(7)
    assert made.variance == pytest.approx(35 / 6)


def test_no_turning_point_that_nothing_hung_on(played: Session) -> None:
    """Hits scored are luck, but what hung on them is the kill: a swing of nothing is no turning point."""
    for seat in played.module.seats:
        assert all(point.swing for point in viermot.debrief(played, seat).turning)
