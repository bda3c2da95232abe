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

from viermot.fuzz import odd_options
from viermot.kernel import registry
from viermot.kernel.agenda import STEPS, advance, apply, asked_of, options_of
from viermot.kernel.dice import QuickDice
from viermot.kernel.toml_text import toml

GAMES: Final = ("nightfighter", "solitaire", "campaign", "bomber_command", "interceptor")
EXTREMES: Final = (-1, 0, 1, 2, 3, 5, 6, 7, 9, 11, 12, 13, 99, 127, 255, 256, 1000, 65536, 2**31, 10**9, 10**20, -2, -7,
                   -100, -(10**9))  # fmt: skip
ODD_WORDS: Final = ("", "x", "box", "off", "none", "0101", "9999 N", "A", "N", "🂡", "@os.system", "-1", "0", "a" * 300)
NUMBER: Final = re.compile(r"(?<![\w.@-])-?\d+(?![\w.])")
WORD: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
LONGEST_GAME: Final = {
    "nightfighter": 250, "solitaire": 250, "campaign": 400, "bomber_command": 500, "interceptor": 400,
}  # fmt: skip


# -- whole positions, to begin with -------------------------------------------------------------------------


@cache
def whole_position(game: str, number: int) -> str:
    """A position of a random game, at a random decision; the same for the same number."""
    chance = random.Random(f"{game}:{number}")
    module = registry.game(game)
    pack = module.load_pack(None)
    scenarios = [about.id for about in module.info(pack).scenarios]
    scenario = scenarios[number % len(scenarios)]
    options = _options(game, scenario, chance)
    state: Any = module.start(pack, scenario, options, QuickDice(chance.random()))
    advance(state)
    for _ in range(chance.randrange(LONGEST_GAME[game])):
        asked = asked_of(state)
        if not asked:
            break
        before = state.clone()
        place, task = chance.choice(asked)
        apply(state, chance.choice(options_of(state, task)), place)
        if state.asked is None:
            state = before
            break
    return module.write_position(state)


def _options(game: str, scenario: str, chance: random.Random) -> dict[str, Any]:
    return odd_options(registry.game(game), scenario, chance, {})


# -- one change to a text -----------------------------------------------------------------------------------


