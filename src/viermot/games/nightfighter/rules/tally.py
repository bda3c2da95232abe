"""Tallying: the general roll, what is kept, and rolls against fixed targets [10.0, 15.0, 21.2.1, 28.4, 28.6]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from viermot.games.nightfighter.model.board import COLUMN, HEXES, NO_MOON, PLAYER, ROW, TO_ALL
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN, FittedRadar
from viermot.games.nightfighter.model.ids import NO_CONTACT, NO_ZONE, NOBODY, Attacker, Fighter, Handle
from viermot.games.nightfighter.model.layout import tally_number
from viermot.games.nightfighter.model.notation import CONTACT, FIGHTER
from viermot.games.nightfighter.model.records import AttackPosition
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.fog import check_contact, drop_tally, make_contact, still_held
from viermot.games.nightfighter.rules.sight import any_bright_cloud, anyone_sees, bright_cloud, sees, sight_rules
from viermot.games.nightfighter.rules.slips import offers
from viermot.kernel.agenda import Facts, Task, Words, question, step, task
from viermot.kernel.hexes import HEMI, WIDE

Modifier: TypeAlias = tuple[str, int, str]  # its name, how many dice or points, and the rule
POOR_POSITION, GOOD_POSITION = 0, 1
NO_OR_YES = (0, 1)


class Sighting(NamedTuple):
    """An attacker whose number came up: on how many plain dice, and on how many bonus dice [10.1]."""

    attacker: Attacker
    plain: int
    bonus: int


@step
def tally_phase(game: Game) -> None:
    """Phase 8: drop, check, look round, then look hard at what is fixed [4.0d]."""
    held = [f for f in game.layout.numbers if game.f_tally[f] != NOBODY]
    if game.layout.advanced_tally and anything_fixed(game):
        game.push(look_hard, game.layout.numbers)
    if held or game.layout.contrails:
        in_sight_still = [f for f in held if sees(game, f, game.f_tally[f])]  # the others are lost anyway [10.2c]
        game.next(*[task(keep_or_drop, f) for f in in_sight_still], task(maintain_tallies), task(look_round))
        if game.layout.contrails:
            announce_contrails(game)
    else:
        look_round(game)


def anything_fixed(game: Game) -> bool:
    """Does any radar or light hold anybody, or is a flying bomb in sight?"""
    if not game.owners:
        return False  # there has never been a contact
    return max(game.f_fix) != NOBODY or max(game.a_light, default=NO_ZONE) != NO_ZONE or game.layout.flying_bombs


def announce_contrails(game: Game) -> None:
    """Is there a bomber further down this fighter's column? Then it has met a contrail [21.2.1]."""
    for fighter in game.fighters_on_map():
        hex_ = game.f_hex[fighter]
        met = any(COLUMN[game.a_hex[a]] == COLUMN[hex_] and ROW[game.a_hex[a]] > ROW[hex_] for a in game.on_map)
        game.emit("contrail" if met else "no_contrail", "21.2.1", TO_ALL, fighter)


@question(PLAYER, "10.2b", Words("keep", "drop"), default=0)  # hardly anybody drops it
def keep_or_drop(game: Game, fighter: Fighter) -> list[int]:
    """Keep the tally, or drop it in order to look for another? [10.2b]"""
    return [0, 1]


@keep_or_drop.chosen
def kept_or_dropped(game: Game, fighter: Fighter, drop: int) -> None:
    if drop:
        target = drop_tally(game, fighter)
        game.emit("tally_dropped", "10.2b" + still_held(game, target), TO_ALL, fighter, game.a_handle[target])
        check_contact(game, target)


@keep_or_drop.tells
def keep_or_drop_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter, "contact": game.a_handle[game.f_tally[fighter]]}


@step
def maintain_tallies(game: Game) -> None:
    """A tally lasts while its target is in visible range [10.2c]; kept, it gives a good attack position [28.4a]."""
    lost: list[tuple[Fighter, Attacker, str]] = []
    for fighter in game.layout.numbers:
        target = game.f_tally[fighter]
        if target == NOBODY:
            continue
        rules = "10.2c " + sight_rules(game, fighter, target)
        if sees(game, fighter, target):
            game.emit("tally_kept", rules, TO_ALL, fighter, game.a_handle[target])
            set_position(game, fighter, target, GOOD_POSITION)
        else:
            lost.append((fighter, drop_tally(game, fighter), rules))
    for fighter, target, rules in lost:
        game.emit("tally_lost", rules + still_held(game, target), TO_ALL, fighter, game.a_handle[target])
    for _, target, _ in lost:
        check_contact(game, target)


