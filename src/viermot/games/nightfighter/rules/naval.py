"""After the bombers' move: stray German fighters close up, flares drop, torpedoes run [26.0, scenario 7]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import DISTANCE, LEFT, OFF, RIGHT, TO_ALL, rear_hex
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.nightfighter.model.layout import FLARE_DROPPER, GERMAN_FIGHTER, TORPEDO
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.fog import shift
from viermot.kernel.agenda import step


@step
def after_bombers(game: Game) -> None:
    """What happens when the bombers have moved."""
    if game.layout.german_stream:
        keep_in_stream(game)
    if game.layout.naval:
        zone_of, task_force = game.layout.zone_of, game.layout.task_force
        among_ships = [a for a in game.on_map if zone_of[game.a_hex[a]] == task_force]  # [26.1]
        if among_ships:
            drop_flares(game, among_ships)
            launch_torpedoes(game, among_ships)


def keep_in_stream(game: Game) -> None:
    """A German fighter with no bomber within two hexes edges back towards the nearest (scenario 7, special rule 3)."""
    groups = game.layout.groups
    hunters = [a for a in game.on_map if groups[game.a_group[a]].role == GERMAN_FIGHTER]
    for hunter in sorted(hunters, key=lambda a: game.a_hex[a]):  # in map order: who entered first is a secret
        herd = [game.a_hex[a] for a in game.on_map if groups[game.a_group[a]].role != GERMAN_FIGHTER]
        if not herd:
            continue
        row = DISTANCE[game.a_hex[hunter]]
        target = min(herd, key=lambda hex_: (row[hex_], hex_))
        if row[target] <= 2:
            continue
        ways = {
            side: DISTANCE[rear_hex(game.a_hex[hunter], game.a_facing[hunter], side)][target]
            for side in (LEFT, RIGHT)
            if rear_hex(game.a_hex[hunter], game.a_facing[hunter], side) != OFF
        }
        if ways:
            best = [side for side, far in ways.items() if far == min(ways.values())]
            side = best[0]
            if len(best) > 1:
                side = best[0 if game.secret_die("stream", "3.2e", hunter) <= 3 else 1]
            shift(game, hunter, side, "3.2e")
            if game.a_handle[hunter]:
                game.emit("contact_moved", "7.0 5.1c", TO_ALL, game.a_handle[hunter], game.a_hex[hunter])


def ships_lit(game: Game) -> bool:
    """Is the task force illuminated? [26.2.2b]"""
    return game.flares > 0 or game.layout.always_lit


def drop_flares(game: Game, among_ships: list[Attacker]) -> None:
    """A dropper that ends its move in the box keeps the Flares counter three turns ahead [26.2.2a]."""
    for attacker in among_ships:
        if game.layout.groups[game.a_group[attacker]].role == FLARE_DROPPER:
            if not game.a_dropped[attacker]:
                game.a_dropped[attacker] = game.turn
            game.flares = max(game.flares, game.turn + 3)
            game.emit("flares", "26.2.2a", TO_ALL, game.flares)


def launch_torpedoes(game: Game, among_ships: list[Attacker]) -> None:
    """A torpedo bomber that ends its move in the box launches, once [26.3b]."""
    values = game.layout.scenario.vp
    assert values is not None
    for attacker in among_ships:
        if game.layout.groups[game.a_group[attacker]].role == TORPEDO and not game.a_dropped[attacker]:
            game.a_dropped[attacker] = game.turn
            points = values["torpedo_launch_lit"] if ships_lit(game) else values["torpedo_launch_dark"]
            game.vp += points
            game.emit("torpedo", "26.3b 26.3a", TO_ALL, points, game.vp)


def score_loss(game: Game, attacker: Attacker) -> None:
    """Victory points for a raider shot down before it dropped (scenario 9)."""
    values = game.layout.scenario.vp
    if values is None or game.a_dropped[attacker]:
        return
    role = game.layout.groups[game.a_group[attacker]].role
    what = "torpedo_destroyed_before_launch" if role == TORPEDO else "flare_dropper_destroyed_before_drop"
    points = values[what]
    game.vp += points
    game.emit("points", "3.2e", TO_ALL, points, game.vp)


def flares_burn_out(game: Game) -> None:
    """The turn marker reaches the Flares counter: dark again [26.2.2b, 4.0e]."""
    if game.flares and game.turn >= game.flares:
        game.flares = 0
        game.emit("flares_out", "26.2.2b 4.0e", TO_ALL)
