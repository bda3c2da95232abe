"""Events in words: which sentence an event has, and its fields as a reader is shown them."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.interceptor.faces.words import in_words, slug
from viermot.games.interceptor.model.terms import ALL_DAMAGE
from viermot.kernel.events import Event
from viermot.text import has, made, message, signed

PILOTS_OWN: Final = "pilot"
# Kinds whose sentence depends on their fields: "hit.own", "fires.gp".
VARIES: Final = {
    "another_pass": "other",
    "armour": "side",
    "avoided": "side",
    "bomber_crew": "man wound",
    "bomber_no_effect": "part",
    "bombers": "enemy",
    "burst": "result",
    "defensive_fire": "hits",
    "encounter_ends": "driven_off",
    "enemy_fires": "result",
    "enemy_wounded": "wound",
    "fighter_group": "side",
    "fighter_hits": "side hits",
    "fires": "result",
    "fuel": "side",
    "gunner_ordered": "action",
    "hit": "side",
    "hits": "hits",
    "injured": "wound",
    "jumped": "wound",
    "log_line": "wound",
    "no_effect": "side",
    "option": "option",
    "random_event": "event",
    "rear_fire": "hits",
    "tail_bonus": "side",
    "target": "bombs",
    "wingman_attacks": "result",
    "wingman_down": "wound",
    "wingman_fires": "result",
    "without_power": "side",
}


def key_of(event: Event) -> str:
    """The message key of an event: by kind, or what is rolled, and by the field that changes its sentence."""
    if event.kind == "roll":
        return f"interceptor.event.roll.{slug(event.data['what'])}"
    if event.kind == "injured" and event.data["wound"] == event.data["state"] != "killed":
        return "interceptor.event.injured.as_bad"  # his first wound: how he is now is how he was hit
    key = f"interceptor.event.{event.kind}"
    for varying in VARIES.get(event.kind, "").split():
        special = f"{key}.{slug(event.data.get(varying))}"
        if has(special):
            key = special
    return key


def event_fields(event: Event, locale: str) -> dict[str, Any]:
    """The fields of an event's sentence."""
    fields = {name: in_words(name, value, locale) for name, value in event.data.items()}
    if "encounters" in event.data:
        fields["encounters"] = met(event.data["encounters"], locale)
    if "avoid" in event.data:
        fields["evaded"] = evaded(event.data["avoid"], event.data["gain"], locale)
    if event.kind == "option" and event.data["value"] == str(True):  # a switch: what it is about
        fields["value"] = message(f"interceptor.option.{event.data['option']}", locale).rstrip(".")
    if event.kind == "roll":
        dice = event.data["dice"]
        fields["dice"] = " ".join(map(str, dice))
        added = sum(points for _, points, _ in event.data.get("modifiers", ())) + event.data.get("modifier", 0)
        fields["sum"], fields["made"] = sum(dice), made(dice, added)
        if event.data["what"] == "fighter damage":
            fields["sum"] = 10 * dice[0] + dice[1]
    return fields


def evaded(avoid: int, gain: int, locale: str) -> str:
    """What a defence comes to: "2 hits avoided, 1 position gained"; what it does not bring is not said."""
    parts = []
    if avoid == ALL_DAMAGE:
        parts.append(message("interceptor.evaded.all", locale))
    elif avoid:
        parts.append(message("interceptor.evaded.hits", locale, n=avoid))
    if gain:
        parts.append(message("interceptor.evaded.positions", locale, n=gain))
    return ", ".join(parts) or message("interceptor.evaded.nothing", locale)


def met(encounters: list[list[str]], locale: str) -> str:
    """Whom he met, as the log sheet says it: "B-17F damaged, P-47 destroyed by the wingman" [2.3, 4.3.2]."""
    found = []
    for name, fate, who in encounters:
        key = f"interceptor.met.{fate}"
        other = f"{key}.other"
        by = who != PILOTS_OWN and has(other)
        found.append(message(other if by else key, locale, type=name, who=in_words("who", who, locale)))
    return ", ".join(found) or message("interceptor.met.none", locale)


def modifiers(event: Event, locale: str) -> list[str]:
    """Every modifier with its rule: "+1 forced landing [7.4.5b]"."""
    found = [*event.data.get("modifiers", ()), *event.data.get("enemy_modifiers", ())]
    return [
        f"{signed(points)} {message(f'interceptor.modifier.{slug(what)}', locale)} [{rule}]"
        for what, points, rule in found
    ]
