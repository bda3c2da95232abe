"""The house is as docs/architecture.md draws it: one folder a game, the same parts in each, no game named elsewhere."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import viermot
from viermot.kernel import registry

SRC = Path(str(viermot.__file__)).parent
ROOT = SRC.parents[1]
DRAWN = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")
GAMES = sorted(path.parent.name for path in SRC.glob("games/*/rules.csv"))
PARTS = {
    "__init__.py", "rules.csv", "sequence.py", "rules", "model", "components", "data", "knowledge", "bots", "faces",
    "locale",
}  # fmt: skip


def named_in(drawing: str, indent: int) -> set[str]:
    """What stands at that depth of a drawn tree."""
    return {name.rstrip("/") for name in re.findall(rf"^ {{{indent}}}(\S+)", drawing, re.MULTILINE)}


def inside(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name not in ("__pycache__", "__init__.py", "py.typed")}


def test_the_house_is_drawn_as_it_is() -> None:
    src = DRAWN[1].split("tests/ ")[0]
    assert named_in(src, 2) == inside(SRC), "src/viermot"
    games = src.split("  games/")[1].split("\n  game_package")[0]
    assert named_in(games, 4) == set(GAMES)


def test_every_game_has_the_same_parts() -> None:
    assert named_in(DRAWN[3], 2) == PARTS
    for game in GAMES:
        assert inside(SRC / "games" / game) | {"__init__.py"} == PARTS, game


def test_every_folder_is_a_game_and_every_game_a_folder() -> None:
    assert set(registry.names()) >= set(GAMES) and len(GAMES) == 5


DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
SHARED = [path for path in sorted(SRC.rglob("*.py")) if "games" not in path.relative_to(SRC).parts[:1]]


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.relative_to(SRC).as_posix())
def test_no_shared_source_names_a_game(path: Path) -> None:
    """Examples in docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    code = ast.unparse(tree).lower()
    assert [game for game in GAMES if re.search(rf"(?<![a-z]){game}(?![a-z])", code)] == []


class Running(ast.NodeTransformer):
    """The code that runs: what stands under TYPE_CHECKING is for the type checker alone."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """Its other branch is what runs."""
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return [self.visit(each) for each in node.orelse]
        return self.generic_visit(node)


def imported(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it, when it runs."""
    found: set[str] = set()
    for node in ast.walk(Running().visit(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_the_kernel_knows_itself_the_standard_library_and_msgspec() -> None:
    """What `lint-imports` cannot say: nothing else in the world (pyproject.toml, "importlinter")."""
    for path in sorted((SRC / "kernel").rglob("*.py")):
        foreign = {
            name
            for name in imported(path)
            if not f"{name}.".startswith("viermot.kernel.")
            and name.partition(".")[0] not in sys.stdlib_module_names | {"msgspec"}
        }
        assert not foreign, f"{path.name} imports {foreign}"


def test_a_game_may_know_only_those_it_says_it_builds_on() -> None:
    """The exceptions in pyproject.toml are those that the games declare."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    excepted = next(rule["ignore_imports"] for rule in rules if rule["type"] == "independence")
    pairs = {tuple(re.findall(r"viermot\.games\.(\w+)", line)) for line in excepted}
    declared = {(game, base) for game in GAMES for base in getattr(registry.game(game), "builds_on", ())}
    assert pairs == declared


PAGE = ROOT / "web" / "src"
SHARED_PAGE = [
    path
    for path in sorted(PAGE.rglob("*"))
    if path.suffix in (".ts", ".svelte", ".css")
    and path.relative_to(PAGE).parts[0] != "games"
    and path.relative_to(PAGE).parts[:2] != ("lib", "i18n")  # words, which may speak of games
]


@pytest.mark.parametrize("path", SHARED_PAGE, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_no_shared_source_of_the_page_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    assert [game for game in GAMES if re.search(rf"(?<![a-z]){game}(?![a-z])", text)] == []


WITHOUT = """
import json, sys
gone = sys.argv[1]

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name == f"viermot.games.{gone}" or name.startswith(f"viermot.games.{gone}."):
            raise ModuleNotFoundError(f"{name} is gone", name=name)

sys.meta_path.insert(0, Gone())
import viermot
from viermot.fuzz import fuzz
from viermot.kernel import registry
points = {name: point for name, point in registry._installed().items() if name != gone}
registry._installed = lambda: points
told = {}
for name in points:
    try:
        told[name] = fuzz(name, games=1).ok
    except ModuleNotFoundError as lacking:
        told[name] = str(lacking.name)
print(json.dumps(told))
"""


@pytest.mark.parametrize("gone", GAMES)
def test_without_a_game_all_others_play_but_those_that_build_on_it(gone: str) -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT, gone], capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert set(told) == set(registry.names()) - {gone}
    for name in set(GAMES) - {gone}:
        needs = gone in getattr(registry.game(name), "builds_on", ())
        assert (told[name] is not True) == needs, f"{name} without {gone}: {told[name]}"
