"""The fields of every kind of event, and how a person reads them.

An event carries its data in order; the names here say what each part is. A name means the same everywhere: a unit is a
number in the scenario's list, a letter that of a raid box, a city its number on the map.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from viermot.games.bomber_command.faces.event_text import use
from viermot.games.bomber_command.model.board import KINDS, LETTERS, MOONS, NAME, SEATS, VISIBILITIES, WEATHERS, ZONES
from viermot.games.bomber_command.model.layout import ATTACK_COLUMNS
from viermot.games.bomber_command.model.notation import THING
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.combat.combat import ATTACKS
from viermot.games.bomber_command.sequence import PHASES
from viermot.kernel.agenda import Logged
from viermot.kernel.json import JsonObject
from viermot.text import has, message, signed

FIELDS: Final[dict[str, str]] = {
    "accuracy_added": "value",
    "adgb": "strength",
    "agreed": "",
    "aimpoint": "city area",
    "airfield_closed": "unit",
    "airfield_hidden": "unit",
    "airfield_open": "unit",
    "alerted": "",
    "approach": "city area direction",
    "attack": "attack unit hex city",
    "attack_let_go": "marker hex city",
    "attack_rolled": "column modifiers total losses disrupted",
    "attack_void": "unit",
    "attacked_raid": "letter",
    "attacks_again": "unit",
    "attacks_declined": "count",
    "attempt_void": "unit",
    "available": "unit yes",
    "beacon_jammed": "box",
    "beleuchter": "",
    "bomb": "city area bomb",
    "bomb_drop": "city hex",
    "bomb_mix": "city he inc",
    "bomb_moved": "city bomb area to",
    "bomb_ring": "city ring fallen",
    "bombers_lost": "letter count",
    "bombing": "city map method",
    "bombing_accuracy": "city total parts",
    "bombing_error": "city disruption total parts",
    "bombing_over": "city fires score2 gained2",
    "bombs_in_countryside": "city count",
    "bombs_lost": "city count",
    "bombs_on_ti": "city area concentration he inc",
    "breaks_out": "letter hex",
    "british_attack": "unit strength",
    "cancelled": "card by_card",
    "cancelled_by_symbol": "card one_card other_card",
    "card": "card function object",
    "combat_marker": "marker hex city",
    "confirmed": "letter claimed count",
    "counters": "counters",
    "counters_removed": "count",
    "creepback": "city area count",
    "creepback_trigger": "fires",
    "cross_rejected": "weather",
    "damage_spent": "value",
    "decks": "british german",
    "defensive_fire": "unit total lost",
    "depleted": "unit",
    "deployed": "unit box",
    "detection": "margin clarified",
    "discarded": "side cards",
    "disrupted": "letter count",
    "drew": "side cards",
    "drifted": "city direction area approach",
    "early_arrival": "city",
    "end_declined": "side",
    "end_offered": "side",
    "end_stage": "",
    "enters": "letter hex",
    "error_added": "value",
    "false_counter": "hex",
    "fido": "weather",
    "fighters_lost": "unit count",
    "fires": "city area he inc fires",
    "firestorm": "city area begins fires",
    "flak": "hex city value",
    "flak_damage": "letter count",
    "flak_rolled": "modifiers total losses disruptions damaged",
    "flew": "letter hex",
    "fuel": "fuels",
    "game_over": "reason level net",
    "gathered": "letter count",
    "gci": "unit hex hexes",
    "grounded": "unit",
    "gunners_fire": "",
    "hand": "side cards",
    "hand_ready": "side count",
    "hand_size": "side count",
    "harm_told": "disruption damage",
    "has_flak_damage": "yes",
    "hunt_told": "count",
    "hunted": "letter count",
    "infiltrated": "unit letter",
    "infiltrates": "unit hex city",
    "infiltration": "unit modifiers total value",
    "intruder": "unit",
    "is_decoy": "",
    "is_heavy": "",
    "is_mosquito": "",
    "is_over": "city letter",
    "jamming": "level",
    "landing_weather": "zone value",
    "leaves_beacon": "unit",
    "led_astray": "unit hex",
    "left_map": "letter hexes",
    "left_raid": "unit hex",
    "losses_reduced": "losses",
    "losses_told": "letter count",
    "load": "letter count",
    "map": "count flak_only",
    "marked": "city total parts drift rows",
    "marker_removed": "hex",
    "markers_flipped": "count",
    "mines": "hex disruption points",
    "mobile_flak_city": "city value",
    "mobile_flak_hex": "hex value",
    "modified": "value total",
    "moon": "moon",
    "moon_turn": "moon turn",
    "mosquitos_bomb": "city points",
    "moved": "unit hex",
    "naxos": "",
    "no_defence": "",
    "no_flak": "city",
    "no_follow_up": "",
    "no_intercept": "hex",
    "no_main_force": "city",
    "no_moon": "",
    "not_depleted": "unit",
    "oboe_spoiled": "",
    "option": "option",
    "out": "unit",
    "own_home": "letter",
    "patrol": "strength unit turn",
    "patrols": "strengths",
    "patrols_back": "strengths",
    "phase": "phase",
    "plan": "count",
    "plan_made": "",
    "points": "british german net",
    "quenched": "city area",
    "raid_home": "raid_kind",
    "raid_left": "",
    "raid_recovery": "modifiers total losses",
    "reacts": "unit hex",
    "ready": "units",
    "rearms": "unit",
    "recovers": "unit zone diverting",
    "recovery_rolled": "unit modifiers total lost",
    "resolving": "marker hex city",
    "returns": "unit",
    "scattered": "raid_kind count",
    "scenario": "scenario",
    "scramble_rolled": "unit modifiers total lost",
    "scrambled": "unit hex fuel",
    "settled": "unit",
    "shown": "side cards",
    "stepped_off": "unit box",
    "stops": "letter",
    "stragglers": "hex",
    "stripped": "city",
    "target": "city vp oil",
    "targets_drawn": "count",
    "turn": "turn",
    "twilight": "turn",
    "unannounced": "letter modifiers total",
    "units_ready": "count",
    "visibility": "visibility",
    "weather": "zone weather",
    "weather_drawn": "weather",
    "weather_order": "zones",
    "weather_side": "bad",
    "weather_told": "value",
    "wild_boar_marker": "unit hex city stacked",
    "wild_boars_bold": "city value",
    "wind": "wind",
    # rolls: after the stream and the dice
    "roll:British attack": "unit",
    "roll:Mosquito losses": "hunted",
    "roll:airfield": "unit strength",
    "roll:attack": "",
    "roll:availability": "unit",
    "roll:bad weather": "",
    "roll:defensive fire": "unit modifier",
    "roll:detection": "modifier level",
    "roll:drift": "city",
    "roll:firestorm": "city",
    "roll:flak": "",
    "roll:infiltration": "unit",
    "roll:marking": "city",
    "roll:marking quality": "city",
    "roll:moon": "",
    "roll:north": "city",
    "roll:own flak": "unit",
    "roll:raid recovery": "",
    "roll:recovery": "unit",
    "roll:scramble": "unit",
    "roll:trigger happy flak": "unit",
    "roll:twilight": "",
    "roll:visibility": "",
    "roll:wind": "",
}
MARKER_NAMES: Final = ("GCI", "flak", "wild boar")
# Echoes of a seat's own action: seeing them teaches it nothing, so they do not bar undo. A card laid down is not one:
# that the other side let it pass is news. Nor is what a counter turns out to be when it is met, or what falls.
ECHOES: Final = {
    "british": frozenset(("aimpoint", "approach", "bomb_moved", "fires", "patrol")),
    "german": frozenset(
        (
            "moved", "settled", "stepped_off", "scrambled", "deployed", "gci", "fuel", "reacts", "wild_boar_marker",
            "bomb_moved", "stripped", "recovers", "returns",
        )
    ),
}  # fmt: skip
QUIET_PHASES: Final = frozenset(("scramble", "recovery"))  # nothing is told before them, and nothing done in secret


def is_echo(game: Game, event: Logged, seat: str) -> bool:
    """Does the event teach this seat nothing?"""
    kind, _, _, data = event
    if kind == "phase":
        return PHASES[data[0] - 1].name in QUIET_PHASES
    return kind in ECHOES.get(seat, ())


def fields_of(event: Logged) -> JsonObject:
    """An event's data by name."""
    kind, _, _, data = event
    if kind != "roll":
        return dict(zip(FIELDS[kind].split(), data, strict=True))
    what, dice, *rest = data
    names = FIELDS["roll:" + what].split()
    return {"what": what, "dice": list(dice), **dict(zip(names, rest, strict=False))}


