"""A warning fails the test it comes from, whoever's it is: also of a file, a socket, a loop or a process left open."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEFT_OPEN = {
    "a file": "open(__file__)",
    "a socket": "socket.socket()",
    "an event loop": "asyncio.new_event_loop()",
    "a process": "subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.DEVNULL)",
    "a coroutine": "asyncio.sleep(1)",
    "a warning of another package": "warnings.warn_explicit('old', DeprecationWarning, 'other.py', 1, 'other')",
}
TEST = """
import asyncio, gc, socket, subprocess, sys, warnings

def test_it():
    {leak}
    gc.collect()
"""


def outcome(pytester: pytest.Pytester, body: str) -> pytest.RunResult:
    """What becomes of a test with our own settings."""
    path = pytester.makepyfile(test_it=TEST.format(leak=body))
    return pytester.runpytest_subprocess("-c", ROOT / "pyproject.toml", "-p", "no:cacheprovider", path)


@pytest.mark.parametrize("what", LEFT_OPEN)
def test_what_a_test_leaves_open_fails_it(pytester: pytest.Pytester, what: str) -> None:
    assert outcome(pytester, LEFT_OPEN[what]).ret == pytest.ExitCode.TESTS_FAILED


def test_what_is_closed_fails_nothing(pytester: pytest.Pytester) -> None:
    assert outcome(pytester, "open(__file__).close(), socket.socket().close()").ret == pytest.ExitCode.OK


def test_an_exception_is_one_message_with_its_cause() -> None:
    """Who else is to be excepted from "error" names the message, its category and, in a comment, package and cause."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    first, *others = tomllib.loads(settings)["tool"]["pytest"]["ini_options"]["filterwarnings"]
    assert first == "error"
    for each in others:
        action, message, category = each.split(":", 2)
        assert action == "ignore" and len(message) > 20 and category, each
        assert f'"{each}",  # ' in settings, f"{each}: whose is it, and why?"
