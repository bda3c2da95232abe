"""The debrief of a game that is over: why it ended as it did, where it turned, the dice, and what the others knew.

A game says which of its rolls and cards had odds (`Debriefing.gambles`) and which events begin a chapter; the rest is
the same for every game. A turning point is a roll that came out furthest from its odds, weighted by what was at stake:
no playing out of what might have been, only odds that could be known when the dice were rolled.

A debrief knows everything, so none may be made of a game that is still running.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from viermot import reader
from viermot.game_package import faces_of
from viermot.kernel.agenda import Logged, State
from viermot.kernel.coach import advise
from viermot.kernel.events import Event, may_know
from viermot.kernel.json import JsonTable
from viermot.kernel.perspective import PUBLIC, Perspective, seat_bits
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.moments import moments_of
from viermot.sentences import sentence
from viermot.text import has, message

TURNING: Final = 3  # turning points shown
FEW: Final = 5  # with fewer throws nothing is said about luck
ORDINARY: Final = 0.5  # standard deviations that nobody would call luck
MANY: Final = 60  # secrets shown of each other seat, the latest
TURN, KILL, LOSS = "turn", "kill", "loss"


class Told(NamedTuple):
    """An event as a seat was told it, the state before the answer that led to it, and its place in the log."""

    place: int
    view: Perspective  # of the seat that was told, as it is at the end
    event: Event
    logged: Logged  # the same as the rules logged it
    before: State

    @property
    def what(self) -> str:
        """The kind of event; of a throw, what was thrown for."""
        return f"roll:{self.event.data['what']}" if self.event.kind == "roll" else self.event.kind


class Gamble(NamedTuple):
    """A roll or a card with odds: what for, which seat a higher outcome helps, what was expected, and what came up."""

    place: int  # of the event that tells the outcome
    what: str
    seat: str
    expected: float
    came: float
    variance: float
    stake: float
    is_chance: bool  # it comes off or not; otherwise it is a number

    @property
    def swing(self) -> float:
        """How far it was from what was expected, weighted by what was at stake."""
        return (self.came - self.expected) * self.stake


def chance(place: int, what: str, seat: str, odds: float, came: bool, stake: float) -> Gamble:
    """It comes off, or not."""
    p = float(odds)
    return Gamble(place, what, seat, p, float(came), p * (1 - p), stake, True)


def number(place: int, what: str, seat: str, odds: Mapping[int, float], came: int, stake: float) -> Gamble:
    """A number of something, each possible number with its chance."""
    mean = sum(n * p for n, p in odds.items())
    variance = sum(p * (n - mean) ** 2 for n, p in odds.items())
    return Gamble(place, what, seat, float(mean), float(came), float(variance), stake, False)


def two_dice(outcome: Callable[[int], int]) -> dict[int, float]:
    """The chances of each outcome of the sum of two dice.

    >>> round(two_dice(lambda total: total == 7)[True], 3)
    0.167
    """
    ways: dict[int, int] = {}
    for total in range(2, 13):
        came = outcome(total)
        ways[came] = ways.get(came, 0) + 6 - abs(total - 7)
    return {came: count / 36 for came, count in ways.items()}


class Debriefing:
    """What a game contributes to its debrief; one that contributes nothing has its end, its turns and its secrets."""

    def told(self, session: Session, seat: str) -> list[Told]:
        """Every event of a game that is over, once; a game with one inside it may tell that one's in its place."""
        return told_of(session, seat)

    def gambles(self, told: Sequence[Told], seats: tuple[str, ...]) -> Iterable[Gamble]:
        """The rolls and cards that had odds, in the order of the log."""
        return ()

    def story(self, told: Sequence[Told], gambles: Sequence[Gamble], end: Perspective, locale: str) -> list[str]:
        """How it came to that, in a few sentences, the first being the headline; [] where the end says it all."""
        return []

    def occasion(self, told: Sequence[Told], at: int) -> Told | None:
        """The event that says what a roll was for, where its own sentence does not."""
        return None

    def reasons(self, end: State, locale: str) -> list[str]:
        """What the result is made of, and what another would have needed."""
        return []

    def is_telling(self, event: Logged) -> bool:
        """Once the game is over, is it worth a line that only this seat knew this?"""
        return True

    def history(self, end: State, locale: str) -> list[str]:
        """What really happened, where a game that is over was like something that did."""
        return []

    def when(self, turn: int, locale: str) -> str:
        """What the turn of an event is called; what is laid out before the first has none."""
        return message("debrief.turn" if turn else "debrief.before", locale, turn=turn)

    def chapter(self, kind: str, data: JsonTable, seat: str) -> str:
        """What begins with such an event for this seat: a turn, a kill, a loss; "" where nothing does."""
        return TURN if kind == "turn" else ""


# -- what is told -----------------------------------------------------------------------------------------------


