"""Writes the keys of the page's words as TypeScript, so that a missing text is a type error.

`python tools/page_words.py` writes `keys.ts` beside each part of the page from the English catalogues; with `--check`
it only says whether they are up to date; with `--json FOLDER` it writes the words themselves, a file a language, which
is what the page's own tests read in place of a server.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from viermot.kernel import registry  # noqa: E402 (the path comes first)
from viermot.server import page_words  # noqa: E402
from viermot.text import DEFAULT, locales  # noqa: E402

HEAD: Final = "// Made by tools/page_words.py from the English page.po; not to be edited by hand.\n"


def files() -> dict[Path, str]:
    """What each file of keys has to say: one for what belongs to no game, one for each game with a page of its own."""
    words = page_words.words_of(DEFAULT)
    page = ROOT / "web" / "src"
    of_games = {name: [key for key in words if key.startswith(f"{name}.")] for name in registry.names()}
    shared = [key for key in words if not any(key in keys for keys in of_games.values())]
    told = {page / "lib" / "i18n" / "keys.ts": _union(shared)}
    for name, keys in of_games.items():
        if keys and (page / "games" / name).is_dir():
            told[page / "games" / name / "keys.ts"] = _union([key.removeprefix(f"{name}.") for key in keys])
    return told


def _union(keys: list[str]) -> str:
    return HEAD + "export type Key =\n" + "\n".join(f'  | "{key}"' for key in sorted(keys)) + ";\n"


def write_json(folder: Path) -> None:
    """The words as the server sends them."""
    folder.mkdir(parents=True, exist_ok=True)
    for locale in locales():
        (folder / f"{locale}.json").write_bytes(page_words.encoded(locale))


def main(words: list[str]) -> int:
    """Write the files, or check them."""
    if words[:1] == ["--json"]:
        write_json(Path(words[1]))
        return 0
    stale = [path for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in words:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run python tools/page_words.py")
        return 1 if stale else 0
    for path in stale:
        path.write_text(files()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
