"""The two decks as data [2.7, 6.0]."""

import re
from typing import Literal, get_args

from viermot.games.bomber_command.components.base import Frozen, Row, Signed, Small, Texts, words_of
from viermot.kernel.packs import Sourced, Table, Tables, decode
from viermot.kernel.words import Written, slug, worded

Symbol = Literal["EW", "AE", "OP", "BO"]
Side = Literal["british", "german"]
When = Literal[
    "fighters move", "scramble", "raids move", "detection", "tame boar", "deployment", "recovery", "bombing", "end",
    "detection roll", "infiltration", "gci", "tame boar attack", "wild boar attack", "intruder attack", "flak",
    "british attack", "defensive fire", "scramble roll", "recovery roll", "raid recovery", "marking",
    "after attack", "markers", "bomb drop", "placing", "counters", "scrambled", "error", "accuracy", "conversion",
    "converting", "any", "reaction",
]  # fmt: skip
Effect = Literal[
    "modifier", "jamming", "cancel", "corona", "fidget", "serrate", "perfectos", "corkscrew", "village inn roll",
    "weather", "fido", "intruders airfield", "trigger happy flak", "fuel shortage", "remove gci marker",
    "wind finders", "false plot", "naxos", "korfu", "experte", "schraege musik", "drop tanks", "ta154", "beleuchter",
    "wild boar", "straying bombers", "stragglers himmelbett", "stragglers tame boar", "early arrival",
    "scattered stream", "controllers guess", "no scramble marker", "readiness", "mobile flak", "recovery weather",
    "error", "accuracy", "overshoot", "cluster", "gh leaders", "sector bombing", "civil defence", "dummy markers",
    "creepback",
]  # fmt: skip
Need = Literal[
    "te", "se", "main", "stream", "mosquito", "not heavy", "nightfighter", "city flak", "value 1", "oboe", "no oboe",
    "newhaven", "blind", "berlin", "downfall",
]  # fmt: skip

FILE = "cards.toml"
OLD_NAME = re.compile(r"name_([a-z]{2,3})")
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)


class Function(Row, frozen=True):
    """One thing a card can do; its player says which when he plays it [6.2.4]."""

    word: str
    when: tuple[When, ...]
    effect: Effect
    value: Signed = 0
    needs: tuple[Need, ...] = ()
    cancels: tuple[str, ...] = ()


class Card(Frozen, frozen=True):
    """One kind of card, and how many of it there are."""

    side: Side
    title: str
    titles: Texts
    copies: int
    symbol: Symbol
    scenario: str
    text: Texts
    functions: tuple[Function, ...]


class CardRow(Sourced, frozen=True, kw_only=True):
    name: str
    copies: Small
    symbol: Symbol
    scenario: str
    functions: tuple[Function, ...]
    title: Written = True  # its name in each language
    text: Written = True


class CardFile(Row, frozen=True):
    british: tuple[CardRow, ...]
    german: tuple[CardRow, ...]


def cards(tables: Tables) -> tuple[Card, ...]:
    """The kinds of cards of both decks, in the order of the file, British first."""
    read = decode({**tables, FILE: _as_now(tables.get(FILE, {}))}, FILE, CardFile)
    return _deck("british", read.british) + _deck("german", read.german)


def _as_now(file: Table) -> Table:
    """Older packs give a card's name in another language as `name_xx`; now it is a title."""

    def as_now(row: object) -> object:
        if not isinstance(row, dict):
            return row
        named = {key: OLD_NAME.fullmatch(key) for key in row}
        titles = {found[1]: row[key] for key, found in named.items() if found}
        kept = {key: value for key, value in row.items() if not named[key]}
        return {**kept, "title": {**titles, **kept.get("title", {})}} if titles else kept

    return {key: [as_now(row) for row in rows] if isinstance(rows, list) else rows for key, rows in file.items()}


def _deck(side: Side, rows: tuple[CardRow, ...]) -> tuple[Card, ...]:
    return tuple(
        Card(
            side=side,
            title=row.name,
            titles={"en": row.name, **worded(f"bomber_command.{_key(side, row)}.title", row.title)},
            copies=row.copies,
            symbol=row.symbol,
            scenario=row.scenario,
            text=words_of(FILE, f"{side} {row.name!r}", f"{_key(side, row)}.text", row.text),
            functions=row.functions,
        )
        for row in rows
    )


def _key(side: Side, row: CardRow) -> str:
    return f"card.{side}.{slug(row.name)}"
