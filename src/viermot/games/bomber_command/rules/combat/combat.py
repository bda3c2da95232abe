"""Attack resolution: announcement, cards, the roll, losses, depletion and defensive fire [9.1.1, 9.7, 9.9]."""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import DECOY, GARDENING, GERMAN, MAIN, MOSQUITO, OFF, TO_ALL, TO_BRITISH
from viermot.games.bomber_command.model.ids import NO_CITY, NO_RAID, NO_UNIT, City, Hex, Raid, Unit
from viermot.games.bomber_command.model.layout import read_chart
from viermot.games.bomber_command.model.notation import NO, THING, YES
from viermot.games.bomber_command.model.records import Attack, Modifier, counting
from viermot.games.bomber_command.model.state import ATTACKED, IN_RAID, NOBODY, RETURNING, Game, attack_of
from viermot.games.bomber_command.rules.cards.cards import window
from viermot.games.bomber_command.rules.cards.effects import Played, add_modifier, check, effect
from viermot.games.bomber_command.rules.cards.windows import (
    W_AFTER,
    W_BRITISH,
    W_DEFENCE,
    W_FLAK,
    W_GCI,
    W_INTRUDER,
    W_TAME,
    W_WILD,
)
from viermot.games.bomber_command.rules.combat.damage import (
    box_watchers,
    damage,
    deplete,
    disrupt,
    lose_bombers,
    lose_fighters,
)
from viermot.games.bomber_command.rules.movement.raids import is_bombing_in, is_outbound
from viermot.kernel.agenda import Facts, question, step, task

BY_GCI, BY_TAME_BOAR, BY_WILD_BOAR, BY_INTRUDER, BY_FLAK, BY_BRITISH = range(6)
ATTACKS: Final = ("gci", "tame_boar", "wild_boar", "intruder", "flak", "british")
WINDOW_OF: Final = (W_GCI, W_TAME, W_WILD, W_INTRUDER, W_FLAK, W_BRITISH)
RULE_OF: Final = ("9.3c", "9.4.1d", "9.5.1a", "12.2.4", "9.6.1c", "9.2.1")

COLUMN_GCI, COLUMN_TAME_BOAR, COLUMN_STACKED, COLUMN_LATE = range(4)
STRAYING: Final = 0  # instead of a column: a card lets flak fire at whatever flies there [9.6.2]

# What cards have done besides modifying the roll.
NO_DEPLETION, NO_DEFENCE, HUNTING, CORKSCREWED, FORCED_DEFENCE, CLARIFIED, DEFENDED = 1, 2, 4, 8, 16, 32, 64


def begin(
    game: Game, kind: int, unit: Unit, raid: Raid, place: int, city: City, column: int, extra: int, strength: int
) -> None:
    """Set up the attack and put the steps that resolve it on the agenda."""
    game.attack = Attack(kind, unit, raid, place, city, column, extra, strength)
    which = WINDOW_OF[kind]
    if kind == BY_FLAK:
        game.next(
            task(window, which, NOBODY, raid), task(roll_flak), task(window, W_AFTER, NOBODY, raid), task(end_attack)
        )
    elif kind == BY_BRITISH:
        game.next(
            task(window, which, unit, NOBODY),
            task(roll_british),
            task(window, W_AFTER, unit, NOBODY),
            task(british_results),
        )
    else:
        game.next(task(spend_damage), task(window, which, unit, raid), task(roll_attack))


@step
def attack_raid(game: Game, kind: int, unit: Unit, raid: Raid, hex_: Hex, city: City, column: int, extra: int) -> None:
    """A nightfighter unit attacks a raid; the British player now announces what he must [9.1.1b, 9.1.1c]."""
    if game.has(unit, RETURNING):
        call_off(game, unit)
        return
    letter = game.plot[raid].letter
    game.emit(
        "attack", f"9.1.1a 9.1.1c {RULE_OF[kind]}", TO_ALL, kind, unit, hex_ if kind != BY_TAME_BOAR else OFF, city
    )
    game.emit("attacked_raid", "8.3 7.2.1a", TO_ALL if kind == BY_TAME_BOAR else TO_BRITISH, letter)
    identify(game, raid, kind == BY_TAME_BOAR)
    game.emit("has_flak_damage", "9.1.1b", TO_ALL, int(game.raid_damage[raid] > 0))
    begin(game, kind, unit, raid, hex_, city, column, extra, game.strength(unit))


def call_off(game: Game, unit: Unit) -> None:
    """A declared attack is not made: the unit has been ordered home first [7.4.3b]."""
    game.unit_marks[unit] &= ~ATTACKED
    game.emit("attack_void", "7.4.3b", TO_ALL, unit)


