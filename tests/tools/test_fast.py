"""The compiled build: what is prepared for the compiler says the same, and what was built plays the same games."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import FunctionType

import pytest

import viermot
from tools import fast, longrun, same_bytes
from viermot.kernel import declared, registry
from viermot.kernel.agenda import NAMES, Question

MODULE = '''"""A module."""

from __future__ import annotations

from typing import TYPE_CHECKING

RED, YELLOW = 0, 1
UP, DOWN = range(2)
LONGEST = 200
names = ("a",)

if TYPE_CHECKING:

    def task(what: int) -> int: ...
else:

    def task(*parts):
        return parts


class Night:
    turn: int
    layout: str  # narrows a field of Game
    units: list[int]


def fire(game: Night, shooter: int, at: int = RED) -> list[int]:
    return [each for each in reversed(game.units) if each == task(shooter)]


_copy = copier(Night)
'''


def ready(text: str = MODULE, is_kernel: bool = False) -> list[str]:
    return fast.prepared(text, is_kernel).splitlines()


def test_no_line_moves_so_that_a_fault_is_reported_where_it_is() -> None:
    before, after = MODULE.splitlines(), ready()
    assert len(before) == len(after)
    at = before.index("def fire(game: Night, shooter: int, at: int = RED) -> list[int]:")
    assert after[at] == before[at]


def test_of_two_branches_the_one_that_runs_is_compiled() -> None:
    text = "\n".join(ready())
    assert "\ndef task(*parts):\n    return parts\n" in text and "def task(what" not in text


def test_constants_are_marked_and_nothing_else_is() -> None:
    lines = ready()
    assert "RED: _Final = 0; YELLOW: _Final = 1" in lines and "UP: _Final = 0; DOWN: _Final = 1" in lines
    assert "LONGEST: _Final = 200" in lines and 'names = ("a",)' in lines


def test_a_copier_is_written_out_with_lists_of_its_own() -> None:
    wanted = "new.turn = old.turn; new.layout = old.layout; new.units = old.units.copy()"
    assert f"def _copy(new: Night, old: Night) -> None: {wanted}" in ready()


def test_no_sum_of_fractions_is_taken_from_a_whole_number() -> None:
    """`1 - sum(weights)` is compiled as whole numbers and fails when the weights are not; `1.0 - sum(weights)` is fine.

    The expert could not be played in the compiled build for this.
    """
    found = []
    for part in fast.PARTS:
        for path in sorted((fast.SOURCE / "games").glob(f"*/{part}/**/*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.right, ast.Call):
                    whole = isinstance(node.left, ast.Constant) and isinstance(node.left.value, int)
                    if whole and isinstance(node.right.func, ast.Name) and node.right.func.id == "sum":
                        found.append(f"{path.relative_to(fast.SOURCE)}:{node.lineno}")
    assert not found


def test_a_narrowed_field_keeps_the_type_it_has_in_the_base() -> None:
    assert not any(line.startswith("    layout:") for line in ready())


def test_classes_of_the_kernel_can_be_inherited_from_by_games_that_are_not_compiled() -> None:
    lines = ready(is_kernel=True)
    assert lines[lines.index("class Night:") - 1] == "@mypyc_attr(allow_interpreted_subclasses=True)"
    assert "@mypyc_attr(allow_interpreted_subclasses=True)" not in ready()


def test_a_module_can_say_that_it_is_not_to_be_compiled(tmp_path: Path) -> None:
    left_out = [file for file in fast.SOURCE.rglob("*.py") if f"\n{fast.LEFT_OUT} " in file.read_text(encoding="utf-8")]
    assert left_out and not {file.relative_to(fast.SOURCE) for file in left_out} & set(fast.chosen())


def test_the_table_of_a_compiled_module_says_what_the_interpreted_one_does() -> None:
    """Every step of every game: parameters, and the names by which `steps_of` finds what may follow."""
    tables: dict[str, dict[str, dict[str, object]]] = {}
    for module in fast.chosen(registry.names()):
        text = (fast.SOURCE / module).read_text(encoding="utf-8")
        tables[".".join(("viermot", *module.with_suffix("").parts))] = fast.declared_in(text)
    registry.modules()  # which brings in the steps of every game
    steps = [thing.options if isinstance(thing, Question) else thing for thing in NAMES]
    ours = [step for step in steps if isinstance(step, FunctionType) and step.__module__ in tables]
    assert len(ours) > 300
    for step in ours:
        table = tables[step.__module__]
        assert table["parameters"][step.__name__] == [tuple(each) for each in declared.parameters(step)], step
        assert table["names"][step.__name__] == declared.names(inspect.unwrap(step)), step


PLAIN: dict[str, type] = {"bytes": bytes, "int": int, "str": str, "list": list, "tuple": tuple}


def strictly(thing: object, name: str, value: object) -> None:
    """Set a field as a compiled class would: to what it is declared as, or not at all."""
    declared_as = next((found[name] for kind in type(thing).__mro__ if name in (found := declared.fields(kind))), "")
    kind = PLAIN.get(declared_as.partition("[")[0])
    assert kind is None or isinstance(value, kind), f"{name}: {declared_as} is set to {value!r}"
    setattr(thing, name, value)


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_a_state_that_is_read_back_never_holds_what_its_fields_are_not_declared_as(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even for a moment: a compiled class refuses it."""
    seats = dict.fromkeys(registry.game(game).seats, "random")
    session = viermot.new_game(game, seed="read back", seats=seats)
    readers = [
        module
        for name, module in sys.modules.items()
        if name.startswith(f"viermot.games.{game}.model.") and name.endswith((".position", ".written"))
    ]
    assert readers
    for reader in readers:
        monkeypatch.setattr(reader, "setattr", strictly, raising=False)
    assert same_bytes.read_back(session)


