"""Events in words: the fields of an event as a person reads them, from what the seat was told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.text import MINUS, has, made, message, signed

if TYPE_CHECKING:
    from viermot.games.bomber_command.components.decks import Card
    from viermot.games.bomber_command.knowledge.perspective import RaidView
    from viermot.games.bomber_command.model.layout import Layout

CARDS: Final = ("card", "by_card", "one_card", "other_card")
WEIGHED: Final = ("modifiers", "parts")
MAY_LACK: Final = ("hex", "city", "object", "raid_kind", "letter")
# Kinds with a sentence of their own where this field is true.
VARIES: Final = {
    "attack_rolled": "disrupted",
    "available": "yes",
    "firestorm": "begins",
    "has_flak_damage": "yes",
    "recovers": "diverting",
    "target": "oil",
    "weather_side": "bad",
    "wild_boar_marker": "stacked",
}
# What is added to a roll, or taken off.
SIGNED: Final = {"modified": ("value", "total"), "damage_spent": ("value",), "wild_boars_bold": ("value",)}
# Kinds with a sentence of their own where this field is nought or empty.
NOTHING: Final = {
    "attack_rolled": "losses",
    "bombing_error": "disruption",
    "bombing_over": "fires",
    "counters": "counters",
    "creepback": "count",
    "defensive_fire": "lost",
    "fuel": "fuels",
    "left_map": "hexes",
    "marked": "rows",
    "raid_recovery": "losses",
    "recovery_rolled": "lost",
    "scramble_rolled": "lost",
}
# What such an event tells of harm; only what there was is said.
HARMS: Final = {"flak_rolled": ("losses", "disruptions", "damaged"), "harm_told": ("disruption", "damage")}
# Fields that sentences have besides those of their events. "because" is what a total is made up of besides the dice,
# in brackets; where nothing was added nothing is said.
MADE: Final = {
    "card": ("side",),
    "fires": ("burnt",),
    "flak_rolled": ("came",),
    "harm_told": ("came",),
    "marked": ("drifts",),
}
HALVES: Final = ("score2", "gained2")  # counted in half Victory Points


def slug(word: object) -> str:
    """A word as message keys spell it: lower case, with underscores for anything but letters and digits."""
    return re.sub(r"\W+", "_", str(word).lower()).strip("_")


def key_of(view: RaidView, event: Event) -> str:
    """The message key of an event: by kind, or by what is rolled."""
    if event.kind == "roll":
        by_card = event.data["what"] == "airfield" and "strength" not in event.data  # no patrol has a hand in it
        return f"bomber_command.event.roll.{slug(event.data['what'])}{'.card' if by_card else ''}"
    if event.kind == "card" and _says_enough(view.layout.pack.cards, event.data["card"], event.data["function"]):
        return f"bomber_command.event.card.{'alone' if event.data['object'] is None else 'alone_on'}"
    key = f"bomber_command.event.{event.kind}"
    for name in MAY_LACK:  # fields for which there is a sentence without them
        if name in event.data and event.data[name] is None and has(f"{key}.no_{name}"):
            return f"{key}.no_{name}"
    if _is_nothing(event):
        return f"{key}.none"
    if event.kind == "detection":
        return f"{key}{_seen(event.data['margin'], event.data['clarified'])}"
    if event.kind == "marked" and event.data["rows"] < 0:
        return f"{key}.up"
    if event.data.get("hex") == "Jutland" and has(f"{key}.jutland"):  # a name where others have a hex
        return f"{key}.jutland"
    if event.kind == "infiltration" and event.data["total"] <= event.data["value"]:
        return f"{key}.{'equal' if event.data['total'] == event.data['value'] else 'fails'}"
    return f"{key}.yes" if event.data.get(VARIES.get(event.kind, "")) else key


def _is_nothing(event: Event) -> bool:
    """Did nothing come of it?"""
    if event.kind in HARMS:
        return not any(event.data[name] for name in HARMS[event.kind])
    return event.data.get(NOTHING.get(event.kind, "")) in (0, []) and not event.data.get("disrupted")


def _seen(margin: int, clarified: bool) -> str:
    """What a detection roll shows, by how far it is over the jamming level [8.2b, 8.2c, 8.2d, 8.2e]."""
    if margin < 0:
        return ""
    return ".clarified" if clarified else ".seen" if margin else ".equal"


def event_fields(view: RaidView, event: Event, locale: str) -> JsonObject:
    """The fields of an event's sentence, each as a reader is shown it."""
    fields = {name: say(view, name, value, locale) for name, value in event.data.items()}
    if event.kind == "detection":
        fields["margin"] = abs(event.data["margin"])
    if event.kind == "marked":
        fields["rows"] = abs(event.data["rows"])
        drift = "drifts" if event.data["drift"] else "drifts.none"
        fields["drifts"] = message(f"bomber_command.came.{drift}", locale, n=event.data["drift"])
    if event.kind in HARMS:
        harm = {name: event.data[name] for name in HARMS[event.kind] if event.data[name]}
        told = (message(f"bomber_command.came.{name}", locale, n=n) for name, n in harm.items())
        fields["came"] = ", ".join(told)
    if event.kind == "fires":
        he, inc = event.data["he"], event.data["inc"]
        burnt = f"bomber_command.burn{'' if he and inc else '.he' if he else '.inc'}"
        fields["burnt"] = message(burnt, locale, he=he, inc=inc, area=fields["area"])
    for name in SIGNED.get(event.kind, ()):
        fields[name] = signed(event.data[name])
    for name in WEIGHED:
        if name in event.data:
            counts = any(by for _, by, *_ in event.data[name])
            fields["because"] = f" ({fields[name]})" if counts else ""
    if event.kind == "card":
        side = _side_of(view.layout.pack.cards, event.data["card"], event.data["function"])
        fields["side"] = message(f"bomber_command.field.side.{side}", locale)
    if event.kind == "roll":
        fields["sum"] = made(event.data["dice"], event.data.get("modifier", 0) + event.data.get("strength", 0))
        fields |= thresholds(view.layout)
    return fields


