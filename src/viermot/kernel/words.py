"""Where the kernel gets its sentences from. It knows message keys only; the program around it says who translates them.

`viermot/__init__.py` hands in `viermot.text`. Without a translator a key is shown in brackets, and nothing breaks.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Protocol, TypeAlias, TypeGuard


class Sentence(Protocol):
    """Something said that is part of another sentence: it is put into the language of that one."""

    def text(self, locale: str = ..., /) -> str: ...


# What fills a place in a sentence; of several things it may also need to know how many they are.
Filling: TypeAlias = "int | float | str | Path | Sentence | Collection[Filling] | None"


class Translator(Protocol):
    """Turns a message key into a sentence of the reader's language."""

    def message(self, key: str, locale: str = ..., /, **fields: Filling) -> str: ...

    def has(self, key: str, locale: str = ..., /) -> bool: ...

    def texts(self, key: str) -> dict[str, str]: ...


class _Silent:
    def message(self, key: str, locale: str = "en", /, **fields: Filling) -> str:
        return f"[{key}]"

    def has(self, key: str, locale: str = "en", /) -> bool:
        return False

    def texts(self, key: str) -> dict[str, str]:
        return {}


# What stands in the data where a component has words: `true` (the catalogues have them), a text, or texts by language.
Written = bool | str | dict[str, str]

_translator: list[Translator] = [_Silent()]


def use_translator(speaker: Translator) -> None:
    """From now on sentences come from this translator."""
    _translator[0] = speaker


def message(key: str, locale: str = "en", /, **fields: Filling) -> str:
    """The sentence of a key."""
    return _translator[0].message(key, locale, **fields)


def has(key: str, locale: str = "en", /) -> bool:
    """Is there a sentence for the key?"""
    return _translator[0].has(key, locale)


def texts(key: str) -> dict[str, str]:
    """The sentence of a key in every language that has it."""
    return _translator[0].texts(key)


def worded(key: str, written: Written = True) -> dict[str, str]:
    """The words of a component, language by language: those of the catalogues, an owner's own over them.

    >>> worded("no.such.key", {"en": "Owner's night"}), worded("no.such.key", "Owner's night"), worded("no.such.key")
    ({'en': "Owner's night"}, {'en': "Owner's night"}, {})
    """
    if written is False:
        return {}
    own = {"en": written} if isinstance(written, str) else written if isinstance(written, dict) else {}
    return {**texts(key), **own}


def is_written(value: object) -> TypeGuard[Written]:
    """Is this something that words in the data may be? Anything else is for the schema to refuse."""
    return isinstance(value, bool | str | dict)


def slug(name: str) -> str:
    """A component's name as part of a key: "Mosquito NF.II" is mosquito_nf_ii."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
