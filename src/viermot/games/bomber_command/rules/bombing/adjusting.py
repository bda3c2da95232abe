"""Adjusting where the bombs fell: error scatters them, accuracy pulls them together [10.5.1, 10.5.2]."""

from __future__ import annotations

from viermot.games.bomber_command.model.board import BRITISH, GERMAN, TO_ALL
from viermot.games.bomber_command.model.bombed_city import (
    accuracy_parts,
    bombed_city_of,
    error_parts,
    lose_outside,
    plan_of,
)
from viermot.games.bomber_command.model.bombing_notation import (
    BOMB_WORDS,
    DONE,
    MOVE,
    move_code,
    moved,
)
from viermot.games.bomber_command.model.ids import CityArea
from viermot.games.bomber_command.model.records import HE, INC, NOTHING
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.agenda import Facts, Refusal, question, step


@step
def bombing_error(game: Game) -> None:
    """The German player gets points to scatter the bombs; the raid's disruption is announced [10.5.2a, 10.5.2b]."""
    parts = error_parts(game)
    bombed = game.bombed_city = bombed_city_of(game)._replace(points=sum(value for _, value in parts))
    disruption = game.raid_disruptions[bombed.raid]
    rules = "10.5.2a 10.5.2b 9.8.3b 4.2.1d 4.2b"
    game.emit("bombing_error", rules, TO_ALL, bombed.city, disruption, bombed.points, tuple(parts))
    if bombed.points:
        game.push(scatter_bomb)


@step
def bombing_accuracy(game: Game) -> None:
    """The British player gets points to pull them together [10.5.2c]."""
    parts = accuracy_parts(game)
    bombed = game.bombed_city = bombed_city_of(game)._replace(points=sum(value for _, value in parts))
    game.emit("bombing_accuracy", "10.5.2c", TO_ALL, bombed.city, bombed.points, tuple(parts))
    if bombed.points:
        game.push(gather_bomb)


def _moves(game: Game, seat: int) -> list[int]:
    """Every move of one of this attack's counters to an adjacent area; each side may cross the boundary one way only
    [10.5.1, 10.6b]."""
    plan = plan_of(game)
    found = [DONE]
    for area in plan.every_area:
        for kind in _kinds_on(game, area):
            found += [move_code(plan, kind, area, there) for there in plan.adjacent[area]]
            if seat == GERMAN and len(plan.adjacent[area]) < 6:
                found.append(move_code(plan, kind, area, plan.country))
    if seat == BRITISH:
        for kind in _kinds_on(game, plan.country):
            found += [move_code(plan, kind, plan.country, there) for there in plan.outermost]
    return found


BOTH, ONLY_HE, ONLY_INC = (HE, INC), (HE,), (INC,)


def _kinds_on(game: Game, area: CityArea) -> tuple[int, ...]:
    """The kinds of this attack's counters that lie there."""
    there = game.areas[area]
    if there.he:
        return BOTH if there.inc else ONLY_HE
    return ONLY_INC if there.inc else ()


def _move(game: Game, rule: str, option: int) -> bool:
    """Carry out a move; is there a point left for another?"""
    if option == DONE:
        return False
    plan, bombed = plan_of(game), bombed_city_of(game)
    kind, start, end = moved(plan, option)
    game.areas[start] = game.areas[start].with_more(kind, -1)
    game.areas[end] = game.areas[end].with_more(kind)
    bombed = game.bombed_city = bombed._replace(points=bombed.points - 1)
    game.emit("bomb_moved", rule, TO_ALL, bombed.city, BOMB_WORDS[kind], plan.names[start], plan.names[end])
    return bombed.points > 0


def _move_why_not(game: Game, seat: int, option: int) -> Refusal | None:
    plan = plan_of(game)
    kind, start, end = moved(plan, option)
    there = game.areas[start] if start <= plan.size else NOTHING
    if not there.of(kind):
        old = there.old_inc if kind == INC else there.old_he
        return ("10.6b", "old_bombs_stay") if old else ("10.5.1", "no_such_bomb")
    if end == plan.country:
        return "10.5.1", "only_german_moves_out" if seat == BRITISH else "not_at_the_boundary"
    if start == plan.country:
        return "10.5.1", "only_british_moves_in" if seat == GERMAN else "not_at_the_boundary"
    return "10.5.1", "one_area_a_point"


@question(GERMAN, "10.5.2a", MOVE, undoable=True)
def scatter_bomb(game: Game) -> list[int]:
    """Which counter goes astray? [10.5.1, 10.5.2]"""
    return _moves(game, GERMAN)


@scatter_bomb.tells
def scatter_bomb_facts(game: Game) -> Facts:
    bombed = bombed_city_of(game)
    return {"city": bombed.city, "left": bombed.points}


@scatter_bomb.refuses
def why_not_scatter_bomb(game: Game, option: int) -> Refusal | None:
    return _move_why_not(game, GERMAN, option)


@scatter_bomb.chosen
def _scattered(game: Game, option: int) -> None:
    if _move(game, "10.5.1 10.5.2a", option):
        game.push(scatter_bomb)


@question(BRITISH, "10.5.2c", MOVE, undoable=True)
def gather_bomb(game: Game) -> list[int]:
    """Which counter is moved to a better place? [10.5.1, 10.5.2]"""
    return _moves(game, BRITISH)


@gather_bomb.tells
def gather_bomb_facts(game: Game) -> Facts:
    bombed = bombed_city_of(game)
    return {"city": bombed.city, "left": bombed.points}


@gather_bomb.refuses
def why_not_gather_bomb(game: Game, option: int) -> Refusal | None:
    return _move_why_not(game, BRITISH, option)


@gather_bomb.chosen
def _gathered(game: Game, option: int) -> None:
    if _move(game, "10.5.1 10.5.2c", option):
        game.push(gather_bomb)


@step
def clear_countryside(game: Game) -> None:
    """What still lies outside is lost [10.5.2d]."""
    lost = lose_outside(game, plan_of(game))
    if lost:
        game.emit("bombs_lost", "10.5.2d", TO_ALL, bombed_city_of(game).city, lost)
