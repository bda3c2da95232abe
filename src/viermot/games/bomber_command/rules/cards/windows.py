"""When cards may be played: the windows of a turn, and which functions belong to which [6.2, ruling C36].

A window is a small int. It opens at the start of each phase but Draw Cards, before rolls, after attacks, when markers
or counters have been placed, and during bombing. Both seats are asked in turn, the active one first, until both pass.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from viermot.games.bomber_command.model.board import BRITISH, GERMAN

(
    W_FIGHTERS, W_SCRAMBLE, W_RAIDS, W_DETECTION, W_TAME_PHASE, W_DEPLOYMENT, W_RECOVERY, W_BOMBING, W_END,
    W_DETECT, W_INFILTRATION, W_GCI, W_TAME, W_WILD, W_INTRUDER, W_FLAK, W_BRITISH, W_DEFENCE, W_TAKE_OFF,
    W_LANDING, W_HOME, W_MARKING, W_AFTER, W_MOVED, W_MARKERS, W_COUNTERS, W_SCRAMBLED, W_AIRFIELD, W_CONFIRM,
    W_ERROR, W_ACCURACY, W_CONVERSION, W_CONVERTING, W_PLACING,
) = range(34)  # fmt: skip

WINDOWS: Final = (
    "fighters_move", "scramble", "raids_move", "detection", "tame_boar", "deployment", "recovery", "bombing", "end",
    "detection_roll", "infiltration_roll", "gci_attack", "tame_boar_attack", "wild_boar_attack", "intruder_attack",
    "flak_attack", "british_attack", "defensive_fire", "scramble_roll", "recovery_roll", "raid_recovery", "marking",
    "after_attack", "raids_moved", "combat_markers", "raid_counters", "units_scrambled", "airfield_attack",
    "mosquito_losses", "bombing_error", "bombing_accuracy", "conversion", "converting", "placing_counters",
)  # fmt: skip

# Who is asked first: the player whose phase or roll it is [ruling C27].
FIRST_ASKED: Final = tuple(
    BRITISH
    if window
    in (
        W_RAIDS, W_BOMBING, W_END, W_BRITISH, W_DEFENCE, W_HOME, W_MARKING, W_MOVED, W_AIRFIELD, W_CONFIRM, W_ACCURACY,
        W_CONVERSION, W_PLACING,
    )
    else GERMAN
    for window in range(len(WINDOWS))
)  # fmt: skip

ANY: Final = (1 << len(WINDOWS)) - 1
# The words the card data uses for them; "reaction" is no window but the answer to a card.
WORDS: Final[dict[str, tuple[int, ...]]] = {
    "fighters move": (W_FIGHTERS,),
    "scramble": (W_SCRAMBLE,),
    "raids move": (W_RAIDS,),
    "detection": (W_DETECTION,),
    "tame boar": (W_TAME_PHASE,),
    "deployment": (W_DEPLOYMENT,),
    "recovery": (W_RECOVERY,),
    "bombing": (W_BOMBING,),
    "end": (W_END,),
    "detection roll": (W_DETECT,),
    "infiltration": (W_INFILTRATION,),
    "gci": (W_GCI,),
    "tame boar attack": (W_TAME,),
    "wild boar attack": (W_WILD,),
    "intruder attack": (W_INTRUDER,),
    "flak": (W_FLAK,),
    "british attack": (W_BRITISH,),
    "defensive fire": (W_DEFENCE,),
    "scramble roll": (W_TAKE_OFF,),
    "recovery roll": (W_LANDING,),
    "raid recovery": (W_HOME,),
    "marking": (W_MARKING,),
    "after attack": (W_AFTER,),
    "bomb drop": (W_MOVED,),
    "markers": (W_MOVED, W_MARKERS),  # GCI and flak markers are already there once raids have moved
    "placing": (W_PLACING,),
    "counters": (W_COUNTERS,),
    "scrambled": (W_SCRAMBLED,),
    "error": (W_ERROR,),
    "accuracy": (W_ACCURACY,),
    "conversion": (W_CONVERSION,),
    "converting": (W_CONVERTING,),
    "reaction": (),
}
BOMBING_WINDOWS: Final = frozenset((W_MARKING, W_ERROR, W_ACCURACY, W_CONVERSION, W_CONVERTING))
ATTACK_WINDOWS: Final = frozenset((W_GCI, W_TAME, W_WILD, W_INTRUDER, W_FLAK))
# Rolls: opening the window before one wipes out what cards did to the last.
ROLL_WINDOWS: Final = frozenset((*range(W_DETECT, W_MARKING + 1), W_AIRFIELD, W_ERROR, W_ACCURACY))


def moments(words: Iterable[str]) -> int:
    """The windows that these words of the card data name, as bits."""
    found = 0
    for word in words:
        if word == "any":
            return ANY
        for window in WORDS[word]:
            found |= 1 << window
    return found