class LuckLine(Struct):
    """One kind of roll: how many, what was expected, and what came up."""

    what: str
    throws: int
    expected: float
    came: float
    seat: str  # which seat a higher outcome helps
    share: bool  # a throw comes off or not; otherwise a number is counted
    score: float  # how far it strayed, in standard deviations


class TurningPoint(Struct):
    """A roll that came out far from its odds."""

    turn: int
    when: str
    text: str
    odds: str
    swing: float  # what it was worth to the seat, in what the game counts
    at: dict[str, int]  # by seat, the moment of its replay before it


class Secret(Struct):
    """Something another seat was told, and this one was not."""

    when: str
    text: str
    at: int  # the other seat's moment


class Knew(Struct):
    """What another seat knew that this one did not."""

    seat: str
    title: str
    count: int
    lines: list[Secret]


class Fortune(Struct):
    """How far luck had carried the seat by the end of a turn, in what the game counts."""

    turn: int
    value: float


class Debrief(Struct):
    """A finished game, looked back at from one seat."""

    seat: str
    why: list[str]
    luck: list[LuckLine]
    verdict: str  # how lucky the seat was in all; "" after a few throws
    turning: list[TurningPoint]
    curve: list[Fortune]
    knew: list[Knew]


class NotOver(UserError):
    """A game still in progress has no debrief: it would reveal what others know."""


def debrief(session: Session, seat: str, locale: str = "en", ended: bool = False) -> Debrief:
    """The debrief of a game that is over, for one of its seats; ``ended`` if it was broken off.

    >>> import viermot
    >>> s = viermot.new_game("nightfighter", "3", seed="doc", seats={"player": "random", "umpire": "plain"})
    >>> report = debrief(s, "player")
    >>> len(report.turning) <= 3, report.knew[0].seat
    (True, 'umpire')
    """
    if session.result is None and not ended:
        raise NotOver("debrief.running")
    if session.kept_for not in (None, seat):
        raise NotOver("debrief.sealed")
    return _Making(session, seat, locale).whole()


