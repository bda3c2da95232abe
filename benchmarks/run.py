"""make bench: how fast the engine is, as ratios to peers and to a bare method call measured in the same run.

Machines are noisy: everything is measured in turns, several times round, and medians are compared. What is measured of
a game, and which marks it has to meet, the game says itself (tests/games/<game>/bench.py). With `--pictures` the bars
and curves are drawn into docs/pictures.
"""

from __future__ import annotations

import argparse

from benchmarks import beside, growth, pictures
from benchmarks.marks import Curve, Mark, Wishes
from tests.support.kits import kits
from viermot.kernel import registry
from viermot.lab.games import Fixture, components


def main() -> None:
    """Measure, print, and say which marks are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured in turn")
    parser.add_argument("--scenario", action="append", default=[], help="only these scenarios (default: all)")
    parser.add_argument("--game", action="append", help="only these games (default: all)")
    parser.add_argument("--only", choices=("beside", "growth", "games"), help="only this part")
    parser.add_argument("--study", type=int, default=1_000, help="how many games the study against cores has")
    parser.add_argument("--pictures", action="store_true", help="draw docs/pictures/speed.svg and growth.svg anew")
    options = parser.parse_args()
    about = beside.machine()
    print(about)
    names = options.game or sorted(registry.names())
    found: list[Mark | Curve] = []
    if options.only in (None, "beside"):
        measured = beside.measure(options.rounds, names)
        beside.show(measured)
        if options.pictures:
            draw("speed.svg", pictures.bars(measured, f"{about}. Medians of {options.rounds} rounds in turns."))
    wanted = [kit for kit in kits() if kit.name in names]
    if options.only in (None, "growth"):
        grown = [each for kit in wanted for each in kit.growth()]
        grown += growth.view_by_log(names[-1])
        scenario = registry.game(names[-1]).info(components(names[-1])).scenarios[0].id
        seats = dict.fromkeys(registry.game(names[-1]).seats, "standard")
        grown += growth.study_by_cores(Fixture(names[-1], scenario, seats), options.study)
        found += grown
        if options.pictures:
            draw("growth.svg", pictures.curves([each for each in grown if isinstance(each, Curve)], about))
    if options.only in (None, "games"):
        found += [mark for name in names for mark in growth.clones(name)]
        found += [mark for kit in wanted for mark in kit.marks(Wishes(options.rounds, tuple(options.scenario)))]
    print()
    for each in found:
        if isinstance(each, Mark):
            print(each)


def draw(name: str, picture: str) -> None:
    """Write a picture where the documents look for it."""
    (beside.ROOT / "docs" / "pictures" / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
