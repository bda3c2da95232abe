"""Novice, standard and expert: each a little better than the one before, and an expert who says why."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from viermot import text
from viermot.games.interceptor import GAME
from viermot.games.interceptor.bots import advice, expert, novice, postings, standard
from viermot.games.interceptor.bots.advice import IN_THE_AIR, outlook
from viermot.games.interceptor.bots.expert import ExpertPilot
from viermot.games.interceptor.bots.standard import StandardPilot
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.layout import Layout
from viermot.games.interceptor.model.options import BREAK_OFF, DONE, MOVE, Purchase, purchase
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import ACM, MONTHS, S_TAIL
from viermot.games.interceptor.rules.fighters import actions
from viermot.kernel.agenda import Question, advance, apply, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.domains import steps_of
from viermot.kernel.minds import Adviser
from viermot.kernel.playout import OpenQuestion
from viermot.kernel.registry import Ask
from viermot.lab.games import Fixture, play

LAYOUT = Layout(GAME.load_pack(None), "2", {})
UNITS = {unit.name: number for number, unit in enumerate(LAYOUT.pack.units)}
BREMEN, DUTCH, MUNICH = UNITS["I/JG 11"], UNITS["II/JG 1"], 20


def asked(kind: str, seed: int = 3, scenario: str = "2") -> tuple[Game, CareerView, OpenQuestion]:
    """A career at the first question of that kind."""
    game = GAME.start(GAME.load_pack(None), scenario, {}, QuickDice(seed))
    advance(game)
    view, ask, bot = GAME.perspective(game, "pilot"), OpenQuestion(), StandardPilot()
    while (task := game.asked) is not None:
        ask.put(game, task, options_of(game, task))
        if ask.kind == kind and len(ask.codes) > 1:
            return game, view, ask
        apply(game, bot.choose(view, ask, QuickRng(1)))
    raise AssertionError(f"{kind} was not asked")


# --- where to fly from ---------------------------------------------------------------------------------


def test_in_spring_a_fighter_with_one_engine_meets_more_from_the_dutch_fields_than_from_bremen() -> None:
    spring = MONTHS.index("Mar43")
    dutch, bremen = (postings.line_worth(LAYOUT, unit, 1, spring) for unit in (DUTCH, BREMEN))
    assert dutch == pytest.approx(postings.LONE)  # every raid of March is in reach, and none is escorted
    assert bremen < dutch / 2
    assert postings.line_worth(LAYOUT, BREMEN, 2, spring) == pytest.approx(dutch)  # two engines reach them all


def test_in_winter_every_raid_is_escorted() -> None:
    assert postings.line_worth(LAYOUT, DUTCH, 1, MONTHS.index("Feb44")) == pytest.approx(postings.ESCORTED)


def at_base(unit: int, month: int) -> CareerView:
    pilot = SimpleNamespace(career=SimpleNamespace(unit=unit))
    mat = SimpleNamespace(engines=1, series=1)
    return cast("CareerView", SimpleNamespace(layout=LAYOUT, pilot=pilot, mat=mat, month=month))


def offer(*units: int) -> Ask:
    return cast("Ask", SimpleNamespace(codes=[DONE, *[Purchase(MOVE, unit).code for unit in units]]))


def test_he_moves_where_lone_bombers_are_and_not_away_from_them() -> None:
    spring = MONTHS.index("Mar43")
    found = postings.better_posting(at_base(BREMEN, spring), offer(DUTCH, MUNICH))
    assert found is not None and purchase(found).unit == DUTCH
    assert postings.better_posting(at_base(DUTCH, spring), offer(BREMEN, MUNICH)) is None
    assert postings.better_posting(at_base(DUTCH, spring), offer(UNITS["III/JG 1"])) is None  # no better than here


def test_a_move_that_gains_less_than_it_costs_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    spring = MONTHS.index("Mar43")
    gain = postings.posting_worth(LAYOUT, DUTCH, 1, spring) - postings.posting_worth(LAYOUT, BREMEN, 1, spring)
    monkeypatch.setattr(postings, "TROUBLE", gain - 0.1)
    assert postings.better_posting(at_base(BREMEN, spring), offer(DUTCH)) is not None
    monkeypatch.setattr(postings, "TROUBLE", gain + 0.1)
    assert postings.better_posting(at_base(BREMEN, spring), offer(DUTCH)) is None


# --- closing in ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "skills", "escort", "month", "wanted"),
    [
        (0, ACM, -1, "Mar43", True),
        (0, 0, -1, "Mar43", False),
        (1, ACM, -1, "Mar43", False),
        (0, ACM, 1, "Oct43", False),
        (0, ACM, 1, "Nov43", True),
    ],
)
def test_when_an_expert_is_bold(hits: int, skills: int, escort: int, month: str, wanted: bool) -> None:
    game, view, _ = asked("fire_round")
    game.pilot.sortie.own_hits[S_TAIL] = hits
    game.pilot.career.skills = skills
    game.pilot.attack.escort = type(game.pilot.attack.escort)(escort)
    game.month = type(game.month)(MONTHS.index(month))
    assert expert.bold(view) == wanted


def test_an_expert_closes_in_where_standard_breaks_off() -> None:
    game, view, ask = asked("fire_round")
    game.pilot.career.skills, game.pilot.attack.range = ACM, 2
    assert standard.fire_round(view, ask) == BREAK_OFF
    assert (expert.fire_round(view, ask) != BREAK_OFF) == (view.answer_to_expect() <= expert.CLOSE_IN)
    game.pilot.sortie.jammed = 0b1111
    assert expert.fire_round(view, ask) == BREAK_OFF


def test_ground_control_is_used_for_the_best_contact() -> None:
    facts = {"total": 5, "met4": 2, "met5": 3, "met6": 3, "met7": 4}
    ask = cast("Ask", SimpleNamespace(codes=[5, 4, 6, 7], facts=facts))
    assert expert.ground_control(cast("CareerView", None), ask) == 7
    ask = cast("Ask", SimpleNamespace(codes=[6, 5, 4], facts=facts))
    assert expert.ground_control(cast("CareerView", None), ask) == 5  # no better: the marker is kept


# --- the novice ----------------------------------------------------------------------------------------


def test_a_novice_shoots_head_on() -> None:
    _, view, ask = asked("dogfight")
    ask.codes = [actions.ATTACK, actions.DEFEND]
    assert novice.fight(view, ask) == actions.ATTACK
    assert standard.fight(view, ask) == actions.DEFEND


# --- advice --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["fire_round", "choose_target", "dogfight", "press_on", "spend_experience"])
def test_an_expert_says_why(kind: str) -> None:
    bot = ExpertPilot()
    assert isinstance(bot, Adviser)
    game, view, ask = asked(kind)
    before = GAME.to_data(game)
    told = bot.advise(view, ask, QuickRng(4))
    assert told.code == bot.choose(view, ask, QuickRng(4))
    for locale in ("en", "pl"):
        sentence = text.message(told.reason, locale, **told.facts)
        assert sentence != told.reason and "{" not in sentence
    assert GAME.to_data(game) == before
    if kind in IN_THE_AIR:
        assert told.code in {other.code for other in told.alternatives} <= set(ask.codes)
        assert all(0 <= other.chance <= 1 and other.error >= 0 for other in told.alternatives)
    assert bot.advise(view, ask, QuickRng(4)) == told


def test_a_whole_year_of_advice_has_a_sentence_for_everything() -> None:
    """Every answer that an expert's year could have had has its reason."""
    for seed, scenario in ((1, "2"), (2, "11"), (3, "12")):
        game = GAME.start(GAME.load_pack(None), scenario, {}, QuickDice(seed))
        advance(game)
        view, ask, rng = GAME.perspective(game, "pilot"), OpenQuestion(), QuickRng(seed)
        while (task := game.asked) is not None:
            ask.put(game, task, options_of(game, task))
            for code in ask.codes[:8]:
                key, facts = advice.reason_of(view, ask, code)
                assert "{" not in text.message(f"interceptor.advice.{key}", "en", **facts)
            apply(game, ExpertPilot().choose(view, ask, rng))


def test_every_question_of_a_career_has_a_reason_of_its_own() -> None:
    """Nobody who asks for advice between sorties is told only that others do it too."""
    kinds = {each.word for each in steps_of("interceptor") if isinstance(each, Question)}
    assert len(kinds) > 35 and kinds - advice.REASONS.keys() == set()


def test_what_the_rest_of_the_year_is_worth_falls_as_it_goes_by() -> None:
    game, _, _ = asked("fire_round")
    worth = []
    for month in range(len(MONTHS)):
        game.month = type(game.month)(month)
        worth.append(outlook(game))
    assert worth[0] > worth[6]
    assert all(0 < each < 1 for each in worth)
    game.pilot.career.bombers += 5
    assert outlook(game) > worth[-1]


# --- a sample; the figures stand in docs/minds.md --------------------------------------------------------


def test_every_level_flies_every_unit() -> None:
    for level in ("novice", "expert"):
        for unit in ("1", "11", "20", "21"):
            assert play(Fixture("interceptor", unit, {"pilot": level}), f"levels/{unit}").result["level"]
