"""The bomber's fire at us [7.1.6, 7.1.7, 7.1.8]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.ids import Card
from viermot.games.interceptor.model.modifiers import Modifier, Modifiers, rules_of, sum_of
from viermot.games.interceptor.model.records import NOTHING
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import ACM, BOMBER_FIRE, GUNNERS
from viermot.games.interceptor.rules.chance import draw_for
from viermot.games.interceptor.rules.damage.damage import take_hits
from viermot.games.interceptor.rules.options import approach
from viermot.kernel.agenda import step

COMBAT_MANOEUVRING: Final = Modifier("acm", -1, "7.7l")


@step
def count_gunners(game: Game) -> None:
    """Count gunners hit this round as well, since we fired first [7.1.12]."""
    game.pilot.attack.gunners = game.pilot.attack.bomber_hits[GUNNERS]


@step
def return_fire(game: Game) -> None:
    """The bomber's card: only its DEFENSIVE FIRE counts [7.1.6]; a bomber destroyed before it fires draws none."""
    pilot = game.pilot
    if pilot.attack.down:
        pilot.round.incoming = NOTHING
        return
    draw_for(game, BOMBER_FIRE, "7.1.6e 7.1.12a" if not game.layout.versus else "7.1.6e 7.1.12a 10.1.2", return_card)


@step
def return_card(game: Game, card: Card) -> None:
    game.pilot.round.incoming = game.layout.fire[card]


def fire_modifiers(game: Game) -> Modifiers:
    """What makes the bomber's fire better or worse, each with its rule [7.1.7, 7.1.8, ruling D15]."""
    attack, career, layout = game.pilot.attack, game.pilot.career, game.layout
    bomber = layout.bombers[attack.target]
    formed = bomber.formation and attack.formation
    found = [(layout.formation_modifier if formed else layout.range_modifier)[attack.range]]
    if bomber.extra:
        found.append(Modifier("type", bomber.extra, "7.1.2c"))
    if game.mat.small and layout.small_hits[attack.range]:
        found.append(layout.small_modifier[attack.range])
    if layout.advanced:
        found.append(Modifier("approach", approach.theirs(game), "10.5a"))
        if bomber.chin_turret and attack.location <= 3:
            found.append(Modifier("chin_turret", bomber.chin_turret, "10.5g"))
    if attack.gunners:
        found.append(Modifier("gunners", -attack.gunners, "7.1.8a"))
    if attack.exposed:
        found.append(Modifier("burst", attack.exposed, "7.1.13e"))
    if career.skills & ACM:
        found.append(COMBAT_MANOEUVRING)
    return found


@step
def suffer(game: Game) -> None:
    """The bomber's fire after all modifiers, never less than no hits [7.1.7, 7.1.8, rulings D14, D15]."""
    pilot = game.pilot
    if pilot.round.incoming == NOTHING:
        return
    found = fire_modifiers(game)
    hits = max(pilot.round.incoming + sum_of(found), 0)
    changes = tuple([modifier for modifier in found if modifier.points])
    game.announce("defensive_fire", rules_of("7.1.6e 7.1.7a", found), pilot.round.incoming, hits, changes)
    pilot.round.incoming = NOTHING
    take_hits(game, hits)
