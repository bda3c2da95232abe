"""Options as text: units, hexes, zones, boxes, raid letters and a few words are all "things" with codes of their own.

A code says what kind of thing it is: 1000 and on are units, 2000 hexes, and so forth; 0 is "none". Cards are played as
"TITLE function"; two cards that cancel another are written with a plus sign.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final

from viermot.games.bomber_command.model.board import BY_NAME, GERMAN, LETTERS, NAME, OFF, ZONES
from viermot.games.bomber_command.model.table import Table
from viermot.kernel.agenda import TOGETHER, Spelling, Unreadable

NONE: Final = 0
UNIT: Final = 1000
HEX: Final = 2000
ZONE: Final = 3000
BOX: Final = 4000  # a city or beacon; a city is 1 and on, as boxes are numbered
SECOND: Final = 500  # more than a city: the second raid over it, where two bomb it at once
RAID: Final = 5000  # by letter
WORD: Final = 6000
NUMBER: Final = 7000
CARD_NOW: Final = 8000  # a card that fits any time, played before the question is answered

WORD_LIST: Final = (
    "home", "divert", "attack", "airfield", "gci", "main", "decoy", "yes", "no", "own hex", "last hex", "in order",
    "let go", "off",
)  # fmt: skip
(
    GO_HOME, DIVERT, ATTACK, AIRFIELD, TAKE_GCI, SAY_MAIN, SAY_DECOY, YES, NO, OWN_HEX, LAST_HEX, IN_ORDER,
    LET_GO, STEP_OFF,
) = range(WORD, WORD + len(WORD_LIST))  # fmt: skip


RESERVED: Final = frozenset({
    "none", "england space", *WORD_LIST, *(zone.lower() for zone in ZONES), *(letter.lower() for letter in LETTERS),
    *(name.lower() for name in BY_NAME),
})  # fmt: skip


def _by_name(table: Table) -> dict[str, int]:
    """Every thing of a scenario that has a name of its own."""
    found: dict[str, int] = {"none": NONE}
    found.update({word: WORD + number for number, word in enumerate(WORD_LIST)})
    found.update({zone.lower(): ZONE + number for number, zone in enumerate(ZONES)})
    found.update({name.lower(): HEX + hex_ for name, hex_ in BY_NAME.items() if name != "ENGLAND"})
    found.update({letter.lower(): RAID + number for number, letter in enumerate(LETTERS)})
    for number, name in enumerate(table.box_names):
        if number:
            found[name.lower()] = BOX + number
            found[f"{name.lower()} 2"] = BOX + SECOND + number
    found.update({unit.name.lower(): UNIT + number for number, unit in enumerate(table.units)})
    found["england space"] = HEX + BY_NAME["ENGLAND"]
    return found


class ThingSpelling(Spelling):
    """One thing: "II./NJG1", "K5", "3.JD", "Hannover", "E", "home", "none"."""

    def write(self, game: Any, option: int) -> str:
        kind, number = option - option % 1000, option % 1000
        if kind == UNIT:
            return str(game.table.units[number].name)
        if kind == HEX:
            return NAME[number] if NAME[number] != "England" else "England space"
        if kind == ZONE:
            return ZONES[number]
        if kind == BOX:
            name = str(game.table.box_names[number % SECOND])
            return f"{name} 2" if number >= SECOND else name
        if kind == RAID:
            return LETTERS[number]
        if kind == WORD:
            return WORD_LIST[number]
        if kind == CARD_NOW:
            return f"play {CARD.write(game, play_code(*played_now(option)))}"
        return str(number) if kind == NUMBER else "none"

    def read(self, game: Any, text: str) -> int:
        word = text.strip().lower()
        if word.isascii() and word.isdigit() and len(word) < 4:
            return NUMBER + int(word)
        if word.startswith("play "):
            seat, title, function = played(_function_of(game, word.removeprefix("play ")))
            return now_code(seat, title, function)
        table = game.table
        if table.things is None:
            table.things = _by_name(table)
        code: int | None = table.things.get(word)
        if code is None:
            raise Unreadable("bomber_command.unreadable.thing", text=text)
        return code


PASS: Final = 0
RETURN: Final = 1  # order a unit home [7.4.3a]
PLAY: Final = 10  # a function of a card: PLAY + seat * 500 + title * 4 + function
PAIR: Final = 2000  # two cards that cancel by their symbol: PAIR + seat * 4096 + title * 64 + title
MAX_FUNCTIONS: Final = 4


def play_code(seat: int, title: int, function: int) -> int:
    """The option to play a function of a card."""
    return PLAY + seat * 500 + title * MAX_FUNCTIONS + function


def played(code: int) -> tuple[int, int, int]:
    """Seat, title and function of an option to play a card."""
    seat, rest = divmod(code - PLAY, 500)
    return seat, rest // MAX_FUNCTIONS, rest % MAX_FUNCTIONS


def now_code(seat: int, title: int, function: int) -> int:
    """The same as an answer to another question."""
    return CARD_NOW + play_code(seat, title, function) - PLAY


def played_now(code: int) -> tuple[int, int, int]:
    """Seat, title and function of such an answer."""
    return played(code - CARD_NOW + PLAY)


def pair_code(seat: int, one: int, other: int) -> int:
    """The option to cancel by two cards of one symbol [6.2.3a]."""
    return PAIR + seat * 4096 + min(one, other) * 64 + max(one, other)


def paired(code: int) -> tuple[int, int, int]:
    """Seat and both titles of such an option."""
    seat, rest = divmod(code - PAIR, 4096)
    return seat, rest // 64, rest % 64


class CardSpelling(Spelling):
    """ "pass", "return", "WINDOW detection", "VHF + SN-2"."""

    def write(self, game: Any, option: int) -> str:
        if option in (PASS, RETURN):
            return ("pass", "return")[option]
        if option >= PAIR:
            seat, one, other = paired(option)
            cards = game.table.cards[seat]
            return f"{cards[one].name} + {cards[other].name}"
        seat, title, function = played(option)
        card = game.table.cards[seat][title]
        return f"{card.name} {card.functions[function].word}"

    def read(self, game: Any, text: str) -> int:
        wanted = " ".join(text.upper().split())
        if wanted in ("PASS", "RETURN"):
            return PASS if wanted == "PASS" else RETURN
        seat = game.seat_of(game.asked)
        cards = game.table.cards[seat]
        if " + " in wanted:
            names = wanted.split(" + ")
            titles = [title for name in names for title, card in enumerate(cards) if name in card.called]
            if len(names) == len(titles) == 2:
                return pair_code(seat, *titles)
        return _function_of(game, text)


def _function_of(game: Any, text: str) -> int:
    """The option that a text like "WINDOW detection" names, of the cards of the seat that is asked."""
    wanted = " ".join(text.upper().split())
    asked = game.asked
    seat = game.seat_of(asked) if asked and asked[0] != TOGETHER else OFF  # no card answers what both are asked
    for title, card in enumerate(game.table.cards[seat] if seat != OFF else ()):
        for number, function in enumerate(card.functions):
            if any(wanted == f"{name} {function.word.upper()}" for name in card.called):
                return play_code(seat, title, number)
    raise Unreadable("bomber_command.unreadable.card", "6.2a", text=text)


ORDERS: Final = tuple(permutations(range(6)))


class OrderSpelling(Spelling):
    """An order of the six weather zones: "England 3.JD 2.JD 1.JD 7.JD 4.JD" [3.4.1b]."""

    def write(self, game: Any, option: int) -> str:
        return " ".join(ZONES[zone] for zone in ORDERS[option])

    def read(self, game: Any, text: str) -> int:
        names = {zone.lower(): number for number, zone in enumerate(ZONES)}
        order = tuple(names.get(word, -1) for word in text.lower().split())
        if order not in ORDERS:
            raise Unreadable("bomber_command.unreadable.order", "3.4.1b", text=text)
        return ORDERS.index(order)


class TitlesSpelling(Spelling):
    """Some cards of a hand, with what else is done: codes and words are the question's own business."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def titles(self, game: Any, titles: tuple[int, ...]) -> str:
        """Their names, or "nothing"."""
        return ", ".join(game.table.cards[self.seat][title].name for title in titles) or "nothing"

    def read_titles(self, game: Any, text: str) -> tuple[int, ...]:
        """The titles a text names, sorted."""
        if text.strip().lower() == "nothing":
            return ()
        names = {name: title for title, card in enumerate(game.table.cards[self.seat]) for name in card.called}
        found = [names.get(" ".join(name.upper().split()), -1) for name in text.split(",")]
        if -1 in found:
            raise Unreadable("bomber_command.unreadable.card", "6.1a", text=text)
        return tuple(sorted(found))


