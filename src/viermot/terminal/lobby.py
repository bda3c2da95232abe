"""The lobby: which game, scenario, variant, options, and who sits where."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from viermot import bot_words, scenario_words
from viermot.kernel import registry
from viermot.kernel.bots import full_name, in_order, usual
from viermot.kernel.dice import QuickDice
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.registry import GameInfo, GameModule, OptionInfo, ScenarioInfo
from viermot.kernel.user_error import UserError
from viermot.setup_options import merge_option
from viermot.terminal.console import Console
from viermot.text import has


@dataclass
class Wishes:
    """What somebody wants to play; the lobby asks for what is missing."""

    game: str | None = None
    scenario: str | None = None
    options: JsonObject = field(default_factory=dict)
    seats: dict[str, str | None] = field(default_factory=dict)
    pack: Path | None = None
    asked: bool = False  # has a scenario been given, so that nothing needs asking?


class Left(Exception):
    """The reader left the lobby."""


def fill_in(wishes: Wishes, console: Console) -> Wishes:
    """Ask for everything not said yet; Left at the end of input or `quit`."""
    name = wishes.game or _ask_game(console)
    module = registry.game(name)
    info = module.info(module.load_pack(wishes.pack))
    scenario = wishes.scenario or _ask_scenario(info, console)
    options, seats = wishes.options, wishes.seats
    if not wishes.asked:
        options = _ask_options(module, scenario, options, wishes.pack, info, console)
    info = _seated(name, options, wishes.pack)
    if not wishes.asked:
        seats = _ask_seats(info, seats, console)
    for number, seat in enumerate(info.seats):  # one person plays the first seat unless told otherwise
        if seat not in seats:  # with a bot in the first seat he plays the next
            seats[seat] = None if number == 0 or None not in seats.values() else usual(info.bots[seat])
    module = registry.with_options(name, options)
    sitting = {seat: bot and full_name(module, seat, bot, for_people=True) for seat, bot in seats.items()}
    return Wishes(name, scenario, options, sitting, wishes.pack, asked=True)


def _seated(name: str, options: JsonTable, pack: Path | None) -> GameInfo:
    """The game as these options seat it."""
    module = registry.with_options(name, options)
    return module.info(module.load_pack(pack))


def _ask(console: Console, prompt: str) -> str:
    try:
        line = console.ask(prompt)
    except KeyboardInterrupt:
        line = None
    if line is None or line.strip().lower() in ("quit", "q", "exit"):
        raise Left
    return line.strip()


def _ask_game(console: Console) -> str:
    names = [module.name for module in registry.modules()]
    if len(names) == 1:
        return names[0]
    for number, name in enumerate(names, 1):
        about = f"{name}.about"
        console.tell(f"{number} {name}: {console.text(about)}" if has(about) else f"{number} {name}", "  ")
    return _pick(console, console.text("lobby.game"), names)


def _pick(console: Console, prompt: str, choices: list[str], default: str | None = None) -> str:
    """One of the choices, by number, name or the beginning of it."""
    while True:
        answer = _ask(console, prompt).lower()
        if not answer and default is not None:
            return default
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(choices):
            return choices[int(answer) - 1]
        meant = [choice for choice in choices if answer and choice.lower().startswith(answer)]
        if len(meant) == 1 or answer in [choice.lower() for choice in meant]:
            return meant[0]
        console.tell(console.text("lobby.one_of", choices=", ".join(choices)))


# -- scenarios ---------------------------------------------------------------------------------------


def _ask_scenario(info: GameInfo, console: Console) -> str:
    """First the scenarios in the order they teach the game, then the variants of the one chosen [1.1.1]."""
    by_id = {scenario.id.upper(): scenario for scenario in info.scenarios}
    base = [scenario for scenario in info.scenarios if scenario.parent is None]
    console.say(console.text("lobby.scenarios"), *scenario_table(base, console))
    prompt = console.text("lobby.scenario")
    if not any(char.isdigit() for scenario in base for char in scenario.id):  # they have names: the list numbers them
        by_id = {**{str(place): scenario for place, scenario in enumerate(base, 1)}, **by_id}
        prompt = console.text("lobby.scenario_named", first=base[0].id)
    while True:
        chosen = _one_scenario(_ask(console, prompt) or base[0].id, by_id, console)
        if chosen is None:
            continue
        variants = [scenario for scenario in info.scenarios if scenario.parent == chosen.id]
        if not variants or chosen.parent is not None:
            return chosen.id
        console.say("", *scenario_table([chosen, *variants], console))
        answer = _ask(console, console.text("lobby.variant", id=chosen.id))
        if not answer:
            return chosen.id
        letter = by_id.get(chosen.id.upper() + answer.upper())
        meant = letter or _one_scenario(answer, by_id, console)
        if meant is not None:
            return meant.id


def _one_scenario(answer: str, by_id: Mapping[str, ScenarioInfo], console: Console) -> ScenarioInfo | None:
    """The scenario meant; `? 4B` describes one, and what is not a scenario is refused."""
    if answer.startswith("?"):
        asked = by_id.get(answer[1:].strip().upper())
        for line in describe(asked, console) if asked else [console.text("lobby.describe")]:
            console.tell(line)
        return None
    found = by_id.get(answer.upper())
    if found is None:
        console.tell(console.text("lobby.no_scenario", name=answer))
    return found


COLUMNS: Final = ("title", "date", "difficulty", "length", "rules")


def scenario_table(scenarios: list[ScenarioInfo], console: Console) -> list[str]:
    """Id, title, date, difficulty, length and rules taught, a line each; variants are indented.

    How hard each proved to be is shown as well, unless a title would have to be cut for it.
    """
    rows = _rows(scenarios, console, measured=True)
    if sum(_widths(rows)) >= console.width:
        rows = _rows(scenarios, console, measured=False)
    widths = _widths(rows)
    widths[0] = min(widths[0], console.width - 1 - sum(widths[1:]))  # only a long title is ever cut
    lines = []
    for row in rows:
        cells = (f"{cell[: wide - 1]:{wide}}" for cell, wide in zip(row, widths, strict=True))
        lines.append(f" {''.join(cells)}".rstrip())
    return [console.ink(lines[0], "dim"), *lines[1:]]


def _rows(scenarios: list[ScenarioInfo], console: Console, measured: bool) -> list[list[str]]:
    rows = [[console.text(f"lobby.column.{name}") for name in COLUMNS]]
    longest = max(3, *(len(about.id) for about in scenarios))
    for about in scenarios:
        indent = "  " if about.parent else ""
        name = f"{indent}{about.id:{longest}} {scenario_words.title(about, console.locale)}"
        rows.append([name, *_facts(about, console, measured), about.rules_taught])
    return rows


def _widths(rows: list[list[str]]) -> list[int]:
    return [max(len(row[place]) for row in rows) + 1 for place in range(len(COLUMNS))]


def _facts(about: ScenarioInfo, console: Console, measured: bool = True) -> tuple[str, str, str]:
    """Date, difficulty and length, as a reader of this language says them."""
    locale = console.locale
    printed = scenario_words.difficulty(about.difficulty, locale)
    return (
        scenario_words.date(about.date, locale),
        scenario_words.with_measured(about, locale) if measured else printed,
        scenario_words.length(about.length, locale),
    )


def describe(about: ScenarioInfo, console: Console) -> list[str]:
    """A scenario's story and special rules."""
    date, difficulty, length = _facts(about, console)
    told = [f"{about.id} {scenario_words.title(about, console.locale)}, {date}. {difficulty}, {length}."]
    told += scenario_words.measured(about, console.locale)
    for name in ("background", "special"):
        text = about.details.get(name) or {}
        if text:
            told.append(text.get(console.locale, text.get("en", "")))
    return told


