"""Other aircraft: what chart R1 has on offer, who may fly it, and what it costs [4.6.4, 8.2, 9.0]."""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.interceptor.model.ids import Model, Series
from viermot.games.interceptor.model.layout import Frame
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import LOST_MACHINE, MACHINE, SERIES
from viermot.games.interceptor.rules.career import crew
from viermot.games.interceptor.rules.career.prestige import pay
from viermot.games.interceptor.rules.chance import roll_for
from viermot.kernel.agenda import step

# --- who may fly what ----------------------------------------------------------------------------------


def exists(game: Game, number: Model) -> bool:
    """Is it in service yet?"""
    return game.layout.craft_since[number] <= game.month


def level_allows(game: Game, number: Model) -> bool:
    """Is the Prestige Level high enough, or waived for the model the unit started on? [8.2b, 9.7]"""
    return game.layout.craft_level[number] <= game.pilot.prestige.level or game.pilot.prestige.waived == number + 1


def may_have(game: Game, number: Model) -> bool:
    """Is it in service, within his level, and not a lost one-off? He may always keep his own model [9.8]."""
    if game.pilot.prestige.lost_unique >> number & 1:
        return False
    return number == game.pilot.career.aircraft or (exists(game, number) and level_allows(game, number))


def cost_of(game: Game, number: Model) -> int:
    """What another aircraft costs in points, by series [4.6.4a, 8.1b]."""
    prices = game.layout.pack.career.prestige
    same = game.layout.aircraft[number].series == game.mat.series
    return prices.same_series if same else prices.other_series


def open_models(game: Game) -> list[Frame]:
    """The models in service that his level allows, except lost one-offs [8.2b, 9.7, 9.8]."""
    prestige, levels = game.pilot.prestige, game.layout.craft_level
    level, waived, lost = prestige.level, prestige.waived - 1, prestige.lost_unique
    return [
        craft
        for craft in game.layout.in_service[game.month]
        if (levels[craft.number] <= level or craft.number == waived) and not lost >> craft.number & 1
    ]


# --- chart R1 ------------------------------------------------------------------------------------------


def within_reach(game: Game) -> list[Frame]:
    """The aircraft he could have and afford, whether or not on offer; what awaits him for nothing he need not buy."""
    mine, own = game.mat.series, game.pilot.career.aircraft
    prices, points = game.layout.pack.career.prestige, game.pilot.prestige.points
    same = prices.same_series <= points and not game.pilot.career.discharge & MACHINE
    other = prices.other_series <= points
    return [craft for craft in open_models(game) if craft.number != own and (same if craft.series == mine else other)]


def waits_for_him(game: Game, number: Model) -> bool:
    """Is he in hospital, and due such an aircraft for nothing on his release? [9.4, ruling D77]"""
    return bool(game.pilot.career.discharge & MACHINE) and game.layout.aircraft[number].series == game.mat.series


def look(game: Game, series: Series) -> None:
    """Roll on a column of R1; models whose number the roll reaches are on offer [4.6.4a, 9.2]."""
    prestige = game.pilot.prestige
    prestige.looked |= 1 << series
    about = (SERIES[series],)
    roll_for(game, 1, "replacement aircraft", "4.6.4a", on_offer, series, facts=about, sides=10)


@step
def on_offer(game: Game, dice: tuple[int, ...], series: Series) -> None:
    """The models of that series that can be had now [4.6.4a, 9.1]."""
    prestige = game.pilot.prestige
    found = [
        craft
        for craft in game.layout.aircraft
        if craft.series == series and exists(game, craft.number) and game.layout.craft_offer[craft.number] <= sum(dice)
    ]
    for craft in found:
        prestige.offers |= 1 << craft.number
    game.announce("on_offer", "4.6.4a 9.1", SERIES[series], tuple(craft.name for craft in found))


def chooses_freely(game: Game) -> bool:
    """Is his level high enough that he need not roll? [8.2c]"""
    return game.pilot.prestige.level >= game.layout.pack.career.prestige.highest


def worth_a_look(game: Game, reach: Sequence[Frame]) -> list[Series]:
    """The series in which a roll on R1 could offer something within his reach, unless he has already looked."""
    looked = game.pilot.prestige.looked
    return [] if chooses_freely(game) else [n for n in sorted({craft.series for craft in reach}) if not looked >> n & 1]


def on_sale(game: Game, reach: Sequence[Frame]) -> list[Model]:
    """The aircraft within his reach that may be bought now."""
    if chooses_freely(game):
        return [craft.number for craft in reach]
    offers = game.pilot.prestige.offers
    return [craft.number for craft in reach if offers >> craft.number & 1] if offers else []


def buy(game: Game, number: Model) -> None:
    """Take an aircraft that is on offer; another series costs sorties too [9.2, 9.3a]."""
    points = cost_of(game, number)
    same = game.layout.aircraft[number].series == game.mat.series
    pay(game, points, "aircraft")
    free = " 8.2c" if chooses_freely(game) else ""
    game.announce(
        "bought_aircraft", f"4.6.4a {'9.2' if same else '9.3a'} 8.2b{free}", game.layout.aircraft[number].name, points
    )
    take_over(game, number, "9.2" if same else "9.3a")


def take_over(game: Game, number: Model, rules: str) -> None:
    """Change to another aircraft; a new series means training, and perhaps a different crew [9.3, 9.6]."""
    career, prestige = game.pilot.career, game.pilot.prestige
    before = game.mat
    career.aircraft = number
    career.discharge &= ~(MACHINE | LOST_MACHINE)  # he has one now
    now = game.mat
    waived = " 9.7" if prestige.waived == number + 1 and game.layout.craft_level[number] > prestige.level else ""
    game.announce("new_aircraft", rules + waived, now.name)
    if now.series != before.series:
        lines = game.layout.pack.career.lost_sorties.new_series
        career.away += "T" * lines
        game.announce("type_training", "9.3a", SERIES[now.series], lines)
        crew.change_seats(game, before.crew)