def _card(game: Game, value: tuple[int, ...]) -> str:
    seat, title = value
    return str(game.layout.cards[seat][title].name)


def _function(game: Game, value: tuple[int, ...]) -> str:
    seat, title, number = value
    return game.layout.cards[seat][title].functions[number].word


def _city(game: Game, value: int) -> str | None:
    return str(game.layout.cities[value].name) if value >= 0 else None


PLAIN: Final[JsonObject] = {
    "unit": lambda game, value: game.layout.units[value].name,
    "units": lambda game, value: [game.layout.units[unit].name for unit in value],
    "hex": lambda game, value: NAME[value] if value >= 0 else None,
    "hexes": lambda game, value: [NAME[hex_] for hex_ in value],
    "city": _city,
    "targets": lambda game, value: [_city(game, city) for city in value],
    "letter": lambda game, value: LETTERS[value] if value >= 0 else None,
    "card": _card,
    "by_card": _card,
    "one_card": _card,
    "other_card": _card,
    "cards": lambda game, value: [_card(game, card) for card in value],
    "function": _function,
    "object": lambda game, value: THING.write(game, value) if value else None,
    "zone": lambda game, value: ZONES[value],
    "zones": lambda game, value: [ZONES[zone] for zone in value],
    "weather": lambda game, value: WEATHERS[value],
    "visibility": lambda game, value: VISIBILITIES[value],
    "moon": lambda game, value: MOONS[value],
    "box": lambda game, value: game.layout.box_names[value],
    "side": lambda game, value: SEATS[value],
    "attack": lambda game, value: ATTACKS[value],
    "column": lambda game, value: ATTACK_COLUMNS[value],
    "marker": lambda game, value: MARKER_NAMES[value],
    "raid_kind": lambda game, value: KINDS[value] if value >= 0 else None,
    "counters": lambda game, value: [[NAME[hex_], bool(stream)] for hex_, stream in value],
    "fuels": lambda game, value: [[game.layout.units[unit].name, fuel] for unit, fuel in value],
    "phase": lambda game, value: PHASES[value - 1].name,
    "bad": lambda game, value: bool(value),
    "yes": lambda game, value: bool(value),
    "stacked": lambda game, value: bool(value),
    "clarified": lambda game, value: bool(value),
    "diverting": lambda game, value: bool(value),
    "oil": lambda game, value: bool(value),
    "wind": lambda game, value: value if value >= 0 else None,
}


