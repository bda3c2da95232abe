"""An expert German: where routes lead, what a clear picture tells, ambushes; he uses nothing but what he sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import pytest

from tests.games.bomber_command.test_minds import asked, own_question
from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots.hunting import HuntingGerman
from viermot.games.bomber_command.bots.levels import ExpertGerman
from viermot.games.bomber_command.bots.routes import BIG, NOT_CLEAR, SMALL, RouteTable
from viermot.games.bomber_command.bots.tracking import PlottingTable
from viermot.games.bomber_command.model.board import ADJACENT, DISTANCE, MAIN, ON_MAP
from viermot.games.bomber_command.model.ids import Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.plan import RaidPlan
from viermot.games.bomber_command.rules.plot.samples import pick, raid_to
from viermot.kernel.agenda import options_of
from viermot.kernel.dice import QuickRng
from viermot.kernel.playout import OpenQuestion

PACK = GAME.load_pack(None)
LAYOUTS = {kind: Layout(PACK, PACK.scenarios[kind], {}) for kind in ("berlin", "downfall")}
every_map = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)

Turn = tuple[bool, list[Hex], list[Hex], list[Hex]]  # a clear picture? raids, streams, bombs


def told(layout: Layout, turns: Sequence[Turn]) -> Any:
    """What the German player sees after such turns."""
    events: list[tuple[str, str, int, tuple[object, ...]]] = []
    for clear, raids, streams, drops in turns:
        events.append(("turn", "", 0, ()))
        events += [("bomb_drop", "", 0, (0, hex_)) for hex_ in drops]
        events.append(("detection", "", 0, (2, int(clear))))
        counters = [(hex_, 0) for hex_ in raids] + [(hex_, 1) for hex_ in streams]
        events.append(("counters", "", 0, (tuple(counters),)))
    events.append(("turn", "", 0, ()))
    return SimpleNamespace(turn=len(turns) + 1, layout=layout, news=lambda mark: (mark, mark is None, events))


def routes(layout: Layout, number: int) -> Iterator[RaidPlan]:
    """Main Forces to many cities, other than those the expert has drawn up for himself."""
    rng = QuickRng("other routes")
    cities = [chit.city for chit in layout.chits if chit.city >= 0]
    while number:
        raid = raid_to(layout, rng, MAIN, Letter(0), pick(cities, rng), 1, 2, 2)
        if raid is not None and raid.aim >= 8 and len(raid.path) > raid.aim + 7:
            number -= 1
            yield raid


def chance_of_truth(table: PlottingTable, layout: Layout, raid: RaidPlan, at: int, drops: list[Hex]) -> float:
    """What the table gives to where the raid really is two turns after it was at that step."""
    steps = range(2 - at % 2, at + 1, 2)
    turns: list[Turn] = [(False, [raid.path[step]], [], []) for step in steps]
    turns[-1] = (False, [raid.path[at]], [], drops)
    table.catch_up(told(layout, turns))
    density = table.density(2)
    return density.get(raid.path[at + 4], 0.0) / (sum(density.values()) or 1.0)


def surprise(table: type[PlottingTable], layout: Layout, off: int, is_told: bool = True) -> float:
    """How little the truth surprises, in nats, so many steps after the target (before it, if less than none)."""
    return fmean(
        log(0.01 + chance_of_truth(table(), layout, raid, raid.aim + off, [raid.path[raid.aim]] if drops else []))
        for raid in routes(layout, 60)
        for drops in [is_told and off >= 0]
    )


@every_map
def test_routes_say_better_than_courses_where_a_raid_will_be(layout: Layout) -> None:
    for off in (-2, 0):  # about the target, where courses are no help at all
        assert surprise(RouteTable, layout, off) > surprise(PlottingTable, layout, off) + 0.3
    offs = (-6, -4, -2, 0, 2)
    better, plain = (fmean(surprise(table, layout, off) for off in offs) for table in (RouteTable, PlottingTable))
    assert better > plain + 0.1


@every_map
def test_a_raid_turns_for_home_once_bombs_have_fallen_and_not_before(layout: Layout) -> None:
    assert surprise(RouteTable, layout, 0) > surprise(RouteTable, layout, 0, is_told=False) + 0.1


@every_map
def test_a_clear_picture_tells_what_a_raid_is_and_that_is_not_forgotten(layout: Layout) -> None:
    raid = next(routes(layout, 1))
    path = raid.path

    def weight(*clear: bool, streams: bool) -> float:
        turns: list[Turn] = [
            (clear_, [path[2 * n + 1]], [path[2 * n]] if clear_ and streams else [], [])
            for n, clear_ in enumerate(clear)
        ]
        table = RouteTable()
        table.catch_up(told(layout, turns))
        return table.tracks[0].weight

    assert weight(False, False, streams=True) == NOT_CLEAR
    assert weight(False, True, False, streams=True) == BIG
    assert weight(False, True, False, streams=False) == SMALL


def test_in_its_first_hex_a_raid_has_no_stream_to_show_yet() -> None:
    layout = LAYOUTS["berlin"]
    table = RouteTable()
    table.catch_up(told(layout, [(True, [next(routes(layout, 1)).path[0]], [], [])]))
    assert table.tracks[0].weight == NOT_CLEAR


def test_two_raids_that_pass_each_other_are_not_taken_for_one_another() -> None:
    layout = LAYOUTS["berlin"]
    raid = next(routes(layout, 1))
    out, home = raid.path[1:13], raid.path[1:13][::-1]
    table = RouteTable()
    table.catch_up(told(layout, [(False, [out[n], home[n]], [], []) for n in range(0, 9, 2)]))
    assert {tuple(hex_ for _, hex_ in seen) for seen in table.seen} == {out[0:9:2], home[0:9:2]}


def test_twins_fly_where_they_can_be_at_a_beacon_in_time_and_with_fuel_to_use_it() -> None:
    layout = LAYOUTS["berlin"]
    beacon = Hex(layout.beacon_hex[0])
    unit = next(number for number, counter in enumerate(layout.units) if counter.twin)
    bot = HuntingGerman()
    view: Any = SimpleNamespace(
        turn=3, layout=layout, beleuchter=0, unit_fuel=[5] * len(layout.units), unit_place=[0] * len(layout.units),
        unit_box=[0] * len(layout.units), infiltration_value=lambda: 7, weather_modifier=lambda _: 0, sight=lambda: 0,
    )  # fmt: skip
    bot.plotting._densities = [{}, {}, {}, {beacon: 1.0}, {}]  # a raid passes it in three turns
    near = ADJACENT[beacon][0]
    far_off = next(hex_ for hex_ in sorted(ON_MAP) if DISTANCE[beacon][hex_] > 4)
    assert bot.ambushes(view)
    assert bot.worth(view, unit, near) > bot.worth(view, unit, far_off) + 0.1  # type: ignore[arg-type]
    view.unit_fuel = [3] * len(layout.units)
    assert bot.worth(view, unit, near) < 0.1  # type: ignore[arg-type]


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_the_expert_answers_the_same_in_a_night_he_cannot_tell_from_the_true_one(scenario: str) -> None:
    moved = 0
    for number, (night, seat, task) in enumerate(asked(scenario, "standard", {}, "expert twins")):
        if seat != "german" or task[0].word not in ("move", "scramble") or number % 29:
            continue
        drawn = GAME.resample(GAME.perspective(night, seat), QuickRng(number))
        answers = [
            ExpertGerman().choose(GAME.perspective(state, seat), OpenQuestion().put(state, own, codes), QuickRng(0))
            for state, own in ((night, task), (drawn, own_question(drawn, seat)))
            for codes in [options_of(state, own)]
        ]
        assert answers[0] == answers[1], f"question {number}"
        moved += 1
        if moved == 5:
            break
    assert moved
