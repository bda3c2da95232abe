"""What a pilot may know: everything but the cards and dice to come [2.1, 3.3, 3.4].

Nothing that has happened is secret in this game, not even between players [10.1]; so the view shows the log sheet, the
mats, the target charts and the pilot's own status, worked out on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

from viermot.games.interceptor.faces import diary, event_text
from viermot.games.interceptor.knowledge import picture as shown
from viermot.games.interceptor.knowledge.events import ORIENTATIONS, fields_of, plain
from viermot.games.interceptor.knowledge.odds import Odds, answer_to_expect, jump_kills, landing_kills, odds
from viermot.games.interceptor.model import terms
from viermot.games.interceptor.model.ids import Seat, by_seat
from viermot.games.interceptor.model.layout import Frame, Layout
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.rules import chance
from viermot.games.interceptor.rules.bombers.bombers import bombs_aboard
from viermot.games.interceptor.rules.career.promotions import command_of
from viermot.games.interceptor.rules.career.victory import SURVIVED, ranking, result
from viermot.games.interceptor.rules.damage.airframe import enemy_firepower, firepower, is_agile, must_abort, speed_loss
from viermot.games.interceptor.rules.damage.wounds import grade_of
from viermot.games.interceptor.rules.fighters.initiative import own_speed
from viermot.games.interceptor.rules.flight import last_box, raid_box
from viermot.games.interceptor.rules.options import approach
from viermot.games.interceptor.rules.options.company import NEW_FIGHT
from viermot.kernel import rulebook
from viermot.kernel.dice import Dice
from viermot.kernel.events import Event
from viermot.kernel.perspective import PUBLIC
from viermot.text import message

CITES: Final = "3.3 3.4a 4.3.1 4.3.2 7.4d"
PERSONAL: Final = ("name", "10.2", "ace_late", "start")  # options that were one pilot's own
# The number that decides, by what is rolled for.
NEEDED: Final[dict[str, Callable[[Layout], int]]] = {
    "YB-40": lambda layout: layout.yb40_roll,  # [7.1.2c]
    "bombs": lambda layout: layout.bombs_explode,  # [7.1.4a]
    "confirmation": lambda layout: layout.chances.confirmed,  # [7.4.3b]
    "disengage": lambda layout: layout.chances.disengage,  # [7.3]
    "flak": lambda layout: layout.flak,  # [7.1.5]
    "helping": lambda _: NEW_FIGHT,  # [10.1.1]
    "promotion": lambda layout: layout.pack.career.promotion.success,  # [7.9.3b]
    "scrounging": lambda layout: layout.pack.career.repair.scrounge,  # [7.9.2a]
    "slip away": lambda layout: layout.chances.slip_away,  # [7.1.10b]
}


LANDED: Final = frozenset(("landed", "rough_landing", "crash_landing", "wrecked"))


class CareerView:
    """A game as one seat sees it."""

    def __init__(self, game: Game, seat: str, number: Seat) -> None:
        self._game = game
        self.seat = seat
        self.number = number  # of the seat's own pilot
        self.bits = game.layout.everybody if seat == PUBLIC else 1 << number

    # -- quick looks, for bots: to be read, never written --------------------------------------------------

    @property
    def layout(self) -> Layout:
        """The charts and options."""
        return self._game.layout

    @property
    def pilot(self) -> Pilot:
        """The seat's own pilot."""
        return self._game.pilots[self.number]

    @property
    def pilots(self) -> list[Pilot]:
        """All pilots."""
        return self._game.pilots

    @property
    def mat(self) -> Frame:
        """The data of his aircraft."""
        return self._game.layout.aircraft[self.pilot.career.aircraft]

    @property
    def month(self) -> int:
        return self._game.month

    @property
    def line(self) -> int:
        return self._game.line

    @property
    def zone(self) -> int:
        return self._game.raid.zone

    @property
    def weather(self) -> int:
        return self._game.raid.weather

    @property
    def deck(self) -> bytes:
        """The cards not yet drawn this month, which anybody can count."""
        return self._game.deck

    def firepower(self) -> int:
        """What the pilot whose turn it is can fire with."""
        return firepower(self._game)

    def must_abort(self) -> bool:
        """Must he go home?"""
        return must_abort(self.pilot)

    def last_box(self) -> int:
        """The last box his fuel allows."""
        return last_box(self._game, self.pilot)

    def answer_to_expect(self) -> float:
        """Hits to expect from the bomber he attacks, this round."""
        return answer_to_expect(self._game)

    def landing_kills(self, forced: bool) -> float:
        """The chance that he does not survive a landing now (`odds.landing_kills`)."""
        return landing_kills(self._game, int(forced))

    def jump_kills(self) -> float:
        """The chance that he does not survive a jump now (`odds.jump_kills`)."""
        return jump_kills(self._game)

    def odds(self, kind: str, codes: Iterable[int], spelled: Iterable[str]) -> list[Odds]:
        """The odds of a question now open, from what lies on the table."""
        return odds(self._game, kind, codes, spelled)

    def table(self, dice: Dice) -> Game:
        """Everything on the table, copied, with these dice to go on with: it is open to all [10.1]."""
        game = self._game.clone()
        game.dice = dice
        return game

    # -- everything, as data ---------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Calendar, raid, and every pilot with mat, target charts and career, as plain data."""
        told: dict[str, Any] = msgspec.to_builtins(self.picture())
        return told

    def picture(self) -> shown.AirPicture:
        """Calendar, raid, and every pilot with mat, target charts and career."""
        rulebook.witness(CITES, rulebook.PERSPECTIVE)
        game = self._game
        layout = game.layout
        return shown.AirPicture(
            seat=self.seat,
            scenario=layout.scenario,
            options=layout.options,
            month=terms.MONTHS[game.month],
            month_title=layout.pack.calendar.month[game.month].title,
            line=game.line,
            lines=layout.sorties[game.month],
            raid=_raid(game),
            cards_left=len(game.deck),
            turn=game.me,
            asked=_asked(game),
            pilots=[_pilot(game, seat) for seat, _ in by_seat(game.pilots)],
            own=self.number,
            result=_result(game),
        )

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        """What has happened, numbered as the seat counts; the turn is the number of the log line."""
        game = self._game
        told: list[Event] = []
        line, number = 0, 0
        for event in game.log[: game.logged]:
            if event[2] & self.bits != self.bits:
                continue
            if event[0] == "line":
                line += 1
            if number == until:
                break
            if number >= since:
                data = {name: plain(game, name, value) for name, value in fields_of(event).items()}
                told.append(Event(number, line, event[0], tuple(event[1].split()), data))
            number += 1
        return told

    # -- in words --------------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        """The message key of an event's sentence."""
        return event_text.key_of(event)

    def event_fields(self, event: Event, locale: str) -> dict[str, Any]:
        """The fields of that sentence."""
        fields = event_text.event_fields(event, locale)
        what = event.data.get("what")
        if event.kind == "roll" and what in NEEDED:
            fields["needed"] = NEEDED[what](self._game.layout)
        if event.kind in LANDED or what == "landing":
            chart = self._game.layout.landing
            fields |= {"rough": chart.rough, "crash": chart.crash, "destroyed": chart.destroyed}
        elif what == "parachute":
            jump = self._game.layout.parachute
            fields |= {"light": jump.light, "serious": jump.serious, "killed": jump.killed}
        return fields

    def modifiers(self, event: Event, locale: str) -> list[str]:
        """The modifiers of an event, each with its rule; under a line of the log sheet, what the diary says of it."""
        if event.kind == "log_line":
            return [message("interceptor.diary.quoted", locale, text=self.diary_entry(event, locale))]
        return event_text.modifiers(event, locale)

    def diary_entry(self, line: Event, locale: str = "en") -> str:
        """The sentence of the diary about one line of the log sheet."""
        before = self.events(max(0, line.number - diary.LONGEST), line.number)
        return diary.entry(line, diary.sortie_of(before), locale)

    def diary(self, locale: str = "en") -> list[str]:
        """The diary of everybody at the table, one entry per sortie, the oldest first.

        >>> import viermot
        >>> s = viermot.new_game("interceptor", "1", seed="doc", seats={"pilot": "standard"})
        >>> view = s.perspective("pilot")
        >>> len(view.diary()) == sum(event.kind == "log_line" for event in view.events())
        True
        """
        return [self.diary_entry(event, locale) for event in self.events() if event.kind == "log_line"]