def set_position(game: Game, fighter: Fighter, target: Attacker, good: int) -> None:
    """The first tally of a turn settles the attack position, which does not improve within the turn [28.4a, 28.4b]."""
    if not game.layout.attack_positions:
        return
    old = game.f_position[fighter]
    if old.target != target or old.turn != game.turn:
        game.f_position[fighter] = AttackPosition(target, game.turn, good)
        game.emit("position", "28.4a 28.4b", TO_ALL, fighter, game.a_handle[target], good)


@step
def look_round(game: Game) -> None:
    """Every crew that can see may look round [10.0]."""
    able = False
    for fighter in game.layout.numbers:
        if game.f_hex[fighter] >= 0:
            if game.f_blind[fighter] >= game.turn:
                game.emit("cannot_tally", "17.3.2c", TO_ALL, fighter)
            elif not game.shaken(fighter):
                able = True
    if able:
        game.push(general_tally)


@question(PLAYER, "10.0", Words("no", "roll"))
def general_tally(game: Game) -> tuple[int, ...]:
    """Look round for bombers? Nobody has to roll [10.0]."""
    return NO_OR_YES


@general_tally.chosen
def looked_round(game: Game, roll: int) -> None:
    if not roll:
        game.emit("no_tally_roll", "10.0", TO_ALL)
        return
    dice, cloud_die, view_die = roll_tally_dice(game)
    called = {*dice, cloud_die, view_die}
    ident = game.a_id
    shown = [a for a in game.on_map if ident[a] % 10 in called]
    able = [f for f in game.layout.numbers if game.can_look(f)] if shown else []
    spotted = in_sight(game, able, shown, dice, cloud_die, view_die)
    if spotted:
        sightings(game, able, spotted)
    else:
        game.emit("tally_nothing", "10.1b", TO_ALL)


def in_sight(
    game: Game, able: list[Fighter], shown: list[Attacker], dice: list[int], cloud_die: int, view_die: int
) -> list[Sighting]:
    """Those whose number came up and that somebody can see [10.1b]."""
    seasoned = [f for f in able if game.layout.fighters[f].pilot != GREEN]  # green crews get no bonus dice [28.5]
    viewers = [f for f in seasoned if game.layout.fighters[f].view]
    spotted: list[Sighting] = []
    for attacker in shown:
        if not anyone_sees(game, able, attacker):
            continue
        number = game.a_id[attacker] % 10
        plain = dice.count(number)
        by_cloud = cloud_die == number and bright_cloud(game, game.a_hex[attacker])
        by_cloud = by_cloud and anyone_sees(game, seasoned, attacker)
        by_view = view_die == number and anyone_sees(game, viewers, attacker)
        if plain or by_cloud or by_view:
            spotted.append(Sighting(attacker, plain, by_cloud + by_view))
    return spotted


def plain_dice(game: Game) -> int:
    """How many dice visibility and moon give for a look round, bonus dice not included [10.1a, 3.2e]."""
    return max(1, 1 + game.visibility + (game.moon != NO_MOON) - bool(game.layout.untrained))


def roll_tally_dice(game: Game) -> tuple[list[int], int, int]:
    """The dice for visibility and moon, and separately the bonus dice (0 when not rolled) [10.1a, 10.1.1]."""
    count = plain_dice(game)
    rules = "10.1a 2.4"
    cloud = view = 0
    if game.layout.untrained:
        rules = "10.1a 3.2e"
    else:
        cloud = int(any_bright_cloud(game))
        view = int(game.layout.views and any(game.layout.fighters[f].view for f in game.fighters_on_map()))
        if cloud:
            rules += " 10.1.1a 14.1" if any(game.layout.active) else " 10.1.1a"
        if view:
            rules += " 10.1.1b"
        if (cloud or view) and any(fit.pilot == GREEN for fit in game.layout.fighters):
            rules += " 28.5"
    thrown = list(game.roll(count + cloud + view, "tally", rules, cloud, view))
    return thrown[:count], thrown[count] if cloud else 0, thrown[-1] if view else 0


def sightings(game: Game, able: list[Fighter], spotted: list[Sighting]) -> None:
    """Mark what was seen, then let each crew choose one to keep [10.1b, 10.1c]."""
    # Markers go down in map order, since who entered first is a secret, as is which die revealed it [ruling A32].
    for attacker, _, _ in sorted(spotted, key=lambda seen: game.a_hex[seen.attacker]):
        handle = make_contact(game, attacker, "10.1b 5.1c 1.2.2a")
        game.emit("spotted", "10.1b 5.1c", TO_ALL, handle, game.a_hex[attacker], game.a_facing[attacker])
    tasks: list[Task] = []
    for fighter in able:
        green = game.layout.fighters[fighter].pilot == GREEN
        choice = tuple(s for s in spotted if sees(game, fighter, s.attacker) and (s.plain or not green))  # [28.5]
        if choice:
            tasks.append(task(keep_which, Sightings(fighter, choice)))
    freed = {seen.attacker for seen in spotted} | {t for t in game.f_tally if t != NOBODY}
    game.next(*tasks, task(drop_the_rest, tuple(sorted(freed))))


