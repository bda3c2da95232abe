"""Special rules of individual scenarios: identification (7), Y guidance (4G), flying bombs (8F) [3.2e]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import GOOD, LEFT, NO_MOON, OFF, PLAYER, POOR, RIGHT, TO_ALL, rear_hex
from viermot.games.nightfighter.model.ids import NOBODY, Fighter
from viermot.games.nightfighter.model.layout import TYPE_SEEN
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.fighters import comes_to
from viermot.games.nightfighter.rules.fog import side_of
from viermot.kernel.agenda import Facts, Words, question, step


@question(PLAYER, "3.2e", Words("no", "roll"))
def identify(game: Game, fighter: Fighter) -> list[int]:
    """Friend or foe? Try to identify the tallied aircraft (scenario 7, special rule 2)."""
    target = game.f_tally[fighter]
    if target == NOBODY or game.a_known[target] & TYPE_SEEN:
        return [0]
    return [0, 1]


@identify.chosen
def identified(game: Game, fighter: Fighter, roll: int) -> None:
    if not roll:
        return
    target = game.f_tally[fighter]
    die = game.die("identification", "3.2e", fighter)
    die += (game.moon != NO_MOON) + (game.visibility == GOOD) - (game.visibility == POOR)
    handle = game.a_handle[target]
    if die >= 4:
        game.a_known[target] |= TYPE_SEEN
        game.emit("identified", "3.2e", TO_ALL, fighter, handle, game.a_group[target])
    else:
        game.emit("not_identified", "3.2e", TO_ALL, fighter, handle)


@identify.tells
def identify_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter, "contact": game.a_handle[game.f_tally[fighter]]}


@step
def drift_on_y_guidance(game: Game) -> None:
    """A fighter under Y guidance with nothing in sight drifts (scenario 4G)."""
    for fighter, fit in game.layout.numbered():
        if fit.guidance != "Y" or not game.flies(fighter):
            continue
        if game.f_tally[fighter] != NOBODY or game.f_fix[fighter] != NOBODY:
            continue
        side = side_of(game, game.die("Y guidance", "3.2e", fighter))
        there = rear_hex(game.f_hex[fighter], game.f_facing[fighter], side)
        if side in (LEFT, RIGHT) and there != OFF:
            comes_to(game, fighter, there)
            game.emit("drifts", "3.2e", TO_ALL, fighter, there)
