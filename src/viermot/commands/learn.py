"""`viermot learn`: each game's ladder, from its first lesson on; `viermot learn GAME`: the next step of one."""

from __future__ import annotations

import argparse

from viermot import coaching, ladders
from viermot.commands import progress
from viermot.kernel import ladder, lessons, registry
from viermot.kernel.session import Session
from viermot.terminal.console import Console
from viermot.terminal.play import table_for
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help=message("cli.learn.game", locale))
    parser.add_argument("step", metavar="STEP", nargs="?", help=message("cli.learn.lesson", locale))


def run(args: argparse.Namespace) -> int:
    console = Console(locale=args.locale)
    if args.game is None:
        _list(console)
        return 0
    registry.game(args.game)
    session = _begun(args.game, args.step)
    code = table_for(session, console).run()
    progress.note(session, console)
    return code


def _begun(game: str, step: str | None) -> Session:
    """The step of that name; without one the first lesson."""
    if step is None or step in lessons.of_game(game) or not ladder.of_game(game):
        return lessons.start(lessons.find(game, step or next(iter(lessons.of_game(game)), "")))
    return ladders.start(ladder.find(game, step))


def _list(console: Console) -> None:
    """Every step of every ladder, with a tick where it has been done, and lessons that are on none."""
    done = progress.done()
    for module in registry.modules():
        rungs = ladder.of_game(module.name)
        for lesson in lessons.of_game(module.name).values():
            if all(rung.lesson != lesson.id for rung in rungs):
                _tell_lesson(lesson, done, console)
        for rung in rungs:
            _tell(rung, done, console)
    console.tell(console.text("learn.how"))


def _tell(rung: ladder.Rung, done: dict[str, bool], console: Console) -> None:
    if rung.lesson:
        _tell_lesson(lessons.find(rung.game, rung.lesson), done, console)
        return
    told = ladders.about(rung, console.locale)
    tick = _tick(f"{rung.game} {rung.id}", done)
    key = "learn.side" if rung.side else "learn.step"
    console.tell(console.text(key, done=tick, game=told.game, id=told.id, title=told.title, teaches=told.teaches))


def _tell_lesson(lesson: lessons.Lesson, done: dict[str, bool], console: Console) -> None:
    told = coaching.about(lesson, console.locale)
    console.tell(console.text("learn.line", done=_tick(f"{lesson.game} {lesson.id}", done), **vars(told)))


def _tick(name: str, done: dict[str, bool]) -> str:
    """A star for what was won, a dash for what was played and lost."""
    return {True: "*", False: "-", None: " "}[done.get(name)]
