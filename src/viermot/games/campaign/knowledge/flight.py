"""The sortie being flown as a session of its own, for terminals and pages; any other as it was, or as a file.

A `SortieSession` decides, undoes and saves through the career it belongs to, so nothing is recorded twice. An
extracted sortie is an ordinary game: its key is an inner key of the career's, so `viermot verify` proves it alone.
Loading a career replays it, so each of its sorties can be looked at, however long ago it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, NamedTuple, cast

from viermot.games.campaign.components import base_pack
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.rules import raids
from viermot.kernel import bots, packs, registry
from viermot.kernel.agenda import State
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotRng, KeyedDice, inner_key
from viermot.kernel.json import Json
from viermot.kernel.lending import QUESTION
from viermot.kernel.record import DECIDE, REKEY, START, UNDO, Entry, Setup
from viermot.kernel.saves import Verdict, dump, judge, parse
from viermot.kernel.session import CannotUndo, Session
from viermot.kernel.user_error import UserError

IN_FLIGHT = ("in_flight", "in_flight_still")
DEBRIEF = ("kill", "sortie_over")  # logged first when a sortie is over


class SortieSession(Session):
    """A sortie as a table of its own; everything that changes goes through the career."""

    def __init__(self, career: Session) -> None:
        state: Any = career.state
        self.career = career
        self.number: int = state.number
        self.module = registry.game(state.layout.game_name)
        self.pack = raids.sortie_pack(state.layout.book, state.layout.game_name, state.orders)
        options = raids.options(state)
        self.setup = Setup(
            self.module.name, raids.ID, options, self.module.rules_version, self.module.pack_hash(self.pack),
            open_seed=career.setup.open_seed, casual=career.setup.casual,
        )  # fmt: skip
        self.key = inner_key(career.key, state.prefix[:-1])
        self.commitment = career.commitment
        self.seats = {seat: career.seats.get(seat) for seat in self.module.seats}
        self.marks = career.marks
        self.loans = career.loans
        self.orders = career.orders
        self.kept_for = career.kept_for

    @property
    def state(self) -> Any:  # type: ignore[override]
        """The sortie's state: in the air, or as it landed."""
        state: Any = self.career.state
        return state.landed_sortie if self.over else state.sortie

    @property
    def over(self) -> bool:
        """Has it landed?"""
        state: Any = self.career.state
        return state.sortie is None or state.number != self.number

    @property
    def head(self) -> str:  # type: ignore[override]
        """The career's: it has the only chain."""
        return self.career.head

    @property
    def heads(self) -> dict[str, str]:  # type: ignore[override]
        return self.career.heads

    @property
    def record(self) -> list[Entry]:  # type: ignore[override]
        """The career's as well."""
        return self.career.record

    @property
    def before(self) -> list[State | None]:  # type: ignore[override]
        """The sortie as it was before each line of the record; None where it was not in the air."""
        states: list[Any] = list(self.career.before)
        return [None if state is None else state.sortie for state in states]

    @property
    def pending(self) -> tuple[Decision, ...]:
        """What the sortie asks of people or programs."""
        if self.over:
            return ()
        sortie = self.state
        return tuple(
            Decision(self.module, sortie, sortie.asked, 0, outer.number)
            for outer in self.career.pending
            if outer.kind in IN_FLIGHT
        )

    def decide(self, option: str | int, seat: str | None = None, number: int | None = None) -> None:
        """Answer the sortie's question; the career records it."""
        decision = self._open(seat)
        self.career.decide(decision.notation_of(decision.code_of(option)), decision.seat, number)

    def fly_home(self, seat: str, bot: str = "standard") -> None:
        """A bot answers in a person's place until the sortie is over, or another person is asked."""
        known = self.module.bots(seat)
        flier = bots.make(self.module, seat, bot if bots.level_of(bot) in known else bots.usual(known))
        rng = BotRng(self.key, seat)
        while (asked := next(iter(self.pending), None)) is not None and asked.seat == seat:
            self.decide(asked.notation_of(flier.choose(self.perspective(seat), asked, rng)), seat)

    @property
    def limits(self) -> tuple[str, ...]:
        """In the air a seat can be lent until it has landed, and no longer."""
        return tuple(limit for limit in self.career.limits if limit in (QUESTION, "turn", "sortie"))

    def hand_over(
        self, seat: str, bot: str | None, until: str = "", goes_on: Callable[[str], bool] | None = None
    ) -> None:
        """A seat of the career."""
        self.career.hand_over(seat, bot, until, goes_on)

    def open_up(self, seat: str) -> None:
        self.career.open_up(seat)

    def run_bots(self, goes_on: Callable[[str], bool] | None = None) -> None:
        self.career.run_bots(goes_on)

    def order(self, seat: str, change: Json) -> None:
        """Orders are the career's: what a sortie asks, it asks through the career."""
        self.career.order(seat, change)

    def why_not_undo(self, seat: str) -> CannotUndo | None:
        return self.career.why_not_undo(seat)

    def undo(self, seat: str, to: int | None = None, consent: Sequence[str] = ()) -> None:
        self.career.undo(seat, to, consent)

    def revealed_key(self) -> str | None:
        """The sortie's own key, once it has landed."""
        return self.key.hex() if self.over else None

    def save(self, path: str | PathLike[str], seat: str | None = None) -> None:
        """One career, one save."""
        self.career.save(path, seat)


