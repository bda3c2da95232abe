"""Does every field of a game's tables count? Each is changed on its own, and games are played with it.

A field counts if the change makes a difference in play: another option, another event, another result, or another
view of a seat. Games are played by dice and choices that depend on nothing but a seed, so that with the same tables
they come out the same to the letter; the first difference is enough. A field is a key of the tables, rows of a list
taken together; a new one is walked like all others, so that one without effect fails. Provenance is no value: a test
changes it and sees nothing, so that what tells is not the tables' hash or their export.

Each game has its test file, `test_fields_that_count.py`, which says how to play it (a `Game`) and inherits the tests
from `FieldsThatCount`; and a list, `fields_that_count.txt`, of where each field was last seen to count: which value was
changed into what, and in which game that showed. The tests look there first, which takes a moment, and search all games
if it no longer shows there. `python -m tests.support.fields_that_count nightfighter` walks and writes the list anew.
"""

from __future__ import annotations

import copy
import importlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice, zip_longest
from pathlib import Path as File
from typing import Any, ClassVar, Final, NamedTuple

import pytest

from viermot.kernel.agenda import State, advance, apply, open_questions, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.packs import LABELS, PackError, Table, Tables, merge
from viermot.kernel.user_error import UserError

Path = tuple[str | int, ...]  # a file, then keys and numbers of rows
Value = tuple[Path, Any]
Seen = tuple[object, ...]  # one thing that was seen in play
Chooser = Callable[[Any, Any, Sequence[int], QuickRng], int]  # state, question, codes
Helper = Callable[[Any], None]  # a hand in the game before each question, so that a field comes into play

PROVENANCE: Final = ("status", "pinned")  # where a value comes from, said of others; they are no values
MAX_TEXTS: Final = 60  # options whose texts are compared, too; of more only the numbers are
MAX_CHANGES: Final = 6  # other values that the game accepts
MAX_TRIED: Final = 60  # and such as it may refuse
MAX_NIGHTS: Final = 60  # that are played to their end for one change
FIRST_LOOKS: Final = 5  # the set-up, before a game is played to its end
LEFT_OUT: Final = "(left out)"  # instead of another value
LIST: Final = "fields_that_count.txt"


@dataclass(frozen=True, eq=False)
class Game:
    """How to play a game with other tables."""

    module: Any
    build: Callable[[Tables], Any]
    nights: Sequence[Night]
    tables: Tables
    files: tuple[str, ...] = ()  # those of the tables that are walked; all, if none is named
    guesses: Mapping[str, Sequence[object]] = field(default_factory=dict)  # values to try, by the name of the field
    together: frozenset[str] = frozenset()  # tables whose keys are names of rows
    files_together: str = ""  # a folder whose files have the same fields
    eager: frozenset[str] = frozenset()  # questions at which what is usually declined is mostly taken
    looks_at: Callable[[Any, Any], object] = lambda state, seat: (
        None
    )  # what a seat can look up in play besides its view
    looks_often: bool = False  # with each view, not at the beginning and the end alone
    choose: Chooser | None = None  # who answers, if not anybody
    views_at: frozenset[str] = frozenset(("turn", "week", "phase"))  # events at which the views are looked at
    views_after: int = 0  # decisions between two looks at the views, where no event marks the time
    helped: Callable[[Path], Helper | None] = lambda path: None  # by the value that is changed
    concerns: Callable[[Path, Night], bool] = lambda path, night: True  # can that value show in this game?
    pointed_at: frozenset[str] = frozenset()  # names that other tables point at: changed alone, the pack is refused
    handles: frozenset[str] = frozenset()  # names that are there for an owner's own row to be laid over theirs by
    longest: int = 4_000  # decisions of a game
    tries: int = 8  # rows of a field that are tried, evenly spread


@dataclass(frozen=True)
class Night:
    """A game to be played: scenario, options and the seed of dice and choices."""

    scenario: str
    options: Mapping[str, Any]
    seed: int
    position: str = ""  # where it begins, if not at the beginning

    def __str__(self) -> str:
        where = self.scenario or "position"
        options = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return f"{where} {self.seed}" + (f" ({options})" if options else "")


class Change(NamedTuple):
    """Values that are changed at once: one, or two that are exchanged."""

    values: tuple[Value, ...]

    def made_in(self, tables: Tables) -> Tables:
        """The tables with it."""
        for path, value in self.values:
            tables = changed(tables, path, value)
        return tables


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


