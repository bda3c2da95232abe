"""The sequence of play: the ten phases of a turn, in the book's order [5.0, ruling C39]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from viermot.games.bomber_command.model.board import BRITISH, GARDENING, MAIN, TO_ALL
from viermot.games.bomber_command.model.bombed_city import error_of
from viermot.games.bomber_command.model.ids import NO_CITY, City, Hex, Raid, by_raid
from viermot.games.bomber_command.model.notation import THING, city_option
from viermot.games.bomber_command.model.state import BOMB_DROP, FLYING, NOBODY, RESOLVE, Game
from viermot.games.bomber_command.rules.bombing.bombing import bomb_city
from viermot.games.bomber_command.rules.cards.cards import window
from viermot.games.bomber_command.rules.cards.hands import draw_phase
from viermot.games.bomber_command.rules.cards.windows import W_FIGHTERS, W_MARKERS, W_MOVED
from viermot.games.bomber_command.rules.combat.markers import resolve_combats
from viermot.games.bomber_command.rules.combat.tame_boar import tame_boar_phase
from viermot.games.bomber_command.rules.combat.wild_boar import declare_wild_boars, reactions
from viermot.games.bomber_command.rules.detection import detection_phase
from viermot.games.bomber_command.rules.movement.fighters import deployment, fighters_move
from viermot.games.bomber_command.rules.movement.raids import fly
from viermot.games.bomber_command.rules.movement.recovery import recovery_phase
from viermot.games.bomber_command.rules.movement.scramble import scramble_phase
from viermot.games.bomber_command.rules.victory import is_it_over, offer_the_end
from viermot.kernel.agenda import question, step, task


@step
def raids_move(game: Game) -> None:
    """Raids move, markers are placed, Wild Boars react and declare, and all attacks are resolved [7.2, 9.1.2]."""
    game.next(
        task(fly),  # [7.2]
        task(window, W_MOVED, NOBODY, NOBODY),
        task(reactions),  # [9.5.2]
        task(declare_wild_boars),  # [9.5.1]
        task(window, W_MARKERS, NOBODY, NOBODY),
        task(resolve_combats),  # [9.1.3]
        task(combats_over),
    )


@step
def combats_over(game: Game) -> None:
    """Forget what mattered only in this phase."""
    game.gci_done.clear()
    game.early = NO_CITY


@step
def bombing_phase(game: Game) -> None:
    """First markers on their Resolve Bombing side, then Gardening raids on target lay mines [5.0e, 10.2a, 4.3.3c]."""
    due = sorted((drop.city, drop.raid) for drop in game.drops if drop.side == RESOLVE)
    game.drops = [drop for drop in game.drops if drop.side != RESOLVE]
    mining = [
        raid
        for raid, plotted in by_raid(game.plot)
        if plotted.kind == GARDENING and game.raid_fate[raid] == FLYING and game.raid_step[raid] == plotted.aim
    ]
    mining.sort(key=lambda raid: game.plot[raid].target)  # in map order: the plot's would give raids away
    game.next(task(bombings, tuple(due)), *[task(lay_mines, raid) for raid in mining])


Due = tuple[City, Raid]  # a city, and the raid whose bombing is to be resolved there


@step
def bombings(game: Game, due: tuple[Due, ...]) -> None:
    """City by city, in map order; of two Main Forces the British player says which comes first [10.2a]."""
    if due:
        game.push(next_bombing, due)


@question(BRITISH, "10.2a", THING)
def next_bombing(game: Game, due: tuple[Due, ...]) -> list[int]:
    """Which Main Force's bombing is resolved first? For other raids the order does not matter [10.2, ruling C73]."""
    (city, raid), *_ = due
    if game.plot[raid].kind != MAIN:
        return [city_option(city)]
    return list(dict.fromkeys(city_option(city) for city, raid in due if game.plot[raid].kind == MAIN))


@next_bombing.suggests
def _as_listed(game: Game, due: tuple[Due, ...]) -> int:
    (city, _), *_ = due
    return city_option(city)


