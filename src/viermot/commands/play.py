"""`viermot play GAME`: a game in the terminal; given a save file, the game in it goes on."""

from __future__ import annotations

import argparse
from pathlib import Path

import viermot
from viermot.commands import flags, progress
from viermot.kernel import registry
from viermot.kernel.saves import SaveError
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.terminal.console import Console
from viermot.terminal.lobby import Left, Wishes, fill_in
from viermot.terminal.play import table_for
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help=message("cli.play.game", locale))
    flags.add(parser, locale, "scenario", "option", "seat", "seed", "save", "pack", "position")
    parser.add_argument("--ask-everything", action="store_true", help=message("cli.play.ask_everything", locale))


def run(args: argparse.Namespace) -> int:
    console = Console(locale=args.locale)
    if args.game is not None and args.game not in registry.names() and Path(args.game).exists():
        file = Path(args.game)
        return _play(_saved(file, console), console, args.save or file, resumed=True)
    if args.save is not None and args.save.exists():
        raise UserError("error.save_exists", file=args.save)
    wishes = Wishes(args.game, args.scenario, flags.options_of(args), flags.seats_of(args), args.pack)
    wishes.asked = args.scenario is not None or args.position is not None
    if args.position is not None:
        wishes.scenario = wishes.scenario or "-"  # the position has its own
    try:
        wishes = fill_in(wishes, console)
    except Left:
        console.say(console.text("lobby.left"))
        return 0
    return _play(_new_game(wishes, args), console, args.save)


def _play(session: Session, console: Console, save: Path | None, resumed: bool = False) -> int:
    """Play it, and tick it off the ladder if it was a step of one."""
    code = table_for(session, console, save, resumed=resumed).run()
    progress.note(session, console)
    return code


def _new_game(wishes: Wishes, args: argparse.Namespace) -> Session:
    assert wishes.game is not None
    session = viermot.new_game(
        wishes.game, wishes.scenario, wishes.options, args.seed, wishes.seats, pack=args.pack, position=args.position
    )
    for seat in [] if args.ask_everything else session.module.seats:
        session.order(seat, {"routine": True})
    return session


def _saved(file: Path, console: Console) -> Session:
    """The game in a file; where only part of it can be replayed, that part, if the player wants it."""
    try:
        return viermot.load(file)
    except SaveError as wrong:
        if wrong.session is None:
            raise
        console.tell(wrong.text(console.locale), style="warning")
        answer = console.ask(console.text("terminal.go_on_from_there"))
        if (answer or "").strip().lower() not in ("y", "yes", console.text("common.yes").lower()):
            raise
        return wrong.session
