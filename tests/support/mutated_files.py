"""Files from outside as a vandal would make them: positions, packs and saves of every game, changed with sense.

Each mutant follows from its index alone, so that a long proof can be stopped and resumed. What is done with one is in
`tests/support/files_tried.py`.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.support.kits import kits
from viermot.fuzz import odd_options
from viermot.kernel import registry
from viermot.kernel.agenda import STEPS, advance, apply, open_questions, options_of
from viermot.kernel.dice import QuickDice
from viermot.kernel.toml_text import toml

GAMES: Final = tuple(kit.name for kit in kits())
EXTREMES: Final = (-1, 0, 1, 2, 3, 5, 6, 7, 9, 11, 12, 13, 99, 127, 255, 256, 1000, 65536, 2**31, 10**9, 10**20, -2, -7,
                   -100, -(10**9))  # fmt: skip
ODD_WORDS: Final = ("", "x", "box", "off", "none", "0101", "9999 N", "A", "N", "🂡", "@os.system", "-1", "0", "a" * 300)
NUMBER: Final = re.compile(r"(?<![\w.@-])-?\d+(?![\w.])")
WORD: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
LONGEST_GAME: Final = {kit.name: kit.longest for kit in kits()}  # decisions


# -- whole positions, to begin with -------------------------------------------------------------------------


@cache
def whole_position(game: str, number: int) -> str:
    """A position of a random game, at a random decision; the same for the same number."""
    rng = random.Random(f"{game}:{number}")
    module = registry.game(game)
    pack = module.load_pack(None)
    scenarios = [about.id for about in module.info(pack).scenarios]
    scenario = scenarios[number % len(scenarios)]
    options = _options(game, scenario, rng)
    state: Any = module.start(pack, scenario, options, QuickDice(rng.random()))
    advance(state)
    for _ in range(rng.randrange(LONGEST_GAME[game])):
        asked = open_questions(state)
        if not asked:
            break
        before = state.clone()
        place, task = rng.choice(asked)
        apply(state, rng.choice(options_of(state, task)), place)
        if state.asked is None:
            state = before
            break
    return module.write_position(state)


def _options(game: str, scenario: str, rng: random.Random) -> dict[str, Any]:
    return odd_options(registry.game(game), scenario, rng, {})


# -- one change to a text -----------------------------------------------------------------------------------


def _swap_span(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def a_number(text: str, rng: random.Random) -> str:
    """Some number becomes an extreme, its neighbour, or another number of the file."""
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    value = int(one.group()) if len(one.group()) < 30 else 7
    other = int(rng.choice(found).group()[:25])
    new = rng.choice([rng.choice(EXTREMES), value + rng.choice((-1, 1)), other])
    return _swap_span(text, one.span(), str(new))


def a_word(text: str, rng: random.Random) -> str:
    """Some text in quotes becomes another of the same file, or an odd one."""
    found = list(WORD.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    new = rng.choice(found).group(1) if rng.random() < 0.7 else json.dumps(rng.choice(ODD_WORDS))[1:-1]
    return _swap_span(text, one.span(1), new)


def a_type(text: str, rng: random.Random) -> str:
    """Some value becomes one of another type."""
    found = [*NUMBER.finditer(text), *WORD.finditer(text)]
    if not found:
        return text
    new = rng.choice(["true", "1.5", "[]", "{}", '""', '"x"', "[1, 2, 3]", "0", "-1", "1979-05-27", "nan", "[[]]"])
    return _swap_span(text, rng.choice(found).span(), new)


def a_line(text: str, rng: random.Random) -> str:
    """A line goes, stands twice, or changes its place."""
    lines = text.splitlines()
    if not lines:
        return text
    at = rng.randrange(len(lines))
    what = rng.randrange(4)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(rng.randrange(len(lines)), lines[at])
    elif what == 2:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(rng.randrange(len(lines)), lines.pop(at))
    return "\n".join(lines) + "\n"


def a_value(text: str, rng: random.Random) -> str:
    """A key takes the value of another key."""
    lines = text.splitlines()
    held = [at for at, line in enumerate(lines) if " = " in line]
    if len(held) < 2:
        return text
    here, there = rng.choice(held), rng.choice(held)
    lines[here] = lines[here].partition(" = ")[0] + " = " + lines[there].partition(" = ")[2]
    return "\n".join(lines) + "\n"


def a_section(text: str, rng: random.Random) -> str:
    """A table of the file goes, stands twice, or changes its place."""
    head, *sections = re.split(r"\n(?=\[\[)", text)
    if not sections:
        return a_line(text, rng)
    at = rng.randrange(len(sections))
    what = rng.randrange(4)
    if what == 0:
        del sections[at]
    elif what == 1:
        sections.append(sections[at])
    elif what == 2:
        rng.shuffle(sections)
    else:
        sections[at] = a_line(sections[at], rng)
    return "\n".join([head, *sections])


def an_option(text: str, rng: random.Random) -> str:
    """Other options, or those of another set-up."""
    game = re.search(r'^game = "(\w+)"', text, re.M)
    if game is None or game.group(1) not in GAMES:
        return text
    module = registry.game(game.group(1))
    scenario = rng.choice([about.id for about in module.info(module.load_pack(None)).scenarios])
    options = _options(game.group(1), scenario, rng)
    if rng.random() < 0.3:
        options[rng.choice(["28.1", "pilots", "x", "equipment", "10.1"])] = rng.choice([1, True, [], {}, "x"])
    return re.sub(r"^options = .*$", lambda _: f"options = {toml(options)}", text, count=1, flags=re.M)


def a_scenario(text: str, rng: random.Random) -> str:
    """The same counters in another scenario."""
    game = re.search(r'^game = "(\w+)"', text, re.M)
    if game is None or game.group(1) not in GAMES:
        return text
    module = registry.game(game.group(1))
    other = rng.choice([about.id for about in module.info(module.load_pack(None)).scenarios])
    return re.sub(r"^scenario = .*$", lambda _: f"scenario = {json.dumps(other)}", text, count=1, flags=re.M)


# -- the agenda -----------------------------------------------------------------------------------------------


def an_agenda(text: str, rng: random.Random) -> str:
    """Tasks go, stand twice, change places, names or arguments."""
    found = list(re.finditer(r"^(agenda|asked|answers) = (.*)$", text, re.M))
    if not found:
        return text
    one = rng.choice(found)
    raw = one.group(2)
    try:
        tasks = json.loads(raw[3:-3] if raw.startswith("'''") else json.loads(raw))
    except (ValueError, TypeError):  # changed before this
        return text
    tasks = _other_tasks(tasks, rng)
    written = json.dumps(tasks, ensure_ascii=False)
    new = f"'''{written}'''" if raw.startswith("'''") else json.dumps(written, ensure_ascii=False)
    return _swap_span(text, one.span(2), new)


def _other_tasks(tasks: Any, rng: random.Random) -> Any:
    if not isinstance(tasks, list) or not tasks:
        return rng.choice([[], None, [["together"]], [[1]], ["x"], [["@os.system", "x"]], [0]])
    what = rng.randrange(8)
    at = rng.randrange(len(tasks))
    if what == 0:
        del tasks[at]
    elif what == 1:
        tasks.insert(rng.randrange(len(tasks) + 1), tasks[at])
    elif what == 2:
        rng.shuffle(tasks)
    elif what == 3:
        tasks[at] = _any_task(rng)
    elif what == 4:
        tasks.append(_any_task(rng))
    elif what == 5 and isinstance(tasks[at], list):
        tasks[at] = _other_task(tasks[at], rng)
    elif what == 6:
        tasks.append(["together", tasks[at], _any_task(rng)])
    else:
        tasks[at] = ["answered", tasks[at], rng.choice(EXTREMES)]
    return tasks


def _any_task(rng: random.Random) -> list[Any]:
    name = rng.choice(sorted(STEPS))
    return ["@" + name, *[rng.choice([0, 0, 1, 2, -1, 3, [0], "x"]) for _ in range(rng.randrange(5))]]


def _other_task(task: list[Any], rng: random.Random) -> list[Any]:
    what = rng.randrange(4)
    if what == 0:
        return [*task, rng.choice([0, 1, -1, 10**9, "x", [], None, True, 1.5])]
    if what == 1:
        return task[:-1]
    if what == 2 and task and isinstance(task[0], str) and "." in task[0]:
        package = task[0][1:].partition(".")[0] + "."
        own = [name for name in sorted(STEPS) if name.startswith(package)]
        return ["@" + rng.choice(own or ["x"]), *task[1:]]
    return [part if number == 0 or rng.random() < 0.5 else _other_argument(part, rng)
            for number, part in enumerate(task)]  # fmt: skip


def _other_argument(part: Any, rng: random.Random) -> Any:
    if type(part) is int and rng.random() < 0.8:
        return rng.choice([part + 1, part - 1, rng.choice(EXTREMES)])
    if isinstance(part, list) and part and rng.random() < 0.8:
        return rng.choice([part[:-1], [*part, part[0]], [_other_argument(inner, rng) for inner in part]])
    return rng.choice([0, -1, "x", [], [0], None, True, 1.5, {}])


CHANGES: Final[tuple[tuple[Callable[[str, random.Random], str], int], ...]] = (
    (a_number, 8), (a_word, 3), (a_type, 2), (a_line, 3), (a_value, 2), (a_section, 2), (an_option, 1), (a_scenario, 1),
    (an_agenda, 6),
)  # fmt: skip


def mutated_position(index: int, seed: str = "mutants", wholes: int = 60) -> tuple[str, str]:
    """The game and the text of a mutant."""
    rng = random.Random(f"{seed}:position:{index}")
    game = GAMES[index % len(GAMES)]
    text = whole_position(game, rng.randrange(wholes))
    changes = [change for change, weight in CHANGES for _ in range(weight)]
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        text = rng.choice(changes)(text, rng)
    return game, text


# -- packs ------------------------------------------------------------------------------------------------------


@cache
def pack_files(game: str) -> dict[str, str]:
    """The built-in data of a game, file by file, as an owner would export it."""
    with tempfile.TemporaryDirectory() as folder:
        written = registry.game(game).export_pack(Path(folder))
        return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(written)}


PACK_CHANGES: Final[tuple[tuple[Callable[[str, random.Random], str], int], ...]] = (
    (a_number, 10), (a_word, 5), (a_type, 2), (a_line, 4), (a_value, 2), (a_section, 3),
)  # fmt: skip


def mutated_pack(index: int, seed: str = "mutants") -> tuple[str, str, dict[str, str]]:
    """The game, one of its scenarios, and the files of somebody's own data."""
    rng = random.Random(f"{seed}:pack:{index}")
    game = GAMES[index % len(GAMES)]
    files = pack_files(game)
    changes = [change for change, weight in PACK_CHANGES for _ in range(weight)]
    own: dict[str, str] = {}
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        name = rng.choice(list(files))
        own[name] = rng.choice(changes)(own.get(name, files[name]), rng)
    module = registry.game(game)
    scenarios = [about.id for about in module.info(module.load_pack(None)).scenarios]
    return game, rng.choice(scenarios), own
