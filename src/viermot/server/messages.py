"""Every message between the server and a page: requests are checked against these, answers are made of them.

web/src/lib/messages.ts is generated from this file by tools/typescript.py, the OpenAPI description by openapi.py.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw, Struct

from viermot.debriefing import Debrief
from viermot.reader import Book, Standing, VictoryTable

Json = dict[str, Any]
Own = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]  # what a game sends of its own, by its own structs
Name = Annotated[str, Meta(min_length=1, max_length=60)]
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
OrderWord = Annotated[str, Meta(max_length=200)]
OrderLines = Annotated[list[tuple[OrderWord, OrderWord, OrderWord]], Meta(max_length=400)]
Answer = Annotated[str, Meta(max_length=1200)] | Count  # a plan of a whole night is one answer
Patience = Annotated[float, Meta(ge=300, le=30 * 86_400)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Marks = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=500)]
Seating = Annotated[dict[Name, Annotated[str, Meta(max_length=60)]], Meta(max_length=8)]
Id = Annotated[str, Meta(max_length=60)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None

# -- requests over HTTP ---------------------------------------------------------------------------------


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request body has in common: fields nobody knows are refused."""


class Credentials(Body):
    """To sign in, or to open an account."""

    name: Annotated[str, Meta(max_length=100)]
    password: Annotated[str, Meta(max_length=200)]


class PasswordBody(Body):
    """Another password, and the present one."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(max_length=200)]


class DeleteAccount(Body):
    """The password, since this cannot be undone."""

    password: Annotated[str, Meta(max_length=200)]


class CheckOptions(Body):
    """Would a game take these options?"""

    scenario: Name
    options: Json = {}


class NewTable(Body):
    """A new game and who sits where: each seat "me", "bot:NAME" or "open"."""

    game: Name
    scenario: Name | None = None
    options: Json = {}
    seats: Seating = {}
    seed: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    casual: bool = False
    spectators: bool = False
    routine: bool = False  # are people asked only what is not settled? Each may change that for his seat
    patience: Patience | None = None  # seconds after which an opponent who does not move counts as gone


class LookAtImport(Body):
    """A save file to go on with, or a position to begin from; each as the text of its file."""

    save: str | None = None
    game: Name | None = None
    position: str | None = None


class ImportTable(LookAtImport):
    """The same, and who sits where: a seat that is not named is as the file has it."""

    seats: Seating = {}
    casual: bool = False
    spectators: bool = False
    as_far: bool = False  # take it up where its record still fits the rules, if not all of it does


class OfSeat(Body):
    """Something asked for a seat."""

    seat: Name


class DecideBody(OfSeat):
    """An answer to decision ``number`` of the seat: the text of an option, or its index."""

    number: Count
    option: Answer


class WhyNotBody(OfSeat):
    """Would this answer be taken?"""

    option: Answer


class UndoBody(OfSeat):
    """Take the last decision back, or go back to the own decision number ``to``."""

    to: Count | None = None


class AgreeBody(Body):
    """Shall a saved game be opened?"""

    agree: bool


class ConsentBody(OfSeat):
    """What a seat says to another's wish to go back."""

    agree: bool


class OrdersBody(OfSeat):
    """What shall be answered in the seat's place (kernel/standing.py): lines of question, subject, option.

    A subject may be "" for any. ``always`` adds to what stands, an empty option takes one back; a ``sheet`` is for this
    turn.
    """

    routine: bool | None = None
    always: OrderLines | None = None
    sheet: OrderLines | None = None


class HandOverBody(OfSeat):
    """A bot plays the seat from now on, or (null) its person again; one's own seat until one of the view's limits."""

    bot: Name | None = None
    until: Name | None = None


class ChatBody(OfSeat):
    """A line of talk."""

    text: ChatText


class MarksBody(OfSeat):
    """All pencil marks of a seat."""

    marks: Marks


class SilenceBody(Body):
    """Somebody whom I do not want to hear, or neither to hear nor to meet; or whom I will hear again."""

    name: Name
    how: Literal["mute", "block", "hear"]


class ComplainBody(OfSeat):
    """A complaint to the operator about line ``number`` of the talk."""

    number: Count
    text: Annotated[str, Meta(max_length=1000)] = ""


class AbsentBody(OfSeat):
    """I have waited long enough: the computer plays on for who is gone, or the game ends."""

    what: Literal["play on", "end"]


class SeenBody(OfSeat):
    """So many events of the seat have been looked at."""

    events: Count


class ForkBody(OfSeat):
    """Play on from a moment of the replay."""

    at: Count
    seats: Seating = {}


