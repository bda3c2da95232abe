"""Longer answers: the whole situation, a counter's card, the odds of searches and attacks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from viermot.games.nightfighter.faces.event_text import in_career
from viermot.games.nightfighter.faces.terminal import cards as night
from viermot.games.nightfighter.faces.terminal.cards import phase_name, title_of, victory_text
from viermot.games.nightfighter.faces.terminal.map import arrow
from viermot.games.nightfighter.knowledge.odds import guns_of, odds
from viermot.games.solitaire.faces.terminal.panel import counter_line
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.kernel.decision import Decision
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console
from viermot.text import message


def percent(chance: float, locale: str) -> str:
    """A chance as a player reads it."""
    return night.percent(Fraction(chance).limit_denominator(10_000), locale)


def level_word(level: str, locale: str) -> str:
    """How uncertain, in a word."""
    return message(f"solitaire.level.{level}", locale)


def legend(console: Console) -> list[str]:
    """What the signs mean."""
    arrows = " ".join(f"{way}{arrow(way, console)}" for way in DIRECTIONS)
    return console.text("solitaire.legend", arrows=arrows).split("\n")


def status(view: SoloView, console: Console) -> list[str]:
    """Sky, aircraft, counters, radar, and what wins."""
    picture, say = view.to_json(), console.text
    sky = picture["environment"]
    skies = ("moon", "visibility", "cloud", "altitude")
    words = {name: say(f"nightfighter.field.{name}.{sky[name]}") for name in skies}
    head = in_career("nightfighter.status.scenario", picture["scenario"])
    lines = [
        say(head, id=picture["scenario"], title=title_of(view, console.locale)),
        say("nightfighter.status.turn", turn=picture["turn"], phase=phase_name(picture["phase"], console)),
        say("nightfighter.status.sky", **words),
        say("solitaire.status.victory", victory=victory_text(view, console), **picture["score"]).strip(),
    ]
    for fighter in picture["fighters"]:
        lines += ["", *night.fighter_card(fighter, console)]
    if picture["counters"]:
        lines += ["", *[f"{counter_line(row, console)}  {_held(row, console)}".rstrip() for row in picture["counters"]]]
    for due in picture["coming"]:
        lines.append(say("solitaire.status.coming", **due))
    if picture["cup"]:
        lines.append(say("solitaire.status.cup", **picture["cup"]))
    return lines + (["", *night.radar_lines(view, console)] if view.layout.radars else [])


def _held(counter: JsonObject, console: Console) -> str:
    """Who holds it, its type, and where it has been looked for in vain."""
    told = [counter["type"] if not counter["hidden"] else console.text("nightfighter.status.type_unknown")]
    for name in ("tallied_by", "fixed_by"):
        if counter[name]:
            told.append(console.text(f"nightfighter.status.{name}", fighters=", ".join(counter[name])))
    if counter["h2s"]:
        told.append("H2S")
    if counter["excluded"]:
        told.append(console.text("solitaire.status.excluded", hexes=", ".join(counter["excluded"])))
    return ", ".join(told)


def counter_card(counter: JsonObject, console: Console) -> list[str]:
    """One counter in full."""
    level = level_word(counter["level"], console.locale)
    head = console.text("solitaire.card", **{**counter, "level": level})
    more = [console.text("solitaire.card.left", left=counter["left"])] if counter["level"] == "high" else []
    return [head, *more, _held(counter, console)]


def searches(view: SoloView, console: Console) -> list[str]:
    """This turn's radar searches and what came of them."""
    lines = [
        console.text("solitaire.search", **{**row, "result": console.text(f"solitaire.searched.{row['result']}")})
        for row in view.to_json()["searches"]
    ]
    return lines or [console.text("nightfighter.track.none")]


# -- odds ------------------------------------------------------------------------------------------------


def chances(view: SoloView, decision: Decision, option: int) -> dict[str, float]:
    """What one option may lead to."""
    found: dict[str, float] = view.odds(decision.kind, decision.facts, [option])[0]
    return found


def search_odds(view: SoloView, decision: Decision, console: Console) -> list[str]:
    """The chances of every option of a search; nothing where the question is none."""
    lines = []
    for code in decision.codes:
        told = [
            console.text(f"solitaire.odds.{name}", chance=percent(chance, console.locale))
            for name, chance in chances(view, decision, code).items()
        ]
        if told:
            lines.append(f"{decision.notation_of(code)}: {', '.join(told)}")
    return lines


def attack_odds(view: SoloView, decision: Decision, which: str, console: Console) -> list[str]:
    """The odds of the attack of a fighter: the one named, the one being asked, or all that have a tally."""
    fits = view.layout.fighters
    numbers = [n for n in view.layout.numbers if str(fits[n].ident) == which]
    if which and not numbers:
        return [console.text("unreadable.fighter", text=which)]
    if not which and "fighter" in decision.facts:
        numbers = [decision.facts["fighter"]]
    numbers = [n for n in numbers or view.layout.numbers if view.tally_of(n)]
    lines: list[str] = []
    for number in numbers:
        for guns in guns_of(view, number):
            found = odds(view, number, guns)
            if found is not None:
                name = view.counter(view.tally_of(number)).name
                lines += [*night.attack_odds(replace(found, contact=name, doubts=()), console), ""]
    return lines[:-1] or [console.text("nightfighter.odds.nobody")]
