"""The expert looks several moves ahead, in nights drawn from his own plots; the same name and seed, the same game."""

from __future__ import annotations

from collections import Counter

import pytest

import viermot
from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots.attack import attack, has_launched
from viermot.games.nightfighter.bots.chase import ends
from viermot.games.nightfighter.bots.expert import STUDIES, TABLE, ExpertPlayer
from viermot.games.nightfighter.bots.flying import Outlook, torpedo_worths
from viermot.games.nightfighter.bots.plot import Plot
from viermot.games.nightfighter.bots.plotting import SHIPS_FROM, PlottingTable
from viermot.games.nightfighter.bots.scouting import DEPTH, Nights, nights_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import HEXES, LAST_ROW, ROW, SIZE
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.layout import BOMBER
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.gunnery import HOLD_FIRE
from viermot.kernel import bots
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, QuickRng, Rng, key_of
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Ask
from viermot.lab.games import Fixture, play


def test_the_same_name_and_seed_make_the_same_game() -> None:
    fixture = Fixture("nightfighter", "8", {"player": "expert:16", "umpire": "standard"})
    first, again = play(fixture, "twice"), play(fixture, "twice")
    assert (first.result, first.decisions, first.rolls) == (again.result, again.decisions, again.rolls)


def test_his_budget_stands_in_his_name() -> None:
    assert bots.full_name(GAME, "player", "expert") == f"expert:{STUDIES}"
    assert bots.full_name(GAME, "player", "expert", for_people=True) == f"expert:{TABLE}"
    assert bots.best(GAME.bots("player")) == "expert"
    assert STUDIES < TABLE


def test_where_bombers_are_no_prey_he_does_not_look_ahead_for_them() -> None:
    names = "expert:16", "standard"
    players = [Fixture("nightfighter", "7", {"player": name, "umpire": "standard"}) for name in names]
    for number in range(3):
        expert, standard = [play(fixture, f"friends {number}") for fixture in players]
        assert (expert.result, expert.rolls) == (standard.result, standard.rolls)


class Twinned(ExpertPlayer):
    """An expert who is asked again in a world drawn from what he knows."""

    asked = 0

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        if ask.kind == "path" and Twinned.asked < 12:
            Twinned.asked += 1
            world = GAME.resample(view, QuickRng(Twinned.asked))
            answers = [ExpertPlayer(16).choose(v, ask, QuickRng(5)) for v in (view, GAME.perspective(world, "player"))]
            assert answers[0] == answers[1]
        return super().choose(view, ask, rng)


def test_he_flies_alike_in_all_worlds_he_cannot_tell_apart() -> None:
    key = key_of("alike")
    state: Game = GAME.start(GAME.load_pack(None), "8", {}, KeyedDice(key))
    advance(state)
    players = {"player": Twinned(16), "umpire": GAME.bots("umpire")["plain"]()}
    play_out(GAME, state, players, {seat: BotRng(key, seat) for seat in players})
    assert Twinned.asked >= 5


def test_bombers_are_drawn_as_often_as_the_plots_say_and_fly_on() -> None:
    nights = Nights(turn=4, count=4000, seed=1)
    weights = {HEXES.parse("0905"): 0.5, HEXES.parse("1106"): 0.25}
    elsewhere = nights.draw(weights, 1, (3, 2))
    found = Counter({h: bits.bit_count() for h, bits in nights.at[0].items()})
    assert found[HEXES.parse("0905")] == pytest.approx(2000, abs=130)
    assert found[HEXES.parse("1106")] == pytest.approx(1000, abs=130)
    assert len(elsewhere) == 4000 - sum(found.values())
    for ahead, rows in ((1, 2), (2, 5), (3, 7)):  # turn 5 is odd, two hexes; turn 6 even, three
        assert {h - rows: bits for h, bits in nights.at[ahead].items()} == nights.at[0]


