"""Does a test fail when a rule is broken? `make mutants ARGS="--seed 7 --mutants 1000"`.

Lines are drawn evenly over all rules modules of each game from the seed; in each, one thing is broken
(tools/mutation.py) and that game's rule tests are run, goldens, fuzz and bots left out: only those that reach the line,
the quickest first. A mutant that no test notices survives. Survivors that change nothing a player could ever see are
explained in tests/mutants.toml; they count as survivors all the same.

It can be stopped and goes on where it was; when sources or tests change it begins anew.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tools import longrun  # noqa: E402
from tools.mutation import Site, sites  # noqa: E402

GAMES: Final = ("nightfighter", "solitaire", "campaign", "bomber_command", "interceptor")
EXPLAINED: Final = ROOT / "tests" / "mutants.toml"
WANTED: Final = 0.9

# What is no rule: how things are called, shown, noted, loaded, estimated, suggested or checked. Everything else is.
NO_RULES: Final = frozenset({
    "__init__", "aloud", "book", "book_text", "check", "events", "career_events", "notation", "town_notation", "odds",
    "flight", "kinds", "perspective", "position", "plot_samples", "terms", "warnings", "words",
})  # fmt: skip
NO_RULES_LIKE: Final = ("component", "_rows")
NO_RULE_TESTS: Final = ("golden", "fuzz", "contract", "twin", "perft")
PATIENCE: Final = 20.0  # seconds of processor time beyond three times what the tests usually need
MEMORY: Final = 4 << 30  # bytes a mutant may take


# -- what is broken ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One line of one module with one thing broken."""

    game: str
    module: str
    place: int  # in the list of the module's sites
    line: int
    operator: str
    change: str

    @property
    def path(self) -> Path:
        return ROOT / "src" / "viermot" / self.game / f"{self.module}.py"

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} [{self.operator}] {self.change}"


def rules_modules(game: str) -> list[Path]:
    """The modules of a game that hold its rules."""
    return [path for path in sorted((ROOT / "src" / "viermot" / game).glob("*.py")) if _has_rules(path.stem)]


def _has_rules(module: str) -> bool:
    return module not in NO_RULES and not any(part in module for part in NO_RULES_LIKE)


def draw(game: str, seed: str, count: int) -> list[Mutant]:
    """So many mutants of a game: lines at even distances over all its rules modules, one change in each."""
    chance = random.Random(f"{seed} {game}")
    lines = [(path, line, at) for path in rules_modules(game) for line, at in sorted(_by_line(path).items())]
    step, first = len(lines) / count, chance.random()
    mutants = []
    for number in range(count):
        path, line, at = lines[int((number + first) * step)]
        place, site = chance.choice(at)
        mutants.append(Mutant(game, path.stem, place, line, site.operator, site.change))
    return mutants


@cache
def _by_line(path: Path) -> dict[int, list[tuple[int, Site]]]:
    found: dict[int, list[tuple[int, Site]]] = {}
    for place, site in enumerate(sites(ast.parse(path.read_text(encoding="utf-8")))):
        found.setdefault(site.line, []).append((place, site))
    return found


# -- which tests reach it ---------------------------------------------------------------------------------------


def rule_tests(game: str) -> list[str]:
    """Where a game's rule tests are: its chapters, and what else carries a rule."""
    beside = sorted((ROOT / "tests" / game).glob("test_*.py"))
    marked = [path for path in beside if "mark.rule" in path.read_text(encoding="utf-8") and _is_rule_test(path)]
    return [f"tests/rules/{game}", *(path.relative_to(ROOT).as_posix() for path in marked)]


def _is_rule_test(path: Path) -> bool:
    return not any(part in path.stem for part in NO_RULE_TESTS)


def sources_hash(game: str) -> str:
    """Changes when the game, what it stands on, or its tests do."""
    games = (f"src/viermot/{each}" for each in GAMES)
    return longrun.fingerprint("src/viermot/kernel", *games, "tests/support", *rule_tests(game))


