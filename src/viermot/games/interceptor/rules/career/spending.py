"""What Prestige Points buy after a sortie: aircraft, and a move to another unit [6.1e, 8.1]."""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.interceptor.model.options import DONE, LOOK, MOVE, TAKE, Purchase, purchase, purchases
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import PILOT, SERIES
from viermot.games.interceptor.rules.career import transfers, upgrades
from viermot.kernel.agenda import Facts, Notation, Refusal, Unreadable, question


class Purchases(Notation):
    """ "done", "look Bf109", "take Fw190A-5", "move I/JG 26"."""

    def write(self, game: Game, option: int) -> str:
        what, number = purchase(option)
        if what == LOOK:
            return f"look {SERIES[number]}"
        if what == TAKE:
            return f"take {game.layout.aircraft[number].name}"
        return f"move {game.layout.pack.units[number].name}" if what == MOVE else "done"

    def read(self, game: Game, text: str) -> int:
        verb, _, what = text.strip().lower().partition(" ")
        what = what.replace(" ", "")
        if verb == "done" and not what:
            return DONE
        lists: dict[str, tuple[int, Sequence[str]]] = {
            "look": (LOOK, SERIES),
            "take": (TAKE, [craft.name for craft in game.layout.aircraft]),
            "move": (MOVE, [unit.name for unit in game.layout.pack.units]),
        }
        if verb in lists:
            kind, names = lists[verb]
            for number, name in enumerate(names):
                if name.lower().replace(" ", "") == what:
                    return Purchase(kind, number).code
        raise Unreadable("interceptor.unreadable.purchase", text=text)


@question(PILOT, "6.1e", Purchases(), default=DONE)
def spend_prestige(game: Game) -> list[int]:
    """Look at R1, take an aircraft, move to another unit, or do nothing? [4.6.1, 4.6.4, 8.1]"""
    prestige = game.pilot.prestige
    if not prestige.points and not prestige.free_moves:
        return [DONE]
    options = [DONE]
    if prestige.points:
        reach = upgrades.within_reach(game)
        options += purchases(LOOK, upgrades.worth_a_look(game, reach))
        options += purchases(TAKE, upgrades.on_sale(game, reach))
    if transfers.can_move(game):
        options += purchases(MOVE, transfers.units_to_join(game))
    return options


@spend_prestige.tells
def spend_prestige_facts(game: Game) -> Facts:
    prestige = game.pilot.prestige
    return {
        "points": prestige.points,
        "prestige_level": prestige.level,
        "free_moves": prestige.free_moves,
    }


@spend_prestige.refuses
def why_not_spend_prestige(game: Game, option: int) -> Refusal:
    prestige = game.pilot.prestige
    wanted = purchase(option)
    if wanted.what == MOVE:
        return ("4.6.1a", "no_move" if not transfers.can_move(game) else "no_such_posting")
    if wanted.what == TAKE:
        if prestige.lost_unique >> wanted.model & 1:
            return ("9.8", "unique_lost")
        if not upgrades.level_allows(game, wanted.model):
            return ("8.2b", "level")
        if upgrades.waits_for_him(game, wanted.model):
            return ("9.4a", "free_on_release")
        if upgrades.cost_of(game, wanted.model) > prestige.points:
            return ("8.1b", "no_points")
        return ("9.2", "not_on_offer")
    return ("4.6.4a", "nothing_to_look_for")


@spend_prestige.chosen
def prestige_spent(game: Game, choice: int) -> None:
    if choice == DONE:
        return
    game.push(spend_prestige)
    wanted = purchase(choice)
    if wanted.what == MOVE:
        transfers.move(game, wanted.unit)
    elif wanted.what == TAKE:
        upgrades.buy(game, wanted.model)
    else:
        upgrades.look(game, wanted.series)