def fields(game: Game) -> dict[str, list[Value]]:
    """All fields, each with its values: "cards.toml british name", "tables.toml combat lowest"."""
    found: dict[str, list[Value]] = {}
    walked = {file: table for file, table in game.tables.items() if not game.files or file in game.files}
    for path, value in leaves(walked):
        words = [str(key) for key in path if not isinstance(key, int)]
        if len(path) > 1 and path[-2] in game.together:
            words[-1] = "*"
        if game.files_together and words[0].startswith(game.files_together):
            words[0] = f"{game.files_together}*.toml"
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
    if value is not None:
        yield LEFT_OUT


def _vocabulary(game: Game, word: str) -> list[str]:
    """Words that stand where this one stands, too: other months, other aircraft."""
    return list(dict.fromkeys(other for words in _words_in(game) if word in words for other in words))


@cache
def _words_in(game: Game) -> list[dict[str, None]]:
    """The words of each field."""
    values = ([value for _, value in values] for values in fields(game).values())
    each = ([word for value in some for word in (value if isinstance(value, list) else [value])] for some in values)
    return [dict.fromkeys(word for word in words if isinstance(word, str)) for words in each]


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


def unsaid(tables: Tables, values: Sequence[Value]) -> Iterator[Path]:
    """Where the field could stand as well: rows of the same lists that do not say it."""
    for around in dict.fromkeys(path[:-2] for path, _ in values if len(path) > 2 and isinstance(path[-2], int)):
        rows: Any = tables
        for key in around:
            rows = rows[key]
        key = next(path[-1] for path, _ in values if path[:-2] == around)
        yield from ((*around, number, key) for number, row in enumerate(rows) if key not in row)


def swapped(values: Sequence[Value], path: Path, value: Any) -> Iterator[Change]:
    """The values of two rows exchanged: where each must stand once, as the rolls of a chart do."""
    for other_path, other in values:
        if other != value and other_path[0] == path[0]:
            yield Change(((path, other), (other_path, value)))


def changed(tables: Tables, path: Path, value: object) -> Tables:
    """The tables with one value changed, or left out."""
    file = str(path[0])
    tables = {**tables, file: copy.deepcopy(tables[file])}
    inner: Any = tables
    for key in path[:-1]:
        inner = inner[key]
    if value == LEFT_OUT:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return tables


# -- play -----------------------------------------------------------------------------------------------------------


def play(game: Game, pack: Any, night: Night, help_: Helper | None = None) -> Iterator[Seen]:
    """A game from its first question to its result: options, events, and at each turn what the seats see."""
    module, rng = game.module.with_options(night.options), QuickRng(night.seed)
    try:
        state: State = _begun(module, pack, night)
    except UserError as refused:  # a set-up option that no longer exists
        yield ("refused", refused.key)
        return
    advance(state)
    told = 0
    for number in range(game.longest):
        news = state.log[told:]
        told = len(state.log)
        yield ("events", *news)
        due = game.views_after and number % game.views_after == 0
        if due or any(event[0] in game.views_at for event in news):
            yield ("views", *[module.perspective(state, seat).to_json() for seat in module.seats])
        if not number or (game.looks_often and any(event[0] in game.views_at for event in news)):
            yield ("looks", *[game.looks_at(state, seat) for seat in module.seats])
        if state.asked is None:
            break
        if help_ is not None:
            help_(state)
        for place, task in open_questions(state):
            asked, codes = task[0], options_of(state, task)
            count = len(codes)
            texts = [asked.notation.write(state, codes[n]) for n in range(count)] if count <= MAX_TEXTS else ()
            code = (game.choose or partial(_chosen, game))(state, asked, codes, rng)
            yield (asked.word, count, *texts, asked.notation.write(state, code), asked.facts(state, *task[1:]))
            apply(state, code, place)
    yield ("views", *[module.perspective(state, seat).to_json() for seat in module.seats])
    yield ("looks", *[game.looks_at(state, seat) for seat in module.seats])
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


class Story:
    """A game as it goes with the tables as they are, played as far as anybody wants to know."""

    def __init__(self, told: Iterator[Seen]) -> None:
        self.told = told
        self.heard: list[Seen] = []

    def __iter__(self) -> Iterator[Seen]:
        number = 0
        while True:
            if number == len(self.heard):
                news = next(self.told, None)
                if news is None:
                    return
                self.heard.append(news)
            yield self.heard[number]
            number += 1


