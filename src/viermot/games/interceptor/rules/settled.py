"""When a question has only one sensible answer, for pilots who want to be asked only what matters.

Each function looks at nothing but what the pilot himself knows, and he decides whether to use it (kernel/standing.py).
The lucky charm needs nothing here: unless he says otherwise, it is offered only after something grave (ruling D89).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from viermot.games.interceptor.model.ids import EnemyType, Model
from viermot.games.interceptor.model.modifiers import sum_of
from viermot.games.interceptor.model.notation import NO, YES
from viermot.games.interceptor.model.options import BREAK_OFF, DONE, LOOK, Firing, Purchase, lesson
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIRFRAME,
    CONTROLS,
    GUNNERS,
    HEAD_ON,
    MEDIUM,
    OWN_ATTACK,
    PORT_WING,
    STARBOARD_WING,
)
from viermot.games.interceptor.rules.bombers.escaping import SLIP_AWAY, escape
from viermot.games.interceptor.rules.bombers.passes import (
    AGAIN,
    ANOTHER,
    BOMBERS,
    ENOUGH,
    after_pass,
    choose_target,
    fire_round,
    out_of_the_sun,
)
from viermot.games.interceptor.rules.bombers.return_fire import fire_modifiers
from viermot.games.interceptor.rules.bombers.rockets import has_bomb
from viermot.games.interceptor.rules.career.skills import points_of, spend_experience
from viermot.games.interceptor.rules.career.spending import spend_prestige
from viermot.games.interceptor.rules.career.upgrades import chooses_freely, on_sale, within_reach
from viermot.games.interceptor.rules.chance import FINE, KEEP, Drawn, card_is_bad, charm_order, second_card
from viermot.games.interceptor.rules.damage.airframe import firepower, firing_weapons
from viermot.games.interceptor.rules.fighters.actions import ATTACK, DISENGAGE
from viermot.games.interceptor.rules.fighters.dogfight import dogfight
from viermot.games.interceptor.rules.fighters.encounter import engage_another
from viermot.games.interceptor.rules.fighters.initiative import gain_by_reflexes
from viermot.games.interceptor.rules.fighters.wingman import can_attack
from viermot.games.interceptor.rules.flight import FLY_ON, Contact, ground_control, meaning, press_on
from viermot.games.interceptor.rules.random_events import straggler

HARM: Final = frozenset(
    {"hit", "injured", "fuel", "without_power", "weapon_broken", "jam", "wingman_damaged", "wingman_down"}
)
AIMED_AT: Final = (AIRFRAME, PORT_WING, STARBOARD_WING)
NEARLY_DOWN: Final = 3  # a bomber that lacks fewer hits may fall to whoever fires next
MUCH: Final = 3  # a part this many hits nearer to its end is worth a new aim
EMPTY_SKY: Final = frozenset({"roll", "interception", "navigated", "ground_control"})
LEARNED: Final = frozenset({"old_hand", "learned", "new_aircraft"})
EARNED: Final = frozenset({"prestige", "paid", "new_aircraft"})


def whole(game: Game) -> bool:
    """Are he and his aircraft unhurt?"""
    sortie = game.pilot.sortie
    return not any(sortie.own_hits) and not sortie.wound


def scratched(game: Game) -> bool:
    """Has he been hit no more than once, and not wounded? One who leaks fuel must go home anyway [7.4.2b]."""
    sortie = game.pilot.sortie
    return sum(sortie.own_hits) <= 1 and not sortie.wound


def armed(game: Game) -> bool:
    """Does a working cannon have rounds left? Machine guns alone, which never run dry, bring nothing down."""
    return any(game.pilot.sortie.ammo[weapon] > 0 for weapon in firing_weapons(game))


# -- against bombers ---------------------------------------------------------------------------------------------


@choose_target.settles
def goes_for_bombers(game: Game) -> int | None:
    """Unescorted bombers are what he has come for [7.1.3a]."""
    return BOMBERS if game.pilot.attack.escort < 0 and whole(game) and armed(game) else None


@straggler.settles
def goes_for_the_straggler(game: Game) -> int | None:
    """There is no easier target [7.10b]."""
    return YES if whole(game) and armed(game) else None


@out_of_the_sun.settles
def dives_to_medium_range(game: Game) -> int | None:
    """An unanswered shot is best fired from close in; only rockets and bombs need Long range [7.1.2i, 7.1.14a]."""
    if game.pilot.sortie.rockets or has_bomb(game):
        return None
    return MEDIUM if MEDIUM in out_of_the_sun.options(game) else None


@fire_round.settles
def fires_on(game: Game) -> int | None:
    """He has just decided to come round again: at this bomber he fires as before, at another like it that nobody has
    hit as he began with the last one; and, unhurt, he goes on at a range that adds nothing to the bomber's fire, since
    he could do no better [7.1.6, 7.1.7, 7.1.11, 7.2.3.1]. Where he broke off on his last pass he does so again, as long
    as nothing has hit him since [7.1.6].

    Without a working gun there is nothing to do but break off; with the cannon empty he may want to.
    """
    attack = game.pilot.attack
    if not firepower(game):
        return BREAK_OFF if whole(game) else None
    if attack.fresh:
        if attack.first_pass or (was_hit_last_pass(game) and not whole(game)):
            return None
        return at_this_one(game) if attack.scored else at_the_next(game)
    if whole(game) and sum_of(fire_modifiers(game)) <= 0:
        return at_this_one(game)
    return BREAK_OFF if broke_off_here(game) else None


def was_hit_last_pass(game: Game) -> bool:
    """Has something hit him since he began the pass before this one? Then he may think better of it."""
    begun = 0
    for kind, *_ in game.latest():
        begun += kind == "another_pass"
        if begun == 2 or kind in ("box", "take_off"):
            return False
        if kind in HARM:
            return True
    return False


def at_this_one(game: Game) -> int | None:
    """At the same part, wingman and all, unless by now another part is nearly shot away or much closer to it. Whoever
    finishes a bomber has the victory, so one that is nearly down the pilot keeps for himself [7.2.3.1].
    """
    attack, lacking = game.pilot.attack, hits_lacking(game)
    nearest = min(lacking[part] for part in AIMED_AT)
    behind = lacking[attack.aim] - nearest
    if behind >= MUCH or (behind and nearest < NEARLY_DOWN):
        return None
    helped = can_attack(game.pilot) and not left_out(rounds(game)[:1]) and min(lacking.values()) >= NEARLY_DOWN
    return Firing(attack.aim, wingman=helped).code


def at_the_next(game: Game) -> int | None:
    """As he opened on the bomber before, when that was whole, if this is one like it."""
    opened = rounds(game)[-1:]
    if not opened or not is_like_the_last(game):
        return None
    return Firing(opened[0][1][1], wingman=can_attack(game.pilot) and not left_out(opened)).code


def hits_lacking(game: Game) -> dict[int, int]:
    """How many hits more each part of the bomber can take before it is shot away [7.4]."""
    attack = game.pilot.attack
    kind, hits = game.layout.bombers[attack.target], attack.bomber_hits
    limits = {PORT_WING: kind.wing, STARBOARD_WING: kind.wing, AIRFRAME: kind.airframe, CONTROLS: kind.controls}
    return {part: limit - hits[part] for part, limit in limits.items()}


def rounds(game: Game) -> list[tuple[str, Sequence[Any]]]:
    """His rounds at the last bomber he has fired at on this sortie, the latest first: their rules and data."""
    found: list[tuple[str, Sequence[Any]]] = []
    for kind, rules, _, data in game.latest():
        if kind == "round":
            found.append((rules, data))
        elif kind == "take_off" or (kind == "target" and found):
            break
    return found


def left_out(fired: Sequence[tuple[str, Sequence[Any]]]) -> bool:
    """Was the wingman there, but not to fire?"""
    return any("7.2.3.1b" in rules.split() for rules, _ in fired)


def is_like_the_last(game: Game) -> bool:
    """Is this bomber, which he has not fired at yet, undamaged and of the same type as the one before?"""
    types = [data[0] for kind, _, _, data in game.latest() if kind == "target"][:2]
    return len(types) == 2 and types[0] == types[1] and not any(game.pilot.attack.bomber_hits)


def broke_off_here(game: Game) -> bool:
    """Did he end his last pass at this range himself, and has nothing hit him since, nor he a gunner? [7.1.6, 7.1.8]"""
    told = game.latest()
    for kind, _, _, data in told:
        if kind == "breaks_off":
            break
        if kind in HARM or kind == "take_off" or (kind == "bomber_hit" and data[0] == GUNNERS):
            return False
    began = ("another_pass", "target", "take_off")
    found = next((event for event in told if event[0] == "closes_in" or event[0] in began), None)
    return found is not None and found[0] == "closes_in" and bool(found[3][0] == game.pilot.attack.range)


@after_pass.settles
def comes_round_again(game: Game) -> int | None:
    """Unhurt and with no escort about: again at the one he has hit, even if he broke off or has only machine guns left;
    if it is down and he has rounds for it, at another, and a scratch does not keep him from that [7.1.9, 7.1.11].
    """
    attack, offered = game.pilot.attack, after_pass.options(game)
    if not {AGAIN, ANOTHER} & set(offered):
        return ENOUGH  # he can still bail out later
    if AGAIN in offered:
        return AGAIN if attack.scored and whole(game) else None
    return ANOTHER if armed(game) and scratched(game) else None


@escape.settles
def slips_away(game: Game) -> int | None:
    """Trying costs nothing: if he is seen, he fights as he would have anyway [7.1.10b]."""
    return SLIP_AWAY if whole(game) else None


# -- against fighters --------------------------------------------------------------------------------------------


@dogfight.settles
def fires_from_behind(game: Game) -> int | None:
    """From behind nobody fires back: with rounds left and hardly a scratch he attacks, and saves Reflexes for worse
    moments.

    If he can only get away or bail out, he gets away: he can still bail out later [7.2.2.1, 7.4.1].
    """
    if game.pilot.duel.orientation <= HEAD_ON:
        return None
    if ATTACK not in dogfight.options(game):
        return DISENGAGE
    return ATTACK if armed(game) and scratched(game) else None


@gain_by_reflexes.settles
def reacts(game: Game) -> int | None:
    """Once a sortie: to get out of somebody's sights or behind him, not when already behind him [7.7f]."""
    ready = YES in gain_by_reflexes.options(game)
    return YES if ready and game.pilot.duel.orientation <= HEAD_ON else NO


