"""Aircraft: damaged, repaired, lost and exchanged [A8.1, PC2, PC3]."""

from __future__ import annotations

from viermot.games.campaign.model.ids import PlaneId, Week
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import DESTROYED, WRITTEN_OFF


def lose_plane(game: Career, plane: PlaneId, destroyed: bool, worn_out: bool = False) -> None:
    """An aircraft is lost, or not worth repairing. A lone pilot is given another after two weeks [PC2, PC8]."""
    game.happened = 1
    if game.layout.is_staffel:
        game.planes[plane] = game.planes[plane]._replace(fate=DESTROYED if destroyed else WRITTEN_OFF)
        game.lost_planes += 1
        game.announce("plane_lost", "A8.1b", game.called(plane), int(destroyed))
    else:
        game.lost_planes += 1
        weeks = game.layout.book.common.loss_weeks
        game.planes[plane] = game.planes[plane]._replace(ready=Week(game.week + weeks + 1))
        game.announce("no_aircraft", "PC2 PC8" if worn_out else "PC2", game.called(plane), weeks)


def repair(game: Career, plane: PlaneId, hits: int, accident: int) -> None:
    """Weeks in the workshop: one per hit plus the accident's; if that is too many it is written off [A8.1, PC2]."""
    if not hits and not accident:
        return
    game.happened = 1
    shop = game.layout.book.recovery.workshop
    weeks = hits * shop.weeks_a_hit + accident
    if weeks > shop.most_weeks:
        lose_plane(game, plane, destroyed=False, worn_out=True)
        return
    rule = "A8.1a"
    if not game.layout.is_staffel:  # for a lone pilot every repair takes equally long
        weeks, rule = game.layout.book.common.repair_weeks, "PC2 PC8"
    game.planes[plane] = game.planes[plane]._replace(ready=Week(game.week + weeks + 1))
    game.announce("repairs", rule, game.called(plane), weeks)
