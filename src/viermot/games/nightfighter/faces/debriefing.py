"""Which throws of a night had odds: attacks, defensive fire, looking hard at a fixed bomber, lights handing over.

What an attack might have done is what the player was shown beside its button, for the type the bomber proved to be.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from viermot.debriefing import KILL, LOSS, TURN, Debriefing, Gamble, Told, chance, number, two_dice
from viermot.games.nightfighter.knowledge.odds import odds as odds_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.ids import Attacker, Handle
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.gunnery import hits_of
from viermot.kernel.agenda import Logged, State
from viermot.kernel.json import JsonTable
from viermot.kernel.perspective import Perspective
from viermot.text import message

PLAYER, UMPIRE = "player", "umpire"
KILL_STAKE, TALLY_STAKE, LIGHT_STAKE, TAKEN_STAKE = 1.0, 0.35, 0.25, 0.2
COUNTED = 0.0  # hits are listed under luck; what hung on them is the kill
KILLS: Final = "nightfighter.luck.kills"
FINDS: Final = frozenset(("contact", "coned", "spotted", "fixed"))  # a bomber comes into contact [16.0, 14.2, 19.1]
ROUTINE: Final = frozenset(("bombers_fly", "none_left", "off_map", "empty_map", "umpire_rolled"))  # every turn the same
HOLDS: Final = frozenset(("still_above", "facing_differs", "friend_too_near"))  # what somebody can do better
AFTER: Final = 12  # events within which the log has a throw's outcome


def six_among(dice: int) -> float:
    """One particular number among this many dice: a bomber's own, or a six."""
    return float(1 - (5 / 6) ** dice)


def night_of(state: State) -> Game:
    """A state of this game, or of one built on it."""
    if not isinstance(state, Game):
        raise TypeError(type(state).__name__)
    return state


class Chain(NamedTuple):
    """How far a night's hunt came: bombers found, seen, fired at and shot down [4.1, 10.0, 11.0]."""

    found: int
    seen: int
    attacks: int
    kills: int

    @property
    def broke(self) -> str:
        """The link at which it broke; "" where somebody was shot down."""
        links = zip(("found", "seen", "attacks", "kills"), self, strict=True)
        return next((name for name, count in links if not count), "")


def chain_of(told: Sequence[Told], finds: frozenset[str]) -> Chain:
    """The links of a night's chain, from what the player was told."""

    def of(kinds: frozenset[str]) -> int:
        return len({each.event.data["contact"] for each in told if each.event.kind in kinds})

    kinds = [each.event.kind for each in told]
    seen = of(frozenset(("tallied",)))
    return Chain(max(of(finds), seen), seen, kinds.count("attack"), kinds.count("shot_down"))


def held_by(told: Sequence[Told]) -> str:
    """What most often kept a fighter in the hex of its tally from firing [11.0a, 11.1, 18.0c]; "" if none got there."""
    reasons = Counter(each.event.data["reason"] for each in told if each.event.kind == "cannot_attack")
    return next((str(reason) for reason, _ in reasons.most_common() if reason in HOLDS), "")


def _headline(told: Sequence[Told], locale: str) -> str:
    falls = [each.event for each in told if each.event.kind == "shot_down"]
    if not falls:
        return message("nightfighter.headline.none", locale)
    last = falls[-1]
    key = "one" if len(falls) == 1 else "many"
    fields = {"n": len(falls), "kind": last.data["kind"], "turn": last.turn}
    return message(f"nightfighter.headline.{key}", locale, **fields)


