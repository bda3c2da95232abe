"""Levels and styles: each plays as its sentence says, and as no other does."""

from __future__ import annotations

from collections import Counter
from functools import cache
from statistics import fmean
from typing import Any, ClassVar

import pytest

from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots import advising, british, german, levels, mix
from viermot.games.bomber_command.bots.british import StandardBritish
from viermot.games.bomber_command.bots.doctrine import Doctrine
from viermot.games.bomber_command.bots.trials import GERMANS, Trials, night_ahead, worth
from viermot.games.bomber_command.model.board import DECOY, MAIN
from viermot.games.bomber_command.model.notation import NONE, YES
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.agenda import Question, advance, apply, open_questions, options_of
from viermot.kernel.dice import BotRng, KeyedDice, QuickRng, key_of
from viermot.kernel.domains import steps_of
from viermot.kernel.playout import OpenQuestion, play_out
from viermot.text import has, message

NIGHTS = 10


@cache
def night(british: str, german: str, number: int, scenario: str = "berlin") -> Game:
    key = key_of(f"style {number}")
    state: Game = GAME.start(GAME.load_pack(None), scenario, {}, KeyedDice(key))
    advance(state)
    bots = {"british": GAME.bots("british")[british](), "german": GAME.bots("german")[german]()}
    play_out(GAME, state, bots, {seat: BotRng(key, seat) for seat in bots})
    return state


def nights(british: str = "standard", german: str = "standard") -> list[Game]:
    return [night(british, german, number) for number in range(NIGHTS)]


def told(states: list[Game], kind: str) -> float:
    """How often something happens a night."""
    return fmean(sum(1 for event in state.log if event[0] == kind) for state in states)


def legs(state: Game) -> float:
    """Waypoints on the way out of the Main Forces."""
    return fmean(raid.waypoints for raid in state.plot if raid.kind == MAIN)


def length(state: Game) -> float:
    return fmean(len(raid.path) for raid in state.plot if raid.kind == MAIN)


def busiest(state: Game) -> int:
    """How many units take off in the turn in which most do."""
    counts, turn = Counter[int](), 0
    for kind, _, _, data in state.log:
        turn = data[0] if kind == "turn" else turn
        counts[turn] += kind == "scrambled"
    return max(counts.values())


def test_the_direct_fly_shorter_and_the_deceptive_turn_more_and_send_decoys() -> None:
    direct, deceptive, standard = nights("direct"), nights("deceptive"), nights()
    assert fmean(map(length, direct)) < fmean(map(length, standard)) - 0.5
    assert fmean(map(length, direct)) < fmean(map(length, deceptive)) - 2
    assert fmean(map(legs, direct)) < fmean(map(legs, deceptive)) - 0.5
    decoys = [fmean(sum(raid.kind == DECOY for raid in state.plot) for state in each) for each in (direct, deceptive)]
    assert decoys[0] == 0 and decoys[1] > 0.7


def test_the_line_is_held_the_rovers_leave_it_empty_and_the_husbanding_stay_at_home() -> None:
    line, roving, husbanding = (nights("standard", style) for style in ("line", "roving", "husbanding"))
    standard = nights()
    assert told(roving, "gci") == 0 < told(standard, "gci") < told(line, "gci")
    assert told(roving, "infiltration") > told(line, "infiltration") + 1
    assert told(husbanding, "scrambled") < 0.8 * told(standard, "scrambled")


def test_the_novice_bomber_flies_straight_in_the_first_turns_and_sends_no_decoy() -> None:
    for state in nights("novice"):
        (raid,) = [raid for raid in state.plot if raid.kind <= DECOY]
        assert raid.kind == MAIN and raid.entry <= 2 and raid.waypoints <= 3


def test_the_novice_defender_has_everybody_up_at_the_first_blip_and_nobody_on_the_line() -> None:
    novices = nights("standard", "novice")
    assert told(novices, "gci") == 0
    assert fmean(map(busiest, novices)) > fmean(map(busiest, nights())) + 2


