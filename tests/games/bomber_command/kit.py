"""What Bomber Command brings to the tools, the benchmarks and the shared tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from tests.support.kits import Kept, Kit, Worlds, both_kept

if TYPE_CHECKING:
    from benchmarks.marks import Mark, Wishes
    from viermot.kernel.session import Session

ADVANCED: Final = dict.fromkeys(
    ("12.1.1", "12.1.2", "12.1.3", "12.2", "12.3", "12.4", "12.4.1", "12.5", "10.3.2e"), True
)


def worlds() -> tuple[Worlds, ...]:
    """Either seat, in nights that differ in the cards that the other draws and never plays."""
    from tests.games.bomber_command.wire_pairs import lending_pair, ordering_pair, other_lending_pair, pair

    return (
        Worlds("bomber command, the computer plays on", lending_pair, asks_in_secret=True),
        Worlds("bomber command, the computer plays on for the other", other_lending_pair, asks_in_secret=True),
        Worlds("bomber command, two people with sheets", lambda seed, number: ordering_pair(seed, number, True)),
        Worlds("bomber command, sheets against a bot", lambda seed, number: ordering_pair(seed, number, False)),
        Worlds("bomber command, two people", lambda seed, number: pair(seed, number, True), asks_in_secret=True),
        Worlds("bomber command, against a bot", lambda seed, number: pair(seed, number, False), asks_in_secret=True),
    )


def sheets(session: Session) -> dict[tuple[str, str], dict[int, list[tuple[str, str]]]]:
    """The fewest orders by which the German units do what they did."""
    from tests.games.bomber_command.ordering import written

    return written(session)


def server_proofs() -> Mapping[str, Callable[[float], dict[str, Any]]]:
    """How much longer a night takes by its pauses."""
    from tests.games.bomber_command.pace_nights import nights

    return {"nights": nights}


def marks(wishes: Wishes) -> Iterable[Mark]:
    """A night between standard bots."""
    from tests.games.bomber_command.bench import measure

    return measure(wishes)


def holdings(state: Any, seat: int) -> dict[str, int]:
    """Cards; before the first turn whoever discards all of them says so himself."""
    return {"cards": len(state.hands[seat])} if state.phase > 1 else {}


KIT: Final = Kit(
    name="bomber_command",
    fuzzed=1_000,
    measured=400,
    longest=500,
    own_pack={"tables.toml": "[combat]\ndecoy = 2\n"},
    kept=(
        *both_kept("berlin", 90),
        *both_kept("downfall", 150),
        *both_kept("berlin", 200, options=ADVANCED),
        *both_kept("downfall", 120, own_pack=True),
        Kept("berlin", 60, trick="rekey"),
        Kept("downfall", 75, bots="random"),
    ),
    warned=(("berlin", {}, 150), ("downfall", {"12.2": True, "12.3": True, "12.5": True}, 150)),
    holdings=holdings,
    worlds=worlds,
    sheets=sheets,
    secret_bots=(("berlin", "british", "german"), ("downfall", "german", "british")),
    server_proofs=server_proofs,
    marks=marks,
)
