"""Combat: who attacks in what order, with which guns, and who notices [11.0a, 17.4a, 20.0]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.nightfighter.model.board import PLAYER, TO_ALL
from viermot.games.nightfighter.model.ids import Attacker, Fighter
from viermot.games.nightfighter.model.notation import FIGHTER
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.gunnery import (
    ALONE,
    BEFORE,
    DEFERRED,
    GUNS,
    HOLD_FIRE,
    OBLIQUE,
    at_target,
    has_guns,
    why_no_attack,
)
from viermot.games.nightfighter.rules.response import respond
from viermot.games.nightfighter.rules.slips import offers
from viermot.games.nightfighter.rules.special import identify
from viermot.kernel.agenda import Facts, Words, question, step, task


@step
def combat_phase(game: Game) -> None:
    """Phase 9: identify targets if need be, attack in the player's order, and see who responds [11.0, 17.4]."""
    company = tuple([f for f in game.layout.numbers if game.f_hex[f] >= 0 and game.f_hex[f] in game.a_hex])
    if not company:
        return
    if game.layout.identification:
        game.next(*[task(identify, f) for f in company if at_target(game, f)], task(next_attack, company))
    else:
        next_attack(game, company)


def guns_of(game: Game, fighter: Fighter) -> list[int]:
    """What this fighter can attack its tally with [20.0a, 18.0c]."""
    guns = [GUNS] if has_guns(game, fighter) else []
    corkscrewed = game.a_corkscrewed[game.f_tally[fighter]] == game.turn
    oblique = game.f_oblique[fighter] and not game.layout.oblique_as_main
    if oblique and game.f_dived[fighter] != game.turn and not corkscrewed:
        guns.append(OBLIQUE)
    return guns


@step
def next_attack(game: Game, waiting: tuple[Fighter, ...]) -> None:
    """Those who can attack go first, in the player's order; then bombers may notice the others [17.4a, ruling A9]."""
    close = [f for f in waiting if at_target(game, f)]
    ready = [f for f in close if why_no_attack(game, f) is None and guns_of(game, f)]
    if ready:
        game.push(who_attacks, Attackers(waiting, tuple(ready)))
        return
    for fighter in close:
        held_by = why_no_attack(game, fighter)
        if held_by:
            rule, reason = held_by
            game.emit("cannot_attack", rule, TO_ALL, fighter, reason)
    if game.layout.advanced_combat:
        next_noticed(game, waiting)


@step
def next_noticed(game: Game, waiting: tuple[Fighter, ...]) -> None:
    """Go on to the next fighter that has company in its hex."""
    for place, fighter in enumerate(waiting):
        if beside(game, fighter):
            game.next(task(noticed, fighter), task(next_noticed, waiting[place + 1 :]))
            return


class Attackers(NamedTuple):
    """The fighters not yet asked, and those of them that can attack."""

    waiting: tuple[Fighter, ...]
    ready: tuple[Fighter, ...]


@question(PLAYER, "11.0a", FIGHTER)
def who_attacks(game: Game, order: Attackers) -> tuple[Fighter, ...]:
    """Which fighter goes in first? [11.0]"""
    return order.ready


@who_attacks.chosen
def goes_in(game: Game, order: Attackers, fighter: Fighter) -> None:
    rest = tuple(f for f in order.waiting if f != fighter)
    game.next(task(attack, fighter), *offers(game), task(next_attack, rest))


@question(PLAYER, "11.0a", Words("hold fire", "guns", "oblique"))
def attack(game: Game, fighter: Fighter) -> list[int]:
    """Attack the tallied bomber in this hex, and with which guns? [11.0a, 20.0a]"""
    return [HOLD_FIRE, *guns_of(game, fighter)]


@attack.chosen
def attack_announced(game: Game, fighter: Fighter, guns: int) -> None:
    target = game.f_tally[fighter]
    handle = game.a_handle[target]
    if guns == HOLD_FIRE:
        game.emit("holds_fire", "11.0a", TO_ALL, fighter, handle)
        game.push(noticed, fighter)
        return
    rules = "11.0a 20.0a 6.0e" if guns == OBLIQUE else "11.0a"
    game.emit("attack", rules, TO_ALL, fighter, handle, guns)
    hits = game.f_hits[fighter]
    others = [a for a in beside(game, fighter) if a != target] if game.layout.advanced_combat else []
    game.next(
        *[task(respond, fighter, a, guns, ALONE, hits) for a in others],  # every bomber there, before it fires [17.4d]
        task(respond, fighter, target, guns, BEFORE, hits),
    )


@attack.refuses
def why_not_attack(game: Game, fighter: Fighter, guns: int) -> tuple[str, str] | None:
    if guns == OBLIQUE and game.f_oblique[fighter] and game.f_dived[fighter] == game.turn:
        return ("18.0c", "dived_this_turn")
    return ("20.0a", "no_such_guns")


@attack.tells
def attack_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter, "contact": game.a_handle[game.f_tally[fighter]]}


def beside(game: Game, fighter: Fighter) -> list[Attacker]:
    """Attackers in the fighter's hex with the same facing [17.4a]."""
    hex_, facing = game.f_hex[fighter], game.f_facing[fighter]
    return [a for a in game.on_map if game.a_hex[a] == hex_ and game.a_facing[a] == facing]


@step
def noticed(game: Game, fighter: Fighter) -> None:
    """Bombers may respond to a fighter that does not attack [17.4a]."""
    if may_claim(game, fighter):
        game.push(claim, fighter)
    else:
        may_be_noticed(game, fighter, HOLD_FIRE)


def may_claim(game: Game, fighter: Fighter) -> bool:
    """Is it stalking, with oblique guns, a bomber that it has in sight or on radar in this very hex? [28.4.1b]"""
    stalked = (game.f_tally[fighter], game.f_fix[fighter])
    return bool(
        game.layout.attack_positions
        and game.layout.advanced_combat
        and game.f_oblique[fighter]
        and any(a in stalked for a in beside(game, fighter))
    )


@question(PLAYER, "28.4.1b", Words("no", "claim"), default=1)  # it can only help
def claim(game: Game, fighter: Fighter) -> tuple[int, ...]:
    """It holds fire: claim that it is stalking with oblique guns, and so harder to notice? [28.4.1b]"""
    return (0, 1)


@claim.chosen
def claimed(game: Game, fighter: Fighter, yes: int) -> None:
    may_be_noticed(game, fighter, DEFERRED if yes else HOLD_FIRE)


@claim.tells
def claim_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter}


def may_be_noticed(game: Game, fighter: Fighter, guns: int) -> None:
    """Every bomber alongside may notice the fighter [17.4a]."""
    if game.layout.advanced_combat:
        hits = game.f_hits[fighter]
        game.next(*[task(respond, fighter, a, guns, ALONE, hits) for a in beside(game, fighter)])
