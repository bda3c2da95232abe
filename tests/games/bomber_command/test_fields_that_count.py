"""Every field of every table of Bomber Command counts: changed on its own it changes what happens, or what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import StringIO
from typing import Any, Final

from tests.support import fields_that_count
from tests.support.fields_that_count import FieldsThatCount, Helper, Night, Path
from viermot.games.bomber_command import GAME, components
from viermot.games.bomber_command.faces.page import PAGE
from viermot.games.bomber_command.faces.terminal import SCREEN
from viermot.games.bomber_command.model.board import (
    BRITISH,
    DECOY,
    DISTANCE,
    GERMAN,
    MAIN,
    MOONRISE,
    MOSQUITO,
    NAME,
    ON_MAP,
    POOR,
    SEATS,
    WEATHERS,
)
from viermot.games.bomber_command.model.ids import NO_BOX, Title, box_of
from viermot.games.bomber_command.model.layout import SWITCHES, Layout
from viermot.games.bomber_command.model.notation import NO, NONE, PASS, RETURN, hex_in, is_hex
from viermot.games.bomber_command.model.state import IN_RAID, Game
from viermot.games.bomber_command.rules.plot.plan import decode, encode
from viermot.kernel import packs
from viermot.kernel.agenda import TOGETHER, AnyQuestion
from viermot.kernel.dice import QuickRng
from viermot.terminal.console import Console

TABLES: Final = packs.read(components.DATA)
ALL: Final = tuple(switch for switch in SWITCHES if switch != "named_targets")  # which chit it is, the test says itself
SEEDS: Final = (1, 2, 3, 4, 5)
EVERYWHERE: Final = sorted(NAME[hex_] for hex_ in ON_MAP)
# Names that other tables point at: changed alone, the pack is refused and says what dangles.
POINTED_AT: Final = frozenset((
    "city_maps.toml map id", "map.toml hexes hex id", "scenarios/berlin.toml cities city name",
    "scenarios/downfall.toml cities city name", "scenarios/downfall.toml chits chit follow_up",
    "scenarios/berlin.toml chits chit cup", "scenarios/berlin.toml rules main_force",
    "scenarios/berlin.toml rules targets", "scenarios/downfall.toml rules main_force",
    "scenarios/downfall.toml rules targets", "weather.toml weather name", "scenarios/berlin.toml id",
    "scenarios/downfall.toml id",
))  # fmt: skip
GUESSES: Final[dict[str, tuple[object, ...]]] = {
    "jutland": ("J1", "H1"), "jutland_zone": ("3.JD",), "capital": ("Hamburg", "Köln"), "allied_zone": ("4.JD", "3.JD"),
    "out_of_range": (EVERYWHERE,), "searchlights": (EVERYWHERE,), "doubled": (["City Centre"], ["Industrial"]),
    "major": (99, -99), "german": (99, -99), "draw": (99, -99), "british": (99, -99), "short_night_vp": (0, 99),
    "intruder_units": (0,), "mosquito_raid_berlin": (50,), "follow_up_gap": (9,), "moon": (20,),
    "needs": ([], ["mosquito"]), "most": (5, 9),
    "southern": (TABLES["scenarios/downfall.toml"]["features"]["mandrel"],),
}  # fmt: skip


def helped(path: Path) -> Helper | None:
    """A card is held whenever cards are drawn; a city or chit is the target of the night; the sky is as it must be."""
    if path[0] == "cards.toml" and len(path) > 2:
        return _holding(*path[1:])
    for word, helper in HELP.items():
        if word in path:
            return helper
    if "chit" in path:
        return lambda game: _aim_at(game, int(path[-2]))
    if "city" in path:
        return lambda game: _aim_at(game, _chit_of(game, int(path[-2])))
    return None


def _holding(side: Any, row: Any, *rest: Any) -> Helper:
    card = TABLES["cards.toml"][side][row]
    function = card["functions"][rest[1]] if len(rest) > 1 else card["functions"][0]
    seat, cancelled = SEATS.index(side), function.get("cancels", ())[:1]

    def help_(game: Game) -> None:
        if game.asked is not None and game.asked[0] == TOGETHER:
            _hold(game, seat, card["name"])
            for name in cancelled:
                _hold(game, 1 - seat, name)

    return help_


def _hold(game: Game, seat: int, name: str) -> None:
    title = game.layout.card_named(seat, name)
    if title >= 0 and title not in game.hands[seat]:
        hands = [*game.hands]
        hands[seat] = tuple(sorted([*hands[seat][1:], Title(title)]))
        game.hands = (hands[0], hands[1])


def _under(weather: str, **sky: int) -> Helper:
    """The night has that weather everywhere, and this sky."""

    def help_(game: Game) -> None:
        if game.asked is not None and game.asked[0] == TOGETHER:
            sides = [sides[game.bad] for sides in game.layout.weather_sides]
            marker = sides.index(WEATHERS.index(weather)) if WEATHERS.index(weather) in sides else game.weather[0]
            game.weather = (marker,) * len(game.weather)
            for name, value in sky.items():
                setattr(game, name, value)

    return help_


def _second_raid(game: Game) -> None:
    """Before the plot: the second chit is a follow-up."""
    asked = game.asked
    if asked is not None and asked[0] != TOGETHER and asked[0].word == "weather_order" and len(game.targets) > 1:
        chit = next(number for number, chit in enumerate(game.layout.chits) if chit.city < 0)
        game.drawn, game.follow_up = (game.drawn[0], chit), 1
        game.targets = (game.targets[0],) * 2


def _clusters(game: Game) -> None:
    if game.asked is not None and game.asked[0] == TOGETHER:
        _hold(game, BRITISH, "CLUSTER INCENDIARIES")


def _tanks(game: Game) -> None:
    if game.asked is not None and game.asked[0] == TOGETHER:
        _hold(game, GERMAN, "DROP TANKS")


def _over_target(game: Game) -> None:
    """Every turn some units wait stacked over the city of a Main Force."""
    if game.asked is not None and game.asked[0] == TOGETHER and game.turn:
        city = game.targets[0]
        for unit in game.layout.every_unit[:8]:
            if game.unit_place[unit] != IN_RAID:
                game.unit_place[unit], game.unit_box[unit] = game.layout.cities[city].hex, box_of(city)
                game.unit_marks[unit], game.unit_fuel[unit] = 0, 3


def _inside_decoys(game: Game) -> None:
    """Every turn a unit is inside a Decoy raid, if one flies."""
    decoys = [raid for raid in game.every_raid() if game.plot[raid].kind == DECOY and game.flying(raid)]
    if game.asked is not None and game.asked[0] == TOGETHER and decoys:
        game.unit_place[0], game.unit_raid[0], game.unit_box[0] = IN_RAID, decoys[0], NO_BOX
        game.unit_marks[0], game.unit_fuel[0] = 0, 3


HELP: Final[dict[str, Helper]] = {
    "stacked": _over_target, "infiltrate_resolving": _over_target, "decoy": _inside_decoys, "most": _tanks,
    "fido": _under("Fog", fido=1), "poor_visibility": _under("Clear", visibility=POOR),
    "moonlit_newhaven": _under("Clear", moon=MOONRISE, moon_turn=1), "wind": _under("Clear", wind=90),
    "follow_up": _second_raid, "follow_up_gap": _second_raid, "cluster": _clusters, "cluster_areas": _clusters,
}  # fmt: skip
EAGER: Final = frozenset((
    "infiltrator", "infiltrate_what", "tame_boar", "wild_boar", "intercept", "intruder_attack", "spend_damage", "react",
    "scramble", "play", "cancel", "convert", "intrude", "intruder_target", "deploy",
))  # fmt: skip


def choose(game: Game, asked: AnyQuestion, codes: Sequence[int], rng: QuickRng) -> int:
    """A British who loads heavily and visits the capital, a German who knows where the raids are; else anything."""
    if asked.word == "plot":
        return _plan(game, codes)
    if asked.word == "move" and rng.below(8):
        return _towards_raids(game, codes)
    if asked.word in ("recover", "leave_raid", "take_offer") and rng.below(10):
        return codes[0]
    if asked.word.startswith("draw_"):
        return codes[rng.below(len(codes) - 1)]  # the last offers the end of the night
    if asked.word in EAGER and rng.below(7):
        some = (
            [code for code in codes if code not in (NONE, PASS, NO, RETURN)] if asked.word != "scramble" else codes[1:]
        )
        return some[rng.below(len(some))] if some else codes[0]
    return codes[rng.below(len(codes))]


def _plan(game: Game, codes: Sequence[int]) -> int:
    plans = [decode(codes[number]) for number in range(len(codes))]
    to_capital = [
        plan for plan in plans if any(raid.kind == MOSQUITO and raid.target == game.layout.capital for raid in plan)
    ]
    plan = (to_capital or plans)[0]
    first = min(raid.letter for raid in plan if raid.kind == MAIN)  # the second flies as it must
    return encode(tuple(raid._replace(heavy=int(game.layout.loads and raid.letter == first)) for raid in plan))


def _towards_raids(game: Game, codes: Sequence[int]) -> int:
    flying = [(game.plot[raid].path, game.raid_step[raid]) for raid in game.every_raid() if game.flying(raid)]
    ahead = [path[min(step + 2, len(path) - 1)] for path, step in flying]
    hexes = [code for code in codes if is_hex(code)]
    if not ahead or not hexes:
        return codes[0]
    return min(hexes, key=lambda code: min(DISTANCE[hex_in(code)][hex_] for hex_ in ahead))


def _chit_of(game: Game, city: int) -> int:
    return next((number for number, chit in enumerate(game.layout.chits) if chit.city == city), 0)


def _aim_at(game: Game, number: int) -> None:
    """Before the plot: this chit was drawn first."""
    chit = game.layout.chits[number]
    if (
        game.asked is not None
        and game.asked[0] != TOGETHER
        and game.asked[0].word == "weather_order"
        and chit.city >= 0
    ):
        game.drawn = (number, *game.drawn[1:])
        game.targets = (chit.city, *game.targets[1:])
        game.oil = (int(chit.oil), *game.oil[1:])


def looks_at(game: Game, seat: str) -> object:
    """What a player looks up in play besides his view: the minefields he plots, the list of units, the briefing."""
    gardens, airfields = _on_the_page(game.layout)
    return gardens, airfields, SCREEN.briefing(GAME.perspective(game, seat), CONSOLE)


@lru_cache(maxsize=4)
def _on_the_page(layout: Layout) -> tuple[object, object]:
    static = PAGE.static(layout.pack, "en")
    return static.gardens, static.scenarios[layout.scenario.id].airfields


def concerns(path: Path, night: Night) -> bool:
    """What stands in the file of a scenario shows only there."""
    return not str(path[0]).startswith("scenarios/") or path[0] == f"scenarios/{night.scenario}.toml"


CONSOLE: Final = Console(StringIO(), StringIO())
PLAY: Final = fields_that_count.Game(
    GAME,
    components.build,
    [
        Night(scenario, dict.fromkeys(switches, True), seed)
        for seed in SEEDS
        for scenario in ("berlin", "downfall")
        for switches in ((), ALL)
    ],
    TABLES,
    guesses=GUESSES,
    together=frozenset(("area_flak", "beacons", "occupied", "towards")),
    looks_at=looks_at,
    choose=choose,
    helped=helped,
    concerns=concerns,
    pointed_at=POINTED_AT,
    tries=3,
)


class TestBomberCommand(FieldsThatCount):
    game = PLAY
