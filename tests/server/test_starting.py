"""What a player is told when the server cannot start: one sentence, about the right thing."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from viermot.cli import main
from viermot.server.serving import LOOPBACK, free_socket
from viermot.server.store import Store, url_of


def told(capsys: Any, *words: str) -> str:
    """The one sentence that a command ends with."""
    assert main([*words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1, said
    return str(said.err)


@pytest.mark.parametrize("words", [("open", "--no-browser"), ("serve",), ("serve", "--workers", "2")])
def test_a_port_in_use_is_named(capsys: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    with free_socket(LOOPBACK, 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        database = (
            "postgresql://me:secret@127.0.0.1:1/none" if "--workers" in words else str(tmp_path / "games.sqlite3")
        )
        said = told(capsys, *words, "--port", port, "--database", database)
    assert f"Port {port}" in said and "--port" in said


def test_an_impossible_port_is_named(capsys: Any, tmp_path: Path) -> None:
    said = told(capsys, "open", "--no-browser", "--port", "99999", "--database", str(tmp_path / "games.sqlite3"))
    assert "Port 99999" in said and ".." not in said


def test_a_data_folder_that_cannot_be_made_is_named(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    said = told(capsys, "open", "--no-browser")
    assert str(tmp_path / "file") in said and "Port" not in said


@pytest.mark.parametrize("command", [("open", "--no-browser"), ("games-of", "local")])
def test_a_damaged_database_is_reported_in_a_sentence(capsys: Any, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "games.sqlite3"
    Store(url_of(str(path))).close()
    content = bytearray(path.read_bytes())
    content[4096 : 12 * 4096] = random.Random("damage").randbytes(11 * 4096)
    path.write_bytes(content)
    said = told(capsys, *command, "--database", str(path))
    assert f"{path} cannot be opened" in said and "sqlite:///" not in said


def test_a_database_that_is_not_there_is_named(capsys: Any) -> None:
    said = told(capsys, "serve", "--workers", "2", "--port", "0", "--database", "postgresql://me:secret@127.0.0.1:1/x")
    assert "127.0.0.1" in said and "secret" not in said


def test_every_game_is_loaded_with_its_bots_before_there_are_threads(tmp_path: Path) -> None:
    """Two threads that import a package at the same time may see half of it each."""
    program = (
        "import sys\n"
        "from viermot.kernel import registry\n"
        "from viermot.server.app import create_app\n"
        "from viermot.server.config import Config\n"
        "create_app(Config(database=sys.argv[1]))\n"
        "loaded = set(sys.modules)\n"
        "for name in registry.names():\n"
        "    for seat in registry.game(name).seats:\n"
        "        registry.game(name).bots(seat)\n"
        "print(*sorted(set(sys.modules) - loaded))\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "games.sqlite3")], capture_output=True, text=True
    )
    assert (found.stdout.strip(), found.stderr) == ("", "")
