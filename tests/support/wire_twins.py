"""Twin worlds on the wire: one seat's person tries every outlet in two worlds that differ in a secret of another's.

Everything he is sent is written down with its moment, by a clock that is turned: frames of the WebSocket, and the
answers to what he asks before, during and after the pauses. Both worlds must give the same transcript, bytes, sizes,
order and moments, until the rules tell him the difference.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tests.support import twins
from tests.support.kits import Worlds, kits
from tests.support.wire import A_MOMENT, BEGIN, House, Mind, Page, a_house, live_through
from tests.support.wire_outlets import (
    ASKED_WELL,
    HTTP,
    MORE,
    MUTING,
    NEAR,
    NEARLY,
    OFFERED,
    ONLOOKER,
    OTHER,
    POLISH,
    SAVE,
    SOCKET,
    STRANGERS_LIST,
    VIEW,
    WHOLE,
    WITHOUT_A_SEAT,
    WRITES,
)
from viermot import Session, outlets
from viermot.kernel import registry
from viermot.kernel.bots import is_budgeted
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotRng, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.record import Entry, Setup
from viermot.server import about, clock

OBSERVER, STRANGER = "anna", "clara"
SEALED: Final = re.compile(rb'"sealed": ?"([^"]*)"')
MOMENTS: Final = re.compile(rb'("(?:created|last_change|at)":)([0-9.]+)')
HASHES: Final = re.compile(rb'"(commitment|head)": ?"[0-9a-f]{64}"')
TABLE: Final = re.compile(rb"wire-[0-9]{8}")
WITHIN: Final = 0.9  # of a pause, in which the other has answered all he was asked
PROBES_EACH: Final = 4  # outlets tried in each pause
PATIENCE: Final = 20_000  # seconds by the turned clock after which a story in which nobody does anything is over
WATCHED: Final = 4.0  # seconds in which outlets are tried while the computer plays for the observer
STALLED: Final = "nobody does anything"
EXPERT: Final = "expert:8"  # what it is called is what counts here: who answers is the pair's own mind

Orders = Callable[[Session, Decision], JsonObject | None]
Lends = Callable[[Session, Decision], str]


@dataclass
class World:
    """A session, who plays its other seats, and whether those are people."""

    session: Session
    seat: str  # the observer's
    own: Mind
    others: Mind
    people: bool
    parted: Callable[[], bool] = lambda: False  # may the worlds differ from here on?
    own_orders: Orders = lambda session, decision: None  # what the observer orders before he answers, if anything
    others_orders: Orders = lambda session, decision: None  # the same of another; may differ from world to world
    lends: Lends = lambda session, decision: ""  # until when the observer hands his seat over, if at all
    others_lend: Lends = lambda session, decision: ""  # the same of another, whenever the observer is about to answer
    bot: str = "standard"  # the name of the bots there; one with a budget thinks for longer, and not as long in both


@dataclass
class Line:
    """Something the observer was sent: when, on what, what."""

    at: float
    outlet: str
    told: bytes


@dataclass
class Pause:
    """What followed an answer of the observer's: was another asked in silence, and what was to be seen of it?"""

    asked: bool
    seen: list[tuple[str, float, int]] = field(default_factory=list)  # outlet, seconds after the answer, size
    heard: int = 0  # events that the observer knew at its end
    news: list[tuple[float, int]] = field(default_factory=list)  # when he was sent a view with something new, how much


@dataclass
class Story:
    """A world as the observer lived it."""

    lines: list[Line] = field(default_factory=list)
    decisions: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    pauses: list[Pause] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)
    sure: int = 0  # how many lines were sent before the worlds may have diverged
    record: list[Entry] = field(default_factory=list)
    stalled: bool = False  # it went on no longer, though nobody had ended it


