"""Sweeps: Morris's elementary effects, found where they are and not found where they are not."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from tests.lab.small import played, refused, table
from viermot import cli
from viermot.kernel.json import JsonObject
from viermot.lab import pages, reports
from viermot.lab.ledger import ROWS, Ledger, study_in, whole_rows
from viermot.lab.playing import play_one, run
from viermot.lab.screening import (
    CHART,
    OPTION,
    Arrangement,
    Effect,
    Factor,
    chart_factors,
    effects,
    factors_of,
    option_factors,
    sweep,
)
from viermot.lab.studies import Cell, Study

COMMON = Arrangement("nightfighter", ["3"], {"player": "standard", "umpire": "plain"}, {})
DAMAGE, RANGE = "bombers.toml: bomber[*].damage", "ai_radars.toml: radar[*].range"


def small() -> Study:
    factors = [*chart_factors("nightfighter", [DAMAGE, RANGE], False), *option_factors("nightfighter", ["28.4"])]
    return sweep(COMMON, factors, 2, 3, "s", "score.player")


def test_a_path_moves_every_factor_once_and_one_at_a_time() -> None:
    study = small()
    assert len(study.cells) == 2 * 4
    for path in range(2):
        cells = study.cells[4 * path : 4 * path + 4]
        assert {cell.batch for cell in cells} == {str(path)}
        moved = []
        for before, after in pairwise(cells):
            apart = [factor.name for factor in factors_of(study) if _level(before, factor) != _level(after, factor)]
            assert len(apart) == 1
            moved += apart
        assert sorted(moved) == sorted([DAMAGE, RANGE, "28.4"])


def _level(cell: Cell, factor: Factor) -> object:
    return cell.options.get(factor.name) if factor.kind == OPTION else cell.changes.get(factor.name, "+0")


def test_a_path_plays_the_same_seeds_from_end_to_end_and_another_path_others() -> None:
    study = small()
    seeds = [study.task(index)[1] for index in range(study.size)]
    assert seeds[:3] == seeds[3:6] == seeds[9:12] and not set(seeds[:12]) & set(seeds[12:])


def test_a_sweep_is_the_same_wherever_it_is_drawn_and_played(tmp_path: Path) -> None:
    assert small() == small()
    one = played(tmp_path / "one", small())
    assert played(tmp_path / "two", small(), 2) == one
    for row in run(Ledger(tmp_path / "three", small()), 1):
        if row["game"] == 7:
            break
    assert played(tmp_path / "three", small()) == one


def made_up(effect: float, unevenly: float = 0.0, noise: float = 0.0, paths: int = 8, games: int = 12) -> list[Effect]:
    """What a sweep makes of a factor that has this effect from its lowest to its highest level, beside one without."""
    rng = random.Random(3)
    factors = [Factor("a", OPTION, (0, 1, 2)), Factor("b", CHART, ("-1", "+0", "+1"))]
    cells, rows = [], list[JsonObject]()
    for path in range(paths):
        level, other = rng.randrange(2), rng.choice(("-1", "+1"))
        points = [({"a": level}, {}), ({"a": level + 1}, {}), ({"a": level + 1}, {"b": other})]
        names = [f"{path}.0", f"{path}.1 a={level + 1}", f"{path}.2 b={other}"]
        for name, (options, changes) in zip(names, points, strict=True):
            cells.append(Cell(name, "3", {}, options, changes=changes, batch=str(path)))
            mean = options["a"] / 2 * (effect + (unevenly if path % 2 else -unevenly))
            for _ in range(games):
                rows.append({"game": len(rows), "scores": {"x": mean + noise * rng.gauss(0, 1)}})
    screen = {"metric": "score.x", "factors": [{"name": f.name, "kind": f.kind, "levels": f.levels} for f in factors]}
    study = Study("?", "nightfighter", tuple(cells), games, "s", screen=screen)
    return effects(study, rows, "score.x")


def test_an_effect_is_measured_over_the_whole_range() -> None:
    first, second = made_up(0.4)
    assert (first.factor.name, round(first.mu, 9), round(first.mu_star, 9), round(first.sigma, 9)) == (
        "a",
        0.4,
        0.4,
        0.0,
    )
    assert first.matters and not second.matters and second.mu_star == 0


def test_an_effect_that_goes_either_way_has_a_large_sigma() -> None:
    first, _ = made_up(0.0, unevenly=0.4)
    assert abs(first.mu) < 0.1 and first.mu_star == pytest.approx(0.4) and first.sigma > 0.4 and first.matters


def test_noise_alone_does_not_matter_although_mu_star_is_above_zero() -> None:
    for found in made_up(0.0, noise=0.5):
        assert found.mu_star > 0.05 and not found.matters
        assert found.noise == pytest.approx(found.mu_star, rel=0.6)
    assert made_up(0.8, noise=0.5)[0].matters


def test_what_no_game_can_be_played_with_is_left_out_and_said() -> None:
    impossible = Factor("bombers.toml: bomber[*].counters", CHART, ("-9", "+0"))
    study = sweep(COMMON, [impossible, *option_factors("nightfighter", ["28.4"])], 1, 1, "s", "score.player")
    assert study.screen["left_out"] == [impossible.name] and len(study.cells) == 2
    with refused("lab.no_factor"):
        sweep(COMMON, [impossible], 1, 1, "s", "score.player")


def test_without_a_wish_every_chart_is_swept_over_but_no_scenario() -> None:
    names = {factor.name for factor in chart_factors("nightfighter", [], False)}
    assert DAMAGE in names and not any(name.startswith("scenarios/") for name in names)
    each = chart_factors("nightfighter", ["bombers.toml: bomber[*].damage"], True)
    assert len(each) > 10 and all("[*]" not in factor.name for factor in each)
    assert len(option_factors("nightfighter", ["all"])) >= 9


@pytest.mark.parametrize(
    ("words", "key"), [(["wings"], "lab.no_option"), (["28.4=true"], "lab.one_level"), (["28.4=1,1"], "lab.one_level")]
)
def test_an_option_that_cannot_be_swept_over_is_refused(words: list[str], key: str) -> None:
    with refused(key):
        option_factors("nightfighter", words)


def test_the_command_says_what_matters_goes_on_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", "nightfighter", "--scenario", "3", "--chart", DAMAGE, "--over", "28.4", "--paths", "2"]
    words += ["--games", "2", "--seat", "umpire=plain", "--jobs", "1", "--out", str(tmp_path)]
    assert cli.main(words) == 0
    first = capsys.readouterr().out
    assert "mu*" in first and "factors" in first
    rows = table(tmp_path)
    (tmp_path / ROWS).write_bytes(b"".join(rows.splitlines(keepends=True)[:5]))
    assert cli.main(["sweep", "nightfighter", "--out", str(tmp_path), "--jobs", "1"]) == 0
    assert capsys.readouterr().out == first and table(tmp_path) == rows
    assert cli.main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {effect["factor"] for effect in told["effects"]} == {DAMAGE, "28.4"}
    report = reports.report_of(study_in(tmp_path), whole_rows(tmp_path / ROWS))
    assert "mu*" in reports.markdown(report, "x", "pl") and "[lab." not in pages.html(report, "x", "pl")
    assert cli.main(["sweep", "nightfighter", "--metric", "wings", "--over", "28.4"]) == 2


def test_a_game_that_breaks_on_other_charts_is_a_row_and_one_on_ours_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*task: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("viermot.lab.playing.play", breaks)
    study = Study("?", "nightfighter", (Cell("x", "3", COMMON.seats, changes={DAMAGE: "+1"}),), 1, "s")
    assert play_one(study, 0).row["failed"] == "KeyError: 'lost'"
    with pytest.raises(KeyError):
        play_one(Study("?", "nightfighter", (Cell("x", "3", COMMON.seats),), 1, "s"), 0)
