"""The fields of every event, by kind, and how a person reads them.

An event carries its data in order; the names here say what each part is. Fields of the same name are of the same
kind everywhere: a fighter is a number in the scenario's list, a contact a handle, an attacker the umpire's number.
"""

from __future__ import annotations

from typing import Any, Final

from viermot.games.nightfighter.model.board import CENTRE, HEXES, LEFT, MOONS, RIGHT, VISIBILITIES
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.sequence import SLIP_PHASES
from viermot.kernel.agenda import Logged
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonObject
from viermot.text import has, message

FIELDS: Final[dict[str, str]] = {
    "agreed": "type equipment",
    "ai_blind": "fighter",
    "ai_nothing": "fighter",
    "alerted": "contact",
    "alerted_unseen": "attacker",
    "attack": "fighter contact guns",
    "attacker_left": "attacker",
    "barred": "attacker side",
    "blinded": "fighter turns",
    "bombers_fly": "count",
    "breaks_off": "fighter",
    "cannot_attack": "fighter reason",
    "cannot_tally": "fighter",
    "chit": "chit columns",
    "cloud": "cloud",
    "coned": "zone contact hex facing",
    "contact": "contact hex facing",
    "contact_gone": "contact",
    "contact_lost": "contact",
    "contact_moved": "contact hex",
    "contact_turned": "contact facing",
    "contrail": "fighter",
    "corkscrew_seen": "fighter hex",
    "corkscrews": "fighter contact",
    "counters_removed": "searches sweeps",
    "cup_filled": "",
    "displaced": "attacker side hex",
    "dives": "fighter dives",
    "does_not_follow": "fighter",
    "drifts": "fighter hex",
    "edges_over": "attacker side hex",
    "empty_map": "",
    "entered": "attacker hex mp",
    "evades": "fighter",
    "extra_speed": "attacker mp",
    "fighter": "fighter oblique",
    "fighter_corkscrews": "fighter side hex",
    "fighter_hit": "fighter hits total",
    "fighter_left": "fighter",
    "fighter_lost": "fighter",
    "fishpond": "attacker",
    "fix_kept": "fighter contact",
    "fix_lost": "fighter contact",
    "fixed": "fighter contact hex facing",
    "flak_misses": "fighter",
    "flares": "space",
    "flares_out": "",
    "flies_first": "attacker",
    "follows": "fighter side hex",
    "game_over": "reason level score",
    "handed_off": "contact zone",
    "held_back": "attacker turns",
    "hits": "fighter contact hits total",
    "holds_fire": "fighter contact",
    "hunts": "attacker behaviour fighter",
    "identified": "fighter contact kind",
    "in_box": "fighter",
    "intruder_attacks": "fighter",
    "intruder_drawn": "attacker column",
    "intruder_flew": "attacker hex facing",
    "intruder_shot_down": "fighter kind",
    "intruders_last": "count",
    "kept_none": "fighter contact",
    "left_box": "fighter hex facing",
    "light_lost": "contact",
    "lights_blocked": "",
    "lost_in_corkscrew": "fighter",
    "map": "",
    "marker": "zone hex",
    "markers_removed": "",
    "moon": "moon",
    "moved": "fighter hex facing mp",
    "gunner_holds": "fighter",
    "gunners_hold": "fighter contact",
    "no_contrail": "fighter",
    "no_extra_speed": "attacker",
    "no_gunners": "fighter contact",
    "no_rear_guns": "fighter",
    "no_room": "attacker",
    "no_scatter": "fighter",
    "no_sweep": "radar",
    "no_tally_roll": "",
    "none_left": "",
    "not_identified": "fighter contact",
    "not_shown": "attacker modifiers",
    "not_tallied": "fighter contact",
    "off_map": "count",
    "option": "option",
    "phase": "phase",
    "placed": "fighter hex facing",
    "plays_on": "",
    "points": "points total",
    "position": "fighter contact good",
    "returned_fire": "fighter hits",
    "scattered": "fighter hex facing",
    "scenario": "scenario",
    "search": "radar hex result",
    "search_placed": "radar hex",
    "second_chance": "fighter contact",
    "shaken_off": "contact",
    "shot_down": "fighter contact kind",
    "side": "chit_side",
    "spotted": "contact hex facing",
    "stays": "fighter",
    "stays_with_it": "fighter contact",
    "sweep": "radar hex",
    "tail_warning": "fighter",
    "tallied": "fighter contact",
    "tally_dropped": "fighter contact",
    "tally_kept": "fighter contact",
    "tally_lost": "fighter contact",
    "tally_nothing": "",
    "task_force": "zone",
    "too_high": "",
    "torpedo": "points total",
    "torpedo_column": "column",
    "tracer_wide": "fighter contact",
    "turn": "turn",
    "umpire_rolled": "",
    "unopposed": "points total",
    "visibility": "visibility",
    "waits_in_box": "fighter",
    "wave": "attackers columns",
    "zone_busy": "zone",
    # rolls: after the stream and the dice
    "roll:Y guidance": "fighter",
    "roll:attack": "fighter contact modifiers",
    "roll:avoidance": "fighter",
    "roll:blast": "fighter",
    "roll:cloud": "",
    "roll:co-ordination": "radar",
    "roll:collision": "fighter points",
    "roll:corkscrew": "attacker",
    "roll:defensive fire": "fighter contact modifiers",
    "roll:destruction": "fighter",
    "roll:fading": "radar",
    "roll:fighter reaction": "fighter",
    "roll:fighter response": "fighter alert",
    "roll:fixed tally": "fighter contact modifiers",
    "roll:flak": "",
    "roll:flak burst": "",
    "roll:flash": "fighter",
    "roll:gunflash": "fighter",
    "roll:follow": "fighter",
    "roll:hand-off": "zone",
    "roll:identification": "fighter",
    "roll:intruder attack": "fighter points",
    "roll:intruder tally": "attacker fighter",
    "roll:jammed AI": "fighter",
    "roll:moon": "modifier",
    "roll:reaction": "fighter contact modifiers",
    "roll:response": "fighter contact alert",
    "roll:return fire": "fighter points",
    "roll:schräge Musik": "fighter",
    "roll:searchlight": "zone",
    "roll:stream": "attacker",
    "roll:tally": "cloud_die view_die",
    "roll:visibility": "modifier",
}
SECRET_RESPONSE: Final = "fighter attacker alert"  # the umpire's rolls for a bomber nobody sees name the bomber
SIDE_NAMES: Final = {LEFT: "left", CENTRE: "centre", RIGHT: "right"}
# Events that only echo what the seat itself did: they tell it nothing new, so they do not bar undo.
ECHOES: Final = frozenset(
    (
        "placed",
        "in_box",
        "moved",
        "left_box",
        "waits_in_box",
        "dives",
        "search_placed",
        "phase",
        "fighter_left",
        "stays",
    )
)


