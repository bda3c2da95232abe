"""The end of the night, Victory Points and who has won [11.0]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from viermot.games.bomber_command.model.board import (
    BRITISH,
    EITHER,
    GERMAN,
    MAIN,
    MOSQUITO,
    SEATS,
    TO_ALL,
    TO_BRITISH,
    TO_GERMAN,
)
from viermot.games.bomber_command.model.ids import by_raid, by_unit
from viermot.games.bomber_command.model.notation import NO, THING, YES
from viermot.games.bomber_command.model.state import IN_RAID, RECOVERED, Game
from viermot.games.bomber_command.rules.combat.damage import send_home
from viermot.games.bomber_command.rules.movement.raids import ComingOut, all_home, put_out
from viermot.games.bomber_command.rules.movement.recovery import (
    after_landing,
    as_told,
    confirm_losses,
    landings,
    must_recover,
)
from viermot.kernel.agenda import Facts, question, step, task, together
from viermot.kernel.json import JsonObject

HOME_REASON: Final = "all home"
AGREED: Final = "agreed"
LAST_HOME, CALLED_OFF = 1, 2  # how the end stage began: the last raid is home, or both agreed to end the night


def in_the_air(game: Game) -> bool:
    """Is any nightfighter unit still up?"""
    return any(game.airborne(unit) for unit in game.layout.every_unit)


def target_points(game: Game) -> int:
    """The bonus of each target chit whose city a Main Force has bombed [3.3c, ruling C71]."""
    bombed = [each.target for raid, each in by_raid(game.plot) if each.kind == MAIN and game.raid_bombed[raid]]
    points = 0
    for city, chit in zip(game.targets, game.drawn, strict=True):
        if city in bombed:
            bombed.remove(city)  # a follow-up has a chit and a Main Force of its own
            points += game.layout.chits[chit].vp
    return points


def british_half_points(game: Game) -> int:
    """British VP in halves: targets, mining, Mosquitos, nightfighters and bombing [11.1a]."""
    chits = target_points(game)
    fighters = int(2 * game.layout.scoring.nightfighter * game.fighter_losses)
    return 2 * (chits + game.mine_vp + game.mosquito_vp) + fighters + game.bombing_half_vp


class AircraftLost(Struct, kw_only=True):
    """Aircraft lost in a night, and their VP for the other side [11.1]."""

    fighters: int
    bombers: int
    mosquitos: int
    fighters_vp: float
    bombers_vp: int
    mosquitos_vp: int


def lost(game: Game) -> AircraftLost:
    """What both sides lost, Mosquitos apart from the other bombers [11.1a, 11.1b]."""
    scoring, fighters = game.layout.scoring, game.fighter_losses
    mosquitos = sum(losses for raid, losses in by_raid(game.raid_losses) if game.plot[raid].kind == MOSQUITO)
    bombers = sum(game.raid_losses) - mosquitos
    return AircraftLost(
        fighters=fighters,
        bombers=bombers,
        mosquitos=mosquitos,
        fighters_vp=scoring.nightfighter * fighters,
        bombers_vp=scoring.bomber * bombers,
        mosquitos_vp=scoring.mosquito * mosquitos,
    )


def german_points(game: Game) -> int:
    """German VP: bombers lost, with Mosquitos counting for more [11.1b]."""
    return _points_for(game, [plotted.kind == MOSQUITO for plotted in game.plot])


def known_german_points(game: Game) -> int:
    """The same as far as the German player can tell, who knows a Mosquito raid only once its letter is known as one."""
    seen = zip(game.plot, game.raid_known, strict=True)
    return _points_for(game, [bool(known) and plotted.kind == MOSQUITO for plotted, known in seen])


def _points_for(game: Game, mosquitos: Sequence[bool]) -> int:
    scoring = game.layout.scoring
    return sum(
        losses * (scoring.mosquito if mosquitos[raid] else scoring.bomber) for raid, losses in by_raid(game.raid_losses)
    )


def net_points(game: Game) -> int:
    """British minus German VP; the British fraction is dropped [11.2, ruling C31]."""
    return british_half_points(game) // 2 - german_points(game)


def level_of(game: Game, net: int) -> str:
    """The victory level for a net score [11.2]."""
    bands = game.layout.scenario.victory  # the last one has no upper end
    return next(str(level) for highest, level in bands if highest is None or net <= highest)


@step
def is_it_over(game: Game) -> None:
    """When all raids have recovered the end stage begins; once all units have landed too, the game is over [11.0]."""
    if not all_home(game):
        return
    if not game.end_stage:
        game.end_stage = LAST_HOME
        game.emit("end_stage", "11.0 11.0z", TO_ALL)
        recall(game)
    if not in_the_air(game):
        finish(game, game.ending or (AGREED if game.end_stage == CALLED_OFF else HOME_REASON))


def recall(game: Game) -> None:
    """Everybody in the air is ordered home, since GCI units would never run out of fuel [11.0z, ruling C40]."""
    for unit in game.layout.every_unit:
        if game.airborne(unit):
            send_home(game, unit, "11.0z")


def finish(game: Game, reason: str) -> None:
    """Count up [11.1, 11.2]."""
    game.agenda.clear()
    game.ending = reason
    net = net_points(game)
    victory = "11.2b" if game.layout.is_downfall else "11.2a"
    halves, german = british_half_points(game), german_points(game)
    for raid, losses in by_raid(game.raid_losses):
        if game.layout.fog_of_war:
            game.emit("losses_told", "12.5", TO_ALL, game.plot[raid].letter, losses)
    game.emit("points", "11.1a 11.1b 3.3c", TO_ALL, halves / 2, german, net)
    game.emit("game_over", f"11.0 {victory}", TO_ALL, reason, level_of(game, net), net)


# -- agreeing to end it: while raids are out, and in the end stage ----------------------------------------------------


@step
def offers(game: Game) -> None:
    """Did anybody offer to end the night? Two offers make an agreement; one is put to the other player [11.0]."""
    offered, game.modifier = game.modifier, 0
    if not offered:
        return
    for seat in (BRITISH, GERMAN):
        if offered & 1 << seat:
            game.emit("end_offered", "11.0", TO_ALL, seat)
    if offered == 1 << BRITISH | 1 << GERMAN:
        call_off(game)
    else:
        game.push(take_offer, GERMAN if offered == 1 << BRITISH else BRITISH)


@question(EITHER, "11.0", THING, usually=NO)
def take_offer(game: Game, seat: int) -> list[int]:
    """The other player offers to end the night here. Agree? [11.0]"""
    return [NO, YES]


@take_offer.tells
def take_offer_facts(game: Game, seat: int) -> Facts:
    return {"side": 1 - seat}


@take_offer.chosen
def _offer_taken(game: Game, seat: int, option: int) -> None:
    if option == YES:
        call_off(game)
    else:
        game.emit("end_declined", "11.0", TO_ALL, seat)


def call_off(game: Game) -> None:
    """The raids are over, whatever they still had to do; nightfighters fly home as in the end stage [ruling C71]."""
    game.emit("agreed", "11.0", TO_ALL)
    inside = [unit for unit, place in by_unit(game.unit_place) if place == IN_RAID]
    claims = [
        raid
        for raid, plotted in by_raid(game.plot)
        if plotted.kind == MOSQUITO and game.raid_losses[raid] and game.raid_fate[raid] != RECOVERED
    ]
    game.next(
        *[task(put_out, ComingOut(unit, "9.4.3a")) for unit in inside],
        *[task(confirm_losses, raid) for raid in as_told(game, claims)],  # only what is confirmed counts [11.1b]
        task(break_off),
        task(is_it_over),
    )


@step
def break_off(game: Game) -> None:
    """Nothing is left in the air but nightfighters [11.0]."""
    game.end_stage = CALLED_OFF
    game.raid_fate = [RECOVERED] * len(game.raid_fate)
    if game.counters:
        game.emit("counters_removed", "7.2a 11.0", TO_ALL, len(game.counters))
    game.counters.clear()
    game.drops.clear()
    recall(game)


@step
def offer_the_end(game: Game) -> None:
    """In the end stage both players may agree to end the game at once [11.0z]."""
    if game.end_stage:
        game.next(together(task(end_british), task(end_german)), task(agreed))


@question(BRITISH, "11.0z", THING, usually=NO)
def end_british(game: Game) -> list[int]:
    """End the game here? All units still up then land at once [11.0]."""
    return [NO, YES]


@question(GERMAN, "11.0z", THING, usually=NO)
def end_german(game: Game) -> list[int]:
    """End the game here? All units still up then land at once [11.0]."""
    return [NO, YES]


@end_british.chosen
def _british_agree(game: Game, option: int) -> None:
    game.modifier = (option == YES) << BRITISH


@end_german.chosen
def _german_agree(game: Game, option: int) -> None:
    game.modifier |= (option == YES) << GERMAN


@step
def agreed(game: Game) -> None:
    """If both agreed, every unit recovers where it is and the points are counted [11.0, 7.4.4a].

    A player who alone wanted to stop is told that the other did not; the other never learns of it.
    """
    for seat, audience in ((BRITISH, TO_BRITISH), (GERMAN, TO_GERMAN)):
        if game.modifier == 1 << seat:
            game.emit("end_declined", "11.0z", audience, 1 - seat)
    if game.modifier == 1 << BRITISH | 1 << GERMAN:
        game.ending = AGREED
        game.emit("agreed", "11.0 11.0z", TO_ALL)
        game.agenda.clear()
        game.next(task(must_recover), task(landings), task(after_landing), task(is_it_over))
    game.modifier = 0


def result(game: Game) -> JsonObject | None:
    """How the night ended; None while it goes on."""
    if not game.ending or game.agenda or game.asked is not None:
        return None
    net = net_points(game)
    return {
        "level": level_of(game, net),
        "reason": game.ending,
        "vp": {"british": british_half_points(game) / 2, "german": german_points(game), "net": net},
        "bombers": sum(game.raid_losses),
        "nightfighters": game.fighter_losses,
        "turns": game.turn,
    }


SCORES: Final = {"british major": 1.0, "british": 1.0, "draw": 0.5}  # of the British player; the rest is lost to him


def score(result: JsonObject, seat: str) -> float:
    """What a result is worth to a seat: a victory of either level 1, a draw a half, a defeat nothing [11.2]."""
    british = SCORES.get(str(result["level"]), 0.0)
    return british if seat == SEATS[BRITISH] else 1.0 - british
