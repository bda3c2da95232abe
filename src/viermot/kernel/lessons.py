"""Lessons: coached games written as data, one TOML file each in the folder ``lessons`` of their game.

A lesson is an ordinary game from a position or a scenario with dice written down beforehand, and a list of steps: which
question each is about, the answer the coach would give, the rule behind it, and which other answers he comments on.
What he says stands in the game's catalogues (docs/lessons.md lists the keys); no sentence is here.

What the other seats answer is written down as well, so that no lesson depends on what a bot happens to choose: as long
as everything goes as written, these are their answers (`coach.written_reply`); after that the bots think for
themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from viermot.kernel import packs, registry
from viermot.kernel.dice import DicePlace, KeyedDice, Record, indexed_stream, key_of
from viermot.kernel.json import Json, JsonObject
from viermot.kernel.packs import PackError
from viermot.kernel.record import Setup
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.session import Session
from viermot.kernel.standing import ALWAYS, ASK, DEFAULT, SHEET
from viermot.kernel.user_error import UserError, brief

Script = Mapping[str, Sequence[int]]  # stream -> what falls or is drawn there, in order
FOLDER: Final = "lessons"
NO_LINE: Final = "none"  # a sheet on which nothing is written


def _is_one_of(option: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(option, pattern) for pattern in patterns)


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """Answers that get a reply of their own from the coach."""

    name: str
    options: tuple[str, ...]  # as they are written; * stands for anything


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One question of a lesson."""

    id: str
    asks: str  # the kind of question
    answer: str  # what the coach would answer, or write on the sheet
    rule: str  # why
    sheet: str = ""  # the sheet that is handed in at this question, where that answers it
    like: str = ""  # the step whose words it shares, where the same is asked again
    about: JsonObject = {}  # facts of the question, where its kind alone does not distinguish it from another
    also: tuple[str, ...] = ()  # answers that are as good; * stands for anything
    harmless: tuple[str, ...] = ()  # answers that are less good, after which the lesson goes on as written all the same
    wrong: tuple[Wrong, ...] = ()

    def handed_in(self, game: str) -> JsonObject:
        """What the coach would hand in, as `Session.order` takes it: each order for this turn and until it changes."""
        name = f"{game}.{self.sheet}"
        lines: list[Json] = [[name, *line.split(" ", 1)] for line in self.answer.split("; ") if self.answer != NO_LINE]
        return {ALWAYS: lines, SHEET: [*lines, [name, "", DEFAULT]]}

    def accepts(self, option: str) -> bool:
        """Is this the coach's answer, or one that is as good?"""
        return option == self.answer or _is_one_of(option, self.also)

    def forgives(self, option: str) -> bool:
        """Does the lesson go on as written after this other answer?"""
        return _is_one_of(option, self.harmless)

    def mistake(self, option: str) -> Wrong | None:
        """What was written about this answer in particular; None where the step's general reply has to do."""
        return next((each for each in self.wrong if _is_one_of(option, each.options)), None)