def test_a_novice_does_worse_than_a_standard_player() -> None:
    """In Victory Points, which tell it in fewer nights than the score does: `docs/minds.md` has the score."""

    def net(states: list[Game]) -> float:
        return fmean(GAME.result(state)["vp"]["net"] for state in states)  # type: ignore[index]

    played = [
        [night(british, german, number) for number in range(2 * NIGHTS)]
        for british, german in (("novice", "standard"), ("standard", "standard"), ("standard", "novice"))
    ]
    nets = [net(states) for states in played]
    assert nets[0] < nets[1] < nets[2] - 4


# -- the mix ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_the_mix_draws_every_taste_about_as_often_as_it_weighs(scenario: str) -> None:
    rng, draws = QuickRng("mix"), 4000
    drawn = [mix.drawn(scenario, rng) for _ in range(draws)]
    weights = mix.mixes()[scenario].british
    total = sum(each.weight for each in weights)
    for each in weights:
        assert abs(drawn.count(mix.taste_of(each.taste)) / draws - each.weight / total) < 0.03


def test_nights_do_not_repeat_themselves() -> None:
    """Same target, same weather: still another plot, another hour and another way."""
    view, _ = at_the_plot("berlin", "again")
    rng, bot = QuickRng("again"), StandardBritish()
    plots = [bot.choose(view, Plotting(), rng) for _ in range(12)]
    assert len(set(plots)) == 12


# -- trials -------------------------------------------------------------------------------------------------------


class Plotting:
    """The question what flies where."""

    kind = "plot"
    codes = ()
    facts: ClassVar[dict[str, Any]] = {}
    default_code = None


def at_the_plot(scenario: str, seed: str, options: dict[str, bool] | None = None) -> tuple[Any, Game]:
    state: Game = GAME.start(GAME.load_pack(None), scenario, options or {}, KeyedDice(key_of(seed)))
    advance(state)
    while open_questions(state)[0][1][0].word != "plot":
        place, task = open_questions(state)[0]
        apply(state, options_of(state, task)[0], place)
    return GAME.perspective(state, "british"), state


ALL = dict.fromkeys(("12.1.1", "12.1.2", "12.1.3", "12.2", "12.3", "12.4", "12.4.1", "12.5", "10.3.2e"), True)


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
@pytest.mark.parametrize("options", [{}, ALL], ids=["plain", "advanced"])
def test_the_night_ahead_is_the_night_as_it_lies_before_the_british_player(
    scenario: str, options: dict[str, bool]
) -> None:
    for number in range(4):
        view, state = at_the_plot(scenario, f"ahead {number}", options)
        ahead = night_ahead(view, 1)
        for name in ("weather", "targets", "follow_up", "oil", "north", "points", "hand_sizes", "deck_sizes"):
            assert getattr(GAME.perspective(ahead, "british"), name) == getattr(view, name), name
        for name in (*("jamming", "visibility", "twilight", "moon", "moon_turn", "bad", "wind"), "unit_place", "drawn"):
            assert getattr(ahead, name) == getattr(state, name), name
        assert not GAME.faults(ahead)


def test_trials_keep_the_better_plots_longer_and_fly_the_best() -> None:
    view, _ = at_the_plot("berlin", "trials")
    rng = QuickRng("trials")
    trials = Trials(GAME, StandardBritish(), view, rng)
    plots = [StandardBritish().choose(view, Plotting(), rng) for _ in range(4)]
    trials.compare(plots, 16)
    first, *_, last = trials.alternatives()
    assert first.code == trials.ranked()[0] and first.chance >= trials.alternatives()[1].chance
    assert len(trials.values[first.code]) > len(trials.values[last.code])
    assert sum(map(len, trials.values.values())) <= 20
    assert all(0 < value < 1 for values in trials.values.values() for value in values)


