"""The fuzzer: many games of every scenario with odd options and reckless players, and every check of the contract.

It finds the bug before the player does, and writes a file that `viermot replay` opens, with the reason beside it.
A seed and a number decide a game, so that whatever was found is found again.
"""

from __future__ import annotations

import random
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viermot.kernel import registry, saves
from viermot.kernel.contract import Chooser, Fault, Trial, any_option
from viermot.kernel.decision import Decision
from viermot.kernel.dice import QuickDice
from viermot.kernel.files import write_atomically
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session
from viermot.kernel.telling import Telling, brief

Progress = Callable[[int, int], None]  # games played, games in all


@dataclass
class Found:
    """One fault: which game it was, what is wrong, and where the file lies."""

    number: int
    scenario: str
    seed: str
    options: dict[str, Any]
    what: str
    why: str
    when: str
    file: str | None = None

    def __str__(self) -> str:
        where = f"; see {self.file}" if self.file else ""
        return f"game {self.number} ({self.scenario}, seed {self.seed!r}), {self.when}: {self.what}: {self.why}{where}"


@dataclass
class FuzzReport:
    """What was played and what was found."""

    game: str
    games: int = 0
    decisions: int = 0
    rolls: int = 0
    scenarios: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    faults: list[Found] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Did every game keep every promise?"""
        return not self.faults

    def add(self, other: FuzzReport) -> None:
        """Count another report in."""
        self.games += other.games
        self.decisions += other.decisions
        self.rolls += other.rolls
        for mine, theirs in (
            (self.scenarios, other.scenarios), (self.endings, other.endings),
            (self.questions, other.questions), (self.events, other.events),
        ):  # fmt: skip
            mine.update(theirs)
        self.faults += other.faults


def fuzz(
    game: str,
    scenario: str | None = None,
    games: int = 100,
    seed: str = "fuzz",
    out_dir: str | Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    options: Mapping[str, Any] | None = None,
    first: int = 0,
) -> FuzzReport:
    """Play that many games, in turn of all scenarios or of the one named; the report lists what went wrong.

    Options that are given are the same in every game, the others vary. Games are numbered from ``first`` on: a long run
    can be had in pieces.

    >>> fuzz("nightfighter", "1", games=2).ok
    True
    """
    module = registry.game(game)
    known = [about.id for about in module.info(module.load_pack(None)).scenarios]
    wanted = next((name for name in known if scenario is not None and name.upper() == scenario.upper()), None)
    if scenario is not None and wanted is None:
        raise Telling("error.no_scenario", name=brief(scenario), known=", ".join(known))
    chosen = known if wanted is None else [wanted]
    fixed = dict(options or {})
    module.start(module.load_pack(None), chosen[0], fixed, QuickDice(0))  # a slip is told once and at once
    numbers = range(first, first + games)
    work = [(game, chosen[number % len(chosen)], number, seed, out_dir, fixed) for number in numbers]
    report = FuzzReport(game)
    for done, played in enumerate(_play_all(work, jobs), 1):
        report.add(played)
        if progress is not None:
            progress(done, games)
    return report


def _play_all(work: list[tuple[Any, ...]], jobs: int) -> Iterator[FuzzReport]:
    """One report a game, in order, however many processes play."""
    if jobs <= 1:
        for job in work:
            yield _play_one(job)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_play_one, work, chunksize=max(1, min(20, len(work) // (4 * jobs))))


def _play_one(job: tuple[str, str, int, str, str | Path | None, dict[str, Any]]) -> FuzzReport:
    """Play game number so-and-so with all checks."""
    name, scenario, number, seed, out_dir, fixed = job
    module = registry.game(name)
    own_seed = f"{seed}:{number}"
    chance = random.Random(f"{own_seed}:mix")
    options = odd_options(module, scenario, chance, fixed)
    module = registry.seated(module, options)
    seats, choose = _players(module, chance)
    report = FuzzReport(name, games=1)
    report.scenarios[scenario] += 1
    trial = Trial(module, scenario, own_seed, options, seats, choose, texts=False)
    try:
        result = trial.run()
        report.endings[f"{result.get('reason')}, {result.get('level')}"] += 1
    except Fault as fault:
        report.endings["fault"] += 1
        found = Found(number, scenario, own_seed, options, fault.what, fault.why, trial.about_to)
        if out_dir is not None:
            found.file = _write(trial, found, fault, Path(out_dir))
        report.faults.append(found)
    report.decisions = trial.decisions
    report.questions = trial.questions
    if trial.session is not None:
        report.rolls = sum(len(entry.dice) for entry in trial.session.record)
        state = trial.session.state
        report.events = Counter(event[0] for event in state.log[: state.logged])
    return report


def _write(trial: Trial, found: Found, fault: Fault, folder: Path) -> str:
    """A save to look at, up to the last decision that went well, and the reason beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w.-]+", "_", f"{trial.game.name}-{trial.scenario}-{trial.seed}")
    told = [
        f"{fault.what}: {fault.why}", f"when {trial.about_to}", f"scenario {trial.scenario}, seed {trial.seed!r}",
        f"options {dict(trial.options)!r}", f"bots {dict(trial.seats)!r}", "", *traceback.format_exception(fault),
    ]  # fmt: skip
    reason = folder / f"{stem}.txt"
    write_atomically(reason, ("\n".join(told) + "\n").encode())
    if trial.session is None:
        return str(reason)
    try:
        saved = saves.dump(trial.session)
    except Exception:  # the very fault may be that it cannot be written
        return str(reason)
    file = folder / f"{stem}.json"
    write_atomically(file, saved)
    return str(file)


