"""Words of the charts in the reader's language."""

from __future__ import annotations

import re
from typing import Any, Final

from viermot.text import has, message

UNLIMITED: Final = -1  # ammunition of machine guns [4.5]


def slug(word: object) -> str:
    """A word as keys spell it: lower case, anything but letters and figures an underscore."""
    return re.sub(r"\W+", "_", str(word).lower()).strip("_")


def in_words(name: str, value: Any, locale: str) -> Any:
    """A field's value as a person reads it; names of aircraft, units and towns stay as they are."""
    if name == "rear_seat":  # what the prompt of 7.7 says of the gunner, if there is one
        return "" if value is None else message("interceptor.prompt.rear_seat", locale, points=value)
    if value is None:
        value = "none"
    if name == "ammo" and value == UNLIMITED:
        return "∞"
    if isinstance(value, bool):
        value = int(value)
    if isinstance(value, list):
        return ", ".join(str(in_words(name, item, locale)) for item in value)
    key = f"interceptor.field.{name}.{slug(value)}"
    return message(key, locale) if has(key) else value
