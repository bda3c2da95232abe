"""What each player may know [3.3b, 4.0a, 8.2f, 8.3, 12.5, ruling C29].

Units, weather, tracks, discards and everything on the map are open. The plot, raid identities, targets and loads are
the British player's secrets, and each hand is its owner's. The German player sees counters without letters and raid
boxes without kinds; under Fog of War not even what is in those boxes.
"""

# not compiled: what is open to all is declared here, and made properties that look it up in the state

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from viermot.games.bomber_command.faces import event_text
from viermot.games.bomber_command.knowledge import picture as shown
from viermot.games.bomber_command.knowledge.air_picture import RAIDS_MOVE, air_picture, reaches
from viermot.games.bomber_command.knowledge.events import MARKER_NAMES, plain, plain_fields
from viermot.games.bomber_command.knowledge.odds import Odds, odds
from viermot.games.bomber_command.knowledge.order_rows import UnitRow, unit_rows
from viermot.games.bomber_command.model import ids
from viermot.games.bomber_command.model.board import (
    BRITISH,
    EVERY_LETTER,
    EVERY_ZONE,
    GERMAN,
    KINDS,
    LETTERS,
    MOONS,
    MOSQUITO,
    NAME,
    OFF,
    SEATS,
    VISIBILITIES,
    WEATHERS,
    ZONES,
)
from viermot.games.bomber_command.model.ids import (
    NO_RAID,
    NO_UNIT,
    Box,
    City,
    Hex,
    Letter,
    Title,
    Unit,
    by_raid,
    by_unit,
)
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.records import Area, BombedCity, PatrolAway
from viermot.games.bomber_command.model.state import (
    BOX_NAMES,
    DEPLETED,
    FATES,
    GCI,
    INTRUDER,
    RETURNING,
    SCRAMBLING,
    STREAM_COUNTER,
    Game,
)
from viermot.games.bomber_command.rules.combat.combat import ATTACKS, damage_told, is_inside
from viermot.games.bomber_command.rules.detection import are_shown
from viermot.games.bomber_command.rules.intruders import raids_over_england, streams_over_england
from viermot.games.bomber_command.rules.movement.raids import fly
from viermot.games.bomber_command.rules.victory import (
    british_half_points,
    german_points,
    known_german_points,
    level_of,
    lost,
    result,
    target_points,
)
from viermot.games.bomber_command.sequence import PHASES, phase, raids_move
from viermot.kernel import declared, rulebook
from viermot.kernel.agenda import Facts, Logged, Mark, options_of, seats_asked
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import seat_bits

CITES = "2.1.1a 2.1.2h 2.3.2 6.2b 9.8.2a 9.8.2b"
BRITISH_CITES = CITES + " 2.5 3.3b 4.0a 4.1 6.1b"
GERMAN_CITES = CITES + " 3.3b 8.2f 8.3 8.3b 7.2.5"
MARKER_SIDES: Final = ("drop", "resolve")
MARK_NAMES = (
    (DEPLETED, "depleted"), (SCRAMBLING, "scramble"), (RETURNING, "return"), (GCI, "gci"), (INTRUDER, "intruder"),
)  # fmt: skip


class Raid(NamedTuple):
    """A raid as the British player knows it."""

    letter: Letter
    kind: int
    target: int  # a city, a mine hex, or OFF
    path: tuple[Hex, ...]
    aim: int  # where in the path the target is, or NOWHERE
    step: int  # how far along it the counter is; OFF before it
    fate: int
    entry: int  # turn
    losses: int
    disrupt: int
    damage: int
    hunt: int
    heavy: int
    waypoints: int
    load: int
    parent: ids.Raid
    split: int
    bombed: int


class RaidBox(NamedTuple):
    """A raid box as a seat sees it [8.3, 12.5]."""

    letter: Letter
    losses: int
    disrupt: int
    damage: int
    hunt: int
    units: tuple[Unit, ...]  # that have infiltrated it
    kind: int  # OFF for unknown


