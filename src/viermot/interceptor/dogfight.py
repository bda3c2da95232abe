"""Fighter combat on the orientation wheel [7.2, 7.3, 10.6].

In each round both sides fire or defend; what their cards say is applied together, then initiative turns the wheel.
"""

from __future__ import annotations

from viermot.interceptor import quality
from viermot.interceptor.chance import draw_for, roll_for
from viermot.interceptor.damage import (
    damage_enemy,
    damage_own,
    down_enemy,
    enemy_firepower,
    firepower,
    has_gunner,
    hit_enemy,
    hit_enemy_group,
    is_agile,
    is_down,
    lose_own,
    must_abort,
    take_group,
    take_hits,
    wants_home,
    without_power,
)
from viermot.interceptor.gunfire import gunner_skills, shoot
from viermot.interceptor.initiative import initiative, shift
from viermot.interceptor.landing import abandon, bail_out, come_down
from viermot.interceptor.losses import credit, fighter_gets_away
from viermot.interceptor.notation import YES_NO
from viermot.interceptor.rockets import jettison
from viermot.interceptor.state import NOTHING, Game
from viermot.interceptor.terms import (
    ACM,
    ALL_DAMAGE,
    DE,
    ENEMY_ATTACK,
    ENEMY_DEFENCE,
    FIGHTER_KILL,
    GP,
    GUNNER,
    GUNNERY,
    HEAD_ON,
    MANOEUVRES,
    OWN_DEFENCE,
    PILOT,
    REAR_GUNNER,
    REFLEXES,
    RIVAL,
    S_TAIL,
    SHOT_TO_PIECES,
    SIXTH_SENSE,
    TAILED,
    TAILING,
    TRAINED,
    WINGMAN_ATTACKS,
    WINGMAN_BREAKS,
    WINGMAN_DRIVES_OFF,
    WINGMAN_HIT,
    WINGMAN_SPOILS,
    WINGMAN_TEXT,
)
from viermot.interceptor.wingman import can_assist, damage_wingman, wingman_fires
from viermot.kernel.agenda import Words, question, step

(
    ATTACK, ATTACK_FIRST, DEFEND, CALL_WINGMAN, TIGHT_TURN, BARREL_ROLL, CUBAN_EIGHT, CHANDELLE, IMMELMANN, SPLIT_S,
    DISENGAGE, BAIL_OUT,
) = range(12)  # fmt: skip
ACTIONS = Words(
    "attack", "attack first", "defend", "wingman", "tight turn", "barrel roll", "cuban eight", "chandelle",
    "immelmann", "split-s", "disengage", "bail out",
)  # fmt: skip
BARREL_ROLL_AVOIDS = 2
WE_LEFT, HE_LEFT = 1, 2  # how an encounter ends


@step
def start_fight(game: Game, enemy: int, orientation: int, sun: int) -> None:
    """An enemy fighter takes the place on the Fighter Target Chart [7.2.2]."""
    pilot = game.pilot
    pilot.enemy = pilot.last_enemy = enemy
    pilot.foe = [0] * len(pilot.foe)
    pilot.foe_down = 0
    pilot.orientation = orientation
    pilot.free_shot = sun
    pilot.fought = 1
    pilot.round = pilot.free = pilot.helped = 0
    pilot.enemy_quality = TRAINED
    pilot.attacking = pilot.exposed = 0
    game.tell("fight", "7.2.2a", enemy, orientation)
    if game.table.quality:
        pilot.enemy_quality = quality.of_enemy(game)
    game.next((jettison,))


# -- a round -------------------------------------------------------------------------------------------------


