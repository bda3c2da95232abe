"""`viermot rules GAME [ID]`: the rules of a game in our words; `--search WORDS` finds those that contain them."""

from __future__ import annotations

import argparse

from viermot import reader
from viermot.commands.flags import add, game_argument, print_json
from viermot.kernel import registry
from viermot.kernel.json import Json
from viermot.kernel.registry import GameModule
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.user_error import UserError
from viermot.terminal.console import Console
from viermot.terminal.prompt import rule_lines
from viermot.text import DEFAULT, locales, message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    game_argument(parser, locale)
    parser.add_argument("id", metavar="ID", nargs="?", help=message("cli.rule", locale))
    parser.add_argument("--search", metavar="WORDS", help=message("cli.rules_search", locale))
    add(parser, locale, "json")


def run(args: argparse.Namespace) -> int:
    module = registry.game(args.game)
    book = module.rulebook
    asked = args.id
    if args.search is not None:
        return _search(module, args.search, args.json, Console(locale=args.locale))
    found = list(book.values()) if asked is None else [book[asked]] if asked in book else book.family(asked)
    if not found:
        near = ", ".join(book.near(asked))
        raise UserError("error.no_rule_near" if near else "error.no_rule", rule=asked, game=module.name, near=near)
    console = Console(locale=args.locale)
    for rule in found:
        if args.json:
            print_json(_whole(book, rule.id))
        elif asked is None:
            console.say(f"{rule.id:9} {book.title(rule.id, args.locale)}")
        else:
            console.say(*rule_lines(module, rule.id, console))
    return 0


def _search(module: GameModule, words: str, as_json: bool, console: Console) -> int:
    """Every rule that contains all of these words, those with them in the title first."""
    found = reader.search(module.rulebook, words, console.locale)
    if not found:
        raise UserError("error.no_rule_with", words=words, game=module.name)
    for rule_id in found:
        if as_json:
            print_json(_whole(module.rulebook, rule_id))
        else:
            console.say(*rule_lines(module, rule_id, console))
    return 0


def _whole(book: Rulebook, rule_id: str) -> dict[str, Json]:
    """A rule with its words in every available language."""
    rule = book[rule_id]
    titles = {f"title_{locale}": book.title(rule_id, locale) for locale in locales() if locale != DEFAULT}
    summaries = {f"summary_{locale}": book.summary(rule_id, locale) for locale in locales()}
    told: dict[str, Json] = {"id": rule.id, "title": book.title(rule_id), **titles, **summaries}
    return {**told, "kind": rule.kind, "optional": rule.optional}
