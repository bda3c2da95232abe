"""What combat does: depletion, losses, disruption and flak damage [9.8]."""

from __future__ import annotations

from viermot.games.bomber_command.model.board import TO_ALL, TO_BRITISH
from viermot.games.bomber_command.model.ids import Raid, Unit
from viermot.games.bomber_command.model.state import DEPLETED, GCI, RETURNING, Game


def send_home(game: Game, unit: Unit, rules: str) -> None:
    """Place a Return to Base marker; a GCI Intercept marker is lost, and its active hexes with it [7.4.3, 9.3e]."""
    marks = game.unit_marks[unit]
    if marks & RETURNING:
        return
    game.unit_marks[unit] = (marks | RETURNING) & ~GCI
    game.emit("returns", rules + " 9.3e" if marks & GCI else rules, TO_ALL, unit)


def deplete(game: Game, unit: Unit, rules: str) -> None:
    """Flip a full-strength unit; one already depleted must return to base [9.8.1]."""
    if not game.unit_marks[unit] & DEPLETED:
        game.unit_marks[unit] |= DEPLETED
        game.emit("depleted", "9.8.1 " + rules, TO_ALL, unit)
    else:
        send_home(game, unit, "9.8.1 7.4.3a " + rules)


def lose_fighters(game: Game, unit: Unit, number: int, rules: str) -> None:
    """Nightfighters shot down or crashed go into one total [9.8.2b]."""
    if number:
        game.fighter_losses += number
        game.unit_lost[unit] += number
        game.emit("fighters_lost", "9.8.2b " + rules, TO_ALL, unit, number)


def box_watchers(game: Game) -> int:
    """Who sees the raid boxes' markers and the Loss Track: everybody, unless Fog of War is in play [12.5]."""
    return TO_BRITISH if game.layout.fog_of_war else TO_ALL


def fogged(game: Game) -> str:
    """The rule that hides it, if it is in play."""
    return " 12.5" if game.layout.fog_of_war else ""


def lose_bombers(game: Game, raid: Raid, number: int, rules: str) -> None:
    """Bombers lost are tracked by raid letter [9.8.2a]."""
    if number:
        game.raid_losses[raid] += number
        game.emit("bombers_lost", "9.8.2a " + rules + fogged(game), box_watchers(game), game.plot[raid].letter, number)


def disrupt(game: Game, raid: Raid, number: int, rules: str) -> None:
    """Disrupt markers add up [9.8.3a]."""
    if number:
        game.raid_disruptions[raid] += number
        game.emit("disrupted", "9.8.3a " + rules + fogged(game), box_watchers(game), game.plot[raid].letter, number)


def damage(game: Game, raid: Raid, number: int) -> None:
    """Flak Damage markers [9.8.4a]."""
    if number:
        game.raid_damage[raid] += number
        game.emit("flak_damage", "9.8.4a", box_watchers(game), game.plot[raid].letter, number)
