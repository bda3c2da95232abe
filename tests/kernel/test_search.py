"""Playing on from a few answers: the better one is found, the first one is left only on clear evidence."""

from __future__ import annotations

from typing import Any

from tests.kernel.toy import GAME, Toy
from viermot.kernel.agenda import advance, apply, open_questions
from viermot.kernel.dice import BotRng, QuickDice, QuickRng, key_of
from viermot.kernel.registry import Ask
from viermot.kernel.search import Comparison, Rollouts, compare
from viermot.uniform_bot import Uniform

ROCK, PAPER, SCISSORS = 0, 1, 2


class Cutter:
    """Always shows scissors, and hides and aims by chance."""

    def choose(self, view: Any, ask: Ask, rng: Any) -> int:
        return SCISSORS if ask.kind == "blue_hand" else int(ask.codes[rng.below(len(ask.codes))])


def hands_asked(seed: int = 3) -> Toy:
    """A game in which both are asked for their hands."""
    game = GAME.start(GAME.load_pack(None), "duel", {}, QuickDice(seed))
    advance(game)
    while len(open_questions(game)) == 1:
        apply(game, 0)
    return game


def worlds(game: Toy) -> Any:
    rng = QuickRng(8)
    view = GAME.perspective(game, "red")
    return lambda: GAME.resample(view, rng)


def test_the_answer_that_beats_the_other_player_is_found() -> None:
    rollouts = Rollouts(GAME, "red", {"red": Uniform, "blue": Cutter})
    found = compare(rollouts, worlds(hands_asked()), [SCISSORS, PAPER, ROCK], 300, QuickRng(1))
    assert found.best() == ROCK
    best = found.alternatives()[0]
    assert best.code == ROCK
    assert 0 < best.error < 0.1


def test_without_clear_evidence_the_first_answer_stays() -> None:
    rollouts = Rollouts(GAME, "red", {"red": Uniform, "blue": Uniform})
    for first in (ROCK, PAPER, SCISSORS):
        others = [hand for hand in (ROCK, PAPER, SCISSORS) if hand != first]
        assert compare(rollouts, worlds(hands_asked()), [first, *others], 60, QuickRng(5)).best() == first


def test_all_answers_are_tried_with_the_same_dice() -> None:
    rollouts = Rollouts(GAME, "red", {"red": Uniform, "blue": Uniform})
    world = hands_asked()
    before = GAME.to_data(world)
    assert rollouts.play_on(world, ROCK, 7) == rollouts.play_on(world, ROCK, 7)
    assert GAME.to_data(world) == before  # the world stays as it is
    found = compare(rollouts, worlds(world), [ROCK, ROCK], 40, QuickRng(2))
    assert found.lead(ROCK)[0] == 0.0


def test_the_worse_half_is_dropped_and_the_budget_kept() -> None:
    played = 0

    class Counted(Rollouts):
        def play_on(self, world: Any, answer: int, seed: int) -> float:
            nonlocal played
            played += 1
            return answer / 10

    rollouts = Counted(GAME, "red", {})
    found = compare(rollouts, lambda: None, list(range(8)), 240, QuickRng(1))  # type: ignore[arg-type,return-value]
    assert played <= 240
    tried = {answer: len(values) for answer, values in found.values.items()}
    assert tried[7] == tried[0] == max(tried.values()), "the first and the best stay to the end"
    assert tried[1] == min(tried.values()) < tried[7]
    assert found.best() == 7


def test_a_game_may_be_stopped_and_valued() -> None:
    rollouts = Rollouts(
        GAME, "red", {"red": Uniform, "blue": Uniform}, until=lambda game: True, value=lambda game: 0.25
    )
    assert rollouts.play_on(hands_asked(), ROCK, 1) == 0.25


def test_a_lead_is_measured_in_the_worlds_both_were_tried_in() -> None:
    found = Comparison({0: [0.0, 1.0, 0.0, 1.0], 1: [1.0, 1.0]}, 0)
    assert found.lead(1)[0] == 0.5
    assert found.best() == 0, "an answer dropped early is not given"


def test_it_comes_to_an_end_with_the_chance_that_a_bot_has_in_a_game() -> None:
    rollouts = Rollouts(GAME, "red", {"red": Uniform, "blue": Cutter})
    found = compare(rollouts, worlds(hands_asked()), [PAPER, ROCK], 20, BotRng(key_of("chance"), "red"))
    assert sum(map(len, found.values.values())) >= 20