# -- options and seats ---------------------------------------------------------------------------------


def _ask_options(
    module: GameModule, scenario: str, options: JsonObject, pack: Path | None, info: GameInfo, console: Console
) -> JsonObject:
    """Options one by one, each checked at once; Enter goes on."""
    check = _checker(module, scenario, pack)
    switches = [option for option in info.options if option.kind == "switch" and check({option.name: True}) is None]
    about = next((about for about in info.scenarios if about.id == scenario), None)
    usual = about.details.get("in_force", ()) if about is not None else ()  # what a game has switched on by itself
    console.say("", console.text("lobby.options"))
    for option in switches:
        is_on = options.get(option.name, option.name in usual)
        state = console.text("lobby.on" if is_on else "lobby.off")
        console.tell(f"{option_line(option, console)} ({state})", "  ")
    own = f"{info.name}.options_how"
    console.tell(console.text(own if has(own) else "lobby.options_how"), "  ")
    while True:
        answer = _ask(console, console.text("lobby.option"))
        if not answer:
            return options
        if answer == "?":
            for option in info.options:
                console.tell(option_line(option, console), "  ")
            continue
        for word in re.split(r"\s+(?=[\w.]+=)", answer) if "=" in answer else answer.split():
            try:
                wanted = merge_option(options, word)
            except UserError as wrong:
                console.tell(wrong.text(console.locale))
                continue
            refusal = check(wanted)
            if refusal is None:
                options = wanted
                console.tell(console.text("lobby.set", option=word))
            else:
                console.tell(refusal.text(console.locale))


def option_line(option: OptionInfo, console: Console) -> str:
    """An option's name, what it does, and its rule unless the name already is one."""
    rule = "" if option.rule == option.name else f" [{option.rule}]"
    return f"{option.name}  {console.text(option.text)}{rule}"


def _checker(module: GameModule, scenario: str, pack: Path | None) -> Callable[[JsonObject], UserError | None]:
    """Whether the game would take these options, by trying."""
    data = module.load_pack(pack)

    def check(options: JsonObject) -> UserError | None:
        try:
            module.start(data, scenario, options, QuickDice(0))
        except UserError as refused:
            return refused
        return None

    return check


def _ask_seats(info: GameInfo, seats: dict[str, str | None], console: Console) -> dict[str, str | None]:
    """A person or a bot for every seat not taken yet."""
    person = console.text("lobby.person")
    taken = dict(seats)
    for number, seat in enumerate(info.seats):
        if seat in taken:
            continue
        choices = [person, *in_order(info.bots[seat])]
        preset = person if number == 0 else usual(info.bots[seat])
        console.say("", console.text("lobby.seat", seat=console.text(f"{info.name}.seat.{seat}")))
        for n, choice in enumerate(choices, 1):
            about = "" if n == 1 else bot_words.about(info.name, choice, console.locale)
            console.say(f"  {n} {choice}{'*' if choice == preset else ''}{about and ': ' + about}".rstrip())
        chosen = _pick(console, "> ", choices, preset)
        taken[seat] = None if chosen == person else chosen
    return taken
