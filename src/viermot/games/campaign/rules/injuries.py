"""Who was hurt, who has to be replaced, and what that costs a crew [A8.2, A8.3, PC2]."""

from __future__ import annotations

from viermot.games.campaign.model.ids import CrewId, Man, Week
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import ACTIVE, CREW_FATES, CRIPPLED, GUNNER, KILLED, OPERATOR, PILOT
from viermot.games.campaign.rules.crews import draw_name
from viermot.kernel.agenda import step, task

FATES = {"killed": KILLED, "crippled": CRIPPLED}


def men(game: Career, crew: CrewId) -> list[Man]:
    """Pilot, radar operator, and in a Ju88 the gunner."""
    return [PILOT, OPERATOR, GUNNER] if game.crews[crew].gunner else [PILOT, OPERATOR]


def flies_with_spare(game: Career, crew: CrewId) -> bool:
    """Is a spare pilot flying in place of the crew's own tonight? [A8.3e]"""
    return any(flight.crew == crew and flight.spare for flight in game.flights)


@step
def injure(game: Career, crew: CrewId, table: str, modifier: int, by_day: int = 0) -> None:
    """One die for each of them [A8.2a]."""
    game.happened = 1
    game.next(*[task(hurt, crew, man, table, modifier, by_day) for man in men(game, crew)])


@step
def hit_in_combat(game: Career, crew: CrewId) -> None:
    """When a fighter is hit, on a low die one of its crew may be hurt as well [A8.2b]."""
    game.happened = 1
    rules = game.layout.book.recovery.hit_in_combat
    if game.die("splinters", "A8.2b", crew) <= rules.die:
        present = men(game, crew)
        man = present[game.dice.draw(len(present), "who is hit")]
        game.push(hurt, crew, man, rules.injuries, rules.modifier)


@step
def hurt(game: Career, crew: CrewId, man: Man, table: str, modifier: int, by_day: int = 0) -> None:
    """Killed, crippled, some weeks in hospital, or unhurt [A8.2a]."""
    if man == PILOT and game.crews[crew].fate != ACTIVE:
        return  # the crew has already lost its pilot to splinters
    die = game.die("injury", "A8.2a", crew, man, modifier) + modifier
    result = game.layout.book.injuries[table][max(1, min(6, die)) - 1]
    if result in FATES:
        _lost(game, crew, man, FATES[result])
    elif int(result):
        _wounded(game, crew, man, int(result), by_day)
    else:
        game.announce("unhurt", "A8.2a", crew, man)


def _wounded(game: Career, crew: CrewId, man: Man, weeks: int, by_day: int) -> None:
    """A pilot's crew waits for him; other men are replaced meanwhile at no cost [A8.3b, A8.3d, PC2]."""
    back = Week(game.week + weeks + (0 if by_day else 1))  # by day, this week's night is the first missed
    there = game.crews[crew]
    if man == PILOT:
        if not flies_with_spare(game, crew):  # otherwise the spare was hurt, and the crew's own pilot is still away
            game.crews[crew] = there._replace(back=max(there.back, back))
        alone = "A8.3d CM1" if game.layout.is_staffel else "A8.3d PC2"
        game.announce("wounded", "A8.3d" if game.layout.umpired else alone, crew, man, weeks)
        return
    if man == OPERATOR:
        game.crews[crew] = there._replace(operator_back=max(there.operator_back, back))
    else:
        game.crews[crew] = there._replace(gunner_back=max(there.gunner_back, back))
    game.announce("wounded", "A8.3b", crew, man, weeks)


def _lost(game: Career, crew: CrewId, man: Man, fate: int) -> None:
    """A crew without its pilot is disbanded; without another man it loses some of its experience [A8.3a, A8.3c]."""
    there = game.crews[crew]
    word = CREW_FATES[fate]
    if man == PILOT:
        game.announce("man_lost", "A8.3c", crew, man, word)
        if flies_with_spare(game, crew):
            return  # the crew's own pilot will be back [A8.3e]
        game.crews[crew] = there._replace(fate=fate)
        game.lost_crews += 1
        return
    cost = (
        game.layout.book.recovery.lost_crew.operator if man == OPERATOR else game.layout.book.recovery.lost_crew.gunner
    )
    kills, points = max(0, there.kills - cost["kills"]), max(0, there.points - cost["points"])
    game.announce("man_lost", "A8.3a" if game.layout.is_staffel else "A8.3a PC2", crew, man, word)
    before = game.status_of(there)
    name = draw_name(game, game.layout.book.names.crew_rank)
    if man == OPERATOR:
        game.crews[crew] = there._replace(kills=kills, points=points, operator=name, operator_back=Week(0))
    else:
        game.crews[crew] = there._replace(kills=kills, points=points, gunner=name, gunner_back=Week(0))
    game.announce("replaced", "A8.3b", crew, man, name, there.kills - kills, there.points - points)
    after = game.status_of(game.crews[crew])
    if after < before:
        game.announce("downgraded", "A8.3a", crew, after)
