"""Bomber response: noticing, defensive fire, corkscrews and following them [17.4, 28.1]."""

from __future__ import annotations

from typing import Any, NamedTuple

from viermot.games.nightfighter.model.board import (
    CENTRE,
    FULL_MOON,
    LEFT,
    OFF,
    PLAYER,
    RIGHT,
    TO_ALL,
    TO_UMPIRE,
    UMPIRE,
    rear_hex,
)
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN
from viermot.games.nightfighter.model.ids import NO_ZONE, NOBODY, Attacker, Fighter
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER, INTRUDER, AttackerGroup, Layout, tally_number
from viermot.games.nightfighter.model.state import ON_MAP, Game
from viermot.games.nightfighter.rules.fighters import comes_to
from viermot.games.nightfighter.rules.fog import forget, make_contact, raise_alert, shift, side_of
from viermot.games.nightfighter.rules.gunnery import (
    AFTER,
    ALONE,
    BEFORE,
    DEFERRED,
    GUNS,
    HOLD_FIRE,
    OBLIQUE,
    damage,
    fire,
    has_guns,
    hits_of,
    why_no_attack,
)
from viermot.games.nightfighter.rules.tally import Modifier
from viermot.kernel.agenda import Facts, Task, Words, question, step, task

CORKSCREW, DEFENSIVE_FIRE, NO_RESPONSE = range(3)
HOLDS, SHOOTS = 0, 1


@step
def respond(game: Game, fighter: Fighter, target: Attacker, guns: int, when: int, hits: int) -> None:
    """Does the bomber notice, and what does it do about it? [17.4a]

    ``hits`` are those the fighter had when it announced its intention: one more, from any bomber, breaks off an attack.
    """
    group = game.layout.groups[game.a_group[target]]
    together = (
        game.a_fate[target] == ON_MAP
        and game.f_hex[fighter] == game.a_hex[target]
        and game.f_facing[fighter] == game.a_facing[target]
    )
    answer = NO_RESPONSE
    if together and game.layout.advanced_combat and group.responds:
        answer = response_of(game, fighter, target, guns, when, group)
    if answer == NO_RESPONSE:
        if when == BEFORE and together and still_unhurt(game, fighter, hits):
            game.next(task(fire, fighter, target, guns), task(second_chance, fighter, target, guns))
        return
    if answer == DEFENSIVE_FIRE:
        tasks: list[Task] = [task(shoot, Noticed(target, fighter, guns)), task(mark_alerted, target)]
        if when == BEFORE:
            tasks.append(task(press_home, fighter, target, guns, hits))
        game.next(*tasks)
    else:
        game.next(
            task(defensive_fire, target, fighter, guns, 1),  # it shoots first [17.4.3a]
            task(corkscrew, target, fighter, guns, when, hits),
            task(mark_alerted, target),
        )


@step
def second_chance(game: Game, fighter: Fighter, target: Attacker, guns: int) -> None:
    """A bomber that was taken by surprise and survived rolls again, now alerted [17.4.1b]."""
    if game.a_fate[target] == ON_MAP and game.flies(fighter) and game.layout.advanced_combat:
        game.emit("second_chance", "17.4.1b", TO_ALL, fighter, game.a_handle[target])
        game.push(respond, fighter, target, guns, AFTER, game.f_hits[fighter])


def warning_column(game: Game, fighter: Fighter, group: AttackerGroup) -> tuple[bool, str]:
    """Which column of the response table, and by which rule [17.4b, 24.2]."""
    if group.village_inn:
        return True, "24.2.2"
    if group.monica:
        return True, "24.2.1"
    if group.role in (INTRUDER, GERMAN_FIGHTER):
        return group.warned, "17.4.4a 27.2.4c" if group.role == INTRUDER else "17.4.4a"
    radar = game.layout.fighters[fighter].ai
    if group.boozer and radar is not None and radar.boozer_hears:
        return True, "24.2.4"
    if group.boozer:
        return False, "24.2.4 24.1.1" if radar is not None and radar.name == "SN-2c" else "24.2.4"
    return False, "17.4b"