def _asked(game: Game) -> int | None:
    """Which pilot's seat must answer now; in competitive play also for the enemy [10.1.2]."""
    return None if game.asked is None or isinstance(game.asked[0], str) else game.seat_of(game.asked)


def _result(game: Game) -> shown.PilotRecord | shown.CompanyRecord | None:
    over = result(game)
    if over is None:
        return None
    if "pilots" not in over:
        return shown.PilotRecord(**over)
    records = over["pilots"]
    order = [number + 1 for number in ranking(records)]
    return shown.CompanyRecord(
        **{**over, "ranking": order, "pilots": [shown.PilotRecord(**record) for record in records]}
    )


def _successor(game: Game, pilot: Pilot) -> shown.Successor:
    """A dead man's place is taken the month after; a survivor's successor starts with the year [5.1]."""
    options = {name: value for name, value in game.layout.options.items() if name not in PERSONAL}
    if pilot.career.over != SURVIVED:
        options["start"] = terms.MONTHS[min(game.month + 1, len(terms.MONTHS) - 1)]
    return shown.Successor(scenario=str(pilot.career.unit + 1) if pilot.career.unit >= 0 else "career", options=options)


def _raid(game: Game) -> shown.Raid | None:
    if not game.raid.roll:
        return None
    return shown.Raid(
        target=game.layout.raid_target[game.month][game.raid.roll],
        zone=terms.TARGET_ZONES[game.raid.zone],
        roll=game.raid.roll,
        weather=terms.WEATHERS[game.raid.weather],
    )


