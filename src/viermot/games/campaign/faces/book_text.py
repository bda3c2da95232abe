"""The career book as text: for the terminal, for `viermot career`, and to keep as a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from viermot.games.campaign.faces import event_text
from viermot.games.campaign.knowledge import book
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.kernel.json import JsonObject
from viermot.kernel.words import Filling
from viermot.text import message

SIGNS: Final = {  # one letter per week; of several, the last is shown
    "flew": "f", "hospital": "h", "damage": "d", "sortie": "s", "aircraft lost": "x", "wounded": "w", "kill": "K",
    "man lost": "!", "retrained": "r", "no night": "-", "over": "#",
}  # fmt: skip
MOONS: Final = {"none": " ", "half": "(", "full": "O"}
BARS: Final = " .:-=+*#"


def say(key: str, locale: str, **fields: Filling) -> str:
    """A line of the book."""
    return message(f"campaign.book.{key}", locale, **fields)


def heading(shown: JsonObject, locale: str) -> list[str]:
    """Whose book it is, how far it goes, and whether its rules are reconstructed."""
    lines = [message(f"campaign.scenario.{shown['scenario']}", locale)]
    if shown["status"] == "reconstructed":
        lines[0] += f" [{say('reconstructed', locale)}]"
    date = event_text.date_text(shown["week"], locale)
    lines.append(say("so_far", locale, date=date, weeks=shown["weeks"], week=shown["week"]))
    if shown["over"]:
        level = message(f"campaign.result.{shown['over']['level']}", locale)
        reason = event_text.spoken_field("ending", shown["over"]["reason"], locale)
        lines.append(say("ended", locale, level=level, reason=reason))
    return lines


def week_lines(shown: JsonObject, locale: str) -> list[str]:
    """The week, and its night once there is one."""
    night = shown["night"]
    week = say(
        "week", locale, date=event_text.date_text(shown["week"], locale), week=shown["week"], weeks=shown["weeks"],
        moon=event_text.spoken_field("moon", shown["moon"], locale),
    )  # fmt: skip
    if night["visibility"] is None:
        return [week]
    sky = {name: event_text.spoken_field(name, night[name], locale) for name in ("visibility", "cloud")}
    return [week, say("night", locale, **sky)]


def crew_lines(shown: JsonObject, locale: str) -> list[str]:
    """Everybody, with kills, points, awards and how they are."""
    lines = []
    for crew in shown["crews"]:
        men = ", ".join(man for man in (crew["pilot"], crew["operator"], crew["gunner"]) if man)
        status = event_text.spoken_field("crew_status", crew["status"], locale)
        award = event_text.spoken_field("award", crew["awards"][-1], locale) if crew["awards"] else ""
        state = _state(crew, locale)
        fields = {"number": crew["number"], "men": men, "status": status}
        fields |= {name: event_text.spoken_field(name, crew[name], locale) for name in ("kills", "points")}
        fields |= {"award": award and f", {award}", "state": state and f"; {state}"}
        lines.append(say("crew", locale, **fields))
    return lines


def _state(crew: JsonObject, locale: str) -> str:
    if crew["fate"] != "active":
        return str(event_text.spoken_field("fate", crew["fate"], locale))
    if crew["wounded_weeks"]:
        return say("wounded", locale, weeks=event_text.spoken_field("weeks", crew["wounded_weeks"], locale))
    if crew["away_weeks"]:
        return say("away", locale, weeks=event_text.spoken_field("weeks", crew["away_weeks"], locale))
    return ""


def plane_lines(shown: JsonObject, locale: str) -> list[str]:
    """The aircraft on strength, a line for each type, and how many are gone."""
    alike: dict[str, list[str]] = {}
    for plane in shown["aircraft"]:
        if plane["fate"] != "in stock":
            continue
        weeks = plane["workshop_weeks"]
        state = say("serviceable", locale)
        if weeks:
            state = say("workshop", locale, weeks=event_text.spoken_field("weeks", weeks, locale))
        radar = f" ({plane['radar']})" if plane["radar"] else ""
        alike.setdefault(f"{plane['type']}{radar}: {state}", []).append(plane["letter"])
    lines = [f"{' '.join(letters)}  {told}" for told, letters in alike.items()]
    gone = sum(plane["fate"] != "in stock" for plane in shown["aircraft"])
    return lines + ([say("gone", locale, count=gone)] if gone else [])


def patrol_lines(shown: JsonObject, locale: str) -> list[str]:
    """The patrol display [A5]."""
    lines = []
    for flight in shown["patrols"]:
        crew = shown["crews"][flight["crew"] - 1]
        lines.append(
            say(
                "patrol", locale, sector=flight["sector"], role=event_text.spoken_field("role", flight["role"], locale),
                pilot=crew["pilot"], aircraft=flight["aircraft"], fuel=flight["fuel"],
                state=event_text.spoken_field("flight_state", flight["state"], locale),
            )
        )  # fmt: skip
    return lines


def calendar_lines(view: CareerView, locale: str) -> list[str]:
    """Months down, weeks across: the moon, and a letter for what happened."""
    weeks = book.calendar(view)
    lines = []
    for month in sorted({week["month"] for week in weeks}):
        cells = []
        for week in weeks:
            if week["month"] == month:
                signs = [SIGNS[mark] for mark in SIGNS if mark in week["marks"]]
                cells.append(f"{MOONS[week['moon']]}{signs[-1] if signs else '.'}")
        lines.append(f"{event_text.month_text(month, locale):18} {'  '.join(cells)}")
    return [*lines, say("calendar_key", locale)]


def sortie_lines(shown: JsonObject, locale: str) -> list[str]:
    """The log of sorties."""
    return [
        say(
            "sortie", locale, number=flown["number"], date=event_text.date_text(flown["week"], locale),
            kind=event_text.spoken_field("kind", flown["kind"], locale),
            size=event_text.spoken_field("size", flown["size"], locale),
            bombers=flown["bombers"], kills=event_text.spoken_field("kills", flown["kills"], locale),
            hits=event_text.spoken_field("hits", flown["hits"], locale), crews=", ".join(flown["crews"]),
            lost=say("lost", locale) if flown["lost"] else "",
        )
        for flown in shown["sorties"]
    ] or [say("none", locale)]  # fmt: skip


def kill_lines(shown: JsonObject, locale: str) -> list[str]:
    """Every kill with its type and date."""
    return [
        say(
            "kill", locale, number=number, date=event_text.date_text(kill["week"], locale), type=kill["type"],
            crew=kill["crew"], points=event_text.spoken_field("points", kill["points"], locale),
        )
        for number, kill in enumerate(shown["kills"], 1)
    ] or [say("none", locale)]  # fmt: skip


def award_lines(view: CareerView, locale: str) -> list[str]:
    """Every decoration with its date."""
    return [
        say(
            "award", locale, crew=award["crew"],
            date=event_text.date_text(award["week"], locale) if award["week"] else say("before", locale),
            award=event_text.spoken_field("award", award["award"], locale),
        )
        for award in book.awards(view)
    ] or [say("none", locale)]  # fmt: skip


def plot(name: str, values: Sequence[int], locale: str, width: int = 48) -> str:
    """A row of small bars, one per week, with the first and the latest value."""
    shown = values[-width:]
    top = max([1, *shown])
    bars = "".join(BARS[round(max(0, value) * (len(BARS) - 1) / top)] for value in shown)
    now = shown[-1] if shown else 0
    return f"{say(f'plot.{name}', locale):12} |{bars:{width}}| {now} ({say('most', locale)} {top})"


def plot_lines(view: CareerView, locale: str) -> list[str]:
    """Points and survival, week by week."""
    lines = book.plots(view)
    is_staffel = view.to_json()["scenario"] == "staffel"
    names = ("score", "crews", "aircraft") if is_staffel else ("points", "kills", "lost")
    return [plot(name, lines[name], locale) for name in names]


def diary_lines(view: CareerView, locale: str) -> list[str]:
    """The diary: a date, and below it what happened."""
    lines: list[str] = []
    date = ""
    for entry in book.diary(view, locale):
        if entry["date"] != date:
            date = entry["date"]
            lines.append(f"{date}:")
        lines.append(f"  {entry['text']}")
    return lines


def whole(view: CareerView, locale: str = "en") -> list[str]:
    """The whole book."""
    shown = view.to_json()
    lines = heading(shown, locale)
    for part, told in (
        ("crews", crew_lines(shown, locale)),
        ("aircraft", plane_lines(shown, locale)),
        ("calendar", calendar_lines(view, locale)),
        ("sorties", sortie_lines(shown, locale)),
        ("kills", kill_lines(shown, locale)),
        ("awards", award_lines(view, locale)),
        ("plots", plot_lines(view, locale)),
        ("diary", diary_lines(view, locale)),
    ):
        lines += ["", say(f"part.{part}", locale), *[f"  {line}" for line in told]]
    return lines


COLUMNS: Final = ("career", "form", "pilot", "week", "sorties", "kills", "score", "lost", "state")
WIDEST: Final = 20  # of a career's file and of a pilot's name


def side_by_side(careers: Sequence[tuple[str, CareerView]], locale: str = "en") -> list[str]:
    """Several careers, a line each."""
    rows = [[say(f"column.{name}", locale) for name in COLUMNS]]
    for name, view in careers:
        told = book.summary(view)
        state = message(f"campaign.result.{told['level']}", locale) if told["level"] else say("going_on", locale)
        award = f", {event_text.spoken_field('award', told['award'], locale)}" if told["award"] else ""
        form = message(f"campaign.form.{told['scenario']}", locale)
        figures = (told[figure] for figure in ("week", "sorties", "kills", "score", "aircraft_lost"))
        rows.append([name[:WIDEST], form, told["pilot"][:WIDEST], *map(str, figures), state + award])
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    return [
        " ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]  # fmt: skip
