"""Every Polish (or English) sentence a reader may see, by where it stands: catalogues and the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viermot import text

PACKAGE = text.LOCALE.parent
REPOSITORY = PACKAGE.parent.parent
PAGE = REPOSITORY / "web" / "src"
WORD = re.compile(r'^\s*"?([\w.+ ~-]+?)"?:\s*"((?:[^"\\]|\\.)*)"', re.MULTILINE)

Sentence = tuple[str, str]  # where it stands, and what it says


def catalogues(language: str) -> Iterator[Sentence]:
    """The .po files; of a plural every form."""
    for path in sorted(text.LOCALE.parent.rglob(f"{language}/*.po")):
        for key, single, forms in text.entries(path.read_text(encoding="utf-8")):
            for said in [single] if single else forms:
                if key:
                    yield f"{path.parents[2].name}/{path.name} {key}", said


def page(language: str) -> Iterator[Sentence]:
    """The page's own words."""
    for path in (PAGE / "lib" / "i18n" / f"{language}.ts", *sorted(PAGE.glob(f"games/*/locale/{language}.ts"))):
        for key, said in WORD.findall(path.read_text(encoding="utf-8")):
            yield f"{path.parents[1].name}/{path.name} {key}", said


def everything(language: str) -> list[Sentence]:
    """All of it."""
    return [*catalogues(language), *page(language)]
