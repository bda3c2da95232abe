"""Errors a person may read: a message key and fields, turned into a sentence only when shown."""

from __future__ import annotations

from viermot.text import message


def brief(thing: object) -> str:
    """Something strange as a few words that can be shown, whatever it is and however large."""
    try:
        return str(thing)[:40]
    except Exception:  # a number of five thousand digits will not be written, and anything may have an odd __str__
        return type(thing).__name__


class Telling(Exception):
    """Something to tell the user: which message, with what in it, and by which rule."""

    def __init__(self, key: str, rule: str = "", **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.fields = fields

    def text(self, locale: str = "en") -> str:
        """The sentence in the reader's language, with the number of the rule behind it."""
        said = message(self.key, locale, **self.fields)
        return f"{said} [{self.rule}]" if self.rule else said

    def __str__(self) -> str:
        return self.text()
