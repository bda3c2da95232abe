"""What a computer player is, in a sentence: a level that every game has, or a style of one game's own.

>>> about("nightfighter", "expert:400")
'Looks ahead: the strongest opponent there is.'
"""

from __future__ import annotations

from viermot.kernel.bots import level_of
from viermot.text import DEFAULT, has, message


def about(game: str, bot: str, locale: str = DEFAULT) -> str:
    """The game's own sentence, or the one for every game; nothing for a bot from elsewhere."""
    level = level_of(bot)
    keys = (f"{game}.bot.{level}", f"bot.{level}")
    return next((message(key, locale) for key in keys if has(key)), "")
