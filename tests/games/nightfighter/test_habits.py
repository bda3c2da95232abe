"""What the standard player has learned not to do, each seen in games that would show the old habit."""

from __future__ import annotations

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots.chase import dead_ends, ends
from viermot.games.nightfighter.model.board import HEXES, S
from viermot.kernel.agenda import State, advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out


def played(scenario: str, seed: str) -> State:
    key = key_of(seed)
    state: State = GAME.start(GAME.load_pack(None), scenario, {}, KeyedDice(key))
    advance(state)
    bots = {"player": GAME.bots("player")["standard"](), "umpire": GAME.bots("umpire")["plain"]()}
    play_out(GAME, state, bots, {seat: BotRng(key, seat) for seat in bots})
    return state


def kinds(state: State) -> list[str]:
    return [kind for kind, *_ in state.log]


def test_a_victory_that_losses_can_undo_is_taken_at_once() -> None:
    games = [played("10B", f"habit {number}") for number in range(12)]
    assert sum((GAME.result(game) or {})["level"] != "loss" for game in games) >= 3
    assert not any("plays_on" in kinds(game) for game in games)


def test_where_nothing_can_be_lost_he_flies_for_more() -> None:
    assert any("plays_on" in kinds(played("3", f"habit {number}")) for number in range(6))


def test_a_place_is_lost_when_every_way_from_it_is() -> None:
    lost = dead_ends(2)
    edge = HEXES.parse("0927")
    assert lost[edge * 6 + S]
    assert not lost[HEXES.parse("0914") * 6 + S]
    for place in (p for p in range(len(lost)) if not lost[p]):
        assert any(not lost[end.hex * 6 + end.facing] for end in ends(place // 6, place % 6, 2, 2, True))


def test_the_last_fighter_seldom_leaves_the_map_unhurt() -> None:
    games = [GAME.result(played("8", f"habit {number}")) or {} for number in range(120)]
    left = [game for game in games if game["reason"] == "no fighters left" and not game["losses"]]
    assert len(left) <= 26  # 35 of these if what is still to be met does not count, 19 as it is
