"""How often is a person asked? Counted over bot games in which the bots answer only what a person would be asked.

    python tools/questions.py nightfighter --scenario 4B --games 50
    python tools/questions.py bomber_command --scenario berlin --ask-everything

What counts are prompts that wait for a person. On an order sheet those are every unit given an order other than its
standing one, and the end of the sheet. What a bot wants its units to do is known from a first game, in which it is
asked unit by unit; the second is played with sheets of the fewest lines that make them do the same.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import viermot
from tests.support.kits import kit_of
from viermot.kernel import lending
from viermot.kernel.dice import BotRng
from viermot.kernel.json import Json
from viermot.kernel.registry import Bot
from viermot.kernel.session import Session
from viermot.kernel.standing import DEFAULT, GIVEN


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


# By seat, name of the sheet and turn: its lines.
Written = Mapping[tuple[str, str], Mapping[int, Sequence[Sequence[str]]]]
Sheets = Callable[[Session], Written]


class Players:
    """Bots in every seat, each asked what a person in it would be; ``sheets`` are handed in by those who have one to
    write.
    """

    def __init__(self, game: str, scenario: str, seed: str, bot: str, routine: bool) -> None:
        self.session = viermot.new_game(game, scenario=scenario, seed=seed)
        seats = self.session.module.seats
        self.minds: dict[str, Bot] = {seat: self.session.module.bots(seat)[bot]() for seat in seats}
        self.rngs = {seat: BotRng(self.session.key, seat) for seat in seats}
        self.asked = Asked()
        if routine:
            for seat in seats:
                self.session.order(seat, {"routine": True})

    def play(self, sheets: Written) -> None:
        """To the end. A sheet costs one for its end and one for each unit to which it gives a new order."""
        session = self.session
        written: set[tuple[str, int]] = set()
        while session.pending:
            decision = session.pending[0]
            seat, sheet = decision.seat, decision.innermost.question.sheet
            name = f"{decision.game}.{sheet}"
            turn = next(iter(lending.spans(session.module, session.state).values()), 0)
            if (seat, sheet) in sheets and (seat, turn) not in written:
                written.add((seat, turn))
                self.hand_in(seat, name, sheets[seat, sheet].get(turn, ()))
                continue
            code = self.minds[seat].choose(session.perspective(seat), decision, self.rngs[seat])
            self.asked.prompts[seat, decision.innermost.kind] += 1
            session.decide(decision.notation_of(code), seat)

    def hand_in(self, seat: str, name: str, lines: Sequence[Sequence[str]]) -> None:
        """A person writes these lines, which stand until others do, and ends the phase."""
        self.asked.prompts[seat, "end of the sheet"] += 1
        self.asked.prompts[seat, "unit ordered on the sheet"] += len(lines)
        said: list[Json] = [[name, *line] for line in lines]
        self.session.order(seat, {"always": said, "sheet": [*said, [name, "", DEFAULT]]})


def play(
    game: str, scenario: str, seed: str, bot: str = "standard", routine: bool = True, sheets: Sheets | None = None
) -> tuple[Session, Asked]:
    """One game with a bot in every seat that is asked only what a person would be.

    Where a seat has an order sheet, the game is played twice: first unit by unit, then with the fewest lines on the
    sheet that make the units do the same.
    """
    players = Players(game, scenario, seed, bot, routine)
    players.play({})
    if sheets is not None and routine:
        written = sheets(players.session)
        players = Players(game, scenario, seed, bot, routine)
        players.play(written)
    session, asked = players.session, players.asked
    asked.answered.update((entry.seat, entry.question) for entry in session.record if entry.what in GIVEN)
    asked.turns = max((event.turn for event in session.events("public")), default=0)
    asked.result = session.result
    return session, asked


def count(game: str, scenario: str, games: int, routine: bool = True, name: str = "questions") -> list[Asked]:
    """Several games, by numbered seeds."""
    kit = kit_of(game)
    sheets = None if kit is None else kit.sheets
    return [play(game, scenario, f"{name} {number}", routine=routine, sheets=sheets)[1] for number in range(games)]


def mean(games: Iterable[Asked], seat: str) -> float:
    """A seat's prompts per game."""
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
