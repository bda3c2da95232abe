"""A career as a seat may know it: all of it is open, but a sortie with an umpire keeps its own secrets [A1]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from viermot.games.campaign.components import base_pack
from viermot.games.campaign.faces import event_text
from viermot.games.campaign.knowledge import events as kinds
from viermot.games.campaign.knowledge import picture as shown
from viermot.games.campaign.model.ids import CrewId, FlightId, PlaneId, by_crew, by_flight, by_plane
from viermot.games.campaign.model.layout import CareerLayout
from viermot.games.campaign.model.state import Career, Crew
from viermot.games.campaign.model.terms import (
    CREW_FATES,
    FLIGHTS,
    IN_STOCK,
    LETTERS,
    MOONS,
    NONE,
    PLANE_FATES,
    ROLES,
    STATUS,
    VISIBILITIES,
    card_name,
)
from viermot.games.campaign.rules import victory
from viermot.kernel import registry
from viermot.kernel.decision import Decision
from viermot.kernel.dice import QuickDice, Rng
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import seat_bits
from viermot.kernel.playout import OpenQuestion
from viermot.text import has, made, message, signed

SEEDS = 1 << 48  # for the dice of a career that is played on


class CareerView:
    """A career as one seat sees it."""

    def __init__(self, game: Career, seat: str) -> None:
        self._game = game
        self.seat = seat
        self.bits = seat_bits(game.layout.seats, seat)

    # -- the sortie being flown ---------------------------------------------------------------------

    @property
    def flying(self) -> bool:
        """Is a sortie being flown?"""
        return self._game.sortie is not None

    @property
    def sortie_number(self) -> int:
        """The number of the sortie being flown, or last flown."""
        return self._game.number

    @property
    def sortie_game(self) -> str:
        """The game sorties are flown with."""
        return self._game.layout.game_name

    def sortie(self) -> Any:
        """The sortie as this seat may know it, None on the ground."""
        game = self._game
        if game.sortie is None:
            return None
        return registry.game(game.layout.game_name).perspective(game.sortie, self.seat)

    def sortie_question(self, codes: Sequence[int]) -> OpenQuestion:
        """What the sortie asks, as its own bots are asked it."""
        sortie = self._game.sortie
        return OpenQuestion().put(sortie, sortie.asked, codes)

    def sortie_decision(self, number: int) -> Decision:
        """What the sortie asks, as it would be asked alone."""
        game, module = self._game, registry.game(self._game.layout.game_name)
        return Decision(module, game.sortie, game.sortie.asked, 0, number)

    def last_sortie(self) -> Any:
        """The sortie being flown, else the one flown last, as this seat may know it; None before the first."""
        game = self._game
        sortie = game.sortie if game.sortie is not None else game.landed_sortie
        return None if sortie is None else registry.game(game.layout.game_name).perspective(sortie, self.seat)

    def resample(self, rng: Rng) -> Career:
        """A career that this seat cannot tell from the true one: other dice, and a sortie that fits what it knows."""
        game = self._game.clone()
        game.dice = QuickDice(rng.below(SEEDS))
        if self._game.sortie is not None:
            game.sortie = registry.game(game.layout.game_name).resample(self.sortie(), rng)
        game.log = [event for event in game.log[: game.logged] if event[2] & self.bits == self.bits]
        game.log_shared = False
        return game

    # -- the airfield ----------------------------------------------------------------------------------

    @property
    def week(self) -> int:
        return self._game.week

    @property
    def layout(self) -> CareerLayout:
        """Scenario, options and charts: open to every seat."""
        return self._game.layout

    def to_json(self) -> JsonObject:
        """Everything the seat may know now, as plain data."""
        told: JsonObject = msgspec.to_builtins(self.picture())
        return told

    def picture(self) -> shown.CareerPicture:
        """Everything the seat may know now."""
        game = self._game
        sortie = self.sortie()
        return shown.CareerPicture(
            seat=self.seat,
            scenario=game.layout.scenario,
            status="reconstructed" if game.layout.is_staffel else "published",
            week=game.week,
            month=game.month,
            week_of_month=(game.week - 1) % 4 + 1 if game.week else 0,
            weeks=game.layout.weeks,
            moon=MOONS[game.moon],
            ironman=game.layout.ironman,
            night=self._night(),
            cards_left=len(game.cards),
            crews=[self._crew(number, crew) for number, crew in by_crew(game.crews)],
            aircraft=[self._plane(number) for number, _ in by_plane(game.planes)],
            patrols=[self._flight(number) for number, _ in by_flight(game.flights)],
            closed_sector=game.closed + 1 if game.closed >= 0 else None,
            sorties=[self._flown(number) for number in range(len(game.flown))],
            kills=[self._victim(number) for number in range(len(game.victims))],
            score=self._score(),
            history=list(game.history),
            sortie=sortie.picture() if sortie is not None else None,
            orders=self._orders() if sortie is not None else None,
            sortie_number=game.number,
            over=self._result(),
        )

    def _score(self) -> shown.CareerScore:
        game = self._game
        return shown.CareerScore(
            points=game.score,
            total=victory.points(game),
            bonus=game.bonus,
            crews_lost=game.lost_crews,
            aircraft_lost=game.lost_planes,
        )

    def _result(self) -> shown.CareerResult | None:
        over = victory.result(self._game)
        return shown.CareerResult(**over) if over is not None else None

    def _night(self) -> shown.Night:
        """Tonight's weather, once it has been rolled for [A3b]."""
        game = self._game
        rolled = game.visibility != NONE
        return shown.Night(
            visibility=VISIBILITIES[game.visibility] if rolled else None,
            cloud=("cloudy" if game.cloud else "none") if rolled else None,
            moon_risen=bool(game.risen),
            cards=game.drawn,
        )

    def _crew(self, number: CrewId, crew: Crew) -> shown.Crew:
        game = self._game
        return shown.Crew(
            number=number + 1,
            pilot=crew.pilot,
            operator=crew.operator,
            gunner=crew.gunner or None,
            kills=crew.kills,
            points=crew.points,
            shot_down=crew.downed,
            awards=[award.id for award in game.layout.book.awards[: crew.awards]],
            status=STATUS[game.status_of(crew)],
            fate=CREW_FATES[crew.fate],
            wounded_weeks=max(0, crew.back - game.week),
            away_weeks=max(0, crew.leave - game.week),
            operator_wounded_weeks=max(0, crew.operator_back - game.week),
            gunner_wounded_weeks=max(0, crew.gunner_back - game.week),
            weeks_running=crew.streak,
        )

    def _plane(self, number: PlaneId) -> shown.Plane:
        game, plane = self._game, self._game.planes[number]
        return shown.Plane(
            letter=LETTERS[number],
            type=plane.type,
            fate=PLANE_FATES[plane.fate],
            workshop_weeks=max(0, plane.ready - game.week) if plane.fate == IN_STOCK else 0,
            radar=plane.radar or None,
        )

    def _flight(self, number: FlightId) -> shown.Patrol:
        game, flight = self._game, self._game.flights[number]
        return shown.Patrol(
            crew=flight.crew + 1,
            aircraft=LETTERS[flight.plane],
            sector=flight.sector + 1,
            role=ROLES[flight.role],
            state=FLIGHTS[flight.state],
            turns=flight.turns,
            hits=flight.hits,
            fuel=game.layout.book.staffel.patrol.fuel - flight.turns,
        )

    def _orders(self) -> shown.Orders:
        """What everybody was told of the raid before take-off."""
        game, orders = self._game, self._game.orders
        kind = game.layout.book.kinds[orders["kind"]]
        return shown.Orders(
            kind=orders["kind"],
            size=orders["size"],
            bomber=orders["bomber"],
            low=orders["low"],
            zones=list(game.sortie.layout.scenario.zones) if orders["lights"] and kind.lights else [],
            radar=list(kind.radar),
            last_turn=orders["last_turn"],
            sheet=self.sortie().sheet,
        )

    def _flown(self, number: int) -> shown.Sortie:
        flown = self._game.flown[number]
        return shown.Sortie(
            number=flown.number,
            week=flown.week,
            kind=flown.kind,
            size=flown.size,
            card=card_name(flown.card),
            bombers=flown.bombers,
            crews=[self._game.crews[crew].pilot for crew in flown.crews],
            planes=list(flown.planes),
            kills=flown.kills,
            hits=flown.hits,
            lost=flown.lost,
            turns=flown.turns,
        )

    def _victim(self, number: int) -> shown.Kill:
        victim = self._game.victims[number]
        return shown.Kill(
            week=victim.week,
            crew=self._game.crews[victim.crew].pilot,
            type=victim.type,
            engines=victim.engines,
            points=victim.points,
        )

    # -- events ----------------------------------------------------------------------------------------

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        """What the seat came to know, numbered as the seat counts; the turn of an event is its week."""
        game = self._game
        told: list[Event] = []
        week = max(0, game.week - sum(1 for event in game.log[: game.logged] if event[0] == "week"))
        number = 0
        patrols: list[str] = []  # who flew in the week being told of: today's flights are different ones
        for event in game.log[: game.logged]:
            if event[2] & self.bits != self.bits:
                continue
            if event[0] == "week":
                week, patrols = event[3][0], []
            elif event[0] == "assigned":
                patrols.append(game.crews[event[3][0]].pilot)
            if number == until:
                break
            if number >= since:
                data = {name: kinds.plain(game, name, value) for name, value in kinds.fields_of(event).items()}
                data |= kinds.as_they_flew(event, patrols)
                told.append(Event(number, week, event[0], tuple(event[1].split()), data))
            number += 1
        return told

    # -- in words --------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        """The message key of an event's sentence."""
        if event.kind == "roll":
            return f"campaign.event.roll.{event_text.slug(event.data['what'])}"
        key = f"campaign.event.{event.kind}"
        varying = kinds.VARIES.get(event.kind)
        if varying is not None:
            value = event.data[varying]
            word = ("yes" if value else "no") if varying in ("low", "destroyed", "gunner", "lost") else value
            special = f"{key}.{event_text.slug(word)}"
            if has(special):
                return special
        return key

    def event_fields(self, event: Event, locale: str) -> JsonObject:
        """The fields of that sentence, as this seat reads them."""
        fields = {name: event_text.spoken_field(name, value, locale) for name, value in event.data.items()}
        if event.kind == "roll":
            added = sum(points for _, points, _ in event.data.get("modifiers", ())) + event.data.get("modifier", 0)
            fields |= {"made": made(event.data["dice"], added), **self.limits(event.data["dice"])}
            if event.data["what"] in ("visibility", "cloud"):
                fields |= self.skies()
        return fields

    def limits(self, dice: list[int]) -> JsonObject:
        """What a roll of the career takes, and what its die comes to halved."""
        book, half = self._game.layout.book, (dice[0] + 1) // 2  # rounded up [CM3]
        cards = book.staffel.cards if self._game.layout.is_staffel else book.common
        jams = {f"jams_{name}": kind.jamming.light for name, kind in book.kinds.items()}
        return {
            "up_to": self.safe_landing, "moon_risen": cards.moon_risen, "new_type": book.staffel.stock.new_die,
            "half": half, "spare": max(0, half - 1), **jams,
            "again": book.staffel.cards.again, "low": book.raids.low_altitude,
            "h2s": book.raids.equipment.h2s_die, "splinters": book.recovery.hit_in_combat.die,
            "lit": max((kind.lights.die for kind in book.kinds.values() if kind.lights is not None), default=0),
        }  # fmt: skip

    def skies(self) -> JsonObject:
        """What the sky of a night is held against: the tables of the game that sorties are flown with [A3b]."""
        tables = base_pack(self._game.layout.book, self._game.layout.game_name).book
        return {
            "poor": tables.visibility.poor, "moderate": tables.visibility.moderate, "cloudy": tables.cloud.cloudy
        }  # fmt: skip

    @property
    def safe_landing(self) -> int:
        """The highest total with which a crew lands safely [A7.1b]."""
        rows = self._game.layout.book.recovery.landing
        return min((row.least for row in rows if row.id != "safe"), default=100) - 1

    def modifiers(self, event: Event, locale: str) -> list[str]:
        """The modifiers of a roll, each with its rule; a status that adds nothing is none."""
        return [
            f"{signed(points)} {message(f'campaign.modifier.{what}', locale)} [{rule}]"
            for what, points, rule in event.data.get("modifiers", ())
            if points
        ]


def view(game: Career, seat: str) -> CareerView:
    """The career as a seat, or the public, may know it."""
    return CareerView(game, seat)
