"""The tool that breaks rules on purpose: what it breaks, which lines it draws, how it tells killed from survived."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools import longrun, mutant_reach, mutants, mutation

ROOT = Path(__file__).parents[2]


def broken(source: str) -> set[str]:
    """The program with each thing in it broken on its own."""
    found = set()
    for place in range(len(mutation.sites(ast.parse(source)))):
        tree = ast.parse(source)
        mutation.sites(tree)[place].break_it()
        found.add(ast.unparse(tree))
    return found


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("x = a < b", {"x = a <= b", "x = a >= b", "pass"}),
        ("x = a == b", {"x = a != b", "pass"}),
        ("x = 4", {"x = 5", "x = 3", "pass"}),
        ("x = a and b", {"x = a or b", "pass"}),
        ("go(a, b)", {"go(b, a)", "pass"}),
        ("go(a, a)", {"pass"}),
        ("x = max(a, b)", {"pass"}),
        ("x = [y for y in z if y]", {"x = [y for y in z if not y]", "pass"}),
    ],
)
def test_each_operator_breaks_what_it_should(source: str, wanted: set[str]) -> None:
    assert broken(source) == wanted


def test_a_condition_is_negated_and_its_statement_dropped() -> None:
    assert broken("if a:\n    b()") == {"if not a:\n    b()", "if a:\n    pass"}


def test_what_is_not_the_program_is_left_alone() -> None:
    source = '"""Words."""\n@step(3)\ndef f(x: Literal[1]) -> Literal[2]:\n    """More [3.1]."""\n    assert x == 1\n'
    assert broken(source) == set()


def test_lines_are_drawn_evenly_from_the_seed() -> None:
    drawn = mutants.draw("interceptor", "7", 300)
    assert drawn == mutants.draw("interceptor", "7", 300)
    assert drawn != mutants.draw("interceptor", "8", 300)
    assert len({(each.module, each.line) for each in drawn}) == 300, "no line twice"
    modules = {mutant_reach.called(path) for path in mutant_reach.rules_modules("interceptor")}
    assert len({each.module for each in drawn}) > 0.9 * len(modules), "over all modules"


def test_every_module_is_a_rules_module_or_known_not_to_be() -> None:
    names = {path.stem for game in mutant_reach.GAMES for path in (mutant_reach.HOME / game).rglob("*.py")}
    assert names >= mutant_reach.NO_RULES, "a name that no module has any more"
    skipped = {
        path.stem
        for game in mutant_reach.GAMES
        for path in (mutant_reach.HOME / game / "rules").rglob("*.py")
        if path not in mutant_reach.rules_modules(game)
    }
    assert skipped == {"__init__", "warnings", "samples"}, "whatever else is in rules/ is a rule"


def test_explanations_fit_the_code_as_it_is() -> None:
    rows = tomllib.loads(mutants.EXPLAINED.read_text(encoding="utf-8"))["mutant"]
    for row in rows:
        path = mutant_reach.HOME / f"{row['module']}.py"
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
        changes = {
            (lines[site.line - 1], site.change) for site in mutation.sites(ast.parse(path.read_text(encoding="utf-8")))
        }
        assert (row["code"], row["change"]) in changes, row
        assert len(row["why"]) > 20, row


def test_a_mutant_is_killed_by_a_test_and_survives_without_one() -> None:
    """In a process of its own, since this one has loaded the games."""
    script = """
from tools import mutant_reach, mutants
rules = "tests/games/interceptor/rules"
tests = [f"{rules}/test_chapter_7_4.py", f"{rules}/test_chapter_10_flying.py"]
path = mutant_reach.HOME / "interceptor" / "rules" / "damage" / "wounds.py"
place, site = next(each for at in mutants._by_line(path).values() for each in at if each[1].operator == "comparison")
mutant = mutants.Mutant("interceptor", "rules/damage/wounds", place, site.line, site.operator, site.change)
print(mutants.try_afresh(mutant, tests, 5.0))
print(mutants.try_afresh(mutant, ["tests/kernel/test_dice.py"], 5.0))
"""
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.stdout.split() == ["killed", "survived"], ran.stderr


# -- on stage ---------------------------------------------------------------------------------------------------

RULE = """
LIMIT = 3
def seen(x, least=2):
    return x > least
def unseen(x):
    return x + 1
def endless(left):
    while left > 0:
        left -= 1
    return left
def early(x):
    return x - 1
BEFORE = early(5)
class Kind:
    name = 4
    def double(self):
        return self.part(2)
    def part(self, times):
        def inner(x):
            return x * times
        return inner(7)
def made():
    def keep(x):
        return x + 8
    return keep
kept = made()
"""
TESTS = """
import rule
def test_seen():
    assert rule.seen(3) and not rule.seen(2)
def test_unseen():
    rule.unseen(1)
    rule.early(1)
