"""Sentences with a number in them choose their words by it, in both languages: no "1 crews", no "1 żetonów"."""

from __future__ import annotations

import re

import pytest

from tests.support import polish
from viermot import text
from viermot.text import listed, message


def _words(text_: str) -> frozenset[str]:
    return frozenset(text_.split())


# Fields that hold a bare number of things. What is named here and stands before a word needs "{name|one|many}".
COUNTS = _words(
    """all bombers cities claimed columns count crews crews_lost damage days decisions disruption disruptions
    dives done events faults fighters fires flights found fuel gained2 games german he held hits inc kills least
    left length lines load losses lost lost_mosquitos main moments mosquitos most n nightfighters oldHe oldInc other
    planes points rolls rows score2 seats_free seconds shots size sorties tries turns units weeks wounds"""
)
# Fields that hold a name, a place, a value: words after them do not go by number. A new field is one or the other.
THINGS = _words(
    """added address aircraft arc area attack attacker award band base bomb bomber bot box british by card cell chance
    chances chit chit_side choice city column complainant concentration contact counter counters crash crew
    database decisive degrees destroyed dice direction enemy equipment even expected failed far fighter file fire
    first flag flight friend game hex hexes high hit host id ident kill killed kind last letter light line look
    low made man margin marker matched mean method metric minutes modifier month moon more mosquito mosquito_berlin mp
    name needed net next now null number odd old of_month one one_card operator option own p part path people phase
    pilot place plane port proven radar raid_kind range rank rate reach rough row rule scenario seat second
    sector seq series serious side since speed step strength sum target text total turn type unit up_to value
    victory visibility vp was weapon weather week who whom win wind within word wound zone zones
    again burnt closes cloudy corkscrew h2s jams_dunaja jams_himmelbett lit moon_risen needs new_type noticed
    splinters two warned"""
)
# Words that are the same whatever the number.
SAME = {
    "en": _words(
        """VP MP HE Incendiary s of to in on or and at for more each from so lost taken given new destroyed confirmed
        shot still alerted aircraft left half German other facing ammunition inc min"""
    ),
    "pl": _words("min PZ PR pkt s z ze na do i lub w od po Mosquito burz zap str zaalarmowany kierunek"),
}
BEFORE_A_WORD = re.compile(r"\{(\w+)\}[ \u00a0]([^\W\d]\w*)")
VERB = re.compile(r"\b(?:are|were|have) \{(\w+)\}")


def said(language: str) -> list[polish.Sentence]:
    return [each for each in polish.catalogues(language) if ".rule." not in each[0]]


def without_forms(language: str, sentences: list[polish.Sentence]) -> list[str]:
    """Sentences in which a number stands before a word that would have to go by it, and does not."""
    wrong = []
    for where, sentence in sentences:
        for found in BEFORE_A_WORD.finditer(sentence):
            name, word = found[1], found[2]
            chosen = re.match(rf"(?:[ -]\w+)*[ ,]*\{{{name}\|", sentence[found.end() :])
            if chosen and language == "en" and word.endswith("s"):
                chosen = None  # "{n} crews {n|is|are}"
            if name in COUNTS and word not in SAME[language] and not chosen and not _is_a_plural(where):
                wrong.append(f"{where}: {sentence}")
    return wrong


def _is_a_plural(where: str) -> bool:
    """Does the key have forms of its own in the catalogue?"""
    catalogue, _, key = where.partition(" ")
    return catalogue.endswith(".po") and key in PLURALS


PLURALS = {
    key
    for path in text.LOCALE.parent.rglob("en/*.po")
    for key, _, forms in text.entries(path.read_text(encoding="utf-8"))
    if forms
}


@pytest.mark.parametrize("language", ["en", "pl"])
def test_words_after_a_number_go_by_it(language: str) -> None:
    wrong = without_forms(language, said(language))
    assert wrong == [], 'write "{n} {n|bomber|bombers}", in Polish with three forms:\n' + "\n".join(wrong)


