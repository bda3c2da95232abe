"""The hex map: ids, neighbours, distances, arcs and lines, against plain counting."""

from __future__ import annotations

from collections import deque

import pytest

from viermot.kernel.hexes import HEMI, NARROW, NE, NW, OFF, SE, SW, UNLIMITED, WIDE, BadHex, HexMap, N, S

BOARD = HexMap(18, 27)


def steps_from(origin: int) -> dict[int, int]:
    """Distances by walking outwards."""
    far, waiting = {origin: 0}, deque([origin])
    while waiting:
        here = waiting.popleft()
        for there in BOARD.adjacent[here]:
            if there not in far:
                far[there] = far[here] + 1
                waiting.append(there)
    return far


def at(name: str) -> int:
    return BOARD.parse(name)


def test_ids_round_trip_on_every_hex() -> None:
    assert [BOARD.parse(BOARD.name(h)) for h in range(BOARD.size)] == list(range(486))


@pytest.mark.parametrize("text", ["0000", "1901", "0128", "012", "01011", "", "A101", "٠١٠١", "-101", "01 1"])
def test_an_id_the_map_lacks_is_refused(text: str) -> None:
    with pytest.raises(BadHex):
        BOARD.parse(text)


def test_even_columns_lie_half_a_hex_lower() -> None:
    odd = {d: BOARD.name(BOARD.neighbour[at("1107") * 6 + d]) for d in (N, NE, SE, S, SW, NW)}
    even = {d: BOARD.name(BOARD.neighbour[at("1007") * 6 + d]) for d in (N, NE, SE, S, SW, NW)}
    assert odd == {N: "1106", NE: "1206", SE: "1207", S: "1108", SW: "1007", NW: "1006"}
    assert even == {N: "1006", NE: "1107", SE: "1108", S: "1008", SW: "0908", NW: "0907"}


def test_going_there_and_back_ends_where_it_began() -> None:
    for h in range(BOARD.size):
        for d in range(6):
            there = BOARD.neighbour[h * 6 + d]
            assert there == OFF or BOARD.neighbour[there * 6 + (d + 3) % 6] == h


def test_six_turns_round_a_hex_close_the_ring() -> None:
    here = at("0912")
    for d in range(6):
        here = BOARD.neighbour[here * 6 + d]
    assert here == at("0912")


def test_distance_is_the_shortest_walk() -> None:
    for origin in ("0101", "1801", "0912", "1027", "0527", "1814"):
        assert [BOARD.distance[at(origin)][h] for h in range(BOARD.size)] == [
            steps_from(at(origin))[h] for h in range(BOARD.size)
        ]


def test_arcs_facing_the_exit_follow_the_ruling() -> None:
    """Narrow: the same column; wide: dy at least half the columns aside; hemi: dy at least 0 [ruling A4]."""
    for name in ("0912", "1012"):
        origin = at(name)
        for h in range(BOARD.size):
            aside = abs(BOARD.column[h] - BOARD.column[origin])
            half_down = BOARD.height(h) - BOARD.height(origin)
            assert BOARD.in_arc(origin, S, NARROW, h) == (aside == 0 and half_down >= 0)
            assert BOARD.in_arc(origin, S, WIDE, h) == (half_down >= aside)
            assert BOARD.in_arc(origin, S, HEMI, h) == (half_down >= 0)


def test_arcs_turn_with_the_facing() -> None:
    """Wide arcs of two opposite facings meet only at the hex itself; three, 120 degrees apart, cover the map."""
    origin = at("0912")
    everywhere = set(range(BOARD.size))
    for facing in range(6):
        ahead = BOARD.arc(origin, facing, WIDE, UNLIMITED)
        behind = BOARD.arc(origin, (facing + 3) % 6, WIDE, UNLIMITED)
        assert ahead & behind == {origin}
        third = [BOARD.arc(origin, (facing + turn) % 6, WIDE, UNLIMITED) for turn in (0, 2, 4)]
        assert set().union(*third) == everywhere
        assert BOARD.arc(origin, facing, NARROW, UNLIMITED) == {origin, *BOARD.line(origin, facing, 99)}
        assert BOARD.arc(origin, facing, HEMI, 1) == {
            origin, *(BOARD.neighbour[origin * 6 + (facing + turn) % 6] for turn in (5, 0, 1)),
        }  # fmt: skip


def test_an_arc_ends_at_its_reach_and_at_the_edge() -> None:
    assert {BOARD.distance[at("0202")][h] for h in BOARD.arc(at("0202"), N, HEMI, 3)} <= {0, 1, 2, 3}
    assert BOARD.line(at("0902"), N, 5) == [at("0901")]
    assert BOARD.line(at("0901"), N, 5) == []