def test_endless():
    assert rule.endless(1) == 0
def test_kind():
    assert rule.Kind().double() == 14
def test_kept():
    assert rule.kept(1) == 9
"""
ON_STAGE = """
import ast, sys
from pathlib import Path
from tools import mutant_stage, mutation
mutant_stage.PATIENCE = 1
path = Path("rule.py").resolve()
stage = mutant_stage.Stage(["rule"], ["test_rule.py"])
tests = [f"test_rule.py::test_{name}" for name in ("seen", "unseen", "endless", "kind", "kept")]
for place, site in enumerate(mutation.sites(ast.parse(path.read_text()))):
    print(site.line, site.change, stage.try_out(path, place, tests, 0.1), sep=" | ")
stage.close()
"""


def test_on_stage_functions_are_broken_and_what_was_loaded_is_left_to_others(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text(RULE, encoding="utf-8")
    (tmp_path / "test_rule.py").write_text(TESTS, encoding="utf-8")
    script = f"import sys; sys.path[:0] = [{str(ROOT)!r}, '.']\n{ON_STAGE}"
    ran = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    found = {}
    for line in ran.stdout.splitlines():
        number, change, outcome = line.split(" | ")
        found[RULE.splitlines()[int(number) - 1].strip(), change] = outcome
    wanted = {
        ("LIMIT = 3", "3 becomes 4"): "None",
        ("def seen(x, least=2):", "2 becomes 3"): "None",
        ("return x + 1", "1 becomes 2"): "survived",
        ("return x + 1", "return x + 1"): "survived",
        ("left -= 1", "left -= 1"): "timed out",
        ("return left", "return left"): "killed",
        ("BEFORE = early(5)", "5 becomes 6"): "None",
        ("name = 4", "4 becomes 5"): "None",
        ("return self.part(2)", "2 becomes 3"): "killed",
        ("return x * times", "return x * times"): "killed",
        ("return x + 8", "8 becomes 9"): "None",
    }
    assert {key: found.get(key) for key in wanted} == wanted, ran.stderr + ran.stdout


def test_stage_and_loading_afresh_come_to_the_same_verdict() -> None:
    """In a process of its own, since this one has loaded the games."""
    script = """
from tools import mutant_reach, mutants
from tools.mutant_stage import Stage
file = "tests/games/interceptor/rules/test_chapter_7_4.py"
names = ("test_7_4_6_a_crash_landing_rolls_a_wound_for_each_man", "test_7_4_6_sixteen_kills_everybody")
tests = [f"{file}::{name}" for name in names]
path = mutant_reach.HOME / "interceptor" / "rules" / "damage" / "wounds.py"
stage = Stage(["viermot.games.interceptor.rules.damage.wounds"], [file])
for line, at in sorted(mutants._by_line(path).items())[::5]:
    place, site = at[0]
    mutant = mutants.Mutant("interceptor", "rules/damage/wounds", place, line, site.operator, site.change)
    print(mutants.try_afresh(mutant, tests, 5.0), stage.try_out(path, place, tests, 5.0))
stage.close()
"""
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=300)
    verdicts = [tuple(line.split()) for line in ran.stdout.splitlines()]
    assert {afresh for afresh, stage in verdicts if stage != "None"} == {"killed", "survived"}, ran.stderr
    assert all(stage in (afresh, "None") for afresh, stage in verdicts), verdicts


# -- where tests go ---------------------------------------------------------------------------------------------


def test_only_files_of_tests_that_changed_are_watched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"tests/a.py": "1", "tests/b.py": "1"}
    watched: list[list[str]] = []

    def watch(game: str, files: list[str]) -> dict[str, Any]:
        watched.append(files)
        return {
            file: {"tests": [f"{file}::t"], "seconds": [1.0], "lines": {"m": {"3": [0]}}, "once": {"m": [1]}}
            for file in files
        }

    monkeypatch.setattr(longrun, "FOLDER", tmp_path)
    monkeypatch.setattr(longrun, "fingerprint", lambda *places: versions.get(places[0], "sources"))
    monkeypatch.setattr(mutant_reach, "rule_tests", lambda game: list(versions))
    monkeypatch.setattr(mutant_reach, "_watched", watch)
    again = mutant_reach.reach.__wrapped__
    again("interceptor")
    versions["tests/b.py"] = "2"
    found = again("interceptor")
    assert watched == [["tests/a.py", "tests/b.py"], ["tests/b.py"]]
    assert found.tests == ["tests/a.py::t", "tests/b.py::t"]
    assert (found.lines, found.once) == ({"m": {3: [0, 1]}}, {"m": {1}})
    del versions["tests/a.py"]
    assert again("interceptor").tests == ["tests/b.py::t"], "what is no more is forgotten"
    assert len(watched) == 2
