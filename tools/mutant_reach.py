"""Which tests run through which lines of a game's rules: `make mutants` runs those that reach what it has broken.

The tests are watched once and what they reach is kept in .proof, file by file: a file of tests that has changed is
watched again, and all of them when the game has changed.
"""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tools import longrun  # noqa: E402

HOME: Final = ROOT / "src" / "viermot" / "games"
GAMES: Final = tuple(sorted(path.parent.name for path in HOME.glob("*/rules.csv")))

# What is not a rule: how things are named, shown, noted, loaded, estimated, believed, suggested or checked. Everything
# else is, and in a game's rules/ everything but warnings and sample plans.
NO_RULES: Final = frozenset({
    "__init__", "belief", "book", "book_text", "check", "command", "events", "event_text", "career_events", "fuzzing",
    "notation", "bombing_notation", "odds", "page", "flight", "domains", "ids", "orders", "page_data", "perspective",
    "picture", "position", "reader", "resample", "samples", "terms", "warnings", "words", "agenda", "evidence", "plans",
    "drawing", "joint", "observation", "reading", "routes", "sky", "states", "teaching", "tracks", "world", "worlds",
})  # fmt: skip
NO_RULES_IN_RULES: Final = ("__init__", "warnings", "samples")
NO_RULES_FOLDERS: Final = ("bots", "components", "faces")
NO_RULE_TESTS: Final = ("golden", "fuzz", "contract", "twin", "perft")

Kept = dict[str, Any]  # of a file of tests: its version, its tests, their seconds, and what they reach


def rules_modules(game: str) -> list[Path]:
    """The modules of a game that hold its rules."""
    return [path for path in sorted((HOME / game).rglob("*.py")) if _has_rules(path.relative_to(HOME))]


def _has_rules(path: Path) -> bool:
    if "rules" in path.parts:
        return path.stem not in NO_RULES_IN_RULES
    return path.stem not in NO_RULES and not any(folder in NO_RULES_FOLDERS for folder in path.parts)


def called(path: Path) -> str:
    """A module as the report names it: rules/combat."""
    return Path(*path.relative_to(HOME).with_suffix("").parts[1:]).as_posix()


def imported(path: Path) -> str:
    """A module as Python imports it."""
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def rule_tests(game: str) -> list[str]:
    """A game's rule tests: those of its chapters, and any others that carry a rule or are named after a module of
    rules.
    """
    chapters = sorted((ROOT / "tests" / "games" / game / "rules").rglob("test_*.py"))
    named = {f"test_{path.stem}" for path in rules_modules(game)}
    beside = sorted((ROOT / "tests" / "games" / game).glob("test_*.py"))
    others = [path for path in beside if path.stem in named or "@rule(" in path.read_text(encoding="utf-8")]
    return [path.relative_to(ROOT).as_posix() for path in (*chapters, *others) if _is_rule_test(path)]


def _is_rule_test(path: Path) -> bool:
    return not any(part in path.stem for part in NO_RULE_TESTS)


def sources_hash(game: str) -> str:
    """Changes when the game, what it stands on, or its tests do."""
    return longrun.fingerprint(*_stands_on(game), *rule_tests(game))


def _stands_on(game: str) -> list[str]:
    """What all tests of a game depend on."""
    helpers = [path for path in (ROOT / "tests" / "games").rglob("*.py") if not path.stem.startswith("test_")]
    return ["src/viermot/kernel", "src/viermot/games", "tests/support", *(_named(path) for path in sorted(helpers))]


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Reach:
    """Which tests run through which lines of a game, and how much processor time each takes."""

    tests: list[str]
    seconds: list[float]
    lines: dict[str, dict[int, list[int]]]  # module, line: numbers of tests
    once: dict[str, set[int]]  # module: lines that run before the first test, while things are loaded or collected

    def of(self, path: Path, line: int) -> list[str]:
        """The tests that reach a line of a module, the quickest first (they are the most pointed ones)."""
        lines = self.lines.get(called(path), {})
        found = set(lines.get(line, ()))
        if not found and self.has_run_before(path, line):  # all tests that use the module depend on it
            found = {test for tests in lines.values() for test in tests} or set(range(len(self.tests)))
        return [self.tests[test] for test in sorted(found, key=lambda test: self.seconds[test])]

    def has_run_before(self, path: Path, line: int) -> bool:
        """Whether a line has run when the first test begins."""
        return line in loading(path) or line in self.once.get(called(path), ())

    def time_of(self, tests: Sequence[str]) -> float:
        known = dict(zip(self.tests, self.seconds, strict=True))
        return sum(known[test] for test in tests)


@cache
def loading(path: Path) -> frozenset[int]:
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


