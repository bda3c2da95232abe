"""Every message key of Nightfighter that can be reached has an English sentence with the fields its event carries."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from typing import get_args

import pytest

import viermot
from tests.test_catalogue import ENGLISH, SOURCES, calls, lacking
from viermot.games.nightfighter import GAME, sequence
from viermot.games.nightfighter.components import scenario_book
from viermot.games.nightfighter.faces import event_text, outcomes
from viermot.games.nightfighter.faces.terminal import cards
from viermot.games.nightfighter.knowledge import events as kinds
from viermot.games.nightfighter.knowledge.perspective import FATES
from viermot.games.nightfighter.model.board import MOONS, VISIBILITIES
from viermot.games.nightfighter.model.fitting import PILOTS
from viermot.games.nightfighter.model.layout import Layout
from viermot.kernel.agenda import STEPS, Question, Words
from viermot.sentences import in_full
from viermot.text import fields_of, has, plural

PACK = GAME.load_pack(None)
LAYOUT = Layout(PACK, PACK.scenarios["4B"], {})


def test_every_event_and_every_roll_has_a_sentence_with_fields_it_carries() -> None:
    made = {"title", "shown", "sum", "added", "total", "what", "dice", "contact", "made", "reach", "count"}
    made |= outcomes.thresholds(LAYOUT).keys()
    for kind, fields in kinds.FIELDS.items():
        bare = kind.removeprefix("roll:")
        key = f"nightfighter.event.roll.{event_text.slug(bare)}" if kind != bare else f"nightfighter.event.{kind}"
        assert has(key), key
        event_fields = fields_of(ENGLISH._single[key])
        assert event_fields <= {*fields.split(), *made}, f"{key} names fields its event lacks"


def test_no_sentence_is_left_of_an_event_that_is_gone() -> None:
    known = {f"nightfighter.event.{kind}" for kind in kinds.FIELDS if not kind.startswith("roll:")}
    known |= {
        f"nightfighter.event.roll.{event_text.slug(kind[5:])}" for kind in kinds.FIELDS if kind.startswith("roll:")
    }
    known |= {"nightfighter.event.roll.fake_tally"}
    known |= {f"nightfighter.event.roll.{event_text.slug(what)}.{outcome}" for what, outcome in outcome_words()}
    for key in ENGLISH._single:
        if key.startswith("nightfighter.event."):
            parent, _, _ = key.removesuffix(".sortie").rpartition(".")  # a career's sortie may say it otherwise
            kind = parent.removeprefix("nightfighter.event.")
            by_rule = any(each == kind for each, _ in event_text.BY_RULE)
            varies = parent in known and (by_rule or event_text.VARIES.get(kind))
            assert key.removesuffix(".sortie") in known or varies, f"{key} belongs to no event"


def outcome_words() -> set[tuple[str, str]]:
    """Every outcome that a roll of a kind can have."""
    told = {(what, tell(LAYOUT, total)) for what, tell in outcomes.OUTCOMES.items() for total in range(-3, 16)}
    return {(what, outcome) for what, outcome in told if outcome}


def test_every_outcome_of_a_roll_has_a_sentence() -> None:
    keys = {f"nightfighter.event.roll.{event_text.slug(what)}.{outcome}" for what, outcome in outcome_words()}
    assert len(keys) == 11 and lacking(keys) == set()


def test_every_question_has_a_prompt_and_every_word_a_label() -> None:
    questions = [q for q in STEPS.values() if isinstance(q, Question) and q.name.startswith("nightfighter.")]
    assert len(questions) >= 34
    keys = {f"nightfighter.prompt.{question.word}" for question in questions}
    for question in questions:
        if isinstance(question.notation, Words):
            words = (word.replace(" ", "_") for word in question.notation.words)
            keys |= {f"nightfighter.option.{question.word}.{word}" for word in words}
    assert lacking(keys) == set()


def test_every_refusal_has_a_sentence() -> None:
    reasons: set[str] = set()
    for path, tree in SOURCES.items():
        if "nightfighter" not in path.parts:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(d, ast.Attribute) and d.attr == "refuses" for d in node.decorator_list
            ):
                reasons |= {reason for _, reason in pairs(node)}
    assert len(reasons) >= 15
    assert lacking({f"nightfighter.refused.{reason}" for reason in reasons}) == set()


def pairs(node: ast.AST) -> Iterator[tuple[str, str]]:
    """(rule, reason) as written in the code."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Tuple) and len(inner.elts) == 2:
            rule, reason = (getattr(part, "value", None) for part in inner.elts)
            if isinstance(rule, str) and isinstance(reason, str) and rule in GAME.rulebook:
                yield rule, reason


