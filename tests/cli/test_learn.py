"""`viermot learn`: the list of lessons, and a lesson in the terminal with the coach's lines in the stream."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from viermot.kernel import lessons
from viermot.text import message

FIRST = lessons.every()[0]


def learn(folder: Path, *words: str, lines: list[str] | None = None) -> str:
    """What the command says, with everything it keeps in a folder of the test's."""
    home = {**os.environ, "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    ran = subprocess.run(
        [sys.executable, "-m", "viermot", "learn", *words],
        input="\n".join(lines or []) + "\n", capture_output=True, text=True, timeout=120, env=home,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return " ".join(ran.stdout.split())


@pytest.mark.skipif(sys.platform != "linux", reason="where a player's data is kept differs")
def test_a_lesson_is_won_in_the_terminal_and_ticked_off(tmp_path: Path) -> None:
    assert "* nightfighter first" not in learn(tmp_path)
    answers = [step.answer for step in FIRST.step]
    wrong = [*answers[:5], "none", "back", *answers[5:]]
    told = learn(tmp_path, FIRST.game, FIRST.id, lines=wrong)
    assert "Coach, 1 of 11: A bomber is out there" in told
    assert "Coach: Without a tally there is no attack" in told and "`back` goes back to step 6." in told
    assert "Back at step 6." in told and "Coach: Shot down: your first victory." in told
    assert "Next: `viermot learn" in told
    assert "* nightfighter first" in learn(tmp_path)


def test_a_lesson_with_order_sheets_is_won_in_the_terminal(tmp_path: Path) -> None:
    """The coach says what to type, sheets included."""
    lesson = next(each for each in lessons.every() if any(step.sheet for step in each.step))
    typed = [f"sheet {step.answer}".removesuffix(" none") if step.sheet else step.answer for step in lesson.step]
    told = learn(tmp_path, lesson.game, lesson.id, lines=typed)
    sheet = next(line for line in typed if line.startswith("sheet "))
    assert sheet in told, "the coach's own words"
    assert message(lesson.key("won"), "en") in told


def test_the_coach_speaks_the_reader_s_language(tmp_path: Path) -> None:
    told = learn(tmp_path, FIRST.game, "--locale", "pl", lines=[FIRST.step[0].answer])
    assert "Instruktor, 1 z 11:" in told and "Instruktor, 2 z 11:" in told
