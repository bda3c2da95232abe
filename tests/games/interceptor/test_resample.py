"""Other worlds: a pilot cannot tell them from the true one, and only the dice to come are others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from viermot.games.interceptor import GAME, Interceptor
from viermot.games.interceptor.bots.standard import StandardPilot
from viermot.games.interceptor.model.state import Game
from viermot.kernel.agenda import advance, apply, open_questions, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.playout import OpenQuestion, play_out

EVERYTHING: dict[str, Any] = dict.fromkeys(("10.3", "10.4", "10.5", "10.6", "10.7"), True)
TABLES = [
    pytest.param("2", {}, id="alone"),
    pytest.param("20", EVERYTHING, id="every option"),
    pytest.param("4", {"10.1": "cooperative", "pilots": 3}, id="company"),
    pytest.param("4", {"10.1": "competitive", "pilots": 2}, id="rivals"),
]


def decisions(module: Interceptor, scenario: str, options: dict[str, Any], count: int) -> Iterator[Game]:
    """Games at each of so many decisions, one game after the other."""
    ask, bot = OpenQuestion(), StandardPilot()
    made = 0
    for seed in range(count):
        game = module.start(module.load_pack(None), scenario, options, QuickDice(seed))
        advance(game)
        rng = QuickRng(seed)
        while game.asked is not None:
            if made == count:
                return
            made += 1
            yield game
            for place, task in open_questions(game):
                view = module.perspective(game, module.seats[game.seat_of(task)])
                apply(game, bot.choose(view, ask.put(game, task, options_of(game, task)), rng), place)


def told(module: Interceptor, game: Game, seat: str, with_odds: bool) -> dict[str, Any]:
    """All that a seat can look at: picture, events, questions with their refusals, defaults and odds, undo."""
    view = module.perspective(game, seat)
    known: dict[str, Any] = {"view": view.to_json(), "events": view.events(max(0, game.logged - 40))}
    known["undo"] = module.forbids_undo(game)
    for place, task in open_questions(game):
        question, about = task[0], task[1:]
        codes = options_of(game, task)
        refused = [question.why_not(game, *about, code) for code in range(12) if code not in codes]
        asked = (question.word, codes, refused, question.undoable, question.facts(game, *about))
        spelled = [question.notation.write(game, code) for code in codes]
        odds = view.odds(question.word, codes, spelled) if with_odds else []
        known[f"question {place}"] = (module.seats[game.seat_of(task)], asked, spelled, odds)
    return known


@pytest.mark.parametrize(("scenario", "options"), TABLES)
def test_no_seat_can_tell_another_world_from_the_true_one(scenario: str, options: dict[str, Any]) -> None:
    module = GAME.with_options(options)
    rng = QuickRng(9)
    looked = 0
    for number, game in enumerate(decisions(module, scenario, options, 400)):
        for seat in (*module.seats, PUBLIC):
            world = module.resample(module.perspective(game, seat), rng)
            with_odds = number % 40 == 0 and seat == module.seats[0]
            assert told(module, world, seat, with_odds) == told(module, game, seat, with_odds)
            assert module.to_data(world) == module.to_data(game)
            looked += 1
    assert looked >= 400


def test_another_world_is_a_game_of_its_own() -> None:
    """Played to its end it leaves the true game as it was; and it does not foresee the true game's dice."""
    (*_, game) = decisions(GAME, "2", {}, 60)
    view, before = GAME.perspective(game, "pilot"), GAME.to_data(game)
    bots = {"pilot": StandardPilot()}
    ends = []
    for number in range(6):
        world = GAME.resample(view, QuickRng(number))
        play_out(GAME, world, bots, {"pilot": QuickRng(0)})
        ends.append((len(world.log), str(GAME.result(world))))
    assert len(set(ends)) == len(ends)
    assert GAME.to_data(game) == before


def test_the_same_draw_is_the_same_world() -> None:
    (*_, game) = decisions(GAME, "2", {}, 60)
    view = GAME.perspective(game, "pilot")
    ends = []
    for _ in range(2):
        world = GAME.resample(view, QuickRng("alike"))
        play_out(GAME, world, {"pilot": StandardPilot()}, {"pilot": QuickRng(0)})
        ends.append(GAME.to_data(world))
    assert ends[0] == ends[1]


def test_nothing_is_hidden_so_there_is_nothing_to_believe() -> None:
    (*_, game) = decisions(GAME, "2", {}, 10)
    assert GAME.belief(GAME.perspective(game, "pilot")) is None


@pytest.mark.parametrize(
    ("bombers", "survived", "score"), [(0, False, 0.0), (0, True, 0.2), (21, False, 0.4), (21, True, 0.6)]
)
def test_a_career_is_scored_by_bombers_and_life(bombers: int, survived: bool, score: float) -> None:
    assert GAME.score({"bombers": bombers, "survived": survived}, "pilot") == pytest.approx(score)


def test_every_bomber_counts_and_no_number_of_them_is_more_than_all() -> None:
    scores = [GAME.score({"bombers": bombers, "survived": True}, "pilot") for bombers in range(300)]
    assert scores == sorted(scores) and len(set(scores)) == len(scores) and scores[-1] < 1


def test_in_company_a_seat_is_scored_for_its_own_career() -> None:
    company = GAME.with_options({"10.1": "cooperative", "pilots": 2})
    records = [{"bombers": 0, "survived": False}, {"bombers": 21, "survived": True}]
    scores = [company.score({"pilots": records, "bombers": 21, "survived": False}, seat) for seat in company.seats]
    assert scores == [0.0, pytest.approx(0.6)]
