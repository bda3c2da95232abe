"""The novice errs as beginners err, and in no other way."""

from __future__ import annotations

import pytest

from viermot.games.nightfighter.bots import novice
from viermot.games.nightfighter.bots.chase import dead_ends, ends
from viermot.games.nightfighter.bots.flying import may_turn
from viermot.games.nightfighter.bots.novice import MISTAKES, Mistake, NovicePlayer
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask
from viermot.lab.games import Fixture, play


def won(player: str, scenario: str, games: int) -> int:
    fixture = Fixture("nightfighter", scenario, {"player": player, "umpire": "plain"})
    return sum(play(fixture, f"novice/{scenario}/{number}").result["level"] != "loss" for number in range(games))


class Watched(NovicePlayer):
    """A novice whose moves are looked at: does one lead to where the map must be left, while another does not?"""

    moves = 0
    left = 0

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        choice = super().choose(view, ask, rng)
        if ask.kind == "path":
            Watched.moves += 1
            fighter = ask.facts["fighter"]
            here, lost = view.fighter(fighter), dead_ends(view.layout.fighters[fighter].least_mp)
            options = ends(*here, ask.facts["least"], ask.facts["most"], may_turn(view, fighter))
            safe = {end.path for end in options if not lost[end.hex * 6 + end.facing]}
            on_map = {end.path for end in options}
            Watched.left += bool(safe) and choice not in on_map
        return choice


def watched() -> Watched:
    return Watched()


def test_he_wins_less_than_the_standard_player_and_not_nothing() -> None:
    for scenario in ("4", "6", "8"):
        assert 0 < won("novice", scenario, 60) < won("standard", scenario, 60), scenario


def test_he_never_leaves_the_map_while_there_is_another_way() -> None:
    for scenario in ("3", "8", "10"):
        fixture = Fixture("nightfighter", scenario, {"player": f"{__name__}:watched", "umpire": "standard"})
        for number in range(8):
            play(fixture, f"map/{number}")
    assert Watched.moves > 300
    assert Watched.left == 0


def test_he_fires_at_no_friend() -> None:
    fixture = Fixture("nightfighter", "7", {"player": "novice", "umpire": "plain"})
    reasons = [play(fixture, f"friend/{number}").result["reason"] for number in range(25)]
    assert "bomber attacked" not in reasons


def test_each_mistake_is_made_in_some_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: set[str] = set()

    def noted(kind: str, often: int, mistake: Mistake) -> tuple[int, Mistake]:
        def make(view: NightView, ask: Ask, plotting: PlottingTable) -> int | None:
            answer = mistake(view, ask, plotting)
            if answer is not None:
                made.add(kind)
            return answer

        return often, make

    monkeypatch.setattr(novice, "MISTAKES", {kind: noted(kind, *each) for kind, each in MISTAKES.items()})
    for scenario in ("3", "7", "10"):
        for number in range(6):
            play(Fixture("nightfighter", scenario, {"player": "novice", "umpire": "plain"}), f"mistakes/{number}")
    assert made == set(MISTAKES)