# -- kept while nothing changes ---------------------------------------------------------------------------------


@cache
def reach(game: str) -> Reach:
    """Where a game's rule tests go; those about which nothing is known yet are run once and watched."""
    versions = {file: longrun.fingerprint(file) for file in rule_tests(game)}
    path = longrun.FOLDER / f"reach-{game}-{longrun.fingerprint(*_stands_on(game))}.json"
    known: dict[str, Kept] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    missing = [file for file, version in versions.items() if known.get(file, {}).get("version") != version]
    if missing:
        known |= _watched(game, missing)
        longrun.FOLDER.mkdir(exist_ok=True)
        for old in longrun.FOLDER.glob(f"reach-{game}-*"):
            old.unlink()
        kept = {file: {**known[file], "version": version} for file, version in versions.items()}
        path.write_text(json.dumps(kept), encoding="utf-8")
    return _together(known[file] for file in versions)


def _together(kept: Iterable[Kept]) -> Reach:
    """One account of all files of tests."""
    whole = Reach([], [], {}, {})
    for each in kept:
        first = len(whole.tests)
        whole.tests.extend(each["tests"])
        whole.seconds.extend(each["seconds"])
        for module, lines in each["once"].items():
            whole.once.setdefault(module, set()).update(lines)
        for module, at in each["lines"].items():
            found = whole.lines.setdefault(module, {})
            for line, tests in at.items():
                found.setdefault(int(line), []).extend(first + test for test in tests)
    return whole


def _watched(game: str, files: list[str]) -> dict[str, Kept]:
    """Run tests in a process of its own and read what they reach."""
    print(f"mutants: where the rule tests of {game} go ({len(files)} files) ...", file=sys.stderr)
    told = longrun.FOLDER / f"watched-{game}.json"
    told.unlink(missing_ok=True)
    command = [sys.executable, __file__, game, str(told), *files]
    if subprocess.run(command, cwd=ROOT).returncode or not told.exists():
        raise SystemExit(f"The rule tests of {game} fail as they are.")
    found: dict[str, Kept] = json.loads(told.read_text(encoding="utf-8"))
    told.unlink()
    return found


# -- watching them ----------------------------------------------------------------------------------------------


def watch(game: str, path: Path, files: list[str]) -> int:
    """In a process of its own: run files of rule tests and write down what they reach."""
    import coverage
    import pytest

    modules = rules_modules(game)
    watching = coverage.Coverage(data_file=None, include=[str(module) for module in modules], config_file=False)
    watching.start()
    loaded = [importlib.import_module(imported(module)) for module in modules]
    plugin = _Watcher(watching, loaded)
    status = pytest.main(["-q", "-p", "no:cacheprovider", *files], plugins=[plugin])
    watching.stop()
    if status:
        return 1
    data = watching.get_data()
    by_module = {called(module): data.contexts_by_lineno(str(module)) for module in modules}
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({file: _of_file(file, plugin.seconds, by_module) for file in files}), encoding="utf-8")
    return 0


def _of_file(file: str, seconds: dict[str, float], by_module: dict[str, dict[int, list[str]]]) -> Kept:
    """What is kept of one file of tests: what its tests reach, and what had run before the first of all tests."""
    tests = [test for test in seconds if test.partition("::")[0] == file]
    number = {test: place for place, test in enumerate(tests)}
    lines: dict[str, dict[int, list[int]]] = {}
    for module, at in by_module.items():
        reached = {line: [number[test] for test in by if test in number] for line, by in at.items()}
        lines[module] = {line: by for line, by in reached.items() if by}
    once = {module: sorted(line for line, by in at.items() if "" in by) for module, at in by_module.items()}
    return {"tests": tests, "seconds": [seconds[test] for test in tests], "lines": lines, "once": once}


class _Watcher:
    """Records what each test runs through; whatever rules modules remember from test to test is cleared."""

    def __init__(self, watching: Any, modules: list[ModuleType]) -> None:
        self.watching = watching
        self.seconds: dict[str, float] = {}
        self.began = 0.0
        known = [(name, value) for module in modules for name, value in vars(module).items()]
        self.forget = [value.cache_clear for _, value in known if hasattr(value, "cache_clear")]
        self.forget += [
            value.clear for name, value in known if name.startswith("_") and isinstance(value, dict) and not value
        ]  # a private dict that is empty when its module is loaded remembers something too

    def pytest_runtest_setup(self, item: Any) -> None:
        self.began = time.process_time()  # processor time, so that a busy machine makes no test look long
        for forget in self.forget:
            forget()
        self.watching.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.passed:
            self.seconds[report.nodeid] = time.process_time() - self.began


if __name__ == "__main__":
    sys.exit(watch(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
