"""The scenario sheet in words, line by line in the order of the book [3.2a]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from viermot import scenario_words
from viermot.games.nightfighter.faces.event_text import slug
from viermot.games.nightfighter.knowledge.sheet import Sheet, spans
from viermot.kernel.json import JsonObject
from viermot.kernel.words import Filling
from viermot.text import has, message, plural, signed

Line: TypeAlias = tuple[str, str]  # a heading and what stands under it
POINTS = (
    "torpedo_launch_lit",
    "torpedo_launch_dark",
    "torpedo_destroyed_before_launch",
    "flare_dropper_destroyed_before_drop",
    "player_fighter_lost",
    "torpedo_unopposed",
)


def lines(sheet: Sheet, locale: str, told: bool = True) -> list[Line]:
    """Every line that says something. Background and special rules are left out if they are ``told`` elsewhere."""
    found = [*_lines(sheet, locale)]
    if not told:
        found.insert(0, (_say("heading.background", locale), text_of(sheet["background"], locale)))
        if sheet["special"]:
            found.append((_say("heading.special", locale), text_of(sheet["special"], locale)))
    return [(heading, text) for heading, text in found if text]


def _lines(sheet: Sheet, locale: str) -> Iterator[Line]:
    for name, text in (
        ("theatre", _say(f"theatre.{slug(sheet['theatre'])}", locale)),
        ("difficulty", scenario_words.difficulty(sheet["difficulty"] or "", locale)),
        ("rules", sheet["rules"]),
        ("length", length(sheet, locale)),
        ("left_out", _phases(sheet, locale)),
        ("attackers", "; ".join(_group(group, locale) for group in (*sheet["attackers"], *sheet["intruders"]))),
        ("attackers_equipment", _equipment(sheet["attackers_equipment"], locale)),
        ("entry", entry(sheet, locale)),
        ("chits", _chits(sheet["chits"], locale)),
        ("defenders", "; ".join(_fighters(sheet["defenders"], locale))),
        ("setup", _setup(sheet, locale)),
        ("radar", ", ".join(sheet["radar"]) or _say("none", locale)),
        ("searchlights", _searchlights(sheet, locale)),
        ("flares", _zones(sheet["flare_zones"])),
        ("flak", _say(f"flak.{slug(sheet['flak'])}", locale)),
        ("sky", _sky(sheet, locale)),
        ("jamming", _jamming(sheet["jamming"], locale)),
        ("victory", victory(sheet["victory"], locale)),
        ("points", _points(sheet["points"] or {}, locale)),
    ):
        yield _say(f"heading.{name}", locale), text


def _say(key: str, locale: str, **fields: Filling) -> str:
    return message(f"nightfighter.sheet.{key}", locale, **fields)


def text_of(texts: dict[str, str], locale: str) -> str:
    """A text of the data in the reader's language."""
    return texts.get(locale) or texts.get("en") or ""


def length(sheet: Sheet, locale: str) -> str:
    """How long it lasts, and what ends it sooner [4.1a]."""
    told = [_say("until_clear", locale)]
    if sheet["ends_with_the_german_fighters"]:
        told.append(_say("until_germans_gone", locale))
    if sheet["last_turn"]:
        told.append(_say("at_most", locale, turns=plural("count.turns", sheet["last_turn"], locale)))
    return "; ".join(told)


def _phases(sheet: Sheet, locale: str) -> str:
    return ", ".join(message(f"nightfighter.field.phase.{phase}", locale) for phase in sheet["phases_left_out"])


def _group(group: JsonObject, locale: str) -> str:
    """Some attackers: how many, of what type, what they carry, whose they are."""
    more = [_say(f"role.{slug(group['role'])}", locale)] if group["role"] != "bomber" else []
    more += [_carried(name, locale) for name in group["equipment"]]
    more += filter(None, [text_of(group["unit"], locale)])
    return f"{group['count']} {group['type']}" + (f" ({', '.join(more)})" if more else "")


def _carried(name: str, locale: str) -> str:
    key = f"nightfighter.sheet.carries.{slug(name)}"
    return message(key, locale) if has(key) else name


def _equipment(names: Iterable[str], locale: str) -> str:
    return ", ".join(_carried(name, locale) for name in names)


def entry(sheet: Sheet, locale: str) -> str:
    """On which turns how many come in [8.1.1a]."""
    told = []
    for line in sheet["entry"]:
        turns = spans(line["turns"])
        key = "entry.turn" if len(line["turns"]) == 1 else "entry.turns"
        text = _say(key, locale, turns=", ".join(turns), count=line["count"])
        whose = "" if line["role"] == "any" else _say(f"role.{slug(line['role'])}", locale) + ": "
        told.append(whose + text)
    if sheet["one_after_another"]:
        told.append(_say("entry.one_after_another", locale))
    return "; ".join(told)


