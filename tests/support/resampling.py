"""Worlds drawn from what a seat knows: the seat must not be able to tell them from the true one.

A game is played by bots; at a seat's decisions a world is drawn, and everything that comes out of it for the seat is
held against what came out of the true game. Some worlds are played on to their end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from viermot.game_package import faces_of
from viermot.kernel import registry
from viermot.kernel.agenda import State, advance, apply, open_questions, options_of, seats_asked
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotRng, KeyedDice, QuickRng, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import seat_bits
from viermot.kernel.playout import OpenQuestion, play_out
from viermot.kernel.registry import GameModule

PROBES = ("xyzzy", "C1", "C9", "0101", "1020 N", "F F F F F F F F F", "roll", "none")
LONGEST = 1200  # decisions of one game


def shown(module: GameModule, state: State, seat: str) -> dict[str, Any]:
    """All that a seat gets out of a state in which it is asked something."""
    view = module.perspective(state, seat)
    place = module.seats.index(seat)
    bits = seat_bits(module.seats, seat)
    told = [event for event in state.log[: state.logged] if event[2] & bits == bits]
    out: dict[str, Any] = {
        "view": view.to_json(),
        "events": [event.to_json() for event in view.events()],
        "undo": [module.is_echo(state, event, seat) for event in told],
    }
    for number, (whose, task) in enumerate(seats_asked(state)):
        if whose == place:
            decision = Decision(module, state, task, number, 0)
            out["asked"] = (decision.kind, decision.rule, decision.prompt("en"), decision.plain_facts)
            out["options"] = list(options_of(state, task))
            out["worked out anew"] = list(task[0].options(state, *task[1:]))
            out["default"] = (decision.default, decision.settled_code)
            out["refusals"] = [_refused(decision, probe) for probe in PROBES]
            out["warnings"] = [repr(decision.warns(option)) for option in decision.options[:8]]
            out["odds"] = [repr(each) for each in faces_of(module).page().odds(view, decision, "en")]
    return out


def _refused(decision: Decision, probe: str) -> tuple[str, str] | None:
    wrong = decision.why_not(probe)
    return None if wrong is None else (wrong.key, wrong.rule)


def play_and_compare(
    game: str, scenario: str, seed: str, bots: Mapping[str, str], every: int = 4, options: JsonObject | None = None
) -> int:
    """Play a game and draw a world at regular intervals for each seat; returns how many were drawn."""
    module = registry.with_options(game, options or {})
    chance = QuickRng(seed)
    drawn = 0
    for state, seat, _ in questions(game, scenario, seed, bots, options):
        if chance.below(every) == 0:
            drawn += 1
            compare(module, state, seat, chance, on=chance.below(25) == 0)
    return drawn


def questions(
    game: str, scenario: str, seed: str, bots: Mapping[str, str], options: JsonObject | None = None
) -> Iterator[tuple[Any, str, int]]:
    """A game played by bots, at each of its questions: the state, who is asked, and the number of the question."""
    module = registry.with_options(game, options or {})
    key = key_of(seed)
    state: Any = module.start(module.load_pack(None), scenario, options or {}, KeyedDice(key))
    advance(state)
    players = {seat: module.bots(seat)[bots[seat]]() for seat in module.seats}
    rngs = {seat: BotRng(key, seat) for seat in module.seats}
    made = 0
    while state.asked is not None and made < LONGEST:
        made += 1
        place, task = next(iter(open_questions(state)))  # both seats may be asked together
        seat = module.seats[state.seat_of(task)]
        yield state, seat, made
        ask = OpenQuestion().put(state, task, options_of(state, task))
        apply(state, players[seat].choose(module.perspective(state, seat), ask, rngs[seat]), place)


def differences(module: GameModule, state: Any, seat: str, chance: QuickRng) -> list[str]:
    """What tells a world drawn for this seat from the true one: nothing should."""
    world = module.resample(module.perspective(state, seat), chance)
    truth, drawn = shown(module, state, seat), shown(module, world, seat)
    found = [part for part, value in truth.items() if drawn.get(part) != value]
    bits = seat_bits(module.seats, seat)
    if module.faults(world):
        found.append("faults")
    if any(event[2] & bits != bits for event in world.log):
        found.append("remembers what the seat was not told")
    return found


def compare(module: GameModule, state: Any, seat: str, chance: QuickRng, on: bool) -> None:
    """Draw a world for this seat, and hold it against the true one."""
    world = module.resample(module.perspective(state, seat), chance)
    truth, drawn = shown(module, state, seat), shown(module, world, seat)
    for part, value in truth.items():
        assert drawn[part] == value, f"{part} tells the world from the truth at {truth['asked']}"
    assert module.faults(world) == []
    assert world.dice is not state.dice
    bits = seat_bits(module.seats, seat)
    assert all(event[2] & bits == bits for event in world.log), "the world remembers what the seat was not told"
    if on:
        play_on(module, world)


def play_on(module: GameModule, world: Any) -> None:
    """A world is a whole game: it can be played to its end."""
    players = {seat: next(iter(module.bots(seat).values()))() for seat in module.seats}
    play_out(module, world, players, {seat: QuickRng(seat) for seat in module.seats}, limit=20_000)
    assert module.result(world) is not None
    assert module.faults(world) == []
