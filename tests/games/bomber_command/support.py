"""Bomber Command at a test's table: short positions, hands that answer what a test does not care about.

A position is made as `night("berlin", plan="E main Bremen 1.1 D5 I5 J4* C7", units={"I./NJG1": unit("H7", gci=True)},
turn=3, phase=4)`, laid out with `new_session(...)` and played with `go(s, "intercept")` and `s.decide(...)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

import viermot
from tests.games.bomber_command.ledger import Ledger
from viermot import Decision, IllegalOption, Session
from viermot.games.bomber_command import components
from viermot.games.bomber_command.knowledge.events import FIELDS as TOLD
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model import position
from viermot.games.bomber_command.model.board import BY_NAME, LETTERS, OFF, SEATS, WEATHERS, ZONES
from viermot.games.bomber_command.model.bombed_city import bombed_city_of, plan_of
from viermot.games.bomber_command.model.check import contradictions, faults
from viermot.games.bomber_command.model.domains import DECLARED
from viermot.games.bomber_command.model.ids import Box, City, Raid, Title, by_raid, by_unit
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.records import BombedCity, PlottedRaid
from viermot.games.bomber_command.model.state import (
    BOMB_DROP,
    BOX_NAMES,
    DEPLETED,
    GCI,
    HOME,
    IN_RAID,
    INTRUDER,
    OUT,
    RESOLVE,
    RETURNING,
    SCRAMBLING,
    Game,
    new_game,
)
from viermot.games.bomber_command.rules.movement.raids import plan_made
from viermot.games.bomber_command.rules.plot.plotting import read_plan
from viermot.kernel.events import Event

BERLIN_PLAN: Final = "E main Hannover 1 D5 J5 K5* K4 D7"
MARKS: Final = {
    "depleted": DEPLETED, "scramble": SCRAMBLING, "returning": RETURNING, "gci": GCI, "intruder": INTRUDER,
}  # fmt: skip
LONGEST: Final = 3000  # decisions in any test
# What each question tells whoever is asked; those not named here tell nothing but their options.
FACTS: Final = {
    "cancel": "card window unit letter city losses disrupted",
    "choose_aimpoint": "city method", "choose_approach": "city area",
    "choose_mix": "city load area",
    "convert": "city stage", "deploy": "unit hex", "fly_off": "unit hex", "gather_bomb": "city left",
    "guess": "unit hex", "infiltrate_what": "unit", "intercept": "hex", "leave_raid": "unit",
    "mislead": "hex", "mislead_to": "unit hex", "put_out": "unit letter",
    "pick_weather": "unit letter", "save_one": "city area",
    "move": "unit hex fuel", "name_object": "card function", "patrol": "strength", "patrol_how": "strength unit",
    "place_bomb": "city left ring", "plot": "targets follow_up", "react": "unit hex", "recover_where": "unit hex",
    "scatter_bomb": "city left", "spend_damage": "unit", "stretch": "letter hex", "take_offer": "side",
    "weather_zone": "weather", "wild_boar": "unit hex", "play": "window turn unit letter city losses disrupted",
}  # fmt: skip
RAIDS_MOVE: Final = 4  # the phase
LATEST: Final = 12  # events looked at after a decision
BETWEEN_ATTACKS: Final = ("draw_british", "draw_german", "move", "deploy", "recover", "next_combat", "infiltrator")
BY_HAND: Final = ("[4.4]", "[4.3.2a]")  # what a position made by hand may break from the start
IN_THE_UNIT_S_HEX: Final = ("deploy", "fly_off", "move", "recover_where", "wild_boar", "mislead_to", "guess")


def unit(at: str, on: str = "", fuel: int = 4, **marks: bool) -> dict[str, Any]:
    """Where a unit is: a hex, "Jutland", "England", a box ("ready", "rearm") or a raid's letter; and its markers."""
    return {"at": at, "on": on, "fuel": fuel, "marks": [name for name, yes in marks.items() if yes]}