def response_of(
    game: Game, fighter: Fighter, target: Attacker, guns: int, when: int, group: AttackerGroup, solo: str = ""
) -> int:
    """The two dice of a response; the player sees them only for a bomber in contact [ruling A33]."""
    warned, rule = warning_column(game, fighter, group)
    seen = game.a_handle[target] != 0
    throw = game.roll if seen else game.secret_roll
    who = game.a_handle[target] if seen else target
    table = game.layout.response
    alert = table.alerted if game.a_alert[target] else 0
    # What the player has not witnessed, an earlier alert or the type, must not show in a roll he sees [ruling A32].
    told = alert if not seen or game.alert_is_known(target) else 0
    column = rule if not seen or game.type_is_known(target) else "17.4b"
    beside_another = " 17.4d" if when == ALONE and guns in (GUNS, OBLIQUE) else ""
    rules = "17.4a 17.4b " + column + (" 17.4.1a" if told else "") + beside_another + solo
    first = throw(1, "response", rules, fighter, who, told)[0]
    if told != alert or column != rule:
        why_not_told = (("alerted", alert, "17.4.1a"),) if alert else ()
        game.emit("not_shown", rule + (" 17.4.1a" if alert else ""), TO_UMPIRE, target, why_not_told)
    if first + alert < (table.warning if warned else table.normal):
        return NO_RESPONSE
    why = second_die_modifiers(game, fighter, target, guns, when)
    rules = "17.4c"
    for _, _, name in why:
        rules += " " + name
    second = throw(1, "reaction", rules, fighter, who, tuple(why))[0] + sum(points for _, points, _ in why)
    return reaction(game.layout, second)


def reaction(layout: Layout, second: int) -> int:
    """What the crew does on this modified second die [17.4c]."""
    table = layout.response
    return CORKSCREW if second <= table.corkscrew else DEFENSIVE_FIRE if second <= table.defensive_fire else NO_RESPONSE


def second_die_modifiers(game: Game, fighter: Fighter, target: Attacker, guns: int, when: int) -> list[Modifier]:
    """What the second die is modified by [17.4c, 28.4.1b, 28.5]."""
    fit, table = game.layout.fighters[fighter], game.layout.reaction
    why: list[Modifier] = []
    if guns == OBLIQUE:
        why.append(("oblique", table.oblique, "17.4c"))
    elif guns == DEFERRED and target in (game.f_tally[fighter], game.f_fix[fighter]):
        why.append(("deferred_oblique", table.oblique, "28.4.1b"))
    if fit.pilot == EXPERTE:
        why.append(("experte", table.experte, "17.2"))
    if guns in (HOLD_FIRE, DEFERRED):
        why.append(("not_attacking", table.not_attacking, "17.4c"))
    if fit.pilot == GREEN:
        why.append(("green", table.green, "28.5"))
    zone = game.layout.zone_of[game.a_hex[target]]
    if game.moon == FULL_MOON or (zone != NO_ZONE and game.layout.flare_lit[zone]):
        why.append(("bright", table.bright, "17.4c"))  # once, even if both apply [ruling A12]
    return why


@step
def mark_alerted(game: Game, target: Attacker) -> None:
    """A bomber that responded is alerted from now on [17.4.1a]."""
    if game.a_fate[target] == ON_MAP:
        raise_alert(game, target, "17.4.1a")


class Noticed(NamedTuple):
    """A bomber whose gunners have seen a fighter, and how that fighter attacks."""

    target: Attacker
    fighter: Fighter
    guns: int


@question(UMPIRE, "17.4.2a", Words("hold fire", "shoot"), default=SHOOTS)  # gunners mostly do
def shoot(game: Game, seen: Noticed) -> tuple[int, ...]:
    """The gunners have seen the fighter: do they shoot? They need not [17.4.2a]."""
    group = game.layout.groups[game.a_group[seen.target]]
    return (SHOOTS,) if group.firepower is None else (HOLDS, SHOOTS)


@shoot.chosen
def shot(game: Game, seen: Noticed, yes: int) -> None:
    if yes:
        defensive_fire(game, seen.target, seen.fighter, seen.guns, 0)
    else:
        handle = game.a_handle[seen.target]
        game.emit("gunners_hold", "17.4.2a 5.0a", game.witnesses(seen.target), seen.fighter, handle)