def is_echo(game: Game, event: Logged, seat: str) -> bool:
    """Does the event tell nothing new? Undo ends where an intruder may slip aside, whether it does or not [16.0e]."""
    if game.layout.intruders:
        if event[0] == "phase":
            return event[3][0] not in SLIP_PHASES
        if event[0] in FLIGHTS:
            return False
    return event[0] in ECHOES


FLIGHTS: Final = frozenset(("moved", "fighter_left", "waits_in_box"))  # after which an intruder may slip aside [16.0e]


def fields_of(event: Logged, for_player: bool) -> JsonObject:
    """An event's data by name, in plain terms: ids, hex names, contacts as "C3"."""
    kind, _, _, data = event
    if kind != "roll":
        return dict(zip(FIELDS[kind].split(), data, strict=False))
    what, dice = data[0], data[1]
    names = FIELDS["roll:" + what]
    if what in ("response", "reaction") and event[2] == 2:
        names = names.replace("contact", "attacker")
    return {"what": what, "dice": list(dice), **dict(zip(names.split(), data[2:], strict=False))}


def plain(game: Game, name: str, value: Any) -> Any:
    """A field as JSON data: what is printed on counters, never the engine's own numbers."""
    if name == "fighter":
        return str(game.layout.fighters[value].ident)
    if name == "contact":
        return f"C{value}" if value else None
    if name == "attacker":
        return str(game.a_id[value])
    if name == "attackers":
        return [str(game.a_id[a]) for a in value]
    if name == "hex":
        return HEXES.name(value) if value >= 0 else None
    if name == "facing":
        return DIRECTIONS[value]
    if name == "zone":
        return game.layout.zone_letters[value]
    if name == "zones":
        return ", ".join(game.layout.zone_letters[zone] for zone in value)
    if name == "radar":
        return game.layout.radars[value].name
    if name == "kind":
        return game.layout.groups[value].type
    if name == "side":
        return SIDE_NAMES.get(value, value)
    if name == "moon":
        return MOONS[value]
    if name == "visibility":
        return VISIBILITIES[value]
    if name == "cloud":
        return "cloudy" if value else "none"
    if name == "chit_side":
        return ("red", "yellow")[value]
    if name == "guns":
        return ("hold fire", "guns", "oblique")[value]
    if name == "searches":
        return [[game.layout.radars[r].name, HEXES.name(h), result] for r, h, result in value]
    if name == "sweeps":
        return [[game.layout.radars[r].name, HEXES.name(h)] for r, h in value]
    if name == "modifiers":
        return [[what, points, rule] for what, points, rule in value]
    if isinstance(value, tuple):
        return list(value)
    return value


def field_text(game: Game, seat: str, name: str, value: Any, locale: str) -> Any:
    """A field as a person of that seat reads it."""
    shown = plain(game, name, value)
    if name == "contact":
        if not value:
            return message("nightfighter.field.unseen", locale)
        if seat == "umpire":
            return f"{shown} ({game.a_id[game.owners[value - 1]]})"
    if name == "fighter":
        return f"{shown} {game.layout.fighters[value].type}"
    if isinstance(shown, str):
        key = f"nightfighter.field.{name}.{shown.replace(' ', '_')}"
        return message(key, locale) if has(key) else shown
    return shown
