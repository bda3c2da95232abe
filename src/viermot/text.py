"""Text at the edges: message keys become sentences here, in the reader's language.

Rules code knows keys ("event.tally_roll") and numbers, never sentences. The sentences stand in `locale/<language>/`:
those of a game in its own folder (the key begins with the game's name), all others here, in `viermot.po`. A sentence
with a number may choose its words by it: "{n} {n|bomber is|bombers are} lost", in Polish with three forms. A key that
a language lacks is taken from English, and a key that nobody has is shown in brackets, so a gap is seen and nothing
breaks.

>>> message("common.quit")
'Quit'
>>> message("common.quit", "pl")
'Koniec'
>>> message("error.no_game", name="whist")
'There is no game called "whist". `viermot games` lists those there are.'
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
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from viermot.game_package import faces_of
from viermot.kernel import registry

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "viermot"
DEFAULT = "en"


def message(key: str, locale: str = DEFAULT, /, **fields: object) -> str:
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


def plural(key: str, n: int, locale: str = DEFAULT, /, **fields: object) -> str:
    """The sentence of a key in the form the language wants for `n` things; {n} is the number."""
    text = _translations(_language(locale), _domain(key)).ngettext(key, key, n)
    return f"[{key}]" if text == key else _fill(text, {"n": n, **fields})


@lru_cache(maxsize=4096)
def has(key: str, locale: str = DEFAULT, /) -> bool:
    """Whether this language itself, without falling back to English, has a sentence for the key."""
    language = _language(locale)
    own = _catalogue(language, _domain(key)) if language in locales() else gettext.NullTranslations()
    return own.gettext(key) != key or own.ngettext(key, key, 1) != key


@cache
def locales() -> tuple[str, ...]:
    """The languages there are catalogues for, English first."""
    found = {path.parent.name for path in LOCALE.glob(f"*/{DOMAIN}.[mp]o")}
    return (DEFAULT, *sorted(found - {DEFAULT}))


@lru_cache(maxsize=64)
def _language(locale: str) -> str:
    """The language of a locale as systems write it: pl_PL.UTF-8, pl-PL, PL are all pl."""
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
    """Compiled if it is there and not older than its source (a checkout being worked on), else the source."""
    folder = _folder(domain)
    if folder is None:
        return gettext.NullTranslations()
    mo = folder / language / f"{domain}.mo"
    po = mo.with_suffix(".po")
    if mo.exists() and not (po.exists() and po.stat().st_mtime > mo.stat().st_mtime):
        with mo.open("rb") as file:
            return gettext.GNUTranslations(file)
    return PoCatalogue(po.read_text(encoding="utf-8")) if po.exists() else gettext.NullTranslations()


class PoCatalogue(gettext.NullTranslations):
    """A catalogue read from .po text, for a checkout where nothing has been compiled."""

    def __init__(self, text: str) -> None:
        super().__init__()
        header = ""
        self._single: dict[str, str] = {}
        self._plural: dict[str, list[str]] = {}
        for key, single, forms in _entries(text):
            if not key:
                header = single
            elif forms:
                self._plural[key] = forms
            else:
                self._single[key] = single
        rule = re.search(r"plural=([^;\n]+)", header)
        self._form = gettext.c2py(rule[1] if rule else "n != 1")

    def gettext(self, message: str) -> str:
        return self._single.get(message) or super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._plural.get(msgid1)
        return forms[self._form(n)] if forms else super().ngettext(msgid1, msgid2, n)


_ENTRY = re.compile(r"^((?:#.*\n)*)(msgid .*(?:\n(?!#|msgid ).*)*)", re.MULTILINE)
_FIELD = re.compile(r'^(msg\S+)((?:\s*"(?:[^"\\]|\\.)*")+)', re.MULTILINE)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def _entries(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Key, sentence and plural forms of each entry; empty and fuzzy ones do not count, as in a .mo."""
    for comments, body in _ENTRY.findall(text):
        parts = {name: _unescape("".join(_QUOTED.findall(quoted))) for name, quoted in _FIELD.findall(body)}
        key, single = parts.get("msgid", ""), parts.get("msgstr", "")
        forms = [parts[name] for name in sorted(parts) if name.startswith("msgstr[")]
        fuzzy = re.search(r"^#,.*\bfuzzy\b", comments, re.MULTILINE)
        if (single or (forms and all(forms))) and not (fuzzy and key):
            yield key, single, forms


def _unescape(quoted: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), quoted)


_CHOICE = re.compile(r"\{(\w+)((?:\|[^{}|]*)+)\}")


def _choose(text: str, fields: dict[str, object], catalogue: gettext.NullTranslations) -> str:
    """Put in the forms that numbers want: "{n} {n|bomber|bombers}" has as many forms as its language has plurals.

    A list counts as many things as it has; so does one that is written out by ``listed``.
    """

    def form(found: re.Match[str]) -> str:
        number = _how_many(fields.get(found[1]))
        forms = found[2][1:].split("|")
        return forms[min(_plural_form(catalogue, number), len(forms) - 1)]

    return _CHOICE.sub(form, text)


def _how_many(value: object) -> int:
    if isinstance(value, Listed):
        return value.length
    if isinstance(value, str):
        found = re.search(r"\d+", value)
        return int(found[0]) if found else 2
    if isinstance(value, list | tuple | set | frozenset):
        return len(value)
    return abs(int(value)) if isinstance(value, int | float) else 2


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
    rule = getattr(catalogue, "plural", None) or getattr(catalogue, "_form", None)
    return int(rule(number)) if rule is not None else int(number != 1)


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


class _Fields(dict[str, object]):
    def __missing__(self, name: str) -> _Missing:
        return _Missing(name)


def _fill(text: str, fields: dict[str, object]) -> str:
    """Fill in the fields; a sentence that cannot take them is shown as it stands rather than not at all."""
    try:
        return text.format_map(_Fields(fields))
    except (ValueError, TypeError, LookupError, AttributeError):
        return text
