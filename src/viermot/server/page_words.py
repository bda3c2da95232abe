"""The page's own words, made from the same catalogues as everything else: the first thing it reads.

They stand in the `page.po` of each language, here and in each game, under keys that begin with `page.` or with
`<game>.page.`. The page asks for one language and gets all of them at once, English where that language has a gap.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from viermot.game_package import GamePackage
from viermot.kernel import registry
from viermot.server.messages.lobby import PageWords
from viermot.text import DEFAULT, DOMAIN, languages, plural_forms, sentences

NUMBERS: Final = range(200)  # every language's rule goes by the last two digits, and by how small a number is


@lru_cache(maxsize=16)
def encoded(locale: str) -> bytes:
    """What is sent."""
    return msgspec.json.encode(page_words(locale))


def page_words(locale: str) -> PageWords:
    """All words of the page in a language."""
    forms = "".join(str(form) for form in plural_forms(locale, NUMBERS))
    return PageWords(locale, languages(), forms, _builds_on(), {**words_of(DEFAULT), **words_of(locale)})


def words_of(language: str) -> dict[str, str]:
    """What a language itself has: `lobby.hello` of no game, `campaign.date` of one."""
    found = dict(_own("page.", DOMAIN, language))
    for name in registry.names():
        found |= {f"{name}.{key}": said for key, said in _own(f"{name}.page.", name, language)}
    return found


def _own(prefix: str, domain: str, language: str) -> list[tuple[str, str]]:
    told = sentences(language, domain)
    return [(key.removeprefix(prefix), forms[0]) for key, forms in told.items() if key.startswith(prefix)]


def _builds_on() -> dict[str, list[str]]:
    """Whose words a game may use besides its own, the nearest first."""
    found = {}
    for module in map(registry.game, registry.names()):
        if isinstance(module, GamePackage) and module.builds_on:
            found[module.name] = list(reversed(module.builds_on))
    return found
