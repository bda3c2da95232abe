"""Events in words: the fields of an event as a person of a seat reads them, from what that seat was told."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from viermot.games.nightfighter.faces.outcomes import added_to, outcome_of, thresholds
from viermot.games.nightfighter.model.fitting import SORTIE
from viermot.games.nightfighter.model.ids import Handle
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.text import has, listed, made, message, plural, signed

if TYPE_CHECKING:
    from viermot.games.nightfighter.knowledge.perspective import NightView

# Kinds whose sentence depends on one of their fields: "search.contact", "hits.0".
VARIES: Final = {
    "dives": "dives",
    "displaced": "side",
    "fighter": "oblique",
    "fighter_corkscrews": "side",
    "fighter_hit": "hits",
    "follows": "side",
    "hits": "hits",
    "hunts": "behaviour",
    "position": "good",
    "returned_fire": "hits",
    "search": "result",
}
# Kinds whose sentence depends on the rule: what a homing set hears nothing of may be there all the same, GCI and MEW
# place their sweeps beside a bomber, and where GCI has none nobody is on the map [24.2.3b, 24.3.2b, 24.4b, 25.1, 25.2].
# An aircraft that is shot down is off the map before anybody is told who shot it: it does not just fly off [11.0d].
BY_RULE: Final = {
    ("contact_gone", "11.0d"): "down",
    ("search", "24.2.3b"): "deaf",
    ("search", "24.3.2b"): "deaf",
    ("search", "24.4b"): "deaf",
    ("sweep", "25.1a"): "near",
    ("sweep", "25.2.1"): "near",
    ("sweep", "25.2.2"): "near",
    ("no_sweep", "25.1b"): "empty",
}
COUNTED: Final = ("hits", "turns", "dives", "mp")
LISTED: Final = ("attackers", "columns", "equipment")
BEHAVIOURS: Final = {1: "pursuit", 101: "serrate"}
RESULTS: Final = ("nothing", "contact", "same hex", "silent")
LEVELS: Final = ("loss", "win", "decisive")
TRUTHS: Final = ("oblique", "good")


def slug(word: object) -> str:
    """A word as keys spell it: lower case, anything but letters and figures an underscore."""
    return _slug(str(word))


@lru_cache(maxsize=4096)
def _slug(word: str) -> str:
    return re.sub(r"\W+", "_", word.lower()).strip("_")


def key_of(event: Event) -> str:
    """The message key of an event: by kind, or what is rolled, and by the field that changes its sentence."""
    if event.kind == "roll":
        fake = event.data["what"] == "intruder tally" and "attacker" not in event.data  # [27.2.4a]
        return f"nightfighter.event.roll.{'fake_tally' if fake else slug(event.data['what'])}"
    key = f"nightfighter.event.{event.kind}"
    by_rule = BY_RULE.get((event.kind, event.rules[0] if event.rules else ""))
    if by_rule is not None and event.data.get("result", "nothing") in (0, "nothing"):
        return f"{key}.{by_rule}"
    if by_rule == "deaf" and _word("result", event.data["result"]) == "contact":
        return f"{key}.heard"  # it homes on what sends, and that need not be a bomber
    return _varied(key, event)


def _varied(key: str, event: Event) -> str:
    """By the field that changes its sentence."""
    varying = VARIES.get(event.kind)
    if varying in event.data:
        special = f"{key}.{slug(_word(varying, event.data[varying]))}"
        if has(special):
            return special
    return key


def with_outcome(view: NightView, key: str, event: Event) -> str:
    """The key of the sentence that says what a roll came to, where there is one."""
    outcome = outcome_of(view.layout, event)
    return f"{key}.{outcome}" if outcome and has(f"{key}.{outcome}") else key


def in_career(key: str, scenario: str) -> str:
    """The key of a sentence that says something else where the game is a career's sortie, which nobody wins."""
    special = f"{key}.sortie"
    return special if scenario == SORTIE and has(special) else key


def _word(name: str, value: Any) -> Any:
    """Small numbers of the engine as words."""
    if name == "result" and value in range(4):
        return RESULTS[value]
    if name == "level" and value in range(3):
        return LEVELS[value]
    if name == "behaviour":
        return BEHAVIOURS.get(value, value)
    if name in TRUTHS:
        return "yes" if value else "no"
    return value


def event_fields(view: NightView, event: Event, locale: str) -> JsonObject:
    """The fields of an event's sentence, each as the seat's reader is shown it."""
    fields = {name: _field(view, name, value, locale) for name, value in event.data.items()}
    if event.kind == "roll":
        fields.update(_sums(event.data, locale))
        fields.update(thresholds(view.layout))
        if "attacker" in fields:  # a bomber nobody sees: the umpire's rolls name it where the player's name a contact
            fields.setdefault("contact", fields["attacker"])
    elif event.kind == "wave":
        fields["count"] = len(event.data["columns"])
    elif event.kind == "search":
        fields["reach"] = _search_value(view, event.data["radar"])
    elif event.kind == "scenario":
        title = view.layout.scenario.title
        fields["title"] = title.get(locale, title["en"])
    return fields


def _search_value(view: NightView, radar: str) -> int:
    """How far about its counter a radar finds somebody [13.1.1b]."""
    return next((counter.value for counter in view.layout.radars if counter.name == radar), 1)


def _field(view: NightView, name: str, value: Any, locale: str) -> Any:
    value = _word(name, value)
    if name == "contact":
        if value is None:
            return message("nightfighter.field.unseen", locale)
        owner = view.owner_of(Handle(int(value[1:]))) if view.sees_all else None
        return f"{value} ({owner})" if owner else value
    if name in COUNTED and isinstance(value, int):
        return plural(f"count.{name}", value, locale)
    if name in LISTED:
        return listed(value)
    if name == "dice":
        return " ".join(str(die) for die in value)
    key = f"nightfighter.field.{name}.{slug(value)}"
    return message(key, locale) if has(key) else value


def _sums(data: JsonObject, locale: str) -> JsonObject:
    """What the dice come to: their sum, what is added, and the total; dice that count apart are named [10.1.1]."""
    dice = data["dice"]
    added = added_to(data)
    bonus = data.get("cloud_die", 0) + data.get("view_die", 0) if data["what"] == "tally" else 0
    plain = dice[: len(dice) - bonus]
    shown = " ".join(map(str, plain))
    if bonus:
        apart = " ".join(map(str, dice[len(plain) :]))
        shown = message("nightfighter.dice.apart", locale, dice=shown, n=bonus, bonus=apart)
    total = sum(dice) + added
    told = {"shown": shown, "sum": sum(dice), "added": signed(added) if added else "+0", "total": total}
    return {**told, "made": made(dice, added)}


def modifiers(event: Event, locale: str) -> list[str]:
    """Every modifier of a roll with its rule: "+2 experte [17.1b]"."""
    return [
        f"{signed(points)} {message(f'nightfighter.modifier.{what}', locale)} [{rule}]"
        for what, points, rule in event.data.get("modifiers", ())
        if counts(what, points)
    ]


def counts(what: str, points: int) -> bool:
    """Is there anything to say about a modifier? A radar without a minimum range takes nothing off the dice."""
    return points != 0 or what != "minimum_range"
