"""What a seat is shown, made from its perspective, decision and events alone."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from viermot import coaching, ladders
from viermot.debriefing import debrief, debriefing_of
from viermot.kernel import lessons
from viermot.kernel.agenda import State, open_questions, seats_asked
from viermot.kernel.decision import Decision
from viermot.kernel.lending import QUESTION, Loan
from viermot.kernel.perspective import PUBLIC, Perspective, seat_bits, seen_so_far
from viermot.kernel.record import REKEY
from viermot.kernel.session import Session
from viermot.kernel.snapshots import can_judge_undo
from viermot.moments import moments_in, moments_of
from viermot.sentences import answer_in_words, modifiers, sentence
from viermot.server import about
from viermot.server.chat import ChatRow
from viermot.server.earlier import earlier
from viermot.server.messages.lobby import Seat, TableLine
from viermot.server.messages.table import (
    Advising,
    Branch,
    ChapterMark,
    Chapters,
    ChatLine,
    Coach,
    CoachedOrders,
    DebriefReport,
    DiceLine,
    DiceReport,
    EventLine,
    EventPage,
    GivenLine,
    LessonName,
    Moment,
    OpenedAt,
    Proposal,
    Question,
    SeatOrders,
    Summary,
    UndoState,
    View,
    Waits,
    Warning,
)
from viermot.server.pace import is_secret, may_be_asked_in_secret
from viermot.server.refusals import Refused
from viermot.server.seats import SeatRow
from viermot.server.silence import heard_by
from viermot.server.table import Table, TableRow
from viermot.text import message

MAX_WARNED: Final = 200  # answers, up to which each is looked at
PAGE: Final = 500  # events that are sent at once: a career may have tens of thousands
RETOLD: Final = 4_000  # the last events, among which a game inside the game may still tell its own
SIX = 6
EXPECTED_MEAN = 3.5


def view_of(table: Table, seat: str, person: str, since: int, mark: str, locale: str, narrated: bool = False) -> View:
    """All that a seat is shown now, with its events from ``since`` on, or as many as a page holds.

    ``narrated``: with the picture at each of these events, for a reader who gets them one by one.
    """
    live, session, row = table.live, table.live.session, table.row
    perspective = session.perspective(seat)
    decision = decision_of(table, seat)
    shown = live.shown[seat]
    start = max(live.still_true(seat, since, mark), shown.events - PAGE)
    picture = about.pictured(row.game, perspective, locale)
    return View(
        table=table.id,
        game=row.game,
        scenario=session.setup.scenario,
        seat=seat,
        perspective=picture,
        decision=question(decision, perspective, locale) if decision is not None else None,
        waiting_for="other" if decision is None and not live.over else None,
        awaited=awaited(table, person) if decision is None and not live.over else [],
        undo=undo_state(table, seat, locale),
        orders=orders_of(table, seat, person),
        given=given_lines(table, seat, start, locale),
        events_from=start,
        events=about.reworded(row.game, perspective, event_lines(perspective, start, locale), locale),
        earlier=earlier(table, seat, start, picture, locale) if narrated and start == since else [],
        mark=live.mark(seat),
        result=session.result,
        ended=live.ended,
        commitment=session.commitment,
        head=session.head if table.open else shown.head,
        key=session.shown_keys if table.open else None,
        rekeyed=_rekeyed(session),
        seats=seat_lines(row.game, table.seats, person, locale, session.loans),
        chat=[chat_line(line, locale) for line in heard_by(table, person)],
        marks=table.seats[seat].marks if seat in table.seats and table.seats[seat].person == person else [],
        proposal=_proposal(table, person),
        seen=table.seats[seat].seen if seat in table.seats else 0,
        rematch=row.rematch,
        casual=session.setup.casual,
        open_seed=session.setup.open_seed is not None,
        imported=row.imported,
        limits=limits_at(table),
        opened=opened_at(table, locale),
        closed=live.over and not table.open,
        coach=coach_of(session, seat, decision, locale),
        branch_of=row.forked_from if session.setup.position is not None else None,
        branch=branch_of(row, person),
        waits=waiting(table, seat, person),
        advising=advising_at(table, seat, person, locale),
    )


def branch_of(row: TableRow, person: str) -> Branch | None:
    """From which moment a game is played on: for whoever branched off.

    Another who has joined may never have seen that seat's game, and its moments show how often its person was asked.
    """
    if row.branch is None or row.branch.get("by") != person:
        return None
    return Branch(row.branch["table"], row.branch["seat"], row.branch["at"])


def waiting(table: Table, seat: str, person: str) -> Waits | None:
    """How long a seat has been waiting for other people, and how long it has to (absence.py); None where it does not
    wait.

    From the moment its own view last changed: what another was asked or did meanwhile makes no difference.
    """
    patience = table.row.patience
    if patience is None or table.live.over or seat not in table.rights(person).held:
        return None
    if table.seats[seat].bot is not None or decision_of(table, seat) is not None or not other_players(table, person):
        return None
    return Waits(changed_at(table, seat), patience)


def other_players(table: Table, person: str) -> list[str]:
    """The seats that other people play themselves."""
    return [name for name, row in table.seats.items() if row.person not in (None, person) and row.bot is None]


def awaited(table: Table, person: str) -> list[str]:
    """Whose seats are waited for: those that are asked, unless being asked is a secret; then all that others play."""
    others = other_players(table, person)
    if about.pacing(table.row.game) is not None:
        return others
    session = table.live.session
    asked = {session.module.seats[number] for number, _ in seats_asked(session.state)}
    return [name for name in others if name in asked]


def changed_at(table: Table, seat: str) -> float:
    """When the seat was last shown something, not when another's answer led to it."""
    shown = table.live.shown[seat].changed
    return shown if table.held_back else max(shown, table.pace.latest.get(seat, 0.0))


