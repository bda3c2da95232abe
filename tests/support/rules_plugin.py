"""The pytest side of the rulebook: a test that carries a rule must show it at work, and the run remembers it.

While such a test runs, a witness listens to every event, refusal and perspective. What was shown travels with
the test's report, so it reaches the controller of a run on many processes (xdist) without any files; in
the end the controller merges it into .rules-seen.json, where tools/rules_report.py reads it.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.rules import (
    LIMIT,
    SEEN_FILE,
    AmbiguousRule,
    Shown,
    bare,
    book_of,
    game_of,
    proof,
    seen_before,
)
from viermot.kernel import rulebook
from viermot.kernel.files import write_atomically

Told = set[tuple[str, str]]  # (ids with spaces between, how)

PROPERTY: Final = "rules_shown"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"rule(*ids): the rule ids, at most {LIMIT}, that this test proves")
    try:
        config.pluginmanager.register(RuleWatch(config), "rule-watch")
    except rulebook.BadRulebook as error:
        raise pytest.UsageError(str(error)) from None


class RuleWatch:
    """Watches rules at work during one run of the tests."""

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        self.is_worker = hasattr(config, "workerinput")
        self.books = rulebook.load_all(self.root / "src" / "viermot" / "games")
        self.outcomes: dict[str, Shown | None] = {}  # None: ran, but proves nothing

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Listen while the test runs; when it has passed, hold what was heard against what it carries."""
        carried = [rule_id for mark in item.iter_markers("rule") for rule_id in mark.args]
        path = self._relative(item.path)
        if not carried and game_of(path, self.books) is None:
            return (yield)  # games made up for a test have ids of their own
        told: Told = set()

        def listen(rule_ids: str, how: str) -> None:
            told.add((rule_ids, how))

        rulebook.witnesses.append(listen)
        try:
            result = yield
        finally:
            rulebook.witnesses.remove(listen)
        shown, faults = self._judge(carried, path, told)
        if faults:
            pytest.fail("\n".join(faults), pytrace=False)
        item.user_properties.append((PROPERTY, shown))
        return result

    def _relative(self, path: Path) -> Path:
        return path.relative_to(self.root) if path.is_relative_to(self.root) else path

    def _judge(self, carried: list[str], path: Path, told: Told) -> tuple[Shown, list[str]]:
        """What of the carried rules was shown and how, and what is wrong."""
        heard: dict[str, set[str]] = {}
        for rule_ids, how in told:
            for rule_id in rule_ids.split():
                heard.setdefault(rule_id, set()).add(how)
        faults = [
            f"unknown rule id {rule_id} in {' and '.join(sorted(hows))}: no rules.csv has it"
            for rule_id, hows in sorted(heard.items())
            if self.books and not any(rule_id in book for book in self.books.values())
        ]
        shown: Shown = {}
        for carried_id in carried:
            try:
                game = book_of(carried_id, path, self.books)
            except (rulebook.UnknownRule, AmbiguousRule) as error:
                faults.append(f"@rule: {error}")
                continue
            rule = self.books[game][bare(carried_id)]
            hows = heard.get(rule.id, set())
            wanted = proof(rule)
            if wanted and hows.isdisjoint(wanted):
                faults.append(f"rule {rule.id} is carried but no {' or '.join(wanted)} with it occurred")
            shown[f"{game}:{rule.id}"] = sorted(hows)
        return shown, faults

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """In the controller: what each test has shown, once it is known whether it passed."""
        if not report.passed:
            self.outcomes[report.nodeid] = None
        elif report.when == "call":
            self.outcomes[report.nodeid] = dict(report.user_properties).get(PROPERTY)  # type: ignore[assignment]

    def pytest_sessionfinish(self) -> None:
        if self.outcomes and not self.is_worker:
            merge(self.root / SEEN_FILE, self.outcomes, self.root)


def merge(file: Path, outcomes: dict[str, Shown | None], root: Path) -> None:
    """Put what this run has shown into the file; tests that did not run keep their line while they exist."""
    old = seen_before(file)
    tests = {test: shown for test, shown in old.items() if test not in outcomes and _exists(test, root)}
    tests |= {test: shown for test, shown in outcomes.items() if shown}
    if tests != old:
        text = json.dumps({"tests": dict(sorted(tests.items()))}, indent=1, sort_keys=True)
        write_atomically(file, f"{text}\n".encode())


def _exists(test: str, root: Path) -> bool:
    return (root / test.partition("::")[0]).exists()
