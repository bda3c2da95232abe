"""Tuning: a constant that is off is found and proven, one that does nothing is not; stopped anywhere, it goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.lab import careless
from tests.lab.small import refused
from viermot import cli
from viermot.commands import laboratory
from viermot.commands.tune import weighed
from viermot.lab.games import Fixture, play
from viermot.lab.ledger import ROWS, Ledger, whole_rows
from viermot.lab.playing import run
from viermot.lab.stopping import stop_of
from viermot.lab.studies import Study
from viermot.lab.training import Training, candidate_scores, checked, constants_of, judge, rounded, train

NAME, NOTHING, BOT = "tests.lab.careless:CARE", "tests.lab.careless:IDLE", "tests.lab.careless:Careless"


def training(names: tuple[str, ...] = (NAME,), **other: Any) -> Training:
    fields: dict[str, Any] = {
        "game": "nightfighter", "seat": "player", "bot": BOT, "names": names,
        "opponents": ("plain", "random"), "scenarios": ("3",), "options": {}, "generations": 3, "population": 4,
        "games": 6, "pairs": 40, "claim": 0.2, "seed": "t", "start": checked(names),
    }  # fmt: skip
    return Training(**{**fields, **other})


def plays(study: Study, folder: Path) -> None:
    for _ in run(Ledger(folder, study), 1, stop_of(study)):
        pass


def test_the_constants_hold_for_the_game_and_are_what_they_were_afterwards() -> None:
    bots = {"player": BOT, "umpire": "plain"}
    careful = Fixture("nightfighter", "3", bots, constants={NAME: 1.0})
    seeds = [f"c{n}" for n in range(8)]
    kills = [
        sum(play(one, seed).result["kills"] for seed in seeds) for one in (careful, Fixture("nightfighter", "3", bots))
    ]
    assert kills[0] > kills[1] and careless.CARE == 0.02


def test_training_and_judging_seeds_have_nothing_in_common() -> None:
    made = training()
    search = made.search()
    first = made.generation(search)
    search.learn([0.0] * 4)
    studies = [first, made.generation(search), made.judgement({NAME: 0.5})]
    seeds = [{study.task(index)[1] for index in range(study.size)} for study in studies]
    assert not seeds[0] & seeds[1] and not (seeds[0] | seeds[1]) & seeds[2]


def test_every_candidate_meets_every_opponent_on_the_same_seeds() -> None:
    study = training().generation(training().search())
    assert {(cell.name.split()[0], cell.seats["umpire"]) for cell in study.cells} == {
        (str(n), umpire) for n in range(4) for umpire in ("plain", "random")
    }
    by_candidate: dict[str, list[str]] = {}
    for index in range(study.size):
        by_candidate.setdefault(study.place(index)[0].name.split()[0], []).append(study.task(index)[1])
    assert len({tuple(seeds) for seeds in by_candidate.values()}) == 1


def test_a_constant_that_is_off_is_found_and_proven(tmp_path: Path) -> None:
    made = training(generations=5, games=8)
    learned = list(train(made, tmp_path, plays))
    found = learned[-1].constants
    assert found[NAME] > 2 * careless.CARE
    stands = judge(made, {NAME: 1.0}, tmp_path, plays)
    assert stands.verdict is True and stands.difference.low > 0


def test_a_constant_that_does_nothing_is_not_proven(tmp_path: Path) -> None:
    made = training((NOTHING,))
    assert judge(made, {NOTHING: 2.0}, tmp_path, plays).verdict is False


def test_candidates_may_be_ranked_by_kills_and_losses() -> None:
    result = {"kills": 3, "losses": 1, "level": "loss"}
    rows = [{"cell": f"{number} plain 3", "scores": {"player": 0.0}, "result": result} for number in (0, 0, 1)]
    rows[2] = {**rows[2], "result": {**result, "losses": 2}}
    made = training(worth=(("result.kills", 1.0), ("result.losses", -0.5)))
    assert candidate_scores(made, rows) == [2.5, 2.0]
    assert candidate_scores(training(), rows) == [0.0, 0.0]
    assert made.generation(made.search()).metrics == ("result.kills", "result.losses")
    assert weighed("result.level=win=2") == ("result.level=win", 2.0)


def test_stopped_anywhere_it_comes_to_the_same(tmp_path: Path) -> None:
    whole = list(train(training(), tmp_path / "whole", plays))

    class Enough(Exception):
        pass

    count = 0

    def stops(study: Study, folder: Path) -> None:
        nonlocal count
        for _ in run(Ledger(folder, study), 1):
            count += 1
            if count == 60:
                raise Enough

    with pytest.raises(Enough):
        list(train(training(), tmp_path / "stopped", stops))
    assert list(train(training(), tmp_path / "stopped", plays)) == whole
    for generation in ("generation-000", "generation-001", "generation-002"):
        pair = [(tmp_path / one / generation / ROWS).read_bytes() for one in ("whole", "stopped")]
        assert pair[0] == pair[1] and whole_rows(tmp_path / "whole" / generation / ROWS)


def test_the_constants_of_a_player_are_listed() -> None:
    found = constants_of("nightfighter", "player", "standard")
    assert len(found) > 5 and all(isinstance(value, float) and value > 0 for value in found.values())
    assert checked(list(found)) == tuple(found.values())


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("tests.lab.careless:NOWHERE", "lab.no_constant"),
        ("nowhere:CARE", "lab.no_constant"),
        ("CARE", "lab.no_constant"),
        ("viermot.lab.tables:annotations", "lab.bad_constant"),
        ("viermot.lab.plots:WIDTH", "lab.bad_constant"),
    ],
)
def test_what_cannot_be_tuned_is_refused(name: str, key: str) -> None:
    with refused(key):
        checked([name])


def test_constants_are_judged_as_they_would_be_written_down() -> None:
    assert rounded({"a": 0.123456, "b": 123.456, "c": 12.34567}) == {"a": 0.1235, "b": 123.5, "c": 12.35}


WORDS = ["tune", "nightfighter", "player", BOT, "--constant", NAME, "--scenario", "3"]
WORDS += [
    "--against",
    "plain",
    "--generations",
    "2",
    "--population",
    "4",
    "--games",
    "2",
    "--pairs",
    "30",
    "--jobs",
    "1",
]


def test_the_command_lists_tunes_judges_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["tune", "nightfighter", "player", "standard"]) == 0
    assert "bots.flying:PATIENCE" in capsys.readouterr().out
    words = [*WORDS, "--out", str(tmp_path)]
    told = laboratory.play_on

    def interrupted(study: Study, args: Any, folder: Path) -> None:
        if folder.name == "generation-001":
            raise laboratory.Stopped
        told(study, args, folder)

    monkeypatch.setattr(laboratory, "play_on", interrupted)
    assert cli.main(words) == 1
    assert "generation 1 of 2" in capsys.readouterr().out
    monkeypatch.setattr(laboratory, "play_on", told)
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert "SPRT(0, 0.03)" in said and "points of score in a hundred" in said and "0.02 ->" in said
    found = json.loads((tmp_path / "found.json").read_text())
    assert list(found["found"]) == [NAME] and isinstance(found["proven"], bool)
    assert cli.main([*words, "--seed", "another"]) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["--population", "5"],
        ["--population", "2"],
        ["--claim", "0"],
        ["--generations", "0"],
        ["--constant", "a:B"],
        ["--worth", "kills=1"],
        ["--worth", "result.kills"],
        ["--worth", "result.kills=much"],
    ],
)
def test_bad_usage_is_a_sentence(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*WORDS, *words, "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("viermot: ")


@pytest.fixture(autouse=True)
def _as_they_were() -> Iterator[None]:
    yield
    assert (careless.CARE, careless.IDLE) == (0.02, 0.5)


def test_a_declaration_is_kept_whole() -> None:
    said = training().said()
    assert Training(**{name: tuple(v) if isinstance(v, list) else v for name, v in said.items()}) == training()
    assert replace(training(), seed="x").said() != said