@engage_another.settles
def lets_the_others_go(game: Game, enemy: EnemyType) -> int | None:
    """Hurt or out of ammunition, nobody wants another fight head on [7.2.2.9b]."""
    return None if whole(game) and armed(game) else NO


@second_card.settles
def keeps_a_good_card(game: Game, drawn: Drawn) -> int | None:
    """A card that does its job is kept; how good a shot is good enough, the pilot must say [7.7i]."""
    if drawn.use == OWN_ATTACK:
        return None
    return KEEP if card_is_bad(game, drawn.use, drawn.card, drawn.about) == FINE else None


# -- on the way --------------------------------------------------------------------------------------------------


@charm_order.settles
def charm_order_stands(game: Game) -> int | None:
    """His order about when to offer the charm stands until he changes it [7.10c]."""
    return game.pilot.career.charm_order


@ground_control.settles
def control_changes_nothing(game: Game, made: Contact) -> int | None:
    """Every number within reach means the same [7.10b]."""
    means = {meaning(game, number) for number in ground_control.options(game, made)}
    return made.total if len(means) == 1 else None


@press_on.settles
def looks_for_them(game: Game) -> int | None:
    """If nothing has happened yet he flies on; hurt, or with nothing left to fire, he may want to go home [6.1]."""
    sortie = game.pilot.sortie
    untouched = not sortie.trouble and not game.pilot.duel.fought and list(sortie.ammo) == list(game.mat.ammo)
    flies_on = (untouched and whole(game)) or has_met_nobody(game)
    return FLY_ON if FLY_ON in press_on.options(game) and flies_on else None


