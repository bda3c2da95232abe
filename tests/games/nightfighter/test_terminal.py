"""The map of Nightfighter in the terminal."""

from __future__ import annotations

import io

import pytest

import viermot
from tests.games.nightfighter.support import bomber, fighter, new_session, night
from viermot.games.nightfighter.model.board import HEXES
from viermot.kernel.decision import IllegalOption
from viermot.terminal.console import Console
from viermot.terminal.play import Play


def test_neighbours_on_paper_are_neighbours_on_the_screen() -> None:
    def spot(hex_: int) -> tuple[int, int]:
        column, row = HEXES.column[hex_], HEXES.row[hex_]
        return 18 - column, 2 * row + (column % 2 == 0)

    steps = {0: (0, -2), 1: (-1, -1), 2: (-1, 1), 3: (0, 2), 4: (1, 1), 5: (1, -1)}  # N is left, S right
    for direction, (down, right) in steps.items():
        there = HEXES.neighbour[HEXES.parse("0910") * 6 + direction]
        line, place = spot(HEXES.parse("0910"))
        assert spot(there) == (line + down, place + right)


def test_what_may_be_typed_is_what_is_offered() -> None:
    """Nobody is told to evade who cannot."""
    s = new_session(night("3", fighter(201, "1010 S"), bomber(116, "0301 S"), turn=3, phase=3))
    (decision,) = s.pending
    with pytest.raises(IllegalOption) as caught:
        decision.code_of("F L F L")
    assert caught.value.fields["words"] == "fly, dive, dive all"


@pytest.mark.parametrize(("asked", "told"), [("belief", "where the chance is"), ("belief outline", "possible, as far")])
def test_a_map_of_beliefs_says_what_its_letters_mean(asked: str, told: str) -> None:
    s, said = viermot.new_game("nightfighter", "3", seed="a", seats={"umpire": "standard"}), io.StringIO()
    Play(s, Console(io.StringIO(f"1020 S\n{asked}\nquit\n"), said, live=False)).run()
    assert told in " ".join(said.getvalue().split())


def test_a_move_of_so_many_hexes_and_no_other_number_says_so_once() -> None:
    s, said = new_session(night("3", fighter(201, "1010 S", dives=1), turn=3, phase=3)), io.StringIO()
    Play(s, Console(io.StringIO("dive\nquit\n"), said, live=False)).run()
    assert "  4 hexes, e.g. F F R F" in said.getvalue()