@step
def fight_round(game: Game) -> None:
    """One round: choices, cards, results, initiative [7.2.2.1 to 7.2.2.9]."""
    pilot = game.pilot
    if not pilot.airborne or pilot.enemy < 0:
        return
    pilot.round += 1
    pilot.shot = pilot.incoming = NOTHING
    pilot.bonus = pilot.burst = pilot.after_jam = 0
    pilot.avoid = pilot.gain = pilot.dodge = pilot.enemy_gain = pilot.finish = 0
    pilot.wing_fp = pilot.rear = pilot.wing_kill = 0
    pilot.was = pilot.orientation
    game.tell("fight_round", "7.2.2.9a", pilot.round, pilot.orientation)
    if pilot.bounced:
        pilot.bounced = 0
        game.tell("bounced", "7.10b")
        game.next((enemy_shoots,), (exchange,))
    elif pilot.orientation < HEAD_ON and wants_home(pilot):
        game.next((enemy_disengages,))
    else:
        game.next((dogfight,))


@question(PILOT, "7.2.2.3a", ACTIONS)
def dogfight(game: Game) -> list[int]:
    """Attack, defend, call the wingman, manoeuvre, or get away? [7.2.2.1, 7.2.2.2, 7.2.2.3, 7.3]"""
    pilot = game.pilot
    options: list[int] = []
    if pilot.orientation > HEAD_ON:
        if firepower(game) and not must_abort(pilot):
            options += attacks(game)
        options.append(DISENGAGE)
    else:
        if pilot.orientation == HEAD_ON and firepower(game):
            options += attacks(game)
        options.append(DEFEND)
        if can_assist(pilot):
            options.append(CALL_WINGMAN)
        options += [TIGHT_TURN, BARREL_ROLL]
        if game.table.manoeuvres:
            options += [
                CUBAN_EIGHT + number
                for number, skill in enumerate(MANOEUVRES)
                if pilot.skills & skill and not pilot.spent & skill
            ]
    if pilot.round > 1 or any(pilot.own) or pilot.wound:
        options.append(BAIL_OUT)
    return options


def attacks(game: Game) -> list[int]:
    """Firing, and firing first with Reflexes [7.7]."""
    pilot = game.pilot
    return [ATTACK, ATTACK_FIRST] if pilot.skills & REFLEXES and not pilot.spent & REFLEXES else [ATTACK]


@dogfight.refuses
def not_now(game: Game, action: int) -> tuple[str, str]:
    pilot = game.pilot
    if action == BAIL_OUT:
        return ("7.4.1g", "bail_out_after_a_round")
    if action == DISENGAGE:
        return ("7.3b", "not_behind_him")
    if action in (ATTACK, ATTACK_FIRST):
        if pilot.orientation < HEAD_ON:
            return ("7.2.2.1", "not_facing")
        if not firepower(game):
            return ("7.1.15", "nothing_fires")
        return ("7.4.2b", "must_abort") if action == ATTACK or must_abort(pilot) else ("7.7f", "no_reflexes")
    if pilot.orientation > HEAD_ON:
        return ("7.2.2.1", "he_cannot_fire")
    if action == CALL_WINGMAN:
        return ("7.2.2.3b", "no_wingman")
    return ("10.6b", "no_manoeuvre")


@dogfight.tells
def fight_facts(game: Game) -> dict[str, object]:
    pilot = game.pilot
    return {"enemy": pilot.enemy, "orientation": pilot.orientation, "fp": firepower(game)}


@dogfight.chosen
def action_chosen(game: Game, action: int) -> None:
    pilot = game.pilot
    if action <= ATTACK_FIRST:
        attack(game, action)
    elif action == DISENGAGE:
        disengage(game)
    elif action == BAIL_OUT:
        game.next((fighter_gets_away,), (bail_out,))
    else:
        rear = [(rear_gunner,)] if pilot.orientation < HEAD_ON and has_gunner(game) else []
        game.next((enemy_shoots,), (defend, action), *rear, (exchange,))


