"""Rule ids from each game's rules.csv, their titles and summaries from its catalogues; a way to watch them at work.

Ids in the file are leaves ("17.4.3b"): code, events, refusals and tests cite these. The number without its
letter ("17.4.3", "17.4", "17") names a family of them and is for docstrings and people.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from viermot.kernel import words

COLUMNS: Final = ("id", "kind", "optional")

EVENT: Final = "event"
REFUSAL: Final = "refusal"
PERSPECTIVE: Final = "perspective"

Witness = Callable[[str, str], None]
witnesses: list[Witness] = []


def witness(rule_ids: str, how: str) -> None:
    """Tell anything that watches that these rules (ids with spaces between) showed in an event, a refusal or a view."""
    for tell in witnesses:
        tell(rule_ids, how)


class BadRulebook(ValueError):
    """A rules.csv that cannot be used, with its file, line and reason."""


class UnknownRule(KeyError):
    """An id that is in none of the rulebooks asked, with the ids closest to it."""

    def __init__(self, rule: str, book: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(rule)
        self.rule = rule
        self.book = book
        self.near = near

    def __str__(self) -> str:
        hint = f"; near it: {', '.join(self.near)}" if self.near else ""
        return f"there is no rule {self.rule} in {self.book}{hint}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a rules.csv."""

    id: str
    game: str  # whose book it stands in, and under whose keys its words do
    kind: str
    optional: bool


class Rulebook(Mapping[str, Rule]):
    """The rules of one game by leaf id, in the order of the book.

    >>> book = Rulebook("toy", [Rule("9.2a", "toy", "movement", False)])
    >>> "9.2a" in book, book.title("9.2a"), [rule.id for rule in book.family("9")]
    (True, '9.2a', ['9.2a'])
    """

    def __init__(self, name: str, rules: list[Rule]) -> None:
        self.name = name
        self._rules = {rule.id: rule for rule in rules}

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            raise UnknownRule(rule_id, f"the rules of {self.name}", self.near(rule_id)) from None

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def family(self, number: str) -> list[Rule]:
        """The rules under a number: "17.4" has 17.4a and 17.4.3b but not 17.40; "17.0" is the chapter."""
        found = [rule for rule in self._rules.values() if _is_under(rule.id, number)]
        if not found and number.endswith(".0"):
            return self.family(number.removesuffix(".0"))
        return found

    def title(self, rule_id: str, locale: str = "en") -> str:
        """The title in the reader's language; English where that has none, and the id where neither has."""
        return self._said(rule_id, "title", locale) or rule_id

    def summary(self, rule_id: str, locale: str = "en") -> str:
        """What the rule says, in the reader's language; English where that has none."""
        return self._said(rule_id, "summary", locale)

    def _said(self, rule_id: str, what: str, locale: str) -> str:
        key = f"{self[rule_id].game}.rule.{rule_id}.{what}"
        return words.message(key, locale) if words.has(key) else ""

    def unknown(self, rule_ids: str) -> list[str]:
        """Those of the ids (with spaces between) that this book lacks."""
        return [rule_id for rule_id in rule_ids.split() if rule_id not in self._rules]

    def near(self, rule_id: str, limit: int = 5) -> tuple[str, ...]:
        """The ids that may have been meant by this one: its leaves, relatives or look-alikes."""
        number = rule_id
        while number:
            if relatives := self.family(number):
                return tuple(rule.id for rule in relatives[:limit])
            number = re.sub(r"\.?\d+$", "", number) if number[-1:].isdigit() else number[:-1]
        from difflib import get_close_matches  # only on the way to an error, so not at the top

        return tuple(get_close_matches(rule_id, self._rules, limit))


def _is_under(rule_id: str, number: str) -> bool:
    """Whether an id starts with that number as a whole: 17.40 is not under 17.4, nor 10.1 under 1."""
    following = rule_id[len(number) : len(number) + 1]
    return rule_id.startswith(number) and not (following.isdigit() and number[-1:].isdigit())


def load(path: str | os.PathLike[str]) -> Rulebook:
    """Read a rules.csv; the book is named after the folder it lies in, which is the game's."""
    file = Path(path)
    name = file.resolve().parent.name
    rules: list[Rule] = []
    seen: set[str] = set()
    try:
        with file.open(newline="", encoding="utf-8") as text:
            reader = csv.reader(text, strict=True)
            if tuple(next(reader, ())) != COLUMNS:
                raise BadRulebook(f"{file}: the first line must be {','.join(COLUMNS)}")
            for cells in reader:
                where = f"{file}, line {reader.line_num}"
                rule = _rule(cells, name, where)
                if rule.id in seen:
                    raise BadRulebook(f"{where}: rule {rule.id} is there twice; keep one")
                seen.add(rule.id)
                rules.append(rule)
    except OSError as error:
        raise BadRulebook(f"{file} cannot be read: {error.strerror}") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise BadRulebook(f"{file} is not a CSV file in UTF-8: {error}") from None
    return Rulebook(name, rules)


def _rule(cells: list[str], game: str, where: str) -> Rule:
    """One row as a rule; no cell may be empty."""
    if len(cells) != len(COLUMNS):
        raise BadRulebook(f"{where}: {len(cells)} cells instead of {len(COLUMNS)}; quote those with commas")
    for column, cell in zip(COLUMNS, cells, strict=True):
        if not cell.strip():
            raise BadRulebook(f"{where}: {column} is empty; write it")
    id_, kind, optional = cells
    if optional not in ("yes", "no"):
        raise BadRulebook(f"{where}: optional is {optional!r}; write yes or no")
    return Rule(id_, game, kind, optional == "yes")


def load_all(package: str | os.PathLike[str]) -> dict[str, Rulebook]:
    """The rulebooks of all games in a package folder, by game: those folders in it that have a rules.csv."""
    return {file.parent.name: load(file) for file in sorted(Path(package).glob("*/rules.csv"))}
