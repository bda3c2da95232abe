"""What a state may hold: a domain for each of its fields and each argument of its steps, with ranges and references.

A game declares its domains once (`model/domains.py` in its package). A position is checked against them before a single
rule is applied to it, so that no rule ever meets a number that points nowhere; and `check_game()` holds them against
every state that is played, so that a domain that is too narrow, or missing, is found by the fuzzer.

>>> sizes = {"fighters": 2}
>>> Index("fighters").fits(1, sizes), Index("fighters").fits(2, sizes), Index("fighters", nobody=True).fits(-1, sizes)
(True, False, True)
>>> Many(Pair(Index("fighters"), Whole(0, 9))).fits([[0, 9], [1, 10]], sizes)
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

from viermot.kernel import declared
from viermot.kernel.agenda import ANSWERED, NAMES, STEPS, TOGETHER, AnyStep, Question, State, Task, in_a_row
from viermot.kernel.json import JsonTable
from viermot.kernel.user_error import brief

RuleFunction = FunctionType | BuiltinFunctionType
Sizes = JsonTable  # how many there are of what ("fighters", "attackers"), and which names there are of what
DEEPEST: Final = 12  # tasks inside tasks
MAX_TASKS: Final = 2_000  # on one agenda
LARGE: Final = 1_000_000  # of what grows with play and has no end of its own


class Domain:
    """The values that something may have, out of all that JSON can write."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        raise NotImplementedError


class Whole(Domain):
    """A whole number between two bounds, both included; a bound may be the name of a size."""

    def __init__(self, minimum: int | str, maximum: int | str) -> None:
        self.minimum, self.maximum = minimum, maximum

    def fits(self, value: object, sizes: Sizes) -> bool:
        minimum = self.minimum if isinstance(self.minimum, int) else sizes[self.minimum]
        maximum = self.maximum if isinstance(self.maximum, int) else sizes[self.maximum]
        return type(value) is int and minimum <= value <= maximum


class Index(Domain):
    """The number of one of several things; with ``nobody``, -1 for none of them."""

    def __init__(self, of: str, nobody: bool = False, also: Iterable[int] = ()) -> None:
        self.of, self.also = of, frozenset(also) | ({-1} if nobody else set())

    def fits(self, value: object, sizes: Sizes) -> bool:
        return type(value) is int and (0 <= value < sizes[self.of] or value in self.also)


class OneOf(Domain):
    """One of these values."""

    def __init__(self, *values: int | str | None) -> None:
        self.values = values

    def fits(self, value: object, sizes: Sizes) -> bool:
        return any(type(value) is type(one) and value == one for one in self.values)


class Named(Domain):
    """One of the names that a game's component data knows."""

    def __init__(self, of: str) -> None:
        self.of = of

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, str) and value in sizes[self.of]


class Bits(Domain):
    """A set of at most this many things, a bit each."""

    def __init__(self, count: int | str) -> None:
        self.count = count

    def fits(self, value: object, sizes: Sizes) -> bool:
        count = self.count if isinstance(self.count, int) else sizes[self.count]
        return type(value) is int and 0 <= value < 1 << count


class Text(Domain):
    """Text that is only shown, on one line and not too long."""

    def __init__(self, longest: int = 200) -> None:
        self.longest = longest

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, str) and len(value) <= self.longest and (value.isprintable() or not value)


class Many(Domain):
    """A list of values of one domain: a fixed number of them, or as many as there are of something."""

    def __init__(
        self, item: Domain, minimum: int = 0, maximum: int = 1_000, each: str = "", once: bool = False
    ) -> None:
        self.item, self.minimum, self.maximum, self.each, self.once = item, minimum, maximum, each, once

    def fits(self, value: object, sizes: Sizes) -> bool:
        if not isinstance(value, list | tuple):
            return False
        minimum, maximum = (sizes[self.each],) * 2 if self.each else (self.minimum, self.maximum)
        if not minimum <= len(value) <= maximum or not all(self.item.fits(part, sizes) for part in value):
            return False
        return not self.once or len({repr(part) for part in value}) == len(value)


class Pair(Domain):
    """Several values, each of its own domain, in this order."""

    def __init__(self, *domains: Domain) -> None:
        self.domains = domains

    def fits(self, value: object, sizes: Sizes) -> bool:
        if not isinstance(value, list | tuple) or len(value) != len(self.domains):
            return False
        return all(domain.fits(part, sizes) for domain, part in zip(self.domains, value, strict=True))


class Either(Domain):
    """A value of one of these domains."""

    def __init__(self, *domains: Domain) -> None:
        self.domains = domains

    def fits(self, value: object, sizes: Sizes) -> bool:
        return any(domain.fits(value, sizes) for domain in self.domains)


