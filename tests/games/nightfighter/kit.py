"""What Nightfighter brings to the tools, the benchmarks and the shared tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tests.support.kits import Kept, Kit, Proof, Worlds, both_kept

if TYPE_CHECKING:
    from benchmarks.marks import Curve, Mark, Wishes
    from tests.support.browser import Pilot


def worlds() -> tuple[Worlds, ...]:
    """The player, in worlds that differ in a class of the umpire's secrets."""
    from tests.games.nightfighter.wire_pairs import pair, settled_pair

    return (
        Worlds("nightfighter, a human umpire", lambda seed, number: pair(seed, number, True), asks_in_secret=True),
        Worlds("nightfighter, a human umpire and the routine", settled_pair, asks_in_secret=True),
        Worlds("nightfighter, a computer umpire", lambda seed, number: pair(seed, number, False), asks_in_secret=True),
    )


def proofs() -> Mapping[str, Proof]:
    """Twin worlds in full."""
    from tests.games.nightfighter.proofs import prove_twins

    return {"twins": prove_twins}


def server_proofs() -> Mapping[str, Callable[[float], dict[str, Any]]]:
    """Twin worlds as bytes."""
    from tests.games.nightfighter.server_twins import wire

    return {"wire": wire}


def growth() -> Iterable[Mark | Curve]:
    """How its costs grow."""
    from tests.games.nightfighter import bench

    return bench.growth()


def marks(wishes: Wishes) -> Iterable[Mark]:
    """Playouts beside the peers, and what a state costs."""
    from tests.games.nightfighter.bench import measure

    return measure(wishes)


def pictures(pilot: Pilot) -> Mapping[str, Callable[[], None]]:
    """Three for the README."""
    from tests.games.nightfighter.pictures import PICTURES

    return {name: partial(show, pilot) for name, show in PICTURES.items()}


def holdings(state: Any, seat: int) -> dict[str, int]:
    """Fighters that are still up."""
    return {"fighters": sum(fate == 0 for fate in state.f_fate)}


KIT: Final = Kit(
    name="nightfighter",
    fuzzed=20_000,
    measured=2_000,
    longest=250,
    own_pack={"fighters.toml": '[[fighter]]\nname = "Me110F-4"\nfp = 7\n'},
    kept=(
        *both_kept("1", 12),
        *both_kept("2", 25, bots="random"),
        *both_kept("3", 30),
        *both_kept("4B", 40),
        *both_kept("6", 60),
        *both_kept("8", 35, own_pack=True),
        *both_kept("9", 50),
        *both_kept("10", 45),
        Kept("5", 20, trick="undo"),
        Kept("7", 30, trick="rekey"),
        Kept("4A", 25, trick="opened"),
        Kept("4B", 33, trick="position"),
    ),
    warned=(("3", {}, 150), ("3", {"5.0b": True}, 150)),
    holdings=holdings,
    worlds=worlds,
    secret_bots=(("1", "player", "umpire"), ("4B", "player", "umpire")),
    proofs=proofs,
    server_proofs=server_proofs,
    marks=marks,
    growth=growth,
    pictures=pictures,
)
