"""A made-up language: English with other vowels and marks around every sentence, so that what is English is seen."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

from viermot import text

CODE: Final = "xx"
NAME: Final = "⟦Mädë-üp⟧"
OPEN, SHUT = "⟦", "⟧"
VOWELS: Final = str.maketrans("aeiouyAEIOUY", "åëïöüÿÅËÏÖÜŸ")
FIELD: Final = re.compile(r"\{\{|\}\}|\{(\w*)((?:\|[^{}|]*)*)([^{}|]*)\}")
PLAIN_WORD: Final = re.compile(r"\b[A-Za-z]*[aeiouyAEIOUY][A-Za-z]*\b")


def copy_of_the_package(folder: Path) -> Path:
    """The package as it is, in another place, with one more folder a game and one for the shared words."""
    package = Path(str(text.__file__)).parent
    target = folder / "viermot"
    shutil.copytree(package, target, ignore=shutil.ignore_patterns("__pycache__", "page"))
    for english in [target / "locale" / "en", *target.glob("games/*/locale/en")]:
        translate_folder(english, english.with_name(CODE))
    return target


def translate_folder(english: Path, other: Path) -> None:
    """Every English .po file again, in the made-up language."""
    other.mkdir()
    for po in english.glob("*.po"):
        (other / po.name).write_text(translated(po.read_text(encoding="utf-8")), encoding="utf-8")


def translated(po: str) -> str:
    """A .po file with other sentences under the same keys."""
    entries = []
    for key, single, forms in text.entries(po):
        if not key:
            entries.append(f'msgid ""\nmsgstr {_quoted(single.replace("Language: en", f"Language: {CODE}"))}\n')
        elif forms:
            lines = [f"msgstr[{place}] {_quoted(said(form))}" for place, form in enumerate(forms)]
            entries.append("\n".join([f'msgid "{key}"', f'msgid_plural "{key}"', *lines, ""]))
        else:
            entries.append(f'msgid "{key}"\nmsgstr {_quoted(NAME if key == "language.name" else said(single))}\n')
    return "\n".join(entries)


def said(sentence: str) -> str:
    """A sentence in the made-up language; its fields stay what they are, the forms they choose are translated.

    >>> said("{n} {n|bomber|bombers} over {city}")
    '⟦{n} {n|bömbër|bömbërs} övër {city}⟧'
    """
    told, at = [], 0
    for found in FIELD.finditer(sentence):
        told.append(sentence[at : found.start()].translate(VOWELS))
        name, forms, form = found[1], found[2], found[3]
        told.append(found[0] if name is None else f"{{{name}{forms.translate(VOWELS)}{form}}}")
        at = found.end()
    return OPEN + "".join([*told, sentence[at:].translate(VOWELS)]) + SHUT


def _quoted(sentence: str) -> str:
    escaped = sentence.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def plain_words(shown: str, longest: int = 3) -> list[str]:
    """The words of plain letters with a vowel in them: English, names, or what is typed."""
    return [word for word in PLAIN_WORD.findall(shown) if len(word) > longest]
