"""The rules, in the order of the book. A step does one thing and puts what follows on the agenda."""

from __future__ import annotations

from lamplight.state import Night
from viermot.kernel.agenda import Numbers, question, step, task

RAIDER, CREW = 0, 1
SEATS = ("raider", "crew")
TO_RAIDER, TO_ALL = 0b01, 0b11
LANES = Numbers()


@step
def watch(game: Night) -> None:
    """A watch: the raider moves, the crew looks, the lamp shows what it shows [1.1]."""
    if game.caught or game.watch == game.watches:
        game.over = True
        game.emit("over", "4.1a", TO_ALL, game.caught)
        return
    game.watch += 1
    game.emit("watch", "1.1a", TO_ALL, game.watch)
    game.next(task(change_lane), task(light), task(look), task(watch))


@question(RAIDER, "2.1a", LANES)
def change_lane(game: Night) -> list[int]:
    """The same lane or one beside it [2.1]."""
    return [lane for lane in (game.lane - 1, game.lane, game.lane + 1) if 1 <= lane <= game.lanes]


@change_lane.chosen
def changed_lane(game: Night, lane: int) -> None:
    game.lane = lane
    game.emit("lane", "2.1a", TO_RAIDER, lane)


@change_lane.refuses
def why_not_change_lane(game: Night, lane: int) -> tuple[str, str] | None:
    """A refusal names its rule."""
    return ("2.1a", "too_far") if 1 <= lane <= game.lanes else None


@question(CREW, "2.2a", LANES)
def light(game: Night) -> list[int]:
    """Any lane [2.2]."""
    return list(range(1, game.lanes + 1))


@light.chosen
def lit(game: Night, lane: int) -> None:
    game.lit = lane
    game.emit("lit", "2.2a", TO_ALL, lane)


@step
def look(game: Night) -> None:
    """Only in the light is there anything to see, and a die for it [3.1]."""
    if game.lane != game.lit:
        game.emit("dark", "3.1a", TO_ALL)
        return
    (die,) = game.dice.roll(1, "glimpse")
    game.caught = die >= game.caught_from
    game.emit("glimpse", "3.1a", TO_ALL, game.lit, die, game.caught)
