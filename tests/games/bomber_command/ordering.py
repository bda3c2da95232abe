"""Which orders on the German sheet make the units do what they did in a game that has been played, and how few."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from viermot.games.bomber_command.model.board import NAME, SIZE
from viermot.games.bomber_command.model.ids import Unit
from viermot.games.bomber_command.model.notation import NONE, TAKE_GCI, box_in, is_box, is_unit, unit_in
from viermot.games.bomber_command.model.state import FLOWN, READY, Game
from viermot.games.bomber_command.rules.obeying import HOME, LAND, NOWHERE, STAY, brought_here, lands, mission_of
from viermot.kernel.agenda import Task
from viermot.kernel.session import Session
from viermot.kernel.standing import DEFAULT, Told

SHEET = "bomber_command.orders"
ABOUT_ONE = ("leave_raid", "move", "fly_off", "deploy", "recover_where")


class Done(NamedTuple):
    """A question of the sheet in a game that was played: as it was asked, and how it was answered."""

    game: Game
    task: Task
    code: int


class Turn:
    """What one unit did in one turn: answers about it, whether it took off or landed, and when it might have."""

    def __init__(self) -> None:
        self.answers: list[Done] = []
        self.took_off: Done | None = None
        self.stayed_down: Game | None = None
        self.landed = False
        self.could_land: Game | None = None

    def fits(self, unit: Unit, text: str, new: bool) -> bool:
        """Would the unit have done the same by this order?"""
        name = self._any.layout.units[unit].name if self._any is not None else ""
        told = Told({"": DEFAULT, **({name: text} if new else {})}, {} if new or not text else {name: text})
        for done in self.answers:
            kind, obeyed = done.task[0].word, done.task[0].obeyed(done.game, *done.task[1:], told)
            moot = self.landed and kind == "deploy"  # it stacks on something and lands in the same turn
            asked = obeyed is None and (kind == "leave_raid" or brought_here(done.game, unit))  # and answers the same
            if not moot and not asked and obeyed != done.code:
                return False
        if self.could_land is not None and lands(self.could_land, unit, told) != self.landed:
            return False
        return self._starts(unit, text, new)

    def _starts(self, unit: Unit, text: str, new: bool) -> bool:
        game = self.took_off.game if self.took_off is not None else self.stayed_down
        if game is None:
            return True
        goes = mission_of(game, text).place != NOWHERE and (new or not game.has(unit, FLOWN))
        return goes == (self.took_off is not None)

    @property
    def _any(self) -> Game | None:
        games = [done.game for done in self.answers]
        games += [self.took_off.game] if self.took_off is not None else []
        return next(iter([*games, *filter(None, (self.stayed_down, self.could_land))]), None)


def done_in(session: Session) -> Iterator[Done]:
    """Every question of the sheet that was answered, in order."""
    for place, entry in enumerate(session.record):
        before = session.before[place]
        if entry.is_answer and entry.seat == "german" and isinstance(before, Game) and before.asked is not None:
            asked = before.asked[0]
            if getattr(asked, "sheet", "") == "orders":
                yield Done(before, before.asked, asked.notation.read(before, entry.choice))


def timelines(session: Session) -> dict[Unit, dict[int, Turn]]:
    """Turn by turn, what each unit did."""
    found: dict[Unit, dict[int, Turn]] = defaultdict(lambda: defaultdict(Turn))
    for done in done_in(session):
        game, kind = done.game, done.task[0].word
        if kind in ABOUT_ONE:
            found[done.task[1]][game.turn].answers.append(done)
        elif kind == "scramble":
            if is_unit(done.code):
                found[unit_in(done.code)][game.turn].took_off = done
            for unit, place in enumerate(game.unit_place):
                if place == READY and done.code == NONE:
                    found[Unit(unit)][game.turn].stayed_down = game
        elif kind == "recover":
            if is_unit(done.code):
                turn = found[unit_in(done.code)][game.turn]
                turn.landed, turn.could_land = True, game
            elif done.code == NONE:
                for unit, place in enumerate(game.unit_place):
                    if place >= 0:
                        found[Unit(unit)][game.turn].could_land = game
    return found


def wishes(turns: Iterable[Turn]) -> list[str]:
    """The orders that could explain some turns of a unit: every place it went to, and what it did there."""
    found = [STAY, HOME, LAND]
    for turn in turns:
        for done in turn.answers:
            kind, game = done.task[0].word, done.game
            place = done.code % 1000 if kind in ("move", "fly_off") else game.unit_place[done.task[1]]
            if not 0 <= place < SIZE + 2:
                continue
            found += [NAME[place], f"{NAME[place]} {LAND}"]
            if kind == "deploy":
                there = "gci" if done.code == TAKE_GCI else "off"
                found.append(
                    f"{NAME[place]} {game.layout.box_names[box_in(done.code)] if is_box(done.code) else there}"
                )
        if turn.took_off is not None:
            found.append(NAME[turn.took_off.game.layout.units[unit_in(turn.took_off.code)].hex])
    return list(dict.fromkeys(found))


def orders_of(unit: Unit, turns: dict[int, Turn]) -> dict[int, str]:
    """The fewest orders found for one unit, by the turn in which each is given; "" where none would do."""
    numbers, text, given = sorted(turns), "", {}
    for at, number in enumerate(numbers):
        if turns[number].fits(unit, text, False):
            continue
        best, longest = "", 0
        for wish in wishes(turns[each] for each in numbers[at:]):
            length = 0
            while at + length < len(numbers) and turns[numbers[at + length]].fits(unit, wish, length == 0):
                length += 1
            if length > longest:
                best, longest = wish, length
        given[number] = text = best
    return given


def sheets(session: Session) -> dict[int, list[tuple[str, str]]]:
    """Of a game that was played: which orders the German player would have had to give, turn by turn."""
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    game = session.state
    assert isinstance(game, Game)
    for unit, turns in timelines(session).items():
        for number, text in orders_of(unit, turns).items():
            found[number].append((game.layout.units[unit].name, text))
    return found


def written(session: Session) -> dict[tuple[str, str], dict[int, list[tuple[str, str]]]]:
    """The same by seat: only the German player has a sheet."""
    return {("german", "orders"): sheets(session)}
