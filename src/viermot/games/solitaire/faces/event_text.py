"""Events in words: the S book's own sentences, and Nightfighter's where the same happens there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from viermot.games.nightfighter.faces import event_text as night
from viermot.games.nightfighter.faces.event_text import slug
from viermot.games.nightfighter.model.fitting import HEAVY, LIGHT
from viermot.games.solitaire.knowledge.events import counter_called
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.text import has, listed, made, message, signed

if TYPE_CHECKING:
    from viermot.games.solitaire.knowledge.perspective import SoloView

LISTED: Final = ("counters", "hexes", "columns")


def key_of(event: Event) -> str:
    """The message key of an event: our own if there is one, otherwise Nightfighter's."""
    word = f"roll.{slug(event.data['what'])}" if event.kind == "roll" else event.kind
    key = f"solitaire.event.{word}"
    if event.data.get("hex", "") is None and has(f"{key}.off"):  # beyond the edge of the map
        return f"{key}.off"
    if "counters" in event.data and not event.data["counters"] and has(f"{key}.alone"):
        return f"{key}.alone"
    return key if has(key) else night.key_of(event)


def with_outcome(view: SoloView, key: str, event: Event) -> str:
    """The key of the sentence that says what a roll came to, where its dice alone settle it."""
    if event.data.get("what") == "Serrate":  # [SC7a]
        heard = event.data["dice"][0] >= view.layout.components.entry.serrate.reveals
        return f"{key}.{'heard' if heard else 'silent'}"
    return night.with_outcome(view, key, event)


def event_fields(view: SoloView, event: Event, locale: str) -> JsonObject:
    """The fields of an event's sentence, each as the reader is shown it."""
    fields = night.event_fields(view, event, locale)
    if "contact" in fields:
        fields["contact"] = counter_called(fields["contact"], locale)
    for name in LISTED:
        if name in fields:
            fields[name] = listed(event.data[name])
    if event.data.get("what") == "search":  # GCI takes the better of its two dice
        added = sum(points for _, points, _ in event.data["modifiers"])
        fields["rolled"] = searched(event.data["dice"], added, locale)
        fields["needs"] = view.layout.refines if "S13.0c" in event.rules else view.layout.tracks
    if event.data.get("what") == "Serrate":
        fields["needs"] = view.layout.components.entry.serrate.reveals
    if event.data.get("what") == "jamming":
        fields |= {name: view.layout.jammed_up_to[jam] for name, jam in (("light", LIGHT), ("heavy", HEAVY))}
    if event.data.get("what") == "reality":
        layout = view.layout
        up_to = layout.real_up_to.get(event.data["left"], layout.real_of_more)
        fields["real"] = message(f"solitaire.field.real.{min(up_to, 3)}", locale, up_to=up_to)
    return fields


def searched(dice: Sequence[int], added: int, locale: str) -> str:
    """What a search comes to: "6 − 2 = 4"; of the two dice of GCI the better counts."""
    counts = made([max(dice)], added)
    if len(dice) == 1:
        return counts
    return message("solitaire.dice.better", locale, dice=" ".join(map(str, dice)), made=counts)


def modifiers(event: Event, locale: str) -> list[str]:
    """Every modifier of a roll with its rule."""
    return [
        f"{signed(points)} {modifier(what, locale)} [{rule}]"
        for what, points, rule in event.data.get("modifiers", ())
        if night.counts(what, points)
    ]


def modifier(what: str, locale: str) -> str:
    """What a modifier is for."""
    own = f"solitaire.modifier.{what}"
    return message(own if has(own) else f"nightfighter.modifier.{what}", locale)
