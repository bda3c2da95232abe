"""What a page asks for over HTTP: the bodies of its requests."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from viermot.server.messages.fields import (
    Answer,
    ChatText,
    Count,
    Json,
    Marks,
    Name,
    OrderLines,
    Patience,
    Seating,
    Seed,
)


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request body has in common: unknown fields are refused."""


class Credentials(Body):
    """To sign in, or to open an account."""

    name: Annotated[str, Meta(max_length=100)]
    password: Annotated[str, Meta(max_length=200)]


class GuestBody(Body):
    """To come in without an account: under a chosen name or, without one, a number."""

    name: Annotated[str, Meta(max_length=100)] = ""


class PasswordBody(Body):
    """A new password, and the present one."""

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
    seed: Seed | None = None
    casual: bool = False
    spectators: bool = False
    routine: bool = False  # are people asked only what is not settled? Each may change that for his own seat
    patience: Patience | None = None  # seconds after which an opponent who does not move counts as gone
    advice: bool = False  # between people: may everybody ask for advice and see a belief map? Joining means agreeing


class LookAtImport(Body):
    """A save file to go on with, or a position to begin from; each as the text of its file."""

    save: str | None = None
    game: Name | None = None
    position: str | None = None


class ImportTable(LookAtImport):
    """The same, and who sits where: a seat that is not named is as the file has it."""

    seats: Seating = {}
    seed: Seed | None = None  # of a position: the same dice for everybody who begins from it with this seed
    casual: bool = False
    spectators: bool = False
    as_far: bool = False  # take it up as far as its record fits the rules, if not all of it does


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
    """Take the last decision back, or go back to one's own decision number ``to``."""

    to: Count | None = None


class AgreeBody(Body):
    """May a saved game be opened?"""

    agree: bool


class BeliefBody(OfSeat):
    """What may the seat believe; with an option of its question, what would that answer teach?"""

    option: Annotated[str, Meta(max_length=200)] = ""


class AdvisingBody(OfSeat):
    """Should advice and belief maps be on at a table of several people?"""

    on: bool


class ConsentBody(OfSeat):
    """What a seat says to another's wish to go back."""

    agree: bool


class OrdersBody(OfSeat):
    """What is to be answered on the seat's behalf (kernel/standing.py): lines of question, subject, option.

    A subject may be "" for any. ``always`` adds to what stands, an empty option takes one back; a ``sheet`` is for this
    turn.
    """

    routine: bool | None = None
    always: OrderLines | None = None
    sheet: OrderLines | None = None


class HandOverBody(OfSeat):
    """From now on a bot plays the seat, or (null) its person again; my own seat until one of the view's limits."""

    bot: Name | None = None
    until: Name | None = None


class ChatBody(OfSeat):
    """A line of chat."""

    text: ChatText


class MarksBody(OfSeat):
    """All pencil marks of a seat."""

    marks: Marks


class SilenceBody(Body):
    """Somebody whom I do not want to hear, or neither to hear nor to meet; or whom I will hear again."""

    name: Name
    how: Literal["mute", "block", "hear"]


class ComplainBody(OfSeat):
    """A complaint to the operator about line ``number`` of the chat."""

    number: Count
    text: Annotated[str, Meta(max_length=1000)] = ""


class AbsentBody(OfSeat):
    """I have waited long enough: the computer plays on for whoever is gone, or the game ends."""

    what: Literal["play on", "end"]


class SeenBody(OfSeat):
    """How many of the seat's events have been looked at."""

    events: Count


class ForkBody(OfSeat):
    """Play on from a moment of the replay."""

    at: Count
    seats: Seating = {}


class NewStudy(Body):
    """Scenarios, players and options, each combined with each, and how many games of each arrangement."""

    game: Name
    scenarios: Annotated[list[Name], Meta(min_length=1, max_length=200)]
    question: Annotated[str, Meta(max_length=200)] = ""
    seats: Annotated[dict[Name, Annotated[list[Name], Meta(max_length=20)]], Meta(max_length=8)] = {}
    options: Annotated[list[Name], Meta(max_length=40)] = []  # switches, each off and on
    games: Annotated[int, Meta(ge=1, le=100_000)] = 100
    seed: Annotated[str, Meta(max_length=60)] = "study"


class WatchRow(Body):
    """A game of a study, by its number."""

    row: Annotated[int, Meta(ge=0, le=100_000_000)]
