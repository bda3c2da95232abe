"""Bomber combat: passes of up to three rounds, from Long range to Close [7.1].

Both sides' results wait in `pilot.round` until they are applied: together, or one after the other if somebody fires
first.
"""

from __future__ import annotations

from viermot.games.interceptor.model.ids import NO_BOMBER
from viermot.games.interceptor.model.notation import ROUND
from viermot.games.interceptor.model.options import BAIL_OUT, BREAK_OFF, firing, rounds
from viermot.games.interceptor.model.records import NOTHING
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    ADVANTAGED,
    AIRFRAME,
    CLOSE,
    DISADVANTAGED,
    GUNNERS,
    HEAD_ON,
    LONG,
    MEDIUM,
    OUT_OF_THE_SUN,
    PILOT,
    REFLEXES,
    SIGHTED,
    START_ADVANTAGED,
    START_DISADVANTAGED,
)
from viermot.games.interceptor.rules.bombers.bombers import bombs_aboard, flak, new_bomber
from viermot.games.interceptor.rules.bombers.escaping import escape
from viermot.games.interceptor.rules.bombers.gunfire import extend_burst, may_burst, shoot
from viermot.games.interceptor.rules.bombers.return_fire import count_gunners, return_fire, suffer
from viermot.games.interceptor.rules.bombers.rockets import has_bomb, rocket_salvo
from viermot.games.interceptor.rules.bombers.striking import strike
from viermot.games.interceptor.rules.damage.airframe import firepower, is_down, must_abort, out_of_action, without_power
from viermot.games.interceptor.rules.damage.landing import abandon, bail_out, come_down, may_bail_out
from viermot.games.interceptor.rules.damage.losses import bomber_gets_away, write
from viermot.games.interceptor.rules.fighters.encounter import start_fight
from viermot.games.interceptor.rules.fighters.wingman import can_attack, wingman_attacks_bomber
from viermot.games.interceptor.rules.options import approach
from viermot.kernel.agenda import Facts, Refusal, Task, Words, question, step, task

LEAVE, BOMBERS, ESCORTS = range(3)
AGAIN, ANOTHER, ENOUGH, JUMP = range(4)


@question(PILOT, "7.1.3a", Words("leave", "bombers", "escorts"))
def choose_target(game: Game) -> list[int]:
    """Attack the bombers, or the escorts first? [7.1.3]

    If there are escorts, even a pilot without guns may make for the bombers, break off and try to slip away [7.3.2].
    """
    attack = game.pilot.attack
    if attack.escort < 0:
        return [BOMBERS, LEAVE] if can_hurt_bombers(game) else [LEAVE]
    if attack.met == START_DISADVANTAGED:
        return [ESCORTS]
    return [BOMBERS, ESCORTS]


def can_hurt_bombers(game: Game) -> bool:
    """Does he have working guns, or rockets or a bomb? [7.1.14, 7.1.15]"""
    return bool(firepower(game) or game.pilot.sortie.rockets or has_bomb(game))


@choose_target.chosen
def target_chosen(game: Game, target: int) -> None:
    sortie, attack = game.pilot.sortie, game.pilot.attack
    if target == LEAVE:
        game.announce("leaves_bombers", "2.3 7.1.1")
        write(game, game.layout.bombers[attack.bomber_type].name, SIGHTED)
        return
    sortie.home |= sortie.trouble  # he goes home after the next combat [7.10]
    if target == ESCORTS:
        sun = attack.met == OUT_OF_THE_SUN
        if attack.met == START_DISADVANTAGED:
            game.announce("engages_escorts", "7.1.2f 7.1.3a", attack.escort)
            orientation = DISADVANTAGED
        else:
            orientation = ADVANTAGED if sun or attack.met == START_ADVANTAGED else HEAD_ON
            rule = "7.1.2j" if sun else "7.1.2e" if orientation else "7.1.2d"
            game.announce("engages_escorts", f"7.1.3a 7.2.1b {rule}", attack.escort)
        game.push(start_fight, attack.escort, orientation, int(sun))
        return
    game.announce("attacks_bombers", "7.1.3a 7.1.1" if attack.met != START_DISADVANTAGED else "7.1.2f 7.1.3a")
    game.push(begin_pass)


@choose_target.refuses
def why_not_choose_target(game: Game, target: int) -> Refusal:
    """Attacking the bombers is always allowed here."""
    return ("7.2.1b", "escorts_cannot_be_avoided") if target == LEAVE else ("7.1.3a", "no_escorts")


@choose_target.tells
def choose_target_facts(game: Game) -> Facts:
    attack = game.pilot.attack
    return {"bomber": attack.bomber_type, "enemy": attack.escort, "met": attack.met}


@step
def begin_pass(game: Game) -> None:
    """A pass starts at Long range; if there is no target yet, a bomber is singled out [7.1.6, 7.1.11]."""
    pilot = game.pilot
    pilot.attack.range = LONG
    pilot.attack.fresh = 1
    pilot.round.number = 0
    if pilot.attack.target < 0:
        game.next(task(single_out), task(open_pass))
    else:
        game.push(open_pass)


