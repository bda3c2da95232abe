"""Which code and which tests stand for each rule: compares src/viermot and tests with every game's rules.csv.

`make rules` reports on all of them; `make rules ARGS="nightfighter 17.4.3b"` answers for one: its words, the lines of
code that cite it and the tests that carry it; a number without a letter stands for all rules below it.
Exit 1 if a rule that needs code or a test has none, or if code or a test cites a rule that does not exist.
No game and no test is imported: the report reads their text, so it is quick and works while they are broken.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.support.rules import (  # noqa: E402 (the path comes first)
    SEEN_FILE,
    AmbiguousRule,
    bare,
    book_of,
    books_for,
    game_of,
    seen_before,
)
from viermot.kernel.rulebook import BadRulebook, Rule, Rulebook, UnknownRule, load_all  # noqa: E402
from viermot.text import DEFAULT, PoCatalogue  # noqa: E402

LEAF: Final = re.compile(r"[A-Z]{0,2}\d+(\.\d+)+[a-z]")  # nothing but a rule looks like 17.4.3b
NUMBER: Final = re.compile(r"[A-Z]{0,2}[1-9]\d*(\.\d+)+[a-z]?")
BRACKETS: Final = re.compile(r"\[([^\[\]\n]*(?:\n[^\[\]\n]*)?)\]")  # a docstring may wrap inside them
COMMENT: Final = re.compile(r"#.*")
QUOTED: Final = re.compile(r'"([^"\n]*)"')
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED: Final = (ast.Module, ast.ClassDef, *FUNCTIONS)


@dataclass
class Line:
    """One rule of the report."""

    game: str
    rule: Rule
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    @property
    def lacks(self) -> list[str]:
        if self.rule.kind == "info":
            return []
        return [name for name, cites in (("code", self.code), ("test", self.tests)) if not cites]

    @property
    def status(self) -> str:
        return "info" if self.rule.kind == "info" else "missing" if self.lacks else "covered"


class Report:
    """The rules of all games under a root folder, what stands for them, and what is wrong."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._words: dict[str, PoCatalogue] = {}
        self.books: dict[str, Rulebook] = load_all(root / "src" / "viermot" / "games")
        self.lines = {(game, id_): Line(game, book[id_]) for game, book in self.books.items() for id_ in book}
        self.problems = [] if self.books else ["no src/viermot/games/*/rules.csv: there are no rules to cover"]
        self.was_run = (root / SEEN_FILE).exists()
        self._read_code()
        self._read_tests()
        self._read_seen()
        self.problems += [
            f"{line.game} {line.rule.id} ({self.said(line.rule, 'title')}): no {' and no '.join(line.lacks)}"
            for line in self.lines.values()
            if line.lacks
        ]

    def said(self, rule: Rule, what: str) -> str:
        """The title or the summary of a rule in English."""
        if rule.game not in self._words:
            folder = self.root / "src" / "viermot" / "games" / rule.game / "locale" / DEFAULT
            self._words[rule.game] = PoCatalogue(*(po.read_text(encoding="utf-8") for po in folder.glob("rules.po")))
        key = f"{rule.game}.rule.{rule.id}.{what}"
        return self._words[rule.game].sentences.get(key, [f"[{key}]"])[0]

    def _read_code(self) -> None:
        package = self.root / "src" / "viermot"
        for file in sorted([*package.rglob("*.py"), *package.rglob("*.toml")]):
            path = file.relative_to(package)
            if game_of(path, self.books) is None:
                continue  # the kernel and other shared code know no game, so a number there means nothing
            if "lessons" in path.parts:
                continue  # a coach speaks of rules, even of those of a game inside the game; he obeys none
            where, text = file.relative_to(self.root).as_posix(), file.read_text(encoding="utf-8")
            try:
                strings, prose = (_of_toml if file.suffix == ".toml" else _of_python)(text)
            except SyntaxError as error:
                self.problems.append(f"{where}, line {error.lineno}: not Python ({error.msg})")
                continue
            self._cite_strings(strings, path, where)
            self._cite_prose(prose, path, where)

    def _cite_strings(self, strings: list[str], path: Path, where: str) -> None:
        """Strings that are ids and nothing else, as events and questions carry them."""
        games = books_for(path, self.books)
        own = self.books[games[0]]
        for ids in (string.split() for string in strings):
            if not all(id_ in own or LEAF.fullmatch(id_) for id_ in ids):
                continue
            for id_ in ids:
                if id_ in own:
                    self._add_code((games[0], id_), where)
                elif not any(id_ in self.books[game] for game in games):
                    self.problems.append(f'{where}: "{id_}" is no rule of {" or ".join(games)}')

    def _cite_prose(self, prose: list[str], path: Path, where: str) -> None:
        """Ids in brackets in docstrings and comments; these may also be families."""
        games = books_for(path, self.books)
        for number in (number for text in prose for number in in_brackets(text)):
            if number in self.books[games[0]]:
                self._add_code((games[0], number), where)
            elif NUMBER.fullmatch(number) and not any(self.books[game].family(number) for game in games):
                self.problems.append(f"{where}: [{number}] is no rule of {' or '.join(games)}")

    def _add_code(self, key: tuple[str, str], where: str) -> None:
        if where not in self.lines[key].code:
            self.lines[key].code.append(where)

    def _read_tests(self) -> None:
        for file in sorted((self.root / "tests").rglob("*.py")):
            path = file.relative_to(self.root)
            text = file.read_text(encoding="utf-8")
            if "rule" not in text:
                continue
            try:
                tree = ast.parse(text)
            except SyntaxError as error:
                self.problems.append(f"{path.as_posix()}, line {error.lineno}: not Python ({error.msg})")
                continue
            for test, id_ in carried(tree, path.as_posix()):
                self._add_test(test, id_, path)

    def _add_test(self, test: str, rule_id: str | None, path: Path) -> None:
        if rule_id is None:
            self.problems.append(f"{test}: write the ids in rule(...) as plain strings")
            return
        try:
            tests = self.lines[book_of(rule_id, path, self.books), bare(rule_id)].tests
        except (UnknownRule, AmbiguousRule) as error:
            self.problems.append(f"{test}: {error}")
            return
        if test not in tests:
            tests.append(test)

    def _read_seen(self) -> None:
        """How rules showed in the last runs, in tests that still carry them."""
        shown_by = seen_before(self.root / SEEN_FILE)
        for line in self.lines.values():
            hows: set[str] = set()
            for node, shown in shown_by.items():
                name = node.partition("[")[0]
                if any(name == test or name.startswith(f"{test}::") for test in line.tests):
                    hows.update(shown.get(f"{line.game}:{line.rule.id}", ()))
            line.seen = sorted(hows)

    def unseen(self) -> list[Line]:
        """Rules that have everything but did not show in any run; only a run of the tests can tell."""
        lines = self.lines.values() if self.was_run else ()
        return [line for line in lines if line.status == "covered" and not line.seen]

    def counts(self, game: str | None = None) -> dict[str, int]:
        lines = [line for line in self.lines.values() if game in (None, line.game)]
        statuses = [line.status for line in lines]
        return {"rules": len(lines)} | {name: statuses.count(name) for name in ("covered", "missing", "info")}


