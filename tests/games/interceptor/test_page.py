"""What the page is sent so that it need not know a rule: prices, gains, months to begin in, agility as it is now."""

from __future__ import annotations

from typing import Any

import pytest

import viermot
from viermot.games.interceptor import GAME
from viermot.games.interceptor.faces.page import PAGE
from viermot.games.interceptor.model.ids import Model
from viermot.games.interceptor.model.terms import FATES, S_CONTROLS, SERIES
from viermot.games.interceptor.rules.career.upgrades import cost_of

PACK = GAME.load_pack(None)
DATA = PAGE.static(PACK, "en")


def career(unit: str = "1") -> viermot.Session:
    return viermot.new_game("interceptor", scenario=unit, seed="page")


def test_8_1b_the_price_of_every_aircraft_is_that_of_the_rules() -> None:
    game: Any = career().state
    flown = SERIES[game.mat.series]
    for frame in game.layout.aircraft:
        assert DATA.prices[flown][SERIES[frame.series]] == cost_of(game, Model(frame.number))


def test_7_2_2_8b_the_gains_of_every_card_are_those_of_the_rules() -> None:
    game: Any = career().state
    layout = game.layout
    for card, gains in DATA.gains.items():
        assert gains == (layout.improve[card], layout.agile_improve[card])


def test_7_2_2_8_damage_to_the_controls_takes_agility_away() -> None:
    session = career()
    game: Any = session.state
    agile = next(frame.number for frame in game.layout.aircraft if frame.agile)
    pilot = game.pilots[0]
    pilot.career.aircraft, pilot.sortie.fate = agile, FATES.index("airborne")
    before, pilot.sortie.own_hits[S_CONTROLS] = _sortie(session).agile, 1
    assert (before, _sortie(session).agile) == (True, False)


def _sortie(session: viermot.Session) -> Any:
    view: Any = session.perspective(session.module.seats[0])
    found = view.picture().pilots[0].sortie
    assert found is not None
    return found


@pytest.mark.parametrize("unit", DATA.units, ids=lambda unit: str(unit.name))
def test_4_2_1_a_career_can_begin_in_the_months_that_are_offered(unit: Any) -> None:
    months = [month.name for month in DATA.months]
    assert unit.later_starts == months[months.index(unit.since) + 1 :]
    assert bool(unit.opens) == (unit.since != months[0])
    assert unit.few_raids == (unit.zone == "Bremen" and unit.since == months[0])
