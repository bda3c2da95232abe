"""What a state of the solitaire game may hold: Nightfighter's fields, and what uncertainty adds."""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.model import domains as night
from viermot.games.solitaire.model.board import HIGH, LOW, REMOVED
from viermot.games.solitaire.rules.radar import RESULTS
from viermot.games.solitaire.rules.serrate import SWEEP
from viermot.kernel.domains import SWITCH, Declared, Domain, Either, Index, Many, OneOf, Pair, Whole

IDENT: Final = Whole(10, 9_999)  # ten times the bomber's number, and the letter of its counter
COLUMN: Final = Whole(1, 18)
FIELDS: Final[dict[str, Domain]] = {
    **night.SKY, **night.FIGHTER_FIELDS,
    **night.ATTACKER_FIELDS,
    **night.of_attackers(
        id=IDENT, fate=Whole(0, REMOVED), handle=Whole(0, "attackers"), level=Whole(LOW, HIGH), track=SWITCH,
        h2s=SWITCH, out=Many(night.HEX, maximum=99, once=True),
    ),
    "live": night.ATTACKERS,
    "looks": Many(Pair(night.RADAR, night.ATTACKER, night.HEX, Whole(0, len(RESULTS) - 1)), maximum=99),
    "coming": Many(Pair(night.TURN, IDENT, Index("groups"), COLUMN), maximum=99),
}  # fmt: skip
ARGUMENTS: Final[dict[str, Domain]] = {
    **night.ARGUMENTS,
    "counter": night.ATTACKER, "others": night.ATTACKERS, "listen.choice": Either(Whole(1, "attackers"), OneOf(SWEEP)),
    "resolve_which.waiting": Many(night.HEX, minimum=1, maximum=99, once=True), "zones": Many(night.ZONE, once=True),
}  # fmt: skip


DECLARED: Final = Declared("solitaire", FIELDS, ARGUMENTS, night.sizes)
