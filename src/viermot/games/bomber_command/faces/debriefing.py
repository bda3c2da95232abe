"""Which throws of a night over Germany had odds, by the charts: attacks, flak, gunners, detection, infiltration.

Stakes are victory points where a throw costs aircraft: a bomber is one to the German, a nightfighter half of one to the
British player [11.1].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from viermot.debriefing import KILL, LOSS, TURN, Debriefing, Gamble, Told, chance, number, two_dice
from viermot.games.bomber_command.bots.nights import RaidRoute, nearest
from viermot.games.bomber_command.faces.event_text import vp
from viermot.games.bomber_command.faces.reader import table
from viermot.games.bomber_command.model.layout import Layout, read_chart
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.victory import (
    british_half_points,
    german_points,
    lost,
    net_points,
    target_points,
)
from viermot.kernel.agenda import Logged, State
from viermot.kernel.json import JsonTable
from viermot.kernel.words import Filling
from viermot.text import message

BRITISH, GERMAN = "british", "german"
OCCASIONS: Final = {"attack_rolled": ("attack", "british_attack"), "flak_rolled": ("flak",)}
ROUTINE: Final = frozenset(("flew", "attacked_raid", "own_home"))
BEFORE: Final = 12  # events within which the log says who attacks
RAID = "raid"
BOMBER, FIGHTER = 1.0, 0.5  # victory points
SEEN, JOINED = 0.8, 0.8  # what seeing the raids, or getting into one, is worth to the German player


class RaidDebriefing(Debriefing):
    """Bomber Command."""

    def history(self, end: State, locale: str) -> list[str]:
        """The real raid on tonight's targets; for nobody but the British player before the night is over."""
        if not isinstance(end, Game) or not end.plot:
            return []
        plan = [RaidRoute(raid.kind, raid.path) for raid in end.plot]
        night = nearest(end.layout, end.targets, end.follow_up, plan)
        if night is None:
            return []
        fields = {"title": message(night.title, locale), "story": message(night.story, locale)}
        return [message("bomber_command.debrief.history", locale, **fields)]

    def is_telling(self, event: Logged) -> bool:
        """Whoever drew no card knew nothing more for it; where raids flew is drawn on the map."""
        kind, _, _, data = event
        return kind not in ROUTINE and (kind != "drew" or bool(data[1]))

    def occasion(self, told: Sequence[Told], at: int) -> Told | None:
        """Who attacks where, or which flak fires: the column and the dice do not say."""
        wanted = OCCASIONS.get(told[at].event.kind, ())
        return next((one for one in reversed(told[max(0, at - BEFORE) : at]) if one.event.kind in wanted), None)

    def reasons(self, end: State, locale: str) -> list[str]:
        """The points of both sides by what they are for, and the levels beside the one reached [11.1, 11.2]."""
        if not isinstance(end, Game) or not end.plot:
            return []
        losses = lost(end)
        british = {
            "bombing": end.bombing_half_vp, "target": 2 * target_points(end), "mosquitos": 2 * end.mosquito_vp,
            "mines": 2 * end.mine_vp, "fighters": round(2 * losses.fighters_vp),
        }  # fmt: skip
        earned = _listed(
            {what: {"vp": vp(halves, locale), "n": losses.fighters} for what, halves in british.items() if halves},
            locale,
        )
        german = {"bombers": losses.bombers, "lost_mosquitos": losses.mosquitos}
        cost = _listed({what: {"n": n} for what, n in german.items() if n}, locale)
        levels = ", ".join(f"{level.name} {level.needs}" for level in table(end.layout.scenario, locale).levels)
        return [
            _summed("british", vp(british_half_points(end), locale), earned, locale),
            _summed("german", vp(2 * german_points(end), locale), cost, locale),
            message("bomber_command.debrief.levels", locale, net=net_points(end), levels=levels),
        ]

    def chapter(self, kind: str, data: JsonTable, seat: str) -> str:
        if kind == "turn":
            return TURN
        if kind == "bombers_lost":
            return LOSS if seat == BRITISH else KILL
        if kind == "fighters_lost":
            return KILL if seat == BRITISH else LOSS
        return RAID if kind == "bomb_drop" else ""

    def gambles(self, told: Sequence[Told], seats: tuple[str, ...]) -> Iterator[Gamble]:
        for at, each in enumerate(told):
            read = READ.get(each.event.kind)
            if read is not None:
                thrown = next((one for one in reversed(told[max(0, at - 3) : at]) if one.event.kind == "roll"), None)
                if thrown is not None:
                    yield read(_layout(each), each, sum(thrown.event.data["dice"]), thrown.what)


