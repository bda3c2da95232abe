"""Kills, and aircraft that do not get home [7.4, 7.4.3]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import NO_BOMBER, NO_ENEMY, Crewman, Encounter, Kill
from viermot.games.interceptor.model.notation import NO, YES, YES_NO
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIRFRAME,
    BOMBER_KILL,
    CONTROLS,
    CREW,
    DAMAGED,
    DESTROYED,
    ENCOUNTERS,
    ENGAGED,
    EYEWITNESS_MARKER,
    FIGHTER_KILL,
    GUNNER,
    PILOT,
    PORT_INNER,
    PORT_WING,
    STARBOARD_OUTER,
    STARBOARD_WING,
    WINGMAN,
)
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.airframe import engines_out, power_left
from viermot.kernel.agenda import Facts, question, step


def credit(game: Game, what: Kill, by: Crewman, rules: str) -> None:
    """A kill for pilot, wingman or gunner; only the pilot's count for awards and victory [7.4, 7.2.3.2]."""
    pilot = game.pilot
    if by == PILOT:
        if what == BOMBER_KILL:
            pilot.career.bombers += 1
            pilot.sortie.bombers += 1
        else:
            pilot.career.fighters += 1
            pilot.sortie.fighters += 1
    elif by == WINGMAN:
        pilot.sortie.wingman_kills += 1
        if what == BOMBER_KILL:
            pilot.wingman.bombers += 1
        else:
            pilot.wingman.fighters += 1
    elif by == GUNNER:
        pilot.gunner.kills += 1
    game.announce("kill", rules, by, name_of(game, what))
    enter(game, what, DESTROYED, by)


def name_of(game: Game, what: Kill) -> str:
    """The type of the bomber attacked, or of the fighter fought."""
    layout, attack, duel = game.layout, game.pilot.attack, game.pilot.duel
    name: str = layout.bombers[attack.target].name if what == BOMBER_KILL else layout.fighters[duel.enemy].name
    return name


def enter(game: Game, what: Kill, fate: Encounter, by: Crewman = PILOT) -> None:
    """Enter on the log sheet whom we fought, and whether he was damaged or destroyed [2.3, 4.3.2]."""
    write(game, name_of(game, what), fate, by)


def write(game: Game, name: str, fate: Encounter, by: Crewman = PILOT) -> None:
    """One more aircraft on this line of the log sheet."""
    entry = f"{name} {ENCOUNTERS[fate]} {CREW[by]}"
    game.pilot.sortie.sheet = f"{game.pilot.sortie.sheet}; {entry}" if game.pilot.sortie.sheet else entry


def entries(sheet: str) -> list[tuple[str, str, str]]:
    """What a line of the log sheet says: each aircraft, what became of it, and by whom."""
    found = [entry.rsplit(" ", 2) for entry in sheet.split("; ")] if sheet else []
    return [(name, fate, by) for name, fate, by in found]


# -- damaged aircraft on their way home ------------------------------------------------------------------------


def bomber_chances(game: Game) -> int:
    """1, and one more for each engine out and each system one point short of destruction [7.4.3]."""
    attack, hits = game.pilot.attack, game.pilot.attack.bomber_hits
    bomber = game.layout.bombers[attack.target]
    left = [max(bomber.engine - hits[engine], 0) for engine in range(PORT_INNER, STARBOARD_OUTER + 1)]
    chances = game.layout.chances.loss_on_the_way + left.count(0) + int(sum(left) == 1)  # ruling D70
    limits = {PORT_WING: bomber.wing, STARBOARD_WING: bomber.wing, AIRFRAME: bomber.airframe, CONTROLS: bomber.controls}
    return chances + sum(1 for part, limit in limits.items() if hits[part] == limit - 1)


def fighter_chances(game: Game) -> int:
    """The same for a fighter [7.4.3, ruling D32]."""
    duel = game.pilot.duel
    frame, hits = game.layout.fighters[duel.enemy], duel.enemy_hits
    chances = game.layout.chances.loss_on_the_way + engines_out(frame, hits)
    chances += int(power_left(frame, hits) == 1)  # ruling D70
    return chances + sum(1 for part, limit in enumerate(frame.lost_at) if limit and hits[part] == limit - 1)