class Won(Struct, frozen=True, forbid_unknown_fields=True):
    """When a lesson is won: by the game's own result, or by something that its seat has been told."""

    level: tuple[str, ...] = ()
    event: str = ""
    data: JsonObject = {}  # what that event must say


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A coached game."""

    minutes: int
    seat: str  # the pupil's
    won: Won
    step: tuple[Step, ...]
    order: int = 99  # among the lessons of its game
    scenario: str = ""
    options: JsonObject = {}
    position: str = ""  # the text of one; it has its own scenario and options
    bots: dict[str, str] = {}  # of the other seats
    routine: bool = False  # are questions with only one sensible answer answered for the pupil?
    asked: tuple[str, ...] = ()  # questions that are put to him all the same
    unasked: tuple[str, ...] = ()  # questions that the lesson is not about: they get their usual answer
    dice: dict[str, tuple[int, ...]] = {}
    draws: dict[str, tuple[int, ...]] = {}
    replies: dict[str, tuple[str, ...]] = {}  # what the other seats answer on the written way: question and option
    seed: str = ""  # a different one gives different dice where the script has none
    game: str = ""
    id: str = ""

    def said(self, step: Step, word: str) -> str:
        """The key of what the coach says at a step."""
        return self.key(step.like or step.id, word)

    def key(self, *words: str) -> str:
        """The key of one of its sentences."""
        return ".".join((self.game, "lesson", self.id, *words))

    @property
    def script(self) -> JsonObject:
        """What a game of it carries along, so that its dice never depend on this file again."""
        dice: Json = {stream: list(values) for stream, values in self.dice.items()}
        draws: Json = {stream: list(values) for stream, values in self.draws.items()}
        return {"id": self.id, "dice": dice, "draws": draws}

    @property
    def orders(self) -> JsonObject:
        """What the pupil has ordered from the start: settled questions are not asked, except those the lesson names."""
        asked: list[Json] = [[f"{self.game}.{kind}", "", ASK] for kind in self.asked]
        unasked: list[Json] = [[f"{self.game}.{kind}", "", DEFAULT] for kind in self.unasked]
        return {"routine": True, "always": asked + unasked}

    @property
    def secret(self) -> bytes:
        """The key of all its games: the same choices lead to the same night."""
        return key_of(f"lesson {self.game} {self.seed or self.id}")


def spelled_sheet(change: JsonObject) -> str:
    """What was handed in, as a step writes it: "I./NJG1 H7; II./NJG1 home"; "none" if there is no line at all.

    >>> spelled_sheet({"sheet": [["duel.orders", "red", "0302"], ["duel.orders", "", "default"]]})
    'red 0302'
    """
    lines = [(subject, option) for _, subject, option in change[SHEET] if (subject, option) != ("", DEFAULT)]
    return "; ".join(f"{subject} {option}" for subject, option in sorted(lines)) or NO_LINE


def spelled_reply(question: str, option: str) -> str:
    """An answer of another seat's, as a lesson's file has it."""
    return f"{question} {option}"


class NoSuchLesson(UserError):
    """A lesson nobody has written."""


# -- finding -----------------------------------------------------------------------------------------


@cache
def of_game(game: str) -> dict[str, Lesson]:
    """The lessons of a game, in the order they are taken; PackError names the file and the key that is wrong."""
    folder = registry.game(game).lessons
    if folder is None or not folder.is_dir():
        return {}
    return read(game, folder)


def read(game: str, folder: Path) -> dict[str, Lesson]:
    """All lessons of a folder, checked."""
    tables = packs.read(folder)
    named = {file: _named(file, game, table) for file, table in tables.items()}
    found = [_checked(file, game, packs.decode(named, file, Lesson)) for file in named]
    return {lesson.id: lesson for lesson in sorted(found, key=lambda lesson: (lesson.order, lesson.id))}


def _named(file: str, game: str, table: packs.Table) -> packs.Table:
    for key in ("game", "id"):
        if key in table:
            raise PackError(file, key, "pack.lesson.follows")
    return {**table, "game": game, "id": Path(file).stem}


def _checked(file: str, game: str, lesson: Lesson) -> Lesson:
    """What no schema can say."""
    module = registry.with_options(game, lesson.options)
    if lesson.seat not in module.seats:
        raise PackError(file, "seat", "pack.none_of", name=lesson.seat, known=", ".join(module.seats))
    if bool(lesson.scenario) == bool(lesson.position):
        raise PackError(file, "scenario", "pack.lesson.one_start")
    for seat in module.seats:
        if seat != lesson.seat and lesson.bots.get(seat) not in module.bots(seat):
            raise PackError(file, f"bots, {seat}", "pack.lesson.bot", known=", ".join(module.bots(seat)))
    for seat in lesson.replies:
        if seat not in lesson.bots:
            raise PackError(file, "replies", "pack.none_of", name=seat, known=", ".join(lesson.bots) or "-")
    if not lesson.step:
        raise PackError(file, "step", "pack.lesson.no_step")
    if bool(lesson.won.level) == bool(lesson.won.event):
        raise PackError(file, "won", "pack.lesson.one_end")
    for step in lesson.step:
        if step.like and all(step.like != each.id for each in lesson.step):
            raise PackError(file, f"step {step.id!r}, like", "pack.lesson.like", name=step.like)
        if all(step.rule not in book for book in books_of(module)):
            raise PackError(file, f"step {step.id!r}, rule", "pack.lesson.rule", name=step.rule)
    return lesson


def books_of(module: registry.GameModule) -> list[Rulebook]:
    """A game's own rule book, and those of the games it builds on."""
    bases: Sequence[str] = getattr(module, "builds_on", ())
    return [module.rulebook, *(registry.game(base).rulebook for base in bases)]