class NightDebriefing(Debriefing):
    """Nightfighter, and the games that are built on it."""

    finds: frozenset[str] = FINDS

    def story(self, told: Sequence[Told], gambles: Sequence[Gamble], end: Perspective, locale: str) -> list[str]:
        """What fell and when; then how far each link of the chain held, and where it broke."""
        chain = chain_of(told, self.finds)
        lines = [_headline(told, locale), message("nightfighter.chain", locale, **chain._asdict())]
        if end.seat == PLAYER and chain.broke:
            missed = math.prod(1 - each.expected for each in gambles if each.what == KILLS)
            held = held_by(told) if chain.broke == "attacks" else ""
            key = f"nightfighter.chain.{chain.broke}" + (f".{held}" if held else "")
            lines.append(message(key, locale, chance=round(100 * (1 - missed))))
        return lines

    def is_telling(self, event: Logged) -> bool:
        return event[0] not in ROUTINE

    def chapter(self, kind: str, data: JsonTable, seat: str) -> str:
        if kind == "turn":
            return TURN
        ours, theirs = (LOSS, KILL) if seat == UMPIRE else (KILL, LOSS)
        if kind in ("shot_down", "intruder_shot_down"):
            return ours
        return theirs if kind == "fighter_lost" else ""

    def gambles(self, told: Sequence[Told], seats: tuple[str, ...]) -> Iterator[Gamble]:
        for at, each in enumerate(told):
            after = told[at + 1 : at + AFTER]
            if each.what == "attack":
                yield from self.attack(each, told[at + 1 :])
            elif each.what == "roll:attack":
                yield from self.hits(each, after)
            elif each.what == "roll:defensive fire":
                yield self.defensive_fire(each, after)
            else:
                yield from self.sighting(each, after)

    def attack(self, each: Told, after: Sequence[Told]) -> Iterator[Gamble]:
        """Does it bring the bomber down? Until the next attack begins [11.0, 17.4]."""
        fighter, handle, guns = each.logged[3]
        before = night_of(each.before)
        odds = odds_of(self.view_of(before), fighter, guns)
        target = self.target_of(before, handle)
        if odds is None or target is None:
            return
        type_ = before.layout.groups[before.a_group[target]].type
        if type_ not in odds.to_destroy:
            return
        own = list(takewhile(lambda one: one.what not in ("attack", "phase"), after))
        told = {one.what: one for one in own if one.what in ("hits", "shot_down")}
        down = told.get("shot_down")
        place = (down or told.get("hits") or each).place
        yield chance(place, KILLS, PLAYER, float(odds.in_all(type_)), down is not None, KILL_STAKE)

    def hits(self, each: Told, after: Sequence[Told]) -> Iterator[Gamble]:
        """How many hits the guns score, once they fire [11.0c]."""
        added = sum(points for _, points, _ in each.event.data["modifiers"])
        layout = night_of(each.before).layout
        odds = two_dice(lambda total: hits_of(layout, total + added))
        scored = next((one for one in after if one.event.kind == "hits"), None)
        if scored is None:
            return
        came = int(scored.event.data["hits"])
        yield number(scored.place, "nightfighter.luck.hits", PLAYER, odds, came, COUNTED)

    def view_of(self, before: Game) -> NightView:
        """What the player knew then."""
        return NightView(before, PLAYER)

    def target_of(self, before: Game, handle: Handle) -> Attacker | None:
        """What the contact was."""
        if not 0 < handle <= len(before.owners):
            return None  # met only in the course of this answer
        return Attacker(before.owners[handle - 1])

    def defensive_fire(self, each: Told, after: Sequence[Told]) -> Gamble:
        """The gunners' hits on a fighter [17.4.2]."""
        added = sum(points for _, points, _ in each.event.data["modifiers"])
        layout = night_of(each.before).layout
        odds = two_dice(lambda total: hits_of(layout, total + added))
        hit = next((one for one in after if one.event.kind == "fighter_hit"), None)
        came = hits_of(layout, sum(each.event.data["dice"]) + added)
        place = hit.place if hit is not None and came else each.place
        return number(place, "nightfighter.luck.hits_taken", UMPIRE, odds, came, TAKEN_STAKE)

    def sighting(self, each: Told, after: Sequence[Told]) -> Iterator[Gamble]:
        """A fixed bomber is looked for, or one zone's lights hand a bomber to the next [15.0, 14.2.4]."""
        dice = each.event.data.get("dice", ())
        if each.what == "roll:fixed tally":
            said = next((one for one in after if one.event.kind in ("tallied", "not_tallied")), each)
            came = said.event.kind == "tallied"
            yield chance(said.place, "nightfighter.luck.tallies", PLAYER, six_among(len(dice)), came, TALLY_STAKE)
        elif each.what == "roll:hand-off":
            said = next((one for one in after if one.event.kind in ("handed_off", "light_lost")), each)
            came = said.event.kind == "handed_off"
            yield chance(said.place, "nightfighter.luck.lights", PLAYER, six_among(len(dice)), came, LIGHT_STAKE)


DEBRIEFING: Final = NightDebriefing()