def attack(game: Game, action: int) -> None:
    """We fire; head on he fires too, otherwise he draws a defence [7.2.2.1]."""
    pilot = game.pilot
    first = action == ATTACK_FIRST
    if first:
        pilot.spent |= REFLEXES
        game.tell("reflexes", "7.7f")
    if pilot.orientation == HEAD_ON:
        if first:
            game.next((shoot,), (hit_him,), (enemy_shoots,), (exchange,))
        else:
            game.next((shoot,), (enemy_shoots,), (exchange,))
    elif pilot.free_shot:
        game.tell("free_shot", "7.1.2j")
        game.next((shoot,), (exchange,))
    elif game.table.versus and len(game.pilots) > 1:
        game.next((shoot,), (enemy_choice, int(first)), (exchange,))
    else:
        game.next((shoot,), (enemy_evades, int(first)), (exchange,))
    pilot.free_shot = 0


# -- the enemy's part ----------------------------------------------------------------------------------------


@step
def enemy_shoots(game: Game) -> None:
    """The enemy, if he faces us and has guns left, draws an attack card [7.2.2.1]."""
    pilot = game.pilot
    if pilot.foe_down:
        return
    if not enemy_firepower(game):
        game.tell("enemy_cannot_fire", "7.3.1a")
        return
    draw_for(game, ENEMY_ATTACK, "7.2.2.1 7.1.6a", enemy_card)


@step
def enemy_card(game: Game, card: int) -> None:
    """His result, in the column of his firepower; Sixth Sense blunts a deadly one [7.2.2.1, 7.7]."""
    pilot, table = game.pilot, game.table
    fp = enemy_firepower(game)
    pilot.incoming = table.hits[card][table.column[fp]]
    game.tell("enemy_fires", "7.2.2.1 7.1.7d", fp, pilot.incoming)
    if pilot.incoming == DE and pilot.skills & SIXTH_SENSE and not pilot.spent & SIXTH_SENSE:
        pilot.spent |= SIXTH_SENSE
        pilot.incoming = 2
        game.tell("sixth_sense", "7.7m")


@step
def enemy_evades(game: Game, first: int) -> None:
    """He does not face us: the defence of the card he draws [7.2.2.1]."""
    draw_for(game, ENEMY_DEFENCE, "7.2.2.1 7.2.2.6", enemy_defence, first)


@step
def enemy_defence(game: Game, card: int, first: int) -> None:
    """Hits avoided, unless we fired first; positions gained; perhaps he gets away [7.2.2.6, 7.7]."""
    pilot, table = game.pilot, game.table
    agile = is_agile(game, table.fighters[pilot.enemy], pilot.foe)
    pilot.dodge = 0 if first else table.avoid[card]
    pilot.enemy_gain = table.agile_improve[card] if agile else table.improve[card]
    pilot.finish = HE_LEFT if table.ends[card] else 0
    rules = "7.2.2.6 7.7f" if first else "7.2.2.6 7.2.2.8b" if agile and table.tight[card] else "7.2.2.6"
    game.tell("enemy_evades", rules, card, pilot.dodge, pilot.enemy_gain)


@question(RIVAL, "10.1.2", Words("defence", "wingman"))
def enemy_choice(game: Game, first: int) -> list[int]:
    """Competitive play: does the enemy use his defence text, or his wingman's? [10.1.2]"""
    return [0, 1]


@enemy_choice.chosen
def enemy_chose(game: Game, first: int, answer: int) -> None:
    game.tell("enemy_choice", "10.1.2", answer)
    game.next((enemy_calls_wingman,) if answer else (enemy_evades, first))


@step
def enemy_calls_wingman(game: Game) -> None:
    """The wingman text with sides changed [10.1.2]."""
    draw_for(game, ENEMY_DEFENCE, "10.1.2", enemy_wingman_text)


@step
def enemy_wingman_text(game: Game, card: int) -> None:
    """His wingman fires, breaks our attack, spoils our aim or drives us off [10.1.2]."""
    pilot, table = game.pilot, game.table
    text, value = table.wing_text[card], table.wing_value[card]
    game.tell("enemy_wingman", "10.1.2", card, text)
    if text == WINGMAN_ATTACKS:
        pilot.incoming = NOTHING
        draw_for(game, ENEMY_ATTACK, "10.1.2", enemy_wingman_card, value)
    elif text == WINGMAN_BREAKS:
        pilot.enemy_gain = value
    elif text == WINGMAN_SPOILS:
        pilot.dodge = value
    elif text == WINGMAN_DRIVES_OFF:
        pilot.finish = HE_LEFT