def identify(game: Game, raid: Raid, letter_known: bool) -> None:
    """Mosquitos, Decoys and heavy loads must be admitted when nightfighters attack [9.9, 4.3.4b, 12.3.1b]."""
    kind = game.plot[raid].kind
    if kind == MOSQUITO:
        game.emit("is_mosquito", "9.9", TO_ALL)
    elif kind == DECOY:
        game.emit("is_decoy", "4.3.4b", TO_ALL)
    elif game.plot[raid].heavy and is_outbound(game, raid):
        game.emit("is_heavy", "12.3.1b", TO_ALL)
    else:
        return
    if letter_known:
        game.raid_known[raid] = 1


def damage_told(game: Game) -> bool:
    """What was announced when this attack began: spending a marker does not reveal how many are left [9.8.4b]."""
    for kind, _, _, data in game.latest():
        if kind == "has_flak_damage":
            (damaged,) = data
            return bool(damaged)
    return game.raid_damage[attack_of(game).raid] > 0  # a position has no log


@question(GERMAN, "9.8.4b", THING, default=NO)
def spend_damage(game: Game) -> list[int]:
    """Spend one of the raid's Flak Damage markers for +1? [9.8.4]"""
    return [NO, YES] if game.raid_damage[attack_of(game).raid] else [NO]


@spend_damage.tells
def spend_damage_facts(game: Game) -> Facts:
    return {"unit": attack_of(game).unit}


@spend_damage.chosen
def _spent(game: Game, option: int) -> None:
    if option == YES:
        attack = attack_of(game)
        game.raid_damage[attack.raid] -= 1
        bonus = game.layout.combat_modifiers["flak damage"]
        game.attack = attack._replace(extra=attack.extra + bonus)
        game.emit("damage_spent", "9.8.4b", TO_ALL, bonus)


# -- the roll --------------------------------------------------------------------------------------------


def is_inside(game: Game, attack: Attack) -> bool:
    """Is it made from inside a raid, in a hex that the British player need not point out? [9.4.4]"""
    return attack.unit >= 0 and game.unit_place[attack.unit] == IN_RAID


def modifiers_of(game: Game, attack: Attack) -> list[Modifier]:
    """All modifiers of the attack roll, each with its rule [9.7a, 3.4.2a, 3.4.4b]."""
    found = game.sky_modifiers(attack.hex, is_inside(game, attack))
    if attack.raid >= 0:
        found += _target_modifiers(game, attack)
    found.append(("situation", attack.extra, "9.7a"))
    found.append(("cards", game.modifier, "6.2.1"))
    return [("strength", attack.strength, "9.7a"), *counting(found)]


def _target_modifiers(game: Game, attack: Attack) -> list[Modifier]:
    kind, raid = game.plot[attack.raid].kind, attack.raid
    modifiers = game.layout.combat_modifiers
    if kind == DECOY:
        return [("decoy", modifiers["decoy"], "4.3.4b")]
    if kind == GARDENING:
        return [("gardening", modifiers["gardening"], "9.7a")]
    if attack.unit >= 0 and game.plot[raid].heavy and is_outbound(game, raid):
        return [("heavy_load", modifiers["heavy"], "12.3.1b")]
    return []


def told_of(modifiers: list[Modifier]) -> list[Modifier]:
    """Those that the British player must announce: nothing obliges him to say that a raid lays mines [8.3b]."""
    return [(what, value, rule) for what, value, rule in modifiers if what != "gardening"]


def show_own(game: Game, raid: Raid, modifiers: list[Modifier], total: int) -> None:
    """Show the British player, and nobody else, what was left out of the announcement [8.3b]."""
    hidden = [modifier for modifier in modifiers if modifier not in told_of(modifiers)]
    if hidden:
        game.emit("unannounced", cited("8.3b", hidden), TO_BRITISH, game.plot[raid].letter, tuple(hidden), total)


def cited(rules: str, modifiers: list[Modifier]) -> str:
    """The rules of a roll, then those of its modifiers."""
    return " ".join(dict.fromkeys([*rules.split(), *[rule for _, _, rule in modifiers]]))


@step
def roll_attack(game: Game) -> None:
    """Two dice plus strength and modifiers, on the attack's column; doubles deplete the unit [9.7, 9.7.1]."""
    attack = attack_of(game)
    if game.has(attack.unit, RETURNING) or not game.airborne(attack.unit):
        call_off(game, attack.unit)
        game.attack = None
        return
    game.next(
        task(window, W_AFTER, attack.unit, attack.raid),  # CORKSCREW, for example [9.7b]
        task(attack_results),  # [9.8]
        task(end_attack),
    )
    attack = attack._replace(strength=game.strength(attack.unit))  # a card may have just depleted it
    modifiers = modifiers_of(game, attack)
    first, second = game.roll(2, "attack", "9.7a")
    total = first + second + sum(value for _, value, _ in modifiers)
    losses, disrupted = read_chart(game.layout.combat[attack.column], game.layout.combat_first, total)
    game.attack = attack._replace(losses=losses, disrupted=int(disrupted), first=first, second=second)
    told = told_of(modifiers)
    shown = first + second + sum(value for _, value, _ in told)
    game.emit("attack_rolled", cited("9.7a", told), TO_ALL, attack.column, tuple(told), shown, losses, int(disrupted))
    show_own(game, attack.raid, modifiers, total)
    if first == second:
        if game.flags & NO_DEPLETION:
            game.emit("not_depleted", "9.7.1", TO_ALL, attack.unit)
        else:
            deplete(game, attack.unit, "9.7.1")