def has_met_nobody(game: Game) -> bool:
    """Did he fly on from the box before, whatever state he is in, and has nothing happened in this one?"""
    for kind, rules, *_ in game.latest():
        if kind == "box":
            return "6.1c" in rules.split()  # not the box he took off for
        if kind not in EMPTY_SKY:
            return False
    return False


# -- on the ground -----------------------------------------------------------------------------------------------


def since_take_off(game: Game, sorties: int = 1) -> Iterator[str]:
    """The kinds of the events since the last take-off, or since an earlier one, newest first."""
    for kind, *_ in game.latest():
        sorties -= kind == "take_off"
        if not sorties:
            return
        yield kind


@spend_experience.settles
def learns_nothing_new(game: Game) -> int | None:
    """Anything he could have learned before this sortie, he has already passed up [7.7a].

    Experience comes one point at a time: whatever has just come within reach costs all the points a man has.
    """
    career = game.pilot.career
    if len(game.pilots) > 1 or career.newcomer or not career.flights or not LEARNED.isdisjoint(since_take_off(game)):
        return None
    if "new_aircraft" in since_take_off(game, 2):
        return None
    lessons = map(lesson, spend_experience.options(game)[1:])
    new = any(game.layout.skill_cost[skill] == points_of(game, who) for who, skill in lessons)
    return None if new and "experience" in since_take_off(game) else DONE


@spend_prestige.settles
def looks_at_the_chart(game: Game) -> int | None:
    """A look at R1 costs nothing [4.6.4a]. If it offers nothing better that he has not passed up this month, and he has
    gained nothing, he has already made this choice, as has a pilot who need not look [8.2c].

    A new month may bring new models, new units and new ranks.
    """
    look = Purchase(LOOK, game.mat.series).code
    if look in spend_prestige.options(game):
        return look
    if len(game.pilots) > 1 or game.line == 1 or not game.pilot.career.flights:
        return None
    if not EARNED.isdisjoint(since_take_off(game)):
        return None
    if chooses_freely(game):
        return DONE
    better = [model for model in on_sale(game, within_reach(game)) if is_better(game, model)]
    passed_up = passed_up_this_month(game)
    return DONE if all(game.layout.aircraft[model].name in passed_up for model in better) else None


def passed_up_this_month(game: Game) -> set[str]:
    """The aircraft he was offered after earlier sorties of this month, when he could afford just what he can now [9.2].

    What he has gained or paid since then changes what an offer is worth to him, so nothing older counts.
    """
    found: set[str] = set()
    landed = False  # this sortie's own offers are the ones in question
    for kind, _, _, data in game.latest():
        if kind == "month" or (landed and kind in EARNED):
            break
        if landed and kind == "on_offer":
            found.update(data[1])
        landed = landed or kind == "take_off"
    return found


def is_better(game: Game, model: Model) -> bool:
    """Does it have more guns or speed than his own, or something else that his own lacks?"""
    mine, other = game.mat, game.layout.aircraft[model]
    return other.series != mine.series or (
        sum(other.fp) > sum(mine.fp) or other.speed > mine.speed or other.rocket_hit > mine.rocket_hit
    )
