"""Options as text: units, hexes, zones, boxes, raid letters and a few words are all "things", each with a code.

A code says what kind of thing it is: units from 1000 on, hexes from 2000, and so on; 0 is "none". Cards are played as
"TITLE function"; two cards that cancel another are joined by a plus sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple

from viermot.games.bomber_command.model.board import BY_NAME, GERMAN, LETTERS, NAME, OFF, SIZE, ZONES
from viermot.games.bomber_command.model.ids import Box, City, Hex, Letter, Title, Unit, Zone, box_of
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.agenda import TOGETHER, Notation, Unreadable

NONE: Final = 0
UNIT: Final = 1000
HEX: Final = 2000
ZONE: Final = 3000
BOX: Final = 4000  # a city or beacon, numbered as boxes are: cities from 1 on
SECOND: Final = 500  # added to a city: the second raid over it, if two bomb it at once
RAID: Final = 5000  # by letter
WORD: Final = 6000
NUMBER: Final = 7000
CARD_NOW: Final = 8000  # a card good at any time, played before the question is answered

WORD_LIST: Final = (
    "home", "divert", "attack", "airfield", "gci", "main", "decoy", "yes", "no", "own hex", "last hex", "in order",
    "let go", "off",
)  # fmt: skip
(
    GO_HOME, DIVERT, ATTACK, AIRFIELD, TAKE_GCI, SAY_MAIN, SAY_DECOY, YES, NO, OWN_HEX, LAST_HEX, IN_ORDER,
    LET_GO, STEP_OFF,
) = range(WORD, WORD + len(WORD_LIST))  # fmt: skip


# -- things as options, and back ------------------------------------------------------------------------------------


def unit_option(unit: Unit) -> int:
    return UNIT + unit


def unit_options(units: Iterable[Unit]) -> list[int]:
    return [UNIT + unit for unit in units]


def unit_in(option: int) -> Unit:
    """The unit that an option names."""
    return Unit(option - UNIT)


def is_unit(option: int) -> bool:
    return UNIT <= option < HEX


def hex_option(hex_: Hex) -> int:
    return HEX + hex_


def hex_options(hexes: Iterable[Hex]) -> list[int]:
    return [HEX + hex_ for hex_ in hexes]


def hex_in(option: int) -> Hex:
    """The hex or space that an option names."""
    return Hex(option - HEX)


def is_place(option: int) -> bool:
    """A hex, the England space or the Jutland Box?"""
    return HEX <= option < ZONE


def is_hex(option: int) -> bool:
    """A hex of the map?"""
    return HEX <= option < HEX + SIZE


def zone_option(zone: Zone) -> int:
    return ZONE + zone


def zone_options(zones: Iterable[Zone]) -> list[int]:
    return [ZONE + zone for zone in zones]


def zone_in(option: int) -> Zone:
    """The weather zone that an option names."""
    return Zone(option - ZONE)


def is_zone(option: int) -> bool:
    return ZONE <= option < BOX


def box_option(box: Box) -> int:
    return BOX + box


def box_options(boxes: Iterable[Box]) -> list[int]:
    return [BOX + box for box in boxes]


def box_in(option: int) -> Box:
    """The city or beacon that an option names, numbered as boxes are."""
    return Box(option - BOX)


def is_box(option: int) -> bool:
    return BOX <= option < RAID


def city_option(city: City) -> int:
    return BOX + box_of(city)


def city_options(cities: Iterable[City]) -> list[int]:
    return [BOX + box_of(city) for city in cities]


def second_over(option: int) -> int:
    """The second raid over the city that an option names, if two bomb it at once."""
    return option + SECOND


def city_in(option: int) -> City:
    """The city that an option names, whichever of the raids over it is meant."""
    return City((option - BOX) % SECOND - 1)


def letter_option(letter: Letter) -> int:
    return RAID + letter


def letter_options(letters: Iterable[Letter]) -> list[int]:
    return [RAID + letter for letter in letters]


def letter_in(option: int) -> Letter:
    """The letter of the raid that an option names."""
    return Letter(option - RAID)


def is_letter(option: int) -> bool:
    return RAID <= option < WORD


def number_option(number: int) -> int:
    return NUMBER + number


def number_options(numbers: Iterable[int]) -> list[int]:
    return [NUMBER + number for number in numbers]


def number_in(option: int) -> int:
    """The number that an option is."""
    return option - NUMBER


# -- things as text -------------------------------------------------------------------------------------------------


RESERVED: Final = frozenset({
    "none", "england space", *WORD_LIST, *(zone.lower() for zone in ZONES), *(letter.lower() for letter in LETTERS),
    *(name.lower() for name in BY_NAME),
})  # fmt: skip


def _by_name(layout: Layout) -> dict[str, int]:
    """Every thing of a scenario that has a name of its own."""
    found: dict[str, int] = {"none": NONE}
    found.update({word: WORD + number for number, word in enumerate(WORD_LIST)})
    found.update({zone.lower(): ZONE + number for number, zone in enumerate(ZONES)})
    found.update({name.lower(): HEX + hex_ for name, hex_ in BY_NAME.items() if name != "ENGLAND"})
    found.update({letter.lower(): RAID + number for number, letter in enumerate(LETTERS)})
    for number, name in enumerate(layout.box_names):
        if number:
            found[name.lower()] = BOX + number
            found[f"{name.lower()} 2"] = BOX + SECOND + number
    found.update({unit.name.lower(): UNIT + number for number, unit in enumerate(layout.units)})
    found["england space"] = HEX + BY_NAME["ENGLAND"]
    return found


class ThingNotation(Notation):
    """One thing: "II./NJG1", "K5", "3.JD", "Hannover", "E", "home", "none"."""

    def write(self, game: Game, option: int) -> str:
        kind, number = option - option % 1000, option % 1000
        if kind == UNIT:
            return str(game.layout.units[number].name)
        if kind == HEX:
            return NAME[number] if NAME[number] != "England" else "England space"
        if kind == ZONE:
            return ZONES[number]
        if kind == BOX:
            name = str(game.layout.box_names[number % SECOND])
            return f"{name} 2" if number >= SECOND else name
        if kind == RAID:
            return LETTERS[number]
        if kind == WORD:
            return WORD_LIST[number]
        if kind == CARD_NOW:
            return f"play {CARD.write(game, play_code(*played_now(option)))}"
        return str(number) if kind == NUMBER else "none"

    def read(self, game: Game, text: str) -> int:
        word = text.strip().lower()
        if word.isascii() and word.isdigit() and len(word) < 4:
            return NUMBER + int(word)
        if word.startswith("play "):
            seat, title, function = played(_function_of(game, word.removeprefix("play ")))
            return now_code(seat, title, function)
        layout = game.layout
        if layout.things is None:
            layout.things = _by_name(layout)
        code: int | None = layout.things.get(word)
        if code is None:
            raise Unreadable("bomber_command.unreadable.thing", text=text)
        return code


PASS: Final = 0
RETURN: Final = 1  # order a unit home [7.4.3a]
PLAY: Final = 10  # a function of a card: PLAY + seat * 500 + title * 4 + function
PAIR: Final = 2000  # two cards that cancel by their symbol: PAIR + seat * 4096 + title * 64 + title
MAX_FUNCTIONS: Final = 4


class CardChoice(NamedTuple):
    """A function of a card that somebody may play."""

    seat: int
    title: Title
    function: int


class PairChoice(NamedTuple):
    """Two cards of a symbol that cancel another [6.2.3a]."""

    seat: int
    one: Title
    other: Title


def is_card(option: int) -> bool:
    """A function of one card?"""
    return PLAY <= option < PAIR


def is_pair(option: int) -> bool:
    """Two cards that cancel by their symbol?"""
    return option >= PAIR


def is_card_now(option: int) -> bool:
    """A card, as an answer to another question?"""
    return option >= CARD_NOW


def play_code(seat: int, title: Title, function: int) -> int:
    """The option to play a function of a card."""
    return PLAY + seat * 500 + title * MAX_FUNCTIONS + function


def played(code: int) -> CardChoice:
    """What an option to play a card names."""
    seat, rest = divmod(code - PLAY, 500)
    return CardChoice(seat, Title(rest // MAX_FUNCTIONS), rest % MAX_FUNCTIONS)


def now_code(seat: int, title: Title, function: int) -> int:
    """The same as an answer to another question."""
    return CARD_NOW + play_code(seat, title, function) - PLAY


def played_now(code: int) -> CardChoice:
    """What such an answer names."""
    return played(code - CARD_NOW + PLAY)


def pair_code(seat: int, one: Title, other: Title) -> int:
    """The option to cancel by two cards of one symbol [6.2.3a]."""
    return PAIR + seat * 4096 + min(one, other) * 64 + max(one, other)


def paired(code: int) -> PairChoice:
    """What such an option names."""
    seat, rest = divmod(code - PAIR, 4096)
    return PairChoice(seat, Title(rest // 64), Title(rest % 64))


class CardNotation(Notation):
    """ "pass", "return", "WINDOW detection", "VHF + SN-2"."""

    def write(self, game: Game, option: int) -> str:
        if option in (PASS, RETURN):
            return ("pass", "return")[option]
        if option >= PAIR:
            seat, one, other = paired(option)
            cards = game.layout.cards[seat]
            return f"{cards[one].name} + {cards[other].name}"
        seat, title, function = played(option)
        card = game.layout.cards[seat][title]
        return f"{card.name} {card.functions[function].word}"

    def read(self, game: Game, text: str) -> int:
        wanted = " ".join(text.upper().split())
        if wanted in ("PASS", "RETURN"):
            return PASS if wanted == "PASS" else RETURN
        assert game.asked is not None, "no card answers what nobody asks"
        seat = game.seat_of(game.asked)
        cards = game.layout.cards[seat]
        if " + " in wanted:
            names = wanted.split(" + ")
            titles = [Title(title) for name in names for title, card in enumerate(cards) if name in card.called]
            if len(names) == len(titles) == 2:
                return pair_code(seat, *titles)
        return _function_of(game, text)


def _function_of(game: Game, text: str) -> int:
    """The option that a text like "WINDOW detection" names, of the cards of the seat that is asked."""
    wanted = " ".join(text.upper().split())
    asked = game.asked
    seat = game.seat_of(asked) if asked and asked[0] != TOGETHER else OFF  # no card answers a joint question
    for title, card in enumerate(game.layout.cards[seat] if seat != OFF else ()):
        for number, function in enumerate(card.functions):
            if any(wanted == f"{name} {function.word.upper()}" for name in card.called):
                return play_code(seat, Title(title), number)
    raise Unreadable("bomber_command.unreadable.card", "6.2a", text=text)


ORDERS: Final = tuple(permutations(range(6)))


class OrderNotation(Notation):
    """An order of the six weather zones: "England 3.JD 2.JD 1.JD 7.JD 4.JD" [3.4.1b]."""

    def write(self, game: Game, option: int) -> str:
        return " ".join(ZONES[zone] for zone in ORDERS[option])

    def read(self, game: Game, text: str) -> int:
        names = {zone.lower(): number for number, zone in enumerate(ZONES)}
        order = tuple(names.get(word, -1) for word in text.lower().split())
        if order not in ORDERS:
            raise Unreadable("bomber_command.unreadable.order", "3.4.1b", text=text)
        return ORDERS.index(order)


class TitlesNotation(Notation):
    """Some cards of a hand, and what is done with them; codes and words are the question's own."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def titles(self, game: Game, titles: tuple[Title, ...]) -> str:
        """Their names, or "nothing"."""
        return ", ".join(game.layout.cards[self.seat][title].name for title in titles) or "nothing"

    def read_titles(self, game: Game, text: str) -> tuple[Title, ...]:
        """The titles a text names, sorted."""
        if text.strip().lower() == "nothing":
            return ()
        names = {name: title for title, card in enumerate(game.layout.cards[self.seat]) for name in card.called}
        found = [names.get(" ".join(name.upper().split()), -1) for name in text.split(",")]
        if -1 in found:
            raise Unreadable("bomber_command.unreadable.card", "6.1a", text=text)
        return tuple(Title(title) for title in sorted(found))


