"""The habits of the standard pilot: no pass with guns that cannot fire, no wreck flown longer than it is good."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from viermot.games.interceptor import GAME
from viermot.games.interceptor.bots import standard
from viermot.games.interceptor.bots.standard import StandardPilot
from viermot.games.interceptor.knowledge import odds
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.ids import BomberType, WheelPlace
from viermot.games.interceptor.model.layout import Layout
from viermot.games.interceptor.model.state import Game, Pilot
from viermot.games.interceptor.model.terms import (
    ACM,
    ADVANTAGED,
    DISADVANTAGED,
    GUNNERS,
    KILLED,
    PARACHUTE,
    PILOT,
    S_GEAR,
    S_TAIL,
)
from viermot.games.interceptor.rules import flight
from viermot.games.interceptor.rules.bombers import passes
from viermot.games.interceptor.rules.damage import landing, wounds
from viermot.games.interceptor.rules.fighters import actions
from viermot.kernel.agenda import State, advance, apply, options_of
from viermot.kernel.dice import BotRng, KeyedDice, QuickDice, QuickRng, Rng, key_of
from viermot.kernel.playout import OpenQuestion, play_out
from viermot.kernel.registry import Ask

UNARMED: list[tuple[str, int]] = []


class Watched(StandardPilot):
    """The standard pilot, and what he does after a pass, or behind a fighter, without a gun that fires."""

    def choose(self, view: CareerView, ask: Ask, rng: Rng) -> int:
        code = super().choose(view, ask, rng)
        if ask.kind in ("after_pass", "dogfight") and not view.firepower():
            UNARMED.append((ask.kind, code))
        return code


def career(seed: str) -> State:
    key = key_of(seed)
    pack = GAME.load_pack(None)
    state: State = GAME.start(pack, GAME.info(pack).scenarios[0].id, {}, KeyedDice(key))
    advance(state)
    play_out(GAME, state, {"pilot": Watched()}, {"pilot": BotRng(key, "pilot")})
    return state


def test_no_pass_with_guns_that_cannot_fire() -> None:
    UNARMED.clear()
    for number in range(40):
        career(f"unarmed {number}")
    passes_made = {code for kind, code in UNARMED if kind == "after_pass"}
    fights = {code for kind, code in UNARMED if kind == "dogfight"}
    assert passes_made == {passes.ENOUGH}
    assert fights and actions.ATTACK not in fights


def test_what_counts_is_what_still_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bar no gun reaches he shoots at nothing; it is firepower he looks at, not what is left in the belts."""
    monkeypatch.setattr(standard, "TOO_WEAK", 99)
    assert all(not (GAME.result(career(f"weak {number}")) or {})["bombers"] for number in range(6))


def in_a_fight(own_hits: int, skills: int, orientation: int) -> Any:
    """A pilot in a fight, so badly hit, with these skills."""
    pilot = Pilot()
    pilot.sortie.own_hits[S_TAIL] = own_hits
    pilot.career.skills = skills
    pilot.duel.orientation = WheelPlace(orientation)
    return SimpleNamespace(pilot=pilot, layout=SimpleNamespace(manoeuvres=False))


@pytest.mark.parametrize(
    ("hits", "skills", "orientation", "jumps"),
    [
        (standard.WRECK, PARACHUTE, DISADVANTAGED, True),
        (standard.WRECK - 1, PARACHUTE, DISADVANTAGED, False),
        (standard.WRECK, 0, DISADVANTAGED, False),
        (standard.WRECK, PARACHUTE, ADVANTAGED, False),
    ],
)
def test_he_jumps_from_a_wreck_with_somebody_behind_it_once_he_has_learned_to(
    hits: int, skills: int, orientation: int, jumps: bool
) -> None:
    ask = SimpleNamespace(kind="dogfight", codes=[actions.DEFEND, actions.DISENGAGE, actions.BAIL_OUT])
    answer = standard.fight(in_a_fight(hits, skills, orientation), cast("Ask", ask))
    assert (answer == actions.BAIL_OUT) == jumps


