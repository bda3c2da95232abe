"""Reports: the question, the answer with its interval, tables, plots, and how to repeat it; nothing from outside."""

from __future__ import annotations

import csv
import io
import json
import random
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.lab.small import SMALL, played, refused
from viermot import cli
from viermot.kernel.json import JsonObject
from viermot.lab import pages, plots, reports, tables, words
from viermot.lab.ledger import MANIFEST, ROWS, study_in, whole_rows
from viermot.lab.matches import Players, match
from viermot.lab.replays import session_of
from viermot.lab.statistics import Estimate, Sprt, average, bootstrap, share
from viermot.lab.studies import Cell, Study


class Tags(HTMLParser):
    """Which tags a page opens and does not close, and what it fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    played(folder)
    return folder


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_a_report_says_question_answer_tables_plots_and_how_to_repeat_it(folder: Path, locale: str) -> None:
    report = reports.report_on(folder)
    text = reports.markdown(report, "viermot study x", locale)
    page = pages.html(report, "viermot study x", locale)
    answer = reports.answer(report, locale)
    for said in ("who?", "3 Helle Nachtjagd: random", "small/", "viermot study x", answer):
        assert said in text and said.replace("'", "&#x27;") in page
    assert "[" in answer and "0." in answer  # a figure with its interval
    assert "[lab." not in page + text
    assert len(page.encode()) < 1_000_000
    tags = Tags()
    tags.feed(page)
    assert (tags.open, tags.wrong, tags.fetched) == ([], [], [])
    # results, scores, score and kills and losses and vp, turns and decisions, convergence
    assert page.count("<svg") >= 7
    assert page == pages.html(reports.report_on(folder), "viermot study x", locale)


def test_what_a_study_is_called_cannot_break_its_page(tmp_path: Path) -> None:
    cells = (Cell("<b>&'\"", "3", SMALL.cells[0].seats),)
    played(tmp_path, Study("<script>alert(1)</script>", SMALL.game, cells, 2, "s"))
    page = pages.html(reports.report_on(tmp_path), "<b>", "en")
    assert "<script" not in page and "<b>" not in page


def test_the_page_of_a_study_of_four_hundred_arrangements_stays_small() -> None:
    """As large as the largest of the ready studies: every plot and table is there, under a megabyte."""
    cells = tuple(Cell(f"{n} player=standard", "3", SMALL.cells[0].seats) for n in range(400))
    study = Study("large?", "nightfighter", cells, 6, "s")
    scores = (0.0, 0.5, 1.0)
    rows: list[JsonObject] = [
        {"game": n, "cell": cells[n % 400].name, "scores": {"player": scores[n % 3], "umpire": 1 - scores[n % 3]},
         "result": {"level": ("loss", "win", "decisive")[n % 3], "kills": n % 3, "losses": 0}, "decisions": n % 50}
        for n in range(study.size)
    ]  # fmt: skip
    page = pages.html(reports.report_of(study, rows), "x", "en")
    assert len(page.encode()) < 1_000_000 and "3 Helle Nachtjagd: 399 standard" in page


def test_the_page_of_a_study_that_measures_and_notes_everything_stays_small() -> None:
    """A thousand arrangements, twelve counts, and notes that hardly come twice: what does not fit is counted."""
    cells = tuple(Cell(f"{n} player=standard", "3", SMALL.cells[0].seats) for n in range(1000))
    counts = [f"result.count {number}" for number in range(12)]
    study = Study("?", "nightfighter", cells, 2, "s", metrics=("score.player", *counts), notes=("a.b", "c.d"))
    rows: list[JsonObject] = [
        {"game": n, "cell": cells[n % 1000].name, "scores": {"player": 0.5}, "decisions": n, "seed": f"s/{n // 1000}",
         "result": {"level": "win", **{count.partition(".")[2]: n % 7 for count in counts}},
         "noted": {"a.b": f"note {n}", "c.d": n}}
        for n in range(study.size)
    ]  # fmt: skip
    page = pages.html(reports.report_of(study, rows), "x", "en")
    assert len(page.encode()) < 1_000_000
    assert "more; rows.csv has every game" in page and "note 0" in page


def test_wins_get_wilsons_interval_other_scores_the_normal_one_and_both_a_bootstrap() -> None:
    line = reports.line_of("x", [_row(1.0), _row(0.0)], ["score.player"])
    assert line.means["score.player"] == share(1, 2)
    line = reports.line_of("x", [_row(0.25), _row(0.75)], ["score.player"])
    assert str(line.means["score.player"]) == "0.500 [0.000, 1.000]"
    assert str(line.resampled("score.player")) == "0.500 [0.250, 0.750]"


def _row(score: float) -> JsonObject:
    return {"game": 0, "cell": "x", "scores": {"player": score}, "result": {"level": "win"}, "decisions": 1}


def test_no_score_lies_beyond_what_can_be_scored_and_a_count_is_no_share() -> None:
    rows: list[JsonObject] = [{**_row(score), "result": {"kills": 1}} for score in (1.0, 0.5, 1.0)]
    line = reports.line_of("x", rows, ["score.player", "result.kills"])
    assert line.means["score.player"].high == 1.0 and line.means["score.player"].low < 0.6
    assert words.shown(line.means["result.kills"], 2) == "1.00"  # never otherwise: nobody knows how far it may go
    few: list[JsonObject] = [
        {**_row(0.0), "result": {"kills": kills, "vp": vp}} for kills, vp in ((0, -4), (0, 0), (1, 5))
    ]
    line = reports.line_of("x", few, ["result.kills", "result.vp"])
    assert line.means["result.kills"].low == 0.0 and line.means["result.vp"].low < -4


def test_arrangements_are_held_against_the_first_game_by_game() -> None:
    """Both played the same seeds: what chance did to both alike is not counted as doubt."""
    cells = tuple(Cell(name, "3", SMALL.cells[0].seats) for name in ("3", "3 moon", "3 rain"))
    rows: list[JsonObject] = [
        {**_row(score), "cell": cell, "seed": f"s/{n}", "result": {"kills": kills}}
        for cell, games in (("3", ((0.0, 1), (1.0, 9))), ("3 moon", ((0.0, 3), (1.0, 11))), ("3 rain", ((1.0, 1),)))
        for n, (score, kills) in enumerate(games)
    ]
    study = Study("?", "nightfighter", cells, 2, "s", metrics=("score.player", "result.kills"))
    report = reports.report_of(study, rows)
    _, moon, rain = reports.differences_table(report, "en")
    # Both games came out alike: how often others may not is what Wilson says, and of counts nobody knows.
    assert moon == ["3 Helle Nachtjagd: moon", "2", "2", "+0.000 [-0.658, +0.658]", "+2.00"]
    assert rain[:3] == ["3 Helle Nachtjagd: rain", "1", "0"] and rain[4] == "+0.00"
    said = reports.markdown(report, "x", "en")
    assert "moon | 2 | 2 | +0.000" in said and "<td>+2.00</td>" in pages.html(report, "x", "en")


def test_the_answer_says_what_changes_most_and_allows_for_having_looked_at_many() -> None:
    """Of twenty arrangements one does something; the greatest of the others would pass if it were looked at alone."""
    rng, names = random.Random(23), ["3", *(f"3 v{n}" for n in range(20))]
    cells = tuple(Cell(name, "3", SMALL.cells[0].seats) for name in names)
    rows: list[JsonObject] = []
    for number in range(60):
        for name in names:
            score = rng.choice((0.25, 0.75)) + (0.25 if name == "3 v7" else 0.0)
            rows.append({**_row(score), "game": len(rows), "cell": name, "seed": f"s/{number}"})
    study = Study("?", "nightfighter", cells, 60, "s", metrics=("score.player",))
    answer = reports.answer(reports.report_of(study, rows), "en")
    assert "1 of 20 changes is more than chance" in answer and "v7: +0." in answer
    alike = [row for row in rows if row["cell"] != "3 v7"]
    report = reports.report_of(Study("?", "nightfighter", tuple(c for c in cells if c.name != "3 v7"), 60, "s",
                                     metrics=("score.player",)), alike)  # fmt: skip
    alone = [found for line in reports.differences_table(report, "en")[1:] if _is_off_zero(found := line[3])]
    assert alone and "none of 19 changes could be told from chance" in reports.answer(report, "en")


def _is_off_zero(figure: str) -> bool:
    low, high = figure.partition("[")[2].rstrip("]").split(", ")
    return float(low) > 0 or float(high) < 0


def test_an_interval_of_few_games_is_as_wide_as_it_has_to_be() -> None:
    """A mean of five games, 95 times in a hundred: with the normal quantile it would be 88."""
    rng, covered = random.Random(9), 0
    for _ in range(2000):
        found = average([rng.gauss(1.0, 2.0) for _ in range(5)])
        covered += found.low <= 1.0 <= found.high
    assert 1870 <= covered <= 1930


def test_a_bootstrap_is_the_same_each_time_and_covers_about_as_often_as_it_says() -> None:
    rng, covered = random.Random(5), 0
    for _ in range(100):
        values = [rng.choice((0.0, 0.0, 0.5, 1.0)) for _ in range(30)]
        found = bootstrap(values)
        assert found == bootstrap(values)
        covered += found.low <= 0.375 <= found.high
    assert 88 <= covered <= 99


def test_games_that_broke_off_are_counted_and_not_measured() -> None:
    rows = [_row(1.0), {"game": 1, "cell": "x", "failed": "KeyError: 3"}, _row(1.0)]
    line = reports.line_of("x", rows, ["score.player"])
    assert (line.games, line.failed, line.means["score.player"].value) == (3, 1, 1.0)
    report = reports.report_of(Study("?", "nightfighter", SMALL.cells[:1], 3, "s", metrics=("score.player",)), [])
    assert "1 broke off" in reports.lines_table(report, [("x", line)], "x", "en")[1][1]


def test_what_was_noted_tells_the_games_apart() -> None:
    study = Study("?", "nightfighter", SMALL.cells[:1], 3, "s", notes=("moon.phase", "card"))
    rows = [
        {**_row(score), "cell": "3 plain", "noted": {"moon.phase": moon, "card": 2}}
        for score, moon in ((1.0, "full"), (0.0, None), (1.0, "full"))
    ]
    report = reports.report_of(study, rows)
    assert [(line.cell, line.games) for line in report.groups["moon.phase"]] == [("full", 2), ("-", 1)]
    assert "moon.phase" in reports.markdown(report, "x", "en") and "card" not in report.groups


def test_a_match_has_its_line_and_its_verdict(tmp_path: Path) -> None:
    study = match("nightfighter", Players("standard", "random", "player", {"umpire": "plain"}), ["3"], {}, 6, "m",
                  Sprt(0.0, 0.2, least=4))  # fmt: skip
    played(tmp_path, study)
    report = reports.report_on(tmp_path)
    assert report.match is not None
    line = reports.score_line(study, report.match)
    assert line in reports.markdown(report, "x", "en") and line in pages.html(report, "x", "en")


def test_an_axis_has_room_for_everything_and_round_marks() -> None:
    for values in ([0.0, 0.0], [-3.2, 4.1], [0.001, 0.0042], [1200.0, 90.0], [7.0]):
        axis = plots.axis_of(values)
        assert axis.low <= min(values) and max(values) <= axis.high and 2 <= len(axis.ticks) <= 8
        assert plots.LEFT <= axis.across(values[0]) <= plots.WIDTH - plots.RIGHT


def test_a_single_game_has_no_interval_and_breaks_no_plot() -> None:
    assert words.shown(Estimate(0.5, float("-inf"), float("inf"))) == "0.500"
    study = Study("one?", "nightfighter", SMALL.cells[:1], 1, "s")
    page = pages.html(reports.report_of(study, [{**_row(0.5), "cell": "3 plain"}]), "x", "en")
    assert "inf" not in page and "nan" not in page


# --- tables for other programs -------------------------------------------------------------------------


def test_the_rows_as_a_spreadsheet(folder: Path) -> None:
    rows = whole_rows(folder / ROWS)
    found = list(csv.DictReader(io.StringIO(tables.csv_text(rows))))
    assert len(found) == SMALL.size
    assert {"game", "seed", "scores.player", "result.level", "seats.player"} <= set(found[0])
    assert [row["result.kills"] for row in found] == [str(row["result"]["kills"]) for row in rows]


def test_the_rows_as_parquet(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = whole_rows(folder / ROWS)
    tables.write_parquet(rows, tmp_path / "rows.parquet")
    found = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert found == [tables.flat(row) for row in rows]
    tables.write_parquet([{"a": 1}, {"a": 2.5}, {"a": None}], tmp_path / "mixed.parquet")
    assert parquet.read_table(tmp_path / "mixed.parquet").to_pylist() == [{"a": 1.0}, {"a": 2.5}, {"a": None}]
    tables.write_parquet([{"a": 1}, {"a": "x"}], tmp_path / "words.parquet")
    assert parquet.read_table(tmp_path / "words.parquet").to_pylist() == [{"a": "1"}, {"a": "x"}]


@pytest.mark.parametrize(
    ("extra", "words"), [("pyarrow", ["--parquet"]), ("distributed", ["--cluster", "tcp://127.0.0.1:9"])]
)
def test_without_an_extra_the_command_says_what_to_install(
    extra: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, extra, None)
    study = ["study", "nightfighter", "--scenario", "3", "--games", "1", "--jobs", "1", "--out", str(tmp_path)]
    assert cli.main([*study, *words]) == 2
    assert "pip install 'viermot[" in capsys.readouterr().err


# --- any row is a game to watch ------------------------------------------------------------------------


def test_any_row_opens_in_the_terminal_and_as_a_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = whole_rows(folder / ROWS)[3]
    assert cli.main(["report", str(folder), "--row", "3", "--as", "player"]) == 0
    assert "small/" not in capsys.readouterr().err
    save = tmp_path / "game.json"
    assert cli.main(["report", str(folder), "--row", "3", "--save", str(save)]) == 0
    capsys.readouterr()
    assert cli.main(["replay", str(save), "--json"]) == 0
    head = json.loads(capsys.readouterr().out.splitlines()[0])
    assert head["result"] == row["result"]
    assert cli.main(["report", str(folder), "--row", "3", "--save", str(save)]) == 2  # nothing is written over


@pytest.mark.parametrize("row", ["10", "-1"])
def test_a_row_that_is_not_there_is_refused(folder: Path, row: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", str(folder), f"--row={row}"]) == 2
    assert "10 games" in capsys.readouterr().err


def test_a_row_with_other_charts_is_the_same_game_and_its_save_has_the_charts(tmp_path: Path) -> None:
    change: JsonObject = {"bombers.toml: bomber[*].damage": "+1"}
    study = Study("?", "nightfighter", (Cell("x", "3", SMALL.cells[0].seats, changes=change),), 2, "s")
    played(tmp_path, study)
    row = whole_rows(tmp_path / ROWS)[1]
    assert session_of(study_in(tmp_path), row).result == row["result"]
    assert row["pack"] != json.loads((tmp_path / MANIFEST).read_text())["pack"][:16]


def test_a_row_that_comes_out_otherwise_today_is_not_passed_off_as_the_game(folder: Path) -> None:
    row: dict[str, Any] = whole_rows(folder / ROWS)[0]
    with refused("lab.row_differs"):
        session_of(study_in(folder), {**row, "result": {**row["result"], "turns": 99}})
