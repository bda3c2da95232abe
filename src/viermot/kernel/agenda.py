"""Steps, questions and the stack of what is still to do: how a rule becomes code.

A step is a function named as the book names it; it does its work and puts what must come next on top of the
agenda. A question is a step at which a seat must choose: its options, and what happens when one is chosen. Because
the agenda is data, a game can be cloned, saved and searched at any decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import get_ident
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Final,
    Generic,
    NewType,
    ParamSpec,
    Self,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
)

from viermot.kernel import declared
from viermot.kernel.dice import Dice
from viermot.kernel.user_error import UserError
from viermot.kernel.words import Filling

if TYPE_CHECKING:
    from viermot.kernel.registry import GameModule
    from viermot.kernel.standing import Told

# (step or question, *arguments); the arguments are ints, strings and tuples of these. Only ``task`` makes one, so that
# the type checker holds the arguments against what the step takes.
AnyTuple: TypeAlias = tuple[Any, ...]
Task = NewType("Task", AnyTuple)
Step = TypeVar("Step", bound=Callable[..., None])
Game = TypeVar("Game", bound="State")
if TYPE_CHECKING:  # a default of a type variable needs a newer Python at run time
    from typing_extensions import TypeVar as TypeVarWithDefault

    NotedGame = TypeVarWithDefault("NotedGame", contravariant=True, default=Any)
else:
    NotedGame = TypeVar("NotedGame", contravariant=True)
Option = TypeVar("Option", bound=int)  # what a question offers: ints, or ids of one type
About = TypeVarTuple("About")  # what a question is about: nothing, one thing, or a named tuple of several
Arguments = ParamSpec("Arguments")
AnyQuestion: TypeAlias = "Question[Any, Any, *AnyTuple]"  # a question of any game, about anything
AnyStep: TypeAlias = "Callable[..., None] | AnyQuestion"
Datum: TypeAlias = "int | float | str | tuple[Datum, ...] | None"  # what an event tells, and what a step takes
Logged = tuple[str, str, int, AnyTuple]  # an event in a state's log: kind, rules, audience (a bit each), data
Refusal = tuple[str, str]  # (rule, message key): why something is not offered
Facts = dict[str, Any]  # what a prompt names: numbers, texts and rows of these

RULES: Final = "rules"  # the folder of a game that holds its steps and questions
STEPS: dict[str, Any] = {}  # "nightfighter.fire" -> the step or Question of that name
NAMES: dict[AnyStep, str] = {}


class DeadEnd(Exception):
    """A question that offers nothing: a fault in the rules code."""


class Unreadable(UserError):
    """A text that names no option; gives the rule it offends, if any."""


class Notation(Generic[NotedGame]):
    """How the options of a question are written and read: "0712", "guns", "F F R F"."""

    longest = 200  # longest an option may be in writing; a whole plan may say otherwise

    def write(self, game: NotedGame, option: int) -> str:
        raise NotImplementedError

    def read(self, game: NotedGame, text: str) -> int:
        """The option a text names; Unreadable with a reason if it names none."""
        raise NotImplementedError

    def in_words(self, game: NotedGame, facts: Facts, text: str) -> tuple[str, Facts] | None:
        """A message that puts an option better than its own text does, and its fields; None where there is none."""
        return None


class Words(Notation["State"]):
    """Options that are words, in order: 0, 1, 2, ..."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def write(self, game: State, option: int) -> str:
        return self.words[option]

    def read(self, game: State, text: str) -> int:
        wanted = text.strip().lower()
        if wanted in self.words:
            return self.words.index(wanted)
        raise Unreadable("unreadable.word", text=text, words=", ".join(self.words))


class Numbers(Notation["State"]):
    """Options that are plain numbers."""

    def write(self, game: State, option: int) -> str:
        return str(option)

    def read(self, game: State, text: str) -> int:
        digits = text.strip()
        if digits.isascii() and digits.removeprefix("-").isdigit():
            return int(digits)
        raise Unreadable("unreadable.number", text=text)


class Warned(UserError):
    """What an option costs for good, said beforehand; with ``asks``, a second answer has to confirm it.

    The key is a bare word within the question's own game, or a full key.
    """

    def __init__(self, key: str, asks: bool = True, **fields: Filling) -> None:
        super().__init__(key, "", **fields)
        self.asks = asks


