"""Text at the edges: message keys become sentences here, in the reader's language.

Rules code knows keys ("event.tally_roll") and numbers, never sentences. The sentences are in `locale/<language>/`:
those of a game in its own folder (the key begins with the game's name), all others in the folder here; every .po file
there is read. A sentence with a number may choose its words by it: "{n} {n|bomber is|bombers are} lost", with as many
forms as its language has. A key that a language lacks is taken from English, and a key that no language has is shown in
brackets, so that a gap is seen and nothing breaks.

>>> message("common.quit")
'Quit'
>>> message("error.no_game", name="whist")
'There is no game called "whist". `viermot games` lists them.'
>>> plural("count.turns", 3)
'3 turns'
>>> message("auto.progress", done=1, all=1)
'1 of 1 game'
>>> message("no.such.key")
'[no.such.key]'
"""

import gettext
import re
import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from viermot.game_package import faces_of
from viermot.kernel import registry
from viermot.kernel.words import Filling

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "viermot"
DEFAULT = "en"


def message(key: str, locale: str = DEFAULT, /, **fields: Filling) -> str:
    """The sentence of a key, with its fields filled in; a field not given shows as {field}."""
    text = _text(key, locale)
    if "|" in text:
        text = _choose(text, fields, _translations(_language(locale), _domain(key)))
    return f"[{key}]" if text == key else _fill(text, fields)


def fields_of(sentence: str) -> set[str]:
    """The names of a sentence's fields, those that only choose a form among them.

    >>> sorted(fields_of("{n} {n|bomber|bombers} over {city}"))
    ['city', 'n']
    """
    parsed = string.Formatter().parse(sentence)
    return {name.partition("|")[0] for _, name, _, _ in parsed if name is not None}


@lru_cache(maxsize=4096)
def _text(key: str, locale: str) -> str:
    return _translations(_language(locale), _domain(key)).gettext(key)


def plural(key: str, n: int, locale: str = DEFAULT, /, **fields: Filling) -> str:
    """The sentence of a key in the form the language wants for `n` things; {n} is the number."""
    text = _translations(_language(locale), _domain(key)).ngettext(key, key, n)
    return f"[{key}]" if text == key else _fill(text, {"n": n, **fields})


@lru_cache(maxsize=4096)
def has(key: str, locale: str = DEFAULT, /) -> bool:
    """Does this language itself, without falling back to English, have a sentence for the key?"""
    language = _language(locale)
    own = _catalogue(language, _domain(key)) if language in locales() else gettext.NullTranslations()
    return own.gettext(key) != key or own.ngettext(key, key, 1) != key


@cache
def locales() -> tuple[str, ...]:
    """The languages that have catalogues, English first."""
    found = {path.parent.name for path in LOCALE.glob(f"*/{DOMAIN}.po")}
    return (DEFAULT, *sorted(found - {DEFAULT}))


def languages() -> dict[str, str]:
    """The available languages, each under its own name for itself."""
    return {language: message("language.name", language) for language in locales()}


def texts(key: str) -> dict[str, str]:
    """The sentence of a key in every language that has it; nothing where there is none."""
    domain = _domain(key)
    said = {language: _catalogue(language, domain).gettext(key) for language in locales()}
    return {language: sentence for language, sentence in said.items() if sentence != key}


def sentences(language: str, domain: str = DOMAIN) -> dict[str, list[str]]:
    """Everything a language itself has in one catalogue (a game's, or the one for everything else): forms by key."""
    own = _catalogue(language, domain)
    return own.sentences if isinstance(own, PoCatalogue) else {}


def plural_forms(language: str, numbers: Iterable[int]) -> list[int]:
    """Which of the language's plural forms each of the numbers takes."""
    return [_plural_form(_catalogue(language, DOMAIN), number) for number in numbers]


@lru_cache(maxsize=64)
def _language(locale: str) -> str:
    """The language of a locale as systems write it: en_GB.UTF-8, en-GB, EN are all en."""
    return re.split(r"[_.@-]", locale, maxsplit=1)[0].lower()


def _domain(key: str) -> str:
    """The catalogue a key stands in: its game's, or the one for everything else."""
    group = key.partition(".")[0]
    return group if group in registry.names() else DOMAIN


@cache
def _folder(domain: str) -> Path | None:
    """Where the languages of a catalogue stand: a game from elsewhere may have none."""
    return LOCALE if domain == DOMAIN else faces_of(registry.game(domain)).locale


@cache
def _translations(language: str, domain: str) -> gettext.NullTranslations:
    """A catalogue of a language with English behind it."""
    if language == DEFAULT or language not in locales():
        return _catalogue(DEFAULT, domain)
    translations = _read(language, domain)
    translations.add_fallback(_catalogue(DEFAULT, domain))
    return translations


@cache
def _catalogue(language: str, domain: str) -> gettext.NullTranslations:
    """A catalogue of one language alone."""
    return _read(language, domain)


def _read(language: str, domain: str) -> gettext.NullTranslations:
    """All .po files of a language's folder. Nothing compiled is kept anywhere, so nothing can be out of date."""
    folder = _folder(domain)
    files = sorted((folder / language).glob("*.po")) if folder is not None else []
    return PoCatalogue(*(po.read_text(encoding="utf-8") for po in files)) if files else gettext.NullTranslations()


