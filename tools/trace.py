"""One click through the code: a decision made at the page, from its message to the view that comes back.

`make trace` plays a game at a real server, follows one answer through all its threads, and draws what was called, layer
by layer, into docs/pictures/one-click.svg (tools/trace_picture.py). It fails where a layer calls one that it may not
know, and where a module on the way does nothing but pass its arguments on. LAYERS says what may call what; docs/
architecture.md explains the picture.
"""

from __future__ import annotations

import ast
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, NamedTuple
from unittest import mock

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the server and its client are the tests' own

from tests.support.kits import sample  # noqa: E402
from tests.support.server import PATIENCE, Client, InProcess, View, wait_until  # noqa: E402
from viermot.kernel import registry  # noqa: E402
from viermot.server import app  # noqa: E402

SRC: Final = ROOT / "src" / "viermot"
PICTURE: Final = ROOT / "docs" / "pictures" / "one-click.svg"
SEED: Final = "one click"
BEFORE: Final = 3  # answers before the one that is followed: by then everything is loaded
QUIET: Final = 0.15  # seconds without a call, after which the click is over


@dataclass(frozen=True)
class Layer:
    """A part of the way: its modules (`games.*` stands for every game), and the layers whose functions it may call."""

    name: str
    what: str
    modules: tuple[str, ...]
    calls: tuple[str, ...]


LAYERS: Final = (
    Layer(
        "door", "the way in and out: reads messages, sends views",
        ("server.ws", "server.http", "server.limits", "server.push"),
        ("table", "view"),
    ),
    Layer(
        "view", "what one seat is shown",
        ("server.views", "server.earlier"),
        ("table", "about", "words", "session", "agenda", "game", "knowledge"),
    ),
    Layer(
        "table", "who may do what, and one change at a time",
        (
            "server.play", "server.tables", "server.table", "server.live", "server.seats", "server.published",
            "server.line", "server.pace", "server.learned", "server.silence", "server.bot_workers",
        ),
        ("store", "about", "session", "agenda"),
    ),
    Layer(
        "store", "one thread works, one writes",
        ("server.work", "server.store", "server.writer", "server.rows", "server.clock"),
        (),
    ),
    Layer(
        "about", "what the server knows of a game",
        ("server.about", "server.face", "server.pacing"),
        ("words", "session", "game", "faces"),
    ),
    Layer(
        "words", "sentences in the reader's language",
        ("sentences", "coaching", "ladders", "scenario_words", "text"),
        ("session", "knowledge"),
    ),
    Layer(
        "session", "the kernel: a question, a checked answer, the record",
        (
            "kernel.session", "kernel.record", "kernel.decision", "kernel.narration", "kernel.lending",
            "kernel.snapshots", "kernel.lessons", "kernel.coach", "kernel.ladder", "kernel.standing", "kernel.registry",
        ),
        ("agenda", "game", "rules"),
    ),
    Layer(
        "game", "GAME: the front of a game",
        ("games.*", "game_package"),
        ("faces", "knowledge", "rules"),
    ),
    Layer(
        "faces", "its page, and its events in words",
        ("games.*.faces", "games.*.faces.*"),
        ("words", "agenda", "knowledge", "rules"),
    ),
    Layer(
        "knowledge", "what a seat may know",
        ("games.*.knowledge", "games.*.knowledge.*"),
        ("agenda", "game", "rules"),
    ),
    Layer(
        "rules", "the book: sequence, steps, questions, state",
        tuple(
            f"games.*.{part}"
            for part in ("sequence", "rules", "rules.*", "model", "model.*", "components", "components.*")
        ),
        ("agenda",),
    ),
    Layer(
        "agenda", "the kernel: what rules stand on",
        (
            "kernel.agenda", "kernel.dice", "kernel.events", "kernel.hexes", "kernel.perspective", "kernel.rulebook",
            "kernel.words", "kernel.user_error", "kernel.canon", "kernel.json", "kernel.packs",
            "kernel.domains", "kernel.fields", "kernel.garbage",
        ),
        ("rules",),
    ),
)  # fmt: skip