def night(
    scenario: str = "berlin",
    plan: str = BERLIN_PLAN,
    units: Mapping[str, dict[str, Any]] | None = None,
    turn: int = 1,
    phase: int = 2,
    weather: Mapping[str, str] | str = "Clear",
    hands: Mapping[str, Sequence[str]] | None = None,
    options: Sequence[str] = (),
    raids: Mapping[str, dict[str, Any]] | None = None,
    **fields: Any,
) -> str:
    """A position as text. Raids stand where their plot has them after the turn before this one."""
    pack = components.load()
    game = new_game(Layout(pack, pack.scenarios[scenario], dict.fromkeys(options, True)), None)
    game.turn, game.phase, game.twilight = turn, phase, 16
    for seat, side in enumerate(game.layout.units):
        if side.star and (units is None or side.name not in units):
            game.unit_place[seat] = OUT
    _lay_weather(game, weather)
    made = read_plan(game.layout, plan)
    game.targets = tuple(City(raid.target) for raid in made if raid.kind == 0)
    game.drawn = tuple(_chit(game, city) for city in game.targets)
    game.oil, game.north = (0,) * len(game.targets), (1,) * len(game.targets)
    plan_made(game, made)
    game.log.clear()
    _fly_to(game, turn if phase > 4 else turn - 1)
    for name, place in (units or {}).items():
        _place_unit(game, name, place)
    for letter, values in (raids or {}).items():
        _change_raid(game, game.raid_with(LETTERS.index(letter)), values)
    _deal(game, hands or {})
    if scenario == "downfall":
        game.patrols = (2, 3)
    for name, value in fields.items():
        setattr(game, name, value)
    game.agenda.clear()
    text = position.write(game)
    return "\n".join(line for line in text.splitlines() if not line.startswith("agenda")) + "\n"


def _chit(game: Game, city: int) -> int:
    return next(number for number, chit in enumerate(game.layout.chits) if chit.city == city)


def _change_raid(game: Game, raid: Raid, values: Mapping[str, Any]) -> None:
    """What is said of a raid, whether the plot has it or the night."""
    plotted = {key: value for key, value in values.items() if key in PlottedRaid._fields}
    game.plot = tuple(each._replace(**plotted) if n == raid else each for n, each in by_raid(game.plot))
    for key in values.keys() - plotted:
        getattr(game, "raid_" + key)[raid] = values[key]


def _lay_weather(game: Game, weather: Mapping[str, str] | str) -> None:
    """Markers that show what is wanted; the bad sides if a good one cannot."""
    wanted = dict.fromkeys(ZONES, weather) if isinstance(weather, str) else dict(weather)
    sides = game.layout.weather_sides
    good = {WEATHERS[side] for side, _ in sides}
    game.bad = int(not set(wanted.values()) <= good)
    usual = "Clear" if not game.bad else "Broken Cloud"
    markers = []
    for zone in ZONES:
        kind = WEATHERS.index(wanted.get(zone, usual))
        free = [m for m, side in enumerate(sides) if side[game.bad] == kind]
        markers.append(next((m for m in free if m not in markers), free[0]))
    game.weather = tuple(markers)
    game.cup = bytes(m for m in range(len(sides)) if m not in markers)


def _fly_to(game: Game, last: int) -> None:
    """Move raids as turns 1 to this one would have moved them, with their bombing markers."""
    from viermot.games.bomber_command.rules.movement import raids

    turn = game.turn
    for number in range(1, last + 1):
        game.turn = number
        game.drops = [drop._replace(side=RESOLVE) for drop in game.drops if drop.side == BOMB_DROP]
        for raid in game.every_raid():
            raids.move_raid(game, raid)
        raids.drop_bombs(game)
    if last < turn:
        game.drops = [drop._replace(side=RESOLVE) for drop in game.drops if drop.side == BOMB_DROP]
    for raid, fate in by_raid(game.raid_fate):
        if fate == HOME and last < turn:
            game.raid_fate[raid] = 4
    game.turn = turn
    game.log.clear()


def _place_unit(game: Game, name: str, place: dict[str, Any]) -> None:
    number = next(unit for unit, counter in by_unit(game.layout.units) if counter.name == name)
    at = place["at"]
    boxes = {word: code for code, word in BOX_NAMES.items()}
    if at in boxes:
        game.unit_place[number] = boxes[at]
    elif at in LETTERS:
        game.unit_place[number], game.unit_raid[number] = IN_RAID, game.raid_with(LETTERS.index(at))
    else:
        game.unit_place[number] = BY_NAME[at.upper()]
    if place["on"]:
        game.unit_box[number] = Box(game.layout.box_names.index(place["on"]))
    if game.airborne(number):
        game.unit_fuel[number] = place["fuel"]
    for mark in place["marks"]:
        game.unit_marks[number] |= MARKS[mark]


def _deal(game: Game, hands: Mapping[str, Sequence[str]]) -> None:
    held: list[tuple[Title, ...]] = []
    piles: list[bytes] = []
    for seat, side in enumerate(SEATS):
        titles = sorted(game.layout.card_named(seat, name) for name in hands.get(side, ()))
        assert OFF not in titles, f"a card of {side} is not in this scenario"
        pile = list(game.layout.decks[seat])
        for title in titles:
            pile.remove(title)
        held.append(tuple(Title(title) for title in titles))
        piles.append(bytes(pile))
    game.hands, game.decks = (held[0], held[1]), (piles[0], piles[1])


