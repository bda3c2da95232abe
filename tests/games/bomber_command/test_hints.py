"""What the terminal says under a question: its examples are of the reader's own cards."""

from __future__ import annotations

import re

import pytest

from viermot.games.bomber_command import components
from viermot.text import locales, message

SIDES = ("british", "german")


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("side", SIDES)
def test_an_example_names_a_card_that_the_seat_can_hold(side: str, locale: str) -> None:
    pack = components.load()
    titles = {each: {card.title for card in pack.cards if card.side == each} for each in SIDES}
    own, others = titles[side], titles[SIDES[side == "british"]]
    for question in ("keep", "draw"):
        told = message(f"bomber_command.hint.{question}_{side}", locale)
        named = {word for word in re.findall(r"[A-ZÄÖÜ]{4,}", told) if word in own | others}
        assert named <= own, told
        assert named or question == "draw"