def warn(key: str, **fields: Filling) -> Warned:
    """Said beforehand, and asked a second time: it cannot be undone."""
    return Warned(key, True, **fields)


def note(key: str, **fields: Filling) -> Warned:
    """Said beforehand, and that is all: the last of something."""
    return Warned(key, False, **fields)


class Question(Generic[Game, Option, *About]):
    """Something a seat must choose, with the rule that asks it.

    All its functions take the same: the game and what the question is about. That is nothing, one thing (a fighter), or
    one named tuple of several; never a list of arguments that each function has to repeat.
    """

    __slots__ = (
        "default",
        "facts",
        "in_person",
        "inside",
        "name",
        "notation",
        "obeyed",
        "options",
        "record",
        "rule",
        "seat",
        "settled",
        "sheet",
        "subject",
        "suggested",
        "then",
        "undoable",
        "usually",
        "warning",
        "why_not",
        "word",
    )  # fmt: skip

    def __init__(
        self,
        options: Callable[[Game, *About], Sequence[Option]],
        seat: int,
        rule: str,
        notation: Notation,
        undoable: bool,
        usually: int | None = None,
        default: int | None = None,
        subject: str = "",
        sheet: str = "",
        in_person: bool = False,
    ) -> None:
        self.name = _name_of(options)
        self.word = self.name.partition(".")[2]  # the bare name, as message keys use it
        self.options = options
        self.record = _record_of(options)  # the named tuple it is about, if it is about several things
        self.seat = seat
        self.rule = rule
        self.notation = notation
        self.undoable = undoable  # may the seat take it back before it has learned anything?
        self.usually = usually  # what most players mostly answer, such as to pass; random play leans towards it
        self.default = default  # the answer offered first; it can always be changed
        self.sheet = sheet  # the order sheet on which it can be answered together with others, in any order
        self.in_person = in_person  # no orders answer it: taking its time every time is what it is for
        self.subject = subject  # the fact that names what it is about, for orders about one thing
        self.suggested: Callable[[Game, *About], int | None] = _nothing_suggested
        self.settled: Callable[[Game, *About], int | None] = _nothing_suggested
        self.obeyed: Callable[[Game, *About, Told], int | None] = _nothing_suggested
        self.inside: Callable[[Game, *About], tuple[GameModule, State] | None] = _nothing_inside
        self.then: Callable[[Game, *About, Option], None] = _unanswered
        self.why_not: Callable[[Game, *About, int], Refusal | None] = _no_reason
        self.facts: Callable[[Game, *About], Facts] = _no_facts
        self.warning: Callable[[Game, *About, Option], Warned | None] = nothing_final

    def __call__(self, game: Game, /, *about: *About) -> None:
        """Ask it next. To the type checker a question is a step like any other: it can stand on an agenda."""
        game.agenda.append(Task((self, *about)))

    def chosen(self, function: Callable[[Game, *About, Option], None]) -> Callable[[Game, *About, Option], None]:
        """Decorator: what happens when an option is chosen."""
        self.then = function
        return function

    def default_of(self, game: Game, task: Task, codes: Sequence[int]) -> int | None:
        """The code of the declared answer, or else of the usual one if it is offered; None where there is neither."""
        code = self.suggested(game, *task[1:]) if self.default is None else self.default
        if code is not None:
            return code
        return self.usually if self.usually is not None and self.usually in codes else None

    def suggests(self, function: Callable[[Game, *About], int | None]) -> Callable[[Game, *About], int | None]:
        """Decorator: which option most players would want now, the answer that Enter gives.

        It may look only at what the seat knows, and is None where nothing stands out.
        """
        self.suggested = function
        return function

    def settles(self, function: Callable[[Game, *About], int | None]) -> Callable[[Game, *About], int | None]:
        """Decorator: the one answer that makes sense now, so that nobody need be asked; None where there is a choice.

        It looks only at what the seat knows. Whether it is used is for the seat to decide (`standing.py`).
        """
        self.settled = function
        return function

    def obeys(self, function: Callable[[Game, *About, Told], int | None]) -> Callable[[Game, *About, Told], int | None]:
        """Decorator: the option that carries out what the seat wrote on its order sheet; None if it is to be asked.

        It looks only at what the seat knows and at what it ordered (`standing.Told`).
        """
        self.obeyed = function
        return function

    def plays(
        self, function: Callable[[Game, *About], tuple[GameModule, State] | None]
    ) -> Callable[[Game, *About], tuple[GameModule, State] | None]:
        """Decorator: the game inside the game whose question this passes on."""
        self.inside = function
        return function

    def refuses(
        self, function: Callable[[Game, *About, int], Refusal | None]
    ) -> Callable[[Game, *About, int], Refusal | None]:
        """Decorator: why an option is not offered, as (rule, message key)."""
        self.why_not = function
        return function

    def tells(self, function: Callable[[Game, *About], Facts]) -> Callable[[Game, *About], Facts]:
        """Decorator: the facts its prompt names, all of them known to the seat."""
        self.facts = function
        return function

    def warns(
        self, function: Callable[[Game, *About, Option], Warned | None]
    ) -> Callable[[Game, *About, Option], Warned | None]:
        """Decorator: what is said before an option that cannot be taken back; from what the seat knows alone."""
        self.warning = function
        return function

    def __repr__(self) -> str:
        return f"<question {self.name}>"


