"""What the data says to a reader, it says in Polish too."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import viermot

FILES = sorted(Path(str(viermot.__file__)).parent.glob("games/*/data/**/*.toml"))


def texts(value: Any, where: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every table of texts by language."""
    if isinstance(value, dict):
        if "en" in value and isinstance(value["en"], str):
            yield where, value
        for key, inner in value.items():
            yield from texts(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from texts(inner, f"{where}[{number}]")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_text_of_the_data_is_there_in_both_languages(path: Path) -> None:
    for where, text in texts(tomllib.loads(path.read_text(encoding="utf-8"))):
        assert text.get("pl"), f"{path.name}{where} has no Polish text"
