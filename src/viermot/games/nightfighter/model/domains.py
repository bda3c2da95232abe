"""What a state of Nightfighter may hold, field by field and step by step; positions are checked against it."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.nightfighter.model.board import BOX, OFF, SIZE, WAITING
from viermot.games.nightfighter.model.layout import ROLES
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.gunnery import AFTER, ALONE, BEFORE, DEFERRED, GUNS, HOLD_FIRE, OBLIQUE
from viermot.games.nightfighter.rules.intruders import FREE, PURSUIT, SERRATE
from viermot.games.nightfighter.rules.victory import DECLARED as DECLARED_LOST
from viermot.kernel.domains import COUNT, SWITCH, Declared, Domain, Index, Many, OneOf, Pair, Whole

LONGEST_NIGHT: Final = 200  # turns; no scenario has half as many

FIGHTER: Final = Index("fighters")
ATTACKER: Final = Index("attackers")
HELD: Final = Index("attackers", nobody=True)  # whom a fighter holds, or nobody
FIGHTERS: Final = Many(FIGHTER, maximum=99, once=True)
ATTACKERS: Final = Many(ATTACKER, maximum=999, once=True)
ZONE: Final = Index("zones")
HEX: Final = Index("hexes")
FACING: Final = Whole(0, 5)
TURN: Final = Whole(0, LONGEST_NIGHT)
MP: Final = Whole(0, 20)
HITS: Final = Whole(0, 20)
RADAR: Final = Index("radars")


def sizes(game: Game) -> dict[str, int]:
    """How many there are of each thing in this game."""
    layout = game.layout
    return {
        "fighters": len(layout.fighters), "attackers": len(game.a_id), "groups": len(layout.groups), "hexes": SIZE,
        "zones": len(layout.zone_letters), "radars": len(layout.radars), "chits": len(layout.chits),
        "handles": len(game.owners), "searches": len(game.searches), "columns": 18,
        "last_fighter": len(layout.fighters) - 1,
    }  # fmt: skip


def each(domain: Domain, of: str) -> Many:
    """One for each of them."""
    return Many(domain, each=of)


def of_fighters(**domains: Domain) -> dict[str, Domain]:
    return {f"f_{name}": each(domain, "fighters") for name, domain in domains.items()}


def of_attackers(**domains: Domain) -> dict[str, Domain]:
    return {f"a_{name}": each(domain, "attackers") for name, domain in domains.items()}


class Bearing(Domain):
    """An entry column while held back; afterwards, whom an intruder hunts and how [27.2a]."""

    def fits(self, value: Any, sizes: Any) -> bool:
        hunts = any(type(value) is int and 0 <= value - how < sizes["fighters"] for how in (PURSUIT, SERRATE))
        return hunts or (type(value) is int and (0 <= value <= sizes["columns"] or value == FREE))


ENDINGS: Final = (
    "victory", "bomber attacked", "no fighters left", "no attackers left", "German fighters gone", "last turn",
)  # fmt: skip
SKY: Final[dict[str, Domain]] = {
    "turn": TURN, "phase": Whole(0, 10), "moon": Whole(0, 2), "visibility": Whole(0, 2), "cloud": SWITCH,
    "box_left": Whole(-2, LONGEST_NIGHT), "kills": Whole(0, 999), "german_kills": Whole(0, 999),
    "losses": Whole(0, "fighters"), "bombers_attacked": COUNT, "won_asked": SWITCH,
    "ending": OneOf("", *ENDINGS, DECLARED_LOST),
}  # fmt: skip
FIGHTER_FIELDS: Final = of_fighters(
    hex=Index("hexes", also=(OFF, BOX)), face=FACING, hits=HITS, fate=Whole(0, 3), dives=Whole(0, 3), blind=TURN,
    still=TURN, tally=HELD, fix=HELD, spent=MP, turned=SWITCH, dived=TURN, evading=TURN, cork=TURN, warned=TURN,
    alert=TURN, oblique=SWITCH, position=Pair(HELD, TURN, SWITCH), attacked=Pair(HELD, TURN),
)  # fmt: skip
ATTACKER_FIELDS: Final = of_attackers(
    kind=Index("groups"), id=Whole(1, 9_999), hex=Index("hexes", also=(OFF, WAITING)), face=FACING, fate=Whole(0, 3),
    hits=HITS, alert=SWITCH, light=Index("zones", nobody=True), moved=MP, cork=TURN, handle=Whole(0, "handles"),
    known=Whole(0, 63), plan=Bearing(), done=TURN, slip=TURN,
)  # fmt: skip
FIELDS: Final[dict[str, Domain]] = {
    **SKY, **FIGHTER_FIELDS, **ATTACKER_FIELDS,
    "side": Whole(-1, 1), "cup": Many(Index("chits"), once=True),
    "pools": each(Many(Whole(0, 255), maximum=256, once=True), "groups"), "flares": TURN, "vp": Whole(-999, 999),
    "intruder_kills": Whole(0, 999), "handles": Whole("handles", "handles"), "live": ATTACKERS,
    "searches": Many(Pair(RADAR, HEX, Whole(0, 9)), maximum=99), "sweeps": Many(Pair(RADAR, HEX), maximum=999),
    "markers": Many(Pair(ZONE, HEX), maximum=99), "owners": Many(ATTACKER, maximum=100_000),
}  # fmt: skip
ARGUMENTS: Final[dict[str, Domain]] = {
    "fighter": FIGHTER, "attacker": ATTACKER, "target": ATTACKER, "intruder": ATTACKER, "zone": ZONE, "radar": RADAR,
    "fighters": Many(FIGHTER, minimum=1, maximum=99, once=True), "attackers": ATTACKERS, "intruders": ATTACKERS,
    "bombers": ATTACKERS, "matching": Many(ATTACKER, minimum=1, once=True),
    "closest": Many(ATTACKER, minimum=1, once=True), "found": ATTACKERS, "done": ATTACKERS, "order": ATTACKERS,
    "rest": Many(ATTACKER, minimum=1, once=True), "movers": Many(FIGHTER, minimum=1, maximum=99, once=True),
    "waiting": FIGHTERS, "ready": Many(FIGHTER, minimum=1, maximum=99, once=True),
    "which_intruder.waiting": Many(ATTACKER, minimum=1, once=True), "zones": Many(ZONE, once=True),
    "leave_lights.zones": Many(Index("zones", nobody=True), maximum=20),
    "able": Many(FIGHTER, minimum=1, maximum=99, once=True),
    "who_rolls.waiting": Many(FIGHTER, minimum=1, maximum=99, once=True),
    "hexes": Many(HEX, minimum=1, maximum=SIZE, once=True),
    "guns": OneOf(HOLD_FIRE, GUNS, OBLIQUE, DEFERRED), "when": OneOf(BEFORE, AFTER, ALONE), "corkscrewing": SWITCH,
    "hits": HITS, "had_fix": SWITCH, "known": Whole(0, 63), "turned": SWITCH, "may_turn": SWITCH,
    "known_to_go_on": SWITCH, "first": Whole(1, 10), "behaviour": OneOf(PURSUIT, SERRATE),
    "choice": Many(Pair(ATTACKER, Whole(0, 6), Whole(0, 6)), minimum=1, maximum=99),
    "count": Whole(0, 99), "role": Whole(-1, len(ROLES) - 1), "left": Whole(0, 20), "mp": MP, "spent": MP,
    "minimum": MP, "maximum": MP, "number": Index("searches"), "ending": OneOf(*ENDINGS),
}  # fmt: skip
DECLARED: Final = Declared("nightfighter", FIELDS, ARGUMENTS, sizes)
