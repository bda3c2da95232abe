"""What a player reckons of a fight is what the rules then do: firepower, how a crew responds, how it shoots back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots.attack import Duel, Response, aimed, duel_of, group_of, promise
from viermot.games.nightfighter.bots.player import StandardPlayer
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.ids import Attacker, Fighter
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.combat import may_claim
from viermot.games.nightfighter.rules.gunnery import ALONE, DEFERRED, GUNS, HOLD_FIRE, OBLIQUE, firepower
from viermot.games.nightfighter.rules.response import second_die_modifiers
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, Rng, key_of
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Ask, GameModule

EVERY_OPTION = {"28.1": True, "28.2": True, "28.3": True, "28.4": True, "28.6": True}


class Duellist:
    """Holds what a player reckons before each fight against what the rules would do in it."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.seen: Counter[str] = Counter()

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        if ask.kind == "attack":
            self.compare(view, ask)
        return int(self.player.choose(view, ask, rng))

    def compare(self, view: NightView, ask: Ask) -> None:
        game, fighter = view._game, Fighter(ask.facts["fighter"])
        contact = view.held(ask.facts["contact"])
        target = Attacker(game.a_handle.index(contact.handle))
        group = game.layout.groups[game.a_group[target]]
        if group is not group_of(view, contact):  # taken for another type: what the player does not know he gets wrong
            return
        duel = duel_of(view, fighter, group, contact.hex, OBLIQUE in ask.codes)
        good, alerted = view.good_position(fighter), bool(game.a_alert[target])
        for way, printed in ((GUNS, duel.guns), (OBLIQUE, duel.oblique)):
            if way in ask.codes and printed is not None:
                reckoned = aimed(duel, way, printed, alerted, good) + duel.pilot
                assert reckoned == firepower(game, fighter, target, way)[0]
                self.seen[f"{'guns' if way == GUNS else 'oblique'}{' alerted' * alerted}{' poor' * (not good)}"] += 1
        if duel.turret is None:
            return
        below = duel.response.oblique
        for way, reckoned in ((GUNS, 0), (OBLIQUE, below), (HOLD_FIRE, duel.response.not_attacking + duel.stalks)):
            if way == HOLD_FIRE and duel.stalks and may_claim(game, fighter):
                way = DEFERRED
            if way in (*ask.codes, DEFERRED):
                assert duel.notice + reckoned == sum(
                    points for _, points, _ in second_die_modifiers(game, fighter, target, way, ALONE)
                )
                self.seen["stalking" if way == DEFERRED else "noticed"] += 1
        shoots = (group.firepower or 0) + group.village_inn
        assert duel.turret == shoots


def duels(
    module: GameModule, scenario: str, options: dict[str, Any], seats: Callable[[], dict[str, Any]], games: int
) -> Counter[str]:
    """How often each kind of fight came up and was reckoned as the rules have it."""
    seen: Counter[str] = Counter()
    for number in range(games):
        key = key_of(f"duel {number}")
        state: Game = module.start(module.load_pack(None), scenario, options, KeyedDice(key))
        advance(state)
        bots = seats()
        play_out(module, state, bots, {seat: BotRng(key, seat) for seat in bots})
        seen += bots["player"].seen
    return seen


def umpired() -> dict[str, Any]:
    return {"player": Duellist(StandardPlayer()), "umpire": GAME.bots("umpire")["plain"]()}


@pytest.mark.parametrize("scenario", ["6C", "6G", "8", "10B"])
def test_the_standard_player_knows_what_his_guns_can_do(scenario: str) -> None:
    seen = duels(GAME, scenario, EVERY_OPTION, umpired, 8)
    assert seen["guns poor"] and seen["guns alerted"] and seen["noticed"]


def test_radar_on_a_turret_is_reckoned_with() -> None:
    agreed = {"equipment": {"Lancaster I/III": ["Village Inn"]}, "any_date": True}
    assert duels(GAME, "6", EVERY_OPTION | agreed, umpired, 8)["noticed"]


def test_oblique_guns_are_known_to_fail_against_the_alerted_and_from_a_poor_position() -> None:
    seen = duels(GAME, "6G", EVERY_OPTION, umpired, 12)
    assert {"oblique", "oblique alerted", "oblique poor", "oblique alerted poor", "stalking"} <= set(seen)


def test_without_the_options_oblique_guns_do_as_printed() -> None:
    seen = duels(GAME, "6G", {}, umpired, 6)
    assert seen["oblique alerted"] and not seen["oblique poor"] and not seen["stalking"]


CREW = Response(notices=5, alerted=2, corkscrew=2, defensive_fire=4, oblique=2, not_attacking=1)
FIRES_FROM_BELOW = Duel(
    guns=5, oblique=5, pilot=0, notice=0, response=CREW, hits=(10, 11, 12, 13), turret=2, strength=3, stake=1.2,
    wary=True, stalks=2,
)  # fmt: skip


def test_he_fires_from_below_at_the_unsuspecting_only() -> None:
    assert promise(FIRES_FROM_BELOW, 4, False, True)[1] == OBLIQUE
    assert promise(FIRES_FROM_BELOW, 4, True, True)[1] == GUNS
    assert promise(FIRES_FROM_BELOW._replace(wary=False), 4, True, True)[1] == OBLIQUE


def test_he_waits_for_a_better_position_if_that_is_worth_the_risk_of_losing_the_bomber() -> None:
    regular = FIRES_FROM_BELOW._replace(oblique=None)
    expert = regular._replace(pilot=2, notice=1)
    assert promise(regular, 4, False, False)[1] == HOLD_FIRE
    assert promise(expert, 4, False, False)[1] == GUNS
