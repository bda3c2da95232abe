"""make docs: the site is whole; it is built strictly, so that a link that leads nowhere fails it."""

from __future__ import annotations

import subprocess
import sys

from tools import docs
from viermot.kernel import registry


def test_the_site_has_every_rule_the_glossary_and_the_reference() -> None:
    ran = subprocess.run([sys.executable, "tools/docs.py"], cwd=docs.ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr[-3000:]
    for module in registry.modules():
        page = (docs.SITE / "rules" / f"{module.name}.html").read_text(encoding="utf-8")
        assert page.count("<tr>") == len(module.rulebook) + 1, module.name
    assert "fonts.googleapis" not in (docs.SITE / "index.html").read_text(encoding="utf-8"), "nothing is fetched"
    assert (docs.SITE / "glossary.html").exists()
    assert "decide" in (docs.SITE / "reference" / "the_kernel.html").read_text(encoding="utf-8")