def test_every_reason_not_to_attack_and_every_ending_has_words() -> None:
    reasons: set[str] = set()
    for path, tree in SOURCES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == "why_no_attack":
                reasons |= {reason for _, reason in pairs(node)}
            if isinstance(node, ast.FunctionDef) and node.name == "why_over":
                reasons |= {text for n in ast.walk(node) if (text := text_of(n))}
        if "nightfighter" in path.parts:
            for name, call in calls(tree):
                last = call.args[-1] if call.args else None
                starts = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
                if (name in ("end_game", "close") or starts == "cannot_attack") and isinstance(last, ast.Constant):
                    reasons.add(str(last.value))
    assert {"facing_differs", "corkscrewed", "last turn", "no fighters left"} <= reasons
    assert lacking({f"nightfighter.field.reason.{event_text.slug(reason)}" for reason in reasons}) == set()


def text_of(node: ast.AST) -> str:
    """The text that is returned there, if it is one written out."""
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return ""


def test_every_modifier_has_a_name() -> None:
    names: set[str] = set()
    for path, tree in SOURCES.items():
        if "nightfighter" not in path.parts:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Tuple) and len(node.elts) == 3:
                name, rule = (getattr(node.elts[place], "value", None) for place in (0, 2))
                is_rule = isinstance(rule, str) and rule in GAME.rulebook
                if isinstance(name, str) and name.isidentifier() and (is_rule or isinstance(node.elts[2], ast.IfExp)):
                    names.add(name)
    assert {"printed", "experte", "minimum_range", "bright"} <= names
    assert lacking({f"nightfighter.modifier.{name}" for name in names}) == set()


def test_every_word_that_is_put_together_is_there() -> None:
    field = "nightfighter.field"
    keys = {f"{field}.phase.{phase}" for phase in (0, *sequence.PHASES)}
    keys |= {f"{field}.fate.{event_text.slug(fate)}" for fate in FATES} | {f"{field}.pilot.{pilot}" for pilot in PILOTS}
    keys |= {f"{field}.result.{event_text.slug(result)}" for result in event_text.RESULTS}
    keys |= {f"{field}.level.{level}" for level in event_text.LEVELS} | {f"{field}.arc.{arc}" for arc in range(3)}
    for name, words in (("moon", MOONS), ("visibility", VISIBILITIES), ("cloud", ("none", "cloudy"))):
        keys |= {f"{field}.{name}.{word}" for word in words} | {f"nightfighter.panel.{name}.{word}" for word in words}
    keys |= {f"{field}.altitude.{word}" for word in ("low", "normal", "high")}
    keys |= {f"nightfighter.panel.altitude.{word}" for word in ("low", "high")}
    keys |= {f"{field}.side.{side}" for side in kinds.SIDE_NAMES.values()} | {f"{field}.guns.{g}" for g in GUN_WORDS}
    keys |= {f"nightfighter.status.{name}" for name in (*cards.STATES, "tallied_by", "fixed_by", "lit")}
    keys |= {f"nightfighter.status.jammed.{word}" for word in cards.JAMMED[1:]}
    keys |= {f"nightfighter.victory.{cards._word(score)}" for score in get_args(scenario_book.Score)}
    keys |= {f"nightfighter.result.{level}" for level in event_text.LEVELS}
    keys |= {f"nightfighter.seat.{seat}" for seat in GAME.seats}
    keys |= {f"nightfighter.briefing.{side}" for side in GAME.seats}
    keys |= {option.text for game in viermot.list_games() if game.name == "nightfighter" for option in game.options}
    assert lacking(keys) == set()
    assert all(plural(f"count.{name}", 2) != f"[count.{name}]" for name in event_text.COUNTED)


GUN_WORDS = ("guns", "oblique", "hold_fire")


@pytest.mark.parametrize("scenario", ["1", "3", "4D", "5", "6", "7", "8F", "9", "10"])
def test_whatever_happens_can_be_said(scenario: str) -> None:
    """Whole games: every event of every seat, every prompt, label and refusal is a sentence without a gap."""
    rng = random.Random(scenario)
    options = {"28.1": True, "28.4": True} if scenario not in ("1",) else {}
    for seed in range(3):
        session = viermot.new_game("nightfighter", scenario=scenario, options=options, seed=f"said {seed}")
        while session.pending:
            decision = session.pending[0]
            shown = [decision.prompt(), decision.label(0), decision.label(len(decision.codes) - 1)]
            refusal = decision.why_not("no such thing")
            shown += [refusal.text()] if refusal else []
            assert not [line for line in shown if "{" in line or line.startswith("[")], shown
            session.decide(rng.randrange(len(decision.codes)))
        for seat in (*session.module.seats, viermot.PUBLIC):
            view = session.perspective(seat)
            for event in view.events():
                for line in in_full(view, event):  # type: ignore[arg-type]
                    assert "{" not in line and not line.startswith("["), f"{event}: {line}"