@pytest.mark.parametrize(("landing_kills", "jump_kills", "jumps"), [(0.2, 0.1, True), (0.1, 0.2, False)])
def test_he_comes_down_the_safer_way(landing_kills: float, jump_kills: float, jumps: bool) -> None:
    view = SimpleNamespace(landing_kills=lambda forced: landing_kills, jump_kills=lambda: jump_kills, pilot=Pilot())
    ask = cast("Ask", SimpleNamespace(codes=[flight.GO_HOME, flight.JUMP]))
    assert (standard.forced_down(cast("CareerView", view), ask) == landing.JUMP) == jumps
    view.pilot.duel.fought = 1
    assert (standard.press_on(cast("CareerView", view), ask) == flight.JUMP) == jumps


def test_the_first_things_he_learns_keep_him_alive() -> None:
    """An NCO has two points: he learns to jump and to land before he flies."""
    learned = [event[3] for event in career("school").log if event[0] == "learned"][:3]
    assert [(who, what) for who, what, _ in learned] == [
        ("pilot", "parachute"), ("pilot", "landing"), ("pilot", "acm"),
    ]  # fmt: skip


@pytest.mark.parametrize(("hits", "wanted"), [((0, 0, 0, 0), True), ((1, 0, 0, 0), True), ((2, 0, 0, 0), False)])
def test_the_wingman_softens_bombers_up_and_does_not_finish_them(hits: tuple[int, ...], wanted: bool) -> None:
    layout = Layout(GAME.load_pack(None), "2", {})
    pilot = Pilot()
    pilot.attack.target = BomberType(0)
    pilot.attack.bomber_hits[: len(hits)] = hits
    assert standard.wants_help(cast("CareerView", SimpleNamespace(pilot=pilot, layout=layout))) == wanted


def test_a_master_of_acm_takes_more_before_he_stops() -> None:
    pilot = Pilot()
    view = cast("CareerView", SimpleNamespace(pilot=pilot))
    pilot.sortie.own_hits[S_TAIL] = standard.TOO_MANY
    assert standard.shot_up(view)
    pilot.career.skills = ACM
    assert not standard.shot_up(view)
    pilot.sortie.own_hits[S_TAIL] = standard.TOO_MANY_ACE
    assert standard.shot_up(view)


def table_in_the_air() -> Game:
    """A game at the first question about a pass."""
    game = GAME.start(GAME.load_pack(None), "2", {}, QuickDice(3))
    advance(game)
    bot, ask = StandardPilot(), OpenQuestion()
    while (task := game.asked) is not None and task[0].word != "fire_round":
        apply(
            game, bot.choose(GAME.perspective(game, "pilot"), ask.put(game, task, options_of(game, task)), QuickRng(1))
        )
    return game


@pytest.mark.parametrize("hurt", [0, 1, 2])
def test_what_a_landing_and_a_jump_kill_is_what_the_charts_say(hurt: int) -> None:
    """Counted by the odds that a person is shown, for a man unhurt, lightly and seriously wounded [7.4.6, 7.6]."""
    game = table_in_the_air()
    game.pilot.sortie.wound = game.pilot.sortie.hurt = hurt
    game.pilot.sortie.own_hits[S_GEAR] = 1
    view = GAME.perspective(game, "pilot")
    shown = {each.what: dict(each.chances) for each in view.odds("forced_down", (), ())}
    crash = sum(wounds.together(game, PILOT, game.layout.wound[face]) == KILLED for face in range(1, 7)) / 6
    landed = shown["forced"]
    assert view.landing_kills(True) == pytest.approx(float(landed["destroyed"]) + crash * float(landed["crash"]))
    if not hurt:
        assert view.jump_kills() == pytest.approx(float(shown["parachute"]["killed"]))
    else:
        assert view.jump_kills() >= float(shown["parachute"]["killed"])


def test_the_answer_of_a_bomber_is_counted_over_the_deck() -> None:
    """As the odds that a person is shown have it [7.1.6, 7.1.8]."""
    game = table_in_the_air()
    for gunners, stale, exposed in ((0, 0, 0), (1, 0, 0), (2, 1, 1), (0, 2, 1)):
        game.pilot.attack.bomber_hits[GUNNERS] = gunners
        game.pilot.attack.gunners, game.pilot.attack.exposed = stale, exposed
        mean = odds.their_fire(game).mean
        assert mean is not None
        assert GAME.perspective(game, "pilot").answer_to_expect() == pytest.approx(float(mean))
