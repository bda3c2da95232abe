"""A game from outside this tree (examples/lamplight, docs/adding_a_game.md): a wheel, in a fresh environment.

It plays with its own words, bots, terminal board, fuzz policy, title and art, and nothing in Viermot names it.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import Server
from tests.support.server import Client, play_to_the_end
from tools import release
from viermot import text
from viermot.cli import main
from viermot.fuzz import fuzz
from viermot.kernel import registry
from viermot.kernel.agenda import NAMES, STEPS
from viermot.kernel.contract import check_game

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "lamplight"
WALK = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")


# -- in this process: quick, and always ------------------------------------------------------------------------


class Found:
    """What the registry finds of an installed game."""

    name = "lamplight"

    def load(self) -> object:
        import lamplight

        return lamplight.GAME


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example stands among the games, as if it were installed."""
    caches = (registry.game, text._text, text.has, text._folder, text._translations, text._catalogue)
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    games = {**registry._installed(), "lamplight": Found()}
    monkeypatch.setattr(registry, "_installed", lambda: games)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()
    for name in [name for name in STEPS if name.startswith("lamplight.")]:
        del NAMES[STEPS.pop(name)]
    for name in [name for name in sys.modules if name.partition(".")[0] == "lamplight"]:
        del sys.modules[name]


def test_it_keeps_the_contract_and_survives_its_own_fuzzer(beside: None) -> None:
    assert check_game(registry.game("lamplight"), games=4).games == 8
    assert fuzz("lamplight", games=10).ok


def test_it_is_played_in_the_terminal(
    beside: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n" + "1\n" * 20))
    assert main(["play", "lamplight", "--scenario", "short", "--seat", "crew=standard", "--seed", "x"]) == 0
    shown = capsys.readouterr().out
    assert "  1 2 3 4 5\n  . . @ . .\n" in shown and "The lamp lights lane 2. [2.2a]" in shown
    assert "the crew has won" in shown


def test_the_walk_quotes_every_file_of_the_example() -> None:
    """Each is named there, and each passage of code in the walk stands in one of them word for word."""
    files = [path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert [str(path.relative_to(EXAMPLE)) for path in files if path.name not in WALK] == []
    texts = [path.read_text(encoding="utf-8") for path in files]
    passages = re.findall(r"^```(?:python|toml|csv|po)\n(.*?)^```", WALK, re.MULTILINE | re.DOTALL)
    assert len(passages) >= 5
    for passage in passages:
        assert any(passage in text for text in texts), passage


# -- as a wheel ----------------------------------------------------------------------------------------------------


def reachable() -> bool:
    """Can pip fetch anything here?"""
    asked = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--no-deps", "msgspec"]
    return subprocess.run(asked, capture_output=True, timeout=120).returncode == 0


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that has our wheel, and the example's made from a copy elsewhere."""
    if not reachable():
        pytest.skip("no package registry can be reached: the outside game is not installed as a wheel")
    folder = tmp_path_factory.mktemp("outside")
    copy = Path(shutil.copytree(EXAMPLE, folder / "lamplight"))
    wheels = folder / "wheels"
    release.build(wheels, ROOT, "--wheel")
    release.build(wheels, copy, "--wheel")
    return release.fresh_environment(folder / "fresh", *sorted(wheels.glob("*.whl")))


def test_as_a_wheel_it_passes_its_own_tests_and_the_fuzzer(installed: Path, tmp_path: Path) -> None:
    tests = (EXAMPLE / "tests" / "test_lamplight.py").read_text(encoding="utf-8")
    calls = "\n".join(f"{name}()" for name in re.findall(r"^def (test_\w+)", tests, re.MULTILINE))
    ran = subprocess.run([installed, "-I", "-c", f"{tests}\n{calls}"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "lamplight" in [game["name"] for game in json.loads(release.run(installed, "games", "--json", cwd=tmp_path))]
    assert "0 faults" in release.run(installed, "fuzz", "lamplight", "--games", "10", cwd=tmp_path)
    release.run(installed, "auto", "lamplight", "--games", "2", cwd=tmp_path)


def test_as_a_wheel_it_is_played_on_the_page_with_its_own_title_and_art(installed: Path, tmp_path: Path) -> None:
    server = Server(tmp_path / "games.sqlite3", python=installed)
    try:
        me = Client(server.address.rstrip("/"))
        ours = {game["name"]: game for game in me.get("/api/games")}["lamplight"]
        assert (ours["title"], [seat["title"] for seat in ours["seats"]]) == (
            "Lamplight",
            ["raider", "searchlight crew"],
        )
        art = me.http.get("/api/static/lamplight/art")
        assert art.headers["content-type"] == "image/svg+xml"
        assert art.content == (EXAMPLE / "src" / "lamplight" / "art.svg").read_bytes()
        table = me.table("short", game="lamplight", seats={"raider": "me", "crew": "bot:standard"})
        assert me.my_turn(table, "raider")["decision"]["prompt"] == "Which lane?"
        end = play_to_the_end(me, table, "raider")
        assert end["result"]["level"] in ("caught", "through") and me.get(f"/api/tables/{table}/verify")["fair"]
        me.close()
    finally:
        server.stop()