class KeepSpelling(TitlesSpelling):
    """The five cards kept of eight [3.7]; the code is the titles in base 64."""

    def write(self, game: Any, option: int) -> str:
        return self.titles(game, unpack(option))

    def read(self, game: Any, text: str) -> int:
        return pack(self.read_titles(game, text))


OFFER: Final = 1 << 40  # the hand is filled up and the other player asked to end the night [11.0]; beyond every pack
OFFERED: Final = "offer the end"


class DrawSpelling(TitlesSpelling):
    """What is discarded and how many cards are drawn: "WINDOW, TINSEL; draw 2" [6.1a]; or "offer the end"."""

    def write(self, game: Any, option: int) -> str:
        if option == OFFER:
            return OFFERED
        return f"{self.titles(game, unpack(option // 4))}; draw {option % 4}"

    def read(self, game: Any, text: str) -> int:
        if " ".join(text.lower().split()) == OFFERED:
            return OFFER
        titles, _, draw = text.lower().rpartition("; draw ")
        if not titles or draw.strip() not in ("0", "1", "2", "3"):
            raise Unreadable("bomber_command.unreadable.draw", "6.1a", text=text)
        return pack(self.read_titles(game, titles)) * 4 + int(draw)


def pack(titles: tuple[int, ...]) -> int:
    """Titles as one int: a leading 1, then each in base 64."""
    code = 1
    for title in titles:
        code = code * 64 + title
    return code


def unpack(code: int) -> tuple[int, ...]:
    """The titles that ``pack`` packed."""
    found: list[int] = []
    while code > 1:
        code, title = divmod(code, 64)
        found.append(title)
    return tuple(found[::-1])


THING: Final = ThingSpelling()
CARD: Final = CardSpelling()
ORDER: Final = OrderSpelling()
KEEP: Final = (KeepSpelling(0), KeepSpelling(GERMAN))
DRAW: Final = (DrawSpelling(0), DrawSpelling(GERMAN))