@shoot.tells
def shoot_facts(game: Game, seen: Noticed) -> Facts:
    return {"attacker": seen.target, "fighter": seen.fighter}


@step
def defensive_fire(game: Game, target: Attacker, fighter: Fighter, guns: int, corkscrewing: int) -> None:
    """The gunners shoot; the player sees tracer even if he cannot see the bomber [17.4.2a]."""
    group = game.layout.groups[game.a_group[target]]
    handle = game.a_handle[target]
    if group.firepower is None:
        game.emit("no_gunners", "17.4.4b 17.4.2a", game.witnesses(target), fighter, handle)
        return
    why: list[Modifier] = [("printed", group.firepower, "6.0c")]
    if group.village_inn:
        why.append(("village_inn", 1, "24.2.2"))
    if guns == OBLIQUE:
        why.append(("from_below", -1, "17.4.2c"))
    rules = "17.4.2a 17.1a" if corkscrewing else "17.4.2a"  # it shoots as well as ever
    told = why if game.type_is_known(target) else [each for each in why if "from_below" in each]
    for _, _, name in told:
        rules += " " + name
    dice = game.roll(2, "defensive fire", rules, fighter, handle, tuple(told))
    if told != why:
        game.emit("not_shown", " ".join(rule for _, _, rule in why), TO_UMPIRE, target, tuple(why))
    hits = hits_of(game.layout, sum(dice) + sum(points for _, points, _ in why))
    if hits:
        damage(game, fighter, hits, "17.4.2a", target if corkscrewing else NOBODY)
    else:
        game.emit("tracer_wide", "17.4.2a", TO_ALL, fighter, handle)


@step
def press_home(game: Game, fighter: Fighter, target: Attacker, guns: int, hits: int) -> None:
    """A fighter that is hit before it can fire breaks off; otherwise it attacks [17.4.2b]."""
    if game.flies(fighter) and still_unhurt(game, fighter, hits):
        game.push(fire, fighter, target, guns)


def still_unhurt(game: Game, fighter: Fighter, hits: int) -> bool:
    """Has nobody hit it since it announced its attack? One hit, and it breaks off [17.4.2b]."""
    if game.f_hits[fighter] > hits:
        game.emit("breaks_off", "17.4.2b", TO_ALL, fighter)
        return False
    return True


# -- corkscrews ------------------------------------------------------------------------------------


@step
def corkscrew(game: Game, target: Attacker, fighter: Fighter, guns: int, when: int, hits: int) -> None:
    """It throws itself about in secret; contact is broken, and a crew that had it in sight may follow [17.4.3]."""
    had_tally = game.f_tally[fighter] == target
    had_fix = game.f_fix[fighter] == target
    known = game.a_known[target]
    game.emit("corkscrews", "17.4.3a", game.witnesses(target), fighter, game.a_handle[target])
    if game.a_handle[target]:
        game.emit("shaken_off", "17.4.3c" + _what_is_lost(game, target), TO_ALL, game.a_handle[target])
    told = had_tally and game.layout.follow_roll and game.flies(fighter)
    shown = told and _keeps_it_in_view(game, fighter, target, had_fix)
    side = side_of(game, game.secret_die("corkscrew", "17.4.3a", target))
    forget(game, target, "17.4.3c", gone=False)
    game.a_corkscrewed[target] = game.turn
    shift(game, target, side, "17.4.3b")
    if shown:
        game.emit("corkscrew_seen", "28.1b", TO_ALL, fighter, game.a_hex[target])
    if had_tally and game.flies(fighter):
        game.push(follow, Corkscrewed(fighter, target, guns, when, hits, int(had_fix), known))


def _what_is_lost(game: Game, target: Attacker) -> str:
    """The rules by which a corkscrew breaks tallies, AI fixes and the lights' hold."""
    rules = " 10.2d" if target in game.f_tally else ""
    rules += " 19.1.2d" if target in game.f_fix else ""
    return rules + (" 14.2.3" if game.is_lit(target) else "")


def _keeps_it_in_view(game: Game, fighter: Fighter, target: Attacker, had_fix: bool) -> bool:
    """Roll to see which way it goes [28.1a]."""
    return tally_number(game.a_id[target]) in roll_to_follow(game, fighter, had_fix)


