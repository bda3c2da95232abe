"""What the page is told of the solitaire game besides the play: the chances of every search, and the ways flown."""

from __future__ import annotations

import viermot
from viermot.games.solitaire import GAME
from viermot.games.solitaire.faces.page import PAGE, SEARCHES, foremost
from viermot.kernel.dice import QuickRng
from viermot.kernel.perspective import PUBLIC


def test_the_chance_that_matters_is_the_one_that_finds() -> None:
    assert foremost({"real": 0.5, "found": 0.25}) == 0.25
    assert foremost({"real": 0.5, "tracked": 0.75}) == 0.75
    assert foremost({}) is None


def test_every_search_has_its_chances_beside_it_and_only_for_its_player() -> None:
    session = viermot.new_game("solitaire", "4B", seed="page")
    bot, seen = GAME.bots("player")["standard"](), set()
    while session.pending:
        asked, view = session.pending[0], GAME.perspective(session.state, "player")
        if asked.kind in SEARCHES:
            seen.add(asked.kind)
            odds, labels = PAGE.odds(view, asked, "en"), PAGE.chances(asked, view, "en")
            assert {row.option for row in odds} <= set(asked.options)
            assert set(labels) <= {row.option for row in odds}
            assert all(text.endswith("%") for text in labels.values())
        assert PAGE.odds(session.perspective(PUBLIC), asked, "en") == []
        session.decide(asked.notation_of(bot.choose(view, asked, QuickRng(3))))
    assert {"place_search", "tally"} <= seen


def test_looking_back_shows_the_way_of_every_counter_and_fighter() -> None:
    session = viermot.new_game("solitaire", "4B", seed="page", seats={"player": "standard"})
    trails = PAGE.trails([session.state])
    assert {trail.foe for trail in trails} == {True, False}
    assert any(trail.unit == "201" and not trail.foe and trail.hexes for trail in trails)


def test_the_sheet_and_the_picture_are_those_of_the_scenario() -> None:
    pack = GAME.load_pack(None)
    assert PAGE.sheet(pack, "4B", "en") and PAGE.sheet(pack, "4B", "en") != PAGE.sheet(pack, "8", "en")
    session = viermot.new_game("solitaire", "4B", seed="page")
    view = GAME.perspective(session.state, "player")
    assert PAGE.pictured(view, "en").turn == view.turn
    assert PAGE.card(view, "en")
    assert PAGE.chart(pack, "4B") == PAGE.chart(pack, "4B") != PAGE.chart(pack, "3")
