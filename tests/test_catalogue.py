"""Every message key that can be reached has an English sentence, and every sentence has the fields it names."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import viermot
from viermot import cli, text
from viermot.commands.flags import SHARED
from viermot.games.nightfighter import GAME, sequence
from viermot.games.nightfighter.components import scenario_book
from viermot.games.nightfighter.faces import event_text
from viermot.games.nightfighter.faces.terminal import cards
from viermot.games.nightfighter.knowledge import events as kinds
from viermot.games.nightfighter.knowledge.perspective import FATES
from viermot.games.nightfighter.model.board import MOONS, VISIBILITIES
from viermot.games.nightfighter.model.fit import PILOTS
from viermot.kernel.agenda import STEPS, Question, Words
from viermot.sentences import in_full
from viermot.text import PoCatalogue, fields_of, has, message, plural

PACKAGE = Path(str(viermot.__file__)).parent
SOURCES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
ENGLISH = PoCatalogue("\n".join(po.read_text(encoding="utf-8") for po in text.LOCALE.parent.rglob("en/*.po")))
KEY = re.compile(r"[a-z][a-z_]*(\.[a-z0-9_]+)+")
GROUPS = {key.partition(".")[0] for key in (*ENGLISH._single, *ENGLISH._plural)}


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield name, node


def lacking(keys: set[str]) -> set[str]:
    return {key for key in keys if not has(key)}


def test_a_sentence_is_given_the_fields_it_names() -> None:
    """Where key and fields are written out in the code; a field that is called otherwise would show as {it}."""
    looked_at = 0
    for path, tree in SOURCES.items():
        for name, call in calls(tree):
            key = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
            given = {keyword.arg for keyword in call.keywords}
            if name not in ("message", "say", "_say") or not isinstance(key, str) or None in given or not has(key):
                continue
            looked_at += 1
            assert fields_of(message_as_written(key)) <= given, f"{path.name}, line {call.lineno}: {key}"
    assert looked_at > 100


def message_as_written(key: str) -> str:
    """The English sentence of a key with its fields still open."""
    return ENGLISH.gettext(key)


def test_every_key_written_out_in_the_code_is_there() -> None:
    speakers = ("message", "plural", "text", "say", "_say", "has")
    errors = ("Error", "Option", "Undo", "Unreadable", "Game", "Position", "Refused", "Refusal")
    named: set[str] = set()
    for tree in SOURCES.values():
        for name, call in calls(tree):
            told = name in speakers or name.endswith(errors)
            for argument in call.args[:1] if told else ():
                parts = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
                named |= {p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)}
    keys = {key for key in named if KEY.fullmatch(key) and key.partition(".")[0] in GROUPS}
    assert len(keys) > 150
    assert lacking(keys - {"no.such.key"}) == set()


def test_every_string_that_looks_like_a_key_is_one() -> None:
    named = {
        node.value
        for path, tree in SOURCES.items() if path.name != "text.py" and "server" not in path.parts
        for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }  # fmt: skip
    keys = {key for key in named if KEY.fullmatch(key) and key.partition(".")[0] in GROUPS}
    modules = {f"viermot.{name}" for name in ("games", "terminal")}
    assert lacking({key for key in keys if not key.endswith((".json", ".toml", ".csv"))} - modules) == set()


def test_every_event_and_every_roll_has_a_sentence_with_fields_it_carries() -> None:
    made = {"title", "shown", "sum", "added", "total", "what", "dice", "contact"}
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
    for key in ENGLISH._single:
        if key.startswith("nightfighter.event."):
            parent, _, _ = key.removesuffix(".sortie").rpartition(".")  # a career's sortie may say it otherwise
            varies = parent in known and event_text.VARIES.get(parent.removeprefix("nightfighter.event."))
            assert key.removesuffix(".sortie") in known or varies, f"{key} belongs to no event"


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
                reasons |= {str(n.value.value) for n in ast.walk(node) if is_text(n)} - {""}
        if "nightfighter" in path.parts:
            for name, call in calls(tree):
                last = call.args[-1] if call.args else None
                starts = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
                if (name in ("end_game", "close") or starts == "cannot_attack") and isinstance(last, ast.Constant):
                    reasons.add(str(last.value))
    assert {"facing_differs", "corkscrewed", "last turn", "no fighters left"} <= reasons
    assert lacking({f"nightfighter.field.reason.{event_text.slug(reason)}" for reason in reasons}) == set()


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


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
    keys |= {f"nightfighter.seat.{seat}" for seat in GAME.seats} | {f"cli.{name}" for name in cli.COMMANDS}
    keys |= {f"cli.flag.{name}" for name in SHARED} | {f"engine.{code}" for code in ("bad_message", "not_json")}
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
        for seat in (*session.game.seats, viermot.PUBLIC):
            view = session.perspective(seat)
            for event in view.events():
                for line in in_full(view, event):  # type: ignore[arg-type]
                    assert "{" not in line and not line.startswith("["), f"{event}: {line}"


def test_a_key_nobody_has_would_be_seen() -> None:
    assert message("no.such.key") == "[no.such.key]" and lacking({"no.such.key"}) == {"no.such.key"}


@pytest.mark.parametrize("path", sorted(text.LOCALE.parent.rglob("en/*.po")), ids=lambda path: path.stem)
def test_polish_has_every_sentence_with_the_same_fields(path: Path) -> None:
    english, polish = (
        PoCatalogue((path.parents[1] / language / path.name).read_text(encoding="utf-8")) for language in ("en", "pl")
    )
    assert polish._single.keys() == english._single.keys()
    assert polish._plural.keys() == english._plural.keys()

    def fields(sentence: str) -> set[str]:
        return fields_of(sentence)

    for key, sentence in english._single.items():
        assert fields(polish._single[key]) == fields(sentence), key
    for key, forms in polish._plural.items():
        assert len(forms) == 3, f"{key}: Polish has three forms"
