"""Playouts of Nightfighter: random and standard bots, events a second by scenario.

An event is a decision with two or more options, or a roll: dice thrown at once are one roll, and so is a counter or
chit drawn from its cup.
"""

from __future__ import annotations

import random
import time

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.model.layout import Layout
from viermot.games.nightfighter.model.state import Game, new_game
from viermot.games.nightfighter.rules.setup import set_up
from viermot.kernel.agenda import advance, apply
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import play_out

PACK = GAME.load_pack(None)


def layout(scenario: str) -> Layout:
    """The layout of a scenario without options."""
    return Layout(PACK, PACK.scenarios[scenario], {})


def begin(laid: Layout, dice: QuickDice) -> Game:
    """A game set up to its first question."""
    game = new_game(laid, dice)
    game.push(set_up)
    advance(game)
    return game


def random_playout(laid: Layout, rng: random.Random, dice: QuickDice) -> int:
    """One game with any legal answer to every question; returns the number of decisions."""
    game = begin(laid, dice)
    choice = rng.choice
    decisions = 0
    while game.asked:
        apply(game, choice(game.offered))
        decisions += 1
    return decisions


def random_rate(laid: Layout, games: int, seed: int) -> float:
    """Events a second of processor time."""
    chance, dice = random.Random(seed), QuickDice(seed)
    start = time.process_time()
    decisions = sum(random_playout(laid, chance, dice) for _ in range(games))
    return (decisions + dice.rolls + dice.draws) / (time.process_time() - start)


def cost_of_a_turn(laid: Layout, seed: int, games: int = 4) -> tuple[float, float]:
    """How many attackers were on the map, and seconds of processor time, both for a turn of random play in the mean."""
    chance, turns, present, spent = random.Random(seed), 0, 0, 0.0
    for number in range(games):
        began = time.process_time()
        game = begin(laid, QuickDice(f"{seed} {number}"))
        now = game.turn
        while game.asked:
            apply(game, chance.choice(game.offered))
            if game.turn != now:
                now = game.turn
                present += len(game.on_map)
        spent += time.process_time() - began
        turns += game.turn
    return present / max(1, turns), spent / max(1, turns)


def standard_game(laid: Layout, seed: int) -> tuple[float, int]:
    """Seconds of one game between standard bots, and its events."""
    bots = {seat: GAME.bots(seat)["standard"]() for seat in GAME.seats}
    chances = {seat: QuickRng(f"{seat}{seed}") for seat in GAME.seats}
    start = time.process_time()
    dice = QuickDice(seed)
    game = begin(laid, dice)
    decisions = play_out(GAME, game, bots, chances)
    return time.process_time() - start, decisions + dice.rolls + dice.draws


def middle_of_game(laid: Layout, seed: int = 7, turn: int = 9) -> Game:
    """A game some turns in, with many aircraft on the map and a decision open."""
    for attempt in range(seed, seed + 500):
        game = begin(laid, QuickDice(attempt))
        rng = random.Random(attempt)
        while game.asked and (game.turn < turn or game.asked[0].word != "general_tally"):
            apply(game, rng.choice(game.offered))
        if game.asked:
            return game
    raise RuntimeError("no game lasted long enough")