# -- who plays ----------------------------------------------------------------------------------------


def _players(module: GameModule, chance: random.Random) -> tuple[Mapping[str, str | None], Chooser]:
    """A bot in a seat or none, and who decides for the others: blind chance, or one who goes looking for trouble."""
    seats: dict[str, str | None] = {}
    for seat in module.seats:
        if len(seats) < len(module.seats) - 1 and chance.random() < 0.3:
            names = sorted(module.bots(seat))
            seats[seat] = chance.choice([name for name in names if name != "random"] or names)
    return seats, chance.choice((*RECKLESS.get(module.name, ()), any_option))


def roam(session: Session, decision: Decision, chance: random.Random) -> int:
    """Nightfighter: any answer, but fighters that mostly stay on the map."""
    index = chance.randrange(len(decision.codes))
    if decision.kind == "path":
        from viermot.nightfighter.notation import end_of

        hex_, facing = session.perspective("umpire").fighter(decision.facts["fighter"])  # type: ignore[attr-defined]
        for _ in range(6):
            if end_of(hex_, facing, decision.codes[index])[0] >= 0:
                break
            index = chance.randrange(len(decision.codes))
    return index


def chase(session: Session, decision: Decision, chance: random.Random) -> int:
    """Nightfighter: fighters that make for the bombers with a peep at the umpire's map, intruders for the fighters."""
    codes = decision.codes
    if chance.random() < 0.1:
        return chance.randrange(len(codes))
    umpire: Any = session.perspective("umpire")
    if decision.kind in ("path", "intruder_path"):
        return _closest(umpire, decision, chance)
    if decision.kind == "place_search":
        return _search_near(umpire, decision, chance)
    if decision.kind in EAGER:
        return chance.randrange(1, len(codes))
    return chance.randrange(len(codes))


EAGER = (  # questions whose first option is to let it be
    "leave_box", "hand_off", "general_tally", "keep_which", "tally_fixed", "identify", "attack", "follow",
    "attack_all_the_same", "roll_through_jamming", "intruder_attacks", "fly_for_more", "manoeuvre",
)  # fmt: skip


def _closest(umpire: Any, decision: Decision, chance: random.Random) -> int:
    """The path that ends nearest to somebody of the other side, flying his way."""
    from viermot.nightfighter.board import DISTANCE
    from viermot.nightfighter.notation import end_of

    facts = decision.facts
    if decision.kind == "path":
        hex_, facing = umpire.fighter(facts["fighter"])
        prey = [umpire.attacker(number)[:2] for number in umpire.attackers()]
    else:
        hex_, facing = umpire.attacker(facts["attacker"])[:2]
        prey = [place for place in umpire.fighters() if place[0] >= 0]
    codes = decision.codes
    best, found = 10**6, chance.randrange(len(codes))
    for index in chance.sample(range(len(codes)), min(len(codes), 60)):
        there, way = end_of(hex_, facing, codes[index])
        if there < 0:
            continue
        cost = min((3 * DISTANCE[there][at] + (way != flies) for at, flies in prey), default=chance.randrange(9))
        if cost < best:
            best, found = cost, index
    return found


def hound(session: Session, decision: Decision, chance: random.Random) -> int:
    """Solitaire: fighters that make for the counters, and crews that try everything."""
    codes = decision.codes
    if chance.random() < 0.1:
        return chance.randrange(len(codes))
    if decision.kind == "path":
        return _nearest_counter(session.perspective("player"), decision, chance)
    if decision.kind in EAGER_ALONE:
        return chance.randrange(1, len(codes))
    return chance.randrange(len(codes))


EAGER_ALONE = (  # questions of the solitaire game whose first option is to let it be
    "leave_box", "hand_off", "ai_target", "light_up", "tally", "tally_fixed", "identify", "attack", "use_serrate",
    "attack_all_the_same", "fly_for_more", "manoeuvre",
)  # fmt: skip


