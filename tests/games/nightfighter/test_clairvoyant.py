"""The clairvoyant, beside whom the fair players' figures stand: told the truth, and offered at no table."""

from __future__ import annotations

from tests.games.nightfighter.clairvoyant import CLAIRVOYANT, UMPIRE, ClairvoyantPlayer
from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.model.layout import INTRUDER
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out
from viermot.lab.games import Fixture, play


class Watched(ClairvoyantPlayer):
    """Takes down where he was told that attackers are, and where they are."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: list[tuple[list[int], list[int]]] = []

    def choose(self, view, ask, rng):  # type: ignore[no-untyped-def]
        code = super().choose(view, ask, rng)
        game = view._game
        groups = game.layout.groups
        prey = [a for a in game.on_map if not game.a_handle[a] and groups[game.a_group[a]].role != INTRUDER]
        told = sorted(h for plot in self.plotting.plots for h in plot.weights)
        self.looks.append((told, sorted(game.a_hex[a] for a in prey)))
        return code


def test_he_is_told_where_every_attacker_is_and_intruders_aside_nothing_else() -> None:
    key = key_of("clairvoyant/10")
    state = GAME.start(GAME.load_pack(None), "10", {}, KeyedDice(key))
    advance(state)
    player = Watched()
    bots = {"player": player, "umpire": GAME.bots("umpire")["standard"]()}
    play_out(GAME, state, bots, {seat: BotRng(key, seat) for seat in bots})
    assert sum(len(true) for _, true in player.looks) > 100
    for told, true in player.looks:
        assert told == true


def test_where_finding_is_everything_the_truth_is_worth_much() -> None:
    """Scenario 1, where `standard` wins three games in ten (docs/minds.md)."""

    def won(player: str) -> float:
        fixture = Fixture("nightfighter", "1", {"player": player, "umpire": UMPIRE})
        return sum(GAME.score(play(fixture, f"clairvoyant/1/{n}").result, "player") for n in range(30))

    assert won(CLAIRVOYANT) > won("standard") + 8


def test_he_is_offered_at_no_table() -> None:
    assert not any("clairvoyant" in name for seat in GAME.seats for name in GAME.bots(seat))