def lived(house: House, world: World, seed: str, maximum: int, only: str = "", which: int = 0) -> Story:
    """The transcript of a world, the first or the second; ``only``: the one outlet that is tried."""
    story: Story = live_through(lambda: _Life(house, world, seed, maximum, only, which).live())
    return story


def both(house: House, worlds: list[Callable[[], World]], seed: str, maximum: int, only: str = "") -> list[Story]:
    """The transcripts of a pair of worlds."""
    return [lived(house, world(), seed, maximum, only, which) for which, world in enumerate(worlds)]


class _Life:
    """The observer and the others, in one world."""

    def __init__(self, house: House, world: World, seed: str, maximum: int, only: str, which: int) -> None:
        self.house, self.world, self.seed, self.maximum, self.only = house, world, seed, maximum, only
        self.silence = random.Random(f"{seed} silence {which}")  # how long another thinks: not the same in both
        self.story = Story()
        self.over = asyncio.Event()
        self.wrong: BaseException | None = None  # what somebody stumbled over
        self.tasks: set[asyncio.Task[None]] = set()
        self.answered = 0.0  # when the observer last did
        self.began, self.rebase = BEGIN, False
        self.game = ""
        self.visible = 0
        self.shown: dict[str, int] = {}  # how many views each of the others has been sent
        self.others_view: dict[str, Any] = {}  # the last that each of them was sent
        self.replying: dict[int, str] = {}  # who of the others has answered and is not told yet that he was heard
        self.turn = 0
        self.deciding: dict[int, int] = {}  # which message of the observer's answers which of his questions
        self.asked: dict[str, Any] | None = None  # the last question that the observer was shown
        self.answering: tuple[int, int] = (-1, -1)
        pacing = about.pacing(world.session.setup.game)
        self.silent = pacing
        self.pause = pacing.pause if pacing is not None else 1.0

    async def live(self) -> Story:
        world, house = self.world, self.house
        seats = list(world.session.module.seats)
        sitting: dict[str, str | None] = {}
        minds: dict[str, Mind] = {}
        for seat in seats:
            sitting[seat] = OBSERVER if seat == world.seat else OTHER if world.people else None
            if seat != world.seat and not world.people:
                minds[seat] = self._bot_answers
        self.game = house.table(world.session, sitting, minds, world.bot)
        house.thinks = self._bot_thinks if is_budgeted(world.bot) else lambda seat, kind: A_MOMENT
        await house.ask(OBSERVER, "POST", "/api/silences", {"name": OTHER, "how": "hear"})  # whom its twin muted
        house.server.tables.bots_if_asked(house.found(self.game), tick=True)
        async with house.socket(OBSERVER) as own, house.socket(OTHER) as other:
            own.on_frame = lambda told: self._own_frame(own, told)
            own.send(type="watch", table=self.game, seat=world.seat)
            if world.people:
                other.on_frame = lambda told: self._other_frame(other, told)
                for seat in seats:
                    if seat != world.seat:
                        other.send(type="watch", table=self.game, seat=seat)
            try:
                await asyncio.wait_for(self.over.wait(), PATIENCE)
            except TimeoutError:
                self._note(STALLED, b"")
                self.story.stalled = True
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
        self.story.record = list(house.found(self.game).live.session.record)
        house.forget(self.game)
        if self.wrong is not None:
            raise self.wrong
        if world.parted():
            del self.story.lines[self.story.sure :]
        return self.story

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.wrong = self.wrong or task.exception()
            self.over.set()

    def _note(self, outlet: str, told: bytes) -> None:
        if self.rebase:  # nobody knows when another began to think: what he did begins a new count of time
            self.began, self.rebase = clock.now(), False
        told = TABLE.sub(b"table", HASHES.sub(rb'"\1":""', told))
        told = SEALED.sub(lambda found: b'"sealed":%d' % len(found[1]), told)  # the length must be equal, too
        told = MOMENTS.sub(lambda found: found[1] + self._since(float(found[2])), told)
        self.story.lines.append(Line(round(clock.now() - self.began, 6), outlet, told))
        self.story.tried.add(outlet)
        if self.story.pauses:
            at = round(clock.now() - self.answered, 6)
            self.story.pauses[-1].seen.append((outlet, at, len(told)))

    def _since(self, moment: float) -> bytes:
        """A moment as it is sent, counted as the observer counts; one before that he has been told already."""
        return f"{moment - self.began:.6f}".encode() if moment >= self.began else b'"earlier"'

    # -- the observer ----------------------------------------------------------------------------------------

    def _own_frame(self, page: Page, told: dict[str, Any]) -> None:
        if told["type"] == "view" and (told["result"] is not None or told["ended"] is not None):
            self.over.set()  # all is open now
        if self.over.is_set():
            return
        self._note(f"sent {told['type']}", page.frames[-1][1].encode())
        if told["type"] == "refused" and told["id"] in self.deciding:
            self._start(self._answer_once_more(page, self.turn, self.deciding[told["id"]]))
        if told["type"] != "view":
            return
        self._hear(told)
        self.asked = told["decision"] or self.asked
        if told["decision"] is not None and self.answering != self._place(told):
            self.answering = self._place(told)
            self.turn += 1
            self._start(self._answer(page, told, self.turn))

    def _place(self, told: dict[str, Any]) -> tuple[int, int]:
        return told["decision"]["number"], told["events_from"] + len(told["events"])

    def _hear(self, told: dict[str, Any]) -> None:
        knew = len(self.story.events), self.answering
        kept = self.story.events[: told["events_from"]]
        plain = [{key: event[key] for key in ("number", "turn", "kind", "rules", "data")} for event in told["events"]]
        self.story.events = kept + plain
        if self.story.pauses:
            pause = self.story.pauses[-1]
            pause.heard = len(self.story.events)
            asked = self._place(told) if told["decision"] is not None else knew[1]
            if (pause.heard, asked) != knew:
                pause.news.append((round(clock.now() - self.answered, 6), pause.heard - knew[0]))

    async def _answer(self, page: Page, view: dict[str, Any], turn: int) -> None:
        rng = random.Random(f"{self.seed} own {self.story.decisions}")
        await asyncio.sleep(rng.uniform(0.3, 3.0))
        if self.turn != turn:
            return  # he has been asked something else meanwhile
        if self.story.decisions >= self.maximum or self.world.parted():
            self.over.set()
            return
        self.story.sure = len(self.story.lines)
        session = self.house.found(self.game).live.session
        decision = next((each for each in session.pending if each.seat == self.world.seat), None)
        if decision is None or decision.number != view["decision"]["number"]:
            return
        self.story.decisions += 1
        if lent := self.world.others_lend(session, decision):
            await self._other_lends(lent)
        until = self.world.lends(session, decision)
        if until:
            await self._lend(page, rng, decision.number, until)
            return
        orders = self.world.own_orders(session, decision)
        if orders is None:
            option = decision.options[self.world.own(session, decision)]
            await self._say(page, rng, decision.number, type="decide", number=decision.number, option=option)
            return
        await self._say(page, rng, decision.number, type="orders", **orders)
        self._start(self._answer_once_more(page, turn, view["decision"]["number"]))

    async def _say(self, page: Page, rng: random.Random, asked: int, **message: Any) -> None:
        """The observer does something, and tries a few outlets in what follows."""
        self.answered = self.began = clock.now()
        self.rebase = False
        self.story.pauses.append(Pause(False))
        sent = page.send(table=self.game, seat=self.world.seat, **message)
        if message["type"] == "decide":
            self.deciding[sent] = asked
        await asyncio.sleep(0)
        self._try_some(page, rng, asked, 1.3 * self.pause)

    def _try_some(self, page: Page, rng: random.Random, asked: int, within: float) -> None:
        for _ in range(PROBES_EACH):
            self._start(self._try(page, rng.uniform(0.0, within), rng, asked))

    async def _lend(self, page: Page, rng: random.Random, asked: int, until: str) -> None:
        """The observer watches the computer play for him."""
        self.answered = self.began = clock.now()
        self.story.pauses.append(Pause(False))
        self.house.minds[self.game, self.world.seat] = self.world.own
        body = {"seat": self.world.seat, "bot": "standard", "until": until}
        status, told = await self.house.ask(OBSERVER, "POST", f"/api/tables/{self.game}/hand-over", body)
        self._note("handed over", str(status).encode() + b" " + told)
        self.answering = -1, -1  # he may have his seat back, by one of the outlets he tries, before it is answered
        self._try_some(page, rng, asked, WATCHED)

    async def _other_lends(self, until: str) -> None:
        seat = next(name for name in self.world.session.module.seats if name != self.world.seat)
        self.house.minds[self.game, seat] = self._bot_answers
        body = {"seat": seat, "bot": "standard", "until": until}
        status, _ = await self.house.ask(OTHER, "POST", f"/api/tables/{self.game}/hand-over", body)
        self.story.tried.add(f"the other lends: {status}")

    async def _answer_once_more(self, page: Page, turn: int, number: int) -> None:
        """What his orders have not answered, or what was refused since something else came between, stands in no new
        view: he is asked just what he was.
        """
        await asyncio.sleep(2 * self.pause)
        session = self.house.found(self.game).live.session
        decision = next((each for each in session.pending if each.seat == self.world.seat), None)
        if self.turn == turn and decision is not None and decision.number == number:
            rng = random.Random(f"{self.seed} in spite {self.story.decisions}")
            option = decision.options[self.world.own(session, decision)]
            await self._say(page, rng, decision.number, type="decide", number=decision.number, option=option)

    async def _try(self, page: Page, after: float, rng: random.Random, number: int) -> None:
        names = [*HTTP, *MORE, *ASKED_WELL, *POLISH, *(f"asked {name}" for name in SOCKET)]
        name = self.only or rng.choice(names)
        if len(self.world.session.module.seats) == 1 and name in WHOLE:
            name = VIEW  # who holds all seats may have the key, and with it the dice to come
        if not self.world.people and name == "POST /api/tables/{id}/open-copy":
            name = VIEW  # against the computer it opens everything
        if name in WRITES and rng.random() < 0.7:
            name = VIEW
        await asyncio.sleep(after)
        if self.over.is_set():
            return
        seat = self.world.seat
        others = [other for other in self.world.session.module.seats if other != seat] or [seat]
        if name.startswith("asked "):
            kind = name.removeprefix("asked ")
            self.story.tried.add(name)
            about_ = {} if kind == "ping" else {"table": self.game, "seat": seat}
            if kind == "unwatch":
                about_["seat"] = others[0] if others[0] != seat else "nobody"  # he goes on watching his own
            page.send(type=kind, **about_, **SOCKET[kind])
            return
        path, body = HTTP.get(name) or ASKED_WELL.get(name) or ((MORE | POLISH)[name], None)
        method = name.partition(" ")[0] if name in HTTP else "POST" if name in ASKED_WELL else "GET"
        if name == "the next number":
            method, path, body = "POST", "/api/tables/{id}/decide", {"number": number + 1, "option": "xyzzy"}
        if name == "undo for another":
            method, path, body = "POST", "/api/tables/{id}/undo", {"seat": "{other}"}
        path = path.replace("{id}", self.game).replace("{seat}", seat).replace("{other}", others[0])
        if method == "POST":
            body = {"seat": seat, **(body or {})} if name not in WITHOUT_A_SEAT else body
            body = msgspec.json.decode(self._filled_in(msgspec.json.encode(body).decode(), rng))
            if name == "undo for another":
                body = {"seat": others[0] if others[0] != seat else "nobody"}
        if name in WRITES:
            self.answering = -1, -1  # what was answered may be asked again
        if name == MUTING:
            body = {"name": OTHER, "how": "mute" if number % 2 else "hear"}
        stranger = name == STRANGERS_LIST or name.startswith(ONLOOKER)
        status, told = await self.house.ask(STRANGER if stranger else OBSERVER, method, path, body)
        if name in ("GET /api/tables", STRANGERS_LIST) and status == 200:
            found = json.loads(told)
            listed = found if name != STRANGERS_LIST else found["tables"]
            recorded = [] if name != STRANGERS_LIST else found["recorded"]
            here = [line for line in listed if line["id"] == self.game]
            assert name != STRANGERS_LIST or here, "a list without the game is no proof"
            told = msgspec.json.encode(here + recorded)
        assert status < 500, f"{name}: {told!r}"  # two worlds in which nothing is to be had are no proof
        self._note(name, str(status).encode() + b" " + told)

    def _filled_in(self, body: str, rng: random.Random) -> str:
        """With words of the question that he was last shown."""
        asked = self.asked or {"name": "", "options": []}
        listed = asked["options"]
        if isinstance(listed, dict):
            listed = [each["option"] for each in listed["also"]] + listed["texts"] + listed["hexes"]
        else:
            listed = [each["option"] for each in listed]
        said = {
            OFFERED: rng.choice(listed) if listed else "none", NEARLY: rng.choice(NEAR), "{question}": asked["name"],
        }  # fmt: skip
        for word, value in said.items():
            body = body.replace(word, value)
        return body

    # -- the others --------------------------------------------------------------------------------------------

    def _other_frame(self, page: Page, told: dict[str, Any]) -> None:
        if told["type"] == "view":
            self.shown[told["seat"]] = self.shown.get(told["seat"], 0) + 1
            self.others_view[told["seat"]] = told
        if told["type"] in ("done", "refused"):
            seat = self.replying.pop(told["id"], None)
            if told["type"] == "refused" and seat is not None:  # a bot had his seat, and has answered that
                self._start(self._other_answers(page, self.others_view[seat]))
        if told["type"] == "view" and told["decision"] is not None and not self.over.is_set():
            if told["seat"] in self.replying.values():
                return  # his orders have shown him the question again
            self._start(self._other_answers(page, told))

    async def _other_answers(self, page: Page, view: dict[str, Any]) -> None:
        if view["decision"] is None:
            return
        seat, number = view["seat"], view["decision"]["number"]
        session = self.house.found(self.game).live.session
        decision = next((each for each in session.pending if each.seat == seat), None)
        if decision is None or decision.number != number:
            return
        shown = self.shown[seat]
        await asyncio.sleep(self._thought(seat, decision.kind))
        if self.shown[seat] != shown:
            return  # he has been shown something else meanwhile, and thinks about that
        session = self.house.found(self.game).live.session
        decision = next((each for each in session.pending if each.seat == seat), None)
        if decision is None or decision.number != number or self.over.is_set():
            return
        option = decision.options[self.world.others(session, decision)]
        if not self._is_silent(seat, decision.kind):
            self.rebase = True
        orders = self.world.others_orders(session, decision)
        if orders is not None:
            page.send(type="orders", table=self.game, seat=seat, **orders)
        sent = page.send(type="decide", table=self.game, seat=seat, number=number, option=option)
        self.replying[sent] = seat

    def _bot_answers(self, session: Session, decision: Decision) -> int:
        if self.story.pauses and self._is_silent(decision.seat, decision.kind):
            self.story.pauses[-1].asked = True
        return self.world.others(session, decision)

    def _bot_thinks(self, seat: str, kind: str) -> float:
        """The one thing it searches for is the first that it is asked for all to see: for a second, or longer."""
        if self.visible or self._is_silent(seat, kind) or seat == self.world.seat:
            return A_MOMENT
        self.visible += 1
        return self.silence.uniform(3.1, 5.9) if random.Random(self.seed).random() < 0.5 else self.silence.random()

    def _is_silent(self, seat: str, kind: str) -> bool:
        return self.silent is not None and (seat == self.silent.all_knowing or kind in self.silent.silent)

    def _thought(self, seat: str, kind: str) -> float:
        """How long another thinks: in silence some part of what is left of the pause, else as long in both worlds."""
        if self._is_silent(seat, kind):
            if self.story.pauses:
                self.story.pauses[-1].asked = True
            assert self.silent is not None
            left = WITHIN * self.pause  # each silent question has its pause; an umpire has one for all of them
            if self.silent.all_knowing:
                left = 0.5 * (self.answered + left - clock.now())
            return self.silence.uniform(0.0, left) if left > 0 else 0.0
        self.visible += 1
        return random.Random(f"{self.seed} other {self.visible}").uniform(0.1, 2.0)


