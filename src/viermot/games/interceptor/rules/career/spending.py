"""What Prestige Points buy after a sortie: aircraft, and a move to another unit [6.1e, 8.1]."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import PILOT, SERIES
from viermot.games.interceptor.rules.career import transfers, upgrades
from viermot.kernel.agenda import Spelling, Unreadable, question

DONE: Final = 0
LOOK: Final = 1  # + series
TAKE: Final = 100  # + aircraft
MOVE: Final = 200  # + unit


class Purchases(Spelling):
    """ "done", "look Bf109", "take Fw190A-5", "move I/JG 26"."""

    def write(self, game: Any, option: int) -> str:
        if option == DONE:
            return "done"
        if option < TAKE:
            return f"look {SERIES[option - LOOK]}"
        if option < MOVE:
            return f"take {game.table.aircraft[option - TAKE].name}"
        return f"move {game.table.pack.units[option - MOVE].name}"

    def read(self, game: Any, text: str) -> int:
        verb, _, what = text.strip().lower().partition(" ")
        what = what.replace(" ", "")
        if verb == "done" and not what:
            return DONE
        lists = {
            "look": (LOOK, SERIES),
            "take": (TAKE, [craft.name for craft in game.table.aircraft]),
            "move": (MOVE, [unit.name for unit in game.table.pack.units]),
        }
        if verb in lists:
            base, names = lists[verb]
            for number, name in enumerate(names):
                if str(name).lower().replace(" ", "") == what:
                    return base + number
        raise Unreadable("interceptor.unreadable.purchase", text=text)


@question(PILOT, "6.1e", Purchases(), default=DONE)
def spend_prestige(game: Game) -> list[int]:
    """Look at R1, take an aircraft, move to another unit, or leave it [4.6.1, 4.6.4, 8.1]."""
    prestige = game.pilot.prestige
    if not prestige.points and not prestige.free_moves:
        return [DONE]
    options = [DONE]
    if prestige.points:
        if not upgrades.chooses_freely(game):
            worth = upgrades.worth_a_look(game)
            options += [LOOK + series for series in sorted(worth) if not prestige.looked >> series & 1]
        options += [TAKE + number for number in upgrades.on_sale(game)]
    if transfers.can_move(game):
        options += [MOVE + unit for unit in transfers.units_to_join(game)]
    return options


@spend_prestige.tells
def purse(game: Game) -> dict[str, Any]:
    prestige = game.pilot.prestige
    return {
        "points": prestige.points,
        "prestige_level": prestige.level,
        "free_moves": prestige.free_moves,
    }


@spend_prestige.refuses
def why_not_for_sale(game: Game, option: int) -> tuple[str, str]:
    prestige = game.pilot.prestige
    if option >= MOVE:
        return ("4.6.1a", "no_move" if not transfers.can_move(game) else "no_such_posting")
    if option >= TAKE:
        number = option - TAKE
        if prestige.lost_unique >> number & 1:
            return ("9.8", "unique_lost")
        if not upgrades.level_allows(game, number):
            return ("8.2b", "level")
        if upgrades.waits_for_him(game, number):
            return ("9.4a", "free_on_release")
        if upgrades.cost_of(game, number) > prestige.points:
            return ("8.1b", "no_points")
        return ("9.2", "not_on_offer")
    return ("4.6.4a", "nothing_to_look_for")


@spend_prestige.chosen
def prestige_spent(game: Game, choice: int) -> None:
    if choice == DONE:
        return
    game.push(spend_prestige)
    if choice >= MOVE:
        transfers.move(game, choice - MOVE)
    elif choice >= TAKE:
        upgrades.buy(game, choice - TAKE)
    else:
        upgrades.look(game, choice - LOOK)