def coach_of(session: Session, seat: str, decision: Decision | None, locale: str) -> Coach | None:
    """What the coach says; for his pupil alone."""
    lesson = lessons.of_session(session)
    if lesson is None or lesson.seat != seat:
        return None
    said = coaching.coached(session, decision, locale)
    after = ladders.after_lesson(lesson)
    following = None if after is None else LessonName(after.game, after.id, ladders.about(after, locale).title)
    if said is None:
        return None
    orders = None if said.orders is None else CoachedOrders(**said.orders)
    return Coach(**{**vars(said), "orders": orders}, next=following)


def _rekeyed(session: Session) -> list[str]:
    """What the record says about keys that came into force later; most games have only the first."""
    return [entry.choice for entry in session.record if entry.what == REKEY] if len(session.keys) > 1 else []


def opened_at(table: Table, locale: str) -> list[OpenedAt]:
    """Who had an open copy, and when."""
    game = table.row.game
    return [OpenedAt(seat, about.seat_title(game, seat, locale), at) for seat, at in table.live.session.opened]


def advising_at(table: Table, seat: str, person: str, locale: str) -> Advising:
    """Advice and belief maps at this table."""
    names = {row.person: row.name or "" for row in table.seats.values()}
    used = [
        OpenedAt(each, about.seat_title(table.row.game, each, locale), number)
        for each, number in table.live.session.advised
        if each == seat or table.open
    ]
    wish = [names[who] for who in (table.row.advice or {}).get("wish", ()) if who in names]
    playing = table.rights(person).plays(seat) and not table.live.over
    stood_in = any(table.open or not is_secret(table, each.seat, each.question) for each in table.live.stood_in)
    return Advising(playing and is_allowed(table, person), is_alone(table, person), wish, used, stood_in)


def limits_at(table: Table) -> list[str]:
    """How far a seat can be lent here.

    Where others look on, and a seat may be asked something in secret, not for one question: that its person has it back
    would tell them that it was asked.
    """
    if table.live.over:
        return []
    limits = list(table.live.session.limits)
    return [limit for limit in limits if limit != QUESTION] if others_could_tell(table) else limits


def others_could_tell(table: Table) -> bool:
    """Would somebody learn of it if a question asked in secret changed who plays a seat?"""
    people = {row.person for row in table.seats.values() if row.person is not None}
    is_open = any(row.is_open for row in table.seats.values())
    return (len(people) > 1 or is_open or table.row.spectators) and any(
        may_be_asked_in_secret(table, seat) for seat in table.seats
    )


def is_alone(table: Table, person: str) -> bool:
    """Does nobody else play here, and is no seat kept for somebody?"""
    return all(row.person == person or (row.person is None and row.bot is not None) for row in table.seats.values())


