"""The bots of Nightfighter: legal everywhere, repeatable, blind to what their seat may not know, and no fools."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import viermot
from tests.games.nightfighter.measure import measure
from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots.flying import NO_LIMIT, Outlook
from viermot.kernel.agenda import advance
from viermot.kernel.dice import QuickDice, QuickRng, Rng
from viermot.kernel.playout import play_out

SCENARIOS = [info.id for info in viermot.list_games()[0].scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_standard_player_finishes_games_of_every_scenario(scenario: str) -> None:
    for umpire in ("plain", "standard"):
        s = viermot.new_game(
            "nightfighter", scenario=scenario, seed="bots", seats={"player": "standard", "umpire": umpire}
        )
        assert s.result is not None


def test_the_same_seed_gives_the_same_game() -> None:
    seats = {"player": "standard", "umpire": "standard"}
    first, second = (viermot.new_game("nightfighter", scenario="4B", seed="same", seats=seats) for _ in range(2))
    assert first.head == second.head


def test_a_bot_that_joins_in_mid_game_decides_as_one_that_was_there_from_the_start() -> None:
    """Its plot comes from the log of what its seat was told, not from when it sat down."""
    s = viermot.new_game("nightfighter", scenario="4B", seed="late", seats={"umpire": "plain"})
    there = GAME.bots("player")["standard"]()
    for _ in range(25):
        if not s.pending:
            break
        decision = s.pending[0]
        late = GAME.bots("player")["standard"]()
        view = s.perspective("player")
        expected = there.choose(view, decision, QuickRng(7))
        assert late.choose(view, decision, QuickRng(7)) == expected, s.position()
        s.decide(decision.notation_of(expected))
    assert len(s.record) > 25


@pytest.mark.parametrize("scenario", ["1", "4B", "5", "6A", "7", "8A", "9", "10F"])
def test_what_cannot_promise_most_is_passed_over_and_nothing_else(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every end of a move looked at, or only those in hexes that may still be best: the same game."""

    def head(seed: int) -> str:
        seats = {"player": "standard", "umpire": "standard"}
        return viermot.new_game("nightfighter", scenario=scenario, seed=str(seed), seats=seats).head

    few = [head(seed) for seed in range(4)]
    monkeypatch.setattr(Outlook, "_hopes", lambda outlook, by_hex, *_: [NO_LIMIT] * len(by_hex))
    assert few == [head(seed) for seed in range(4)]


class Window:
    """A perspective behind glass: nothing that begins with an underscore can be touched through it."""

    def __init__(self, view: Any) -> None:
        object.__setattr__(self, "_view", view)

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") and not name.startswith("__"):
            raise AssertionError(f"a bot reached for {name}")
        return getattr(object.__getattribute__(self, "_view"), name)


@pytest.mark.parametrize("seat", GAME.seats)
def test_bots_look_only_through_the_window(seat: str) -> None:
    class Behind:
        def __init__(self, bot: Any) -> None:
            self.bot = bot

        def choose(self, view: Any, ask: Any, rng: Rng) -> int:
            code: int = self.bot.choose(Window(view), ask, rng)
            return code

    pack = GAME.load_pack(None)
    for scenario in ("3", "6", "8", "10"):
        state = GAME.start(pack, scenario, {}, QuickDice(4))
        advance(state)
        bots: dict[str, Any] = {other: GAME.bots(other)["standard"]() for other in GAME.seats}
        bots[seat] = Behind(bots[seat])
        play_out(GAME, state, bots, {other: QuickRng(5) for other in GAME.seats})
        assert state.ending


def test_the_plain_umpire_delays_half_a_quarter_and_a_quarter() -> None:
    """Components 2.14: no delay with probability 1/2, one turn 1/4, two turns 1/4."""
    pack = GAME.load_pack(None)
    delays: Counter[int] = Counter()
    for seed in range(1500):
        state = GAME.start(pack, "2A", {}, QuickDice(seed))
        advance(state)
        bots = {"player": GAME.bots("player")["random"](), "umpire": GAME.bots("umpire")["plain"]()}
        play_out(GAME, state, bots, {"player": QuickRng(seed), "umpire": QuickRng(seed + 9000)})
        entered = [event for event in state.log if event[0] == "entered"]
        turns = [event for event in state.log[: state.log.index(entered[0])] if event[0] == "turn"] if entered else []
        if entered:
            delays[len(turns) - 1] += 1
    total = sum(delays.values())
    assert total > 1000
    assert abs(delays[0] / total - 0.5) < 0.06  # a game may end before a late bomber comes, so the shares lean a little
    assert abs(delays[1] / total - 0.25) < 0.05
    assert abs(delays[2] / total - 0.25) < 0.06


def test_the_standard_player_is_no_fool() -> None:
    """150 games of scenario 3 with fixed seeds; the marks to reach stand in measure.py."""
    found = measure("3", "standard", "plain", 150)
    assert found.with_a_kill / found.games > 0.75
    assert measure("3", "random", "plain", 150).with_a_kill < found.with_a_kill / 4
