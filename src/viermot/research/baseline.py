"""A baseline that learns: a linear softmax policy, taught by REINFORCE with the mean of a batch as its baseline.

    python -m viermot.research.baseline interceptor --games 2000 --out curve.svg

Every number that can be answered has a row of weights, one for each number of the observation; the policy chooses among
what is offered with probabilities proportional to exp(weights · observation). After each batch of games the weights
move towards what was answered in games that went better than the batch, and away from the rest. No search, no hidden
layer, nothing but numpy: what it reaches is the least that anything cleverer should beat.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import numpy as np

from viermot.lab.statistics import Estimate, average
from viermot.research.play import LONGEST, Play, Setting, observation_names

BATCH: Final = 25  # games
RATE: Final = 0.3
WIDTH, HEIGHT, EDGE = 640, 320, 48  # of the curve, in pixels
RIGHT, FONT = 'text-anchor="end"', 'font-family="sans-serif" font-size="12"'


@dataclass
class Policy:
    """Weights, and how they choose an answer."""

    weights: Any  # numbers that can be answered × numbers of an observation

    @classmethod
    def fresh(cls, setting: Setting) -> Policy:
        """One that answers at random."""
        module = setting.module
        return cls(np.zeros((module.observing.actions + 1, len(observation_names(module))), np.float32))

    def chances(self, told: Any, offered: Any) -> Any:
        """How likely it is to answer each of the numbers offered."""
        worth = self.weights[offered] @ told
        grown = np.exp(worth - worth.max())
        return grown / grown.sum()


@dataclass
class Game:
    """One game as the policy played it: what it saw, what was offered, what it answered, how it ended."""

    steps: list[tuple[Any, Any, int, Any]] = field(default_factory=list)
    score: float = 0.0


def play(policy: Policy, setting: Setting, seed: str, rng: Any, keep: bool = True) -> Game:
    """Play one game in the only open seat."""
    table, found = Play(setting, seed), Game()
    [seat] = table.open
    while not table.over and table.answers < LONGEST:
        told = np.array(table.shown(seat), np.float32)
        offered = np.array(table.offered(seat))
        chances = policy.chances(told, offered)
        at = int(rng.choice(len(offered), p=chances))
        if keep:
            found.steps.append((told, offered, at, chances))
        table.answer(seat, int(offered[at]))
    found.score = table.scores()[seat]
    return found


def teach(policy: Policy, games: Sequence[Game], rate: float = RATE) -> None:
    """Move the weights towards the answers of the games that went well."""
    scores = np.array([game.score for game in games])
    spread = scores.std()
    if spread == 0:
        return
    steps = sum(len(game.steps) for game in games)
    moves = np.zeros_like(policy.weights)
    for game, worth in zip(games, (scores - scores.mean()) / spread, strict=True):
        for told, offered, at, chances in game.steps:
            push = -chances
            push[at] += 1.0
            moves[offered] += np.outer(worth * push, told)
    policy.weights += rate * moves / np.sqrt(steps)


def learn(
    setting: Setting, games: int, seed: str, batch: int = BATCH, say: Callable[[str], object] | None = None
) -> tuple[Policy, list[float]]:
    """Teach a fresh policy over a number of games; returns it, and the mean score of each batch."""
    policy, curve = Policy.fresh(setting), []
    rng = np.random.default_rng(list(seed.encode()))
    for at in range(0, games, batch):
        played = [play(policy, setting, f"{seed}/learn/{at + number}", rng) for number in range(batch)]
        curve.append(fmean(game.score for game in played))
        teach(policy, played)
        if say is not None:
            say(f"{at + batch} games, {curve[-1]:.3f}")
    return policy, curve


def measure(policy: Policy, setting: Setting, games: int, seed: str) -> Estimate:
    """What a policy scores in games it has never seen, with a 95 % interval."""
    rng = np.random.default_rng(list(seed.encode()))
    return average([play(policy, setting, f"{seed}/test/{at}", rng, keep=False).score for at in range(games)])


def drawn(curve: Sequence[float], batch: int, title: str) -> str:
    """The curve as a picture: the mean score of each batch, and that of the last ten batches."""
    top = max(curve) * 1.1 or 1.0
    across = (WIDTH - 2 * EDGE) / max(1, len(curve) - 1)
    smooth = [fmean(curve[max(0, at - 9) : at + 1]) for at in range(len(curve))]

    def line(values: Sequence[float], style: str) -> str:
        points = " ".join(
            f"{EDGE + at * across:.1f},{HEIGHT - EDGE - value / top * (HEIGHT - 2 * EDGE):.1f}"
            for at, value in enumerate(values)
        )
        return f'<polyline fill="none" {style} points="{points}"/>'

    base = HEIGHT - EDGE
    marks = [
        f'<text x="{EDGE - 6}" y="{base - share * (HEIGHT - 2 * EDGE) + 4:.0f}" {RIGHT}>{share * top:.2f}</text>'
        for share in (0.0, 0.5, 1.0)
    ]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{EDGE}" y="24" font-size="14">{title}</text>',
        f'<path d="M{EDGE} {EDGE}V{base}H{WIDTH - EDGE}" fill="none" stroke="#444444"/>',
        *marks,
        f'<text x="{WIDTH - EDGE}" y="{base + 18}" {RIGHT}>{len(curve) * batch} games</text>',
        line(curve, 'stroke="#9db4c8"'),
        line(smooth, 'stroke="#1f4e79" stroke-width="2"'),
        "</svg>\n",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--seat", default="")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--tested", type=int, default=400)
    parser.add_argument("--seed", default="baseline")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    whole = Setting(args.game, args.scenario)
    setting = Setting(args.game, args.scenario, seats=(args.seat or whole.open[0],))
    before = measure(Policy.fresh(setting), setting, args.tested, args.seed)
    policy, curve = learn(setting, args.games, args.seed, say=print)
    after = measure(policy, setting, args.tested, args.seed)
    print(f"by lot {before.value:.3f} [{before.low:.3f}, {before.high:.3f}]")
    print(f"taught {after.value:.3f} [{after.low:.3f}, {after.high:.3f}] after {args.games} games")
    if args.out is not None:
        args.out.write_text(drawn(curve, BATCH, f"{args.game}: mean score of {BATCH} games"), encoding="utf-8")


if __name__ == "__main__":
    main()
