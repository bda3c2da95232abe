"""Tallying: each crew looks for one counter, then perhaps for a fixed one; it takes a 6 [S10.0, S15.0, 28.4]."""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.nightfighter.model.board import NO_MOON
from viermot.games.nightfighter.model.fitting import GREEN
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter
from viermot.games.nightfighter.rules.fog import check_contact, drop_tally
from viermot.games.nightfighter.rules.sight import bright_cloud
from viermot.games.nightfighter.rules.tally import (
    GOOD_POSITION,
    POOR_POSITION,
    Modifier,
    fixed_tally_dice,
    keep_or_drop,
    set_position,
)
from viermot.games.solitaire.model.board import PLAYER, TO_ALL
from viermot.games.solitaire.model.notation import COUNTER, FIGHTER
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.sight import sees, sight, sight_rules
from viermot.games.solitaire.rules.uncertainty import look_in
from viermot.kernel.agenda import Facts, question, step, task


@step
def tally_phase(game: Solo) -> None:
    """Phase 8: keep or drop, then the basic attempts, then those at fixed targets [4.0d, S10.0, S15.0]."""
    held = [f for f in game.layout.numbers if game.f_tally[f] != NOBODY]
    in_sight_still = [f for f in held if sees(game, f, game.f_tally[f])]  # the others are lost anyway [10.2c]
    game.next(*[task(keep_or_drop, f) for f in in_sight_still], task(maintain_tallies), task(look_out))


@step
def maintain_tallies(game: Solo) -> None:
    """A tally lasts while its target is in visible range [10.2c]; kept, it gives a good attack position [28.4a]."""
    for fighter in game.layout.numbers:
        target = game.f_tally[fighter]
        if target == NOBODY:
            continue
        rules = "10.2c " + sight_rules(game, fighter, target)
        if sees(game, fighter, target):
            game.emit("tally_kept", rules, TO_ALL, fighter, game.a_handle[target])
            set_position(game, fighter, target, GOOD_POSITION)
        else:
            drop_tally(game, fighter)
            game.emit("tally_lost", rules, TO_ALL, fighter, game.a_handle[target])
            check_contact(game, target)


@step
def look_out(game: Solo) -> None:
    """Every crew without a tally that can see may look, in any order [S10.0a]."""
    able = []
    for fighter in game.fighters_on_map():
        if game.blinded(fighter):
            game.emit("cannot_tally", "17.3.2c", TO_ALL, fighter)
        elif game.f_tally[fighter] == NOBODY and not game.shaken(fighter):
            able.append(fighter)
    if able:
        game.push(next_lookout, tuple(able))


# -- basic attempts ------------------------------------------------------------------------------------------


def in_sight(game: Solo, fighter: Fighter) -> list[Attacker]:
    """The counters whose area lies partly in visible range [S10.0a]."""
    return [a for a in game.on_map if not sight(game, fighter, a).isdisjoint(game.area(a))]


@step
def next_lookout(game: Solo, waiting: tuple[Fighter, ...]) -> None:
    """Go on to the next crew that has something to look for [S10.0a, S15.0]."""
    able = tuple(f for f in waiting if in_sight(game, f) or fixed_targets(game, f))
    if able:
        game.push(who_looks, able)