@dataclass(frozen=True)
class Reach:
    """Which tests run through which lines of a game, and how long each takes."""

    tests: list[str]
    seconds: list[float]
    lines: dict[str, dict[int, list[int]]]  # module, line: numbers of tests

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the quickest first (they are the most pointed ones)."""
        lines = self.lines.get(mutant.module, {})
        found = set(lines.get(mutant.line, ()))
        if not found and mutant.line in _loading(mutant.path):  # all tests that use the module depend on it
            found = {test for tests in lines.values() for test in tests} or set(range(len(self.tests)))
        return [self.tests[test] for test in sorted(found, key=lambda test: self.seconds[test])]

    def time_of(self, tests: Sequence[str]) -> float:
        known = dict(zip(self.tests, self.seconds, strict=True))
        return sum(known[test] for test in tests)


@cache
def _loading(path: Path) -> frozenset[int]:
    """The lines of a module that run when it is loaded."""
    lines: set[int] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        lines.update([node.lineno] if hasattr(node, "lineno") else [])
        waiting.extend(ast.iter_child_nodes(node))
    return frozenset(lines)


@cache
def reach(game: str) -> Reach:
    """Run a game's rule tests once and watch where they go; remembered while nothing changes."""
    path = longrun.FOLDER / f"reach-{game}-{sources_hash(game)}.json"
    if not path.exists():
        longrun.FOLDER.mkdir(exist_ok=True)
        for old in longrun.FOLDER.glob(f"reach-{game}-*"):
            old.unlink()
        print(f"mutants: where the rule tests of {game} go ...", file=sys.stderr)
        command = [sys.executable, __file__, "--watch", game, str(path)]
        if subprocess.run(command, cwd=ROOT).returncode or not path.exists():
            raise SystemExit(f"The rule tests of {game} fail as they are.")
    found = json.loads(path.read_text(encoding="utf-8"))
    lines = {name: {int(line): tests for line, tests in at.items()} for name, at in found["lines"].items()}
    return Reach(found["tests"], found["seconds"], lines)


def watch(game: str, path: Path) -> int:
    """In a process of its own: run the rule tests and write down what they reach."""
    import coverage
    import pytest

    modules = rules_modules(game)
    watching = coverage.Coverage(data_file=None, include=[str(module) for module in modules], config_file=False)
    watching.start()
    loaded = [importlib.import_module(f"viermot.{game}.{module.stem}") for module in modules]
    plugin = _Watcher(watching, loaded)
    status = pytest.main(["-q", "-p", "no:cacheprovider", *rule_tests(game)], plugins=[plugin])
    watching.stop()
    if status:
        return 1
    data = watching.get_data()
    tests = list(plugin.seconds)
    number = {test: place for place, test in enumerate(tests)}
    lines = {}
    for module in modules:
        at = data.contexts_by_lineno(str(module))
        lines[module.stem] = {
            line: [number[test] for test in by if test in number] for line, by in at.items() if any(by)
        }
    kept = {"tests": tests, "seconds": list(plugin.seconds.values()), "lines": lines}
    path.write_text(json.dumps(kept), encoding="utf-8")
    return 0


class _Watcher:
    """Tells apart what each test runs through; what rules modules remember from test to test is forgotten."""

    def __init__(self, watching: Any, modules: list[ModuleType]) -> None:
        self.watching = watching
        self.seconds: dict[str, float] = {}
        known = [(name, value) for module in modules for name, value in vars(module).items()]
        self.forget = [value.cache_clear for _, value in known if hasattr(value, "cache_clear")]
        self.forget += [
            value.clear for name, value in known if name.startswith("_") and isinstance(value, dict) and not value
        ]  # a private dict that is empty when its module is loaded remembers something too

    def pytest_runtest_setup(self, item: Any) -> None:
        for forget in self.forget:
            forget()
        self.watching.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.passed:
            self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


# -- running them -----------------------------------------------------------------------------------------------


class _Broken(importlib.machinery.SourceFileLoader):
    """Loads a module with one thing broken."""

    def __init__(self, name: str, path: str, place: int) -> None:
        super().__init__(name, path)
        self.place = place

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        sites(tree)[self.place].break_it()
        return compile(tree, self.path, "exec")


