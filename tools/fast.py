"""`make fast`: kernel and games compiled with mypyc into build/fast, beside the pure package and never into its place.

A copy of the package is prepared for the compiler (`prepared` says how; no line moves), C is written and built on all
cores, and the libraries are put beside the plain modules in build/fast/lib, which Python prefers where it finds both.
Anyone who wants the fast build asks for it: build/fast/bin/viermot, or build/fast/bin/python. A module that the
compiler cannot take, or does not speed up, says so in a line ``# not compiled: why``; so does a whole game, in its
package. See docs/speed.md.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any, Final

from viermot.kernel.declared import names_in

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "viermot"
PLACE: Final = ROOT / "build" / "fast"
STAGE, C, OBJECTS, LIB, BIN = (PLACE / name for name in ("stage", "c", "objects", "lib", "bin"))
BUILT: Final = PLACE / "built.json"  # hash of what it was built from; without it the build is incomplete
KERNEL: Final = ("agenda", "dice", "hexes", "playout")
PARTS: Final = ("model", "rules", "knowledge", "bots")  # of every game that does not ask to be left out
LEFT_OUT: Final = "# not compiled:"
STRUCT: Final = re.compile(r"class \w+\((msgspec\.)?Struct\b")
FUTURE: Final = "from __future__ import annotations"
OPTIMISE: Final = ("-O1",)  # -O2 plays no sooner (docs/speed.md)
SETTINGS: Final = "[mypy]\nignore_errors = True\nignore_missing_imports = True\n"  # `make check` has found them


# -- which modules ---------------------------------------------------------------------------------------------


def chosen(games: Collection[str] = ()) -> list[Path]:
    """The modules to compile, as paths inside the package: those of all games, or of some."""
    found = [SOURCE / "kernel" / f"{name}.py" for name in KERNEL]
    folders = [path for path in (SOURCE / "games").iterdir() if path.is_dir()]
    for game in sorted(path for path in folders if path.name in games or (not games and _takes_part(path))):
        found += [file for part in PARTS for file in sorted((game / part).rglob("*.py"))]
    return [file.relative_to(SOURCE) for file in found if _is_worth_it(file.read_text(encoding="utf-8"))]


def _takes_part(game: Path) -> bool:
    """A whole game is left out by such a line in its package."""
    start = game / "__init__.py"
    return start.exists() and not any(line.startswith(LEFT_OUT) for line in start.read_text("utf-8").splitlines())


def _is_worth_it(text: str) -> bool:
    """Not an empty module, nor one of msgspec's structs, which are C already, nor one that asks to be left out."""
    left_out = any(line.startswith(LEFT_OUT) or STRUCT.match(line) for line in text.splitlines())
    return FUTURE in text and not left_out


def source_hash() -> str:
    """What the build depends on: the package's Python, this tool and the machine."""
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    for file in [*sorted(SOURCE.rglob("*.py")), Path(__file__)]:
        digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


# -- prepared for the compiler -----------------------------------------------------------------------------------


def prepared(text: str, is_kernel: bool) -> str:
    """The same module as the compiler wants it, line for line: what is only for the type checker is taken out,
    constants are marked as such, and what compiled code loses about itself is written into a table."""
    tree = ast.parse(text)
    lines = text.splitlines()
    declared = declared_in(text)
    _keep_run_time_branches(tree, lines)
    _widen_fields(lines)
    _mark_constants(tree, lines)
    _write_out_copiers(tree, lines, declared["fields"])
    _loosen(lines)
    imports = "from typing import Any as _Any, Final as _Final; _reversed: _Any = reversed; "
    imports += f"_DECLARED: object = {declared!r}"
    if is_kernel:  # games from outside, which are not compiled, inherit from its classes
        _open_classes(tree, lines)
        imports += "; from mypy_extensions import mypyc_attr"
    lines[lines.index(FUTURE)] += "; " + imports
    return "\n".join(lines) + "\n"


