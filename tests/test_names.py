"""One word, one meaning (docs/glossary.md): names that were replaced do not come back."""

from __future__ import annotations

import ast
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
    "asked_of": "open_questions",
    "pack_was": "pack_matches",
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
    "StepKind": "StepDomain",
    "check_kinds": "check_domains",
    "read_game": "read_table_row: a game is what is played, a table is where",
    "delete_game": "delete_table: a game is what is played, a table is where",
    "may_ask_in_silence": "may_be_asked_in_secret",
    "a_kind": "a_group",
    "a_plan": "a_entry or a_bearing",
    "a_done": "a_delay, a_dropped, a_rolled or a_left",
    "a_face": "a_facing",
    "f_face": "f_facing",
    "a_cork": "a_corkscrewed",
    "f_cork": "f_corkscrewed",
    "stirred": "say what changed",
    "torn": "say what is damaged",
    "began_at": "fought_from",
    "ordered_in": "order_round",
    "happening": "random_event",
    "happenings": "random_events",
    "Town": "BombedCity",
    "town": "bombed_city",
    "town_of": "bombed_city_of",
    "CardKind": "CardTitle",
    "tell_own": "show_own",
    "tell_counters": "show_counters",
    "score2": "half_points",
    "bombing_vp2": "bombing_half_vp",
}
# Beginnings of names.
PATTERNS: Final = {
    r"MOST_\w+": "MAX_...",
    r"LEAST_\w+": "MIN_...",
    r"u_(place|raid|box|marks|fuel|zone|lost|letter)": "unit_...",
    r"r_(letter|kind|target|path|aim|step|fate|losses|disrupt|damage|known)": "raid_..., or a field of PlottedRaid",
}
ANY_OF_THEM: Final = re.compile("|".join(rf"\b{name}\b" for name in (*GONE, *PATTERNS)))
BOUND: Final = re.compile(r"\b(least|most)\b")
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


# Names that are only wrong for some things: bounds (not the fields of data and messages), table ids, helpers of tests.
BOUND_TO: Final = {"least": "minimum, or lowest", "most": "maximum, or highest"}


def bound_in(tree: ast.AST) -> set[str]:
    """The names of arguments and of variables that are assigned to; not those of fields and of keywords in a call."""
    fields = {id(part.target) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body
              if isinstance(part, ast.AnnAssign)}  # fmt: skip
    found = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return found | {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields
    }


def test_bounds_are_minimum_and_maximum() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}, write {BOUND_TO[name]}"
        for path in SOURCES
        if BOUND.search(text := path.read_text(encoding="utf-8"))
        for name in sorted(bound_in(ast.parse(text)) & BOUND_TO.keys())
    ]
    assert found == []


@pytest.mark.parametrize("code", ["def f(most: int): ...", "least = 1", "for most in x: ...", "a, (least, b) = c"])
def test_a_bound_under_another_name_is_found(code: str) -> None:
    assert bound_in(ast.parse(code)) & BOUND_TO.keys()


def test_a_field_of_data_may_be_called_least() -> None:
    assert not bound_in(ast.parse("class Row:\n    least: int\nsay('x', most=3)")) & BOUND_TO.keys()


def arguments_called(name: str, annotation: str, tree: ast.AST) -> int:
    """How many arguments of that name and type a source has."""
    return sum(
        1
        for node in ast.walk(tree)
        if isinstance(node, ast.arg) and node.arg == name and ast.unparse(node.annotation or node) == annotation
    )


def test_a_game_module_is_called_module() -> None:
    """And `game` is what is being played."""
    wrong = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if path.is_relative_to(ROOT / "src") and "game: GameModule" in (text := path.read_text(encoding="utf-8"))
        if arguments_called("game", "GameModule", ast.parse(text))
    ]
    assert wrong == []


def test_a_helper_that_returns_a_session_is_no_table() -> None:
    helper = re.compile(r"^def table\([^)]*\) -> Session:", re.MULTILINE)
    assert [path for path in SOURCES if helper.search(path.read_text(encoding="utf-8"))] == []


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


# What the functions of a question are called; one that several questions share is a private helper.
PART_OF_A_QUESTION: Final = re.compile(r"^@(?:\w+\.)*(\w+)\.(refuses|tells)\ndef ([a-z]\w*)", re.MULTILINE)
CALLED: Final = {"refuses": "why_not_{}", "tells": "{}_facts"}


def test_refusals_and_facts_are_called_after_their_question() -> None:
    found = [
        (path, *part)
        for path in SOURCES
        if path.is_relative_to(ROOT / "src" / "viermot" / "games")
        for part in PART_OF_A_QUESTION.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 100
    assert [
        f"{path.relative_to(ROOT)}: {name}, write {CALLED[part].format(asked)}"
        for path, asked, part, name in found
        if name != CALLED[part].format(asked)
    ] == []


@pytest.mark.parametrize("name", ["Telling", "MOST_TABLES"])
def test_a_name_that_is_gone_is_found(name: str) -> None:
    assert why_not(name) is not None and name in names_in(f"{name} = 1  # and nothing else\n")
