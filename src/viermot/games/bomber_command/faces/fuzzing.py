"""Bomber Command for the fuzzer: a German player who peeks, and advanced rules by the toss of a coin."""

from __future__ import annotations

import random
from typing import Final

from viermot.fuzz import Fuzzing
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import DISTANCE, NAME, SEATS, SIZE
from viermot.games.bomber_command.model.notation import hex_in
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.decision import Decision
from viermot.kernel.json import Json, JsonObject
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session

UNITS, CARDS = (f"bomber_command.{sheet}" for sheet in ("orders", "hand"))
SHEETED: Final = ("leave_raid", "move", "scramble", "fly_off", "deploy", "recover", "recover_where")
EAGER_DEFENCE = (  # questions whose first option is to do nothing
    "scramble", "deploy", "infiltrator", "intercept", "react", "wild_boar", "patrol", "intrude", "mislead",
)  # fmt: skip


def controller(session: Session, decision: Decision, rng: random.Random) -> int:
    """A German player who peeks at the plot, flies to where the raids will be and attacks whatever comes."""
    codes = decision.codes
    if decision.kind in ("play", "cancel"):
        cards = [n for n, option in enumerate(decision.options) if option not in ("pass", "return")]
        return rng.choice(cards) if cards and rng.random() < 0.4 else int(rng.random() < 0.01)
    if decision.kind == "move":
        british = session.perspective("british")
        assert isinstance(british, RaidView)
        return _towards_raids(british, decision, rng)
    if decision.kind in EAGER_DEFENCE and rng.random() < 0.85:
        return rng.randrange(1, len(codes))
    if decision.kind == "next_combat" and rng.random() < 0.95:
        return rng.randrange(len(codes) - 1)
    return 0 if decision.kind in ("recover", "leave_raid") and rng.random() < 0.9 else rng.randrange(len(codes))


def _towards_raids(british: RaidView, decision: Decision, rng: random.Random) -> int:
    """The hex nearest to where a raid will be next turn, or to its target."""
    codes = decision.codes
    prey = [raid.path[min(raid.step + 2, len(raid.path) - 1)] for raid in british.raids() if raid.step < len(raid.path)]
    if not prey or rng.random() < 0.15:
        return rng.randrange(len(codes))
    goal = rng.choice(prey)
    return min(range(len(codes)), key=lambda n: DISTANCE[goal][hex_in(codes[n])] if hex_in(codes[n]) < SIZE else 99)


def random_sheet(game: Game, rng: random.Random) -> JsonObject:
    """Orders for some units, for this turn or for good, and an end of the phase that is mostly for everything."""
    units = rng.sample(game.layout.units, rng.randrange(len(game.layout.units)))
    lines: list[Json] = [[UNITS, unit.name, _random_order(game, rng)] for unit in units]
    rest = "default" if rng.random() < 0.7 else " ".join(rng.sample(SHEETED, rng.randrange(len(SHEETED))))
    end: list[Json] = [[UNITS, "", rest]] if rng.random() < 0.9 else []
    return {"always": lines[::2], "sheet": [*lines[1::2], *end]}


def _random_order(game: Game, rng: random.Random) -> str:
    place = rng.choice((*NAME[:SIZE], "Jutland", "England space"))
    there = rng.choice(("", "", " gci", " off", " land", f" {rng.choice(game.layout.box_names[1:])}"))
    return rng.choice((f"{place}{there}", f"{place}{there}", "stay", "home", "land", "", "K99", "nowhere at all"))


def random_card(game: Game, seat: int, rng: random.Random) -> Json:
    """An order about a card, in the hand or not."""
    card = rng.choice([card for card in game.layout.cards[seat] if card is not None])
    if rng.random() < 0.5:
        return [CARDS, card.name, f"discard {game.turn + rng.randrange(2)}"]
    return [CARDS, f"{card.name} {rng.choice(card.functions).word}", f"play {game.turn}"]


class RaidFuzzing(Fuzzing):
    """Controllers who know too much."""

    reckless = (controller, controller, controller)

    def order(self, session: Session, decision: Decision, rng: random.Random) -> JsonObject | None:
        """Sheets with all kinds of orders, some of them nonsense; orders about cards; the routine on and off."""
        game = session.state
        assert isinstance(game, Game)
        sheet = decision.question.sheet
        if sheet == "orders" and rng.random() < 0.3:
            return random_sheet(game, rng)
        if sheet == "hand" and rng.random() < 0.1:
            return {"always": [random_card(game, SEATS.index(decision.seat), rng)]}
        return super().order(session, decision, rng)

    def options(self, module: GameModule, scenario: str, rng: random.Random) -> JsonObject:
        """Each advanced rule, by the toss of a coin."""
        return {option.name: True for option in module.info(module.load_pack(None)).options if rng.random() < 0.5}


FUZZING: Final = RaidFuzzing()