def _keep_run_time_branches(tree: ast.Module, lines: list[str]) -> None:
    """``if TYPE_CHECKING: ... else: ...``: the compiler would keep the first part, and the second is what runs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and node.orelse and ast.unparse(node.test) == "TYPE_CHECKING":
            middle = node.body[-1].end_lineno or 0
            while lines[middle].strip() != "else:":
                middle += 1
            lines[node.lineno - 1 : middle + 1] = [""] * (middle + 2 - node.lineno)
            for at in range(middle + 1, node.orelse[-1].end_lineno or 0):
                lines[at] = lines[at][4:]


def _loosen(lines: list[str]) -> None:
    """Two things that the compiler must not assume: that a log is a plain list, since narration listens to one as it is
    written; and the type of what is reversed, over which this version of mypyc can stumble.
    """
    for at, line in enumerate(lines):
        if " in reversed(" in line:
            line = line.replace(" in reversed(", " in _reversed(")
        lines[at] = line.replace("list[Logged]", "_Any")


def _widen_fields(lines: list[str]) -> None:
    """A compiled class cannot narrow the type of a field that it inherits: it is left with the wider one."""
    for at, line in enumerate(lines):
        if "  # narrows a field of " in line:
            lines[at] = ""


def _mark_constants(tree: ast.Module, lines: list[str]) -> None:
    """``RED, YELLOW = 0, 1`` are constants, by their capitals: the compiler puts their values where they are used."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and node.lineno == node.end_lineno:
            pairs = _constants(node.targets[0], node.value)
            if pairs:
                lines[node.lineno - 1] = "; ".join(f"{name}: _Final = {value!r}" for name, value in pairs)


def _constants(target: ast.expr, value: ast.expr) -> list[tuple[str, int | str]]:
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    if not all(isinstance(name, ast.Name) and name.id.isupper() for name in names):
        return []
    try:
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
            values = list(range(*(ast.literal_eval(each) for each in value.args)))
        else:
            read = ast.literal_eval(value)
            values = list(read) if isinstance(target, ast.Tuple) else [read]
    except (ValueError, TypeError):
        return []
    if len(values) != len(names) or not all(type(each) in (int, str) for each in values):
        return []
    return [(name.id, each) for name, each in zip(names, values, strict=True) if isinstance(name, ast.Name)]


def _write_out_copiers(tree: ast.Module, lines: list[str], fields: Mapping[str, Mapping[str, str]]) -> None:
    """``_copy = copier(Game)`` writes a function when the program starts; here it is written now, to be compiled."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Call):
            continue
        if ast.unparse(node.value.func) != "copier":
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        kind = ast.unparse(node.value.args[0])
        copies = [
            f"new.{name} = old.{name}{'.copy()' if written.startswith('list[') else ''}"
            for name, written in fields[kind].items()
        ]
        lines[node.lineno - 1] = f"def {ast.unparse(target)}(new: {kind}, old: {kind}) -> None: {'; '.join(copies)}"


def _open_classes(tree: ast.Module, lines: list[str]) -> None:
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.decorator_list or lines[node.lineno - 2]:
            continue
        if not any(word in ast.unparse(base) for base in node.bases for word in ("Protocol", "Error", "Exception")):
            lines[node.lineno - 2] = "@mypyc_attr(allow_interpreted_subclasses=True)"


def declared_in(text: str) -> dict[str, dict[str, Any]]:
    """What viermot.kernel.declared wants to know of a module's functions and classes."""
    tree = ast.parse(text)
    found: dict[str, dict[str, Any]] = {"parameters": {}, "fields": {}, "names": {}}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found["parameters"][node.name] = list(_parameters(node.args))
        elif isinstance(node, ast.ClassDef):
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            if fields:
                found["fields"][node.name] = {ast.unparse(each.target): ast.unparse(each.annotation) for each in fields}
    codes = [const for const in compile(text, "", "exec").co_consts if isinstance(const, CodeType)]
    found["names"] = {code.co_name: names_in(code) for code in codes if code.co_name in found["parameters"]}
    return found


def _parameters(arguments: ast.arguments) -> Iterator[tuple[str, str, bool]]:
    plain = arguments.posonlyargs + arguments.args
    needed = len(plain) - len(arguments.defaults)
    for at, each in enumerate(plain):
        yield each.arg, ast.unparse(each.annotation) if each.annotation else "", at >= needed


# -- C and libraries -------------------------------------------------------------------------------------------------


