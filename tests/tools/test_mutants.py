"""The tool that breaks rules on purpose: what it breaks, which lines it draws, how it tells killed from survived."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import mutants, mutation

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
def test_each_operator(source: str, wanted: set[str]) -> None:
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
    modules = {path.stem for path in mutants.rules_modules("interceptor")}
    assert len({each.module for each in drawn}) > 0.9 * len(modules), "over all modules"


def test_every_module_is_a_rules_module_or_known_not_to_be() -> None:
    names = {path.stem for game in mutants.GAMES for path in (ROOT / "src" / "viermot" / game).glob("*.py")}
    assert names >= mutants.NO_RULES, "a name that no module has any more"


def test_explanations_fit_the_code_as_it_is() -> None:
    rows = tomllib.loads(mutants.EXPLAINED.read_text(encoding="utf-8"))["mutant"]
    for row in rows:
        path = ROOT / "src" / "viermot" / f"{row['module']}.py"
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
        changes = {
            (lines[site.line - 1], site.change) for site in mutation.sites(ast.parse(path.read_text(encoding="utf-8")))
        }
        assert (row["code"], row["change"]) in changes, row
        assert len(row["why"]) > 20, row


def test_a_mutant_is_killed_by_a_test_and_survives_without_one() -> None:
    """In a process of its own, since this one has loaded the games."""
    script = """
from tools import mutants
tests = ["tests/rules/interceptor/test_chapter_7_4.py", "tests/rules/interceptor/test_chapter_10_flying.py"]
path = mutants.rules_modules("interceptor")[0].with_name("wounds.py")
place, site = next(each for at in mutants._by_line(path).values() for each in at if each[1].operator == "comparison")
mutant = mutants.Mutant("interceptor", "wounds", place, site.line, site.operator, site.change)
print(mutants.try_out(mutant, tests, 5.0))
print(mutants.try_out(mutant, ["tests/kernel/test_dice.py"], 5.0))
"""
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.stdout.split() == ["killed", "survived"], ran.stderr
