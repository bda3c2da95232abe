"""AI radar: arcs, ranges, fixes and jamming [19.0, 21.1, 24.5.2]."""

from __future__ import annotations

from viermot.kernel.agenda import Words, question, step
from viermot.nightfighter.board import DISTANCE, HEXES, PLAYER, TO_ALL, UMPIRE
from viermot.nightfighter.fit import EXPERTE
from viermot.nightfighter.fog import check_contact, make_contact, still_held
from viermot.nightfighter.notation import ATTACKER
from viermot.nightfighter.radar import nearest
from viermot.nightfighter.state import NOBODY, Game
from viermot.nightfighter.table import HEAVY, NOT_JAMMED, tally_number

ARC_RULES = ("19.1.1a", "19.1.1b", "19.1.1c")
LOOKING = [[f"19.1.2a 19.1 {arc}{low}" for arc in ARC_RULES] for low in ("", " 21.1a")]


@step
def ai_search(game: Game) -> None:
    """Phase 6: old fixes that no longer hold are lost, then every radar looks again [19.1.2]."""
    sets = [f for f in game.table.ai_sets if game.f_hex[f] >= 0]
    holding = [f for f in sets if game.f_fix[f] != NOBODY]
    if len(sets) == 1 and not holding:
        look_for_fix(game, sets[0])
    else:
        game.next(*[(check_fix, f) for f in holding], *[(look_for_fix, f) for f in sets])


def in_reach(game: Game, fighter: int) -> list[int]:
    """The attackers in range and arc of this fighter's radar [19.1.1, 21.1a]."""
    radar = game.table.fighters[fighter].ai
    watched = HEXES.arc(game.f_hex[fighter], game.f_face[fighter], radar.arc, radar.range)
    place = game.a_hex
    return [a for a in game.live if place[a] in watched]


@step
def check_fix(game: Game, fighter: int) -> None:
    """A fix is lost if its target is out of range or arc, or another is closer [19.1.2b]."""
    target = game.f_fix[fighter]
    reach = in_reach(game, fighter)
    if not game.can_look(fighter):
        lose_fix(game, fighter, _why_blind(game, fighter))
    elif target not in reach:
        lose_fix(game, fighter, "19.1.2b")
    elif game.table.fighters[fighter].ai.jam == NOT_JAMMED:
        row = DISTANCE[game.f_hex[fighter]]
        if min(row[game.a_hex[a]] for a in reach) < row[game.a_hex[target]]:
            lose_fix(game, fighter, "19.1.2b 2.1.4b")


def _why_blind(game: Game, fighter: int) -> str:
    return "19.1.2d 17.3.2c" if game.blinded(fighter) else "19.1.2d"


def lose_fix(game: Game, fighter: int, rules: str) -> None:
    """The blip is gone; so is the marker, unless something else holds the bomber [19.1.2c]."""
    target = game.f_fix[fighter]
    game.f_fix[fighter] = NOBODY
    rules += " 19.1.2c" + still_held(game, target)
    game.emit("fix_lost", rules, TO_ALL, fighter, game.a_handle[target])
    check_contact(game, target)


@step
def look_for_fix(game: Game, fighter: int) -> None:
    """An unjammed radar fixes the closest bomber in its arc; a jammed one must be lucky [19.1.2a, 24.5.2]."""
    if not game.can_look(fighter):
        game.emit("ai_blind", _why_blind(game, fighter), TO_ALL, fighter)
        return
    radar = game.table.fighters[fighter].ai
    if radar.jam != NOT_JAMMED:
        game.next((roll_through_jamming, fighter))
        return
    reach = in_reach(game, fighter)
    if not reach:
        game.emit("ai_nothing", LOOKING[radar.low_penalty][radar.arc], TO_ALL, fighter)
    elif game.f_fix[fighter] not in nearest(game, game.f_hex[fighter], reach):
        game.next((fix_which, fighter, tuple(nearest(game, game.f_hex[fighter], reach))))
    else:
        game.emit("fix_kept", "19.1.2b", TO_ALL, fighter, game.a_handle[game.f_fix[fighter]])


@question(UMPIRE, "19.1.2a", ATTACKER)
def fix_which(game: Game, fighter: int, closest: tuple[int, ...]) -> tuple[int, ...]:
    """Equally close: which one does the radar fix? [19.1.2a]"""
    return closest


@fix_which.chosen
def fixed(game: Game, fighter: int, closest: tuple[int, ...], attacker: int) -> None:
    old = game.f_fix[fighter]
    game.f_fix[fighter] = attacker
    radar = game.table.fighters[fighter].ai
    handle = make_contact(game, attacker, "19.1.2a 5.1c")
    rules = f"2.1.4b {LOOKING[radar.low_penalty][radar.arc]}{radar.rules}"
    game.emit("fixed", rules, TO_ALL, fighter, handle, game.a_hex[attacker], game.a_face[attacker])
    if old not in (NOBODY, attacker):
        check_contact(game, old)


@fix_which.tells
def fix_which_facts(game: Game, fighter: int, closest: tuple[int, ...]) -> dict[str, object]:
    return {"fighter": fighter}


@question(PLAYER, "24.5.2b", Words("no", "roll"))
def roll_through_jamming(game: Game, fighter: int) -> list[int]:
    """The scope is full of noise: roll for a fix? Asked whether or not anything is there [24.5.2b, ruling A34]."""
    return [0, 1]


@roll_through_jamming.chosen
def rolled_through_jamming(game: Game, fighter: int, roll: int) -> None:
    old = game.f_fix[fighter]
    if not roll:
        if old != NOBODY:
            lose_fix(game, fighter, "24.5.2b")
        return
    fit = game.table.fighters[fighter]
    count = (1 if fit.ai.jam == HEAVY else 3) + (2 if fit.pilot == EXPERTE else 0) + (3 if fit.ai.resistant else 0)
    rules = "24.5.2a 24.5" + (" 17.2" if fit.pilot == EXPERTE else "")
    dice = game.roll(count, "jammed AI", rules, fighter)
    matching = [a for a in in_reach(game, fighter) if tally_number(game.a_id[a]) in dice]
    if not matching:
        if old != NOBODY:
            lose_fix(game, fighter, "24.5.2b")
        else:
            game.emit("ai_nothing", "24.5.2a", TO_ALL, fighter)
        return
    closest = nearest(game, game.f_hex[fighter], matching)
    if old in closest:
        game.emit("fix_kept", "24.5.2b", TO_ALL, fighter, game.a_handle[old])
    else:
        game.next((fix_which, fighter, tuple(closest)))


@roll_through_jamming.tells
def roll_through_jamming_facts(game: Game, fighter: int) -> dict[str, object]:
    return {"fighter": fighter}
