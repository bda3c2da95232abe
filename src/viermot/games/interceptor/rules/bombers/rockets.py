"""Werfergranate 21: fired before Long range, they break up the combat box; carried, they cost speed [7.1.14]."""

from __future__ import annotations

from viermot.games.interceptor.model.notation import NO, YES, YES_NO
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import AIR_BOMB, AIRFRAME, BOMBER_KILL, CLIMB, LONG, PILOT
from viermot.games.interceptor.rules.bombers.bombers import hit_bomber
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.airframe import out_of_action
from viermot.games.interceptor.rules.damage.losses import credit
from viermot.kernel.agenda import Refusal, Words, question, step

KEEP, FIRE, DROP = range(3)
BOMB_HITS_ON = 8  # Knoke's bomb of 1943, resolved as rockets are (his card, C24)


def has_bomb(game: Game) -> bool:
    """Does an ace with that card carry a bomb this month? [10.2.2]"""
    career = game.pilot.career
    return career.special == AIR_BOMB and career.bomb_month != game.month + 1


@question(PILOT, "7.1.14a", Words("keep", "fire", "drop"))
def rocket_salvo(game: Game) -> list[int]:
    """Before the Long range round: fire the rockets, or drop the bomb? [7.1.14]"""
    attack, sortie = game.pilot.attack, game.pilot.sortie
    if attack.range != LONG or attack.down or attack.location >= CLIMB or out_of_action(game):
        return [KEEP]
    return [KEEP] + ([FIRE] if sortie.rockets else []) + ([DROP] if has_bomb(game) else [])


@rocket_salvo.suggests
def rocket_salvo_suggested(game: Game) -> int | None:
    return FIRE if game.pilot.sortie.rockets else None


@rocket_salvo.chosen
def salvo(game: Game, answer: int) -> None:
    sortie, career = game.pilot.sortie, game.pilot.career
    if answer == FIRE:
        sortie.rockets = 0
        roll_for(game, 2, "rockets", "7.1.14a", rockets_fired, game.mat.rocket_hit, bad=missed)
    elif answer == DROP:
        career.bomb_month = game.month + 1
        game.announce("bomb_dropped", "10.2.2")
        roll_for(game, 2, "rockets", "7.1.14a 10.2.2", rockets_fired, BOMB_HITS_ON, bad=missed)


@rocket_salvo.refuses
def why_not_rocket_salvo(game: Game, answer: int) -> Refusal:
    return ("7.1.14a", "no_rockets")


def missed(game: Game, dice: tuple[int, ...], needed: int) -> int:
    """No hit?"""
    return SETBACK if sum(dice) < needed else FINE


@step
def rockets_fired(game: Game, dice: tuple[int, ...], needed: int) -> None:
    """A hit scatters all the B-17s in the box; a miss does nothing [7.1.14]."""
    if missed(game, dice, needed):
        game.announce("rockets_miss", "7.1.14a 7.1.14c")
    else:
        roll_for(game, 1, "rocket hits", "7.1.14a", rockets_hit)


@step
def rockets_hit(game: Game, dice: tuple[int, ...]) -> None:
    """One or two hits, and the formation is broken [7.1.14]."""
    pilot = game.pilot
    hits = game.layout.rocket_hits[sum(dice)]
    if game.layout.is_b17[pilot.attack.target]:
        game.announce("rockets_hit", "7.1.14a 7.1.7b 7.1.14c", hits)
        scatter(game)
    else:
        game.announce("rockets_hit", "7.1.14b 7.1.14c", hits)
    pilot.round.firing = PILOT
    hit_bomber(game, hits, AIRFRAME)
    if pilot.attack.down:
        credit(game, BOMBER_KILL, PILOT, "7.4d")


def scatter(game: Game) -> None:
    """The B-17s lose their formation; the leader's salvo works for the whole flight [7.1.7, 10.1.1]."""
    pilot = game.pilot
    pilot.attack.formation = 0
    if game.layout.together and pilot.sortie.ahead:
        for other in game.pilots:
            if other.airborne and other.career.unit == pilot.career.unit and other.sortie.box == pilot.sortie.box:
                other.attack.formation = 0


@question(PILOT, "7.1.14c", YES_NO)
def jettison(game: Game) -> list[int]:
    """At the start of a fight: jettison undamaged rockets, for more speed? [7.1.14]"""
    return [YES, NO] if game.pilot.sortie.rockets else [NO]


@jettison.chosen
def jettisoned(game: Game, answer: int) -> None:
    if answer:
        game.pilot.sortie.rockets = 0
        game.announce("jettisoned", "7.1.14c 7.1.14b")
