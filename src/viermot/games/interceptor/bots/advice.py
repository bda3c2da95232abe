"""Why an expert would do what he does, and what the other answers may be worth.

An answer is played on to the end of the sortie by standard pilots, the same dice for all answers (`kernel/search.py`).
What the rest of the year is worth to a pilot who survives is estimated from what standard pilots achieved in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.interceptor.bots import standard
from viermot.games.interceptor.bots.standard import StandardPilot
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.knowledge.resample import resample
from viermot.games.interceptor.model.options import BAIL_OUT, BREAK_OFF, DONE, LOOK, MOVE, purchase
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import HEAD_ON
from viermot.games.interceptor.rules import flight
from viermot.games.interceptor.rules.bombers import passes
from viermot.games.interceptor.rules.career import victory
from viermot.games.interceptor.rules.career.crew import KEEP
from viermot.games.interceptor.rules.chance import AGAIN
from viermot.games.interceptor.rules.fighters import actions
from viermot.games.interceptor.rules.options.fatigue import LEAVE
from viermot.kernel import registry
from viermot.kernel.agenda import State
from viermot.kernel.dice import Rng
from viermot.kernel.json import JsonObject
from viermot.kernel.minds import Advice, Alternative
from viermot.kernel.registry import Ask
from viermot.kernel.search import Rollouts, compare

PLAYOUTS: Final = 160  # a few tenths of a second
CANDIDATES: Final = 6
# What a line of the log brought standard pilots, by season from March: bombers, chance of dying (docs/minds.md).
BOMBERS_A_LINE: Final = (0.71, 0.73, 0.50, 0.17)
DEATHS_A_LINE: Final = (0.009, 0.010, 0.012, 0.016)
MONTHS_A_SEASON: Final = 3
IN_THE_AIR: Final = frozenset(
    ("choose_target", "fire_round", "after_pass", "escape", "dogfight", "press_on", "forced_down", "engage_another",
     "out_of_the_sun", "rocket_salvo", "jettison", "second_card", "lucky_charm", "gain_by_reflexes", "straggler"),
)  # fmt: skip

Reason = tuple[str, JsonObject]


def advice_on(view: CareerView, ask: Ask, answer: int, rng: Rng) -> Advice:
    """The answer with its reason; in the air and alone, also what the other answers may be worth."""
    reason, facts = reason_of(view, ask, answer)
    others = worths(view, ask, answer, rng) if ask.kind in IN_THE_AIR and len(view.pilots) == 1 else ()
    return Advice(answer, f"interceptor.advice.{reason}", facts, others)


# --- what answers are worth ----------------------------------------------------------------------------


def worths(view: CareerView, ask: Ask, answer: int, rng: Rng) -> tuple[Alternative, ...]:
    """What may be expected of the career after each answer, the advised one first among equals."""
    answers = [answer, *[code for code in ask.codes if code != answer]][:CANDIDATES]
    if len(answers) < 2:
        return ()
    line = view.line

    def landed(game: State) -> bool:
        assert isinstance(game, Game)
        return bool(game.line != line or game.ending)

    rollouts = Rollouts(
        registry.with_options("interceptor", view.layout.options),
        view.seat,
        {view.seat: StandardPilot},
        until=landed,
        value=outlook,
    )
    found = compare(rollouts, lambda: resample(view, rng), answers, PLAYOUTS, rng)
    return found.alternatives()


def outlook(game: State) -> float:
    """The expected score of a career that goes on: what standard pilots would add to it [5.2]."""
    assert isinstance(game, Game)
    alive, bombers = 1.0, float(game.pilot.career.bombers)
    for month in range(game.month, len(game.layout.sorties)):
        lines = game.layout.sorties[month] - (game.line if month == game.month else 0)
        season = month // MONTHS_A_SEASON
        bombers += alive * lines * BOMBERS_A_LINE[season]
        alive *= (1 - DEATHS_A_LINE[season]) ** lines
    return victory.score({"bombers": bombers, "survived": alive})


# --- why -----------------------------------------------------------------------------------------------


def reason_of(view: CareerView, ask: Ask, answer: int) -> Reason:
    """The reason for an answer, as a key of the catalogue and what its sentence names."""
    given = REASONS.get(ask.kind)
    return given(view, answer) if given is not None else ("habit", {})


def _in_ten_rounds(view: CareerView) -> JsonObject:
    return {"hits": round(10 * view.answer_to_expect())}


def why_fire(view: CareerView, answer: int) -> Reason:
    if answer == BREAK_OFF:
        if not view.firepower():
            return "no_guns", {}
        if standard.shot_up(view):
            return "shot_up", {"hits": standard.aboard(view)}
        return "too_hot", _in_ten_rounds(view)
    return ("fire", _in_ten_rounds(view)) if answer != BAIL_OUT else ("habit", {})


def why_target(view: CareerView, answer: int) -> Reason:
    if answer == passes.BOMBERS:
        return ("lone_bombers", {}) if view.pilot.attack.escort < 0 else ("one_pass", {})
    return ("escorts_first", {}) if answer == passes.ESCORTS else ("nothing_to_gain", {})


def why_after_pass(view: CareerView, answer: int) -> Reason:
    if answer in (passes.AGAIN, passes.ANOTHER):
        return ("again" if answer == passes.AGAIN else "another"), {}
    if not view.firepower():
        return "no_guns", {}
    return ("shot_up", {"hits": standard.aboard(view)}) if standard.shot_up(view) else ("enough", {})


def why_fight(view: CareerView, answer: int) -> Reason:
    if answer in (actions.ATTACK, actions.ATTACK_FIRST):
        return "shoot_him", {}
    if answer == actions.DISENGAGE:
        return "leave_him", {}
    if answer == actions.BAIL_OUT:
        return "jump_from_wreck", {"hits": standard.aboard(view)}
    return ("shake_him_off" if view.pilot.duel.orientation < HEAD_ON else "head_on"), {}


def why_press_on(view: CareerView, answer: int) -> Reason:
    if answer == flight.JUMP:
        return "safer_jump", _ways_down(view, False)
    return ("fly_on", {}) if answer == flight.FLY_ON else ("go_home", {})


def why_forced_down(view: CareerView, answer: int) -> Reason:
    return ("safer_jump" if answer else "safer_field"), _ways_down(view, True)


def _ways_down(view: CareerView, forced: bool) -> JsonObject:
    return {"landing": round(100 * view.landing_kills(forced)), "jump": round(100 * view.jump_kills())}


def why_spend(view: CareerView, answer: int) -> Reason:
    offer = purchase(answer)
    if offer.what == MOVE:
        unit = view.layout.pack.units[offer.unit]
        return "move", {"unit": unit.name, "base": unit.base}
    if answer == DONE:
        return "save_points", {}
    return ("look", {}) if offer.what == LOOK else ("take", {"aircraft": view.layout.aircraft[offer.model].name})


def why_learn(view: CareerView, answer: int) -> Reason:
    return ("learn", {}) if answer != DONE else ("save_experience", {})


def why_aircraft(view: CareerView, answer: int) -> Reason:
    return "best_guns", {"aircraft": view.layout.aircraft[answer].name}


def always(key: str) -> Callable[[CareerView, int], Reason]:
    """The same reason, whatever the answer."""
    return lambda view, answer: (key, {})


def either(no: str, yes: str) -> Callable[[CareerView, int], Reason]:
    """One reason for "no", 0, and one for everything else."""
    return lambda view, answer: (yes if answer else no, {})


REASONS: Final[Mapping[str, Callable[[CareerView, int], Reason]]] = {
    "fire_round": why_fire,
    "choose_target": why_target,
    "after_pass": why_after_pass,
    "dogfight": why_fight,
    "press_on": why_press_on,
    "forced_down": why_forced_down,
    "spend_prestige": why_spend,
    "spend_experience": why_learn,
    "escape": always("slip_away"),
    "second_card": either("good_card", "better_card"),
    "choose_track": always("track"),
    "ace_aircraft": why_aircraft,
    "ace_unit": always("ace_unit"),
    "adjust": always("stay_here"),
    "armourer": always("clear_the_jam"),
    "assist": always("mind_his_own"),
    "at_headquarters": always("quietly"),
    "charm_order": always("charm_for_the_grave"),
    "choose_leader": always("same_leader"),
    "choose_unit": always("roll_unit"),
    "enemy_choice": always("enemy_defends"),
    "engage_another": either("let_them_go", "take_another"),
    "eyewitness": always("have_it_credited"),
    "first_aircraft": why_aircraft,
    "fly_or_rest": lambda view, answer: ("take_leave" if answer == LEAVE else "fit_to_fly", {}),
    "gain_by_reflexes": either("save_reflexes", "use_reflexes"),
    "ground_control": always("best_contact"),
    "jettison": either("keep_rockets", "drop_rockets"),
    "keep_crew": lambda view, answer: ("keep_gunner" if answer == KEEP else "new_gunner", {}),
    "late_start": always("start_then"),
    "lucky_charm": lambda view, answer: ("roll_again" if answer == AGAIN else "keep_charm", {}),
    "new_aircraft": why_aircraft,
    "old_hand": always("pilot_learns"),
    "out_of_the_sun": always("from_medium"),
    "replacement": always("as_he_comes"),
    "rocket_salvo": always("fire_rockets"),
    "straggler": either("nothing_to_gain", "take_straggler"),
    "type_of_the_unit": why_aircraft,
    "wait_for_repairs": always("wait_repairs"),
    "which_gunner": always("old_gunner"),
}
