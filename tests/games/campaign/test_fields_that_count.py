"""Every field of the campaigns' tables changes something in a career."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from unittest import mock

from tests.games.nightfighter.hunter import hunt
from tests.support.fields_that_count import FieldsThatCount, Game, Helper, Night, Path
from viermot.games.campaign import GAME
from viermot.games.campaign.components import Book, checks
from viermot.games.campaign.model.state import Career
from viermot.kernel import registry
from viermot.kernel.agenda import AnyQuestion
from viermot.kernel.dice import QuickRng
from viermot.kernel.packs import Tables

OWN: Final[Tables] = GAME.pack_content(GAME.load_pack(None))["files"]
CHARTS: Final = registry.game("solitaire").load_pack(None).tables["fighters.toml"]["fighter"]
ARMED: Final = [{"name": row["name"], "fp": 9, "ai": "AI Mk X"} for row in CHARTS]  # so that something comes of sorties
TABLES: Final[Tables] = {**OWN, "game/fighters.toml": {"fighter": ARMED}}


def build(tables: Tables) -> Book:
    """A pack of these tables, refused as an owner's would be; that each raid can be laid out will be seen in play."""
    with mock.patch.object(checks, "_fly"):
        return GAME.pack_from({"format": 1, "files": tables})


def nights() -> list[Night]:
    """Careers of each form, on both aircraft, with and without an umpire."""
    found = []
    for seed in (1, 2, 3):
        aircraft = ("Me110", "Ju88")[seed % 2]
        found.append(Night("pilot", {"aircraft": aircraft, "stops": "never"}, seed))
        found.append(Night("seasoned", {"aircraft": aircraft, "stops": "never", "printed_recovery": True}, seed))
        found.append(Night("staffel", {"aircraft": aircraft, "stops": "never", "months": 12}, seed))
    for seed in (20, 24):  # in one new sets come, in the other the General
        found.append(Night("staffel", {"aircraft": "Me110", "stops": "never", "months": 12}, seed))
    return [*found, *(Night("staffel", {"umpire": True, "stops": "never", "months": 2}, seed) for seed in (4, 5, 6))]


def choose(career: Career, asked: AnyQuestion, codes: Sequence[int], rng: QuickRng) -> int:
    """In the air he hunts, on the ground he does anything."""
    if asked.word.startswith("in_flight"):
        return hunt(career.sortie, career.sortie.asked[0], codes, rng)
    return codes[rng.below(len(codes))]


def helped(path: Path) -> Helper | None:
    """What is rare is brought about: the balance at its bar, aces, hits, tired crews, many cards."""
    return HELPERS.get(" ".join(map(str, path)))


def _at_the_bar(name: str) -> Helper:
    """The balance of a Staffel is at the very bar that is changed."""
    bar = OWN["staffel.toml"]["victory"][name]

    def help_(career: Career) -> None:
        rules = career.layout.book.staffel.victory
        losses = rules.crew_lost * career.lost_crews + rules.aircraft_lost * career.lost_planes
        career.score = bar - career.bonus + losses

    return help_


def _aces(career: Career) -> None:
    """Every crew has just become Experten, and has flown as long as these may."""
    bar, rest = OWN["staffel.toml"]["status_by_kills"]["experte"], OWN["staffel.toml"]["patrol"]["rest_after_experte"]
    career.crews[:] = [crew._replace(kills=max(crew.kills, bar), streak=rest) for crew in career.crews]


def _experten(career: Career) -> None:
    """Every crew has just become Experten."""
    bar = OWN["staffel.toml"]["status_by_kills"]["experte"]
    career.crews[:] = [crew._replace(kills=max(crew.kills, bar)) for crew in career.crews]


def _shot_up(career: Career) -> None:
    """Every aircraft that is up has hits enough for its crew to jump."""
    hits = OWN["recovery.toml"]["bale_out"]["least_hits"]
    career.flights[:] = [flight._replace(hits=max(flight.hits, hits)) for flight in career.flights]


def _cards_of_the_night(name: str) -> Helper:
    """As many cards tonight as there may be."""
    return lambda career: setattr(career, "counted", OWN["staffel.toml"]["cards"][name])


def _cards_of_the_month(count: int) -> Helper:
    """So many cards this month."""
    return lambda career: setattr(career, "month_cards", count)


CARDS: Final = OWN["staffel.toml"]["cards"]
HELPERS: Final[Mapping[str, Helper]] = {
    **{f"staffel.toml victory {bar}": _at_the_bar(bar) for bar in ("decisive", "win", "draw")},
    "staffel.toml victory first_experte": _experten,
    "staffel.toml status_by_kills experte": _experten,
    "staffel.toml patrol rest_after_experte": _aces,
    "recovery.toml test experte": _experten,
    "recovery.toml bale_out injuries": _shot_up,
    "recovery.toml bale_out modifier": _shot_up,
    "staffel.toml cards night_most": _cards_of_the_night("night_most"),
    "staffel.toml cards night_most_full": _cards_of_the_night("night_most_full"),
    "staffel.toml cards month_least": _cards_of_the_month(CARDS["month_least"] - 1),
    "staffel.toml cards month_most": _cards_of_the_month(CARDS["month_most"]),
}


PLAY: Final = Game(
    GAME,
    build,
    nights(),
    TABLES,
    files=tuple(OWN),
    guesses={"rules": ("1-15, 17-24",), "zones": ("A-C",), "id": ("swords",)},
    choose=choose,
    helped=helped,
    views_at=frozenset(("week",)),
    longest=12_000,
    pointed_at=frozenset(("calendar.toml months id", "raids.toml size id", "recovery.toml injuries id")),
    handles=frozenset(("staffel.toml crew id",)),
)


class TestCampaign(FieldsThatCount):
    game = PLAY