# Calls up: of a function that was handed down before, or of a way that is left as it is. Each by the modules it leads
# from and to, with its reason.
CALLED_BACK: Final = {
    ("server.play", "server.ws"): "`done`: the message is answered before the views go out",
    ("server.play", "server.push"): "`on_change`: the watchers asked to be told",
    ("server.tables", "server.push"): "the same, of what a bot or the clock has changed",
    ("server.work", "server.tables"): "the work that the table gave to the thread",
    ("kernel.narration", "server.earlier"): "the look that the page's news takes at each event",
    ("kernel.narration", "server.face"): "`inside`: where a game has another inside it",
    ("kernel.narration", "games.*.faces.*"): "the same, of a game with a page of its own",
    ("kernel.agenda", "kernel.narration"): "the log that narration listens to, in the place of the state's own",
    ("games.*.sequence", "kernel.narration"): "the same, of a game that writes to its log at once",
    ("kernel.words", "text"): "the translator, handed to the kernel when the program starts",
    ("games.*.faces.*", "kernel.decision"): "the question that the page is to show",
    ("games.*.knowledge.*", "kernel.decision"): "a career's sortie is a game inside it; its question is made there",
    ("games.*.knowledge.*", "games.*.faces.*"): "a perspective spells its own events; the words are a face's",
}  # fmt: skip
HOUSEKEEPING: Final = ("server.connections.", "server.work.Workers._look")  # by clocks of their own, click or no click


class Place(NamedTuple):
    """A function: its module below `viermot`, its name, and the line where it begins."""

    module: str
    function: str
    line: int


@dataclass
class Trace:
    """What was called in one click: each function with its callers, in the order of their first calls."""

    game: str
    question: str = ""
    calls: dict[tuple[Place | None, Place], int] = field(default_factory=dict)

    def places(self) -> list[Place]:
        return list(dict.fromkeys(called for _, called in self.calls))

    def between_modules(self) -> list[tuple[Place, Place]]:
        return [(by, place) for by, place in self.calls if by is not None and by.module != place.module]


@cache
def layer_of(module: str) -> Layer | None:
    """The layer that a module belongs to: of several patterns the longest that fits."""
    fitting = [(len(each), layer) for layer in LAYERS for each in layer.modules if fits(module, each)]
    return max(fitting, key=lambda each: each[0])[1] if fitting else None


def fits(module: str, pattern: str) -> bool:
    """Is it meant by the pattern? A star before a dot, or at the end of `games.*`, stands for one name."""
    if pattern == "games.*":
        return module.startswith("games.") and module.count(".") == 1
    return fnmatchcase(module, pattern)


# -- following a click -------------------------------------------------------------------------------------------


class Follower:
    """Notes who calls whom in viermot, in every thread that is started while it is there."""

    def __init__(self) -> None:
        self.trace: Trace | None = None
        self.last = 0.0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """As `sys.setprofile` wants it."""
        trace = self.trace
        if trace is None or event != "call" or (place := place_of(frame.f_code)) is None:
            return
        if f"{place.module}.{place.function}".startswith(HOUSEKEEPING):
            return
        caller, by = frame.f_back, None
        while caller is not None and (by := place_of(caller.f_code)) is None:
            caller = caller.f_back  # a library in between: asyncio, msgspec, SQLAlchemy
        if by == place:
            return
        self.last = time.monotonic()
        trace.calls[by, place] = trace.calls.get((by, place), 0) + 1


@cache
def place_of(code: CodeType) -> Place | None:
    """The function of ours that this is part of; what is defined inside a function counts as that function."""
    path = Path(code.co_filename)
    if not path.is_relative_to(SRC):
        return None
    name, inside, _ = code.co_qualname.partition(".<locals>")
    if "<" in name:
        return None  # a module being loaded, or the factory of a field
    module = ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")
    return Place(module, name, 0 if inside else code.co_firstlineno)


@contextmanager
def followed_server(follower: Follower) -> Iterator[InProcess]:
    """A server all of whose threads are followed, once it has loaded what visitors ask for."""
    before = threading.getprofile()
    threading.setprofile(follower)
    no_lists = mock.patch.object(app, "LISTS_EVERY", 3600.0)  # they are kept by a clock, click or no click
    with tempfile.TemporaryDirectory() as folder, no_lists:
        server = InProcess(database=str(Path(folder) / "games.sqlite3"))
        try:
            wait_until(server.server.is_warm)
            yield server
        finally:
            server.stop()
            threading.setprofile(before)