def find(game: str, lesson: str) -> Lesson:
    """The lesson of that name."""
    found = of_game(game).get(lesson)
    if found is None:
        raise NoSuchLesson("error.no_lesson", name=brief(lesson), game=game, known=", ".join(of_game(game)) or "-")
    return found


def every() -> list[Lesson]:
    """The lessons of all games, in the order the games are listed."""
    return [lesson for module in registry.modules() for lesson in of_game(module.name).values()]


def of_session(session: Session) -> Lesson | None:
    """The lesson that a game belongs to; None for an ordinary game, or if the lesson no longer exists."""
    script = session.setup.lesson
    return None if script is None else of_game(session.setup.game).get(str(script["id"]))


# -- dice --------------------------------------------------------------------------------------------


class LessonDice(KeyedDice):
    """Dice of a lesson: each depends only on what fell before it in what still stands.

    So a step that is taken back and answered as before turns out as before, and one that is answered differently may
    turn out differently. Where the script ends, the lesson's key goes on.
    """

    def __init__(self, key: bytes, script: JsonObject) -> None:
        super().__init__(key)
        self.dice: Script = script["dice"]
        self.draws: Script = script["draws"]
        self.used: dict[str, int] = {}  # by stream, how many values have fallen

    def went_back(self, standing: Iterable[Record]) -> None:
        """Something was taken back; this is what still stands."""
        self.used = {}
        for stream, _, values in standing:
            self._use(stream, len(values))

    def here(self) -> DicePlace:
        rolls, key, streams, _ = super().here()
        return rolls, key, streams, dict(self.used)

    def back_to(self, place: DicePlace) -> None:
        super().back_to(place)
        self.used = dict(place[3])

    def _use(self, stream: str, count: int) -> None:
        self.used[stream] = self.used.get(stream, 0) + count

    @property
    def positions(self) -> dict[str, int]:
        """Nothing that a file would have to keep: the record has it all."""
        return {}

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        at = self.used.get(stream, 0)
        scripted = self.dice.get(stream, ())[at : at + count]
        chance = indexed_stream(self.key, stream, at)
        values = (*scripted, *(chance.die() for _ in range(count - len(scripted))))
        self.rolls += 1
        self._use(stream, count)
        self.record.append((stream, 6, values))
        return values

    def draw(self, size: int, stream: str) -> int:
        return self._drawn(size, stream, None)

    def pick(self, cup: Sequence[int], stream: str) -> int:
        return self._drawn(len(cup), stream, cup)

    def _drawn(self, size: int, stream: str, cup: Sequence[int] | None) -> int:
        at = self.used.get(stream, 0)
        script = self.draws.get(stream, ())
        value = indexed_stream(self.key, stream, at).below(size)
        if at < len(script):
            if cup is None:
                value = script[at] % size
            elif script[at] in cup:
                value = cup.index(script[at])
        self._use(stream, 1)
        self.record.append((stream, size, (value,)))
        return value


def dice_of(setup: Setup, key: bytes) -> KeyedDice:
    """The dice of a game that has not begun: a lesson brings its own."""
    return KeyedDice(key) if setup.lesson is None else LessonDice(key, setup.lesson)


# -- starting ----------------------------------------------------------------------------------------


def setup_of(lesson: Lesson) -> Setup:
    """How a lesson's game is set up: its dice are scripted, and anything done can be taken back."""
    module = registry.game(lesson.game)
    pack = module.load_pack(None)
    if lesson.position:
        state = module.read_position(pack, lesson.position, KeyedDice(lesson.secret))
    else:
        state = module.start(pack, lesson.scenario, lesson.options, KeyedDice(lesson.secret))
    scenario, options = module.setup_of(state)
    return Setup(
        lesson.game, scenario, options, module.rules_version, module.pack_hash(pack), lesson.position or None,
        scripted=True, casual=True, lesson=lesson.script,
    )  # fmt: skip


def start(lesson: Lesson) -> Session:
    """A game of the lesson, at its first question."""
    setup = setup_of(lesson)
    module = registry.with_options(lesson.game, setup.options)
    pack = module.load_pack(None)
    dice = dice_of(setup, lesson.secret)
    if setup.position is None:
        state = module.start(pack, setup.scenario, setup.options, dice)
    else:
        state = module.read_position(pack, setup.position, dice)
    session = Session(module, pack, setup, lesson.secret, state, dice, lesson.bots)
    session.begin()
    if lesson.routine:
        session.order(lesson.seat, lesson.orders)
    return session
