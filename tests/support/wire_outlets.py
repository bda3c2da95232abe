"""What a person tries on the wire, in both of two worlds: every outlet, plainly and as a page asks it."""

from __future__ import annotations

from typing import Any, Final

from tests.support.kits import sample

OTHER: Final = "boris"
STUDY: Final = {
    "question": "Who wins?", "game": sample(), "scenarios": ["3"], "games": 3, "seed": "twins", "seats": {},
}  # fmt: skip

# What the observer tries, by the names of outlets.py; those of the WebSocket are tried as frames.
HTTP: Final[dict[str, tuple[str, Any]]] = {
    "GET /api/tables": ("/api/tables", None),
    "GET /api/watch": ("/api/watch", None),
    "GET /api/tables/{id}": ("/api/tables/{id}", None),
    "GET /api/tables/{id}/seats/{seat}": ("/api/tables/{id}/seats/{seat}", None),
    "GET /api/tables/{id}/seats/{seat}/since": ("/api/tables/{id}/seats/{seat}/since", None),
    "GET /api/tables/{id}/seats/{seat}/events": ("/api/tables/{id}/seats/{seat}/events?before=999999", None),
    "POST /api/tables/{id}/decide": ("/api/tables/{id}/decide", {"number": 10**6, "option": "xyzzy"}),
    "POST /api/tables/{id}/why-not": ("/api/tables/{id}/why-not", {"option": "xyzzy"}),
    "POST /api/tables/{id}/seen": ("/api/tables/{id}/seen", {"events": 10**9}),
    "GET /api/tables/{id}/save": ("/api/tables/{id}/save", None),
    "GET /api/tables/{id}/moment": ("/api/tables/{id}/moment", None),
    "GET /api/tables/{id}/replay": ("/api/tables/{id}/replay", None),
    "GET /api/tables/{id}/chapters": ("/api/tables/{id}/chapters", None),
    "GET /api/tables/{id}/dice": ("/api/tables/{id}/dice", None),
    "GET /api/tables/{id}/odds": ("/api/tables/{id}/odds", None),
    "GET /api/tables/{id}/standing": ("/api/tables/{id}/standing", None),
    "GET /api/tables/{id}/position": ("/api/tables/{id}/position", None),
    "GET /api/tables/{id}/trails": ("/api/tables/{id}/trails", None),
    "GET /api/tables/{id}/debrief": ("/api/tables/{id}/debrief", None),
    "GET /api/tables/{id}/verify": ("/api/tables/{id}/verify", None),
    "POST /api/tables/{id}/fork": ("/api/tables/{id}/fork", {"at": 0}),
    "POST /api/tables/{id}/rematch": ("/api/tables/{id}/rematch", None),
    "POST /api/tables/{id}/undo": ("/api/tables/{id}/undo", {}),
    "POST /api/tables/{id}/consent": ("/api/tables/{id}/consent", {"agree": True}),
    "POST /api/tables/{id}/resign": ("/api/tables/{id}/resign", {"seat": "nobody"}),
    "POST /api/tables/{id}/hand-over": ("/api/tables/{id}/hand-over", {"bot": None}),
    "POST /api/tables/{id}/advice": ("/api/tables/{id}/advice", {}),
    "POST /api/tables/{id}/belief": ("/api/tables/{id}/belief", {}),
    "POST /api/tables/{id}/advising": ("/api/tables/{id}/advising", {"on": False}),
    "GET /api/tables/{id}/analysis": ("/api/tables/{id}/analysis", None),
    "POST /api/tables/{id}/orders": ("/api/tables/{id}/orders", {"always": [["nobody.asks", "", "this"]]}),
    "POST /api/tables/{id}/open-copy": ("/api/tables/{id}/open-copy", {}),
    "GET /api/openings": ("/api/openings", None),
    "GET /api/tables/{id}/fits": ("/api/tables/{id}/fits", None),
    "POST /api/openings/{id}/agree": ("/api/openings/{id}/agree", {"agree": True}),
    "POST /api/tables/{id}/chat": ("/api/tables/{id}/chat", {"text": "hm"}),
    "POST /api/silences": ("/api/silences", {"name": OTHER, "how": "mute"}),  # now and then the other is heard again
    "POST /api/tables/{id}/complain": ("/api/tables/{id}/complain", {"number": 10**6}),
    "POST /api/tables/{id}/absent": ("/api/tables/{id}/absent", {"what": "end"}),
    "POST /api/tables/{id}/marks": ("/api/tables/{id}/marks", {"marks": []}),
    "POST /api/tables/{id}/invite": ("/api/tables/{id}/invite", {}),
    "DELETE /api/tables/{id}": ("/api/tables/{id}", None),  # somebody else's, so that it is refused
    # the operator's alone, whoever asks, and whether or not there is such a study
    "GET /api/studies": ("/api/studies", None),
    "POST /api/studies": ("/api/studies", STUDY),
    "GET /api/studies/{id}": ("/api/studies/{id}", None),
    "GET /api/studies/{id}/plots/{number}": ("/api/studies/{id}/plots/0", None),
    "GET /api/studies/{id}/report": ("/api/studies/{id}/report", None),
    "POST /api/studies/{id}/stop": ("/api/studies/{id}/stop", None),
    "POST /api/studies/{id}/go-on": ("/api/studies/{id}/go-on", None),
    "POST /api/studies/{id}/watch": ("/api/studies/{id}/watch", {"row": 0}),
}
NOT_TRIED: Final = {
    "POST /api/tables/{id}/go-on": "a table of its own, for a game that the rules have left behind",
    "GET /api/join/{token}": "what an invitation says: who sits where",
    "POST /api/join/{token}": "nobody joins in the middle of a pair of worlds",
    "GET /api/lessons": "the book, and what I have won",
    "POST /api/lessons/{game}/{lesson}": "a game that has not begun",
    "POST /api/watch/{game}": "bots in all seats",
    "POST /api/guest": "no table", "GET /api/silences": "no table",
    "GET /api/ladders": "the book, and what I have done",
    "POST /api/ladders/{game}/{step}": "a game that has not begun",
    "POST /api/tables": "a game that has not begun", "POST /api/tables/import": "a file from outside",
    "POST /api/tables/import/seats": "a file from outside", "GET /api/me": "no table", "POST /api/register": "no table",
    "POST /api/login": "no table", "POST /api/logout": "no table", "GET /api/games": "the book",
    "GET /api/words": "the book", "GET /api/static/{game}": "the book", "GET /api/static/{game}/art": "the book",
    "POST /api/games/{game}/check": "the book", "GET /health": "no table",
    "GET /api/openapi.json": "no table", "GET /api/account": "no table", "POST /api/account/password": "no table",
    "POST /api/account/sign-out": "no table", "POST /api/account/delete": "no table",
    "gone": "the table is there no more, and everything about it has been said",
}  # fmt: skip
SOCKET: Final[dict[str, dict[str, Any]]] = {
    "watch": {}, "decide": {"number": 10**6, "option": "xyzzy"}, "undo": {"to": 10**6}, "consent": {"agree": True},
    "orders": {"always": [["nobody.asks", "", "this"]]},
    "seen": {"events": 10**9}, "chat": {"text": "hm"}, "marks": {"marks": []}, "ping": {}, "unwatch": {},
}  # fmt: skip
WITHOUT_A_SEAT: Final = (
    "POST /api/tables/{id}/rematch", "POST /api/openings/{id}/agree", "POST /api/silences", "POST /api/studies",
    *(f"POST /api/studies/{{id}}/{what}" for what in ("stop", "go-on", "watch")),
)  # fmt: skip
WRITES: Final = ("POST /api/tables/{id}/undo",)  # now and then only, since it is done if it can be
WHOLE: Final = tuple(
    f"GET /api/tables/{{id}}/{what}" for what in ("save", "position", "trails", "debrief", "verify")
) + ("POST /api/tables/{id}/fork",)
MUTING: Final = "POST /api/silences"
SAVE: Final = "GET /api/tables/{id}/save"
VIEW: Final = "GET /api/tables/{id}/seats/{seat}"
STRANGERS_LIST: Final = "what there is to watch"  # for somebody who sits at no table
MORE: Final = {
    "public": "/api/tables/{id}/seats/public", "another's view": "/api/tables/{id}/seats/{other}",
    STRANGERS_LIST: "/api/watch", "undo for another": "",
    "why not go back": "/api/tables/{id}/replay?at=0", "the next number": "",
    **{f"an onlooker: {what}": f"/api/tables/{{id}}/{what}" for what in (
        "seats/public", "seats/{seat}", "seats/public/events?before=999999", "replay?seat=public",
        "replay?seat={other}", "chapters?seat=public", "dice?seat=public", "odds?seat=public", "moment?seat=public",
        "debrief?seat=public", "analysis?seat=public",
    )},
}  # fmt: skip
ONLOOKER: Final = "an onlooker: "  # sits at no table
# The same outlets, asked as a page asks them: about answers that are offered, or might be, to his own question.
OFFERED, NEARLY = "{one that is offered}", "{one that may not be}"
ASKED_WELL: Final[dict[str, tuple[str, Any]]] = {
    "what an answer would teach": ("/api/tables/{id}/belief", {"option": OFFERED}),
    "what no answer would teach": ("/api/tables/{id}/belief", {"option": NEARLY}),
    "why not one that is offered": ("/api/tables/{id}/why-not", {"option": OFFERED}),
    "why not one that may not be": ("/api/tables/{id}/why-not", {"option": NEARLY}),
    "advice wanted": ("/api/tables/{id}/advising", {"on": True}),
    "the routine off": ("/api/tables/{id}/orders", {"routine": False}),
    "the routine on": ("/api/tables/{id}/orders", {"routine": True}),
    "orders taken back": ("/api/tables/{id}/orders", {"always": [["{question}", "", ""]], "sheet": []}),
}
POLISH: Final = {f"in Polish: {what}": f"/api/tables/{{id}}/{what}?locale=pl" for what in (
    "seats/{seat}", "seats/{seat}/since", "odds", "standing", "moment", "replay", "chapters",
)}  # fmt: skip
NEAR: Final = (
    "0101", "0713", "1010 N", "0905 SE", "201", "306", "C1", "C2", "none", "yes", "no", "guns", "roll", "F F", "F R F",
    "I./NJG1", "K5", "H6", "stay", "box", "play EXPERTE", "A", "nothing; draw 0", "fire", "2",
)  # fmt: skip
