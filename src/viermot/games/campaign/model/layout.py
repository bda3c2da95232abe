"""What never changes during a career: its form, its options, and the tables it is played with."""

from __future__ import annotations

from typing import Final

from viermot.games.campaign.components import Airframe, Book, Form
from viermot.games.campaign.model.terms import SEATS
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.user_error import UserError, brief

PILOT_FORMS: Final = ("pilot", "seasoned")
STAFFEL: Final = "staffel"
SCENARIOS: Final = (*PILOT_FORMS, STAFFEL)
STOPS: Final = ("eventful", "every", "never")
OPTIONAL_RULES: Final = ("28.1", "28.2", "28.2.1", "28.3", "28.4", "28.6")  # [CM4, ruling B29]
SWITCHES: Final = ("umpire", "ironman", "printed_recovery", "former_status", *OPTIONAL_RULES)
DEFAULTS: Final[JsonObject] = {
    "aircraft": "Me110", "pilot": "", "operator": "", "stops": "eventful", "months": 12, "umpire": False,
    "ironman": False, "printed_recovery": False, "former_status": True,  # ruling B51
    **dict.fromkeys(OPTIONAL_RULES, True),
}  # fmt: skip
LONGEST_NAME: Final = 40


class CareerOption(UserError):
    """An impossible set-up option: says which, why, and what is possible."""


class CareerLayout:
    """A career set up and ready for play. Clones share one layout."""

    def __init__(self, book: Book, scenario: str, options: JsonTable) -> None:
        self.book = book
        self.scenario = _scenario(scenario)
        self.options = dict(options)
        chosen = {**DEFAULTS, **checked(self.scenario, options)}
        self.is_staffel = self.scenario == STAFFEL
        self.form: Form | None = book.forms.get(self.scenario)
        self.umpired: bool = chosen["umpire"]
        self.seats: tuple[str, ...] = SEATS if self.umpired else SEATS[:1]
        self.everybody = (1 << len(self.seats)) - 1
        self.game_name = "nightfighter" if self.umpired else "solitaire"
        self.airframe: Airframe = chosen["aircraft"]
        self.names: tuple[str, str] = (chosen["pilot"], chosen["operator"])
        self.stops: str = chosen["stops"]
        self.weeks: int = 4 * chosen["months"]
        self.ironman: bool = chosen["ironman"]
        self.always_green = self.form is not None and self.form.always_green
        self.former_status: bool = chosen["former_status"]  # [CM3]
        self.optional_rules: dict[str, bool] = {name: chosen[name] for name in OPTIONAL_RULES}
        as_printed = self.is_staffel or chosen["printed_recovery"]
        self.green_modifier = book.recovery.test.green if as_printed else book.common.green_recovery  # [PC4]


def _scenario(name: str) -> str:
    wanted = str(name).lower()
    if wanted not in SCENARIOS:
        raise CareerOption("error.no_scenario", name=brief(name), known=", ".join(SCENARIOS))
    return wanted


def checked(scenario: str, options: JsonTable) -> JsonObject:
    """Every option must exist and do something here."""
    wanted: JsonObject = dict(options)
    for name, value in options.items():
        if name not in DEFAULTS:
            raise CareerOption("option.unknown", name=brief(name), known=", ".join(DEFAULTS))
        if name in SWITCHES and not isinstance(value, bool):
            raise CareerOption("option.not_a_switch", name=name)
        if name == "months":
            wanted[name] = _months(value)
        elif name == "aircraft" and value not in ("Me110", "Ju88"):
            raise CareerOption("campaign.option.one_of", name=name, value=brief(value), known="Me110, Ju88")
        elif name == "stops" and value not in STOPS:
            raise CareerOption("campaign.option.one_of", name=name, value=brief(value), known=", ".join(STOPS))
        elif name in ("pilot", "operator") and not _is_name(value):
            raise CareerOption("campaign.option.name", name=name, most=LONGEST_NAME)
    if wanted.get("umpire") and scenario != STAFFEL:
        raise CareerOption("campaign.option.umpire.staffel_only", "A1")
    return wanted


def _months(value: object) -> int:
    text = "1" if value is True else str(value)  # months=1 on a command line arrives as a switch
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= 12:
        raise CareerOption("campaign.option.months.bad")
    return int(text)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_NAME and value.isprintable()