def is_allowed(table: Table, person: str) -> bool:
    """May somebody ask for advice here, and be shown a belief map?"""
    return is_alone(table, person) or bool((table.row.advice or {}).get("on"))


def decision_of(table: Table, seat: str) -> Decision | None:
    """What the seat is asked now; nothing while a bot plays it."""
    if table.live.over or seat not in table.seats or table.seats[seat].bot is not None or seat in table.live.answered:
        return None
    return next((decision for decision in table.live.session.pending if decision.seat == seat), None)


def question(decision: Decision, view: Perspective, locale: str) -> Question:
    """A decision as it is sent; that of a game inside the game is that game's own."""
    asked, seen = about.asked(decision, view)
    return Question(
        decision.number,
        asked.kind,
        asked.rule,
        asked.prompt(locale),
        asked.plain_facts,
        about.options(asked, seen, locale),
        len(asked.codes),
        decision.question.undoable,
        asked.default,
        *warnings_of(decision if asked.can_warn else asked, locale),  # what ends a game inside ends only that
        "" if asked.question.in_person else asked.question.name,
        asked.subject,
        asked.question.sheet,
        about.plan(asked, seen, locale),
        about.chances(asked, seen, locale),
        *about.order_rows(asked, seen, locale),
    )


def warnings_of(decision: Decision, locale: str) -> tuple[dict[str, Warning], bool]:
    """What some answers cost for good; or, where there are too many to go through, that the page has to ask."""
    if not decision.can_warn:
        return {}, False
    if len(decision.codes) > MAX_WARNED:
        return {}, True
    found = ((code, decision.warning_of(code)) for code in decision.codes)
    costly = [(decision.notation_of(code), cost) for code, cost in found if cost is not None]
    return {option: Warning(cost.text(locale), cost.asks) for option, cost in costly}, False


def undo_state(table: Table, seat: str, locale: str) -> UndoState:
    """Can the seat take its last decision back?"""
    if table.live.over:
        return UndoState(False, message("refused.over", locale), "")
    if seat == PUBLIC or seat in table.live.answered:
        return UndoState(False, "", "")
    assert can_judge_undo(table.live.session, seat)
    reason = table.live.session.why_not_undo(seat)
    if reason is None:
        return UndoState(True, "", "")
    return UndoState(False, reason.text(locale), reason.rule)


def orders_of(table: Table, seat: str, person: str) -> SeatOrders | None:
    """What is answered on the seat's behalf: its own business."""
    if seat not in table.seats or table.seats[seat].person != person:
        return None
    orders = table.live.session.orders[seat]
    return SeatOrders(orders.routine, [[*about, option] for about, option in orders.always.items()])


def given_lines(table: Table, seat: str, since: int, locale: str) -> list[GivenLine]:
    """What a seat's orders answered in its place, beside its events from ``since`` on; as far back as is known."""
    session = table.live.session
    found = [given for given in table.live.given.get(seat, ()) if given.after >= since]
    said = [(given, answer_in_words(session, given.place, locale)) for given in found]
    return [
        GivenLine(given.after, given.number, session.record[given.place].what, text) for given, text in said if text
    ]


def page_before(table: Table, seat: str, before: int, locale: str) -> EventPage:
    """The page of a seat's events that ends where somebody's begin."""
    shown = table.live.shown[seat].events
    before = max(0, min(before, shown))
    start = max(0, before - PAGE)
    view = table.live.session.perspective(seat)
    if shown - start > RETOLD:
        return EventPage(start, event_lines(view, start, locale, before))
    lines = about.reworded(table.row.game, view, event_lines(view, start, locale, shown), locale)
    return EventPage(start, lines[: before - start])


def event_lines(view: Perspective, since: int, locale: str, until: int | None = None) -> list[EventLine]:
    """A seat's events with their sentences."""
    return [
        EventLine(
            event.number, event.turn, event.kind, list(event.rules), event.data,
            sentence(view, event, locale), modifiers(view, event, locale),
        )
        for event in view.events(since, until)
    ]  # fmt: skip