def _named(bits: int, names: tuple[str, ...]) -> list[str]:
    return [name for number, name in enumerate(names) if bits >> number & 1]


def _pilot(game: Game, number: Seat) -> shown.Pilot:
    """The pilot and crew status chart, the mat, and the sortie [3.1, 3.3]."""
    pilot = game.pilots[number]
    posted = pilot.career.unit >= 0
    unit = game.layout.pack.units[pilot.career.unit] if posted else None
    return shown.Pilot(
        name=str(game.layout.options.get("name", "")) if not pilot.career.ace else pilot.career.ace,
        unit=unit.name if unit else None,
        base=unit.base if unit else None,
        zone=unit.zone if unit else None,
        rank=terms.RANKS[0 if pilot.career.officer else 1][pilot.career.rank],
        command=command_of(pilot),
        track=terms.TRACKS[0 if pilot.career.officer else 1],
        experience=pilot.career.xp,
        skills=_named(pilot.career.skills, terms.SKILLS),
        awards=_named(pilot.career.awards, terms.AWARDS),
        kills=shown.Kills(bombers=pilot.career.bombers, fighters=pilot.career.fighters),
        flights=pilot.career.flights,
        prestige=pilot.prestige.points,
        level=pilot.prestige.level,
        wounds=pilot.career.wounds,
        fatigue=pilot.career.fatigue,
        lines_to_miss=pilot.career.missing,
        starts=terms.MONTHS[pilot.career.starts],
        ace=pilot.career.ace,
        fate=terms.FATES[pilot.sortie.fate],
        wound=terms.WOUNDS[pilot.sortie.wound],
        used=_named(pilot.sortie.spent, terms.SKILLS),
        markers=_named(pilot.career.markers, terms.MARKERS),
        charm=chance.ORDERS[pilot.career.charm_order] if pilot.career.markers & terms.CHARM_MARKER else None,
        leads=bool(pilot.career.leads),
        wingman=_wingman(pilot),
        aircraft=_mat(game, pilot) if pilot.career.aircraft >= 0 else None,
        gunner=_gunner(game, pilot),
        sortie=_sortie(game, pilot),
        over=bool(pilot.career.over),
        successor=_successor(game, pilot) if game.ending else UNSET,
    )


def _wingman(pilot: Pilot) -> shown.Wingman:
    return shown.Wingman(
        status="away" if pilot.wingman.away else terms.WINGMAN_FATES[pilot.sortie.wingman],
        experience=pilot.wingman.xp,
        skills=_named(pilot.wingman.skills, terms.SKILLS),
        kills=shown.Kills(bombers=pilot.wingman.bombers, fighters=pilot.wingman.fighters),
        awards=_named(pilot.wingman.awards, terms.AWARDS),
        flights=pilot.wingman.sorties,
        lines_to_miss=pilot.wingman.away,
    )


def _gunner(game: Game, pilot: Pilot) -> shown.Gunner | None:
    if pilot.career.aircraft < 0 or game.layout.aircraft[pilot.career.aircraft].crew < 2:
        return None
    return shown.Gunner(
        experience=pilot.gunner.xp,
        skills=_named(pilot.gunner.skills, terms.SKILLS),
        kills=pilot.gunner.kills,
        wound=terms.WOUNDS[pilot.sortie.gunner_wound],
        stand_in=bool(pilot.career.gunner_away),
    )


def _mat(game: Game, pilot: Pilot) -> shown.Mat:
    """The aircraft display mat with its damage and ammunition [3.1, 3.4]."""
    frame = game.layout.aircraft[pilot.career.aircraft]
    return shown.Mat(
        name=frame.name,
        series=terms.SERIES[frame.series],
        speed=frame.speed,
        agile=frame.agile,
        boost=frame.boost,
        crew=frame.crew,
        engines=frame.engines,
        rockets=bool(pilot.sortie.rockets) if pilot.airborne else frame.rocket_hit > 0,
        weapons=_weapons(frame, pilot),
        damage=_damage(frame, pilot.sortie.own_hits),
    )