Pair = tuple[list[Callable[[], World]], Mapping[str, frozenset[str]]]  # and which events may tell them apart


# -- pairs of worlds --------------------------------------------------------------------------------------------


def by_bot(seed: str) -> Mind:
    """The standard bot of the seat, by what it sees and its own chance."""
    bots: dict[str, Any] = {}

    def choose(session: Session, decision: Decision) -> int:
        seat = decision.seat
        bot = bots.setdefault(seat, session.module.bots(seat)["standard"]())
        rng = BotRng(key_of(f"{seed} {decision.number}"), seat)
        return list(decision.codes).index(bot.choose(session.perspective(seat), decision, rng))

    return choose


def future(game: str, seed: str, number: int, options: Mapping[str, Any] = MappingProxyType({})) -> Pair:
    """A game in which nothing is secret but the dice to come: they differ after a number of throws."""
    module = registry.game(game)
    pack = module.load_pack(None)
    scenarios = [about.id for about in module.info(pack).scenarios]
    scenario = scenarios[number % len(scenarios)]
    after = 60 + 20 * (number % 10)
    first = twins.TapedDice(key_of(seed))
    later = twins.LateDice(key_of(f"{seed}'"), first, after)
    chosen = registry.with_options(game, options)

    def world(dice: twins.TapedDice) -> World:
        setup = Setup(game, scenario, dict(options), chosen.rules_version, chosen.pack_hash(pack), open_seed=seed)
        session = Session(chosen, pack, setup, dice.key, chosen.start(pack, scenario, options, dice), dice, {})
        session.begin()
        parted = lambda: len(dice.tape) > after  # noqa: E731
        own = chosen.seats[number % len(chosen.seats)]
        return World(session, own, by_bot(seed), by_bot(seed), len(chosen.seats) > 1, parted)

    return [lambda: world(first), lambda: world(later)], {}


