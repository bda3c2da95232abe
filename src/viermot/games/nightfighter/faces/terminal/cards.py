"""Longer answers: the whole situation, an aircraft's data card, the odds of an attack."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from viermot import scenario_words
from viermot.games.nightfighter.components import AircraftType, BomberType, Components
from viermot.games.nightfighter.faces.event_text import in_career
from viermot.games.nightfighter.faces.sheet_text import text_of
from viermot.games.nightfighter.faces.sheet_text import victory as victory_of
from viermot.games.nightfighter.knowledge.odds import Fire, Notice, Odds, guns_of, odds
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.fitting import FittedRadar
from viermot.games.nightfighter.model.ids import Fighter, Handle
from viermot.games.nightfighter.model.layout import RadarCounter
from viermot.games.nightfighter.rules.tally import Modifier
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console
from viermot.text import message, signed

JAMMED = ("none", "light", "heavy")


# -- status ------------------------------------------------------------------------------------------


def status(view: NightView, console: Console) -> list[str]:
    """Environment with what it does, aircraft, contacts, radar, and what wins."""
    picture = view.to_json()
    say = console.text
    moon, visibility, _ = view.environment
    sky = picture["environment"]
    head = in_career("nightfighter.status.scenario", picture["scenario"])
    lines = [
        say(head, id=picture["scenario"], title=title_of(view, console.locale)),
        say("nightfighter.status.turn", turn=picture["turn"], phase=phase_name(picture["phase"], console)),
        say(
            "nightfighter.status.sky",
            moon=say(f"nightfighter.field.moon.{sky['moon']}"),
            visibility=say(f"nightfighter.field.visibility.{sky['visibility']}"),
            cloud=say(f"nightfighter.field.cloud.{sky['cloud']}"),
            altitude=say(f"nightfighter.field.altitude.{sky['altitude']}"),
        ),
        say(
            "nightfighter.status.sight",
            dice=1 + visibility + (moon > 0),
            near=view.layout.sight[visibility],
            far=view.layout.lit_sight[visibility],
        ),
        say("nightfighter.status.victory", victory=victory_text(view, console), **picture["score"]).strip(),
    ]
    for fighter in picture["fighters"]:
        lines += ["", *fighter_card(fighter, console)]
    lines += ["", *[_contact(contact, console) for contact in picture["contacts"]]] if picture["contacts"] else []
    lines += ["", *radar_lines(view, console)] if view.layout.radars else []
    if "umpire" in picture:
        lines += ["", *_attackers(picture["umpire"], console)]
    return lines


def title_of(view: NightView, locale: str) -> str:
    """The scenario's title."""
    title: dict[str, str] = view.layout.scenario.title
    return title.get(locale, title["en"])


def phase_name(phase: int, console: Console) -> str:
    """The name of a phase; set-up before the first."""
    return console.text(f"nightfighter.field.phase.{phase}")


def victory_text(view: NightView, console: Console) -> str:
    """What has to be scored, and how well [4.1b]."""
    return victory_of(view.sheet["victory"], console.locale)


def _word(text: str) -> str:
    return "_".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())


def fighter_card(fighter: JsonObject, console: Console) -> list[str]:
    """A fighter and what has become of it."""
    where = fighter["hex"] or console.text(f"nightfighter.field.fate.{_word(fighter['fate'])}")
    facing = f" {fighter['facing']}" if fighter["facing"] else ""
    pilot = console.text(f"nightfighter.field.pilot.{fighter['pilot']}")
    facts = {name: fighter[name] for name in FIGHTER_KEYS}
    head = console.text("nightfighter.status.fighter", where=where + facing, pilot=pilot, **facts)
    state = [console.text(f"nightfighter.status.{name}", value=fighter[name]) for name in STATES if fighter[name]]
    return [head, *[f"  {line}" for line in state]]


FIGHTER_KEYS = ("id", "type", "hits", "damage", "spent")
STATES = ("tally", "fix", "dives", "blinded", "warned", "alerted", "oblique")


def _contact(contact: JsonObject, console: Console) -> str:
    held = [console.text("nightfighter.status.lit", zone=contact["lit_in"])] if contact["lit_in"] else []
    for name in ("tallied_by", "fixed_by"):
        if contact[name]:
            held.append(console.text(f"nightfighter.status.{name}", fighters=", ".join(contact[name])))
    if contact["hits"]:
        held.append(console.text("nightfighter.status.hits_seen", hits=contact["hits"]))
    if contact["alerted"]:
        held.append(console.text("nightfighter.panel.alerted"))
    type_ = contact["type"] or console.text("nightfighter.status.type_unknown")
    return f"{contact['contact']}  {contact['hex']} {contact['facing']}  {type_}; {', '.join(held)}".rstrip("; ")


