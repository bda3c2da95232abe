"""The novice of the solitaire game: a beginner's mistakes among sensible answers, as in Nightfighter.

He flies straight at the nearest counter, however uncertain its place, searches for whatever comes first, forgets to
look, opens fire as soon as he may, and makes nothing of his height. He does not leave the map while there is another
way, fires at no friend, and takes a victory as the standard player does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots.attack import may_attack
from viermot.games.nightfighter.bots.chase import dead_ends, ends
from viermot.games.nightfighter.model.board import DISTANCE
from viermot.games.nightfighter.rules.fighters import FLY
from viermot.games.nightfighter.rules.gunnery import GUNS, HOLD_FIRE
from viermot.games.solitaire.bots.player import StandardPlayer
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

NOTHING: Final = 0
HUNDRED: Final = 100


class NovicePlayer(StandardPlayer):
    """A beginner: now sensible, now not."""

    def choose(self, view: SoloView, ask: Ask, rng: Rng) -> int:
        """As the standard player would, unless one of a beginner's mistakes is made."""
        often, mistake = MISTAKES.get(ask.kind, (0, None))
        if mistake is not None and rng.below(HUNDRED) < often:
            made = mistake(view, ask)
            if made is not None:
                return made
        return super().choose(view, ask, rng)


def at_the_nearest(view: SoloView, ask: Ask) -> int | None:
    """Straight at the nearest counter: to where it is now, whichever way it flies."""
    facts = ask.facts
    fighter = facts["fighter"]
    hex_, facing = view.fighter(fighter)
    may_turn = not view.blinded(fighter) or bool(view.warned(fighter))
    lost = dead_ends(view.layout.fighters[fighter].least_mp)
    options = ends(hex_, facing, facts["least"], facts["most"], may_turn)
    safe = [end for end in options if not lost[end.hex * 6 + end.facing]]
    counters = [counter.hex for counter in view.counters()]
    if not safe or not counters:
        return None
    quarry = min(counters, key=lambda h: (DISTANCE[hex_][h], h))
    return min(safe, key=lambda end: (DISTANCE[end.hex][quarry], end.spent, end.path)).path


def whatever_comes_first(view: SoloView, ask: Ask) -> int | None:
    """Search for the first counter that may be searched for."""
    return next((int(code) for code in ask.codes if code > NOTHING), None)


def forgets(view: SoloView, ask: Ask) -> int | None:
    """Nobody looks."""
    return NOTHING if NOTHING in ask.codes else None


def at_once(view: SoloView, ask: Ask) -> int | None:
    """Fire, from wherever he is; holding fire for a better position does not occur to him."""
    if not may_attack(view, view.held(ask.facts["contact"])):
        return HOLD_FIRE
    return GUNS if GUNS in ask.codes else None


def straight_on(view: SoloView, ask: Ask) -> int | None:
    """No dive."""
    return FLY if FLY in ask.codes else None


MISTAKES: Final[Mapping[str, tuple[int, Callable[[SoloView, Ask], int | None]]]] = {  # how often, in percent
    "path": (18, at_the_nearest),
    "manoeuvre": (80, straight_on),
    "place_search": (25, whatever_comes_first),
    "light_up": (6, whatever_comes_first),
    "ai_target": (8, forgets),
    "tally": (12, forgets),
    "tally_fixed": (5, forgets),
    "attack": (80, at_once),
}