class _Finder:
    """Puts the broken module in place of the whole one."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = f"viermot.{mutant.game}.{mutant.module}"
        self.loader = _Broken(self.name, str(mutant.path), mutant.place)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self.loader) if name == self.name else None


def try_out(mutant: Mutant, tests: list[str], usual: float) -> str:
    """Run tests against a mutant: `killed`, `timed out` (killed too: it never ends) or `survived`."""
    _get_ready()
    child = os.fork()
    if child == 0:
        os._exit(_run_tests(mutant, tests, usual))
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "timed out" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL) else "killed"
    return "survived" if os.WEXITSTATUS(status) == 0 else "killed"


@cache
def _get_ready() -> None:
    """Load once what no mutant changes, before the processes part."""
    import hypothesis  # noqa: F401
    import pytest  # noqa: F401

    import viermot.kernel.saves  # noqa: F401
    from tests.support import rules_plugin

    assert not any(name.startswith(tuple(f"viermot.{game}." for game in GAMES)) for name in sys.modules)
    rules_plugin.merge = lambda *_: None  # a mutant proves no rule


def _run_tests(mutant: Mutant, tests: list[str], usual: float) -> int:
    import pytest

    limit = int(PATIENCE + 3 * usual)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.alarm(20 * limit)  # whoever waits for something uses no processor time
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(quiet, stream)
    sys.meta_path.insert(0, _Finder(mutant))
    try:
        return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--tb=no", *tests]))
    except BaseException:
        return 1


def one(mutants: list[Mutant], index: int) -> dict[str, Any]:
    """One mutant, told from the others by its number."""
    mutant = mutants[index]
    known = reach(mutant.game)
    tests = known.of(mutant)
    began = time.monotonic()
    outcome = try_out(mutant, tests, known.time_of(tests)) if tests else "survived"
    return {
        "mutant": str(mutant), "game": mutant.game, "operator": mutant.operator, "outcome": outcome,
        "tests": len(tests), "seconds": round(time.monotonic() - began, 1),
    }  # fmt: skip


# -- telling ----------------------------------------------------------------------------------------------------


@cache
def explained() -> dict[tuple[str, str, str], str]:
    """Mutants that change nothing, and why: by module, by the line as it stands there, and by the change in words."""
    content = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    return {(row["module"], row["code"], row["change"]): row["why"] for row in content["mutant"]}


def why_nothing(mutant: Mutant) -> str | None:
    """The reason given for a survivor."""
    code = mutant.path.read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    return explained().get((f"{mutant.game}/{mutant.module}", code, mutant.change))


def tell(mutants: list[Mutant], results: list[dict[str, Any]]) -> bool:
    """Print who survived and how many did not; is it enough?"""
    survivors = [mutant for mutant, result in zip(mutants, results, strict=True) if result["outcome"] == "survived"]
    for mutant in survivors:
        print(f"survived: {mutant}" + (f"\n    changes nothing: {why}" if (why := why_nothing(mutant)) else ""))
    unreached = sum(1 for result in results if not result["tests"])
    for what in ("game", "operator"):
        count = Counter(result[what] for result in results)
        dead = Counter(result[what] for result in results if result["outcome"] != "survived")
        print("; ".join(f"{name} {dead[name]} of {count[name]}" for name in count))
    killed = len(results) - len(survivors)
    reasons = sum(1 for mutant in survivors if why_nothing(mutant))
    print(
        f"{killed} of {len(results)} mutants killed ({killed / len(results):.1%}), wanted {WANTED:.0%}; "
        f"{len(survivors)} survive, {reasons} of them with a reason, {unreached} in lines that no rule test reaches"
    )
    return killed >= WANTED * len(results)


def list_unreached(games: Sequence[str]) -> int:
    """Print every line that can be broken and that no rule test runs through."""
    for game in games:
        known = reach(game)
        for path in rules_modules(game):
            lines = known.lines.get(path.stem, {})
            code = path.read_text(encoding="utf-8").splitlines()
            for line in sorted(set(_by_line(path)) - set(lines) - _loading(path)):
                print(f"{path.relative_to(ROOT)}:{line}: {code[line - 1].strip()}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Break the rules on purpose, one line at a time, and see whether a test notices."""
    if arguments is None and sys.argv[1:2] == ["--watch"]:
        return watch(sys.argv[2], Path(sys.argv[3]))
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", default="1", help="which lines are drawn")
    parser.add_argument("--mutants", type=int, default=1000, help="how many in all")
    parser.add_argument("--game", choices=GAMES, action="append", help="only of this game (may be given again)")
    parser.add_argument("--unreached", action="store_true", help="only list the lines that no rule test reaches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    asked = parser.parse_args(arguments)
    games = asked.game or list(GAMES)
    if asked.unreached:
        return list_unreached(games)
    upto = [asked.mutants * place // len(games) for place in range(len(games) + 1)]
    mutants = [
        mutant
        for game, share in zip(games, (b - a for a, b in pairwise(upto)), strict=True)
        for mutant in draw(game, asked.seed, share)
    ]
    version = " ".join(sources_hash(game) for game in games)
    for game in games:
        reach(game)
    name = f"mutants-{asked.seed}-{asked.mutants}-{'-'.join(games) if asked.game else 'all'}"
    results = longrun.run(name, len(mutants), partial(one, mutants), workers=asked.jobs, version=version)
    return 0 if tell(mutants, results) else 1


if __name__ == "__main__":
    sys.exit(main())