def _nearest_counter(view: Any, decision: Decision, chance: random.Random) -> int:
    """The path that ends nearest to a counter, flying its way; those that show their bomber's place first."""
    from viermot.kernel.hexes import S
    from viermot.nightfighter.board import DISTANCE
    from viermot.nightfighter.notation import end_of

    hex_, facing = view.fighter(decision.facts["fighter"])
    prey = [(counter.hex, 2 * counter.level) for counter in view.counters()]
    codes = decision.codes
    best, found = 10**6, chance.randrange(len(codes))
    for index in chance.sample(range(len(codes)), min(len(codes), 60)):
        there, way = end_of(hex_, facing, codes[index])
        if there < 0:
            continue
        cost = min((3 * DISTANCE[there][at] + level + (way != S) for at, level in prey), default=chance.randrange(9))
        if cost < best:
            best, found = cost, index
    return found


def _search_near(umpire: Any, decision: Decision, chance: random.Random) -> int:
    """A search counter on, or not far from, an attacker."""
    from viermot.nightfighter.board import DISTANCE, SIZE

    hexes = [umpire.attacker(number)[0] for number in umpire.attackers()]
    if not hexes:
        return chance.randrange(len(decision.codes))
    target = chance.choice(hexes)
    near = [i for i, h in enumerate(decision.codes) if h < SIZE and DISTANCE[target][h] <= 2]
    return chance.choice(near) if near else chance.randrange(len(decision.codes))


def fly_hard(session: Session, decision: Decision, chance: random.Random) -> int:
    """Interceptor: a pilot who attacks, flies on, buys all he can, and jumps only now and then."""
    options = list(decision.options)
    if decision.kind in ("spend_experience", "spend_prestige") and len(options) > 1 and chance.random() < 0.8:
        return chance.randrange(1, len(options))
    bold = [n for n, option in enumerate(options) if option not in TIMID or chance.random() < 0.05]
    return chance.choice(bold or range(len(options)))


TIMID = ("bail out", "leave", "go home", "enough", "break off", "done", "stand down", "jump")


def controller(session: Session, decision: Decision, chance: random.Random) -> int:
    """Bomber Command: a German who peeps at the plot, flies to where the raids will be and attacks whatever comes."""
    codes = decision.codes
    if decision.kind in ("play", "cancel"):
        cards = [n for n, option in enumerate(decision.options) if option not in ("pass", "return")]
        return chance.choice(cards) if cards and chance.random() < 0.4 else int(chance.random() < 0.01)
    if decision.kind == "move":
        return _towards_raids(session.perspective("british"), decision, chance)
    if decision.kind in EAGER_DEFENCE and chance.random() < 0.85:
        return chance.randrange(1, len(codes))
    if decision.kind == "next_combat" and chance.random() < 0.95:
        return chance.randrange(len(codes) - 1)
    return 0 if decision.kind in ("recover", "leave_raid") and chance.random() < 0.9 else chance.randrange(len(codes))


EAGER_DEFENCE = (  # questions of Bomber Command whose first option is to let it be
    "scramble", "deploy", "infiltrator", "intercept", "react", "wild_boar", "patrol", "intrude", "mislead",
)  # fmt: skip


def _towards_raids(british: Any, decision: Decision, chance: random.Random) -> int:
    """The hex nearest to where a raid will be next turn, or to its target."""
    from viermot.bomber_command.board import DISTANCE, SIZE
    from viermot.bomber_command.notation import HEX

    codes = decision.codes
    prey = [raid.path[min(raid.step + 2, len(raid.path) - 1)] for raid in british.raids() if raid.step < len(raid.path)]
    if not prey or chance.random() < 0.15:
        return chance.randrange(len(codes))
    goal = chance.choice(prey)
    return min(range(len(codes)), key=lambda n: DISTANCE[goal][codes[n] - HEX] if codes[n] - HEX < SIZE else 99)


RECKLESS: dict[str, tuple[Chooser, ...]] = {
    "bomber_command": (controller, controller, controller),
    "interceptor": (fly_hard, fly_hard, fly_hard),
    "nightfighter": (chase, chase, chase, roam, roam),
    "solitaire": (hound, hound, hound),
}


# -- what is played -------------------------------------------------------------------------------------


def odd_options(module: GameModule, scenario: str, chance: random.Random, fixed: dict[str, Any]) -> dict[str, Any]:
    """What was asked for, and odd options besides where they go with it."""
    vary = VARIATIONS.get(module.name)
    odd = vary(module, scenario, chance) if vary is not None else {}
    if not fixed:
        return odd
    try:
        module.start(module.load_pack(None), scenario, {**odd, **fixed}, QuickDice(0))
    except Telling:
        return fixed
    return {**odd, **fixed}


