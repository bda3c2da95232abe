"""The odds of whatever is asked: counted where they can be counted, by trials where a round has too many branches.

Everything here comes from what lies on the table: the cards not yet drawn are known, their order is not [3.5.1].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from viermot.games.interceptor.model.modifiers import Modifier, sum_of
from viermot.games.interceptor.model.options import BREAK_OFF, Firing, rounds
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIRFRAME,
    BOMBER_FIRE,
    DE,
    EVENT,
    FIGHTERS,
    GP,
    GUNNERS,
    INTERCEPTIONS,
    KILLED,
    LANDINGS,
    LONG,
    NAVIGATION,
    NOT_LOCATED,
    OWN_ATTACK,
    PILOT,
    START_ADVANTAGED,
    WOUNDS,
)
from viermot.games.interceptor.rules.bombers import return_fire, striking
from viermot.games.interceptor.rules.bombers.escaping import SLIP_AWAY
from viermot.games.interceptor.rules.bombers.passes import BOMBERS, ENOUGH, ESCORTS
from viermot.games.interceptor.rules.chance import Drawn
from viermot.games.interceptor.rules.damage import wounds
from viermot.games.interceptor.rules.damage.airframe import enemy_firepower, firepower, firing_weapons
from viermot.games.interceptor.rules.damage.landing import (
    cannot_reach_base,
    jump,
    landing_modifiers,
    parachute_modifiers,
)
from viermot.games.interceptor.rules.fighters.actions import ATTACK, DEFEND, DISENGAGE, ORDERS
from viermot.games.interceptor.rules.fighters.dogfight import only_defends
from viermot.games.interceptor.rules.flight import FLY_ON, JUMP
from viermot.kernel.agenda import Logged, apply
from viermot.kernel.dice import QuickDice

Modifiers = tuple[Modifier, ...]
TRIALS: Final = 160
OUTLOOKS: Final = 100
# Incidental questions that a trial answers at once, with the first option.
PASSING: Final = frozenset(
    ("second_card", "lucky_charm", "charm_order", "armourer", "gain_by_reflexes", "eyewitness"),
)
# A plain plan for the rest of an encounter, by question: what is chosen if it is offered.
PLAN: Final[dict[str, tuple[int, ...]]] = {
    "fire_round": (AIRFRAME, BREAK_OFF),
    "after_pass": (ENOUGH,),
    "escape": (SLIP_AWAY,),
    "dogfight": (ATTACK, DISENGAGE, DEFEND),
    "engage_another": (0,),
    "choose_target": (BOMBERS, ESCORTS),
    "out_of_the_sun": (LONG,),
    "rocket_salvo": (1,),
    "jettison": (0,),
    "adjust": (),
}
PLANNED: Final = frozenset(PLAN)
LOOKED_AHEAD: Final = PLANNED - {"fire_round", "dogfight", "escape"}
BANDS: Final = ((0, 0, "none"), (1, 2, "1-2"), (3, 4, "3-4"), (5, 99, "5+"))


class Odds(NamedTuple):
    """One thing that is about to be rolled or drawn: what it depends on, and how it may come out."""

    what: str
    about: str
    rule: str
    modifiers: Modifiers
    chances: tuple[tuple[str, Fraction], ...]
    mean: Fraction | None = None
    trials: int = 0


def odds(game: Game, kind: str, codes: Iterable[int], spelled: Iterable[str]) -> list[Odds]:
    """The odds of a question now open."""
    offered = dict(zip(codes, spelled, strict=True))
    if kind == "fire_round" and firepower(game):  # without guns nobody fires
        shown = (*rounds(False, False, False), Firing(burst=True).code, Firing(wingman=True).code)
        tried = [code for code in offered if code in shown]
        return [own_fire(game), their_fire(game), *(trial(game, code, offered[code]) for code in tried)]
    if kind == "dogfight":
        found = [fighter_fire(game)] if firepower(game) else []
        his = [] if only_defends(game) else [enemy_fire(game)]
        return [*found, *his, *(trial(game, code, offered[code]) for code in offered if code not in ORDERS)]
    if kind == "escape":
        slip = die("slip_away", game.layout.chances.slip_away, "7.1.10b")
        return [slip, *(outlook(game, code, offered[code]) for code in offered)]
    if kind == "press_on":
        found = [interception(game)] if FLY_ON in offered else []
        found.append(landing(game, int(cannot_reach_base(game))))
        return [*found, parachute(game)] if JUMP in offered else found
    if kind == "forced_down":
        return [landing(game, 1), parachute(game)]
    if kind == "second_card":
        return another_card(game)
    if kind in LOOKED_AHEAD:
        return [outlook(game, code, offered[code]) for code in offered]
    return []


# -- cards --------------------------------------------------------------------------------------------------


def _cards(game: Game) -> bytes:
    return game.deck or game.layout.deck


def _banded(hits: dict[int, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """Hits by bands, group damage and destruction apart."""
    plain = [
        (name, sum((chance for n, chance in hits.items() if low <= n <= high), Fraction(0)))
        for low, high, name in BANDS
    ]
    return (*plain, ("GP", hits.get(GP, Fraction(0))), ("DE", hits.get(DE, Fraction(0))))


def _mean(hits: dict[int, Fraction]) -> Fraction:
    """The mean number of plain hits, where there are some."""
    return sum((n * chance for n, chance in hits.items() if n < GP), Fraction(0))


def columns_hit(game: Game) -> dict[int, Fraction]:
    """What a card of the deck says for the guns that fire, a jam before the hits are read included [7.1.6]."""
    layout = game.layout
    cards, fp = _cards(game), firepower(game)
    weapons = firing_weapons(game)
    each = Fraction(1, len(cards))
    found: dict[int, Fraction] = {}
    for card in cards:
        left = [fp]
        if layout.jams[card] and weapons:
            mat = game.mat.weapons
            left = [fp if mat[n].mg_ff else fp - game.mat.fp[n] for n in weapons]
        for power in left:
            result = layout.hits[card][layout.column[power]] if power else 0
            if result == GP and any(game.mat.weapons[n].gp_destroys for n in weapons):
                result = DE
            found[result] = found.get(result, Fraction(0)) + each / len(left)
    return found


def own_fire(game: Game) -> Odds:
    """Our card against a bomber, after range, approach and skill [7.1.6, 7.1.7]."""
    trying = _copy(game, 0)
    changed: dict[int, Fraction] = {}
    for result, chance in columns_hit(game).items():
        after = result if result >= GP else striking.hits_changed(trying, result)
        changed[after] = changed.get(after, Fraction(0)) + chance
    striking.hits_changed(trying, 1)
    modifiers = trying.log[-1][3][1]
    return Odds("own_fire", str(firepower(game)), "7.1.6b", modifiers, _banded(changed), _mean(changed))


def their_fire(game: Game) -> Odds:
    """The bomber's card after all that changes it [7.1.7, 7.1.8]."""
    trying = _copy(game, 0)
    trying.pilot.attack.gunners = trying.pilot.attack.bomber_hits[GUNNERS]
    modifiers = tuple(return_fire.fire_modifiers(trying))
    more = sum_of(modifiers)
    cards = _cards(game)
    each = Fraction(1, len(cards))
    found: dict[int, Fraction] = {}
    for card in cards:
        hits = max(game.layout.fire[card] + more, 0)
        found[hits] = found.get(hits, Fraction(0)) + each
    return Odds("their_fire", "", "7.1.6e", modifiers, _banded(found)[: len(BANDS)], _mean(found))


