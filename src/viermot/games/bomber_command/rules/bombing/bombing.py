"""Main Force bombing: one attack on a city, from marking to scoring [10.3 to 10.6].

The players are asked wherever it makes a difference; filling a whole ring needs no choice, since counters are drawn
blind.
"""

from __future__ import annotations

from viermot.games.bomber_command.components.tables import MARKINGS
from viermot.games.bomber_command.model.board import TO_ALL
from viermot.games.bomber_command.model.bombed_city import (
    blank_areas,
    bombed_city_of,
    hit_before,
    plan_of,
    put_aside,
    set_method,
)
from viermot.games.bomber_command.model.ids import City, Raid
from viermot.games.bomber_command.model.records import BombedCity
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.bombing.adjusting import bombing_accuracy, bombing_error, clear_countryside
from viermot.games.bomber_command.rules.bombing.dropping import choose_mix, drop_on_markers, drop_the_rest
from viermot.games.bomber_command.rules.bombing.fires import conversions, end_of_attack, firestorms
from viermot.games.bomber_command.rules.bombing.marking import choose_aimpoint, choose_approach, mark_target
from viermot.games.bomber_command.rules.cards.cards import window
from viermot.games.bomber_command.rules.cards.windows import W_ACCURACY, W_ERROR, W_MARKING
from viermot.kernel.agenda import step, task


@step
def bomb_city(game: Game, raid: Raid, city: City) -> None:
    """A Main Force's attack, from marking to scoring [10.3 to 10.6]."""
    _lay_out_map(game, raid, city)
    game.next(
        task(choose_aimpoint),  # 10.3.1
        task(choose_approach),  # 10.3.1, 12.4
        task(window, W_MARKING, raid, city),
        task(mark_target),  # 10.3.2, 10.3.3
        task(choose_mix),  # 10.4.1
        task(drop_on_markers),  # 10.4.2, 10.4.3
        task(drop_the_rest),
        task(window, W_ERROR, raid, city),
        task(bombing_error),  # 10.5.2 (1)
        task(window, W_ACCURACY, raid, city),
        task(bombing_accuracy),  # 10.5.2 (2)
        task(clear_countryside),
        task(conversions),  # 10.5.3, 10.5.4
        task(firestorms),  # 10.5.5
        task(end_of_attack),  # 11.1.1, 11.1.2
    )


def _lay_out_map(game: Game, raid: Raid, city: City) -> None:
    """Put the city map on the table; a follow-up raid finds the first attack's counters on it [10.3, 10.6a]."""
    game.bombed_city = BombedCity(raid, city)
    set_method(game)
    bombed, plan = bombed_city_of(game), plan_of(game)
    before = hit_before(game, city)
    if before is None:
        game.areas = blank_areas(plan)
    else:
        game.areas = put_aside(before.areas, plan)
        game.bombed_city = bombed._replace(
            follows=1,
            aimpoint=before.aimpoint,
            drifted=before.drift,
            first_fires=before.fires,
            half_points_before=before.half_points,
        )
    game.raid_disruptions[raid] += game.plot[raid].waypoints  # waypoints on the way out count only now [9.8.3b]
    rules = "10.2a 10.3.2a 10.6a" if before is not None else "10.2a 10.3.2a"
    if game.layout.cities[city].hex in game.layout.ruhr:
        rules += " 3.4.3"
    game.emit("bombing", rules, TO_ALL, city, plan.letter, MARKINGS[bombed.method])
