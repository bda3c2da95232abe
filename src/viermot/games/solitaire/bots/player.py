"""The standard player of the solitaire game: flies to where a bomber can most likely be joined, and searches for it.

All counters are open, so there is nothing to remember: each decision is made from the map as it is. Flying is in
`flying`, radar, lights and eyes are in `search`; guns are used as Nightfighter's player uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots.attack import attack_all_the_same, duel_of, group_of, may_attack, promise
from viermot.games.nightfighter.bots.player import place_fighter
from viermot.games.nightfighter.rules.gunnery import GUNS, HOLD_FIRE, OBLIQUE
from viermot.games.solitaire.bots import flying as flying
from viermot.games.solitaire.bots import search as search
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

KEEP, DROP = 0, 1
STOP, GO_ON = 0, 1


class StandardPlayer:
    """A player who works out the odds and plays the best of them."""

    def choose(self, view: SoloView, ask: Ask, rng: Rng) -> int:
        """Answer by plan; what no plan covers, by chance."""
        plan = PLANS.get(ask.kind)
        if plan is not None:
            return plan(view, ask)
        code: int = ask.codes[rng.below(len(ask.codes))]
        return code


def first(view: SoloView, ask: Ask) -> int:
    """What makes no difference."""
    return int(ask.codes[0])


def yes(view: SoloView, ask: Ask) -> int:
    """What costs nothing and may help."""
    return 1


def keep_or_drop(view: SoloView, ask: Ask) -> int:
    """A tally is never worth dropping here: what is not prey is taken off the map once it is identified."""
    return KEEP


def attack(view: SoloView, ask: Ask) -> int:
    """Hold fire, guns or oblique guns [11.0a, 20.0a]; never at what may be a friend [SC7b]."""
    fighter = ask.facts["fighter"]
    contact = view.held(ask.facts["contact"])
    if not may_attack(view, contact):
        return HOLD_FIRE
    group = group_of(view, contact)
    duel = duel_of(view, fighter, group, contact.hex, OBLIQUE in ask.codes)
    if GUNS not in ask.codes:
        duel = duel._replace(guns=None)
    left = max(1, group.damage - contact.hits)
    return promise(duel, left, contact.alerted, view.good_position(fighter))[1]


def fly_for_more(view: SoloView, ask: Ask) -> int:
    """A victory is not put at risk where losses count against it [4.1c]."""
    return STOP if "losses" in view.layout.scenario.victory.score else GO_ON


PLANS: Final[Mapping[str, Callable[[SoloView, Ask], int]]] = {
    "place_fighter": place_fighter,
    "path": flying.fly,
    "manoeuvre": flying.manoeuvre,
    "leave_box": flying.leave_box,
    "who_moves": first,
    "hand_off": yes,
    "place_search": search.place_search,
    "resolve_which": first,
    "use_serrate": search.use_serrate,
    "who_searches": first,
    "ai_target": search.best_search,
    "light_up": search.light_up,
    "who_looks": first,
    "tally": search.best_search,
    "tally_fixed": search.best_search,
    "claim": yes,
    "keep_or_drop": keep_or_drop,
    "identify": yes,
    "who_attacks": first,
    "attack": attack,
    "attack_all_the_same": attack_all_the_same,
    "fly_for_more": fly_for_more,
}
