"""The two decks as data [2.7, 6.0]."""

from typing import Literal, get_args

from viermot.games.bomber_command.components.base import Frozen, Row, Signed, Small, Sourced, Texts
from viermot.kernel.packs import Tables, decode

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

SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)


class Function(Row, frozen=True):
    """One thing a card can do; which one is said when it is played [6.2.4]."""

    word: str
    when: tuple[When, ...]
    effect: Effect
    value: Signed = 0
    needs: tuple[Need, ...] = ()
    cancels: tuple[str, ...] = ()


class Card(Frozen, frozen=True):
    """One kind of card, with the numbers of its copies."""

    side: Side
    title: str
    titles: Texts
    ids: tuple[int, ...]
    symbol: Symbol
    scenario: str
    text: Texts
    functions: tuple[Function, ...]


class CardRow(Sourced, frozen=True, kw_only=True):
    name: str
    first: Small
    copies: Small
    symbol: Symbol
    scenario: str
    text: Texts
    functions: tuple[Function, ...]
    name_pl: str = ""


class CardFile(Row, frozen=True):
    british: tuple[CardRow, ...]
    german: tuple[CardRow, ...]


def cards(tables: Tables) -> tuple[Card, ...]:
    """The kinds of cards of both decks, in the order of their numbers, British first."""
    read = decode(tables, "cards.toml", CardFile)
    return _deck("british", read.british) + _deck("german", read.german)


def _deck(side: Side, rows: tuple[CardRow, ...]) -> tuple[Card, ...]:
    return tuple(
        Card(
            side=side,
            title=row.name,
            titles={"en": row.name, "pl": row.name_pl or row.name},
            ids=tuple(range(row.first, row.first + row.copies)),
            symbol=row.symbol,
            scenario=row.scenario,
            text=row.text,
            functions=row.functions,
        )
        for row in sorted(rows, key=lambda row: row.first)
    )
