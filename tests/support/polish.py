"""Every Polish (or English) sentence a reader may see, by where it stands: catalogues, rules, data, the page."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from viermot import text

PACKAGE = text.LOCALE.parent
REPOSITORY = PACKAGE.parent.parent
PAGE = REPOSITORY / "web" / "src"
WORD = re.compile(r'^\s*"?([\w.+ ~-]+?)"?:\s*"((?:[^"\\]|\\.)*)"', re.MULTILINE)

Sentence = tuple[str, str]  # where it stands, and what it says


def catalogues(language: str) -> Iterator[Sentence]:
    """The .po files; of a plural every form."""
    for path in sorted(text.LOCALE.parent.rglob(f"{language}/*.po")):
        for key, single, forms in text._entries(path.read_text(encoding="utf-8")):
            for said in [single] if single else forms:
                if key:
                    yield f"{path.name} {key}", said


def rules(language: str) -> Iterator[Sentence]:
    """Titles and summaries of rules.csv."""
    for path in sorted((PACKAGE / "games").glob("*/rules.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                title = row["title"] if language == "en" else row[f"title_{language}"]
                for said in (title, row[f"summary_{language}"]):
                    yield f"{path.parent.name}/rules.csv {row['id']}", said


def data(language: str) -> Iterator[Sentence]:
    """The texts of the component data."""
    games = PACKAGE / "games"
    for path in sorted(games.glob("*/data/**/*.toml")):
        name = f"{path.relative_to(games)}"
        for place, said in _texts(tomllib.loads(path.read_text(encoding="utf-8")), language, ""):
            yield f"{name} {place}", said


def _texts(value: Any, language: str, place: str) -> Iterator[Sentence]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if (key == language or key.endswith(f"_{language}")) and isinstance(inner, str):
                yield place, inner
            else:
                yield from _texts(inner, language, f"{place}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, str) and place.endswith((f".{language}", f"_{language}")):
                yield place, inner
            else:
                named = inner.get("id", number) if isinstance(inner, dict) else number
                yield from _texts(inner, language, f"{place}[{named}]")


def page(language: str) -> Iterator[Sentence]:
    """The page's own words."""
    for path in (PAGE / "lib" / "i18n" / f"{language}.ts", *sorted(PAGE.glob(f"games/*/locale/{language}.ts"))):
        for key, said in WORD.findall(path.read_text(encoding="utf-8")):
            yield f"{path.parents[1].name}/{path.name} {key}", said


def everything(language: str) -> list[Sentence]:
    """All of it."""
    return [*catalogues(language), *rules(language), *data(language), *page(language)]
