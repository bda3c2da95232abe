"""One word, one meaning (docs/glossary.md): names that were replaced do not come back."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = sorted(
    path for folder in ("src", "tests", "tools", "benchmarks", "web/dev") for path in (ROOT / folder).rglob("*.py")
)
# Identifiers that are gone, and what to write instead.
GONE: Final = {
    "Telling": "UserError: an error a person may read",
    "BotChance": "BotRng: a chance is a probability",
    "QuickChance": "QuickRng: a chance is a probability",
    "Spelling": "Notation",
    "spelling": "notation",
    "spell": "notation_of for an option, task_to_json for a task",
    "unspell": "task_from_json",
    "takes_back": "undoable",
    "Usual": "GameDefaults",
    "at_table": "with_options: a table is where people sit",
    "seatings": "seat_sets",
    "shelf": "modules",
    "enter_again": "apply_entry",
    "go_live": "resume",
    "took_place": "after_entry",
    "enter_all": "apply_rows",
    "lows": "undone_to",
    "fold_now_and_then": "trim_now_and_then",
    "twin_of": "shallow_copy: a twin is one of two worlds that differ in a secret",
    "Stumbled": "RehearsalFailed",
    "Unfit": "SnapshotMismatch",
    "GameRow": "TableRow",
    "print_": "digest",
    "pass_": "admit",
    "at_leisure": "in_background",
    "come_to": "get_in_turn",
    "look_again": "refresh",
    "compactly": "compact_options",
    "retold": "reworded",
    "aloud": "event_text",
    "sheet_aloud": "sheet_text",
    "read_aloud": "field_text",
    "spoken": "event_fields",
    "may_ask_in_silence": "may_be_asked_in_secret",
    "stirred": "say what changed",
    "torn": "say what is damaged",
}
# Beginnings of names.
PATTERNS: Final = {
    r"MOST_\w+": "MAX_...",
    r"LEAST_\w+": "MIN_...",
}
ANY_OF_THEM: Final = re.compile("|".join(rf"\b{name}\b" for name in (*GONE, *PATTERNS)))
RULE_MARK: Final = "pytest.mark." + "rule("


def names_in(text: str) -> set[str]:
    """The identifiers of a source that has one of those; what stands in strings and comments is prose or a format."""
    return {
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.NAME
    }


def why_not(name: str) -> str | None:
    """What to write instead of a name, if it is one that is gone."""
    if name in GONE:
        return GONE[name]
    return next((instead for pattern, instead in PATTERNS.items() if re.fullmatch(pattern, name)), None)


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 400


@pytest.mark.parametrize("folder", ["src", "tests", "tools", "benchmarks", "web/dev"])
def test_names_that_are_gone_stay_away(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}, write {why_not(name)}"
        for path in SOURCES
        if path.is_relative_to(ROOT / folder)
        for name in sorted(names_in(path.read_text(encoding="utf-8")))
        if why_not(name) is not None
    ]
    assert found == []


def test_rules_are_marked_in_one_way() -> None:
    """With @rule, which holds a test to four of them at most."""
    marked = [
        path for path in SOURCES if path.is_relative_to(ROOT / "tests" / "games") and RULE_MARK in path.read_text()
    ]
    assert marked == []


TEST_OF_A_RULE: Final = re.compile(
    r"^@rule\(\"(?:\w+:)?([^\"]+)\".*\n(?:^@.*\n|^    .*\n|^[)\]].*\n)*^def (test_\w+)", re.MULTILINE
)
NUMBERED: Final = re.compile(r"test_[A-Za-z]{0,2}\d+(_\d+)*[A-Za-z]?_")  # also an example's: I5


def test_tests_of_rules_are_named_after_their_rule() -> None:
    nameless = [
        f"{path.relative_to(ROOT)}: {name} proves {rule_id}"
        for path in sorted((ROOT / "tests" / "games").rglob("test_*.py"))
        for rule_id, name in TEST_OF_A_RULE.findall(path.read_text(encoding="utf-8"))
        if not NUMBERED.match(name)
    ]
    assert nameless == []


@pytest.mark.parametrize("name", ["Telling", "MOST_TABLES"])
def test_a_name_that_is_gone_is_found(name: str) -> None:
    assert why_not(name) is not None and name in names_in(f"{name} = 1  # and nothing else\n")
