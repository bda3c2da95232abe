"""Polish has one term a concept, the book's first: locale/pl/terms.toml, held against every Polish source."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from tests.support import polish

GLOSSARY = polish.PACKAGE / "locale" / "pl" / "terms.toml"
TERMS: list[dict[str, Any]] = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["term"]
SAID = polish.everything("pl")


def broken(term: dict[str, Any], said: list[polish.Sentence]) -> list[str]:
    """The sentences that use another word for this concept."""
    flags = 0 if term.get("case") else re.IGNORECASE
    barred = [re.compile(pattern, flags) for pattern in term["not"]]
    return [
        f"{where}: {sentence}"
        for where, sentence in said
        if term.get("only", "") in where
        and not any(where.endswith(f" {key}") for key in term.get("except", ()))
        and any(pattern.search(sentence) for pattern in barred)
    ]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: str(term["pl"]))
def test_every_polish_sentence_uses_the_term(term: dict[str, Any]) -> None:
    wrong = broken(term, SAID)
    assert wrong == [], f"{term['en']} is „{term['pl']}” in Polish:\n" + "\n".join(wrong)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: str(term["pl"]))
def test_a_term_does_not_bar_itself(term: dict[str, Any]) -> None:
    assert broken({**term, "only": ""}, [("glossary", term["pl"])]) == []


def test_the_sources_are_read() -> None:
    places = {where.split()[0] for where, _ in SAID}
    games = {
        f"{game}/{file}.po" for game in ("nightfighter", "bomber_command") for file in (game, "rules", "components")
    }
    assert games | {"viermot/viermot.po", "solitaire/rules.po", "solitaire/components.po"} <= places
    assert len(SAID) > 5000


@pytest.mark.parametrize(
    "sentence",
    ["Rzuć kością.", "Radar jest silnie zakłócany.", "Żeton wysoki znika.", "Wymaga testu prawdziwości.", "dziki dzik",
     "silnie", "Zwycięstwo decydujące", "słaba widzialność", "kierunek i zwrot", "zielony pilot", "Na małej wysokości"],
)  # fmt: skip
def test_another_word_is_found_wherever_it_stands(sentence: str) -> None:
    for where in (
        "nightfighter/nightfighter.po a.key",
        "bomber_command/rules.po bomber_command.rule.1.1.title",
        "pl.ts key",
    ):
        assert any(broken(term, [(where, sentence)]) for term in TERMS), sentence
