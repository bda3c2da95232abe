"""Counts of legal moves and searches from fixed positions, against brute force that knows only the rule text.

The enumerator has its own hexes: a column and twice the height, even columns one lower (worked examples, part 0).
Arcs are angles between real points, not the engine's cubes; distances are found by walking.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from tests.games.nightfighter.support import bomber, fighter, new_session, night, play_until
from viermot import Decision, Session
from viermot.kernel.agenda import apply, open_questions, options_of

Hex = tuple[int, int]  # column, twice the height down the map
WAYS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
ROUND = list(WAYS)


def at(name: str) -> Hex:
    column, row = int(name[:2]), int(name[2:])
    return column, 2 * row + (column % 2 == 0)


def name(hex_: Hex) -> str:
    return f"{hex_[0]:02d}{(hex_[1] - (hex_[0] % 2 == 0)) // 2:02d}"


def on_map(hex_: Hex) -> bool:
    row = (hex_[1] - (hex_[0] % 2 == 0)) // 2
    return 1 <= hex_[0] <= 18 and 1 <= row <= 27


def step(hex_: Hex, facing: str) -> Hex:
    return hex_[0] + WAYS[facing][0], hex_[1] + WAYS[facing][1]


MAP = [at(f"{column:02d}{row:02d}") for column in range(1, 19) for row in range(1, 28)]


def walk(origin: Hex) -> dict[Hex, int]:
    """How many hexes it is from here to everywhere [2.1.4]."""
    far, edge = {origin: 0}, [origin]
    while edge:
        edge = [there for here in edge for way in WAYS if on_map(there := step(here, way)) and there not in far
                for _ in [far.setdefault(there, far[here] + 1)]]  # fmt: skip
    return far


def angle(origin: Hex, facing: str, target: Hex) -> float:
    """How far off the nose the target lies, in degrees, measured between the centres of the hexes."""

    def point(hex_: Hex) -> tuple[float, float]:
        return hex_[0] * math.sqrt(3) / 2, hex_[1] / 2

    (x0, y0), (x1, y1), (xf, yf) = point(origin), point(target), point(step(origin, facing))
    ahead, there = math.atan2(yf - y0, xf - x0), math.atan2(y1 - y0, x1 - x0)
    return abs((math.degrees(there - ahead) + 180) % 360 - 180)


def within(origin: Hex, facing: str, degrees: float) -> set[Hex]:
    return {h for h in MAP if h == origin or angle(origin, facing, h) <= degrees + 1e-6}


def flights(hex_: Hex, facing: str, minimum: int, maximum: int, turns: bool = True) -> set[str]:
    """Every path of the movement rules: a hex for each MP, a turn of 60 degrees after any; off the map ends it."""
    found: set[str] = set()

    def fly(here: Hex, nose: int, told: list[str], spent: int) -> None:
        there = step(here, ROUND[nose])
        if not on_map(there):
            found.add(" ".join([*told, "F"]))
            return
        for letter, turn in (("F", 0), ("F L", -1), ("F R", 1)) if turns else (("F", 0),):
            if spent + 1 >= minimum:
                found.add(" ".join([*told, letter]))
            if spent + 1 < maximum:
                fly(there, (nose + turn) % 6, [*told, letter], spent + 1)

    fly(hex_, ROUND.index(facing), [], 0)
    return found


def offered(decision: Decision) -> set[str]:
    options = list(decision.options)
    assert len(options) == len(set(options))
    return set(options)


# -- fighters' paths -----------------------------------------------------------------------------------

# scenario, turn, place, least and most MP, how many paths: counted once by hand-checked enumeration and pinned
PATHS = [
    ("4B", 1, "1010 S", 2, 3, 36),  # 3 * 3 + 3 ** 3 in the open sky
    ("4B", 2, "1010 S", 2, 4, 117),  # an asterisk: one more on even turns
    ("1", 1, "1010 S", 2, 4, 117),
    ("5", 1, "0914 NE", 2, 5, 360),
    ("10F", 1, "0914 N", 5, 7, 3159),  # a jet flies 5 at the least
    ("4B", 1, "0101 N", 2, 3, 1),  # off the map at once
    ("4B", 1, "0101 S", 2, 3, 23),
    ("4B", 1, "1827 SE", 2, 3, 1),
    ("4B", 1, "1827 N", 2, 3, 23),
    ("4B", 2, "0102 SW", 2, 4, 1),
    ("4B", 2, "0902 N", 2, 4, 3),
]


def assert_paths(s: Session, wanted: set[str]) -> None:
    """These are offered; or there is only one way, off the map, and nobody was asked."""
    if len(wanted) > 1:
        assert offered(play_until(s, "path", {"manoeuvre": "fly"})) == wanted, s.position()
    else:
        assert wanted == {"F"} and [e.kind for e in s.events("player")].count("fighter_left") == 1, s.position()


@pytest.mark.parametrize(("scenario", "turn", "place", "minimum", "maximum", "count"), PATHS)
def test_paths_of_fixed_positions(scenario: str, turn: int, place: str, minimum: int, maximum: int, count: int) -> None:
    s = new_session(night(scenario, fighter(201, place), turn=turn, phase=3))
    hex_, facing = place.split()
    wanted = flights(at(hex_), facing, minimum, maximum)
    assert len(wanted) == count
    assert_paths(s, wanted)


@pytest.mark.parametrize("column", range(1, 19))
def test_paths_near_every_edge_and_in_the_middle(column: int) -> None:
    for row in (1, 2, 3, 4, 13, 24, 25, 26, 27):
        for turn, facing in ((1, "N"), (2, "NE"), (1, "SE"), (2, "S"), (1, "SW"), (2, "NW")):
            here = f"{column:02d}{row:02d}"
            s = new_session(night("4B", fighter(201, f"{here} {facing}"), turn=turn, phase=3))
            assert_paths(s, flights(at(here), facing, 2, 3 + (turn == 2)))


def test_paths_of_a_blinded_crew_never_turn() -> None:
    s = new_session(night("4B", fighter(201, "1010 S", blind=3), turn=2, phase=3))
    assert offered(play_until(s, "path")) == flights(at("1010"), "S", 2, 4, turns=False) == {"F F", "F F F", "F F F F"}


@pytest.mark.parametrize(("way", "minimum", "maximum"), [("fly", 2, 3), ("dive", 4, 4), ("dive all", 4, 4)])
def test_paths_of_a_dive_use_every_mp(way: str, minimum: int, maximum: int) -> None:
    s = new_session(night("3", fighter(201, "1010 SE", dives=2), turn=1, phase=3))
    assert offered(play_until(s, "path", {"manoeuvre": way})) == flights(at("1010"), "SE", minimum, maximum)


def test_a_tail_warning_offers_evasion_and_one_mp_more() -> None:
    s = new_session(night("10", fighter(201, "1010 S"), bomber(101, "1008 S"), turn=1, phase=3))
    assert offered(play_until(s, "manoeuvre")) == {"fly", "evade"}
    s.decide("evade")
    assert offered(play_until(s, "path")) == flights(at("1010"), "S", 2, 5)


def test_leaving_the_box_costs_a_move() -> None:
    s = new_session(night("6", fighter(201, "box"), turn=1, phase=3))
    beside = {f"{hex_} {facing}" for hex_ in ("1811", "1812", "1813", "1814", "1815", "1816") for facing in WAYS}
    assert offered(play_until(s, "leave_box")) == {"box", *beside}
    s.decide("1813 SW")
    assert offered(play_until(s, "path")) == flights(at("1813"), "SW", 1, 2)


def leaves(s: Session, depth: int) -> int:
    """How many ways there are to answer the next so many questions."""

    def count(state: object, left: int) -> int:
        if not left:
            return 1
        place, task = open_questions(state)[0]  # type: ignore[arg-type]
        total = 0
        for option in options_of(state, task):  # type: ignore[arg-type]
            after = state.clone()  # type: ignore[attr-defined]
            apply(after, option, place)
            total += count(after, left - 1)
        return total

    return count(s.state, depth)


def test_perft_of_two_fighters_moving() -> None:
    """Either may move first, and each has all its paths whatever the other does."""
    places = {201: ("0102", "SE"), 202: ("1726", "SW")}
    s = new_session(night("2B", *(fighter(f, " ".join(place)) for f, place in places.items()), turn=1, phase=3))
    first, second = (len(flights(at(hex_), facing, 2, 3)) for hex_, facing in places.values())
    assert leaves(s, 1) == 2 and leaves(s, 2) == first + second
    assert leaves(s, 3) == 2 * first * second


def test_perft_of_three_fighters_choosing_who_moves() -> None:
    places = ((201, "0901"), (202, "0927"), (203, "0101"))
    s = new_session(night("1B", *(fighter(f, f"{h} S") for f, h in places), turn=1, phase=3))
    counts = [len(flights(at(h), "S", 2, 4)) for h in ("0901", "0927", "0101")]
    assert counts[1] == 1  # its only way leads off the map, so nobody asks
    asked = [counts[0], 2, counts[2]]  # after 201; after 202, who is next; after 203
    assert leaves(s, 1) == 3 and leaves(s, 2) == sum(asked)


# -- set-up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "rows", "count"), [("7", range(1, 11), 1080), ("8", range(10, 19), 972), ("1", range(1, 28), 2916)]
)
def test_every_place_to_start_is_offered(scenario: str, rows: range, count: int) -> None:
    s = new_session(None, scenario, seats={"umpire": "random"})
    places = {f"{c:02d}{r:02d} {facing}" for c in range(1, 19) for r in rows for facing in WAYS}
    assert offered(play_until(s, "place_fighter")) == places and len(places) == count


def test_places_to_start_apart_from_others() -> None:
    """Scenario 1B: six hexes between any two."""
    s = new_session(None, "1B", seats={"umpire": "random"})
    s.decide("0914 N")
    far = walk(at("0914"))
    assert offered(s.pending[0]) == {f"{name(h)} {facing}" for h in MAP if far[h] >= 6 for facing in WAYS}


# -- searches -------------------------------------------------------------------------------------------


def test_a_ground_search_goes_anywhere_or_nowhere() -> None:
    s = new_session(night("4B", fighter(201, "1010 S"), turn=1, phase=5))
    assert offered(play_until(s, "place_search")) == {"none", *map(name, MAP)}


@pytest.mark.parametrize("scenario", ["6G", "7"])
@pytest.mark.parametrize("place", ["0914 S", "1014 N", "0101 SE", "1820 NW", "0926 SW", "1203 NE"])
def test_homers_search_the_wide_arc(scenario: str, place: str) -> None:
    """Flensburg and Serrate: 60 degrees to either side, at any distance [24.2.3, 24.4]."""
    s = new_session(night(scenario, fighter(201, place), turn=1, phase=5))
    decision = play_until(s, "place_search")
    if scenario == "6G":
        s.decide("none")  # the Freya first
        decision = play_until(s, "place_search")
    hex_, facing = place.split()
    assert offered(decision) == {"none", *map(name, within(at(hex_), facing, 60))}


SWEEPS = [
    ("1010", ["0910"]),  # in range: contact
    ("0914", ["0914"]),
    ("1010", ["0520"]),
    ("1010", ["1020"]),  # straight down: one hex points there
    ("0902", ["1420"]),
    ("0101", ["1827"]),
    ("1827", ["0101"]),
    ("0914", ["0906", "0922"]),  # two bombers equally near
    ("0914", ["0506", "1322", "0927"]),
    ("0914", []),  # nobody: any adjacent hex
]


@pytest.mark.parametrize(("search", "bombers"), SWEEPS)
def test_sweeps_point_to_the_nearest_bomber(search: str, bombers: list[str]) -> None:
    """A Freya (value 2) that finds nothing: which adjacent hexes are nearest to a nearest bomber [13.1.2]?"""
    aircraft = [bomber(111 + n, f"{hex_} S") for n, hex_ in enumerate(bombers)]
    s = new_session(night("2A", fighter(201, "0301 N"), *aircraft, turn=1, phase=5))
    play_until(s, "place_search")
    s.decide(search)
    results = [event.data["result"] for event in s.events("umpire") if event.kind == "search"]
    far = walk(at(search))
    if any(far[at(hex_)] <= 2 for hex_ in bombers):
        assert results == [1]
        return
    beside = [there for way in WAYS if on_map(there := step(at(search), way))]
    wanted = set(beside)
    if bombers:
        closest = min(far[at(hex_)] for hex_ in bombers)
        wanted = set()
        for hex_ in (h for h in bombers if far[at(h)] == closest):
            from_bomber = walk(at(hex_))
            minimum = min(from_bomber[h] for h in beside)
            wanted |= {h for h in beside if from_bomber[h] == minimum}
    assert results == [0]
    if len(wanted) > 1:
        assert offered(play_until(s, "sweep")) == set(map(name, wanted))
    else:
        assert [event.data["hex"] for event in s.events("player") if event.kind == "sweep"] == [name(*wanted)]


@pytest.mark.parametrize(
    "arc", [("4B", "Narrow", 0, 2), ("9B", "Wide", 60, 4), ("7", "Hemi", 90, 2), ("7C", "Hemi", 90, 8)]
)
@pytest.mark.parametrize("facing", list(WAYS))
def test_ai_radar_fixes_what_lies_in_its_arc_and_range(arc: tuple[str, str, float, int], facing: str) -> None:
    """A bomber in every place in turn: fixed exactly when within the angle and the range [19.1.1]."""
    scenario, _, degrees, reach = arc
    here = at("0914")
    far, inside = walk(here), within(here, facing, degrees)
    around = [h for h in MAP if far[h] <= reach + 1]
    for there in around if reach < 5 else around[::5]:
        s = new_session(
            night(scenario, fighter(201, f"0914 {facing}"), bomber(111, f"{name(there)} S"), turn=1, phase=6)
        )
        fixed = any(event.kind == "fixed" for event in s.events("player"))
        assert fixed == (there in inside and far[there] <= reach), name(there)


# -- intruders ------------------------------------------------------------------------------------------


def mosquito(at_: str) -> str:
    """An intruder: MP 5, a Hemi radar that reaches 8 hexes."""
    return bomber(161, at_, type="Mosquito NF.XVII/NF.XIX")


def hunts(hex_: Hex, facing: str, maximum: int, prey: Hex) -> Iterator[tuple[str, Hex | None]]:
    """Paths of full MP or one less that stop in the prey's hex, with where they end [27.2.1, 27.2.3]."""

    def fly(here: Hex, nose: int, told: list[str], spent: int) -> Iterator[tuple[str, Hex | None]]:
        there = step(here, ROUND[nose])
        if not on_map(there):
            yield " ".join([*told, "F"]), None
            return
        for letter, turn in (("F", 0), ("F L", -1), ("F R", 1)):
            if spent + 1 >= maximum - 1 or there == prey:
                yield " ".join([*told, letter]), there
            if spent + 1 < maximum and there != prey:
                yield from fly(there, (nose + turn) % 6, [*told, letter], spent + 1)

    yield from fly(hex_, ROUND.index(facing), [], 0)