def radar_lines(view: NightView, console: Console) -> list[str]:
    """The player's radars."""
    return [_search_line(radar, console) for radar in view.layout.radars]


def _search_line(radar: RadarCounter, console: Console) -> str:
    jam = "" if not radar.jam else console.text(f"nightfighter.status.jammed.{JAMMED[radar.jam]}")
    return console.text("nightfighter.status.radar", name=radar.name, value=radar.value) + jam


def _attackers(umpire: JsonObject, console: Console) -> list[str]:
    side = console.text(f"nightfighter.field.chit_side.{umpire['side']}") if umpire["side"] else "-"
    lines = [console.text("nightfighter.status.umpire", side=side, count=umpire["to_come"])]
    for attacker in umpire["attackers"]:
        where = attacker["hex"] or console.text(f"nightfighter.field.fate.{_word(attacker['fate'])}")
        told = f"{attacker['id']}  {where} {attacker['facing'] if attacker['hex'] else ''}  {attacker['type']}"
        if attacker["contact"]:
            told += f" = {attacker['contact']}"
        if attacker["hits"]:
            told += ", " + console.text("nightfighter.status.hits_seen", hits=attacker["hits"])
        lines.append(told + (f", {console.text('nightfighter.panel.alerted')}" if attacker["alerted"] else ""))
    return lines


# -- aircraft ------------------------------------------------------------------------------------------


def aircraft(view: NightView, which: str, console: Console) -> list[str]:
    """The data card of one of the player's fighters, by id, of a type that flies in this scenario, or of a radar."""
    for fit in view.layout.fighters:
        if str(fit.ident) == which:
            return [*_fit_card(fit, console), *_told(view.layout.components, fit.data, fit.ai, console)]
    if which.upper().startswith("C") and which[1:].isdigit():
        contact = view.contact(Handle(int(which[1:])))
        which = (contact.type or "") if contact else which
    types = {fit.type for fit in view.layout.fighters} | {kind.type for kind in view.layout.groups}
    radars = dict.fromkeys(radar.name for radar in view.layout.radars)
    meant = [name for name in (*sorted(types), *radars) if which and which.lower() in name.lower()]
    if not meant:
        fighters = [str(fit.ident) for fit in view.layout.fighters]
        return [console.text("nightfighter.card.none", known=", ".join([*fighters, *sorted(types), *radars]))]
    box = view.layout.components
    told = [_type_card(box, name, console) if name in types else _radar(view, name, console) for name in meant]
    return [line for card in told for line in card]


def _fit_card(fit: Any, console: Console) -> list[str]:
    say = console.text
    none = say("nightfighter.card.no_guns")
    lines = [
        say("nightfighter.card.head", id=fit.ident, type=fit.type, full_name=fit.data.full_name),
        say("nightfighter.card.mp", mp=fit.mp, odd=fit.max_mp[1], even=fit.max_mp[0], least=fit.least_mp),
        say(
            "nightfighter.card.guns",
            fp=none if fit.firepower is None else fit.firepower,
            oblique=none if fit.oblique is None or not fit.has_oblique else fit.oblique,
            defence=none if fit.defence is None else fit.defence,
            damage=fit.damage,
        ),
    ]
    if fit.ai is not None:
        arc = say(f"nightfighter.field.arc.{fit.ai.arc}")
        jam = say(f"nightfighter.status.jammed.{JAMMED[fit.ai.jam]}") if fit.ai.jam else ""
        lines.append(
            say(
                "nightfighter.card.ai",
                name=" / ".join((fit.ai.name, *fit.radar.also)),
                range=fit.ai.range,
                arc=arc,
                modifier=signed(fit.ai.modifier),
                band=fit.ai.band,
            )
            + jam
        )
    else:
        lines.append(say("nightfighter.card.no_ai"))
    if fit.view:
        lines.append(say("nightfighter.card.view"))
    if fit.equipment:
        lines.append(say("nightfighter.card.equipment", list=", ".join(fit.equipment)))
    return lines


def _type_card(box: Components, name: str, console: Console) -> list[str]:
    data = box.aircraft(name)
    fp = console.text("nightfighter.card.no_guns") if data.fp is None else data.fp
    key = "nightfighter.card.bomber" if isinstance(data, BomberType) else "nightfighter.card.type"
    card = console.text(key, type=data.name, full_name=data.full_name, mp=str(data.mp), fp=fp, damage=data.damage)
    return [card, *_told(box, data, None, console)]


