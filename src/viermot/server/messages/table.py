"""What is answered at a table: the view of a seat, and all that it may ask for besides."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from viermot.advising import Advised, Believed
from viermot.analysis import Analysis
from viermot.debriefing import Debrief
from viermot.reader import Book, Standing, VictoryTable
from viermot.server.messages.fields import Json, Own
from viermot.server.messages.lobby import Seat


class Decided(Struct):
    """The number of the decision that was made, as the seat counts them."""

    number: int


class Agreed(Struct):
    """Has it been done, or must others agree first?"""

    done: bool


class Fault(Struct):
    """One thing that is wrong with a drawn answer, and its rule."""

    rule: str
    text: str


class Warning(Struct):
    """What an answer costs for good; where ``asks``, it has to be given twice before it is sent."""

    text: str
    asks: bool


class Judged(Struct):
    """Would the answer be taken, and if not, by which rule? Where many things can be wrong at once, all of them."""

    legal: bool
    rule: str
    text: str
    faults: list[Fault] = []
    warning: Warning | None = None
    draft: Own | None = None  # what a drawn answer amounts to so far, legal or not, for a game whose answers are drawn


class EventPage(Struct):
    """A page of a seat's events, older than those that came with the view."""

    events_from: int
    events: list[EventLine]


class Summary(Struct):
    """What has happened since the seat's holder last looked."""

    seen: int
    events: int
    turns: list[int]
    lines: list[str]


class Verified(Struct):
    """What checking a game against its key found."""

    fair: bool
    decisions: int
    rolls: int
    head: str
    problems: list[str]
    open_seed: bool


class DiceLine(Struct):
    """The dice thrown for one purpose."""

    what: str
    rolls: int
    dice: int
    faces: list[int]  # how often each face fell, 1 to 6
    mean: float
    expected: float


class DiceReport(Struct):
    """Dice as they fell, against what is to be expected of fair ones."""

    seat: str
    lines: list[DiceLine]
    all: DiceLine
    chi_square: float
    p_value: float


class OddsReport(Struct):
    """The odds of the attacks being asked about."""

    attacks: list[Own]


class StandingReport(Struct):
    """What it takes to win this game, and how the seat now stands; nothing where the game does not say."""

    victory: VictoryTable | None
    standing: Standing | None


class RuleText(Struct):
    """A rule as the page shows it."""

    title: str
    summary: str
    kind: str
    optional: bool


class Charts(Struct, kw_only=True):
    """What never changes about a game: its rules, its phases in words, and whatever else its own table needs."""

    rules: dict[str, RuleText] = {}
    book: Book | None = None
    phases: list[str] = []


class ChapterMark(Struct):
    """Where a chapter of the replay begins: a turn, a sortie, a kill, a loss."""

    at: int  # the moment
    turn: int
    kind: str
    text: str


class Chapters(Struct):
    """The chapters of a seat's game, as far as it has got."""

    chapters: list[ChapterMark]


class DebriefReport(Struct):
    """A finished game, looked back at from one seat, and how many moments its replay has for each seat."""

    debrief: Debrief
    moments: dict[str, int]


class Trail(Struct):
    """Where one aircraft (or other piece) was, turn by turn, and how it ended."""

    unit: str
    foe: bool  # the other side's, or the umpire's
    turns: list[int]
    hexes: list[str]
    fate: str


class Trails(Struct):
    """Where everything was, in a game that is open to the reader."""

    trails: list[Trail]


# -- the view of a seat -----------------------------------------------------------------------------------


class Option(Struct):
    """A legal answer and what it means."""

    option: str
    label: str


class ManyOptions(Struct):
    """A long list of legal answers in compact form."""

    hexes: list[str] = []
    facings: bool = False
    also: list[Option] = []
    start: str = ""
    facing: str = ""
    moves: list[
        tuple[int, int, int, int]
    ] = []  # may a path end here; the line after a hex straight on, left, right; -1
    texts: list[str] = []


class OrderRow(Struct):
    """A line of an order sheet: something that can be given orders, and which ones."""

    subject: str
    group: str
    state: str
    place: str
    reach: list[str]  # where it can be this turn
    boxes: list[str]  # places it may be sent to
    anyway: str  # what it does without an order
    refused: dict[str, int]  # orders that it cannot be given, and why: which of the question's refusals


class Question(Struct):
    """What a seat is asked."""

    number: int
    kind: str
    rule: str
    prompt: str
    facts: Json
    options: list[Option] | ManyOptions
    count: int
    undoable: bool
    default: str | None = None
    warnings: dict[str, Warning] = {}  # answers that cost something for good
    ask_first: bool = False  # there are too many to say which: `why-not` tells of one
    name: str = ""  # the name by which orders know it, with its game; empty where they never answer it
    subject: str = ""  # what it is about, if orders can be given for that alone
    sheet: str = ""  # the order sheet it belongs to
    plan: Own | None = None  # beside an answer that is drawn bit by bit: what is worth knowing about how it may end
    chances: dict[str, str] = {}  # beside some answers: how likely they are to come to anything
    rows: list[OrderRow] = []  # that sheet, where it is written down line by line
    refusals: list[Fault] = []  # why some of its rows cannot be given some order; each once, since many rows share one


class GivenLine(Struct):
    """An answer that the seat's orders gave in its place; going back to its number asks it."""

    after: int  # how many events had been shown by then
    number: int
    by: str  # "routine", "always" or "sheet"
    text: str


