"""What the campaigns bring to the tools and the shared tests."""

from __future__ import annotations

from typing import Any, Final

from tests.support.kits import Kit, Worlds, both_kept


def worlds() -> tuple[Worlds, ...]:
    """A Staffel with an umpire whose secret dice differ."""
    from tests.games.campaign.wire_pairs import pair

    return (Worlds("campaign, a human umpire", lambda seed, _: pair(seed, True), asks_in_secret=True),)


def holdings(state: Any, seat: int) -> dict[str, int]:
    """Fighters that are still up, during a sortie."""
    fates = getattr(state.sortie, "f_fate", None)
    return {} if fates is None else {"fighters": sum(fate == 0 for fate in fates)}


KIT: Final = Kit(
    name="campaign",
    fuzzed=300,
    measured=100,
    longest=400,
    own_pack={"recovery.toml": "[test]\ngreen = 3\n"},
    kept=(
        *both_kept("pilot", 30),
        *both_kept("seasoned", 25, own_pack=True),
        *both_kept("staffel", 60),
        *both_kept("pilot", 15, options={"stops": "every"}, bots="random"),
    ),
    warned=(("pilot", {}, 300), ("staffel", {}, 300)),
    holdings=holdings,
    worlds=worlds,
)