# -- comparing ----------------------------------------------------------------------------------------------------


class Leak(AssertionError):
    """The observer could tell the worlds apart though nobody had told him."""


def compare(stories: list[Story], reveals: Mapping[str, frozenset[str]], what: str) -> str:
    """How the worlds were told apart in the end: "" if not at all, or by which event; Leak if by anything else."""
    first, second = stories
    for one, other in zip(first.lines, second.lines, strict=False):
        if (one.at, one.outlet, one.told) == (other.at, other.outlet, other.told):
            continue
        return _judge(stories, reveals, what, one, other)
    if len(first.lines) != len(second.lines):
        longer = max(first.lines, second.lines, key=len)
        extra = longer[min(len(first.lines), len(second.lines))]
        return _judge(stories, reveals, what, extra, Line(-1, "nothing", b""))
    return ""


def _judge(stories: list[Story], reveals: Mapping[str, frozenset[str]], what: str, one: Line, other: Line) -> str:
    place, event, twin = twins.first_difference(stories[0].events, stories[1].events)
    names = name_of(event), name_of(twin)
    told = event is not None or twin is not None
    if told and one.at >= 0 and other.at >= 0 and one.at != other.at:
        told = told and _heard_by(stories, place, min(one.at, other.at))
    if not told or not any(name in reveals for name in names):
        raise Leak(f"{what}: {_shortly(one, other)} / {_shortly(other, one)}; events {place}: {event} / {twin}")
    return " / ".join(names)