class SeatOrders(Struct):
    """What is answered on the seat's behalf."""

    routine: bool
    always: list[list[str]]  # question, subject, option


class UndoState(Struct):
    """Can the seat take its last decision back, and if not, why?"""

    possible: bool
    reason: str
    rule: str


class EventLine(Struct):
    """Something the seat came to know, with its sentence."""

    number: int
    turn: int
    kind: str
    rules: list[str]
    data: Json
    text: str
    modifiers: list[str]


class ChatLine(Struct):
    """A line of chat at the table."""

    number: int
    seat: str
    name: str
    text: str
    at: float


class Proposal(Struct):
    """Somebody wants to go back; the others are asked."""

    by: str
    turn: int
    mine: bool
    agreed: bool  # have I agreed already?
    name: str  # the name of whoever wants to


class Waits(Struct):
    """I wait for other people: since when, and after how many seconds they count as gone."""

    last_change: float
    patience: float


class OpenedAt(Struct):
    """A seat that had a whole, open copy of the running game, and at which of its own decisions."""

    seat: str
    title: str
    number: int


class Advising(Struct):
    """Advice and belief maps at this table: may I use them, who wants that changed, and who has used them.

    While the game runs, a seat is told of its own use alone: that another asked for advice would reveal that he was
    asked something.
    """

    allowed: bool
    alone: bool  # nobody else plays here, so nobody has to agree
    wish: list[str]  # with several people: the names of those who want it the other way round
    used: list[OpenedAt]
    stood_in: bool  # too many bots wanted to think at length at once: the usual one has sometimes answered instead


class AdviceReport(Struct):
    """What a bot would answer to decision ``number``; ``full`` if too many ask for more than its first thought."""

    number: int
    advice: Advised
    full: bool


class BeliefReport(Struct):
    """What a seat may believe of what is hidden from it."""

    belief: Believed


class AnalysisReport(Struct):
    """How far an analysis has got, from 0 to 1, and what it found once it is done."""

    progress: float
    analysis: Analysis | None


class Earlier(Struct):
    """The picture at the time this many events had been told, as changes to the next later one.

    Events in between share the later one's picture.
    """

    told: int
    values: list[tuple[list[str | int], Any]]  # at this path in the picture there was this value
    splices: list[tuple[list[str | int], int, int, list[Any]]]  # path, place there, how many are replaced, and by which


class LessonName(Struct):
    """A lesson, or another step of a ladder, to go on with."""

    game: str
    id: str
    title: str


class CoachedOrders(Struct):
    """A sheet that the coach would hand in: what holds for good, and what for this turn."""

    always: list[list[str]]  # sheet, subject, order
    sheet: list[list[str]]


class Coach(Struct, kw_only=True):
    """What the coach of a lesson says to his pupil now."""

    lesson: str
    title: str
    step: int  # of ``steps``, as people count
    steps: int
    say: str  # what to do
    why: str  # and the reason
    rule: str
    answer: str  # the option he would take; empty where he has none
    label: str  # the same in words
    orders: CoachedOrders | None  # the sheet he would hand in, where that is his answer
    wrong: str  # what he says about the last answer, if it was not his
    back: int | None  # my own decision to which I can go back
    back_step: int  # the step it belongs to
    own_way: bool  # asked something that the lesson does not have here
    over: bool
    won: bool
    outlived: bool  # the game goes on after its lesson, or went on until it was over
    next: LessonName | None


class Branch(Struct):
    """Where a branch began: a seat's moment of another game."""

    table: str
    seat: str
    at: int


class View(Struct, tag_field="type", tag="view", kw_only=True):
    """All that a seat is shown."""

    table: str
    game: str
    scenario: str
    seat: str
    perspective: Own
    decision: Question | None
    waiting_for: Literal["other"] | None
    awaited: list[str]  # the seats of others that are waited for; all of them, where it is a secret who is asked
    undo: UndoState
    orders: SeatOrders | None  # of my own seat
    given: list[GivenLine]  # with the events sent
    events_from: int  # the number of the first of them; a long game's older ones come in pages
    events: list[EventLine]
    earlier: list[Earlier]  # the pictures of the news, the latest first; that of the last event is the perspective
    mark: str
    result: Json | None
    ended: Json | None
    commitment: str
    head: str
    key: str | None
    rekeyed: list[str]  # commitments to the keys that later dice come from
    seats: list[Seat]
    chat: list[ChatLine]
    marks: list[str]
    proposal: Proposal | None
    seen: int
    rematch: str | None
    casual: bool
    open_seed: bool
    imported: bool
    limits: list[str]  # how far the computer can play for somebody: a question, a turn, ..., to the end
    opened: list[OpenedAt]
    closed: bool  # over, but a copy: what was hidden is shown once the game it was copied from is over too
    coach: Coach | None  # of a lesson, for its pupil
    branch_of: str | None  # played on from a moment of that game
    branch: Branch | None  # and from which, as whoever branched off was shown it
    waits: Waits | None  # waits for other people, where patience with them is limited
    advising: Advising


class Moment(Struct):
    """A seat's view as it was at one moment of its game."""

    table: str
    seat: str
    at: int
    moments: int
    perspective: Own
    events_from: int  # events from here on are new at this moment
    events: list[EventLine]  # all up to this moment
    decision: str | None  # the kind of question the seat was asked then
    asked: str | None  # the question itself
    answer: str | None  # and what it answered
