"""Everything Interceptor Ace can say has its sentence, in English and in Polish."""

from __future__ import annotations

import ast
import random
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import viermot
from viermot import text
from viermot.interceptor import GAME, events, terms
from viermot.interceptor.victory import ENDINGS
from viermot.interceptor.words import slug
from viermot.kernel.agenda import STEPS, Question, Words
from viermot.sentences import in_full
from viermot.text import PoCatalogue, has

PACKAGE = Path(str(viermot.__file__)).parent / "interceptor"
SOURCES = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.glob("*.py"))]
QUESTIONS = [q for q in STEPS.values() if isinstance(q, Question) and q.name.startswith("interceptor.")]


def catalogue(language: str) -> PoCatalogue:
    return PoCatalogue((text.LOCALE / language / "LC_MESSAGES" / "interceptor.po").read_text(encoding="utf-8"))


ENGLISH, POLISH = catalogue("en"), catalogue("pl")


def lacking(keys: set[str]) -> set[str]:
    return {key for key in keys if not has(key)}


def fields_in(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def event_key(kind: str) -> str:
    bare = kind.removeprefix("roll:")
    return f"interceptor.event.roll.{slug(bare)}" if kind != bare else f"interceptor.event.{kind}"


def test_every_event_and_every_roll_has_a_sentence() -> None:
    assert lacking({event_key(kind) for kind in events.FIELDS}) == set()


def test_polish_says_everything_english_says_with_the_same_fields() -> None:
    assert set(ENGLISH._single) - set(POLISH._single) == set()
    for key, sentence in ENGLISH._single.items():
        assert fields_in(POLISH._single[key]) == fields_in(sentence), key


def test_every_question_has_a_prompt_and_every_word_a_label() -> None:
    assert len(QUESTIONS) > 30
    keys = {f"interceptor.prompt.{question.word}" for question in QUESTIONS}
    for question in QUESTIONS:
        if isinstance(question.spelling, Words):
            words = (word.replace(" ", "_") for word in question.spelling.words)
            keys |= {f"interceptor.option.{question.word}.{word}" for word in words}
    assert lacking(keys) == set()


def reasons() -> Iterator[str]:
    """The reasons of all refusals, as pairs of rule and key in the code."""
    for tree in SOURCES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2:
                rule, reason = (getattr(part, "value", None) for part in node.elts)
                if isinstance(rule, str) and isinstance(reason, str) and rule in GAME.rulebook:
                    yield reason


def test_every_refusal_has_a_sentence() -> None:
    found = {reason for reason in reasons() if re.fullmatch(r"[a-z_]+", reason)}
    assert len(found) > 20
    assert lacking({f"interceptor.refused.{reason}" for reason in found}) == set()


def test_every_word_of_the_career_is_there() -> None:
    words = {
        "award": terms.AWARDS,
        "skill": terms.SKILLS,
        "who": terms.CREW,
        "quality": terms.QUALITIES,
        "level": terms.LEVELS,
        "wound": terms.WOUNDS,
        "reason": ENDINGS[1:],
    }
    keys = {f"interceptor.field.{name}.{slug(word)}" for name, known in words.items() for word in known}
    assert lacking(keys) == set()


@pytest.mark.parametrize("options", [{}, {"10.3": True, "10.4": True, "10.5": True, "10.6": True, "10.7": True}])
@pytest.mark.parametrize("scenario", ["career", "11", "1"])
def test_whatever_happens_can_be_said(scenario: str, options: dict[str, Any]) -> None:
    """Whole careers: every event, prompt, label and refusal is a sentence without a gap, in both languages."""
    chance = random.Random(scenario)
    for seed in range(2):
        s = viermot.new_game("interceptor", scenario=scenario, options=options, seed=f"said {seed}")
        while s.pending:
            decision = s.pending[0]
            for locale in ("en", "pl"):
                shown = [decision.prompt(locale), decision.label(0, locale), decision.label(-1, locale)]
                refusal = decision.why_not("no such thing")
                shown += [refusal.text(locale)] if refusal else []
                assert not [line for line in shown if "{" in line or line.startswith("[")], shown
            s.decide(chance.randrange(len(decision.codes)))
        view = s.perspective(s.game.seats[0])
        for event in view.events():
            for line in in_full(view, event):  # type: ignore[arg-type]
                assert "{" not in line and not line.startswith("["), f"{event}: {line}"
