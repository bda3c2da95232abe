"""What an owner's tables must satisfy for a career to be playable; anything else is refused on loading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from viermot.games.campaign.model.orders import FighterOrders, Orders
from viermot.games.campaign.model.terms import LETTERS, SUITS
from viermot.games.nightfighter.components.charts import month
from viermot.kernel import registry
from viermot.kernel.json import JsonObject
from viermot.kernel.packs import Fault, PackError, fault, parsed, refuse
from viermot.kernel.user_error import UserError, brief

if TYPE_CHECKING:
    from viermot.games.campaign.components import Book

LOWEST, HIGHEST = -99, 999  # of any number in these tables
RESULTS: Final = ("killed", "crippled")  # of an injury, besides weeks
EQUIPMENT: Final = ("", "Monica", "Boozer")
AWARDS: Final = ("iron_cross_2", "iron_cross_1", "knights_cross", "oak_leaves", "swords", "diamonds")
RANGES: Final = {  # file, field, lowest and highest, for numbers that count things or index a table
    ("staffel.toml", "patrol", "sectors"): (1, 9), ("staffel.toml", "patrol", "fuel"): (5, 99),
    ("staffel.toml", "patrol", "least_fuel"): (1, 99), ("staffel.toml", "cards", "jokers"): (0, 2),
    ("staffel.toml", "cards", "night_most"): (1, 20),
    ("staffel.toml", "cards", "night_most_full"): (1, 20), ("staffel.toml", "cards", "month_most"): (1, 40),
    ("staffel.toml", "cards", "month_least"): (0, 40), ("staffel.toml", "patrol", "standby_turn"): (1, 20),
    ("staffel.toml", "stock", "spare"): (0, 20),
}  # fmt: skip


def refuse_what_cannot_be_flown(book: Book) -> Book:
    """The book, if a career can be played with it; PackError says why it cannot."""
    for file, what in _files(book).items():
        for key, value in _leaves(what, ()):
            if type(value) is int and not LOWEST <= value <= HIGHEST:
                raise PackError(file, key, "campaign.pack.not_between", low=LOWEST, high=HIGHEST)
    for (file, part, name), (minimum, maximum) in RANGES.items():
        value = getattr(getattr(_files(book)[file], part), name)
        if not minimum <= value <= maximum:
            raise PackError(file, f"{part}, {name}", "campaign.pack.not_between", low=minimum, high=maximum)
    for file, key, text in _months(book):
        parsed(file, key, month, text)
    refuse(_nonsense(book))
    _fly(book)
    return book


def _files(book: Book) -> JsonObject:
    return {
        "staffel.toml": book.staffel, "raids.toml": book.raids, "recovery.toml": book.recovery,
        "pilots.toml": (book.common, *book.forms.values()), "events.toml": (*book.events.values(), book.daylight),
        "calendar.toml": book.months, "names.toml": book.names,
    }  # fmt: skip


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, str(name)))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner, path)
    else:
        yield ", ".join(path), value


def _months(book: Book) -> Iterator[tuple[str, str, str]]:
    stock, equipment = book.staffel.stock, book.raids.equipment
    yield "pilots.toml", "common, retrained_from", book.common.retrained_from
    for name in ("new_from", "newest_from", "conversion_from"):
        yield "staffel.toml", f"stock, {name}", getattr(stock, name)
    yield "raids.toml", "equipment, from", equipment.since
    yield "raids.toml", "equipment, h2s_from", equipment.h2s_from
    for row in book.raids.types:
        yield "raids.toml", f"types {row.id!r}", row.id
    for kind in book.raids.kind:
        yield "raids.toml", f"kind {kind.id!r}, jamming, from", kind.jamming.since
        if kind.lights is not None:
            yield "raids.toml", f"kind {kind.id!r}, lights, until", kind.lights.until
    for event in book.events.values():
        if event.since:
            yield "events.toml", f"event {event.id}, from", event.since


def _nonsense(book: Book) -> Iterator[Fault]:
    from viermot.games.campaign.rules.monthly import EVENTS

    yield from _names(book)
    yield from _recovery(book)
    if list(book.month_numbers) != list(range(book.month_numbers[0], book.month_numbers[0] + 12)):
        yield fault("calendar.toml", "months", "campaign.pack.months_follow")
    for event in book.events.values():
        if event.what not in EVENTS and event.what != "quiet":
            yield fault("events.toml", f"event {event.id}", "campaign.pack.no_event", name=event.what)
    suits = [suit for kind in book.raids.kind for suit in kind.suits]
    if sorted(suits) != sorted(SUITS):
        yield fault("raids.toml", "kind", "campaign.pack.suits")
    starts = [month(row.id) for row in book.raids.types]
    if not starts or starts != sorted(starts) or starts[0] > book.month_numbers[0]:
        yield fault("raids.toml", "types", "campaign.pack.types_order")
    if not -5 <= book.raids.types_low <= 0:
        yield fault("raids.toml", "types_low", "campaign.pack.not_between", low=-5, high=0)
    fitted = book.raids.equipment
    for die in (fitted.four, *fitted.twin.values()):
        if len(die) != 6 or not set(die) <= set(EQUIPMENT):
            yield fault("raids.toml", "equipment", "campaign.pack.equipment")
    limits = book.staffel.stock.establishment
    if set(limits) != {"aircraft", "crews"} or not all(1 <= count <= len(LETTERS) // 2 for count in limits.values()):
        yield fault("staffel.toml", "stock, establishment", "campaign.pack.establishment", most=len(LETTERS) // 2)
    rows = book.staffel.crew
    if not 1 <= len(rows) <= limits["crews"] or sum(row.aircraft != "none" for row in rows) > limits["aircraft"]:
        yield fault("staffel.toml", "crew", "campaign.pack.crews")
    bars = book.staffel.status_by_kills
    if not 0 < bars.seasoned < bars.experte:
        yield fault("staffel.toml", "status_by_kills", "campaign.pack.status")
    for row in rows:
        if not 0 <= row.awards <= len(book.awards) or min(row.kills, row.points) < 0:
            yield fault("staffel.toml", f"crew {row.id}", "campaign.pack.crew_numbers")


def _names(book: Book) -> Iterator[Fault]:
    names = book.names
    if len(names.ranks) < 2 or len({*names.first}) * len({*names.last}) < 200:
        yield fault("names.toml", "", "campaign.pack.few_names")
    for key, text in _leaves(names, ()):
        if isinstance(text, str) and (len(text) > 40 or not text.isprintable()):
            yield fault("names.toml", key, "campaign.pack.no_name")
    charts: Any = registry.game("nightfighter").load_pack(None)
    for name in {name for row in book.raids.types for name in row.die} - set(charts.bombers):
        yield fault("raids.toml", "types", "campaign.pack.no_bomber", name=name)
    stock = book.staffel.stock
    own = [frames for form in book.forms.values() for frames in (form.aircraft, form.better)]
    for frames in (stock.old, stock.new, stock.newest, *own):
        if frames is not stock.newest and set(frames) != {"Me110", "Ju88"}:
            yield fault("staffel.toml", "stock", "campaign.pack.both_airframes")
        for name in set(frames.values()) - set(charts.fighters):
            yield fault("staffel.toml", "stock", "campaign.pack.no_fighter", name=name)
    for name, radar in stock.upgrade.items():
        if name not in charts.fighters or radar not in charts.ai_radars:
            yield fault("staffel.toml", "stock, upgrade", "campaign.pack.no_upgrade", name=name, radar=radar)


def _recovery(book: Book) -> Iterator[Fault]:
    recovery = book.recovery
    for table, die in book.injuries.items():
        if not all(text in RESULTS or (text.isascii() and text.isdigit() and int(text) <= 52) for text in die):
            yield fault("recovery.toml", f"injuries {table!r}", "campaign.pack.injuries")
    for key, table in (("bale_out", recovery.bale_out.injuries), ("hit_in_combat", recovery.hit_in_combat.injuries)):
        if table not in book.injuries:
            yield fault("recovery.toml", key, "campaign.pack.no_table", name=table)
    totals = [landing.least for landing in recovery.landing]
    if not totals or totals != sorted(totals) or totals[0] > -20:
        yield fault("recovery.toml", "landing", "campaign.pack.landings")
    points = [award.points for award in book.awards]
    if points != sorted(points) or not {award.id for award in book.awards} <= set(AWARDS):
        yield fault("recovery.toml", "award", "campaign.pack.awards")
    for men in (recovery.lost_crew.operator, recovery.lost_crew.gunner):
        if set(men) != {"kills", "points"}:
            yield fault("recovery.toml", "lost_crew", "campaign.pack.lost_crew")


def _fly(book: Book) -> None:
    """Every kind and size of raid makes a scenario that can be set up."""
    from viermot.games.campaign.model.ids import FlightId
    from viermot.games.campaign.rules import raids
    from viermot.kernel.dice import QuickDice

    frame = next(iter(book.staffel.stock.old.values()))
    fighter: FighterOrders = {
        "flight": FlightId(0), "type": frame, "pilot": "normal", "radar": "", "ai": False, "late": False, "hits": 0,
        "turns": 0,
    }  # fmt: skip
    for kind in book.kinds.values():
        for size in book.sizes.values():
            orders: Orders = {
                "kind": kind.id, "size": size.id, "fighters": [fighter], "lights": kind.lights is not None,
                "month": book.month_numbers[0], "last_turn": 20, "bomber": book.raids.types[0].die[0], "equipment": [],
                "low": False, "moon": "none", "visibility": "good", "cloud": "none", "jammed": True, "gunflash": False,
            }  # fmt: skip
            for name in ("solitaire", "nightfighter"):
                try:
                    pack = raids.sortie_pack(book, name, orders)
                    registry.game(name).start(pack, raids.ID, {}, QuickDice(0))
                except Exception as wrong:
                    where, said = f"kind {kind.id!r}, size {size.id!r}", brief(wrong, 120)
                    reason = wrong if isinstance(wrong, UserError) else UserError("pack.said", said=said)
                    raise PackError(
                        "raids.toml", where, wrong.reason if isinstance(wrong, PackError) else reason
                    ) from None
