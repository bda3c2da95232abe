"""The ready studies of docs/studies: played from their declarations, and their manifests, tables and plots written.

python tools/ready_studies.py                     all of them, each going on where it stopped
python tools/ready_studies.py history --minutes 5 one of them, for so long
python tools/ready_studies.py levels              a plot of all levels in one, from the rows of the difficulty studies

Rows are kept in build/studies; what is committed is the manifest, from which anybody gets the same rows, the summary
(report.md) and the plots. The pages that read the results are written by hand.
"""

from __future__ import annotations

import argparse
import shutil
import time
from pathlib import Path
from typing import Final

from viermot.lab import declaring, pages, plots, reports
from viermot.lab.ledger import MANIFEST, Ledger, whole, whole_rows
from viermot.lab.ledger import ROWS as PLAYED
from viermot.lab.playing import run
from viermot.lab.statistics import Estimate, share
from viermot.lab.stopping import stop_of
from viermot.lab.studies import check

ROOT: Final = Path(__file__).resolve().parents[1]
STUDIES: Final = ROOT / "docs" / "studies"
ROWS: Final = ROOT / "build" / "studies"
LEFT, RIGHT = 64, 700  # of the plot of all levels
LIGHT: Final = {plots.INK: "#1c2430", plots.SOFT: "#5a6675", plots.GRID: "#dfe4ea"}


def played(declaration: Path, until: float) -> Path:
    """Play what is left of a study, as long as there is time."""
    study = declaring.read(declaration)
    check(study)
    folder = ROWS / declaration.stem
    ledger = Ledger(folder, study)
    for row in run(ledger, 1, stop_of(study)):
        if time.monotonic() > until:
            print(f"{declaration.stem}: stopped after {row['game'] + 1} of {study.size}", flush=True)
            break
    return folder


def write(name: str, folder: Path) -> None:
    """What is committed of a study: manifest, summary, plots."""
    target = STUDIES / name
    target.mkdir(exist_ok=True)
    shutil.copy(folder / MANIFEST, target / MANIFEST)
    report = reports.report_on(folder)
    command = f"viermot study docs/studies/{name}/{MANIFEST} --out again"
    whole(target / "report.md", reports.markdown(report, command, "en"))
    for number, (_, picture, _) in enumerate(pages.plots_of(report, "en")):
        whole(target / f"{number}.svg", on_white(picture))
    print(f"{name}: {len(report.rows)} games. {reports.answer(report, 'en')}", flush=True)


def draw_levels(game: str) -> None:
    """How often each level won each scenario, a line for each scenario: from the rows of both difficulty studies."""
    scores: dict[str, dict[str, list[float]]] = {}
    for folder in (f"difficulty-{game}", f"difficulty-{game}-expert"):
        for row in whole_rows(ROWS / folder / PLAYED):
            level = row["seats"]["player"].partition(":")[0]
            scores.setdefault(row["scenario"], {}).setdefault(level, []).append(row["scores"]["player"])
    colours = dict(zip(("novice", "standard", "expert"), plots.COLOURS, strict=False))
    parts, top = plots.legend(list(colours.items()))
    for number, (scenario, found) in enumerate(scores.items()):
        y = top + 12 + 14 * number
        parts.append(f'<text x="56" y="{y + 4}" text-anchor="end" fill="{plots.INK}">{scenario}</text>')
        parts.append(f'<path d="M{LEFT} {y}h{RIGHT - LEFT}" stroke="{plots.GRID}"/>')
        for level, colour in colours.items():
            if level in found:
                parts.append(_dot(share(round(sum(found[level])), len(found[level])), y, colour, f"{scenario} {level}"))
    bottom = top + 14 * len(scores) + 14
    for tenth in range(0, 11, 2):
        x = LEFT + (RIGHT - LEFT) * tenth / 10
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 12}" text-anchor="middle" fill="{plots.SOFT}">{tenth * 10} %</text>'
        )
    picture = plots.svg(bottom + 20, parts, f"{game}: games won by novice, standard and expert")
    whole(STUDIES / f"levels-{game}.svg", on_white(picture))


def _dot(won: Estimate, y: float, colour: str, name: str) -> str:
    low, at, high = (LEFT + (RIGHT - LEFT) * value for value in (won.low, won.value, won.high))
    line = f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{colour}" stroke-opacity="0.35" stroke-width="3"/>'
    return f'<g><title>{name}: {won}</title>{line}<circle cx="{at:.1f}" cy="{y}" r="4" fill="{colour}"/></g>'


def on_white(picture: str) -> str:
    """A plot that can be viewed on its own."""
    for variable, colour in LIGHT.items():
        picture = picture.replace(variable, colour)
    ground = picture.index(">") + 1
    return f'{picture[:ground]}<rect width="100%" height="100%" fill="#fff"/>{picture[ground:]}'


def main() -> None:
    """Play and write those that were named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--minutes", type=float, default=1e6, help="for each study")
    args = parser.parse_args()
    if args.names == ["levels"]:
        for declaration in STUDIES.glob("difficulty-*-expert.toml"):
            draw_levels(declaration.stem.split("-")[1])
    for declaration in sorted(STUDIES.glob("*.toml")):
        if not args.names or declaration.stem in args.names:
            write(declaration.stem, played(declaration, time.monotonic() + 60 * args.minutes))


if __name__ == "__main__":
    main()
