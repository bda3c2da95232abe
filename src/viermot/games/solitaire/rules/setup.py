"""Setting up: the open map, the sky, the options in force, and where the fighters start [S3.0, S28.0]."""

from __future__ import annotations

from viermot.games.nightfighter.rules.setup import fit_oblique_guns, place_fighter, set_cloud, set_moon, set_visibility
from viermot.games.solitaire.model.board import TO_ALL
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.sequence import begin_turn
from viermot.kernel.agenda import step, task


@step
def set_up(game: Solo) -> None:
    """One map for everything [S3.0a]; the scenario's changes; then the sky and the fighters [3.4b]."""
    layout = game.layout
    rules = "3.2a S3.0a" + (f" {layout.change.rule}" if layout.change is not None else "")
    game.emit("scenario", rules, TO_ALL, layout.scenario.id)
    for option in sorted(name for name, on in layout.in_force.items() if on is True and name.startswith("28.")):
        game.emit("option", "S28.0a 28.0" if option not in layout.options else "28.0", TO_ALL, option)
    game.next(task(set_moon), task(set_visibility), task(set_cloud), task(fit_oblique_guns), task(set_up_fighters))


@step
def set_up_fighters(game: Solo) -> None:
    """The player sets up his fighters in the order of the list; then turn 1 begins [3.4b]."""
    game.next(*[task(place_fighter, f) for f in game.layout.numbers], task(begin_turn))