def answer_to_expect(game: Game) -> float:
    """The mean of the hits a bomber's fire scores on us this round, over the cards still in the deck [7.1.6, 7.1.8].

    In the state, gunners and burst are still those of the last round; those of this round are counted instead.
    """
    attack = game.pilot.attack
    stale = attack.gunners - attack.exposed
    more = sum_of(return_fire.fire_modifiers(game)) + stale - attack.bomber_hits[GUNNERS]
    cards, fire = _cards(game), game.layout.fire
    return sum(max(fire[card] + more, 0) for card in cards) / len(cards)


def another_card(game: Game) -> list[Odds]:
    """What a second card would say in place of the first [7.7]."""
    drawn = game.asked[1] if game.asked is not None else None
    use = drawn.use if isinstance(drawn, Drawn) else -1
    if use == OWN_ATTACK:
        return [own_fire(game) if game.pilot.duel.enemy < 0 else fighter_fire(game)]
    return [their_fire(game)] if use == BOMBER_FIRE else []


def fighter_fire(game: Game) -> Odds:
    """Our card against a fighter, before he evades [7.2.2.6]."""
    hits = columns_hit(game)
    return Odds("fighter_fire", str(firepower(game)), "7.2.2.6", (), _banded(hits), _mean(hits))


def enemy_fire(game: Game) -> Odds:
    """His card against us, before we evade [7.2.2.6]."""
    layout, cards = game.layout, _cards(game)
    fp = enemy_firepower(game)
    each = Fraction(1, len(cards))
    found: dict[int, Fraction] = {}
    for card in cards:
        result = layout.hits[card][layout.column[fp]] if fp else 0
        found[result] = found.get(result, Fraction(0)) + each
    return Odds("enemy_fire", str(fp), "7.2.2.6", (), _banded(found), _mean(found))


