"""Every field of Interceptor Ace's tables changes something in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tests.games.interceptor.support import career, pilot
from tests.support.fields_that_count import FieldsThatCount, Game, Night
from viermot.games.interceptor import GAME
from viermot.games.interceptor.components import Components
from viermot.kernel.dice import QuickRng
from viermot.kernel.packs import Tables

TIMID: Final = ("bail out", "leave", "go home", "enough", "break off", "done", "stand down", "jump")
EVERYTHING: Final = {"10.3": True, "10.4": True, "10.5": True, "10.6": True}
TABLES: Final = GAME.pack_content(GAME.load_pack(None))["files"]


def boldly(state: Any, asked: Any, codes: Sequence[int], rng: QuickRng) -> int:
    """Any answer, seldom a timid one."""
    code = codes[rng.below(len(codes))]
    for _ in range(3):
        if asked.notation.write(state, code) not in TIMID or not rng.below(10):
            break
        code = codes[rng.below(len(codes))]
    return code


AFTER: Final = '[["@interceptor.next_line"], ["@interceptor.debriefing"], ["@interceptor.box_done", [0]], %s]'


def nights() -> list[Night]:
    """Careers of every unit and ace, alone and in company, and situations that come up seldom."""
    found = [Night(str(unit), EVERYTHING if unit % 2 else {}, unit) for unit in range(1, 24)]
    found += [Night("career", EVERYTHING if seed % 2 else {}, seed) for seed in range(30, 40)]
    for seed, ace in enumerate(GAME.load_pack(None).aces, 50):
        found += [Night("career", {"10.2": ace}, seed), Night("career", {"10.2": ace, "ace_late": True}, seed)]
    found.append(Night("career", {"10.1": "competitive", "pilots": 2}, 70))
    found.append(Night("career", {"10.1": "cooperative", "pilots": 3, **EVERYTHING}, 71))
    return found + [Night("", {}, seed, text) for text, seeds in SITUATIONS for seed in range(seeds)]


ALOFT: Final = {"flying": 1, "fate": 1, "box": 3, "ammo": [-1, 6, 3]}
AWARDS: Final = GAME.load_pack(None).career.awards
HEAVY: Final = GAME.load_pack(None).aircraft["Bf110G-2/R3"].weapons
BELOW: Final = {
    **ALOFT, "ammo": [-1 if gun.ammo is None else gun.ammo for gun in HEAVY], "target": "B-17F", "bomber_type": "B-17F",
    "range": "medium", "attacking": 1, "met": "head on", "first_pass": 1,
}  # fmt: skip
VERTICALLY: Final = {"month": "Oct43", "options": {"10.5": True}, "agenda": AFTER % '["@interceptor.fire_round"]'}
SITUATIONS: Final = (  # and how often each is played
    # fatigue at each of its levels, before a landing, a jump, a fight [10.3]
    *(
        (career(pilot(fatigue=tired, **more), at=at, options={"10.3": True}), 2)
        for tired in (5, 6, 11, 12, 17, 18, 23, 24)
        for at, more in (
            ("landing", {"own": {"port engine": 2}}),
            ("fight", {"enemy": "P-47", "orientation": "head on"}),
            ("over", {"own": {"tail": 1}, "fought": 1}),
        )
    ),
    # heavy guns: group damage, from above and below too, and by a shell that destroys [7.1.6, 10.5]
    *(
        (career(pilot("Bf110G-2/R3", "I/ZG 26", **BELOW | {"location": place, "altitude": level}), **VERTICALLY), 25)
        for place, level in ((9, 0), (10, 2))
    ),
    (career(pilot("Me410A-1/U4", "II/ZG 26"), at="bombers", month="Jan44"), 25),
    # events, and what they leave on the mat [7.10]
    (career(pilot(trouble=1, markers=["ground control", "eyewitness"]), at="box"), 4),
    (career(pilot(trouble=1, markers=["ground control", "eyewitness"]), at="landing"), 4),
    *(
        (career(pilot(**ALOFT), agenda=AFTER % event), 4)
        for event in ('["@interceptor.random_event"]', '["@interceptor.stray_fire", [5]]', '["@interceptor.old_hand"]')
    ),
    # each award with the very victory it takes [7.8]
    *(
        (career(pilot(bombers=due - 1, fighters=1, sortie_b=1, awards=list(had), fate=2, flights=9), at="ground"), 2)
        for due, had in (
            (AWARDS.ek2, ()),
            (AWARDS.ek1_points // AWARDS.bomber_points, ("ek2",)),
            (AWARDS.ace, ("ek2", "ek1")),
            (AWARDS.ehrenpokal, ("ek2", "ek1")),
            (AWARDS.german_cross, ("ek2", "ek1")),
            (AWARDS.knights_cross, ("ek2", "ek1")),
            (AWARDS.oak_leaves, ("ek2", "ek1", "knight's cross")),
            (AWARDS.swords, ("ek2", "ek1", "knight's cross", "oak leaves")),
            (AWARDS.diamonds, ("ek2", "ek1", "knight's cross", "oak leaves", "swords")),
        )
    ),
    (career(pilot(bombers=0, fighters=4, sortie_f=1, awards=["ek2"], fate=2), at="ground"), 1),
    # an old Feldwebel whose gunner has been killed [7.9.2]
    (career(pilot("Bf110G-2", "I/ZG 26", officer=0, rank=2, gun_wound=3, fate=2), at="ground"), 1),
)


def build(tables: Tables) -> Components:
    """A pack of these tables."""
    return GAME.pack_from({"format": 1, "files": tables})


PLAY: Final = Game(
    GAME,
    build,
    nights(),
    TABLES,
    choose=boldly,
    views_after=8,
    pointed_at=frozenset(
        (
            "calendar.toml month name",
            "career.toml skill name",
            "positions.toml location id",
            "targets.toml bombers name",
            "tracks.toml track name",
            "units.toml unit name",
        )
    ),
    handles=frozenset(("career.toml fatigue name", "targets.toml escorts name")),
)


class TestInterceptor(FieldsThatCount):
    game = PLAY