def _unanswered(*_: object) -> None:
    raise NotImplementedError("a question without @chosen")


def _no_reason(*_: object) -> Refusal | None:
    return None


def nothing_final(*_: object) -> Warned | None:
    return None


def _nothing_suggested(*_: object) -> int | None:
    return None


def _nothing_inside(*_: object) -> None:
    return None


def _no_facts(*_: object) -> Facts:
    return {}


def _record_of(options: Callable[..., Sequence[int]]) -> Callable[..., tuple[object, ...]] | None:
    """The named tuple that a question is about; a save lists its fields in a row, so reading one takes knowing it."""
    about = declared.parameters(options)[1:]
    if len(about) != 1:
        return None
    kind = about[0].type
    if isinstance(kind, str):
        kind = eval(kind, declared.namespace(options))
    return kind if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields") else None


def _name_of(function: Callable[..., object]) -> str:
    """The game's folder and the function: of games.chess.rules.castling it is "chess.castle"."""
    parts = function.__module__.split(".")
    folder = parts[parts.index(RULES) - 1] if RULES in parts else parts[-2]
    return f"{folder}.{function.__name__}"


def _register(name: str, thing: AnyStep) -> None:
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
    notation: Notation,
    undoable: bool = False,
    usually: int | None = None,
    default: int | None = None,
    subject: str = "",
    sheet: str = "",
    in_person: bool = False,
) -> Callable[[Callable[[Game, *About], Sequence[Option]]], Question[Game, Option, *About]]:
    """Decorator: a function that lists the options of a question becomes that question.

    ``usually`` is what most players answer most of the time, such as to pass; ``default`` is what Enter answers
    wherever the question is asked. Where that depends on the game, ``suggests`` decides. ``subject`` is the fact that
    names what the question is about (a unit), so that a seat can give an order for that one alone; questions of one
    ``sheet`` can be answered together. One asked ``in_person`` is never answered by orders: it is asked so that the
    others cannot tell from the time it takes whether there was anything to decide.
    """

    def make(options: Callable[[Game, *About], Sequence[Option]]) -> Question[Game, Option, *About]:
        asked = Question(options, seat, rule, notation, undoable, usually, default, subject, sheet, in_person)
        _register(asked.name, asked)
        return asked

    return make


