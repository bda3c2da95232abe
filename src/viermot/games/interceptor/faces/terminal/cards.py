"""Cards to look things up: pilot and crew, an aircraft's mat, odds [3.1, 3.3]."""

from __future__ import annotations

from viermot.games.interceptor.faces.words import in_words, slug
from viermot.games.interceptor.knowledge.odds import Odds
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.knowledge.picture import Pilot
from viermot.kernel.words import Filling
from viermot.terminal.console import Console
from viermot.text import has, signed


def pilot(shown: Pilot, console: Console) -> list[str]:
    """Rank, kills, points, skills, awards, wingman and gunner."""
    who = " ".join(filter(None, (shown.rank, shown.name)))
    lines = [
        console.text("interceptor.status.head", who=who, unit=shown.unit, base=shown.base),
        console.text(
            "interceptor.status.kills",
            bombers=shown.kills.bombers,
            fighters=shown.kills.fighters,
            flights=shown.flights,
        ),
        console.text(
            "interceptor.status.points", experience=shown.experience, prestige=shown.prestige, level=shown.level
        ),
        console.text("interceptor.status.skills", skills=_words("skill", shown.skills, console)),
        console.text("interceptor.status.awards", awards=_words("award", shown.awards, console)),
    ]
    if shown.lines_to_miss:
        lines.append(console.text("interceptor.status.away", lines=shown.lines_to_miss))
    if shown.markers:
        lines.append(console.text("interceptor.status.markers", markers=_words("event", shown.markers, console)))
    wingman = shown.wingman
    fields = {
        "status": in_words("fate", wingman.status, console.locale), "experience": wingman.experience,
        "skills": _words("skill", wingman.skills, console), "bombers": wingman.kills.bombers,
        "fighters": wingman.kills.fighters,
    }  # fmt: skip
    lines.append(console.text("interceptor.status.wingman", **fields))
    gunner = shown.gunner
    if gunner:
        skills = _words("skill", gunner.skills, console)
        told: dict[str, Filling] = {"experience": gunner.experience, "kills": gunner.kills, "skills": skills}
        lines.append(console.text("interceptor.status.gunner", **told))
    return lines


def _words(field: str, words: list[str], console: Console) -> str:
    return ", ".join(str(in_words(field, word, console.locale)) for word in words) or "-"


def aircraft(view: CareerView, which: str, console: Console) -> list[str]:
    """Weapons, speed, what it can take, and what it asks of a pilot [3.1]."""
    rows = view.layout.pack.aircraft
    wanted = which.strip().lower() or view.mat.name.lower()
    found = [row for name, row in rows.items() if name.lower() == wanted]
    if not found:
        return [console.text("interceptor.unreadable.aircraft", text=which)]
    row = found[0]
    month = in_words("month", row.available, console.locale)
    lines = [
        console.text("interceptor.card.head", aircraft=row.name, speed=row.speed, fp=row.total_fp),
        console.text("interceptor.card.needs", level=row.prestige, month=month),
    ]
    for weapon in row.weapons:
        load = "∞" if weapon.ammo is None else str(weapon.ammo)
        name = in_words("weapon", weapon.name, console.locale)
        lines.append("  " + console.text("interceptor.card.weapon", weapon=name, fp=weapon.fp, load=load))
    parts = {"airframe": row.airframe, "port wing": row.wing, "tail": row.tail, "controls": row.controls}
    told = ", ".join(f"{in_words('system', part, console.locale)} {hits}" for part, hits in parts.items())
    return [*lines, "  " + console.text("interceptor.card.lost_at", parts=told)]


def odds(found: Odds, console: Console) -> list[str]:
    """The possible outcomes, in per cent, with the modifiers and their rules."""
    key = f"interceptor.odds.{slug(found.what)}"
    head = console.text(key, about=found.about) if has(key) else f"{found.what} {found.about}"
    lines = [f"{head.strip()} [{found.rule}]" if found.rule else head.strip()]
    for what, points, rule in found.modifiers:
        name = f"interceptor.modifier.{slug(what)}"
        lines.append(f"  {signed(points)} {console.text(name) if has(name) else what} [{rule}]")
    for outcome, chance in found.chances:
        if not chance:
            continue  # what cannot happen is no outcome
        word = f"interceptor.outcome.{slug(outcome)}"
        lines.append(f"  {round(float(chance) * 100, 1):>5} %  {console.text(word) if has(word) else outcome}")
    if found.trials and not found.chances:
        lines.append(f"  {console.text('interceptor.odds.nothing', n=found.trials)}")
    return lines