def test_trials_are_flown_against_germans_of_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    view, _ = at_the_plot("berlin", "kinds")
    met = []

    def fly(self: Trials, plan: int, seed: int, doctrine: Doctrine) -> float:
        met.append(doctrine)
        return 0.5

    monkeypatch.setattr(Trials, "fly", fly)
    rng = QuickRng("kinds")
    plots = [StandardBritish().choose(view, Plotting(), rng) for _ in range(4)]
    Trials(GAME, StandardBritish(), view, rng).compare(plots, 32)
    assert set(met) == set(GERMANS)


def test_an_expert_plots_the_same_night_from_the_same_seed_and_a_budget_of_nothing_is_standard() -> None:
    view, _ = at_the_plot("berlin", "same")
    chosen = [levels.ExpertBritish(12).choose(view, Plotting(), BotRng(key_of("same"), "british")) for _ in range(2)]
    assert chosen[0] == chosen[1]
    idle = levels.ExpertBritish(0).choose(view, Plotting(), QuickRng("same"))
    assert idle == StandardBritish().choose(view, Plotting(), QuickRng("same"))


def test_a_night_is_worth_half_in_the_middle_of_a_draw_and_more_the_more_it_won() -> None:
    state = night("standard", "standard", 0)
    values = []
    for lost in (40, 20, 0):
        state = state.clone()
        state.raid_losses = [lost] + [0] * (len(state.plot) - 1)
        values.append(worth(state))
    assert values == sorted(values) and 0 < values[0] < values[-1] < 1


@pytest.mark.parametrize(("level", "british"), [
    ("german major", 0.0), ("german", 0.0), ("draw", 0.5), ("british", 1.0), ("british major", 1.0),
])  # fmt: skip
def test_the_score_of_a_result(level: str, british: float) -> None:
    assert GAME.score({"level": level}, "british") == british
    assert GAME.score({"level": level}, "german") == 1 - british


# -- advice -------------------------------------------------------------------------------------------------------


def test_an_expert_says_why_at_every_question_of_a_night() -> None:
    """His own answer, with a sentence that there is, in both languages."""
    state: Game = GAME.start(GAME.load_pack(None), "downfall", ALL, KeyedDice(key_of("why")))
    advance(state)
    experts: dict[str, Any] = {"british": levels.ExpertBritish(8), "german": levels.ExpertGerman()}
    twins: dict[str, Any] = {"british": levels.ExpertBritish(8), "german": levels.ExpertGerman()}
    kinds, ask = Counter[str](), OpenQuestion()
    while state.asked is not None:
        for place, task in open_questions(state):
            seat = GAME.seats[state.seat_of(task)]
            view, asked = GAME.perspective(state, seat), ask.put(state, task, options_of(state, task))
            advice = experts[seat].advise(view, asked, QuickRng(state.turn))
            assert advice.code == twins[seat].choose(view, asked, QuickRng(state.turn))
            assert advice.code in asked.codes or asked.kind == "plot"
            for locale in ("en", "pl"):
                assert message(advice.reason, locale, **advice.facts)
            kinds[advice.reason] += 1
            if asked.kind == "plot":
                first, *others = advice.alternatives
                assert first.code == advice.code and others and advice.facts["n"] >= 8
            apply(state, advice.code, place)
    assert len(kinds) > 15


def test_every_question_has_a_reason_of_its_own() -> None:
    asked = {each.word for each in steps_of("bomber_command") if isinstance(each, Question)}
    assert len(asked) > 40 and asked >= {*british.HABITS, *german.HABITS, *german.PLANS}
    assert {kind for kind in asked if advising.reason(kind).endswith("habit")} == set()
    assert all(has(advising.reason(kind)) for kind in asked)


def test_to_leave_it_has_a_reason_of_its_own() -> None:
    """A card that is not played, a unit that is not sent up, an end that is agreed to: other sentences."""
    for kind in (*advising.LEFT_ALONE, "end_german", "take_offer"):
        answer = YES if kind in ("end_german", "take_offer") else NONE
        keys = {advising.reason(kind), advising.reason(kind, answer)}
        assert len(keys) == 2
        assert all(message(key, locale) != key for key in keys for locale in ("en", "pl")), kind
