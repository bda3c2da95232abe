"""What a pilot can do in a round of fighter combat [7.2.2.1, 7.2.2.2, 7.2.2.3, 7.3, 10.6]."""

from __future__ import annotations

from viermot.kernel.agenda import Words

(
    ATTACK, ATTACK_FIRST, DEFEND, CALL_WINGMAN, TIGHT_TURN, BARREL_ROLL, CUBAN_EIGHT, CHANDELLE, IMMELMANN, SPLIT_S,
    DISENGAGE, BAIL_OUT,
) = range(12)  # fmt: skip
ACTIONS = Words(
    "attack", "attack first", "defend", "wingman", "tight turn", "barrel roll", "cuban eight", "chandelle",
    "immelmann", "split-s", "disengage", "bail out",
)  # fmt: skip
BARREL_ROLL_AVOIDS = 2
