"""Twin nights: whole nights that differ only in what a seat may not know look alike to it to the very end.

First the cards the other seat draws: both seats plot, fly and bomb the same in both worlds, and the seat whose cards
differ never plays one, so that the rules never give the difference away. Then the letters of the raids. Everything the
seat receives is compared at every one of its decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random

import pytest

from tests.games.bomber_command.support import new_session, unit
from tests.games.bomber_command.support import night as night_at
from tests.games.bomber_command.test_twin_worlds import shown
from viermot import Session
from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.knowledge import perspective
from viermot.games.bomber_command.model.board import OFF
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.cards.hands import STREAMS
from viermot.games.bomber_command.rules.movement import recovery
from viermot.games.bomber_command.rules.plot.plan import write_plan
from viermot.games.bomber_command.rules.plot.samples import sample
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.record import Setup

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
        code = s.module.bots(seat)["standard"]().choose(s.perspective(seat), decision, BotRng(key_of(seed), seat))
        s.decide(decision.notation_of(code), seat)
    elif decision.kind in ABOUT_CARDS:
        s.decide(0, seat)
    else:
        rng = Random(f"{seed} {decision.kind} {sorted(decision.plain_facts.items(), key=str)}")
        s.decide(rng.choice([option for option in decision.options if not option.startswith("play ")]), seat)


def received(s: Session, seat: str, seed: str) -> Iterator[bytes]:
    """What the seat is shown at each of its decisions, and at the end of the night before all is revealed."""
    other = SEATS[SEATS.index(seat) - 1]
    rng, known = Random(seed), 0
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
        elif own[0].question.usually is not None and rng.random() < 0.9:
            s.decide(0, seat)
        else:
            s.decide(rng.randrange(len(own[0].codes)), seat)


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
def test_the_cards_of_the_other_seat_stay_its_own_all_night(seat: str, scenario: str, options: dict[str, bool]) -> None:
    count, to_the_end = alike(seat, scenario, options, f"twins {scenario}")
    assert to_the_end, f"the {seat} seat saw a difference after {count} decisions"
    assert count >= 15


def test_a_planted_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = perspective.RaidView.to_json
    monkeypatch.setattr(
        perspective.RaidView, "to_json", lambda view: {**honest(view), "leak": [sum(hand) for hand in view._game.hands]}
    )
    assert not alike("german", "berlin", {}, "twins berlin")[1]


# -- nights that differ only in the letters of the raids ------------------------------------------------------------

FOG = ("12.5", "12.2", "12.3")


class Luck:
    """A stream of chance for a plan."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def below(self, size: int) -> int:
        return self.random.randrange(size)


def two_plots(scenario: str, seed: str) -> tuple[str, str]:
    """A plan, and the same raids under other letters; both written in the order of their letters."""
    luck, pack = Luck(seed), GAME.load_pack(None)
    laid = Layout(pack, pack.scenarios[scenario], dict.fromkeys(FOG, True))
    mains = [city for city, box in enumerate(laid.cities) if box.main]
    plan = sample(laid, tuple(luck.random.sample(mains, laid.raids_allowed.main_forces)), 0, luck)
    letters = [raid.letter for raid in plan]
    others = dict(zip(letters, luck.random.sample(letters, len(letters)), strict=True))
    renamed = [raid._replace(letter=others[raid.letter], parent=others.get(raid.parent, OFF)) for raid in plan]
    assert renamed != list(plan)
    return write_plan(laid, plan), write_plan(laid, tuple(sorted(renamed, key=lambda raid: raid.letter)))


def seen_from_the_ground(plan: str, scenario: str, seed: str) -> Iterator[bytes]:
    """All a German player is shown who never gets into a raid, so that no letter is ever told him in the fog."""
    line = {"I./NJG1": unit("H6"), "I./NJG3": unit("J3"), "II./NJG1": unit("I7")} if scenario == "berlin" else {}
    s = new_session(night_at(scenario, plan, units=line, options=FOG, hands={"german": ["EXPERTE"]}), seed=seed)
    rng, known = Random(seed), 0
    while s.pending:
        decision = next((each for each in s.pending if each.seat == "german"), s.pending[0])
        if decision.seat != "german":
            s.decide(decision.default or 0, decision.seat)
            continue
        events = s.perspective("german").events(known)
        known += len(events)
        yield shown(s, "german", known) + repr([event.to_json() for event in events]).encode()
        usual = "none" if decision.kind == "infiltrator" else decision.default
        always = decision.kind in ("infiltrator", "draw_german")
        if usual is None or not (always or rng.random() < 0.7):
            usual = rng.choice(decision.options)
        s.decide(usual, "german")


def same_under_other_letters(scenario: str, seed: str) -> tuple[int, bool]:
    """For how many decisions nights under other letters look alike, and did they to the end?"""
    count = 0
    for one, other in zip_longest(*[seen_from_the_ground(plan, scenario, seed) for plan in two_plots(scenario, seed)]):
        if one != other:
            return count, False
        count += 1
    return count, True


@pytest.mark.parametrize(("scenario", "seed"), [("berlin", "b"), ("downfall", "b")])
def test_the_letters_of_raids_stay_secret_all_night_in_the_fog(scenario: str, seed: str) -> None:
    count, to_the_end = same_under_other_letters(scenario, seed)
    assert to_the_end and count > 100, f"the German player saw a difference after {count} decisions"


def test_a_landing_in_the_order_of_the_plot_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        recovery, "as_told", lambda game, raids: sorted(raids, key=lambda raid: game.plot[raid].kind > 1)
    )
    assert not same_under_other_letters("downfall", "b")[1]
