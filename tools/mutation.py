"""What can be broken in a line of rules code, one thing at a time.

Operators: a comparison becomes another or moves its boundary, a constant goes up or down by one, ``and`` and ``or``
change places, a statement is dropped, two arguments change places (not those of `max` and `min`, where it changes
nothing), a condition is negated. Annotations, decorators, assertions (they only speak to the type checker) and
docstrings are left alone.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Final

COMPARISON, CONSTANT, BOOLEAN, DROPPED, SWAPPED, NEGATED = (
    "comparison", "constant", "and/or", "dropped statement", "swapped arguments", "negated condition",
)  # fmt: skip

OTHER_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
DROPPABLE: Final = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Delete)
ANY_ORDER: Final = {"max", "min"}  # the order of these functions' arguments makes no difference
UNTOUCHED: Final = {"annotation", "returns", "decorator_list", "type_comment"}  # fields that are not program


@dataclass(frozen=True)
class Site:
    """Something that can be broken; ``break_it`` does so, in the tree it was found in."""

    line: int
    operator: str
    change: str  # as a person would say it
    break_it: Callable[[], None]


def sites(tree: ast.Module) -> list[Site]:
    """All that can be broken in a module, in the order of its text."""
    return sorted(_sites(tree), key=lambda site: site.line)


def _sites(node: ast.AST) -> Iterator[Site]:
    if isinstance(node, ast.Assert) or _is_for_types_only(node):
        return
    yield from _here(node)
    for field, value in ast.iter_fields(node):
        if field in UNTOUCHED:
            continue
        children = value if isinstance(value, list) else [value]
        if field in ("body", "orelse", "finalbody"):
            yield from _dropped(children)
        for child in children:
            if isinstance(child, ast.AST) and not _is_text(child):
                yield from _sites(child)


def _is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _here(node: ast.AST) -> Iterator[Site]:
    """What can be broken at this node itself."""
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BoolOp):
        yield _boolean(node)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from (_constant(node, by) for by in (1, -1))
    elif isinstance(node, ast.Call):
        yield from _swaps(node)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield _negated(node)
    elif isinstance(node, ast.comprehension):
        yield from (_negated_filter(node, place) for place in range(len(node.ifs)))


def _comparisons(node: ast.Compare) -> Iterator[Site]:
    for place, old in enumerate(node.ops):
        for new in OTHER_COMPARISONS[type(old)]:

            def change(place: int = place, new: type[ast.cmpop] = new) -> None:
                node.ops[place] = new()

            said = f"{_words(node)}: {type(old).__name__} becomes {new.__name__}"
            yield Site(node.lineno, COMPARISON, said, change)


def _boolean(node: ast.BoolOp) -> Site:
    def change() -> None:
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()

    return Site(node.lineno, BOOLEAN, _words(node), change)


def _constant(node: ast.Constant, by: int) -> Site:
    assert type(node.value) is int
    new = node.value + by

    def change() -> None:
        node.value = new

    return Site(node.lineno, CONSTANT, f"{node.value} becomes {new}", change)


def _swaps(node: ast.Call) -> Iterator[Site]:
    if isinstance(node.func, ast.Name) and node.func.id in ANY_ORDER and not node.keywords:
        return
    for place, (one, two) in enumerate(zip(node.args, node.args[1:], strict=False)):
        if isinstance(one, ast.Starred) or isinstance(two, ast.Starred) or ast.dump(one) == ast.dump(two):
            continue

        def change(place: int = place) -> None:
            node.args[place], node.args[place + 1] = node.args[place + 1], node.args[place]

        yield Site(node.lineno, SWAPPED, f"{_words(node)}: {_words(one)} and {_words(two)} change places", change)


def _negated(node: ast.If | ast.IfExp | ast.While) -> Site:
    def change() -> None:
        node.test = _not(node.test)

    return Site(node.test.lineno, NEGATED, _words(node.test), change)


def _negated_filter(node: ast.comprehension, place: int) -> Site:
    def change() -> None:
        node.ifs[place] = _not(node.ifs[place])

    return Site(node.ifs[place].lineno, NEGATED, _words(node.ifs[place]), change)


def _not(test: ast.expr) -> ast.expr:
    return ast.fix_missing_locations(ast.copy_location(ast.UnaryOp(ast.Not(), test), test))


def _dropped(body: list[ast.stmt]) -> Iterator[Site]:
    for place, statement in enumerate(body):
        if isinstance(statement, DROPPABLE) and not _is_text(statement):

            def change(place: int = place) -> None:
                body[place] = ast.copy_location(ast.Pass(), body[place])

            yield Site(statement.lineno, DROPPED, _words(statement), change)


def _words(node: ast.AST) -> str:
    """A piece of code on one line."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else text[:87] + "..."


# -- what becomes of the program --------------------------------------------------------------------------------


def broken_code(source: str, path: Path, place: int) -> CodeType:
    """A module with one of its sites broken, ready to be run."""
    tree = ast.parse(source)
    sites(tree)[place].break_it()
    return compile(tree, str(path), "exec", dont_inherit=True)


def broken_functions(source: str, path: Path, place: int) -> list[tuple[CodeType, CodeType]] | None:
    """The functions that a broken site changes, intact and broken; None if it changes what runs while loading."""
    return _differing(_whole_code(source, path), broken_code(source, path, place))


@lru_cache(maxsize=8)
def _whole_code(source: str, path: Path) -> CodeType:
    return compile(source, str(path), "exec", dont_inherit=True)


def _differing(whole: CodeType, broken: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """Of two modules or classes that are the same but for their functions: those functions."""
    if _without_nested(whole) != _without_nested(broken):
        return None
    found: list[tuple[CodeType, CodeType]] = []
    for one, other in zip(_parts(whole), _parts(broken), strict=True):
        if one == other:
            continue
        inner = [(one, other)] if one.co_flags & inspect.CO_OPTIMIZED else _differing(one, other)
        if inner is None:
            return None
        found += inner
    return found


def _without_nested(code: CodeType) -> CodeType:
    return code.replace(co_consts=tuple("..." if isinstance(part, CodeType) else part for part in code.co_consts))


def _parts(code: CodeType) -> list[CodeType]:
    return [part for part in code.co_consts if isinstance(part, CodeType)]


def nested(code: CodeType) -> Iterator[CodeType]:
    """What is defined within a function, however deep."""
    for part in _parts(code):
        yield part
        yield from nested(part)
