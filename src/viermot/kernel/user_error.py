"""Errors meant for people: a message key and fields, turned into a sentence only when shown."""

from __future__ import annotations

from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.words import Filling, has, message

LONGEST_WORD, LONGEST_PATH, LONGEST_FIELD = 40, 160, 300  # what somebody typed may be of any length; a sentence is not


def brief(thing: object, longest: int = 40) -> str:
    """Something unexpected in a few words that can be shown, whatever it is and however large."""
    try:
        return str(thing)[:longest]
    except Exception:  # a number of five thousand digits will not be written, and anything may have an odd __str__
        return type(thing).__name__


def _fitting(value: Filling) -> Filling:
    """A field in a form that fits into a sentence: on one line, no endless word, and not too long."""
    if not isinstance(value, str) or (len(value) <= LONGEST_WORD and value.isprintable()):
        return value
    words = [_shortened(word) for word in value.split()]
    text = "".join(letter if letter.isprintable() else "?" for letter in " ".join(words))
    return text if len(text) <= LONGEST_FIELD else f"{text[:LONGEST_FIELD]}…"


def _shortened(word: str) -> str:
    """No endless word. Of a path, the end is what tells which file it is."""
    if "/" in word or "\\" in word:
        return word if len(word) <= LONGEST_PATH else f"…{word[-LONGEST_PATH:]}"
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


class UserError(Exception):
    """Something to tell the user: which message, with which fields, and by which rule.

    A field may be such an error itself: what it says becomes part of the sentence, in the same language.
    """

    def __init__(self, key: str, rule: str = "", **fields: Filling) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.fields = fields

    def text(self, locale: str = "en") -> str:
        """The sentence in the reader's language, with the number of the rule behind it."""
        told = {name: _fitting(_told(value, locale)) for name, value in self.fields.items()}
        said = message(self.key, locale, **told)
        return f"{said} [{self.rule}]" if self.rule else said

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> JsonObject:
        """As it is passed to another process; `fields_from` reads its fields back."""
        fields = {
            name: value.to_json()
            if isinstance(value, UserError)
            else value
            if isinstance(value, int | str)
            else brief(value)
            for name, value in self.fields.items()
        }
        return {"refused": self.key, "fields": fields, "rule": self.rule}


def called(game: str, seat: str) -> UserError | str:
    """A seat inside a sentence: what the game calls it in the reader's language, or as somebody wrote it."""
    key = f"{game}.seat.{seat}"
    return UserError(key) if has(key) else brief(seat)


def fields_from(written: JsonTable) -> dict[str, Filling]:
    """The fields of an error that another process has passed on."""
    return {
        name: UserError(value["refused"], value["rule"], **fields_from(value["fields"]))
        if isinstance(value, dict)
        else value
        for name, value in written.items()
    }


def _told(value: Filling, locale: str) -> Filling:
    return value.text(locale) if isinstance(value, UserError) else value
