"""The box of the solitaire game: diagrams, changes, packs of an owner's own, provenance."""

from __future__ import annotations

from pathlib import Path

import pytest

import viermot
from viermot.games.solitaire import GAME, components
from viermot.kernel import packs
from viermot.kernel.packs import PackError


def pack(folder: Path, file: str, text: str) -> Path:
    (folder / file).write_text(text, encoding="utf-8")
    return folder


def test_the_built_in_box_makes_sense_and_says_where_it_comes_from() -> None:
    box = components.load()
    assert components.check(box) == []
    assert len(box.low) == 6 and len(box.moderate) == 18
    marks = {(mark.file, mark.key): mark.status for mark in box.provenance()}
    assert marks["uncertainty.toml", "low"] == marks["uncertainty.toml", "moderate"] == "pinned"
    assert marks["entry.toml", "columns"] == "published" and marks["changes.toml", "2C"] == "published"
    assert not any(file in ("chits.toml", "scenarios/09.toml", "scenarios/10.toml") for file in box.tables)


def test_every_change_names_its_rule_and_speaks_both_languages() -> None:
    box = components.load()
    assert {change.id for change in box.changes.values()} == {"2C", "4G", "4H", "6C", "6H", "7", "8F"}
    for change in box.changes.values():
        assert change.rule in GAME.rulebook and set(change.text) == {"en", "pl"}
        assert box.scenarios[change.id].special["pl"]


def test_an_owner_may_lay_other_columns_over_ours(tmp_path: Path) -> None:
    own = pack(tmp_path, "entry.toml", "[columns]\nodd = [1, 2, 5]\n")
    s = viermot.new_game("solitaire", "4C", seed="own", pack=own)
    s.decide(0)
    entered = next(event for event in s.events("player") if event.kind == "wave_enters")
    assert entered.data["columns"] == [1, 2, 5]
    assert s.setup.pack != components.load().hash


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        (
            "uncertainty.toml",
            '[low]\ncell = [{ dice = "1", columns = 0, rows = 0 }]\n',
            "must have this many different hexes: 6",
        ),
        ("changes.toml", '[[change]]\nid = "99"\nrule = "SC2C"\ntext = { en = "x" }\n', "there is no such scenario"),
        (
            "changes.toml",
            '[[change]]\nid = "8D"\nrule = "SC2C"\ntext = { en = "x" }\nentry = [{ turns = "later", count = 1 }]\n',
            "not a list of numbers",
        ),
        ("chits.toml", "x = 1\n", "is not used in the solitaire game"),
        ("entry.toml", "[columns]\nodd = [1, 2]\n", "odd"),
    ],
)
def test_a_bad_pack_is_refused_with_file_and_reason(tmp_path: Path, file: str, text: str, reason: str) -> None:
    with pytest.raises(PackError) as wrong:
        components.load(pack(tmp_path, file, text))
    assert file in str(wrong.value) and reason in str(wrong.value)


def test_export_writes_what_can_be_laid_over_again(tmp_path: Path) -> None:
    files = {path.relative_to(tmp_path).as_posix() for path in GAME.export_pack(tmp_path)}
    assert {"uncertainty.toml", "entry.toml", "changes.toml", "fighters.toml", "scenarios/04.toml"} <= files
    assert components.load(tmp_path).scenarios.keys() == components.load().scenarios.keys()


def test_odd_data_is_complained_about(tmp_path: Path) -> None:
    own = pack(tmp_path, "entry.toml", "[columns]\nodd = [3, 9, 15]\n")
    assert list(map(str, components.check(components.load(own)))) == [
        "entry.toml, columns: odd and even turns share a column"
    ]


def test_a_scenario_of_ones_own() -> None:
    box = components.load()
    row = {key: value for key, value in box.tables["scenarios/03.toml"].items() if key != "variant"} | {"id": "N1"}
    with pytest.raises(PackError, match="the key title is missing"):
        components.with_scenario(box, row)
    row |= {"title": {"en": "Mine"}, "background": "A night of one's own."}
    own = components.with_scenario(box, row)
    assert own.scenarios["N1"].attackers == box.scenarios["3"].attackers and own.hash != box.hash
    assert own.scenarios["N1"].title == {"en": "Mine"}
    assert own.scenarios["N1"].background == {"en": "A night of one's own."}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[reality]\nof_three = 4\n", "reality: a counter is likelier to be the bomber where more are left"),
        ("[search]\nrefines = 6\n", "search: a counter is easier to track than to refine"),
        ("[jamming]\nlight = 5\n", "jamming: light jamming is worse than heavy"),
    ],
)
def test_odd_dice_of_a_search_are_complained_about(tmp_path: Path, text: str, complaint: str) -> None:
    own = pack(tmp_path, "uncertainty.toml", text)
    assert list(map(str, components.check(components.load(own)))) == [f"uncertainty.toml, {complaint}"]


def test_an_older_pack_without_the_dice_of_a_search_has_ours() -> None:
    box = components.load()
    old = {file: table for file, table in box.tables.items() if file != "tables.toml"}
    old["uncertainty.toml"] = {key: old["uncertainty.toml"][key] for key in ("low", "moderate")}
    read = components.load_content(packs.content(old))
    assert (read.reality, read.search, read.jammed, read.book) == (box.reality, box.search, box.jammed, box.book)
    assert read.hash == packs.pack_hash(old) != GAME.pack_hash(box)
    assert len(GAME.former_packs) == 4 and all(GAME.pack_matches(box, former) for former in GAME.former_packs)
