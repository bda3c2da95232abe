"""The reader: a game's rules as a book, its turn on one page, its glossary, its victory table.

All of it is made from the game's rulebook and from its catalogues, so a game has a reader as soon as it has words; in
`locale/<language>/reader.po` it may have

- ``<game>.chapter.<number>``: the title of a chapter (``17``, ``S5``; ``PC`` for all rules that begin with it);
- ``<game>.turn.<step>`` and ``<game>.turn.<step>.text``: a step of the turn, in order, and what is done in it;
- ``<game>.term.<term>`` and ``<game>.term.<term>.means``: a word of the book in all its forms, `|` between them, and
  what it means; a form that ends in `*` stands for every ending, one in brackets is not looked for in texts;
- ``<game>.guide.<page>`` and ``<game>.guide.<page>.text``: the title of a page of its own, and its paragraphs.

Numbers of rules stand in brackets: ``[17.4.3b]``, ``[9.1a, 18.0]``. Only what it takes to win, and how a seat stands,
comes from the game's code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from viermot.game_package import GamePackage, faces_of
from viermot.kernel.registry import GameModule
from viermot.kernel.rulebook import Rule, Rulebook
from viermot.text import DEFAULT, has, message, sentences

CITED: Final = re.compile(r"\[([A-Z]{0,6}\d*[\w., ]*)\]")
START: Final = re.compile(r"([A-Z]*)(\d*[A-Z]*)")
BETWEEN: Final = "|"


class Chapter(Struct):
    """A chapter of a book: its number, its title, and its rules by id."""

    number: str
    title: str
    book: str  # the game whose book it stands in
    rules: list[str]


class TurnStep(Struct):
    """A step of the turn: what it is called, what is done, and the rules that say so."""

    name: str
    text: str
    rules: list[str]


class Term(Struct):
    """A word of the books: its forms as texts have them, what it means, and the rules that say so."""

    key: str
    name: str
    forms: list[str]
    means: str
    rules: list[str]


class Guide(Struct):
    """A page of a game's own, paragraph by paragraph."""

    key: str
    title: str
    paragraphs: list[str]


class Level(Struct):
    """A way to end: what it is called, and what it takes."""

    name: str
    needs: str


class VictoryTable(Struct):
    """What it takes to win a scenario."""

    counts: list[str]  # what is counted, a sentence each
    levels: list[Level]  # from the best for this seat, or the first named, to the worst


class Standing(Struct):
    """How a seat now stands, as far as it knows."""

    brief: str  # "you now stand at 3 of 5"
    level: int  # which of the table's levels that would be; -1 where that cannot be said
    lines: list[str]  # what it is made of


class Book(Struct):
    """What the reader shows of a game besides the words of its rules."""

    chapters: list[Chapter]
    turn: list[TurnStep]
    terms: list[Term]
    guides: list[Guide]
    victory: dict[str, VictoryTable]  # by scenario


class Reader:
    """What a game says about winning; one that says nothing just has its rules."""

    def victory(self, pack: Any, scenario: str, locale: str) -> VictoryTable | None:
        """What it takes to win this scenario."""
        return None

    def standing(self, view: Any, locale: str) -> tuple[VictoryTable, Standing] | None:
        """The same for the game this seat plays, and how it now stands; from what the seat knows."""
        return None


# -- the book --------------------------------------------------------------------------------------------------


def book_of(module: GameModule, locale: str) -> Book:
    """A game's book in a language."""
    return Book(
        chapters(module.rulebook, locale),
        [TurnStep(title, *_apart(text)) for _, title, text in _pairs(module.name, "turn", "text", locale)],
        glossary(module, locale),
        [
            Guide(key, title, [part for part in text.split("\n") if part])
            for key, title, text in _pairs(module.name, "guide", "text", locale)
        ],
        victory_tables(module, locale),
    )


def chapters(book: Rulebook, locale: str) -> list[Chapter]:
    """The rules in the order of the book, chapter by chapter."""
    found: dict[tuple[str, str], Chapter] = {}
    for rule in book.values():
        number = chapter_of(rule)
        key = f"{rule.game}.chapter.{number}"
        title = message(key, locale) if has(key) else ""
        chapter = found.setdefault((rule.game, number), Chapter(number, title, rule.game, []))
        chapter.rules.append(rule.id)
    return list(found.values())


