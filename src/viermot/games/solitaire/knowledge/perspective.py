"""What the player may know: everything. What he does not know, the dice have not decided yet [S3.0a].

A state holds no secret: neither which of a bomber's counters is the bomber nor where in its area it flies. So
``determinize`` is the state itself with other dice, and a fork plays on with dice of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from viermot.games.nightfighter.faces.event_text import in_career
from viermot.games.nightfighter.knowledge import picture as night
from viermot.games.nightfighter.knowledge.perspective import Contact, NightView
from viermot.games.nightfighter.knowledge.sheet import Sheet, sheet
from viermot.games.nightfighter.model.board import HEXES, MOONS, OFF, VISIBILITIES
from viermot.games.nightfighter.model.ids import Attacker, Fighter, Handle, Hex, Zone
from viermot.games.nightfighter.model.state import ON_MAP
from viermot.games.nightfighter.rules.victory import score
from viermot.games.solitaire.faces import event_text
from viermot.games.solitaire.knowledge import odds
from viermot.games.solitaire.knowledge import picture as shown
from viermot.games.solitaire.knowledge.events import fields_of, name_of, plain
from viermot.games.solitaire.model.board import FATES, HIGH, LEVELS, LOW, NONE, REMOVED, SEATS, counter_name
from viermot.games.solitaire.model.layout import SoloLayout
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.ai import search_area
from viermot.games.solitaire.rules.radar import RESULTS
from viermot.games.solitaire.rules.serrate import hidden, in_the_cup
from viermot.games.solitaire.rules.tally import fixed_targets
from viermot.games.solitaire.rules.victory import result
from viermot.kernel import rulebook
from viermot.kernel.dice import Dice
from viermot.kernel.events import Event
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonObject
from viermot.kernel.minds import Belief
from viermot.kernel.perspective import seat_bits

CITES = "S3.0a"


class Counter(NamedTuple):
    """A counter on the map with all that is known of it."""

    handle: Handle
    name: str
    bomber: int  # the number of the bomber that it may be
    hex: Hex
    level: int  # of uncertainty, from NONE to HIGH [S5.0]
    left: int  # counters of its bomber on the map
    type: str
    hits: int
    alerted: bool
    zone: Zone  # whose lights hold it
    track: bool  # is it above the counters of its hex?
    tallied_by: tuple[Fighter, ...]
    fixed_by: tuple[Fighter, ...]
    excluded: tuple[Hex, ...]  # where it is not, this turn
    h2s: bool
    hidden: bool  # is its type not known yet?
    moved: int  # MP this turn


class SoloView(NightView):
    """The game as its player, or any spectator, sees it."""

    _game: Solo  # narrows a field of NightView

    def __init__(self, game: Solo, seat: str) -> None:
        self._game = game
        self.seat = seat
        self.bits = seat_bits(SEATS, seat)
        self.sees_all = False

    # -- quick looks, for bots ---------------------------------------------------------------------

    @property
    def layout(self) -> SoloLayout:
        return self._game.layout

    @property
    def sheet(self) -> Sheet:
        """All that the scenario book says of this scenario; no chits, which one player does without [3.2h, S8.0a]."""
        rulebook.witness("3.2h", rulebook.PERSPECTIVE)
        return sheet(self._game.layout.scenario)

    def counters(self) -> list[Counter]:
        """Every counter on the map, in the order of entry."""
        left = self._game.left_of_each()
        return [self._counter(a, left[self._game.bomber_of(a)]) for a in self._game.on_map]

    def counter(self, handle: Handle) -> Counter:
        """One of them by its handle."""
        return self._counter(Attacker(handle - 1))

    def _counter(self, counter: Attacker, left: int | None = None) -> Counter:
        game = self._game
        return Counter(
            Handle(counter + 1),
            counter_name(game.a_id[counter]),
            game.bomber_of(counter),
            game.a_hex[counter],
            game.level(counter),
            game.left(game.bomber_of(counter)) if left is None else left,
            game.layout.groups[game.a_group[counter]].type,
            game.a_hits[counter],
            bool(game.a_alert[counter]),
            game.a_light[counter],
            bool(game.a_track[counter]),
            _holding(game.layout.numbers, game.f_tally, counter),
            _holding(game.layout.numbers, game.f_fix, counter),
            game.a_out[counter],
            bool(game.a_h2s[counter]),
            hidden(game, counter),
            game.a_moved[counter],
        )

    def area(self, handle: Handle) -> tuple[Hex, ...]:
        """The hexes a counter's bomber may be in, in the order of the dice; OFF for those beyond the edge."""
        return self._game.area(Attacker(handle - 1))

    def group_of(self, handle: Handle) -> Any:
        """The figures of a counter's type."""
        return self._game.layout.groups[self._game.a_group[handle - 1]]

    def ai_area(self, fighter: Fighter) -> frozenset[Hex]:
        """The hexes a fighter's AI radar covers from where it is."""
        return search_area(self._game, fighter)

    def coming(self) -> list[tuple[int, str, int]]:
        """(turn, counter, column) of the second counters of lone bombers."""
        return [(turn, counter_name(ident), column) for turn, ident, _, column in self._game.coming]

    def contacts(self) -> list[Contact]:
        """The counters that show where their bombers are."""
        game = self._game
        return [self._contact(a) for a in game.on_map if game.in_contact(a)]

    def contact(self, handle: Handle) -> Contact | None:
        """A counter on the map as Nightfighter knows a contact."""
        game = self._game
        if 0 < handle <= len(game.a_id) and game.a_fate[handle - 1] == ON_MAP:
            return self._contact(Attacker(handle - 1))
        return None

    def _contact(self, attacker: Attacker) -> Contact:
        game, seen = self._game, self._counter(attacker)
        type_ = None if seen.hidden else seen.type
        facing = game.a_facing[attacker]
        return Contact(
            seen.handle, seen.hex, facing, seen.zone, seen.tallied_by, seen.fixed_by, seen.hits, seen.alerted, type_
        )

    def contact_name(self, handle: Handle) -> str:
        return counter_name(self._game.a_id[handle - 1])

    def look_chance(self, fighter: Fighter, contact: Contact) -> Fraction:
        """The chance of a basic look and, where there is something to look hard at, of that [S10.0, S15.0]."""
        there = self._game.clone()
        there.f_hex[fighter], there.f_facing[fighter] = contact.hex, contact.facing
        counter = Attacker(contact.handle - 1)
        missed = 1 - odds.tally_odds(there, fighter, counter)["found"]
        if counter in fixed_targets(there, fighter):
            missed *= 1 - odds.tally_odds(there, fighter, counter, fixed=True)["found"]
        return 1 - missed

    def odds(self, kind: str, facts: JsonObject, options: Sequence[int]) -> list[dict[str, float]]:
        """The chances of each option of a search, tally or light question, before it is made."""
        return odds.of_options(self._game, kind, facts, options)

    def belief(self) -> Belief:
        """Where bombers may be whose counters do not show their place."""
        from viermot.games.solitaire.knowledge.belief import belief

        return belief(self._game)

    def determinize(self, dice: Dice) -> Solo:
        """A game that goes on from here with other dice: nothing is given away, since nothing is decided yet."""
        game = self._game.clone()
        game.dice = dice
        return game

    # -- the whole picture ---------------------------------------------------------------------------

    def picture(self) -> msgspec.Struct:
        """Everything there is to know now."""
        return self.solo_picture()

    def solo_picture(self) -> shown.SoloPicture:
        """Everything there is to know now."""
        game = self._game
        rulebook.witness(CITES, rulebook.PERSPECTIVE)
        layout = game.layout
        return shown.SoloPicture(
            seat=self.seat,
            scenario=layout.scenario.id,
            turn=game.turn,
            turn_space=self._turn_space(),
            phase=game.phase,
            environment=self._solo_environment(),
            fighters=[self._own(f) for f in layout.numbers],
            counters=[self._counter_shown(a) for a in game.on_map],
            gone=self._gone(),
            coming=[
                shown.Coming(turn=turn, counter=name, column=f"{column:02d}") for turn, name, column in self.coming()
            ],
            searches=[
                shown.Look(
                    radar=layout.radars[radar].name,
                    counter=counter_name(game.a_id[counter]),
                    hex=HEXES.name(hex_),
                    result=RESULTS[found],
                )
                for radar, counter, hex_, found in game.looks
            ],
            radars=self._radars(),
            options=sorted(name for name, on in layout.in_force.items() if on is True and name.startswith("28.")),
            cup=self._cup(),
            score=shown.SoloScore(kills=game.kills + game.german_kills, losses=game.losses, score=score(game)),
            over=self._solo_result(),
        )

    def _solo_environment(self) -> shown.SoloEnvironment:
        game = self._game
        return shown.SoloEnvironment(
            moon=MOONS[game.moon],
            visibility=VISIBILITIES[game.visibility],
            cloud="cloudy" if game.cloud else "none",
            altitude=game.layout.scenario.altitude,
            visible=(game.layout.sight[game.visibility], game.layout.lit_sight[game.visibility]),
            contrails=game.layout.contrails,
        )

    def _cup(self) -> shown.Cup | None:
        if not self._game.layout.german_stream:
            return None
        german, other = in_the_cup(self._game)
        return shown.Cup(german=german, other=other)

    def _solo_result(self) -> shown.SoloResult | None:
        over = result(self._game)
        return shown.SoloResult(**over) if over is not None else None

    def _own(self, fighter: Fighter) -> night.Fighter:
        own = super()._own(fighter)
        game = self._game
        own.fate = FATES[game.f_fate[fighter]]
        own.tally = name_of(game, Handle(game.f_tally[fighter] + 1))
        own.fix = name_of(game, Handle(game.f_fix[fighter] + 1))
        return own

    def _counter_shown(self, counter: Attacker) -> shown.Counter:
        """One counter with its markers, its area with the dice of each hex, and what is excluded this turn."""
        game, seen = self._game, self._counter(counter)
        idents = [str(fit.ident) for fit in game.layout.fighters]
        return shown.Counter(
            counter=seen.name,
            bomber=seen.bomber,
            type=seen.type,
            hidden=seen.hidden,
            hex=HEXES.name(seen.hex),
            facing=DIRECTIONS[game.a_facing[counter]],
            level=LEVELS[seen.level],
            left=seen.left,
            area=self._area(counter, seen.level),
            excluded=[HEXES.name(hex_) for hex_ in seen.excluded],
            track="above" if seen.track else "beneath" if game.a_level[counter] == LOW else None,
            lit_in=game.layout.zone_letters[seen.zone] if seen.zone >= 0 else None,
            tallied_by=[idents[f] for f in seen.tallied_by],
            fixed_by=[idents[f] for f in seen.fixed_by],
            hits=seen.hits,
            alerted=seen.alerted,
            h2s=seen.h2s,
        )

    def _area(self, counter: Attacker, level: int) -> list[shown.AreaHex]:
        """The hexes of the area on the map, each with the dice that stand for it [S5.2a, S5.3a]."""
        game, box = self._game, self._game.layout.components
        if level == NONE:
            return []
        area = game.area(counter)
        dice = box.low_dice if len(area) == len(box.low_dice) else box.moderate_dice
        return [shown.AreaHex(hex=HEXES.name(h), dice=told) for h, told in zip(area, dice, strict=True) if h != OFF]

    def _gone(self) -> list[shown.Gone]:
        """The counters that have left the map and what became of them; at high uncertainty they may still be it."""
        game = self._game
        return [
            shown.Gone(
                counter=counter_name(game.a_id[a]),
                type=game.layout.groups[game.a_group[a]].type,
                fate=FATES[fate],
                hits=game.a_hits[a],
                may_be_it=fate != REMOVED and game.a_level[a] == HIGH,
            )
            for a, fate in enumerate(game.a_fate)
            if fate != ON_MAP
        ]

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        """What happened, in order."""
        game = self._game
        told: list[Event] = []
        turn = self._first_turn()
        for number, event in enumerate(game.log[: game.logged][:until]):
            if event[0] == "turn":
                turn = event[3][0]
            if number >= since:
                data = {name: plain(game, name, value) for name, value in fields_of(event).items()}
                told.append(Event(number, turn, event[0], tuple(event[1].split()), data))
        return told

    # -- in words --------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        return in_career(event_text.with_outcome(self, event_text.key_of(event), event), self.layout.scenario.id)

    def event_fields(self, event: Event, locale: str) -> JsonObject:
        return event_text.event_fields(self, event, locale)

    def modifiers(self, event: Event, locale: str) -> list[str]:
        return event_text.modifiers(event, locale)


def _holding(fighters: Sequence[Fighter], targets: Sequence[Attacker], counter: Attacker) -> tuple[Fighter, ...]:
    """The fighters whose target it is; mostly none."""
    return tuple([f for f in fighters if targets[f] == counter]) if counter in targets else ()


def view(game: Solo, seat: str) -> SoloView:
    """The game as the player, or the public, sees it."""
    return SoloView(game, seat)