def flown_again(career: Session, number: int) -> list[tuple[Entry, Career]]:
    """A finished sortie as it was: its lines of the record, each with the career after it, the last as it landed."""
    lines: list[tuple[Entry, Career]] = []
    for entry, state in career.standing:
        after = cast(Career, state)
        if after.sortie is not None and after.number == number:
            lines.append((entry, after))
        elif lines:
            return [*lines, (entry, _at_landing(lines[-1][1], after))]
    raise UserError("campaign.sortie.none", number=number)  # none of that number, or it is still in the air


def _at_landing(aloft: Career, landed: Career) -> Career:
    """The career when the wheels touched the ground: the sortie over, its last words logged, nothing counted yet."""
    moment = aloft.clone()
    moment.sortie = landed.landed_sortie
    moment.asked, moment.agenda = None, []
    news = landed.log[aloft.logged : landed.logged]
    news = news[: next(place for place, event in enumerate(news) if event[0] in DEBRIEF)]
    moment.log = aloft.log[: aloft.logged] + news
    moment.tended = aloft.tended | any(event[0] == "fuel" for event in news)
    return moment


def extract(career: Session, number: int) -> Session:
    """A finished sortie as a game of its own: same dice, same decisions, its own key and proof."""
    flown = flown_again(career, number)[-1][1]
    if flown.tended:
        raise UserError("campaign.sortie.tended", number=number)
    layout = flown.layout
    game = registry.game(layout.game_name)
    base = base_pack(layout.book, layout.game_name)
    pack = game.pack_from(packs.content({**base.tables, raids.FILE: raids.row(layout.book, flown.orders)}))
    entries = _entries(career, flown.prefix)
    keys = [inner_key(key, flown.prefix[:-1]) for key in entries.keys]
    key = keys.pop(0)
    options = raids.options(flown)
    opened = career.setup.open_seed
    setup = Setup(game.name, raids.ID, options, game.rules_version, game.pack_hash(pack), open_seed=opened)
    dice = KeyedDice(key)
    session = Session(game, pack, setup, key, game.start(pack, raids.ID, options, dice), dice, {})
    for entry in entries.lines:
        if entry.what == REKEY:
            session.rekey(keys.pop(0))
        else:
            session.apply_entry(entry)
    return session


def verdict(career: Session, number: int) -> Verdict:
    """Was a finished sortie fair? By its own key; one that cannot stand alone is judged with all of its career."""
    tended = flown_again(career, number)[-1][1].tended
    judged = career if tended else extract(career, number)
    return judge(parse(json.loads(dump(judged)), "save"), judged.head)


class SortieRecord(NamedTuple):
    """The lines of a sortie's own record, and the career's keys in force meanwhile."""

    lines: list[Entry]
    keys: list[bytes]


def _entries(career: Session, prefix: str) -> SortieRecord:
    """The lines of a sortie's own record: its decisions, what was taken back among them, and new keys."""
    entries = [Entry(START)]
    coming = list(career.keys)
    keys = [coming.pop(0)]
    places: dict[int, int] = {}  # line of the career's record -> line of the sortie's
    for place, (entry, before) in enumerate(zip(career.record, career.before, strict=True)):
        state: Any = before
        aloft = state.sortie is not None and state.prefix == prefix
        if entry.what == REKEY:
            new = coming.pop(0)
            if aloft:
                keys.append(new)
                entries.append(Entry(REKEY))
            elif len(entries) == 1:  # before it took off
                keys = [new]
        if not aloft:
            continue
        if entry.is_answer and entry.question in IN_FLIGHT:
            places[place] = len(entries)
            entries.append(Entry(DECIDE, entry.seat, state.sortie.asked[0].word, entry.choice))
        elif entry.what == UNDO and int(entry.choice) in places:
            entries.append(Entry(UNDO, entry.seat, choice=str(places[int(entry.choice)])))
    return SortieRecord(entries, keys)