class Sightings(NamedTuple):
    """A fighter, and what its crew has sighted."""

    fighter: Fighter
    choice: tuple[tuple[Attacker, int, int], ...]  # as a save writes them

    def seen(self) -> list[Sighting]:
        return [Sighting(*each) for each in self.choice]


@question(PLAYER, "10.1c", CONTACT)
def keep_which(game: Game, crew: Sightings) -> list[Handle]:
    """Which bomber does this crew keep in sight, if any? [10.1c, 10.2a, ruling A6]"""
    handles = [game.a_handle[seen.attacker] for seen in crew.seen()]
    held = game.f_tally[crew.fighter]
    if held != NOBODY and game.a_handle[held] not in handles:
        handles.append(game.a_handle[held])
    return [NO_CONTACT, *sorted(handles)]


@keep_which.chosen
def kept_in_sight(game: Game, crew: Sightings, handle: Handle) -> None:
    held = game.f_tally[crew.fighter]
    target = game.attacker_of(handle) if handle else NOBODY
    game.f_tally[crew.fighter] = target
    if target in (NOBODY, held):
        game.emit("kept_none" if target == NOBODY else "tally_kept", "10.1c", TO_ALL, crew.fighter, handle)
        if target == NOBODY and game.layout.attack_positions:
            settle_declined(game, crew.fighter, crew.seen())
        return
    game.emit("tallied", "10.1c 10.2a", TO_ALL, crew.fighter, handle)
    for seen in crew.seen():
        if seen.attacker == target:
            set_position(game, crew.fighter, target, position_of(game, crew.fighter, seen))


def position_of(game: Game, fighter: Fighter, seen: Sighting) -> int:
    """Good on a double; bonus dice count for it, but not for a green crew [28.4a, 28.5, ruling A27]."""
    shown = seen.plain if game.layout.fighters[fighter].pilot == GREEN else seen.plain + seen.bonus
    return GOOD_POSITION if shown >= 2 else POOR_POSITION


def settle_declined(game: Game, fighter: Fighter, choice: list[Sighting]) -> None:
    """The crew kept none; one it then looks hard at keeps the position it was first seen from [28.4a, ruling A46]."""
    again = fixed_targets(game, fighter)
    seen_again = [seen for seen in choice if seen.attacker in again]
    if seen_again:
        worst = min(seen_again, key=lambda seen: (position_of(game, fighter, seen), game.a_hex[seen.attacker]))
        set_position(game, fighter, worst.attacker, position_of(game, fighter, worst))


@keep_which.tells
def keep_which_facts(game: Game, crew: Sightings) -> Facts:
    return {"fighter": crew.fighter}


@step
def drop_the_rest(game: Game, attackers: tuple[Attacker, ...]) -> None:
    """Markers of bombers nobody kept are taken off again [10.1c]."""
    for attacker in attackers:
        check_contact(game, attacker)


@step
def look_hard(game: Game, waiting: tuple[Fighter, ...]) -> None:
    """Each crew without a tally may roll once against one fixed target, if it sees one [15.1a]."""
    able = [f for f in waiting if game.f_tally[f] == NOBODY and game.can_look(f) and fixed_targets(game, f)]
    if len(able) == 1:
        game.push(tally_fixed, able[0])
    elif able:
        game.push(who_looks, tuple(able))


