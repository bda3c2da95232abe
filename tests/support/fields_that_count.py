"""Does every field of a game's tables count? Each is changed on its own, and games are played with it.

A field counts if the change makes a difference in play: another option, another event, another result, or another
view of a seat. Games are played by dice and choices that depend on nothing but a seed, so that with the same tables
they come out the same to the letter; the first difference is enough. A field is a key of the tables, rows of a list
taken together; a new one is walked like all others, so that one without effect fails. Provenance is no value, and
the name of a row is what an owner's own row is laid over it by.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, zip_longest
from typing import Any

from viermot.kernel.agenda import State, advance, apply, asked_of, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.packs import PackError, Tables
from viermot.kernel.user_error import UserError

Path = tuple[str | int, ...]  # a file, then keys and numbers of rows
Seen = tuple[object, ...]  # one thing that was seen in play
Chooser = Callable[[Any, Any, Sequence[int], QuickRng], int]  # state, question, codes
Helper = Callable[[Any], None]  # a hand in the game before each question, so that a field comes into play

PROVENANCE = ("status", "pinned")  # where a value comes from, said of others; they are no values
LABELS = ("name", "id")  # what a row is found by
MAX_TEXTS = 60  # options whose texts are compared, too; of more only the numbers are
LONGEST = 4_000  # decisions
MAX_CHANGES = 6  # other values that the game accepts


@dataclass(frozen=True)
class Game:
    """How to play a game with other tables."""

    module: Any
    build: Callable[[Tables], Any]
    nights: Sequence[Night]
    tables: Tables
    guesses: Mapping[str, Sequence[object]] = field(default_factory=dict)  # values to try, by the name of the field
    together: frozenset[str] = frozenset()  # tables whose keys are names of rows
    eager: frozenset[str] = frozenset()  # questions at which what is usually declined is mostly taken
    shown: Callable[[Any], object] | None = None  # what players look at besides their views: maps, cards
    choose: Chooser | None = None  # who answers, if not anybody
    views_after: int = 0  # decisions between two looks at the views, where no event marks the time
    helped: Callable[[Path], Helper | None] = lambda path: None  # by the value that is changed


@dataclass(frozen=True)
class Night:
    """A game to be played: scenario, options and the seed of dice and choices."""

    scenario: str
    options: Mapping[str, Any]
    seed: int
    position: str = ""  # where it begins, if not at the beginning


# -- fields ---------------------------------------------------------------------------------------------------------


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value of the tables with the way to it; a list of plain values is one value."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in PROVENANCE:
                yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], Mapping):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))
    else:
        yield path, value


def fields(game: Game) -> dict[str, list[tuple[Path, Any]]]:
    """All fields, each with its values: "cards.toml british name", "tables.toml combat lowest"."""
    found: dict[str, list[tuple[Path, Any]]] = {}
    for path, value in leaves(game.tables):
        words = [str(key) for key in path if not isinstance(key, int)]
        if len(path) > 1 and path[-2] in game.together:
            words[-1] = "*"
        found.setdefault(" ".join(words), []).append((path, value))
    return found


def other_values(game: Game, name: str, value: Any, siblings: Sequence[Any]) -> Iterator[Any]:
    """What else could stand there: guesses first, then what stands there in other rows, then a bit more or less."""
    yield from game.guesses.get(name.split()[-1], ())
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1, value + 3, value - 3, value + 10)
    elif isinstance(value, list):
        yield from _other_lists(value)
        if value and isinstance(value[0], str):
            yield from ([word, *value[1:]] for word in _vocabulary(game, value[0]) if word != value[0])
    elif value is None:
        for said in dict.fromkeys(map(repr, siblings)):
            found = next(sibling for sibling in siblings if repr(sibling) == said)
            yield found
            yield from other_values(game, name, found, ())
    elif isinstance(value, str):
        yield from [other for other in dict.fromkeys(map(str, siblings)) if other != value][:4]
        yield from [other for other in _vocabulary(game, value) if other != value][:40]
        yield value + " x"


def _vocabulary(game: Game, word: str) -> list[str]:
    """Words that stand where this one stands, too: other months, other aircraft."""
    found: dict[str, None] = {}
    for values in fields(game).values():
        words = [each for _, value in values for each in (value if isinstance(value, list) else [value])]
        if word in words:
            found.update(dict.fromkeys(each for each in words if isinstance(each, str)))
    return list(found)


def _other_lists(value: list[Any]) -> Iterator[list[Any]]:
    middle = len(value) // 2
    if value and all(isinstance(each, int) for each in value):
        yield [each + 1 for each in value]
        yield value[:middle] + [value[middle] + 1] + value[middle + 1 :]
        yield [max(each - 1, 0) for each in value]
    elif value and all(isinstance(each, str) and each[:1].isdigit() for each in value):
        yield [str(int(each.rstrip("dD§")) + 1) + each.lstrip("0123456789") for each in value]
    elif value and all(isinstance(each, str) for each in value):
        for number, each in enumerate(value):
            other = next((word for word in value if word != each), None)
            if other is not None:
                yield [*value[:number], other, *value[number + 1 :]]
    for number, each in enumerate(value):
        if isinstance(each, list):
            for inner in _other_lists(each):
                yield [*value[:number], inner, *value[number + 1 :]]
        elif len({type(one) for one in value}) > 1 and type(each) is int:
            yield [*value[:number], each + 1, *value[number + 1 :]]
    yield value[:-1]
    yield value[1:]


def unsaid(tables: Tables, values: Sequence[tuple[Path, Any]]) -> Iterator[Path]:
    """Where the field could stand as well: rows of the same lists that do not say it."""
    for around in dict.fromkeys(path[:-2] for path, _ in values if len(path) > 2 and isinstance(path[-2], int)):
        rows: Any = tables
        for key in around:
            rows = rows[key]
        key = next(path[-1] for path, _ in values if path[:-2] == around)
        yield from ((*around, number, key) for number, row in enumerate(rows) if key not in row)


def swapped(tables: Tables, values: Sequence[tuple[Path, Any]], path: Path, value: Any) -> Iterator[Tables]:
    """The tables with the values of two rows exchanged: where each must stand once, as the rolls of a chart do."""
    for other_path, other in values:
        if other != value and other_path[0] == path[0]:
            yield changed(changed(tables, path, other), other_path, value)


def changed(tables: Tables, path: Path, value: object) -> Tables:
    """The tables with one value changed."""
    file = str(path[0])
    tables = {**tables, file: copy.deepcopy(tables[file])}
    inner: Any = tables
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return tables


# -- play -----------------------------------------------------------------------------------------------------------


def play(game: Game, pack: Any, night: Night, help_: Helper | None = None) -> Iterator[Seen]:
    """A game from its first question to its result: options, events, and at each turn what the seats see."""
    module, rng = game.module.with_options(night.options), QuickRng(night.seed)
    try:
        state: State = _begun(module, pack, night)
    except UserError as refused:  # an option of the set-up that there is no more
        yield ("refused", refused.key)
        return
    advance(state)
    told = 0
    for number in range(LONGEST):
        news = state.log[told:]
        told = len(state.log)
        yield ("events", *news)
        due = game.views_after and number % game.views_after == 0
        if due or any(event[0] in ("turn", "week", "phase") for event in news):
            yield ("views", *[module.perspective(state, seat).to_json() for seat in module.seats])
        if state.asked is None:
            break
        if help_ is not None:
            help_(state)
        for place, task in asked_of(state):
            asked, codes = task[0], options_of(state, task)
            count = len(codes)
            texts = [asked.notation.write(state, codes[n]) for n in range(count)] if count <= MAX_TEXTS else ()
            code = (game.choose or partial(_chosen, game))(state, asked, codes, rng)
            yield (asked.word, count, *texts, asked.notation.write(state, code), asked.facts(state, *task[1:]))
            apply(state, code, place)
    yield ("views", *[module.perspective(state, seat).to_json() for seat in module.seats])
    yield ("result", module.result(state))


def _begun(module: Any, pack: Any, night: Night) -> State:
    dice = QuickDice(night.seed)
    if night.position:
        state: State = module.read_position(pack, night.position, dice)
    else:
        state = module.start(pack, night.scenario, night.options, dice)
    return state


def _chosen(game: Game, state: State, asked: Any, codes: Sequence[int], rng: QuickRng) -> int:
    """Any answer; but what is usually declined is mostly declined, and where one is eager mostly not."""
    if asked.usually is not None and asked.usually in codes and rng.below(4):
        others = [code for code in codes if code != asked.usually]
        return others[rng.below(len(others))] if asked.word in game.eager and others else int(asked.usually)
    return codes[rng.below(len(codes))]


class Played:
    """The games as they are played with the tables as they are; each is played as far as anybody wants to know."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pack = game.build(game.tables)
        self.seen = {number: list(play(game, self.pack, night)) for number, night in enumerate(game.nights)}
        self.shown = game.shown(self.pack) if game.shown is not None else None
        self.found: dict[str, int] = {}  # in which game a field was seen to count: the likeliest for its other rows
        self.tells: Counter[int] = Counter()  # and how many fields each game has told of: the likeliest for new ones

    def differs(self, tables: Tables, scenario: str = "", name: str = "", path: Path = ()) -> bool:
        """Does play differ with these tables?"""
        pack, help_ = self.game.build(tables), self.game.helped(path)
        likely = self.found.get(name, 0)
        for number in sorted(self.seen, key=lambda number: (number != likely, -self.tells[number])):
            night = self.game.nights[number]
            if scenario and night.scenario != scenario:
                continue
            again = play(self.game, pack, night, help_)
            first = self.seen[number] if help_ is None else play(self.game, self.pack, night, help_)
            for before, now in zip_longest(first, again):
                if before != now:
                    self.found[name] = number
                    self.tells[number] += 1
                    return True
        return False

    def counts(self, name: str, values: Sequence[tuple[Path, Any]], tries: int = 8) -> bool:
        """Does a field count? Some of its values are changed, each on its own, until one does."""
        spread = values[:: max(len(values) // tries, 1)]
        if any(self.value_counts(name, values, path, value) for path, value in spread):
            return True
        return any(self.value_counts(name, values, path, None) for path in unsaid(self.game.tables, values))

    def silent_values(self, name: str, values: Sequence[tuple[Path, Any]]) -> list[str]:
        """The rows in which the field does not count, all of them tried."""
        return [" ".join(map(str, path)) for path, value in values if not self.value_counts(name, values, path, value)]

    def value_counts(self, name: str, values: Sequence[tuple[Path, Any]], path: Path, value: Any) -> bool:
        """Does the field count in this row? What finds a row counts by that."""
        if path[-1] in LABELS and len(path) > 1 and isinstance(path[-2], int):
            return True
        scenario = _scenario(name)
        siblings = [sibling for _, sibling in values]
        tables = self.game.tables
        others = (changed(tables, path, other) for other in self._others(name, value, siblings))
        refused = 0
        for tried, tables_now in enumerate(others):
            try:
                if self.differs(tables_now, scenario, name, path):
                    return True
            except PackError:
                refused += 1
                continue
            if tried - refused >= MAX_CHANGES:
                break
        for tables_now in islice(swapped(tables, values, path, value), MAX_CHANGES):
            try:
                if self.differs(tables_now, scenario, name, path):
                    return True
            except PackError:
                continue
        return False

    def _others(self, name: str, value: Any, siblings: Sequence[Any]) -> Iterator[Any]:
        return (other for other in other_values(self.game, name, value, siblings) if other != value)

    def is_shown(self, values: Sequence[tuple[Path, Any]]) -> bool:
        """Do players see it, at least: on the map, on a card?"""
        assert self.game.shown is not None
        path, value = values[0]
        pack = self.game.build(changed(self.game.tables, path, f"{value} x"))
        return self.game.shown(pack) != self.shown


def _scenario(name: str) -> str:
    """The scenario a field belongs to, if its file is that of one."""
    file = name.split()[0]
    return file.removeprefix("scenarios/").removesuffix(".toml") if file.startswith("scenarios/") else ""
