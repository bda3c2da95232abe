"""The solitaire game for the fuzzer: fighters that make for the counters, and odd options."""

from __future__ import annotations

import random
from typing import Final

from viermot.fuzz import Fuzzing
from viermot.games.nightfighter.faces.fuzzing import granted, odd_fighter
from viermot.games.nightfighter.model.board import DISTANCE
from viermot.games.nightfighter.model.notation import end_of
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.games.solitaire.model.layout import SoloLayout
from viermot.kernel.decision import Decision
from viermot.kernel.hexes import S
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session

EAGER_ALONE = (  # questions of the solitaire game whose first option is to do nothing
    "leave_box", "hand_off", "ai_target", "light_up", "tally", "tally_fixed", "identify", "attack", "use_serrate",
    "attack_all_the_same", "fly_for_more", "manoeuvre",
)  # fmt: skip


def hound(session: Session, decision: Decision, rng: random.Random) -> int:
    """Solitaire: fighters that make for the counters, and crews that try everything."""
    codes = decision.codes
    if rng.random() < 0.1:
        return rng.randrange(len(codes))
    if decision.kind == "path":
        view = session.perspective("player")
        return _nearest_counter(view, decision, rng) if isinstance(view, SoloView) else rng.randrange(len(codes))
    if decision.kind in EAGER_ALONE:
        return rng.randrange(1, len(codes))
    return rng.randrange(len(codes))


def _nearest_counter(view: SoloView, decision: Decision, rng: random.Random) -> int:
    """The path that ends nearest to a counter, flying in its direction; counters that show their bomber's place come
    first.
    """
    hex_, facing = view.fighter(decision.facts["fighter"])
    prey = [(counter.hex, 2 * counter.level) for counter in view.counters()]
    codes = decision.codes
    best, found = 10**6, rng.randrange(len(codes))
    for index in rng.sample(range(len(codes)), min(len(codes), 60)):
        there, way = end_of(hex_, facing, codes[index])
        if there < 0:
            continue
        cost = min((3 * DISTANCE[there][at] + level + (way != S) for at, level in prey), default=rng.randrange(9))
        if cost < best:
            best, found = cost, index
    return found


class SoloFuzzing(Fuzzing):
    """Fighters that make for the counters."""

    reckless = (hound, hound, hound)

    def options(self, module: GameModule, scenario: str, rng: random.Random) -> JsonObject:
        """Switches of chapter 28 turned off (they are on by default), odd pilots and equipment, radars declined."""
        components = module.load_pack(None)
        chosen = components.scenarios[scenario]
        wanted: list[JsonObject] = [{f"28.{n}": False} for n in ("1", "2", "2.1", "3", "4", "6")] + [{"28.5": True}]
        wanted += [{"decline": [name]} for name in chosen.radar]
        for fit in SoloLayout(components, chosen, {}).fighters:
            wanted += odd_fighter(fit, components, rng)
        return granted(wanted, rng, lambda options: SoloLayout(components, chosen, options))


FUZZING: Final = SoloFuzzing()
