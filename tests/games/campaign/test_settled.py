"""A campaign's player who wants to be asked only what matters is asked only that on his sorties too."""

from __future__ import annotations

import viermot
from tests.games.campaign.support import career
from viermot.kernel.dice import BotRng
from viermot.kernel.standing import ROUTINE


def test_what_is_settled_on_a_sortie_is_settled_for_the_campaign() -> None:
    s: viermot.Session = career("pilot", stops="eventful")
    s.order("player", {"routine": True})
    bot, rng = s.module.bots("player")["standard"](), BotRng(s.key, "player")
    while not any(entry.what == ROUTINE and entry.question.startswith("in_flight") for entry in s.record):
        asked = s.pending[0]
        assert asked.settled_code is None and asked.innermost.settled_code is None, asked.innermost.kind
        s.decide(asked.notation_of(bot.choose(s.perspective("player"), asked, rng)), "player")