class Played:
    """All games of a game, with the tables as they are and with others."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields = fields(game)
        self.pack = game.build(game.tables)
        self.as_they_are = [Story(play(game, self.pack, night)) for night in game.nights]
        self.found: dict[str, int] = {}  # in which game a field was seen to count: the likeliest for its other rows
        self.tells: Counter[int] = Counter()  # and how many fields each game has told of: the likeliest for new ones

    def shows(self, change: Change, pack: Any, number: int, looks: int | None = None) -> bool:
        """Does this game take another course, or look different, with that change; looking at least this many times?"""
        night, help_ = self.game.nights[number], self.game.helped(change.values[0][0])
        first: Iterable[Seen] = self.as_they_are[number]
        if help_ is not None:
            first = play(self.game, self.pack, night, help_)
        both = zip_longest(first, play(self.game, pack, night, help_))
        return any(before != now for before, now in islice(both, looks))

    def where_it_shows(self, name: str, change: Change, looks: int | None) -> int | None:
        """The number of a game in which it does; PackError if no game can be played so."""
        pack = self.game.build(change.made_in(self.game.tables))
        path, likely = change.values[0][0], self.found.get(name)
        nights = [number for number, night in enumerate(self.game.nights) if self.game.concerns(path, night)]
        nights.sort(key=lambda number: (number != likely, -self.tells[number], number))
        for number in nights[: None if looks else MAX_NIGHTS]:
            if self.shows(change, pack, number, looks):
                self.found[name] = number
                self.tells[number] += 1
                return number
        return None

    def witness(self, name: str) -> tuple[Change, int] | None:
        """A change of the field and a game in which it shows; some of its values are tried, each on its own."""
        values = self.fields[name]
        spread = values[:: max(len(values) // self.game.tries, 1)]
        missing = [(path, None) for path in unsaid(self.game.tables, values)]
        found = (
            self.witness_of(name, path, value, looks)
            for looks in (FIRST_LOOKS, None)  # most show at once, somewhere
            for path, value in (*spread, *missing)
        )
        return next((each for each in found if each is not None), None)

    def witness_of(self, name: str, path: Path, value: Any, looks: int | None = None) -> tuple[Change, int] | None:
        """The same of one value."""
        values = self.fields[name]
        others = other_values(self.game, name, value, [sibling for _, sibling in values])
        single = (Change(((path, other),)) for other in others if other != value)
        for changes in (single, swapped(values, path, value)):
            accepted = 0
            for change in islice(changes, MAX_TRIED):
                try:
                    number = self.where_it_shows(name, change, looks)
                except PackError:
                    continue
                if number is not None:
                    return change, number
                accepted += 1
                if accepted >= MAX_CHANGES:
                    break
        return None

    def silent_values(self, name: str) -> list[str]:
        """The rows in which the field does not count, all of them tried; a row's name counts by what points at it."""
        return [
            " ".join(map(str, path))
            for path, value in self.fields[name]
            if not _is_label(path) and self.witness_of(name, path, value) is None
        ]

    def is_refused(self, name: str) -> bool:
        """Does something else point at it, so that no game can be played if it alone is changed?

        In some row: a table may be there for owners to point at, and nothing of ours does.
        """
        return any(self._refuses(path, value) for path, value in self.fields[name])

    def _refuses(self, path: Path, value: object) -> bool:
        other: object = [*value[:-1], "x"] if isinstance(value, list) else f"{value} x"
        if isinstance(value, bool | int):
            other = not value if isinstance(value, bool) else value + 1
        try:
            self.game.build(changed(self.game.tables, path, other))
        except PackError:
            return True
        return False


def in_play(game: Game) -> list[str]:
    """The fields that must count in play."""
    return [name for name in fields(game) if name not in game.pointed_at | game.handles]


def _is_label(path: Path) -> bool:
    return path[-1] in LABELS and len(path) > 1 and isinstance(path[-2], int)


# -- where each field was last seen to count ------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of the list."""

    name: str
    change: Change
    night: str

    def __str__(self) -> str:
        return "\t".join((self.name, json.dumps(self.change.values, ensure_ascii=False), self.night))


def listed(game: Game) -> dict[str, Line]:
    """The list as it was last written."""
    file = list_of(game)
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    return {name: Line(name, _change(json.loads(change)), night) for name, change, night in lines}


def list_of(game: Game) -> File:
    """Its file."""
    folder: str = game.module.name
    return File(__file__).parents[1] / "games" / folder / LIST


def _change(written: list[Any]) -> Change:
    return Change(tuple((tuple(path), value) for path, value in written))


