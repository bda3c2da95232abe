"""How a career ends and what it was worth [5.0, 10.2.3]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from viermot.games.interceptor.model.ids import by_seat
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import LEVELS, RANKS
from viermot.kernel.agenda import step

KILLED_IN_ACTION, SURVIVED, ASSASSIN, PLOTTER = range(1, 5)  # how a career ended; the last two by 10.7
ENDINGS: Final = ("", "killed in action", "end of February 1944", "killed Hitler and was shot", "shot at headquarters")


def level_of(game: Game, pilot: Pilot) -> int:
    """Defeat to decisive victory, by bombers; an ace must also match history [5.2.1, 10.2.3]."""
    bands = game.layout.pack.calendar.victory
    steps = (bands.draw, bands.marginal, bands.substantial, bands.decisive)
    if pilot.career.ace and pilot.career.kills < game.layout.pack.aces[pilot.career.ace].total:
        return 0
    return sum(pilot.career.bombers >= minimum for minimum in steps)


@step
def career_over(game: Game) -> None:
    """Nobody is left flying: judge every career, those of the dead included [5.1.4, 5.2.1, 5.2.2]."""
    for seat, pilot in by_seat(game.pilots):
        game.hand_to(seat)
        if not pilot.career.over:
            pilot.career.over = SURVIVED
            if pilot.career.away:
                game.announce("year_over", "5.1.2", pilot.career.missing)
        _judge(game, pilot)
    game.ending = "the year is over" if len(game.pilots) > 1 else ENDINGS[game.pilot.career.over]


def _judge(game: Game, pilot: Pilot) -> None:
    if pilot.career.ace:
        total = game.layout.pack.aces[pilot.career.ace].total
        game.announce("ace_test", "10.2.3", pilot.career.kills, total, int(pilot.career.kills >= total))
    rules = "5.1.1 5.1.4 5.2.1 2.4a" if pilot.career.over == SURVIVED else "5.1.3 5.1.4 5.2.1 5.2.2 2.4a"
    level = LEVELS[level_of(game, pilot)]
    game.announce("career_over", rules, ENDINGS[pilot.career.over], level, pilot.career.bombers, pilot.career.fighters)
    game.announce("judged", "5.2.1b", level)


def result(game: Game) -> dict[str, Any] | None:
    """How the career ended, None while it goes on; with several pilots, also who did best [10.1.2]."""
    if not game.ending:
        return None
    records = [_record(game, pilot) for pilot in game.pilots]
    if len(records) == 1:
        return {**records.pop(), "reason": game.ending}
    best, *_ = ranking(records)
    return {
        "level": records[best]["level"],
        "reason": game.ending,
        "kills": sum(record["kills"] for record in records),
        "bombers": sum(record["bombers"] for record in records),
        "survived": all(record["survived"] for record in records),
        "best": best + 1,
        "pilots": records,
    }


def ranking(records: Sequence[Mapping[str, Any]]) -> list[int]:
    """The careers in order, the best first: by bombers, then by all kills [10.1.2]."""
    return sorted(range(len(records)), key=lambda n: (-records[n]["bombers"], -records[n]["kills"], n))


def _record(game: Game, pilot: Pilot) -> dict[str, Any]:
    return {
        "level": LEVELS[level_of(game, pilot)],
        "fate": ENDINGS[pilot.career.over],
        "kills": pilot.career.kills,
        "bombers": pilot.career.bombers,
        "fighters": pilot.career.fighters,
        "survived": pilot.career.over == SURVIVED,
        "sorties": pilot.career.flights,
        "name": pilot.career.ace or str(game.layout.options.get("name", "")),
        "unit": game.layout.pack.units[pilot.career.unit].name,
        "rank": RANKS[0 if pilot.career.officer else 1][pilot.career.rank],
        "prestige": pilot.prestige.level,
        "aircraft": game.layout.aircraft[pilot.career.aircraft].name,
    }


HALF_WON: Final = 21  # bombers, a substantial victory: worth half of what bombers can score
LIFE: Final = 0.2  # the share of the score for surviving


def score(record: Mapping[str, Any]) -> float:
    """A career as a number from 0 to 1: the more bombers the better, each a little less than the one before.

    Victory counts bombers alone [5.2.1], and the dead keep theirs [5.2.2]; a fifth is for living to the end [2.1].

    >>> score({"bombers": 0, "survived": True}), score({"bombers": 21, "survived": False})
    (0.2, 0.4)
    """
    bombers = record["bombers"]
    return float((1 - LIFE) * bombers / (bombers + HALF_WON) + LIFE * record["survived"])
