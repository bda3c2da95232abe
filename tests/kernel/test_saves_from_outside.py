"""Saves from outside, made by somebody who has the key: refused in one sentence, or played on."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.support.files_tried import in_one_sentence, one_save
from tests.support.mutated_saves import resealed
from viermot import load, new_game
from viermot.kernel import saves
from viermot.kernel.dice import DiceMismatch, ReplayedDice
from viermot.kernel.saves import SaveError

SAMPLE = 250


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    session = new_game("solitaire", "1", seed="outside")
    for _ in range(12):
        if session.pending:
            session.decide(0)
    found: dict[str, Any] = json.loads(saves.dump(session))
    return found


def refusal(raw: dict[str, Any], folder: Path) -> SaveError:
    path = folder / "save.json"
    path.write_text(json.dumps(raw))
    with pytest.raises(SaveError) as told:
        load(path)
    assert in_one_sentence(told.value) is None
    return told.value


@pytest.mark.parametrize("index", range(SAMPLE))
def test_a_mutant_is_refused_in_one_sentence_or_plays_on(index: int) -> None:
    found = one_save(index, "sample")
    assert found["end"] != "fault", found


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("marks", {"player": 5}),
        ("marks", {"player": [5]}),
        ("marks", {"player": ["x" * 10_000]}),
        ("marks", {"player": ["x"] * 100_000}),
        ("marks", ["x"]),
        ("streams", {"tally": -1}),
        ("streams", {"tally": 10**30}),
        ("streams", {"tally": "1"}),
        ("bot_streams", {"player": 2**70}),
        ("seats", {"player": 7}),
        ("options", []),
        ("options", {"28.1": 1.5}),
        ("options", {"x": [[[[[[[[1]]]]]]]]}),
        ("scripted", "yes"),
        ("key", "zz"),
        ("keys", [5]),
        ("state", 5),
        ("state", "🂡"),
        ("log", []),
        ("log", [["start", "", "", "", []]] * 2),
        ("log", [["decide", "", "", "", []]]),
        ("log", [["start", "", "", "", [["x", 6, [7]]]]]),
        ("log", [["start", "", "", "", [["x", 0, [0]]]]]),
        ("log", [["start", "", "", "", [["x", 6, [True]]]]]),
        ("log", [["start", "", "", "", "x"]]),
        ("log", {"x": 1}),
    ],
)
def test_every_part_is_held_against_its_form(whole: dict[str, Any], part: str, value: Any, tmp_path: Path) -> None:
    assert refusal(resealed({**whole, part: value}), tmp_path).key == "save.damaged"


def test_a_cache_that_unfolds_without_end_takes_no_memory(whole: dict[str, Any], tmp_path: Path) -> None:
    bomb = base64.b85encode(zlib.compress(b"0" * 300_000_000, 9)).decode()
    raw = resealed({**whole, "state": bomb})
    tracemalloc.start()
    told = refusal(raw, tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert told.fields["part"] == "state"
    assert peak < 60_000_000


def test_dice_that_no_die_can_show_do_not_fit(tmp_path: Path) -> None:
    session = new_game("interceptor", seed="dice")
    while not session.record[-1].dice:
        session.decide(0)
    raw = json.loads(saves.dump(session))
    raw["log"][-1][4][0][2][0] = 0 if raw["log"][-1][4][0][1] == 6 else raw["log"][-1][4][0][1]
    assert refusal(resealed(raw), tmp_path).key == "save.no_match"


def test_a_seat_that_nobody_has_cannot_be_handed_over(whole: dict[str, Any], tmp_path: Path) -> None:
    raw = json.loads(json.dumps(whole))
    raw["log"].append(["seat", "ghost", "", "random", []])
    told = refusal(resealed({**raw, "seats": {"player": None, "ghost": "random"}}), tmp_path)
    assert told.key in ("save.no_match", "save.damaged")


def test_a_position_that_breaks_is_refused_inside_a_save_as_well(tmp_path: Path) -> None:
    session = new_game("nightfighter", position='scenario = "1"\nturn = 3\n[[fighter]]\nid = 201\nat = "0710 N"\n')
    raw = json.loads(saves.dump(session))
    raw["position"] = raw["position"].replace("turn = 3", "turn = 3\nphase = 99")
    assert refusal(resealed(raw), tmp_path).key == "save.no_start"


@pytest.mark.parametrize("shown", [0, 7])
def test_a_replayed_die_has_six_faces(shown: int) -> None:
    with pytest.raises(DiceMismatch):
        ReplayedDice([("x", 6, (3, shown))]).roll(2, "x")


def test_only_what_is_in_a_cup_is_drawn() -> None:
    assert ReplayedDice([("x", 3, (2,))]).draw(3, "x") == 2
    with pytest.raises(DiceMismatch):
        ReplayedDice([("x", 3, (3,))]).draw(3, "x")
