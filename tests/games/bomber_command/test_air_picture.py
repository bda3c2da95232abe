"""What a seat can make of detections: joined tracks, where raids may be next, how far a unit gets; nothing secret."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.bomber_command.support import go, inner, new_session, night, seen_by, unit
from viermot.games.bomber_command.knowledge.air_picture import RAIDS_MOVE, Sighting, ahead, chains, gets_home, sightings
from viermot.games.bomber_command.model.board import DISTANCE, ENGLAND, JUTLAND, NAME, SIZE, TO_ALL, read_hex
from viermot.games.bomber_command.model.ids import Hex, Unit
from viermot.games.bomber_command.model.state import FLYING, Game
from viermot.kernel.agenda import Logged
from viermot.server import about

SHORT = "E main Hannover 1 D5 K5* D8"


def seen(turn: int, *hexes: str) -> Sighting:
    return Sighting(turn, tuple(sorted(read_hex(hex_) for hex_ in hexes)))


def event(kind: str, *data: object) -> Logged:
    return (kind, "", TO_ALL, data)


def test_7_2_5_sightings_of_one_raid_are_joined() -> None:
    """Two raids that keep their distance are two tracks; one seen alone far off is none."""
    found = chains([seen(2, "F5", "F9"), seen(3, "H5", "H9"), seen(5, "L5", "Q1")])
    named = [[(turn, NAME[hex_]) for turn, hex_ in chain] for chain in found]
    assert sorted(named) == [[(2, "F5"), (3, "H5"), (5, "L5")], [(2, "F9"), (3, "H9")]]


def test_8_2f_streams_are_no_raids_and_moves_are_counted_from_the_last_sighting() -> None:
    counters = ((read_hex("H5"), 0), (read_hex("G5"), 1))
    log = [event("turn", 3), event("counters", counters), event("turn", 4), event("phase", RAIDS_MOVE)]
    assert sightings(log) == ([seen(3, "H5")], 1)
    assert sightings([*log, event("counters", ())]) == ([seen(3, "H5")], 1)


def test_a_raid_seen_may_be_two_hexes_on_and_nowhere_else() -> None:
    there = ahead([seen(3, "H5")], 0)
    assert there and all(DISTANCE[hex_][read_hex("H5")] <= 2 for hex_ in there)
    assert ahead([seen(3, "H5")], 1) == there  # it has moved: it is there by now
    assert len(ahead([seen(3, "H5")], 2)) > len(there)
    assert ahead([seen(3, "H5")], 3) == []
    assert ahead([], 0) == []


def flying(game: Game) -> dict[int, int]:
    """Where each raid is."""
    steps = enumerate(zip(game.plot, game.raid_step, game.raid_fate, strict=True))
    return {
        raid: plotted.path[at] for raid, (plotted, at, fate) in steps if fate == FLYING and 0 <= at < len(plotted.path)
    }


@pytest.mark.parametrize("seed", ["one", "two"])
def test_every_raid_that_was_seen_is_where_it_could_be(seed: str) -> None:
    """Played by the computer: a raid seen in one turn is inside the shading in the next."""
    s = new_session(None, "berlin", seed=seed)
    before: dict[int, int] = {}
    checked = 0
    while s.pending and checked < 12:
        game = inner(s)
        places = flying(game)
        found, moves = sightings(seen_by(s, "german").raw_events())
        if found and moves == 1:
            shaded = set(ahead(found, moves))
            for raid, now in places.items():
                if before.get(raid) in found[-1].hexes and before.get(raid) != now:
                    assert now in shaded
                    checked += 1
        elif found and moves == 0:
            before = places
        s.decide(s.pending[0].default or s.pending[0].options[0])
    assert checked


def test_7_4_4b_a_unit_gets_home_as_far_as_its_fuel_allows() -> None:
    """In or next to the hex of its airfield with the last of its fuel, two hexes for each turn before that."""
    s = new_session(night("berlin", plan=SHORT, units={"II./NJG1": unit("H8", fuel=2)}, turn=3, phase=2))
    game = inner(s)
    number = next(Unit(index) for index, each in enumerate(game.layout.units) if each.name == "II./NJG1")
    base = game.layout.units[number].hex
    for hex_ in range(len(DISTANCE)):
        far = DISTANCE[base][hex_]
        assert gets_home(game, number, hex_, 0) == (far <= 1)
        assert gets_home(game, number, hex_, 2) == (far <= 5)


def test_7_1_1_a_unit_from_jutland_flies_to_its_door_and_then_into_the_box() -> None:
    """A move of two hexes a turn to the door, and one more move into the box; from the box the door comes first."""
    s = new_session(night("berlin", plan=SHORT, units={"IV./NJG3": unit("I1", fuel=2)}, turn=3, phase=2))
    game = inner(s)
    names = [each.name for each in game.layout.units]
    danes, others = Unit(names.index("IV./NJG3")), Unit(names.index("II./NJG1"))
    door = game.layout.jutland_door
    assert game.layout.units[danes].hex == JUTLAND and gets_home(game, danes, JUTLAND, 0)
    for hex_ in map(Hex, range(SIZE)):
        assert gets_home(game, danes, hex_, 2) == (DISTANCE[door][hex_] <= 2), NAME[hex_]
    assert not gets_home(game, danes, door, 0) and gets_home(game, danes, door, 1)
    assert not gets_home(game, danes, ENGLAND, 9), "the long way round is nobody's way home"
    away = DISTANCE[game.layout.units[others].hex][door]
    needed = away // 2 + 1
    assert gets_home(game, others, JUTLAND, needed) and not gets_home(game, others, JUTLAND, needed - 1)


def test_the_reach_of_a_unit_is_what_it_may_be_moved_to() -> None:
    s = go(new_session(night("berlin", plan=SHORT, units={"II./NJG1": unit("H8", fuel=2)}, turn=3, phase=2)), "move")
    [reach] = [each for each in seen_by(s, "german").reaches() if each.unit == "II./NJG1"]
    offered = {option for option in s.pending[0].options if option != "step off"}
    assert {*reach.home, *reach.divert} == offered
    assert reach.home


def test_twins_have_the_same_air_picture_whatever_was_plotted() -> None:
    """Two plans that nobody has detected yet: what the German page is sent of them does not differ by a byte."""
    sent = []
    for plan in (SHORT, "E main Hannover 1 D5 K5* D8; B mosquito Essen from E entering H5 I7* D7"):
        s = new_session(night("berlin", plan=plan, units={"II./NJG1": unit("H8", fuel=2)}, turn=3, phase=2))
        sent.append(bytes(about.pictured("bomber_command", s.perspective("german"), "en")))
    assert sent[0] == sent[1]
    told = msgspec.json.decode(sent[0])
    assert {"air", "reach", "standing"} <= set(told)
