"""Plans: how they are written, what the validator says to each, and that the generator only makes legal ones [4.0]."""

from __future__ import annotations

import time

import pytest

from tests.games.bomber_command.rules.test_04_plotting import plotting
from tests.support.rules import rule
from viermot.games.bomber_command.components import load
from viermot.games.bomber_command.model.board import DECOY, GARDENING, MAIN, MOSQUITO, NAME, OFF
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.obeyed import faults, standing, validate
from viermot.games.bomber_command.rules.plot.plan import Plan, decode, encode, ends, read_plan, write_plan
from viermot.games.bomber_command.rules.plot.plotting import course, is_long, length_of, report
from viermot.games.bomber_command.rules.plot.samples import sample
from viermot.kernel import registry
from viermot.kernel.agenda import DeadEnd, Unreadable
from viermot.kernel.dice import QuickRng

B4 = (
    "E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Wilhelmshaven from E entering I5 I4* H3 C6; "
    "C mosquito Osnabrück from E entering I5 J5* H4 C7; F gardening H3 2 D3 E3-H3* G4-D3 B4"
)


@pytest.fixture(scope="module")
def berlin() -> Layout:
    return Layout(load(), load().scenarios["berlin"], {})


@pytest.fixture(scope="module")
def downfall() -> Layout:
    return Layout(load(), load().scenarios["downfall"], {})


def plan_for(table: Layout, text: str) -> Plan:
    return read_plan(table, text)


def judged(table: Layout, text: str, *cities: str, follow_up: int = 0) -> list[str]:
    """The rules a plan breaks."""
    targets = tuple(table.city_index[city] for city in cities)
    return [fault.rule for fault in faults(table, targets, follow_up, read_plan(table, text))]


# --- the printed examples


def test_B3_row_legs_on_either_side_of_the_spine(berlin: Layout) -> None:
    above = read_plan(berlin, "A decoy 1 E5 F5-G5")
    below = read_plan(berlin, "A decoy 1 E6 F5-G6")
    assert [NAME[hex_] for hex_ in above[0].path] == ["E5", "F5", "G5"]
    assert [NAME[hex_] for hex_ in below[0].path] == ["E6", "F5", "G6"]


def test_B4_the_plan_of_the_example(berlin: Layout) -> None:
    plan = plan_for(berlin, B4)
    targets = (berlin.city_index["Bremen"],)
    assert validate(berlin, targets, 0, plan) is None
    told = {row["letter"]: row for row in report(berlin, targets, 0, plan)["raids"]}
    assert [told[letter]["over_target"] for letter in "EBCF"] == [4, 4, 4, 4]
    assert [told[letter]["home"] for letter in "EBC"] == [8, 8, 8]
    assert {told[letter]["path"][-1] for letter in "EBC"} == {"C6", "C7"}
    assert told["E"]["marks"][:4] == [
        {"turn": 1, "hex": "D5"}, {"turn": 2, "hex": "F5"}, {"turn": 3, "hex": "H5"}, {"turn": 4, "hex": "J4"},
    ]  # fmt: skip
    assert told["F"]["marks"][:3] == [{"turn": 2, "hex": "E3"}, {"turn": 3, "hex": "G3"}, {"turn": 4, "hex": "H3"}]
    whole = report(berlin, targets, 0, plan)
    assert (whole["text"], whole["faults"]) == (B4, [])
    assert told["B"] == {
        "letter": "B", "path": ["I5", "I4", "H3", "G4", "F4", "E5", "D5", "C6"], "over_target": 4, "home": 8,
        "marks": [{"turn": turn, "hex": hex_} for turn, hex_ in ((4, "I4"), (5, "G4"), (6, "E5"), (7, "C6"))],
        "waypoints": 1, "hexes": 13, "long": False,
    }  # fmt: skip
    assert {letter: told[letter]["hexes"] for letter in "ECF"} == {"E": 14, "C": 14, "F": 11}, (
        "an escort's from entry on"
    )


