"""Who flies: names, the first crews and aircraft, newcomers [A2, PC1, PC6]."""

from __future__ import annotations

from viermot.games.campaign.model.state import Career, Crew, Plane
from viermot.kernel.agenda import step


def draw_name(game: Career, rank: str, *beside: str) -> str:
    """A name not yet taken by anybody on the books or joining at the same time."""
    names = game.layout.book.names
    taken = {man for crew in game.crews for man in (crew.pilot, crew.operator, crew.gunner)} | {*beside}
    for _ in range(8):
        first = names.first[game.dice.draw(len(names.first), "names")]
        last = names.last[game.dice.draw(len(names.last), "names")]
        name = f"{rank} {first} {last}"
        if name not in taken:
            break
    return name


def new_crew(game: Career, kills: int, points: int, awards: int, rank: str, own: tuple[str, str] = ("", "")) -> Crew:
    """Pilot and radar operator, with a gunner in a Ju88 [A2a]."""
    crew_rank = game.layout.book.names.crew_rank
    own_pilot, own_operator = own
    pilot = own_pilot or draw_name(game, rank)
    operator = own_operator or draw_name(game, crew_rank, pilot)
    gunner = draw_name(game, crew_rank, pilot, operator) if game.layout.airframe == "Ju88" else ""
    crew = Crew(pilot, operator, gunner, kills, points, awards=awards)
    return crew._replace(best=game.status_of(crew))


@step
def enlist(game: Career) -> None:
    """The crews and aircraft of the first week [A2a, PC2, PC6]."""
    layout, book = game.layout, game.layout.book
    if layout.form is not None:
        form = layout.form
        held = sum(award.points <= form.points for award in book.awards)
        rank = book.names.ranks[1] if form.kills else book.names.ranks[0]
        game.crews.append(new_crew(game, form.kills, form.points, held, rank, layout.names))
        game.planes.append(Plane(form.aircraft[layout.airframe]))
        crew = game.crews[0]
        rule = "PC2 PC1" if form.always_green else "PC6"
        game.announce("joins", rule, 0, crew.pilot, crew.operator, crew.gunner, game.planes[0].type)
        return
    ranks = book.names.ranks
    stock = book.staffel.stock
    for row in book.staffel.crew:
        own = layout.names if row.id == 1 else ("", "")
        rank = book.names.kapitaen if row.id == 1 else ranks[game.dice.draw(len(ranks), "names")]
        game.crews.append(new_crew(game, row.kills, row.points, row.awards, rank, own))
        crew = game.crews[-1]
        plane = ""
        if row.aircraft != "none":
            plane = (stock.new if row.aircraft == "new" else stock.old)[layout.airframe]
            game.planes.append(Plane(plane))
        game.announce("joins", "A2a", len(game.crews) - 1, crew.pilot, crew.operator, crew.gunner, plane)
    for _ in range(stock.spare):
        game.planes.append(Plane(stock.old[layout.airframe]))
    game.announce("stock", "A2a", len(game.crews), len(game.planes))