def thresholds(layout: Layout) -> JsonObject:
    """The numbers of tables and cards that rolls are held against, so that sentences hold for an owner's as well."""
    effects = (function for card in layout.pack.cards for function in card.functions)
    intruders = [function.value for function in effects if function.effect == "intruders airfield"]
    return {
        "one": layout.aid.defensive_fire.one,
        "two": layout.aid.defensive_fire.two,
        "after": layout.environment.twilight_after,
        "closes": min(intruders, default=0),
    }


def say(view: RaidView, name: str, value: Any, locale: str) -> Any:
    """One field of an event, in words."""
    if name in CARDS:
        return title(view, value, locale)
    if name in HALVES:
        return vp(value, locale)
    if name == "function":
        return use(value, locale)
    if name == "object" and re.fullmatch("[A-K]", str(value)):
        return message("bomber_command.field.object.raid", locale, letter=value)
    if isinstance(value, float):
        return vp(round(2 * value), locale)
    if name == "cards":
        return ", ".join(title(view, card, locale) for card in value) or _word("cards", "none", locale)
    if name in WEIGHED:
        parts = [f"{weight(what, locale)} {signed(by)}" for what, by, *_ in value if by]
        return ", ".join(parts) or _word(name, "none", locale)
    if name == "counters":
        stream = message("bomber_command.field.stream", locale)
        told = [f"{hex_} ({stream})" if trails else hex_ for hex_, trails in value]
        return ", ".join(told) or _word(name, "none", locale)
    if name == "fallen":  # on which area of a ring which bomb fell
        return ", ".join(f"{_word('area', area, locale)} {_word(name, bomb, locale)}" for area, bomb in value)
    if name == "zones":
        return ", ".join(str(_word("zone", zone, locale)) for zone in value)
    if isinstance(value, list):
        parts = [" ".join(map(str, part)) if isinstance(part, list) else str(part) for part in value]
        return (" " if name == "dice" else ", ").join(parts) or _word(name, "none", locale)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return _word(name, "none" if value is None else value, locale)


def vp(halves: int, locale: str) -> str:
    """Half points as Victory Points: 31 is 15.5."""
    sign, whole = MINUS if halves < 0 else "", abs(halves) // 2
    return f"{sign}{whole}{message('common.decimal', locale)}5" if halves % 2 else f"{sign}{whole}"


def _word(name: str, value: Any, locale: str) -> Any:
    for key in (f"bomber_command.field.{name}.{slug(value)}", f"bomber_command.field.any.{slug(value)}"):
        if isinstance(value, str) and has(key):
            return message(key, locale)
    return value


def title(view: RaidView, name: str, locale: str) -> str:
    """A card's title in the reader's language."""
    for card in view.layout.pack.cards:
        if card.title == name:
            return str(card.titles.get(locale[:2], name))
    return name


def card_named(cards: Sequence[Card], text: str, locale: str) -> str:
    """ "WINDOW detection", "VHF + SN-2" or some cards together as a reader calls them [6.2.3, 6.2.4].

    Text that names no card is left as it is.
    """
    known = {card.title: card.titles.get(locale[:2], card.title) for card in cards}
    discards, _, draw = text.rpartition("; draw ")
    if discards:  # "WINDOW, TINSEL; draw 2", or "nothing; draw 2" [6.1a]
        told = message("bomber_command.option.discards.nothing", locale)
        dropped = told if discards == "nothing" else card_named(cards, discards, locale)
        return message("bomber_command.option.discards.draw", locale, cards=dropped, n=draw)
    if all(each in known for each in text.split(", ")):
        return ", ".join(known[each] for each in text.split(", "))
    pair = text.split(" + ")
    if len(pair) == 2 and all(each in known for each in pair):
        return " + ".join(known[each] for each in pair)
    name, _, word = text.rpartition(" ")
    for card in cards:  # both decks have one called WEATHER
        words = [function.word for function in card.functions]
        if card.title == name and word in words:
            return known[name] if len(words) == 1 else f"{known[name]}: {use(word, locale)}"
    return text


def _says_enough(cards: Sequence[Card], name: str, word: str) -> bool:
    """Is the title enough, since a card with this function has no other?"""
    return any(card.title == name and [each.word for each in card.functions] == [word] for card in cards)


def _side_of(cards: Sequence[Card], name: str, word: str) -> str:
    """Whose deck a card is from; "either" where both have one of that title and function."""
    sides = {card.side for card in cards if card.title == name and word in [each.word for each in card.functions]}
    return sides.pop() if len(sides) == 1 else "either"


def use(word: str, locale: str) -> str:
    """What a card is played for; a pack may have functions of its own."""
    key = f"bomber_command.use.{slug(word)}"
    return message(key, locale) if has(key) else word


def weight(what: str, locale: str) -> str:
    """The name of a modifier."""
    key = f"bomber_command.modifier.{slug(what)}"
    return message(key, locale) if has(key) else str(what).replace("_", " ")


def modifiers(event: Event, locale: str) -> list[str]:
    """Every modifier of a roll with its rule: "-2 weather [3.4.2a]"."""
    return [
        f"{signed(by)} {weight(what, locale)}" + "".join(f" [{rule}]" for rule in rules)
        for name in WEIGHED
        for what, by, *rules in event.data.get(name, ())
        if by
    ]
