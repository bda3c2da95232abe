"""Twin worlds: pairs of games that differ only in one class of secret, played by the same seat in the same way.

Everything the seat receives is compared at each of its decisions. The first difference must be an event that the rules
let the seat see, of a kind that may give this secret away, and differ only in what is given away; anything else is a
leak. Two sorts of pairs: twins from birth, whose hidden dice or umpire differ from the first turn on, and twins made in
the middle of a lively game by changing something behind the screen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tests.support.twins import LateDice, TapedDice, first_difference, name_of, pick
from viermot import CannotUndo, IllegalOption, Session
from viermot.advising import advised
from viermot.games.nightfighter.model.board import COLUMN, HEXES, LAST_ROW, ROW
from viermot.games.nightfighter.model.layout import INTRUDER, Layout
from viermot.games.nightfighter.model.notation import end_of
from viermot.games.nightfighter.model.state import HELD
from viermot.kernel import registry
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotRng, KeyedDice, QuickRng, key_of
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.record import Setup
from viermot.sentences import with_rules

GAME: Final = registry.game("nightfighter")
PACK: Final = GAME.load_pack(None)
SCENARIOS: Final = tuple(PACK.scenarios)
LONGEST: Final = 400  # player's decisions in one pair
FEW_PLAYOUTS: Final = 2  # for advice, which is asked for often

Policy = Callable[[Session, Decision], int]


# -- chance that can be split -------------------------------------------------------------------------------


class SplitDice(KeyedDice):
    """Dice of which some streams run under another key: public ones fall alike in both worlds."""

    def __init__(self, key: bytes, other: bytes, split: Iterable[str]) -> None:
        super().__init__(key)
        self._mine, self._other, self._split = key, other, frozenset(split)

    def _stream(self, name: str) -> Any:
        self.key = self._other if name in self._split else self._mine
        return super()._stream(name)


CHOOSING_ONE: Final = ("fix_which", "cone_which", "mew_target", "which_intruder")


class Umpire:
    """An umpire with a mind for each kind of question; a twin may be of another mind about some of them."""

    def __init__(self, seed: str, other: str, split: Iterable[str]) -> None:
        self.seed, self.other, self.split = seed, other, frozenset(split)
        self.times: dict[tuple[object, ...], int] = {}

    def __call__(self, session: Session, decision: Decision) -> int:
        view: Any = session.perspective("umpire")
        mind = self.other if decision.kind in self.split else self.seed
        when = (decision.kind, view.turn, view.phase)
        self.times[when] = self.times.get(when, 0) + 1
        if decision.kind == "intruder_path":
            return hunting_path(view, decision, pick(4, mind, *when))
        if decision.kind in CHOOSING_ONE:  # by where it is, so that nothing else about it tips the scales
            places = [view.attacker(code)[:2] for code in decision.codes]
            return places.index(sorted(places)[pick(len(places), mind, *when, self.times[when])])
        return pick(len(decision.codes), mind, *when, self.times[when])


def hunting_path(view: Any, decision: Decision, mood: int) -> int:
    """Mostly straight at the nearest fighter, so that intruders do get to shoot."""
    hex_, facing = view.attacker(decision.facts["attacker"])[:2]
    prey = [place for place, _ in view.fighters() if place >= 0]
    ends = [end_of(hex_, facing, code)[0] for code in decision.codes]
    far = [min((HEXES.distance[end][p] for p in prey), default=0) if end >= 0 else 99 for end in ends]
    order = sorted(range(len(ends)), key=far.__getitem__)
    return order[min(mood, len(order) - 1) if mood < 3 else len(order) // 2]


# -- players who know only what the seat knows -----------------------------------------------------------------


def quiet(seed: str) -> Policy:
    """Keeps to a corner, asks nothing, rolls nothing: learns as little as the rules allow."""
    refusals = {
        "place_search": "none", "general_tally": "no", "tally_fixed": "none", "keep_which": "none", "hand_off": "no",
        "roll_through_jamming": "no", "attack": "hold fire", "identify": "no", "follow": "no", "leave_box": "box",
        "manoeuvre": "fly", "keep_or_drop": "drop", "attack_all_the_same": "no", "fly_for_more": "continue",
    }  # fmt: skip

    def choose(session: Session, decision: Decision) -> int:
        if decision.kind in refusals:
            return list(decision.codes).index(decision.code_of(refusals[decision.kind]))
        if decision.kind == "place_fighter":
            return max(range(len(decision.codes)), key=lambda i: (ROW[decision.codes[i] // 6], -i))
        if decision.kind == "path":
            return circle(session, decision)
        return pick(len(decision.codes), seed, decision.kind, decision.number)

    return choose


def circle(session: Session, decision: Decision) -> int:
    """Round and round on the spot, or as near to it as the edge of the map lets."""
    view: Any = session.perspective("player")
    hex_, facing = view.fighter(decision.facts["fighter"])
    best, found = -1, 0
    for index, code in enumerate(decision.codes):
        there, way = end_of(hex_, facing, code)
        if there < 0:
            continue
        room = 10 * len(HEXES.line(there, way, 3)) - HEXES.distance[hex_][there]
        room += min(COLUMN[there], 19 - COLUMN[there], 4)
        if decision.notation_of(code) == "F L F L":
            room += 5
        if room > best:
            best, found = room, index
    return found


def lively(seed: str) -> Policy:
    """Searches, rolls, closes and shoots as its bots would: by what it sees alone."""
    bots = GAME.bots("player")
    bot = bots["standard"]() if "standard" in bots else None
    rng = BotRng(key_of(seed), "player")

    def choose(session: Session, decision: Decision) -> int:
        if bot is None or pick(8, seed, decision.number) == 0:
            return wander(seed)(session, decision)
        return list(decision.codes).index(bot.choose(session.perspective("player"), decision, rng))

    return choose


def wander(seed: str) -> Policy:
    """Any answer at all, but seldom off the map."""

    def choose(session: Session, decision: Decision) -> int:
        if decision.kind == "path":
            view: Any = session.perspective("player")
            hex_, facing = view.fighter(decision.facts["fighter"])
            for n in range(8):
                index = pick(len(decision.codes), seed, decision.number, n)
                if end_of(hex_, facing, decision.codes[index])[0] >= 0:
                    return index
        return pick(len(decision.codes), seed, decision.number, decision.kind)

    return choose


PLAYERS: Final[Mapping[str, Callable[[str], Policy]]] = {"quiet": quiet, "lively": lively, "wander": wander}


# -- what a seat receives -------------------------------------------------------------------------------------

PROBES: Final = (
    "xyzzy", "C1", "C2", "C7", "0101", "1020 N", "F", "F F F F F F F F F", "201", "none", "roll", "guns", 10**6, -1, "",
)  # fmt: skip


def masked(record: dict[str, Any]) -> dict[str, Any]:
    """Without the hashes, which differ as keys and set-ups do and tell nothing."""
    return {part: value for part, value in record.items() if part not in ("head", "commitment", "key")}


def received(session: Session, seat: str, since: int, thorough: bool) -> dict[str, Any]:
    """All that comes out of a game for a seat, by outlet; events from number ``since`` on."""
    view: Any = session.perspective(seat)
    told = view.events(since)
    out: dict[str, Any] = {
        "perspective": canonical(view.to_json()),
        "events": [event.to_json() for event in told],
        "sentences": [with_rules(view, event) for event in told],
        "undo": refusal(session.why_not_undo(seat)),
        "result": session.result if session.result is None else "over",
    }
    asked = [decision for decision in session.pending if decision.seat == seat]
    out["asked"] = [(decision.kind, decision.rule, decision.number) for decision in asked]
    for decision in asked:
        spelled = list(decision.options) if len(decision.codes) <= 120 else decision.options[:40]
        out["options"] = (list(decision.codes), spelled)
        out["prompt"] = (decision.prompt("en"), decision.prompt("pl"), decision.label(0), repr(decision))
        out["facts"] = (decision.facts, decision.plain_facts)
        out["settled"] = (decision.settled_code, decision.subject)
    if thorough:
        out["errors"] = [probe(session, seat, number) for number in range(len(PROBES))] + probe_undo(session, seat)
        out["public"] = canonical(masked(session.export(PUBLIC)))
        out["export"] = canonical(masked(session.export(seat)))
        out["quick looks"] = (
            view.fighters(), view.contacts(), view.searches(), view.sweeps(), view.markers(), view.raw_events(),
            view.news()[1:],
        )  # fmt: skip
        out["belief"] = GAME.belief(view)
        if asked:
            out["resampled"] = canonical(GAME.to_data(GAME.resample(view, QuickRng(since))))
            playouts = FEW_PLAYOUTS if since % 8 == 3 else 0  # whole games, so not every time
            out["advice"] = [advised(GAME, view, decision, "en", playouts=playouts) for decision in asked]
    return out


def refusal(wrong: Any) -> tuple[str, str, str] | None:
    return None if wrong is None else (wrong.key, wrong.rule, wrong.text())


def probe(session: Session, seat: str, number: int) -> tuple[str, str, str] | None:
    """What is said to an answer that is likely to be refused; a legal one is not given."""
    decision = next((decision for decision in session.pending if decision.seat == seat), None)
    option = PROBES[number]
    if decision is not None and decision.why_not(option) is None:
        return None
    try:
        session.decide(option, seat)
    except IllegalOption as wrong:
        return refusal(wrong)
    raise AssertionError(f"{option!r} was taken")


def probe_undo(session: Session, seat: str) -> list[tuple[str, str, str] | None]:
    """What is said to somebody who would go back further than he may."""
    said = []
    for to in (0, 3, *range(10, 200, 10), 10_000):
        try:
            session.undo(seat, to)
        except CannotUndo as wrong:
            said.append(refusal(wrong))
    return said


# -- what may give a secret away --------------------------------------------------------------------------------

# Where a bomber is shows in these events, by these fields of theirs.
WHERE: Final[Mapping[str, frozenset[str]]] = {
    kind: frozenset(fields.split())
    for kind, fields in {
        "search": "result",  # 13.1.1
        "sweep": "hex radar", "no_sweep": "radar",  # 13.1.2, 25.1
        "contact": "hex facing", "contact_moved": "hex facing", "contact_turned": "facing",
        "contact_gone": "", "contact_lost": "",
        "fixed": "hex facing fighter", "ai_nothing": "fighter",  # 19.1.2
        "fix_kept": "fighter contact", "fix_lost": "fighter contact",
        "marker": "hex zone", "roll:searchlight": "zone dice", "coned": "hex facing zone",  # 14.2.1
        "spotted": "hex facing", "tally_nothing": "", "tally_kept": "", "tally_lost": "",  # 10.1
        "tail_warning": "fighter",  # 27.3
        "contrail": "fighter", "no_contrail": "fighter",  # 21.2.1
        "corkscrew_seen": "hex", "lost_in_corkscrew": "", "stays_with_it": "",  # 17.4.3, 28.1
        "roll:response": "", "roll:defensive fire": "", "second_chance": "",  # 17.4: it shoots at whoever is beside it
        "umpire_rolled": "", "intruder_attacks": "fighter", "roll:fighter response": "fighter",  # 27.2.4
        "torpedo": "points total", "flares": "space", "flares_out": "",  # 26.2.2, 26.3
        "handed_off": "zone", "light_lost": "", "roll:hand-off": "zone dice",  # 14.2.3
        "game_over": "reason level score", "roll:Y guidance": "",
        "tallied": "", "not_tallied": "",  # 15.1: in the same hex it may be another bomber, with another number
    }.items()
}  # fmt: skip
# A tally number shows in what dice bring up.
NUMBER: Final[Mapping[str, frozenset[str]]] = {
    kind: frozenset(fields.split())
    for kind, fields in {
        "contact": "hex facing", "spotted": "contact hex facing", "tally_nothing": "",  # 10.1
        "tallied": "", "not_tallied": "",  # 15.1
        "coned": "hex facing", "handed_off": "", "light_lost": "",  # 14.2
        "fixed": "hex facing", "ai_nothing": "", "fix_kept": "", "fix_lost": "",  # 24.5.2
        "corkscrew_seen": "",  # 28.1
        "search": "result", "sweep": "hex",  # Naxos hears H2S, which only sixes carry [24.3]
    }.items()
}  # fmt: skip
# A type shows in how it flies, what it shoots with, what homers hear, and when it is made out or shot down.
TYPE: Final[Mapping[str, frozenset[str]]] = {
    **WHERE,
    **{kind: fields | WHERE.get(kind, frozenset()) for kind, fields in NUMBER.items()},  # another type, another counter
    "identified": frozenset(("kind",)), "shot_down": frozenset(("kind",)), "hits": frozenset(), "points": frozenset(),
    "roll:reaction": frozenset(), "roll:attack": frozenset(), "no_gunners": frozenset(), "corkscrews": frozenset(),
    "roll:destruction": frozenset(), "fighter_hit": frozenset(("hits", "total")), "tracer_wide": frozenset(),
    "intruder_shot_down": frozenset(("kind",)),
}  # fmt: skip
# An earlier alert, or hits nobody saw, show when the crew reacts or the aircraft goes down.
CONDITION: Final[Mapping[str, frozenset[str]]] = {
    "roll:reaction": frozenset(), "shot_down": frozenset(), "contact_gone": frozenset(), "alerted": frozenset(),
    "roll:attack": frozenset(("modifiers",)), "contact_moved": frozenset(("hex",)), "second_chance": frozenset(),
    "contact_lost": frozenset(), "contact": frozenset(("hex",)), "roll:defensive fire": frozenset(),
}  # fmt: skip
NEVER: Final[Mapping[str, frozenset[str]]] = {}


@dataclass(frozen=True)
class Secret:
    """A class of secrets: how twins are made to differ in it, and what may tell them apart."""

    name: str
    reveals: Mapping[str, frozenset[str]]
    streams: tuple[str, ...] = ()  # hidden dice that fall differently
    questions: tuple[str, ...] = ()  # questions the twin's umpire answers differently
    change: Callable[[Any, random.Random], bool] | None = None  # what is changed behind the screen in mid-game
    options: Mapping[str, Any] = field(default_factory=dict)


# -- changes behind the screen ----------------------------------------------------------------------------------


def unseen(game: Any) -> list[int]:
    return [a for a in game.on_map if not game.a_handle[a] and not busy(game, a)]


def busy(game: Any, attacker: int) -> bool:
    """Is a step under way about this attacker, so that moving it would break the rules rather than a secret?"""
    return any(attacker in task[1:] for task in (*game.agenda, game.asked or ()) if len(task) > 1)


def shift_columns(game: Any, rng: random.Random) -> bool:
    """Entry columns: the unseen fly elsewhere abreast."""
    return _move(game, rng, lambda hex_: [h for h in range(hex_ % LAST_ROW, HEXES.size, LAST_ROW) if h != hex_])


def shift_rows(game: Any, rng: random.Random) -> bool:
    """Entry speed and delays: the unseen are further on or further back in their columns."""
    return _move(game, rng, lambda hex_: [hex_ + d for d in (-2, -1, 1, 2) if 1 <= ROW[hex_] + d <= LAST_ROW])


def step_aside(game: Any, rng: random.Random) -> bool:
    """Displacement: the unseen have slipped to the next hex."""
    return _move(game, rng, lambda hex_: list(HEXES.adjacent[hex_]))


def _move(game: Any, rng: random.Random, ways: Callable[[int], list[int]], role: int | None = None) -> bool:
    moved = False
    for attacker in unseen(game):
        if role is not None and game.layout.groups[game.a_group[attacker]].role != role:
            continue
        places = ways(game.a_hex[attacker])
        if places:
            game.a_hex[attacker] = rng.choice(places)
            moved = True
    return moved


def other_numbers(game: Any, rng: random.Random) -> bool:
    """Tally numbers: each attacker's counter is exchanged for another of its kind, seen or not."""
    for attacker in range(len(game.a_id)):
        kind = game.a_group[attacker]
        pool, ids = game.pools[kind], game.layout.groups[kind].ids
        if not pool:
            continue
        place = rng.randrange(len(pool))
        old = ids.index(game.a_id[attacker])
        game.a_id[attacker] = ids[pool[place]]
        fresh = bytes(sorted((*pool[:place], *pool[place + 1 :], old)))
        game.pools = (*game.pools[:kind], fresh, *game.pools[kind + 1 :])
    return bool(game.a_id)


