"""Another language is a folder beside `en` in each game and one for the shared words: nothing else, and no code.

A copy of the package gets a made-up one, English with other vowels and marks around every sentence; a process of its
own that runs on that copy is asked for everything a reader is shown. What is plain letters there is a name or a word to
be typed, or it is English that shows through.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.made_up import CODE, NAME, OPEN, copy_of_the_package, plain_words, said

ROOT = Path(__file__).resolve().parents[1]
WORD = 3  # letters up to which a plain word tells nothing: He, JG, VII


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_package(tmp_path_factory.mktemp("made up"))


def run(package: Path, *words: str, typed: str = "") -> str:
    """A command on the copy."""
    path = os.pathsep.join([str(package.parent), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "400"}
    done = subprocess.run(
        [sys.executable, "-m", *words], input=typed, capture_output=True, text=True, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def told(package: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(package, "tests.support.speaks_made_up"))
    assert Path(found["from"]).parent == package
    return found


def unmarked(sentences: list[str]) -> list[str]:
    return [sentence for sentence in sentences if OPEN not in sentence]


def test_the_copy_has_another_folder_and_no_other_file(package: Path) -> None:
    ours = ROOT / "src" / "viermot"
    here = {path.relative_to(package) for path in package.rglob("*") if path.is_file()}
    there = {path.relative_to(ours) for path in ours.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {path.parts[-2] for path in here - there} == {CODE}
    assert all(path.parts[-3:-1] == ("locale", CODE) for path in here - there)


def test_it_is_offered_by_its_own_name(told: dict[str, Any]) -> None:
    assert told["locales"] == ["en", "pl", CODE] and told["languages"][CODE] == NAME
    assert CODE in told["server"]["me"]["locales"] and told["server"]["words"]["languages"][CODE] == NAME


def test_the_page_speaks_it(told: dict[str, Any]) -> None:
    words = told["server"]["words"]
    assert words["locale"] == CODE and len(words["words"]) > 1200 and words["words"] == told["page"]
    assert unmarked(list(words["words"].values())) == []
    assert words["words"]["lobby.hello"] == said("The air war over the Reich")


def test_every_rule_has_its_title_and_summary_in_it(told: dict[str, Any]) -> None:
    for game, sentences in told["rules"].items():
        assert len(sentences) > 100, game
        assert unmarked(sentences) == [], game


def test_lobby_and_components_speak_it(told: dict[str, Any]) -> None:
    for game, sentences in told["lobby"].items():
        assert unmarked(sentences) == [], game
    for game, titles in told["titles"].items():
        names = [
            title for id_, title in titles.items() if not (game == "interceptor" and id_.isdigit())
        ]  # units, bases
        assert names and unmarked(names) == [], game
    assert len(told["components"]) > 400 and unmarked(told["components"]) == []


def test_games_are_played_in_it(told: dict[str, Any]) -> None:
    for game, parts in told["play"].items():
        for what in ("prompts", "refusals", "events"):
            assert len(parts[what]) > 20 and unmarked(parts[what]) == [], f"{game}, {what}"


TYPED = {"main", "mosquito", "decoy", "gardening", "from", "leaving", "entering"}  # a plot, as typed


def test_what_may_be_answered_is_a_name_a_notation_or_said_in_it(told: dict[str, Any]) -> None:
    """Words in small letters are no names."""
    for game, parts in told["play"].items():
        labels = unmarked(parts["labels"])
        small = {word for label in labels for word in plain_words(label, WORD) if word.islower()}
        inside = {"done", "none", "dive"} if game == "campaign" else set()  # of the sortie, which says them itself
        assert small <= TYPED | inside, game


def test_errors_of_the_server_are_said_in_it(told: dict[str, Any]) -> None:
    assert len(told["server"]["errors"]) == 6 and unmarked(told["server"]["errors"]) == []


def test_the_terminal_speaks_it(package: Path) -> None:
    flags = ["--scenario", "1", "--seed", "a", "--locale", CODE]
    shown = run(package, "viermot.cli", "play", "nightfighter", *flags, typed="help\nrule 9.1\nstatus\nquit\n\n")
    assert shown.count(OPEN) > 50
    english = [word for line in shown.splitlines() for word in plain_words(line, WORD) if word.islower()]
    commands = {"help", "rule", "status", "quit"}  # what was typed
    assert {word for word in english if not set(word) <= set("abcdef")} <= commands, "but for hashes"


def test_names_of_scenarios_and_rules_at_the_command_line(package: Path) -> None:
    games = run(package, "viermot.cli", "--locale", CODE, "games")
    assert said("Berlin") in games and said("Downfall") in games and said("Career") in games
    assert said("Flak trigger") in run(package, "viermot.cli", "--locale", CODE, "rules", "nightfighter")


def test_help_and_complaints_of_the_command_line_are_said_in_it(package: Path) -> None:
    shown = run(package, "viermot.cli", "--locale", CODE, "play", "--help").splitlines()
    told = [line for line in shown if line and not line.startswith((" ", said("usage:")))]
    assert len(told) >= 3 and unmarked(told) == []
    assert said("show this help message and exit") in "\n".join(shown)
    path = {**os.environ, "PYTHONPATH": str(package.parent)}
    words = [sys.executable, "-m", "viermot.cli", "--locale", CODE, "play", "--nonsense"]
    done = subprocess.run(words, capture_output=True, text=True, env=path, timeout=120)
    assert done.returncode == 2 and said("unrecognized arguments: {what}").format(what="--nonsense") in done.stderr
