"""The standard British player: plots a plausible night, plays cards for the Main Force, bombs where it pays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from viermot.games.bomber_command.bots import bombs as bombs
from viermot.games.bomber_command.bots import cards as cards
from viermot.games.bomber_command.bots import sky as sky
from viermot.games.bomber_command.bots.planning import plan_night
from viermot.games.bomber_command.model.board import DECOY, DISTANCE, MOONRISE, SIZE
from viermot.games.bomber_command.model.notation import (
    AIRFIELD,
    ATTACK,
    HEX,
    LAST_HEX,
    NO,
    NONE,
    NUMBER,
    OWN_HEX,
    UNIT,
    YES,
)
from viermot.kernel.dice import Rng

WORTH_A_PATROL: Final = 2  # strength of a unit that is attacked at once; weaker ones wait


class StandardBritish:
    """A commander who plans with care and then lets the night take its course."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        """Answer by habit; where there is none, the first option."""
        if ask.kind == "plot":
            return plan_night(view, rng)
        habit = HABITS.get(ask.kind)
        return habit(view, ask) if habit is not None else int(ask.codes[0])


def patrol(view: Any, ask: Any) -> int:
    """The strongest unit, if it is worth it."""
    units = [code for code in ask.codes if UNIT <= code < HEX]
    best = max(units, key=lambda code: view.strength(code - UNIT))
    return best if view.strength(best - UNIT) >= WORTH_A_PATROL else NONE


def patrol_how(view: Any, ask: Any) -> int:
    """A strong patrol shuts the airfield, a weak one shoots."""
    if AIRFIELD in ask.codes and ask.facts["strength"] >= 3:
        return AIRFIELD
    return ATTACK


def put_out(view: Any, ask: Any) -> int:
    """A unit that leaves a raid is put as far from its home as may be."""
    unit = ask.facts["unit"]
    base = view.table.units[unit].hex
    if base >= SIZE:
        base = view.table.jutland_door
    return int(max(ask.codes, key=lambda code: DISTANCE[base][code - HEX]))


def worst_weather(view: Any, ask: Any) -> int:
    """The hex of the raid in which attacks are hardest."""
    return int(min(ask.codes, key=lambda code: view.weather_modifier(code - HEX)))


def stretch(view: Any, ask: Any) -> int:
    """A short stream is hard to find."""
    return OWN_HEX if OWN_HEX in ask.codes else LAST_HEX


def weakest_patrol(view: Any, ask: Any) -> int:
    """The weakest counter stays at home."""
    return int(min(ask.codes, key=lambda code: code - NUMBER))


def moon_turn(view: Any, ask: Any) -> int:
    """As little moonlight as may be: it rises late, or sets early."""
    return int(max(ask.codes) if view.moon == MOONRISE else min(ask.codes))


def astray(view: Any, ask: Any) -> int:
    """Away from the Main Force."""
    mains = [raid for raid in view.raids() if raid.kind == 0 and 0 <= raid.step < len(raid.path)]
    if not mains:
        return int(ask.codes[0])
    goals = [raid.path[min(raid.step + 3, len(raid.path) - 1)] for raid in mains]
    return int(max(ask.codes, key=lambda code: min(DISTANCE[code - HEX][goal] for goal in goals)))


def first_unit(view: Any, ask: Any) -> int:
    """Somebody."""
    units = [code for code in ask.codes if UNIT <= code < HEX]
    return units[0] if units else int(ask.codes[0])


def agree(view: Any, ask: Any) -> int:
    """Play the night out."""
    return NO if NO in ask.codes else int(ask.codes[0])


def take_offer(view: Any, ask: Any) -> int:
    """When all bombs and mines are down there is nothing to win any more, only bombers to lose."""
    return YES if all(raid.bombed or raid.kind == DECOY for raid in view.raids()) else NO


HABITS: Final[dict[str, Callable[[Any, Any], int]]] = {
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
