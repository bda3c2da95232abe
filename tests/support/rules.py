"""`@rule("17.4.3b")`: the rule ids a test proves, and which game's book such an id is from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from tests.support.kits import kit_of
from viermot.kernel.rulebook import EVENT, PERSPECTIVE, REFUSAL, Rule, Rulebook, UnknownRule

if TYPE_CHECKING:
    import pytest

Shown = dict[str, list[str]]  # what one test has shown: {"nightfighter:17.4.3b": ["event"]}

LIMIT: Final = 4
SEEN_FILE: Final = ".rules-seen.json"

_PROOF: Final = {"secrecy": (PERSPECTIVE,), "ui": (PERSPECTIVE,), "info": ()}


class AmbiguousRule(LookupError):
    """An id that stands in several books, carried by a test that does not say which it means."""


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rules it proves, four at most; with more nobody can tell what it proves."""
    import pytest  # here, because tools/rules_report.py imports this module and has to be quick

    if not 1 <= len(ids) <= LIMIT:
        raise ValueError(f"a test carries one to {LIMIT} rules, not {len(ids)}; split it into several tests")
    return pytest.mark.rule(*ids)


def proof(rule: Rule) -> tuple[str, ...]:
    """How a rule can show: secrets in what a seat is shown, deeds in events and refusals, info not at all."""
    return _PROOF.get(rule.kind, (EVENT, REFUSAL))


def bare(rule_id: str) -> str:
    """The id without the game before it: "nightfighter:5.1a" is 5.1a."""
    return rule_id.rpartition(":")[2]


def game_of(path: PurePath, games: Iterable[str]) -> str | None:
    """The game a file is about, by its innermost folder that is named after one, or else by its own name."""
    longest_first = sorted(games, key=len, reverse=True)
    for folder in reversed(path.parts[:-1]):
        if folder in longest_first:
            return folder
    return next((game for game in longest_first if game in path.stem), None)


def books_for(path: PurePath, books: Mapping[str, Rulebook]) -> list[str]:
    """The games whose ids a file may cite: its own and the one whose book it changes, or any if it is about none."""
    own = game_of(path, books)
    if own is None:
        return list(books)
    kit = kit_of(own)
    return [game for game in (own, kit.amends if kit else "") if game in books]


def book_of(rule_id: str, path: PurePath, books: Mapping[str, Rulebook]) -> str:
    """The game whose rule a test in that file carries; UnknownRule or AmbiguousRule if nobody can say."""
    game, _, number = rule_id.rpartition(":")
    if game and game not in books:
        raise UnknownRule(number, f"{game}, which is no game with a rules.csv")
    asked = [game] if game else books_for(path, books)
    found = [name for name in asked if number in books[name]]
    if not found:
        near = tuple(other for name in asked for other in books[name].near(number))
        raise UnknownRule(number, f"the rules of {' or '.join(asked) or 'any game'}", near)
    if len(found) > 1 and game_of(path, books) is None:
        raise AmbiguousRule(f'rule {number} is in {" and ".join(found)}; write rule("{found[0]}:{number}")')
    return found[0]


def seen_before(file: Path) -> dict[str, Shown]:
    """What each test has shown in earlier runs; nothing if the file is missing or spoilt (a run mends it)."""
    try:
        tests = json.loads(file.read_text(encoding="utf-8"))["tests"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return tests if isinstance(tests, dict) else {}