def _listed(points: Mapping[str, Mapping[str, Filling]], locale: str) -> str:
    """What points are for, one after the other; what brought none is not among it."""
    return ", ".join(message(f"bomber_command.debrief.for.{what}", locale, **each) for what, each in points.items())


def _summed(side: str, points: str, what: str, locale: str) -> str:
    """The points of a side with what they are for."""
    return message(f"bomber_command.debrief.{side}{'' if what else '.none'}", locale, points=points, what=what)


def _layout(each: Told) -> Layout:
    """The charts of the game."""
    if not isinstance(each.before, Game):
        raise TypeError(type(each.before).__name__)
    return each.before.layout


def _attack(layout: Layout, each: Told, dice: int, thrown: str) -> Gamble:
    """Bombers, or fighters, by the combat chart [9.7, 9.2.1], with what both sides were told of it."""
    column, _, total, losses, _ = each.logged[3]
    added = total - dice
    odds = two_dice(lambda sum_: read_chart(layout.combat[column], layout.combat_first, sum_ + added)[0])
    if thrown == "roll:British attack":
        return number(each.place, "bomber_command.luck.british", BRITISH, odds, losses, FIGHTER)
    return number(each.place, "bomber_command.luck.attacks", GERMAN, odds, losses, BOMBER)


def _flak(layout: Layout, each: Told, dice: int, thrown: str) -> Gamble:
    """Bombers lost to flak [9.6.1]."""
    _, total, losses, _, _ = each.logged[3]
    added = total - dice
    odds = two_dice(lambda sum_: read_chart(layout.flak[0], layout.combat_first, sum_ + added))
    return number(each.place, "bomber_command.luck.flak", GERMAN, odds, losses, BOMBER)


def _gunners(layout: Layout, each: Told, dice: int, thrown: str) -> Gamble:
    """Fighters lost to defensive fire [9.7.2]."""
    _, total, lost = each.logged[3]
    chart, added = layout.aid.defensive_fire, total - dice
    odds = two_dice(lambda sum_: (sum_ + added >= chart.one) + (sum_ + added >= chart.two))
    return number(each.place, "bomber_command.luck.gunners", BRITISH, odds, lost, FIGHTER)


def _detection(layout: Layout, each: Told, dice: int, thrown: str) -> Gamble:
    """Are the raids seen at all? [8.2]"""
    margin = each.logged[3][0]
    short = margin - dice  # the cards less the jamming level
    odds = two_dice(lambda sum_: int(sum_ + short > 0))
    return chance(each.place, "bomber_command.luck.detection", GERMAN, odds.get(1, 0.0), margin > 0, SEEN)


def _infiltration(layout: Layout, each: Told, dice: int, thrown: str) -> Gamble:
    """Does a unit get into the stream? At the value itself a part of it does [9.4.1c]."""
    _, _, total, value = each.logged[3]
    added = total - dice
    odds = two_dice(lambda sum_: int(sum_ + added >= value))
    return chance(each.place, "bomber_command.luck.infiltration", GERMAN, odds.get(1, 0.0), total >= value, JOINED)


READ: Final[dict[str, Callable[[Layout, Told, int, str], Gamble]]] = {
    "attack_rolled": _attack, "flak_rolled": _flak, "defensive_fire": _gunners, "detection": _detection,
    "infiltration": _infiltration,
}  # fmt: skip
DEBRIEFING: Final = RaidDebriefing()
