"""The notebooks of examples/notebooks: run cell by cell, in reading order, and written back with their output.

    python tools/notebooks.py          # run all, and write their outputs anew
    python tools/notebooks.py --check  # fail where an output is not what the notebook says

A notebook is JSON, and its cells are Python: running these needs no Jupyter, no kernel in another process and no
sockets. A run takes as long as its cells do, and what is stored can be compared with it to the letter, which a kernel
with its counters and times would not allow. They open in Jupyter as any other notebook does.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "examples" / "notebooks"


def outputs_of(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell: what it prints, and what its last expression shows."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, shown = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if shown is not None:
        data = {"text/plain": lines(repr(shown)[:200])}
        if hasattr(shown, "_repr_svg_"):
            data = {"image/svg+xml": lines(shown._repr_svg_()), "text/plain": [type(shown).__name__]}
        found.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return found


def lines(text: str) -> list[str]:
    """A text as notebooks keep it."""
    return text.splitlines(keepends=True)


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of this run."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = outputs_of("".join(cell["source"]), names, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def written(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def notebooks() -> list[Path]:
    """All of them."""
    return sorted(FOLDER.glob("*.ipynb"))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--check", action="store_true")
    check, stale = asked.parse_args().check, 0
    for path in notebooks():
        text = written(run(read(path)))
        if check and text != path.read_text(encoding="utf-8"):
            print(f"{path.name} says something else than it does")
            stale = 1
        elif not check:
            path.write_text(text, encoding="utf-8")
    return stale


if __name__ == "__main__":
    raise SystemExit(main())