# -- dice ---------------------------------------------------------------------------------------------------


def two_dice() -> dict[int, Fraction]:
    """The sums of two dice."""
    return {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


def die(what: str, success: int, rule: str) -> Odds:
    """One die, this or less."""
    chance = Fraction(min(max(success, 0), 6), 6)
    return Odds(what, "", rule, (), (("yes", chance), ("no", 1 - chance)))


def interception(game: Game) -> Odds:
    """Chart B1 in the next box [6.1, 7.1.2]."""
    found: dict[str, Fraction] = {}
    for total, chance in two_dice().items():
        met = game.layout.interception[game.month][total]
        if met == EVENT and game.pilot.sortie.had_event:
            met = FIGHTERS
        if met == NOT_LOCATED and game.pilot.career.skills & NAVIGATION:
            met = START_ADVANTAGED
        found[INTERCEPTIONS[met]] = found.get(INTERCEPTIONS[met], Fraction(0)) + chance
    return Odds("interception", "", "6.1c", (), tuple(found.items()))


def landing(game: Game, forced: int) -> Odds:
    """Chart B7 as the aircraft is now [7.4.4, 7.4.6]."""
    modifiers, chart = tuple(landing_modifiers(game, forced)), game.layout.landing
    added = sum_of(modifiers)
    found = dict.fromkeys(LANDINGS, Fraction(0))
    for total, chance in two_dice().items():
        result = sum(total + added >= minimum for minimum in (chart.rough, chart.crash, chart.destroyed))
        found[LANDINGS[result]] += chance
    return Odds("forced" if forced else "landing", "", "7.4.4", modifiers, tuple(found.items()))


def parachute(game: Game) -> Odds:
    """Chart B8 for the pilot [7.6]."""
    modifiers = tuple(parachute_modifiers(game, PILOT))
    added = sum_of(modifiers)
    found = dict.fromkeys(WOUNDS, Fraction(0))
    for total, chance in two_dice().items():
        found[WOUNDS[jump(game, total + added)]] += chance
    return Odds("parachute", "", "7.6a", modifiers, tuple(found.items()))


TWO_DICE: Final = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}


