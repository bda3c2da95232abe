"""What Interceptor Ace brings to the tools, the benchmarks and the shared tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from tests.support.kits import Kit, Proof, Worlds, both_kept

if TYPE_CHECKING:
    from benchmarks.marks import Mark, Wishes


def worlds() -> tuple[Worlds, ...]:
    """Pilots in company: nothing is secret but the dice to come."""
    from tests.support.wire_twins import future

    options = {"10.1": "cooperative"}
    return (Worlds("interceptor in company", lambda seed, number: future("interceptor", seed, number, options)),)


def proofs() -> Mapping[str, Proof]:
    """Does it get harder as the war goes on?"""
    from tests.games.interceptor.seasons import prove_seasons

    return {"seasons": prove_seasons}


def marks(wishes: Wishes) -> Iterable[Mark]:
    """A year of the standard pilot."""
    from tests.games.interceptor.bench import measure

    return measure(wishes)


def holdings(state: Any, seat: int) -> dict[str, int]:
    """The career, the machine, luck, rockets, rounds; on the ground he is given the last two again."""
    from viermot.games.interceptor.model.terms import CHARM_MARKER

    pilot = state.pilots[seat]
    kept = {
        "career": not pilot.career.over,
        "charm": pilot.career.markers & CHARM_MARKER,
        "machine": not pilot.sortie.lost,
    }
    rounds = sum(map(abs, pilot.sortie.ammo))  # what is not counted is -1
    return {**kept, **({"rockets": pilot.sortie.rockets, "rounds": rounds} if pilot.airborne else {})}


KIT: Final = Kit(
    name="interceptor",
    fuzzed=1_000,
    measured=1_000,
    longest=400,
    own_pack={"interceptors.toml": '[[series]]\nname = "Bf109"\nairframe = 5\n'},
    kept=(
        *both_kept("career", 15),
        *both_kept("1", 40),
        *both_kept("5", 25, own_pack=True),
        *both_kept("12", 60, bots="random"),
        *both_kept("20", 8, bots="reference"),
        *both_kept("8", 30),
    ),
    warned=(
        ("career", {}, 500),
        ("career", {"10.3": True, "10.5": True, "10.6": True, "10.7": True}, 300),
    ),
    holdings=holdings,
    worlds=worlds,
    proofs=proofs,
    marks=marks,
)