@question(PLAYER, "S10.0a", FIGHTER, undoable=True)
def who_looks(game: Solo, waiting: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Which crew looks next? [S10.0a]"""
    return waiting


@who_looks.chosen
def looks(game: Solo, waiting: tuple[Fighter, ...], fighter: Fighter) -> None:
    game.next(
        task(tally, fighter), task(look_hard, fighter), task(next_lookout, tuple(f for f in waiting if f != fighter))
    )


@question(PLAYER, "S10.0a", COUNTER)
def tally(game: Solo, fighter: Fighter) -> list[int]:
    """Which counter does this crew look for, if any? [S10.0a]"""
    return [0, *[a + 1 for a in in_sight(game, fighter)]]


@tally.chosen
def looked(game: Solo, fighter: Fighter, choice: int) -> None:
    if not choice:
        game.emit("does_not_look", "S10.0a", TO_ALL, fighter)
        return
    counter = Attacker(choice - 1)
    roll_for_it(game, fighter, counter, basic_dice(game, fighter, counter), "tally", "S10.0a S10.0b S10.0c", "S10.0b")


def roll_for_it(
    game: Solo,
    fighter: Fighter,
    counter: Attacker,
    dice: tuple[int, Sequence[Modifier]],
    what: str,
    rules: str,
    needs: str,
) -> None:
    """On any 6 the crew may have found it; ``needs`` is the rule that asks for the 6 [S10.0b, S15.0]."""
    count, why = dice
    cited = " ".join((rules, sight_rules(game, fighter, counter), *[rule for _, _, rule in why]))
    handle = game.a_handle[counter]
    sixes = list(game.roll(count, what, cited, fighter, handle, tuple(why))).count(6)
    if sixes:
        try_to_hold(game, fighter, counter, sixes, needs)
    else:
        game.emit("not_tallied", needs, TO_ALL, fighter, handle)


def basic_dice(game: Solo, fighter: Fighter, counter: Attacker) -> tuple[int, list[Modifier]]:
    """How many dice, and why: visibility, moon, this crew's own view, cloud behind the counter [S10.0c, 28.5]."""
    fit = game.layout.fighters[fighter]
    why: list[Modifier] = [("visibility", 1 + game.visibility, "S10.0c")]
    if game.moon != NO_MOON:
        why.append(("moon", 1, "S10.0c"))
    if game.layout.untrained:
        if sum(points for _, points, _ in why) > 1:
            why.append(("untrained", -1, "3.2e"))
    elif fit.pilot == GREEN:
        why.append(("green", 0, "28.5"))
    else:
        if fit.view:
            why.append(("view", 1, "S10.0c"))
        if bright_cloud(game, game.a_hex[counter]):
            why.append(("cloud", 1, "S10.0d"))
    return sum(points for _, points, _ in why), why


def try_to_hold(game: Solo, fighter: Fighter, counter: Attacker, sixes: int, rules: str) -> None:
    """A 6 was rolled: if the bomber is where the crew looks, it is tallied [S10.0b, 28.4, ruling B16]."""
    if look_in(game, counter, sight(game, fighter, counter), rules):
        game.f_tally[fighter] = counter
        game.emit("tallied", rules + " S5.1a", TO_ALL, fighter, game.a_handle[counter])
        set_position(game, fighter, counter, GOOD_POSITION if sixes >= 2 else POOR_POSITION)
    else:
        game.emit("tally_fails", rules, TO_ALL, fighter)


@tally.refuses
def why_not_tally(game: Solo, fighter: Fighter, choice: int) -> tuple[str, str] | None:
    return ("S10.0a", "not_in_sight")


@tally.tells
def tally_facts(game: Solo, fighter: Fighter) -> Facts:
    return {"fighter": fighter}


# -- fixed targets -------------------------------------------------------------------------------------------


def fixed_targets(game: Solo, fighter: Fighter) -> list[Attacker]:
    """What the crew may look hard at: its own AI fix, what lights hold, a V-1; within visible range [S15.0, SC8F]."""
    held = [a for a in game.on_map if a == game.f_fix[fighter] or game.is_lit(a) or game.layout.flying_bombs]
    return [a for a in held if game.layout.advanced_tally and sees(game, fighter, a)]


@step
def look_hard(game: Solo, fighter: Fighter) -> None:
    """Without a tally, whatever the reason, one more attempt at something fixed, at once [S15.0, ruling B48]."""
    if game.f_tally[fighter] == NOBODY and fixed_targets(game, fighter):
        game.push(tally_fixed, fighter)


@question(PLAYER, "S15.0", COUNTER)
def tally_fixed(game: Solo, fighter: Fighter) -> list[int]:
    """Look hard at a fixed target, and if so which? [S15.0]"""
    return [0, *[a + 1 for a in fixed_targets(game, fighter)]]


@tally_fixed.chosen
def looked_hard(game: Solo, fighter: Fighter, choice: int) -> None:
    if choice:
        counter = Attacker(choice - 1)
        dice = fixed_tally_dice(game, fighter, counter)
        roll_for_it(game, fighter, counter, dice, "fixed tally", "S15.0 15.1.1a", "S15.0")


@tally_fixed.refuses
def why_not_tally_fixed(game: Solo, fighter: Fighter, choice: int) -> tuple[str, str] | None:
    return ("S15.0", "not_fixed_or_too_far")


@tally_fixed.tells
def tally_fixed_facts(game: Solo, fighter: Fighter) -> Facts:
    return {"fighter": fighter}
