"""make docs: the documentation as a site in build/site, from docs/, the docstrings and the rule books.

What is written by hand is in docs/. Added here: a page per game with its rules (id, title, our summary, code and
tests), and the reference of the modules that other programs and other games use. A link that leads nowhere is an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from viermot.kernel import registry

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"
TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
REFERENCE = {
    "From Python": ["viermot", "viermot.engine", "viermot.fuzz"],
    "A game and its faces": [
        "viermot.game_package", "viermot.kernel.registry", "viermot.server.face", "viermot.terminal.screens",
        "viermot.sentences", "viermot.text",
    ],
    "The kernel": ["viermot.kernel.*"],
}  # fmt: skip


def modules(pattern: str) -> list[str]:
    """The modules that a name stands for: itself, or all below it."""
    if not pattern.endswith(".*"):
        return [pattern]
    package = pattern.removesuffix(".*")
    folder = ROOT / "src" / package.replace(".", "/")
    return [f"{package}.{path.stem}" for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]


def write(place: str, text: str) -> None:
    path = SOURCE / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def rules_page(name: str) -> str:
    """All rules of a game, with our summary of each; `make rules ARGS="<game> <id>"` adds code and tests."""
    book = registry.game(name).rulebook
    lines = [f"# Rules: {name}", "", "| rule | title | in our words |", "|---|---|---|"]
    for rule in book:
        told = [book.title(rule), book.summary(rule)]
        lines.append(f"| `{rule}` | " + " | ".join(each.replace("|", "\\|").replace("\n", " ") for each in told) + " |")
    return "\n".join(lines) + "\n"


def reference_page(title: str, names: list[str]) -> str:
    return f"# {title}\n\n" + "\n".join(f"::: {name}\n" for name in names)


def own_links(text: str) -> str:
    """Links of a page from the top of the tree, adapted to its place among the documents; links to anything else become
    text.
    """
    text = text.replace("](docs/", "](")
    return re.sub(r"\]\(((?:LICENSE|\.github|src|tests|examples|tools)[^)]*)\)", r"] (`\1`)", text)


def gather() -> None:
    """Everything that is on the site, as Markdown."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCE)
    for name in TOP:
        write("index.md" if name == "README.md" else name, own_links((ROOT / name).read_text(encoding="utf-8")))
    for path in SOURCE.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        text = text.replace("](../CONTRIBUTING.md", "](CONTRIBUTING.md")
        path.write_text(re.sub(r"\]\(decisions/?\)", "](decisions/index.md)", text), encoding="utf-8")
    decisions = sorted((SOURCE / "decisions").glob("0*.md"))
    titles = {path.name: path.read_text(encoding="utf-8").splitlines()[0].lstrip("# ") for path in decisions}
    listed = "\n".join(f"- [{title}]({name})" for name, title in titles.items())
    write("decisions/index.md", f"# Decisions\n\n{listed}\n")
    links = [f"- [{module.name}]({module.name}.md): {len(module.rulebook)} rules" for module in registry.modules()]
    write("rules/index.md", "# Rule index\n\nEvery rule by its number, in our own words.\n\n" + "\n".join(links) + "\n")
    for module in registry.modules():
        write(f"rules/{module.name}.md", rules_page(module.name))
    shown: set[str] = set()
    for title, patterns in REFERENCE.items():
        names = [name for pattern in patterns for name in modules(pattern) if name not in shown]
        shown |= set(names)
        write(f"reference/{title.lower().replace(' ', '_')}.md", reference_page(title, names))


def main() -> int:
    gather()
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(ROOT / "mkdocs.yml")]
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
