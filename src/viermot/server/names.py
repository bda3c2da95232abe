"""Names of people: how they are compared, which look alike, and which are reserved for the house.

A name is kept as it was written (in Unicode's compatibility form). It is found regardless of capitals; and nobody gets
a name that looks like another's or like one of the house's: accents, letters of other alphabets and digits that pass
for letters make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from viermot.kernel import registry
from viermot.kernel.perspective import PUBLIC

NAME: Final = re.compile(r"[\w-]{3,30}", re.UNICODE)
UNSEEN: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # count as letters, and cannot be seen

# What a reader takes for a Latin letter, in pairs of that letter and its look-alike; capitals where only those look
# alike.
_ALIKE: Final = (
    ("a", "АаΑαɑᎪ"), ("b", "ВЬьвΒβƄƅᏴ"), ("c", "СсϹϲςᏟᴄ"), ("d", "ԀԁĐđðÐᎠᗪ"), ("e", "ЕеΕεєЄᎬɛ"), ("f", "ϜƑƒ"),
    ("g", "ԌɡցᏀ"), ("h", "НнһҺΗħհᎻ"), ("j", "ЈјϳʝᎫ"), ("k", "КкΚκᏦ"), ("m", "МмΜᎷᴍ"), ("n", "ΝηпПոռŋᴎ"),
    ("l", "1IiІіΙιӀӏıɩŁłᏞǀՆ|"), ("o", "0ОоΟοσσօՕØøᴏ"), ("p", "РрΡρÞþᏢ"), ("q", "ԚԛգզԳ"), ("r", "гГᎡᖇʀя"),
    ("s", "ЅѕՏᏚꜱ5"), ("t", "ТтΤτᎢᴛ"), ("u", "υսԱμиИЦᴜՍ"), ("v", "ѴѵνᏙᴠ"), ("w", "ԜԝωшШᎳᴡ"), ("x", "ХхΧχ×"),
    ("y", "УуҮүΥγʏ"), ("z", "ΖᏃᴢ"), ("3", "ЗзӠʒ"), ("4", "Чч"), ("6", "бБ"), ("-", "_"),
)  # fmt: skip
LOOKS: Final = {other: letter for letter, others in _ALIKE for other in others}
PAIRS: Final = (("rn", "m"), ("vv", "w"))
PLAIN: Final = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")

# Alphabets that people write today (Unicode's recommended scripts). Others hold letters that pass for Latin ones by the
# dozen, and so does a mixture: a name is of one of these.
ALPHABETS: Final = frozenset((
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW", "ARABIC", "GEORGIAN", "DEVANAGARI", "BENGALI", "GURMUKHI",
    "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR",
    "ETHIOPIC", "KHMER", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO", "CJK", "THAANA",
))  # fmt: skip
WRITTEN_TOGETHER: Final = ("HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "CJK")

GUEST: Final = "Guest-"
OWN_WORDS: Final = (
    "viermot", "operator", "admin", "administrator", "moderator", "root", "system", "server", "host", "owner",
    "support", "staff", "official", "computer", "komputer", "bot", "bots", "everybody", "nobody", "somebody",
    "anonymous", "you", "local", "open", "deleted", "umpire", "referee", "spectator", PUBLIC, "null", "none",
    "undefined",
)  # fmt: skip


def normal(name: str) -> str:
    """A name as it is kept."""
    return unicodedata.normalize("NFKC", name)


def folded(name: str) -> str:
    """A name in the form in which it is looked up."""
    return normal(name).casefold()


def likeness(name: str) -> str:
    """What a name looks like: two names that look alike have the same."""
    bare = unicodedata.normalize("NFD", normal(name))
    letters = "".join(_looks(letter) for letter in bare if not unicodedata.combining(letter))
    for pair, letter in PAIRS:
        letters = letters.replace(pair, letter)
    return letters


def _looks(letter: str) -> str:
    digit = unicodedata.decimal(letter, None)
    if digit is not None:
        letter = str(digit)
    if letter in LOOKS:
        return LOOKS[letter]
    plain = PLAIN.fullmatch(unicodedata.name(letter, ""))
    if plain is not None:
        letter = plain[1].lower()
    small = "".join(unicodedata.normalize("NFD", letter.casefold()))
    return "".join(LOOKS.get(each, each) for each in small if not unicodedata.combining(each))


def is_name(name: str) -> bool:
    """Can it be read, and written to?"""
    return NAME.fullmatch(name) is not None and not UNSEEN & set(name) and any(letter.isalnum() for letter in name)


def is_of_one_alphabet(name: str) -> bool:
    """Are its letters all of one alphabet, one that people write?"""
    used = {re.split("[ -]", unicodedata.name(letter, "?"))[0] for letter in name if letter.isalpha()}
    together = {"CJK" if alphabet in WRITTEN_TOGETHER else alphabet for alphabet in used}
    return used <= ALPHABETS and len(together) < 2


def is_reserved(name: str) -> bool:
    """Is it the house's own, or does it look like one of those?"""
    return likeness(name).strip("-") in _reserved()


def guest_name(number: int) -> str:
    """The name that somebody without an account goes by."""
    return f"{GUEST}{number}"


def is_guests(name: str) -> bool:
    """Does it look like a guest's?"""
    return likeness(name).startswith(likeness(GUEST))


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    """With the names of all games, of their seats and of their bots: none of them may be mistaken for a person."""
    words = list(OWN_WORDS)
    for name in registry.names():
        module = registry.game(name)
        seats = {seat for seating in module.seat_sets for seat in seating}
        words += [name, *seats, *(bot for seat in module.seats for bot in module.bots(seat))]
    return frozenset(likeness(word) for word in words)
