"""Sentences stand in the catalogues and nowhere else, and no code knows which languages there are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import page_words as page_keys
from viermot.kernel import registry
from viermot.server import page_words
from viermot.text import DEFAULT, fields_of, locales, sentences

ROOT = Path(__file__).resolve().parents[1]
OTHERS = [locale for locale in locales() if locale != DEFAULT]
CODE = [
    path
    for folder, kinds in (("src", {".py", ".csv"}), ("web/src", {".ts", ".svelte"}), ("tools", {".py"}))
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in kinds and "page" not in path.parts
]
DATA = sorted(ROOT.glob("src/viermot/games/*/data/**/*.toml"))


def names_of(language: str) -> re.Pattern[str]:
    """A language by its code where a language would stand: "xx", name_xx, xx = ..., xx_XX, locale=xx."""
    return re.compile(rf"""["'`]{language}["'`]|\b\w+_{language}\b|\b{language}\s*[:=]|\b{language}[_-][A-Z]{{2}}\b""")


@pytest.mark.parametrize("language", OTHERS)
def test_no_code_names_a_language(language: str) -> None:
    name = names_of(language)
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for path in CODE
        for line in path.read_text(encoding="utf-8").splitlines()
        if name.search(line)
    ]
    assert len(CODE) > 400 and found == []


@pytest.mark.parametrize("line", ['{ en, pl }: pl: "x"', "title_pl", 'locale == "pl"', "pl_PL", "{ pl = 1 }"])
def test_a_language_in_code_would_be_seen(line: str) -> None:
    assert names_of("pl").search(line)


def tables(value: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield where, value
        for key, inner in value.items():
            yield from tables(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from tables(inner, f"{where}[{number}]")


@pytest.mark.parametrize("path", DATA, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_tables_hold_no_words_by_language(path: Path) -> None:
    for where, table in tables(tomllib.loads(path.read_text(encoding="utf-8"))):
        assert not set(table) & set(locales()), f"{path.name}{where}"


def test_every_folder_of_words_is_a_language_beside_english() -> None:
    """Catalogues stand in `locale/<language>/` alone, and every language has its name."""
    stray = [
        path
        for path in (ROOT / "src").rglob("*.[pm]o")
        if path.parents[1].name != "locale" or path.parent.name not in locales() or path.suffix == ".mo"
    ]
    assert stray == []
    assert not list((ROOT / "web" / "src").rglob("locale"))
    assert all("language.name" in sentences(locale) for locale in locales())


# -- the page -----------------------------------------------------------------------------------------------


def test_the_pages_keys_are_those_of_the_catalogues(capsys: pytest.CaptureFixture[str]) -> None:
    assert page_keys.main(["--check"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("locale", locales())
def test_the_page_has_every_word_with_the_same_fields(locale: str) -> None:
    english, own = page_words.words_of(DEFAULT), page_words.words_of(locale)
    assert own.keys() == english.keys() and len(own) > 1200
    for key, sentence in english.items():
        assert fields_of(own[key]) == fields_of(sentence), key


def test_a_word_that_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    english = page_words.words_of(DEFAULT)
    monkeypatch.setattr(page_words, "words_of", lambda language: english if language == DEFAULT else {"nav.lobby": "?"})
    told = page_words.page_words(OTHERS[0]).words
    assert told["nav.lobby"] == "?" and told["nav.hangar"] == english["nav.hangar"]


def test_shared_words_of_the_page_name_no_game() -> None:
    shared = [key for key in sentences(DEFAULT) if key.startswith("page.")]
    assert len(shared) > 300
    assert [key for key in shared if any(name in key.split(".") for name in registry.names())] == []


def test_the_page_chooses_forms_as_the_catalogues_do() -> None:
    forms = page_words.page_words("pl").forms
    assert len(forms) == 200 and "".join(forms[n] for n in (0, 1, 2, 5, 12, 22, 102, 112)) == "20122112"
    assert page_words.page_words("en").forms[:4] == "1011"
