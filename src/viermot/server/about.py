"""What the page must know about a game besides the play: lobby, map, charts, rules; and long option lists in compact
form.

What only one game has comes from its own face (``server/face.py``); a game without one still plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from viermot import bot_words, reader, scenario_words
from viermot.game_package import faces_of
from viermot.kernel import bots, lessons, registry
from viermot.kernel.agenda import State
from viermot.kernel.decision import Decision
from viermot.kernel.dice import QuickDice
from viermot.kernel.json import Json, JsonObject
from viermot.kernel.measured import Measured
from viermot.kernel.perspective import Perspective
from viermot.kernel.record import Entry
from viermot.kernel.registry import GameModule, ScenarioInfo
from viermot.kernel.saves import Verdict
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.server.face import Page
from viermot.server.messages.lobby import Checked, Game, MeasuredLevel, OptionChoice, Scenario, SeatChoice
from viermot.server.messages.table import (
    EventLine,
    Fault,
    ManyOptions,
    Option,
    OrderRow,
    RuleText,
    StandingReport,
    Trail,
)
from viermot.server.pacing import Pacing
from viermot.server.refusals import Refused
from viermot.text import has, message

MAX_LISTED: Final = 60


def game_module(name: str) -> GameModule:
    """An installed game, or a refusal."""
    if name not in registry.names():
        raise Refused("not found", "error.no_game", name=name[:40])
    return registry.game(name)


def face(name: str) -> Page:
    """What this game tells the page."""
    return faces_of(registry.game(name)).page()


def packed(sent: Struct | JsonObject) -> msgspec.Raw:
    """What a game sends of its own, ready to go into a message."""
    return msgspec.Raw(msgspec.json.encode(sent))


def text_of(texts: Json, locale: str) -> str:
    """A text from the component data in the reader's language."""
    if not isinstance(texts, dict):
        return str(texts or "")
    return str(texts.get(locale) or texts.get("en") or "")


# -- the lobby -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def games(locale: str) -> list[Game]:
    """Every game installed, as the lobby shows it."""
    return [_game(module.name, locale) for module in registry.modules()]


def _game(name: str, locale: str) -> Game:
    module = registry.game(name)
    pack = module.load_pack(None)
    info = module.info(pack)
    own = face(name)
    scenarios = [
        _scenario(
            about, own.formations(pack, about.id, locale), own.chart(pack, about.id),
            own.sheet(pack, about.id, locale), locale,
        )
        for about in info.scenarios
    ]  # fmt: skip
    return Game(
        name,
        message(f"{name}.title", locale) if has(f"{name}.title") else info.title,
        message(f"{name}.about", locale) if has(f"{name}.about") else "",
        info.rules_version,
        seat_choices(module, locale),
        scenarios,
        [OptionChoice(option.name, option.kind, option.rule, message(option.text, locale)) for option in info.options],
    )


def _scenario(
    about: ScenarioInfo,
    formations: Struct | JsonObject,
    chart: Struct | JsonObject,
    sheet: list[list[str]],
    locale: str,
) -> Scenario:
    details = about.details
    return Scenario(
        about.id, about.parent, scenario_words.title(about, locale), scenario_words.date(about.date, locale),
        about.difficulty, scenario_words.length(about.length, locale), about.rules_taught,
        text_of(details.get("background"), locale), text_of(details.get("special"), locale),
        str(details.get("status", "")), packed(formations), packed(chart), list(details.get("in_force", ())), sheet,
        measured_levels(about.measured),
    )  # fmt: skip


def measured_levels(found: Iterable[Measured]) -> list[MeasuredLevel]:
    """How often each level of computer player won, with what is likely."""
    return [MeasuredLevel(each.level, each.percent, *each.likely, each.games) for each in found]


def seat_title(game: str, seat: str, locale: str) -> str:
    """What a seat is called."""
    key = f"{game}.seat.{seat}"
    return message(key, locale) if has(key) else seat


def seat_choices(module: GameModule, locale: str) -> list[SeatChoice]:
    """The seats of a game and who can sit there."""
    return [
        SeatChoice(
            seat, seat_title(module.name, seat, locale), bots_of(module, seat), usual_bot(module, seat),
            {bot: bot_words.about(module.name, bot, locale) for bot in bots_of(module, seat)},
        )
        for seat in module.seats
    ]  # fmt: skip


def bots_of(module: GameModule, seat: str) -> list[str]:
    """The bots of a seat: levels, the weakest first, then styles."""
    return bots.in_order(module.bots(seat))


def usual_bot(module: GameModule, seat: str) -> str:
    """The bot that sits where nobody does."""
    return bots.usual(module.bots(seat))


def scenario_title(game: str, scenario: str, locale: str) -> str:
    """A scenario's title."""
    found = (about for about in _infos(game) if about.id == scenario)
    return next((scenario_words.title(about, locale) for about in found), scenario)


def lesson_title(game: str, lesson: str, locale: str) -> str:
    """What a lesson is called, for its pupils; nothing for one that is not there (any more)."""
    found = lessons.of_game(game).get(lesson)
    return message(found.key("title"), locale) if found is not None else ""


def art(name: str) -> bytes:
    """The picture of a game, for the lobby: its own, or the plain one."""
    game_module(name)
    return face(name).art.read_bytes()


@lru_cache(maxsize=8)
def _infos(game: str) -> tuple[ScenarioInfo, ...]:
    module = registry.game(game)
    return module.info(module.load_pack(None)).scenarios


