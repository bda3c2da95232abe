"""What combat does: depletion, losses, disruption and flak damage [9.8]."""

from __future__ import annotations

from viermot.games.bomber_command.model.board import TO_ALL, TO_BRITISH
from viermot.games.bomber_command.model.ids import Raid, Unit
from viermot.games.bomber_command.model.state import DEPLETED, GCI, RETURNING, Game


def send_home(game: Game, unit: Unit, rules: str) -> None:
    """A Return to Base marker; a GCI Intercept marker goes, and with it its active hexes [7.4.3, 9.3e]."""
    marks = game.u_marks[unit]
    if marks & RETURNING:
        return
    game.u_marks[unit] = (marks | RETURNING) & ~GCI
    game.emit("returns", rules + " 9.3e" if marks & GCI else rules, TO_ALL, unit)


def deplete(game: Game, unit: Unit, rules: str) -> None:
    """Flip a full unit; one that is depleted already must return to base [9.8.1]."""
    if not game.u_marks[unit] & DEPLETED:
        game.u_marks[unit] |= DEPLETED
        game.emit("depleted", "9.8.1 " + rules, TO_ALL, unit)
    else:
        send_home(game, unit, "9.8.1 7.4.3a " + rules)


def lose_fighters(game: Game, unit: Unit, number: int, rules: str) -> None:
    """Nightfighters shot down or crashed are totalled in one figure [9.8.2b]."""
    if number:
        game.fighter_losses += number
        game.u_lost[unit] += number
        game.emit("fighters_lost", "9.8.2b " + rules, TO_ALL, unit, number)


def box_watchers(game: Game) -> int:
    """Who sees the markers of raid boxes and the Loss Track: everybody, but for the Fog of War rule [12.5]."""
    return TO_BRITISH if game.layout.fog_of_war else TO_ALL


def fogged(game: Game) -> str:
    """The rule that hides it, where it is in use."""
    return " 12.5" if game.layout.fog_of_war else ""


def lose_bombers(game: Game, raid: Raid, number: int, rules: str) -> None:
    """Bombers lost are tracked by raid letter [9.8.2a]."""
    if number:
        game.r_losses[raid] += number
        game.emit("bombers_lost", "9.8.2a " + rules + fogged(game), box_watchers(game), game.r_letter[raid], number)


def disrupt(game: Game, raid: Raid, number: int, rules: str) -> None:
    """Disrupt markers add up [9.8.3a]."""
    if number:
        game.r_disrupt[raid] += number
        game.emit("disrupted", "9.8.3a " + rules + fogged(game), box_watchers(game), game.r_letter[raid], number)


def damage(game: Game, raid: Raid, number: int) -> None:
    """Flak Damage markers [9.8.4a]."""
    if number:
        game.r_damage[raid] += number
        game.emit("flak_damage", "9.8.4a", box_watchers(game), game.r_letter[raid], number)
