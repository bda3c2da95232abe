"""What the solitaire game brings to the tools and the shared tests."""

from __future__ import annotations

from typing import Any, Final

from tests.support.kits import Kept, Kit, Worlds, both_kept


def worlds() -> tuple[Worlds, ...]:
    """Nothing is secret but the dice to come."""
    from tests.support.wire_twins import future

    return (Worlds("solitaire", lambda seed, number: future("solitaire", seed, number), alone=True),)


def holdings(state: Any, seat: int) -> dict[str, int]:
    """Fighters that are still up."""
    return {"fighters": sum(fate == 0 for fate in state.f_fate)}


KIT: Final = Kit(
    name="solitaire",
    fuzzed=3_000,
    measured=2_000,
    longest=250,
    own_pack={"fighters.toml": '[[fighter]]\nname = "Me110F-4"\nfp = 7\n'},
    kept=(
        *both_kept("1", 15),
        *both_kept("4B", 40),
        *both_kept("7", 30, own_pack=True),
        *both_kept("8E", 25, bots="random"),
        Kept("6", 30, trick="undo"),
        Kept("2", 10, trick="position"),
    ),
    warned=(("3", {}, 150), ("7", {}, 150)),
    holdings=holdings,
    amends="nightfighter",
    worlds=worlds,
)
