"""The fields of every event, by kind, and each field as plain data.

An event carries its data in order; the names here say what each part is. Fields of the same name are of the same
kind everywhere: `enemy` is a fighter of chart B11, `bomber` one of chart B10, `side` ours or theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from viermot.games.interceptor.faces.words import in_words
from viermot.games.interceptor.knowledge import career_events
from viermot.games.interceptor.knowledge.picture import Orientation
from viermot.games.interceptor.model import terms
from viermot.games.interceptor.model.notation import PLACE
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.rules.fighters.actions import ACTIONS

FIELDS: Final[dict[str, str]] = {
    **career_events.FIELDS,
    "adjusts": "place",
    "aimed_hit": "aim",
    "all_killed": "",
    "ammo": "ammo",
    "another_pass": "other",
    "armour": "side",
    "assists": "pilot",
    "attacks_bombers": "",
    "avoided": "side result",
    "bails_out": "",
    "bomb_dropped": "",
    "bomber_crew": "man wound",
    "bomber_down": "bomber why",
    "bomber_fuel": "fuel",
    "bomber_gets_away": "bomber damage",
    "bomber_hit": "part hits",
    "bomber_no_effect": "part",
    "bombers": "bomber enemy",
    "bombs_explode": "",
    "bombs_hold": "",
    "bounced": "",
    "box": "box zone",
    "bremen_note": "",
    "breaks_off": "",
    "burst": "result jam",
    "cannot_fire": "",
    "cannot_reach_base": "",
    "card": "use card",
    "career": "scenario",
    "caught_in_blast": "hits",
    "charm_order": "order",
    "charm_spent": "",
    "charm_used": "",
    "closes_in": "range",
    "combat_over": "",
    "crash_landing": "total",
    "defensive_fire": "fire hits modifiers",
    "destroyed": "",
    "disengaged": "",
    "encounter_ends": "driven_off",
    "encounter_over": "",
    "enemy_away": "",
    "enemy_cannot_fire": "",
    "enemy_choice": "text",
    "enemy_disengages": "enemy",
    "enemy_down": "enemy why",
    "enemy_evades": "defence avoid gain",
    "enemy_fires": "fp result",
    "enemy_holds_fire": "enemy",
    "enemy_wingman": "card text",
    "enemy_wounded": "wound",
    "engaged_by_escorts": "enemy",
    "engages_another": "enemy",
    "engages_escorts": "enemy",
    "enlisted": "track points",
    "escorts_come": "enemy",
    "evades": "defence avoid gain",
    "eyewitness": "kill",
    "fight": "enemy orientation",
    "fight_round": "round orientation",
    "fighter_group": "side",
    "fighter_hits": "side hits",
    "fires": "fp column result",
    "fires_first": "",
    "first_aircraft": "aircraft",
    "flak": "hits",
    "forced_landing": "",
    "free_shot": "",
    "fuel": "side fuel",
    "gets_home": "kill",
    "glides_away": "",
    "goes_home": "",
    "ground_control": "total",
    "gunner_ordered": "action",
    "group_damage": "package",
    "helped": "steps",
    "helper_bounced": "",
    "hit": "side system hits",
    "hits": "hits modifiers",
    "initiative": "total enemy_total speed enemy_speed modifiers enemy_modifiers",
    "injured": "who wound state",
    "interception": "total met",
    "jam": "weapon",
    "jam_prevented": "",
    "jettisoned": "",
    "jumped": "who total wound",
    "jumps": "who modifiers",
    "kill": "who type",
    "landed": "total",
    "lands": "modifiers",
    "late_unit": "unit",
    "leads": "pilot",
    "leaves_bombers": "",
    "line": "month line",
    "manoeuvre": "action",
    "marker_held": "event",
    "month": "month lines",
    "must_abort": "",
    "navigated": "",
    "never_jams": "weapon",
    "no_effect": "side system",
    "no_parachute": "",
    "not_confirmed": "kill",
    "not_disengaged": "",
    "old_hand": "who",
    "option": "option value",
    "orientation": "orientation",
    "out_of_the_sun": "range",
    "pilot_dead": "",
    "position": "place",
    "posted": "unit month",
    "precision": "",
    "raid": "target zone",
    "random_event": "event",
    "rear_fire": "hits",
    "reflexes": "",
    "rockets_hit": "hits",
    "rockets_miss": "",
    "rough_landing": "total",
    "round": "range aim",
    "second_card": "by_wingman",
    "shot_down": "why",
    "shuffled": "",
    "sixth_sense": "",
    "slipped_away": "",
    "straggler": "hits",
    "straggler_gone": "",
    "stray_fire": "hits",
    "sweep": "enemy orientation",
    "tail_bonus": "side",
    "take_off": "aircraft ammo",
    "target": "bomber bombs",
    "turn_of": "pilot",
    "unseen": "",
    "vertical": "place",
    "weapon_broken": "weapon",
    "weather": "weather",
    "wingman_attacks": "result fate",
    "wingman_damaged": "",
    "wingman_down": "wound",
    "wingman_fires": "fp result",
    "wingman_text": "card text",
    "without_power": "side",
    "wrecked": "total",
    # rolls: after the stream and the dice
    "roll:YB-40": "",
    "roll:altitude": "",
    "roll:blast": "",
    "roll:blast hits": "",
    "roll:bomber crew": "",
    "roll:bomber damage": "aim",
    "roll:bomber type": "",
    "roll:bombs": "",
    "roll:confirmation": "",
    "roll:crew hit": "side",
    "roll:disengage": "side",
    "roll:engine": "",
    "roll:escort": "",
    "roll:extended burst": "",
    "roll:fighter damage": "side",
    "roll:flak": "",
    "roll:fuel tank": "side",
    "roll:helping": "",
    "roll:initiative": "enemy",
    "roll:interception": "",
    "roll:landing": "",
    "roll:parachute": "who modifier",
    "roll:position": "",
    "roll:raid": "",
    "roll:random event": "",
    "roll:rocket hits": "",
    "roll:rockets": "",
    "roll:side": "",
    "roll:slip away": "",
    "roll:straggler": "",
    "roll:stray fire": "",
    "roll:sweep": "",
    "roll:sweep orientation": "",
    "roll:unit": "",
    "roll:way home": "chances",
    "roll:weather": "",
    "roll:wingman attack": "modifier",
    "roll:wound": "side",
}
PACKAGES: Final = (*terms.AIM_POINTS, "climb", "dive")
SIDES: Final = ("own", "enemy")
ORIENTATIONS: Final[dict[int, Orientation]] = {
    terms.TAILED: "tailed",
    terms.DISADVANTAGED: "disadvantaged",
    terms.HEAD_ON: "head on",
    terms.ADVANTAGED: "advantaged",
    terms.TAILING: "tailing",
}
RESULTS: Final = {value: word for word, value in terms.RESULTS.items()}
# What a seat's own choice echoes: seeing it again teaches nothing, so it does not bar undo.
ECHOES: Final = frozenset(("first_aircraft", "enlisted", "learned", "gunner_ordered"))


def is_echo(game: Game, event: tuple[Any, ...], seat: str) -> bool:
    """Does the event tell nobody anything new?"""
    return event[0] in ECHOES


def fields_of(event: tuple[Any, ...]) -> dict[str, Any]:
    """An event's data by name."""
    kind, _, _, data = event
    if kind != "roll":
        return dict(zip(FIELDS[kind].split(), data, strict=False))
    what, dice = data[0], data[1]
    return {"what": what, "dice": list(dice), **dict(zip(FIELDS["roll:" + what].split(), data[2:], strict=False))}