def other_types(game: Any, rng: random.Random) -> bool:
    """Types: two aircraft of different kinds that nobody has made out, seen or not, are each other."""
    kinds = game.layout.groups
    hidden = [a for a in game.on_map if not game.type_is_known(a) and kinds[game.a_group[a]].role != INTRUDER]
    rng.shuffle(hidden)
    for one in hidden:
        for other in hidden:
            if kinds[game.a_group[one]].type != kinds[game.a_group[other]].type:
                for values in (game.a_group, game.a_id):
                    values[one], values[other] = values[other], values[one]
                return True
    return False


def other_intruders(game: Any, rng: random.Random) -> bool:
    """Intruders: they are elsewhere, face elsewhere, and may or may not slip."""
    intruders = [a for a in unseen(game) if game.layout.groups[game.a_group[a]].role == INTRUDER]
    for intruder in intruders:
        game.a_hex[intruder] = rng.randrange(HEXES.size)
        game.a_facing[intruder] = rng.randrange(6)
        game.a_slip[intruder] = game.turn if game.a_slip[intruder] != game.turn else 0
    return bool(intruders)


def other_side(game: Any, rng: random.Random) -> bool:
    """The side of the chits, and which are still in the cup."""
    game.side = 1 - game.side if game.side >= 0 else game.side
    game.cup = bytes(rng.sample(game.cup, len(game.cup) // 2 + 1)) if game.cup else game.cup
    return bool(game.side >= 0)


def other_delays(game: Any, rng: random.Random) -> bool:
    """Delays: who waits beside the map, and for which column, is another."""
    held = [a for a, fate in enumerate(game.a_fate) if fate == HELD and not busy(game, a)]
    for attacker in held:
        game.a_entry[attacker] = 1 + (game.a_entry[attacker] + rng.randrange(16)) % 18
        game.a_delay[attacker] = rng.randrange(1, 3)
    return bool(held)


def other_order(game: Any, rng: random.Random) -> bool:
    """The order in which they entered."""
    if len(game.on_map) < 2:
        return False
    game.on_map = [*game.on_map[1:], game.on_map[0]]
    return True


def other_damage(game: Any, rng: random.Random) -> bool:
    """Hits and alerts that nobody witnessed."""
    hidden = unseen(game)
    for attacker in hidden:
        game.a_alert[attacker] = 1 - game.a_alert[attacker]
        game.a_hits[attacker] = (game.a_hits[attacker] + 1) % game.layout.groups[game.a_group[attacker]].damage
    return bool(hidden)


SECRETS: Final = {
    secret.name: secret
    for secret in (
        Secret("entry columns", WHERE, streams=("umpire:chit",), change=shift_columns),
        Secret("sides of the chits", WHERE, questions=("choose_side",), change=other_side),
        Secret("delays", WHERE, questions=("hold_back",), change=other_delays),
        Secret("entry speed", WHERE, questions=("come_in",), change=shift_rows),
        Secret("tally numbers", NUMBER, streams=("umpire:number",), change=other_numbers),
        Secret("types", TYPE, streams=("umpire:counter",), change=other_types),
        Secret("displacements", WHERE, streams=("umpire:corkscrew",), questions=("displace",), change=step_aside),
        Secret(
            "intruders", WHERE, streams=("umpire:intruder tally",), change=other_intruders,
            questions=("intruder_path", "which_intruder", "hunt_which", "slip", "intruder_attacks"),
        ),
        Secret("order of entry", NEVER, change=other_order),
        Secret("unseen damage", CONDITION, change=other_damage),
    )
}  # fmt: skip


def applies(secret: Secret, scenario: str) -> bool:
    """Can this scenario have that secret at all?"""
    table = Layout(PACK, PACK.scenarios[scenario], {})
    if secret.name == "types":
        return len({kind.type for kind in table.groups}) > 1
    if secret.name == "intruders":
        return bool(table.intruders)
    if secret.name == "displacements":
        return bool(table.displacement)
    if secret.name == "delays":
        return any(count == 1 for due in table.schedule.values() for _, count in due)
    return True


# -- pairs ------------------------------------------------------------------------------------------------------


@dataclass
class Twins:
    """Two games, and who plays them."""

    secret: Secret
    worlds: tuple[Session, Session]
    umpires: tuple[Policy, Policy]
    players: tuple[Policy, Policy]
    seat: str = "player"
    length: int = 0  # decisions of the seat before the worlds may be told apart
    told_by: str = ""  # what told them apart in the end, "" if nothing did


class Leak(AssertionError):
    """The seat could tell the twins apart where the rules do not let it."""


def born(secret: Secret, scenario: str, seed: str, player: str, options: Mapping[str, Any] | None = None) -> Twins:
    """Twins from birth: the same public dice, the same player, another mind or other dice behind the screen."""
    dice = [SplitDice(key_of(seed), key_of(f"{seed}{n}"), secret.streams if n else ()) for n in range(2)]
    worlds = tuple(_session(scenario, source, seed, options or {}) for source in dice)
    umpires = tuple(Umpire(seed, f"{seed}{n}", secret.questions if n else ()) for n in range(2))
    return Twins(secret, worlds, umpires, (PLAYERS[player](seed), PLAYERS[player](seed)))  # type: ignore[arg-type]


def _session(scenario: str, dice: KeyedDice, seed: str, options: Mapping[str, Any]) -> Session:
    setup = Setup("nightfighter", scenario, dict(options), GAME.rules_version, GAME.pack_hash(PACK), open_seed=seed)
    session = Session(GAME, PACK, setup, dice.key, GAME.start(PACK, scenario, options, dice), dice, {})
    session.begin()
    return session


def changed(secret: Secret, session: Session, seed: str, player: str) -> Twins | None:
    """Twins made in mid-game: both forks have one key, one has something changed behind the screen."""
    assert secret.change is not None
    worlds = tuple(session.fork({}, seed=seed) for _ in range(2))
    other: Any = worlds[1].state
    if not secret.change(other, random.Random(seed)):
        return None
    other.offered = ()  # what is offered must be worked out from what the other world now is
    whisper(other)
    umpires = (Umpire(seed, seed, ()), Umpire(seed, seed, ()))
    return Twins(secret, worlds, umpires, (PLAYERS[player](seed), PLAYERS[player](seed)))  # type: ignore[arg-type]


def whisper(game: Any) -> None:
    """Something happens that only the umpire is told: the player's numbers must not show it."""
    game.emit("none_left", "8.0", 2)


def to_decision(session: Session, umpire: Policy, seat: str) -> None:
    """Let the other seat answer until this one is asked, or the game is over."""
    while session.pending and session.pending[0].seat != seat:
        decision = session.pending[0]
        session.decide(umpire(session, decision), decision.seat)


def run(twins: Twins, maximum: int = LONGEST) -> Twins:
    """Play both worlds until the seat can tell them apart; Leak if it can without having been told."""
    since = 0
    while True:
        for world, umpire in zip(twins.worlds, twins.umpires, strict=True):
            to_decision(world, umpire, twins.seat)
        thorough = twins.length % 10 == 0
        first, second = (received(world, twins.seat, since, thorough) for world in twins.worlds)
        if all(world.result is not None for world in twins.worlds) and first["events"] == second["events"]:
            return twins  # the umpire lifts the screen
        if first != second:
            return _told_apart(twins, first, second, since)
        if twins.length >= maximum:
            return twins
        since += len(first["events"])
        _decide_alike(twins, since)
        twins.length += 1


def _decide_alike(twins: Twins, since: int) -> None:
    """The player does the same in both worlds, now and then takes it back, and does it again."""
    choices = [player(world, world.pending[0]) for world, player in zip(twins.worlds, twins.players, strict=True)]
    if choices[0] != choices[1]:
        raise Leak(f"{twins.secret.name}: a player that sees the same decides differently, {choices}: it has peeped")
    for world in twins.worlds:
        world.decide(choices[0], twins.seat)
    if twins.length % 9 == 4 and _told_alike(twins, since):
        reasons = [refusal(world.why_not_undo(twins.seat)) for world in twins.worlds]
        if reasons[0] != reasons[1]:
            raise Leak(f"{twins.secret.name}: undo after the decision differs: {reasons}")
        if reasons[0] is None:
            for world in twins.worlds:
                world.undo(twins.seat)
                world.decide(choices[0], twins.seat)


def _told_alike(twins: Twins, since: int) -> bool:
    """Has the seat heard the same in both worlds? If not, whether it may have is judged at its next decision."""
    views = [world.perspective(twins.seat) for world in twins.worlds]
    first, second = ([event.to_json() for event in view.events(since)] for view in views)
    return first == second


def _told_apart(twins: Twins, first: dict[str, Any], second: dict[str, Any], since: int) -> Twins:
    """Was it an event that the rules let the seat see, and does it differ only in what it gives away?"""
    place, one, other = first_difference(first["events"], second["events"])
    if one is None and other is None:
        outlets = [outlet for outlet in first if first[outlet] != second.get(outlet)]
        raise Leak(_report(twins, f"no event tells, but {', '.join(outlets)} differ", first, second, outlets))
    names = (name_of(one), name_of(other))
    reveals = twins.secret.reveals
    if not any(name in reveals for name in names):
        raise Leak(_report(twins, f"event {since + place} gives it away: {one} / {other}", first, second, ["events"]))
    if one is not None and other is not None and names[0] == names[1]:
        differs = {part for part in one["data"] if one["data"][part] != other["data"].get(part)}
        differs |= {part for part in ("number", "turn") if one[part] != other[part]}
        if not differs:
            differs = {"rules"}
        if differs - reveals[names[0]]:
            raise Leak(_report(twins, f"event {since + place} says too much: {one} / {other}", first, second, []))
    twins.told_by = " / ".join(names)
    return twins


def _report(twins: Twins, what: str, first: dict[str, Any], second: dict[str, Any], outlets: list[str]) -> str:
    shown = "".join(f"\n  {o}:\n    {first.get(o)!r:.1500}\n    {second.get(o)!r:.1500}" for o in outlets)
    scenario = twins.worlds[0].setup.scenario
    return f"{twins.secret.name}, scenario {scenario}, after {twins.length} decisions: {what}{shown}"


def lively_games(scenario: str, seed: str, every: int, maximum: int, player: str = "lively") -> Iterable[Session]:
    """A lively game, handed out at every so-manieth decision of the player's, to make twins of."""
    session = _session(scenario, KeyedDice(key_of(seed)), seed, {})
    umpire, policy = Umpire(seed, seed, ()), PLAYERS[player](seed)
    for number in range(maximum):
        to_decision(session, umpire, "player")
        if not session.pending:
            return
        if number % every == every - 1:
            yield session
        session.decide(policy(session, session.pending[0]), "player")


# -- the future -------------------------------------------------------------------------------------------------


def future(scenario: str, seed: str, after: int, seat: str) -> int:
    """Two worlds whose dice differ after so many throws: nobody may notice before. Returns the decisions compared."""
    first = TapedDice(key_of(seed))
    worlds = [_session(scenario, first, seed, {})]
    worlds.append(_session(scenario, LateDice(key_of(f"{seed}'"), first, after), seed, {}))
    minds: dict[str, Policy] = {"umpire": Umpire(seed, seed, ()), "player": wander(seed)}
    compared = since = 0
    while worlds[0].pending and len(first.tape) <= after:
        one, other = (received(world, seat, since, compared % 10 == 0) for world in worlds)
        if one != other:
            outlets = [outlet for outlet in one if one[outlet] != other.get(outlet)]
            raise Leak(f"future dice, scenario {scenario}, {seat}: {outlets} differ before the dice do")
        since += len(one["events"])
        compared += 1
        decision = worlds[0].pending[0]
        index = minds[decision.seat](worlds[0], decision)
        for world in worlds:
            world.decide(index, decision.seat)
    return compared