def check(name: str, scenario: str, options: JsonObject, locale: str) -> Checked:
    """Would the game take these options? By trying."""
    module = game_module(name)
    try:
        module.start(module.load_pack(None), scenario, options, QuickDice(0))
        chosen = module.with_options(options)
    except UserError as wrong:
        return Checked(False, wrong.rule, wrong.text(locale))
    except Exception as wrong:  # made-up options may break anything
        return Checked(False, "", message("server.bad_options", locale, reason=str(wrong)[:200]))
    return Checked(True, "", "", seat_choices(chosen, locale))


@lru_cache(maxsize=16)
def static(name: str, locale: str) -> bytes:
    """What never changes, ready to be sent."""
    module = game_module(name)
    book = module.rulebook
    told: JsonObject = msgspec.to_builtins(face(name).static(module.load_pack(None), locale), str_keys=True)
    told["book"] = reader.book_of(module, locale)
    told["rules"] = {
        rule.id: RuleText(book.title(rule.id, locale), book.summary(rule.id, locale), rule.kind, rule.optional)
        for rule in book.values()
    }
    return msgspec.json.encode(told)


# -- during play ---------------------------------------------------------------------------------------------


def options(decision: Decision, view: Perspective, locale: str) -> list[Option] | ManyOptions:
    """The legal answers: listed or, where there are many, in compact form."""
    compact = face(decision.game).compact_options(decision, view, locale)
    if compact is not None:
        return compact
    if len(decision.codes) <= MAX_LISTED:
        return [Option(option, decision.label(option, locale)) for option in decision.options]
    words = [each for each in decision.options if each.replace(" ", "").isalpha() and has(_key_of(decision, each))]
    rest = [each for each in decision.options if each not in words]
    return ManyOptions(texts=rest, also=[Option(option, decision.label(option, locale)) for option in words])


def _key_of(decision: Decision, option: str) -> str:
    """The message key of an answer that is a word."""
    return f"{decision.game}.option.{decision.kind}.{option.replace(' ', '_')}"


def asked(decision: Decision, view: Perspective) -> tuple[Decision, Perspective]:
    """The question as the page shows it: that of a game inside the game, where one is being played, and its view."""
    return face(decision.game).asked(decision, view)


def pictured(game: str, view: Perspective, locale: str) -> msgspec.Raw:
    """What the seat may know, and beside it the words for what the page could not word itself."""
    return packed(face(game).pictured(view, locale))


def plain_picture(game: str, view: Perspective, locale: str) -> Any:
    """The same in the form it has after sending, in which two pictures can be compared."""
    return msgspec.to_builtins(face(game).pictured(view, locale), str_keys=True)


def reworded(game: str, view: Perspective, lines: list[EventLine], locale: str) -> list[EventLine]:
    """The lines of the log, some of them put into its own words by a game inside the game."""
    return face(game).reworded(view, lines, locale)


def part(game: str, session: Session, number: int) -> Sequence[tuple[Entry, State]]:
    """A game inside the game that is over: its lines of the record, each with the state after it."""
    return face(game).part(session, number)


def part_begins(game: str, view: Perspective) -> int:
    """The seat's number for the first event of the game inside the game played in this view."""
    return face(game).part_begins(view)


def part_alone(game: str, session: Session, number: int) -> Session:
    """A game inside the game as one of its own, with its own record and key."""
    return face(game).part_alone(session, number)


def part_verdict(game: str, session: Session, number: int) -> Verdict:
    """Was a game inside the game fair?"""
    return face(game).part_verdict(session, number)


def odds(game: str, view: Perspective, decision: Decision | None, locale: str) -> list[msgspec.Raw]:
    """The odds of what is now asked about, from what the seat knows."""
    return [packed(each) for each in face(game).odds(view, decision, locale)]


def plan(decision: Decision, view: Perspective, locale: str) -> msgspec.Raw | None:
    """What is worth showing beside an answer that is being drawn."""
    found = face(decision.game).plan(decision, view, locale)
    return None if found is None else packed(found)


def order_rows(decision: Decision, view: Perspective, locale: str) -> tuple[list[OrderRow], list[Fault]]:
    """The order sheet that a question belongs to, and what its rows refuse."""
    return face(decision.game).order_rows(decision, view, locale)


def chances(decision: Decision, view: Perspective, locale: str) -> dict[str, str]:
    """Shown beside some answers: the chance that they come to anything."""
    return face(decision.game).chances(decision, view, locale)


def standing(game: str, view: Perspective, locale: str) -> StandingReport:
    """What it takes to win, and how the seat now stands, from what it knows."""
    found = reader.reader_of(registry.game(game)).standing(view, locale)
    return StandingReport(*found) if found is not None else StandingReport(None, None)


def faults(decision: Decision, option: str | int, locale: str) -> list[Fault]:
    """Everything that is wrong with a refused answer, for a game in which that can be a lot."""
    return face(decision.game).faults(decision, option, locale)


def draft(decision: Decision, option: str | int) -> msgspec.Raw | None:
    """What an unfinished answer amounts to so far, in a game whose answers are drawn."""
    found = face(decision.game).draft(decision, option)
    return None if found is None else packed(found)


def card(game: str, view: Perspective, locale: str) -> dict[str, str]:
    """What a card in the lobby says of the game, from what the seat knows: how far the game is, and who the seat is."""
    when, who = face(game).card(view, locale)
    return {"when": when, "who": who}


def pacing(name: str) -> Pacing | None:
    """The silent questions of a game; None where there are none."""
    return face(name).pacing


def many_sided(name: str) -> frozenset[str]:
    """What this game uses dice with more than six sides for."""
    return face(name).many_sided


def trails(name: str, states: list[State]) -> list[Trail]:
    """Where everything was in these states, for a game whose module can tell."""
    return face(name).trails(states)
