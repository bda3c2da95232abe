"""`viermot learn`: the lessons there are; `viermot learn GAME`: one of them in the terminal, with its coach."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from viermot import coaching
from viermot.kernel import lessons, registry
from viermot.kernel.coach import advise
from viermot.kernel.lessons import Lesson
from viermot.kernel.user_error import UserError
from viermot.terminal.console import Console
from viermot.terminal.play import table_for
from viermot.text import message

if TYPE_CHECKING:
    from viermot.server.store import Store


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help=message("cli.learn.game", locale))
    parser.add_argument("lesson", metavar="LESSON", nargs="?", help=message("cli.learn.lesson", locale))


def run(args: argparse.Namespace) -> int:
    console = Console(locale=args.locale)
    if args.game is None:
        _list(console)
        return 0
    registry.game(args.game)
    first = next(iter(lessons.of_game(args.game)), "")
    lesson = lessons.find(args.game, args.lesson or first)
    session = lessons.start(lesson)
    code = table_for(session, console).run()
    advice = advise(session, None)
    if advice is not None and advice.won:
        _note(lesson)
        _say_what_is_next(lesson, console)
    return code


def _list(console: Console) -> None:
    """Every lesson, with a tick where it has been won."""
    won = _won()
    for lesson in lessons.every():
        told = coaching.about(lesson, console.locale)
        done = "*" if f"{lesson.game} {lesson.id}" in won else " "
        console.tell(console.text("learn.line", done=done, **vars(told)))
    console.tell(console.text("learn.how"))


def _say_what_is_next(lesson: Lesson, console: Console) -> None:
    after = coaching.next_after(lesson)
    if after is not None:
        title = message(after.key("title"), console.locale)
        console.tell(console.text("terminal.coach.next", game=after.game, id=after.id, title=title))


# -- progress: the local player's, the same that the page shows ------------------------------------------------


def _store() -> Store:
    from viermot.server.accounts import Accounts  # only here: who plays in the terminal needs no database else
    from viermot.server.store import Store, default_url

    store = Store(default_url())
    Accounts(store, hosting=False)  # there is a local player
    return store


def _won() -> set[str]:
    from viermot.server import learned
    from viermot.server.accounts import LOCAL_ID

    try:
        store = _store()
        found = store.read_now(lambda connection: learned.won_by(connection, LOCAL_ID))
        store.close()
    except UserError:  # a list without ticks is better than none
        return set()
    return found


def _note(lesson: Lesson) -> None:
    from viermot.server import learned
    from viermot.server.accounts import LOCAL_ID

    try:
        store = _store()
        store.write_now(lambda connection: learned.note(store, connection, LOCAL_ID, lesson))
        store.close()
    except UserError:  # the lesson was won all the same
        return
