"""Why an expert would answer as he does: a sentence for each kind of question."""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.notation import NO, NONE, YES
from viermot.kernel.dice import Rng
from viermot.kernel.minds import Advice
from viermot.kernel.registry import Ask, Bot

SAME: Final = {  # questions that are answered for the same reason
    "draw_british": "draw", "draw_german": "draw", "end_british": "end", "end_german": "end",
    "infiltrator": "strongest", "tame_boar": "strongest", "intercept": "strongest", "intruder_attack": "strongest",
}  # fmt: skip
REASONS: Final = frozenset(
    (
        "cancel",
        "compacted",
        "defend_england",
        "guess",
        "intruder_target",
        "landing_order",
        "let_go",
        "next_bombing",
        "next_combat",
        "order_home",
        "save_one",
        "scattered",
        "spend_damage",
        "choose_aimpoint",
        "choose_approach",
        "choose_mix",
        "convert",
        "deploy",
        "fly_off",
        "gather_bomb",
        "infiltrate_what",
        "intrude",
        "keep_british",
        "keep_german",
        "leave_patrol",
        "leave_raid",
        "mislead",
        "mislead_to",
        "moon_turn",
        "move",
        "name_object",
        "name_target",
        "patrol",
        "patrol_how",
        "pick_british",
        "pick_weather",
        "place_bomb",
        "play",
        "plot",
        "put_out",
        "react",
        "recover",
        "recover_where",
        "scatter_bomb",
        "scramble",
        "stretch",
        "strip",
        "take_offer",
        "weather_order",
        "weather_zone",
        "wild_boar",
    )
)


LEFT_ALONE: Final = frozenset(  # where "none" or "no" has a reason of its own
    ("cancel", "infiltrator", "intrude", "leave_raid", "patrol", "play", "react", "recover", "scramble", "wild_boar")
)
AGREED: Final = frozenset(("end", "take_offer"))


def reason(kind: str, answer: int | None = None) -> str:
    """The key of the sentence for an answer to a kind of question; the plainest, where there is none of its own."""
    word = SAME.get(kind, kind)
    if answer == YES and word in AGREED:
        word = "end_yes"
    elif answer in (NONE, NO) and kind in LEFT_ALONE:
        word = f"{kind}_none"
    elif word not in REASONS and kind not in SAME:
        word = "habit"
    return f"bomber_command.advice.{word}"


def advised(bot: Bot[RaidView], view: RaidView, ask: Ask, rng: Rng) -> Advice:
    """What a bot would do, and why."""
    answer = bot.choose(view, ask, rng)
    return Advice(answer, reason(ask.kind, answer))