# -- answers over HTTP ------------------------------------------------------------------------------------


class Error(Struct):
    """Why something was refused: a word, a rule, a sentence."""

    why: str
    rule: str
    text: str


class Refusal(Struct):
    """The body of every HTTP answer that is not what was asked for."""

    error: Error


class Nothing(Struct):
    """Done, and there is nothing to say about it."""


class User(Struct):
    """A person; ``local`` on loopback, where there are no accounts; a ``guest`` has none either, and a day."""

    name: str
    local: bool
    guest: bool = False


class Me(Struct):
    """Who is asking, and the token that every change carries in X-CSRF-Token."""

    user: User | None
    hosting: bool
    csrf: str
    version: str
    locales: list[str]


class PageWords(Struct):
    """The page's own words in one language, English where that has none; see server/page_words.py.

    ``languages`` are those there are, each by the name it has for itself; ``forms`` has for each number from 0 to 199 a
    digit, which of a text's forms it takes; ``builds_on`` names the games whose words a game uses besides its own.
    """

    locale: str
    languages: dict[str, str]
    forms: str
    builds_on: dict[str, list[str]]
    words: dict[str, str]


class Attempt(Struct):
    """Somebody tried to sign in with my name and a wrong password."""

    at: float
    address: str


class Account(Struct):
    """My own account: since when there is one, how many browsers are signed in, failed attempts (the latest first)."""

    name: str
    created: float
    sessions: int
    attempts: list[Attempt]


class Health(Struct):
    """Things can be written: how many seconds ago that was last tried."""

    heartbeat: float


class SeatChoice(Struct):
    """A seat as the lobby shows it, the best bot first."""

    seat: str
    title: str
    bots: list[str]


class Scenario(Struct):
    """A scenario as the lobby shows it."""

    id: str
    parent: str | None
    title: str
    date: str
    difficulty: str
    length: str
    rules_taught: str
    background: str
    special: str
    status: str
    formations: Own
    map: Own
    in_force: list[str]  # switches that are on unless they are refused
    sheet: list[list[str]] = []  # the scenario sheet: headings and what stands behind them


class OptionChoice(Struct):
    """An option of the set-up."""

    name: str
    kind: str
    rule: str
    text: str


class Game(Struct):
    """A game as the lobby shows it."""

    name: str
    title: str
    about: str
    rules_version: str
    seats: list[SeatChoice]
    scenarios: list[Scenario]
    options: list[OptionChoice]


class Checked(Struct):
    """Are the options of a set-up taken, and which seats has the game with them?"""

    ok: bool
    rule: str
    text: str
    seats: list[SeatChoice] = []


class Loadable(Struct):
    """What a file to be loaded is, which seats it has, and who sits where unless somebody wishes it otherwise."""

    game: str
    scenario: str
    title: str
    seats: list[SeatChoice]
    holders: dict[str, str]
    sealed: str | None = None  # for this seat alone: who sits where is as it was
    people: dict[str, str] = {}  # by seat, who has to agree before it is opened


class Seat(Struct):
    """Who sits in a seat, as anybody at the table sees it."""

    seat: str
    title: str
    holder: Literal["me", "person", "bot", "open"]
    name: str | None
    bot: str | None
    mine: bool = False  # also while a bot plays it for me
    until: str | None = None  # how far it plays
    gone: bool = False  # its person has left the game, which is a record now


class TableLine(Struct):
    """A table in a list of games."""

    id: str
    game: str
    scenario: str
    title: str
    options: Json
    casual: bool
    spectators: bool
    open_seed: bool
    imported: bool
    mine: bool  # do I own it?
    seats: list[Seat]
    my_seats: list[str]
    your_move: bool
    unseen: int
    line: str
    created: float
    last_change: float
    over: Json | None
    ended: Json | None
    commitment: str
    rematch: str | None
    forked_from: str | None
    lesson: str = ""  # the lesson that it is
    when: str = ""  # how far it is, as my seat knows: "turn 9 of 20"
    who: str = ""  # who or what my seat flies


class LessonLine(Struct):
    """A lesson as the lobby shows it."""

    game: str
    id: str
    title: str
    about: str
    teaches: list[str]  # what, step by step
    minutes: int
    steps: int
    seat: str
    done: bool  # have I won it?


class RungLine(Struct):
    """A step of a game's ladder as the lobby shows it."""

    id: str
    lesson: str  # the lesson that it is, if it is one
    scenario: str  # or the scenario
    seat: str
    title: str
    teaches: str
    difficulty: str
    minutes: int  # of a lesson
    side: bool  # beside the way
    done: bool  # have I played it to its end, or won the lesson?
    won: bool
    next: str | None  # the step that comes after it for me