def write_c(modules: Sequence[Path]) -> list[Any]:
    """Let mypyc write C for all of them, as one group: calls among them are calls of C."""
    import_module("setuptools")  # mypyc describes libraries as this does, if it is loaded
    from mypyc.build import mypycify

    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(
        SOURCE, STAGE / "viermot", ignore=lambda _, names: [n for n in names if n in ("page", "__pycache__")]
    )
    for module in modules:
        file = STAGE / "viermot" / module
        text = prepared(file.read_text(encoding="utf-8"), module.parts[0] == "kernel")
        file.write_text(text, encoding="utf-8")
    (STAGE / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
    here = Path.cwd()
    os.chdir(STAGE)
    try:
        paths = [str(Path("viermot") / module) for module in modules]
        flags = ["--config-file", "mypy.ini", "--cache-dir", str(PLACE / "cache")]
        made: list[Any] = mypycify([*flags, *paths], multi_file=True, target_dir=str(C), group_name="viermot")
        return made
    finally:
        os.chdir(here)


def build(libraries: Sequence[Any], jobs: int) -> None:
    """Compile and link; what has not changed since the last time is not compiled again."""
    OBJECTS.mkdir(parents=True, exist_ok=True)
    headers = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(C.rglob("*.h")))).digest()
    sources = [(library, source) for library in libraries for source in library.sources]
    with ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(lambda one: _compiled(one[0], one[1], headers), sources))
        fresh = PLACE / "lib.new"
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.copytree(SOURCE, fresh / "viermot", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(str(import_module("mypy_extensions").__file__), fresh)  # the compiled kernel asks for it anywhere
        made = {source: each for (_, source), each in zip(sources, objects, strict=True)}
        list(pool.map(lambda library: _link(library, [made[one] for one in library.sources], fresh), libraries))
    for old in set(OBJECTS.iterdir()) - set(objects):
        old.unlink()
    shutil.rmtree(LIB, ignore_errors=True)
    fresh.rename(LIB)


def _compiled(library: Any, source: str, headers: bytes) -> Path:
    key = hashlib.sha256(Path(source).read_bytes() + headers + " ".join(OPTIMISE).encode()).hexdigest()[:24]
    made = OBJECTS / f"{key}.o"
    if not made.exists():
        flags = [flag for flag in library.extra_compile_args if flag[:2] not in ("-O", "-g") and flag != "-Werror"]
        includes = [f"-I{folder}" for folder in (sysconfig.get_path("include"), *library.include_dirs)]
        unfinished = made.with_suffix(".tmp.o")
        run(
            *compiler(),
            *_words("CFLAGS"),
            "-fPIC",
            *flags,
            *OPTIMISE,
            "-g0",
            *includes,
            "-c",
            source,
            "-o",
            str(unfinished),
        )
        unfinished.rename(made)
    return made


def _link(library: Any, objects: Sequence[Path], into: Path) -> None:
    target = into.joinpath(*library.name.split(".")).as_posix() + sysconfig.get_config_var("EXT_SUFFIX")
    run(*_words("LDSHARED"), *map(str, objects), "-o", target)


def run(*command: str) -> None:
    """Run a compiler; what it says is shown if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:1])} failed:\n{done.stderr[-3000:]}")


def _words(name: str) -> list[str]:
    return str(sysconfig.get_config_var(name) or "").split()


def compiler() -> list[str]:
    """The C compiler that Python itself was built with, or another."""
    for words in (_words("CC"), ["cc"], ["gcc"], ["clang"]):
        if words and shutil.which(words[0]):
            return words
    raise SystemExit("make fast needs a C compiler; on Debian or Ubuntu: sudo apt-get install gcc python3-dev")


# -- all of it -------------------------------------------------------------------------------------------------------


def write_programs() -> None:
    """build/fast/bin: Python and viermot with the fast build in front of the pure one."""
    BIN.mkdir(parents=True, exist_ok=True)
    for name, words in (("python", ""), ("viermot", " -m viermot")):
        script = BIN / name
        path = f'PYTHONPATH="{LIB}${{PYTHONPATH:+:$PYTHONPATH}}"'
        script.write_text(f'#!/bin/sh\n{path} exec "{sys.executable}"{words} "$@"\n', encoding="utf-8")
        script.chmod(0o755)


def is_fresh() -> bool:
    """Is the build there, and was it made from these sources?"""
    return BUILT.exists() and json.loads(BUILT.read_text(encoding="utf-8"))["source"] == source_hash()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many compilers run at once")
    parser.add_argument("--game", action="append", default=[], help="only these games (default: all); for trials")
    parser.add_argument("--stage", action="store_true", help="only write the C, do not build it")
    options = parser.parse_args()
    compiler()
    if is_fresh() and not options.stage:
        print(f"{LIB.relative_to(ROOT)} is up to date")
        return
    began = time.monotonic()
    modules = chosen(options.game)
    print(f"{len(modules)} modules: writing C ...", flush=True)
    source = source_hash()
    libraries = write_c(modules)
    if options.stage:
        return
    print(f"{time.monotonic() - began:.0f} s; building ...", flush=True)
    BUILT.unlink(missing_ok=True)
    build(libraries, options.jobs)
    write_programs()
    BUILT.write_text(json.dumps({"source": source, "modules": [str(module) for module in modules]}), encoding="utf-8")
    print(f"{time.monotonic() - began:.0f} s; now {BIN.relative_to(ROOT)}/viermot runs it")


if __name__ == "__main__":
    main()
