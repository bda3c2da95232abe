"""Twin nights: whole nights that differ only in the cards a seat draws look alike to the other seat to the very end.

Both seats plot, fly and bomb the same in both worlds; the seat whose cards differ never plays one, so that the rules
never give the difference away. Everything the other seat receives is compared at every one of its decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random

import pytest

from tests.bomber_command.test_twin_worlds import shown
from viermot import Session
from viermot.bomber_command import GAME, perspective
from viermot.bomber_command.hands import STREAMS
from viermot.kernel.dice import BotChance, KeyedDice, key_of
from viermot.kernel.session import Setup

SEATS = ("british", "german")
ABOUT_CARDS = ("keep_british", "keep_german", "pick_british", "draw_british", "draw_german", "play", "cancel")
OPTIONS: tuple[dict[str, bool], ...] = (
    {}, {"12.1.1": True, "12.5": True}, {"12.2": True, "12.3": True, "12.4": True, "12.4.1": True},
)  # fmt: skip


class TwinDice(KeyedDice):
    """The same dice but for one stream, which has a key of its own."""

    def __init__(self, key: bytes, stream: str, other: bytes) -> None:
        super().__init__(key)
        self.stream, self.secret = stream, KeyedDice(other)

    def draw(self, size: int, stream: str) -> int:
        if stream != self.stream:
            return super().draw(size, stream)
        value = self.secret.draw(size, stream)
        self.record.append((stream, size, (value,)))
        return value


def night(scenario: str, options: dict[str, bool], seed: str, stream: str, world: str) -> Session:
    """A night in which one stream of draws is this world's own."""
    pack, key = GAME.load_pack(None), key_of(seed)
    dice = TwinDice(key, stream, key_of(world))
    setup = Setup(GAME.name, scenario, options, GAME.rules_version, GAME.pack_hash(pack), open_seed=seed)
    session = Session(GAME, pack, setup, key, GAME.start(pack, scenario, options, dice), dice, {})
    session.begin()
    return session


def other_answers(s: Session, seat: str, seed: str) -> None:
    """The seat whose cards differ plays none of them, and answers everything else as its twin does."""
    decision = next(d for d in s.pending if d.seat == seat)
    if decision.kind == "plot":
        code = GAME.bots(seat)["standard"]().choose(s.perspective(seat), decision, BotChance(key_of(seed), seat))
        s.decide(decision.spell(code), seat)
    elif decision.kind in ABOUT_CARDS:
        s.decide(0, seat)
    else:
        chance = Random(f"{seed} {decision.kind} {sorted(decision.plain_facts.items(), key=str)}")
        s.decide(chance.choice([option for option in decision.options if not option.startswith("play ")]), seat)


def received(s: Session, seat: str, seed: str) -> Iterator[bytes]:
    """What the seat is shown at each of its decisions, and at the end of the night before all is revealed."""
    other = SEATS[SEATS.index(seat) - 1]
    chance, known = Random(seed), 0
    while s.pending:
        own = [decision for decision in s.pending if decision.seat == seat]
        if not own:
            other_answers(s, other, seed)
            continue
        events = s.perspective(seat).events(known)
        known += len(events)
        yield shown(s, seat, known) + repr([event.to_json() for event in events]).encode()
        if own[0].kind == "plot":
            other_answers(s, seat, seed)
        elif own[0].question.usually is not None and chance.random() < 0.9:
            s.decide(0, seat)
        else:
            s.decide(chance.randrange(len(own[0].codes)), seat)


def alike(seat: str, scenario: str, options: dict[str, bool], seed: str) -> tuple[int, bool]:
    """For how many decisions of the seat the twins look alike, and did they to the end?"""
    stream = STREAMS[SEATS.index(seat) - 1]
    twins = [received(night(scenario, options, seed, stream, world), seat, seed) for world in ("one", "other")]
    count = 0
    for one, other in zip_longest(*twins):
        if one != other:
            return count, False
        count += 1
    return count, True


@pytest.mark.parametrize("options", OPTIONS, ids=lambda chosen: "+".join(chosen) or "plain")
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
@pytest.mark.parametrize("seat", SEATS)
def test_the_cards_of_the_other_seat_stay_its_own_all_night(
    seat: str, scenario: str, options: dict[str, bool]
) -> None:
    count, to_the_end = alike(seat, scenario, options, f"twins {scenario}")
    assert to_the_end, f"the {seat} seat saw a difference after {count} decisions"
    assert count >= 15


def test_a_planted_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = perspective.RaidView.to_json
    monkeypatch.setattr(
        perspective.RaidView, "to_json", lambda view: {**honest(view), "leak": [sum(hand) for hand in view._game.hands]}
    )
    assert not alike("german", "berlin", {}, "twins berlin")[1]
