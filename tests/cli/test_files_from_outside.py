"""The same files on the command line and in the engine: one sentence each, and never a fault of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.mutated_files import mutated_pack, mutated_position
from tests.support.mutated_saves import mutated_save
from viermot import cli
from viermot.engine import Engine
from viermot.text import message

INTERNAL = message("error.internal", "en", kind="?", reason="?").split("?")[0]
OWN_FAULT = message("engine.internal", "en", kind="?").split("?")[0]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit code and what was said of trouble."""
    code = cli.main([*words])
    said = capsys.readouterr()
    assert INTERNAL not in said.err and "Traceback" not in said.err, said.err
    return code, said.err


@pytest.mark.parametrize("index", range(60))
def test_a_mutated_save_is_refused_in_one_line_by_every_command(
    index: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "save.json"
    path.write_bytes(mutated_save(index, "cli"))
    for command in ("position", "verify", "replay"):
        code, trouble = run(capsys, command, str(path))
        assert code == 0 or trouble.count("\n") == 1 or command == "verify"


@pytest.mark.parametrize("index", range(30))
def test_a_mutated_pack_is_never_more_than_a_complaint(
    index: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, _, files = mutated_pack(index, "cli")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    run(capsys, "data", "check", game, str(tmp_path))
    run(capsys, "data", "list", game, str(tmp_path))


@pytest.mark.parametrize("index", range(60))
def test_a_mutated_position_in_the_engine(index: int) -> None:
    game, text = mutated_position(index, "cli")
    engine = Engine(game)
    engine.answer(json.dumps({"v": 1, "type": "hello", "seat": engine.module.seats[0]}).encode())
    told = engine.answer(json.dumps({"v": 1, "type": "new", "position": text + "\n"}).encode())
    assert OWN_FAULT not in str(told), told