@step
def single_out(game: Game) -> None:
    """One bomber of the box: perhaps a YB-40, perhaps already hit by flak [7.1.2, 7.1.5]."""
    pilot, layout = game.pilot, game.layout
    kind = pilot.attack.bomber_type
    may_be = (
        game.month in layout.yb40_months and layout.is_b17[kind] and layout.yb40 >= 0 and not pilot.attack.straggler
    )
    if may_be and sum(game.roll(2, "YB-40", "7.1.2c")) >= layout.yb40_roll:
        kind = layout.yb40
    new_bomber(game, kind)
    rules = "7.1.2c 4.3.2" + (" 7.1.4a" if bombs_aboard(game, pilot) else "")
    game.announce("target", rules, kind, int(bombs_aboard(game, pilot)))
    pilot.attack.under_way = 0
    game.push(flak)


@step
def open_pass(game: Game) -> None:
    """Where he comes in from and at what range; rockets are fired first [7.1.2, 7.1.14, 10.5]."""
    attack, sortie = game.pilot.attack, game.pilot.sortie
    if attack.down:  # the flak has finished it; there are others
        attack.target = NO_BOMBER
        game.push(begin_pass)
        return
    attack.under_way = 1
    tasks: list[Task] = []
    if game.layout.advanced:
        tasks.append(task(approach.take_position))
    if attack.first_pass and attack.met == OUT_OF_THE_SUN:
        tasks.append(task(out_of_the_sun))
    if sortie.rockets or has_bomb(game):
        tasks.append(task(rocket_salvo))
    game.next(*tasks, task(next_round))


@question(PILOT, "7.1.2i", Words("long", "medium"), default=MEDIUM)
def out_of_the_sun(game: Game) -> list[int]:
    """Out of the sun: start at Medium range or at Long? [7.1.2]"""
    return [LONG] if approach.is_vertical(game.pilot) or out_of_action(game) else [MEDIUM, LONG]


@out_of_the_sun.chosen
def sun_range(game: Game, chosen: int) -> None:
    game.pilot.attack.range = chosen
    game.announce("out_of_the_sun", "7.1.2i", chosen)


@step
def next_round(game: Game) -> None:
    """The next round of the pass, unless something has ended it."""
    pilot = game.pilot
    if pilot.attack.down or out_of_action(game):
        game.push(round_over)
        return
    if approach.is_vertical(pilot):
        pilot.attack.range = MEDIUM
    game.push(fire_round)


@question(PILOT, "7.1.3c", ROUND)
def fire_round(game: Game) -> list[int]:
    """Where to aim this round, and how; or break off the attack? [7.1.3, 7.1.6, 7.1.13]

    Without a working gun there is no round; after one he may also bail out instead of breaking off [ruling D95].
    """
    pilot = game.pilot
    options: list[int] = []
    if firepower(game):
        ready = pilot.career.skills & REFLEXES and not pilot.sortie.spent & REFLEXES and not fires_first(game)
        options += rounds(may_burst(game), can_attack(pilot), bool(ready))
    options.append(BREAK_OFF)
    if pilot.round.number:
        options.append(BAIL_OUT)
    return options


@fire_round.suggests
def fire_round_suggested(game: Game) -> int | None:
    return AIRFRAME if firepower(game) else BREAK_OFF


@fire_round.refuses
def why_not_fire_round(game: Game, option: int) -> Refusal:
    if option == BAIL_OUT:
        return ("7.4.1g", "bail_out_after_a_round")
    if not firepower(game):
        return ("7.1.15", "nothing_fires")
    wanted = firing(option)
    if wanted.burst and not may_burst(game):
        return ("7.1.13a", "no_burst")
    if wanted.wingman and not can_attack(game.pilot):
        return ("7.2.3.1a", "no_wingman")
    return ("7.7f", "no_reflexes")


@fire_round.tells
def fire_round_facts(game: Game) -> Facts:
    attack = game.pilot.attack
    fp = firepower(game)
    return {"bomber": attack.target, "range": attack.range, "fp": fp, "fires": bool(fp)}


def fires_first(game: Game) -> bool:
    """Advantaged or out of the sun, in the first round of the first pass, even a vertical one [7.1.6, ruling D75]."""
    attack = game.pilot.attack
    if not attack.first_pass or not attack.fresh or (attack.late_shot and attack.range == LONG):
        return False
    return attack.met in (OUT_OF_THE_SUN, START_ADVANTAGED)