@next_bombing.chosen
def _bombing_chosen(game: Game, due: tuple[Due, ...], option: int) -> None:
    city, raid = next((city, raid) for city, raid in due if city_option(city) == option)
    rest = tuple((city, other) for city, other in due if other != raid)
    game.next(task(resolve_bombing, city, raid), task(bombings, rest))


@step
def resolve_bombing(game: Game, city: City, raid: Raid) -> None:
    """A Mosquito raid scores at once; a Main Force bombs on the city map [4.3.2b, 10.3]."""
    game.raid_bombed[raid] = 1
    if game.plot[raid].kind:
        scoring = game.layout.scoring
        points = scoring.mosquito_raid_berlin if city == game.layout.capital else scoring.mosquito_raid
        game.mosquito_vp += points
        game.emit("mosquitos_bomb", "4.3.2b", TO_ALL, city, points)
    else:
        game.push(bomb_city, raid, city)


@step
def lay_mines(game: Game, raid: Raid) -> None:
    """The hex's value less the error for the raid's disruption, waypoints included [4.3.3c, 4.2.1d, 9.8.3b]."""
    if game.raid_bombed[raid]:
        return
    game.raid_bombed[raid] = 1
    hex_ = Hex(game.plot[raid].target)
    disruptions = game.raid_disruptions[raid] + game.plot[raid].waypoints
    points = max(game.layout.mines[hex_] - error_of(game, disruptions), 0)
    game.mine_vp += points
    game.mined = (*game.mined, hex_)
    rules = "4.3.3c 4.2.1d 9.8.3b 2.1.2f" + (" 12.5" if game.layout.fog_of_war else "")
    game.emit("mines", rules, TO_ALL, hex_, disruptions, points)


@step
def end_phase(game: Game) -> None:
    """Bombing markers are flipped, the turn marker moves, and patrols come back [5.0d]."""
    fresh = [drop for drop in game.drops if drop.side == BOMB_DROP]
    if fresh:
        game.drops = [drop._replace(side=RESOLVE) for drop in game.drops]
        game.emit("markers_flipped", "5.0d 10.2a", TO_ALL, len(fresh))
    game.next(task(is_it_over), task(begin_turn))


class Phase(NamedTuple):
    """A phase of the turn, and the step that plays it."""

    name: str
    play: Callable[[Game], None]


PHASES: Final = (
    Phase("draw cards", draw_phase),  # 6.1
    Phase("fighters move", fighters_move),  # 7.1, 9.4.3
    Phase("scramble", scramble_phase),  # 7.4.2
    Phase("raids move", raids_move),  # 7.2, 9.1
    Phase("raid detection", detection_phase),  # 8.2
    Phase("tame boar", tame_boar_phase),  # 9.4, 12.2
    Phase("deployment", deployment),  # 7.3, 9.3
    Phase("recovery", recovery_phase),  # 7.4.4, 7.6
    Phase("bombing", bombing_phase),  # 10.0
    Phase("end", end_phase),  # 5.0d
)


PHASE_RULES: Final = {3: "5.0a 5.0c", 8: "5.0a 5.0b", 9: "5.0a 5.0e", 10: "5.0a 5.0d"}


@step
def begin_turn(game: Game) -> None:
    """A new turn; patrols due back return to the pool [9.2.4c]."""
    game.turn += 1
    game.emit("turn", "5.0a", TO_ALL, game.turn)
    back = tuple(away.strength for away in game.patrols_away if away.turn == game.turn)
    if back:
        game.patrols = tuple(sorted(game.patrols + back))
        game.patrols_away = tuple(away for away in game.patrols_away if away.turn != game.turn)
        game.emit("patrols_back", "9.2.4c 5.0d", TO_ALL, back)
    game.next(task(offer_the_end), *[task(phase, number) for number in range(1, len(PHASES) + 1)])


@step
def phase(game: Game, number: int) -> None:
    """Every phase but Draw Cards opens with a window for cards [5.0a, 6.2a]."""
    game.phase = number
    if number == 1 and (game.turn == 1 or game.end_stage):
        return
    game.emit("phase", PHASE_RULES.get(number, "5.0a"), TO_ALL, number)
    game.push(PHASES[number - 1].play)
    if number > 1:
        game.push(window, W_FIGHTERS + number - 2, NOBODY, NOBODY)