def follow_click(server: InProcess, follower: Follower, game: str) -> Trace:
    """Play a game holding all its seats, and follow one answer from its message to the view it leads to."""
    module = registry.with_options(game, {})
    scenario = module.info(module.load_pack(None)).scenarios[0].id
    client = Client(server.base)
    table = client.table(scenario, game=game, seats=dict.fromkeys(module.seats, "me"), seed=SEED)
    for _ in range(BEFORE):
        client.decide(table, asked(client, table, module.seats))
    view = asked(client, table, module.seats)
    trace = Trace(game, view["decision"]["prompt"])
    with client.socket() as socket:
        view = socket.watch(table, view["seat"])
        follower.trace = trace
        done = socket.decide(view)
        assert done["type"] == "done", done
        socket.view()
        wait_until(lambda: time.monotonic() - follower.last > QUIET)
        follower.trace = None
    return trace


def asked(client: Client, table: str, seats: tuple[str, ...]) -> View:
    """The view of the seat that has a question now."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for seat in seats:
            view = client.view(table, seat)
            if view["decision"] is not None:
                return view
        time.sleep(0.02)
    raise AssertionError("nobody is asked")


# -- holding it against the table -----------------------------------------------------------------------------------


def faults(traces: Sequence[Trace]) -> list[str]:
    """Where the paths of some clicks deviate from the table, a sentence each."""
    modules = sorted({place.module for trace in traces for place in trace.places()})
    calls = {call for trace in traces for call in trace.between_modules()}
    homeless = [f"{module} is in no layer" for module in modules if layer_of(module) is None]
    forbidden = {
        f"{by.module}.{by.function} calls {place.module}.{place.function}: {from_.name} may not call {to.name}"
        for by, place in calls
        if (from_ := layer_of(by.module)) and (to := layer_of(place.module))
        if to is not from_ and to.name not in from_.calls and called_back(by, place) is None
    }
    idle = [f"{module} only passes on what it is given" for module in modules if only_forwards(traces, module)]
    return homeless + sorted(forbidden) + idle


def unused(traces: Sequence[Trace]) -> list[str]:
    """What the table allows though no click needs it."""
    calls = {call for trace in traces for call in trace.between_modules()}
    pairs = {
        (from_.name, to.name)
        for by, place in calls
        if (from_ := layer_of(by.module)) and (to := layer_of(place.module))
    }
    back = {called_back(by, place) for by, place in calls}
    return [
        *(f"{layer.name} calls {to}" for layer in LAYERS for to in layer.calls if (layer.name, to) not in pairs),
        *(f"{from_} calls back {to}" for from_, to in CALLED_BACK if (from_, to) not in back),
    ]


def called_back(by: Place, place: Place) -> tuple[str, str] | None:
    """The line of CALLED_BACK that allows this call."""
    for from_, to in CALLED_BACK:
        if fits(by.module, from_) and fits(place.module, to):
            return from_, to
    return None


def only_forwards(traces: Sequence[Trace], module: str) -> bool:
    """Does everything that was called in this module just call something else with the same arguments?"""
    called = {place.function for trace in traces for place in trace.places() if place.module == module}
    functions = functions_of(module)
    return all(name in functions and forwards(functions[name]) for name in called)


@cache
def functions_of(module: str) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods of a module by their names."""
    path = SRC.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}

    def look(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[before + node.name] = node
            elif isinstance(node, ast.ClassDef):
                look(node.body, f"{before}{node.name}.")

    look(ast.parse(path.read_text(encoding="utf-8")).body, "")
    return found


def forwards(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Is it one call, with the function's own arguments as they are?"""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Expr):
        return False
    value = body[0].value
    value = value.value if isinstance(value, ast.Await) else value
    if not isinstance(value, ast.Call):
        return False
    taken = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    given = [*value.args, *(keyword.value for keyword in value.keywords)]
    names = [each.id if isinstance(each, ast.Name) else "" for each in given]
    return bool(names) and names == [name for name in taken if name != "self"]


def main() -> int:
    """Follow a click, draw it, and say what is wrong with it."""
    from tools import trace_picture

    follower = Follower()
    with followed_server(follower) as server:
        trace = follow_click(server, follower, sample())
    PICTURE.write_text(trace_picture.draw(trace), encoding="utf-8")
    modules = {place.module for place in trace.places()}
    print(f"{len(trace.places())} functions of {len(modules)} modules: {PICTURE.relative_to(ROOT)}")
    found = faults([trace])
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
