"""When the escorts come: slip away or fight [7.1.10]."""

from __future__ import annotations

from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import DISADVANTAGED, PILOT
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.landing import bail_out, may_bail_out
from viermot.games.interceptor.rules.fighters.encounter import start_fight
from viermot.kernel.agenda import Facts, Refusal, Words, question, step

SLIP_AWAY, FIGHT, JUMP = range(3)


@question(PILOT, "7.1.10b", Words("slip away", "fight", "bail out"))
def escape(game: Game) -> list[int]:
    """Try to slip away from the escorts, or fight them? [7.1.10]"""
    return [SLIP_AWAY, FIGHT] + ([JUMP] if may_bail_out(game.pilot) else [])


@escape.refuses
def why_not_escape(game: Game, answer: int) -> Refusal:
    return ("7.4.1g", "bail_out_after_a_round")


@escape.tells
def escape_facts(game: Game) -> Facts:
    return {"enemy": game.pilot.attack.escort}


@escape.chosen
def escape_tried(game: Game, answer: int) -> None:
    if answer == SLIP_AWAY:
        roll_for(game, 1, "slip away", "7.1.10b", slipped_away, bad=seen)
    elif answer == FIGHT:
        caught(game)
    else:
        game.push(bail_out)


def seen(game: Game, dice: tuple[int, ...]) -> int:
    """Do they keep him in sight?"""
    return FINE if sum(dice) <= game.layout.chances.slip_away else SETBACK


@step
def slipped_away(game: Game, dice: tuple[int, ...]) -> None:
    """On a 1 or 2 they have lost him [7.1.10]."""
    if seen(game, dice):
        caught(game)
    else:
        game.announce("slipped_away", "7.1.10b")


def caught(game: Game) -> None:
    """A pilot who went for the bombers first is now Disadvantaged, whatever the interception roll was [7.1.2]."""
    attack = game.pilot.attack
    game.announce("engaged_by_escorts", "7.1.2g 7.1.10a", attack.escort)
    game.push(start_fight, attack.escort, DISADVANTAGED, 0)