def plain(game: Game, name: str, value: Any) -> Any:
    """A field as JSON data: as printed on counters and map, never one of the engine's own numbers."""
    make = PLAIN.get(name)
    if make is not None:
        return make(game, value)
    return _listed(value)


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if isinstance(value, tuple | list) else value


def plain_fields(game: Game, event: Logged) -> JsonObject:
    """All of an event's data by name, as JSON data: `fields_of` made `plain`, but a whole log at a time."""
    kind, _, _, data = event
    if kind != "roll":
        return {name: make(game, value) for (name, make), value in zip(_makers(kind), data, strict=True)}
    what, dice, *rest = data
    shown = {"what": what, "dice": list(dice)}
    for (name, make), value in zip(_makers("roll:" + what), rest, strict=False):
        shown[name] = make(game, value)
    return shown


@cache
def _makers(kind: str) -> tuple[tuple[str, Callable[[Game, Any], Any]], ...]:
    """The fields of a kind of event, each with what makes it plain."""
    return tuple((name, PLAIN.get(name, _as_it_is)) for name in FIELDS[kind].split())


def _as_it_is(game: Game, value: Any) -> Any:
    return value if value.__class__ is int else _listed(value)


def field_text(game: Game, seat: str, name: str, value: Any, locale: str) -> Any:
    """A field as a person of that seat reads it."""
    shown = plain(game, name, value)
    if isinstance(shown, bool):
        shown = "yes" if shown else "no"
    if shown is None:
        shown = "none"
    if name in ("card", "by_card", "one_card", "other_card"):
        seat_of_card, _ = value
        return _title(game, shown, seat_of_card, locale)
    if name == "function":
        return use(shown, locale)
    if isinstance(shown, str):
        word = shown.replace(" ", "_").lower()
        keys = (f"bomber_command.field.{name}.{word}", f"bomber_command.field.any.{word}")
        return next((message(key, locale) for key in keys if has(key)), shown)
    if name == "cards":
        titles = [_title(game, title, side, locale) for (side, _), title in zip(value, shown, strict=True)]
        return ", ".join(titles) or "-"
    if name in ("modifiers", "parts"):
        return ", ".join(_modifier(part, locale) for part in shown) or "-"
    if isinstance(shown, list):
        return ", ".join(" ".join(map(str, part)) if isinstance(part, list) else str(part) for part in shown) or "-"
    return shown


def _title(game: Game, name: str, side: int, locale: str) -> str:
    """A card's title in the reader's language."""
    for card in game.layout.pack.cards:
        if card.title == name and card.side == SEATS[side]:
            return str(card.titles.get(locale[:2], name))
    return name


def _modifier(part: list[Any], locale: str) -> str:
    what, value, *_ = part
    key = f"bomber_command.modifier.{str(what).replace(' ', '_').lower()}"
    word = message(key, locale) if has(key) else str(what).replace("_", " ")
    return f"{word} {signed(value)}"
