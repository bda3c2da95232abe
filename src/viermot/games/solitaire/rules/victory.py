"""The end of the game: when the sky is empty, or enough has been shot down [4.1]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import BOX
from viermot.games.nightfighter.model.state import EXITED
from viermot.games.nightfighter.rules import victory as night
from viermot.games.nightfighter.rules.victory import end_game, fly_for_more, level
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.entry import bombers_so_far
from viermot.games.solitaire.rules.serrate import in_the_cup, is_german
from viermot.kernel.agenda import Task, task
from viermot.kernel.json import JsonObject


def more_to_come(game: Solo) -> bool:
    """Is anything still due to enter? A position may start too late for some, and must still end."""
    if game.coming:
        return True
    layout = game.layout
    if bombers_so_far(game) >= layout.attackers_in_all:
        return False
    return bool(game.turn <= layout.last_entry or layout.scenario.after_previous)


def why_over(game: Solo) -> str:
    """The reason the game is over, "" if it is not [4.1a]."""
    if game.layout.scenario.victory.lost_if and game.bombers_attacked:
        return "bomber attacked"
    if max(game.f_hex) < 0 and BOX not in game.f_hex:
        return "no fighters left"
    if not game.on_map and not more_to_come(game):
        return "no attackers left"
    if game.layout.scenario.ends_when_german_fighters_gone and germans_gone(game):
        return "German fighters gone"
    return ""


def germans_gone(game: Solo) -> bool:
    """Both have been drawn from the cup, and neither is still on the map (scenario 7)."""
    return not in_the_cup(game)[0] and not any(is_german(game, a) for a in game.on_map)


def is_it_over(game: Solo, then: Task) -> bool:
    """Asked after each phase that can end the game; ``then`` follows if the player flies on [4.1a, 4.1c]."""
    reason = why_over(game)
    if reason:
        end_game(game, reason)
        return True
    victory = game.layout.scenario.victory
    grade = level(game)
    if grade == 2 or (grade == 1 and victory.decisive is None):
        end_game(game, "victory")
        return True
    to_ask = grade == 1 and not game.won_asked
    if to_ask:
        game.next(task(fly_for_more), then)
    return to_ask


def result(game: Solo) -> JsonObject | None:
    """How the game ended; None while it goes on."""
    told = night.result(game)
    if told is not None:
        del told["vp"]
        told["bombers"] = bombers_so_far(game)
        told["hits"] = sum(game.a_hits)
        told["hits_taken"] = sum(game.f_hits)
        told["escaped"] = len({game.bomber_of(a) for a in game.attackers() if game.a_fate[a] == EXITED})
    return told