class Fields(Domain):
    """A table with exactly these keys, or with some of them."""

    def __init__(self, domains: Mapping[str, Domain], whole: bool = True) -> None:
        self.domains, self.whole = domains, whole

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, Mapping) and self.misfit(value, sizes) is None

    def misfit(self, value: JsonTable, sizes: Sizes) -> str | None:
        """The first key whose value does not fit, is missing or not known."""
        for name in value:
            if name not in self.domains:
                return name
        for name, domain in self.domains.items():
            if (name not in value and self.whole) or (name in value and not domain.fits(value[name], sizes)):
                return name
        return None


class Plain(Domain):
    """Any JSON data that is neither too deep nor too large, which the game itself reads with care."""

    def __init__(self, depth: int = 6, longest: int = 400, halves: bool = False) -> None:
        self.depth, self.longest, self.halves = depth, longest, halves

    def fits(self, value: object, sizes: Sizes) -> bool:
        return _is_plain(value, self.depth, self.longest, self.halves)


def _is_plain(value: object, depth: int, longest: int, halves: bool) -> bool:
    if isinstance(value, Mapping):
        parts: Sequence[object] = [*value, *value.values()]
    elif isinstance(value, list | tuple):
        parts = value
    elif isinstance(value, str):
        return len(value) <= longest
    else:
        return value is None or (isinstance(value, int | float if halves else int) and abs(value) <= LARGE)
    return depth > 0 and len(parts) <= longest and all(_is_plain(part, depth - 1, longest, halves) for part in parts)


