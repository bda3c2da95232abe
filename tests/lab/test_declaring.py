"""What a file may declare besides scenarios and players: charts, packs, metrics, notes, and when to stop."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.lab.small import SMALL, played, refused
from viermot import cli
from viermot.commands import study as study_command
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab import declaring, metrics
from viermot.lab.ledger import ROWS, Ledger, whole_rows
from viermot.lab.playing import run
from viermot.lab.stopping import Precise, declared, stop_of
from viermot.lab.studies import Cell, Study, check, read_study

HEAD = 'game = "nightfighter"\nscenarios = ["3"]\ngames = 2\n'
SEATS = '[seats]\numpire = "plain"\n'


def read(folder: Path, text: str) -> Study:
    (folder / "s.toml").write_text(text)
    return declaring.read(folder / "s.toml")


def test_charts_and_packs_are_arrangements_of_their_own_and_need_no_folder_afterwards(tmp_path: Path) -> None:
    (tmp_path / "tough").mkdir()
    (tmp_path / "tough" / "bombers.toml").write_text('[[bomber]]\nname = "Lancaster I/III"\ndamage = 30\n')
    text = HEAD + 'packs = ["tough"]\n' + SEATS + '[charts]\n"bombers.toml: bomber[*].damage" = ["+0", 29]\n'
    study = read(tmp_path, text)
    assert [cell.name.partition(" ")[2] for cell in study.cells] == [
        f"bombers.toml: bomber[*].damage={value} pack={pack}" for value in ("+0", 29) for pack in ("ours", "tough")
    ]
    shutil.rmtree(tmp_path / "tough")
    played(tmp_path / "out", study)
    rows = whole_rows(tmp_path / "out" / ROWS)
    assert len({row["pack"] for row in rows}) == 4
    again = read_study(json.loads((tmp_path / "out" / "manifest.json").read_text()))
    assert again == study and again.manifest() == study.manifest()


def test_notes_are_taken_down_of_every_game(tmp_path: Path) -> None:
    study = read(tmp_path, HEAD + 'notes = ["hits", "moon.moon", "wings.span"]\n' + SEATS)
    played(tmp_path / "out", study)
    for row in whole_rows(tmp_path / "out" / ROWS):
        assert isinstance(row["noted"]["hits"], int) and row["noted"]["wings.span"] is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('metrics = ["wings"]\n', "lab.no_metric"),
        ('[charts]\n"bombers.toml: wings" = [1]\n', "lab.no_number"),
        ('[charts]\n"bombers.toml: bomber[*].damage" = ["much"]\n', "lab.no_change"),
        ('packs = ["nowhere"]\n', "error.pack"),
        ('[stop]\nmetric = "score.player"\n', "lab.bad_stop"),
        ('[stop]\nmetric = "score.player"\nwithin = 0\n', "lab.bad_stop"),
        ('[stop]\nmetric = "wings"\nwithin = 0.1\n', "lab.bad_stop"),
        ("[stop]\nwithn = 0.1\n", "lab.unknown_field"),
        ("sweep = 3\n", "lab.bad_file"),
    ],
)
def test_what_makes_no_sense_is_refused_before_the_first_game(tmp_path: Path, text: str, key: str) -> None:
    with refused(key):
        read(tmp_path, HEAD + text)


def test_options_one_at_a_time_are_those_the_scenario_knows(tmp_path: Path) -> None:
    study = read(tmp_path, HEAD + 'each = "all"\n' + SEATS)
    names = [cell.name for cell in study.cells]
    assert names[0] == "3" and len(names) > 2 and all(len(cell.options) == 1 for cell in study.cells[1:])
    two = read(tmp_path, HEAD + SEATS + "[each]\nany_date = true\n")
    assert [cell.name for cell in two.cells] == ["3", "3 any_date=True"]
    check(study)
    with refused("error.no_seat"):
        check(
            read_study(
                study.manifest() | {"cells": [{"name": "x", "scenario": "3", "seats": {"x": ""}, "options": {}}]}
            )
        )
    with pytest.raises(UserError):  # an option this scenario has no use for
        check(declaring.study("nightfighter", scenarios=["1"], options={"28.4": True}))


def rows(count: int, spread: float) -> list[JsonObject]:
    return [
        {"game": n, "scores": {"player": 0.5 + spread * (-1 if n // 2 % 2 else 1)}, "result": {}} for n in range(count)
    ]


def test_a_study_stops_when_every_arrangement_is_as_sure_as_was_declared() -> None:
    stop = declared({"metric": "score.player", "within": 0.05, "least": 20})
    study = Study(SMALL.question, SMALL.game, SMALL.cells, 1000, "s", stop=stop)
    precise = stop_of(study)
    assert isinstance(precise, Precise)
    assert not precise(rows(38, 0.0)) and not precise(rows(39, 0.0))  # not before `least`, nor in mid-round
    assert not precise(rows(40, 0.0))  # twenty games that came out alike do not make the next one certain
    assert precise(rows(160, 0.0)) and not precise(rows(160, 0.4)) and precise(rows(800, 0.4))
    assert not precise(rows(41, 0.0)) and not precise(rows(42, 0.0))  # mid-round, and not a place where it looks
    one_unsure = [row if n % 2 else {**row, "scores": {"player": n % 4 / 2}} for n, row in enumerate(rows(40, 0.0))]
    assert not precise(one_unsure)


def test_stopping_is_the_same_on_one_process_and_on_two(tmp_path: Path) -> None:
    stop = declared({"metric": "result.turns", "within": 50.0, "least": 20})
    study = Study("?", SMALL.game, SMALL.cells[1:], 60, "s", stop=stop)
    tables = []
    for jobs in (1, 2):
        found = list(run(Ledger(tmp_path / str(jobs), study), jobs, stop_of(study)))
        assert len(found) == 20
        tables.append((tmp_path / str(jobs) / ROWS).read_bytes())
    assert tables[0] == tables[1]


def test_a_metric_is_found_where_it_stands_and_nowhere_else() -> None:
    row: JsonObject = {
        "scores": {"player": 1}, "noted": {"card.name": "x", "card": 3}, "result": {"vp": {"net": 2}, "survived": True},
        "decisions": 9, "rolls": 4,
    }  # fmt: skip
    wanted = {"score.player": 1, "score.umpire": None, "noted.card": 3, "noted.card.name": None, "result.vp.net": 2,
              "result.survived": 1, "result.survived=True": 1, "rolls": 4, "noted.card.name=x": 1}  # fmt: skip
    assert {name: metrics.value_of(row, name) for name in wanted} == wanted
    assert all(metrics.is_metric(name) for name in wanted) and not metrics.is_metric("kills")


def test_a_manifest_of_the_first_format_is_still_read() -> None:
    cells = [{"name": "3", "scenario": "3", "seats": {"player": "standard", "umpire": "plain"}, "options": {}}]
    old = {"format": 1, "viermot": "0.1", "question": "?", "game": "nightfighter", "rules": "1", "pack": "x",
           "seed": "s", "games": 3, "cells": cells, "test": {}}  # fmt: skip
    assert read_study(old) == Study("?", "nightfighter", (Cell(**cells[0]),), 3, "s")


FILE = """
question = "as you like it?"
game = "nightfighter"
scenarios = ["3", "4B"]
games = 7
seed = "said"
metrics = ["score.player", "result.kills"]
notes = ["moon.moon"]
packs = ["mine"]
[seats]
player = ["novice", "standard"]
umpire = "plain"
[options]
any_date = true
[sweep]
"28.4" = [false, true]
[each]
"28.1" = false
"28.5" = true
[charts]
"tables.toml: hits.least[*]" = ["+0", "+1"]
"bombers.toml: bomber[Lancaster I/III].damage" = [3, 4]
[stop]
metric = "score.player"
within = 0.02
least = 7
"""
FLAGS = [
    "nightfighter", "--question", "as you like it?", "--scenario", "3", "--scenario", "4B", "--games", "7",
    "--seed", "said", "--metric", "score.player", "--metric", "result.kills", "--note", "moon.moon",
    "--seat", "player=novice", "--seat", "player=standard", "--seat", "umpire=plain", "--option", "any_date=true",
    "--sweep", "28.4", "--each", "28.1=false", "--each", "28.5", "--within", "0.02",
    "--chart", "tables.toml: hits.least[*]=+0,+1", "--chart", "bombers.toml: bomber[Lancaster I/III].damage=3,4",
]  # fmt: skip


def test_flags_can_say_everything_that_a_file_can(tmp_path: Path) -> None:
    """Every field of a declaration, said both ways, is the same study."""
    assert {line.partition(" = ")[0].strip("[]") for line in FILE.splitlines()} >= set(declaring.FIELDS)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bombers.toml").write_text('[[bomber]]\nname = "Lancaster I/III"\ndamage = 30\n')
    args = cli.build_parser().parse_args(["study", *FLAGS, "--pack", str(tmp_path / "mine")])
    assert study_command.declared(args).manifest() == read(tmp_path, FILE).manifest()