def new_session(text: str | None = None, scenario: str | None = None, **more: Any) -> Session:
    """A game with both seats in the test's hands."""
    more.setdefault("seed", "rules")
    s = viermot.new_game("bomber_command", scenario=scenario, position=text, trusted=True, **more)
    decide, allowed, books = s.decide, faults(inner(s)), Ledger(inner(s))

    def looked_at(option: Any, seat: str | None = None, number: int | None = None) -> None:
        """Whatever is decided, the open questions say what they are about, and nothing contradicts itself."""
        for decision in s.pending:
            tells_its_facts(s, decision)
        decide(option, seat, number)
        is_sound(inner(s), allowed)
        books.follow(inner(s))

    s.__dict__["decide"] = looked_at
    return s


def inner(s: Session) -> Game:
    """The state of the game, past all perspectives."""
    assert isinstance(s.state, Game)
    return s.state


def is_sound(game: Game, allowed: Sequence[str] = ()) -> None:
    """Every number on the table and all that is still to do is possible; every event went to somebody, with all of it.

    What a position made by hand broke from the start is allowed: it need not count its cards, markers and points.
    """
    known, data = DECLARED.sizes(game), position.fields_of(game)
    for name, kind in DECLARED.fields.items():
        assert kind.fits(data[name], known), f"{name} = {data[name]}"
    assert DECLARED.wrong_task(game, game.agenda) is None, DECLARED.wrong_task(game, game.agenda)
    wrong = [fault for fault in faults(game) if fault not in allowed and not fault.endswith(BY_HAND)]
    assert not wrong, wrong
    for what, rules, audience, told in game.log[-LATEST:]:
        assert type(audience) is int and audience in (1, 2, 3), f"{what} is told to nobody: {audience}"
        assert isinstance(rules, str) and rules[0].isdigit(), f"{what} cites {rules!r}"
        if what != "roll":
            assert len(told) == len(TOLD[what].split()), f"{what} tells {told}"


def set_bombed_city(s: Session, **changes: int) -> None:
    """A hand in the city under attack."""
    game = inner(s)
    bombed = bombed_city_of(game)._asdict() | changes
    game.bombed_city = BombedCity(**bombed)


def set_area(s: Session, name: str, **changes: int) -> None:
    """A hand on one of its areas."""
    game = inner(s)
    area = plan_of(game).number[name]
    game.areas[area] = game.areas[area]._replace(**changes)


def tells_its_facts(s: Session, decision: Decision) -> None:
    """A question says what it is about, and all it says is on the table, where nothing contradicts itself."""
    facts, kind = decision.plain_facts, decision.kind
    wrong = [fault for fault in contradictions(inner(s)) if not fault.endswith(BY_HAND)]
    assert not wrong, wrong
    if kind in BETWEEN_ATTACKS:
        assert inner(s).attack is None, "an attack that is over is forgotten"
    if inner(s).phase != RAIDS_MOVE:
        assert (inner(s).gci_done, inner(s).early) == ([], OFF), "what was remembered for the raids' phase is forgotten"
    attack = inner(s).attack
    if attack is not None:
        rolled = attack.first > 0
        assert (attack.second > 0) is rolled, attack
        assert rolled or not (attack.losses or attack.disrupted), "nothing is lost before the dice are thrown"
    if kind == "take_offer":
        assert "end_offered" in [event[0] for event in inner(s).log[-2:]], "nobody has offered it"
    if kind not in FACTS:
        return
    wanted, state = set(FACTS[kind].split()), inner(s)
    # of these the rest depends on what the card is played on
    sure = {"play": {"window"}, "cancel": {"card", "window"}}.get(kind, wanted)
    assert sure <= set(facts) <= wanted, (kind, facts)
    names = [row.name for row in state.layout.units]
    assert facts.get("unit", names[0]) in names, facts
    assert facts.get("letter", "A") in LETTERS, facts
    assert facts.get("city", state.layout.cities[0].name) in [city.name for city in state.layout.cities], facts
    assert str(facts.get("hex", "D5")).upper() in BY_NAME, facts
    if kind in IN_THE_UNIT_S_HEX:
        assert BY_NAME[facts["hex"].upper()] == state.unit_place[names.index(facts["unit"])], facts
    if "letter" in facts and kind in ("put_out", "pick_weather"):
        assert LETTERS[state.plot[state.unit_raid[names.index(facts["unit"])]].letter] == facts["letter"], facts
    if kind in ("leave_raid", "put_out", "pick_weather"):
        assert state.unit_place[names.index(facts["unit"])] == IN_RAID, facts
    if state.bombed_city and "city" in facts:
        assert facts["city"] == state.layout.cities[state.bombed_city.city].name, facts
    if kind in ("scatter_bomb", "gather_bomb"):
        assert facts["left"] == bombed_city_of(state).points > 0, facts
    if kind == "place_bomb":
        assert facts["left"] == bombed_city_of(state).left > 0, facts
    if kind == "take_offer":
        assert facts["side"] in SEATS and facts["side"] != decision.seat, facts
    if kind == "move":
        assert facts["fuel"] == state.unit_fuel[names.index(facts["unit"])], facts


