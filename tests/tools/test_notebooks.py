"""The notebooks do what they say: every cell is run, and what came of it is what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import notebooks


@pytest.mark.parametrize("path", notebooks.notebooks(), ids=lambda path: path.stem)
def test_a_notebook_runs_and_its_stored_outputs_are_true(path: Path) -> None:
    """Where players have changed, `python tools/notebooks.py` writes them anew; read them again before you commit."""
    stored = notebooks.read(path)
    assert notebooks.written(notebooks.run(stored)) == path.read_text(encoding="utf-8")
    shown = [output for cell in stored["cells"] for output in cell.get("outputs", ())]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown), "it has no plot"
    assert sum(cell["cell_type"] == "markdown" for cell in stored["cells"]) >= 3, "it has no prose"


def test_there_is_a_study_a_belief_and_a_tournament() -> None:
    assert {path.stem for path in notebooks.notebooks()} >= {"study", "belief", "tournament"}


def test_an_output_that_is_not_true_is_found_and_a_cell_that_fails_fails() -> None:
    cell = {"cell_type": "code", "source": ["print(2 + 2)\n", "3"], "outputs": [], "execution_count": None}
    told = notebooks.run({"cells": [cell]})["cells"][0]["outputs"]
    assert told[0]["text"] == ["4\n"] and told[1]["data"]["text/plain"] == ["3"]
    with pytest.raises(ZeroDivisionError):
        notebooks.run({"cells": [{**cell, "source": ["1 / 0"]}]})
