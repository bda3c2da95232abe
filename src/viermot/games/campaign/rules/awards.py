"""Crosses and status, at the end of a week [A8.4b, A2b, A10.1]."""

from __future__ import annotations

from viermot.games.campaign.model.ids import by_crew
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import ACTIVE, EXPERTE


def give_awards(game: Career) -> None:
    """A crew with enough points is decorated, and keeps its awards [A8.4b]."""
    for number, crew in by_crew(game.crews):
        if crew.fate != ACTIVE:
            continue
        due = sum(award.points <= crew.points for award in game.layout.book.awards)
        for award in range(crew.awards, due):
            name = game.layout.book.awards[award].id
            game.happened = 1
            game.announce("award", "A8.4b" if game.layout.is_staffel else "A8.4b PC1", number, name)
            if game.layout.is_staffel and name in ("knights_cross", "oak_leaves"):
                game.bonus += game.layout.book.staffel.victory.knights_cross
        status = game.status_of(crew)
        if status > crew.best:
            game.happened = 1
            game.announce("promoted", "A2b", number, status)
            if status == EXPERTE and game.layout.is_staffel:
                game.bonus += game.layout.book.staffel.victory.first_experte
        game.crews[number] = game.crews[number]._replace(awards=max(crew.awards, due), best=max(crew.best, status))