def _told(box: Components, data: AircraftType, ai: FittedRadar | None, console: Console) -> list[str]:
    """Whose it is, how many engines it has, its years of service; and a sentence about it and its radar."""
    facts = [console.text(f"nightfighter.card.nation.{data.nation.lower()}")]
    if isinstance(data, BomberType) and data.engines:
        facts.append(console.text("nightfighter.card.engines", n=data.engines))
    years = {"since": _month(data.since, console), "until": _month(data.until, console)}
    facts.append(console.text("nightfighter.card.service" if data.until else "nightfighter.card.service_on", **years))
    about = [text_of(box.history.aircraft.get(data.name, {}), console.locale)]
    about += [text_of(box.history.radars.get(ai.name, {}), console.locale)] if ai is not None else []
    return [", ".join(facts), *filter(None, about)]


def _month(number: int | None, console: Console) -> str:
    """A month that counts from the year 0, as a reader writes it."""
    if number is None:
        return ""
    year, month = divmod(number, 12)
    return scenario_words.date(f"{scenario_words.MONTHS[month]} {year}", console.locale)


def _radar(view: NightView, name: str, console: Console) -> list[str]:
    """A search counter at this table, and a sentence about its radar."""
    box, radar = view.layout.components, next(radar for radar in view.layout.radars if radar.name == name)
    about = box.history.radars.get(name) or box.history.radars.get(name.rpartition(" ")[0], {})
    return [*filter(None, (_search_line(radar, console), text_of(about, console.locale)))]


# -- odds ----------------------------------------------------------------------------------------------


def odds_card(view: NightView, number: Fighter, console: Console) -> list[str]:
    """The odds of this fighter's attack, for each set of guns it has."""
    lines: list[str] = []
    for guns in guns_of(view, number):
        found = odds(view, number, guns)
        if found is None:
            return [console.text("nightfighter.odds.no_tally", fighter=view.layout.fighters[number].ident)]
        lines += [*attack_odds(found, console), ""]
    return lines[:-1]


def percent(chance: Fraction, locale: str = "en") -> str:
    """A chance as a player reads it: 16.7% or, with a comma, 16,7%."""
    shown = f"{float(chance) * 100:.0f}%" if chance in (0, 1) else f"{float(chance) * 100:.1f}%"
    return shown.replace(".", message("common.decimal", locale))


def listed(modifiers: tuple[Modifier, ...], console: Console) -> str:
    """Modifiers with their rules in one line."""
    return ", ".join(
        f"{signed(points)} {console.text(f'nightfighter.modifier.{what}')} [{rule}]" for what, points, rule in modifiers
    )


def attack_odds(found: Odds, console: Console) -> list[str]:
    """The odds of one attack in words."""
    say = console.text
    guns = say(f"nightfighter.field.guns.{found.guns}")
    lines = [
        say("nightfighter.odds.head", fighter=found.fighter, contact=found.contact, guns=guns),
        "  " + say("nightfighter.odds.firepower", total=signed(found.fire.firepower))
        + " " + listed(found.fire.modifiers, console),
        "  " + say("nightfighter.odds.hits", table=hit_table(found.fire, console.locale)),
    ]  # fmt: skip
    for type_, needed in found.to_destroy.items():
        chance = percent(found.destroyed(type_), console.locale)
        lines.append("  " + say("nightfighter.odds.destroys", type=type_, needed=needed, chance=chance))
        if type_ in found.notice:
            lines += _notice(found.notice[type_], console)
            in_all = percent(found.in_all(type_), console.locale)
            lines.append("    " + say("nightfighter.odds.in_all", chance=in_all))
    return [*lines, *["  " + say(doubt) for doubt in found.doubts]]


def hit_table(fire: Fire, locale: str = "en") -> str:
    """0 to 4 hits with the chance of each."""
    shown = [f"{hits}: {percent(Fraction(ways, 36), locale)}" for hits, ways in enumerate(fire.hits) if ways]
    return "  ".join(shown)


def _notice(notice: Notice, console: Console) -> list[str]:
    say = console.text
    column = say("nightfighter.odds.warned" if notice.warned else "nightfighter.odds.not_warned")
    alert = say("nightfighter.odds.alert") if notice.alert else ""
    lines = ["    " + say("nightfighter.odds.column", column=column, rules=", ".join(notice.rules)) + alert]
    if notice.modifiers:
        lines.append("    " + say("nightfighter.odds.second_die") + " " + listed(notice.modifiers, console))
    lines.append(
        "    "
        + say(
            "nightfighter.odds.response",
            nothing=percent(notice.nothing, console.locale),
            fire=percent(notice.defensive_fire, console.locale),
            corkscrew=percent(notice.corkscrew, console.locale),
        )
    )
    if notice.gunners is not None:
        lines.append("    " + say("nightfighter.odds.gunners", table=hit_table(notice.gunners, console.locale)))
    return lines
