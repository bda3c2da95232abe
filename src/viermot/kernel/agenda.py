"""Steps, questions and the stack of what is still to do: how a rule becomes code.

A step is a function named as the book names it; it does its work and puts what must come next on top of the
agenda. A question is a step at which a seat must choose: its options, and what happens when one is chosen. Because
the agenda is data, a game can be cloned, saved and searched at any decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import get_ident
from types import FunctionType
from typing import Any, Final, TypeVar

from viermot.kernel.user_error import UserError

Task = tuple[Any, ...]  # (step or Question, *arguments); the arguments are ints, strings and tuples of these
Step = TypeVar("Step", bound=Callable[..., None])

RULES: Final = "rules"  # the folder of a game that holds its steps and questions
STEPS: dict[str, Any] = {}  # "nightfighter.fire" -> the step or Question of that name
NAMES: dict[Any, str] = {}


class DeadEnd(Exception):
    """A question that offers nothing: a fault in the rules code."""


class Unreadable(UserError):
    """A text that spells no option; names the rule it offends, if any."""


class Spelling:
    """How the options of a question are written and read: "0712", "guns", "F F R F"."""

    longest = 200  # no option is spelled longer; a whole plan may say otherwise

    def write(self, game: Any, option: int) -> str:
        raise NotImplementedError

    def read(self, game: Any, text: str) -> int:
        """The option a text names; Unreadable with a reason if it names none."""
        raise NotImplementedError


class Words(Spelling):
    """Options that are words, in order: 0, 1, 2, ..."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def write(self, game: Any, option: int) -> str:
        return self.words[option]

    def read(self, game: Any, text: str) -> int:
        wanted = text.strip().lower()
        if wanted in self.words:
            return self.words.index(wanted)
        raise Unreadable("unreadable.word", text=text, words=", ".join(self.words))


class Numbers(Spelling):
    """Options that are plain numbers."""

    def write(self, game: Any, option: int) -> str:
        return str(option)

    def read(self, game: Any, text: str) -> int:
        digits = text.strip()
        if digits.isascii() and digits.removeprefix("-").isdigit():
            return int(digits)
        raise Unreadable("unreadable.number", text=text)


class Warned(UserError):
    """What an option costs for good. It is said before; with ``asks`` a second answer has to confirm it.

    The key is a bare word of the question's own game, or whole.
    """

    def __init__(self, key: str, asks: bool = True, **fields: object) -> None:
        super().__init__(key, "", **fields)
        self.asks = asks


def warn(key: str, **fields: object) -> Warned:
    """Said before, and asked once more: it cannot be undone."""
    return Warned(key, True, **fields)


def note(key: str, **fields: object) -> Warned:
    """Said before, no more: the last of something."""
    return Warned(key, False, **fields)