def _weapons(frame: Frame, pilot: Pilot) -> list[shown.MountedWeapon]:
    ammo = pilot.sortie.ammo if pilot.airborne else list(frame.ammo)
    weapons = []
    for number, weapon in enumerate(frame.weapons):
        state: Literal["ready", "jammed", "broken"] = (
            "broken"
            if pilot.sortie.broken >> number & 1
            else "jammed"
            if pilot.sortie.jammed >> number & 1
            else "ready"
        )
        left = None if weapon.ammo is None else ammo[number] if number < len(ammo) else weapon.ammo
        weapons.append(shown.MountedWeapon(name=weapon.name, fp=weapon.fp, load=weapon.ammo, ammo=left, state=state))
    return weapons


def _damage(frame: Frame, hits: list[int]) -> dict[str, shown.Hits]:
    """Systems that are hit, and how many hits each can take."""
    told = {}
    for number, system in enumerate(terms.SYSTEMS):
        limit = frame.lost_at[number]
        if number == terms.S_PORT_ENGINE or (number == terms.S_STARBOARD_ENGINE and frame.engines == 2):
            limit = frame.engine
        if hits[number] or limit:
            count = grade_of(hits[number]) if number == terms.S_PILOT else hits[number]
            told[system] = shown.Hits(hits=count, lost_at=limit)
    return told


def _sortie(game: Game, pilot: Pilot) -> shown.Sortie | None:
    """Where he is on the endurance track, and whom he fights."""
    if not pilot.airborne:
        return None
    here = game.pilots.index(pilot) == game.me
    return shown.Sortie(
        box=pilot.sortie.box,
        raid_box=raid_box(game, pilot),
        last_box=last_box(game, pilot),
        track={zone: game.layout.tracks[pilot.career.unit][n] for n, zone in enumerate(terms.TARGET_ZONES)},
        wound=terms.WOUNDS[pilot.sortie.wound],
        firepower=firepower(game) if here else None,
        speed=own_speed(game) if here else None,
        agile=is_agile(game, game.layout.aircraft[pilot.career.aircraft], pilot.sortie.own_hits),
        met=terms.INTERCEPTIONS[pilot.attack.met] if pilot.attack.bomber_type >= 0 or pilot.duel.enemy >= 0 else None,
        sighted=game.layout.bombers[pilot.attack.bomber_type].name if pilot.attack.bomber_type >= 0 else None,
        escort=game.layout.fighters[pilot.attack.escort].name if pilot.attack.escort >= 0 else None,
        homeward=bool(pilot.sortie.home),
        bomber=_bomber(game, pilot),
        fight=_fight(game, pilot, here),
    )


def _bomber(game: Game, pilot: Pilot) -> shown.Bomber | None:
    """The Bomber Target Chart [3.4a]."""
    if pilot.attack.target < 0:
        return None
    bomber = game.layout.bombers[pilot.attack.target]
    limits = (bomber.wing, bomber.wing, bomber.airframe, bomber.controls, *[bomber.engine] * 4)
    damage = {
        part: shown.Hits(hits=_hits(pilot, n), lost_at=limits[n] if n < len(limits) else 0)
        for n, part in enumerate(terms.BOMBER_SYSTEMS)
        if pilot.attack.bomber_hits[n] or n < len(limits)
    }
    return shown.Bomber(
        type=bomber.name,
        range=terms.RANGES[pilot.attack.range],
        attacking=bool(pilot.attack.under_way),
        first_pass=bool(pilot.attack.first_pass),
        straggler=bool(pilot.attack.straggler),
        aim=terms.AIM_POINTS[pilot.attack.aim],
        formation=bool(bomber.formation and pilot.attack.formation),
        bombs=bombs_aboard(game, pilot),
        place=plain(game, "place", approach.position(pilot).code) if pilot.attack.location else None,
        damage=damage,
    )


def _hits(pilot: Pilot, part: int) -> int:
    """Hits on a part of the bomber; of its pilots the grade of their wounds."""
    hits = pilot.attack.bomber_hits[part]
    return grade_of(hits) if part in (terms.BOMBER_PILOT, terms.BOMBER_COPILOT) else hits


def _fight(game: Game, pilot: Pilot, here: bool) -> shown.Fight | None:
    """The Fighter Target Chart [3.4a]."""
    if pilot.duel.enemy < 0:
        return None
    frame = game.layout.fighters[pilot.duel.enemy]
    return shown.Fight(
        enemy=frame.name,
        orientation=ORIENTATIONS[pilot.duel.orientation],
        round=pilot.round.number,
        firepower=enemy_firepower(game) if here else frame.fp[0],
        speed=frame.speed - speed_loss(game, frame, pilot.duel.enemy_hits),
        agile=is_agile(game, frame, pilot.duel.enemy_hits),
        quality=terms.QUALITIES[pilot.duel.quality],
        damage=_damage(frame, pilot.duel.enemy_hits),
    )


def view(game: Game, seat: str, seats: tuple[str, ...]) -> CareerView:
    """The game as a seat, or the public, may know it."""
    return CareerView(game, seat, Seat(seats.index(seat) if seat in seats else 0))
