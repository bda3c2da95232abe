"""Every way out of a game: routes, messages and commands that can carry its facts, and what each goes through.

One list, so that none is forgotten: a test finds the real ones (routes, messages of the WebSocket and of the engine,
sub-commands, words of the terminal) and fails on one that is not listed here, or that the twin worlds do not try.

How the facts are limited (``knows``):
- SEAT: made from the perspective, question and events of a seat that the asker holds, or of the public;
- ALL: the whole game, refused to anyone who may not know all of it;
- NONE: no fact of a game: what the asker said himself, who sits where, chat, or what is printed in the book.

And when (``pace``), where one of several people can reach it:
- PUBLISHED: shows the point of the game that the asker has been shown (server/published.py);
- CALM: acts, and answers, only when the asker has been shown everything;
- ANY: says nothing that could depend on what another was asked;
- ALONE: one program or one screen, where the asker waits for nobody: the other seats answer before he is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SEAT, ALL, NONE = "seat", "all", "none"
PUBLISHED, CALM, ANY, ALONE = "published", "calm", "any", "alone"


@dataclass(frozen=True)
class Outlet:
    """How the facts of a game are limited on one way out, and when they come."""

    knows: str
    pace: str


HTTP: Final[dict[str, Outlet]] = {
    "GET /api/tables": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/seats/{seat}": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/seats/{seat}/since": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/seats/{seat}/events": Outlet(SEAT, PUBLISHED),
    "POST /api/tables/{id}/decide": Outlet(SEAT, PUBLISHED),
    "POST /api/tables/{id}/why-not": Outlet(SEAT, PUBLISHED),
    "POST /api/tables/{id}/seen": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/save": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/open-copy": Outlet(SEAT, CALM),  # against the computer only, and noted in the record
    "GET /api/openings": Outlet(NONE, ANY),
    "POST /api/openings/{id}/agree": Outlet(NONE, ANY),
    "GET /api/tables/{id}/fits": Outlet(SEAT, PUBLISHED),  # counts my own decisions
    "POST /api/tables/{id}/go-on": Outlet(NONE, ANY),
    "GET /api/tables/{id}/moment": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/replay": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/chapters": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/dice": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/odds": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/standing": Outlet(SEAT, PUBLISHED),
    "GET /api/tables/{id}/position": Outlet(ALL, PUBLISHED),
    "GET /api/tables/{id}/trails": Outlet(ALL, PUBLISHED),
    "GET /api/tables/{id}/debrief": Outlet(ALL, PUBLISHED),  # of a game that is over
    "GET /api/tables/{id}/analysis": Outlet(ALL, PUBLISHED),  # of a game that is over, from what a seat knew
    "POST /api/tables/{id}/advice": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/belief": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/advising": Outlet(SEAT, CALM),
    "GET /api/tables/{id}/verify": Outlet(ALL, PUBLISHED),
    "POST /api/tables/{id}/fork": Outlet(ALL, PUBLISHED),
    "POST /api/tables/{id}/rematch": Outlet(ALL, PUBLISHED),
    "POST /api/tables/{id}/undo": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/consent": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/resign": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/hand-over": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/orders": Outlet(SEAT, CALM),
    "POST /api/tables/{id}/chat": Outlet(NONE, ANY),
    "POST /api/tables/{id}/marks": Outlet(NONE, ANY),
    "POST /api/tables/{id}/invite": Outlet(NONE, ANY),
    "DELETE /api/tables/{id}": Outlet(NONE, ANY),
    "GET /api/join/{token}": Outlet(NONE, ANY),
    "POST /api/join/{token}": Outlet(NONE, ANY),
    "POST /api/tables": Outlet(NONE, ANY),
    "POST /api/tables/import": Outlet(NONE, ANY),
    "POST /api/tables/import/seats": Outlet(NONE, ANY),
    "GET /api/studies": Outlet(NONE, ANY),  # games between bots, played for the study alone
    "POST /api/studies": Outlet(NONE, ANY),
    "GET /api/studies/{id}": Outlet(NONE, ANY),
    "GET /api/studies/{id}/plots/{number}": Outlet(NONE, ANY),
    "GET /api/studies/{id}/report": Outlet(NONE, ANY),
    "POST /api/studies/{id}/stop": Outlet(NONE, ANY),
    "POST /api/studies/{id}/go-on": Outlet(NONE, ANY),
    "POST /api/studies/{id}/watch": Outlet(NONE, ANY),
    "GET /api/lessons": Outlet(NONE, ANY),
    "POST /api/lessons/{game}/{lesson}": Outlet(NONE, ANY),
    "GET /api/ladders": Outlet(NONE, ANY),
    "POST /api/ladders/{game}/{step}": Outlet(NONE, ANY),
    "GET /api/watch": Outlet(SEAT, PUBLISHED),  # as lists show a game to somebody without a seat in it
    "POST /api/watch/{game}": Outlet(NONE, ANY),  # bots in all seats
    "POST /api/guest": Outlet(NONE, ANY),
    "GET /api/silences": Outlet(NONE, ANY),
    "POST /api/silences": Outlet(NONE, ANY),
    "POST /api/tables/{id}/complain": Outlet(NONE, ANY),
    "POST /api/tables/{id}/absent": Outlet(SEAT, CALM),
    "GET /api/me": Outlet(NONE, ANY),
    "POST /api/register": Outlet(NONE, ANY),
    "POST /api/login": Outlet(NONE, ANY),
    "POST /api/logout": Outlet(NONE, ANY),
    "GET /api/games": Outlet(NONE, ANY),
    "GET /api/static/{game}": Outlet(NONE, ANY),
    "GET /api/static/{game}/art": Outlet(NONE, ANY),
    "GET /api/words": Outlet(NONE, ANY),
    "POST /api/games/{game}/check": Outlet(NONE, ANY),
    "GET /api/openapi.json": Outlet(NONE, ANY),
    "GET /health": Outlet(NONE, ANY),
    "GET /api/account": Outlet(NONE, ANY),
    "POST /api/account/password": Outlet(NONE, ANY),
    "POST /api/account/sign-out": Outlet(NONE, ANY),
    "POST /api/account/delete": Outlet(NONE, ANY),
}

# What a client of the WebSocket may ask (the answer, or the refusal, is the way out), and what a server sends.
SOCKET: Final[dict[str, Outlet]] = {
    "watch": Outlet(SEAT, PUBLISHED),
    "unwatch": Outlet(NONE, ANY),
    "decide": Outlet(SEAT, PUBLISHED),
    "undo": Outlet(SEAT, CALM),
    "orders": Outlet(SEAT, CALM),
    "consent": Outlet(SEAT, CALM),
    "chat": Outlet(NONE, ANY),
    "marks": Outlet(NONE, ANY),
    "seen": Outlet(SEAT, PUBLISHED),
    "ping": Outlet(NONE, ANY),
}
SENT: Final[dict[str, Outlet]] = {
    "view": Outlet(SEAT, PUBLISHED),
    "done": Outlet(NONE, ANY),
    "refused": Outlet(SEAT, PUBLISHED),
    "chat": Outlet(NONE, ANY),
    "gone": Outlet(NONE, ANY),
    "pong": Outlet(NONE, ANY),
}

ENGINE: Final[dict[str, Outlet]] = {
    "hello": Outlet(NONE, ALONE),
    "new": Outlet(SEAT, ALONE),
    "decision": Outlet(SEAT, ALONE),
    "decide": Outlet(SEAT, ALONE),
    "why_not": Outlet(SEAT, ALONE),
    "perspective": Outlet(SEAT, ALONE),
    "events": Outlet(SEAT, ALONE),
    "result": Outlet(SEAT, ALONE),
    "undo": Outlet(SEAT, ALONE),
    "orders": Outlet(SEAT, ALONE),
    "advice": Outlet(SEAT, ALONE),
    "belief": Outlet(SEAT, ALONE),
    "save": Outlet(ALL, ALONE),
    "load": Outlet(ALL, ALONE),
    "quit": Outlet(NONE, ALONE),
}

# Sub-commands. Those that read a file or a database show what its owner may read anyway.
COMMANDS: Final[dict[str, Outlet]] = {
    "open": Outlet(SEAT, PUBLISHED),  # a server
    "serve": Outlet(SEAT, PUBLISHED),
    "play": Outlet(SEAT, ALONE),
    "learn": Outlet(SEAT, ALONE),
    "career": Outlet(SEAT, ALONE),
    "auto": Outlet(ALL, ALONE),  # bots in all seats
    "match": Outlet(ALL, ALONE),  # bots in all seats
    "study": Outlet(ALL, ALONE),  # bots in all seats
    "sweep": Outlet(ALL, ALONE),  # bots in all seats
    "tune": Outlet(ALL, ALONE),  # bots in all seats
    "report": Outlet(ALL, ALONE),  # of games between bots that are over
    "replay": Outlet(ALL, ALONE),
    "debrief": Outlet(ALL, ALONE),  # of a game that is over
    "verify": Outlet(ALL, ALONE),
    "position": Outlet(ALL, ALONE),
    "engine": Outlet(SEAT, ALONE),
    "fuzz": Outlet(NONE, ALONE),
    "games": Outlet(NONE, ALONE),
    "rules": Outlet(NONE, ALONE),
    "data": Outlet(NONE, ALONE),
    "backup": Outlet(ALL, ALONE),  # the operator's
    "restore": Outlet(NONE, ALONE),
    "games-of": Outlet(NONE, ALONE),
    "show": Outlet(ALL, ALONE),
    "rewind": Outlet(NONE, ALONE),
    "prune": Outlet(NONE, ALONE),
    "complaints": Outlet(NONE, ALONE),  # the operator's
}

# Words at the terminal's prompt: everything they show comes from the perspective of the seat that is asked.
TERMINAL: Final[dict[str, Outlet]] = {
    "help": Outlet(NONE, ALONE),
    "map": Outlet(SEAT, ALONE),
    "legend": Outlet(SEAT, ALONE),
    "briefing": Outlet(SEAT, ALONE),
    "status": Outlet(SEAT, ALONE),
    "tracks": Outlet(SEAT, ALONE),
    "aircraft": Outlet(SEAT, ALONE),
    "odds": Outlet(SEAT, ALONE),
    "advice": Outlet(SEAT, ALONE),
    "belief": Outlet(SEAT, ALONE),
    "options": Outlet(SEAT, ALONE),
    "why": Outlet(SEAT, ALONE),
    "rule": Outlet(NONE, ALONE),
    "glossary": Outlet(NONE, ALONE),
    "turn": Outlet(NONE, ALONE),
    "victory": Outlet(SEAT, ALONE),
    "log": Outlet(SEAT, ALONE),
    "undo": Outlet(SEAT, ALONE),
    "orders": Outlet(SEAT, ALONE),
    "always": Outlet(SEAT, ALONE),
    "ask": Outlet(SEAT, ALONE),
    "routine": Outlet(SEAT, ALONE),
    "back": Outlet(SEAT, ALONE),  # of a lesson, whose dice are written down
    "report": Outlet(SEAT, ALONE),
    "save": Outlet(SEAT, ALONE),  # sealed, or open and noted in the record
    "auto": Outlet(SEAT, ALONE),
    "quit": Outlet(NONE, ALONE),
}
