"""Games of the laboratory are those of a session with the same seed, on one process and on two."""

from __future__ import annotations

import gc
from typing import Any, ClassVar

import viermot
from viermot.lab.games import Fixture, play, play_all

FIXTURE = Fixture("nightfighter", "4B", {"player": "standard", "umpire": "plain"})


def test_a_game_is_the_one_a_session_plays() -> None:
    for seed in ("a", "b", "c"):
        session = viermot.new_game("nightfighter", scenario="4B", seed=seed, seats=FIXTURE.players)
        assert play(FIXTURE, seed).result == session.result


def test_two_processes_play_the_same_games_in_the_same_order() -> None:
    tasks = [(FIXTURE, f"seed {number}") for number in range(24)]
    alone = [(each.seed, each.result, each.decisions) for each in play_all(tasks)]
    together = [(each.seed, each.result, each.decisions) for each in play_all(tasks, processes=2)]
    assert alone == together
    assert [seed for seed, _, _ in alone] == [seed for _, seed in tasks]


def test_a_player_from_outside_is_named_by_where_he_stands() -> None:
    reference = Fixture(
        "nightfighter", "4B", {"player": "tools.reference.nightfighter:StandardPlayer", "umpire": "plain"}
    )
    assert play(reference, "a").result["level"] in ("loss", "win", "decisive")


class Watchful:
    """Plays the first answer, and looks whether garbage is collected meanwhile."""

    seen: ClassVar[set[bool]] = set()

    def choose(self, view: Any, ask: Any, rng: Any) -> int:
        self.seen.add(gc.isenabled())
        code: int = ask.codes[0]
        return code


def test_garbage_is_collected_between_games_and_not_during_one() -> None:
    assert gc.isenabled()
    play(Fixture("nightfighter", "3", {"player": f"{__name__}:Watchful", "umpire": "plain"}), "watched")
    assert Watchful.seen == {False}
    assert gc.isenabled()
