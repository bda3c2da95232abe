"""Worlds drawn from what a seat knows, against the true one: in every scenario and from both seats."""

from __future__ import annotations

import pytest

from tests.games.nightfighter.twins import PACK, SCENARIOS
from tests.support.resampling import play_and_compare
from viermot.games.nightfighter.model.fitting import NEEDS_CHAPTER
from viermot.kernel import registry
from viermot.kernel.agenda import advance, apply, options_of, seats_asked
from viermot.kernel.dice import KeyedDice, QuickRng, key_of
from viermot.kernel.playout import OpenQuestion

OPTIONS = dict.fromkeys(("28.1", "28.2", "28.2.1", "28.3", "28.4", "28.6", "8.1.4b"), True)

STANDARD = {"player": "standard", "umpire": "standard"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_seat_can_tell_a_world_from_the_truth(scenario: str) -> None:
    assert play_and_compare("nightfighter", scenario, f"world {scenario}", STANDARD, 8)


@pytest.mark.parametrize("scenario", ["1", "3", "4H", "5", "7", "8F", "9", "10", "10C"])
@pytest.mark.parametrize("options", [{}, OPTIONS], ids=["plain", "optional rules"])
def test_no_seat_can_tell_a_world_from_the_truth_where_both_play_at_random(
    scenario: str, options: dict[str, bool]
) -> None:
    bots = {"player": "random", "umpire": "random"}
    rules = PACK.scenarios[scenario].rules
    options = {name: on for name, on in options.items() if NEEDS_CHAPTER.get(name) in (None, *rules)}
    seeds = [f"random world {number}" for number in range(3)]
    assert sum(play_and_compare("nightfighter", scenario, seed, bots, 4, dict(options)) for seed in seeds) > 2


def test_worlds_differ_where_something_is_hidden() -> None:
    module = registry.game("nightfighter")
    state = module.start(module.load_pack(None), "3", {}, KeyedDice(key_of("many worlds")))
    advance(state)
    chance = QuickRng("many worlds")
    player, umpire = module.bots("player")["random"](), module.bots("umpire")["random"]()
    while state.turn < 4 or state.seat_of(state.asked) != 0:
        number, task = seats_asked(state)[0]
        ask = OpenQuestion().put(state, task, options_of(state, task))
        apply(state, (player, umpire)[number].choose(module.perspective(state, module.seats[number]), ask, chance))
    view = module.perspective(state, "player")
    places = {tuple(module.resample(view, chance).a_hex) for _ in range(40)}
    assert len(places) > 20
    assert len({module.resample(view, chance).side for _ in range(40)}) == 2


def test_a_world_is_not_asked_for_out_of_turn() -> None:
    """While the umpire decides, what he is asked is not for the player to know."""
    module = registry.game("nightfighter")
    state = module.start(module.load_pack(None), "10", {}, KeyedDice(key_of("out of turn")))
    advance(state)
    state.turn = 1
    assert state.seat_of(state.asked) == 1
    with pytest.raises(LookupError):
        module.resample(module.perspective(state, "player"), QuickRng(1))
