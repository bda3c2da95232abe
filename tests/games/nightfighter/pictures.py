"""Moments of Nightfighter worth a picture in the README: a chase, a revealed map, a scenario."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import viermot
from tests.support.browser import Pilot
from viermot import Session
from viermot.games.nightfighter import bots
from viermot.kernel.dice import BotRng


def played(scenario: str, seed: str, until: Callable[[Session], bool]) -> Session | None:
    """A game played by the standard player until something is so; None if it never is."""
    seats = {"player": None, "umpire": "standard"}
    session = viermot.new_game("nightfighter", scenario=scenario, seed=seed, seats=seats)
    bot, rng = bots.BOTS["player"]["standard"](), BotRng(session.key, "player")
    while not until(session):
        if not session.pending:
            return None
        decision = session.pending[0]
        session.decide(decision.notation_of(bot.choose(session.perspective("player"), decision, rng)))
    return session


def is_a_chase(session: Session) -> bool:
    """A fighter is about to fly, one bomber fixed by its radar and another held by the lights."""
    if not session.pending or session.pending[0].kind != "path":
        return False
    shown = session.perspective("player").to_json()
    fixed = any(contact["fixed_by"] and not contact["tallied_by"] for contact in shown["contacts"])
    return fixed and len(shown["contacts"]) >= 2 and shown["turn"] >= 5


def is_won(session: Session) -> bool:
    """The game is over, and bombers went down."""
    return session.result is not None and session.result["kills"] >= 1


def first(scenario: str, until: Callable[[Session], bool]) -> Session:
    """The first seed that leads there."""
    for number in range(500):
        session = played(scenario, f"picture {number}", until)
        if session is not None:
            return session
    raise SystemExit(f"No game of scenario {scenario} leads to that picture.")


def opened(pilot: Pilot, session: Session) -> None:
    """Load a game in the lobby, from its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        session.save(path)
        pilot.load_save(path)
    pilot.page.wait_for_timeout(600)


def chase(pilot: Pilot) -> None:
    """Two bombers known, one of them on a fighter's radar."""
    opened(pilot, first("4B", is_a_chase))
    pilot.press("w", "w")


def revealed(pilot: Pilot) -> None:
    """The map after the game, with every trail."""
    opened(pilot, first("3A", is_won))


def scenario(pilot: Pilot) -> None:
    """What there is to choose before a game."""
    pilot.open("game/nightfighter/4B")
    pilot.page.get_by_role("button", name="Begin").wait_for()


PICTURES: Final[Mapping[str, Callable[[Pilot], None]]] = {"chase": chase, "revealed": revealed, "scenario": scenario}