class Question:
    """Something a seat must choose, with the rule that asks it."""

    __slots__ = (
        "default", "facts", "name", "options", "rule", "seat", "spelling", "takes_back", "then", "usually", "warning",
        "why_not",
    )  # fmt: skip

    def __init__(
        self,
        options: Callable[..., Sequence[int]],
        seat: int,
        rule: str,
        spelling: Spelling,
        takes_back: bool,
        usually: int | None = None,
        default: Callable[..., int | None] | None = None,
    ) -> None:
        self.name = _name_of(options)
        self.options = options
        self.seat = seat
        self.rule = rule
        self.spelling = spelling
        self.takes_back = takes_back  # may the seat take it back before it has learned anything?
        self.usually = usually  # the answer of most players most of the time, such as to pass; chance leans to it
        self.default = default  # the answer offered first, judged from what the seat knows; it can always be changed
        self.then: Callable[..., None] = _unanswered
        self.why_not: Callable[..., tuple[str, str] | None] = _no_reason
        self.facts: Callable[..., dict[str, Any]] = _no_facts
        self.warning: Callable[..., Warned | None] = nothing_final

    @property
    def word(self) -> str:
        """The bare name, as message keys use it."""
        return self.name.partition(".")[2]

    def chosen(self, function: Callable[..., None]) -> Callable[..., None]:
        """Decorator: what happens when an option is chosen."""
        self.then = function
        return function

    def default_of(self, game: State, task: Task, codes: Sequence[int]) -> int | None:
        """The code of the declared answer, else of the usual one if it is offered; None where there is neither."""
        if self.default is not None:
            code = self.default(game, *task[1:])
            if code is not None:
                return code
        return self.usually if self.usually is not None and self.usually in codes else None

    def refuses(self, function: Callable[..., tuple[str, str] | None]) -> Callable[..., tuple[str, str] | None]:
        """Decorator: why an option is not offered, as (rule, message key)."""
        self.why_not = function
        return function

    def tells(self, function: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """Decorator: the facts its prompt names, all of them known to the seat."""
        self.facts = function
        return function

    def warns(self, function: Callable[..., Warned | None]) -> Callable[..., Warned | None]:
        """Decorator: what is said before an option that cannot be had back; from what the seat knows alone."""
        self.warning = function
        return function

    def __repr__(self) -> str:
        return f"<question {self.name}>"


def _unanswered(*_: Any) -> None:
    raise NotImplementedError("a question without @chosen")


def _no_reason(*_: Any) -> tuple[str, str] | None:
    return None


def nothing_final(*_: Any) -> Warned | None:
    return None


def _no_facts(*_: Any) -> dict[str, Any]:
    return {}


def _name_of(function: Callable[..., Any]) -> str:
    """The game's folder and the function: of games.chess.rules.castling it is "chess.castle"."""
    parts = function.__module__.split(".")
    folder = parts[parts.index(RULES) - 1] if RULES in parts else parts[-2]
    return f"{folder}.{function.__name__}"


def _register(name: str, thing: Any) -> None:
    if name in STEPS:
        raise ValueError(f"two steps are called {name}")
    STEPS[name] = thing
    NAMES[thing] = name


def step(function: Step) -> Step:
    """Decorator: a step that may stand on an agenda."""
    _register(_name_of(function), function)
    return function


def question(
    seat: int,
    rule: str,
    spelling: Spelling,
    takes_back: bool = False,
    usually: int | None = None,
    default: Callable[..., int | None] | None = None,
) -> Callable[[Callable[..., Sequence[int]]], Question]:
    """Decorator: a function that lists the options of a question becomes that question.

    ``default`` gets what the options get and says which of them most players would want now: the answer that
    Enter gives. It may look only at what the seat knows, and is None where nothing recommends itself.
    """

    def make(options: Callable[..., Sequence[int]]) -> Question:
        asked = Question(options, seat, rule, spelling, takes_back, usually, default)
        _register(asked.name, asked)
        return asked

    return make


TOGETHER: Final = "together"  # a task (TOGETHER, task, task, ...): all these are asked at the same time
ANSWERED: Final = "answered"  # a task (ANSWERED, task, option): an answer that waited for the others


class State:
    """What all games' states share: the agenda, what is being asked, and the log of events.

    The log is append-only and shared between clones until one of them writes on.
    """

    __slots__ = ("agenda", "answers", "asked", "dice", "log", "log_shared", "offered")

    agenda: list[Task]
    asked: Task | None
    offered: Sequence[int]
    answers: tuple[int | None, ...]
    log: list[tuple[Any, ...]]
    log_shared: bool
    dice: Any

    def begin(self, dice: Any, *tasks: Task) -> None:
        """Lay out an empty log and the first tasks."""
        self.agenda = list(tasks[::-1])
        self.asked = None
        self.offered = ()
        self.answers = ()
        self.log = []
        self.log_shared = False
        self.dice = dice

    def next(self, first: Task = (), *others: Task) -> None:
        """Put these on top of the agenda, the first of them uppermost. Mostly it is one; there may be none."""
        if others:
            self.agenda.extend(others[::-1])
        if first:
            self.agenda.append(first)

    def emit(self, kind: str, rules: str, seats: int, *data: Any) -> None:
        """Log that something happened, by which rules, and which seats (a bit each) may know."""
        if self.log_shared:
            self._part_ways()
        self.log.append((kind, rules, seats, data))

    def own_log(self) -> list[tuple[Any, ...]]:
        """The log, to write on until the next clone."""
        if self.log_shared:
            self._part_ways()
        return self.log

    def _part_ways(self) -> None:
        """A clone holds this log too: write on in a copy."""
        self.log = self.log[:]
        self.log_shared = False

    def seat_of(self, task: Task) -> int:
        """Who is asked this: the question's own seat, unless a game asks the same of several seats in turn."""
        seat: int = task[0].seat
        return seat

    @property
    def logged(self) -> int:
        """How many events the log holds."""
        return len(self.log)

    def copy_agenda(self, other: State) -> None:
        """Make another state's agenda and log this one's own."""
        self.agenda = other.agenda.copy()
        self.asked = other.asked
        self.offered = other.offered
        self.answers = other.answers
        self.log = other.log
        self.log_shared = other.log_shared = True
        self.dice = other.dice


_listening: dict[int, list[str]] = {}  # by thread: who wants to know which questions were passed over


def _passed_over(question: Question) -> None:
    heard = _listening.get(get_ident())
    if heard is not None:
        heard.append(question.word)


@contextmanager
def passed_over() -> Iterator[list[str]]:
    """The questions that had one answer only, and so were not asked, while this lasts; by their bare names."""
    me = get_ident()
    outer = _listening.get(me)
    heard = _listening[me] = []
    try:
        yield heard
    finally:
        if outer is None:
            del _listening[me]
        else:
            _listening[me] = outer


def advance(game: State) -> None:
    """Take steps until somebody must choose or nothing is left to do. A choice of one is no choice."""
    agenda = game.agenda
    while agenda:
        task = agenda.pop()
        what = task[0]
        size = len(task)  # most have few arguments, and unpacking is dear
        if what.__class__ is FunctionType:
            if size == 3:
                what(game, task[1], task[2])
            elif size == 2:
                what(game, task[1])
            elif size == 1:
                what(game)
            else:
                what(game, *task[1:])
        elif what.__class__ is Question:
            if size == 2:
                options = what.options(game, task[1])
            elif size == 1:
                options = what.options(game)
            else:
                options = what.options(game, *task[1:])
            if len(options) == 1:
                if _listening:
                    _passed_over(what)
                what.then(game, *task[1:], options[0])
            elif options:
                game.asked = task
                game.offered = options
                return
            else:
                raise DeadEnd(f"{what.name} offers nothing")
        elif what == ANSWERED:
            task[1][0].then(game, *task[1][1:], task[2])
        else:
            game.asked = task
            game.answers = (None,) * (len(task) - 1)
            return
    game.asked = None
    game.offered = ()


def apply(game: State, option: int, which: int = 0) -> None:
    """Answer what is asked with an option that is known to be legal, and go on. Trusts its caller."""
    task: Any = game.asked
    what = task[0]
    if what.__class__ is str:
        _answer_one(game, task, option, which)
        return
    size = len(task)
    if size == 2:
        what.then(game, task[1], option)
    elif size == 1:
        what.then(game, option)
    elif size == 3:
        what.then(game, task[1], task[2], option)
    else:
        what.then(game, *task[1:], option)
    advance(game)


def _answer_one(game: State, task: Task, option: int, which: int) -> None:
    answers = game.answers[:which] + (option,) + game.answers[which + 1 :]
    game.answers = answers
    if None in answers:
        return
    game.asked = None
    game.answers = ()
    game.next(*[(ANSWERED, asked, answer) for asked, answer in zip(task[1:], answers, strict=True)])
    advance(game)


def asked_of(game: State) -> list[tuple[int, Task]]:
    """The questions open now, with their place among those asked together."""
    task = game.asked
    if task is None:
        return []
    if task[0].__class__ is not str:
        return [(0, task)]
    return [(i, t) for i, (t, answer) in enumerate(zip(task[1:], game.answers, strict=True)) if answer is None]


def options_of(game: State, task: Task) -> Sequence[int]:
    """The legal answers to a question that is open."""
    if task is game.asked and game.offered:
        return game.offered
    offered: Sequence[int] = task[0].options(game, *task[1:])
    return offered


def spell(task: Any) -> Any:
    """A task (or an argument of one) as plain JSON data."""
    if isinstance(task, tuple):
        return [spell(part) for part in task]
    if task.__class__ is Question or callable(task):
        return "@" + NAMES[task]
    return task


def unspell(data: Any) -> Any:
    """The task that ``spell`` wrote."""
    if isinstance(data, list):
        return tuple(unspell(part) for part in data)
    if isinstance(data, str) and data.startswith("@"):
        if data[1:] not in STEPS:
            raise ValueError(f"no step is called {data[1:]!r}")
        return STEPS[data[1:]]
    return data