def chapter_of(rule: Rule) -> str:
    """The chapter a rule stands in: "17" of 17.4.3b, "S5" of S5.1a; "PC" of PC4 where all of those are one chapter.

    >>> chapter_of(Rule("17.4.3b", "toy", "combat", False)), chapter_of(Rule("S5.1a", "toy", "combat", False))
    ('17', 'S5')
    """
    start = START.match(rule.id)
    letters, rest = start.groups() if start else ("", "")
    return letters if letters and has(f"{rule.game}.chapter.{letters}") else letters + rest


def glossary(module: GameModule, locale: str) -> list[Term]:
    """The words of a game's book, and of the games it builds on, in alphabetical order."""
    found: dict[str, Term] = {}
    for name in (module.name, *reversed(module.builds_on if isinstance(module, GamePackage) else ())):
        for key, said, means in _pairs(name, "term", "means", locale):
            if key not in found:
                forms = said.split(BETWEEN)
                title = forms[0].strip(" ()*")
                looked_for = [form.strip() for form in forms if not form.strip().startswith("(")]
                found[key] = Term(key, title, looked_for, *_apart(means))
    return sorted(found.values(), key=lambda term: term.name.casefold())


def _pairs(game: str, group: str, part: str, locale: str) -> Iterator[tuple[str, str, str]]:
    """Key, title and text of what a game's catalogue has of a group, in the order of the English one."""
    head = f"{game}.{group}."
    for key in sentences(DEFAULT, game):
        name = key.removeprefix(head)
        if key.startswith(head) and "." not in name:
            yield name, message(key, locale), message(f"{key}.{part}", locale)


def _apart(text: str) -> tuple[str, list[str]]:
    """A sentence without the rules in brackets, and the rules."""
    rules = [rule for cited in CITED.findall(text) for rule in re.split(r"[, ]+", cited) if rule]
    return re.sub(r"\s+([.,;:])", r"\1", CITED.sub("", text)).strip(), rules


def victory_tables(module: GameModule, locale: str) -> dict[str, VictoryTable]:
    """What it takes to win each scenario of a game that can say so."""
    reader = reader_of(module)
    pack = module.load_pack(None)
    found = {about.id: reader.victory(pack, about.id, locale) for about in module.info(pack).scenarios}
    return {scenario: table for scenario, table in found.items() if table is not None}


def reader_of(module: GameModule) -> Reader:
    """What a game says about winning."""
    return faces_of(module).reader()


# -- looking for words -----------------------------------------------------------------------------------------


def search(book: Rulebook, words: str, locale: str) -> list[str]:
    """The rules that have all these words in number, title or summary; those with them in the title first, before them
    those whose title begins with the first word.

    >>> from viermot.kernel import registry
    >>> search(registry.game("nightfighter").rulebook, "corkscrew", "en")[0]
    '17.4.3a'
    >>> search(registry.game("nightfighter").rulebook, "corkscrew tally", "en")[:2]
    ['10.2d', '17.4.3c']
    """
    wanted = words.casefold().split()
    if not wanted:
        return []
    found: list[tuple[int, bool, int, str]] = []
    for place, rule_id in enumerate(book):
        name = book.title(rule_id, locale).casefold()
        title = f"{rule_id} {name}".casefold()
        text = f"{title} {book.summary(rule_id, locale)}".casefold()
        if all(word in text for word in wanted):
            inside = sum(word in title for word in wanted)
            found.append((-inside, not name.startswith(wanted[0]), place, rule_id))
    return [rule_id for *_, rule_id in sorted(found)]


def find_term(module: GameModule, asked: str, locale: str) -> list[Term]:
    """The terms that somebody who typed this may mean: that very one, or those that have it in their name."""
    wanted = asked.casefold().strip()
    terms = glossary(module, locale)
    exact = [term for term in terms if wanted in (term.key, term.name.casefold(), *map(str.casefold, term.forms))]
    return exact or [term for term in terms if wanted in term.name.casefold()]


def is_known(book: Rulebook, number: str) -> bool:
    """Does the book have this rule, or rules under this number?"""
    return number in book or bool(book.family(number))