def _interceptor_options(module: GameModule, scenario: str, chance: random.Random) -> dict[str, Any]:
    """Each option of chapter 10, company of two to four, an ace, a late start."""
    options: dict[str, Any] = {f"10.{n}": True for n in (3, 4, 5, 6, 7) if chance.random() < 0.3}
    if chance.random() < 0.1:
        options["example_mode"] = True
    if chance.random() < 0.2:
        options["10.1"] = chance.choice(("cooperative", "competitive"))
        options["pilots"] = chance.randrange(2, 5)
    if chance.random() < 0.15:
        options["10.2"] = chance.choice(list(module.load_pack(None).aces))
        if chance.random() < 0.3:
            options["ace_late"] = True
    elif chance.random() < 0.15:
        options["start"] = chance.choice(("Jun43", "Oct43", "Jan44"))
    return options


def _nightfighter_options(module: GameModule, scenario: str, chance: random.Random) -> dict[str, Any]:
    """Each switch of chapter 28 where the scenario allows it, odd pilots, equipment of any date, radars declined."""
    from viermot.nightfighter.table import Table

    components = module.load_pack(None)
    laid_out = Table(components, components.scenarios[scenario], {})
    wanted: list[dict[str, Any]] = [{f"28.{n}": True} for n in ("1", "2", "2.1", "3", "4", "5", "6")]
    wanted += [{"5.0b": True}, *[{"decline": [name]} for name in components.scenarios[scenario].radar]]
    for fit in laid_out.fighters:
        wanted += _odd_fighter(fit, components, chance)
    for type_ in sorted({kind.type for kind in laid_out.kinds}):
        sets = [item.name for item in components.aircraft(type_).equipment]
        wanted += [{"any_date": True, "equipment": {type_: [name]}} for name in sets]
    return _granted(wanted, chance, lambda options: Table(components, components.scenarios[scenario], options))


def _solitaire_options(module: GameModule, scenario: str, chance: random.Random) -> dict[str, Any]:
    """Switches of chapter 28 turned off (they are on of themselves), odd pilots and equipment, radars declined."""
    from viermot.solitaire.table import SoloTable

    components = module.load_pack(None)
    chosen = components.scenarios[scenario]
    wanted: list[dict[str, Any]] = [{f"28.{n}": False} for n in ("1", "2", "2.1", "3", "4", "6")] + [{"28.5": True}]
    wanted += [{"decline": [name]} for name in chosen.radar]
    for fit in SoloTable(components, chosen, {}).fighters:
        wanted += _odd_fighter(fit, components, chance)
    return _granted(wanted, chance, lambda options: SoloTable(components, chosen, options))


def _odd_fighter(fit: Any, components: Any, chance: random.Random) -> list[dict[str, Any]]:
    """A pilot of any quality, and each set its aircraft can carry, of whatever date."""
    sets = [item.name for item in components.fighters[fit.type].equipment]
    pilots: dict[str, Any] = {"pilots": {str(fit.ident): chance.choice(["green", "normal", "experte"])}}
    return [pilots, *[{"any_date": True, "equipment": {str(fit.ident): [name]}} for name in sets]]


def _granted(
    wanted: list[dict[str, Any]], chance: random.Random, lay_out: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """A quarter of these wishes, as far as the scenario allows them."""
    options: dict[str, Any] = {}
    for wish in wanted:
        if chance.random() < 0.25:
            merged = {**options, **wish}
            for table in ("pilots", "equipment"):
                if table in wish:
                    merged[table] = {**options.get(table, {}), **wish[table]}
            try:
                lay_out(merged)
            except Telling:
                continue  # the scenario does not allow it
            options = merged
    return options


def _campaign_options(module: GameModule, scenario: str, chance: random.Random) -> dict[str, Any]:
    """Careers of a month or three, with and without an umpire, stopping often or never."""
    options: dict[str, Any] = {"months": chance.choice((1, 1, 2, 3) if scenario == "staffel" else (3, 6, 12))}
    options["aircraft"] = chance.choice(("Me110", "Ju88"))
    options["stops"] = chance.choice(("eventful", "every", "never"))
    for switch in ("ironman", "printed_recovery", "former_status"):
        options[switch] = chance.random() < 0.5
    if scenario == "staffel":
        options["umpire"] = chance.random() < 0.5
    return options


def _bomber_command_options(module: GameModule, scenario: str, chance: random.Random) -> dict[str, Any]:
    """Each advanced rule, as a coin falls."""
    return {option.name: True for option in module.info(module.load_pack(None)).options if chance.random() < 0.5}


VARIATIONS: dict[str, Callable[[GameModule, str, random.Random], dict[str, Any]]] = {
    "bomber_command": _bomber_command_options,
    "campaign": _campaign_options,
    "interceptor": _interceptor_options,
    "nightfighter": _nightfighter_options,
    "solitaire": _solitaire_options,
}