@step
def enemy_wingman_card(game: Game, card: int, fp: int) -> None:
    table = game.table
    game.pilot.incoming = table.hits[card][table.column[fp]]
    game.tell("enemy_fires", "10.1.2", fp, game.pilot.incoming)


@step
def enemy_disengages(game: Game) -> None:
    """Wounded, leaking or without guns he leaves instead of firing: surely when tailing us, else on 1 to 4 [7.3.1]."""
    pilot = game.pilot
    game.tell("enemy_disengages", "7.3.1a", pilot.enemy)
    if pilot.orientation == TAILED:
        game.tell("enemy_away", "7.3.1b")
        game.next((fight_ends, HE_LEFT))
        return
    if game.roll(1, "disengage", "7.3.1b", 1)[0] <= game.table.chances.disengage:
        game.tell("enemy_away", "7.3.1b")
        game.next((fight_ends, HE_LEFT))
    else:
        shift(game, 1, "7.3.1b")
        game.next((initiative,))


# -- our defence ---------------------------------------------------------------------------------------------


@step
def defend(game: Game, action: int) -> None:
    """A card's defence or wingman text, or a manoeuvre without a card [7.2.2.2, 7.2.2.3, 10.6]."""
    pilot = game.pilot
    if action == DEFEND:
        draw_for(game, OWN_DEFENCE, "7.2.2.3a 7.2.2.2a", own_defence)
    elif action == CALL_WINGMAN:
        draw_for(game, WINGMAN_TEXT, "7.2.2.3a 7.2.3.2a", own_wingman_text)
    elif action == TIGHT_TURN:
        agile = is_agile(game, game.mat, pilot.own)
        pilot.gain = 2 if agile else 1
        game.tell("manoeuvre", "7.2.2.2b 7.2.2.8b" if agile else "7.2.2.2b", action)
    elif action == BARREL_ROLL:
        pilot.avoid = BARREL_ROLL_AVOIDS
        game.tell("manoeuvre", "7.2.2.2b", action)
    else:
        number = action - CUBAN_EIGHT
        pilot.spent |= MANOEUVRES[number]
        pilot.avoid, pilot.gain, ends = game.table.manoeuvre[number]
        pilot.finish = WE_LEFT if ends else 0
        game.tell("manoeuvre", "10.6a 10.6b", action)


@step
def own_defence(game: Game, card: int) -> None:
    """Hits avoided, positions gained, perhaps the end of the encounter [7.2.2.6]."""
    pilot, table = game.pilot, game.table
    agile = is_agile(game, game.mat, pilot.own)
    pilot.avoid = table.avoid[card]
    pilot.gain = table.agile_improve[card] if agile else table.improve[card]
    pilot.finish = WE_LEFT if table.ends[card] else 0
    rules = "7.2.2.6 7.2.2.8b" if agile and table.tight[card] else "7.2.2.6"
    game.tell("evades", rules, card, pilot.avoid, pilot.gain)


@step
def own_wingman_text(game: Game, card: int) -> None:
    """He attacks, forces a break, spoils the enemy's aim, drives him off, is hit, or is busy [7.2.3.2]."""
    pilot, table = game.pilot, game.table
    text, value = table.wing_text[card], table.wing_value[card]
    game.tell("wingman_text", "7.2.3.2a 7.2.3", card, text)
    if text == WINGMAN_ATTACKS:
        pilot.wing_fp = value
    elif text == WINGMAN_BREAKS:
        pilot.gain = value
    elif text == WINGMAN_SPOILS:
        pilot.avoid = value
    elif text == WINGMAN_DRIVES_OFF:
        pilot.finish = HE_LEFT
    elif text == WINGMAN_HIT:
        damage_wingman(game)