@fire_round.chosen
def round_begins(game: Game, option: int) -> None:
    """Who fires when: normally both at once [7.1.6, 7.1.12]."""
    pilot = game.pilot
    if option == BREAK_OFF:
        game.announce("breaks_off", "7.1.6g 7.3.2")
        game.push(pass_over)
        return
    if option == BAIL_OUT:
        game.next(task(bomber_gets_away), task(bail_out))
        return
    wanted = firing(option)
    first = fires_first(game)
    unseen = first and pilot.attack.met == OUT_OF_THE_SUN
    if wanted.first:
        game.use_up(REFLEXES)
        game.announce("reflexes", "7.7f 7.1.6h")
        first = True
    pilot.attack.aim = wanted.aim
    pilot.round.number += 1
    pilot.round.shot = pilot.round.incoming = NOTHING
    pilot.round.bonus = pilot.round.burst = pilot.round.after_jam = pilot.attack.exposed = pilot.round.silent = 0
    rules = "7.1.3c 7.1.6f" if first else "7.1.3c 7.1.6f 7.1.6h"
    if can_attack(pilot) and not wanted.wingman:
        rules += " 7.2.3.1b"
    game.announce("round", rules, pilot.attack.range, pilot.attack.aim)
    ours = [task(extend_burst), task(shoot)] if wanted.burst else [task(shoot)]
    wing = [task(wingman_attacks_bomber)] if wanted.wingman else []
    if pilot.attack.late_shot and pilot.attack.range == LONG and not wanted.first:
        pilot.attack.gunners = pilot.attack.bomber_hits[GUNNERS]
        pilot.attack.exposed = int(wanted.burst)
        game.next(task(return_fire), task(suffer), task(answer_fire, option), task(round_over))
    elif unseen:
        game.announce("unseen", "7.1.2i 7.1.6h")
        game.next(*ours, task(strike), *wing, task(round_over))
    elif first:
        game.announce("fires_first", "7.1.6h" if wanted.first else "7.1.2e 7.1.6h 7.1.12b")
        game.next(*ours, task(strike), *wing, task(return_fire), task(count_gunners), task(suffer), task(round_over))
    else:
        pilot.attack.gunners = pilot.attack.bomber_hits[GUNNERS]
        game.next(*ours, task(return_fire), task(strike), *wing, task(suffer), task(round_over))


@step
def answer_fire(game: Game, option: int) -> None:
    """The bomber fired first; if he is still flying, he fires now [10.5]."""
    if is_down(game.pilot):
        return
    wanted = firing(option)
    if wanted.wingman:
        game.push(wingman_attacks_bomber)
    game.push(strike)
    game.next(*([task(extend_burst), task(shoot)] if wanted.burst else [task(shoot)]))


@step
def round_over(game: Game) -> None:
    """If he is still flying he closes in; after Close range the pass is over [7.1.6]."""
    pilot = game.pilot
    pilot.attack.fresh = 0
    if is_down(pilot):
        game.next(task(bomber_gets_away), task(abandon))
    elif without_power(game.mat, pilot.sortie.own_hits):
        game.announce("glides_away", "7.4.1f")
        game.next(task(bomber_gets_away), task(come_down))
    elif pilot.attack.down or pilot.attack.range == CLOSE or approach.is_vertical(pilot):
        game.push(pass_over)
    else:
        pilot.attack.range += 1
        game.announce("closes_in", "7.1.6f", pilot.attack.range)
        game.push(fire_round)


@step
def pass_over(game: Game) -> None:
    """The pass is over: the escorts come, or he may come round again [7.1.9, 7.1.10, 7.1.11]."""
    attack = game.pilot.attack
    attack.first_pass = attack.under_way = attack.late_shot = 0
    if attack.down:
        attack.target = NO_BOMBER
    if attack.escort >= 0 and not attack.straggler:
        game.announce("escorts_come", "7.1.10a 7.1.9", attack.escort)
        game.next(task(bomber_gets_away), task(escape))
    else:
        game.push(after_pass)


@question(PILOT, "7.1.9", Words("again", "another", "enough", "bail out"))
def after_pass(game: Game) -> list[int]:
    """Another pass at this bomber, a pass at a new one, or enough? [7.1.9, 7.1.11]"""
    pilot = game.pilot
    options = [ENOUGH]
    if not must_abort(pilot) and can_hurt_bombers(game):
        if pilot.attack.target >= 0:
            options.append(AGAIN)
        if not pilot.attack.straggler:
            options.append(ANOTHER)
    if may_bail_out(pilot):
        options.append(JUMP)
    return options


@after_pass.refuses
def why_not_after_pass(game: Game, answer: int) -> Refusal:
    if answer == JUMP:
        return ("7.4.1g", "bail_out_after_a_round")
    if must_abort(game.pilot):
        return ("7.4.2b", "must_abort")
    return ("7.1.11", "no_bomber") if can_hurt_bombers(game) else ("7.1.15", "nothing_fires")


@after_pass.tells
def after_pass_facts(game: Game) -> Facts:
    return {"bomber": game.pilot.attack.target, "fp": firepower(game)}


@after_pass.chosen
def pass_decided(game: Game, answer: int) -> None:
    pilot = game.pilot
    if answer == AGAIN:
        game.announce("another_pass", "7.1.11 7.1.9", 0)
        game.push(begin_pass)
    elif answer == ANOTHER:
        game.announce("another_pass", "7.1.11 7.1.9", 1)
        game.next(task(bomber_gets_away), task(begin_pass))
    elif answer == JUMP:
        game.next(task(bomber_gets_away), task(bail_out))
    else:
        if must_abort(pilot):
            game.announce("must_abort", "7.4.2b")
        game.announce("combat_over", "7.1.9 7.1.1")
        game.push(bomber_gets_away)
