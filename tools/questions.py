"""How often is a person asked? Bot games, in which the bots answer only what a person would be asked, counted.

    python tools/questions.py nightfighter --scenario 4B --games 50
    python tools/questions.py bomber_command --scenario berlin --ask-everything

Counted are prompts that wait for a person. On an order sheet that is every answer other than the one it proposes, and
the end of the sheet.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import viermot
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotRng
from viermot.kernel.registry import Bot
from viermot.kernel.session import Session
from viermot.kernel.standing import GIVEN


@dataclass
class Asked:
    """What the people of one game were asked, by seat and question."""

    prompts: Counter[tuple[str, str]] = field(default_factory=Counter)
    answered: Counter[tuple[str, str]] = field(default_factory=Counter)  # in their place, by orders
    turns: int = 0
    result: object = None

    def of(self, seat: str) -> int:
        """How often a seat was asked."""
        return sum(count for (who, _), count in self.prompts.items() if who == seat)


class Sheets:
    """Which sheet each seat is at: what it proposes costs nothing, all else and its end one each."""

    def __init__(self) -> None:
        self.at: dict[str, str] = {}

    def prompts(self, decision: Decision, option: str) -> list[str]:
        """What an answer adds to the count, by the names it is counted under."""
        asked = decision.innermost
        sheet, before = asked.question.sheet, self.at.get(decision.seat, "")
        self.at[decision.seat] = sheet
        if not sheet:
            return [asked.kind]
        counted = [] if sheet == before else [f"end of the sheet: {sheet}"]
        return counted if option == asked.default else [*counted, asked.kind]


def play(game: str, scenario: str, seed: str, bot: str = "standard", routine: bool = True) -> tuple[Session, Asked]:
    """One game with a bot in every seat that is asked only what a person would be."""
    session = viermot.new_game(game, scenario=scenario, seed=seed)
    seats = session.module.seats
    minds: dict[str, Bot] = {seat: session.module.bots(seat)[bot]() for seat in seats}
    rngs = {seat: BotRng(session.key, seat) for seat in seats}
    asked, sheets = Asked(), Sheets()
    if routine:
        for seat in seats:
            session.order(seat, {"routine": True})
    while session.pending:
        decision = session.pending[0]
        seat = decision.seat
        code = minds[seat].choose(session.perspective(seat), decision, rngs[seat])
        option = decision.notation_of(code)
        asked.prompts.update((seat, name) for name in sheets.prompts(decision, option))
        session.decide(option, seat)
    asked.answered.update((entry.seat, entry.question) for entry in session.record if entry.what in GIVEN)
    asked.turns = max((event.turn for event in session.events("public")), default=0)
    asked.result = session.result
    return session, asked


def count(game: str, scenario: str, games: int, routine: bool = True, name: str = "questions") -> list[Asked]:
    """Several games, by numbered seeds."""
    return [play(game, scenario, f"{name} {number}", routine=routine)[1] for number in range(games)]


def mean(games: Iterable[Asked], seat: str) -> float:
    """Prompts a game of a seat."""
    counts = [each.of(seat) for each in games]
    return sum(counts) / len(counts)


def main() -> None:
    """Print the counts of a game's seats, question by question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario", required=True)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ask-everything", action="store_true")
    args = parser.parse_args()
    found = count(args.game, args.scenario, args.games, not args.ask_everything)
    turns = sum(each.turns for each in found) or 1
    for seat in sorted({who for each in found for who, _ in each.prompts}):
        total = sum(each.of(seat) for each in found)
        print(f"{seat}: {total / len(found):.1f} prompts a game, {total / turns:.2f} a turn")
        for kind, times in sum((each.prompts for each in found), Counter()).most_common():
            if kind[0] == seat:
                print(f"    {kind[1]:32} {times / len(found):6.1f}")
        given = [(kind, times) for kind, times in sum((each.answered for each in found), Counter()).most_common()]
        for kind, times in given:
            if kind[0] == seat:
                print(f"    ({kind[1]:30} {times / len(found):6.1f} answered by orders)")


if __name__ == "__main__":
    main()