class OtherBuild:
    """A build as `same_bytes` asks it, whose games go as they are told to."""

    def __init__(self, games: Sequence[str]) -> None:
        self.games = games

    def digests(self, game: str, first: int, games: int, seed: str) -> Sequence[str]:
        return self.games[first : first + games]


def test_games_that_differ_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    builds = {"pure": OtherBuild("abcdef"), "compiled": OtherBuild("abcxef")}
    monkeypatch.setattr(same_bytes, "build", builds.__getitem__)
    assert same_bytes.differing("any", 0, 3, "") == []
    assert same_bytes.differing("any", 2, 4, "") == [3]


def test_a_comparison_goes_on_where_it_was_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[tuple[str, int]] = []

    def differing(game: str, first: int, games: int, seed: str) -> list[int]:
        if len(asked) == 3:
            asked.append(("", 0))
            raise KeyboardInterrupt
        asked.append((game, first))
        return [first + 1] if (game, first) == ("b", 0) else []

    monkeypatch.setattr(same_bytes, "differing", differing)
    monkeypatch.setattr(longrun, "run", partial(longrun.run, folder=tmp_path))
    with pytest.raises(KeyboardInterrupt):
        same_bytes.compare(["a", "b"], 4 * same_bytes.PIECE, "seed")
    found = same_bytes.compare(["a", "b"], 4 * same_bytes.PIECE, "seed")
    assert asked == [("a", 0), ("b", 0), ("a", same_bytes.PIECE), ("", 0), ("b", same_bytes.PIECE)]
    assert found == {"a": (2 * same_bytes.PIECE, []), "b": (2 * same_bytes.PIECE, [1])}


def test_a_build_that_breaks_off_or_is_another_has_not_played_the_same_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match="pure broke off in no such game, games 0 to 1"):
        same_bytes.Build("pure").digests("no such game", 0, 2, "seed")
    monkeypatch.setattr(same_bytes, "BUILDS", {"compiled": fast.ROOT / "src"})
    with pytest.raises(SystemExit, match="pure was run for compiled"):
        same_bytes.Build("compiled")


built = pytest.mark.skipif(not fast.is_fresh(), reason="no compiled build of these sources; `make fast` makes one")


@built
def test_the_compiled_build_says_that_it_is_one() -> None:
    told = [subprocess.run([fast.BIN / "viermot", "--version"], capture_output=True, text=True, check=True).stdout]
    assert told[0].rstrip().endswith("(compiled)")


@built
def test_the_compiled_build_brings_along_what_only_compiled_modules_import() -> None:
    """Environments without mypy, like that of the benchmarks, run it as well."""
    assert (fast.LIB / "mypy_extensions.py").exists()


@built
@pytest.mark.parametrize("game", sorted(registry.names()))
def test_fuzzed_games_are_the_same_to_the_byte(game: str) -> None:
    assert same_bytes.differing(game, 0, 4, "a sample") == []


@pytest.mark.proof
@built
def test_twenty_thousand_fuzzed_games_are_the_same_to_the_byte() -> None:
    found = same_bytes.compare(sorted(registry.names()), 20_000, "same bytes")
    assert not any(numbers for _, numbers in found.values()), found