@question(PLAYER, "15.1a", FIGHTER)
def who_looks(game: Game, able: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Which crew looks at a fixed target next? [15.1a, ruling A52]"""
    return able


@who_looks.suggests
def first_able(game: Game, able: tuple[Fighter, ...]) -> int:
    """The order seldom matters."""
    return able[0]


@who_looks.chosen
def looks_next(game: Game, able: tuple[Fighter, ...], fighter: Fighter) -> None:
    rest = tuple(f for f in able if f != fighter)
    game.next(task(tally_fixed, fighter), *offers(game), task(look_hard, rest))


def fixed_targets(game: Game, fighter: Fighter) -> list[Attacker]:
    """What this crew may roll against: its own AI fix, or else whatever is lit, within visible range [15.1b]."""
    fix = game.f_fix[fighter]
    if fix != NOBODY:
        return [fix] if sees(game, fighter, fix) else []  # [ruling A8]
    bombs = game.layout.flying_bombs
    return [a for a in game.on_map if (bombs or game.is_lit(a)) and sees(game, fighter, a)]


@question(PLAYER, "15.1a", CONTACT)
def tally_fixed(game: Game, fighter: Fighter) -> list[Handle]:
    """Roll to tally a fixed target, and which? [15.1a, 15.1b]"""
    return [NO_CONTACT, *sorted(game.a_handle[a] for a in fixed_targets(game, fighter))]


@tally_fixed.chosen
def looked_hard(game: Game, fighter: Fighter, handle: Handle) -> None:
    if not handle:
        return
    target = game.attacker_of(handle)
    count, modifiers = fixed_tally_dice(game, fighter, target)
    rules = "15.1a 15.1.1a 15.1.1b " + sight_rules(game, fighter, target)
    for _, _, rule in modifiers:
        rules += " " + rule
    dice = game.roll(count, "fixed tally", rules, fighter, handle, tuple(modifiers))
    shown = list(dice).count(tally_number(game.a_id[target]))
    if not shown:
        game.emit("not_tallied", "15.1.1c", TO_ALL, fighter, handle)
        return
    game.f_tally[fighter] = target
    game.emit("tallied", "15.1.1c 15.1b", TO_ALL, fighter, handle)
    set_position(game, fighter, target, GOOD_POSITION if shown >= 2 else POOR_POSITION)


@tally_fixed.refuses
def why_not_tally_fixed(game: Game, fighter: Fighter, handle: int) -> tuple[str, str] | None:
    if game.f_fix[fighter] != NOBODY:
        return ("15.1b", "must_use_own_fix")
    return ("15.1a", "not_fixed_or_too_far")


@tally_fixed.tells
def tally_fixed_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter}


def fixed_tally_dice(
    game: Game, fighter: Fighter, target: Attacker, overtakes: bool | None = None
) -> tuple[int, Sequence[Modifier]]:
    """How many dice against a fixed target, and why [15.1.1a, 19.1.3, 28.5, 28.6].

    ``overtakes`` is for a caller who must not know how far the target flew.
    """
    if overtakes is None:
        overtakes = game.f_spent[fighter] >= game.a_moved[target] + 2
    fit = game.layout.fighters[fighter]
    lit = game.is_lit(target)
    why = _crew_and_night(game, fit.pilot, both=lit and target in game.f_fix)
    if fit.ai is not None and game.f_fix[fighter] == target and not lit:
        why += minimum_range(
            fit.ai,
            same_facing=game.f_facing[fighter] == game.a_facing[target],
            turned=bool(game.f_turned[fighter]),
            faster=overtakes,
        )
    if fit.pilot == GREEN:
        why.append(("green", -2, "28.5"))
    hex_, facing, there = game.f_hex[fighter], game.f_facing[fighter], game.a_hex[target]
    if fit.own_rear_rule:
        if not HEXES.in_arc(hex_, facing, WIDE, there):
            return 1, [*why, ("restricted_view", 0, "28.6")]
    elif game.layout.rear_view and not HEXES.in_arc(hex_, facing, HEMI, there):
        why.append(("behind", -2, "28.6"))
    return max(1, 3 + sum(dice for _, dice, _ in why)), why


def _crew_and_night(game: Game, pilot: int, *, both: bool) -> list[Modifier]:
    """What pilot, moon, and lights and radar together add [15.1.1a, 17.2]."""
    why: list[Modifier] = []
    if pilot == EXPERTE:
        why.append(("experte", 2, "17.2"))
    if game.moon != NO_MOON:
        why.append(("moon", 1, "15.1.1a"))
    if both:
        why.append(("radar_and_lights", 1, "15.1.1a"))
    return why


def best_look(game: Game, fighter: Fighter, *, lit: bool, fixed: bool) -> int:
    """The dice of a hard look from the target's own hex, flying straight and no faster [15.1.1a, 19.1.3]."""
    fit = game.layout.fighters[fighter]
    why = _crew_and_night(game, fit.pilot, both=lit and fixed)
    if fit.ai is not None and not lit:
        why += minimum_range(fit.ai, same_facing=True, turned=False, faster=False)
    if fit.pilot == GREEN:
        why.append(("green", -2, "28.5"))
    return max(1, 3 + sum(dice for _, dice, _ in why))


def minimum_range(radar: FittedRadar, *, same_facing: bool, turned: bool, faster: bool) -> list[Modifier]:
    """What the radar's minimum range costs, and each thing that makes it worse [19.1.3, ruling A19]."""
    why: list[Modifier] = [("minimum_range", radar.modifier, "19.1.3a")]
    if radar.low_penalty:
        why.append(("low_altitude", -1, "21.1b"))
    if not same_facing:
        why.append(("facing_differs", -1, "19.1.3b"))
    if turned:
        why.append(("turned", -1, "19.1.3b"))
    if faster:
        why.append(("overtaking", -1, "19.1.3b"))
    return why
