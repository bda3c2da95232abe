"""The standard British player: plots a plausible night, plays cards for the Main Force, and bombs where it pays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from viermot.games.bomber_command.bots import bombs as bombs
from viermot.games.bomber_command.bots import cards as cards
from viermot.games.bomber_command.bots import sky as sky
from viermot.games.bomber_command.bots.mix import drawn
from viermot.games.bomber_command.bots.planning import Taste, plan_night
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import DECOY, DISTANCE, MOONRISE, SIZE
from viermot.games.bomber_command.model.notation import (
    AIRFIELD,
    ATTACK,
    LAST_HEX,
    NO,
    NONE,
    OWN_HEX,
    YES,
    hex_in,
    is_unit,
    number_in,
    unit_in,
)
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

WORTH_A_PATROL: Final = 2  # attack a unit of this strength at once; let weaker ones wait


class StandardBritish:
    """A commander who plans with care, never twice in the same way, and then lets the night take its course."""

    def __init__(self, taste: Taste | None = None) -> None:
        self.taste = taste

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """Answer by habit; where there is no habit, the first option."""
        if ask.kind == "plot":
            return plan_night(view, rng, self.taste or drawn(view.layout.kind, rng))
        if ask.kind == "name_target":
            return int(ask.codes[rng.below(len(ask.codes))])
        habit = HABITS.get(ask.kind)
        return habit(view, ask) if habit is not None else int(ask.codes[0])


def patrol(view: RaidView, ask: Ask) -> int:
    """The strongest unit, if it is worth it."""
    units = [code for code in ask.codes if is_unit(code)]
    best = max(units, key=lambda code: view.strength(unit_in(code)))
    return best if view.strength(unit_in(best)) >= WORTH_A_PATROL else NONE


def patrol_how(view: RaidView, ask: Ask) -> int:
    """A strong patrol shuts the airfield, a weak one shoots."""
    if AIRFIELD in ask.codes and ask.facts["strength"] >= 3:
        return AIRFIELD
    return ATTACK


def put_out(view: RaidView, ask: Ask) -> int:
    """Put a unit that leaves a raid as far from its base as possible."""
    unit = ask.facts["unit"]
    base = view.layout.units[unit].hex
    if base >= SIZE:
        base = view.layout.jutland_door
    return int(max(ask.codes, key=lambda code: DISTANCE[base][hex_in(code)]))


def worst_weather(view: RaidView, ask: Ask) -> int:
    """The hex of the raid in which attacks are hardest."""
    return int(min(ask.codes, key=lambda code: view.weather_modifier(hex_in(code))))


def stretch(view: RaidView, ask: Ask) -> int:
    """A short stream is hard to find."""
    return OWN_HEX if OWN_HEX in ask.codes else LAST_HEX


def weakest_patrol(view: RaidView, ask: Ask) -> int:
    """The weakest counter stays at home."""
    return int(min(ask.codes, key=lambda code: number_in(code)))


def moon_turn(view: RaidView, ask: Ask) -> int:
    """As little moonlight as possible: it rises late, or sets early."""
    return int(max(ask.codes) if view.moon == MOONRISE else min(ask.codes))


def astray(view: RaidView, ask: Ask) -> int:
    """Away from the Main Force."""
    mains = [raid for raid in view.raids() if raid.kind == 0 and 0 <= raid.step < len(raid.path)]
    if not mains:
        return int(ask.codes[0])
    goals = [raid.path[min(raid.step + 3, len(raid.path) - 1)] for raid in mains]
    return int(max(ask.codes, key=lambda code: min(DISTANCE[hex_in(code)][goal] for goal in goals)))


def first_unit(view: RaidView, ask: Ask) -> int:
    """Any unit will do."""
    units = [code for code in ask.codes if is_unit(code)]
    return units[0] if units else int(ask.codes[0])


def agree(view: RaidView, ask: Ask) -> int:
    """Play the night out."""
    return NO if NO in ask.codes else int(ask.codes[0])


def take_offer(view: RaidView, ask: Ask) -> int:
    """Once all bombs and mines are down there is nothing left to win, only bombers to lose."""
    return YES if all(raid.bombed or raid.kind == DECOY for raid in view.raids()) else NO


HABITS: Final[dict[str, Callable[[RaidView, Ask], int]]] = {
    "keep_british": cards.keep,
    "pick_british": cards.keep,
    "draw_british": cards.draw,
    "play": cards.play,
    "cancel": cards.cancel,
    "name_object": cards.object_for,
    "weather_zone": sky.zone_for,
    "moon_turn": moon_turn,
    "leave_patrol": weakest_patrol,
    "patrol": patrol,
    "patrol_how": patrol_how,
    "put_out": put_out,
    "pick_weather": worst_weather,
    "stretch": stretch,
    "mislead": first_unit,
    "mislead_to": astray,
    "choose_aimpoint": bombs.aimpoint,
    "choose_approach": bombs.approach,
    "choose_mix": bombs.mix,
    "place_bomb": bombs.place,
    "gather_bomb": bombs.gather,
    "convert": bombs.convert,
    "end_british": agree,
    "take_offer": take_offer,
}
