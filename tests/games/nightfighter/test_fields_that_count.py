"""Every field of Nightfighter's tables changes something in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from io import StringIO
from types import SimpleNamespace
from typing import Any, Final

from tests.games.nightfighter.hunter import hunt
from tests.games.nightfighter.support import bomber, fighter, night
from tests.support import fields_that_count
from tests.support.fields_that_count import FieldsThatCount, Night, Path
from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots.plain_umpire import PlainUmpire
from viermot.games.nightfighter.components import Components, FighterType, Scenario, fighter_id
from viermot.games.nightfighter.faces.terminal import SCREEN
from viermot.games.nightfighter.model.fitting import refuse_unknown_options
from viermot.games.nightfighter.model.layout import SWITCHES
from viermot.games.nightfighter.model.state import Game
from viermot.kernel.agenda import AnyQuestion
from viermot.kernel.dice import QuickRng
from viermot.kernel.packs import Tables
from viermot.kernel.user_error import UserError
from viermot.terminal.console import Console

BUILT_IN: Final = GAME.load_pack(None)
HABITS: Final = ("hold_back", "fake_roll")  # what the plain umpire does as often as umpire.toml says
CONSOLE: Final = Console(StringIO(), StringIO())


def build(tables: Tables) -> Components:
    """A pack of these tables."""
    return GAME.pack_from({"format": 1, "files": tables})


# -- an owner's page, with what no scenario of the book has ------------------------------------------------------------


def own_page() -> dict[str, Any]:
    """Every fighter that defends in no scenario, every bomber that raids in none, one night each; and gunflash."""
    book = BUILT_IN.scenarios.values()
    defending = {line.type for scenario in book for line in scenario.defenders}
    raiding = {line.type for scenario in book for line in scenario.attackers}
    nights: list[dict[str, Any]] = [{"defenders": [_line(name)]} for name in BUILT_IN.fighters if name not in defending]
    nights += [{"attackers": [_line(name, 3)]} for name in BUILT_IN.bombers if name not in raiding]
    nights += [
        {"defenders": [_line(name)], "flags": ["gunflash"], "date": "July 1942"}
        for name, chart in BUILT_IN.fighters.items()
        if chart.gunflash
    ]
    lights = {"searchlights": {"zones": "J-R", "directed": True}, "omit": [4]}
    nights += [
        {"defenders": [_line(name)], **lights} for name, chart in BUILT_IN.fighters.items() if chart.rear_view_own_rule
    ]
    jamming = {"attackers_equipment": ["search radar jamming"], "radar": ["Tachi"]}
    nights.append({"attackers": [_line("B-29A", 3)], **jamming})
    nights.append({"attackers_equipment": ["Monica"]})  # warned: the other column of the response table
    nights.append(
        {"defenders": [_line("Ju88G-1/G-6") | {"upgrades": ["tail warning"]}], "intruders": [_line("Ta154A")]}
    )
    return {
        "id": "OWN", "title": {"en": "Own"}, "background": {"en": "-"}, "date": "May 1945", "rules": "1-27",
        "difficulty": "Normal", "theatre": "Europe", "attackers": [_line("Lancaster I/III", 3)],
        "entry": [{"turns": "1-3", "count": 1}], "defenders": [_line("Me110G-4")], "setup": {"places": ["rows 1-6"]},
        "victory": {"score": "kills", "win": 1}, "moon": "full", "visibility": "good", "cloud": "none", "status": "own",
        "variant": [{"id": f"OWN{number}", "status": "own", **night} for number, night in enumerate(nights)],
    }  # fmt: skip


def _line(type_: str, count: int = 1) -> dict[str, Any]:
    return {"type": type_, "count": count}


TABLES: Final[Tables] = {**GAME.pack_content(BUILT_IN)["files"], "scenarios/own.toml": own_page()}
PACK: Final = build(TABLES)


# -- nights ----------------------------------------------------------------------------------------------------------


def nights() -> Iterator[Night]:
    """Every scenario as it is and with all optional rules, and with every set it may be agreed to carry."""
    for scenario in PACK.scenarios.values():
        for options in ({}, dict.fromkeys(SWITCHES, True)):
            usable = {name: True for name in options if _can_start(scenario, {name: True})}
            yield Night(scenario.id, usable, 2 if usable else 1)
    for scenario in PACK.scenarios.values():
        if scenario.id.startswith("OWN"):
            behind, beside = "1010 S", "1009 S"
            seeds = range(1, 40) if scenario.parent is None or "Monica" in scenario.attackers_equipment else (1, 2)
            yield from (Night(scenario.id, {}, seed, _attack(scenario, behind, tally=113)) for seed in seeds)
            yield Night(scenario.id, {}, 3, _attack(scenario, beside, phase=8, fix=113))
            if scenario.zones:
                lit = bomber(113, "1015 S", light="K")
                position = night(scenario.id, fighter(201, "1016 S"), lit, turn=3, phase=8, visibility="good")
                yield from (Night(scenario.id, {}, seed, position) for seed in (5, 6, 7))
    agreed: Counter[tuple[str, ...]] = Counter()
    for scenario in PACK.scenarios.values():
        for whose, type_ in _everybody(scenario).items():
            for item in PACK.aircraft(type_).equipment:
                for more in ({}, {"any_date": True}):
                    agreement: dict[str, Any] = {"equipment": {whose: [item.name]}, **more}
                    if agreed[type_, item.name, *more] < 2 and _can_start(scenario, agreement):
                        agreed[type_, item.name, *more] += 1
                        yield Night(scenario.id, agreement, 3)


def _attack(scenario: Scenario, at: str, phase: int = 9, **held: int) -> str:
    """A fighter that has a bomber before its guns, or on its radar."""
    return night(scenario.id, fighter(201, "1010 S", **held), bomber(113, at), turn=3, phase=phase)


def _everybody(scenario: Scenario) -> dict[str, str]:
    """The first fighter and every type of attacker, as equipment is agreed for them."""
    raiders = {line.type: line.type for line in (*scenario.attackers, *scenario.intruders)}
    return {str(fighter_id(0)): scenario.defenders[0].type, **raiders}


def _can_start(scenario: Scenario, options: dict[str, Any]) -> bool:
    try:
        refuse_unknown_options(PACK, scenario, options, umpired=True)
    except UserError:
        return False
    return True


def concerns(path: Path, night: Night) -> bool:
    """A scenario shows in its own games, an aircraft where it flies."""
    file, *keys = path
    page = TABLES[str(file)]
    if str(file).startswith("scenarios/"):
        variant = page["variant"][keys[1]]["id"] if keys[0] == "variant" else ""
        return night.scenario == variant if variant else night.scenario.startswith(page["id"])
    if keys[0] == "displacement":
        return bool(night.position)
    if "flare_entry" in keys:
        return PACK.scenarios[night.scenario].task_force is not None
    if keys == ["attacker_counters"]:
        return any(raider in PACK.fighters for raider in _everybody(PACK.scenarios[night.scenario]))
    if file == "history.toml" and keys[0] != "chronology":
        return keys[-1] in _named(night.scenario)
    if file in ("bombers.toml", "fighters.toml", "ai_radars.toml", "search_radars.toml") and len(keys) > 1:
        altitude = {"mp_low": "low", "mp_high": "high"}.get(str(keys[-1]), "")
        right = not altitude or PACK.scenarios[night.scenario].altitude == altitude
        return right and page[str(keys[0])][keys[1]]["name"] in _named(night.scenario)
    return True


@cache
def _named(scenario: str) -> frozenset[str]:
    """The aircraft of a scenario, and every radar that they or the ground can have."""
    found = PACK.scenarios[scenario]
    raiding = [line.type for line in (*found.attackers, *found.intruders)]
    types = [PACK.aircraft(name) for name in (*raiding, *(line.type for line in found.defenders))]
    fitted = [item for type_ in types for item in type_.equipment]
    radars = [radar for type_ in types if isinstance(type_, FighterType) for _, radar in type_.ai]
    radars += [str(item.effects.get("ai", "")) for item in fitted]
    homers = [
        row.name for row in PACK.search_radars.values() if row.family in {i.effects.get("search") for i in fitted}
    ]
    return frozenset((*(type_.name for type_ in types), *radars, *homers, *found.radar))


# -- play ------------------------------------------------------------------------------------------------------------


def choose(game: Game, asked: AnyQuestion, codes: Sequence[int], rng: QuickRng) -> int:
    """The player hunts, and the umpire has the habits of the data."""
    if asked.word in HABITS:
        task = game.asked
        assert task is not None
        ask = SimpleNamespace(kind=asked.word, codes=codes, facts=asked.facts(game, *task[1:]), default_code=None)
        return PlainUmpire().choose(GAME.perspective(game, "umpire"), ask, rng)
    return hunt(game, asked, codes, rng)


def looks_at(game: Game, seat: str) -> object:
    """The data cards of all that flies and of the radars, and the briefing."""
    view, layout = GAME.perspective(game, seat), game.layout
    names = [*(str(fit.ident) for fit in layout.fighters), *sorted({group.type for group in layout.groups})]
    names += [radar.name for radar in layout.radars]
    return [SCREEN.aircraft(view, name, CONSOLE) for name in names], SCREEN.briefing(view, CONSOLE)


PLAY: Final = fields_that_count.Game(
    GAME,
    build,
    list(nights()),
    TABLES,
    together=frozenset(("aircraft", "radars", "chronology", "areas", "scatter", "ai")),
    files_together="scenarios/",
    guesses={
        "since": ("12/45", "1/39"),
        "until": ("1/39",),
        "gunflash_until": ("1/39",),
        "special": ({"en": "Other rules."},),
        "flare_zones": ("A-R",),
        "task_force": ("H",),
        "beacon": ("1019",),
        "corkscrew_centre": ([1, 2, 3, 4],),
        "left_rear": (2,),
        "right_rear": (-2,),
        "hex": ("0114", "1813"),
        "compare": ("at least", "at most"),
    },
    choose=choose,
    looks_at=looks_at,
    views_at=frozenset(("turn",)),
    concerns=concerns,
    handles=frozenset(("chits.toml chit id",)),
    pointed_at=frozenset(
        (
            "ai_radars.toml radar name",
            "bombers.toml bomber name",
            "fighters.toml fighter name",
            "search_radars.toml radar name",
        )
    ),
)


class TestNightfighter(FieldsThatCount):
    game = PLAY
