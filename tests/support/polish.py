"""Every Polish (or English) sentence a reader may see, by where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from viermot import text

PACKAGE = text.LOCALE.parent

Sentence = tuple[str, str]  # where it stands, and what it says


def catalogues(language: str) -> Iterator[Sentence]:
    """The .po files; of a plural every form."""
    for path in sorted(text.LOCALE.parent.rglob(f"{language}/*.po")):
        for key, single, forms in text.entries(path.read_text(encoding="utf-8")):
            for said in [single] if single else forms:
                if key:
                    yield f"{path.parents[2].name}/{path.name} {key}", said


def everything(language: str) -> list[Sentence]:
    """All of it."""
    return list(catalogues(language))
