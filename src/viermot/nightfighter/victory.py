"""The end of the game: when, how, and how well [4.1]."""

from __future__ import annotations

from typing import Any

from viermot.kernel.agenda import Task, Words, question
from viermot.nightfighter.board import BOX, PLAYER, TO_ALL
from viermot.nightfighter.state import HELD, Game
from viermot.nightfighter.table import GERMAN_FIGHTER

LEVELS = ("loss", "win", "decisive")


def score(game: Game) -> int:
    """What the scenario counts."""
    counted = game.table.scenario.victory.score
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
    victory = game.table.scenario.victory
    if victory.lost_if and game.bombers_attacked:
        return 0
    points = score(game)
    if victory.compare == "at most":
        reached = [points <= bar for bar in (victory.win, victory.decisive) if bar is not None]
    else:
        reached = [points >= bar for bar in (victory.win, victory.decisive) if bar is not None]
    return sum(reached)


def attackers_left(game: Game) -> bool:
    """Is any attacker on the map, held back, or still to be drawn?"""
    return bool(game.live) or HELD in game.a_fate or _more_to_come(game)


def _more_to_come(game: Game) -> bool:
    """Counters are left; a position may begin too late for them, and must end all the same if it has no last turn."""
    table = game.table
    if len(game.a_id) >= table.attackers_in_all:
        return False
    may_come = game.turn <= table.last_entry or table.scenario.after_previous or table.intruders
    return bool(may_come or table.scenario.end_turn)


def why_over(game: Game) -> str:
    """The reason the game is over, "" if it is not [4.1a]."""
    scenario = game.table.scenario
    if scenario.victory.lost_if and game.bombers_attacked:
        return "bomber attacked"
    fighters_left = max(game.f_hex) >= 0 or BOX in game.f_hex
    if not fighters_left and scenario.victory.compare == "at least":
        return "no fighters left"  # a raid that scores for itself flies on unopposed [ruling A36]
    if not attackers_left(game):
        return "no attackers left"
    if scenario.ends_when_german_fighters_gone and _german_fighters_gone(game):
        return "German fighters gone"
    return ""


def _german_fighters_gone(game: Game) -> bool:
    kinds = game.table.kinds
    left = any(
        kind.role == GERMAN_FIGHTER and len(kind.ids) - len(game.pools[number]) < kind.count
        for number, kind in enumerate(kinds)
    )
    return not left and not any(
        kinds[game.a_kind[a]].role == GERMAN_FIGHTER for a, fate in enumerate(game.a_fate) if fate in (0, HELD)
    )


def is_it_over(game: Game, then: Task) -> bool:
    """Asked after every phase that can end the game; ``then`` is what follows if the player flies on [4.1a, 4.1c]."""
    quiet = not (game.kills or game.german_kills or game.intruder_kills)  # nothing shot down, nothing won yet
    if quiet and game.live and (game.f_hex[0] >= 0 or max(game.f_hex) >= 0) and not game.table.identification:
        return False  # the usual case, told at a glance
    reason = why_over(game)
    if reason:
        end_game(game, reason)
        return True
    if quiet:
        return False
    victory = game.table.scenario.victory
    if victory.compare == "at most":
        return False  # judged only when the raid is over
    grade = level(game)
    if grade == 2 or (grade == 1 and victory.decisive is None):
        end_game(game, "victory")
        return True
    if grade == 1 and not game.won_asked:
        game.next((fly_for_more,), then)
        return True
    return False


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
        end_game(game, "victory")


def end_game(game: Game, reason: str) -> None:
    """Nothing more is to do; the umpire's map is shown [4.1b]."""
    game.ending = reason
    game.agenda.clear()
    game.emit("game_over", "4.1a 4.1b", TO_ALL, reason, level(game), score(game))


def result(game: Game) -> dict[str, Any] | None:
    """How the game ended, None while it goes on."""
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
