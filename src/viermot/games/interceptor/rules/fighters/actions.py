"""What a pilot can do in a round of fighter combat [7.2.2.1, 7.2.2.2, 7.2.2.3, 7.2.2.4, 7.3, 10.6]."""

from __future__ import annotations

from viermot.kernel.agenda import Words

(
    ATTACK, ATTACK_FIRST, DEFEND, CALL_WINGMAN, TIGHT_TURN, BARREL_ROLL, CUBAN_EIGHT, CHANDELLE, IMMELMANN, SPLIT_S,
    DISENGAGE, BAIL_OUT, HOLD_FIRE, OPEN_FIRE,
) = range(14)  # fmt: skip
ACTIONS = Words(
    "attack", "attack first", "defend", "wingman", "tight turn", "barrel roll", "cuban eight", "chandelle",
    "immelmann", "split-s", "disengage", "bail out", "hold fire", "open fire",
)  # fmt: skip
MANOEUVRE_ACTIONS = (CUBAN_EIGHT, CHANDELLE, IMMELMANN, SPLIT_S)  # in the order they are learned [10.6]
ORDERS = (HOLD_FIRE, OPEN_FIRE)  # to the rear gunner, before the pilot acts himself [7.2.2.4]
BARREL_ROLL_AVOIDS = 2
