"""The ready studies of docs/studies: played from their declarations, and their manifests, tables and plots written.

python tools/ready_studies.py                     all of them, each going on where it stopped
python tools/ready_studies.py history --minutes 5 one of them, for so long
python tools/ready_studies.py measured            the plots of what tools/difficulty.py has measured, nothing is played

Rows are kept in build/studies; what is committed is the manifest, from which anybody gets the same rows, the summary
(report.md) and the plots. The pages that read the results are written by hand.
"""

from __future__ import annotations

import argparse
import shutil
import time
from pathlib import Path
from typing import Final

from viermot.kernel import registry
from viermot.kernel.measured import read
from viermot.lab import declaring, pages, plots, reports
from viermot.lab.ledger import MANIFEST, Ledger, whole
from viermot.lab.playing import run
from viermot.lab.statistics import share
from viermot.lab.stopping import stop_of
from viermot.lab.studies import check

ROOT: Final = Path(__file__).resolve().parents[1]
STUDIES: Final = ROOT / "docs" / "studies"
ROWS: Final = ROOT / "build" / "studies"
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


def draw_measured(game: str) -> None:
    """How often each level won each scenario, from the game's own file of what was measured."""
    module = registry.game(game)
    assert module.measured is not None, f"nothing was measured of {game}"
    won = read(module.measured).won
    lines = [
        (f"{scenario.id} {level}", share(*won[scenario.id][level]), colour)
        for scenario in module.info(module.load_pack(None)).scenarios
        for level, colour in zip(("novice", "standard", "expert"), reversed(plots.COLOURS[:3]), strict=True)
        if level in won.get(scenario.id, {})
    ]
    whole(STUDIES / f"measured-{game}.svg", on_white(plots.intervals(f"{game}: games won", lines, plots.UNIT)))


def on_white(picture: str) -> str:
    """A plot that can be looked at by itself."""
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
    if args.names == ["measured"]:
        for module in registry.modules():
            if module.measured is not None:
                draw_measured(module.name)
    for declaration in sorted(STUDIES.glob("*.toml")):
        if not args.names or declaration.stem in args.names:
            write(declaration.stem, played(declaration, time.monotonic() + 60 * args.minutes))


if __name__ == "__main__":
    main()
