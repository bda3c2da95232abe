"""What the player and the umpire may know [1.2.2, 3.1, 5.0, 5.1, rulings A32 to A34].

The player sees his own aircraft, what the rules put on his map, and attackers only while they are fixed or tallied:
their hex and facing, what holds them, and what he has witnessed of them. The umpire sees both maps.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from viermot.games.nightfighter.faces import event_text
from viermot.games.nightfighter.knowledge import picture as shown
from viermot.games.nightfighter.knowledge.events import fields_of, plain
from viermot.games.nightfighter.knowledge.sheet import Sheet, due, sheet
from viermot.games.nightfighter.model.board import (
    BOX,
    COLUMN,
    HEXES,
    MOONS,
    ROW,
    SEATS,
    VISIBILITIES,
)
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN, JAMMING
from viermot.games.nightfighter.model.ids import NO_CONTACT, NOBODY, Attacker, Fighter, Group, Handle, Hex, Zone
from viermot.games.nightfighter.model.layout import ALERT_SEEN, HITS_SEEN, INTRUDER, Layout
from viermot.games.nightfighter.model.records import Marker, Search, Sweep
from viermot.games.nightfighter.model.state import HELD, Game
from viermot.games.nightfighter.rules.ai import dice_through_jamming
from viermot.games.nightfighter.rules.fighters import Mover, next_mover
from viermot.games.nightfighter.rules.radar import CONTACT, NOTHING, SAME_HEX
from viermot.games.nightfighter.rules.sight import lit_range
from viermot.games.nightfighter.rules.tally import best_look, fixed_tally_dice, plain_dice
from viermot.games.nightfighter.rules.victory import result, score
from viermot.kernel import rulebook
from viermot.kernel.agenda import Logged, Mark
from viermot.kernel.events import Event
from viermot.kernel.hexes import ARCS, DIRECTIONS
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import seat_bits

RESULTS: Final[dict[int, shown.SearchResult]] = {
    NOTHING: "nothing",
    CONTACT: "contact",
    SAME_HEX: "same hex",
    3: "silent",
}
FATES = ("on map", "exited", "destroyed", "held back")
SIDES: Final = ("red", "yellow")
PILOT_WORDS: Final[dict[int, shown.PilotLevel]] = {GREEN: "green", 0: "normal", EXPERTE: "experte"}
MOVE_BOMBERS, ENTER, MOVE_FIGHTERS, RADAR_SEARCH = 1, 2, 3, 5  # the numbers of the phases
PLAYER_CITES = "1.2.2a 3.1 5.1b 5.1c 8.1.4b 2.1.5c 2.2.10 2.4 13.1.4"
UMPIRE_CITES = "1.2.2b 5.1a 5.1c 2.2.9 2.2.10 2.1.5c 2.4"


class Environment(NamedTuple):
    """The night as it is now [3.3]."""

    moon: int
    visibility: int
    cloud: int


class Contact(NamedTuple):
    """An attacker on the player's map [5.1b]."""

    handle: Handle
    hex: Hex
    facing: int
    zone: Zone  # whose lights hold it
    tallied_by: tuple[Fighter, ...]
    fixed_by: tuple[Fighter, ...]
    hits: int  # those he has seen
    alerted: bool
    type: str | None  # where it is known


class Placed(NamedTuple):
    """An attacker on the umpire's map."""

    hex: Hex
    facing: int
    group: Group
    in_contact: bool


