"""What a seat's best bot would do, why, and what the alternatives are worth; what a seat may believe.

All of it is made from the seat's perspective and its open question. So are the random numbers: anyone who knows the
same and is asked the same gets the same advice, so that it reveals nothing of what is hidden.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from viermot.kernel import bots, search
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.dice import QuickRng, Rng
from viermot.kernel.minds import Adviser, Alternative, Belief
from viermot.kernel.perspective import Perspective
from viermot.kernel.registry import GameModule
from viermot.text import has, message

PLAYOUTS: Final = 40  # in all, where the bot itself does not say what its alternatives are worth
LEAST: Final = 3  # answers that are compared, if there are so many
FEW: Final = 6  # up to this many answers are all tried
NEGLIGIBLE: Final = 0.0005  # a chance too small for any map: beliefs rule nothing out, so every hex has some
SHOWN: Final = 5  # alternatives that are shown


class Tried(Struct):
    """An answer and, where the game was played on from it, its expected score, from 0 to 1, with the standard error."""

    option: str
    label: str
    chance: float | None = None
    error: float = 0.0


class Advised(Struct):
    """What a bot would answer and why; the alternatives, the best first, that answer among them."""

    by: str
    option: str
    label: str
    reason: str
    alternatives: list[Tried]


class Supposed(Struct):
    """A sentence about something hidden, and how likely it is."""

    text: str
    chance: float


class Believed(Struct):
    """What a seat may believe: for each hex the chance that somebody unseen is there, and what else can be said."""

    places: dict[str, float]
    statements: list[Supposed]


def known_rng(view: Perspective, about: str) -> Rng:
    """Random numbers that depend on nothing but what the seat knows and what is asked."""
    known = canonical([view.seat, about, view.to_json()])
    return QuickRng(int.from_bytes(hashlib.blake2b(known, digest_size=8).digest()))


def advised(
    module: GameModule, view: Perspective, decision: Decision, locale: str, by: str = "", playouts: int = PLAYOUTS
) -> Advised:
    """What the seat's best bot, or the one named, would answer to this question."""
    seat = decision.seat
    name = bots.full_name(module, seat, by or bots.best(module.bots(seat)), for_people=True)
    bot, rng = bots.make(module, seat, name), known_rng(view, f"{decision.kind} {decision.number}")
    tried: tuple[Alternative, ...] = ()
    if isinstance(bot, Adviser):
        advice = bot.advise(view, decision, rng)
        code, tried = advice.code, advice.alternatives
        reason = message(advice.reason, locale, **advice.facts)
    else:
        code = bot.choose(view, decision, rng)
        reason = message("advice.would", locale, bot=bots.level_of(name))
    if playouts and not tried:
        tried = played_on(module, view, candidates(module, view, decision, code, rng), rng, playouts)
    option, said = decision.notation_of(code), decision.innermost  # a game inside the game words its own answers
    alternatives = [
        Tried(text := decision.notation_of(each.code), said.label(text, locale), each.chance, each.error)
        for each in tried[:SHOWN]
    ]
    return Advised(name, option, said.label(option, locale), reason, alternatives)


def candidates(module: GameModule, view: Perspective, decision: Decision, first: int, rng: Rng) -> list[int]:
    """The answers worth trying: the one chosen, what other bots would answer, the default; all where they are few.

    Where everybody agrees, some others as they come: what is not compared with anything has not been weighed.
    """
    found = [first]
    for name in bots.in_order(module.bots(decision.seat)):
        maker = module.bots(decision.seat)[name]
        if not isinstance(maker, bots.Budgeted) and name not in bots.LAST:
            found.append(maker().choose(view, decision, rng))
    if decision.default_code is not None:
        found.append(decision.default_code)
    if len(decision.codes) <= FEW:
        found += decision.codes
    found = list(dict.fromkeys(code for code in found if code in decision.codes))
    others = [code for code in decision.codes if code not in found]
    while others and len(found) < LEAST:
        found.append(others.pop(rng.below(len(others))))
    return found


def played_on(
    module: GameModule, view: Perspective, answers: Sequence[int], rng: Rng, playouts: int
) -> tuple[Alternative, ...]:
    """What each answer is worth, by playing on in worlds that the seat cannot tell from the true one.

    Nothing where a game cannot be played on from what a seat knows, or does not say what a result is worth.
    """
    usual = {seat: module.bots(seat)[bots.usual(module.bots(seat))] for seat in module.seats}
    rollouts = search.Rollouts(module, view.seat, usual)
    try:
        found = search.compare(rollouts, lambda: module.resample(view, rng), answers, playouts, rng)
    except NotImplementedError:
        return ()
    return found.alternatives()


def believed(
    module: GameModule, view: Perspective, locale: str, decision: Decision | None = None, option: str = ""
) -> Believed:
    """What the seat may believe of what is hidden from it; nothing where nothing is.

    With an option of its question, what that answer would teach instead of what else can be said.
    """
    belief: Belief | None = module.belief(view)
    if belief is None:
        return Believed({}, [])
    said = belief.statements
    if decision is not None and option:
        said = module.teaches(view, decision, decision.code_of(option))
    places = {place: round(chance, 4) for place, chance in sorted(belief.places.items()) if chance >= NEGLIGIBLE}
    statements = [
        Supposed(message(each.key, locale, **each.facts), round(each.chance, 3)) for each in said if has(each.key)
    ]
    return Believed(places, statements)