def _chits(chits: JsonObject | None, locale: str) -> str:
    """What lies in the cup: for each side how often columns 01 to 18 are on top, and anywhere [8.1.2]."""
    if chits is None:
        return ""
    told = []
    for colour in ("red", "yellow"):
        top, anywhere = (" ".join(map(str, chits[colour][where])) for where in ("top", "any"))
        side = message(f"nightfighter.field.chit_side.{colour}", locale)
        told.append(_say("chits.side", locale, side=side, top=top, anywhere=anywhere))
    return "; ".join(told)


def _fighters(defenders: list[JsonObject], locale: str) -> Iterator[str]:
    """The fighters, those alike together, with their ids."""

    def alike(fighter: JsonObject) -> str:
        return str([value for name, value in fighter.items() if name not in ("id", "setup")])

    for _, group in groupby(defenders, key=alike):
        same = list(group)
        first = same[0]
        more = [", ".join(spans([int(fighter["id"]) for fighter in same]))]
        if first["pilot"] != "normal":
            more.append(message(f"nightfighter.field.pilot.{first['pilot']}", locale))
        more += [_carried(name, locale) for name in first["equipment"]]
        if first["altitude_advantage"]:
            more.append(_say("altitude_advantage", locale))
        if first["guidance"]:
            more.append(_say("guidance", locale, name=first["guidance"]))
        more += filter(None, [text_of(first["unit"], locale)])
        yield f"{len(same)} {first['type']} ({', '.join(more)})"


def _setup(sheet: Sheet, locale: str) -> str:
    """Where the fighters begin [3.2c]."""
    places = [(fighter["id"], _place(fighter["setup"], locale)) for fighter in sheet["defenders"]]
    if len({place for _, place in places}) == 1:
        told = [places[0][1]]
    else:
        told = [f"{ident}: {place}" for ident, place in places]
    if len(places) > 1 and sheet["apart"]:
        told.append(_say("apart", locale, hexes=sheet["apart"]))
    if len(places) > 1 and sheet["columns_apart"]:
        told.append(_say("columns_apart", locale, columns=sheet["columns_apart"]))
    return "; ".join(told)


def _place(place: JsonObject, locale: str) -> str:
    if place["kind"] == "rows":
        return _say("place.rows", locale, first=place["rows"][0], last=place["rows"][1])
    if place["kind"] == "zones":
        return _say("place.zones" if len(place["zones"]) > 1 else "place.zone", locale, zones=_zones(place["zones"]))
    return _say(f"place.{place['kind']}", locale)


def _zones(letters: list[str]) -> str:
    """Zones as the book lists them: "J-R", "K, N"."""
    return ", ".join(
        "-".join(chr(int(number)) for number in span.split("-")) for span in spans([ord(letter) for letter in letters])
    )


def _searchlights(sheet: Sheet, locale: str) -> str:
    lights = sheet["searchlights"]
    if not lights["zones"]:
        return _say("none", locale)
    key = "lights.directed" if lights["directed"] else "lights"
    return _say(key, locale, zones=_zones(lights["zones"]))


def _sky(sheet: Sheet, locale: str) -> str:
    """Moon, visibility, cloud, altitude; what is rolled for, and what is added [3.3]."""
    told = []
    for name, modifier in (("moon", "moon_modifier"), ("visibility", "visibility_modifier"), ("cloud", "")):
        if sheet[name] == "random":
            added = sheet[modifier] if modifier else 0
            how = _say("by_die_plus" if added else "by_die", locale, added=added)
            told.append(f"{_say(f'sky.{name}', locale)} {how}")
        else:
            told.append(message(f"nightfighter.field.{name}.{sheet[name]}", locale))
    told.append(message(f"nightfighter.field.altitude.{sheet['altitude']}", locale))
    return "; ".join(told)


def _jamming(jamming: JsonObject, locale: str) -> str:
    told = []
    if jamming["search"] != "none":
        told.append(_say("jamming.search", locale, how=_say(f"jammed.{jamming['search']}", locale)))
    for band, how in sorted(jamming["ai"].items()):
        told.append(_say("jamming.ai", locale, band=band, how=_say(f"jammed.{how}", locale)))
    if jamming["searchlights"]:
        told.append(_say("jamming.searchlights", locale))
    return "; ".join(told)


def victory(conditions: JsonObject | None, locale: str) -> str:
    """What has to be scored, and how well [4.1b]; nothing in a sortie of a campaign."""
    if conditions is None:
        return ""
    counted = message(f"nightfighter.victory.{slug(conditions['score'])}", locale)
    key = "at_most" if conditions["compare"] == "at most" else "at_least"
    told = message(f"nightfighter.victory.{key}", locale, score=counted, win=conditions["win"])
    if conditions["decisive"] is not None:
        told += message("nightfighter.victory.decisive", locale, decisive=conditions["decisive"])
    if conditions["lost_if"]:
        told += message("nightfighter.victory.lost_if", locale)
    return told


def _points(points: dict[str, int], locale: str) -> str:
    told = [f"{_say(f'points.{name}', locale)} {signed(points[name])}" for name in POINTS if points.get(name)]
    return "; ".join(told)
