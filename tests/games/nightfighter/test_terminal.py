"""The map of Nightfighter in the terminal."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import HEXES


def test_neighbours_on_paper_are_neighbours_on_the_screen() -> None:
    def spot(hex_: int) -> tuple[int, int]:
        column, row = HEXES.column[hex_], HEXES.row[hex_]
        return 18 - column, 2 * row + (column % 2 == 0)

    steps = {0: (0, -2), 1: (-1, -1), 2: (-1, 1), 3: (0, 2), 4: (1, 1), 5: (1, -1)}  # N is left, S right
    for direction, (down, right) in steps.items():
        there = HEXES.neighbour[HEXES.parse("0910") * 6 + direction]
        line, place = spot(HEXES.parse("0910"))
        assert spot(there) == (line + down, place + right)
