"""Does a test fail when a rule is broken? `make mutants ARGS="--seed 7 --mutants 1000"`.

Lines are drawn evenly over all rules modules of each game from the seed; in each, one thing is broken
(tools/mutation.py) and that game's rule tests are run, goldens, fuzz and bots left out: only those that reach the line
(tools/mutant_reach.py), the quickest first, on a stage that has them ready (tools/mutant_stage.py). A mutant that no
test notices survives. Survivors that change nothing a player could ever see are explained in tests/mutants.toml; they
count as survivors all the same.

It can be stopped and goes on where it was; when sources or tests change it starts over.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import importlib.util
import os
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from types import CodeType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tools import longrun  # noqa: E402
from tools.mutant_reach import (  # noqa: E402
    GAMES,
    HOME,
    Reach,
    called,
    imported,
    loading,
    reach,
    rule_tests,
    rules_modules,
    sources_hash,
)
from tools.mutant_stage import QUIETLY, Stage, apart, confine  # noqa: E402
from tools.mutation import Site, broken_code, sites  # noqa: E402

EXPLAINED: Final = ROOT / "tests" / "mutants.toml"
WANTED: Final = 0.9

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
        return HOME / self.game / f"{self.module}.py"

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} [{self.operator}] {self.change}"


def draw(game: str, seed: str, count: int) -> list[Mutant]:
    """A number of mutants of a game: lines evenly spaced over all its rules modules, one change in each."""
    rng = random.Random(f"{seed} {game}")
    lines = [(path, line, at) for path in rules_modules(game) for line, at in sorted(_by_line(path).items())]
    step, first = len(lines) / count, rng.random()
    mutants = []
    for number in range(count):
        path, line, at = lines[int((number + first) * step)]
        place, site = rng.choice(at)
        mutants.append(Mutant(game, called(path), place, line, site.operator, site.change))
    return mutants


@cache
def _by_line(path: Path) -> dict[int, list[tuple[int, Site]]]:
    found: dict[int, list[tuple[int, Site]]] = {}
    for place, site in enumerate(sites(ast.parse(path.read_text(encoding="utf-8")))):
        found.setdefault(site.line, []).append((place, site))
    return found


# -- running them -----------------------------------------------------------------------------------------------


class _Broken(importlib.machinery.SourceFileLoader):
    """Loads a module with one thing broken."""

    def __init__(self, name: str, path: str, place: int) -> None:
        super().__init__(name, path)
        self.place = place

    def get_code(self, fullname: str) -> CodeType:
        return broken_code(Path(self.path).read_text(encoding="utf-8"), Path(self.path), self.place)


class _Finder:
    """Puts the broken module in place of the intact one."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = imported(mutant.path)
        self.loader = _Broken(self.name, str(mutant.path), mutant.place)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self.loader) if name == self.name else None


def try_out(mutant: Mutant, known: Reach, tests: list[str]) -> str:
    """Run tests against a mutant: `killed`, `timed out` (killed too: it never ends) or `survived`."""
    usual = known.time_of(tests)
    on_stage = None
    if not known.has_run_before(mutant.path, mutant.line):
        on_stage = _stage(mutant.game).try_out(mutant.path, mutant.place, tests, usual)
    return on_stage or try_afresh(mutant, tests, usual)


_stages: dict[str, Stage] = {}


def _stage(game: str) -> Stage:
    """Where mutants of a game are tried; one game after the other."""
    if game not in _stages:
        leave_stage()
        _get_ready()
        modules = [imported(path) for path in rules_modules(game)]
        _stages[game] = Stage(modules, rule_tests(game))
    return _stages[game]


def leave_stage() -> None:
    while _stages:
        _stages.popitem()[1].close()


def try_afresh(mutant: Mutant, tests: list[str], usual: float) -> str:
    """Try a mutant by loading the game broken: what runs only once cannot be broken later."""
    _get_ready()
    return apart(partial(_run_tests, mutant, tests, usual))


@cache
def _get_ready() -> None:
    """Load once what no mutant changes, before the processes fork."""
    import hypothesis  # noqa: F401

    import viermot.kernel.saves  # noqa: F401
    from tests.support import rules_plugin

    assert not any(name.startswith("viermot.games.") for name in sys.modules)
    rules_plugin.merge = lambda *_: None  # a mutant proves no rule


def _run_tests(mutant: Mutant, tests: list[str], usual: float) -> int:
    import pytest

    confine(usual)
    sys.meta_path.insert(0, _Finder(mutant))
    return int(pytest.main(["-x", *QUIETLY, *tests]))


def one(mutants: list[Mutant], index: int) -> dict[str, Any]:
    """One mutant, identified by its number."""
    mutant = mutants[index]
    known = reach(mutant.game)
    tests = known.of(mutant.path, mutant.line)
    began = time.monotonic()
    outcome = try_out(mutant, known, tests) if tests else "survived"
    return {
        "mutant": str(mutant), "game": mutant.game, "operator": mutant.operator, "outcome": outcome,
        "tests": len(tests), "seconds": round(time.monotonic() - began, 1),
    }  # fmt: skip


# -- telling ----------------------------------------------------------------------------------------------------


@cache
def explained() -> dict[tuple[str, str, str], str]:
    """Mutants that change nothing, and why: by module, by the line as it reads there, and by the change in words."""
    content = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    return {(row["module"], row["code"], row["change"]): row["why"] for row in content["mutant"]}


def why_nothing(mutant: Mutant) -> str | None:
    """The reason given for a survivor."""
    code = mutant.path.read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    return explained().get((f"{mutant.game}/{mutant.module}", code, mutant.change))


def tell(mutants: list[Mutant], results: list[dict[str, Any]]) -> bool:
    """Print which survived and how many did not; returns whether that is enough."""
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
            lines = known.lines.get(called(path), {})
            code = path.read_text(encoding="utf-8").splitlines()
            for line in sorted(set(_by_line(path)) - set(lines) - loading(path)):
                print(f"{path.relative_to(ROOT)}:{line}: {code[line - 1].strip()}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Break the rules on purpose, one line at a time, and see whether a test notices."""
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
    leave_stage()
    return 0 if tell(mutants, results) else 1


if __name__ == "__main__":
    sys.exit(main())