@step
def attack_results(game: Game) -> None:
    """The raid's losses and disruption, then its gunners fire back [9.8.2, 9.8.3, 9.7.2]."""
    attack = attack_of(game)
    raid, unit = attack.raid, attack.unit
    lose_bombers(game, raid, attack.losses, "9.7a")
    disrupt(game, raid, attack.disrupted, "9.7a")
    if game.plot[raid].kind == MOSQUITO:
        hunted(game, attack)
        game.emit("no_defence", "9.7.2b", TO_ALL)
        return
    if attack.disrupted and attack.kind == BY_GCI:
        against_oboe(game, attack)
    defended = 6 in (attack.first, attack.second) or game.flags & FORCED_DEFENCE
    if defended and game.flags & NO_DEFENCE:
        game.emit("no_defence", "9.7.2a", TO_ALL)
    elif defended:
        game.next(task(window, W_DEFENCE, unit, raid), task(defensive_fire, unit, attack.kind))


def hunted(game: Game, attack: Attack) -> None:
    """Mosquitos shot down by hunters put Mosquito Hunt markers in the raid's box [9.9.2, 9.3.1]."""
    counter = game.layout.units[attack.unit]
    # Its kind says so, not its GCI marker: doubles may have cost it that.
    by_marker = attack.kind == BY_GCI and (not counter.twin or counter.type == "Me262")
    if attack.losses and (by_marker or game.flags & HUNTING):
        game.raid_hunt[attack.raid] += attack.losses
        rules = "9.9.2 9.3.1" if by_marker else "9.9.2"
        game.emit("hunted", rules, box_watchers(game), game.plot[attack.raid].letter, attack.losses)


def against_oboe(game: Game, attack: Attack) -> None:
    """Single-engined GCI units can spoil the OBOE marking of a Main Force bombing in that hex [9.3.2].

    The German player is not told, as that would give the raid away; he sees it when the target is marked
    [8.3, ruling C79].
    """
    raid = attack.raid
    if (
        not game.layout.units[attack.unit].twin
        and game.plot[raid].kind == MAIN
        and is_bombing_in(game, raid, Hex(attack.hex))
    ):
        game.raid_no_oboe[raid] = 1
        game.emit("oboe_spoiled", "9.3.2", TO_BRITISH)


@step
def defensive_fire(game: Game, unit: Unit, kind: int) -> None:
    """The gunners fire back: eight or more shoots down one nightfighter, twelve shoots down two [9.7.2]."""
    dice = game.roll(2, "defensive fire", "9.7.2a", unit, game.modifier)
    total = sum(dice) + game.modifier
    chart = game.layout.aid.defensive_fire
    lost = 2 if total >= chart.two else 1 if total >= chart.one else 0
    game.emit("defensive_fire", "9.7.2a", TO_ALL, unit, total, lost)
    lose_fighters(game, unit, lost, "9.7.2a")
    if kind == BY_INTRUDER and not game.alerted:
        game.alerted = 1
        game.emit("alerted", "12.2.4", TO_ALL)


@step
def end_attack(game: Game) -> None:
    """The attack is over."""
    game.attack = None


# -- flak ----------------------------------------------------------------------------------------------


@step
def attack_by_flak(game: Game, raid: Raid, hex_: Hex, city: City, value: int, rules: str) -> None:
    """City flak, area flak (NO_CITY) or searchlights fire at a raid [9.6.1, 9.6.2]."""
    game.emit("flak", rules, TO_ALL, hex_, city, value)
    game.emit("attacked_raid", "8.3 7.2.1a", TO_BRITISH, game.plot[raid].letter)
    if game.plot[raid].kind == DECOY:
        game.emit("is_decoy", "4.3.4b", TO_ALL)
    begin(game, BY_FLAK, NO_UNIT, raid, hex_, city, STRAYING if rules == "9.6.2" else OFF, 0, value)


