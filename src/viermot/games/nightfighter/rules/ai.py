"""AI radar: arcs, ranges, fixes and jamming [19.0, 21.1, 24.5.2]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.nightfighter.model.board import DISTANCE, HEXES, PLAYER, TO_ALL, UMPIRE
from viermot.games.nightfighter.model.fitting import EXPERTE, HEAVY, NOT_JAMMED
from viermot.games.nightfighter.model.ids import NO_FIGHTER, NOBODY, Attacker, Fighter
from viermot.games.nightfighter.model.layout import tally_number
from viermot.games.nightfighter.model.notation import ATTACKER, FIGHTER_OR_NONE
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.fog import check_contact, make_contact, still_held
from viermot.games.nightfighter.rules.radar import nearest
from viermot.games.nightfighter.rules.slips import offers
from viermot.kernel.agenda import Facts, Task, Words, question, step, task

ARC_RULES = ("19.1.1a", "19.1.1b", "19.1.1c")
LOOKING = [[f"19.1.2a 19.1 {arc}{low}" for arc in ARC_RULES] for low in ("", " 21.1a")]


@step
def ai_search(game: Game) -> None:
    """Phase 6: old fixes that no longer hold are lost, then every radar looks again [19.1.2]."""
    sets = [f for f in game.layout.ai_sets if game.flies(f)]
    holding = [f for f in sets if game.f_fix[f] != NOBODY]
    if len(sets) == 1 and not holding:
        look_for_fix(game, sets[0])
        return
    jammed = tuple([f for f in sets if game.layout.ai_sets[f].jam != NOT_JAMMED])
    looks: list[Task] = [task(look_for_fix, f) for f in sets if f not in jammed]
    if jammed:
        looks.append(task(pierce_jamming, jammed))  # the umpire's calls first, then the player's rolls [4.0a]
    game.next(*[task(check_fix, f) for f in holding], *looks)


def in_reach(game: Game, fighter: Fighter) -> list[Attacker]:
    """The attackers in range and arc of this fighter's radar [19.1.1, 21.1a]."""
    radar = game.layout.ai_sets[fighter]
    watched = HEXES.arc(game.f_hex[fighter], game.f_facing[fighter], radar.arc, radar.range)
    place = game.a_hex
    return [a for a in game.on_map if place[a] in watched]


@step
def check_fix(game: Game, fighter: Fighter) -> None:
    """A fix is lost if its target is out of range or arc, or another is closer [19.1.2b]."""
    target = game.f_fix[fighter]
    reach = in_reach(game, fighter)
    if not game.can_look(fighter):
        lose_fix(game, fighter, _why_blind(game, fighter))
    elif target not in reach:
        lose_fix(game, fighter, "19.1.2b")
    elif game.layout.ai_sets[fighter].jam == NOT_JAMMED:
        row = DISTANCE[game.f_hex[fighter]]
        if min(row[game.a_hex[a]] for a in reach) < row[game.a_hex[target]]:
            lose_fix(game, fighter, "19.1.2b 2.1.4b")


def _why_blind(game: Game, fighter: Fighter) -> str:
    return "19.1.2d 17.3.2c" if game.blinded(fighter) else "19.1.2d"


def lose_fix(game: Game, fighter: Fighter, rules: str) -> None:
    """The blip is gone; so is the marker, unless something else holds the bomber [19.1.2c]."""
    target = game.f_fix[fighter]
    game.f_fix[fighter] = NOBODY
    rules += " 19.1.2c" + still_held(game, target)
    game.emit("fix_lost", rules, TO_ALL, fighter, game.a_handle[target])
    check_contact(game, target)


@step
def look_for_fix(game: Game, fighter: Fighter) -> None:
    """An unjammed radar fixes the closest bomber in its arc; a jammed one must be lucky [19.1.2a, 24.5.2]."""
    radar = game.layout.ai_sets[fighter]
    if radar.jam != NOT_JAMMED:
        pierce_jamming(game, (fighter,))
        return
    if not game.can_look(fighter):
        game.emit("ai_blind", _why_blind(game, fighter), TO_ALL, fighter)
        return
    if game.f_fix[fighter] != NOBODY:  # it held at the start of the phase, even if another has come nearer since
        game.emit("fix_kept", "19.1.2b", TO_ALL, fighter, game.a_handle[game.f_fix[fighter]])
        return
    reach = in_reach(game, fighter)
    if reach:
        game.push(fix_which, Blips(fighter, tuple(nearest(game, game.f_hex[fighter], reach))))
    else:
        game.emit("ai_nothing", LOOKING[radar.low_penalty][radar.arc], TO_ALL, fighter)


class Blips(NamedTuple):
    """A fighter whose radar is searching, and the bombers nearest to it."""

    fighter: Fighter
    closest: tuple[Attacker, ...]