class _Making:
    """What all parts of a debrief are made of."""

    def __init__(self, session: Session, seat: str, locale: str) -> None:
        self.session, self.seat, self.locale = session, seat, locale
        self.own = debriefing_of(session.module)
        self.told = self.own.told(session, seat)
        self.by_place = {each.place: each for each in self.told}
        self.found = sorted(self.own.gambles(self.told, session.module.seats), key=lambda each: each.place)
        self.view = session.perspective(seat)
        self.moments = {
            each: [state for state, _ in moments_of(session, each, True)]
            for each in dict.fromkeys((seat, *session.module.seats))
        }

    def whole(self) -> Debrief:
        return Debrief(self.seat, self.why(), self.luck(), self.verdict(), self.turning(), self.curve(), self.knew())

    def why(self) -> list[str]:
        """The headline, the sentence the game ended with, what the result is made of, and how it came to that."""
        last = self.view.events()[-1:]
        story = self.own.story(self.told, self.found, self.view, self.locale) if self.session.result else []
        lines = story[:1] + [sentence(self.view, event, self.locale) for event in last]
        stands = reader.reader_of(self.session.module).standing(self.view, self.locale)
        if stands is not None:
            lines += stands[1].lines  # "you now stand at …" is for a game that still runs
        lines += self.own.reasons(self.session.state, self.locale)
        lines += story[1:] + self.own.history(self.session.state, self.locale)
        return list(dict.fromkeys(lines))

    def _for_me(self, gamble: Gamble) -> int:
        """A higher outcome helps this seat (1), harms it (-1), or neither, for somebody who only looks on."""
        return 0 if self.seat == PUBLIC else 1 if gamble.seat == self.seat else -1

    def luck(self) -> list[LuckLine]:
        lines: dict[str, list[Gamble]] = {}
        for each in self.found:
            lines.setdefault(each.what, []).append(each)
        return [
            LuckLine(
                message(what, self.locale), len(thrown),
                round(sum(each.expected for each in thrown), 2), round(sum(each.came for each in thrown), 2),
                thrown[0].seat, thrown[0].is_chance, _score(thrown),
            )
            for what, thrown in lines.items()
        ]  # fmt: skip

    def verdict(self) -> str:
        """Luck in all, in standard deviations: how many players would have had less; none in a lesson."""
        told = advise(self.session, None)
        if told is not None and not told.outlived:
            return message("debrief.lesson", self.locale)
        spread = math.sqrt(sum(each.variance * each.stake**2 for each in self.found))
        if len(self.found) < FEW or not spread or self.seat == PUBLIC:
            return ""
        score = sum(each.swing * self._for_me(each) for each in self.found) / spread
        word = "ordinary" if abs(score) < ORDINARY else "good" if score > 0 else "bad"
        share = round(100 * 0.5 * math.erfc(abs(score) / math.sqrt(2)))
        return message(f"debrief.luck.{word}", self.locale, share=max(1, share), throws=len(self.found))

    def turning(self) -> list[TurningPoint]:
        furthest = sorted((each for each in self.found if each.swing), key=lambda each: -abs(each.swing))[:TURNING]
        return [
            TurningPoint(
                told.event.turn, self.own.when(told.event.turn, self.locale),
                self._in_words(told), self._odds(each),
                round(each.swing * (self._for_me(each) or 1), 2),
                {seat: moment_before(moments, each.place) for seat, moments in self.moments.items()},
            )
            for each in sorted(furthest, key=lambda each: each.place)
            if (told := self.by_place.get(each.place)) is not None
        ]  # fmt: skip

    def _in_words(self, told: Told) -> str:
        occasion = self.own.occasion(self.told, self.told.index(told))
        said = [told] if occasion is None else [occasion, told]
        return " ".join(sentence(each.view, each.event, self.locale) for each in said)

    def _odds(self, gamble: Gamble) -> str:
        what = message(gamble.what, self.locale)
        if gamble.is_chance:
            key, percent = "came" if gamble.came else "failed", round(100 * gamble.expected)
            shown = "< 1" if 0 < gamble.expected < 0.005 else percent
            return message(self._odds_key(gamble, key), self.locale, what=what, chance=shown)
        expected_number = f"{gamble.expected:.1f}".replace(".", message("common.decimal", self.locale))
        key = self._odds_key(gamble, "number")
        return message(key, self.locale, what=what, expected=expected_number, came=round(gamble.came))

    def _odds_key(self, gamble: Gamble, outcome: str) -> str:
        """A game may say it in a sentence of its own for each kind of roll."""
        own = f"{gamble.what}.{outcome}"
        return own if has(own) else f"debrief.odds.{outcome}"

    def curve(self) -> list[Fortune]:
        """From before the first turn played on: a position may begin late."""
        value, begun = 0.0, self.told[0].event.turn if self.told else 0
        found = {max(0, begun - 1): 0.0}
        for each in self.found:
            told = self.by_place.get(each.place)
            if told is not None:
                value += each.swing * (self._for_me(each) or 1)
                found[told.event.turn] = value
        return [Fortune(turn, round(value, 3)) for turn, value in sorted(found.items())]

    def knew(self) -> list[Knew]:
        """What the others were told and this seat was not."""
        return [self._known_to(other) for other in self.session.module.seats if other != self.seat]

    def _known_to(self, other: str) -> Knew:
        seats, name = self.session.module.seats, self.session.module.name
        mine, theirs = (seat_bits(seats, each) for each in (self.seat, other))
        log = self.session.state.log[: self.session.state.logged]
        places = [
            place
            for place, event in enumerate(log)
            if may_know(event, theirs) and not may_know(event, mine) and self.own.is_telling(event)
        ]
        latest = set(places[-MANY:])
        moments = self.moments[other]
        view = self.session.perspective(other)
        lines = [
            Secret(
                self.own.when(each.event.turn, self.locale), sentence(view, each.event, self.locale),
                moment_before(moments, each.place),
            )
            for each in told_of(self.session, other, only=True)
            if each.place in latest
        ]  # fmt: skip
        key = f"{name}.seat.{other}"
        return Knew(other, message(key, self.locale) if has(key) else other, len(places), lines)


def _score(thrown: Sequence[Gamble]) -> float:
    spread = math.sqrt(sum(each.variance for each in thrown))
    return round(sum(each.came - each.expected for each in thrown) / spread, 2) if spread else 0.0


# -- places and moments -----------------------------------------------------------------------------------------


def debriefing_of(module: GameModule) -> Debriefing:
    """What a game says for its debrief."""
    return faces_of(module).debriefing()


def moment_before(moments: Sequence[State], place: int) -> int:
    """The last of these moments at which the event at this place in the log had not happened yet."""
    return max(0, bisect_right([state.logged for state in moments], place) - 1)


def told_of(session: Session, seat: str, only: bool = False) -> list[Told]:
    """Every event of a finished game, once: as the seat was told it, or else as another was; ``only``: the seat's
    alone.
    """
    seats = session.module.seats
    order = (seat,) if only else (seat, *(other for other in seats if other != seat))
    return told_in(session.module, [state for _, state in session.standing], session.state, order)


def told_in(module: GameModule, states: Sequence[State], end: State, order: Sequence[str]) -> list[Told]:
    """The same for a game that went through these states, one per answer; the first seat in order is asked first."""
    found: dict[int, Told] = {}
    ends = [state.logged for state in states]
    for seat in order:
        view: Perspective = module.perspective(end, seat)
        bits = seat_bits(module.seats, seat)
        places = [place for place, event in enumerate(end.log[: end.logged]) if may_know(event, bits)]
        for place, event in zip(places, view.events(), strict=True):
            if place not in found:
                after = min(bisect_right(ends, place), len(states) - 1)
                found[place] = Told(place, view, event, end.log[place], states[max(0, after - 1)])
    return [found[place] for place in sorted(found)]