@step
def rear_gunner(game: Game) -> None:
    """The Bordschütze fires with the DEFENSIVE FIRE number of a card of his own [7.2.2.4]."""
    draw_for(game, REAR_GUNNER, "7.2.2.4", rear_gunners_card)


@step
def rear_gunners_card(game: Game, card: int) -> None:
    pilot = game.pilot
    hits = game.table.fire[card]
    bonus = int(hits > 0 and bool(gunner_skills(pilot) & GUNNERY))
    pilot.rear = hits + bonus
    game.tell("rear_fire", "7.2.2.4 7.7n" if bonus else "7.2.2.4", pilot.rear)


# -- results, applied together [7.2.2.6] ---------------------------------------------------------------------


@step
def exchange(game: Game) -> None:
    """Both sides' results, then the wheel [7.2.2.6]."""
    game.next((hit_him,), (hit_us,), (wingman_fires,), (rear_hits,), (settle,))


@step
def hit_him(game: Game) -> None:
    """Our hits, less what he avoids; a tailed aircraft takes a hit on the tail besides [7.2.2.5, 7.4, 7.7]."""
    pilot = game.pilot
    shot, pilot.shot = pilot.shot, NOTHING
    if shot == NOTHING or pilot.foe_down:
        return
    if pilot.dodge == ALL_DAMAGE:
        game.tell("avoided", "7.2.2.6 7.4c" if shot == DE else "7.2.2.6", 1, shot)
        return
    bonus = int(shot > 0 and bool(pilot.skills & GUNNERY))
    if shot == DE:
        down_enemy(game, SHOT_TO_PIECES)
    elif shot == GP:
        hit_enemy_group(game, bonus - pilot.dodge)
        tail_hit(game, 1)
    else:
        hits = max(shot + bonus - pilot.dodge, 0)
        game.tell("fighter_hits", "7.2.2.6 7.1.7d 7.7n" if bonus else "7.2.2.6 7.1.7d", 1, hits)
        if hits:
            hit_enemy(game, hits)
            tail_hit(game, 1)
    if pilot.foe_down:
        credit(game, FIGHTER_KILL, PILOT, "7.4d")


@step
def hit_us(game: Game) -> None:
    """Their hits, less what we avoid, less one with A.C.M. [7.2.2.5, 7.2.2.6, 7.7]."""
    pilot = game.pilot
    incoming, pilot.incoming = pilot.incoming, NOTHING
    if incoming == NOTHING:
        return
    if pilot.avoid == ALL_DAMAGE:
        game.tell("avoided", "7.2.2.6 7.4c" if incoming == DE else "7.2.2.6", 0, incoming)
        return
    if incoming == DE:
        game.tell("destroyed", "7.4c")
        lose_own(game, SHOT_TO_PIECES)
        return
    more = 0
    rules = "7.2.2.6 7.1.7d"
    if game.table.quality:
        more = quality.more_hits(game, pilot.enemy_quality)
        rules += " 10.4"
    if pilot.skills & ACM:
        more -= 1
        rules += " 7.7l"
    if incoming == GP:
        game.next((take_group, more - pilot.avoid), (tail_hit, 0))
        return
    hits = max(incoming + more - pilot.avoid, 0)
    game.tell("fighter_hits", rules, 0, hits)
    if hits:
        game.next((take_hits, hits), (tail_hit, 0))


@step
def tail_hit(game: Game, side: int) -> None:
    """Whoever is tailed and hit at all is hit on the tail as well [7.1.2, 7.2.2.5]."""
    pilot = game.pilot
    if side and pilot.was == TAILING and not pilot.foe_down:
        game.tell("tail_bonus", "7.1.2h 7.2.2.5", side)
        damage_enemy(game, S_TAIL)
    elif not side and pilot.was == TAILED and not is_down(pilot):
        game.tell("tail_bonus", "7.1.2h 7.2.2.5", side)
        damage_own(game, S_TAIL)