def name_of(event: dict[str, Any] | None) -> str:
    """What an event is called in the lists of what may be told; that of a sortie by its own name."""
    if event is not None and event["kind"] == "flight":
        return str(event["data"]["what"])
    return twins.name_of(event)


def _heard_by(stories: list[Story], place: int, at: float) -> bool:
    """Had the observer been sent that event, in one world at least, at the moment when the worlds part?"""
    for story in stories:
        for line in story.lines:
            if line.at <= at and line.outlet == "sent view":
                told = json.loads(line.told)
                if told["events_from"] + len(told["events"]) > place:
                    return True
    return False


def _shortly(line: Line, other: Line) -> str:
    """When, on what, and from a little before the first byte that differs."""
    pairs = zip(line.told, other.told, strict=False)
    place = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(line.told), len(other.told)))
    return f"{line.at} {line.outlet} ({len(line.told)} bytes) ...{line.told[max(0, place - 80) : place + 120]!r}"


def worlds_known() -> dict[str, Worlds]:
    """The kinds of pairs that the games bring."""
    return {worlds.kind: worlds for kit in kits() for worlds in kit.worlds()}


def worlds_of(kind: str, seed: str, number: int) -> Pair:
    """A pair of worlds of a kind."""
    return worlds_known()[kind].pair(seed, number)


