"""Two to four pilots: whose turn it is, who flies together, and helping a comrade [10.1]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Seat, by_seat
from viermot.games.interceptor.model.notation import COMRADE
from viermot.games.interceptor.model.options import NOBODY_ELSE, comrade, comrade_code
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import DISADVANTAGED, PILOT
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.games.interceptor.rules.fighters.dogfight import fight_round
from viermot.games.interceptor.rules.fighters.encounter import start_fight
from viermot.kernel.agenda import Refusal, Task, question, step, task

Flight = tuple[Seat, ...]
NEW_FIGHT = 2  # 1d6, this or less: the helper is himself bounced


@step
def turn(game: Game, who: Seat) -> None:
    """It is this pilot's turn."""
    game.hand_to(who)


def flights(game: Game) -> list[Flight]:
    """Who flies with whom: in co-operative play, by unit; otherwise each on his own [10.1.1]."""
    flying = [who for who, pilot in by_seat(game.pilots) if pilot.sortie.flying]
    if not game.layout.together:
        return [(who,) for who in flying]
    units = dict.fromkeys(game.pilots[who].career.unit for who in flying)
    return [tuple(who for who in flying if game.pilots[who].career.unit == unit) for unit in units]


@step
def fight_rounds(game: Game, flight: Flight) -> None:
    """Rounds of fighter combat, each pilot against his own opponent, until nobody is engaged [7.2.2.9, 10.1.1]."""
    engaged = [who for who in flight if game.pilots[who].airborne and game.pilots[who].duel.enemy >= 0]
    if not engaged:
        return
    tasks: list[Task] = []
    idle = [w for w in flight if w not in engaged and game.pilots[w].airborne and game.pilots[w].duel.free]
    for who in idle:
        tasks += [task(turn, who), task(assist, tuple(engaged))]
    for who in engaged:
        tasks += [task(turn, who), task(fight_round)]
    for who in idle:
        tasks += [task(turn, who), task(risk_of_helping)]
    game.next(*tasks, task(fight_rounds, flight))


@question(PILOT, "10.1.1b", COMRADE, default=0)
def assist(game: Game, engaged: Flight) -> list[int]:
    """Help a comrade against his opponent this round? [10.1.1]"""
    return [NOBODY_ELSE, *map(comrade_code, engaged)]


@assist.refuses
def why_not_assist(game: Game, engaged: Flight, answer: int) -> Refusal:
    return ("10.1.1b", "not_engaged")


@assist.chosen
def assisted(game: Game, engaged: Flight, answer: int) -> None:
    duel = game.pilot.duel
    duel.assisting = int(answer > 0)
    if answer:
        helped = comrade(answer)
        game.pilots[helped].duel.helped += 1
        game.announce("assists", "10.1.1b", helped)


@step
def risk_of_helping(game: Game) -> None:
    """On a 1 or 2, a pilot who helped finds a fresh enemy on his tail [10.1.1]."""
    duel = game.pilot.duel
    if not duel.assisting:
        return
    duel.assisting = 0
    roll_for(game, 1, "helping", "10.1.1b", bounced_or_not, bad=bounced)


def bounced(game: Game, dice: tuple[int, ...]) -> int:
    """A fresh enemy?"""
    return SETBACK if sum(dice) <= NEW_FIGHT else FINE


@step
def bounced_or_not(game: Game, dice: tuple[int, ...]) -> None:
    """A fresh enemy behind the helper, or none [10.1.1]."""
    if bounced(game, dice):
        game.announce("helper_bounced", "10.1.1b")
        game.push(start_fight, game.pilot.duel.last_enemy, DISADVANTAGED, 0)