def test_verbs_before_a_number_go_by_it() -> None:
    wrong = [
        f"{where}: {sentence}" for where, sentence in said("en")
        for name in VERB.findall(sentence) if name in COUNTS - {"fighters", "units"} and f"{{{name}|" not in sentence
    ]  # fmt: skip
    assert wrong == [], '\nwrite "there {n|is|are} {n}":\n' + "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_field_before_a_word_is_known_to_be_a_number_or_not(language: str) -> None:
    strangers = {
        name: where for where, sentence in said(language) for name, _ in BEFORE_A_WORD.findall(sentence)
        if name not in COUNTS | THINGS
    }  # fmt: skip
    assert strangers == {}, "say in COUNTS or THINGS whether these fields count things"
    assert not COUNTS & THINGS


FORMS = {"en": 2, "pl": 3}


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_choice_has_as_many_forms_as_the_language(language: str) -> None:
    wrong = []
    for where, sentence in said(language):
        for forms in re.findall(r"\{\w+((?:\|[^{}|]*)+)\}", sentence):
            if len(forms[1:].split("|")) != FORMS[language]:
                wrong.append(f"{where}: {sentence}")
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "sentence", "is_wrong"),
    [("en", "{count} crews lost", True), ("en", "{count} {count|crew|crews} lost", False), ("en", "{n} hexes", True),
     ("en", "{fighter} dives", False), ("pl", "{he} żetonów burzących", True), ("pl", "jeszcze {count} wierszy", True),
     ("pl", "{count} {count|wiersz|wiersze|wierszy}", False), ("en", "{turns} of them", False),
     ("en", "{count} bomb {count|counter|counters}", False), ("en", "{count} crews {count|is|are} lost", True),
     ("en", "{count} crews lost, there {count|is|are} more", True)],
)  # fmt: skip
def test_a_sentence_without_forms_is_found(language: str, sentence: str, is_wrong: bool) -> None:
    assert bool(without_forms(language, [("page.ts a.key", sentence)])) == is_wrong


@pytest.mark.parametrize(
    ("count", "english", "polish_"),
    [(1, "1 counter flies on.", "1 żeton leci dalej."),
     (2, "2 counters fly on, those nearest the exit first.", "2 żetony lecą dalej, najpierw te najbliżej wyjścia."),
     (5, "5 counters fly on, those nearest the exit first.", "5 żetonów leci dalej, najpierw te najbliżej wyjścia."),
     (22, "22 counters fly on, those nearest the exit first.", "22 żetony lecą dalej, najpierw te najbliżej wyjścia.")],
)  # fmt: skip
def test_forms_are_chosen_by_the_number(count: int, english: str, polish_: str) -> None:
    assert message("solitaire.event.bombers_fly", count=count) == english
    assert message("solitaire.event.bombers_fly", "pl", count=count) == polish_


@pytest.mark.parametrize(
    ("counters", "english", "polish_"),
    [(["1b"], "1b was a phantom", "1b okazał się fantomem"),
     (["1b", "1c"], "1b, 1c were phantoms", "1b, 1c okazały się fantomami"),
     (["3"], "3 was a phantom", "3 okazał się fantomem")],
)  # fmt: skip
def test_a_list_counts_what_it_names(counters: list[str], english: str, polish_: str) -> None:
    told = {"contact": "1a", "counters": listed(counters)}
    assert english in message("solitaire.event.real", **told)
    assert polish_ in message("solitaire.event.real", "pl", **told)


def test_a_number_that_was_not_given_takes_the_plural() -> None:
    assert message("solitaire.event.real", contact="1a") == "1a is the bomber; {counters} were phantoms."


def test_a_career_counts_its_losses() -> None:
    told = {"level": "Defeat", "kills": 0, "points": 1, "losses": 1, "crews_lost": 1, "sorties": 1, "weeks": 1}
    assert message("campaign.result", **told).endswith("1 point, 1 aircraft and 1 crew lost, 1 sortie in 1 week.")
