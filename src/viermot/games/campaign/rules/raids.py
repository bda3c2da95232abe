"""From a card to a scenario: altitude, types, equipment, jamming, lights [A4e to A4i, PC5]."""

from __future__ import annotations

from typing import Any

import msgspec

from viermot.games.campaign.components import Book, RaidKind, base_pack
from viermot.games.campaign.model.ids import Card, FlightId
from viermot.games.campaign.model.orders import FighterOrders, Orders
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import MOONS, PILOTS, VISIBILITIES
from viermot.games.campaign.rules.cards import kind_of, size_of
from viermot.games.campaign.rules.weather import moon_rises
from viermot.games.nightfighter.components.charts import MONTHS, month
from viermot.games.nightfighter.components.scenario_book import numbers, scenarios
from viermot.games.nightfighter.model.fitting import SORTIE
from viermot.kernel.json import JsonObject

ID = SORTIE
FILE = "scenarios/sortie.toml"


def raid(game: Career, card: Card) -> Orders:
    """Roll for everything a scenario needs apart from the fighters [A4c to A4h, PC5]."""
    book = game.layout.book
    kind, size = book.kinds[kind_of(game, card)], book.sizes[size_of(game, card)]
    own = "A4c A4d" if game.layout.is_staffel else "PC5"
    game.announce("raid", own, kind.id, size.id)
    minimum = book.staffel.cards.moon_risen if game.layout.is_staffel else book.common.moon_risen
    moon_rises(game, minimum, "A3d" if game.layout.is_staffel else "PC5")
    low = game.die("altitude", "A4e") <= book.raids.low_altitude
    die = game.die("bomber type", "A4g") + (book.raids.types_low if low else 0)
    bomber = book.types_in(game.month_number)[max(1, die) - 1]
    game.announce("bombers", "A4g" if game.layout.is_staffel else "A4g PC5", bomber, int(low))
    return {
        "kind": kind.id, "size": size.id, "card": card, "low": low, "bomber": bomber,
        "equipment": _equipment(game, bomber), "jammed": _jammed(game, kind), "lights": _lights(game, kind),
        "moon": MOONS[game.moon] if game.risen else "none", "visibility": VISIBILITIES[game.visibility],
        "cloud": "cloudy" if game.cloud else "none", "month": game.month_number,
    }  # fmt: skip


def engines(game: Career, bomber: str) -> int:
    """How many engines a type has."""
    charts = base_pack(game.layout.book, game.layout.game_name)
    count: int = charts.bombers[bomber].engines
    return count


def _equipment(game: Career, bomber: str) -> list[str]:
    """Monica, Boozer and H2S by die roll once in service; the same for all bombers of a scenario [A4h]."""
    fitted: list[str] = []
    rules = game.layout.book.raids.equipment
    four = engines(game, bomber) == 4
    if game.month_number >= month(rules.since):
        by_die = rules.four if four else rules.twin.get(bomber)
        if by_die is not None:
            fitted.append(by_die[game.die("equipment", "A4h") - 1])
    if four and game.month_number >= month(rules.h2s_from) and game.die("H2S", "A4h") >= rules.h2s_die:
        fitted.append("H2S")
    return [name for name in fitted if name]


def _jammed(game: Career, kind: RaidKind) -> bool:
    """Are the ground radars lightly jammed? [A4f]"""
    if game.month_number < month(kind.jamming.since):
        return False
    jammed = bool(game.die("jamming", "A4f") <= kind.jamming.light)
    if jammed:
        game.announce("jammed", "A4f")
    return jammed


def _lights(game: Career, kind: RaidKind) -> bool:
    """Are there still searchlights in the box? [A4f]"""
    if kind.lights is None or game.month_number > month(kind.lights.until):
        return False
    lit = bool(game.die("searchlights", "A4f") <= kind.lights.die)
    if lit:
        game.announce("lights", "A4f")
    return lit


def fighter(game: Career, flight: FlightId, comes_late: bool) -> FighterOrders:
    """What the scenario must know about a fighter: type, pilot, sets, where it starts."""
    flown = game.flights[flight]
    plane, crew = game.planes[flown.plane], game.crews[flown.crew]
    charts = base_pack(game.layout.book, game.layout.game_name)
    chart = charts.fighters[plane.type]
    return {
        "flight": flight, "type": plane.type, "pilot": PILOTS[0 if flown.spare else game.status_of(crew)],
        "radar": plane.radar, "ai": bool(plane.radar or chart.ai_in(game.month_number)), "late": comes_late,
        "hits": flown.hits, "turns": flown.turns,
    }  # fmt: skip


def options(game: Career) -> JsonObject:
    """The optional rules in force: all those of the career not declined at set-up [A1, CM4, ruling B29].

    28.5 is not one of them: it would make every pilot green, and here each has his own status.
    """
    return dict(game.layout.optional_rules)


def row(book: Book, orders: Orders) -> JsonObject:
    """The orders as a row of a scenario file."""
    kind, size = book.kinds[orders["kind"]], book.sizes[orders["size"]]
    fighters = orders["fighters"]
    has_radar = any(one["ai"] for one in fighters)
    omit = [phase for phase in kind.omit if not (phase == 7 and orders["lights"])]
    if not has_radar:
        omit.append(6)
    entry = [dict(wave) for wave in size.entry]
    number = sum(wave["count"] * len(numbers(wave["turns"])) for wave in entry)
    year, which = divmod(orders["month"], 12)
    return {
        "id": ID, "title": {"en": kind.id.capitalize()}, "date": f"{MONTHS[which]} {year}", "rules": kind.rules,
        "difficulty": "Normal", "background": {"en": ""}, "theatre": "Europe", "moon_mod": 2,
        "end": ["clear", f"turn {orders['last_turn']}"], "omit": sorted(omit),
        "attackers": [{"type": orders["bomber"], "count": number}], "entry": entry,
        "attackers_equipment": orders["equipment"],
        "defenders": [
            {
                "type": one["type"], "count": 1, "pilot": one["pilot"], "altitude_advantage": orders["low"],
                "upgrades": [one["radar"]] if one["radar"] else [],
            }
            for one in fighters
        ],
        "setup": {"places": ["box" if one["late"] else "beacon" for one in fighters]}, "radar": list(kind.radar),
        "searchlights": {"zones": kind.lights.zones if orders["lights"] and kind.lights else "none", "directed": True},
        "moon": orders["moon"], "visibility": orders["visibility"], "cloud": orders["cloud"],
        "altitude": "low" if orders["low"] else "normal",
        "jamming": {"search": "light" if orders["jammed"] else "none"},
        "victory": {"score": "kills", "win": 99}, "flags": ["gunflash"] if orders["gunflash"] else [],
        "status": "reconstructed",
    }  # fmt: skip


def sortie_pack(book: Book, name: str, orders: Orders) -> Any:
    """The components with the sortie as one more scenario."""
    base = base_pack(book, name)
    made = scenarios({FILE: row(book, orders)})
    return msgspec.structs.replace(base, scenarios={**base.scenarios, **made})
