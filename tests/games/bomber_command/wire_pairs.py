"""Pairs of worlds of Bomber Command for the wire (tests/support/wire_twins.py)."""

from __future__ import annotations

import random

from tests.games.bomber_command import test_twin_nights as nights
from tests.support import twins
from tests.support.wire import Mind
from tests.support.wire_twins import Lends, Orders, Pair, World
from viermot import Session
from viermot.games.bomber_command.faces.fuzzing import CARDS, random_card, random_sheet
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.hands import STREAMS
from viermot.kernel.decision import Decision
from viermot.kernel.json import JsonObject


def pair(seed: str, number: int, people: bool) -> Pair:
    """Either seat, in nights that differ in the cards that the other draws and never plays."""
    seat = nights.SEATS[number % 2]
    other = nights.SEATS[number % 2 - 1]
    scenario = ("berlin", "downfall")[number // 2 % 2]
    options = nights.OPTIONS[number // 4 % len(nights.OPTIONS)]
    stream = STREAMS[nights.SEATS.index(other)]
    worlds = []
    for world in ("one", "other"):
        session = nights.night(scenario, options, seed, stream, world)
        worlds.append(World(session, seat, _raider(seed, seat), _idle(seed, other), people))
    return [lambda: worlds[0], lambda: worlds[1]], {}


def ordering_pair(seed: str, number: int, people: bool) -> Pair:
    """The same, but the observer hands in sheets and orders cards by lot; in one world the other orders cards too.

    Each has the routine on, as people on the page have. What the other orders is about a turn that never comes, so that
    nothing else may follow from it.
    """
    pairs, reveals = pair(seed, number, people)
    worlds = [make() for make in pairs]
    for world in worlds:
        for seat in nights.SEATS:
            world.session.order(seat, {"routine": True})
        world.own_orders = _orders(seed, world.seat)
    if people:
        worlds[1].others_orders = _idle_orders
    return [lambda: worlds[0], lambda: worlds[1]], reveals


def lending_pair(seed: str, number: int) -> Pair:
    """Against a bot; now and then the observer lets the computer play his own seat for a turn, or on to the end."""
    pairs, reveals = pair(seed, number, False)
    worlds = [make() for make in pairs]
    for world in worlds:
        world.lends = _lends(seed)
    return [lambda: worlds[0], lambda: worlds[1]], reveals


def other_lending_pair(seed: str, number: int) -> Pair:
    """Two people; now and then the other lets the computer play for him until the turn is over."""
    pairs, reveals = pair(seed, number, True)
    worlds = [make() for make in pairs]
    for world in worlds:
        world.others_lend = lambda session, decision: "turn" if decision.number % 4 == 1 else ""
    return [lambda: worlds[0], lambda: worlds[1]], reveals


def _lends(seed: str) -> Lends:
    def until(session: Session, decision: Decision) -> str:
        rng = random.Random(f"{seed} lends {decision.number}")
        return "" if decision.kind == "plot" or rng.random() < 0.5 else "turn"

    return until


def _orders(seed: str, seat: str) -> Orders:
    """A sheet for whoever is asked something that stands on it, a card for whoever is asked for one; now and then."""

    def order(session: Session, decision: Decision) -> JsonObject | None:
        rng = random.Random(f"{seed} {seat} orders {decision.number}")
        game = session.state
        assert isinstance(game, Game)
        sheet = decision.question.sheet
        if sheet == "orders" and rng.random() < 0.7:
            return random_sheet(game, rng)
        if sheet == "hand" and rng.random() < 0.3:
            return {"always": [random_card(game, nights.SEATS.index(seat), rng)]}
        return None

    return order


def _idle_orders(session: Session, decision: Decision) -> JsonObject | None:
    """To throw a card away in a turn that never comes."""
    game = session.state
    assert isinstance(game, Game)
    card = game.layout.cards[nights.SEATS.index(decision.seat)][0]
    return {"always": [[CARDS, card.name, f"discard {40 + decision.number % 3}"]]}


def _raider(seed: str, seat: str) -> Mind:
    """Plays a card now and then, and answers the rest by lot."""

    def choose(session: Session, decision: Decision) -> int:
        if decision.kind == "plot":
            return _plot(session, decision, seed)
        rng = random.Random(f"{seed} {seat} {decision.number}")
        if decision.question.usually is not None and rng.random() < 0.8:
            return 0
        return rng.randrange(len(decision.codes))

    return choose


def _plot(session: Session, decision: Decision, seed: str) -> int:
    """One of the ready-made plans."""
    return twins.pick(4, seed, "plot")


def _idle(seed: str, seat: str) -> Mind:
    """The seat whose cards differ plays none of them, and answers everything else as its twin does."""
    times: dict[str, int] = {}

    def choose(session: Session, decision: Decision) -> int:
        if decision.kind == "plot":
            return _plot(session, decision, seed)
        if decision.kind in nights.ABOUT_CARDS:
            return 0
        about_ = f"{seed} {decision.kind} {sorted(decision.plain_facts.items(), key=str)}"
        times[about_] = times.get(about_, 0) + 1
        rng = random.Random(f"{about_} {times[about_]}")  # another answer the next time, lest it go round for ever
        if len(decision.codes) > 60:
            return rng.randrange(len(decision.codes))
        without = [place for place, option in enumerate(decision.options) if not option.startswith("play ")]
        return rng.choice(without)

    return choose
