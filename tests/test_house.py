"""The house is as docs/architecture.md draws it: one folder a game, the same parts in each, no game named elsewhere."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import viermot
from tests.support.kits import kits
from viermot.kernel import registry

SRC = Path(str(viermot.__file__)).parent
ROOT = SRC.parents[1]
DRAWN = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")
GAMES = sorted(path.parent.name for path in SRC.glob("games/*/rules.csv"))
PARTS = {
    "__init__.py", "rules.csv", "sequence.py", "rules", "model", "components", "data", "knowledge", "bots", "faces",
    "lessons", "ladder.toml", "locale",
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
    assert named(path) == []


def named(path: Path) -> list[str]:
    """The games that a source names; examples in docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    code = ast.unparse(tree).lower()
    return [game for game in GAMES if re.search(rf"(?<![a-z]){game}(?![a-z])", code)]


HELPERS = [
    path
    for folder in ("tools", "benchmarks", "tests/support", "tests/e2e")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "reference" not in path.parts  # the bots of each game as they once were, kept to measure by
] + [ROOT / "tests" / "conftest.py"]  # fmt: skip


@pytest.mark.parametrize("path", HELPERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_tool_benchmark_or_helper_names_a_game(path: Path) -> None:
    """What they need of one it brings in its kit, tests/games/<game>/kit.py."""
    assert named(path) == []


# A test of the shared code has to play something; it may name a game as its example, but knows none from inside.
SHARED_TESTS = [
    path for path in sorted((ROOT / "tests").rglob("*.py")) if "games" not in path.relative_to(ROOT / "tests").parts[:1]
]


@pytest.mark.parametrize("path", SHARED_TESTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_shared_test_knows_a_game_from_inside(path: Path) -> None:
    inside = tuple(f"{home}.{game}" for home in ("viermot.games", "tests.games") for game in GAMES)
    assert [name for name in imported(path) if f"{name}.".startswith(tuple(f"{each}." for each in inside))] == []


def test_every_game_has_a_kit() -> None:
    assert {kit.name for kit in kits()} == set(GAMES)


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


SHOWN = re.compile(r"""<Rule[^>]*?\bid="[^"]*\"""")  # a rule beside what it is about
RULE_ID = re.compile(r"""["'`](\d+(?:\.\d+)+[a-z]?)["'`]""")
# Tables of which rule is shown beside which word.
LINKS = {"interceptor/Prompt.svelte", "interceptor/PilotPage.svelte", "interceptor/DayHangar.svelte"}
SET_UP = {
    "interceptor/parts.ts",
    "interceptor/Options.svelte",
    "interceptor/fame.ts",
}  # fame: the ace's name is an option
CODE = [path for path in sorted((PAGE / "games").rglob("*")) if path.suffix in (".ts", ".svelte")]


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_the_page_judges_by_no_rule(path: Path) -> None:
    """Whatever a rule decides, the server says with its rule; only the set-up screen names options."""
    name = path.relative_to(PAGE / "games").as_posix()
    if name in LINKS:
        return
    code = code_of(path.read_text(encoding="utf-8"), path.suffix)
    module = registry.game(path.relative_to(PAGE / "games").parts[0])
    options = {option.name for option in module.info(module.load_pack(None)).options} if name in SET_UP else set()
    assert [rule for rule in RULE_ID.findall(code) if rule in module.rulebook and rule not in options] == []


def code_of(text: str, suffix: str) -> str:
    """Script and markup without styles and without the links to rules."""
    return SHOWN.sub("", text.partition("<style>")[0]) if suffix == ".svelte" else text


# What the page once worked out for itself, and the server says now: a pattern that finds it, and how it was written.
WORKED_OUT = {
    "points for aircraft lost": (r"\bscoring\b", "british: picture.fighter_losses * scoring.nightfighter,"),
    "the column of a firepower": (r"\bfp\s*>=|>=\s*fp\b", "columns.findLastIndex((least) => fp >= least)"),
    "the line of a card": (r"===\s*.(bomber's fire|rear gunner|wingman text)", 'use === "rear gunner"'),
    "who did best": (r"\.(bombers|kills)\s*-\s*\w+\.(bombers|kills)", "(one, other) => other.bombers - one.bombers"),
    "the next month": (r"\bmonths\.indexOf\(", "Math.min(months.indexOf(picture.month) + 1, last)"),
    "visible ranges": (r"visibility\s*===|\b(poor|moderate|good):\s*.?\d", 'const RANGES = { poor: "0/1" };'),
    "options in force": (r"\boptions\.includes\(", 'picture.options.includes("12.3")'),
}
OWN_ORDER = {("interceptor/fame.ts", "who did best")}  # games of the reader side by side, which no rule ranks


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_the_page_works_out_nothing_that_the_server_says(path: Path) -> None:
    name = path.relative_to(PAGE / "games").as_posix()
    code = code_of(path.read_text(encoding="utf-8"), path.suffix)
    found = [what for what, (pattern, _) in WORKED_OUT.items() if re.search(pattern, code)]
    assert [what for what in found if (name, what) not in OWN_ORDER] == []


@pytest.mark.parametrize(("pattern", "written"), WORKED_OUT.values(), ids=WORKED_OUT)
def test_what_the_page_worked_out_would_be_found(pattern: str, written: str) -> None:
    assert re.search(pattern, written)


def test_a_rule_in_the_markup_would_be_found() -> None:
    page = '<script>let a;</script>{#if on.includes("12.3")}<Rule id="12.4" />{/if}<style>a { top: 1 }</style>'
    assert RULE_ID.findall(code_of(page, ".svelte")) == ["12.3"]


# -- a game's folders gone --------------------------------------------------------------------------------------

IMPORTS = re.compile(r"""(?:from|import\(?|glob\()\s*["'](\.[^"']*)["']""")  # of a file of the page, by its path
# A game's folders, where it is tested and drawn as well as where it is played.
HOMES = ("web/src/games", "web/test/games")


def page_imports(path: Path) -> set[str]:
    """The games out of whose folder a file of the page, or one of its tests, takes something."""
    used = {(path.parent / there).resolve() for there in IMPORTS.findall(path.read_text(encoding="utf-8"))}
    homes = [ROOT / home for home in HOMES]
    inside = [each.relative_to(home).parts for home in homes for each in used if each.is_relative_to(home)]
    return {parts[0] for parts in inside if parts and parts[0] in GAMES}


PAGE_FILES = [
    path
    for folder in ("web/src", "web/test")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".ts", ".svelte")
]


def may_use(path: Path, homes: tuple[str, ...]) -> set[str]:
    """The games on which what stands in that folder may build: its own and those that it declares."""
    for home in homes:
        if path.is_relative_to(ROOT / home):
            own = path.relative_to(ROOT / home).parts[0]
            return {own, *getattr(registry.game(own), "builds_on", ())} if own in GAMES else set()
    return set()


@pytest.mark.parametrize("path", PAGE_FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_of_the_page_uses_no_game_but_those_it_builds_on(path: Path) -> None:
    assert page_imports(path) - may_use(path, HOMES) == set()


def test_what_a_file_of_the_page_takes_from_a_game_is_found() -> None:
    assert page_imports(ROOT / "web/src/games/solitaire/Art.svelte") == set()
    assert page_imports(ROOT / "web/src/games/solitaire/SoloMoment.svelte") == {"solitaire", "nightfighter"}


TESTS_OF_GAMES = [path for path in sorted((ROOT / "tests" / "games").rglob("*")) if path.suffix in (".py", ".txt")]


@pytest.mark.parametrize("path", TESTS_OF_GAMES, ids=lambda path: path.relative_to(ROOT / "tests").as_posix())
def test_a_test_of_a_game_uses_no_game_but_those_it_builds_on(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"^\s*(?:from|import) (?:viermot|tests)\.games\.(\w+)", text, re.M)
    named = [each for each in re.findall(r'"(\w+)"', text) if each in GAMES and path.suffix == ".py"]  # played by name
    assert {*used, *named} - may_use(path, ("tests/games",)) == set()


WITHOUT = """
import json, sys
gone = sys.argv[1]
import viermot
from viermot.fuzz import fuzz
from viermot.kernel import registry
points = {name: point for name, point in registry._installed().items() if name != gone}
registry._installed = lambda: points
told = {"from": viermot.__file__}
for name in points:
    try:
        told[name] = fuzz(name, games=1).ok
    except ModuleNotFoundError as lacking:
        told[name] = str(lacking.name)
print(json.dumps(told))
"""


@pytest.mark.parametrize("gone", GAMES)
def test_without_a_game_all_others_play_but_those_that_build_on_it(gone: str, tmp_path: Path) -> None:
    """Its folder and its entry point are gone, and nothing else."""
    leaving_out = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(SRC, tmp_path / "viermot", ignore=leaving_out)
    shutil.rmtree(tmp_path / "viermot" / "games" / gone)
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT, gone],
        capture_output=True, text=True, timeout=300, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told.pop("from") == str(tmp_path / "viermot" / "__init__.py")
    assert set(told) == set(registry.names()) - {gone}
    for name in set(GAMES) - {gone}:
        needs = gone in getattr(registry.game(name), "builds_on", ())
        assert (told[name] is not True) == needs, f"{name} without {gone}: {told[name]}"


LONGEST = 700  # lines of a file that somebody wrote; what tools/ generates is as long as it has to be
WRITTEN = [
    path
    for folder in ("src", "tests", "tools", "benchmarks", "examples", "web/src")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".ts", ".svelte", ".css") and "page" not in path.relative_to(ROOT / folder).parts[:3]
]


def test_no_file_is_longer_than_one_reads() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in WRITTEN}
    assert len(texts) > 900
    lines = {name: text.count("\n") for name, text in texts.items() if "Made by tools/" not in text[:200]}
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


# -- types that are known are said ------------------------------------------------------------------------------

MAX_ANY = 8  # a thousand lines of src
MAX_CASTS, MAX_IGNORED = 5, 31  # as many as there were before tasks, states and game modules were typed


def test_the_type_checker_is_seldom_told_to_look_away() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.py"))]
    lines = sum(text.count("\n") for text in texts)
    looks_away = (r"\bAny\b", r"\bcast\(", "type: ignore")
    found = {what: sum(len(re.findall(what, text)) for text in texts) for what in looks_away}
    assert found[r"\bAny\b"] < MAX_ANY * lines / 1000
    assert found[r"\bcast\("] <= MAX_CASTS and found["type: ignore"] <= MAX_IGNORED


def test_the_page_asserts_nothing_about_what_it_is_sent_outside_its_decoder() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in WRITTEN if path.suffix in (".ts", ".svelte")}
    assert [name for name, text in texts.items() if "as unknown as" in text] == ["decode.ts"]
