"""The clairvoyant: `standard`, told where every attacker is. For study only; no table can be joined by him.

He shows what better beliefs could be worth at most to somebody who flies, searches and shoots as `standard` does. He
reads the true state behind the player's perspective, which no bot of the game can reach by its own questions.

python tests/games/nightfighter/clairvoyant.py --games 100 --seeds judge18
"""

from __future__ import annotations

import argparse
from copy import copy

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots.player import StandardPlayer
from viermot.games.nightfighter.bots.plot import Plot
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.layout import BOMBER, INTRUDER
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask
from viermot.lab.games import Fixture, play
from viermot.lab.statistics import share

BASE = tuple(str(number) for number in range(1, 11))
CLAIRVOYANT = "tests.games.nightfighter.clairvoyant:ClairvoyantPlayer"
UMPIRE = "tools.reference.nightfighter:StandardUmpire"


class Told(PlottingTable):
    """A plotting table that is right; it learns nothing more from events."""

    def catch_up(self, view: NightView) -> None:
        """There is nothing to catch up with."""


class ClairvoyantPlayer(StandardPlayer):
    """Remembers like `standard`, and then looks behind the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.remembered = self.plotting

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """As `standard`, with every plot where its one attacker is."""
        self.remembered.catch_up(view)
        self.plotting = truth(view, self.remembered)
        return super().choose(view, ask, rng)


def truth(view: NightView, remembered: PlottingTable) -> Told:
    """The plotting table as it would be, were all attackers on the map known that are not on the player's map."""
    game = view._game
    told = Told()
    told.__dict__.update(copy(remembered).__dict__)
    told.plots = [plot for plot in remembered.plots if not plot.weights]  # those that have yet to come in
    for attacker in game.on_map:
        role = game.layout.groups[game.a_group[attacker]].role
        if game.a_handle[attacker] or role == INTRUDER or (game.layout.identification and role == BOMBER):
            continue
        plot = Plot(1, role, {game.a_hex[attacker]: 1.0}, game.a_facing[attacker])
        plot.hits, plot.alerted = game.a_hits[attacker], bool(game.a_alert[attacker])
        told.plots.append(plot)
    told._around, told._density, told.asked_about = {}, [], None
    return told


def main() -> None:
    """Victories by scenario, against the reference's umpire."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seeds", default="clairvoyant")
    wanted = parser.parse_args()
    for scenario in BASE:
        fixture = Fixture("nightfighter", scenario, {"player": CLAIRVOYANT, "umpire": UMPIRE})
        results = [play(fixture, f"{wanted.seeds}/{scenario}/{number}").result for number in range(wanted.games)]
        won = sum(GAME.score(result, "player") for result in results)
        print(scenario, share(int(won), wanted.games), flush=True)


if __name__ == "__main__":
    main()
