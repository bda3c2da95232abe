"""Where text goes and answers come from: a terminal of any size, with or without colour, or a pipe."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from typing import Final, TextIO

from viermot.kernel.words import Filling
from viermot.text import MINUS, message

STYLES: Final = {
    "own": "1;36",
    "enemy": "1;33",
    "counter": "35",
    "legal": "32",
    "zone": "34",
    "dim": "2",
    "strong": "1",
    "warning": "31",
    "coach": "36",
}
COLOUR: Final = re.compile(r"\x1b\[[\d;]*m")
SMALLEST: Final = 40
ARROWS: Final = "←↖↗→↘↙"


class Console:
    """One reader at one screen."""

    def __init__(
        self,
        source: TextIO | None = None,
        target: TextIO | None = None,
        *,
        live: bool | None = None,
        colour: bool | None = None,
        size: tuple[int, int] | None = None,
        locale: str = "en",
    ) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self.live = self.source.isatty() and self.target.isatty() if live is None else live
        wanted = self.target.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.colour = wanted if colour is None else colour
        self.locale = locale
        self._size = size
        for stream in (self.source, self.target):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")  # odd bytes are the typist's business, not a reason to stop
        self.plain_ascii = not self._can_write(ARROWS)

    def _can_write(self, text: str) -> bool:
        try:
            text.encode(getattr(self.target, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    @property
    def width(self) -> int:
        """Columns; 80 on a pipe."""
        size = self._size or (shutil.get_terminal_size() if self.live else (80, 24))
        return max(SMALLEST, size[0])

    @property
    def height(self) -> int:
        """Lines; 24 on a pipe."""
        return (self._size or (shutil.get_terminal_size() if self.live else (80, 24)))[1]

    def text(self, key: str, /, **fields: Filling) -> str:
        """A message in the reader's language."""
        return message(key, self.locale, **fields)

    def ink(self, text: str, style: str) -> str:
        """The text in a colour, where there are colours."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colour and style in STYLES and text.strip() else text

    def say(self, *lines: str) -> None:
        """Write lines as they are."""
        for line in lines:
            self.target.write((line.replace(MINUS, "-") if self.plain_ascii else line) + "\n")
        self.target.flush()

    def tell(self, text: str, indent: str = "", style: str = "") -> None:
        """Write a paragraph, broken to the width of the screen."""
        for line in wrapped(text, self.width - 1, indent, hang=""):
            self.say(self.ink(line, style) if style else line)

    def page(self, lines: list[str]) -> None:
        """Write many lines, a screen at a time if somebody is sitting in front of it."""
        room = max(5, self.height - 2)
        for start in range(0, len(lines), room):
            self.say(*lines[start : start + room])
            more = len(lines) - start - room
            if self.live and more > 0:
                answer = self.ask(self.text("terminal.more", count=more))
                if answer is None or answer.strip():
                    return

    def ask(self, prompt: str) -> str | None:
        """One line from the reader; None at the end of input."""
        if self.live and self.source is sys.stdin and self.target is sys.stdout:
            try:
                return input(prompt)
            except EOFError:
                self.say("")
                return None
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        if not line:
            self.say("")
            return None
        if not self.live:
            self.say(line.rstrip("\r\n"))  # so that a transcript reads like a game
        return line.rstrip("\r\n")

    def forget(self) -> None:
        """Wipe the screen, what has scrolled off it, and the history of answers: somebody else is sitting down."""
        if not self.live:
            return
        self.target.write("\x1b[2J\x1b[3J\x1b[H")
        self.target.flush()
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    def edit_lines(self) -> None:
        """Arrow keys and history at the prompt, where the system has them."""
        if self.live:
            try:
                import readline  # noqa: F401
            except ImportError:
                return


def columns(text: str) -> int:
    """How wide it is on the screen: colours take no room."""
    return len(COLOUR.sub("", text))


def wrapped(text: str, width: int, indent: str = "", hang: str = "  ") -> list[str]:
    """A paragraph broken to a width; further lines are indented."""
    lines: list[str] = []
    wrapper = textwrap.TextWrapper(
        width, initial_indent=indent, subsequent_indent=indent + hang, break_long_words=False, break_on_hyphens=False
    )  # file names stay in one piece, to be copied
    for part in text.split("\n"):
        lines += wrapper.wrap(part) or [""]
    return lines


def side_by_side(left: list[str], right: list[str], left_width: int) -> list[str]:
    """Two columns; `left` must not be longer than its width, not counting colours."""
    count = max(len(left), len(right))
    rows = zip(left + [" " * left_width] * (count - len(left)), right + [""] * (count - len(right)), strict=True)
    return [f"{a} {b}".rstrip() for a, b in rows]
