"""The reference pilot: the fixed policy the game's reconstructed values were tuned with (decision 9).

An officer who attacks the bombers first, makes one pass a sortie, at Long and Medium range, breaks it off when two
systems are damaged, and goes home after any combat. No extended burst, no wingman, no events, no change of series
or unit. He is a yardstick, not meant to be clever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.ids import Card, Model, Skill
from viermot.games.interceptor.model.options import BREAK_OFF, DONE, LOOK, TAKE, Lesson, Purchase, purchase
from viermot.games.interceptor.model.terms import (
    AIRFRAME,
    CLOSE,
    MEDIUM,
    OWN_ATTACK,
    PILOT,
    SKILLS,
)
from viermot.games.interceptor.rules import flight
from viermot.games.interceptor.rules.bombers import escaping, passes
from viermot.games.interceptor.rules.fighters import actions
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask

TOO_MUCH: Final = 2  # damaged systems after which he turns for home
LESSONS: Final = (
    "reflexes", "acm", "expert", "gunnery", "situational awareness", "landing", "parachute", "sixth sense",
)  # fmt: skip

Habit = Callable[[CareerView, Ask], int]


def damaged(view: CareerView) -> int:
    """How many of his systems have been hit."""
    return sum(1 for hits in view.pilot.sortie.own_hits if hits)


def first(view: CareerView, ask: Ask) -> int:
    """Whatever stands first."""
    return ask.codes[0]


def last(view: CareerView, ask: Ask) -> int:
    """Whatever stands last."""
    return ask.codes[-1]


def take(wanted: int) -> Habit:
    """Always this, if it is offered."""

    def habit(view: CareerView, ask: Ask) -> int:
        return wanted if wanted in ask.codes else ask.codes[0]

    return habit


def best_aircraft(view: CareerView, ask: Ask) -> int:
    """The heaviest guns, then the fastest."""
    return max(map(Model, ask.codes), key=lambda model: strength(view, model))


def strength(view: CareerView, number: Model) -> tuple[int, int]:
    """Firepower and speed of an aircraft, for comparing."""
    frame = view.layout.aircraft[number]
    return sum(frame.fp), frame.speed


def choose_target(view: CareerView, ask: Ask) -> int:
    """The bombers, whenever they may be attacked."""
    return passes.BOMBERS if passes.BOMBERS in ask.codes else ask.codes[0]


def fire_round(view: CareerView, ask: Ask) -> int:
    """At the airframe, at Long and Medium range, until it gets too hot."""
    if view.pilot.attack.range == CLOSE or damaged(view) >= TOO_MUCH or AIRFRAME not in ask.codes:
        return BREAK_OFF
    return AIRFRAME


def fight(view: CareerView, ask: Ask) -> int:
    """Attack when facing him, get away when hurt, otherwise trust to the card."""
    if actions.DISENGAGE in ask.codes and (damaged(view) >= TOO_MUCH or actions.ATTACK not in ask.codes):
        return actions.DISENGAGE
    return actions.ATTACK if actions.ATTACK in ask.codes else actions.DEFEND


def press_on(view: CareerView, ask: Ask) -> int:
    """On, until there has been combat."""
    pilot = view.pilot
    return flight.GO_HOME if pilot.duel.fought or pilot.attack.scored or damaged(view) else flight.FLY_ON


def second_card(view: CareerView, ask: Ask) -> int:
    """An expert draws again when his own attack has missed."""
    facts = ask.facts
    if len(ask.codes) > 1 and ask.codes[1] == 1 and facts["use"] == OWN_ATTACK and not hits_of(view, facts["card"]):
        return 1
    return 0


def hits_of(view: CareerView, card: Card) -> int:
    """What his attack card says in the column of his full firepower."""
    layout = view.layout
    return layout.hits[card][layout.column[sum(view.mat.fp)]]


def reflexes(view: CareerView, ask: Ask) -> int:
    """When behind."""
    return int(1 in ask.codes and view.pilot.duel.orientation < 0)


def spend_experience(view: CareerView, ask: Ask) -> int:
    """The next skill of the list, and nothing else."""
    known = view.pilot.career.skills
    for word in LESSONS:
        name = f"expert {('Bf109', 'Fw190', 'Bf110', 'Me410')[view.mat.series]}" if word == "expert" else word
        skill = Skill(SKILLS.index(name))
        if not known >> skill & 1:
            code = Lesson(PILOT, skill).code
            return code if code in ask.codes else 0
    return 0


def on_offer(ask: Ask) -> list[Model]:
    """The aircraft he may take."""
    return [offer.model for offer in map(purchase, ask.codes) if offer.what == TAKE]


def spend_prestige(view: CareerView, ask: Ask) -> int:
    """A better aircraft of the series, if R1 has one."""
    mine = strength(view, view.pilot.career.aircraft)
    series = view.mat.series
    offers = [number for number in on_offer(ask) if view.layout.aircraft[number].series == series]
    better = [number for number in offers if strength(view, number) > mine]
    if better:
        return Purchase(TAKE, max(better, key=lambda number: strength(view, number))).code
    look = Purchase(LOOK, series).code
    return look if look in ask.codes else DONE


HABITS: Final[Mapping[str, Habit]] = {
    "choose_unit": first,  # roll
    "late_start": last,  # roll again: the year begins in March
    "first_aircraft": best_aircraft,
    "ace_aircraft": best_aircraft,
    "choose_track": first,  # officer
    "spend_experience": spend_experience,
    "spend_prestige": spend_prestige,
    "new_aircraft": best_aircraft,
    "type_of_the_unit": best_aircraft,
    "choose_target": choose_target,
    "out_of_the_sun": take(MEDIUM),
    "rocket_salvo": take(1),
    "jettison": take(0),
    "fire_round": fire_round,
    "after_pass": take(passes.ENOUGH),
    "escape": take(escaping.SLIP_AWAY),
    "dogfight": fight,
    "engage_another": take(0),
    "gain_by_reflexes": reflexes,
    "press_on": press_on,
    "second_card": second_card,
    "straggler": take(0),
}


class ReferencePilot:
    """Answers by habit; where the policy says nothing, with the first option."""

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        """One of the codes."""
        return HABITS.get(ask.kind, first)(view, ask)
