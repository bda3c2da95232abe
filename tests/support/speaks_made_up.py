"""Run inside a copy of the package that has a made-up language: everything a reader would be shown in it, as JSON.

    python -m tests.support.speaks_made_up

It knows nothing of the language but its code; what it prints is judged by tests/test_made_up_language.py.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import httpx

import viermot
from tests.support.made_up import CODE
from viermot import text
from viermot.kernel import registry
from viermot.sentences import in_full
from viermot.server import about, page_words
from viermot.server.app import create_app
from viermot.server.config import Config

DECISIONS = 120  # of each game that is looked at


def lobby() -> dict[str, list[str]]:
    """Games, seats, options and scenarios, in sentences; what is named (a unit, an aircraft) stands elsewhere."""
    told: dict[str, list[str]] = {}
    for game in about.games(CODE):
        told[game.name] = [game.title, game.about, *[seat.title for seat in game.seats]]
        told[game.name] += [option.text for option in game.options]
        for scenario in game.scenarios:
            told[game.name] += filter(None, [scenario.background, scenario.special, *map(str, scenario.sheet)])
    return told


def titles() -> dict[str, dict[str, str]]:
    """The scenarios of each game by id."""
    return {game.name: {each.id: each.title for each in game.scenarios} for game in about.games(CODE)}


def rules() -> dict[str, list[str]]:
    """Titles and summaries of every rule of every game."""
    books = {name: registry.game(name).rulebook for name in registry.names()}
    return {
        name: [said(rule, CODE) for rule in book for said in (book.title, book.summary)] for name, book in books.items()
    }


def components() -> list[str]:
    """Cards, city maps, radars' notes, history: the texts of what lies in the boxes."""
    told: list[str] = []
    for name in registry.names():
        told += _texts(json.loads(about.static(name, CODE)))
    return [each for each in told if " " in each]


def _texts(value: Any, inside: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "rules":
                yield from _texts(inner, inside or key in ("text", "note", "history"))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, inside)
    elif isinstance(value, str) and inside:
        yield value


def play() -> dict[str, dict[str, list[str]]]:
    """Some decisions of each game: what is asked, offered and refused, and what is told of it."""
    told: dict[str, dict[str, list[str]]] = {}
    for name in registry.names():
        module, rng = registry.game(name), random.Random(name)
        scenarios = [each.id for each in module.info(module.load_pack(None)).scenarios]
        prompts, labels, refusals, events = [], [], [], []
        session = viermot.new_game(name, scenario=scenarios[len(scenarios) // 2], seed="made up")
        for _ in range(DECISIONS):
            if not session.pending:
                break
            decision = session.pending[0]
            prompts.append(decision.prompt(CODE))
            labels.append(decision.label(rng.randrange(len(decision.codes)), CODE))
            refused = decision.why_not("#")
            refusals += [refused.text(CODE)] if refused else []
            session.decide(rng.randrange(len(decision.codes)), decision.seat)
        for seat in session.module.seats:
            view: Any = session.perspective(seat)
            events += [line for event in view.events() for line in in_full(view, event, CODE)]
        told[name] = {"prompts": prompts, "labels": labels, "refusals": refusals, "events": events}
    return told


async def server() -> dict[str, Any]:
    """What the server answers: its words for the page, and errors."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(database=f"{folder}/games.sqlite"))
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1", headers={"accept-language": CODE}
            ) as web,
        ):
            me = (await web.get("/api/me")).json()
            token = {"x-csrf-token": me["csrf"]}
            answers = [
                await web.get("/api/nothing/here"), await web.get("/api/static/whist"),
                await web.get("/api/tables/none"), await web.post("/api/tables", json={}),
                await web.post("/api/tables", json={"game": "whist"}, headers=token),
                await web.post("/api/tables", content="{", headers={**token, "content-type": "application/json"}),
            ]  # fmt: skip
            words = (await web.get("/api/words")).json()
            return {"me": me, "errors": [each.json()["error"]["text"] for each in answers], "words": words}


def main() -> int:
    """All of it."""
    told = {
        "from": text.__file__, "locales": text.locales(), "languages": text.languages(),
        "page": page_words.words_of(CODE), "rules": rules(),
        "lobby": lobby(), "titles": titles(), "components": components(), "play": play(),
        "server": asyncio.run(server()),
    }  # fmt: skip
    print(json.dumps(told, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
