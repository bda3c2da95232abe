"""The enemy's part in a round of fighter combat: his fire, his defence, his wingman [7.2.2.1, 7.2.2.6, 10.1.2]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.interceptor.model.ids import Card
from viermot.games.interceptor.model.records import NOTHING
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    ENEMY_ATTACK,
    ENEMY_DEFENCE,
    RIVAL,
    WINGMAN_ATTACKS,
    WINGMAN_BREAKS,
    WINGMAN_DRIVES_OFF,
    WINGMAN_SPOILS,
)
from viermot.games.interceptor.rules.bombers.gunfire import shoot
from viermot.games.interceptor.rules.chance import draw_for
from viermot.games.interceptor.rules.damage.airframe import enemy_firepower, is_agile
from viermot.games.interceptor.rules.fighters.encounter import HE_LEFT
from viermot.kernel.agenda import Words, question, step, task

DEFENCE, WINGMAN = range(2)  # which text of his card he uses
TEXTS = ("defence", "wingman")


@step
def enemy_shoots(game: Game) -> None:
    """The enemy draws an attack card, if he faces us and has guns left [7.2.2.1]."""
    duel = game.pilot.duel
    if duel.down:
        return
    if not enemy_firepower(game):
        game.announce("enemy_cannot_fire", "7.3.1a")
        return
    draw_for(game, ENEMY_ATTACK, "7.2.2.1 7.1.6a", enemy_card)


@step
def enemy_card(game: Game, card: Card) -> None:
    """His result, read in the column of his firepower [7.2.2.1]."""
    pilot, layout = game.pilot, game.layout
    fp = enemy_firepower(game)
    pilot.round.incoming = layout.hits[card][layout.column[fp]]
    game.announce("enemy_fires", "7.2.2.1 7.1.7d", fp, pilot.round.incoming)


@step
def enemy_evades(game: Game, first: int) -> None:
    """He is not facing us, so he uses the defence on the card he draws [7.2.2.1]."""
    draw_for(game, ENEMY_DEFENCE, "7.2.2.1 7.2.2.6", enemy_defence, first)


@step
def enemy_defence(game: Game, card: Card, first: int) -> None:
    """Hits avoided, unless we fired first; positions gained; perhaps he gets away [7.2.2.6, 7.7]."""
    pilot, layout = game.pilot, game.layout
    agile = is_agile(game, layout.fighters[pilot.duel.enemy], pilot.duel.enemy_hits)
    pilot.round.dodge = 0 if first else layout.avoid[card]
    pilot.round.enemy_gain = layout.agile_improve[card] if agile else layout.improve[card]
    pilot.round.finish = HE_LEFT if layout.ends[card] else pilot.round.finish
    rules = "7.2.2.6 7.7f" if first else "7.2.2.6 7.2.2.8b" if agile and layout.tight[card] else "7.2.2.6"
    game.announce("enemy_evades", rules, card, pilot.round.dodge, pilot.round.enemy_gain)


class Evasion(NamedTuple):
    """How the enemy comes to evade: did we fire first, and are we firing at him at all?"""

    first: int
    fired_at: int


@question(RIVAL, "10.1.2", Words(*TEXTS))
def enemy_choice(game: Game, evasion: Evasion) -> list[int]:
    """Competitive play: does the enemy use his defence text, or his wingman's? Before a card is flipped [10.1.2]."""
    return [DEFENCE, WINGMAN]


@enemy_choice.chosen
def enemy_chose(game: Game, evasion: Evasion, answer: int) -> None:
    game.announce("enemy_choice", "10.1.2", answer)
    text = enemy_calls_wingman if answer == WINGMAN else enemy_evades
    game.next(*([task(shoot)] if evasion.fired_at else []), task(text, evasion.first))


@step
def enemy_calls_wingman(game: Game, first: int) -> None:
    """The wingman text with the sides reversed [10.1.2]."""
    draw_for(game, ENEMY_DEFENCE, "10.1.2", enemy_wingman_text, first)


@step
def enemy_wingman_text(game: Game, card: Card, first: int) -> None:
    """His wingman fires, breaks our attack, spoils our aim unless we fired first, or drives us off [10.1.2, 7.7]."""
    pilot, layout = game.pilot, game.layout
    text, value = layout.wing_text[card], layout.wing_value[card]
    game.announce("enemy_wingman", "10.1.2", card, text)
    if text == WINGMAN_ATTACKS:
        pilot.round.incoming = NOTHING
        draw_for(game, ENEMY_ATTACK, "10.1.2", enemy_wingman_card, value)
    elif text == WINGMAN_BREAKS:
        pilot.round.enemy_gain = value
    elif text == WINGMAN_SPOILS:
        pilot.round.dodge = 0 if first else value
    elif text == WINGMAN_DRIVES_OFF:
        pilot.round.finish = HE_LEFT


@step
def enemy_wingman_card(game: Game, card: Card, fp: int) -> None:
    layout = game.layout
    game.pilot.round.incoming = layout.hits[card][layout.column[fp]]
    game.announce("enemy_fires", "10.1.2", fp, game.pilot.round.incoming)
