"""Programs that speak the engine protocol, in both directions: a client that plays, a player that is asked."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from viermot.cli import main
from viermot.kernel import registry
from viermot.kernel.user_error import UserError
from viermot.lab import programs
from viermot.lab.games import Fixture, play

PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"
NODE = shutil.which("node")
in_node = pytest.mark.skipif(NODE is None, reason="Node.js is not there: the examples in JavaScript are not run")
PLAYER = f"engine:{NODE} {PROGRAMS / 'player.mjs'}"
# A player in Python that writes down all it is told and answers as it is bidden.
SPY = """
import json, sys
written = open(sys.argv[1], "a")
for line in sys.stdin:
    asked = json.loads(line)
    print(line.strip(), file=written, flush=True)
    told = {"v": 1, "type": asked["type"], "wants": ["perspective", "events", "prompt"]}
    if asked["type"] == "choose":
        told["option"] = BIDDEN
    print(json.dumps(told), flush=True)
"""


@pytest.fixture(autouse=True)
def _goodbye() -> Iterator[None]:
    yield
    programs.close_all()


def spy(folder: Path, bidden: str) -> tuple[str, Path]:
    """The command of a spy that answers so, and the file it writes."""
    script, told = folder / "spy.py", folder / "told.jsonl"
    script.write_text(SPY.replace("BIDDEN", bidden), encoding="utf-8")
    return f"engine:{sys.executable} {script} {told}", told


def conversation(told: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()]


@in_node
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("nightfighter", ["--seat", "player", "--scenario", "3"]),
        ("nightfighter", ["--seat", "player", "--seat", "umpire", "--scenario", "1"]),
        ("solitaire", ["--seat", "player", "--scenario", "1"]),
        ("bomber_command", ["--seat", "german", "--scenario", "berlin"]),
        (
            "interceptor",
            ["--seat", "pilot1", "--scenario", "1", "--options", '{"10.1": "competitive", "pilots": 2}'],
        ),
    ],
)
def test_a_client_in_another_language_plays_whole_games_of_several_kinds(game: str, words: list[str]) -> None:
    engine = [sys.executable, "-m", "viermot.cli", "engine", game]
    asked = [str(NODE), str(PROGRAMS / "client.mjs"), game, *words, "--seed", "7", "--", *engine]
    ran = subprocess.run(asked, capture_output=True, text=True, timeout=240)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["game"] == game and told["decisions"] > 2 and told["events"] > 2 and told["code"] == 0
    assert told["result"]
    assert told["proof"]["key"] and told["proof"]["commitment"]


@in_node
def test_a_program_in_another_language_plays_a_match_and_the_same_seed_is_the_same_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = []
    for name in ("once", "again"):
        out = str(tmp_path / name)
        words = ["match", "nightfighter", PLAYER, "random", "--in", "player", "--scenario", "3"]
        assert main([*words, "--pairs", "3", "--jobs", "1", "--out", out]) == 0
        rows.append((tmp_path / name / "rows.jsonl").read_bytes())
        programs.close_all()
    assert rows[0] == rows[1]
    assert "player.mjs" in capsys.readouterr().out
    first = [json.loads(line) for line in rows[0].splitlines()]
    assert len(first) == 6 and first[0]["seats"]["player"] == PLAYER


@in_node
def test_two_programs_play_each_other() -> None:
    ended = play(Fixture("bomber_command", "berlin", {"british": PLAYER, "german": PLAYER}), "two programs")
    module = registry.game("bomber_command")
    assert sum(module.score(ended.result, seat) for seat in module.seats) == 1.0
    assert len(programs._running) == 2


def test_a_program_is_told_what_its_seat_may_know_and_nothing_else(tmp_path: Path) -> None:
    options = 'asked["decision"]["options"]'
    command, told = spy(tmp_path, f'asked["decision"]["default"] or {options}[len({options}) // 2]')
    module = registry.game("nightfighter")
    ended = play(Fixture("nightfighter", "8", {"player": command, "umpire": "standard"}), "spied upon")
    heard = conversation(told)
    assert [each["type"] for each in heard[:3]] == ["hello", "new", "choose"]
    assert {each["type"] for each in heard[2:]} == {"choose"}
    assert set(heard[0]) == {"v", "type", "game", "seat"} and set(heard[1]) == {"v", "type", "seat", "scenario", "seed"}
    chosen = heard[2:]
    assert len(chosen) > 3
    assert [each["decision"]["number"] for each in chosen] == list(range(len(chosen)))
    events = [event for each in chosen for event in each["events"]]
    assert [event["number"] for event in events] == list(range(len(events)))
    for each in chosen:
        assert each["perspective"]["seat"] == "player" and "umpire" not in each["perspective"]
        assert each["decision"]["prompt"] and len(each["decision"]["options"]) > 1
    assert module.score(ended.result, "player") in (0.0, 1.0)
    assert "spied upon" not in told.read_text(encoding="utf-8"), "who knows the game's seed knows its dice"


def test_an_answer_that_is_not_legal_is_refused_with_its_reason_and_asked_again(tmp_path: Path) -> None:
    command, told = spy(tmp_path, 'asked["decision"]["options"][0] if "refused" in asked else "xyzzy"')
    assert play(Fixture("nightfighter", "1", {"player": command, "umpire": "plain"}), "again").result
    refused = [each["refused"] for each in conversation(told) if "refused" in each]
    assert refused and all(each["message"] for each in refused)


@pytest.mark.parametrize("bidden", ["'xyzzy'", "sys.exit()", "print('{')"])
def test_a_program_that_cannot_answer_ends_the_match_with_a_sentence(tmp_path: Path, bidden: str) -> None:
    command, _ = spy(tmp_path, bidden)
    with pytest.raises(UserError) as failed:
        play(Fixture("nightfighter", "1", {"player": command, "umpire": "plain"}), "wrong")
    assert "spy.py" in failed.value.text("en")


def test_a_program_that_is_not_there_is_told_of() -> None:
    with pytest.raises(UserError) as failed:
        play(Fixture("nightfighter", "1", {"player": "engine:no-such-program", "umpire": "plain"}), "nobody")
    assert "no-such-program" in failed.value.text("en")


def test_a_program_that_is_silent_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PATIENCE", 0.5)
    script = tmp_path / "silent.py"
    script.write_text("import sys\nfor line in sys.stdin:\n    pass\n", encoding="utf-8")
    with pytest.raises(UserError) as failed:
        play(Fixture("nightfighter", "1", {"player": f"engine:{sys.executable} {script}", "umpire": "plain"}), "silent")
    assert "silent.py" in failed.value.text("en")