@question(UMPIRE, "19.1.2a", ATTACKER)
def fix_which(game: Game, scope: Blips) -> tuple[Attacker, ...]:
    """Equally close: which one does the radar fix? [19.1.2a]"""
    return scope.closest


@fix_which.chosen
def fixed(game: Game, scope: Blips, attacker: Attacker) -> None:
    game.f_fix[scope.fighter] = attacker
    radar = game.layout.ai_sets[scope.fighter]
    handle = make_contact(game, attacker, "19.1.2a 5.1c")
    rules = f"2.1.4b {LOOKING[radar.low_penalty][radar.arc]}{radar.rules}"
    game.emit("fixed", rules, TO_ALL, scope.fighter, handle, game.a_hex[attacker], game.a_facing[attacker])


@fix_which.tells
def fix_which_facts(game: Game, scope: Blips) -> Facts:
    return {"fighter": scope.fighter}


@step
def pierce_jamming(game: Game, waiting: tuple[Fighter, ...]) -> None:
    """Crews whose scopes are jammed may roll, in the player's order [24.5.2a, ruling A52]."""
    able = []
    for fighter in waiting:
        if game.can_look(fighter):
            able.append(fighter)
        else:
            game.emit("ai_blind", _why_blind(game, fighter), TO_ALL, fighter)
    if len(able) > 1:
        game.push(who_rolls, tuple(able))
    elif able:
        game.push(roll_through_jamming, able[0])


@question(PLAYER, "24.5.2b", FIGHTER_OR_NONE)
def who_rolls(game: Game, waiting: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Noise on several scopes: which radar rolls for a fix next, if any? [24.5.2b, rulings A34, A52]"""
    return (NO_FIGHTER, *waiting)


@who_rolls.suggests
def first_waiting(game: Game, waiting: tuple[Fighter, ...]) -> int:
    """Most players roll, starting with the first."""
    return waiting[0]


@who_rolls.chosen
def rolls_next(game: Game, waiting: tuple[Fighter, ...], fighter: Fighter) -> None:
    if fighter == NO_FIGHTER:
        game.next(*[task(give_up_fix, f) for f in waiting])
        return
    rest = tuple(f for f in waiting if f != fighter)
    game.next(*offers(game), task(who_rolls, rest) if len(rest) > 1 else task(roll_through_jamming, rest[0]))
    roll_for_fix(game, fighter)


@question(PLAYER, "24.5.2b", Words("no", "roll"), default=1)  # most players roll
def roll_through_jamming(game: Game, fighter: Fighter) -> tuple[int, ...]:
    """The scope is full of noise: roll for a fix? Asked whether or not anything is there [24.5.2b, ruling A34]."""
    return (0, 1)


@roll_through_jamming.chosen
def rolled_through_jamming(game: Game, fighter: Fighter, roll: int) -> None:
    if roll:
        roll_for_fix(game, fighter)
    else:
        give_up_fix(game, fighter)


@roll_through_jamming.tells
def roll_through_jamming_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter}


@step
def give_up_fix(game: Game, fighter: Fighter) -> None:
    """Without a roll an old fix is lost [24.5.2b]."""
    if game.f_fix[fighter] != NOBODY:
        lose_fix(game, fighter, "24.5.2b")


def dice_through_jamming(game: Game, fighter: Fighter) -> int:
    """One die, three if lightly jammed, more for an experte or a better set [24.5.2a]."""
    radar, pilot = game.layout.ai_sets[fighter], game.layout.fighters[fighter].pilot
    return (1 if radar.jam == HEAVY else 3) + (2 if pilot == EXPERTE else 0) + (3 if radar.resistant else 0)


def roll_for_fix(game: Game, fighter: Fighter) -> None:
    """Of the bombers whose numbers come up, the closest is fixed [24.5.2a]."""
    old = game.f_fix[fighter]
    rules = "24.5.2a 24.5" + (" 17.2" if game.layout.fighters[fighter].pilot == EXPERTE else "")
    dice = game.roll(dice_through_jamming(game, fighter), "jammed AI", rules, fighter)
    matching = [a for a in in_reach(game, fighter) if tally_number(game.a_id[a]) in dice]
    closest = nearest(game, game.f_hex[fighter], matching) if matching else []
    if old != NOBODY and old in closest:
        game.emit("fix_kept", "24.5.2b", TO_ALL, fighter, game.a_handle[old])
        return
    if closest:
        game.push(fix_which, Blips(fighter, tuple(closest)))
    elif old == NOBODY:
        game.emit("ai_nothing", "24.5.2a", TO_ALL, fighter)
    if old != NOBODY:
        lose_fix(game, fighter, "24.5.2b")  # and it slips aside before the new fix [16.0c]
