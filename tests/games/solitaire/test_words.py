"""Every sentence of the solitaire game exists in English and Polish, and takes the fields it is given."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import viermot
import viermot.games.solitaire
from viermot.games.nightfighter.faces.event_text import slug
from viermot.games.solitaire import GAME
from viermot.games.solitaire.faces.event_text import searched
from viermot.games.solitaire.knowledge import events
from viermot.games.solitaire.rules.radar import RESULTS
from viermot.kernel.agenda import STEPS, Question, Words
from viermot.sentences import in_full
from viermot.text import PoCatalogue, fields_of, has, locales

LANGUAGES = ("en", "pl")
PACKAGE = Path(str(viermot.games.solitaire.__file__)).parent
CATALOGUES = {
    lang: PoCatalogue((PACKAGE / "locale" / lang / "solitaire.po").read_text(encoding="utf-8")) for lang in LANGUAGES
}
SHARED_QUESTIONS = (
    "place_fighter", "path", "manoeuvre", "leave_box", "who_moves", "keep_or_drop", "attack_all_the_same",
    "fly_for_more",
)  # fmt: skip


def lacking(keys: set[str]) -> set[str]:
    return {f"{key} ({lang})" for key in keys for lang in LANGUAGES if not has(key, lang)}


def questions() -> list[Question]:
    named = {f"nightfighter.{word}" for word in SHARED_QUESTIONS}
    return [
        q for name, q in STEPS.items() if isinstance(q, Question) and (name in named or name.startswith("solitaire."))
    ]


def fields(sentence: str) -> set[str]:
    return fields_of(sentence)


def test_both_catalogues_have_the_same_keys_and_fields() -> None:
    english, polish = (CATALOGUES[lang]._single for lang in LANGUAGES)
    assert set(english) == set(polish)
    assert [key for key in english if fields(english[key]) != fields(polish[key])] == []


def test_every_question_has_a_prompt_and_every_word_a_label() -> None:
    asked = questions()
    assert len(asked) >= 20
    keys = {f"solitaire.prompt.{question.word}" for question in asked}
    for question in asked:
        if isinstance(question.notation, Words):
            keys |= {f"solitaire.option.{question.word}.{word.replace(' ', '_')}" for word in question.notation.words}
    assert lacking(keys) == set()


def test_every_event_and_roll_of_its_own_has_a_sentence_with_fields_it_carries() -> None:
    made = {"title", "shown", "sum", "made", "needs", "real", "rolled", "what", "dice", "light", "heavy"}
    for kind, names in events.OWN.items():
        bare = kind.removeprefix("roll:")
        key = f"solitaire.event.roll.{slug(bare)}" if kind != bare else f"solitaire.event.{kind}"
        assert lacking({key}) == set()
        assert fields(CATALOGUES["en"]._single[key]) <= {*names.split(), *made}, key


def test_what_it_shares_with_nightfighter_has_a_sentence_there() -> None:
    for kind in events.SHARED:
        word = f"roll.{slug(kind[5:])}" if kind.startswith("roll:") else kind
        assert has(f"solitaire.event.{word}") or has(f"nightfighter.event.{word}"), kind


def pairs(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            rule, reason = (getattr(part, "value", None) for part in node.elts)
            if isinstance(rule, str) and isinstance(reason, str) and rule in GAME.rulebook:
                yield rule, reason


def test_every_refusal_and_modifier_has_words() -> None:
    reasons: set[str] = set()
    modifiers: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        reasons |= {reason for _, reason in pairs(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Tuple) and len(node.elts) == 3:
                name, rule = (getattr(node.elts[place], "value", None) for place in (0, 2))
                if isinstance(name, str) and isinstance(rule, str) and rule in GAME.rulebook:
                    modifiers.add(name)
    assert len(reasons) >= 13 and {"search_value", "visibility", "gunners_thrown_about"} <= modifiers
    assert lacking({f"solitaire.refused.{reason}" for reason in reasons}) == set()
    own = {name for name in modifiers if not has(f"nightfighter.modifier.{name}")}
    assert lacking({f"solitaire.modifier.{name}" for name in own}) == set()


def test_every_word_that_is_put_together_is_there() -> None:
    keys = {f"solitaire.level.{level}" for level in ("none", "low", "moderate", "high")}
    keys |= {f"solitaire.searched.{result}" for result in RESULTS}
    keys |= {f"solitaire.odds.{name}" for name in ("found", "phantom", "real", "refined", "tracked")}
    keys |= {f"solitaire.result.{level}" for level in ("loss", "win", "decisive")}
    keys |= {"solitaire.about", "solitaire.seat.player", "solitaire.result", "solitaire.legend"}
    assert lacking(keys) == set()


def test_every_rule_has_a_title_and_a_summary_in_both_languages() -> None:
    own = [rule for rule in GAME.rulebook.values() if rule.id.startswith("S")]
    assert len(own) == 78
    for rule in own:
        said = {GAME.rulebook.summary(rule.id, locale) for locale in locales()}
        assert len(said) == len(locales()), rule.id
        assert all(has(f"solitaire.rule.{rule.id}.title", locale) for locale in locales())


@pytest.mark.parametrize("scenario", ["1", "3", "4B", "4F", "5E", "6H", "7D", "8F"])
def test_whatever_happens_can_be_said(scenario: str) -> None:
    """Whole games: every event, prompt, label and refusal is a sentence without a gap, in both languages."""
    rng = random.Random(scenario)
    for seed in range(2):
        session = viermot.new_game("solitaire", scenario, seed=f"said {seed}")
        bot = GAME.bots("player")["standard"]()
        while session.pending:
            decision = session.pending[0]
            refusal = decision.why_not("no such thing")
            for lang in LANGUAGES:
                shown = [decision.prompt(lang), decision.label(0, lang), decision.label(len(decision.codes) - 1, lang)]
                shown += [refusal.text(lang)] if refusal else []
                assert not [line for line in shown if "{" in line or line.startswith("[")], shown
            if rng.random() < 0.15:
                session.decide(rng.randrange(len(decision.codes)))
            else:
                session.decide(decision.notation_of(bot.choose(session.perspective("player"), decision, None)))
        view = session.perspective("player")
        for event in view.events():
            for lang in LANGUAGES:
                for line in in_full(view, event, lang):  # type: ignore[arg-type]
                    assert "{" not in line and not line.startswith("["), f"{event}: {line}"


def test_a_search_says_what_it_comes_to() -> None:
    """Of the two dice of GCI the better counts; what is added stands beside it [S13.0c]."""
    assert searched([6], -2, "en") == "6 − 2 = 4"
    assert searched([6, 4], 0, "en") == "6 4, the better of them: 6"
    assert searched([1, 4], -1, "pl") == "1 4, lepsza z nich: 4 − 1 = 3"


def test_a_counter_without_a_letter_is_called_by_its_number() -> None:
    """No sentence says "201 fires at 6"."""
    assert [events.counter_called(name, locale) for name in ("1b", "6") for locale in ("en", "pl")] == [
        "1b",
        "1b",
        "no. 6",
        "nr 6",
    ]