def _of_python(text: str) -> tuple[list[str], list[str]]:
    """The strings of a module, and its prose: docstrings and comments."""
    strings: list[str] = []
    docstrings: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node.value)
        elif isinstance(node, DOCUMENTED):
            docstrings.append(ast.get_docstring(node) or "")
    return strings, docstrings + COMMENT.findall(text)


def _of_toml(text: str) -> tuple[list[str], list[str]]:
    """The strings of a data file, and its comments."""
    return QUOTED.findall(text), COMMENT.findall(text)


def in_brackets(text: str) -> Iterator[str]:
    """The rule numbers in brackets; "[17.4.3b, c, 16.0, ruling A3]" has 17.4.3b, 17.4.3c and 16.0."""
    for inside in BRACKETS.findall(text):
        last = ""
        for word in (part.strip() for part in inside.split(",")):
            if last and len(word) == 1 and word.islower():
                yield last.rstrip("abcdefghijklmnopqrstuvwxyz") + word
            elif re.fullmatch(r"[A-Z]*[\d.]*[A-Za-z]?", word) and word:
                last = word
                yield word


def carried(tree: ast.Module, file: str) -> Iterator[tuple[str, str | None]]:
    """(test, id) for each rule(...) on a test, a class or a whole file; None for an id not written out."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.Assign) and any(getattr(name, "id", "") == "pytestmark" for name in targets):
            yield from _ids([node.value], file)
    yield from _carried_in(tree.body, file)


def _carried_in(body: Sequence[ast.stmt], where: str) -> Iterator[tuple[str, str | None]]:
    for node in body:
        if isinstance(node, FUNCTIONS) and node.name.startswith("test"):
            yield from _ids(node.decorator_list, f"{where}::{node.name}")
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _ids(node.decorator_list, f"{where}::{node.name}")
            yield from _carried_in(node.body, f"{where}::{node.name}")


def _ids(marks: Sequence[ast.expr], test: str) -> Iterator[tuple[str, str | None]]:
    """Ids in calls of rule or pytest.mark.rule, also among the parameters of a parametrized test."""
    for call in (node for mark in marks for node in ast.walk(mark) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name == "rule":
            for arg in call.args:
                is_text = isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                yield test, arg.value if is_text else None  # type: ignore[attr-defined]


def summary(counts: dict[str, int]) -> str:
    return "{rules} rules: {covered} covered, {missing} missing, {info} info".format(**counts)


def as_text(report: Report, everything: bool) -> Iterator[str]:
    """Problems and a summary, or the whole table before them."""
    if everything:
        for line in report.lines.values():
            seen = f"  seen: {', '.join(line.seen) or '-'}" if report.was_run else ""
            title = report.said(line.rule, "title")
            yield f"{line.game} {line.rule.id:9} {line.status:8} {line.rule.kind:10} {title}{seen}"
            yield from (f"    {place}" for place in line.code + line.tests)
    yield from report.problems
    if unseen := report.unseen():
        ids = " ".join(f"{line.game}:{line.rule.id}" for line in unseen[:12])
        more = f" and {len(unseen) - 12} more" if len(unseen) > 12 else ""
        yield f"covered but not seen at work in a test run yet: {ids}{more}"
    if len(report.books) > 1:
        yield from (f"{game}: {summary(report.counts(game))}" for game in report.books)
    yield summary(report.counts())


def one_rule(report: Report, game: str, number: str) -> Iterator[str]:
    """A rule, or all rules below a number: in words, in the code, in the tests."""
    for rule in report.books[game].family(number):
        line = report.lines[game, rule.id]
        yield f"{game} {rule.id}  {report.said(rule, 'title')} ({rule.kind}; {line.status})"
        yield f"  {report.said(rule, 'summary')}"
        yield from (f"  code  {place}" for file in line.code for place in _lines_citing(report.root, file, rule.id))
        yield from (f"  test  {test}" for test in line.tests)


def _lines_citing(root: Path, file: str, id_: str) -> Iterator[str]:
    cites = re.compile(rf"(?<![\w.]){re.escape(id_)}(?![\w.])")
    numbered = list(enumerate((root / file).read_text(encoding="utf-8").splitlines(), 1))
    found = [f"{file}:{number}: {line.strip()}" for number, line in numbered if cites.search(line)]
    yield from found or [file]  # "[17.4.3b, c]" cites 17.4.3c without notation it


def as_json(report: Report) -> dict[str, Any]:
    """The same for programs: `seen` is null where no run of the tests has been recorded."""
    return {
        "games": {
            game: {
                "rules": [
                    {
                        "id": line.rule.id,
                        "title": report.said(line.rule, "title"),
                        "kind": line.rule.kind,
                        "status": line.status,
                        "code": line.code,
                        "tests": line.tests,
                        "seen": line.seen if report.was_run else None,
                    }
                    for line in report.lines.values()
                    if line.game == game
                ],
                "summary": report.counts(game),
            }
            for game in report.books
        },
        "problems": report.problems,
        "summary": report.counts(),
    }


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description="Which code and which tests stand for each rule.")
    parser.add_argument("game", nargs="?", help="answer for one rule of this game")
    parser.add_argument("rule", nargs="?", help="its number, such as 17.4.3b; 17.4 stands for all below it")
    parser.add_argument("--all", action="store_true", help="print every rule, not just the problems")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(argv)
    try:
        report = Report(root)
    except BadRulebook as error:
        print(error, file=sys.stderr)
        return 1
    if options.game is not None:
        return _answer_for_one(report, options.game, options.rule or "")
    if options.json:
        print(json.dumps(as_json(report), indent=1, ensure_ascii=False))
    else:
        print("\n".join(as_text(report, options.all)))
    return 1 if report.problems else 0


def _answer_for_one(report: Report, game: str, number: str) -> int:
    if game not in report.books:
        print(f"There is no game {game}; there are {', '.join(report.books)}.", file=sys.stderr)
        return 1
    told = list(one_rule(report, game, number)) if number else []
    print("\n".join(told) or f"There is no rule {number or 'without a number'} in {game}.")
    return 0 if told else 1


if __name__ == "__main__":
    sys.exit(main())
