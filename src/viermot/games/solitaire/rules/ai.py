"""AI radar: each crew searches for one counter, and finds it if it is in the search area [S19.0, S24.0d]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.fitting import EXPERTE, NOT_JAMMED
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter, Handle, Hex
from viermot.games.nightfighter.rules.ai import ARC_RULES, dice_through_jamming
from viermot.games.nightfighter.rules.fog import check_contact
from viermot.games.solitaire.model.board import PLAYER, TO_ALL
from viermot.games.solitaire.model.notation import COUNTER, FIGHTER, NO_COUNTER
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.uncertainty import look_in
from viermot.kernel.agenda import Facts, question, step, task


@step
def ai_search(game: Solo) -> None:
    """Phase 6: fixes that no longer hold are lost, then each crew may search, in any order [19.1.2b, S19.0a]."""
    sets = [f for f in game.layout.ai_sets if game.flies(f)]
    for fighter in sets:
        check_fix(game, fighter)
        if not game.can_look(fighter):
            game.emit("ai_blind", "19.1.2d", TO_ALL, fighter)
    able = tuple(f for f in sets if game.can_look(f))
    if able:
        game.push(next_radar, able)


def search_area(game: Solo, fighter: Fighter) -> frozenset[Hex]:
    """The hexes within range and arc of the set [19.1.1, 21.1a]."""
    radar = game.layout.ai_sets[fighter]
    return HEXES.arc(game.f_hex[fighter], game.f_facing[fighter], radar.arc, radar.range)


def check_fix(game: Solo, fighter: Fighter) -> None:
    """A fix is lost when its target is out of range or arc, or the crew cannot look [19.1.2b, 19.1.2d]."""
    target = game.f_fix[fighter]
    if target == NOBODY:
        return
    if not game.can_look(fighter):
        lose_fix(game, fighter, "19.1.2d 17.3.2c" if game.blinded(fighter) else "19.1.2d")
    elif game.a_hex[target] not in search_area(game, fighter):
        lose_fix(game, fighter, "19.1.2b")


def lose_fix(game: Solo, fighter: Fighter, rules: str) -> None:
    """The blip is gone; if nothing else holds the bomber, its counter reverts [19.1.2c, S5.1b]."""
    target = game.f_fix[fighter]
    game.f_fix[fighter] = NOBODY
    game.emit("fix_lost", rules + " 19.1.2c", TO_ALL, fighter, game.a_handle[target])
    check_contact(game, target)


def targets(game: Solo, fighter: Fighter) -> list[Attacker]:
    """The counters whose area lies partly in the search area [S19.0a]."""
    arc = search_area(game, fighter)
    return [a for a in game.on_map if not arc.isdisjoint(game.area(a))]


@step
def next_radar(game: Solo, waiting: tuple[Fighter, ...]) -> None:
    """Go on to the next crew that has something to search for [S19.0a]."""
    able = tuple(f for f in waiting if targets(game, f))
    if able:
        game.push(who_searches, able)


@question(PLAYER, "S19.0a", FIGHTER, undoable=True)
def who_searches(game: Solo, waiting: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Whose radar searches next? [S19.0a]"""
    return waiting


@who_searches.chosen
def searches(game: Solo, waiting: tuple[Fighter, ...], fighter: Fighter) -> None:
    game.next(task(ai_target, fighter), task(next_radar, tuple(f for f in waiting if f != fighter)))


@question(PLAYER, "S19.0a", COUNTER)
def ai_target(game: Solo, fighter: Fighter) -> list[int]:
    """Which counter does this crew's radar search for, if any? An existing fix is kept or given up [S19.0a]."""
    found = [a + 1 for a in targets(game, fighter)]
    return found if game.f_fix[fighter] != NOBODY else [NO_COUNTER, *found]


@ai_target.chosen
def searched(game: Solo, fighter: Fighter, choice: int) -> None:
    if not choice:
        game.emit("no_ai_search", "S19.0a", TO_ALL, fighter)
        return
    counter, held = Attacker(choice - 1), game.f_fix[fighter]
    if held not in (NOBODY, counter):
        lose_fix(game, fighter, "S19.0a")
    radar = game.layout.ai_sets[fighter]
    rules = "S19.0a 19.1 " + ARC_RULES[radar.arc] + (" 21.1a" if radar.low_penalty else "")
    if radar.jam != NOT_JAMMED and not hear_through(game, fighter, Handle(choice)):
        if game.f_fix[fighter] != NOBODY:
            lose_fix(game, fighter, "24.5.2b S24.0d")
        return
    if held == counter:
        game.emit("fix_kept", "S19.0a 19.1.2b", TO_ALL, fighter, choice)
    elif look_in(game, counter, search_area(game, fighter), rules):
        game.f_fix[fighter] = counter
        game.emit("fixed", rules + " S5.1a", TO_ALL, fighter, choice, game.a_hex[counter], game.a_facing[counter])
    else:
        game.emit("ai_fails", "S19.0b", TO_ALL, fighter)


def hear_through(game: Solo, fighter: Fighter, handle: Handle) -> bool:
    """A jammed set first needs a 6; without it, no hex is excluded [S24.0d]."""
    fit = game.layout.fighters[fighter]
    change = game.layout.change
    rules = "S24.0d 24.5.2a" + (" 17.2" if fit.pilot == EXPERTE else "")
    if change is not None and fit.guidance in change.jammed_guidance:
        rules += f" {change.rule}"
    heard = 6 in game.roll(dice_through_jamming(game, fighter), "jammed AI", rules, fighter)
    if not heard:
        game.emit("ai_jammed", "S24.0d", TO_ALL, fighter, handle)
    return heard


@ai_target.refuses
def why_not_ai_target(game: Solo, fighter: Fighter, choice: int) -> tuple[str, str] | None:
    if not choice:
        return ("S19.0a", "fix_holds")
    return ("S19.0a", "outside_search_area")


@ai_target.tells
def ai_target_facts(game: Solo, fighter: Fighter) -> Facts:
    return {"fighter": fighter}
