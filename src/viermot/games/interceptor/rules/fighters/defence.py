"""The pilot's defence: cards, the wingman's help, manoeuvres, the rear gunner [7.2.2.2, 7.2.2.3, 7.2.2.4, 10.6]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Card
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    GUNNERY,
    MANOEUVRES,
    OWN_DEFENCE,
    REAR_GUNNER,
    WINGMAN_ATTACKS,
    WINGMAN_BREAKS,
    WINGMAN_DRIVES_OFF,
    WINGMAN_HIT,
    WINGMAN_SPOILS,
    WINGMAN_TEXT,
)
from viermot.games.interceptor.rules.bombers.gunfire import gunner_skills
from viermot.games.interceptor.rules.chance import draw_for
from viermot.games.interceptor.rules.damage.airframe import is_agile
from viermot.games.interceptor.rules.fighters.actions import (
    BARREL_ROLL,
    BARREL_ROLL_AVOIDS,
    CALL_WINGMAN,
    DEFEND,
    MANOEUVRE_ACTIONS,
    TIGHT_TURN,
)
from viermot.games.interceptor.rules.fighters.encounter import HE_LEFT, WE_LEFT
from viermot.games.interceptor.rules.fighters.wingman import damage_wingman
from viermot.kernel.agenda import step


@step
def defend(game: Game, action: int) -> None:
    """The defence or wingman text of a card, or a manoeuvre without a card [7.2.2.2, 7.2.2.3, 10.6]."""
    pilot = game.pilot
    if action == DEFEND:
        draw_for(game, OWN_DEFENCE, "7.2.2.3a 7.2.2.2a", own_defence)
    elif action == CALL_WINGMAN:
        draw_for(game, WINGMAN_TEXT, "7.2.2.3a 7.2.3.2a", own_wingman_text)
    elif action == TIGHT_TURN:
        agile = is_agile(game, game.mat, pilot.sortie.own_hits)
        pilot.round.gain = 2 if agile else 1
        game.announce("manoeuvre", "7.2.2.2b 7.2.2.8b" if agile else "7.2.2.2b", action)
    elif action == BARREL_ROLL:
        pilot.round.avoid = BARREL_ROLL_AVOIDS
        game.announce("manoeuvre", "7.2.2.2b", action)
    else:
        number = MANOEUVRE_ACTIONS.index(action)
        game.use_up(MANOEUVRES[number])
        pilot.round.avoid, pilot.round.gain, ends = game.layout.manoeuvre[number]
        pilot.round.finish = WE_LEFT if ends else pilot.round.finish
        game.announce("manoeuvre", "10.6a 10.6b", action)


@step
def own_defence(game: Game, card: Card) -> None:
    """Hits avoided, positions gained, perhaps the end of the encounter [7.2.2.6]."""
    pilot, layout = game.pilot, game.layout
    agile = is_agile(game, game.mat, pilot.sortie.own_hits)
    pilot.round.avoid = layout.avoid[card]
    pilot.round.gain = layout.agile_improve[card] if agile else layout.improve[card]
    pilot.round.finish = WE_LEFT if layout.ends[card] else pilot.round.finish
    rules = "7.2.2.6 7.2.2.8b" if agile and layout.tight[card] else "7.2.2.6"
    game.announce("evades", rules, card, pilot.round.avoid, pilot.round.gain)


@step
def own_wingman_text(game: Game, card: Card) -> None:
    """He attacks, forces a break, spoils the enemy's aim, drives him off, is hit, or is busy [7.2.3.2]."""
    pilot, layout = game.pilot, game.layout
    text, value = layout.wing_text[card], layout.wing_value[card]
    game.announce("wingman_text", "7.2.3.2a 7.2.3", card, text)
    if text == WINGMAN_ATTACKS:
        pilot.round.wingman_fp = value
    elif text == WINGMAN_BREAKS:
        pilot.round.gain = value
    elif text == WINGMAN_SPOILS:
        pilot.round.avoid = value
    elif text == WINGMAN_DRIVES_OFF:
        pilot.round.finish = HE_LEFT
    elif text == WINGMAN_HIT:
        damage_wingman(game)


@step
def rear_gunner(game: Game) -> None:
    """The Bordschütze fires with the DEFENSIVE FIRE number of a card of his own [7.2.2.4]."""
    draw_for(game, REAR_GUNNER, "7.2.2.4", rear_gunners_card)


@step
def rear_gunners_card(game: Game, card: Card) -> None:
    pilot = game.pilot
    hits = game.layout.fire[card]
    bonus = int(hits > 0 and bool(gunner_skills(pilot) & GUNNERY))
    pilot.round.rear_hits = hits + bonus
    game.announce("rear_fire", "7.2.2.4 7.7n" if bonus else "7.2.2.4", pilot.round.rear_hits)
