"""Tests that carry rules: they pass only if the rules showed, and the run remembers how."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.rules import book_of, game_of, rule
from viermot.kernel.rulebook import Rule, Rulebook

RULES = """id,kind,optional
1.1,info,no
2.0a,movement,no
3.1,secrecy,no
"""
Run = Callable[..., pytest.RunResult]
FLAGS = ("-p", "tests.support.rules_plugin", "-p", "no:hypothesispytest", "--import-mode=importlib")
HEAD = """
from tests.support.rules import rule
from viermot.kernel.rulebook import witness
"""


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Run tests about the game toy in a folder of their own, with the plugin."""
    game = pytester.mkdir("src") / "viermot" / "games" / "toy"
    game.mkdir(parents=True)
    (game / "rules.csv").write_text(RULES, encoding="utf-8")

    def run_it(body: str, *flags: str, name: str = "test_toy.py") -> pytest.RunResult:
        (pytester.path / name).write_text(HEAD + body, encoding="utf-8")
        return pytester.runpytest(*FLAGS, *flags, name)

    return run_it


def seen(pytester: pytest.Pytester) -> dict[str, dict[str, list[str]]]:
    text = (pytester.path / ".rules-seen.json").read_text(encoding="utf-8")
    return json.loads(text)["tests"]  # type: ignore[no-any-return]


SHOWN = """
@rule("2.0a", "1.1")
def test_moves():
    witness("2.0a", "event")

@rule("3.1")
def test_hides():
    witness("3.1 2.0a", "perspective")
"""
SHOWN_SEEN = {
    "test_toy.py::test_hides": {"toy:3.1": ["perspective"]},
    "test_toy.py::test_moves": {"toy:1.1": [], "toy:2.0a": ["event"]},
}


def test_rules_that_show_are_remembered(run: Run, pytester: pytest.Pytester) -> None:
    run(SHOWN).assert_outcomes(passed=2)
    assert seen(pytester) == SHOWN_SEEN


def test_many_processes_remember_the_same(run: Run, pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    run(SHOWN, "-n2").assert_outcomes(passed=2)
    assert seen(pytester) == SHOWN_SEEN


def test_a_later_run_replaces_what_it_ran(run: Run, pytester: pytest.Pytester) -> None:
    run(SHOWN)
    run(SHOWN.replace('witness("2.0a", "event")', "assert False"), "-k", "moves").assert_outcomes(
        failed=1, deselected=1
    )
    assert seen(pytester) == {"test_toy.py::test_hides": {"toy:3.1": ["perspective"]}}


def test_a_rule_that_is_unknown_or_never_showed_fails_its_test(run: Run) -> None:
    cases = [
        ("2.0a", "2.0b", "event", "unknown rule id 2.0b in event: no rules.csv has it"),
        ("2.0a", "3.1", "event", "rule 2.0a is carried but no event or refusal with it occurred"),
        ("2.0a", "2.0a", "perspective", "rule 2.0a is carried but no event or refusal with it occurred"),
        ("3.1", "3.1", "event", "rule 3.1 is carried but no perspective with it occurred"),
        ("9.9", "2.0a", "event", "@rule: there is no rule 9.9 in the rules of toy"),
    ]
    body = "".join(
        f'@rule("{carried}")\ndef test_{number}():\n    witness("{told}", "{how}")\n'
        for number, (carried, told, how, _) in enumerate(cases)
    )
    result = run(body)
    result.assert_outcomes(failed=len(cases))
    for number, (*_, complaint) in enumerate(cases):
        result.stdout.fnmatch_lines([f"*_ test_{number} _*", f"*{complaint}*"])


def test_unknown_ids_fail_a_test_of_the_game_that_carries_none(run: Run) -> None:
    body = 'def test_it():\n    witness("7.7", "event")\n'
    run(body).assert_outcomes(failed=1)
    run(body, name="test_something_else.py").assert_outcomes(passed=1)


def test_the_reason_of_a_failing_test_is_its_own(run: Run) -> None:
    result = run('@rule("2.0a")\ndef test_it():\n    assert 1 == 2\n')
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*is carried but*")


def test_a_test_carries_four_rules_at_most() -> None:
    assert rule("1.1", "1.2", "1.3", "1.4").args == ("1.1", "1.2", "1.3", "1.4")
    with pytest.raises(ValueError, match="one to 4 rules, not 5"):
        rule("1.1", "1.2", "1.3", "1.4", "1.5")


def test_the_folder_says_which_game_a_rule_is_from() -> None:
    def book(name: str, *ids: str) -> Rulebook:
        return Rulebook(name, [Rule(id_, name, "setup", False) for id_ in ids])

    books = {
        "nightfighter": book("nightfighter", "1.1", "5.1a"),
        "solitaire": book("solitaire", "S5.1a"),
        "interceptor": book("interceptor", "1.1"),
    }
    assert game_of(Path("tests/games/interceptor/rules/test_fire.py"), books) == "interceptor"
    assert game_of(Path("tests/bots/test_solitaire.py"), books) == "solitaire"
    assert game_of(Path("tests/server/test_store.py"), books) is None
    assert book_of("1.1", Path("tests/games/interceptor/rules/test_fire.py"), books) == "interceptor"
    assert book_of("5.1a", Path("tests/games/solitaire/rules/test_fog.py"), books) == "nightfighter"
    assert book_of("5.1a", Path("tests/server/test_store.py"), books) == "nightfighter"
    assert book_of("interceptor:1.1", Path("tests/server/test_store.py"), books) == "interceptor"
    with pytest.raises(LookupError, match=r"1\.1 is in nightfighter and interceptor; write rule"):
        book_of("1.1", Path("tests/server/test_store.py"), books)
