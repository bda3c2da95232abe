"""What docs/research.md and docs/engine-protocol.md say works, and its table is what the games declare."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from viermot.kernel import registry
from viermot.research.play import observation_names

DOCS = Path(__file__).parents[2] / "docs"
RESEARCH = (DOCS / "research.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", RESEARCH, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_code_in_the_document_runs(example: str) -> None:
    for package in ("pettingzoo", "gymnasium", "pyspiel"):
        if package in example or (package == "pettingzoo" and "aec" in example):
            pytest.importorskip(package, reason="an extra is not installed")
    exec(compile(example, "research.md", "exec"), {})


def test_the_table_says_how_long_observations_are_and_how_large_the_space_of_answers() -> None:
    rows = re.findall(r"^\| ([A-Z][\w ]+) \| (\d+) \| (\d+) \|", RESEARCH, re.MULTILINE)
    said = sorted((int(told), int(answers)) for _, told, answers in rows)
    known = ("nightfighter", "solitaire", "campaign", "bomber_command", "interceptor")
    modules = [registry.game(name) for name in known]
    assert said == sorted((len(observation_names(each)), each.observing.actions) for each in modules)
    assert len(EXAMPLES) == 3


def test_the_conversation_with_a_player_is_described_as_it_is() -> None:
    """tests/lab/test_programs.py holds the fields of `hello`, `new` and `choose` to this."""
    text = (DOCS / "engine-protocol.md").read_text(encoding="utf-8")
    for field in ("`game`, `seat`", "`seat`, `scenario`, `seed`", "`perspective`, `events`, `prompt`", "`refused`"):
        assert field in text