def pair(house: House, kind: str, number: int, maximum: int, only: str = "", bot: str = "standard") -> dict[str, Any]:
    """One pair of worlds, compared; with ``only`` on that outlet and what is sent by itself."""
    seed = f"{kind} {number}"
    made, reveals = worlds_of(kind, seed, number)
    worlds = [partial(_with_bots, make, bot) for make in made]
    stories = both(house, worlds, seed, maximum, only)
    told = compare(stories, reveals, seed)
    assert not any(story.stalled for story in stories), f"{seed}: a story that stops half-way is no proof"
    return {
        "kind": kind, "lines": min(len(story.lines) for story in stories),
        "decisions": min(story.decisions for story in stories), "told apart by": told,
        "asked differently": sum(
            one.asked != other.asked for one, other in zip(stories[0].pauses, stories[1].pauses, strict=False)
        ),
        "tried": sorted(stories[0].tried),
        "sealed files": min(sum(b'"sealed":' in line.told for line in story.lines) for story in stories),
    }  # fmt: skip


def _with_bots(make: Callable[[], World], bot: str) -> World:
    world = make()
    world.bot = bot
    return world


def not_tried(tried: set[str]) -> set[str]:
    """Outlets with a pace that nobody has tried."""
    paced = (outlets.PUBLISHED, outlets.CALM)
    wanted = {name for name, outlet in outlets.HTTP.items() if outlet.pace in paced}
    wanted |= {f"asked {name}" for name, outlet in outlets.SOCKET.items() if outlet.pace in paced}
    wanted |= {f"sent {name}" for name, outlet in outlets.SENT.items() if outlet.pace in paced}
    return wanted - tried


def one(number: int) -> dict[str, Any]:
    """A piece of the long proof: one pair, its kind by its number. A difference is kept as well: there may be more."""
    known = list(worlds_known())
    kind, turn = known[number % len(known)], number // len(known)
    with a_house() as house:
        try:
            found = pair(house, kind, turn, 20, SAVE if turn % 4 == 3 and not worlds_known()[kind].alone else "")
        except AssertionError as wrong:
            print(f"pair {number}: {wrong}", file=sys.stderr, flush=True)
            return {"kind": kind, "difference": str(wrong)}
    del found["tried"]
    return found
