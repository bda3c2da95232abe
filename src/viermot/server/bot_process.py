"""A process in which bots think: one JSON object per line in, some out. The server starts it and may kill it.

It keeps its own copy of each game, played again from the same log, and shows each bot its seat's perspective. What a
bot chooses goes back to the server as the text of an option, and is checked there like anybody else's answer.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec

from viermot import advising
from viermot.analysis import analysed
from viermot.kernel import bots, registry
from viermot.kernel.json import Json, JsonObject
from viermot.kernel.record import UNDO, Setup
from viermot.kernel.registry import Bot
from viermot.kernel.snapshots import is_trimmed
from viermot.server.live import Live, open_session
from viermot.server.rows import Note, RecordRow, row_of

ENCODER: Final = msgspec.json.Encoder()
MAX_GAMES: Final = 1_500  # of 0.1 to 0.3 MB; above its share of memory the process is restarted (bot_workers.py)
MAX_MEMORY: Final = 2 * 2**30  # bytes
FEW_ROWS: Final = 32  # entries that are replayed in no time
SLICE: Final = 0.25  # seconds after which a run of decisions is handed over, so that watchers see progress


def takes_a_moment(asked: JsonObject) -> bool:
    """Is there so much to replay that the thinking begins later? If so, the process says when it does."""
    return "setup" in asked or len(asked["rows"]) > FEW_ROWS


class Thinker:
    """The games and the bots of this process."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self.games: OrderedDict[str, Live] = OrderedDict()
        self.bots: dict[tuple[str, str, str], Bot] = {}

    def tell(self, more: bool = False, /, **message: Json | Note) -> None:
        """A line to the server; ``more`` lines follow at once, so that it need not be woken twice."""
        self.out.write(ENCODER.encode(message) + b"\n")
        if not more:
            self.out.flush()

    def answer(self, asked: JsonObject) -> None:
        """Think about one game until a person is asked, the slice is over, or something goes wrong."""
        table_id = asked["game"]
        try:
            live = self._follow(asked)
            if live is None:
                self.tell(need=True)
                return
            if takes_a_moment(asked):
                self.tell(following=True)  # the clock of the first decision starts now
            if "mind" in asked:
                think(live, asked["mind"], self.tell)
            else:
                self._run(table_id, live, asked)
            live.trim()
            self.tell(end=True, length=len(live.session.record), head=live.session.head, size=size())
        except Exception as wrong:  # whatever a bot does, the server goes on with another
            self._drop(table_id)
            self.tell(failed=f"{type(wrong).__name__}: {wrong}"[:300])

    def _follow(self, asked: JsonObject) -> Live | None:
        """The game as the server has it; None if it has to be sent from the beginning."""
        table_id = asked["game"]
        if "setup" in asked:
            self._drop(table_id)
            live = Live(open_session(Setup(**asked["setup"]), bytes.fromhex(asked["key"]), asked["pack"]))
            self.games[table_id] = live
        found = self.games.get(table_id)
        if found is None or len(found.session.record) != asked["from"] or asked["head"] not in ("", found.session.head):
            self._drop(table_id)
            return None
        if "setup" not in asked and any(line["what"] == UNDO for line in asked["rows"]) and is_trimmed(found.session):
            self._drop(table_id)  # the place it goes back to is not known here
            return None
        for line in asked["rows"]:
            found.apply_row(row_of(line))
        self.games.move_to_end(table_id)
        while len(self.games) > MAX_GAMES:
            self._drop(next(iter(self.games)))
        return found

    def _drop(self, table_id: str) -> None:
        self.games.pop(table_id, None)
        for key in [key for key in self.bots if key[0] == table_id]:
            del self.bots[key]

    def _run(self, table_id: str, live: Live, asked: JsonObject) -> None:
        until = time.monotonic() + SLICE
        once = asked.get("instead")  # another bot for the first decision only
        begun = False
        while (seat := live.bot_asked()) is not None:
            if begun and (seat in live.session.loans or bots.is_budgeted(str(live.session.seats[seat]))):
                return  # it may be due back by now, or has to wait in line: the server checks first
            begun = True
            name = once or live.session.seats[seat]
            self._decide(table_id, live, seat, str(name))
            live.carry_out_orders()  # as the server does, so that what follows need not be asked for again
            if once or time.monotonic() >= until or seat in live.session.loans:
                return  # the person who lent the seat is watching, and may stop it after any answer
            if live.bot_asked() is not None:
                self.out.flush()  # the clock of the next decision starts now

    def _decide(self, table_id: str, live: Live, seat: str, name: str) -> None:
        session = live.session
        decision = next(decision for decision in session.pending if decision.seat == seat)
        rng = session.bot_rng(seat, live.bot_positions.get(seat, 0))
        code = session.chosen(self._bot(table_id, session.module, seat, name), decision, rng)
        if code not in decision.codes:
            raise ValueError(f"{name} answered {decision.kind} with something not offered")
        option = decision.notation_of(code)
        number = decision.number
        session.decide(option, seat, number)
        note: Note = {"bot": name, "chance": rng.position}
        live.after_entry(RecordRow(live.length, session.record[-1], None, note))
        self.tell(True, seat=seat, number=number, option=option, note=note)

    def _bot(self, table_id: str, module: registry.GameModule, seat: str, name: str) -> Bot:
        key = (table_id, seat, name)
        if key not in self.bots:
            self.bots[key] = bots.make(module, seat, name)
        return self.bots[key]


def think(live: Live, wanted: JsonObject, tell: Callable[..., None]) -> None:
    """Advice, a belief or an analysis for one seat; no advice where it is asked something else by now."""
    session, seat, locale = live.session, wanted["seat"], wanted["locale"]
    view = session.perspective(seat)
    if wanted["what"] == "belief":
        asked = next((decision for decision in session.pending if decision.seat == seat), None)
        tell(told=advising.believed(session.module, view, locale, asked, wanted["option"]))
    elif wanted["what"] == "analysis":
        tell(told=analysed(session, seat, locale, live.over, lambda done: tell(progress=done)))
    else:
        by = wanted.get("by", "")
        for decision in session.pending:
            if (decision.seat, decision.number) == (seat, wanted["number"]):
                playouts = 0 if by else advising.PLAYOUTS
                tell(told=advising.advised(session.module, view, decision, locale, by, playouts))


def size() -> int:
    """How many bytes of memory this process has; 0 where nobody can tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def be_modest() -> None:
    """Whatever a bot does, it cannot have all of the machine's memory: beyond a limit it gets none."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        limit = MAX_MEMORY if hard == resource.RLIM_INFINITY else min(MAX_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def main() -> None:
    """Read requests until the server closes the pipe. What a bot prints goes to the error stream."""
    be_modest()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    thinker = Thinker(out)
    # Games hold no cycles. Looking for some in hundreds of them takes a third of a second, in which nobody thinks.
    gc.freeze()
    gc.set_threshold(100_000, 100, 1_000)
    thinker.tell(ready=True)
    for line in sys.stdin.buffer:
        thinker.answer(msgspec.json.decode(line))


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(0)
