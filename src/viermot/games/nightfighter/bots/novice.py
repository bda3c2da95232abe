"""The novice: plays like somebody who has read the rules once.

He knows what the standard player knows, and answers most questions as that player would; but now and then he does what
beginners do. He flies straight at whatever is nearest, not to where it will be, puts the search counter on top of the
likeliest place, not where the answer tells most, forgets to look, opens fire as soon as he may, and thinks of neither
height nor intruders. He does not leave the map while there is another way, fires at no friend, and takes a victory as
the standard player does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots.attack import may_attack
from viermot.games.nightfighter.bots.chase import dead_ends, ends
from viermot.games.nightfighter.bots.flying import may_turn
from viermot.games.nightfighter.bots.player import StandardPlayer
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import DISTANCE
from viermot.games.nightfighter.model.notation import NO_HEX
from viermot.games.nightfighter.rules.fighters import FLY
from viermot.games.nightfighter.rules.gunnery import GUNS, HOLD_FIRE
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

Mistake = Callable[[NightView, Ask, PlottingTable], int | None]  # the answer it leads to, if it can be made here

NO: Final = 0
HUNDRED: Final = 100


class NovicePlayer(StandardPlayer):
    """A beginner: now sensible, now not."""

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """As the standard player would, unless one of a beginner's mistakes is made."""
        often, mistake = MISTAKES.get(ask.kind, (0, None))
        if mistake is not None and rng.below(HUNDRED) < often:
            self.plotting.catch_up(view)
            made = mistake(view, ask, self.plotting)
            if made is not None:
                return made
        return super().choose(view, ask, rng)


def at_the_nearest(view: NightView, ask: Ask, plotting: PlottingTable) -> int | None:
    """Straight at the nearest contact, or the likeliest place of a plot: where it is now, whichever way it flies."""
    facts = ask.facts
    fighter = facts["fighter"]
    hex_, facing = view.fighter(fighter)
    options = ends(hex_, facing, facts["least"], facts["most"], may_turn(view, fighter))
    lost = dead_ends(view.layout.fighters[fighter].least_mp)
    safe = [end for end in options if not lost[end.hex * 6 + end.facing]]
    fair_game = [c for c in view.contacts() if c.type is None or may_attack(view, c)]
    seen = [contact.hex for contact in fair_game] or _likeliest(plotting)
    if not safe or not seen:
        return None
    quarry = min(seen, key=lambda h: (DISTANCE[hex_][h], h))
    return min(safe, key=lambda end: (DISTANCE[end.hex][quarry], end.spent, end.path)).path


def _likeliest(plotting: PlottingTable) -> list[int]:
    """The likeliest hex of each plot."""
    return [max(plot.weights, key=lambda h: (plot.weights[h], h)) for plot in plotting.plots if plot.weights]


def on_top_of_it(view: NightView, ask: Ask, plotting: PlottingTable) -> int | None:
    """The search counter goes where somebody is most likely to be, again and again."""
    likely = [h for h in _likeliest(plotting) if h in ask.codes]
    fighters = [h for h, _ in view.fighters() if h >= 0]
    if not likely or not fighters:
        return NO_HEX if NO_HEX in ask.codes else None
    return min(likely, key=lambda h: (min(DISTANCE[h][f] for f in fighters), h))


def forgets(view: NightView, ask: Ask, plotting: PlottingTable) -> int | None:
    """Nobody looks."""
    return NO if NO in ask.codes else None


def at_once(view: NightView, ask: Ask, plotting: PlottingTable) -> int | None:
    """Fire, from wherever he is; holding fire for a better position does not occur to him."""
    if not may_attack(view, view.held(ask.facts["contact"])):
        return HOLD_FIRE
    return GUNS if GUNS in ask.codes else None


def straight_on(view: NightView, ask: Ask, plotting: PlottingTable) -> int | None:
    """No dive and no evasion."""
    return FLY if FLY in ask.codes else None


MISTAKES: Final[Mapping[str, tuple[int, Mistake]]] = {  # how often, in percent
    "path": (30, at_the_nearest),
    "manoeuvre": (80, straight_on),
    "place_search": (50, on_top_of_it),
    "general_tally": (30, forgets),
    "tally_fixed": (20, forgets),
    "identify": (15, forgets),
    "attack": (80, at_once),
}
