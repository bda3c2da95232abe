"""A browser test has a second try, which is told; where many need one, the run fails all the same."""

from __future__ import annotations

import pytest

from tests.support.browser_plugin import BAD_LUCK

BODY = """
import pytest

seen = set()

@pytest.mark.parametrize("number", range({number}))
def test_late(number):
    if number not in seen:
        seen.add(number)
        raise AssertionError("not yet")
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    pytester.mkdir("e2e")
    monkeypatch.setattr("tests.support.browser_plugin.why_not", lambda: "")
    return pytester


def outcome(run: pytest.Pytester, body: str, folder: str = "e2e") -> pytest.RunResult:
    (run.path / folder / "test_it.py").write_text(body, encoding="utf-8")
    return run.runpytest("-p", "tests.support.browser_plugin", "-p", "no:hypothesispytest", "--import-mode=importlib")


def test_a_second_try_counts_and_is_told(run: pytest.Pytester) -> None:
    told = outcome(run, BODY.format(number=BAD_LUCK))
    assert told.ret == 0
    told.stdout.fnmatch_lines(["tried once more: *test_late?0?*not yet"])


def test_what_fails_twice_fails(run: pytest.Pytester) -> None:
    assert outcome(run, "def test_never():\n    assert False\n").ret == 1


def test_too_much_bad_luck_fails_the_run(run: pytest.Pytester) -> None:
    told = outcome(run, BODY.format(number=BAD_LUCK + 1))
    assert told.ret == 1
    told.stdout.fnmatch_lines([f"{BAD_LUCK + 1} tests passed only when tried once more: too many for bad luck"])


def test_a_test_without_a_browser_has_one_try(run: pytest.Pytester) -> None:
    assert outcome(run, BODY.format(number=1), folder=".").ret == 1
