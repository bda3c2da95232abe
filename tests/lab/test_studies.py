"""Studies and matches: declared beforehand, the same to the byte on any number of processes, stopped and resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.small import SMALL, played, refused, table
from viermot import cli
from viermot.kernel.json import JsonObject
from viermot.lab import declaring
from viermot.lab.games import play
from viermot.lab.ledger import MANIFEST, ROWS, TIMES, Ledger, whole_rows
from viermot.lab.matches import Decision, Players, match, standing
from viermot.lab.playing import run
from viermot.lab.statistics import Sprt
from viermot.lab.studies import Cell, Study, check, read_study

# --- the table -----------------------------------------------------------------------------------------


def test_one_process_and_two_write_the_same_bytes(tmp_path: Path) -> None:
    assert played(tmp_path / "one") == played(tmp_path / "two", where=2)


def test_a_study_that_is_stopped_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole")
    for stop_after in (1, 4, 9):
        folder = tmp_path / f"stopped {stop_after}"
        for row in run(Ledger(folder, SMALL), 1):
            if row["game"] == stop_after:
                break
        assert len(whole_rows(folder / ROWS)) == stop_after + 1
        assert played(folder) == whole
    assert played(tmp_path / "whole") == whole  # nothing is left to play


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_row_cut_short_by_a_kill_is_played_again(tmp_path: Path, cut: int) -> None:
    whole = played(tmp_path)
    kept = whole.splitlines(keepends=True)
    (tmp_path / ROWS).write_bytes(b"".join(kept[:6]) + kept[6][:cut])
    assert played(tmp_path) == whole


def test_cells_of_a_scenario_share_their_seeds(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in played(tmp_path).splitlines()]
    assert [row["seed"] for row in rows] == [f"small/3/{n}" for n in range(5) for _ in range(2)]
    assert [row["cell"] for row in rows] == ["3 plain", "3 random"] * 5
    assert all(0 <= score <= 1 for row in rows for score in row["scores"].values())


def test_times_stand_apart_from_the_table(tmp_path: Path) -> None:
    assert b"seconds" not in played(tmp_path)
    assert len((tmp_path / TIMES).read_text().splitlines()) == SMALL.size


def test_a_folder_holds_one_study(tmp_path: Path) -> None:
    played(tmp_path)
    other = Study(SMALL.question, SMALL.game, SMALL.cells, 6, SMALL.seed)
    with refused("lab.other_study"):
        Ledger(tmp_path, other)
    assert read_study(json.loads((tmp_path / MANIFEST).read_text())) == SMALL


def test_rows_that_were_tampered_with_are_refused(tmp_path: Path) -> None:
    lines = played(tmp_path).splitlines(keepends=True)
    (tmp_path / ROWS).write_bytes(b"".join([lines[0], lines[2]]))
    with refused("lab.rows_broken"):
        whole_rows(tmp_path / ROWS)


@pytest.mark.parametrize(
    ("seats", "key"),
    [
        ({"player": "standard", "umpire": "plain", "navigator": "plain"}, "error.no_seat"),
        ({"player": "gifted", "umpire": "plain"}, "error.no_bot"),
        ({"player": "nowhere:Bot", "umpire": "plain"}, "error.no_bot"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(seats: dict[str, str], key: str) -> None:
    with refused(key):
        check(Study("?", "nightfighter", (Cell("3", "3", seats),), 1, "s"))


# --- declaring -----------------------------------------------------------------------------------------


def test_a_file_declares_every_arrangement(tmp_path: Path) -> None:
    file = tmp_path / "ladder.toml"
    file.write_text(
        'question = "Does experience help?"\ngame = "nightfighter"\nscenarios = ["3", "4B"]\ngames = 7\nseed = "s"\n'
        '[seats]\nplayer = ["standard", "random"]\numpire = "plain"\n[sweep]\n"28.4" = [false, true]\n'
    )
    found = declaring.read(file)
    assert (found.question, found.games, found.seed, len(found.cells)) == ("Does experience help?", 7, "s", 8)
    assert found.cells[0].name == "3 player=standard 28.4=False"
    assert {cell.seats["player"] for cell in found.cells} == {"standard", "random"}
    assert {cell.options["28.4"] for cell in found.cells} == {False, True}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("game = ", "lab.bad_file"),
        ('game = "nightfighter"\nscenaros = []', "lab.unknown_field"),
        ("games = 3", "lab.no_game"),
        ('game = "nightfighter"\nscenarios = ["99"]', "lab.no_scenario"),
        ('game = "nightfighter"\ngames = 0', "error.count"),
        ('game = "nightfighter"\n[seats]\nnobody = "standard"', "error.no_seat"),
    ],
)
def test_a_file_that_says_something_else_is_refused(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "s.toml").write_text(text)
    with refused(key):
        declaring.read(tmp_path / "s.toml")


def test_all_means_every_scenario() -> None:
    assert len(declaring.scenarios_of("nightfighter", "all")) > 30


# --- matches -------------------------------------------------------------------------------------------


QUICK = Sprt(0.0, 0.2, least=4)


def one_seat(test: Sprt = QUICK, first: str = "standard", second: str = "random") -> Study:
    players = Players(first, second, "player", {"umpire": "plain"})
    return match("nightfighter", players, ["3"], {}, 40, "pairs", test)


def test_a_match_in_one_seat_plays_each_seed_twice() -> None:
    study = one_seat()
    assert [dict(cell.seats) for cell in study.cells] == [
        {"umpire": "plain", "player": "standard"}, {"umpire": "plain", "player": "random"},
    ]  # fmt: skip
    assert study.task(0)[1] == study.task(1)[1] != study.task(2)[1]


def test_where_both_can_take_either_seat_they_change_places() -> None:
    study = match("bomber_command", Players("standard", "random"), ["berlin"], {}, 1, "s", Sprt(0, 0.1))
    first, second = (list(cell.seats.values()) for cell in study.cells)
    assert first == ["standard", "random"] and second == ["random", "standard"]


def test_where_they_cannot_a_seat_has_to_be_named() -> None:
    with refused("lab.which_seat"):
        match("nightfighter", Players("standard", "novice of nobody"), ["3"], {}, 1, "s", Sprt(0, 0.1))


def rows_of(scores: list[tuple[float, float]]) -> list[JsonObject]:
    """Rows of pairs with these scores of the two in the player's seat."""
    found: list[JsonObject] = []
    for pair in scores:
        for score in pair:
            found.append({"seats": {"player": "", "umpire": ""}, "scores": {"player": score, "umpire": 1 - score}})
    return found


