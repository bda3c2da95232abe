"""What functions and classes declare: the parameters of a step, the fields of a state, the names a rule uses.

Interpreted code is asked directly. Compiled code (`make fast`) has lost all that, so a compiled module carries it along
in a table, ``_DECLARED``, which tools/fast.py writes from the source.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any, Final, NamedTuple

FUNCTIONS: Final = (FunctionType, BuiltinFunctionType)  # interpreted and compiled


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    type: Any  # as written: text, where annotations are kept as text
    is_optional: bool


def parameters(function: Callable[..., object]) -> list[Parameter]:
    """The parameters of a function, or of what makes a record.

    >>> def fire(game: object, shooter: int, at: int = 0) -> None: ...
    >>> {each.name: each.is_optional for each in parameters(fire)}
    {'game': False, 'shooter': False, 'at': True}
    """
    kept = _kept(function, "parameters")
    if kept is not None:
        return [Parameter(*each) for each in kept]
    found = inspect.signature(function).parameters.values()
    return [Parameter(one.name, one.annotation, one.default is not one.empty) for one in found]


def fields(kind: type) -> dict[str, str]:
    """The fields that a class itself declares, each with its type as written."""
    kept: dict[str, str] | None = _kept(kind, "fields")
    return {name: str(written) for name, written in inspect.get_annotations(kind).items()} if kept is None else kept


def names(function: Callable[..., object]) -> list[str]:
    """The names of globals and attributes that a function uses, including inside its comprehensions."""
    kept: list[str] | None = _kept(function, "names")
    return names_in(function.__code__) if kept is None and isinstance(function, FunctionType) else kept or []


def names_in(code: CodeType) -> list[str]:
    """The same for a piece of interpreted code."""
    found = list(code.co_names)
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found += names_in(const)
    return found


def namespace(function: Callable[..., object]) -> dict[str, Any]:
    """The globals of the module a function stands in."""
    return vars(sys.modules[function.__module__])


def _kept(thing: Any, what: str) -> Any:
    """What the table of a compiled module says about one of its functions or classes; None where there is no table."""
    if isinstance(thing, FunctionType):
        return None
    module = sys.modules.get(getattr(thing, "__module__", None) or "")
    return getattr(module, "_DECLARED", {}).get(what, {}).get(thing.__name__)


def is_compiled() -> bool:
    """Are the kernel and the games running compiled (`make fast`)?"""
    from viermot.kernel import agenda

    return not isinstance(agenda.advance, FunctionType)