@step
def bomber_gets_away(game: Game) -> None:
    """The bomber flies on with its damage, and may crash on the way home [7.1.10, 7.4.3]."""
    attack = game.pilot.attack
    if attack.target < 0 or attack.down:
        return
    game.announce("bomber_gets_away", "7.1.10c", attack.target, tuple(attack.bomber_hits))
    if attack.scored:
        limps_home(game, BOMBER_KILL, bomber_chances(game), credited(attack.scored))
    else:
        enter(game, BOMBER_KILL, ENGAGED)
        attack.target = NO_BOMBER


@step
def fighter_gets_away(game: Game) -> None:
    """A fighter that left the fight may also crash on the way home [7.4.3, ruling D32]."""
    duel = game.pilot.duel
    if duel.enemy < 0 or duel.down:
        return
    if duel.scored:
        limps_home(game, FIGHTER_KILL, fighter_chances(game), credited(duel.scored))
    else:
        enter(game, FIGHTER_KILL, ENGAGED)
        duel.enemy = NO_ENEMY


def credited(scored: int) -> Crewman:
    """Whose kill it is: the pilot's if he did any of the damage, otherwise whoever did [7.4.3, ruling D57]."""
    return next(who for who in (PILOT, WINGMAN, GUNNER) if scored >> who & 1)


def limps_home(game: Game, what: Kill, chances: int, by: Crewman) -> None:
    """One ten-sided die against its chance of crashing [7.4.3]."""
    if game.roll_sided(10, "way home", "7.4.3a", chances) > chances:
        game.announce("gets_home", "7.4.3a", what)
        enter(game, what, DAMAGED, by)
        forget(game, what)
    elif by != PILOT:
        confirm(game, game.die("confirmation", "7.4.3b"), what, by)
    elif game.pilot.career.markers & EYEWITNESS_MARKER:
        game.push(eyewitness, what)
    else:
        roll_for(game, 1, "confirmation", "7.4.3b", seen_or_not, what, bad=not_seen)


@question(PILOT, "7.4.3b", YES_NO, default=YES)
def eyewitness(game: Game, what: Kill) -> list[int]:
    """It has crashed: use the eyewitness to have it credited? [7.4.3]"""
    return [YES, NO]


@eyewitness.chosen
def eyewitness_heard(game: Game, what: Kill, answer: int) -> None:
    if answer:
        game.pilot.career.markers &= ~EYEWITNESS_MARKER
        game.announce("eyewitness", "7.4.3b 7.10b", what)
        credit(game, what, PILOT, "7.4.3b")
        forget(game, what)
    else:
        roll_for(game, 1, "confirmation", "7.4.3b", seen_or_not, what, bad=not_seen)


@eyewitness.tells
def eyewitness_facts(game: Game, what: Kill) -> Facts:
    return {"kill": what}


def not_seen(game: Game, dice: tuple[int, ...], what: Kill) -> int:
    """Did nobody see it?"""
    return FINE if was_seen(game, sum(dice)) else SETBACK


def was_seen(game: Game, die: int) -> bool:
    """Did somebody see it crash? [7.4.3]"""
    return die <= game.layout.chances.confirmed


@step
def seen_or_not(game: Game, dice: tuple[int, ...], what: Kill) -> None:
    """Somebody must have seen it crash [7.4.3]."""
    confirm(game, sum(dice), what, PILOT)


def confirm(game: Game, die: int, what: Kill, by: Crewman) -> None:
    """Credit a crash that was seen [7.4.3]."""
    if was_seen(game, die):
        credit(game, what, by, "7.4.3b")
    else:
        game.announce("not_confirmed", "7.4.3b", what)
        enter(game, what, DAMAGED, by)
    forget(game, what)


def forget(game: Game, what: Kill) -> None:
    """That aircraft no longer concerns us."""
    if what == BOMBER_KILL:
        game.pilot.attack.target = NO_BOMBER
    else:
        game.pilot.duel.enemy = NO_ENEMY