@step
def roll_flak(game: Game) -> None:
    """One roll gives losses, disruption and flak damage [9.6.1c]."""
    attack = attack_of(game)
    raid = attack.raid
    modifiers = modifiers_of(game, attack)
    first, second = game.roll(2, "flak", "9.6.1c")
    total = first + second + sum(value for _, value, _ in modifiers)
    losses, disruptions, damaged = [read_chart(column, game.layout.combat_first, total) for column in game.layout.flak]
    told = told_of(modifiers)
    shown = first + second + sum(value for _, value, _ in told)
    game.emit("flak_rolled", cited("9.6.1c", told), TO_ALL, tuple(told), shown, losses, disruptions, damaged)
    show_own(game, raid, modifiers, total)
    lose_bombers(game, raid, losses, "9.6.1c")
    disrupt(game, raid, disruptions, "9.6.1c")
    damage(game, raid, damaged)


# -- British attacks -----------------------------------------------------------------------------------------


@step
def attack_unit(game: Game, unit: Unit, place: int, strength: int, rules: str) -> None:
    """The British attack a nightfighter unit on the GCI column, in the weather of that place [9.2.1]."""
    game.emit("british_attack", rules, TO_ALL, unit, strength)
    begin(game, BY_BRITISH, unit, NO_RAID, place, NO_CITY, COLUMN_GCI, 0, strength)


@step
def roll_british(game: Game) -> None:
    """Rolled as a nightfighter's attack is [9.2.1]."""
    attack = attack_of(game)
    modifiers = modifiers_of(game, attack)
    first, second = game.roll(2, "British attack", "9.2.1", attack.unit)
    total = first + second + sum(value for _, value, _ in modifiers)
    losses, disrupted = read_chart(game.layout.combat[COLUMN_GCI], game.layout.combat_first, total)
    game.attack = attack._replace(losses=losses, disrupted=int(disrupted), first=first, second=second)
    rules = cited("9.2.1", modifiers)
    game.emit("attack_rolled", rules, TO_ALL, COLUMN_GCI, tuple(modifiers), total, losses, int(disrupted))


@step
def british_results(game: Game) -> None:
    """Nightfighters lost; a disruption depletes the unit [9.2.1]."""
    attack = attack_of(game)
    lose_fighters(game, attack.unit, attack.losses, "9.2.1")
    if attack.disrupted:
        deplete(game, attack.unit, "9.2.1")
    game.attack = None


@step
def resume_attack(game: Game, attack: tuple[int, ...], modifier: int, flags: int) -> None:
    """An attack that was interrupted by another goes on."""
    game.attack = Attack._make(attack) if attack else None
    game.modifier = modifier
    game.flags = flags


def interrupt(game: Game) -> None:
    """Set the current attack aside; whatever goes on the agenda after this is done before it resumes."""
    game.push(resume_attack, tuple(game.attack or ()), game.modifier, game.flags)


# -- cards of this chapter -----------------------------------------------------------------------------------


@effect("experte")
def experte(game: Game, card: Played) -> None:
    """EXPERTE: a better shot, and doubles do not deplete him [9.7.1]."""
    game.flags |= NO_DEPLETION
    add_modifier(game, card.function.value, "6.2.1 9.7.1")


@effect("schraege musik")
def schraege_musik(game: Game, card: Played) -> None:
    """SCHRÄGE MUSIK: an attack from below, where no gunner sees it coming [9.7.2]."""
    game.flags |= NO_DEFENCE
    add_modifier(game, card.function.value, "6.2.1 9.7.2a")


@effect("ta154")
def ta154(game: Game, card: Played) -> None:
    """TA154 MOSKITO: the attack counts as Mosquito Hunting [9.9.2]."""
    game.flags |= HUNTING
    add_modifier(game, card.function.value, "6.2.1 9.9.2")


@check("corkscrew")
def may_corkscrew(game: Game, function: Function) -> bool:
    """One CORKSCREW per attack, and only if there are losses to reduce."""
    return bool(game.attack and game.attack.losses and not game.flags & CORKSCREWED)


@effect("corkscrew")
def corkscrew(game: Game, card: Played) -> None:
    """CORKSCREW: two fewer bombers are lost; disruption stands [9.7b]."""
    attack = attack_of(game)
    losses = max(attack.losses - abs(card.function.value), 0)
    game.flags |= CORKSCREWED
    game.attack = attack._replace(losses=losses)
    game.emit("losses_reduced", "9.7b", TO_ALL, losses)


@check("village inn roll")
def may_fire_unasked(game: Game, function: Function) -> bool:
    """Only if no six was rolled, and never for Mosquitos or against SCHRÄGE MUSIK."""
    attack = attack_of(game)
    return (
        game.plot[attack.raid].kind != MOSQUITO
        and 6 not in (attack.first, attack.second)
        and not game.flags & (NO_DEFENCE | FORCED_DEFENCE)
    )


@effect("village inn roll")
def village_inn(game: Game, card: Played) -> None:
    """VILLAGE INN: the gunners fire although no six was rolled [9.7.2]."""
    game.flags |= FORCED_DEFENCE
    game.emit("gunners_fire", "9.7.2a", TO_ALL)