def still_shows(games: Played, line: Line) -> bool:
    """Does the field still count where it was last seen to?"""
    try:
        pack = games.game.build(line.change.made_in(games.game.tables))
    except (PackError, LookupError):
        return False
    numbers = [number for number, night in enumerate(games.game.nights) if str(night) == line.night]
    return any(games.shows(line.change, pack, number) for number in numbers)


def walk(game: Game) -> Iterator[str]:
    """Rewrite the list, reporting each field that has changed nothing."""
    before, names, lines = listed(game), in_play(game), []
    for name in names:
        began = time.perf_counter()
        line = before.get(name)
        if line is None or not still_shows(played(game), line):
            found = played(game).witness(name)
            line = Line(name, found[0], str(game.nights[found[1]])) if found is not None else None
            took = time.perf_counter() - began
            yield f"{took:6.1f} s  {line or f'{name} is silent'}"
        if line is not None:
            lines.append(str(line))
            kept = [str(before[later]) for later in names[names.index(name) + 1 :] if later in before]
            list_of(game).write_text("\n".join([*lines, *kept]) + "\n", encoding="utf-8")
    list_of(game).write_text("\n".join(lines) + "\n", encoding="utf-8")
    yield f"{len(lines)} of {len(names)} fields of {game.module.name} count"


# -- the tests ------------------------------------------------------------------------------------------------------


@cache
def played(game: Game) -> Played:
    """The games of a game, played once."""
    return Played(game)


class FieldsThatCount:
    """What every game is held to; its own class says how it is played."""

    game: ClassVar[Game]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "name" in metafunc.fixturenames:
            metafunc.parametrize("name", in_play(self.game))
        for word, names in (("pointed_at", self.game.pointed_at), ("handle", self.game.handles)):
            if word in metafunc.fixturenames:
                metafunc.parametrize(word, sorted(names))

    def test_a_field_counts_in_play(self, name: str) -> None:
        line = listed(self.game).get(name)
        if line is None or not still_shows(played(self.game), line):
            assert played(self.game).witness(name), f"{name} changes nothing in play: make it count, or take it out"

    @pytest.mark.proof
    def test_a_field_counts_in_every_row(self, name: str) -> None:
        assert played(self.game).silent_values(name) == []

    def test_the_list_has_every_field_and_none_that_is_gone(self) -> None:
        how = f"python -m tests.support.fields_that_count {self.game.module.name}"
        assert [*listed(self.game)] == in_play(self.game), f"write the list anew: {how}"

    def test_a_name_that_others_point_at_is_not_changed_alone(self, pointed_at: str) -> None:
        assert played(self.game).is_refused(pointed_at)

    def test_a_handle_finds_its_row(self, handle: str) -> None:
        (file, table, row, label), name = played(self.game).fields[handle][-1]
        own = {str(table): [{str(label): name, "status": "own"}]}
        before, after = (tables[str(file)][str(table)] for tables in (self.game.tables, self._over(str(file), own)))
        assert label in LABELS and len(after) == len(before) and after[row]["status"] == "own"

    def _over(self, file: str, own: Table) -> Tables:
        return merge(self.game.tables, {file: own})

    def test_provenance_is_nothing_to_be_seen(self) -> None:
        """Otherwise the hash of the tables, or their export, would give the change away, and every field would seem to
        count.
        """
        tables = {file: _all_own(table) for file, table in self.game.tables.items()}
        pack = self.game.build(tables)
        assert self.game.module.pack_hash(pack) != self.game.module.pack_hash(played(self.game).pack)
        nothing = Change((((next(iter(tables)),), None),))
        assert not any(played(self.game).shows(nothing, pack, number) for number in range(0, len(self.game.nights), 10))

    def test_a_field_without_effect_is_found(self) -> None:
        """A game that does not look at its tables plays the same whatever they say, and that is noticed."""
        unchanged, name = played(self.game).pack, next(iter(listed(self.game)))
        blind = Played(replace(self.game, build=lambda tables: unchanged, nights=self.game.nights[:3], tries=1))
        assert blind.witness(name) is None


def _all_own(value: Any) -> Any:
    """Everything said to be the owner's."""
    if isinstance(value, list):
        return [_all_own(row) for row in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: _all_own(inner) if key not in PROVENANCE else "own" if key == "status" else {}
        for key, inner in value.items()
    }


def _main() -> None:
    for name in sys.argv[1:]:
        tests = importlib.import_module(f"tests.games.{name}.test_fields_that_count")
        for line in walk(tests.PLAY):
            print(line, flush=True)


if __name__ == "__main__":
    _main()