def seat_lines(
    game: str, seats: dict[str, SeatRow], person: str, locale: str, loans: Mapping[str, Loan] | None = None
) -> list[Seat]:
    """Who sits where, as this person is shown it."""
    lines = []
    for name, seat in seats.items():
        holder: Any = "bot" if seat.bot is not None else "open" if seat.person is None else "person"
        if seat.person == person and seat.bot is None:
            holder = "me"
        who = seat.name
        gone = seat.person is None and seat.was is not None
        if gone:  # the seat is his all the same
            holder, who = "bot" if seat.bot is not None else "person", known_as(seat.was or "", locale)
        until = loans[name].until if loans and name in loans else None
        mine = seat.person == person
        lines.append(Seat(name, about.seat_title(game, name, locale), holder, who, seat.bot, mine, until, gone))
    return lines


def known_as(name: str, locale: str) -> str:
    """A name, or the words for somebody who has left altogether."""
    return name or message("server.has_left", locale)


def chat_line(line: ChatRow, locale: str) -> ChatLine:
    """A line of chat as it is sent."""
    return ChatLine(line["number"], line["seat"], known_as(line["name"], locale), line["text"], line["at"])


def _proposal(table: Table, person: str) -> Proposal | None:
    wish = table.row.proposal
    if wish is None or table.live.over:
        return None
    own = table.rights(person).held
    by = table.seats[wish["seat"]]
    agreed = any(seat in own for seat in wish["agreed"])
    return Proposal(wish["seat"], wish["turn"], wish["seat"] in own, agreed, by.name or "")


# -- lists of games --------------------------------------------------------------------------------------------


def table_line(row: TableRow, seats: dict[str, SeatRow], person: str, locale: str) -> TableLine:
    """A table in a list, as this person is shown it; from what the database remembers."""
    over = row.over is not None or row.ended is not None
    mine = [seat for seat in seats.values() if seat.person == person]
    moved = [seat.changed for seat in mine] or [seat.changed for seat in seats.values() if over] or [row.created]
    latest = max(mine, key=lambda seat: seat.changed, default=None)
    card = ((latest.card if latest is not None else None) or {}).get(locale, {})
    lesson = "" if card.get("outlived") else str((row.setup.get("lesson") or {}).get("id", ""))
    others = [seat for seat in seats.values() if seat.person not in (None, person) and seat.bot is None]
    secret = about.pacing(row.game) is not None  # who is asked
    return TableLine(
        id=row.id,
        game=row.game,
        scenario=row.setup["scenario"],
        title=about.scenario_title(row.game, row.setup["scenario"], locale),
        options=row.setup["options"],
        casual=row.setup["casual"],
        spectators=row.spectators,
        open_seed=row.setup["open_seed"] is not None,
        imported=row.imported,
        mine=row.owner == person,
        seats=seat_lines(row.game, seats, person, locale),
        my_seats=[seat.seat for seat in mine],
        your_move=not over and any(seat.asked and seat.bot is None for seat in mine),
        unseen=sum(max(0, seat.events - seat.seen) for seat in mine),
        line=about.text_of(latest.line, locale) if latest is not None else "",
        created=row.created,
        last_change=max(moved),
        over=row.over,
        ended=row.ended,
        commitment=row.commitment,
        rematch=row.rematch,
        forked_from=row.forked_from,
        lesson=lesson,
        lesson_title=about.lesson_title(row.game, lesson, locale),
        awaited=[] if over else [seat.seat for seat in others if secret or seat.asked],
        when=card.get("when", ""),
        who=card.get("who", ""),
    )


def summary(table: Table, seat: str, locale: str) -> Summary:
    """What has happened since the seat's person last looked."""
    view = table.live.session.perspective(seat)
    seen = min(table.seats[seat].seen, table.live.shown[seat].events)
    events = view.events(seen)
    turns = list(dict.fromkeys(event.turn for event in events))
    return Summary(seen, len(events), turns, [sentence(view, event, locale) for event in events[-200:]])


# -- afterwards --------------------------------------------------------------------------------------------------


def moment(table: Table, seat: str, at: int | None, locale: str, part: int | None = None) -> Moment:
    """A seat's view as it was; with ``part``, in that game inside the game, and with no events but that one's."""
    session, game = table.live.session, table.row.game
    moments = _moments_of(table, seat, part)
    place = len(moments) - 1 if at is None else at
    if not 0 <= place < len(moments):
        raise Refused("not found", "server.no_moment", at=place, moments=len(moments))
    state, answer = moments[place]
    view = session.module.perspective(state, seat)
    since = 0 if part is None else about.part_begins(game, view)
    events = about.reworded(game, view, event_lines(view, since, locale), locale)
    before = session.module.perspective(moments[place - 1][0], seat).events() if place else []
    kind, asked, said = _question_then(session, state, seat, view, answer, locale)
    return Moment(
        table.id, seat, place, len(moments), about.pictured(game, view, locale), len(before), events, kind, asked, said
    )


