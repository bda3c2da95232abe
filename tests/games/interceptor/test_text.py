"""Every event, prompt, option, refusal and modifier has a sentence in English and Polish, with fields it carries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import viermot
from viermot.games.interceptor.faces import event_text
from viermot.games.interceptor.faces.words import slug
from viermot.games.interceptor.knowledge.events import FIELDS
from viermot.kernel.agenda import STEPS, Question, Words
from viermot.text import PoCatalogue, fields_of, has

PACKAGE = Path(str(viermot.__file__)).parent / "games" / "interceptor"
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
CODE = "\n".join(code for name, code in SOURCES.items() if name not in ("odds.py", "chance.py"))
QUESTIONS = [thing for name, thing in STEPS.items() if name.startswith("interceptor.") and isinstance(thing, Question)]
MADE = {"sum", "made", "needed", "what", "dice", "evaded"}
LANDING = {"rough", "crash", "destroyed"}  # read off the charts, for what is rolled on them
CHARTED = {
    **dict.fromkeys(("landed", "rough_landing", "crash_landing", "wrecked", "roll.landing"), LANDING),
    "roll.parachute": {"light", "serious", "killed"},
}


def charted(key: str) -> set[str]:
    """What the chart behind an event adds to its sentence."""
    return CHARTED.get(key.removeprefix("interceptor.event."), set())


def catalogue(locale: str) -> PoCatalogue:
    return PoCatalogue((PACKAGE / "locale" / locale / "interceptor.po").read_text(encoding="utf-8"))


def named(sentence: str) -> set[str]:
    return fields_of(sentence)


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_event_has_a_sentence_with_fields_it_carries(locale: str) -> None:
    sentences = catalogue(locale)._single
    for kind, fields in FIELDS.items():
        bare = kind.removeprefix("roll:")
        key = f"interceptor.event.roll.{slug(bare)}" if kind != bare else f"interceptor.event.{kind}"
        assert key in sentences, key
        assert named(sentences[key]) <= {*fields.split(), *MADE, *charted(key)}, key
        for special, sentence in sentences.items():
            if special.startswith(key + ".") and kind in event_text.VARIES:
                assert named(sentence) <= set(fields.split()), special


def test_every_event_that_is_told_has_its_fields_listed() -> None:
    told = set(re.findall(r'game\.announce\(\s*"(\w+)"', CODE))
    assert told - set(FIELDS) == set()
    rolled = set(re.findall(r'(?:game\.roll|game\.roll_sided|roll_for)\([^"\n]*"([^"]+)",', CODE))
    assert {f"roll:{what}" for what in rolled} - set(FIELDS) == set()


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_question_has_a_prompt_and_its_words_are_named(locale: str) -> None:
    sentences = catalogue(locale)._single
    assert len(QUESTIONS) > 30
    for asked in QUESTIONS:
        assert f"interceptor.prompt.{asked.word}" in sentences, asked.word
        if isinstance(asked.notation, Words):
            for word in asked.notation.words:
                assert f"interceptor.option.{asked.word}.{word.replace(' ', '_')}" in sentences, (asked.word, word)


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_refusal_and_modifier_is_named(locale: str) -> None:
    sentences = catalogue(locale)._single
    refusals = set(re.findall(r'\(\s*"\d[\w.]*",\s*"([a-z_]+)"\)', CODE))
    assert len(refusals) > 20
    assert {key for key in refusals if f"interceptor.refused.{key}" not in sentences} == set()
    modifiers = set(re.findall(r'\(\s*"([a-z_]+)",\s*-?[\w.\[\]]+,\s*"\d', CODE))
    assert {key for key in modifiers if f"interceptor.modifier.{key}" not in sentences} == set()


def test_polish_has_all_that_english_has() -> None:
    english, polish = catalogue("en"), catalogue("pl")
    assert set(english._single) == set(polish._single) and set(english._plural) == set(polish._plural)
    for key, sentence in english._single.items():
        assert named(polish._single[key]) <= named(sentence) | MADE | charted(key), key


def test_options_and_seats_are_named() -> None:
    info = viermot.list_games()
    about = next(game for game in info if game.name == "interceptor")
    for option in about.options:
        assert has(option.text), option.text
    for seat in ("pilot", "pilot1", "pilot2", "pilot3", "pilot4"):
        assert has(f"interceptor.seat.{seat}")
