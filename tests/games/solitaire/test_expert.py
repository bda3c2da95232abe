"""The expert of the solitaire game: several moves ahead while nobody is in hand, and the standard player otherwise."""

from __future__ import annotations

import viermot
from viermot.games.solitaire import GAME
from viermot.games.solitaire.bots.expert import ExpertPlayer
from viermot.games.solitaire.bots.flying import Outlook, nights_of
from viermot.games.solitaire.bots.player import StandardPlayer
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.games.solitaire.model.board import NONE
from viermot.kernel.dice import QuickRng, Rng
from viermot.kernel.registry import Ask
from viermot.lab.games import Fixture, play

SCENARIOS = ("3", "4B", "6G", "7", "8F")


class Compared(ExpertPlayer):
    """An expert whose moves are held against the standard player's."""

    def __init__(self, budget: int) -> None:
        super().__init__(budget)
        self.alike = self.otherwise = self.in_hand = 0

    def choose(self, view: SoloView, ask: Ask, rng: Rng) -> int:
        choice = super().choose(view, ask, rng)
        if ask.kind == "path":
            fighter = ask.facts["fighter"]
            same = choice == StandardPlayer().choose(view, ask, QuickRng(1))
            self.alike += same
            self.otherwise += not same
            if any(fighter in counter.tallied_by for counter in view.counters()):
                self.in_hand += 1
                assert same, "with a bomber in sight there is nothing to look ahead for"
        return choice


def test_he_flies_otherwise_only_while_nobody_is_in_sight() -> None:
    seen = Compared(16)
    for scenario in SCENARIOS:
        session = viermot.new_game("solitaire", scenario, seed="compared")
        while session.pending:
            asked = session.pending[0]
            choice = seen.choose(GAME.perspective(session.state, "player"), asked, QuickRng(2))
            session.decide(asked.notation_of(choice))
    assert seen.alike and seen.otherwise and seen.in_hand


def test_he_finishes_games_of_every_kind_the_same_way_twice() -> None:
    for scenario in SCENARIOS:
        fixture = Fixture("solitaire", scenario, {"player": "expert:8"})
        first, again = play(fixture, "whole"), play(fixture, "whole")
        assert first.result and (first.result, first.decisions) == (again.result, again.decisions), scenario


def test_nights_hold_uncertain_counters_where_they_may_be_and_nobody_else() -> None:
    session = viermot.new_game("solitaire", "4B", seed="nights")
    bot = GAME.bots("player")["standard"]()
    looked = 0
    while session.pending and looked < 5:
        asked, view = session.pending[0], GAME.perspective(session.state, "player")
        uncertain = [each for each in view.counters() if each.level != NONE]
        if asked.kind == "path":
            areas = {h for each in uncertain for h in view.area(each.handle)}
            drawn = nights_of(view, 64, 7).at[0]
            assert set(drawn) <= areas
            assert bool(drawn) == bool(uncertain)
            outlook = Outlook(view, asked.facts["fighter"])
            outlook.look_ahead(nights_of(view, 64, 7))
            assert (outlook.scout is not None) == bool(view.counters())
            looked += bool(uncertain)
        session.decide(asked.notation_of(bot.choose(view, asked, QuickRng(3))))
    assert looked >= 3