def roll_to_follow(game: Game, fighter: Fighter, had_fix: bool, solo: str = "") -> Any:
    """The dice of a crew that tries to keep a corkscrewing bomber in view [28.1a]."""
    count = 1 if not had_fix else 4 if game.layout.ai_sets[fighter].band == "S" else 2
    rules = "28.1a" + solo
    if game.layout.fighters[fighter].pilot == EXPERTE:
        count, rules = count + 2, rules + " 17.2"
    return game.roll(count, "follow", rules, fighter)


class Corkscrewed(NamedTuple):
    """A bomber that corkscrewed with a fighter behind it, and what the fighter had at that moment."""

    fighter: Fighter
    target: Attacker
    guns: int
    when: int
    hits: int
    had_fix: int
    known: int


@question(PLAYER, "17.4.3d", Words("no", "left", "centre", "right"))
def follow(game: Game, lost: Corkscrewed) -> list[int]:
    """Follow the corkscrew, and to which side? [17.4.3d]"""
    hex_, facing = game.f_hex[lost.fighter], game.f_facing[lost.fighter]
    return [0, *[side for side in (LEFT, CENTRE, RIGHT) if rear_hex(hex_, facing, side) != OFF]]


@follow.chosen
def followed(game: Game, lost: Corkscrewed, side: int) -> None:
    fighter, target = lost.fighter, lost.target
    if side == 0:
        game.emit("does_not_follow", "17.4.3d", TO_ALL, fighter)
        return
    comes_to(game, fighter, rear_hex(game.f_hex[fighter], game.f_facing[fighter], side))
    game.emit("follows", "17.4.3d", TO_ALL, fighter, side, game.f_hex[fighter])
    if game.a_fate[target] != ON_MAP or game.a_hex[target] != game.f_hex[fighter]:
        game.emit("lost_in_corkscrew", "17.4.3d", TO_ALL, fighter)
        return
    game.f_tally[fighter] = target
    if lost.had_fix:
        game.f_fix[fighter] = target
    handle = make_contact(game, target, "17.4.3d 5.1c")
    game.a_known[target] = lost.known
    game.emit("stays_with_it", "17.4.3d", TO_ALL, fighter, handle)
    if lost.when != AFTER:
        attack_after_all(game, fighter, target, lost.guns, lost.hits)


def attack_after_all(game: Game, fighter: Fighter, target: Attacker, guns: int, hits: int) -> None:
    """Still behind it without having fired, even if it held fire before: may it attack? [17.4.3e, ruling A45]"""
    held_by = why_no_attack(game, fighter)  # a friend may be near the new hex [11.1]
    if game.f_hits[fighter] > hits:
        game.emit("breaks_off", "17.4.2b", TO_ALL, fighter)
    elif held_by:
        rule, reason = held_by
        game.emit("cannot_attack", rule, TO_ALL, fighter, reason)
    elif guns == OBLIQUE:
        game.emit("cannot_attack", "20.0b 17.4.3e", TO_ALL, fighter, "corkscrewed")
    elif has_guns(game, fighter):
        game.push(attack_all_the_same, Behind(fighter, target))


@follow.tells
def follow_facts(game: Game, lost: Corkscrewed) -> Facts:
    return {"fighter": lost.fighter}


class Behind(NamedTuple):
    """A fighter and the bomber it is behind."""

    fighter: Fighter
    target: Attacker


@question(PLAYER, "17.4.3e", Words("no", "guns"))
def attack_all_the_same(game: Game, pair: Behind) -> list[int]:
    """Still behind it: fire at the corkscrewing bomber, with printed firepower 0? [17.4.3e, 17.1a]"""
    return [0, 1]


@attack_all_the_same.chosen
def attacked_all_the_same(game: Game, pair: Behind, yes: int) -> None:
    if yes:
        game.emit("attack", "17.4.3e", TO_ALL, pair.fighter, game.a_handle[pair.target], GUNS)
        game.push(fire, pair.fighter, pair.target, GUNS)


@attack_all_the_same.tells
def attack_all_the_same_facts(game: Game, pair: Behind) -> Facts:
    return {"fighter": pair.fighter, "contact": game.a_handle[pair.target]}
