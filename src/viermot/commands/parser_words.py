"""What the standard library's reader of command lines says, in the reader's language: usage, headings, complaints.

It asks a function called `_` for each of its texts; here that is one that knows the catalogues. A text it does not know
(another version of Python may have others) stays as it is.
"""

from __future__ import annotations

import argparse
import re
from typing import Final

from viermot.kernel.words import Filling
from viermot.text import message

FIELD: Final = re.compile(r"%(?:\((\w+)\))?[sr]")
TEXTS: Final = {  # as the standard library has them
    "usage: ": "usage", "positional arguments": "arguments", "options": "options",
    "show this help message and exit": "help", "show program's version number and exit": "version",
    "%(prog)s: error: %(message)s\n": "error", "argument %(argument_name)s: %(message)s": "argument",
    "unrecognized arguments: %s": "unknown", "expected one argument": "one_argument",
    "the following arguments are required: %s": "required",
    "invalid choice: %(value)r (choose from %(choices)s)": "choice", "invalid %(type)s value: %(value)r": "value",
}  # fmt: skip


def speak(locale: str) -> None:
    """From now on argparse speaks this language."""

    def said(text: str) -> str:
        key = TEXTS.get(text)
        if key is None:
            return text
        fields: dict[str, Filling] = {found[1] or "what": found[0] for found in FIELD.finditer(text)}
        blank = text[len(text.rstrip()) :]  # the space after a colon, or the end of the line, is no word
        return message(f"cli.parser.{key}", locale, **fields) + blank

    setattr(argparse, "_", said)  # noqa: B010 (no type checker knows of it)
