"""What the state of a night may hold, field by field and step by step; positions are checked against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from viermot.games.bomber_command.model.board import JUTLAND, KINDS, LETTERS, PLACES, ZONES
from viermot.games.bomber_command.model.city import city_plan
from viermot.games.bomber_command.model.ids import Title
from viermot.games.bomber_command.model.position import MARK_WORDS
from viermot.games.bomber_command.model.records import Area, BombedCity
from viermot.games.bomber_command.model.state import FATES, IN_RAID, NOBODY, TAKING_OFF, Game
from viermot.games.bomber_command.rules.cards.cards import Announced, Moment, Naming
from viermot.games.bomber_command.rules.cards.windows import BOMBING_WINDOWS, W_AIRFIELD, W_CONVERTING, WINDOWS
from viermot.games.bomber_command.rules.combat.combat import ATTACKS, BY_BRITISH, COLUMN_LATE
from viermot.games.bomber_command.sequence import PHASES
from viermot.kernel.domains import SWITCH, Bits, Declared, Domain, Either, Index, Many, OneOf, Pair, Text, Whole

LONGEST_NIGHT: Final = 99  # turns
TURN: Final = Whole(0, LONGEST_NIGHT)
UNIT: Final = Index("units")
NO_UNIT: Final = Index("units", nobody=True)
RAID: Final = Index("raids")
NO_RAID: Final = Index("raids", nobody=True)
CITY_KIND: Final = Index("cities")
NO_CITY: Final = Index("cities", nobody=True)
HEX: Final = Index("hexes")  # England and the Jutland Box among them
NO_HEX: Final = Index("hexes", nobody=True)
STEP: Final = Whole(-1, 99)  # along a path
SOME: Final = Whole(0, 999)
SMALL: Final = Whole(-99, 99)
TITLES: Final = Many(Index("titles"), maximum=200)
SEAT: Final = Whole(0, 1)


def sizes(game: Game) -> dict[str, int]:
    """How many there are of each thing this night."""
    layout = game.layout
    return {
        "units": len(layout.units), "raids": len(game.plot), "cities": len(layout.cities), "hexes": PLACES,
        "boxes": len(layout.box_names), "chits": len(layout.chits), "markers": len(layout.weather_sides),
        "titles": max(len(cards) for cards in layout.cards), "areas": _areas(game), "most_fuel": layout.aid.most_fuel,
        "least_flak": -len(layout.cities),  # Mobile Flak: a hex, or ~city
    }  # fmt: skip


def _areas(game: Game) -> int:
    """The areas of the city under attack; none while there is no attack."""
    if game.bombed_city is None or type(game.bombed_city.city) is not int:
        return 0
    city = game.bombed_city.city
    return (
        city_plan(game.layout.pack, game.layout.cities[city].map).size + 1 if 0 <= city < len(game.layout.cities) else 0
    )


def of_units(**domains: Domain) -> dict[str, Domain]:
    return {f"u_{name}": Many(domain, each="units") for name, domain in domains.items()}


def of_raids(**domains: Domain) -> dict[str, Domain]:
    return {f"r_{name}": Many(domain, each="raids") for name, domain in domains.items()}


ATTACK: Final = Either(
    Pair(),
    Pair(
        Whole(0, len(ATTACKS) - 1), NO_UNIT, NO_RAID, Whole(-len(ZONES), JUTLAND), NO_CITY, Whole(-1, COLUMN_LATE),
        SMALL, SOME, SOME, SOME, Whole(0, 6), Whole(0, 6),
    ),
)  # fmt: skip
CITY_MAP: Final = Many(Whole(0, 99), maximum=100 * len(Area._fields))
BOMBED_CITY: Final = Either(
    Pair(),
    Pair(
        RAID, CITY_KIND, Whole(0, 2), Index("areas", nobody=True), Index("areas", nobody=True),
        Index("areas", nobody=True), *[Whole(-1, 999)] * (len(BombedCity._fields) - 6),
    ),
)  # fmt: skip
FIELDS: Final[dict[str, Domain]] = {  # by the names in files: see written.py
    "turn": TURN, "phase": Whole(0, len(PHASES)), "jamming": Whole(-20, 20), "naxos": SWITCH, "beleuchter": SWITCH,
    "visibility": Whole(0, 2), "twilight": TURN, "moon": Whole(0, 2), "moon_turn": TURN, "bad": SWITCH,
    "wind": Whole(-1, 360), "fido": SWITCH, "alerted": SWITCH, "intruders_sent": SOME,
    "targets": Many(CITY_KIND, maximum=2), "follow_up": SWITCH, "oil": Many(SWITCH, maximum=4),
    "drawn": Many(Index("chits"), maximum=4), "north": Many(Whole(1, 6), maximum=4),
    "weather": Many(Index("markers", nobody=True), minimum=len(ZONES), maximum=len(ZONES)),
    "cup": Many(Index("markers"), once=True), "hands": Pair(TITLES, TITLES), "decks": Pair(TITLES, TITLES),
    "discards": Pair(TITLES, TITLES), "modifier": SMALL, "flags": Bits(16), "attack": ATTACK, "fighter_losses": SOME,
    "mosquito_vp": SOME, "mine_vp": SOME, "bombing_vp2": Whole(0, 9_999), "ending": OneOf("", "agreed", "all home"),
    "end_stage": Whole(0, 2), "patrols": Many(Whole(1, 20), maximum=20),
    "patrols_away": Many(Pair(Whole(1, 20), TURN), maximum=20), "stripped": Many(CITY_KIND, maximum=99, once=True),
    "mobile": Many(Whole("least_flak", JUTLAND), maximum=20), "mined": Many(HEX, maximum=20, once=True),
    "early": NO_CITY, "fidget": Index("boxes", nobody=True),
    "landing_zone": Many(Pair(Whole(0, len(ZONES) - 1), SMALL), maximum=20),
    **of_units(
        place=Whole(IN_RAID, JUTLAND), raid=NO_RAID, box=Index("boxes"), marks=Bits(len(MARK_WORDS)),
        fuel=Whole(0, "most_fuel"), zone=Whole(0, len(ZONES) - 1), lost=SOME,
    ),
    **of_raids(
        letter=Whole(0, len(LETTERS) - 1), kind=Whole(0, len(KINDS) - 1), target=NO_HEX,
        path=Many(HEX, minimum=1, maximum=99), entry=TURN, first=Whole(0, 9), aim=STEP, waypoints=Whole(0, 99),
        heavy=SWITCH, parent=NO_RAID, split=STEP, leaving=SWITCH, step=Whole(-1, 199), before=Whole(-1, 199),
        fate=Whole(0, len(FATES) - 1), losses=SOME, disrupt=SOME, damage=SOME, hunt=SOME, known=SWITCH,
        no_oboe=SWITCH, stretched=SWITCH, seen=Whole(0, 2), course=Many(Whole(0, 11), maximum=99), load=Whole(0, 99),
        bombed=SWITCH,
    ),
    "counters": Many(Pair(HEX, Whole(0, 2), NO_RAID), maximum=300), "drops": Many(Pair(CITY_KIND, RAID, SWITCH, TURN)),
    "combats": Many(Pair(Whole(0, 2), HEX, RAID, NO_UNIT, NO_CITY, SMALL)), "gci_done": Many(Pair(UNIT, RAID)),
    "town": BOMBED_CITY, "areas": CITY_MAP,
    "sites": Many(
        Pair(CITY_KIND, RAID, Whole(0, 99), Whole(-1, 5), SOME, Whole(0, 9_999), CITY_MAP), maximum=9,
    ),
}  # fmt: skip
RULES: Final = Text(80)
ARGUMENTS: Final[dict[str, Domain]] = {
    "unit": UNIT, "raid": RAID, "city": NO_CITY, "hex_": HEX, "seat": SEAT, "which": Whole(0, len(WINDOWS) - 1),
    "subject": Whole(-1, 999), "other": Whole(-1, 999), "hex": HEX, "why": Whole(0, 3), "title": Index("titles"),
    "number": Whole(0, 9),
    "phase.number": Whole(1, len(PHASES)), "thing": Whole(0, 9_999), "area": Index("areas"), "attack": ATTACK,
    "begun": Whole(0, 2), "bold": SOME, "column": Whole(-1, COLUMN_LATE), "declared": SWITCH, "extra": SMALL,
    "pick_weather.extra": SMALL, "flags": Bits(16), "high_explosive": SOME, "incendiary": SOME,
    "kind": Whole(0, len(ATTACKS) - 1), "scattered.kind": Whole(0, len(KINDS) - 1), "left": Whole(0, 99),
    "marker": Index("markers"), "modifier": SMALL, "place": HEX, "reach": Whole(0, 9), "reacts": SWITCH,
    "ring": Whole(0, 99), "rule": RULES, "rules": RULES, "strength": Whole(1, 20), "value": SMALL,
    "due": Many(Pair(CITY_KIND, RAID), once=True),
    "next_bombing.due": Many(Pair(CITY_KIND, RAID), minimum=1, once=True),
    "landing": Many(UNIT, once=True), "said": Either(Pair(), Pair(Whole(0, 3), Whole(0, 3))),
    "when": OneOf(0, TAKING_OFF), "bomb_city.city": CITY_KIND, "resolve_bombing.city": CITY_KIND,
}  # fmt: skip


# -- arguments that must go together ------------------------------------------------------------------------------


def _window(game: Game, which: int, subject: int, other: int) -> bool:
    """What a window is about: a unit and a raid, but over a city a raid and the city, or one of its areas."""
    raids, layout = len(game.plot), game.layout
    if which in BOMBING_WINDOWS:
        last = _areas(game) if which == W_CONVERTING else len(layout.cities)
        return game.bombed_city is not None and 0 <= subject < raids and 0 <= other < last
    if which == W_AIRFIELD:
        return NOBODY <= subject < len(layout.units) and 0 <= other <= 20
    return NOBODY <= subject < len(layout.units) and NOBODY <= other < raids


def _play(game: Game, *moment: int) -> bool:
    asked = Moment(*moment)
    return _window(game, asked.which, asked.subject, asked.other)


def _function(game: Game, seat: int, title: Title, number: int) -> bool:
    cards = game.layout.cards[seat]
    return title < len(cards) and number < len(cards[title].functions)


def _name_object(game: Game, seat: int, title: Title, *rest: int) -> bool:
    card = Naming(seat, title, *rest)
    held = title in game.hands[seat] and _function(game, seat, title, card.number)
    return held and _window(game, card.which, card.subject, card.other)


def _cancel(game: Game, seat: int, title: Title, *rest: int) -> bool:
    card = Announced(seat, title, *rest)
    laid = title in game.discards[1 - seat] and _function(game, 1 - seat, title, card.number)
    return laid and _window(game, card.which, card.subject, card.other)


def _attack(game: Game, kind: int, *_: int) -> bool:
    return kind < BY_BRITISH


SENSES: Final[dict[str, Callable[..., bool]]] = {
    "window": _window, "play": _play, "name_object": _name_object, "cancel": _cancel, "attack_raid": _attack,
}  # fmt: skip
DECLARED: Final = Declared("bomber_command", FIELDS, ARGUMENTS, sizes, senses=SENSES)