def _of(words: Sequence[str]) -> Callable[[Game, int], Any]:
    return lambda game, value: words[value] if 0 <= value < len(words) else None


WORDS: Final[dict[str, Callable[[Game, int], Any]]] = {
    "action": _of(ACTIONS.words),
    "aim": _of(terms.AIM_POINTS),
    "aircraft": lambda game, value: game.layout.aircraft[value].name if value >= 0 else None,
    "bomber": lambda game, value: game.layout.bombers[value].name if value >= 0 else None,
    "defence": lambda game, value: game.layout.defence[value],
    "enemy": lambda game, value: game.layout.fighters[value].name if value >= 0 else None,
    "event": _of(terms.EVENTS),
    "fate": _of(terms.WINGMAN_FATES),
    "fuel": _of(terms.FUEL_RESULTS),
    "jam": _of(terms.JAMS),
    "kill": _of(terms.KILLS),
    "man": _of(terms.BOMBER_CREW),
    "met": _of(terms.INTERCEPTIONS),
    "month": _of(terms.MONTHS),
    "orientation": lambda game, value: ORIENTATIONS[value],
    "package": _of(PACKAGES),
    "part": _of(terms.BOMBER_SYSTEMS),
    "pilot": lambda game, value: f"pilot{value + 1}",
    "place": lambda game, value: PLACE.write(game, value),
    "range": _of(terms.RANGES),
    "result": lambda game, value: RESULTS.get(value, value),
    "side": _of(SIDES),
    "state": _of(terms.WOUNDS),
    "system": _of(terms.SYSTEMS),
    "text": _of(terms.WINGMAN_TEXTS),
    "track": _of(terms.TRACKS),
    "unit": lambda game, value: game.layout.pack.units[value].name,
    "use": _of(terms.CARD_USES),
    "weather": _of(terms.WEATHERS),
    "who": _of(terms.CREW),
    "why": _of(terms.WRITTEN_OFF),
    "wound": _of(terms.WOUNDS),
    "zone": _of(terms.TARGET_ZONES),
}
LISTS: Final = ("modifiers", "enemy_modifiers")
FIGURES: Final = "0123456789"  # "met5" is a "met": several facts of one kind are numbered


def plain(game: Game, name: str, value: Any) -> Any:
    """A field as JSON data, in the words of the charts."""
    if isinstance(value, int):
        word = WORDS.get(name.rstrip(FIGURES))
        return word(game, value) if word is not None else value
    if isinstance(value, tuple):
        if name in LISTS:
            return [list(modifier) for modifier in value]
        if name == "encounters":
            return [list(entry) for entry in value]
        if name == "aircraft":
            return [plain(game, name, item) for item in value]
        return list(value)
    return value


def field_text(game: Game, seat: str, name: str, value: Any, locale: str) -> Any:
    """A field as a person reads it."""
    return in_words(name.rstrip(FIGURES), plain(game, name, value), locale)