def go(s: Session, until: str = "", seat: str | None = None, **answers: Any) -> Session:
    """Answer with the first option, or as told, until that question is asked (of that seat), or the night is over.

    An answer that is a list is used up one by one; then the first option again. A single one is given where legal.
    """
    for _ in range(LONGEST):
        pending = s.pending
        if not pending:
            assert not until, f"the game is over, and {until} was not asked"
            return s
        for decision in pending:
            if decision.kind == until and (seat is None or decision.seat == seat):
                given = answers.get(until)
                if not (isinstance(given, list) and given):
                    return s
        decision = pending[0]
        given = answers.get(decision.kind, 0)
        if isinstance(given, list):
            given = given.pop(0) if given else 0
        elif decision.why_not(given) is not None:
            given = 0
        s.decide(given, decision.seat)
    raise AssertionError(f"{until} was never asked")


def asked(s: Session, kind: str) -> list[str]:
    """The options of a question that is open."""
    for decision in s.pending:
        if decision.kind == kind:
            tells_its_facts(s, decision)
            return list(decision.options)
    raise AssertionError(f"{kind} is not asked, but {[d.kind for d in s.pending]}")


def told(s: Session, kind: str, seat: str = "british") -> list[dict[str, Any]]:
    """The data of all events of a kind that a seat was told."""
    return [event.data for event in s.events(seat) if event.kind == kind]


def last(s: Session, kind: str, seat: str = "british") -> dict[str, Any]:
    """The data of the last of them."""
    found = told(s, kind, seat)
    assert found, f"no {kind} was told to the {seat} seat"
    return found[-1]


def cites(s: Session, rule: str, seat: str = "british") -> list[Event]:
    """The events of a seat that cite a rule."""
    return [event for event in s.events(seat) if rule in event.rules]


def see(s: Session, name: str, seat: str = "german") -> dict[str, Any]:
    """A unit as the perspective shows it."""
    units = s.perspective(seat).to_json()["units"]
    found: dict[str, Any] = next(shown for shown in units if shown["name"] == name)
    return found


def refused(s: Session, option: str, rule: str, reason: str, seat: str | None = None) -> None:
    """That answer must be refused by that rule and for that reason, and change nothing.

    The reason is a key of this game's refusals, or with dots in it any key.
    """
    before = s.state_hash
    with pytest.raises(IllegalOption) as caught:
        s.decide(option, seat)
    key = reason if "." in reason else f"bomber_command.refused.{reason}"
    assert (caught.value.rule, caught.value.key) == (rule, key), f"why not {option}"
    assert s.state_hash == before


def pass_to(s: Session, window: str, seat: str, **answers: Any) -> Session:
    """Answer first options, or as told where that is legal, until that seat may play a card in that window."""
    for _ in range(LONGEST):
        decision = s.pending[0]
        if decision.kind == "play" and decision.seat == seat and decision.facts["window"] == window:
            return s
        given = answers.get(decision.kind, 0)
        s.decide(given if decision.why_not(given) is None else 0, decision.seat)
    raise AssertionError(f"the {seat} seat is never asked in {window}")


def lay(s: Session, card: str, seat: str, thing: str | None = None) -> Session:
    """Play a card for a seat in the window that is open: other seats and cancellations pass on the way."""
    for _ in range(20):
        decision = s.pending[0]
        if decision.kind == "play" and decision.seat == seat:
            s.decide(card, seat)
            if thing is not None and s.pending[0].kind == "name_object":
                s.decide(thing, seat)
            return s
        assert decision.kind in ("play", "cancel"), f"the window is closed: {decision.kind} is asked"
        s.decide("pass", decision.seat)
    raise AssertionError(f"the {seat} seat is not asked")


def resolve(s: Session) -> Session:
    """Nobody cancels the card just played."""
    if s.pending and s.pending[0].kind == "cancel":
        s.decide("pass")
    return s


def to_patrol(s: Session, *units: str) -> Session:
    """These units scramble; the British player is asked for his first patrol."""
    go(s, "scramble")
    for name in units:
        s.decide(name)
    s.decide("none")
    return go(s, "patrol")


def seen_by(s: Session, seat: str) -> RaidView:
    """The game as a seat sees it."""
    view = s.perspective(seat)
    assert isinstance(view, RaidView)
    return view


def rules_of(s: Session, kind: str, seat: str = "british") -> tuple[str, ...]:
    """What the last event of a kind cites."""
    return [event.rules for event in s.events(seat) if event.kind == kind][-1]
