"""What a state of Nightfighter may hold, field by field and step by step; positions are held against it."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.nightfighter.model.board import BOX, OFF, SIZE, WAITING
from viermot.games.nightfighter.model.layout import ROLES
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.gunnery import AFTER, ALONE, BEFORE, DEFERRED, GUNS, HOLD_FIRE, OBLIQUE
from viermot.games.nightfighter.rules.intruders import FREE, PURSUIT, SERRATE
from viermot.games.nightfighter.rules.victory import DECLARED as DECLARED_LOST
from viermot.kernel.kinds import COUNT, SWITCH, Declared, Index, Kind, Many, OneOf, Pair, Whole

LONGEST_NIGHT: Final = 200  # turns; no scenario has half as many

FIGHTER: Final = Index("fighters")
ATTACKER: Final = Index("attackers")
HELD: Final = Index("attackers", nobody=True)  # somebody a fighter holds, or nobody
FIGHTERS: Final = Many(FIGHTER, most=99, once=True)
ATTACKERS: Final = Many(ATTACKER, most=999, once=True)
ZONE: Final = Index("zones")
HEX: Final = Index("hexes")
FACING: Final = Whole(0, 5)
TURN: Final = Whole(0, LONGEST_NIGHT)
MP: Final = Whole(0, 20)
HITS: Final = Whole(0, 20)
RADAR: Final = Index("radars")


def sizes(game: Game) -> dict[str, int]:
    """How many there are of what, in this game."""
    layout = game.layout
    return {
        "fighters": len(layout.fighters), "attackers": len(game.a_id), "kinds": len(layout.kinds), "hexes": SIZE,
        "zones": len(layout.zone_letters), "radars": len(layout.radars), "chits": len(layout.chits),
        "handles": len(game.owners), "searches": len(game.searches), "columns": 18,
        "last_fighter": len(layout.fighters) - 1,
    }  # fmt: skip


def each(kind: Kind, of: str) -> Many:
    """One for each of them."""
    return Many(kind, each=of)


def of_fighters(**kinds: Kind) -> dict[str, Kind]:
    return {f"f_{name}": each(kind, "fighters") for name, kind in kinds.items()}


def of_attackers(**kinds: Kind) -> dict[str, Kind]:
    return {f"a_{name}": each(kind, "attackers") for name, kind in kinds.items()}


class Bearing(Kind):
    """An entry column while held back, else whom an intruder hunts, and how [27.2a]."""

    def fits(self, value: Any, sizes: Any) -> bool:
        hunts = any(type(value) is int and 0 <= value - how < sizes["fighters"] for how in (PURSUIT, SERRATE))
        return hunts or (type(value) is int and (0 <= value <= sizes["columns"] or value == FREE))


ENDINGS: Final = (
    "victory", "bomber attacked", "no fighters left", "no attackers left", "German fighters gone", "last turn",
)  # fmt: skip
SKY: Final[dict[str, Kind]] = {
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
    kind=Index("kinds"), id=Whole(1, 9_999), hex=Index("hexes", also=(OFF, WAITING)), face=FACING, fate=Whole(0, 3),
    hits=HITS, alert=SWITCH, light=Index("zones", nobody=True), moved=MP, cork=TURN, handle=Whole(0, "handles"),
    known=Whole(0, 63), plan=Bearing(), done=TURN, slip=TURN,
)  # fmt: skip
FIELDS: Final[dict[str, Kind]] = {
    **SKY, **FIGHTER_FIELDS, **ATTACKER_FIELDS,
    "side": Whole(-1, 1), "cup": Many(Index("chits"), once=True),
    "pools": each(Many(Whole(0, 255), most=256, once=True), "kinds"), "flares": TURN, "vp": Whole(-999, 999),
    "intruder_kills": Whole(0, 999), "handles": Whole("handles", "handles"), "live": ATTACKERS,
    "searches": Many(Pair(RADAR, HEX, Whole(0, 9)), most=99), "sweeps": Many(Pair(RADAR, HEX), most=999),
    "markers": Many(Pair(ZONE, HEX), most=99), "owners": Many(ATTACKER, most=100_000),
}  # fmt: skip
ARGUMENTS: Final[dict[str, Kind]] = {
    "fighter": FIGHTER, "attacker": ATTACKER, "target": ATTACKER, "intruder": ATTACKER, "zone": ZONE, "radar": RADAR,
    "fighters": Many(FIGHTER, least=1, most=99, once=True), "attackers": ATTACKERS, "intruders": ATTACKERS,
    "bombers": ATTACKERS, "matching": Many(ATTACKER, least=1, once=True),
    "closest": Many(ATTACKER, least=1, once=True), "found": ATTACKERS, "done": ATTACKERS, "order": ATTACKERS,
    "rest": Many(ATTACKER, least=1, once=True), "movers": Many(FIGHTER, least=1, most=99, once=True),
    "waiting": FIGHTERS, "ready": Many(FIGHTER, least=1, most=99, once=True),
    "which_intruder.waiting": Many(ATTACKER, least=1, once=True), "zones": Many(ZONE, once=True),
    "leave_lights.zones": Many(Index("zones", nobody=True), most=20),
    "able": Many(FIGHTER, least=1, most=99, once=True), "who_rolls.waiting": Many(FIGHTER, least=1, most=99, once=True),
    "hexes": Many(HEX, least=1, most=SIZE, once=True),
    "guns": OneOf(HOLD_FIRE, GUNS, OBLIQUE, DEFERRED), "when": OneOf(BEFORE, AFTER, ALONE), "corkscrewing": SWITCH,
    "hits": HITS, "had_fix": SWITCH, "known": Whole(0, 63), "turned": SWITCH, "may_turn": SWITCH,
    "known_to_go_on": SWITCH, "first": Whole(1, 10), "behaviour": OneOf(PURSUIT, SERRATE),
    "choice": Many(Pair(ATTACKER, Whole(0, 6), Whole(0, 6)), least=1, most=99),
    "count": Whole(0, 99), "role": Whole(-1, len(ROLES) - 1), "left": Whole(0, 20), "mp": MP, "spent": MP, "least": MP,
    "most": MP, "number": Index("searches"), "ending": OneOf(*ENDINGS),
}  # fmt: skip
DECLARED: Final = Declared("nightfighter", FIELDS, ARGUMENTS, sizes)