def _swap_span(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def a_number(text: str, chance: random.Random) -> str:
    """Some number becomes an extreme, its neighbour, or another number of the file."""
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    one = chance.choice(found)
    value = int(one.group()) if len(one.group()) < 30 else 7
    other = int(chance.choice(found).group()[:25])
    new = chance.choice([chance.choice(EXTREMES), value + chance.choice((-1, 1)), other])
    return _swap_span(text, one.span(), str(new))


def a_word(text: str, chance: random.Random) -> str:
    """Some text in quotes becomes another of the same file, or an odd one."""
    found = list(WORD.finditer(text))
    if not found:
        return text
    one = chance.choice(found)
    new = chance.choice(found).group(1) if chance.random() < 0.7 else json.dumps(chance.choice(ODD_WORDS))[1:-1]
    return _swap_span(text, one.span(1), new)


def a_kind(text: str, chance: random.Random) -> str:
    """Some value becomes one of another kind."""
    found = [*NUMBER.finditer(text), *WORD.finditer(text)]
    if not found:
        return text
    new = chance.choice(["true", "1.5", "[]", "{}", '""', '"x"', "[1, 2, 3]", "0", "-1", "1979-05-27", "nan", "[[]]"])
    return _swap_span(text, chance.choice(found).span(), new)


def a_line(text: str, chance: random.Random) -> str:
    """A line goes, stands twice, or changes its place."""
    lines = text.splitlines()
    if not lines:
        return text
    at = chance.randrange(len(lines))
    what = chance.randrange(4)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(chance.randrange(len(lines)), lines[at])
    elif what == 2:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(chance.randrange(len(lines)), lines.pop(at))
    return "\n".join(lines) + "\n"


def a_value(text: str, chance: random.Random) -> str:
    """A key takes the value of another key."""
    lines = text.splitlines()
    held = [at for at, line in enumerate(lines) if " = " in line]
    if len(held) < 2:
        return text
    here, there = chance.choice(held), chance.choice(held)
    lines[here] = lines[here].partition(" = ")[0] + " = " + lines[there].partition(" = ")[2]
    return "\n".join(lines) + "\n"


def a_section(text: str, chance: random.Random) -> str:
    """A table of the file goes, stands twice, or changes its place."""
    head, *sections = re.split(r"\n(?=\[\[)", text)
    if not sections:
        return a_line(text, chance)
    at = chance.randrange(len(sections))
    what = chance.randrange(4)
    if what == 0:
        del sections[at]
    elif what == 1:
        sections.append(sections[at])
    elif what == 2:
        chance.shuffle(sections)
    else:
        sections[at] = a_line(sections[at], chance)
    return "\n".join([head, *sections])


def an_option(text: str, chance: random.Random) -> str:
    """Other options, or those of another set-up."""
    game = re.search(r'^game = "(\w+)"', text, re.M)
    if game is None or game.group(1) not in GAMES:
        return text
    module = registry.game(game.group(1))
    scenario = chance.choice([about.id for about in module.info(module.load_pack(None)).scenarios])
    options = _options(game.group(1), scenario, chance)
    if chance.random() < 0.3:
        options[chance.choice(["28.1", "pilots", "x", "equipment", "10.1"])] = chance.choice([1, True, [], {}, "x"])
    return re.sub(r"^options = .*$", lambda _: f"options = {toml(options)}", text, count=1, flags=re.M)


def a_scenario(text: str, chance: random.Random) -> str:
    """The same counters in another scenario."""
    game = re.search(r'^game = "(\w+)"', text, re.M)
    if game is None or game.group(1) not in GAMES:
        return text
    module = registry.game(game.group(1))
    other = chance.choice([about.id for about in module.info(module.load_pack(None)).scenarios])
    return re.sub(r"^scenario = .*$", lambda _: f"scenario = {json.dumps(other)}", text, count=1, flags=re.M)


# -- the agenda -----------------------------------------------------------------------------------------------


def an_agenda(text: str, chance: random.Random) -> str:
    """Tasks go, stand twice, change places, names or arguments."""
    found = list(re.finditer(r"^(agenda|asked|answers) = (.*)$", text, re.M))
    if not found:
        return text
    one = chance.choice(found)
    raw = one.group(2)
    try:
        tasks = json.loads(raw[3:-3] if raw.startswith("'''") else json.loads(raw))
    except (ValueError, TypeError):  # changed before this
        return text
    tasks = _other_tasks(tasks, chance)
    written = json.dumps(tasks, ensure_ascii=False)
    new = f"'''{written}'''" if raw.startswith("'''") else json.dumps(written, ensure_ascii=False)
    return _swap_span(text, one.span(2), new)


def _other_tasks(tasks: Any, chance: random.Random) -> Any:
    if not isinstance(tasks, list) or not tasks:
        return chance.choice([[], None, [["together"]], [[1]], ["x"], [["@os.system", "x"]], [0]])
    what = chance.randrange(8)
    at = chance.randrange(len(tasks))
    if what == 0:
        del tasks[at]
    elif what == 1:
        tasks.insert(chance.randrange(len(tasks) + 1), tasks[at])
    elif what == 2:
        chance.shuffle(tasks)
    elif what == 3:
        tasks[at] = _any_task(chance)
    elif what == 4:
        tasks.append(_any_task(chance))
    elif what == 5 and isinstance(tasks[at], list):
        tasks[at] = _other_task(tasks[at], chance)
    elif what == 6:
        tasks.append(["together", tasks[at], _any_task(chance)])
    else:
        tasks[at] = ["answered", tasks[at], chance.choice(EXTREMES)]
    return tasks


def _any_task(chance: random.Random) -> list[Any]:
    name = chance.choice(sorted(STEPS))
    return ["@" + name, *[chance.choice([0, 0, 1, 2, -1, 3, [0], "x"]) for _ in range(chance.randrange(5))]]


def _other_task(task: list[Any], chance: random.Random) -> list[Any]:
    what = chance.randrange(4)
    if what == 0:
        return [*task, chance.choice([0, 1, -1, 10**9, "x", [], None, True, 1.5])]
    if what == 1:
        return task[:-1]
    if what == 2 and task and isinstance(task[0], str) and "." in task[0]:
        package = task[0][1:].partition(".")[0] + "."
        own = [name for name in sorted(STEPS) if name.startswith(package)]
        return ["@" + chance.choice(own or ["x"]), *task[1:]]
    return [part if number == 0 or chance.random() < 0.5 else _other_argument(part, chance)
            for number, part in enumerate(task)]  # fmt: skip


def _other_argument(part: Any, chance: random.Random) -> Any:
    if type(part) is int and chance.random() < 0.8:
        return chance.choice([part + 1, part - 1, chance.choice(EXTREMES)])
    if isinstance(part, list) and part and chance.random() < 0.8:
        return chance.choice([part[:-1], [*part, part[0]], [_other_argument(inner, chance) for inner in part]])
    return chance.choice([0, -1, "x", [], [0], None, True, 1.5, {}])


CHANGES: Final[tuple[tuple[Callable[[str, random.Random], str], int], ...]] = (
    (a_number, 8), (a_word, 3), (a_kind, 2), (a_line, 3), (a_value, 2), (a_section, 2), (an_option, 1), (a_scenario, 1),
    (an_agenda, 6),
)  # fmt: skip


def mutated_position(index: int, seed: str = "mutants", wholes: int = 60) -> tuple[str, str]:
    """The game and the text of a mutant."""
    chance = random.Random(f"{seed}:position:{index}")
    game = GAMES[index % len(GAMES)]
    text = whole_position(game, chance.randrange(wholes))
    changes = [change for change, weight in CHANGES for _ in range(weight)]
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        text = chance.choice(changes)(text, chance)
    return game, text


# -- packs ------------------------------------------------------------------------------------------------------


@cache
def pack_files(game: str) -> dict[str, str]:
    """The built-in data of a game, file by file, as an owner would export it."""
    with tempfile.TemporaryDirectory() as folder:
        written = registry.game(game).export_pack(Path(folder))
        return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(written)}


PACK_CHANGES: Final[tuple[tuple[Callable[[str, random.Random], str], int], ...]] = (
    (a_number, 10), (a_word, 5), (a_kind, 2), (a_line, 4), (a_value, 2), (a_section, 3),
)  # fmt: skip


def mutated_pack(index: int, seed: str = "mutants") -> tuple[str, str, dict[str, str]]:
    """The game, one of its scenarios, and the files of somebody's own data."""
    chance = random.Random(f"{seed}:pack:{index}")
    game = GAMES[index % len(GAMES)]
    files = pack_files(game)
    changes = [change for change, weight in PACK_CHANGES for _ in range(weight)]
    own: dict[str, str] = {}
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        name = chance.choice(list(files))
        own[name] = chance.choice(changes)(own.get(name, files[name]), chance)
    module = registry.game(game)
    scenarios = [about.id for about in module.info(module.load_pack(None)).scenarios]
    return game, chance.choice(scenarios), own
