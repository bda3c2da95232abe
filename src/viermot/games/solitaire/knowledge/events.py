"""The fields of every event, by kind, and how a person reads them: Nightfighter's, with those of the S book.

A "contact" is a counter's handle; all counters are open, so no new handles are ever given out.
"""

from __future__ import annotations

from typing import Any, Final

from viermot.games.nightfighter.knowledge import events as night
from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.ids import Handle
from viermot.games.solitaire.model.board import counter_name
from viermot.games.solitaire.model.state import Solo
from viermot.kernel.agenda import Logged
from viermot.kernel.json import JsonObject
from viermot.text import has, message

OWN: Final[dict[str, str]] = {
    "ai_fails": "fighter",
    "ai_jammed": "fighter contact",
    "bombers_fly": "count",
    "counter_left": "contact",
    "counters_moved": "places",
    "does_not_look": "fighter",
    "enters": "bomber kind counters columns",
    "excluded": "contact hexes",
    "exclusions_end": "",
    "flying_bomb": "contact hex",
    "h2s": "contact",
    "h2s_alone": "bomber",
    "jammed": "radar hex",
    "last_one": "contact",
    "lights_fail": "zone contact",
    "located": "contact hex",
    "no_ai_search": "fighter",
    "no_room": "column",
    "not_there": "contact hex",
    "nowhere": "contact",
    "outside_lights": "zone contact",
    "phantom": "contact",
    "real": "contact counters",
    "refined": "radar contact hex",
    "revealed": "contact kind",
    "reverts": "contact hex",
    "rolled_again": "contact hex",
    "search_fails": "radar contact",
    "search_void": "radar hex",
    "searches_removed": "",
    "second_set": "counters",
    "serrate_fades": "radar",
    "shifted_off": "contact",
    "stops_short": "contact hex",
    "sure_search": "radar contact",
    "tally_fails": "fighter",
    "too_coarse": "radar contact",
    "too_high": "",
    "too_high_a_die": "contact left",
    "track_kept": "radar contact",
    "track_lapses": "contact",
    "tracked": "radar contact hex",
    "was_a_bomber": "contact",
    "wave_enters": "counters columns",
    # rolls: after the stream and the dice
    "roll:Serrate": "radar contact",
    "roll:empty column": "",
    "roll:entry column": "",
    "roll:jamming": "radar hex",
    "roll:location": "contact hex",
    "roll:reality": "contact left",
    "roll:search": "radar contact modifiers",
    "roll:tally": "fighter contact modifiers",
}
SHARED: Final = (
    "ai_blind", "alerted", "attack", "blinded", "breaks_off", "cannot_attack", "cannot_tally", "cloud", "coned",
    "contact_gone", "contact_moved", "corkscrews", "displaced", "barred", "dives", "evades", "extra_speed", "fighter",
    "fighter_hit", "fighter_left", "fighter_lost", "fishpond", "fix_kept", "fix_lost", "fixed", "flak_misses",
    "game_over", "handed_off", "hits", "holds_fire", "in_box", "left_box", "light_lost", "lights_blocked", "moon",
    "moved", "no_extra_speed", "no_gunners", "no_scatter", "not_identified", "not_tallied", "option", "phase", "placed",
    "plays_on", "position", "scattered", "scenario", "search_placed", "second_chance", "shaken_off", "shot_down",
    "stays", "stays_with_it", "tail_warning", "tallied", "tally_dropped", "tally_kept", "tally_lost", "tracer_wide",
    "turn", "visibility", "waits_in_box",
    "roll:attack", "roll:avoidance", "roll:blast", "roll:cloud", "roll:collision", "roll:defensive fire",
    "roll:destruction", "roll:fading", "roll:fixed tally", "roll:flak", "roll:flak burst", "roll:flash", "roll:follow",
    "roll:gunflash", "roll:hand-off", "roll:identification", "roll:jammed AI", "roll:moon", "roll:reaction",
    "roll:response", "roll:schräge Musik", "roll:searchlight", "roll:stream", "roll:visibility",
)  # fmt: skip
FIELDS: Final[dict[str, str]] = {**{kind: night.FIELDS[kind] for kind in SHARED}, **OWN}
# Events that only echo what the player did: they tell him nothing new, so they do not bar undo.
ECHOES: Final = night.ECHOES | {"searches_removed"}


def is_echo(game: Solo, event: Logged, seat: str) -> bool:
    """Does the event tell nothing new?"""
    return event[0] in ECHOES


def fields_of(event: Logged) -> JsonObject:
    """An event's data by name."""
    kind, _, _, data = event
    if kind != "roll":
        return dict(zip(FIELDS[kind].split(), data, strict=False))
    what, dice = data[0], data[1]
    return {
        "what": what, "dice": list(dice), **dict(zip(FIELDS["roll:" + what].split(), data[2:], strict=False)),
    }  # fmt: skip


def name_of(game: Solo, handle: Handle) -> str | None:
    """A counter's name by its handle."""
    return counter_name(game.a_id[handle - 1]) if handle else None


def plain(game: Solo, name: str, value: Any) -> Any:
    """A field as JSON data: what is printed on counters and map, never the engine's own numbers."""
    if name == "contact":
        return name_of(game, value)
    if name == "attacker":
        return name_of(game, value + 1)
    if name == "counters":
        return [name_of(game, handle) for handle in value]
    if name == "hexes":
        return [HEXES.name(hex_) for hex_ in value]
    if name == "places":
        return [[name_of(game, handle), HEXES.name(hex_)] for handle, hex_ in value]
    return night.plain(game, name, value)


def counter_called(name: str, locale: str) -> str:
    """A counter in a sentence: "1b", but "no. 6" where it has no letter, so that no bare figure stands for it."""
    return message("solitaire.field.counter", locale, n=name) if name.isdigit() else name


def field_text(game: Solo, seat: str, name: str, value: Any, locale: str) -> Any:
    """A field as a person reads it."""
    shown = plain(game, name, value)
    if name == "contact":
        return counter_called(shown, locale)
    if name == "fighter":
        return f"{shown} {game.layout.fighters[value].type}"
    if isinstance(shown, str):
        key = f"nightfighter.field.{name}.{shown.replace(' ', '_')}"
        return message(key, locale) if has(key) else shown
    return shown
