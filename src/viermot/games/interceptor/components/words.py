"""The words an owner may write in the charts, and what every row of data has [3.6].

Everything is in words, as the charts print it; model/layout.py turns them into the small ints that the rules run on.
A list of results goes from the lowest roll of its dice to the highest. The rows are in calendar.py, aircraft.py,
cards.py, charts.py and careers.py.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Month = Literal[
    "Mar43", "Apr43", "May43", "Jun43", "Jul43", "Aug43", "Sep43", "Oct43", "Nov43", "Dec43", "Jan44", "Feb44"
]
TargetZone = Literal["France", "Ruhr", "Bremen", "Frankfurt", "Munich", "Berlin"]
BaseZone = Literal["Dutch", "Bremen", "French", "Ruhr", "Munich", "Münster", "Frankfurt"]
Series = Literal["Bf109", "Fw190", "Bf110", "Me410"]
Interception = Literal["fighters", "not located", "disadvantaged", "head on", "advantaged", "sun", "event"]
BomberPart = Literal[
    "wing", "airframe", "controls", "inner engine", "outer engine", "fuel tank", "random wing", "gunner", "crew",
    "port engine", "starboard engine", "bomb bay",
]  # fmt: skip
PackagePart = Literal[
    "wing", "airframe", "controls", "gunner", "crew", "engine", "random inner engine", "random wing", "fuel tank",
    "bomb bay",
]  # fmt: skip
System = Literal[
    "port wing", "starboard wing", "airframe", "tail", "controls", "port engine", "starboard engine", "fuel tank",
    "oxygen", "radio", "boost", "landing gear", "forward weapon", "rear guns", "rockets", "pilot", "gunner", "crew",
    "IFF", "minor",
]  # fmt: skip
WingmanText = Literal["busy", "attacks", "forces a break", "spoils his aim", "drives him off", "is hit"]
Happening = Literal[
    "stray fire", "bounced", "engine trouble", "wrong vector", "straggler", "ground control", "eyewitness",
    "lucky charm", "armourer", "old hand", "newsreel",
]  # fmt: skip
Who = Literal["pilot", "wingman", "gunner"]
SkillName = Literal[
    "landing", "navigation", "parachute", "reflexes", "situational awareness", "weapons maintenance", "expert Bf109",
    "expert Fw190", "expert Bf110", "expert Me410", "leadership", "precision", "acm", "sixth sense", "gunnery", "aim",
    "cuban eight", "chandelle", "immelmann", "split-s",
]  # fmt: skip
AwardName = Literal[
    "wound badge", "ek2", "ek1", "ehrenpokal", "flight clasp", "german cross", "knight's cross", "oak leaves",
    "swords", "diamonds",
]  # fmt: skip
Rank = Literal[
    "Oberleutnant", "Hauptmann", "Major", "Oberstleutnant",
    "Unteroffizier", "Unterfeldwebel", "Feldwebel", "Oberfeldwebel",
]  # fmt: skip
Special = Literal["none", "head-on shot", "parachutist", "bomb", "rested"]
Quality = Literal["green", "trained", "veteran", "ace"]
Jam = Literal["none", "one", "all", "all before firing"]
Fate = Literal["fine", "damaged", "down"]
Small = Annotated[int, msgspec.Meta(ge=0, le=200)]
Signed = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Some = Annotated[int, msgspec.Meta(ge=1, le=200)]
Cell = int | Literal["GP", "DE"]
Avoid = Annotated[int, msgspec.Meta(ge=0, le=20)] | Literal["all"]
