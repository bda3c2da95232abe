"""Message catalogues: lookup, fall-back, fields and plurals, and that the catalogues themselves are sound."""

import io
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from viermot import text
from viermot.game_package import Faces
from viermot.kernel import registry
from viermot.text import PoCatalogue, fields_of, has, locales, message, plural

SOURCES = sorted(text.LOCALE.parent.rglob("*.po"))
CACHES = (text.locales, text._folder, text._translations, text._catalogue, text._text, text.has)


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty locale folder in place of ours."""
    monkeypatch.setattr(text, "LOCALE", tmp_path)
    for cached in CACHES:
        cached.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    for cached in CACHES:
        cached.cache_clear()


HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""


def put(folder: Path, language: str, entries: str) -> Path:
    path = folder / language / "viermot.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + entries, encoding="utf-8")
    return path


def test_a_language_falls_back_to_english_and_then_to_the_key(catalogues: Path) -> None:
    put(catalogues, "en", 'msgid "a.one"\nmsgstr "one"\n\nmsgid "a.two"\nmsgstr "two"\n')
    put(catalogues, "pl", 'msgid "a.one"\nmsgstr "jeden"\n')
    assert [message(key, "pl") for key in ("a.one", "a.two", "a.three")] == ["jeden", "two", "[a.three]"]
    assert [has(key, "pl") for key in ("a.one", "a.two")] == [True, False]
    assert has("a.two") and not has("a.three")


@pytest.mark.parametrize("locale", ["pl", "PL", "pl_PL", "pl-PL", "pl_PL.UTF-8", "pl@euro"])
def test_locales_may_be_written_as_systems_write_them(locale: str) -> None:
    assert message("common.yes", locale) == "Tak"


@pytest.mark.parametrize("locale", ["", "C", "C.UTF-8", "de_DE", "../pl", "en_GB"])
def test_an_unknown_language_is_english(locale: str) -> None:
    assert message("common.yes", locale) == "Yes"
    assert has("common.yes", locale) == locale.startswith("en")


def test_english_is_the_first_of_the_languages() -> None:
    assert locales() == ("en", "pl")


def test_a_missing_field_shows_its_name_whatever_the_sentence_does_with_it(catalogues: Path) -> None:
    sentence = "{who} in {hex:04d}, {fighter.type} and {list[0]!s:>3}, {{x}}"
    put(catalogues, "en", f'msgid "a"\nmsgstr "{sentence}"\n')
    assert message("a", who="Schnaufer") == "Schnaufer in {hex}, {fighter} and {list}, {x}"


def test_a_field_that_does_not_fit_shows_the_sentence_as_it_stands(catalogues: Path) -> None:
    put(catalogues, "en", 'msgid "a"\nmsgstr "hex {hex:04d}"\n\nmsgid "b"\nmsgstr "broken {"\n')
    assert message("a", hex="J6") == "hex {hex:04d}"
    assert message("b", hex="J6") == "broken {"


def test_fields_may_have_any_name() -> None:
    assert message("error.no_file", key="k", locale="l", file="{key}") == "There is no file {key}."


@pytest.mark.parametrize(
    ("n", "english", "polish"),
    [(0, "0 kills", "0 zestrzeleń"), (1, "1 kill", "1 zestrzelenie"), (2, "2 kills", "2 zestrzelenia"),
     (5, "5 kills", "5 zestrzeleń"), (12, "12 kills", "12 zestrzeleń"), (22, "22 kills", "22 zestrzelenia")],
)  # fmt: skip
def test_plurals_take_the_form_the_language_wants(n: int, english: str, polish: str) -> None:
    assert (plural("count.kills", n), plural("count.kills", n, "pl")) == (english, polish)


@pytest.mark.parametrize(
    ("count", "word"),
    [(1, "event"), (3, "events"), ("1", "event"), ("1,195", "events"), ("1.5", "events"), (1.5, "events")],
)
def test_a_number_that_is_written_out_chooses_its_words_as_a_whole(count: float | str, word: str) -> None:
    """Not by the digits before its first comma: "1,195 events"."""
    assert f"{count} {word} a second" in message("auto.speed", seconds="1.0", events=count)


def test_a_plural_nobody_has_is_shown_in_brackets() -> None:
    assert plural("no.such.count", 3, "pl") == "[no.such.count]"


def test_nothing_compiled_is_ever_believed(catalogues: Path) -> None:
    """A .mo of the same date as its source once showed bare keys: now one that lies about is not read at all."""
    po = put(catalogues, "en", 'msgid "a"\nmsgstr "old"\n')
    with po.open("rb") as source, po.with_suffix(".mo").open("wb") as target:
        write_mo(target, read_po(source, locale="en"))
    put(catalogues, "en", 'msgid "a"\nmsgstr "edited"\n')
    for when in (1000, 3000):
        os.utime(po, (2000, 2000))
        os.utime(po.with_suffix(".mo"), (when, when))
        for cached in CACHES:
            cached.cache_clear()
        assert message("a") == "edited"


def test_every_po_file_of_a_folder_is_read(catalogues: Path) -> None:
    put(catalogues, "en", 'msgid "a"\nmsgstr "one"\n')
    second = put(catalogues, "en", 'msgid "b"\nmsgstr "two"\n').rename(catalogues / "en" / "page.po")
    put(catalogues, "en", 'msgid "a"\nmsgstr "one"\n')
    assert second.exists() and (message("a"), message("b")) == ("one", "two")
    assert text.sentences("en") == {"a": ["one"], "b": ["two"]} and text.texts("b") == {"en": "two"}


def test_the_small_reader_takes_all_a_po_file_may_hold() -> None:
    catalogue = PoCatalogue(
        '# a comment with "quotes"\n'
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
        'msgid "close.by"\nmsgstr "no blank line before"\n'
        'msgid "long"\nmsgstr ""\n"first \\"line\\"\\n"\n"second\\\\"\n\n'
        'msgid "one.form"\nmsgid_plural "one.form"\nmsgstr[0] "{n} form"\n\n'
        '#, python-brace-format, fuzzy\nmsgid "unsure"\nmsgstr "perhaps"\n\n'
        'msgid "empty"\nmsgstr ""\n\n'
        '#~ msgid "old"\n#~ msgstr "gone"\n'
    )
    assert catalogue.gettext("close.by") == "no blank line before"
    assert catalogue.gettext("long") == 'first "line"\nsecond\\'
    assert catalogue.ngettext("one.form", "one.form", 7) == "{n} form"
    assert [catalogue.gettext(key) for key in ("unsure", "empty", "old")] == ["unsure", "empty", "old"]


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_the_small_reader_agrees_with_babel(source: Path) -> None:
    mine = PoCatalogue(source.read_text(encoding="utf-8"))
    theirs = read_po(io.BytesIO(source.read_bytes()), locale=source.parent.parent.name, abort_invalid=True)
    sure = [m for m in theirs if m.id and m.string and not m.fuzzy]
    single = {m.id: m.string for m in sure if isinstance(m.id, str)}
    several = {m.id[0]: list(m.string or ()) for m in sure if isinstance(m.id, tuple)}
    assert (mine._single, mine._plural) == (single, several)


def test_the_languages_there_are_have_sources() -> None:
    assert sorted({path.parent.name for path in SOURCES}) == ["en", "pl"]


class Chess(Faces):
    """A game from elsewhere, with words of its own."""

    def __init__(self, folder: Path) -> None:
        self.locale = folder


def test_a_game_has_its_own_catalogue(catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chess = catalogues / "elsewhere" / "locale"
    monkeypatch.setattr(registry, "names", lambda: ("chess",))
    monkeypatch.setattr(registry, "game", lambda name: Chess(chess))
    put(catalogues, "en", 'msgid "chess.check"\nmsgstr "not here"\n\nmsgid "common.no"\nmsgstr "No"\n')
    po = put(chess, "en", 'msgid "chess.check"\nmsgstr "Check"\n')
    po.rename(po.with_name("chess.po"))
    assert (message("chess.check"), message("common.no")) == ("Check", "No")
    put(catalogues, "pl", 'msgid "common.no"\nmsgstr "Nie"\n')
    assert message("chess.check", "pl") == "Check", "a language without the game's catalogue falls back to English"


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_no_key_stands_twice(source: Path) -> None:
    keys = re.findall(r'^msgid "(.+)"', source.read_text(encoding="utf-8"), re.MULTILINE)
    assert [key for key, times in Counter(keys).items() if times > 1] == []


def fields(sentence: str) -> set[str]:
    """Names of the fields of a sentence; a broken sentence or a nameless field is an error."""
    found = fields_of(sentence)
    assert "" not in found, f"a field without a name in {sentence!r}"
    return found


def test_every_sentence_can_be_filled_and_every_translation_uses_the_fields_of_the_english_one() -> None:
    def of(language: str) -> PoCatalogue:
        return PoCatalogue("\n".join(p.read_text(encoding="utf-8") for p in SOURCES if p.parent.name == language))

    everything = {language: of(language) for language in locales()}
    english = everything["en"]
    wanted = {key: fields(s) for key, s in english._single.items()}
    wanted |= {key: {"n"}.union(*map(fields, forms)) for key, forms in english._plural.items()}
    for language, catalogue in everything.items():
        for key, forms in {**{k: [s] for k, s in catalogue._single.items()}, **catalogue._plural}.items():
            assert key in wanted, f"{language} has {key}, which English lacks"
            unknown = set().union(*map(fields, forms)) - wanted[key]
            assert not unknown, f"{language} {key} has fields the English sentence lacks: {unknown}"


def test_english_has_every_key_the_code_names() -> None:
    package = text.LOCALE.parent
    asked = re.compile(r'\b(?:message|plural)\(\s*"([a-z0-9_]+(?:\.[a-z0-9_]+)+)"')
    lacking = {
        f"{path.relative_to(package)}: {key}"
        for path in package.rglob("*.py") if path.name != "text.py"
        for key in asked.findall(path.read_text(encoding="utf-8")) if not has(key)
    }  # fmt: skip
    assert lacking == set()
