"""A row of a study as a full session: the same seed, the same charts, the same players, the same game."""

from __future__ import annotations

from viermot.kernel import registry
from viermot.kernel.dice import KeyedDice, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.record import Setup
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.lab.games import components_of, start
from viermot.lab.studies import Study
from viermot.lab.tuning import constants_set


def session_of(study: Study, row: JsonObject) -> Session:
    """Play a game of a study again, recorded this time, so that it can be saved, replayed and debriefed."""
    outside = [name for name in row["seats"].values() if ":" in name and not name.partition(":")[2].isdecimal()]
    if outside:
        raise UserError("lab.bot_from_outside", name=outside[0])
    if "failed" in row:
        raise UserError("lab.row_failed", reason=row["failed"])
    cell, _ = study.place(row["game"])
    fixture, seed = study.task(row["game"])
    module, pack = registry.with_options(study.game, cell.options), components_of(fixture)
    key = key_of(seed)
    dice = KeyedDice(key)
    setup = Setup(
        study.game, cell.scenario, dict(cell.options), module.rules_version, module.pack_hash(pack), open_seed=seed
    )
    session = Session(module, pack, setup, key, start(fixture, dice), dice, dict(cell.seats))
    with constants_set(cell.constants):
        session.begin()
    if session.result != row["result"]:
        raise UserError("lab.row_differs", row=row["game"])
    return session
