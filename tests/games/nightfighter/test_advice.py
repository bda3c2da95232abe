"""Asked for advice, the standard player says what he would do and why, in every language; and he peeks at nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import viermot
from tests.games.nightfighter.page_positions import CHASE
from viermot.advising import FEW, advised, candidates
from viermot.games.nightfighter.bots.advice import SAID, UMPIRE, WEIGHED, umpire_reason
from viermot.games.nightfighter.model.board import HEXES, SEATS
from viermot.games.nightfighter.model.notation import PATH
from viermot.games.nightfighter.model.state import Game
from viermot.kernel import registry
from viermot.kernel.agenda import Question
from viermot.kernel.dice import QuickRng
from viermot.kernel.domains import steps_of
from viermot.kernel.minds import Adviser
from viermot.kernel.session import Session
from viermot.text import has, message


def reasons_in_a_game(game: str, others: dict[str, str]) -> set[str]:
    """The reasons of the advice on its first questions: each answer may be given, each reason is in both languages."""
    session = viermot.new_game(game, "3", seed="advice", seats=others)
    reasons = set()
    for number in range(14):
        if session.result is not None:
            break
        asked = session.pending[0]
        view = session.perspective("player")
        bot = registry.game(game).bots("player")["standard"]()
        assert isinstance(bot, Adviser)
        advice = bot.advise(view, asked, QuickRng(number))
        assert advice.code in asked.codes
        assert has(advice.reason) and message(advice.reason, "pl") != message(advice.reason, "en")
        if advice.alternatives:
            assert advice.code in [each.code for each in advice.alternatives]
            assert all(0.0 <= each.chance <= 1.0 for each in advice.alternatives)
        reasons.add(advice.reason)
        session.decide(asked.notation_of(advice.code), "player")
    return reasons


def test_every_question_of_a_game_has_an_answer_with_its_reason() -> None:
    assert len(reasons_in_a_game("nightfighter", {"umpire": "plain"})) >= 3


def test_advice_leaves_the_game_as_it_was_and_is_the_same_when_asked_again() -> None:
    session = viermot.new_game("nightfighter", "3", seed="advice", seats={"umpire": "plain"})
    session.decide(session.pending[0].options[0], "player")
    before = session.module.to_data(session.state)
    asked, view = session.pending[0], session.perspective("player")
    bots = [session.module.bots("player")["standard"]() for _ in range(2)]
    first, again = [bot.advise(view, asked, QuickRng(7)) for bot in bots if isinstance(bot, Adviser)]
    assert first == again
    assert session.module.to_data(session.state) == before


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_reason_has_its_sentence(locale: str) -> None:
    special = {"hold_fire", "guns", "oblique", "evade", "dive", "stay_high", "stop", "fly_on", "other"}
    paths = {"path_tallied", "path_contact", "path_plot"}
    for reason in SAID | special | paths:
        assert message(f"nightfighter.advice.{reason}", locale).endswith((".", "!")), reason


def a_question(kind: str) -> Any:
    return SimpleNamespace(kind=kind)


def test_the_umpire_has_a_reason_for_everything_he_is_asked() -> None:
    """A sentence of its own for each question, and for each answer where it matters which; in both languages."""
    asked = {
        each.word
        for each in steps_of("nightfighter")
        if isinstance(each, Question) and each.seat == SEATS.index("umpire")
    }
    assert asked == set(UMPIRE) | set(WEIGHED) and not set(UMPIRE) & set(WEIGHED)
    for kind in asked:
        for code in (0, 1):
            reason = umpire_reason(a_question(kind), code)
            assert has(reason) and message(reason, "pl") != message(reason, "en"), reason
        assert (umpire_reason(a_question(kind), 0) != umpire_reason(a_question(kind), 1)) is (kind in WEIGHED)


def test_an_umpire_asked_for_advice_says_more_than_what_the_computer_would_do() -> None:
    session = viermot.new_game("nightfighter", "8", seed="advice", seats={"player": "standard"})
    for _ in range(6):
        told = advised(session.module, session.perspective("umpire"), session.pending[0], "en", playouts=0)
        assert told.reason != message("advice.would", "en", bot="standard")
        session.decide(told.option, "umpire")


def test_what_is_advised_is_compared_with_something_even_where_all_bots_agree() -> None:
    session = viermot.new_game("nightfighter", "1", seed="advice", seats={"umpire": "standard"})
    asked, view = session.pending[0], session.perspective("player")
    assert asked.kind == "place_fighter" and len(asked.codes) > FEW
    first = session.module.bots("player")["standard"]().choose(view, asked, QuickRng(1))
    found = candidates(session.module, view, asked, first, QuickRng(1))
    assert found[0] == first and len(set(found)) >= 3 and set(found) <= set(asked.codes)
    assert candidates(session.module, view, asked, first, QuickRng(1)) == found


PATHS = [("F F R F", "0915 · 0914 · 1013, facing NE"), ("F F", "0915 · 0914, facing N")]


@pytest.mark.parametrize(("letters", "words"), PATHS)
def test_a_way_is_said_in_hexes(letters: str, words: str) -> None:
    asked = started(CHASE).pending[0]
    assert asked.kind == "path"
    assert asked.label(letters) == words
    assert asked.label(letters, "pl") == words.replace("facing", "kierunek")


def test_a_way_off_the_map_says_so() -> None:
    session = started(CHASE.replace("0916 N", "0902 N"))
    assert session.pending[0].label("F F") == "0901, then off the map"
    game = session.state
    assert isinstance(game, Game)
    game.f_hex[0] = HEXES.parse("0901")
    assert PATH.in_words(game, {"fighter": 0}, "F F") == ("nightfighter.way_straight_off", {"hexes": ""})


def started(position: str) -> Session:
    return viermot.new_game("nightfighter", position=position, seed="way", seats={"umpire": "plain"})


def test_flying_on_is_what_enter_does() -> None:
    """Enter never dives: it keeps the height that an attack from above needs, and may be taken back [18.0a]."""
    session = viermot.new_game("nightfighter", "3", seed="enter", seats={"umpire": "plain"})
    session.decide("1020 N", "player")
    assert session.pending[0].kind == "manoeuvre"
    assert session.pending[0].default == "fly"
