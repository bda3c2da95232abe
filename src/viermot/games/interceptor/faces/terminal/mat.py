"""The sortie at a glance: endurance track, aircraft display mat, target charts [3.1, 3.4a]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.faces.words import in_words
from viermot.games.interceptor.knowledge.picture import AirPicture, Bomber, Fight, Hits, Mat, Sortie
from viermot.terminal.console import Console, wrapped

WHEEL: Final = ("tailed", "disadvantaged", "head on", "advantaged", "tailing")
RANGES: Final = ("long", "medium", "close")
FULL, EMPTY = "#", "."


def picture(shown: AirPicture, console: Console) -> list[str]:
    """Calendar and raid, then the pilot whose turn it is."""
    pilot = shown.pilots[shown.turn]
    lines = [console.ink(_calendar(shown, console), "strong")]
    sortie = pilot.sortie
    if sortie:
        lines.append(_track(sortie, console))
    if pilot.aircraft:
        lines += _mat(pilot.aircraft, sortie, console)
    if sortie and sortie.bomber:
        lines += _bomber(sortie.bomber, console)
    if sortie and sortie.fight:
        lines += _fight(sortie.fight, console)
    return [line[: console.width - 1] if not console.colour else line for line in lines]


def _calendar(shown: AirPicture, console: Console) -> str:
    month = in_words("month", shown.month, console.locale)
    told = console.text("interceptor.panel.line", month=month, line=shown.line, lines=shown.lines)
    raid = shown.raid
    if raid is None:
        return told
    zone = in_words("zone", raid.zone, console.locale)
    weather = in_words("weather", raid.weather, console.locale)
    return f"{told}  {console.text('interceptor.panel.raid', target=raid.target, zone=zone, weather=weather)}"


def _track(sortie: Sortie, console: Console) -> str:
    """The boxes from take-off to landing; here, the bombs, the flak, and what fuel does not reach."""
    boxes = []
    for box in range(1, max(6, sortie.last_box) + 1):
        zones = "/".join(in_words("zone", name, console.locale) for name, at in sortie.track.items() if at == box)
        sign = "*" if box <= 2 else "'"
        told = f"{box}{sign} {zones}".strip()
        if box == sortie.box:
            told = console.ink(f"[{told}]", "own")
        elif box > sortie.last_box:
            told = console.ink(f"({told})", "dim")
        boxes.append(told)
    return f"  {console.text('interceptor.panel.track')} {' '.join(boxes)}"


def _bar(hits: int, limit: int) -> str:
    return FULL * hits + EMPTY * max(limit - hits, 0)


def _damage(damage: dict[str, Hits], field: str, console: Console) -> str:
    """Systems that are hit, with what they can still take."""
    hit = [
        f"{in_words(field, system, console.locale)} {_bar(row.hits, row.lost_at) if row.lost_at else FULL}"
        for system, row in damage.items()
        if row.hits
    ]
    return ", ".join(hit) or console.text("interceptor.panel.whole")


def _mat(craft: Mat, sortie: Sortie | None, console: Console) -> list[str]:
    speed = craft.speed if not sortie or sortie.speed is None else sortie.speed
    fp = sum(w.fp for w in craft.weapons) if not sortie or sortie.firepower is None else sortie.firepower
    lines = [f"  {console.text('interceptor.panel.aircraft', aircraft=craft.name, speed=speed, fp=fp)}"]
    weapons = []
    for weapon in craft.weapons:
        left = "∞" if weapon.ammo is None else str(weapon.ammo)
        state = "" if weapon.state == "ready" else f" {console.text('interceptor.panel.' + weapon.state)}"
        weapons.append(f"{in_words('weapon', weapon.name, console.locale)} {weapon.fp}/{left}{state}")
    lines += wrapped(", ".join(weapons), console.width - 1, "    ")
    lines.append(f"    {console.text('interceptor.panel.damage')} {_damage(craft.damage, 'system', console)}")
    if sortie and sortie.wound != "unhurt":
        lines.append("    " + console.ink(in_words("state", sortie.wound, console.locale), "warning"))
    return lines


def _bomber(bomber: Bomber, console: Console) -> list[str]:
    ladder = " > ".join(
        console.ink(f"[{word}]", "enemy") if name == bomber.range else word
        for name, word in ((name, in_words("range", name, console.locale)) for name in RANGES)
    )
    signs = [
        console.text(f"interceptor.panel.{sign}")
        for sign, there in (("formation", bomber.formation), ("bombs", bomber.bombs))
        if there
    ]
    head = f"  {console.ink(bomber.type, 'enemy')}  {ladder}  {', '.join(signs)}".rstrip()
    return [head, f"    {console.text('interceptor.panel.damage')} {_damage(bomber.damage, 'part', console)}"]


def _fight(fight: Fight, console: Console) -> list[str]:
    wheel = " - ".join(
        console.ink(f"[{word}]", "enemy") if name == fight.orientation else word
        for name, word in ((name, in_words("orientation", name, console.locale)) for name in WHEEL)
    )
    told = console.text("interceptor.panel.enemy", enemy=fight.enemy, speed=fight.speed, fp=fight.firepower)
    damage = _damage(fight.damage, "system", console)
    return [f"  {told}", f"    {wheel}", f"    {console.text('interceptor.panel.damage')} {damage}"]