class RaidView:
    """A night as one seat, or the public, sees it. Everything is worked out from the state on demand."""

    # Open to all, straight from the state.
    jamming: int
    naxos: int
    beleuchter: int
    visibility: int
    twilight: int
    moon: int
    moon_turn: int
    bad: int
    wind: int
    fido: int
    alerted: int
    patrols: tuple[int, ...]
    patrols_away: tuple[PatrolAway, ...]
    stripped: tuple[City, ...]
    mobile: tuple[int, ...]
    mined: tuple[Hex, ...]
    fighter_losses: int
    discards: tuple[tuple[Title, ...], tuple[Title, ...]]
    end_stage: int
    intruders_sent: int
    mosquito_vp: int
    mine_vp: int
    bombing_half_vp: int
    fidget: Box
    modifier: int
    areas: list[Area]

    def __init__(self, game: Game, seat: str) -> None:
        self._game = game
        self.layout: Layout = game.layout  # scenario, options, map, units and cards as data
        self.seat = seat
        self.bits = seat_bits(SEATS, seat)
        self.side = SEATS.index(seat) if seat in SEATS else OFF
        self.sees_raids = seat == SEATS[BRITISH]

    @property
    def is_over(self) -> bool:
        """Is the night over? If so, nothing is hidden any longer."""
        return self._over

    # -- for drawing nights that look the same -----------------------------------------------------------------

    @property
    def true_night(self) -> Game:
        """The night itself, for `resample` alone, which redraws whatever this seat may not know."""
        return self._game

    @property
    def offered(self) -> Sequence[int]:
        """What this seat is offered, if it is asked."""
        own = [task for seat, task in seats_asked(self._game) if seat == self.side]
        return options_of(self._game, own[0]) if own else ()

    # -- open to all ---------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        return self._game.turn

    @property
    def phase(self) -> int:
        return self._game.phase

    @property
    def raids_moved(self) -> bool:
        """Have raids moved in this turn? Everybody sees the phases go by [5.0a]."""
        yet_to_come = any(task[0] in (raids_move, fly) or task == (phase, RAIDS_MOVE) for task in self._game.agenda)
        return self._game.turn > 0 and not yet_to_come

    @property
    def unit_place(self) -> list[Hex]:
        return self._game.unit_place

    @property
    def unit_box(self) -> list[Box]:
        return self._game.unit_box

    @property
    def unit_marks(self) -> list[int]:
        return self._game.unit_marks

    @property
    def unit_fuel(self) -> list[int]:
        return self._game.unit_fuel

    def unit_letter(self, unit: Unit) -> int:
        """The letter of the raid box a unit is in, or OFF."""
        raid = self._game.unit_raid[unit]
        return self._game.plot[raid].letter if raid >= 0 else OFF

    def strength(self, unit: Unit) -> int:
        return self._game.strength(unit)

    @property
    def attacker(self) -> Unit:
        """The nightfighter unit now attacking a raid, or OFF [9.1.1a]."""
        attack = self._game.attack
        return attack.unit if attack and attack.unit >= 0 and attack.raid >= 0 else NO_UNIT

    @property
    def hunts_mosquitos(self) -> bool:
        """Is the raid that a unit now attacks one of Mosquitos? By then that has been admitted to all [9.9]."""
        attack = self._game.attack
        return bool(attack and attack.unit >= 0 and attack.raid >= 0 and self._game.plot[attack.raid].kind == MOSQUITO)

    @property
    def weather(self) -> tuple[int, ...]:
        """The weather of each zone, OFF where there is no marker yet."""
        game = self._game
        laid = zip(EVERY_ZONE, game.weather, strict=True)
        return tuple(game.weather_in(zone) if marker != OFF else OFF for zone, marker in laid)

    @property
    def claimed(self) -> int:
        """Bombers shot down in the current attack, as everybody saw from the roll [9.7]."""
        return self._game.attack.losses if self._game.attack else 0

    def weather_at(self, place: int) -> int:
        return self._game.weather_at(place)

    def weather_modifier(self, place: int) -> int:
        return self._game.weather_modifier(place)

    def sight(self) -> int:
        """The visibility modifier now."""
        return self._game.sight()

    def moon_up(self) -> bool:
        return self._game.moon_up()

    def flak_of(self, city: City) -> int:
        return self._game.flak_of(city)

    def area_flak_of(self, hex_: Hex) -> int:
        return self._game.area_flak_of(hex_)

    def infiltration_value(self) -> int:
        return self._game.infiltration_value()

    def order_rows(self) -> list[UnitRow]:
        """The German order sheet, unit by unit; where units are is open, but the sheet is his own."""
        return unit_rows(self._game) if self.side == GERMAN else []

    def counters(self) -> list[tuple[Hex, bool]]:
        """The raid and stream counters on the map: hex, and whether it is a stream [8.2f]."""
        laid = self._game.counters
        if laid and not self.sees_raids and not are_shown(self._game):
            return []
        return sorted((hex_, kind == STREAM_COUNTER) for hex_, kind, _ in laid)

    def drops(self) -> list[tuple[int, int]]:
        """Bombing markers: city and side."""
        return [(city, side) for city, _, side, _ in self._game.drops]

    def combats(self) -> list[tuple[int, int, int, int]]:
        """Combat markers: type, hex, city, unit."""
        return sorted((marker.type, marker.hex, marker.city, marker.unit) for marker in self._game.combats)

    @property
    def hand(self) -> tuple[Title, ...]:
        """The seat's own cards."""
        return self._game.hands[self.side] if self.side >= 0 else ()

    @property
    def hand_sizes(self) -> tuple[int, int]:
        british, german = self._game.hands
        return len(british), len(german)

    @property
    def deck_sizes(self) -> tuple[int, int]:
        british, german = self._game.decks
        return len(british), len(german)

    @property
    def bombed_city(self) -> BombedCity | None:
        """The city under attack; only the British player knows which raid it is."""
        bombed = self._game.bombed_city
        return bombed if bombed is None or self.sees_raids else bombed._replace(raid=NO_RAID)

    def boxes(self) -> list[RaidBox]:
        """The raid boxes by letter as this seat sees them [8.3, 12.5]."""
        game = self._game
        hidden = game.layout.fog_of_war and not self.sees_raids and not game.ending
        found = []
        letters = [plotted.letter for plotted in game.plot]
        for letter in EVERY_LETTER:
            raid = game.raid_with(letter) if letter in letters else NO_RAID
            units = tuple(unit for unit, inside in by_unit(game.unit_raid) if inside == raid and raid >= 0)
            if raid < 0 or hidden:
                found.append(RaidBox(letter, 0, 0, 0, 0, units, self._kind(raid)))
                continue
            found.append(
                RaidBox(
                    letter,
                    game.raid_losses[raid],
                    game.raid_disruptions[raid],
                    game.raid_damage[raid],
                    game.raid_hunt[raid],
                    units,
                    self._kind(raid),
                )
            )
        return found

    def _kind(self, raid: ids.Raid) -> int:
        """The kind of a raid if this seat knows it, else OFF."""
        game = self._game
        return game.plot[raid].kind if raid >= 0 and (self.sees_raids or game.raid_known[raid] or self._over) else OFF

    @property
    def _over(self) -> bool:
        return result(self._game) is not None

    @property
    def points(self) -> tuple[float, int | None]:
        """British VP without the targets' until the end, and German VP where losses are open: Mosquitos count for more
        only when they are known for what they are, or the score would tell [8.3, 9.9]."""
        game = self._game
        if self._over or self.sees_raids:
            return british_half_points(game) / 2, german_points(game)
        german = None if game.layout.fog_of_war else known_german_points(game)
        return british_half_points(game) / 2 - target_points(game), german

    # -- the British player's own ------------------------------------------------------------------------------

    def raids(self) -> list[Raid]:
        """All raids, for the British player; for everybody when the night is over."""
        game = self._game
        if not self.sees_raids and not self._over:
            return []
        return [
            Raid(
                plotted.letter,
                plotted.kind,
                plotted.target,
                plotted.path,
                plotted.aim,
                game.raid_step[raid],
                game.raid_fate[raid],
                plotted.entry,
                game.raid_losses[raid],
                game.raid_disruptions[raid],
                game.raid_damage[raid],
                game.raid_hunt[raid],
                plotted.heavy,
                plotted.waypoints,
                plotted.load,
                plotted.parent,
                plotted.split,
                game.raid_bombed[raid],
            )
            for raid, plotted in by_raid(game.plot)
        ]

    @property
    def targets(self) -> tuple[City, ...]:
        """The cities to bomb tonight; the British player's secret [3.3b]."""
        return self._game.targets if self.sees_raids or self._over else ()

    @property
    def follow_up(self) -> int:
        return self._game.follow_up if self.sees_raids or self._over else 0

    @property
    def oil(self) -> tuple[int, ...]:
        return self._game.oil if self.sees_raids or self._over else ()

    @property
    def north(self) -> tuple[int, ...]:
        return self._game.north if self.sees_raids or self._over else ()

    @property
    def chit_moon(self) -> int:
        """The moon value of the first target; 0 for a seat that may not know it."""
        game = self._game
        return game.layout.chits[game.drawn[0]].moon if game.drawn and self.sees_raids else 0

    # -- as data -----------------------------------------------------------------------------------------------

    def to_json(self) -> JsonObject:
        """Everything this seat may know now, as stable JSON data."""
        told: JsonObject = msgspec.json.decode(msgspec.json.encode(self.picture()))  # lists, where tuples were
        return told

    def picture(self) -> shown.RaidPicture:
        """Everything this seat may know now."""
        rulebook.witness(BRITISH_CITES if self.sees_raids else GERMAN_CITES, rulebook.PERSPECTIVE)
        game, layout = self._game, self._game.layout
        british, german = self.points
        sees_plot = self.sees_raids or self._over
        return shown.RaidPicture(
            seat=self.seat,
            scenario=layout.kind,
            options=sorted(layout.options),
            turn=game.turn,
            phase=PHASES[game.phase - 1].name if game.phase else None,
            sky=self._sky(),
            jamming=self._jamming(),
            units=[self._unit(unit) for unit in game.layout.every_unit],
            counters=[(NAME[hex_], stream) for hex_, stream in self.counters()],
            in_england=len(raids_over_england(game)),
            streams_in_england=list(streams_over_england(game)),
            alerted=bool(game.alerted),
            bombing_markers=[(layout.cities[city].name, MARKER_SIDES[side]) for city, side in self.drops()],
            combat_markers=[
                (MARKER_NAMES[kind], NAME[hex_], plain(game, "city", city)) for kind, hex_, city, _ in self.combats()
            ],
            boxes=[self._box(box) for box in self.boxes()],
            patrols=shown.Patrols(pool=list(game.patrols), away=list(game.patrols_away)),
            stripped=[layout.cities[city].name for city in game.stripped],
            mobile_flak=[NAME[at] if at >= 0 else layout.cities[~at].name for at in game.mobile],
            mined=[NAME[hex_] for hex_ in game.mined],
            fighter_losses=game.fighter_losses,
            points=shown.Points(british=british, german=german),
            cards=self._cards(),
            attack=self._attack(),
            city=self._city_attacked(),
            result=self._result(),
            plot=self._plot() if sees_plot else UNSET,
            targets=self._targets() if sees_plot else UNSET,
            tracks=UNSET if self.sees_raids else self._tracks(),
        )

    def _result(self) -> shown.NightResult | None:
        over = result(self._game)
        if over is None:
            return None
        parts = {"vp": shown.FinalPoints(**over["vp"]), "lost": lost(self._game)}
        return shown.NightResult(**{**over, **parts})

    def _tracks(self) -> list[tuple[int, list[str]]]:
        """Where counters were in earlier turns, as Track markers would show [7.2.5]."""
        turn, found = self._game.turn, []
        for kind, _, _, data in self._game.latest():
            if kind == "turn":
                (begun,) = data
                turn = begun - 1
            elif kind == "counters":
                (counters,) = data
                if counters:
                    found.append((turn, sorted({NAME[hex_] for hex_, _ in counters})))
        return found[::-1]

    def _sky(self) -> shown.Sky:
        game = self._game
        return shown.Sky(
            weather={
                ZONES[zone]: WEATHERS[weather] if weather != OFF else None for zone, weather in enumerate(self.weather)
            },
            bad=bool(game.bad),
            visibility=VISIBILITIES[game.visibility],
            twilight=game.twilight if game.twilight < 99 else None,
            moon=MOONS[game.moon],
            moon_turn=game.moon_turn or None,
            wind=game.wind if game.wind >= 0 else None,
            fido=bool(game.fido),
        )

    def _jamming(self) -> shown.Jamming:
        game = self._game
        return shown.Jamming(
            level=game.jamming,
            infiltration=game.infiltration_value(),
            naxos=bool(game.naxos),
            beleuchter=bool(game.beleuchter),
        )

    def _unit(self, unit: Unit) -> shown.Unit:
        game, counter = self._game, self._game.layout.units[unit]
        place, marks, letter = game.unit_place[unit], game.unit_marks[unit], self.unit_letter(unit)
        return shown.Unit(
            name=counter.name,
            type=counter.type,
            base=NAME[counter.hex],
            division=ZONES[counter.zone],
            twin=counter.twin,
            strength=game.strength(unit),
            place=NAME[place] if place >= 0 else BOX_NAMES[place],
            raid=LETTERS[letter] if letter >= 0 else None,
            stacked=game.layout.box_names[game.unit_box[unit]] or None,
            markers=[name for bit, name in MARK_NAMES if marks & bit],
            fuel=game.unit_fuel[unit],
        )

    def _box(self, box: RaidBox) -> shown.Box:
        told = shown.Box(
            letter=LETTERS[box.letter],
            units=[self._game.layout.units[unit].name for unit in box.units],
            kind=KINDS[box.kind] if box.kind >= 0 else None,
        )
        hidden = self._game.layout.fog_of_war and not self.sees_raids and not self._over
        if not hidden:
            told.losses, told.disruption, told.damage, told.hunt = box.losses, box.disrupt, box.damage, box.hunt
        return told

    def _cards(self) -> shown.Cards:
        game = self._game
        decks = game.layout.cards
        return shown.Cards(
            sizes=dict(zip(SEATS, self.hand_sizes, strict=True)),
            piles=dict(zip(SEATS, self.deck_sizes, strict=True)),
            discards={
                "british": [decks[BRITISH][title].name for title in game.discards[BRITISH]],
                "german": [decks[GERMAN][title].name for title in game.discards[GERMAN]],
            },
            hand=[decks[self.side][title].name for title in self.hand] if self.side >= 0 else UNSET,
        )

    def _attack(self) -> shown.CurrentAttack | None:
        """The attack under way; its raid and, inside a raid, its hex are not revealed [9.1.1b, 9.9]."""
        game = self._game
        if not game.attack:
            return None
        kind, unit, raid, hex_, city = game.attack[:5]
        is_open = not is_inside(game, game.attack) and 0 <= hex_ < len(NAME)
        told = shown.CurrentAttack(
            kind=ATTACKS[kind],
            unit=game.layout.units[unit].name if unit >= 0 else None,
            hex=NAME[hex_] if is_open else None,
            city=plain(game, "city", city),
        )
        if unit >= 0 and raid >= 0:  # what is announced when nightfighters attack
            mosquito = game.plot[raid].kind == MOSQUITO
            rulebook.witness("9.1.1b 9.9" if mosquito else "9.1.1b", rulebook.PERSPECTIVE)
            told.damaged, told.mosquitos = damage_told(game), mosquito
        return told

    def _city_attacked(self) -> shown.CityAttacked | None:
        """The city map on the table, which everybody sees once bombing is resolved there."""
        game = self._game
        if not game.bombed_city and not game.sites:
            return None
        city = game.bombed_city.city if game.bombed_city else game.sites[-1].city
        areas = game.areas if game.bombed_city else game.sites[-1].areas
        counts = [list(area) for area in areas]
        return shown.CityAttacked(name=game.layout.cities[city].name, map=game.layout.cities[city].map, areas=counts)

    def lying(self) -> list[shown.Lying]:
        """The totals for each area of the city map on the table: old and new, barred or not [10.6b]."""
        game = self._game
        areas = game.areas if game.bombed_city else game.sites[-1].areas if game.sites else ()
        return [
            shown.Lying(
                he=area.he + area.old_he + area.barred_he + area.old_barred_he,
                inc=area.inc + area.old_inc + area.barred_inc + area.old_barred_inc,
                fires=area.fires + area.old_fires,
                storm=bool(area.storm),
            )
            for area in areas
        ]

    def _plot(self) -> list[shown.Plotted]:
        layout = self._game.layout
        return [
            shown.Plotted(
                letter=LETTERS[raid.letter],
                kind=KINDS[raid.kind],
                target=self._target(raid),
                path=[NAME[hex_] for hex_ in raid.path],
                entry=raid.entry,
                at=raid.step,
                fate=FATES[raid.fate],
                heavy=bool(raid.heavy),
                load=raid.load if raid.kind == 0 and layout.loads else None,
                waypoints=raid.waypoints,
            )
            for raid in self.raids()
        ]

    def _targets(self) -> list[shown.Target]:
        """The target chits, with what they demand and what they are worth [3.3, 4.5.1]."""
        game = self._game
        return [
            shown.Target(
                city=game.layout.cities[city].name,
                vp=game.layout.chits[chit].vp,
                oil=bool(oil),
                north=north if game.layout.variable_north else None,
            )
            for city, chit, oil, north in zip(game.targets, game.drawn, game.oil, game.north, strict=False)
        ]

    def _target(self, raid: Raid) -> str | None:
        if raid.target < 0:
            return None
        return NAME[raid.target] if KINDS[raid.kind] == "gardening" else str(self.layout.cities[raid.target].name)

    # -- events ------------------------------------------------------------------------------------------------

    def air_picture(self) -> shown.AirPicture:
        """Sightings joined, and where the raids seen last may be next: from what this seat was told."""
        return air_picture(self.raw_events())

    def reaches(self) -> list[shown.UnitReach]:
        """How far each unit in the air gets, and whether it comes home from there; units are open to all."""
        return reaches(self._game)

    def standing(self) -> shown.Standing | None:
        """The victory level if the night ended now; None where Fog of War hides the losses [11.2, 12.5]."""
        british, german = self.points
        if german is None:
            return None
        net = math.floor(british) - german
        return shown.Standing(net=net, level=level_of(self._game, net))

    def raw_events(self, since: int = 0) -> list[Logged]:
        """The seat's events as the log has them, from its own number ``since`` on; for bots."""
        bits = self.bits
        return [event for event in self._game.log_so_far if event[2] & bits == bits][since:]  # by its audience

    def news(self, mark: Mark | None) -> tuple[Mark, bool, list[Logged]]:
        """What this seat was told since a mark; for bots (`State.news`)."""
        return self._game.news(self.bits, mark)

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        """What the seat has learned, by the seat's own numbers; only the part asked for is put into plain data."""
        game = self._game
        since = max(since, 0)
        news = self.raw_events(since)
        turn = game.turn - sum(1 for kind, *_ in news if kind == "turn")  # every seat sees the turns go by
        told: list[Event] = []
        for number, event in enumerate(news[: None if until is None else max(0, until - since)], since):
            kind, rules, _, data = event
            if kind == "turn":
                (turn,) = data
            told.append(Event(number, turn, kind, _rules(rules), plain_fields(game, event)))
        return told

    def odds(self, kind: str, facts: Facts, codes: Sequence[int]) -> list[Odds]:
        """The odds of a question now open, from what this seat knows."""
        return odds(self._game, self.side, kind, facts, codes) if self.side >= 0 else []

    # -- in words ------------------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        """The message key of an event's sentence."""
        return event_text.key_of(self, event)

    def event_fields(self, event: Event, locale: str) -> JsonObject:
        """The fields of that sentence, as this seat reads them."""
        return event_text.event_fields(self, event, locale)

    def modifiers(self, event: Event, locale: str) -> list[str]:
        """The modifiers of a roll, each with its rule."""
        return event_text.modifiers(event, locale)


@cache
def _rules(text: str) -> tuple[str, ...]:
    """The rule ids of an event; there are only some hundred different texts."""
    return tuple(text.split())


OPEN = frozenset(declared.fields(RaidView))
for _name in OPEN:
    setattr(RaidView, _name, property(attrgetter(f"_game.{_name}")))


def view(game: Game, seat: str) -> RaidView:
    """The night as a seat, or the public, may know it."""
    return RaidView(game, seat)
