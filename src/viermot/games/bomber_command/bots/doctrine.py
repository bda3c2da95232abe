"""How a German player fights his night: the numbers by which he sends units up, moves and lands them; and his styles.

What is hoped for is in Victory Points, as losses are: a unit goes up when it may hope for more than the flight costs.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Doctrine(NamedTuple):
    """How a German player acts on the same picture."""

    last_take_off: int = 11  # after this turn a raid is hardly ever met
    mans_line: bool = True
    line_hope: float = 2.0  # what a unit may hope for: on the line
    line_up: int = 1  # ... the last turn in which it goes there
    line_until: int = 99  # the last turn in which it waits there
    twin_hope: float = 0.4  # ... a twin-engined unit, for each raid that can be met
    single_hope: float = 0.8  # ... a single-engined one, for a city bombed
    thrift: float = 1.0  # how much the cost of a flight counts
    late: float = 0.5  # what a city is worth that can be reached only while it burns
    aimed: float = 0.3  # how often a raid that comes by bombs the city
    comes_by: float = 1.6  # how much must be expected near a post for its unit to wait there
    last_lap: int = 2  # turns of fuel from which a unit thinks of landing
    near_the_end: float = 1.0  # how much it does
    waiting: float = 0.02  # what a hex nearer to the raids is worth
    over_city: float = 2.5
    next_turn: float = 0.8  # what a raid that passes a beacon next turn is worth
    stay: float = 3.0  # ... one that passes it now, to a unit that is there already
    single_city: float = 0.15  # what a raid near a city is worth to a single-engined unit
    way_back: int = 1  # turns of fuel with which a unit still comes back from the sea
    tells_apart: bool = True  # heeds streams, and what raids were made out to be
    sees_ahead: int = 3  # turns ahead for which a twin-engined unit goes up


STANDARD: Final = Doctrine()
LINE: Final = Doctrine(line_hope=4.0, line_up=4, comes_by=0.0, twin_hope=0.15, single_hope=0.5)
ROVING: Final = Doctrine(mans_line=False, twin_hope=0.45)
HUSBANDING: Final = Doctrine(line_hope=0.0, thrift=3.0, last_lap=3, near_the_end=2.0)
NOVICE: Final = Doctrine(
    mans_line=False, twin_hope=4.0, single_hope=4.0, thrift=0.2, near_the_end=0.0, last_lap=0, last_take_off=6,
    over_city=1.0, stay=2.0, waiting=0.1, tells_apart=False,
)  # fmt: skip
