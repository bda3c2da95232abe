"""What can be said at the terminal is in its help: a command nobody is told of is not there."""

from __future__ import annotations

import re

import pytest

from tests.support.kits import kits
from viermot.kernel import registry
from viermot.terminal.play import Play
from viermot.text import has, languages, message

# help itself; back belongs to lessons, whose coach names it
UNTOLD = {"help", "back"}
# said beside the command they belong to
INLINE = {"ask", "routine"}
# without a map or with nothing unseen there is nothing to be shown, and they say so
NOT_IN = {"interceptor": {"tracks", "belief"}}


@pytest.mark.parametrize("game", [kit.name for kit in kits()])
@pytest.mark.parametrize("locale", languages())
def test_help_names_every_command(game: str, locale: str) -> None:
    registry.game(game)
    own = f"{game}.help"
    text = message(own if has(own) else "terminal.help", locale)
    commands = {name.removeprefix("_do_") for name in dir(Play) if name.startswith("_do_")}
    told = set(re.findall(r"(?m)(?:^|\s{2})([a-z]+)\b", text)) | {
        name for name in INLINE if re.search(rf"; {name}\b", text)
    }
    missing = commands - UNTOLD - NOT_IN.get(game, set()) - told
    assert not missing
    assert max(map(len, text.split("\n"))) <= 87
