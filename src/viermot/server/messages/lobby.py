"""What is answered over HTTP before anybody sits down: accounts, games, lessons, tables, invitations."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from viermot.server.messages.fields import Json, Own


class Error(Struct):
    """Why something was refused: a word, a rule, a sentence."""

    why: str
    rule: str
    text: str


class Refusal(Struct):
    """The body of every HTTP answer that is not what was asked for."""

    error: Error


class Nothing(Struct):
    """Done, with nothing more to say."""


class User(Struct):
    """A person; ``local`` on loopback, where there are no accounts; a ``guest`` has none either, and stays a day."""

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
    studies: bool  # may run studies


class PageWords(Struct):
    """The page's own words in one language, English where that has none; see server/page_words.py.

    ``languages`` are those there are, each by the name it has for itself; ``forms`` has a digit for each number from 0
    to 199, saying which of a text's forms it takes; ``builds_on`` names the games whose words a game uses besides its
    own.
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
    """My own account: when it was opened, how many browsers are signed in, failed attempts (the latest first)."""

    name: str
    created: float
    sessions: int
    attempts: list[Attempt]


class Health(Struct):
    """The database can be written to: how many seconds ago that was last tried."""

    heartbeat: float


class SeatChoice(Struct):
    """A seat as the lobby shows it, and the bots that can sit there: levels, the weakest first, then styles."""

    seat: str
    title: str
    bots: list[str]
    usual: str  # who sits there unless told otherwise
    levels: dict[str, str]  # what each of them is, in a sentence


class MeasuredLevel(Struct):
    """How often a level of computer player won a scenario, in per cent, and between which percentages the truth is
    likely to lie.
    """

    level: str
    won: int
    low: int
    high: int
    games: int  # over how many


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
    in_force: list[str]  # switches that are on unless switched off
    sheet: list[list[str]] = []  # the scenario sheet: headings and what stands under them
    measured: list[MeasuredLevel] = []  # beside the book's difficulty: what was measured, the weakest level first


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
    """Does the game take these set-up options, and which seats does it have with them?"""

    ok: bool
    rule: str
    text: str
    seats: list[SeatChoice] = []


class Loadable(Struct):
    """What a file to be loaded holds, which seats it has, and who sits where unless somebody chooses otherwise."""

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
    mine: bool = False  # also while a bot is playing it for me
    until: str | None = None  # how long the bot plays it
    gone: bool = False  # its person has left the game, which is now only a record


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
    lesson: str = ""  # the lesson that it is; empty where the game goes on after it
    lesson_title: str = ""
    awaited: list[str] = []  # the seats of others whose move it is; all of them, where it is a secret who is asked
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
    side: bool  # a side step
    done: bool  # have I played it to its end, or won the lesson?
    won: bool
    next: str | None  # is it the next step for me?
    measured: list[MeasuredLevel]  # how often computer players won it in this seat; only what was measured


class Recorded(Struct):
    """A game that the computer plays for anyone who wants to watch one."""

    game: str
    scenario: str
    title: str


class Watchable(Struct):
    """What can be watched: games of others who let anybody look on, and one of each kind that the computer played."""

    tables: list[TableLine]
    recorded: list[Recorded]


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
    """The id of a new table; empty where the others have to agree first, to ``opening``."""

    id: str
    opening: str | None = None


class Opening(Struct):
    """A saved game of several people that somebody wants to open: who sat where, and who has yet to agree."""

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
    imported: bool  # it goes on from a file, and whoever loaded it may know what was secret up to now
    opened: bool  # somebody has had an open copy, or both seats, and may know as much
    open_seed: bool  # the seed was given by hand, and whoever gave it may know the dice
    advice: bool  # everybody may ask the computer for advice and see belief maps; joining means agreeing to that


class InvitationLink(Struct):
    """A link that gives a seat to the first person to open it."""

    token: str
    path: str
