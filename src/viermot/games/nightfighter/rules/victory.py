"""The end of the game: when it comes, and who has won how well [4.1]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import BOX, PLAYER, TO_ALL, UMPIRE
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER, TORPEDO
from viermot.games.nightfighter.model.state import HELD, ON_MAP, Game
from viermot.kernel.agenda import Task, Words, question, step, task
from viermot.kernel.json import JsonObject

LEVELS = ("loss", "win", "decisive")
DECLARED = "declared lost"


def score(game: Game) -> int:
    """What the scenario counts."""
    counted = game.layout.scenario.victory.score
    if counted == "kills":
        return game.kills
    if counted == "kills - losses":
        return game.kills - game.losses
    if counted == "German fighters destroyed":
        return game.german_kills
    if counted == "vp":
        return game.vp
    return game.kills + 2 * game.intruder_kills - game.losses


def level(game: Game) -> int:
    """0 a loss, 1 a win, 2 a decisive win, by the score as it stands [4.1b]."""
    victory = game.layout.scenario.victory
    if (victory.lost_if and game.bombers_attacked) or game.ending == DECLARED:
        return 0
    points = score(game)
    if victory.compare == "at most":
        reached = [points <= bar for bar in (victory.win, victory.decisive) if bar is not None]
    else:
        reached = [points >= bar for bar in (victory.win, victory.decisive) if bar is not None]
    return sum(reached)


def attackers_left(game: Game) -> bool:
    """Is any attacker on the map, held back, or still to be drawn?"""
    return bool(game.on_map) or HELD in game.a_fate or _more_to_come(game)


def _more_to_come(game: Game) -> bool:
    """Are counters left to enter? A position may start too late for some, and must still end if it has no last turn."""
    layout = game.layout
    if len(game.a_id) >= layout.attackers_in_all:
        return False
    may_come = game.turn <= layout.last_entry or layout.scenario.after_previous or layout.intruders
    return bool(may_come or layout.scenario.end_turn)


def why_over(game: Game) -> str:
    """The reason the game is over, "" if it is not [4.1a]."""
    scenario = game.layout.scenario
    if scenario.victory.lost_if and game.bombers_attacked:
        return "bomber attacked"
    fighters_left = max(game.f_hex) >= 0 or BOX in game.f_hex
    if not fighters_left:
        return "no fighters left"
    if not attackers_left(game):
        return "no attackers left"
    if scenario.ends_when_german_fighters_gone and _german_fighters_gone(game):
        return "German fighters gone"
    return ""


def _german_fighters_gone(game: Game) -> bool:
    groups = game.layout.groups
    left = any(
        group.role == GERMAN_FIGHTER and len(group.ids) - len(game.pools[number]) < group.count
        for number, group in enumerate(groups)
    )
    return not left and not any(
        groups[game.a_group[a]].role == GERMAN_FIGHTER for a, fate in enumerate(game.a_fate) if fate in (0, HELD)
    )


def is_it_over(game: Game, then: Task) -> bool:
    """Asked after each phase that can end the game; ``then`` follows if the player flies on [4.1a, 4.1c]."""
    quiet = not (game.kills or game.german_kills or game.intruder_kills)  # nothing shot down, nothing won yet
    if quiet and game.on_map and (game.f_hex[0] >= 0 or max(game.f_hex) >= 0) and not game.layout.identification:
        return False  # the usual case, decided quickly
    reason = why_over(game)
    if reason:
        if reason == "no fighters left" and game.layout.naval:
            unopposed(game)
        close(game, reason)
        return True
    if quiet:
        return False
    victory = game.layout.scenario.victory
    if victory.compare == "at most":
        return False  # judged only when the raid is over
    grade = level(game)
    if grade == 2 or (grade == 1 and victory.decisive is None):
        close(game, "victory")
        return True
    to_ask = grade == 1 and not game.won_asked
    if to_ask:
        game.next(task(fly_for_more), then)
    return to_ask


def unopposed(game: Game) -> None:
    """With nobody left to stop them, torpedo bombers that have not launched score as the scenario says [ruling A36]."""
    values, groups = game.layout.scenario.vp, game.layout.groups
    if values is None or not values["torpedo_unopposed"]:
        return
    still_flying = sum(
        1
        for a in game.attackers()
        if game.a_fate[a] in (ON_MAP, HELD) and groups[game.a_group[a]].role == TORPEDO and not launched(game, a)
    )
    still_to_come = sum(
        group.count - (len(group.ids) - len(game.pools[number]))
        for number, group in enumerate(groups)
        if group.role == TORPEDO
    )
    count = still_flying + still_to_come
    if count:
        game.vp += count * values["torpedo_unopposed"]
        game.emit("unopposed", "3.2e", TO_ALL, count * values["torpedo_unopposed"], game.vp)


def launched(game: Game, attacker: Attacker) -> bool:
    """Has it dropped its torpedo?"""
    return bool(game.a_dropped[attacker])


@question(PLAYER, "4.1c", Words("stop", "continue"))
def fly_for_more(game: Game) -> list[int]:
    """The game is won: stop here, or go on for a decisive victory? [4.1c]"""
    return [0, 1]


@fly_for_more.chosen
def flew_for_more(game: Game, go_on: int) -> None:
    game.won_asked = 1
    if go_on:
        game.emit("plays_on", "4.1c", TO_ALL)
    else:
        close(game, "victory")


@question(UMPIRE, "5.0b", Words("play on", "lost"), usually=0)
def declare(game: Game) -> tuple[int, ...]:
    """An option: does the umpire believe the player has peeked, and declare him beaten? [5.0b, ruling A51]"""
    return (0, 1)


@declare.chosen
def declared(game: Game, lost: int) -> None:
    if lost:
        end_game(game, DECLARED)


def close(game: Game, reason: str) -> None:
    """The game is over; but first an umpire who may declare a winning player beaten is asked [4.1a, 5.0b]."""
    if game.layout.may_declare and level(game):
        game.next(task(declare), task(so_be_it, reason))
    else:
        end_game(game, reason)


@step
def so_be_it(game: Game, ending: str) -> None:
    """The umpire lets it stand [4.1a]."""
    end_game(game, ending)


def end_game(game: Game, reason: str) -> None:
    """The game ends, and the umpire's map is revealed [4.1b]."""
    game.ending = reason
    game.agenda.clear()
    rules = "5.0b 4.1b" if reason == DECLARED else "4.1a 4.1b"
    game.emit("game_over", rules, TO_ALL, reason, level(game), score(game))


def result(game: Game) -> JsonObject | None:
    """How the game ended; None while it goes on."""
    if not game.ending:
        return None
    return {
        "level": LEVELS[level(game)],
        "reason": game.ending,
        "score": score(game),
        "kills": game.kills + game.intruder_kills + game.german_kills,
        "losses": game.losses,
        "vp": game.vp,
        "turns": game.turn,
    }
