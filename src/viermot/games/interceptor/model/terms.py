"""The small vocabularies of Interceptor Ace as ints: zones, orientations, systems, skills, awards, ranks."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.ids import (
    Award,
    BomberPart,
    BomberSystem,
    Crewman,
    Encounter,
    Kill,
    Series,
    System,
    WheelPlace,
)

# --- seats [10.1] ------------------------------------------------------------------------------------------

PILOT: Final = Crewman(0)  # the seat whose turn it is; also the pilot among his crew
RIVAL: Final = -1  # the seat after it, who plays the enemy in competitive play [10.1.2]
MAX_PILOTS: Final = 4

# --- places and dates [4.2, 4.6] -----------------------------------------------------------------------

MONTHS: Final = (
    "Mar43", "Apr43", "May43", "Jun43", "Jul43", "Aug43", "Sep43", "Oct43", "Nov43", "Dec43", "Jan44", "Feb44",
)  # fmt: skip
TARGET_ZONES: Final = ("France", "Ruhr", "Bremen", "Frankfurt", "Munich", "Berlin")
FRANCE, RUHR, BREMEN, FRANKFURT, MUNICH, BERLIN = range(6)
BASE_ZONES: Final = ("Dutch", "Bremen", "French", "Ruhr", "Munich", "Münster", "Frankfurt")
SERIES: Final = ("Bf109", "Fw190", "Bf110", "Me410")
BF109, FW190, BF110, ME410 = map(Series, range(4))

# --- interception and orientation [7.1.2, 7.2.2] -------------------------------------------------------

INTERCEPTIONS: Final = ("fighters", "not located", "disadvantaged", "head on", "advantaged", "sun", "event")
FIGHTERS, NOT_LOCATED, START_DISADVANTAGED, START_HEAD_ON, START_ADVANTAGED, OUT_OF_THE_SUN, EVENT = range(7)
TAILED, DISADVANTAGED, HEAD_ON, ADVANTAGED, TAILING = map(WheelPlace, range(-2, 3))
ORIENTATIONS: Final = {
    "tailed": TAILED, "disadvantaged": DISADVANTAGED, "head on": HEAD_ON, "advantaged": ADVANTAGED, "tailing": TAILING,
}  # fmt: skip
LONG, MEDIUM, CLOSE = range(3)
RANGES: Final = ("long", "medium", "close")
PORT_WING, STARBOARD_WING, AIRFRAME = map(BomberSystem, range(3))  # points of aim [7.1.3]
AIM_POINTS: Final = ("port wing", "starboard wing", "airframe")
LOW, LEVEL, HIGH = range(3)  # altitudes of an approach, and the two vertical ones beside the locations 1 to 8 [10.5]
ALTITUDES: Final = ("low", "level", "high")
CLIMB, DIVE = 9, 10

# --- results on the cards [7.1.6] ----------------------------------------------------------------------

GP, DE = 100, 101  # besides plain numbers of hits
RESULTS: Final = {"GP": GP, "DE": DE}
ALL_DAMAGE: Final = 99  # what "avoid all damage" avoids
WINGMAN_TEXTS: Final = ("busy", "attacks", "forces a break", "spoils his aim", "drives him off", "is hit")
WINGMAN_BUSY, WINGMAN_ATTACKS, WINGMAN_BREAKS, WINGMAN_SPOILS, WINGMAN_DRIVES_OFF, WINGMAN_HIT = range(6)

# --- what a card is drawn for [7.1.6, 7.2.2] ------------------------------------------------------------

CARD_USES: Final = (
    "attack", "defence", "wingman text", "bomber's fire", "enemy's attack", "enemy's defence", "rear gunner",
    "wingman's attack",
)  # fmt: skip
# The line of the card that each of them reads.
CARD_LINES: Final = ("hits", "defence", "wingman", "fire", "hits", "defence", "fire", "hits")
(
    OWN_ATTACK, OWN_DEFENCE, WINGMAN_TEXT, BOMBER_FIRE, ENEMY_ATTACK, ENEMY_DEFENCE, REAR_GUNNER, WINGMAN_ATTACK,
) = range(8)  # fmt: skip

# --- parts of a bomber, chart B3 [7.1.8, 7.4] ----------------------------------------------------------

BOMBER_PARTS: Final = (
    "wing", "airframe", "controls", "inner engine", "outer engine", "fuel tank",
    "random wing", "gunner", "crew", "port engine", "starboard engine", "bomb bay",
)  # fmt: skip
(
    B_WING, B_AIRFRAME, B_CONTROLS, B_INNER, B_OUTER, B_FUEL,
    B_RANDOM_WING, B_GUNNER, B_CREW, B_PORT_ENGINE, B_STARBOARD_ENGINE, B_BOMB_BAY,
) = map(BomberPart, range(12))  # fmt: skip

# In group damage: an engine on the side aimed at, an inner engine on either side.
B_ENGINE, B_RANDOM_INNER = map(BomberPart, (12, 13))
GROUP_PARTS: Final = (*BOMBER_PARTS, "engine", "random inner engine")
# Where damage is marked on the Bomber Target Chart; the first three are the points of aim.
(
    CONTROLS, PORT_INNER, PORT_OUTER, STARBOARD_INNER, STARBOARD_OUTER, GUNNERS, BOMBER_PILOT, BOMBER_COPILOT, LEAKING,
) = map(BomberSystem, range(3, 12))  # fmt: skip
BOMBER_SYSTEMS: Final = (
    "port wing", "starboard wing", "airframe", "controls", "port inner engine", "port outer engine",
    "starboard inner engine", "starboard outer engine", "gunners", "pilot", "copilot", "fuel tank",
)  # fmt: skip

# --- systems of a fighter, chart B6 [7.4.1] ------------------------------------------------------------

SYSTEMS: Final = (
    "port wing", "starboard wing", "airframe", "tail", "controls", "port engine", "starboard engine",
    "fuel tank", "oxygen", "radio", "boost", "landing gear", "forward weapon", "rear guns", "rockets",
    "pilot", "gunner", "crew", "IFF", "minor", "engine armour",
)  # fmt: skip
(
    S_PORT_WING, S_STARBOARD_WING, S_AIRFRAME, S_TAIL, S_CONTROLS, S_PORT_ENGINE, S_STARBOARD_ENGINE,
    S_FUEL, S_OXYGEN, S_RADIO, S_BOOST, S_GEAR, S_FORWARD, S_REAR_GUNS, S_ROCKETS,
    S_PILOT, S_GUNNER, S_CREW, S_IFF, S_MINOR, S_ARMOUR,
) = map(System, range(21))  # fmt: skip

LEAK, FIRE, EXPLOSION = range(3)
FUEL_RESULTS: Final = ("leak", "fire", "explosion")
UNHURT, LIGHT, SERIOUS, KILLED = range(4)  # wounds [7.4.7]
WOUNDS: Final = ("unhurt", "light", "serious", "killed")
HIT_PILOT, HIT_COPILOT, HIT_GUNNER = range(3)
BOMBER_CREW: Final = ("pilot", "copilot", "gunner")
LANDINGS: Final = ("safe", "rough", "crash", "destroyed")
GOOD, POOR, BAD = range(3)  # weather [7.5]
WEATHERS: Final = ("good", "poor", "bad")
NO_JAM, ONE_JAMS, ALL_JAM, ALL_JAM_FIRST = range(4)
JAMS: Final = ("none", "one", "all", "all before firing")
WINGMAN_FINE, WINGMAN_DAMAGED, WINGMAN_DOWN, WINGMAN_ABSENT = range(4)
WINGMAN_FATES: Final = ("fine", "damaged", "down", "absent")

MACHINE, LOST_MACHINE, OLD_CREW = 1, 2, 4  # what awaits a pilot's release from hospital, a bit each [9.4]

# --- how a sortie goes and ends ------------------------------------------------------------------------

ON_GROUND, AIRBORNE, LANDED, ROUGH_LANDED, CRASHED, WRECKED, BAILED_OUT, LOST = range(8)
FATES: Final = ("on the ground", "airborne", "landed", "rough landing", "crashed", "wrecked", "bailed out", "lost")
STILL_FLYING, SHOT_AWAY, BURNING, BLOWN_UP, SHOT_TO_PIECES, NO_ENGINE = range(6)  # why an aircraft is lost
BOMBER_KILL, FIGHTER_KILL = map(Kill, range(2))
KILLS: Final = ("bomber", "fighter")
# What the log sheet says of an aircraft met [2.3, 4.3.2].
SIGHTED, ENGAGED, DAMAGED, DESTROYED = map(Encounter, range(4))
ENCOUNTERS: Final = ("sighted", "engaged", "damaged", "destroyed")
WRITTEN_OFF: Final = ("flying", "shot away", "on fire", "blown up", "shot to pieces", "engine out")

# --- random events, by their number on chart C1 [7.10] -------------------------------------------------

EVENTS: Final = (
    "stray fire", "bounced", "engine trouble", "wrong vector", "straggler", "ground control",
    "eyewitness", "lucky charm", "armourer", "old hand", "newsreel",
)  # fmt: skip
(
    STRAY_FIRE, BOUNCED, ENGINE_TROUBLE, WRONG_VECTOR, STRAGGLER, GROUND_CONTROL,
    EYEWITNESS, LUCKY_CHARM, ARMOURER, OLD_HAND, NEWSREEL,
) = range(11)  # fmt: skip

# Markers kept on the mat, as bits.
GROUND_CONTROL_MARKER, EYEWITNESS_MARKER, CHARM_MARKER, ARMOURER_MARKER = 1, 2, 4, 8
MARKERS: Final = ("ground control", "eyewitness", "lucky charm", "armourer")

# --- skills [7.7, 10.6] --------------------------------------------------------------------------------

SKILLS: Final = (
    "landing", "navigation", "parachute", "reflexes", "situational awareness", "weapons maintenance",
    "expert Bf109", "expert Fw190", "expert Bf110", "expert Me410", "leadership", "precision", "acm",
    "sixth sense", "gunnery", "aim", "cuban eight", "chandelle", "immelmann", "split-s",
)  # fmt: skip
# A man's skills are one int, a bit each, in the order of SKILLS.
(
    LANDING, NAVIGATION, PARACHUTE, REFLEXES, AWARENESS, MAINTENANCE,
    EXPERT_BF109, EXPERT_FW190, EXPERT_BF110, EXPERT_ME410, LEADERSHIP, PRECISION, ACM,
    SIXTH_SENSE, GUNNERY, AIM, CUBAN_EIGHT, CHANDELLE, IMMELMANN, SPLIT_S,
) = (1 << n for n in range(20))  # fmt: skip
EXPERTS: Final = (EXPERT_BF109, EXPERT_FW190, EXPERT_BF110, EXPERT_ME410)  # by series
WINGMANS_EXPERT: Final = 1 << 30  # among the skills used up in a sortie
MANOEUVRES: Final = (CUBAN_EIGHT, CHANDELLE, IMMELMANN, SPLIT_S)  # in the order they are learned [10.6]
WINGMAN, GUNNER = map(Crewman, (1, 2))  # beside the pilot, 0
CREW: Final = ("pilot", "wingman", "gunner")

# --- awards and ranks [7.8, 7.9]; awards are bits as skills are -----------------------------------------

AWARDS: Final = (
    "wound badge", "ek2", "ek1", "ace", "ehrenpokal", "flight clasp", "german cross",
    "knight's cross", "oak leaves", "swords", "diamonds",
)  # fmt: skip
(
    WOUND_BADGE, EK2, EK1, ACE, EHRENPOKAL, FLIGHT_CLASP, GERMAN_CROSS,
    KNIGHTS_CROSS, OAK_LEAVES, SWORDS, DIAMONDS,
) = (Award(1 << n) for n in range(11))  # fmt: skip
OFFICER, NCO = range(2)
TRACKS: Final = ("officer", "nco")
OBERLEUTNANT, HAUPTMANN, MAJOR, OBERSTLEUTNANT = range(4)
UNTEROFFIZIER, UNTERFELDWEBEL, FELDWEBEL, OBERFELDWEBEL = range(4)
RANKS: Final = (
    ("Oberleutnant", "Hauptmann", "Major", "Oberstleutnant"),
    ("Unteroffizier", "Unterfeldwebel", "Feldwebel", "Oberfeldwebel"),
)
COMMANDS: Final = ("", "Staffelkapitän", "Kommandeur", "Kommandeur")  # by officer's rank [7.9.1]

# --- enemy pilots [10.4], victory [5.2], ace abilities [10.2.2] ----------------------------------------

GREEN, TRAINED, VETERAN, ENEMY_ACE = range(4)
QUALITIES: Final = ("green", "trained", "veteran", "ace")
LEVELS: Final = ("defeat", "draw", "marginal", "substantial", "decisive")
SPECIALS: Final = ("none", "head-on shot", "parachutist", "bomb", "rested")
NO_SPECIAL, HEAD_ON_SHOT, PARACHUTIST, AIR_BOMB, RESTED = range(5)
