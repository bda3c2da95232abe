"""`viermot career FILE...`: the career book of a save; of several, a line each side by side."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import viermot
from viermot.commands import flags
from viermot.debriefing import debriefing_of
from viermot.games.campaign.faces import book_text
from viermot.games.campaign.faces.terminal import sortie_lines
from viermot.games.campaign.knowledge.book import book
from viermot.games.campaign.knowledge.flight import extract
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.kernel.files import write_atomically
from viermot.kernel.user_error import UserError
from viermot.sentences import sentence
from viermot.terminal.console import Console
from viermot.terminal.screens import screen_of
from viermot.text import message

HELP: Final = "campaign.cli.career"
NAME: Final = "campaign"
SORTIE: Final = "sortie"  # a chapter that only a career has


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    text = message("campaign.cli.career.files", locale)
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help=text)
    parser.add_argument("--diary", action="store_true", help=message("campaign.cli.career.diary", locale))
    parser.add_argument("--sortie", metavar="N", type=int, help=message("campaign.cli.career.sortie", locale))
    flags.add(parser, locale, "save", "json")


def run(args: argparse.Namespace) -> int:
    if args.sortie is not None:
        return _sortie(args)
    if len(args.files) == 1 and (others := _of_another_game(args)) is not None:
        return others
    careers = [(file, _view(file)) for file in args.files]
    if args.json:
        for file, view in careers:
            flags.print_json({"file": file.name, **book(view, args.locale)})
        return 0
    if len(careers) > 1 and not args.diary:
        lines = book_text.side_by_side([(file.stem, view) for file, view in careers], args.locale)
    else:
        tell = book_text.diary_lines if args.diary else book_text.whole
        lines = [line for _, view in careers for line in tell(view, args.locale)]
    if args.save is not None:
        write_atomically(args.save, ("\n".join(lines) + "\n").encode())
    else:
        print("\n".join(lines))
    return 0


def _of_another_game(args: argparse.Namespace) -> int | None:
    """A career of another game, in that game's own words: how its people stand, and the chapters of its log."""
    session = viermot.load(args.files[0])
    if session.module.name == NAME:
        return None
    own, view = debriefing_of(session.module), session.perspective(viermot.PUBLIC)
    told = [(event, own.chapter(event.kind, event.data, view.seat)) for event in view.events()]
    if not any(chapter == SORTIE for _, chapter in told):
        return None
    console = Console(locale=args.locale)
    lines = [*screen_of(session.module.name).status(view, console), ""]
    chapters = [event for event, chapter in told if chapter]
    lines += [f"{own.when(event.turn, args.locale)}: {sentence(view, event, args.locale)}" for event in chapters]
    if args.json:
        flags.print_json({"file": args.files[0].name, "career": lines})
    elif args.save is not None:
        write_atomically(args.save, ("\n".join(lines) + "\n").encode())
    else:
        console.say(*lines)
    return 0


def _session(file: Path) -> viermot.Session:
    session = viermot.load(file)
    if session.module.name != NAME:
        raise UserError("campaign.error.no_career", file=file, game=session.module.name)
    return session


def _view(file: Path) -> CareerView:
    view = _session(file).perspective(viermot.PUBLIC)
    if not isinstance(view, CareerView):
        raise TypeError(f"{file} is not a career")
    return view


def _sortie(args: argparse.Namespace) -> int:
    """One sortie in full; with --save as a game of its own, to be replayed and verified like any other."""
    career = _session(args.files[0])
    if args.save is None:
        print("\n".join(sortie_lines(career, args.sortie, viermot.PUBLIC, Console(locale=args.locale))))
        return 0
    extract(career, args.sortie).save(args.save)
    print(message("terminal.saved", args.locale, file=args.save))
    return 0
