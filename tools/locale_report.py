"""What each language lacks, key by key and in per cent per game, and where it breaks with its own terms.

    make locale                       every language
    make locale ARGS="de --all"       one of them, with every key it lacks

A language is one folder beside `en`, here and in each game. Gaps are not faults: English is shown there. Faults are
keys that English does not have, fields that the English sentence does not have, a plural with too few forms, and a word
other than the one that `terms.toml` in the language's shared folder prescribes.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from viermot.text import DEFAULT, DOMAIN, PoCatalogue, fields_of  # noqa: E402 (the path comes first)

FIRST: Final = 5  # of the keys a language lacks in one place, unless all are asked for
TERMS: Final = "terms.toml"

Sentences = dict[str, list[str]]  # key -> its sentence, or its plural forms


@dataclass(frozen=True)
class Term:
    """One concept and the word a language has for it."""

    concept: str
    said: str
    barred: tuple[re.Pattern[str], ...]
    only: str = ""
    exempt: frozenset[str] = frozenset()

    def is_broken_by(self, place: str, key: str, sentence: str) -> bool:
        """Does this sentence use another word for it?"""
        if self.only not in f"{place} {key}" or key in self.exempt:
            return False
        return any(pattern.search(sentence) for pattern in self.barred)


@dataclass
class Part:
    """One language in one place: a game, or the words that belong to none."""

    place: str
    wanted: int
    lacking: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        there = self.wanted - len(self.lacking)
        return f"  {self.place:16} {100 * there / max(1, self.wanted):5.1f} %  {there} of {self.wanted}"


def places(package: Path) -> dict[str, Path]:
    """Where languages stand: the shared words and each game's."""
    found = {DOMAIN: package / "locale"}
    return found | {path.parent.name: path for path in sorted(package.glob("games/*/locale"))}


def languages(package: Path) -> list[str]:
    """Every language with any words, except English."""
    found = {path.parent.name for folder in places(package).values() for path in folder.glob("*/*.po")}
    return sorted(found - {DEFAULT})


def sentences(folder: Path) -> PoCatalogue:
    """All .po files of a folder."""
    return PoCatalogue(*(po.read_text(encoding="utf-8") for po in sorted(folder.glob("*.po"))))


def terms(package: Path, language: str) -> list[Term]:
    """The glossary of a language, if it has one."""
    path = package / "locale" / language / TERMS
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["term"] if path.exists() else []
    return [
        Term(
            row["concept"], row["said"],
            tuple(re.compile(pattern, 0 if row.get("case") else re.IGNORECASE) for pattern in row["not"]),
            row.get("only", ""), frozenset(row.get("except", ())),
        )
        for row in rows
    ]  # fmt: skip


def report(package: Path, language: str) -> list[Part]:
    """The state of a language, place by place."""
    glossary = terms(package, language)
    return [_part(place, folder, language, glossary) for place, folder in places(package).items()]


def _part(place: str, folder: Path, language: str, glossary: list[Term]) -> Part:
    english, own = sentences(folder / DEFAULT), sentences(folder / language)
    part = Part(place, len(english.sentences), [key for key in english.sentences if key not in own.sentences])
    forms = len({own.form(number) for number in range(1000)})
    for key, said in own.sentences.items():
        if key not in english.sentences:
            part.faults.append(f"{key}: English has no such key")
            continue
        part.faults += [f"{key}: {fault}" for fault in _faults(said, english.sentences[key], forms)]
        for term in glossary:
            part.faults += [
                f"{key}: {term.concept} is {term.said!r} elsewhere: {sentence}"
                for sentence in said
                if term.is_broken_by(place, key, sentence)
            ]
    return part


def _faults(said: list[str], english: list[str], forms: int) -> Iterator[str]:
    known = {"n"}.union(*map(fields_of, english)) if len(english) > 1 else fields_of(english[0])
    try:
        if unknown := set().union(*map(fields_of, said)) - known:
            yield f"the English sentence has no field {', '.join(sorted(unknown))}"
    except ValueError as wrong:
        yield str(wrong)
    if len(english) > 1 and len(said) != forms:
        yield f"{len(said)} plural forms instead of {forms}"


def told(package: Path, language: str, everything: bool) -> tuple[list[str], int]:
    """The report of a language in lines, and how many faults there are."""
    parts = report(package, language)
    wanted, lacking = sum(part.wanted for part in parts), sum(len(part.lacking) for part in parts)
    lines = [f"{language}: {100 * (wanted - lacking) / max(1, wanted):.1f} % of {wanted} sentences"]
    for part in parts:
        shown = part.lacking if everything else part.lacking[:FIRST]
        more = len(part.lacking) - len(shown)
        lines += [part.line, *[f"    lacks {key}" for key in shown]]
        lines += [f"    and {more} more; --all shows them"] if more else []
        lines += [f"    {fault}" for fault in part.faults]
    return lines, sum(len(part.faults) for part in parts)


def main(words: list[str], package: Path = ROOT / "src" / "viermot") -> int:
    """Report; 1 if there are faults. Gaps are not."""
    parser = argparse.ArgumentParser(description="what each language lacks, and where it breaks with its own terms")
    parser.add_argument("language", nargs="*", help="the languages to look at; all but English if left out")
    parser.add_argument("--all", action="store_true", help="every key that is lacking")
    asked = parser.parse_args(words)
    there = languages(package)
    if unknown := [language for language in asked.language if language not in there]:
        print(f"There is no language {', '.join(unknown)}; there are {', '.join(there)}.")
        return 2
    faults = 0
    for language in asked.language or there:
        lines, found = told(package, language, asked.all)
        faults += found
        print("\n".join(lines))
    print(f"{faults} {'fault' if faults == 1 else 'faults'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
