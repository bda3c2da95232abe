"""What a learner is told: numbers of one length, from perspectives alone; answers that keep their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.kits import kits
from viermot.kernel import registry
from viermot.kernel.agenda import apply, options_of
from viermot.kernel.dice import KeyedDice, QuickRng, key_of
from viermot.kernel.observing import UNDECLARED
from viermot.research.answers import WAIT, TooManyOptions, home, nearest, numbered
from viermot.research.play import Asked, Play, Setting, asked_now, observation, observation_names, question_names

GAMES = [kit.name for kit in kits()]


def scenarios(game: str, maximum: int) -> list[str]:
    """Some of a game's scenarios, spread over all of them."""
    module = registry.game(game)
    known = [each.id for each in module.info(module.load_pack(None)).scenarios]
    return known[:: max(1, len(known) // maximum)]


def questions(game: str, scenario: str, seed: str, maximum: int = 150) -> Iterator[tuple[Any, str, Asked]]:
    """A game at random: at each question the state, the seat that is asked, and what."""
    setting = Setting(game, scenario)
    module, rng = setting.module, QuickRng(seed)
    state = setting.start(KeyedDice(key_of(seed)))
    for _ in range(maximum):
        if state.asked is None:
            return
        for seat, place, task in asked_now(module, state):
            asked = Asked(module, state, task, place)
            yield state, seat, asked
            codes = options_of(state, task)
            apply(state, codes[rng.below(len(codes))], place)


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_has_one_length_and_every_number_its_name(game: str) -> None:
    module = registry.game(game)
    names = observation_names(module)
    assert len(set(names)) == len(names), "two numbers have the same name"
    assert module.observing is not UNDECLARED, "the game declares nothing"
    for scenario in scenarios(game, 6):
        for number, (state, seat, asked) in enumerate(questions(game, scenario, f"length {scenario}")):
            if number % 7 == 0:
                told = observation(module, state, seat, asked)
                assert len(told) == len(names)
                assert all(0.0 <= each <= 1.0 for each in told)


@pytest.mark.parametrize("game", GAMES)
def test_a_declared_part_tells_something_in_some_game(game: str) -> None:
    """A path that is misspelt would be zeros for ever; those few that are rare are named by their game's book."""
    module = registry.game(game)
    ever = [False] * module.observing.size
    for scenario in scenarios(game, 12):
        for number, (state, seat, _) in enumerate(questions(game, scenario, f"ever {scenario}", 300)):
            if number % 11 == 0:
                shown = module.observing.numbers(module.perspective(state, seat).to_json())
                ever = [before or bool(now) for before, now in zip(ever, shown, strict=True)]
    at, silent = 0, []
    for part in module.observing.parts:
        if not any(ever[at : at + part.size]):
            silent.append(part.path)
        at += part.size
    assert len(silent) <= len(module.observing.parts) // 4, silent
    assert sum(ever) >= module.observing.size // 5


@pytest.mark.parametrize("game", GAMES)
def test_a_world_the_seat_cannot_tell_from_the_true_one_looks_the_same_to_a_learner(game: str) -> None:
    """Twin worlds: what is told, and which numbers may be answered. What is hidden does differ."""
    module = registry.game(game)
    drawn = differ = 0
    for scenario in scenarios(game, 3):
        chance = QuickRng(f"twins {scenario}")
        for number, (state, seat, asked) in enumerate(questions(game, scenario, f"twins {scenario}", 90)):
            if number % 9 != 8:
                continue
            world = module.resample(module.perspective(state, seat), chance)
            place, task = next((place, task) for whose, place, task in asked_now(module, world) if whose == seat)
            twin = Asked(module, world, task, place)
            assert observation(module, world, seat, twin) == observation(module, state, seat, asked)
            assert twin.offered == asked.offered
            drawn += 1
            differ += module.to_data(world) != module.to_data(state)
    assert drawn >= 6
    assert differ or len(module.seats) == 1


@pytest.mark.parametrize("game", [game for game in GAMES if len(registry.game(game).seats) == 2])
def test_a_seat_that_is_not_asked_is_shown_nothing_new(game: str) -> None:
    play, rng = Play(Setting(game), "not asked"), QuickRng("not asked")
    waited = 0
    while not play.over and play.answers < 120:
        seat = play.turn()
        other = next(each for each in play.open if each != seat)
        before = play.shown(other), play.offered(other)
        offered = play.offered(seat)
        play.answer(seat, offered[rng.below(len(offered))])
        if not play.over and other not in play.asked:
            assert (play.shown(other), play.offered(other)) == before == (before[0], [WAIT])
            waited += 1
    assert waited > 5


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_among_those_listed_and_every_list_fits(game: str) -> None:
    module = registry.game(game)
    longest = 0
    for scenario in scenarios(game, 20):
        for _, _, asked in questions(game, scenario, f"fits {scenario}", 200):
            assert asked.inner.name in question_names(game)
            longest = max(longest, len(asked.offered))
            assert len(asked.offered) == len(asked.decision.codes) == len(set(asked.offered.values()))
            assert all(1 <= number <= module.observing.actions for number in asked.offered)
    assert 2 * longest <= module.observing.actions, "the space of answers is to be twice the longest list"


def test_an_option_keeps_its_number_whatever_is_offered_beside_it() -> None:
    [(_, _, asked), *_] = questions(GAMES[0], scenarios(GAMES[0], 1)[0], "numbers")
    question, size = asked.inner, 1 << 20
    few = {code: number for number, code in numbered(question, [5, 9], size).items()}
    many = {code: number for number, code in numbered(question, [9, 3, 5], size).items()}
    assert few[5] == many[5] == home(question.name, 5, size) and few[9] == many[9]


def test_options_with_the_same_home_move_on_and_none_is_lost() -> None:
    [(_, _, asked), *_] = questions(GAMES[0], scenarios(GAMES[0], 1)[0], "numbers")
    codes = range(0, 8000, 500)
    assert len({home(asked.inner.name, code, 16) for code in codes}) < 16, "none is in another's way"
    full = numbered(asked.inner, codes, 16)
    assert sorted(full) == list(range(1, 17)) and sorted(full.values()) == list(codes)
    with pytest.raises(TooManyOptions):
        numbered(asked.inner, range(9), 8)
    assert [nearest(number, {3: 0, 6: 0}, 8) for number in (0, 3, 4, 7, 8)] == [3, 3, 6, 3, 3]


@pytest.mark.parametrize(
    ("game", "scenario", "options", "seats"),
    [
        ("interceptor", "career", {"10.1": "competitive", "pilots": 3}, 3),
        ("campaign", "staffel", {"umpire": True}, 2),
    ],
)
def test_a_table_of_another_size_is_observed_by_all_its_seats(
    game: str, scenario: str, options: dict[str, Any], seats: int
) -> None:
    play, rng, asked = Play(Setting(game, scenario, options), "company"), QuickRng("company"), set()
    names = observation_names(play.module)
    assert len(play.open) == seats == sum(name.startswith("seat=") for name in names)
    while not play.over and play.answers < 400:
        seat = play.turn()
        asked.add(seat)
        assert len(play.shown(seat)) == len(names)
        offered = play.offered(seat)
        play.answer(seat, offered[rng.below(len(offered))])
    assert asked == set(play.open)