class NightView:
    """A game as one seat sees it. Everything is worked out from the state when asked for."""

    def __init__(self, game: Game, seat: str) -> None:
        self._game = game
        self.seat = seat
        self.bits = seat_bits(SEATS, seat)
        self.sees_all = seat == "umpire"

    # -- quick looks, for bots ---------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """Scenario, options and aircraft data: open to both seats except for the attackers' numbers."""
        return self._game.layout

    @property
    def sheet(self) -> Sheet:
        """All that the scenario book says of this scenario, for both seats alike [3.2h]."""
        rulebook.witness("3.2h", rulebook.PERSPECTIVE)
        return sheet(self._game.layout.scenario, self._game.layout.chits)

    def due(self) -> dict[int, list[tuple[str, int]]]:
        """The entry line of the sheet by turn: who comes, and how many [8.1.1a]."""
        return due(self._game.layout.scenario.entry)

    @property
    def turn(self) -> int:
        return self._game.turn

    @property
    def phase(self) -> int:
        """The number of the phase; in the umpire's own two phases the player may see only the first [8.1.4b]."""
        game = self._game
        return MOVE_BOMBERS if game.phase == ENTER and game.layout.asks_each_turn and not self.sees_all else game.phase

    @property
    def environment(self) -> Environment:
        """Moon, visibility, cloud."""
        return Environment(self._game.moon, self._game.visibility, self._game.cloud)

    def fighter(self, number: Fighter) -> tuple[Hex, int]:
        """Hex (negative when not on the map) and facing of one of the player's fighters."""
        return self._game.f_hex[number], self._game.f_facing[number]

    def fighters(self) -> list[tuple[Hex, int]]:
        """Hex and facing of all the player's fighters."""
        return list(zip(self._game.f_hex, self._game.f_facing, strict=True))

    def dives(self, number: Fighter) -> int:
        return self._game.f_dives[number]

    def dived(self, number: Fighter) -> bool:
        """Has it dived this turn? [18.0a]"""
        return 0 < self._game.f_dived[number] == self._game.turn

    def fighter_hits(self, number: Fighter) -> int:
        return self._game.f_hits[number]

    def blinded(self, number: Fighter) -> bool:
        return self._game.blinded(number)

    def has_oblique(self, number: Fighter) -> bool:
        return bool(self._game.f_oblique[number])

    def warned(self, number: Fighter) -> bool:
        return 0 < self._game.f_warned[number] == self._game.turn

    def evading(self, number: Fighter) -> bool:
        """Has it announced this turn that it evades? [27.3.1]"""
        return self._game.shaken(number)

    def tally_of(self, number: Fighter) -> Handle:
        """The handle of the contact this fighter has tallied, 0 for none."""
        target = self._game.f_tally[number]
        return self._game.a_handle[target] if target != NOBODY else NO_CONTACT

    def fix_of(self, number: Fighter) -> Handle:
        """The handle of the contact this fighter's radar has fixed, 0 for none."""
        target = self._game.f_fix[number]
        return self._game.a_handle[target] if target != NOBODY else NO_CONTACT

    def good_position(self, number: Fighter) -> bool:
        """Does its attack position on its tally count as good? Without option 28.4 it always does."""
        position = self._game.f_position[number]
        this_turn = position.target == self._game.f_tally[number] and position.turn == self._game.turn
        return not this_turn or bool(position.good)

    def can_look(self, number: Fighter) -> bool:
        """On the map, with a crew that can see this turn?"""
        return self._game.can_look(number)

    def mover(self, number: Fighter) -> Mover:
        """What the fighter will have for its next move."""
        return next_mover(self._game, number)

    def contact_name(self, handle: Handle) -> str:
        """A contact as the player calls it."""
        return f"C{handle}"

    def look_chance(self, fighter: Fighter, contact: Contact) -> Fraction:
        """The best chance that its crew tallies a contact this turn: from behind, not turning, no faster [10.1, 15.1].

        Dice of a look round and, where radar or lights hold the contact for it, of a hard look; any may show it.
        """
        game = self._game
        target = game.attacker_of(contact.handle)
        dice = plain_dice(game)
        lit = game.is_lit(target)
        if game.layout.advanced_tally and (game.f_fix[fighter] == target or (game.f_fix[fighter] == NOBODY and lit)):
            dice += best_look(game, fighter, lit=lit, fixed=bool(contact.fixed_by))
        return 1 - Fraction(5, 6) ** dice

    def look_round_chance(self) -> Fraction:
        """The chance that a look round shows a bomber in sight, without bonus dice [10.1]."""
        return 1 - Fraction(5, 6) ** plain_dice(self._game)

    def hard_look_chances(self, fighter: Fighter, handle: Handle) -> list[Fraction]:
        """The chance of a hard look; two if it depends on how far the bomber flew, which is secret [15.1, 19.1.3b]."""
        game = self._game
        target = game.attacker_of(handle)
        dice = {fixed_tally_dice(game, fighter, target, faster)[0] for faster in (False, game.f_spent[fighter] > 2)}
        return [1 - Fraction(5, 6) ** count for count in dice]

    def jamming_chance(self, fighter: Fighter) -> Fraction:
        """The chance that an AI set works through jamming [24.5.2]."""
        return 1 - Fraction(5, 6) ** dice_through_jamming(self._game, fighter)

    def contacts(self) -> list[Contact]:
        """The attackers now on the player's map [5.1b]."""
        game = self._game
        held = sorted((game.a_handle[a], a) for a in game.on_map if game.a_handle[a])
        return [self._contact(a) for _, a in held]

    def contact(self, handle: Handle) -> Contact | None:
        """One of them by its handle."""
        game = self._game
        attacker = game.owners[handle - 1] if 0 < handle <= game.handles else NOBODY
        if attacker == NOBODY or game.a_handle[attacker] != handle:
            return None
        return self._contact(attacker)

    def held(self, handle: Handle) -> Contact:
        """A contact named by a question, so it certainly exists."""
        contact = self.contact(handle)
        if contact is None:
            raise LookupError(f"no contact {handle}")
        return contact

    def _contact(self, attacker: Attacker) -> Contact:
        game = self._game
        known = game.a_known[attacker]
        return Contact(
            game.a_handle[attacker],
            game.a_hex[attacker],
            game.a_facing[attacker],
            game.a_light[attacker],
            tuple(f for f in game.layout.numbers if game.f_tally[f] == attacker),
            tuple(f for f in game.layout.numbers if game.f_fix[f] == attacker),
            known & HITS_SEEN,
            bool(known & ALERT_SEEN),
            self._type_known(attacker),
        )

    def _type_known(self, attacker: Attacker) -> str | None:
        """The type, where the scenario leaves no doubt or it has been identified."""
        game = self._game
        return str(game.layout.groups[game.a_group[attacker]].type) if game.type_is_known(attacker) else None

    def searches(self) -> list[Search]:
        """The search counters on the map."""
        return self._game.searches

    def sweeps(self) -> list[Sweep]:
        """The sweep counters on the map."""
        return self._game.sweeps

    def markers(self) -> list[Marker]:
        """The searchlight search markers on the map."""
        return self._game.markers

    def attackers(self) -> list[Attacker]:
        """For the umpire: the numbers of all attackers on the map."""
        self._umpire_only()
        return list(self._game.on_map)

    def attacker(self, number: Attacker) -> Placed:
        """For the umpire: where an attacker is, what it is, and whether the player is in contact with it."""
        self._umpire_only()
        game = self._game
        return Placed(game.a_hex[number], game.a_facing[number], game.a_group[number], bool(game.a_handle[number]))

    def attacker_bearing(self, number: Attacker) -> int:
        """For the umpire: what an intruder hunts this phase."""
        self._umpire_only()
        return self._game.a_bearing[number]

    def attacker_state(self, number: Attacker) -> tuple[int, bool]:
        """For the umpire: the hits on an attacker, and whether it is alerted."""
        self._umpire_only()
        return self._game.a_hits[number], bool(self._game.a_alert[number])

    def waiting(self) -> list[tuple[Attacker, int]]:
        """For the umpire: (attacker, entry number) of those held back beside the map."""
        self._umpire_only()
        game = self._game
        return [(a, game.a_entry[a]) for a in game.attackers() if game.a_fate[a] == HELD]

    def newcomers(self) -> list[tuple[int, int]]:
        """For the umpire: (column, MP) of the bombers that came in down a column this turn."""
        self._umpire_only()
        game = self._game
        return [(COLUMN[game.a_hex[a]], game.a_moved[a]) for a in game.on_map if ROW[game.a_hex[a]] == game.a_moved[a]]

    def _umpire_only(self) -> None:
        if not self.sees_all:
            raise PermissionError("only the umpire's map shows this")

    def owner_of(self, handle: Handle) -> int | None:
        """For the umpire: the id of the attacker that a contact stands, or stood, for."""
        self._umpire_only()
        game = self._game
        return game.a_id[game.owners[handle - 1]] if 0 < handle <= game.handles else None

    def raw_events(self) -> list[tuple[Any, ...]]:
        """The events this seat may know, as the rules wrote them."""
        game, bits = self._game, self.bits
        return [event for event in game.log[: game.logged] if event[2] & bits == bits]

    def news(self, mark: Mark | None = None) -> tuple[Mark, bool, list[Logged]]:
        """What this seat has learned since a mark: a new mark, whether this starts from the beginning, and the events.

        A mark is to be handed back unchanged. After an undo, or without a mark, everything is told from the beginning.
        """
        return self._game.news(self.bits, mark)

    def goes_on_from(self, mark: Mark) -> bool:
        """Is this the game the mark was taken in, as it was then or later? If so, nothing has to be told again."""
        return mark.read > 0 and self._game.goes_on_from(mark)

    # -- the whole picture ---------------------------------------------------------------------------

    def to_json(self) -> JsonObject:
        """Everything the seat may know now, as plain data."""
        told: JsonObject = msgspec.to_builtins(self.picture())
        return told

    def picture(self) -> msgspec.Struct:
        """Everything the seat may know now."""
        return self.night_picture()

    def night_picture(self) -> shown.Picture:
        """The same as a record; the solitaire game builds its own view on this class."""
        game = self._game
        rulebook.witness(UMPIRE_CITES if self.sees_all else PLAYER_CITES, rulebook.PERSPECTIVE)
        return shown.Picture(
            seat=self.seat,
            scenario=game.layout.scenario.id,
            turn=game.turn,
            turn_space=self._turn_space(),
            phase=self.phase,
            environment=self._environment(),
            fighters=[self._own(f) for f in game.layout.numbers],
            contacts=[self._contact_shown(contact) for contact in self.contacts()],
            searches=self._searches(),
            sweeps=[shown.Sweep(radar=game.layout.radars[r].name, hex=HEXES.name(h)) for r, h in game.sweeps],
            radars=self._radars(),
            tracks=self._tracks(),
            markers=[shown.Marker(zone=game.layout.zone_letters[zone], hex=HEXES.name(h)) for zone, h in game.markers],
            task_force=game.layout.zone_letters[game.layout.task_force] if game.layout.naval else None,
            flares_until=game.flares,
            score=self._score(),
            over=self._result(),
            umpire=self._umpire_map() if self.sees_all or game.ending else UNSET,
            player_map=NightView(game, "player").night_picture() if self.sees_all else UNSET,
        )

    def _turn_space(self) -> int:
        """Where the marker stands on the turn track."""
        return (self._game.turn - 1) % 20 + 1 if self._game.turn else 0

    def _environment(self) -> shown.Environment:
        game = self._game
        return shown.Environment(
            moon=MOONS[game.moon],
            visibility=VISIBILITIES[game.visibility],
            cloud="cloudy" if game.cloud else "none",
            altitude=game.layout.scenario.altitude,
            visible=(game.layout.sight[game.visibility], game.layout.lit_sight[game.visibility]),
        )

    def _score(self) -> shown.Score:
        game = self._game
        kills = game.kills + game.german_kills + game.intruder_kills
        return shown.Score(kills=kills, losses=game.losses, vp=game.vp, score=score(game))

    def _result(self) -> shown.Result | None:
        over = result(self._game)
        return shown.Result(**over) if over is not None else None

    def _own(self, fighter: Fighter) -> shown.Fighter:
        """One of the player's fighters, open to both seats."""
        game = self._game
        fit = game.layout.fighters[fighter]
        hex_ = game.f_hex[fighter]
        return shown.Fighter(
            id=str(fit.ident),
            type=fit.type,
            pilot=PILOT_WORDS[fit.pilot],
            generic=f"XX{fit.tally}",
            hex=HEXES.name(hex_) if hex_ >= 0 else "box" if hex_ == BOX else None,
            facing=DIRECTIONS[game.f_facing[fighter]] if hex_ >= 0 else None,
            fate=FATES[game.f_fate[fighter]],
            hits=game.f_hits[fighter],
            damage=fit.damage,
            dives=game.f_dives[fighter],
            blinded=max(0, game.f_blind[fighter] - game.turn + (game.phase < 9)) if game.turn else 0,
            tally=plain(game, "contact", self.tally_of(fighter)),
            fix=plain(game, "contact", self.fix_of(fighter)),
            warned=self.warned(fighter),
            alerted=bool(game.f_alert[fighter]),
            oblique=bool(game.f_oblique[fighter]),
            radar=fit.radar.name if fit.radar is not None else None,
            equipment=list(fit.equipment),
            good_view=fit.view,
            lit_range=lit_range(game, Fighter(fighter)),
            spent=game.f_spent[fighter] if game.phase >= MOVE_FIGHTERS else 0,
            card=self._card(fighter),
        )

    def _card(self, fighter: Fighter) -> shown.Card:
        """What the aircraft's chart says of it as fitted, at this altitude and on this turn [6.0, 12.0, 19.1]."""
        fit = self._game.layout.fighters[fighter]
        return shown.Card(
            mp=f"{fit.mp.base}{'*' if fit.mp.star else ''}",
            mp_now=fit.max_mp[self._game.turn & 1],
            least_mp=fit.least_mp,
            firepower=fit.firepower,
            oblique=fit.oblique if self._game.f_oblique[fighter] else None,
            defence=fit.defence,
            view=fit.view,
            ai=self._ai_set(fighter),
            equipment=list(fit.equipment),
            tail_warning=fit.tail,
            guidance=fit.guidance,
        )

    def _ai_set(self, fighter: Fighter) -> shown.AiSet | None:
        ai = self._game.layout.fighters[fighter].ai
        if ai is None:
            return None
        return shown.AiSet(
            name=ai.name, range=ai.range, arc=ARCS[ai.arc], modifier=ai.modifier, band=ai.band, jammed=JAMMING[ai.jam]
        )

    def _radars(self) -> list[shown.RadarCounter]:
        """The player's search counters, whose they are and how far they look [13.1]."""
        layout = self._game.layout
        return [
            shown.RadarCounter(
                radar=counter.name,
                family=counter.family,
                value=counter.value,
                fighter=str(layout.fighters[counter.fighter].ident) if counter.fighter >= 0 else None,
                jammed=JAMMING[counter.jam],
            )
            for counter in layout.radars
        ]

    def _contact_shown(self, contact: Contact) -> shown.Contact:
        game = self._game
        return shown.Contact(
            contact=f"C{contact.handle}",
            hex=HEXES.name(contact.hex),
            facing=DIRECTIONS[contact.facing],
            lit_in=game.layout.zone_letters[contact.zone] if contact.zone >= 0 else None,
            tallied_by=[str(game.layout.fighters[f].ident) for f in contact.tallied_by],
            fixed_by=[str(game.layout.fighters[f].ident) for f in contact.fixed_by],
            hits=contact.hits,
            alerted=contact.alerted,
            type=contact.type,
        )

    def _searches(self) -> list[shown.Search]:
        """The search counters on the map; one that has only been placed shows nothing yet [13.1.1a]."""
        game = self._game
        resolved = len(game.searches) - self._unresolved()
        return [
            shown.Search(
                radar=game.layout.radars[radar].name,
                hex=HEXES.name(hex_),
                result=RESULTS[found] if number < resolved else "pending",
            )
            for number, (radar, hex_, found) in enumerate(game.searches)
        ]

    def _unresolved(self) -> int:
        """How many counters still wait: they are resolved in the order in which they were placed, once all are down."""
        game = self._game
        if game.phase != RADAR_SEARCH:
            return 0
        resolved = 0
        for event in reversed(game.log[: game.logged]):
            if event[0] == "search_placed":
                return len(game.searches) - resolved
            resolved += event[0] == "search"
        return 0  # begun from a position, in which all have been resolved

    def _tracks(self) -> list[shown.Track]:
        """Past searches, as track counters would mark them [13.1.4]."""
        tracks: list[shown.Track] = []
        told = [event for event in self.raw_events() if event[0] in ("turn", "counters_removed")]
        turn = self._first_turn()
        for event in told:
            if event[0] == "turn":
                turn = event[3][0]
            else:
                searches, sweeps = event[3]
                tracks += [
                    shown.Track(
                        turn=turn - 1,
                        radar=self._game.layout.radars[radar].name,
                        hex=HEXES.name(hex_),
                        contact=found in (CONTACT, SAME_HEX),
                        towards=[HEXES.name(h) for r, h in sweeps if r == radar],
                    )
                    for radar, hex_, found in searches
                ]
        return tracks

    def _umpire_map(self) -> shown.UmpireMap:
        """The map behind the screen: all attackers, their facings, hits, tallies and fixes [5.1a]."""
        game = self._game
        return shown.UmpireMap(
            side=SIDES[game.side] if game.side >= 0 else None,
            attackers=[self._attacker_shown(a) for a in game.attackers()],
            to_come=game.layout.attackers_in_all - len(game.a_id),
        )

    def _attacker_shown(self, a: Attacker) -> shown.Attacker:
        game = self._game
        kind, hex_ = game.layout.groups[game.a_group[a]], game.a_hex[a]
        return shown.Attacker(
            id=str(game.a_id[a]),
            type=kind.type,
            intruder=kind.role == INTRUDER,
            hex=HEXES.name(hex_) if hex_ >= 0 else None,
            facing=DIRECTIONS[game.a_facing[a]],
            fate=FATES[game.a_fate[a]],
            hits=game.a_hits[a],
            alerted=bool(game.a_alert[a]),
            lit_in=game.layout.zone_letters[game.a_light[a]] if game.a_light[a] >= 0 else None,
            contact=plain(game, "contact", game.a_handle[a]),
            column=game.a_entry[a] if game.a_fate[a] == HELD else None,
        )

    def _first_turn(self) -> int:
        """The turn in which the log begins: 0 but for games that began from a position."""
        game = self._game
        return game.turn - [event[0] for event in game.log[: game.logged]].count("turn")

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        """What the seat came to know, numbered as the seat counts."""
        game = self._game
        told: list[Event] = []
        mine, since = self.raw_events(), max(0, since)
        turn = next((event[3][0] for event in mine[:since][::-1] if event[0] == "turn"), None)
        if turn is None:
            turn = self._first_turn()
        for number, event in enumerate(mine[since:until], since):
            if event[0] == "turn":
                turn = event[3][0]
            data = {
                name: plain(game, name, value) for name, value in fields_of(event, for_player=not self.sees_all).items()
            }
            told.append(Event(number, turn, event[0], tuple(event[1].split()), data))
        return told

    # -- in words --------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        """The message key of an event's sentence."""
        key = event_text.with_outcome(self, event_text.key_of(event), event)
        return event_text.in_career(key, self.layout.scenario.id)

    def event_fields(self, event: Event, locale: str) -> JsonObject:
        """The fields of that sentence, as this seat reads them."""
        return event_text.event_fields(self, event, locale)

    def modifiers(self, event: Event, locale: str) -> list[str]:
        """The modifiers of a roll, each with its rule."""
        return event_text.modifiers(event, locale)


def view(game: Game, seat: str) -> NightView:
    """The game as a seat, or the public, may know it."""
    return NightView(game, seat)