class PoCatalogue(gettext.NullTranslations):
    """A catalogue read from the text of .po files; the last that says how to form plurals counts."""

    def __init__(self, *texts: str) -> None:
        super().__init__()
        self._form: Callable[[int], int] = gettext.c2py("n != 1")
        self._single: dict[str, str] = {}
        self._plural: dict[str, list[str]] = {}
        for text in texts:
            for key, single, forms in entries(text):
                if not key:
                    self._heed(single)
                elif forms:
                    self._plural[key] = forms
                else:
                    self._single[key] = single

    def _heed(self, header: str) -> None:
        rule = re.search(r"plural=([^;\n]+)", header)
        if rule is not None:
            self._form = gettext.c2py(rule[1])

    def gettext(self, message: str) -> str:
        return self._single.get(message) or super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._plural.get(msgid1)
        return forms[self._form(n)] if forms else super().ngettext(msgid1, msgid2, n)

    def form(self, number: int) -> int:
        """Which of the language's plural forms a number takes."""
        return int(self._form(number))

    @property
    def sentences(self) -> dict[str, list[str]]:
        """Every key with its sentence, or with its forms."""
        return {**{key: [single] for key, single in self._single.items()}, **self._plural}


def entries(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Key, sentence and plural forms of each entry of a .po file; empty and fuzzy ones do not count."""
    parts: dict[str, str] = {}
    name, fuzzy, coming = "", False, False
    for line in text.split("\n"):
        start = line[:3]
        if start == "msg":
            name, _, quoted = line.partition(" ")
            if name == "msgid":
                yield from _entry(parts, fuzzy)
                parts, fuzzy, coming = {}, coming, False
            parts[name] = quoted.strip()[1:-1]
        elif start[:1] == '"':
            parts[name] += line.strip()[1:-1]
        elif start[:2] == "#,":
            coming = "fuzzy" in line
    yield from _entry(parts, fuzzy)


def _entry(parts: dict[str, str], fuzzy: bool) -> Iterator[tuple[str, str, list[str]]]:
    key, single = _unescape(parts.get("msgid", "")), _unescape(parts.get("msgstr", ""))
    forms = [_unescape(parts[name]) for name in sorted(parts) if name.startswith("msgstr[")]
    if (single or (forms and all(forms))) and not (fuzzy and key):
        yield key, single, forms


def _unescape(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), quoted)


_WRITTEN = re.compile(r"\d+(?:[.,\u00a0\u202f]\d+)*")  # a number in a text, with whatever separates its parts
_CHOICE = re.compile(r"\{(\w+)((?:\|[^{}|]*)+)\}")


def _choose(text: str, fields: dict[str, Filling], catalogue: gettext.NullTranslations) -> str:
    """Put in the forms that numbers want: "{n} {n|bomber|bombers}" has as many forms as its language has plurals.

    A list counts as many things as it has; so does one written out by ``listed``.
    """

    def form(found: re.Match[str]) -> str:
        number = _how_many(fields.get(found[1]))
        forms = found[2][1:].split("|")
        return forms[min(_plural_form(catalogue, number), len(forms) - 1)]

    return _CHOICE.sub(form, text)


def _how_many(value: Filling) -> int:
    if isinstance(value, Listed):
        return value.length
    if isinstance(value, str):
        found = _WRITTEN.search(value)
        return int(found[0]) if found and found[0].isdecimal() else 2  # "1.5 points", "1,195 points"
    if isinstance(value, list | tuple | set | frozenset):
        return len(value)
    if isinstance(value, float) and not value.is_integer():
        return 2
    return abs(int(value)) if isinstance(value, int | float) else 2


MINUS: Final = "\u2212"


def figure(value: float | str) -> str:
    """A number as it is printed: with a minus, not with a hyphen.

    >>> figure(-2), figure(3), figure(-1.5)
    ('\u22122', '3', '\u22121.5')
    """
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """A modifier: "+2", "0", and with a minus, not with a hyphen.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '\u22121')
    """
    return figure(f"{value:+d}") if value else "0"


def made(dice: Sequence[int], added: int = 0) -> str:
    """How a total came about: "4 + 1 + 2 = 7"; one die alone is only itself.

    >>> made([4, 1], 2), made([4, 1], -1), made([3, 3]), made([5]), made([5], 2)
    ('4 + 1 + 2 = 7', '4 + 1 \u2212 1 = 4', '3 + 3 = 6', '5', '5 + 2 = 7')
    """
    told = " + ".join(map(str, dice))
    if added:
        told += f" {'+' if added > 0 else MINUS} {abs(added)}"
    return told if len(dice) == 1 and not added else f"{told} = {figure(sum(dice) + added)}"


def _printed(value: Filling) -> Filling:
    return figure(value) if isinstance(value, int | float) and value < 0 else value


class Listed(str):
    """A list written out, which still knows how many things it names."""

    length: int


def listed(items: Iterable[object], between: str = ", ") -> Listed:
    """The things one after the other: "1b, 1c"."""
    names = [str(item) for item in items]
    text = Listed(between.join(names))
    text.length = len(names)
    return text


def _plural_form(catalogue: gettext.NullTranslations, number: int) -> int:
    """Which of its language's forms a number takes."""
    return catalogue.form(number) if isinstance(catalogue, PoCatalogue) else int(number != 1)


class _Missing:
    """Stands for a field that was not given: shows its own name, whatever the sentence does with it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"{{{self._name}}}"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __getattr__(self, name: str) -> "_Missing":
        return self

    def __getitem__(self, name: object) -> "_Missing":
        return self


class _Fields(dict[str, Filling]):
    def __missing__(self, name: str) -> _Missing:
        return _Missing(name)


def _fill(text: str, fields: dict[str, Filling]) -> str:
    """Fill in the fields; a sentence that cannot take them is shown as it stands rather than not at all.

    A figure below nought is written with a minus, not with a hyphen.
    """
    shown = {name: _printed(value) for name, value in fields.items()}
    try:
        return text.format_map(_Fields(shown))
    except (ValueError, TypeError, LookupError, AttributeError):
        return text
