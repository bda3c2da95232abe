"""`viermot replay FILE`: a game again, as one seat knew it at the time."""

from __future__ import annotations

import argparse
import sys

import viermot
from viermot.commands.flags import add, file_argument, print_json
from viermot.kernel.saves import SaveError
from viermot.kernel.session import Session
from viermot.sentences import sentence
from viermot.terminal.console import Console
from viermot.terminal.log import transcript
from viermot.terminal.screens import screen_of
from viermot.text import has, message

FORMAT = 1


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    file_argument(parser, locale)
    text = message("cli.flag.as", locale)
    parser.add_argument("--as", dest="seat", metavar="SEAT", help=text)
    add(parser, locale, "json")


def run(args: argparse.Namespace) -> int:
    try:
        session, code = viermot.load(args.file), 0
    except SaveError as wrong:
        if wrong.session is None:
            raise
        print(f"viermot: {wrong.text(args.locale)}", file=sys.stderr)  # the game up to there is still worth a look
        session, code = wrong.session, 1
    args.seat = args.seat or session.kept_for or viermot.PUBLIC
    if session.kept_for is not None and args.seat not in (session.kept_for, viermot.PUBLIC):
        raise SaveError("save.sealed", path=args.file.name, seat=session.kept_for)
    if args.json:
        _as_json(session, args)
    else:
        _as_text(session, args)
    return code


def opened_at(session: Session) -> list[int]:
    """At which of its own decisions a seat had an open copy made."""
    return [number for _, number in session.opened]


def _as_json(session: Session, args: argparse.Namespace) -> None:
    view = session.perspective(args.seat)
    print_json(
        {
            "viermot": "replay",
            "format": FORMAT,
            "game": session.setup.game,
            "scenario": session.setup.scenario,
            "options": session.setup.options,
            "seat": args.seat,
            "commitment": session.commitment,
            "head": None if session.kept_for is not None else session.head,
            "opened": opened_at(session),
            "result": session.result,
        }
    )
    for event in view.events():
        print_json({**event.to_json(), "text": sentence(view, event, args.locale)})


def _called(game: str, seat: str, locale: str) -> str:
    """A seat in the reader's language; the public is no seat of a game."""
    key = "replay.public" if seat == viermot.PUBLIC else f"{game}.seat.{seat}"
    return message(key, locale) if has(key) else seat


def _as_text(session: Session, args: argparse.Namespace) -> None:
    console = Console(locale=args.locale)
    screen = screen_of(session.module.name)
    view = session.perspective(args.seat)
    seats = ", ".join((*session.module.seats, viermot.PUBLIC))
    seat = _called(session.module.name, args.seat, args.locale)
    console.tell(console.text("replay.head", seat=seat, seats=seats, commitment=session.commitment))
    for number in opened_at(session):
        console.tell(console.text("replay.opened", number=number))
    for line in transcript(view, screen, console):
        console.say(line)
    console.say("", *screen.picture(view, console))
    if session.result is None:
        console.tell(console.text("replay.running", file=args.file))