class StepDomain(Domain):
    """A step with which something else goes on."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, declared.FUNCTIONS) and value in NAMES


SWITCH: Final = Whole(0, 1)
COUNT: Final = Whole(0, LARGE)  # of what grows with play
UNDECLARED: Final = Plain()  # what nobody has declared yet; a test finds it


# -- a game's declaration -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Misfit:
    """What does not fit: which field or step, and what it says."""

    name: str
    value: str
    is_step: bool = False


@dataclass(frozen=True)
class Declared:
    """What the state of a game may hold."""

    package: str  # whose steps may stand on its agenda
    fields: Mapping[str, Domain]  # of the state as data
    arguments: Mapping[str, Domain]  # by "step.argument", or by the argument's name alone
    sizes: Callable[[Any], Sizes]
    within: Mapping[str, Callable[..., Task]] = field(default_factory=dict)  # the task that a step carries with it
    senses: Mapping[str, Callable[..., bool]] = field(default_factory=dict)  # do a step's arguments go together?
    alone: bool = False  # or may steps of other packages stand there too, if its own steps name them?
    unsaid: frozenset[str] = frozenset({"agenda", "asked", "answers", "scenario", "options"})  # checked elsewhere

    @property
    def steps(self) -> frozenset[AnyStep]:
        """The steps that may stand on the agenda."""
        found = steps_of(self.package)
        return frozenset(s for s in found if NAMES[s].startswith(f"{self.package}.")) if self.alone else found

    def misfit(self, state: State, data: JsonTable) -> Misfit | None:
        """The first field of a state, written as data, that has an impossible value."""
        sizes = self.sizes(state)
        for name, value in data.items():
            domain = self.fields.get(name, UNDECLARED)
            if name not in self.unsaid and not domain.fits(value, sizes):
                return Misfit(name, brief(_culprit(domain, value, sizes)))
        return None

    def forgotten(self, data: JsonTable) -> list[str]:
        """Fields of a state without a domain; always empty, unless somebody forgot one."""
        return [name for name in data if name not in self.unsaid and name not in self.fields]

    def undeclared(self) -> list[str]:
        """Arguments of steps without a domain, as "step.argument"; always empty, unless somebody forgot one."""
        return [
            f"{NAMES[step]}.{name}"
            for step in self.steps
            for name, _ in parameters(step)
            if self._domain(step, name) is None
        ]

    def _domain(self, step: AnyStep, argument: str) -> Domain | None:
        word = NAMES[step].partition(".")[2]
        return self.arguments.get(f"{word}.{argument}") or self.arguments.get(argument)

    def wrong_task(self, state: State, tasks: Iterable[object]) -> Misfit | None:
        """The first task of an agenda that cannot be there: not a step of this game, or not the arguments it takes."""
        sizes = self.sizes(state)
        for number, task in enumerate(tasks):
            if number >= MAX_TASKS or not self._is_task(state, task, sizes, DEEPEST):
                return Misfit("agenda", _told(task), is_step=True)
        return None

    def _is_task(self, state: State, task: object, sizes: Sizes, depth: int, asks: bool = False) -> bool:
        if not isinstance(task, tuple) or not task or not depth:
            return False
        what, *rest = task
        if what == TOGETHER:
            several = not asks and len(rest) > 1
            return several and all(self._is_task(state, each, sizes, depth - 1, asks=True) for each in rest)
        if what == ANSWERED:
            whole = not asks and len(rest) == 2 and type(rest[1]) is int
            return whole and self._is_task(state, rest[0], sizes, depth - 1, asks=True)
        if not isinstance(what, (Question, *declared.FUNCTIONS)) or (asks and not isinstance(what, Question)):
            return False
        return what in self.steps and self._fit(state, what, in_a_row(task)[1:], sizes, depth)

    def _fit(self, state: State, step: AnyStep, arguments: tuple[object, ...], sizes: Sizes, depth: int) -> bool:
        names = parameters(step)
        needed = sum(1 for _, has_default in names if not has_default)
        if not needed <= len(arguments) <= len(names):
            return False
        for (name, _), value in zip(names, arguments, strict=False):
            if not (self._domain(step, name) or UNDECLARED).fits(value, sizes):
                return False
        word = NAMES[step].partition(".")[2]
        if word in self.senses and not self.senses[word](state, *arguments):
            return False
        return word not in self.within or self._is_task(state, self.within[word](*arguments), sizes, depth - 1)


def _culprit(domain: Domain, value: object, sizes: Sizes) -> object:
    """The part of a value that does not fit, if it is one part."""
    if isinstance(domain, Many) and isinstance(value, list | tuple):
        return next((_culprit(domain.item, part, sizes) for part in value if not domain.item.fits(part, sizes)), value)
    if isinstance(domain, Fields) and isinstance(value, Mapping) and (name := domain.misfit(value, sizes)) is not None:
        return f"{name} {value.get(name, '?')}"
    return value


def _told(task: object) -> str:
    """A task in a few words."""
    if isinstance(task, tuple) and task:
        name = NAMES.get(task[0]) if isinstance(task[0], (Question, *declared.FUNCTIONS)) else None
        words = [name or brief(task[0]), *map(brief, in_a_row(task)[1:4])]
        return brief(" ".join(words))
    return brief(task)


_PARAMETERS: dict[AnyStep, tuple[tuple[str, bool], ...]] = {}


def parameters(step: AnyStep) -> tuple[tuple[str, bool], ...]:
    """The arguments a step takes after the game: name, and whether it may be left out."""
    if step not in _PARAMETERS:
        if isinstance(step, Question):
            found = declared.parameters(step.record) if step.record else declared.parameters(step.options)[1:]
        else:
            found = declared.parameters(step)[1:]
        _PARAMETERS[step] = tuple((one.name, one.is_optional) for one in found)
    return _PARAMETERS[step]


_STEPS: dict[str, tuple[int, frozenset[AnyStep]]] = {}


def steps_of(package: str) -> frozenset[AnyStep]:
    """Every step that can stand on the agenda of this package's game: its own, and what those name of others'."""
    known = _STEPS.get(package)
    if known is not None and known[0] == len(STEPS):
        return known[1]
    found: set[AnyStep] = set()
    todo = [thing for name, thing in STEPS.items() if name.partition(".")[0] == package]
    seen: set[AnyStep] = set()
    while todo:
        thing = todo.pop()
        if thing in seen:
            continue
        seen.add(thing)
        if thing in NAMES:
            found.add(thing)
        for function in _functions(thing):
            todo += [named for named in _named_by(function) if isinstance(named, (Question, *declared.FUNCTIONS))]
    _STEPS[package] = len(STEPS), frozenset(found)
    return _STEPS[package][1]


def _functions(thing: object) -> list[RuleFunction]:
    if isinstance(thing, Question):
        return [one for one in (thing.options, thing.then) if isinstance(one, declared.FUNCTIONS)]
    if not isinstance(thing, declared.FUNCTIONS) or not str(thing.__module__).startswith("viermot."):
        return []
    return [thing]


def _named_by(function: RuleFunction) -> list[object]:
    """What a function names: globals, what lies in tables of theirs, and what it takes from modules."""
    names, known = declared.names(function), declared.namespace(function)
    named = [known[name] for name in names if name in known]
    modules = [one for one in named if isinstance(one, ModuleType) and one.__name__.startswith("viermot.")]
    named += [getattr(module, name) for module in modules for name in names if hasattr(module, name)]
    return [inner for one in named for inner in _in_table(one, 3)]


def _in_table(thing: object, depth: int) -> list[object]:
    if isinstance(thing, Mapping):
        thing = [*thing, *thing.values()]
    if isinstance(thing, list | tuple | set | frozenset):
        return [inner for part in thing for inner in _in_table(part, depth - 1)] if depth else []
    return [getattr(thing, "__wrapped__", thing)]