class KeepNotation(TitlesNotation):
    """The five cards kept of eight [3.7]; the code is the titles in base 64."""

    def write(self, game: Game, option: int) -> str:
        return self.titles(game, unpack(option))

    def read(self, game: Game, text: str) -> int:
        return pack(self.read_titles(game, text))


OFFER: Final = 1 << 40  # fill up the hand and offer to end the night [11.0]; beyond any packed titles
OFFERED: Final = "offer the end"


class DrawNotation(TitlesNotation):
    """What is discarded and how many cards are drawn: "WINDOW, TINSEL; draw 2" [6.1a]; or "offer the end"."""

    def write(self, game: Game, option: int) -> str:
        if option == OFFER:
            return OFFERED
        return f"{self.titles(game, unpack(option // 4))}; draw {option % 4}"

    def read(self, game: Game, text: str) -> int:
        if " ".join(text.lower().split()) == OFFERED:
            return OFFER
        titles, _, draw = text.lower().rpartition("; draw ")
        if not titles or draw.strip() not in ("0", "1", "2", "3"):
            raise Unreadable("bomber_command.unreadable.draw", "6.1a", text=text)
        return pack(self.read_titles(game, titles)) * 4 + int(draw)


def pack(titles: tuple[Title, ...]) -> int:
    """Titles as one int: a leading 1, then each in base 64."""
    code = 1
    for title in titles:
        code = code * 64 + title
    return code


@lru_cache(maxsize=4096)
def unpack(code: int) -> tuple[Title, ...]:
    """The titles that ``pack`` packed."""
    found: list[Title] = []
    while code > 1:
        code, title = divmod(code, 64)
        found.append(Title(title))
    return tuple(found[::-1])


THING: Final = ThingNotation()
CARD: Final = CardNotation()
ORDER: Final = OrderNotation()
KEEP: Final = (KeepNotation(0), KeepNotation(GERMAN))
DRAW: Final = (DrawNotation(0), DrawNotation(GERMAN))
