"""Bomber response: only a tallied bomber notices, and its corkscrew shakes off everybody [S17.0, S28.0b]."""

from __future__ import annotations

from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter
from viermot.games.nightfighter.model.state import ON_MAP
from viermot.games.nightfighter.rules.gunnery import AFTER, BEFORE, OBLIQUE, damage, fire, hits_of
from viermot.games.nightfighter.rules.response import (
    CORKSCREW,
    DEFENSIVE_FIRE,
    NO_RESPONSE,
    attack_after_all,
    mark_alerted,
    press_home,
    response_of,
    roll_to_follow,
)
from viermot.games.nightfighter.rules.tally import Modifier
from viermot.games.solitaire.model.board import TO_ALL
from viermot.games.solitaire.model.state import Solo
from viermot.kernel.agenda import Task, step, task


@step
def respond(game: Solo, fighter: Fighter, target: Attacker, guns: int, when: int) -> None:
    """Does the bomber notice the fighter that has it in sight, and what does it do about it? [17.4a, S17.0a]"""
    group = game.layout.groups[game.a_group[target]]
    together = (
        game.a_fate[target] == ON_MAP
        and game.f_hex[fighter] == game.a_hex[target]
        and game.f_facing[fighter] == game.a_facing[target]
    )
    answer = NO_RESPONSE
    if together and game.layout.advanced_combat and group.responds and game.f_tally[fighter] == target:
        answer = response_of(game, fighter, target, guns, when, group, " S17.0a")
    if answer == NO_RESPONSE:
        if when == BEFORE and together:
            game.next(task(fire, fighter, target, guns), task(second_chance, fighter, target, guns))
        return
    hits = game.f_hits[fighter]
    tasks: list[Task] = [task(defensive_fire, target, fighter, guns, int(answer == CORKSCREW))]
    if answer == DEFENSIVE_FIRE:
        tasks.append(task(mark_alerted, target))
        if when == BEFORE:
            tasks.append(task(press_home, fighter, target, guns, hits))
    else:
        tasks += [task(corkscrew, target, fighter, guns, when, hits), task(mark_alerted, target)]
    game.next(*tasks)


@step
def second_chance(game: Solo, fighter: Fighter, target: Attacker, guns: int) -> None:
    """A bomber that was taken by surprise and survived rolls again, now alerted [17.4.1b]."""
    if game.a_fate[target] == ON_MAP and game.flies(fighter) and game.layout.advanced_combat:
        game.emit("second_chance", "17.4.1b", TO_ALL, fighter, game.a_handle[target])
        game.push(respond, fighter, target, guns, AFTER)


def defensive_modifiers(game: Solo, target: Attacker, guns: int, corkscrewing: bool) -> list[Modifier]:
    """What the gunners add; in a corkscrew their printed firepower counts as 0 [17.4.2, S17.0c, ruling B13]."""
    group = game.layout.groups[game.a_group[target]]
    assert group.firepower is not None
    why: list[Modifier] = [("printed", group.firepower, "6.0c")]
    if corkscrewing or game.a_corkscrewed[target] == game.turn:
        why = [("gunners_thrown_about", 0, "S17.0c")]
    if group.village_inn:
        why.append(("village_inn", 1, "24.2.2"))
    if guns == OBLIQUE:
        why.append(("from_below", -1, "17.4.2c"))
    return why


@step
def defensive_fire(game: Solo, target: Attacker, fighter: Fighter, guns: int, corkscrewing: int) -> None:
    """The gunners shoot [17.4.2a, S17.0c]."""
    handle = game.a_handle[target]
    if game.layout.groups[game.a_group[target]].firepower is None:
        game.emit("no_gunners", "17.4.4b 17.4.2a", TO_ALL, fighter, handle)
        return
    why = defensive_modifiers(game, target, guns, bool(corkscrewing))
    rules = "17.4.2a"
    for _, _, name in why:
        rules += " " + name
    dice = game.roll(2, "defensive fire", rules, fighter, handle, tuple(why))
    hits = hits_of(game.layout, sum(dice) + sum(points for _, points, _ in why))
    if hits:
        damage(game, fighter, hits, "17.4.2a")
    else:
        game.emit("tracer_wide", "17.4.2a", TO_ALL, fighter, handle)


@step
def corkscrew(game: Solo, target: Attacker, fighter: Fighter, guns: int, when: int, hits: int) -> None:
    """It corkscrews: all lose it except a crew that stays with it on a 6; nobody moves [S17.0b, S28.0b, ruling B49]."""
    handle = game.a_handle[target]
    had_fix, held = game.f_fix[fighter] == target, game.in_contact(target)
    game.emit("corkscrews", "S17.0b 17.4.3a", TO_ALL, fighter, handle)
    game.a_corkscrewed[target] = game.turn
    stays = game.f_tally[fighter] == target and game.layout.follow_roll and game.flies(fighter)
    stays = stays and 6 in roll_to_follow(game, fighter, had_fix, " S28.0b")
    for other in game.layout.numbers:
        if other == fighter and stays:
            continue
        if game.f_tally[other] == target:
            game.f_tally[other] = NOBODY
        if game.f_fix[other] == target:
            game.f_fix[other] = NOBODY
    game.unmark(target)
    game.emit("shaken_off", "S17.0b", TO_ALL, handle)
    if stays:
        game.emit("stays_with_it", "S28.0b", TO_ALL, fighter, handle)
        if when != AFTER:
            attack_after_all(game, fighter, target, guns, hits)
    elif held:
        game.reverts(target)