@rule("4.0a")
def test_B4_is_flown_and_its_faults_are_reported(berlin: Layout) -> None:
    s = plotting("berlin", "Bremen")
    assert s.pending[0].plain_facts == {"targets": ["Bremen"], "follow_up": False}
    s.decide(B4)
    assert [row["letter"] for row in s.perspective("british").to_json()["plot"]] == ["E", "B", "C", "F"]
    targets = (berlin.city_index["Bremen"],)
    wrong = report(berlin, targets, 0, plan_for(berlin, "E main Bremen 1 D5 I5 J4 K4; A decoy 1 D7 E7 F7"))
    assert wrong["faults"] == [
        {"rule": "4.2a", "key": "plot_exit", "raid": "E"}, {"rule": "4.2a", "key": "plot_exit", "raid": "A"},
    ]  # fmt: skip
    assert [row["over_target"] for row in wrong["raids"]] == [4, None]
    none = report(berlin, targets, 0, plan_for(berlin, "A decoy 1 D7 E7 D7"))
    assert none["faults"] == [{"rule": "4.0b", "key": "plot_main_missing", "raid": ""}]


@pytest.mark.parametrize(
    ("plan", "faulty"),
    [
        ("E main Bremen 1 D5 I5 J4* D7 C7; E decoy 1 D7 E7 D7", [("4.1", "plot_letter", "E")]),
        ("E main Bremen 0 D5 I5 J4* D7 C7", [("4.2.2b", "plot_turn", "E")]),
        ("E main Bremen 1 E5 I5 J4* D7 C7", [("4.2a", "plot_entry", "E")]),
        ("E main Bremen heavy 1 D5 I5 J4* D7 C7", [("12.3.1a", "plot_heavy", "E")]),
        ("E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Emden from E entering I5", [
            ("4.4.1b", "plot_no_way_out", "B"), ("4.2a", "plot_exit", "B"), ("3.5.2", "plot_misses_target", "B")]),
        ("E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Emden from E entering H5 H4* H3 C6",
         [("4.4.1b", "plot_second_hex", "B")]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_with_a_plan(berlin: Layout, plan: str, faulty: list[tuple[str, str, str]]) -> None:
    try:
        read = plan_for(berlin, plan)
    except Unreadable:
        pytest.fail(f"{plan} cannot be read")
    targets = (berlin.city_index["Bremen"],)
    told = [(row["rule"], row["key"], row["raid"]) for row in report(berlin, targets, 0, read)["faults"]]
    assert told[: len(faulty)] == faulty
    assert validate(berlin, targets, 0, read) == faulty[0][:2]


def test_B5_when_an_escort_may_break_out(berlin: Layout) -> None:
    main = "E main Bremen 1.1 D5 I5 J4* D7 C7; "
    entering_first = main + "B mosquito Wilhelmshaven from E entering I5 I4* H3 C6"
    assert judged(berlin, entering_first, "Bremen") == []
    raid = plan_for(berlin, entering_first)[1]
    assert (raid.entry, raid.first) == (4, 1)
    assert judged(berlin, main + "B mosquito Emden from E entering H5 H4* H3 C6", "Bremen") == ["4.4.1b"]
    leaving_second = main + "B mosquito Emden from E leaving H5 H4* H3 C6"
    assert judged(berlin, leaving_second, "Bremen") == []
    raid = plan_for(berlin, leaving_second)[1]
    assert (raid.entry, raid.first) == (4, 2)


def test_B6_follow_up_raids_come_four_turns_later(downfall: Layout) -> None:
    def both(second: int) -> str:
        return f"A main Essen 2 D6 I6 I7* D7; B main Essen {second} D6 I6 I7* D7"

    assert judged(downfall, both(5), "Essen", "Essen", follow_up=1) == ["4.5.2"]
    assert judged(downfall, both(6), "Essen", "Essen", follow_up=1) == []


# --- notation and numbers


def test_plans_round_trip_as_text_and_number(berlin: Layout) -> None:
    plan = plan_for(berlin, B4)
    assert write_plan(berlin, plan) == B4
    assert decode(encode(plan)) == plan
    assert read_plan(berlin, B4.lower().replace("; ", ";")) == plan


def test_the_second_visit_to_a_hex(berlin: Layout) -> None:
    text = "E main Bremen 1 D5 I5 J4* I5 D5 C6; B mosquito Emden from E leaving I5.2 H4* H3 C6"
    plan = plan_for(berlin, text)
    assert plan[1].split == 7
    assert write_plan(berlin, plan) == text


@pytest.mark.parametrize(
    ("text", "rule", "key", "said"),
    [
        (" ; ", "4.0a", "plan", ";"),
        ("I main Bremen 1 D5 J4*", "4.1", "letter", "I"),
        ("AB main Bremen 1 D5 J4*", "4.1", "letter", "AB"),
        ("A", "2.2.1", "kind", "A"),
        ("A bomber Bremen 1 D5", "2.2.1", "kind", "bomber"),
        ("A main", "3.5.2", "city", "A main"),
        ("A main Atlantis 1 D5", "3.5.2", "city", "Atlantis"),
        ("A mosquito Amsterdam 1 D6 G6* C6", "3.3.1a", "occupied", "Amsterdam"),
        ("A gardening", "4.3.3a", "garden", "A gardening"),
        ("A main Bremen", "4.2.2b", "entry", "A main Bremen"),
        ("A main Bremen soon D5", "4.2.2b", "entry", "soon"),
        ("A main Bremen 1.9 D5", "4.2.2b", "entry", "1.9"),
        ("A main Bremen 1000 D5", "4.2.2b", "entry", "1000"),
        ("A main Bremen ² D5", "4.2.2b", "entry", "²"),
        ("A main Bremen 1", "4.2a", "waypoint", "A main Bremen 1"),
        ("A main Bremen 1 Z5", "2.1.1a", "hex", "Z5"),
        ("A main Bremen 1 England", "2.1.1a", "hex", "England"),
        ("A main Bremen 1 D5 J4*", "4.2.1a", "leg", "D5 J4*"),
        ("A main Bremen 1 D5 G4-I5", "4.2.1a", "leg", "D5 G4-I5"),
        ("A mosquito Bremen from", "4.4.1a", "letter", "A mosquito Bremen from"),
        ("A mosquito Bremen from B entering I5 J4", "4.4.1a", "parent", "A mosquito Bremen from B entering I5 J4"),
        ("B main Kiel 1 D5 I5; A mosquito Bremen from B beside I5 J4", "4.4.1b", "break_out",
         "A mosquito Bremen from B beside I5 J4"),
        ("B main Kiel 1 D5 I5; A mosquito Bremen from B leaving", "4.4.1b", "break_out",
         "A mosquito Bremen from B leaving"),
        ("B main Kiel 1 D5 I5; A mosquito Bremen from B entering K5 J4", "4.4.1b", "split", "K5"),
        ("B main Kiel 1 D5 I5; A mosquito Bremen from B entering I5.2 J4", "4.4.1b", "split", "I5"),
        ("B main Kiel 1 D5 I5; A mosquito Bremen from B entering I5.0 J4", "4.4.1b", "split", "I5"),
        ("A gardening Bremen 1 D5", "2.1.1a", "hex", "Bremen"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_names_a_rule(berlin: Layout, text: str, rule: str, key: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_plan(berlin, text)
    assert (refused.value.rule, refused.value.key) == (rule, f"bomber_command.unreadable.{key}")
    assert refused.value.fields["text"] == said


def test_turns_and_loads_are_written_as_they_are_read(downfall: Layout) -> None:
    far = Layout(load(), load().scenarios["downfall"], {"12.3": True})
    for text in (
        "A main Essen 3 D6 I6 I7* D7", "A main Essen 3.1 D6 I6 I7* D7", "A main Essen heavy 12 D6 I6 I7* D7",
        "A decoy 1 D7 E7 D7", "F gardening D3 2 D3* B4", "A mosquito München_Gladbach 9 D6 I6 D7",
    ):  # fmt: skip
        try:
            assert write_plan(far, read_plan(far, text)) == text
        except Unreadable as wrong:
            assert wrong.key.endswith("leg"), text
    assert read_plan(downfall, "A main Essen 900 D6 I6 I7* D7")[0].entry < 256, "an absurd turn is refused by a rule"
    reordered = "B mosquito Emden from E leaving H5 H4* H3 C6; E main Bremen 1.1 D5 I5 J4* D7 C7"
    berlin = Layout(load(), load().scenarios["berlin"], {})
    plan = read_plan(berlin, reordered)
    assert write_plan(berlin, plan) == reordered, "in the order they were written"
    assert (plan[0].entry, plan[0].first, plan[0].leaving) == (4, 2, 1)


# --- routes and turns


def test_gardeners_stop_on_their_target(berlin: Layout) -> None:
    raid = plan_for(berlin, "F gardening H3 2 D3 H3* D3 B4")[0]
    assert ends(raid)[:4] == [1, 3, 4, 6]
    assert raid.path[4] == raid.target


def test_streams_trail_behind_in_berlin_and_stand_still_in_downfall(berlin: Layout, downfall: Layout) -> None:
    text = "E main Bremen 1.1 D5 I5 J4* D7 C7"
    long = {turn: [NAME[hex_] for hex_ in hexes] for turn, hexes in standing(berlin, plan_for(berlin, text)[0])}
    assert (long[1], long[2], long[4]) == (["D5"], ["F5", "E5", "D5"], ["J4", "I5", "H5"])
    assert (long[8], long.get(9, [])) == (["C7", "D7"], [])
    short = {turn: [NAME[hex_] for hex_ in hexes] for turn, hexes in standing(downfall, plan_for(downfall, text)[0])}
    assert (short[2], short[4]) == (["F5"], ["J4"])


def test_B9_the_tail_stays_in_the_exit_hex(berlin: Layout) -> None:
    raid = plan_for(berlin, "E main Bremen 1 D5 I5 J4* H5 C6")[0]
    left = ends(raid)
    assert left[-2] == len(raid.path) - 1  # it starts its last move in C6
    last = list(standing(berlin, raid))[len(left) - 1]
    assert [NAME[hex_] for hex_ in last[1]] == ["C6"]


def test_courses_in_twelve_directions(berlin: Layout) -> None:
    raid = plan_for(berlin, "E main Bremen 1.1 D5 I5 J4* D7 C7")[0]
    assert [course(raid, index) for index in (0, 5, 6, 7)] == [3, 3, 2, 8]


def test_waypoints_before_the_target(berlin: Layout) -> None:
    plan = plan_for(berlin, B4)
    assert [raid.waypoints for raid in plan] == [1, 1, 1, 0]


def test_long_range_counts_every_hex(downfall: Layout) -> None:
    far = Layout(load(), load().scenarios["downfall"], {"12.3": True})
    north = plan_for(far, "A main Essen 1 D6 I6 I7* D7")
    south = plan_for(far, "A main Essen 1 H9 I9 I7* H7 D9")
    assert (length_of(far, north, north[0]), is_long(far, north, north[0])) == (len(north[0].path), False)
    assert length_of(far, south, south[0]) == len(south[0].path) + 5
    assert not is_long(downfall, south, south[0])


# --- the generator


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_every_plan_of_the_generator_is_legal_and_readable(scenario: str) -> None:
    table = Layout(load(), load().scenarios[scenario], {})
    rng = QuickRng(7)
    cities = [number for number, city in enumerate(table.cities) if city.main]
    kinds = {MAIN: 0, DECOY: 0, GARDENING: 0, MOSQUITO: 0}
    escorts, texts = 0, set()
    for number in range(60):
        targets = tuple(cities[rng.below(len(cities))] for _ in range(table.raids_allowed.main_forces))
        follow_up = int(len(targets) > 1 and number % 3 == 0)
        if follow_up:
            targets = (targets[0], targets[0])
        plan = sample(table, targets, follow_up, rng)
        assert faults(table, targets, follow_up, plan) == []
        text = write_plan(table, plan)
        assert len(text) < 1200
        assert read_plan(table, text) == plan == decode(encode(plan))
        texts.add(text)
        for raid in plan:
            kinds[raid.kind] += 1
            escorts += raid.parent != OFF
    assert len(texts) == 60
    assert min(kinds.values()) > 0 and escorts > 0


def test_checking_is_instant(berlin: Layout) -> None:
    plan, targets = plan_for(berlin, B4), (berlin.city_index["Bremen"],)
    start = time.process_time()
    for _ in range(20):
        assert validate(berlin, targets, 0, plan) is None
    assert (time.process_time() - start) / 20 < 0.05


def test_a_plan_that_cannot_exist_is_not_sought_for_ever() -> None:
    module = registry.game("bomber_command")
    pack = module.load_pack(None)
    layout = Layout(pack, pack.scenarios["berlin"], {})
    began = time.process_time()
    with pytest.raises(DeadEnd):
        sample(layout, (), 0, QuickRng(0))
    assert time.process_time() - began < 1