@pytest.mark.parametrize(
    ("intruder", "prey"), [("0910 S", "0913"), ("0910 SE", "1112"), ("0910 N", "0905"), ("1702 NE", "1801")]
)
def test_an_intruder_in_pursuit_flies_like_a_fighter(intruder: str, prey: str) -> None:
    s = new_session(night("10", fighter(201, f"{prey} S"), mosquito(intruder), turn=2, phase=1))
    hex_, facing = intruder.split()
    ways = {way for way, _ in hunts(at(hex_), facing, 5, at(prey))}
    assert offered(play_until(s, "intruder_path")) == ways


def test_an_intruder_in_pursuit_keeps_out_of_bombers_hexes() -> None:
    aircraft = (fighter(201, "0913 S"), mosquito("0910 S"), bomber(101, "0910 S"))
    s = new_session(night("10", *aircraft, turn=2, phase=1))
    ways = {way for way, end in hunts(at("0910"), "S", 5, at("0913")) if end != at("0913")}
    assert offered(play_until(s, "intruder_path")) == ways  # the bomber has flown three hexes, to 0913


@pytest.mark.parametrize(("prey", "start"), [("0925", "0910"), ("1525", "1009"), ("0325", "0809")])
def test_an_intruder_on_serrate_edges_over_and_flies_on(prey: str, start: str) -> None:
    """Too far for its radar: it displaces to the rear hex on the side of its prey and flies full MP or one less."""
    s = new_session(night("10", fighter(201, f"{prey} S"), mosquito("0910 S"), turn=2, phase=1))
    assert offered(play_until(s, "intruder_path")) == {"F F F F F", "F F F F"}
    s.decide("F F F F F")
    flown = [event.data for event in s.events("umpire") if event.kind == "intruder_flew"]
    end = at(start)
    for _ in range(5):
        end = step(end, "S")
    assert flown[0]["hex"] == name(end)


@pytest.mark.parametrize(
    ("intruder", "ways"),
    [
        ("0910 S", {"F F F F F", "F F F F"}),
        ("0910 SE", {"F R F F F F", "F R F F F"}),
        ("0910 SW", {"F L F F F F", "F L F F F"}),
        ("0910 NE", {"F R F R F F F", "F R F R F F"}),
        ("0910 N", {"F L F L F L F F", "F R F R F R F F", "F L F L F L F", "F R F R F R F"}),
    ],
)
def test_an_intruder_without_prey_turns_for_the_exit_by_the_shortest_way(intruder: str, ways: set[str]) -> None:
    out_of_sight = "0127 N" if "N" in intruder else "0101 N"
    s = new_session(night("10", fighter(201, out_of_sight), mosquito(intruder), turn=2, phase=1))
    assert offered(play_until(s, "intruder_path")) == ways
