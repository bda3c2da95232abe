"""Plans tried out before one is flown: each is played out against several Germans, and the worse ones are dropped.

When the raids are plotted nothing is hidden from the British player but what the dice and the decks will bring, so the
night can be set up again from what he sees. The Germans he tries his plans on fight it by different doctrines: a plan
that beats only one of them is not a good plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, log2
from statistics import fmean, stdev
from typing import Final

from viermot.games.bomber_command.bots.doctrine import HUSBANDING, LINE, ROVING, STANDARD, Doctrine
from viermot.games.bomber_command.bots.german import StandardGerman
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import EVERY_ZONE, OFF, SEATS
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.state import Game, new_game
from viermot.games.bomber_command.rules.cards.hands import opening_hands
from viermot.games.bomber_command.rules.movement.raids import plan_made
from viermot.games.bomber_command.rules.plot.plan import decode
from viermot.games.bomber_command.rules.setup import strip_flak
from viermot.games.bomber_command.rules.victory import net_points
from viermot.games.bomber_command.sequence import begin_turn
from viermot.kernel.agenda import advance, task
from viermot.kernel.dice import QuickDice, QuickRng, Rng
from viermot.kernel.minds import Alternative
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Bot, GameModule

GERMANS: Final[tuple[Doctrine, ...]] = (STANDARD, ROVING, LINE, HUSBANDING)
OPEN: Final = ("jamming", "visibility", "twilight", "moon", "moon_turn", "bad", "wind", "patrols")
SEEDS: Final = 1 << 31  # as far as a bot's rng reaches
SPREAD: Final = 8.0  # Victory Points above the middle of a draw at which a night counts as three quarters won


def night_ahead(seen: RaidView, seed: int) -> Game:
    """The night as it lies before the British player when he plots, with dice of its own."""
    layout = seen.layout
    game = new_game(layout, QuickDice(seed))
    for name in OPEN:
        setattr(game, name, getattr(seen, name))
    game.unit_place = list(seen.unit_place)
    game.targets, game.follow_up, game.oil, game.north = seen.targets, seen.follow_up, seen.oil, seen.north
    game.drawn = _chits(layout, seen)
    cup, laid = list(game.cup), []
    for zone in EVERY_ZONE:
        marker = next(marker for marker in cup if layout.weather_sides[marker][seen.bad] == seen.weather[zone])
        cup.remove(marker)
        laid.append(marker)
    game.weather, game.cup = tuple(laid), bytes(sorted(cup))
    return game


def _chits(layout: Layout, seen: RaidView) -> tuple[int, ...]:
    """The target chits that were drawn: one from each cup, by its city [3.3, 4.5.1]."""
    found = []
    for number, cup in enumerate(layout.rules.targets):
        wanted = OFF if number and seen.follow_up else seen.targets[number]
        found.append(next(chit for chit in layout.cups[cup] if layout.chits[chit].city == wanted))
    return tuple(found)


def worth(game: Game) -> float:
    """What a finished night is worth to the British player, from 0 to 1: its level, but smoothly, for less noise."""
    bands = {level: highest for highest, level in game.layout.scenario.victory}
    middle = (float(bands["german"] or 0) + float(bands["draw"] or 0)) / 2
    return 1 / (1 + exp(-(net_points(game) - middle) / SPREAD))


class Trials:
    """Plans, and how each of them did, night by night."""

    def __init__(self, module: GameModule, british: Bot, seen: RaidView, rng: Rng) -> None:
        self.module, self.british, self.seen, self.rng = module, british, seen, rng
        self.values: dict[int, list[float]] = {}

    def fly(self, plan: int, seed: int, doctrine: Doctrine) -> float:
        """How a plan does in one night of that seed."""
        game = night_ahead(self.seen, seed)
        game.next(task(strip_flak), task(opening_hands), task(begin_turn))
        plan_made(game, decode(plan))
        advance(game)
        players = {SEATS[0]: self.british, SEATS[1]: StandardGerman(doctrine)}
        play_out(self.module, game, players, {seat: QuickRng(seed + 1 + n) for n, seat in enumerate(SEATS)})
        return worth(game)

    def compare(self, plans: Sequence[int], budget: int) -> None:
        """Try plans within a budget of playouts, dropping the worse half again and again; all in the same nights."""
        alive = list(dict.fromkeys(plans))
        self.values = {plan: [] for plan in alive}
        rounds = max(1, ceil(log2(len(alive))))
        night = self.rng.below(len(GERMANS))
        for _ in range(rounds):
            for _ in range(max(1, budget // rounds // len(alive))):
                seed, night = self.rng.below(SEEDS), night + 1
                for plan in alive:
                    self.values[plan].append(self.fly(plan, seed, GERMANS[night % len(GERMANS)]))
            alive = sorted(alive, key=lambda plan: -fmean(self.values[plan]))[: max(2, len(alive) // 2)]

    def ranked(self) -> list[int]:
        """The plans tried longest first, and among them the best."""
        return sorted(self.values, key=lambda plan: (-len(self.values[plan]), -fmean(self.values[plan])))

    def alternatives(self) -> tuple[Alternative, ...]:
        """The plans with what can be expected of them, best first."""
        return tuple(self._alternative(plan) for plan in self.ranked())

    def _alternative(self, plan: int) -> Alternative:
        values = self.values[plan]
        error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else 1.0
        return Alternative(plan, fmean(values), error)
