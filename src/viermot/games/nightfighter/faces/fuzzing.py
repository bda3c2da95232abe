"""Nightfighter for the fuzzer: fighters that go looking for trouble, and odd options."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from viermot.fuzz import Fuzzing
from viermot.games.nightfighter.model.board import DISTANCE, SIZE
from viermot.games.nightfighter.model.layout import Layout
from viermot.games.nightfighter.model.notation import end_of
from viermot.kernel.decision import Decision
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError


def roam(session: Session, decision: Decision, rng: random.Random) -> int:
    """Nightfighter: any answer, but fighters that mostly stay on the map."""
    index = rng.randrange(len(decision.codes))
    if decision.kind == "path":
        hex_, facing = session.perspective("umpire").fighter(decision.facts["fighter"])  # type: ignore[attr-defined]
        for _ in range(6):
            if end_of(hex_, facing, decision.codes[index])[0] >= 0:
                break
            index = rng.randrange(len(decision.codes))
    return index


EAGER = (  # questions whose first option is to do nothing
    "leave_box", "hand_off", "general_tally", "keep_which", "tally_fixed", "identify", "attack", "follow",
    "attack_all_the_same", "roll_through_jamming", "intruder_attacks", "fly_for_more", "manoeuvre",
)  # fmt: skip


def chase(session: Session, decision: Decision, rng: random.Random) -> int:
    """Nightfighter: fighters that make for the bombers with a peep at the umpire's map, intruders for the fighters."""
    codes = decision.codes
    if rng.random() < 0.1:
        return rng.randrange(len(codes))
    umpire: Any = session.perspective("umpire")
    if decision.kind in ("path", "intruder_path"):
        return _closest(umpire, decision, rng)
    if decision.kind == "place_search":
        return _search_near(umpire, decision, rng)
    if decision.kind in EAGER:
        return rng.randrange(1, len(codes))
    return rng.randrange(len(codes))


def _closest(umpire: Any, decision: Decision, rng: random.Random) -> int:
    """The path that ends nearest to an opponent, flying in his direction."""
    facts = decision.facts
    if decision.kind == "path":
        hex_, facing = umpire.fighter(facts["fighter"])
        prey = [umpire.attacker(number)[:2] for number in umpire.attackers()]
    else:
        hex_, facing = umpire.attacker(facts["attacker"])[:2]
        prey = [place for place in umpire.fighters() if place[0] >= 0]
    codes = decision.codes
    best, found = 10**6, rng.randrange(len(codes))
    for index in rng.sample(range(len(codes)), min(len(codes), 60)):
        there, way = end_of(hex_, facing, codes[index])
        if there < 0:
            continue
        cost = min((3 * DISTANCE[there][at] + (way != flies) for at, flies in prey), default=rng.randrange(9))
        if cost < best:
            best, found = cost, index
    return found


def _search_near(umpire: Any, decision: Decision, rng: random.Random) -> int:
    """A search counter on, or not far from, an attacker."""
    hexes = [umpire.attacker(number).hex for number in umpire.attackers()]
    if not hexes:
        return rng.randrange(len(decision.codes))
    target = rng.choice(hexes)
    near = [i for i, h in enumerate(decision.codes) if h < SIZE and DISTANCE[target][h] <= 2]
    return rng.choice(near) if near else rng.randrange(len(decision.codes))


def odd_fighter(fit: Any, components: Any, rng: random.Random) -> list[JsonObject]:
    """A pilot of any quality, and each set the aircraft can carry, of any date."""
    sets = [item.name for item in components.fighters[fit.type].equipment]
    pilots: JsonObject = {"pilots": {str(fit.ident): rng.choice(["green", "normal", "experte"])}}
    return [pilots, *[{"any_date": True, "equipment": {str(fit.ident): [name]}} for name in sets]]


def granted(wanted: list[JsonObject], rng: random.Random, lay_out: Callable[[JsonObject], object]) -> JsonObject:
    """A quarter of these wishes, as far as the scenario allows them."""
    options: JsonObject = {}
    for wish in wanted:
        if rng.random() < 0.25:
            merged = {**options, **wish}
            for layout in ("pilots", "equipment"):
                if layout in wish:
                    merged[layout] = {**options.get(layout, {}), **wish[layout]}
            try:
                lay_out(merged)
            except UserError:
                continue  # the scenario does not allow it
            options = merged
    return options


class NightFuzzing(Fuzzing):
    """Fighters that make for the bombers, or roam."""

    reckless = (chase, chase, chase, roam, roam)

    def options(self, module: GameModule, scenario: str, rng: random.Random) -> JsonObject:
        """Switches of chapter 28 where the scenario allows them, odd pilots and equipment, radars declined."""
        components = module.load_pack(None)
        laid_out = Layout(components, components.scenarios[scenario], {})
        wanted: list[JsonObject] = [{f"28.{n}": True} for n in ("1", "2", "2.1", "3", "4", "5", "6")]
        wanted += [
            {"5.0b": True},
            {"8.1.4b": True},
            *[{"decline": [name]} for name in components.scenarios[scenario].radar],
        ]
        for fit in laid_out.fighters:
            wanted += odd_fighter(fit, components, rng)
        for type_ in sorted({kind.type for kind in laid_out.groups}):
            sets = [item.name for item in components.aircraft(type_).equipment]
            wanted += [{"any_date": True, "equipment": {type_: [name]}} for name in sets]
        return granted(wanted, rng, lambda options: Layout(components, components.scenarios[scenario], options))


FUZZING: Final = NightFuzzing()