if TYPE_CHECKING:

    def task(
        what: Callable[Concatenate[Game, Arguments], None], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Task:
        """A step or a question with its arguments, in their order, to be put on the agenda by ``State.next``."""
else:

    def task(*parts):  # the arguments arrive as the very tuple that is needed: nothing is built, nothing is checked
        return parts


TOGETHER: Final = "together"  # a task (TOGETHER, task, task, ...): all these are asked at the same time; see together()
ANSWERED: Final = "answered"  # a task (ANSWERED, task, option): an answer that waited for the others


def together(*tasks: Task) -> Task:
    """Questions asked of several seats at the same time; the answers stay secret until all are in."""
    return Task((TOGETHER, *tasks))


class Mark:
    """How far somebody has read a log: to be handed back unchanged."""

    __slots__ = ("last", "read")

    def __init__(self, read: int, last: Logged | None) -> None:
        self.read = read
        self.last = last  # by which the log is recognised


class State:
    """What the states of all games share: the agenda, what is being asked, and the log of events.

    The log is append-only and shared between clones until one of them writes on. A state that belongs to the past
    shares it with the one that is played on: its own part is the first ``logged`` events, and nobody reads further.
    """

    __slots__ = ("agenda", "answers", "asked", "dice", "everybody", "log", "log_end", "log_shared", "offered")

    agenda: list[Task]
    asked: Task | None
    offered: Sequence[int]
    answers: tuple[int | None, ...]
    log: list[Logged]
    log_end: int  # where it ends for a state that belongs to the past; -1 for one that is played on
    log_shared: bool
    dice: Dice
    everybody: int  # the audience of every seat, a bit each; a game says it in its class, or in each state

    def begin(self, dice: Dice, *tasks: Task) -> None:
        """Set up an empty log and the first tasks."""
        self.agenda = list(tasks[::-1])
        self.asked = None
        self.offered = ()
        self.answers = ()
        self.log = []
        self.log_end = -1
        self.log_shared = False
        self.dice = dice

    if TYPE_CHECKING:

        def push(
            self: Game,
            what: Callable[Concatenate[Game, Arguments], None],
            *args: Arguments.args,
            **kwargs: Arguments.kwargs,
        ) -> None:
            """Put one step or question with its arguments on top of the agenda: it comes next."""
    else:

        def push(self, *task):
            self.agenda.append(task)

    def next(self, *tasks: Task) -> None:
        """Put these on top of the agenda, the first of them uppermost, so that they come in this order; or none."""
        self.agenda.extend(tasks[::-1])

    def emit(self, kind: str, rules: str, seats: int, *data: Datum) -> None:
        """Log that something happened, by which rules, and which seats (a bit each) may know."""
        if self.log_shared:
            self._part_ways()
        self.log.append((kind, rules, seats, data))

    def announce(self, kind: str, rules: str, *data: Datum) -> None:
        """Log something that every seat may know."""
        if self.log_shared:
            self._part_ways()
        self.log.append((kind, rules, self.everybody, data))

    def own_log(self) -> list[Logged]:
        """The log, to be written to until the next clone."""
        if self.log_shared:
            self._part_ways()
        return self.log

    def _part_ways(self) -> None:
        """A clone holds this log too: carry on in a copy."""
        self.log = self.log[: self.logged]
        self.log_end = -1
        self.log_shared = False

    def seat_of(self, task: Task) -> int:
        """Who is asked this: the question's own seat, unless a game asks the same of several seats in turn."""
        seat: int = task[0].seat
        return seat

    @property
    def logged(self) -> int:
        """How many events the log holds."""
        return len(self.log) if self.log_end < 0 else self.log_end

    @property
    def log_so_far(self) -> Sequence[Logged]:
        """The events of the log, to be read only."""
        return self.log if self.log_end < 0 else self.log[: self.log_end]

    def news(self, bits: int, mark: Mark | None) -> tuple[Mark, bool, list[Logged]]:
        """What these seats were told since a mark: a new mark, whether this starts from the beginning, and the events.

        Without a mark, after an undo, and in another game everything is told from the beginning.
        """
        log, logged = self.log, self.logged
        since = mark.read if mark is not None else 0
        anew = mark is None or not self.goes_on_from(mark)
        if anew:
            since = 0
        told = [event for event in log[since:logged] if event[2] & bits == bits]
        return Mark(logged, log[logged - 1] if logged else None), anew, told

    def goes_on_from(self, mark: Mark) -> bool:
        """Is this the game the mark was taken in, as it was then or later?"""
        read = mark.read
        return read <= self.logged and (read == 0 or self.log[read - 1] is mark.last)

    def latest(self) -> Iterator[Logged]:
        """The events of the log, the newest first."""
        return reversed(self.log_so_far)

    def clone(self) -> Self:
        """A state of its own that goes on from here. Every game copies its own fields."""
        raise NotImplementedError

    def go_on(self) -> Self:
        """A clone that takes this one's place. This one then belongs to the past, and the log need not be copied."""
        is_own = not self.log_shared
        new = self.clone()
        if is_own:
            new.log_shared = False
            self.log_end = len(self.log)
        return new

    def copy_agenda(self, other: State) -> None:
        """Make another state's agenda and log this one's own."""
        self.agenda = other.agenda.copy()
        self.asked = other.asked
        self.offered = other.offered
        self.answers = other.answers
        if other.log_end < 0:
            self.log = other.log
            self.log_shared = other.log_shared = True
        else:
            self.log = other.log[: other.log_end]
            self.log_shared = False
        self.log_end = -1
        self.dice = other.dice


_listening: dict[int, list[str]] = {}  # by thread: the lists in which questions that are passed over are noted


def _passed_over(question: AnyQuestion) -> None:
    heard = _listening.get(get_ident())
    if heard is not None:
        heard.append(question.word)


def advance(game: State) -> None:
    """Take steps until somebody must choose or nothing is left to do. A choice of one is not a choice."""
    agenda = game.agenda
    while agenda:
        task = agenda.pop()
        what = task[0]
        size = len(task)  # most have few arguments, and unpacking is expensive
        if what.__class__ is Question:
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
        elif what.__class__ is not str:  # a step; only a compiler knows what kind of function
            if size == 3:
                what(game, task[1], task[2])
            elif size == 2:
                what(game, task[1])
            elif size == 1:
                what(game)
            else:
                what(game, *task[1:])
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


def apply_heard(game: State, option: int, which: int = 0) -> list[str]:
    """The same; returns the bare names of the questions that had only one answer and so were not asked."""
    me = get_ident()
    outer = _listening.get(me)
    heard = _listening[me] = []
    try:
        apply(game, option, which)
    finally:
        if outer is None:
            del _listening[me]
        else:
            _listening[me] = outer
    return heard


def _answer_one(game: State, task: Task, option: int, which: int) -> None:
    answers = game.answers[:which] + (option,) + game.answers[which + 1 :]
    game.answers = answers
    if None in answers:
        return
    game.asked = None
    game.answers = ()
    game.next(*[Task((ANSWERED, asked, answer)) for asked, answer in zip(task[1:], answers, strict=True)])
    advance(game)


def open_questions(game: State) -> list[tuple[int, Task]]:
    """The questions open now, with their place among those asked together."""
    task = game.asked
    if task is None:
        return []
    if task[0].__class__ is not str:
        return [(0, task)]
    return [(i, t) for i, (t, answer) in enumerate(zip(task[1:], game.answers, strict=True)) if answer is None]


def seats_asked(game: State) -> list[tuple[int, Task]]:
    """Who is asked something now, each seat by its number, and what."""
    return [(game.seat_of(task), task) for _, task in open_questions(game)]


def options_of(game: State, task: Task) -> Sequence[int]:
    """The legal answers to a question that is open."""
    if task is game.asked and game.offered:
        return game.offered
    offered: Sequence[int] = task[0].options(game, *task[1:])
    return offered


def task_to_json(task: Any) -> Any:
    """A task (or an argument of one) as plain JSON data: what a question is about follows its name, field by field."""
    if isinstance(task, tuple):
        return [task_to_json(part) for part in in_a_row(task)]
    if task.__class__ is Question or callable(task):
        return "@" + NAMES[task]
    return task


def in_a_row(task: AnyTuple) -> AnyTuple:
    """A task with each argument in a place of its own, even where they are the fields of one record."""
    if len(task) == 2 and task[0].__class__ is Question and task[1].__class__ is task[0].record:
        return (task[0], *task[1])
    return task


def task_from_json(data: Any) -> Any:
    """The task that ``task_to_json`` wrote."""
    if isinstance(data, list):
        return _with_record(tuple(task_from_json(part) for part in data))
    if isinstance(data, str) and data.startswith("@"):
        if data[1:] not in STEPS:
            raise ValueError(f"no step is called {data[1:]!r}")
        return STEPS[data[1:]]
    return data


def _with_record(task: AnyTuple) -> AnyTuple:
    """The task of a question with its arguments as the record that its functions get."""
    if not task or task[0].__class__ is not Question or task[0].record is None:
        return task
    try:
        return (task[0], task[0].record(*task[1:]))
    except TypeError:
        return task  # too many or too few: not a task, and readers of positions and saves refuse it
