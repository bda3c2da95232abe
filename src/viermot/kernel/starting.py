"""A new game: its data loaded, its position or pack tried out before it is trusted, its seats taken."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from viermot.kernel import registry, rehearsal
from viermot.kernel.agenda import State
from viermot.kernel.dice import KeyedDice, ScriptedDice, key_of
from viermot.kernel.json import JsonTable
from viermot.kernel.positions import BadPosition
from viermot.kernel.record import Setup
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError, brief


def new_game(
    name: str,
    scenario: str | None = None,
    options: JsonTable | None = None,
    seed: str | None = None,
    seats: Mapping[str, str | None] | None = None,
    dice: Sequence[int] | Mapping[str, Sequence[int]] | None = None,
    draws: Mapping[str, Sequence[int]] | None = None,
    pack: str | os.PathLike[str] | None = None,
    position: str | os.PathLike[str] | None = None,
    casual: bool = False,
    trusted: bool = False,
) -> Session:
    """Start a game. A seat given no bot (None) is asked through ``pending``.

    A position is tried out before it is trusted, which costs a few hundredths of a second, unless it is your own and
    ``trusted``.
    """
    module = registry.game(name)
    data = module.load_pack(Path(pack) if pack is not None else None)
    key = key_of(seed)
    scripted = dice is not None or draws is not None
    source = ScriptedDice(key, dice, draws) if scripted else KeyedDice(key)
    text = _position_text(position)
    if text is None:
        if scenario is None:
            scenario = module.info(data).scenarios[0].id
        state = module.start(data, scenario, options or {}, source)
    else:
        state = module.read_position(data, text, source)
        scenario, options = module.setup_of(state)
    module = registry.with_options(name, options or {})
    if text is not None and not trusted:
        rehearse_position(module, state, text)
    elif pack is not None and not trusted:
        rehearse_pack(module, data, state)
    for seat in seats or {}:
        if seat not in module.seats:
            raise UserError("error.no_seat", seat=brief(seat), seats=", ".join(module.seats))
    setup = Setup(
        name, scenario, dict(options or {}), module.rules_version, module.pack_hash(data), text, seed, scripted, casual
    )
    session = Session(module, data, setup, key, state, source, seats or {})
    session.begin()
    return session


def rehearse_position(module: GameModule, state: State, text: str) -> None:
    """Refuse a position that fits piece by piece and still breaks when it is played on."""
    own = "agenda" not in text  # then the agenda is ours, and begins with the phase
    try:
        rehearsal.rehearse(module, state, text, rehearsal.FEW if own else rehearsal.GAMES)
    except rehearsal.RehearsalFailed as wrong:
        raise BadPosition("position.breaks", reason=str(wrong)[:120]) from wrong


def rehearse_pack(module: GameModule, data: Any, state: State) -> None:
    """Refuse component data that loads and still breaks when it is played with."""
    try:
        rehearsal.rehearse(module, state, module.pack_hash(data), rehearsal.PACK_GAMES)
    except rehearsal.RehearsalFailed as wrong:
        raise UserError("error.pack_breaks", reason=brief(wrong)) from wrong


def _position_text(position: str | os.PathLike[str] | None) -> str | None:
    if position is None:
        return None
    if isinstance(position, str) and ("\n" in position or "=" in position):
        return position
    try:
        return Path(position).read_text(encoding="utf-8")
    except OSError as wrong:
        raise UserError("error.no_position", path=brief(position), reason=wrong.strerror or brief(wrong)) from None
    except ValueError:  # not UTF-8, or no path at all
        raise UserError("error.no_position", path=brief(position), reason="no text") from None
