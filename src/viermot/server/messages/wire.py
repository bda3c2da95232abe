"""What goes to and fro on the WebSocket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from viermot.server.messages.fields import Answer, ChatText, Count, Id, Marks, Name, OrderLines, TableId
from viermot.server.messages.table import ChatLine, View

# -- from a page ------------------------------------------------------------------------------------------


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
    pictures: bool = True  # one for each event, for a reader who is told the news one by one


class Unwatch(Request, tag="unwatch"):
    """Stop sending this seat's view."""

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
    """What is to be answered on the seat's behalf, as in the HTTP body for orders."""

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
    """A line of chat."""

    table: TableId
    seat: Name
    text: ChatText


class SetMarks(Request, tag="marks"):
    """All pencil marks of a seat."""

    table: TableId
    seat: Name
    marks: Marks


class Seen(Request, tag="seen"):
    """How many of the seat's events have been looked at."""

    table: TableId
    seat: Name
    events: Count


class Ping(Request, tag="ping"):
    """Still here."""


ClientMessage = Watch | Unwatch | Decide | Undo | SetOrders | Consent | Chat | SetMarks | Seen | Ping


# -- from the server --------------------------------------------------------------------------------------


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
    """The table no longer exists."""

    table: str


class Pong(Struct, tag_field="type", tag="pong"):
    """The server is still here as well."""


ServerMessage = View | Done | Refused | ChatSaid | Gone | Pong
