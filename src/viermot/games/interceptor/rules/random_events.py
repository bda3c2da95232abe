"""Random events: chart C1, at the first 12 of a sortie's interception rolls [7.10]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.ids import NO_BOMBER, NO_ENEMY, BomberType, Crewman
from viermot.games.interceptor.model.notation import NO, YES, YES_NO
from viermot.games.interceptor.model.records import NOBODY
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIRFRAME,
    ARMOURER,
    ARMOURER_MARKER,
    BOUNCED,
    CHARM_MARKER,
    DISADVANTAGED,
    ENGINE_TROUBLE,
    EYEWITNESS,
    EYEWITNESS_MARKER,
    GROUND_CONTROL,
    GROUND_CONTROL_MARKER,
    KILLED,
    LUCKY_CHARM,
    NEWSREEL,
    OLD_HAND,
    PILOT,
    SIGHTED,
    START_ADVANTAGED,
    STRAGGLER,
    STRAY_FIRE,
    WINGMAN,
    WRONG_VECTOR,
)
from viermot.games.interceptor.rules.bombers.bombers import hit_bomber, new_bomber
from viermot.games.interceptor.rules.bombers.passes import begin_pass
from viermot.games.interceptor.rules.career import prestige
from viermot.games.interceptor.rules.chance import FINE, GRAVE, SETBACK, charm_order, roll_for
from viermot.games.interceptor.rules.damage.airframe import firepower, is_down, without_power
from viermot.games.interceptor.rules.damage.damage import take_hits
from viermot.games.interceptor.rules.damage.landing import abandon, come_down
from viermot.games.interceptor.rules.damage.losses import write
from viermot.games.interceptor.rules.fighters.encounter import start_fight
from viermot.games.interceptor.rules.options.company import fight_rounds
from viermot.kernel.agenda import Words, question, step, task

LONE_BOMBER: Final = BomberType(0)  # the straggler is a B-17, the first of the list
MARKER_OF = {
    GROUND_CONTROL: GROUND_CONTROL_MARKER,
    EYEWITNESS: EYEWITNESS_MARKER,
    LUCKY_CHARM: CHARM_MARKER,
    ARMOURER: ARMOURER_MARKER,
}


@step
def random_event(game: Game) -> None:
    """Two dice: from very bad to very good [7.10]."""
    roll_for(game, 2, "random event", "7.10a", event_rolled, bad=event_is_bad)


def event_is_bad(game: Game, dice: tuple[int, ...]) -> int:
    """Is it in the worst third of the chart?"""
    return (
        SETBACK if game.layout.random_events[sum(dice)] in (STRAY_FIRE, BOUNCED, ENGINE_TROUBLE, WRONG_VECTOR) else FINE
    )


@step
def event_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """Chart C1 [7.10]."""
    event = game.layout.random_events[sum(dice)]
    game.announce("random_event", "7.10a 7.10b", event)
    pilot = game.pilot
    if event in MARKER_OF:
        if event == LUCKY_CHARM and pilot.career.charmed:
            game.announce("charm_spent", "7.10b")
            return
        if pilot.career.markers & MARKER_OF[event]:
            game.announce("marker_held", "7.10b", event)
        pilot.career.markers |= MARKER_OF[event]
        if event == LUCKY_CHARM:
            game.push(charm_order)
    elif event == STRAY_FIRE:
        roll_for(game, 1, "stray fire", "7.10b", stray_fire, bad=many_hits)
    elif event == BOUNCED:
        pilot.duel.bounced = 1
        game.next(
            task(start_fight, game.layout.sweeps[game.raid.zone][0], DISADVANTAGED, 0), task(fight_rounds, (game.me,))
        )
    elif event == ENGINE_TROUBLE:
        pilot.sortie.trouble = 1
    elif event == WRONG_VECTOR:
        pilot.sortie.box += game.layout.vector_boxes - 1
    elif event == STRAGGLER:
        game.push(straggler)
    elif event == OLD_HAND:
        game.push(old_hand)
    elif event == NEWSREEL:
        prestige.gain(game, game.layout.newsreel_points, "7.10b")


def many_hits(game: Game, dice: tuple[int, ...]) -> int:
    """More than half the hits possible?"""
    return GRAVE if sum(dice) > 4 else SETBACK


@step
def stray_fire(game: Game, dice: tuple[int, ...]) -> None:
    """Hits: half a die [7.10]."""
    divide = game.layout.stray_divide
    hits = (sum(dice) + divide - 1) // divide
    game.announce("stray_fire", "7.10b", hits)
    game.next(task(take_hits, hits), task(after_hits))


@step
def after_hits(game: Game) -> None:
    """Did the stray fire bring him down? [7.4, 7.4.1]"""
    pilot = game.pilot
    if is_down(pilot):
        game.push(abandon)
    elif without_power(game.mat, pilot.sortie.own_hits):
        game.push(come_down)


@question(PILOT, "7.10b", YES_NO, default=YES)
def straggler(game: Game) -> list[int]:
    """A lone, damaged B-17 without escort: attack it? [7.10]"""
    return [YES, NO] if firepower(game) else [NO]


@straggler.chosen
def straggler_met(game: Game, answer: int) -> None:
    if not answer:
        game.announce("leaves_bombers", "2.3")
        write(game, game.layout.bombers[LONE_BOMBER].name, SIGHTED)
        return
    pilot = game.pilot
    pilot.attack.straggler = 1
    pilot.attack.bomber_type = LONE_BOMBER
    pilot.attack.escort = NO_ENEMY
    pilot.attack.met = START_ADVANTAGED
    pilot.attack.first_pass = 1
    pilot.attack.formation = 0
    pilot.attack.under_way = pilot.attack.location = 0
    new_bomber(game, LONE_BOMBER)
    hits = game.die("straggler", "7.10b")
    game.announce("straggler", "7.10b", hits)
    pilot.round.firing = NOBODY
    hit_bomber(game, hits, AIRFRAME)
    if pilot.attack.down:
        game.announce("straggler_gone", "7.10b")
        pilot.attack.target = NO_BOMBER
    else:
        game.push(begin_pass)


@question(PILOT, "7.10b", Words("pilot", "wingman"), default=PILOT)
def old_hand(game: Game) -> list[Crewman]:
    """Who learns from the old hand: the pilot or the wingman? [7.10]"""
    gone = game.pilot.wingman.away or game.pilot.sortie.wingman_wound == KILLED
    return [PILOT] if gone else [PILOT, WINGMAN]


@old_hand.chosen
def learned(game: Game, who: Crewman) -> None:
    if who:
        game.pilot.wingman.xp += game.layout.old_hand_xp
    else:
        game.pilot.career.xp += game.layout.old_hand_xp
    game.announce("old_hand", "7.10b", who)