def test_the_score_of_a_match_counts_pairs() -> None:
    stands = standing(one_seat(), rows_of([(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)]) + rows_of([(1.0, 0.0)])[:1])
    assert (stands.pairs, stands.won, stands.drawn, stands.lost) == (4, 2, 1, 1)
    assert (stands.first, stands.second) == (0.75, 0.5)
    assert stands.difference.value == pytest.approx(0.25)
    assert standing(one_seat(), rows_of([(1.0, 0.0)] * 9 + [(1.0, 0.1)])).difference.high == 1.0


def test_after_a_change_of_places_both_games_count() -> None:
    study = match("bomber_command", Players("standard", "random"), ["berlin"], {}, 1, "s", Sprt(0, 0.1))
    rows: list[JsonObject] = [
        {"seats": {"a": "", "b": ""}, "scores": {"a": 0.9, "b": 0.1}},
        {"seats": {"a": "", "b": ""}, "scores": {"a": 0.4, "b": 0.6}},
    ]
    stands = standing(study, rows)
    assert (stands.first, stands.second) == (pytest.approx(0.75), pytest.approx(0.25))


def test_a_match_stops_as_soon_as_the_test_has_its_answer(tmp_path: Path) -> None:
    study = one_seat()
    rows = list(run(Ledger(tmp_path / "one", study), 1, Decision(study)))
    assert 8 <= len(rows) < study.size and len(rows) % 2 == 0
    assert standing(study, rows).verdict is True
    assert standing(study, rows[:-2]).verdict is None
    assert list(run(Ledger(tmp_path / "one", study), 1, Decision(study))) == []  # it has been answered
    list(run(Ledger(tmp_path / "two", study), 2, Decision(study)))
    assert table(tmp_path / "one") == table(tmp_path / "two")


