"""The bots of Bomber Command finish whole nights, `standard` beats `random`, and one made anew thinks the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.bomber_command.support import go, new_session, pass_to, unit
from tests.games.bomber_command.support import night as position
from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots.bombs import reckoner
from viermot.games.bomber_command.bots.german import assign_line
from viermot.games.bomber_command.bots.tracking import UNKNOWN, PlottingTable, Track, course_between
from viermot.games.bomber_command.components import load
from viermot.games.bomber_command.model.board import BY_NAME, GARDENING, JUTLAND, MAIN, WEATHERS
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.notation import HEX
from viermot.games.bomber_command.rules.plot.plotting import decode, validate
from viermot.kernel.agenda import advance, apply, open_questions, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import OpenQuestion, play_out


def opened(scenario: str, seed: int, **options: bool) -> Any:
    state = GAME.start(GAME.load_pack(None), scenario, options, QuickDice(seed))
    advance(state)
    return state


def night(scenario: str, british: str, german: str, seed: int) -> dict[str, Any]:
    state = opened(scenario, seed)
    bots = {"british": GAME.bots("british")[british](), "german": GAME.bots("german")[german]()}
    play_out(GAME, state, bots, {"british": QuickRng(f"b{seed}"), "german": QuickRng(f"g{seed}")})
    result = GAME.result(state)
    assert result is not None
    return result


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_standard_beats_random_from_either_seat(scenario: str) -> None:
    for seed in range(3):
        assert night(scenario, "standard", "random", seed)["level"].startswith("british")
        assert night(scenario, "random", "standard", seed)["level"] in ("german", "german major", "draw")


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_what_is_made_of_the_plots_once_is_what_would_be_made_of_them_again(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [night(scenario, "standard", "standard", seed) for seed in range(4)]
    nothing_kept = property(lambda plotting: {}, lambda plotting, worked_out: None)
    monkeypatch.setattr(PlottingTable, "worked_out", nothing_kept, raising=False)
    assert kept == [night(scenario, "standard", "standard", seed) for seed in range(4)]


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_standard_against_standard_is_an_open_night(scenario: str) -> None:
    nets = [night(scenario, "standard", "standard", seed)["vp"]["net"] for seed in range(8)]
    assert len(set(nets)) > 4
    assert -25 < sum(nets) / len(nets) < 50


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_the_british_plan_is_legal_and_plausible(scenario: str) -> None:
    kinds: Counter[int] = Counter()
    for seed in range(6):
        state = opened(scenario, seed)
        bot, view, rng = GAME.bots("british")["standard"](), GAME.perspective(state, "british"), QuickRng(seed)
        while open_questions(state)[0][1][0].word != "plot":
            place, task = open_questions(state)[0]
            apply(state, options_of(state, task)[0], place)
        ask = OpenQuestion().put(state, open_questions(state)[0][1], options_of(state, open_questions(state)[0][1]))
        plan = decode(bot.choose(view, ask, rng))
        assert validate(state.layout, state.targets, state.follow_up, plan) is None
        kinds.update(raid.kind for raid in plan)
    assert kinds[MAIN] == 6 * state.layout.raids_allowed.main_forces
    assert kinds[GARDENING] > 0 and len(kinds) == 4


def test_tracks_are_the_same_for_a_bot_made_anew() -> None:
    state = opened("berlin", 5)
    bots: dict[str, Any] = {seat: GAME.bots(seat)["standard"]() for seat in GAME.seats}
    rngs = {seat: QuickRng(seat) for seat in GAME.seats}
    ask, compared = OpenQuestion(), 0
    while state.asked is not None and state.turn < 9:
        for place, task in open_questions(state):
            seat = GAME.seats[state.seat_of(task)]
            view = GAME.perspective(state, seat)
            code = bots[seat].choose(view, ask.put(state, task, options_of(state, task)), rngs[seat])
            if seat == "german" and task[0].word in ("move", "scramble"):
                anew = PlottingTable()
                anew.catch_up(view)
                assert anew.tracks == bots[seat].plotting.tracks
                compared += 1
            apply(state, code, place)
    assert compared > 20


def test_posts_of_the_line_are_in_the_units_own_division() -> None:
    for scenario in ("berlin", "downfall"):
        table = opened(scenario, 1).layout
        posts = assign_line(table)
        assert len(posts) >= 8 and len(set(posts.values())) == len(posts)
        assert all(table.zone_of[hex_] == table.units[unit].zone for unit, hex_ in posts.items())


def test_mosquitos_made_out_off_the_map_are_no_trouble() -> None:
    """A unit over Jutland or England can meet them as well; those places are in no table of distances."""
    track = Track(BY_NAME["H5"], UNKNOWN, 0.5, False)
    assert PlottingTable._known(track, [JUTLAND]) == track
    assert PlottingTable._known(track, [JUTLAND, BY_NAME["H6"]]).mosquitos


def test_courses_between_hexes_are_hours_of_the_clock() -> None:
    from viermot.games.bomber_command.model.board import read_hex

    pairs = {("E5", "G5"): 3, ("E5", "E3"): 0, ("E5", "E7"): 6, ("G5", "E5"): 9, ("D5", "F6"): 4}
    for (start, end), course in pairs.items():
        assert course_between(read_hex(start), read_hex(end)) == course


def test_what_counters_can_be_worth() -> None:
    reckons = reckoner(Layout(load(), load().scenarios["berlin"], {}).recipes)
    centre, works = 2, 3
    assert reckons.best(centre, 1, 2, 2, 8) == 16  # two fires of four VP
    assert reckons.best(centre, 0, 1, 2, 8) == 2
    assert reckons.best(works, 1, 2, 4, 16) == 16
    assert reckons.best(works, 0, 3, 4, 16) == 12  # without an HE nothing burns
    # three fires before the bombing creeps back are better than two
    value, first = reckons.best_on_ti((centre, 1, 4, 2, 8), (0, 0, 0, 0, 0), 0, 2)
    assert (value, first) == (24, (0, 2)) or (value, first) == (24, (1, 1))


# -- cards and advanced rules -------------------------------------------------------------------------------------


def answer(s: Any, seat: str) -> str:
    """What the standard player of a seat says to the question before it."""
    decision = next(decision for decision in s.pending if decision.seat == seat)
    code = GAME.bots(seat)["standard"]().choose(s.perspective(seat), decision, QuickRng(seat))
    return str(decision.notation_of(code))


def test_serrate_is_kept_for_a_depleted_unit_that_attacks_the_main_force() -> None:
    units = {"I./NJG3": unit("E", fuel=5, depleted=True), "II./NJG3": unit("J2", fuel=5)}
    s = new_session(position(units=units, turn=3, phase=6, hands={"british": ["SERRATE"]}))
    assert answer(s, "british") == "pass", "nobody attacks yet"
    pass_to(s, "tame_boar_attack", "british")
    assert answer(s, "british") == "SERRATE attack"
    s.decide("SERRATE attack")
    assert answer(s, "british") == "I./NJG3"


def test_corkscrews_are_kept_for_attacks_in_which_they_save_most() -> None:
    for dice, wanted in (([2, 3], "pass"), ([6, 5], "CORKSCREW evade")):
        units = {"I./NJG3": unit("E", fuel=5)}
        s = new_session(position(units=units, turn=3, phase=6, hands={"british": ["CORKSCREW"]}), dice={"attack": dice})
        pass_to(s, "after_attack", "british")
        assert answer(s, "british") == wanted


@pytest.mark.usefixtures("every_window")
def test_wind_finders_gather_the_main_force_and_not_the_gardeners() -> None:
    plan = "E main Hannover 1 D5 J5 K5* K4 D7; B gardening H3 1.1 D4 E4-G4 G3 H3* D5 D7"
    raids = {"E": {"disruptions": 3}, "B": {"disruptions": 4}}
    s = new_session(position(plan=plan, raids=raids, turn=3, phase=2, hands={"british": ["WIND FINDERS"]}))
    assert answer(s, "british") == "WIND FINDERS regroup"
    s.decide("WIND FINDERS regroup")
    assert answer(s, "british") == "E"


def test_cloud_is_put_where_the_other_side_has_to_land() -> None:
    up = {"I./NJG5": unit("M4"), "II./NJG5": unit("M3"), "III./NJG5": unit("O6"), "I./JG302": unit("O5", fuel=2)}
    for seat, zone in (("british", "1.JD"), ("german", "England")):
        laid = position(units=up, turn=9, phase=8, hands={seat: ["WEATHER"]})
        game: Any = new_session(laid).state
        cloudy = [m for m in game.cup if game.layout.weather_sides[m][game.bad] == WEATHERS.index("Cloud")]
        s = new_session(laid, draws={"weather": cloudy[:1]})
        assert answer(s, seat) == "WEATHER draw"
        go(s, "weather_zone", seat, play="WEATHER draw")
        assert answer(s, seat) == zone


def test_guns_are_put_in_the_way_of_what_was_plotted() -> None:
    s = new_session(position(turn=3, phase=5, hands={"german": ["MOBILE FLAK"]}), dice={"detection": [6, 6] * 9})
    pass_to(s, "raids_move", "german", recover=0)
    view: Any = s.perspective("german")
    assert view.counters() and answer(s, "german") == "MOBILE FLAK place"
    s.decide("MOBILE FLAK place")
    bot: Any = GAME.bots("german")["standard"]()
    chosen = bot.choose(s.perspective("german"), s.pending[0], QuickRng("guns")) - HEX
    ahead = bot.plotting.density(1)
    assert chosen in ahead and ahead[chosen] == max(ahead[hex_] for hex_ in ahead if HEX + hex_ in s.pending[0].codes)


def test_heavy_loads_and_intruders_are_used_where_the_rules_are() -> None:
    loads = intruders = 0
    for seed in range(12):
        for scenario in ("berlin", "downfall"):
            state = opened(scenario, seed, **{"12.2": True, "12.3": True})
            bots = {seat: GAME.bots(seat)["standard"]() for seat in GAME.seats}
            play_out(GAME, state, bots, {seat: QuickRng(f"{seed} {seat}") for seat in GAME.seats})
            loads += sum(raid.heavy for raid in state.plot)
            intruders += state.intruders_sent
    assert 0 < loads < 36 and intruders > 0
