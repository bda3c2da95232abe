"""What never changes during a night: counters as printed, also those of an owner's own."""

from __future__ import annotations

import msgspec

from viermot.games.bomber_command.components import load
from viermot.games.bomber_command.model.layout import Layout


def test_2_2_2b_a_full_side_without_strength_is_still_a_full_side() -> None:
    pack = load()
    berlin = pack.scenarios["berlin"]
    first, *others = berlin.units
    weak = msgspec.structs.replace(first, full=0, depleted=0)
    detached = msgspec.structs.replace(first, full=-1, depleted=1)
    for unit, full, detachment in ((weak, 0, False), (detached, 1, True)):
        laid = Layout(pack, msgspec.structs.replace(berlin, units=(unit, *others)), {}).units[0]
        assert (laid.full, laid.detachment) == (full, detachment)
