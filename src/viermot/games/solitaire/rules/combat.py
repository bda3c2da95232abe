"""Combat: who attacks, and which bombers notice: only tallied ones [S17.0a, 11.0, 20.0]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.nightfighter.model.ids import Fighter
from viermot.games.nightfighter.model.notation import FIGHTER
from viermot.games.nightfighter.rules.combat import guns_of, may_claim
from viermot.games.nightfighter.rules.gunnery import (
    ALONE,
    BEFORE,
    DEFERRED,
    HOLD_FIRE,
    OBLIQUE,
    at_target,
    why_no_attack,
)
from viermot.games.solitaire.model.board import PLAYER, TO_ALL
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.response import respond
from viermot.games.solitaire.rules.serrate import attacked_unseen, identify
from viermot.kernel.agenda import Facts, Words, question, step, task


@step
def combat_phase(game: Solo) -> None:
    """Phase 9: identify what is tallied (scenario 7), attack in the player's order, see who responds [11.0, S17.0a]."""
    close = tuple(f for f in game.fighters_on_map() if at_target(game, f))
    if not close:
        return
    checks = [task(identify, f) for f in close] if game.layout.identification else []
    game.next(*checks, task(next_attack, close))


@step
def next_attack(game: Solo, waiting: tuple[Fighter, ...]) -> None:
    """Attackers first, in the player's order; then bombers may notice the others [11.0, rulings A9, B52]."""
    close = [f for f in waiting if at_target(game, f)]
    ready = tuple(f for f in close if why_no_attack(game, f) is None and guns_of(game, f))
    if ready:
        game.push(who_attacks, Attackers(waiting, ready))
        return
    for fighter in close:
        held_by = why_no_attack(game, fighter)
        if held_by:
            rule, reason = held_by
            game.emit("cannot_attack", rule, TO_ALL, fighter, reason)
    game.next(*[task(noticed, f) for f in close])


class Attackers(NamedTuple):
    """The fighters not yet asked, and those of them that can attack."""

    waiting: tuple[Fighter, ...]
    ready: tuple[Fighter, ...]


@question(PLAYER, "11.0a", FIGHTER)
def who_attacks(game: Solo, order: Attackers) -> tuple[Fighter, ...]:
    """Which fighter goes in first? [11.0]"""
    return order.ready


@who_attacks.chosen
def goes_in(game: Solo, order: Attackers, fighter: Fighter) -> None:
    game.next(task(attack, fighter), task(next_attack, tuple(f for f in order.waiting if f != fighter)))


@question(PLAYER, "11.0a", Words("hold fire", "guns", "oblique"))
def attack(game: Solo, fighter: Fighter) -> list[int]:
    """Attack the tallied bomber in this hex, and with which guns? [11.0a, 20.0a]"""
    return [HOLD_FIRE, *guns_of(game, fighter)]


@attack.chosen
def attack_announced(game: Solo, fighter: Fighter, guns: int) -> None:
    target = game.f_tally[fighter]
    handle = game.a_handle[target]
    if guns == HOLD_FIRE:
        game.emit("holds_fire", "11.0a", TO_ALL, fighter, handle)
        game.push(noticed, fighter)
        return
    game.emit("attack", "11.0a 20.0a 6.0e" if guns == OBLIQUE else "11.0a", TO_ALL, fighter, handle, guns)
    if game.layout.identification:
        attacked_unseen(game, fighter)
    game.push(respond, fighter, target, guns, BEFORE)


@attack.refuses
def why_not_attack(game: Solo, fighter: Fighter, guns: int) -> tuple[str, str] | None:
    if guns == OBLIQUE and game.f_oblique[fighter] and game.f_dived[fighter] == game.turn:
        return ("18.0c", "dived_this_turn")
    return ("20.0a", "no_such_guns")


@attack.tells
def attack_facts(game: Solo, fighter: Fighter) -> Facts:
    return {"fighter": fighter, "contact": game.a_handle[game.f_tally[fighter]]}


@step
def noticed(game: Solo, fighter: Fighter) -> None:
    """The bomber a fighter has tallied may notice it even if it does not attack [17.4a, S17.0a, ruling B23]."""
    if at_target(game, fighter):
        if may_claim(game, fighter):
            game.push(claim, fighter)
        else:
            may_be_noticed(game, fighter, HOLD_FIRE)


@question(PLAYER, "28.4.1b", Words("no", "claim"), default=1)  # it can only help
def claim(game: Solo, fighter: Fighter) -> tuple[int, ...]:
    """It holds fire: claim that it is stalking with oblique guns, and so harder to notice? [28.4.1b]"""
    return (0, 1)


@claim.chosen
def claimed(game: Solo, fighter: Fighter, yes: int) -> None:
    may_be_noticed(game, fighter, DEFERRED if yes else HOLD_FIRE)


@claim.tells
def claim_facts(game: Solo, fighter: Fighter) -> Facts:
    return {"fighter": fighter}


def may_be_noticed(game: Solo, fighter: Fighter, guns: int) -> None:
    """Only the bomber it has tallied may notice the fighter [S17.0a]."""
    if game.layout.advanced_combat:
        game.push(respond, fighter, game.f_tally[fighter], guns, ALONE)