def chapters(table: Table, seat: str, locale: str, part: int | None = None) -> Chapters:
    """Where the chapters of a seat's game begin, from its own moments and its own events alone."""
    session, game = table.live.session, table.row.game
    moments = [state for state, _ in _moments_of(table, seat, part)]
    view = session.module.perspective(moments[-1], seat)
    since = 0 if part is None else about.part_begins(game, view)
    bits = seat_bits(session.module.seats, seat)
    told = [seen_so_far(state, bits) for state in moments]
    own = debriefing_of(session.module)
    found = []
    for line in about.reworded(game, view, event_lines(view, since, locale), locale):
        kind = own.chapter(line.kind, line.data, seat)
        if kind:
            at = min(bisect_right(told, line.number), len(moments) - 1)
            found.append(ChapterMark(at, line.turn, kind, line.text))
    return Chapters(found)


def debrief_of(table: Table, seat: str, locale: str) -> DebriefReport:
    """The debrief of a table whose game is over."""
    session = table.live.session
    counts = {each: len(moments_of(session, each, True)) for each in session.module.seats}
    return DebriefReport(debrief(session, seat, locale, ended=table.open), counts)


def _moments_of(table: Table, seat: str, part: int | None) -> list[tuple[State, str | None]]:
    """The moments of a seat's game, or of a game inside it."""
    session = table.live.session
    if part is None:
        return moments_of(session, seat, table.open)
    lines = about.part(table.row.game, session, part)
    return moments_in(session, lines, lines[-1][1], seat, table.open)


def _question_then(
    session: Session, state: State, seat: str, view: Perspective, answer: str | None, locale: str
) -> tuple[str | None, str | None, str | None]:
    """The kind of question a seat was asked in a state, the question in words, and what its answer means."""
    for place, task in open_questions(state):
        if session.module.seats[state.seat_of(task)] == seat:
            decision, _ = about.asked(Decision(session.module, state, task, place, 0), view)
            said = answer and decision.label(answer, locale)
            return decision.kind, decision.prompt(locale), said
    return None, None, answer


def dice_report(table: Table, seat: str, locale: str) -> DiceReport:
    """The dice a seat saw; all dice when the game is over."""
    session = table.live.session
    if table.open:
        thrown = [record for entry in session.record for record in entry.dice]
        # a cup that happens to hold six things is not a die: no stream counts that ever drew from another number
        cups = {stream for stream, sides, values in thrown if sides != SIX or 0 in values}
        rolls = [(stream, values) for stream, _, values in thrown if stream not in cups]
    else:
        others = about.many_sided(table.row.game)
        rolls = [
            (str(event.data.get("what", event.kind)), event.data["dice"])
            for event in session.events(seat)
            if isinstance(event.data.get("dice"), list | tuple) and event.data.get("what") not in others
        ]
    by_name: dict[str, list[Any]] = {}
    for name, values in rolls:
        by_name.setdefault(name, []).append(values)
    lines = [_dice_line(name, thrown) for name, thrown in sorted(by_name.items())]
    everything = _dice_line("all", [values for _, values in rolls])
    chi = _chi_square(everything.faces)
    return DiceReport(seat, lines, everything, round(chi, 3), round(_chance_of_more(chi), 4))


def _dice_line(name: str, thrown: Iterable[Any]) -> DiceLine:
    throws = list(thrown)
    faces = Counter(value for values in throws for value in values)
    count = sum(faces.values())
    mean = sum(face * times for face, times in faces.items()) / count if count else 0.0
    return DiceLine(name, len(throws), count, [faces[face] for face in range(1, 7)], round(mean, 3), EXPECTED_MEAN)


def _chi_square(faces: list[int]) -> float:
    expected = sum(faces) / 6
    return sum((face - expected) ** 2 / expected for face in faces) if expected else 0.0


def _chance_of_more(chi: float) -> float:
    """The chance that fair dice stray at least that far: chi-square with five degrees of freedom."""
    half = chi / 2
    return math.erfc(math.sqrt(half)) + math.sqrt(2 * chi / math.pi) * math.exp(-half) * (1 + chi / 3)
