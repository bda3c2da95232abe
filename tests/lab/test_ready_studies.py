"""The ready studies: every declaration can be played, and the manifest beside it is the one it makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from viermot.lab import declaring
from viermot.lab.ledger import MANIFEST, study_in

STUDIES = Path(__file__).parents[2] / "docs" / "studies"
DECLARED = sorted(STUDIES.glob("*.toml"))
CHANGING = ("viermot", "rules", "pack")  # a manifest keeps what it was made with


@pytest.mark.parametrize("file", DECLARED, ids=lambda file: str(file.stem))
def test_a_manifest_is_what_its_declaration_makes(file: Path) -> None:
    made = json.loads(json.dumps(declaring.read(file).manifest()))
    kept = study_in(file.with_suffix("")).manifest()
    for manifest in (made, kept):
        for name in CHANGING:
            del manifest[name]
    assert made == json.loads(json.dumps(kept)), (
        f"write docs/studies/{file.stem}/{MANIFEST} anew: tools/ready_studies.py"
    )


def test_every_study_is_in_the_list() -> None:
    listed = (STUDIES / "index.md").read_text(encoding="utf-8")
    assert len(DECLARED) >= 7 and all(f"`{file.stem}`" in listed for file in DECLARED)