class LadderLine(Struct):
    """The ladder of a game, and the step that is next for me."""

    game: str
    rungs: list[RungLine]
    next: str | None


class Silence(Struct):
    """Somebody whom I have muted, or blocked."""

    name: str
    blocked: bool


class TableMade(Struct):
    """The id of a new table; empty where the others have to agree first, and then this is what they are asked."""

    id: str
    opening: str | None = None


class Opening(Struct):
    """A saved game of several people that somebody wishes to open: who sat where, and who has still to agree."""

    id: str
    game: str
    scenario: str
    title: str
    by: str
    seats: dict[str, str]
    waits_for: list[str]
    agreed: bool  # have I?


class Fits(Struct):
    """Does the record of a table fit the rules installed here, and if not, how many of my decisions do?"""

    whole: bool
    can_go_on: bool
    matched: int
    all: int
    rules_version: str
    installed: str
    goes_on: str | None  # the table at which it already does


class Joined(Struct):
    """The table and the seat an invitation led to."""

    id: str
    seat: str


class Invitation(Struct):
    """What an invitation is for."""

    table: str
    seat: str
    game: str
    scenario: str
    title: str
    by: str
    imported: bool  # it goes on from a file, and who loaded it may know what was secret up to now
    opened: bool  # somebody has had an open copy, or both seats, and may know the same
    open_seed: bool  # the seed was given by hand, and who gave it may know the dice


class InvitationLink(Struct):
    """A link that gives a seat to whoever opens it first."""

    token: str
    path: str


class Decided(Struct):
    """The number of the decision that was made, as the seat counts."""

    number: int


class Agreed(Struct):
    """Has it been done, or must others agree first?"""

    done: bool


class Fault(Struct):
    """One thing that is wrong with a drawn answer, and its rule."""

    rule: str
    text: str


class Warning(Struct):
    """What an answer costs for good; where ``asks``, it is to be given twice before it is sent."""

    text: str
    asks: bool


class Judged(Struct):
    """Would the answer be taken, and if not, by which rule? Where much can be wrong at once, all of it."""

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
    """The odds of the attacks now asked about."""

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
    """What never changes of a game: its rules, its phases in words, and whatever else its own table needs."""

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
    """A game that is over, looked back at from one seat, and how many moments its replay has for each."""

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
    """A long list of legal answers, put shortly."""

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
    """A line of an order sheet: a thing that can be ordered about, and what it may be told."""

    subject: str
    group: str
    state: str
    place: str
    reach: list[str]  # where it can be this turn
    boxes: list[str]  # places that it may be bound to
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
    name: str = ""  # by which orders know it, with its game
    subject: str = ""  # what it is about, if orders can be for that alone
    sheet: str = ""  # the order sheet it belongs to
    plan: Own | None = None  # beside an answer that is drawn bit by bit: what is worth knowing of its ends
    chances: dict[str, str] = {}  # beside some answers: how likely they are to come to something
    rows: list[OrderRow] = []  # that sheet, where it is written down line by line
    refusals: list[Fault] = []  # why some of its rows cannot be given some order; each once, for many have the same


class GivenLine(Struct):
    """An answer that the seat's orders gave in its place; going back to its number asks it."""

    after: int  # so many events had been shown then
    number: int
    by: str  # "routine", "always" or "sheet"
    text: str


class SeatOrders(Struct):
    """What is answered in the seat's place."""

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
    """A line of talk at the table."""

    number: int
    seat: str
    name: str
    text: str
    at: float


class Proposal(Struct):
    """Somebody wishes to go back; the others are asked."""

    by: str
    turn: int
    mine: bool
    agreed: bool  # have I agreed already?
    name: str  # of whose wish it is


class Waits(Struct):
    """I wait for other people: since when, and after how many seconds they count as gone."""

    last_change: float
    patience: float


class OpenedAt(Struct):
    """A seat that had a whole, open copy of the running game, and at which of its own decisions."""

    seat: str
    title: str
    number: int


class Earlier(Struct):
    """How the picture was when this many events had been told, as changes to the next later one.

    Of events in between the picture is the later one's.
    """

    told: int
    values: list[tuple[list[str | int], Any]]  # at this path of the picture there was this
    splices: list[tuple[list[str | int], int, int, list[Any]]]  # in the list there, from here on, so many were these


