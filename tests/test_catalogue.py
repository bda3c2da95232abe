"""Every message key that can be reached has an English sentence, and every sentence has the fields it names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import viermot
from viermot import cli, text
from viermot.commands.flags import SHARED
from viermot.text import PoCatalogue, fields_of, has, message

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


def test_every_command_and_every_flag_is_explained() -> None:
    keys = {f"cli.{name}" for name in cli.COMMANDS} | {f"cli.flag.{name}" for name in SHARED}
    assert lacking(keys | {f"engine.{code}" for code in ("bad_message", "not_json")}) == set()


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


def reasons() -> Iterator[tuple[str, ast.expr, set[str | None]]]:
    """Where component data is refused: the place in the code, what is given as the reason, and its fields."""
    at = {"PackError": 2, "fault": 2, "BadValue": 0}
    for path, tree in SOURCES.items():
        for name, call in calls(tree):
            if name in at and len(call.args) > at[name]:
                yield (
                    f"{path.name}, line {call.lineno}",
                    call.args[at[name]],
                    {keyword.arg for keyword in call.keywords},
                )


def test_component_data_is_refused_in_the_readers_language() -> None:
    """Its reason is a key of the catalogues, or an error that has one; a sentence in the code is English for all."""
    written = [
        (where, reason, given) for where, reason, given in reasons() if not isinstance(reason, ast.Name | ast.Attribute)
    ]
    assert len(written) > 100
    for where, reason, given in written:
        if isinstance(reason, ast.Constant) and isinstance(reason.value, str):
            assert has(reason.value), f"{where}: {reason.value}"
            assert None in given or fields_of(message_as_written(reason.value)) <= given, where
        else:
            assert isinstance(reason, ast.Call | ast.IfExp), where
