"""What the Bombing cards do, and when they can do anything [6.2a, 10.3 to 10.5]."""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import TO_ALL
from viermot.games.bomber_command.model.bombed_city import (
    AT_TI,
    ELSEWHERE,
    NEWHAVEN,
    areas_at_stage,
    bombed_city_of,
    cluster_may_burn,
    creepback_trigger,
    plan_of,
    recipes_in,
)
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.effects import Played, add_modifier, effect
from viermot.games.bomber_command.rules.cards.windows import W_CONVERSION

LOWEST_TRIGGER: Final = 1


def fits(game: Game, which: int, function: Function) -> bool:
    """Does the card apply to this attack, and could it change anything?"""
    bombed = bombed_city_of(game)
    box, method = game.layout.cities[bombed.city], bombed.method
    for need in function.needs:
        if (need == "oboe" and not box.oboe) or (need == "no oboe" and box.oboe):
            return False
        if (need == "newhaven" and method != NEWHAVEN) or (need == "blind" and method == NEWHAVEN):
            return False
    if function.effect == "civil defence":
        return bombed.quenched < _fires_at_stake(game)
    if function.effect == "cluster":
        return which == W_CONVERSION and _cluster_may_burn(game)
    if function.effect in ("overshoot", "creepback"):
        return _may_creep(game) and (function.effect == "overshoot" or creepback_trigger(game) > LOWEST_TRIGGER)
    return True


def _fires_at_stake(game: Game) -> int:
    """How many fires the current conversion would start."""
    from viermot.games.bomber_command.rules.bombing.fires import burn, fires_of

    area, high_explosive, incendiary = next(task[1:4] for task in reversed(game.agenda) if task[0] is burn)
    return fires_of(game, area, high_explosive, incendiary).fires


def _may_creep(game: Game) -> bool:
    """Creepback comes once, and only while the TI's area is being converted."""
    plan, bombed = plan_of(game), bombed_city_of(game)
    if bombed.crept or bombed.stage != AT_TI or bombed.ti == plan.country:
        return False
    there = game.areas[bombed.ti]
    return bool(there.fresh) and bool(there.fires or recipes_in(game, plan, bombed.ti))


def _cluster_may_burn(game: Game) -> bool:
    """Could a single Incendiary be converted now or later?"""
    plan, bombed = plan_of(game), bombed_city_of(game)
    ahead = [area for stage in range(bombed.stage, ELSEWHERE + 1) for area in areas_at_stage(game, plan, stage)]
    return not bombed.cluster and any(cluster_may_burn(game, plan, area) for area in ahead)


# --- marking and adjustment -----------------------------------------------------------------------------------


@effect("gh leaders")
def lead_by_gh(game: Game, card: Played) -> None:
    """G-H LEADERS: a better marking roll, and a poor signature no longer matters."""
    game.bombed_city = bombed_city_of(game)._replace(ignore_signature=1)
    add_modifier(game, card.function.value, "6.2.1")


@effect("dummy markers")
def dummy_markers(game: Game, card: Played) -> None:
    """DUMMY MARKERS: a worse marking roll, and an error point on top."""
    _add_error(game, 1)
    add_modifier(game, card.function.value, "6.2.1")
    game.emit("error_added", "10.5.2a", TO_ALL, 1)


def _add_error(game: Game, points: int) -> None:
    bombed = bombed_city_of(game)
    game.bombed_city = bombed._replace(card_error=bombed.card_error + points)


@effect("error")
def more_error(game: Game, card: Played) -> None:
    """Points for the German player to scatter bombs with."""
    _add_error(game, card.function.value)
    game.emit("error_added", "10.5.2a", TO_ALL, card.function.value)


@effect("accuracy")
def more_accuracy(game: Game, card: Played) -> None:
    """Points for the British player to pull bombs together with."""
    bombed = bombed_city_of(game)
    game.bombed_city = bombed._replace(card_accuracy=bombed.card_accuracy + card.function.value)
    game.emit("accuracy_added", "10.5.2c", TO_ALL, card.function.value)


@effect("sector bombing")
def bomb_by_sectors(game: Game, card: Played) -> None:
    """SECTOR BOMBING: accuracy, and less creepback."""
    more_accuracy(game, card)
    _shift_trigger(game, 1)


# --- conversion -----------------------------------------------------------------------------------------------


@effect("overshoot")
def overshoot(game: Game, card: Played) -> None:
    """TIMED OVERSHOOT: creepback takes one more fire [10.5.4]."""
    _shift_trigger(game, card.function.value)


@effect("creepback")
def creep_sooner(game: Game, card: Played) -> None:
    """CREEPBACK: it takes one fire fewer; if there are enough, it happens at once [10.5.4]."""
    from viermot.games.bomber_command.rules.bombing.fires import creep_if_due

    _shift_trigger(game, -card.function.value)
    creep_if_due(game)


def _shift_trigger(game: Game, by: int) -> None:
    bombed = bombed_city_of(game)
    game.bombed_city = bombed._replace(card_creepback=bombed.card_creepback + by)
    game.emit("creepback_trigger", "10.5.4", TO_ALL, creepback_trigger(game))


@effect("cluster")
def cluster(game: Game, card: Played) -> None:
    """CLUSTER INCENDIARIES: a single Incendiary may be converted, once [10.5.3]."""
    game.bombed_city = bombed_city_of(game)._replace(cluster=1)


@effect("civil defence")
def civil_defence(game: Game, card: Played) -> None:
    """CIVIL DEFENCE: the current conversion starts one fire fewer [10.5.3c]."""
    bombed = bombed_city_of(game)
    game.bombed_city = bombed._replace(quenched=bombed.quenched + 1)