class LessonName(Struct):
    """A lesson, or another step of a ladder, to go on with."""

    game: str
    id: str
    title: str


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
    wrong: str  # what he says to the last answer, if it was not his
    back: int | None  # my own decision that can be gone back to
    back_step: int  # the step it belongs to
    own_way: bool  # asked something that the lesson does not have here
    over: bool
    won: bool
    next: LessonName | None


class View(Struct, tag_field="type", tag="view", kw_only=True):
    """All that a seat is shown."""

    table: str
    game: str
    scenario: str
    seat: str
    perspective: Own
    decision: Question | None
    waiting_for: Literal["other"] | None
    undo: UndoState
    orders: SeatOrders | None  # of one's own seat
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
    closed: bool  # over, but a copy: what was hidden is shown when the game it was copied from is over as well
    coach: Coach | None  # of a lesson, for its pupil
    branch_of: str | None  # played on from a moment of that game
    waits: Waits | None  # for other people, where patience with them is limited


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


# -- WebSocket: client ------------------------------------------------------------------------------------


class Request(Struct, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """What every message of a client carries: an id to be sent back."""

    id: Id = None


class Watch(Request, tag="watch"):
    """Send me this seat's view now and whenever it changes."""

    table: TableId
    seat: Name
    since: Count = 0
    mark: Annotated[str, Meta(max_length=64)] = ""
    locale: Annotated[str, Meta(max_length=20)] = ""


class Unwatch(Request, tag="unwatch"):
    """No more of this seat."""

    table: TableId
    seat: Name


class Decide(Request, tag="decide"):
    """An answer to a decision."""

    table: TableId
    seat: Name
    number: Count
    option: Answer


class Undo(Request, tag="undo"):
    """Take a decision back."""

    table: TableId
    seat: Name
    to: Count | None = None


class SetOrders(Request, tag="orders"):
    """What shall be answered in the seat's place, as in the body of the same name."""

    table: TableId
    seat: Name
    routine: bool | None = None
    always: OrderLines | None = None
    sheet: OrderLines | None = None


class Consent(Request, tag="consent"):
    """What a seat says to another's wish to go back."""

    table: TableId
    seat: Name
    agree: bool


class Chat(Request, tag="chat"):
    """A line of talk."""

    table: TableId
    seat: Name
    text: ChatText


class SetMarks(Request, tag="marks"):
    """All pencil marks of a seat."""

    table: TableId
    seat: Name
    marks: Marks


class Seen(Request, tag="seen"):
    """So many events of the seat have been looked at."""

    table: TableId
    seat: Name
    events: Count


class Ping(Request, tag="ping"):
    """Still here."""


ClientMessage = Watch | Unwatch | Decide | Undo | SetOrders | Consent | Chat | SetMarks | Seen | Ping


# -- WebSocket: server ------------------------------------------------------------------------------------


class Done(Struct, tag_field="type", tag="done"):
    """It is done and written down."""

    id: Id
    number: int | None = None


class Refused(Struct, tag_field="type", tag="refused"):
    """It is not done, and nothing changed."""

    id: Id
    why: str
    rule: str
    text: str


class ChatSaid(Struct, tag_field="type", tag="chat"):
    """Somebody wrote."""

    table: str
    line: ChatLine


class Gone(Struct, tag_field="type", tag="gone"):
    """The table is there no more."""

    table: str


class Pong(Struct, tag_field="type", tag="pong"):
    """The server is still here, too."""


ServerMessage = View | Done | Refused | ChatSaid | Gone | Pong

HTTP_MESSAGES: Final = (
    AgreeBody,
    Opening,
    Fits,
    Credentials,
    PageWords,
    PasswordBody,
    DeleteAccount,
    CheckOptions,
    NewTable,
    LookAtImport,
    ImportTable,
    OfSeat,
    DecideBody,
    WhyNotBody,
    UndoBody,
    ConsentBody,
    HandOverBody,
    OrdersBody,
    ChatBody,
    MarksBody,
    SeenBody,
    SilenceBody,
    ComplainBody,
    AbsentBody,
    Silence,
    ForkBody,
    Refusal,
    Nothing,
    Me,
    Game,
    Checked,
    Loadable,
    TableLine,
    LessonLine,
    LadderLine,
    TableMade,
    Joined,
    Invitation,
    InvitationLink,
    Decided,
    Agreed,
    Judged,
    EventPage,
    Summary,
    Verified,
    Account,
    Health,
    DiceReport,
    OddsReport,
    StandingReport,
    View,
    Moment,
    Trails,
    Chapters,
    DebriefReport,
)