def test_nobody_is_drawn_beyond_the_edge() -> None:
    nights = Nights(turn=1, count=8, seed=1)
    nights.draw({HEXES.at(9, LAST_ROW - 1): 1.0}, 1, (3, 3))
    assert nights.at[0] and not any(nights.at[1:])


def scene(scenario: str) -> NightView:
    """The first question about a path in a game of that scenario."""
    session = viermot.new_game("nightfighter", scenario, seed="scene", seats={"umpire": "plain"})
    bot = GAME.bots("player")["standard"]()
    while session.pending[0].kind != "path":
        asked = session.pending[0]
        code = bot.choose(session.perspective("player"), asked, QuickRng(1))
        session.decide(asked.notation_of(code), "player")
    view = session.perspective("player")
    assert isinstance(view, NightView)
    return view


def test_a_plan_is_worth_more_the_sooner_it_finds_somebody() -> None:
    view = scene("8")
    plotting = PlottingTable()
    plotting.catch_up(view)
    hex_, facing = view.fighter(0)
    ahead = HEXES.line(hex_, facing, 6)
    options = ends(hex_, facing, 2, 4, True)

    def best(where: Hex, chance: float) -> float:
        plotting.plots = [Plot(1, BOMBER, {where: chance})]
        outlook = Outlook(view, plotting, 0)
        outlook.look_ahead(nights_of(plotting, view.turn, 64, 3))
        assert outlook.scout is not None
        return max(outlook.scout.promises(end) for end in options)

    near, unlikely, far = best(ahead[-1], 1.0), best(ahead[-1], 0.3), best(HEXES.parse("0101"), 1.0)
    assert near > unlikely > 0
    assert near > far
    assert best(ahead[-1], 0.0) == 0
    later = HEXES.line(hex_, facing, 13)[-1]  # beyond the radar's range from wherever the first move ends
    radar = view.layout.fighters[0].ai
    assert all(later not in HEXES.arc(end.hex, end.facing, radar.arc, radar.range) for end in options)
    assert best(later, 1.0) > 0


def test_who_has_not_come_in_yet_comes_in_by_the_columns_of_the_chits() -> None:
    view = scene("8")
    plotting = PlottingTable()
    plotting.catch_up(view)
    late = Plot(1, BOMBER, {})
    late.held, late.due = 1.0, {view.turn + 1: 1.0}
    plotting.plots = [late]
    nights = nights_of(plotting, view.turn, 64, 3)
    assert not nights.at[0]
    assert sum(bits.bit_count() for bits in nights.at[1].values()) == 64
    assert all(ROW[h] <= max(plotting.group.mp) for h in nights.at[1])
    assert all(nights.at[ahead] for ahead in range(2, DEPTH))


def test_a_torpedo_bomber_counts_until_it_has_launched() -> None:
    by_hex = torpedo_worths()
    assert all(by_hex[h][0] > 0 for h in range(SIZE) if ROW[h] < SHIPS_FROM)
    assert not any(any(by_hex[h]) for h in range(SIZE) if ROW[h] >= SHIPS_FROM)


class Restrained(ExpertPlayer):
    """A player whose guns are watched."""

    held = fired_late = 0

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        choice = super().choose(view, ask, rng)
        if ask.kind == "attack" and has_launched(view, view.held(ask.facts["contact"])):
            Restrained.held += 1
            Restrained.fired_late += choice != HOLD_FIRE
            assert attack(view, ask, self.plotting) == HOLD_FIRE
        return choice


def test_nobody_is_risked_for_a_torpedo_bomber_that_has_launched() -> None:
    for number in range(4):
        key = key_of(f"launched {number}")
        state: Game = GAME.start(GAME.load_pack(None), "9C", {}, KeyedDice(key))
        advance(state)
        players = {"player": Restrained(4), "umpire": GAME.bots("umpire")["plain"]()}
        play_out(GAME, state, players, {seat: BotRng(key, seat) for seat in players})
    assert Restrained.held and not Restrained.fired_late
