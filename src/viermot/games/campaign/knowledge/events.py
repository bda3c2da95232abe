"""The fields of every event of a career, by kind."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.campaign.faces.event_text import spoken_field
from viermot.games.campaign.model.ids import OWN_CREW, PlaneId
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import MEN, MOONS, STATUS, VISIBILITIES, card_name
from viermot.kernel import registry
from viermot.kernel.agenda import Logged
from viermot.kernel.json import JsonObject

FIELDS: Final[dict[str, str]] = {
    "assigned": "crew plane sector role",
    "award": "crew award",
    "bad_week": "of_month",
    "bales_out": "crew plane",
    "bombed": "plane",
    "bombers": "bomber low",
    "card": "card",
    "career": "form",
    "career_over": "ending level points",
    "coming_home": "count",
    "delivered": "plane type",
    "downgraded": "crew crew_status",
    "event": "event",
    "exchanged": "plane for_plane type",
    "fighter_down": "crew plane",
    "flies": "crew",
    "flight": "what",
    "fuel": "flight",
    "goes_down": "crew",
    "hurried": "plane",
    "in_hospital": "crew weeks",
    "jammed": "",
    "joins": "crew pilot operator gunner type",
    "kill": "crew bomber points",
    "lands": "crew plane landing",
    "lights": "",
    "man_lost": "crew man fate",
    "month": "month",
    "moon_risen": "moon",
    "new_set": "plane equipment",
    "night_ends": "count",
    "no_aircraft": "plane weeks",
    "no_contact": "crew",
    "no_more_cards": "count",
    "no_night": "",
    "no_plane": "crew weeks",
    "nobody_comes": "",
    "nobody_flies": "",
    "on_leave": "crew",
    "out_early": "plane",
    "plane_lost": "plane destroyed",
    "posted": "crew",
    "promoted": "crew crew_status",
    "quiet_month": "",
    "raid": "kind size",
    "raid_passes": "sector",
    "relieved": "flight",
    "repairs": "plane weeks",
    "replaced": "crew man name kills points",
    "retrained": "crew type",
    "scrambled": "flight",
    "sector_closed": "sector",
    "shuffled": "count",
    "sortie_over": "number reason kills hits lost",
    "stays_down": "crew",
    "stays_up": "crew",
    "stays_with_us": "crew",
    "stock": "crews planes",
    "take_off": "number flights",
    "tired": "crew",
    "trained": "crew",
    "unhurt": "crew man",
    "visibility_changes": "visibility",
    "visited": "crew points",
    "weather": "visibility cloud",
    "week": "week moon",
    "wounded": "crew man weeks",
    # rolls: after what is rolled for and the dice
    "roll:H2S": "",
    "roll:altitude": "",
    "roll:another card": "modifier",
    "roll:bomber type": "",
    "roll:closed sector": "",
    "roll:cloud": "",
    "roll:daylight": "crew",
    "roll:engagement": "",
    "roll:equipment": "",
    "roll:event of the month": "",
    "roll:flying": "",
    "roll:injury": "crew man modifier",
    "roll:jamming": "",
    "roll:moonrise": "",
    "roll:new aircraft": "",
    "roll:new crews": "",
    "roll:recovery": "crew modifiers",
    "roll:searchlights": "",
    "roll:sector": "",
    "roll:splinters": "crew",
    "roll:visibility": "",
    "roll:weather change": "",
    "roll:which type": "",
}
VARIES: Final = {
    "bombers": "low", "event": "event", "joins": "gunner", "lands": "landing", "man_lost": "fate",
    "plane_lost": "destroyed", "sortie_over": "lost", "weather": "cloud",
}  # fmt: skip
# What is worth a line in the diary.
DIARY: Final = frozenset(
    (
        "award", "bales_out", "bombed", "career", "career_over", "daylight", "delivered", "downgraded", "event",
        "exchanged", "fighter_down", "flies", "in_hospital", "joins", "kill", "lands", "man_lost", "new_set",
        "no_aircraft", "no_contact", "no_night", "nobody_comes", "on_leave", "plane_lost", "posted", "promoted",
        "raid", "raid_passes", "repairs", "replaced", "retrained", "sector_closed", "sortie_over", "tired", "trained",
        "visited", "wounded", "bombers",
    )
)  # fmt: skip


def is_echo(game: Career, event: Logged, seat: str) -> bool:
    """In flight: what the sortie calls an echo. Nothing else in a career merely repeats what was done."""
    if event[0] != "flight" or game.sortie is None:
        return False
    kind, data = event[3]
    module = registry.game(game.layout.game_name)
    return module.is_echo(game.sortie, (kind, event[1], event[2], data), seat)


def fields_of(event: Logged) -> JsonObject:
    """An event's data by name. About events in flight the career's log has only their kind."""
    kind, _, _, data = event
    if kind == "flight":
        return {"what": data[0]}
    if kind == "roll":
        names = FIELDS["roll:" + data[0]].split()
        return {"what": data[0], "dice": list(data[1]), **dict(zip(names, data[2:], strict=True))}
    return dict(zip(FIELDS[kind].split(), data, strict=True))


def as_they_flew(event: Logged, patrols: list[str]) -> JsonObject:
    """The pilots of an event's flights, by the patrols of its own week; nothing where the log no longer has them."""
    fields = fields_of(event)
    named = [number for number in (*fields.get("flights", ()), fields.get("flight")) if number is not None]
    if not named or max(named) >= len(patrols):
        return {}
    if "flights" in fields:
        return {"flights": [patrols[number] for number in fields["flights"]]}
    return {"flight": patrols[fields["flight"]]}


def plain(game: Career, name: str, value: Any) -> Any:
    """A field as JSON data: names as they stand in the career book."""
    if name == "crew":
        return game.crews[value].pilot
    if name in ("plane", "for_plane"):
        return game.called(PlaneId(value)) if isinstance(value, int) else value
    if name == "flight":
        if value < len(game.flights):
            return game.crews[game.flights[value].crew].pilot
        return "" if game.layout.is_staffel else game.crews[OWN_CREW].pilot  # a pilot's career has no other
    if name == "flights":
        return [plain(game, "flight", flight) for flight in value]
    if name == "man":
        return MEN[value]
    if name == "moon":
        return MOONS[value]
    if name == "visibility":
        return VISIBILITIES[value]
    if name == "cloud":
        return "cloudy" if value else "none"
    if name == "card":
        return card_name(value)
    if name == "crew_status":
        return STATUS[value]
    if name in ("low", "destroyed"):
        return bool(value)
    if name == "modifiers":
        return [[what, points, rule] for what, points, rule in value]
    return list(value) if isinstance(value, tuple) else value


def field_text(game: Career, seat: str, name: str, value: Any, locale: str) -> Any:
    """A field of a prompt as a person of that seat reads it; in flight, the sortie's own prompt."""
    if name == "asks":
        return sortie_prompt(game, locale)
    return spoken_field(name, plain(game, name, value), locale)


def sortie_prompt(game: Career, locale: str) -> str:
    """What the sortie asks."""
    from viermot.kernel.decision import Decision

    module = registry.game(game.layout.game_name)
    return Decision(module, game.sortie, game.sortie.asked, 0, 0).prompt(locale)
