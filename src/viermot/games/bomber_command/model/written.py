"""How a night is written down, in saves and in positions: under the names that files have always had.

Files are not rewritten, and the hashes in a save are taken over what was written (docs/decisions/0015). Where a field
has a better name in the code than in the files, SPELLED says so; a new field is written under its own name.
"""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.model.records import PlottedRaid
from viermot.games.bomber_command.model.state import RAID_COLUMNS, UNIT_COLUMNS, Game
from viermot.kernel.fields import written_names

SPELLED: Final = (
    {name: "u_" + name.removeprefix("unit_") for name in UNIT_COLUMNS}
    | {name: "r_" + name.removeprefix("raid_") for name in RAID_COLUMNS}
    | {"raid_disruptions": "r_disrupt", "bombed_city": "town", "bombing_half_vp": "bombing_vp2"}
)
WRITTEN: Final = written_names(Game, SPELLED)
# The plot is written as a column for each field of its records, beside the other columns of raids.
WRITTEN_PLOT: Final = {name: "r_" + name for name in PlottedRaid._fields}

OF_UNITS: Final = tuple(WRITTEN[name] for name in UNIT_COLUMNS)
OF_RAIDS: Final = (*WRITTEN_PLOT.values(), *[WRITTEN[name] for name in RAID_COLUMNS])


def row_key(written: str) -> str:
    """The key of a column in a position's table of one unit or raid.

    >>> row_key("u_place"), row_key("r_path")
    ('place', 'path')
    """
    return written[2:]
