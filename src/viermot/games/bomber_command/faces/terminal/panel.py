"""The tables beside the map: sky, jamming, points, cards; units and raid boxes in full."""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.faces.event_text import say, title
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import SEATS
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console, wrapped

MARKERS: Final = ("naxos", "beleuchter", "fido", "alerted")


def panel(view: RaidView, shown: JsonObject, console: Console, width: int) -> list[str]:
    """What both players look at all the time, in a narrow column."""
    sky, jamming = shown["sky"], shown["jamming"]
    weather = ", ".join(
        f"{say(view, 'zone', zone, console.locale)} {say(view, 'weather', kind, console.locale)}"
        for zone, kind in sky["weather"].items()
        if kind
    )
    if shown["phase"] is None:
        when = console.text("bomber_command.panel.before")
    else:
        phase = say(view, "phase", shown["phase"], console.locale)
        when = console.text("bomber_command.panel.turn", turn=shown["turn"], phase=phase)
    told = [
        when,
        console.text("bomber_command.panel.weather", weather=weather),
        console.text(
            "bomber_command.panel.sky",
            visibility=say(view, "visibility", sky["visibility"], console.locale),
            twilight=sky["twilight"] or "-",
        ),
        console.text("bomber_command.panel.jamming", level=jamming["level"], value=jamming["infiltration"]),
        console.text("bomber_command.panel.losses", fighters=shown["fighter_losses"], **_points(shown)),
    ]
    told += _markers(shown, console)
    told += _boxes(shown, console)
    if "hand" in shown["cards"]:
        hand = ", ".join(title(view, card, console.locale) for card in shown["cards"]["hand"])
        hand = hand or console.text("bomber_command.field.any.none")
        told.append(console.text("bomber_command.panel.hand", cards=hand))
    return [line for text in told for line in wrapped(text, max(width, 20))]


def _points(shown: JsonObject) -> JsonObject:
    points = shown["points"]
    return {"british": f"{points['british']:g}", "german": "?" if points["german"] is None else points["german"]}


def _markers(shown: JsonObject, console: Console) -> list[str]:
    """What else lies on the tracks (moon, wind, Naxos and so on), in one line if there is anything [2.3.2]."""
    sky, jamming = shown["sky"], shown["jamming"]
    found = []
    if sky["moon"] != "none":
        found.append(console.text(f"bomber_command.panel.{sky['moon']}", turn=sky["moon_turn"] or "?"))
    if sky["wind"] is not None:
        found.append(console.text("bomber_command.panel.wind", degrees=sky["wind"]))
    on = {**jamming, "fido": sky["fido"], "alerted": shown["alerted"]}
    found += [console.text(f"bomber_command.panel.{name}") for name in MARKERS if on[name]]
    for name in ("stripped", "mobile_flak", "mined"):
        if shown[name]:
            found.append(console.text(f"bomber_command.panel.{name}", places=", ".join(shown[name])))
    return [console.text("bomber_command.panel.markers", markers="; ".join(found))] if found else []


def _boxes(shown: JsonObject, console: Console) -> list[str]:
    """Raid boxes in which something lies."""
    lines = []
    for box in shown["boxes"]:
        if not any(box.get(name) for name in ("losses", "disruption", "damage", "hunt", "units")):
            continue
        counts = {name: box.get(name, "?") for name in ("losses", "disruption", "damage")}
        units = ", ".join(box["units"]) or console.text("bomber_command.field.any.none")
        lines.append(console.text("bomber_command.panel.box", letter=box["letter"], units=units, **counts))
    return lines


def units(view: RaidView, shown: JsonObject, console: Console) -> list[str]:
    """Every unit that is still in the game, with its place, markers and fuel."""
    lines = wrapped(console.text("bomber_command.panel.units"), console.width - 1)
    for unit in shown["units"]:
        if unit["place"] == "out":
            continue
        place = unit["stacked"] or unit["raid"] or say(view, "place", unit["place"], console.locale)
        base = say(view, "base", unit["base"], console.locale)
        marks = ", ".join(str(say(view, "mark", mark, console.locale)) for mark in unit["markers"])
        text = f"{unit['name']:12}{unit['type']:7}{unit['strength']}  {base!s:10}{place!s:14}"
        lines.append(f"{text}{unit['fuel'] or '-'!s:3} {marks}".rstrip())
    return lines


def plot(shown: JsonObject, console: Console) -> list[str]:
    """The British player's own plan, raid by raid."""
    lines = []
    for raid in shown.get("plot", ()):
        route = " ".join(raid["path"])
        target = raid["target"] or "-"
        lines.append(
            console.text(
                "bomber_command.panel.raid", letter=raid["letter"], kind=raid["kind"], target=target,
                turn=raid["entry"], route=route,
            )
        )  # fmt: skip
    return lines


def cards(view: RaidView, which: str, console: Console) -> list[str]:
    """What the cards of either side whose titles begin like this say; nothing if none does."""
    wanted, own = " ".join(which.upper().split()), SEATS[max(view.side, 0)]
    found = [card for card in view.layout.pack.cards if wanted and card.title.startswith(wanted)]
    lines = []
    for card in sorted(found, key=lambda card: card.side != own):
        name = card.titles.get(console.locale) or card.title
        text = card.text.get(console.locale) or card.text["en"]
        lines += wrapped(f"{name} ({card.symbol}): {text}", console.width - 1)
    return list(dict.fromkeys(lines))