def landing_kills(game: Game, forced: int) -> float:
    """How often a landing as things stand kills the pilot, a crash that he does not survive included [7.4.6, 7.4.7]."""
    chart, added = game.layout.landing, sum_of(landing_modifiers(game, forced))
    crash = sum(wounds.together(game, PILOT, game.layout.wound[face]) == KILLED for face in range(1, 7)) / 6
    return sum(
        chance if total + added >= chart.destroyed else chance * crash
        for total, chance in TWO_DICE.items()
        if total + added >= chart.crash
    )


def jump_kills(game: Game) -> float:
    """How often a jump as things stand kills the pilot [7.6]."""
    added = sum_of(parachute_modifiers(game, PILOT))
    return sum(
        chance
        for total, chance in TWO_DICE.items()
        if wounds.together(game, PILOT, jump(game, total + added)) == KILLED
    )


# -- trials -------------------------------------------------------------------------------------------------


def _copy(game: Game, seed: int) -> Game:
    """A copy of the table, with dice of its own."""
    trying = game.clone()
    trying.dice = QuickDice(seed)
    trying.pilot.round.bonus = trying.pilot.attack.exposed = 0  # an extended burst of the round before no longer counts
    return trying


def trial(game: Game, code: int, about: str) -> Odds:
    """An answer played out to the next real question, again and again, with the same dice each time it is asked."""
    return _played(game, code, "trial", about, PASSING, TRIALS)


def outlook(game: Game, code: int, about: str) -> Odds:
    """An answer played out to the end of the encounter by a plain plan; in company only to the next question."""
    if len(game.pilots) > 1:
        return trial(game, code, about)
    return _played(game, code, "outlook", about, PASSING | PLANNED, OUTLOOKS)


def plan(trying: Game) -> int:
    """One pass, aimed at the airframe down to Close range; away from escorts, and out of a fight, if he can."""
    wanted = PLAN.get(trying.asked[0].word, ()) if trying.asked is not None else ()
    return next((option for option in wanted if option in trying.offered), trying.offered[0])


def _played(game: Game, code: int, what: str, about: str, answered: frozenset[str], count: int) -> Odds:
    seen: Counter[str] = Counter()
    hits = 0
    before = game.pilot.duel.orientation
    for number in range(count):
        trying = _copy(game, number)
        start = len(trying.log)
        apply(trying, code)
        while trying.asked is not None and getattr(trying.asked[0], "word", "") in answered:
            apply(trying, plan(trying))
        told = _told(trying.log[start:])
        hits += told.pop("hit", 0)
        if what == "trial" and game.pilot.duel.enemy >= 0 and trying.pilot.duel.enemy >= 0 and not told["shot_down"]:
            told["better"] = int(trying.pilot.duel.orientation > before)
            told["worse"] = int(trying.pilot.duel.orientation < before)
        seen.update({what for what, times in told.items() if times})
    shown = tuple((what, Fraction(seen[what], count)) for what in OUTCOMES if seen[what])
    return Odds(what, about, "", (), shown, Fraction(hits, count), count)


OUTCOMES: Final = (
    "rockets_hit",
    "bomber_down",
    "enemy_down",
    "wingman_down",
    "shot_down",
    "injured",
    "away",
    "better",
    "worse",
)
KINDS: Final = {
    "bomber_down": "bomber_down", "enemy_down": "enemy_down", "wingman_down": "wingman_down", "shot_down": "shot_down",
    "destroyed": "shot_down", "disengaged": "away", "enemy_away": "away", "encounter_ends": "away",
    "weapon_broken": "hit", "rockets_hit": "rockets_hit",
}  # fmt: skip


def _told(log: list[Logged]) -> Counter[str]:
    """What happened according to a stretch of the log, until the sortie is over."""
    found: Counter[str] = Counter()
    for event in log:
        kind, data = event[0], event[3]
        if kind in ("flown", "line", "fell"):
            break
        if kind in KINDS:
            found[KINDS[kind]] += 1
        elif kind in ("hit", "armour") and data[0] == 0:
            found["hit"] += 1
        elif kind == "injured" and data[0] == PILOT:
            found["injured"] += 1
    return found
