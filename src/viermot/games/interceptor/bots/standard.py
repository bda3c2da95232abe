"""The standard pilot: picks his fights by escort and damage, and means to be alive in February.

Unescorted bombers are attacked pass after pass from the range at which their fire is bearable; with escorts about he
makes one short pass and tries to slip away. He starts as an NCO, for the second Experience Point, and learns what
keeps him alive first: to jump, to land, then A.C.M. He takes heavier guns when R1 has them, has his wingman soften up
lone bombers, fires a long burst out of the sun, jumps from a wreck that somebody is behind, and goes home after any
combat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viermot.games.interceptor.bots.reference import (
    HABITS,
    Habit,
    best_aircraft,
    damaged,
    first,
    hits_of,
    last,
    on_offer,
    strength,
    take,
)
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.ids import BomberSystem, Skill
from viermot.games.interceptor.model.options import BREAK_OFF, DONE, LOOK, TAKE, Firing, Lesson, Purchase
from viermot.games.interceptor.model.terms import (
    ACM,
    AIRFRAME,
    BOMBER_FIRE,
    CONTROLS,
    ENEMY_ATTACK,
    GP,
    GUNNER,
    GUNNERS,
    HEAD_ON,
    LEAK,
    OUT_OF_THE_SUN,
    OWN_ATTACK,
    OWN_DEFENCE,
    PARACHUTE,
    PILOT,
    PORT_WING,
    SERIOUS,
    SKILLS,
    STARBOARD_WING,
    WINGMAN,
    WINGMAN_TEXT,
)
from viermot.games.interceptor.rules import flight
from viermot.games.interceptor.rules.bombers import passes
from viermot.games.interceptor.rules.career.crew import KEEP
from viermot.games.interceptor.rules.chance import AGAIN, CHARM
from viermot.games.interceptor.rules.damage import landing
from viermot.games.interceptor.rules.fighters import actions
from viermot.games.interceptor.rules.options.fatigue import FLY, LEAVE
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

AIMS: Final = (PORT_WING, STARBOARD_WING, AIRFRAME)
MEAN_FIRE: Final = 0.3  # hits on a card of defensive fire
BEARABLE: Final = 1.0  # hits to expect in a round that he will sit through while undamaged
BRUISED: Final = 0.25  # and with a hit or two aboard
BRUISED_ACE: Final = 0.35  # the same for a master of A.C.M.
TOO_MUCH: Final = 2  # with this many systems damaged he fights no fighter
TOO_MANY: Final = 3  # with this many hits aboard he makes no further pass
TOO_MANY_ACE: Final = 5  # the same for a master of A.C.M.
WRECK: Final = 6  # with this many hits aboard he would rather jump than be shot at from behind
NEARLY_DOWN: Final = 3  # a bomber this few hits short of losing a part is kept from the wingman
TOO_WEAK: Final = 1  # firepower below which a pass is not worth the answer
DEADLY: Final = 11  # a roll of two dice, landing or jumping, that may well be the end
RESTED: Final = 12  # fatigue at which leave is taken
PILOT_LESSONS: Final = (
    "parachute", "landing", "acm", "precision", "reflexes", "gunnery", "expert", "aim", "sixth sense",
    "situational awareness", "navigation",
)  # fmt: skip
WINGMAN_LESSONS: Final = ("gunnery", "expert", "aim")
GUNNER_LESSONS: Final = ("gunnery", "situational awareness", "weapons maintenance")


# --- against bombers -----------------------------------------------------------------------------------


def expected_fire(view: CareerView) -> float:
    """Hits the bomber should score on us this round."""
    pilot, layout = view.pilot, view.layout
    bomber = layout.bombers[pilot.attack.target]
    in_formation = bomber.formation and pilot.attack.formation
    steps = layout.formation_hits if in_formation else layout.range_hits
    small = layout.small_hits[pilot.attack.range] if view.mat.small else 0
    fire = MEAN_FIRE + steps[pilot.attack.range] + small + bomber.extra - pilot.attack.bomber_hits[GUNNERS]
    return float(max(0.0, fire - bool(pilot.career.skills & ACM)))


def best_aim(view: CareerView) -> BomberSystem:
    """The part that falls off soonest: hits left, and fuel or bombs that may blow up on the way [7.4]."""
    pilot, layout = view.pilot, view.layout
    kind, hits = layout.bombers[pilot.attack.target], pilot.attack.bomber_hits
    controls = 0.1 / max(1, kind.controls - hits[CONTROLS])
    body = 1 / max(1, kind.airframe - hits[AIRFRAME])
    wings = [1 / max(1, kind.wing - hits[side]) for side in (PORT_WING, STARBOARD_WING)]
    bombs = 0.058 if kind.bombs and pilot.sortie.box in layout.bomb_boxes and not pilot.attack.straggler else 0.0
    worth = [0.042 + 0.3 * wing + 0.1 * body + controls for wing in wings]
    worth.append(bombs + 0.3 * body + 0.05 * sum(wings) + controls + 0.02)
    return AIMS[worth.index(max(worth))]


def aboard(view: CareerView) -> int:
    """How many hits his machine has taken."""
    return sum(view.pilot.sortie.own_hits)


def hot(view: CareerView) -> bool:
    """Is the answer to this round more than he will take? A.C.M. makes him bolder [7.7]."""
    if shot_up(view):
        return True
    limit = BEARABLE if not aboard(view) else BRUISED_ACE if view.pilot.career.skills & ACM else BRUISED
    return expected_fire(view) > limit


def shot_up(view: CareerView) -> bool:
    """Has he taken as many hits as he is ready to take from bombers?"""
    return aboard(view) >= (TOO_MANY_ACE if view.pilot.career.skills & ACM else TOO_MANY)


def fire_round(view: CareerView, ask: Ask) -> int:
    """Fire while the answer is bearable; alone with the bomber use everything that helps."""
    attack = view.pilot.attack
    unseen = bool(attack.first_pass and attack.fresh) and attack.met == OUT_OF_THE_SUN
    if not guns_bite(view) or (not unseen and hot(view)):
        return BREAK_OFF
    aim = best_aim(view)
    if aim not in ask.codes:
        return BREAK_OFF
    burst = unseen and Firing(aim, burst=True).code in ask.codes
    helped = Firing(aim, burst, wingman=True).code
    if attack.escort < 0 and helped in ask.codes and wants_help(view):
        return helped
    return Firing(aim, burst).code


def guns_bite(view: CareerView) -> bool:
    """Do the guns that still fire, neither jammed nor empty, promise more than scratches? [7.1.6, 7.1.15]"""
    return view.firepower() >= TOO_WEAK


def wants_help(view: CareerView) -> bool:
    """A wingman may soften a bomber up, not finish it: a wingman's kill is not the pilot's [7.2.3.1]."""
    attack = view.pilot.attack
    kind, hits = view.layout.bombers[attack.target], attack.bomber_hits
    limits = ((kind.wing, PORT_WING), (kind.wing, STARBOARD_WING), (kind.airframe, AIRFRAME), (kind.controls, CONTROLS))
    return all(lost_at - hits[part] >= NEARLY_DOWN for lost_at, part in limits)


def choose_target(view: CareerView, ask: Ask) -> int:
    """Bombers, if they can be had."""
    if passes.BOMBERS in ask.codes:
        return passes.BOMBERS
    return ask.codes[0]


def after_pass(view: CareerView, ask: Ask) -> int:
    """Round again while the machine and the ammunition last."""
    pilot = view.pilot
    if shot_up(view) or not guns_bite(view) or not pilot.round.number:
        return passes.ENOUGH
    if passes.AGAIN in ask.codes and pilot.attack.scored:
        return passes.AGAIN
    return passes.ANOTHER if passes.ANOTHER in ask.codes else passes.ENOUGH


# --- against fighters ----------------------------------------------------------------------------------


def fight(view: CareerView, ask: Ask) -> int:
    """Shoot from behind while undamaged, leave when hurt, jump from a wreck before he is shot out of it."""
    codes, hurt = ask.codes, damaged(view)
    if actions.BAIL_OUT in codes and better_jump(view):
        return actions.BAIL_OUT
    if actions.DISENGAGE in codes:
        whole = hurt < TOO_MUCH and actions.ATTACK in codes
        return actions.ATTACK if whole and guns_bite(view) else actions.DISENGAGE
    if view.layout.manoeuvres:
        for known in (actions.IMMELMANN, actions.CHANDELLE, actions.SPLIT_S, actions.CUBAN_EIGHT):
            if known in codes:
                return known
    return actions.DEFEND


def better_jump(view: CareerView) -> bool:
    """Somebody behind him, the machine in tatters, and he has learned to jump [7.4.1, 7.7]."""
    pilot = view.pilot
    return pilot.duel.orientation < HEAD_ON and aboard(view) >= WRECK and bool(pilot.career.skills & PARACHUTE)


def deadly_landing(view: CareerView, forced: bool) -> bool:
    """Does a landing kill more often than a jump? [7.4.6, 7.6]"""
    return view.landing_kills(forced) > view.jump_kills()


def forced_down(view: CareerView, ask: Ask) -> int:
    """The field, unless a parachute is safer [7.4.5]."""
    return landing.JUMP if deadly_landing(view, True) else landing.LAND


def press_on(view: CareerView, ask: Ask) -> int:
    """On while nothing is wrong and nobody has been fought; otherwise home, by parachute if that is safer."""
    pilot = view.pilot
    if flight.JUMP in ask.codes and deadly_landing(view, False):
        return flight.JUMP
    return flight.GO_HOME if pilot.duel.fought or pilot.attack.scored or damaged(view) else flight.FLY_ON


def second_card(view: CareerView, ask: Ask) -> int:
    """A second card for a miss, or for a defence that does nothing."""
    facts = ask.facts
    use, card, layout = facts["use"], facts["card"], view.layout
    poor = (
        hits_of(view, card) < 2
        if use == OWN_ATTACK
        else not layout.avoid[card] and not layout.improve[card]
        if use == OWN_DEFENCE
        else layout.wing_text[card] in (0, 5)
        if use == WINGMAN_TEXT
        else layout.hits[card][3] >= GP
        if use == ENEMY_ATTACK
        else layout.fire[card] > 2
        if use == BOMBER_FIRE
        else False
    )
    others = [code for code in ask.codes[1:] if code != CHARM or use in (ENEMY_ATTACK, BOMBER_FIRE)]
    return others[0] if poor and others else 0


def lucky_charm(view: CareerView, ask: Ask) -> int:
    """Kept for the day it saves his life."""
    what, dice, layout = ask.facts["what"], ask.facts["dice"], view.layout
    deadly = (
        layout.wound[dice[0]] >= SERIOUS
        if what == "wound"
        else layout.fuel_tank[sum(dice)] != LEAK
        if what == "fuel tank"
        else what in ("landing", "parachute") and sum(dice) >= DEADLY
    )
    return AGAIN if deadly and AGAIN in ask.codes else first(view, ask)


def reflexes(view: CareerView, ask: Ask) -> int:
    """To shake somebody off the tail, or to get behind him."""
    return int(1 in ask.codes and view.pilot.duel.orientation <= HEAD_ON)


# --- between sorties -----------------------------------------------------------------------------------


def spend_experience(view: CareerView, ask: Ask) -> int:
    """The next skill worth having, saving up for the expensive ones."""
    pilot = view.pilot
    lessons = (
        (PILOT, PILOT_LESSONS, pilot.career.skills),
        (WINGMAN, WINGMAN_LESSONS, pilot.wingman.skills),
        (GUNNER, GUNNER_LESSONS, pilot.gunner.skills),
    )
    series = ("Bf109", "Fw190", "Bf110", "Me410")[view.mat.series]
    for who, wanted, known in lessons:
        for word in wanted:
            skill = Skill(SKILLS.index(f"expert {series}" if word == "expert" else word))
            if known >> skill & 1:
                continue
            code = Lesson(who, skill).code
            if code in ask.codes:
                return code
            break  # save up for it
    return 0


def spend_prestige(view: CareerView, ask: Ask) -> int:
    """Heavier guns in the series, and the best there is once he may choose freely."""
    mine = strength(view, view.pilot.career.aircraft)
    offers = on_offer(ask)
    same = [n for n in offers if view.layout.aircraft[n].series == view.mat.series and strength(view, n) > mine]
    if same:
        return Purchase(TAKE, max(same, key=lambda number: strength(view, number))).code
    look = Purchase(LOOK, view.mat.series).code
    return look if look in ask.codes else DONE


def fly_or_rest(view: CareerView, ask: Ask) -> int:
    """Take leave when he is worn out."""
    return LEAVE if LEAVE in ask.codes and view.pilot.career.fatigue >= RESTED else FLY


STANDARD: Final[Mapping[str, Habit]] = {
    **HABITS,
    "choose_track": last,  # an NCO
    "late_start": take(0),
    "spend_experience": spend_experience,
    "spend_prestige": spend_prestige,
    "choose_target": choose_target,
    "fire_round": fire_round,
    "after_pass": after_pass,
    "dogfight": fight,
    "gain_by_reflexes": reflexes,
    "press_on": press_on,
    "forced_down": forced_down,
    "second_card": second_card,
    "lucky_charm": lucky_charm,
    "straggler": take(1),
    "jettison": take(1),
    "keep_crew": take(KEEP),
    "fly_or_rest": fly_or_rest,
    "first_aircraft": best_aircraft,
}


class StandardPilot:
    """Answers by plan and by habit; where neither helps, with the first option."""

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        """One of the codes."""
        return STANDARD.get(ask.kind, first)(view, ask)
