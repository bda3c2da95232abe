"""Where the kernel gets its sentences from. It knows message keys only; whoever uses it says who can read them out.

`viermot/__init__.py` hands in `viermot.text`. Without anybody a key is shown in brackets, and nothing breaks.
"""

from __future__ import annotations

from typing import Protocol


class Speaker(Protocol):
    """Turns a message key into a sentence of the reader's language."""

    def message(self, key: str, locale: str = ..., /, **fields: object) -> str: ...

    def has(self, key: str, locale: str = ..., /) -> bool: ...


class _Silent:
    def message(self, key: str, locale: str = "en", /, **fields: object) -> str:
        return f"[{key}]"

    def has(self, key: str, locale: str = "en", /) -> bool:
        return False


_speaker: list[Speaker] = [_Silent()]


def spoken_by(speaker: Speaker) -> None:
    """From now on this one has the sentences."""
    _speaker[0] = speaker


def message(key: str, locale: str = "en", /, **fields: object) -> str:
    """The sentence of a key."""
    return _speaker[0].message(key, locale, **fields)


def has(key: str, locale: str = "en", /) -> bool:
    """Is there a sentence for the key?"""
    return _speaker[0].has(key, locale)
