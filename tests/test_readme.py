"""What README.md says works: its code and commands run; targets and links in all documents lead somewhere."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

import viermot
from viermot.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
EXAMPLES = [text for language, text in BLOCKS if language == "python"]
LINES = [line.split("  #")[0].strip() for language, text in BLOCKS if not language for line in text.splitlines()]
COMMANDS = [line.removeprefix(".venv/bin/") for line in LINES if re.match(r"(\.venv/bin/)?viermot ", line)]
PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", *(f"docs/{path.name}" for path in ROOT.glob("docs/*.md"))]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the file that the commands speak of: a finished game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # who plays leaves at once
    over = viermot.new_game("nightfighter", "1", seats={"player": "random", "umpire": "random"}, seed="readme")
    over.save("game.json")
    return tmp_path


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLES) >= 1 and len(COMMANDS) >= 10


@pytest.mark.parametrize("example", EXAMPLES)
def test_code_in_the_readme_runs(example: str, desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "README.md", "exec"), {})
    assert "'level'" in capsys.readouterr().out, "the result is printed"


def test_commands_in_the_readme_run(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order they stand there: some work on what others before them wrote."""
    for command in COMMANDS:
        words = shlex.split(command.replace("--games 100", "--games 2"))[1:]
        code = main(words)
        told = capsys.readouterr()
        assert (code, told.err) == (0, ""), command


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_named_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = re.findall(r"(?:`|^|\s{2,})make ([a-z]+)\b", text, re.MULTILINE)
    assert set(named) <= targets


@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_file_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    if page in ("README.md", "CONTRIBUTING.md"):
        links += re.findall(r"`(docs/[\w./-]+|[A-Z_]+\.md)`", text)
    folder = (ROOT / page).parent
    assert [link for link in links if not ((folder / link).exists() or (ROOT / link).exists())] == []
