"""The reader: every rule in a chapter, every number it names in the book, every word explained in every language."""

from __future__ import annotations

import re

import pytest

import viermot
from viermot import reader
from viermot.kernel import registry
from viermot.text import DEFAULT, locales, sentences

GAMES = [module.name for module in registry.modules()]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_stands_in_a_chapter_with_a_title(name: str) -> None:
    module = registry.game(name)
    for locale in locales():
        chapters = reader.chapters(module.rulebook, locale)
        assert [rule for chapter in chapters for rule in chapter.rules] and all(chapter.title for chapter in chapters)
        assert sorted(rule for chapter in chapters for rule in chapter.rules) == sorted(module.rulebook)


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("name", GAMES)
def test_every_number_in_the_reader_is_a_rule(name: str, locale: str) -> None:
    module = registry.game(name)
    book = reader.book_of(module, locale)
    texts = [part for guide in book.guides for part in guide.paragraphs]
    texts += [line for table in book.victory.values() for line in table.counts]
    citing = [each.rules for each in book.turn] + [each.rules for each in book.terms]
    cited = [rule for rules in citing for rule in rules]
    assert all(citing), "each says where it comes from"
    cited += [rule for text in texts for rule in reader._apart(text)[1]]
    assert len(cited) > 50
    assert [rule for rule in cited if not reader.is_known(module.rulebook, rule)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_language_names_the_same_rules(name: str) -> None:
    said = {locale: sentences(locale, name) for locale in locales()}
    for key, (english, *_) in said[DEFAULT].items():
        if re.match(rf"{name}\.(turn|term|guide|victory)\.", key):
            for locale in locales():
                assert reader._apart(said[locale][key][0])[1] == reader._apart(english)[1], f"{locale}: {key}"


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("name", GAMES)
def test_terms_are_one_sentence_or_two_and_found_by_their_name(name: str, locale: str) -> None:
    module = registry.game(name)
    for term in reader.glossary(module, locale):
        assert term.name and len(term.means) < 190 and "|" not in term.name, term
        assert term in reader.find_term(module, term.name, locale), term.name


def test_words_are_searched_for_everywhere_the_titles_first() -> None:
    book = registry.game("nightfighter").rulebook
    found = reader.search(book, "Corkscrew", "en")
    assert len(found) > 10
    begins = [book.title(rule, "en").lower().startswith("corkscrew") for rule in found]
    assert begins[0] and not begins[found.index("10.2d")] and begins == sorted(begins, reverse=True)
    titled = ["corkscrew" in book.title(rule).lower() for rule in found]
    assert titled == sorted(titled, reverse=True)
    assert reader.search(book, "17.4.3b", "en")[0] == "17.4.3b"
    assert reader.search(book, "no such words", "en") == [] == reader.search(book, "  ", "en")


@pytest.mark.parametrize("name", GAMES)
def test_how_a_seat_stands_is_one_of_the_levels_and_says_nothing_unsaid(name: str) -> None:
    """At the start of a game of each kind, for every seat and for who only looks on."""
    session = viermot.new_game(name, seed="standing")
    for seat in (*session.seats, viermot.PUBLIC):
        for locale in locales():
            found = reader.reader_of(session.module).standing(session.perspective(seat), locale)
            assert found is not None
            table, standing = found
            told = [standing.brief, *standing.lines, *table.counts, *(level.needs for level in table.levels)]
            assert -1 <= standing.level < len(table.levels) and len(table.levels) >= 2
            assert not [line for line in told if "{" in line or line.startswith("[") or not line], told


def test_11_2_a_night_is_compared_with_its_table() -> None:
    """No points yet: 0 is a German major victory in Berlin, and in Downfall."""
    for scenario, best in (("berlin", "28 or more"), ("downfall", "41 or more")):
        session = viermot.new_game("bomber_command", scenario=scenario, seed="vp")
        found = reader.reader_of(session.module).standing(session.perspective("german"), "en")
        assert found is not None
        table, standing = found
        assert table.levels[0].needs == best and standing.level == len(table.levels) - 1
        assert table.levels[standing.level].name == "German major victory"
        assert standing.brief.startswith("As far as you know it stands at 0")


def test_a_night_of_fog_does_not_tell_the_german_what_he_shot_down() -> None:
    session = viermot.new_game("bomber_command", scenario="berlin", options={"12.5": True}, seed="fog")
    found = reader.reader_of(session.module).standing(session.perspective("german"), "en")
    assert found is not None and found[1].level == -1 and "German losses" not in found[1].brief.split(";")[0]
