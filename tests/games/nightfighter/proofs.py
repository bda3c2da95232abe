"""The long proof of Nightfighter's twin worlds, for `make proof`."""

from __future__ import annotations

from collections import Counter
from functools import partial
from statistics import median
from typing import Any, Final

from tests.games.nightfighter import twins
from tests.support.kits import Section
from tools import longrun
from tools.proving import listed, version_of_rules

LONG_ENOUGH: Final = 30  # decisions before twins may differ, in the median of each class of secret
Pair = tuple[str, str, str, str]  # class of secret, scenario, seed, player
PLAYERS: Final = ("quiet", "quiet", "lively", "quiet", "quiet", "wander")  # the quiet ones keep twins together for long


def prove_twins(size: float, jobs: int) -> Section:
    """Pairs that differ in one class of secret only, over all scenarios."""
    seeds = max(1, round(6 * size))
    born: list[Pair] = [
        (secret.name, scenario, f"proof {number}", player)
        for secret in twins.SECRETS.values()
        if secret.streams or secret.questions
        for scenario in twins.SCENARIOS
        if twins.applies(secret, scenario)
        for number in range(seeds)
        for player in (PLAYERS[number % len(PLAYERS)],)
    ]
    made = [(scenario, f"proof {number}") for scenario in twins.SCENARIOS for number in range(seeds)]
    version = version_of_rules()
    pieces = longrun.run(f"twins-born-{seeds}", len(born), partial(_born, born), workers=jobs, version=version)
    found = [(each["secret"], each["length"], each["told_by"], each["leak"]) for each in pieces]
    pieces = longrun.run(f"twins-made-{seeds}", len(made), partial(_changed, made), workers=jobs, version=version)
    changed: list[tuple[Counter[str], list[str]]] = [(Counter(each["count"]), each["leaks"]) for each in pieces]
    pieces = longrun.run(f"twins-future-{seeds}", len(made), partial(_future, made), workers=jobs, version=version)
    futures = sum(each["compared"] for each in pieces)
    leaks = [leak for _, _, _, leak in found if leak] + [leak for _, many in changed for leak in many]
    lines = [
        f"{len(found):,} pairs from birth and {sum(count.total() for count, _ in changed):,} made in mid-game, over "
        f"{len(twins.SCENARIOS)} scenarios and variants: everything the player receives is the same in both worlds "
        "until an event that may give the secret away.",
        "",
        "| secret | pairs | median decisions before they may differ | never told apart |",
        "|---|---|---|---|",
    ]
    medians = []
    for name in dict.fromkeys(name for name, _, _, _ in found):
        lengths = [length for secret, length, _, _ in found if secret == name]
        medians.append(median(lengths))
        apart = sum(1 for secret, _, by, leak in found if secret == name and not by and not leak)
        lines.append(f"| {name} | {len(lengths)} | {median(lengths):g} | {apart} |")
    lines += [
        "",
        f"- made in mid-game: {listed(sum((count for count, _ in changed), Counter()))}",
        f"- future dice: {futures:,} decisions of both seats compared before the dice differ, none of them different",
        f"- what told twins apart: {listed(Counter(by for _, _, by, _ in found if by))}",
        f"- leaks: {len(leaks)}",
        *[f"- LEAK {leak.splitlines()[0]}" for leak in leaks[:50]],
    ]
    return "Twin worlds", lines, not leaks and min(medians) >= LONG_ENOUGH


def _born(born: list[Pair], index: int) -> dict[str, Any]:
    name, scenario, seed, player = born[index]
    try:
        done = twins.run(twins.born(twins.SECRETS[name], scenario, seed, player))
    except twins.Leak as leak:
        return {"secret": name, "length": 0, "told_by": "", "leak": str(leak)}
    return {"secret": name, "length": done.length, "told_by": done.told_by, "leak": ""}


def _changed(made: list[tuple[str, str]], index: int) -> dict[str, Any]:
    scenario, seed = made[index]
    count: Counter[str] = Counter()
    leaks: list[str] = []
    for session in twins.lively_games(scenario, seed, every=8, maximum=80):
        for secret in twins.SECRETS.values():
            if secret.change is None or not twins.applies(secret, scenario):
                continue
            pair = twins.changed(secret, session, f"{seed} {count.total()}", "lively")
            if pair is None:
                continue
            count[secret.name] += 1
            try:
                twins.run(pair, maximum=12)
            except twins.Leak as leak:
                leaks.append(str(leak))
    return {"count": count, "leaks": leaks}


def _future(made: list[tuple[str, str]], index: int) -> dict[str, Any]:
    scenario, seed = made[index]
    seats = ("umpire", "player")
    return {"compared": sum(twins.future(scenario, seed, after, seat) for after in (5, 20, 60) for seat in seats)}