def test_a_match_of_equals_accepts_the_null(tmp_path: Path) -> None:
    study = one_seat(Sprt(0.0, 0.5, least=4), second="standard")
    rows = list(run(Ledger(tmp_path, study), 1, Decision(study)))
    assert standing(study, rows).verdict is False


def test_long_matches_are_looked_at_more_rarely() -> None:
    """Else looking would cost more than playing; when is part of the declaration, not of luck."""
    decision = Decision(one_seat(Sprt(0.0, 0.2, least=10_000)))
    looked = []

    class Rows(list[JsonObject]):
        def __len__(self) -> int:
            return self.length

        length = 0

        def __iter__(self) -> Iterator[Any]:
            looked.append(self.length)
            return iter([])

        def __getitem__(self, at: Any) -> Any:
            if at == 0:
                looked.append(self.length)
            return rows_of([(1.0, 0.0)])[int(at) % 2]

    rows = Rows()
    for length in (1, 2, 400, 402, 404, 405, 406, 408, 409):
        rows.length = length
        decision(rows)
    assert looked == [2, 400, 404, 408]


# --- the commands --------------------------------------------------------------------------------------


def test_match_study_and_report_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "m"
    words = ["match", "nightfighter", "standard", "random", "--in", "player", "--scenario", "3", "--pairs", "30"]
    words += ["--seat", "umpire=plain", "--jobs", "1", "--claim", "0.2", "--out", str(folder)]
    assert cli.main(words) == 0
    first = capsys.readouterr().out
    assert first.startswith("standard - random: +") and "H1" in first
    assert cli.main(words) == 0 and capsys.readouterr().out == first  # nothing is played again
    capsys.readouterr()
    assert cli.main(["report", str(folder)]) == 0
    assert (folder / "report.md").read_text().startswith("# standard or random?")
    assert (folder / "report.html").exists() and (folder / "rows.csv").exists()
    again = ["study", str(folder / MANIFEST), "--jobs", "1", "--out", str(tmp_path / "again")]
    capsys.readouterr()
    assert cli.main(again) == 0
    assert capsys.readouterr().out.splitlines()[:2] == first.splitlines()[:2]
    assert table(tmp_path / "again") == table(folder)
    save = tmp_path / "game.json"
    assert cli.main(["report", str(folder), "--row", "3", "--save", str(save)]) == 0
    capsys.readouterr()
    assert cli.main(["replay", str(save), "--json"]) == 0
    assert capsys.readouterr().out
    words = ["study", "nightfighter", "--scenario", "3", "--games", "2", "--jobs", "1", "--out", str(tmp_path / "s")]
    assert cli.main(words) == 0
    assert "3" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["match", "nightfighter", "standard", "random", "--claim", "0"],
        ["match", "nightfighter", "gifted", "random", "--in", "player"],
        ["match", "nightfighter", "standard", "random", "--in", "player", "--scenario", "99"],
        ["match", "whist", "standard", "random"],
        ["study", "nowhere.toml"],
        ["study", "nowhere.json"],
        ["report", "nowhere"],
    ],
)
def test_bad_usage_is_a_sentence(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2
    assert capsys.readouterr().err.startswith("viermot: ")


def test_ctrl_c_keeps_what_was_played_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    count = 0

    def interrupted(*task: Any) -> Any:
        nonlocal count
        count += 1
        if count == 4:
            raise KeyboardInterrupt
        return play(*task)

    monkeypatch.setattr("viermot.lab.playing.play", interrupted)
    words = ["study", "nightfighter", "--scenario", "3", "--games", "6", "--jobs", "1", "--out", str(tmp_path)]
    assert cli.main(words) == 1
    assert "3" in capsys.readouterr().out
    assert len(whole_rows(tmp_path / ROWS)) == 3
    assert cli.main(words) == 0
    rows = whole_rows(tmp_path / ROWS)
    assert [row["game"] for row in rows] == list(range(6))