@step
def rear_hits(game: Game) -> None:
    """What the rear gunner hit; his kill is his own [7.2.2.4]."""
    pilot = game.pilot
    if pilot.rear and not pilot.foe_down:
        hit_enemy(game, pilot.rear)
        if pilot.foe_down:
            credit(game, FIGHTER_KILL, GUNNER, "7.2.2.4")


@step
def settle(game: Game) -> None:
    """Who is down, who is away, how the wheel has turned [7.2.2.6, 7.2.2.9]."""
    pilot = game.pilot
    if is_down(pilot):
        game.next((fighter_gets_away,), (abandon,))
        return
    if pilot.foe_down:
        game.next((fight_ends, WE_LEFT if pilot.wing_kill else HE_LEFT))
    elif without_power(game.mat, pilot.own):
        game.tell("glides_away", "7.4.1f")
        game.next((fighter_gets_away,), (come_down,))
    elif pilot.finish:
        game.tell("encounter_ends", "7.2.2.6", int(pilot.finish == HE_LEFT))
        game.next((fight_ends, pilot.finish))
    else:
        if pilot.gain != pilot.enemy_gain:
            shift(game, pilot.gain - pilot.enemy_gain, "7.2.2.6")
        game.next((initiative,))


# -- disengaging [7.3] ---------------------------------------------------------------------------------------


def disengage(game: Game) -> None:
    """From behind him it is certain; Advantaged it takes 1 to 4 [7.3]."""
    pilot = game.pilot
    if must_abort(pilot):
        game.tell("must_abort", "7.4.2b")
    if pilot.orientation == TAILING:
        game.tell("disengaged", "7.3a")
        game.next((fight_ends, WE_LEFT))
    else:
        roll_for(game, 1, "disengage", "7.3a", disengage_rolled)


@step
def disengage_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """Failing, the enemy gains a position, nobody fires, and initiative follows [7.3, ruling D25]."""
    if dice[0] <= game.table.chances.disengage:
        game.tell("disengaged", "7.3a")
        game.next((fight_ends, WE_LEFT))
    else:
        game.tell("not_disengaged", "7.3a")
        shift(game, -1, "7.3a")
        game.next((initiative,))


# -- afterwards [7.2.2.9] ------------------------------------------------------------------------------------


@step
def fight_ends(game: Game, how: int) -> None:
    """The opponent is gone, or we are; then perhaps another one [7.2.2.9]."""
    pilot = game.pilot
    kind = pilot.enemy
    if pilot.foe_down:
        pilot.enemy = -1
        pilot.free = 1
        if how == WE_LEFT:
            game.tell("disengaged", "7.2.3.2b")
        else:
            game.next((engage_another, kind))
    elif how == HE_LEFT:
        game.next((fighter_gets_away,), (engage_another, kind))
    else:
        game.next((fighter_gets_away,))


@question(PILOT, "7.2.2.9b", YES_NO)
def engage_another(game: Game, enemy: int) -> list[int]:
    """Take on another of them, Head on, or end the encounter? [7.2.2.9]"""
    pilot = game.pilot
    return [0, 1] if firepower(game) and not must_abort(pilot) else [0]


@engage_another.refuses
def no_other(game: Game, enemy: int, answer: int) -> tuple[str, str]:
    return ("7.4.2b", "must_abort") if must_abort(game.pilot) else ("7.1.15", "nothing_fires")


@engage_another.tells
def another_facts(game: Game, enemy: int) -> dict[str, object]:
    return {"enemy": enemy}


@engage_another.chosen
def another_or_not(game: Game, enemy: int, answer: int) -> None:
    if answer:
        game.tell("engages_another", "7.2.2.9b", enemy)
        game.next((start_fight, enemy, HEAD_ON, 0))
    else:
        game.tell("encounter_over", "7.2.2.9b 7.2.2.9c")
