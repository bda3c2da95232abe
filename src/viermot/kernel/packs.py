"""Component data: TOML tables, where each value comes from, and an owner's own values laid over ours.

A pack is a folder of TOML files. `read` gives its tables, file by file; an overlay (the owner's folder) is merged over
them: tables key by key, lists of rows by the rows' `name` or `id`, anything else is replaced. In an overlay `remove =
true` drops a row and `remove = ["key"]` drops keys. Rows say where they come from: `status` for the row, `pinned = {
field = "E: source" }` for single fields; anything an overlay changed is marked as the owner's.

>>> tables = merge({"guns.toml": {"gun": [{"name": "MG 17", "hits": 1, "status": "reconstructed"}]}},
...                {"guns.toml": {"gun": [{"name": "MG 17", "hits": 2}]}})
>>> tables["guns.toml"].get("gun")
[{'name': 'MG 17', 'hits': 2, 'status': 'reconstructed', 'pinned': {'hits': 'O: own pack'}}]
"""

import json
import os
import re
import threading
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError, brief
from viermot.kernel.words import Filling

Table = JsonObject
Tables = dict[str, Table]  # "scenarios/01.toml" -> what the file holds
Status = Literal["published", "pinned", "play report", "reconstructed", "own"]

STATUSES: tuple[Status, ...] = ("published", "pinned", "play report", "reconstructed", "own")
MARKS = {"P": "published", "E": "pinned", "W": "play report", "R": "reconstructed", "O": "own"}
OWN_MARK = "O: own pack"
LABELS = ("name", "id")  # what identifies the rows of a list
UNMARKED = frozenset({"remove", "pinned", *LABELS})  # keys that carry no provenance
FORMAT = 1  # of the content a save embeds
LONGEST_REASON = 160
LARGEST_NUMBER = 100_000  # years, hexes, weights: nothing on a chart is larger
LONGEST_TEXT = 20_000
LONGEST_LIST = 5_000
DEEPEST = 12  # tables in tables
CONVERTING = threading.RLock()  # see `converted`

KINDS = ("int", "float", "str", "bool", "array", "object", "null")  # as a schema calls them
COMPLAINTS = (  # of a schema, and the messages that say the same
    (r"Object contains unknown field `(?P<name>.+)`", "pack.no_such_key"),
    (r"Object missing required field `(?P<name>.+)`", "pack.key_missing"),
    (r"Invalid enum value (?P<word>.+)", "pack.unknown_word"),
    (r"Expected `(?P<expected>[^`]+)`, got `(?P<got>[^`]+)`", "pack.expected_kind"),
    (r"Expected `(?P<expected>[^`]+)` (?P<bound>[<>]=? \S+)", "pack.expected_bound"),
    (r"Expected `(?P<expected>[^`]+)` of length (?P<length>[^,]+), got (?P<found>\d+)", "pack.expected_length"),
    (r"Expected `(?P<expected>[^`]+)` of length (?P<length>[^,]+)", "pack.expected_some_length"),
)

T = TypeVar("T")


class PackError(UserError):
    """Component data that cannot be used: which file, which key in it, and why.

    The reason is a message key with its fields, or an error that says it; both are shown in the reader's language.
    """

    def __init__(self, file: str, at: str, reason: str | UserError, /, **fields: Filling) -> None:
        where = f"{file}, {at}" if at else file
        self.file, self.at = file, at
        self.reason = reason if isinstance(reason, UserError) else UserError(reason, "", **fields)
        super().__init__("error.pack", where=_short(where), reason=self.reason)


class BadValue(UserError, ValueError):
    """A value that makes no sense; the code reading the file says where it stands."""


class Fault(NamedTuple):
    """What is wrong with tables that fit their schema: where, and as a message key with its fields why."""

    file: str
    at: str
    reason: str
    fields: dict[str, Filling]


def fault(file: str, at: str, reason: str, /, **fields: Filling) -> Fault:
    """A fault like that, to be refused or collected."""
    return Fault(file, at, reason, fields)


def refuse(faults: Iterable[Fault]) -> None:
    """Stop at the first of them."""
    for wrong in faults:
        raise PackError(wrong.file, wrong.at, wrong.reason, **wrong.fields)


def _short(text: str) -> str:
    """On one line, and no longer than a reader cares for."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REASON else line[:LONGEST_REASON] + " ..."


# --- reading -------------------------------------------------------------------------------------------


def read(data_root: Path, overlay: Path | None = None) -> Tables:
    """Every TOML file under the folder, with an owner's folder merged over it."""
    tables = read_folder(data_root)
    return tables if overlay is None else merge(tables, read_folder(overlay))


def read_folder(root: Path) -> Tables:
    """Every TOML file under a folder, as it stands."""
    if not root.is_dir():
        raise PackError(str(root), "", "pack.not_a_folder")
    paths = {path.relative_to(root).as_posix(): path for path in root.rglob("*.toml")}
    if not paths:
        raise PackError(str(root), "", "pack.no_files")
    return {file: read_file(file, paths[file]) for file in sorted(paths)}


def read_file(file: str, path: Path) -> Table:
    """One TOML file, under the name that its faults are reported with."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PackError(file, "", "pack.cannot_be_read", why=error.strerror) from None
    except UnicodeDecodeError:
        raise PackError(file, "", "pack.not_utf8") from None
    except ValueError as error:  # a number of five thousand digits is not one of TOML's own errors
        raise PackError(file, "", "pack.not_toml", why=_lower(str(error))) from None
    except RecursionError:
        raise PackError(file, "", "pack.too_deep") from None
    _refuse_what_json_cannot_hold(file, "", table)
    return table


def _refuse_what_json_cannot_hold(file: str, key: str, value: object, depth: int = DEEPEST) -> None:
    """Saves embed packs as JSON; a TOML date, infinity or a row named twice would not survive. Nor do charts hold
    numbers, texts and lists of unlimited size.
    """
    if isinstance(value, dict | list) and (not depth or len(value) > LONGEST_LIST):
        raise PackError(file, key, "pack.too_long")
    if isinstance(value, dict):
        for name, inner in value.items():
            _refuse_what_json_cannot_hold(file, f"{key}, {name}" if key else str(name), inner, depth - 1)
    elif isinstance(value, list):
        labels = [_label(row) for row in value]
        for label, inner in zip(labels, value, strict=True):
            _refuse_what_json_cannot_hold(file, f"{key} {label!r}" if label else key, inner, depth - 1)
        if twice := {label for label in labels if label and labels.count(label) > 1}:
            raise PackError(file, key, "pack.twice", name=min(twice))
    elif not isinstance(value, str | bool | int | float):
        raise PackError(file, key, "pack.toml_date")
    elif isinstance(value, int | float) and not abs(value) <= LARGEST_NUMBER:
        raise PackError(file, key, "pack.no_such_number")
    elif isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise PackError(file, key, "pack.text_too_long", most=LONGEST_TEXT)


# --- overlays ------------------------------------------------------------------------------------------


def merge(base: Tables, over: Tables) -> Tables:
    """The tables with an owner's laid over them; neither argument is changed."""
    merged = dict(base)
    for file, table in over.items():
        merged[file] = _merge_table(file, "", base[file], table) if file in base else _own(file, "", table)
    return merged


def _merge_table(file: str, key: str, base: Table, over: Table) -> Table:
    merged = {**base}
    for name in _to_remove(file, key, over):
        if name not in merged:
            raise PackError(file, _inside(key, "remove"), "pack.no_key_to_remove", name=name)
        del merged[name]
    for name, value in over.items():
        if name != "remove":
            merged[name] = _merge_value(file, _inside(key, name), base.get(name), value)
    if "status" in base and over.get("status", base["status"]) == base["status"]:
        _mark_own(merged, base, over)
    return merged


def _merge_value(file: str, key: str, base: object, over: object) -> object:
    if isinstance(over, dict):
        return _merge_table(file, key, base, over) if isinstance(base, dict) else _own(file, key, over)
    if isinstance(base, list) and isinstance(over, list) and _is_named(base) and _is_named(over):
        return _merge_rows(file, key, base, over)
    return over


def _merge_rows(file: str, key: str, base: list[Table], over: list[Table]) -> list[Table]:
    rows: dict[str | None, Table] = {_label(row): row for row in base}
    for row in over:
        label = _label(row)
        where = f"{key} {label!r}"
        if row.get("remove") is True:
            if rows.pop(label, None) is None:
                raise PackError(file, where, "pack.no_row_to_remove")
        elif label in rows:
            rows[label] = _merge_table(file, where, rows[label], row)
        else:
            # Only lists whose rows carry provenance get it for new rows: other rows may have no such key.
            carries_status = any("status" in old for old in base)
            rows[label] = {**({"status": "own"} if carries_status else {}), **_own(file, where, row)}
    return list(rows.values())


def _own(file: str, key: str, table: Table) -> Table:
    """A table that only the owner has; there is nothing in it to remove."""
    if "remove" in table:
        raise PackError(file, _inside(key, "remove"), "pack.nothing_to_remove")
    return table


def _mark_own(merged: Table, base: Table, over: Table) -> None:
    """Fields that the owner changed without saying where the values come from are the owner's."""
    before, after = base.get("pinned", {}), over.get("pinned", {})
    if not isinstance(before, dict) or not isinstance(after, dict):
        return  # `marks` will refuse it
    own = {}
    for key in over:
        if key in UNMARKED or merged[key] == base.get(key):
            continue
        untold = after.get(key) in (None, before.get(key))  # an exported file brings our marks along
        if untold and not _has_marked_rows(merged[key]):
            own[key] = OWN_MARK
    if own:
        merged["pinned"] = {**merged.get("pinned", {}), **own}


def _has_marked_rows(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(row, dict) and "status" in row for row in value)


def _to_remove(file: str, key: str, over: Table) -> list[str]:
    names = over.get("remove", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise PackError(file, _inside(key, "remove"), "pack.remove_takes_keys")
    return names


def _is_named(rows: Sequence[object]) -> bool:
    return bool(rows) and all(_label(row) for row in rows)


def _label(row: object) -> str | None:
    """What a row of a list is called, or None."""
    if isinstance(row, dict):
        for key in LABELS:
            if isinstance(row.get(key), str | int):
                return str(row[key])
    return None


def _inside(key: str, name: str) -> str:
    return f"{key}, {name}" if key else name


def without(tables: Tables, retired: Iterable[str]) -> Tables:
    """The tables without keys that are no longer read, each given as its file and the path to it; rows have no names
    here.

    >>> without({"guns.toml": {"gun": [{"name": "MG 17", "maker": "Rheinmetall"}]}}, ["guns.toml gun maker"])
    {'guns.toml': {'gun': [{'name': 'MG 17'}]}}
    """
    kept = dict(tables)
    for way in retired:
        file, *keys = way.split()
        if file in kept:
            kept[file] = _without(kept[file], keys)
    return kept


def with_added(tables: Tables, ours: Tables, added: Iterable[str]) -> Tables:
    """The tables with ours added where an older pack has none: each given as its file, or its file and a table in it.

    >>> with_added({"guns.toml": {}}, {"guns.toml": {"hits": {"least": 10}}}, ["guns.toml hits"])
    {'guns.toml': {'hits': {'least': 10}}}
    """
    whole = dict(tables)
    for way in added:
        file, *table = way.split()
        if file not in whole:
            whole[file] = ours[file]
        elif table and table[0] not in whole[file]:
            whole[file] = {**whole[file], table[0]: ours[file][table[0]]}
    return whole


def _without(value: Any, keys: list[str]) -> Any:
    if isinstance(value, list):
        return [_without(row, keys) for row in value]
    first, *inner = keys
    if not isinstance(value, dict) or first not in value:
        return value
    if not inner:
        return {key: held for key, held in value.items() if key != first}
    return {**value, first: _without(value[first], inner)}


# --- into structs --------------------------------------------------------------------------------------


def converted(value: object, into: Any) -> Any:
    """A value as a struct or a word of ours; the only way to become one.

    One thread at a time: msgspec collects what it knows about a type while it first converts to it, and another thread
    that came upon it half collected would crash the process. A server loads its games in threads.
    """
    with CONVERTING:
        return msgspec.convert(value, into, str_keys=True)


def decode(tables: Tables, file: str, into: type[T], key: str = "", value: object = None) -> T:
    """A file (or one value in it, if given with its key) as a struct; what does not fit is a PackError."""
    if value is None:
        if file not in tables:
            raise PackError(file, "", "pack.file_missing")
        value = tables[file]
    try:
        found: T = converted(value, into)
        return found
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `")
        where = ", ".join(filter(None, [key, _readable(path.rstrip("`"), value)]))
        raise PackError(file, where, _plain(reason)) from None


def _plain(said: str) -> UserError:
    """A schema's complaint in words that mean something to somebody who edits TOML."""
    for pattern, key in COMPLAINTS:
        if found := re.fullmatch(pattern, said):
            fields = found.groupdict()
            return UserError(
                key,
                "",
                **{name: _kinds(text) if name in ("expected", "got") else text for name, text in fields.items()},
            )
    return UserError("pack.said", said=_lower(said.replace("`", "")))


def _kinds(written: str) -> UserError:
    """What values may be, as in `int | null`."""
    first, *others = (
        UserError(f"pack.kind.{word}") if word in KINDS else UserError("pack.said", said=word)
        for word in written.split(" | ")
    )
    for other in others:
        first = UserError("pack.kind.or", one=first, other=other)
    return first


def _readable(path: str, value: object) -> str:
    """`$.fighter[2].mp` as a reader knows it: fighter 'Do17Z-10', mp."""
    words: list[str] = []
    for name, index in re.findall(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]", path):
        if name:
            words.append(name)
            value = value.get(name) if isinstance(value, dict) else None
        elif index.isdigit() and isinstance(value, list):
            value = value[int(index)]
            label = _label(value)
            words.append(f"{words.pop()} {repr(label) if label else int(index) + 1}")
    return ", ".join(words)


def parsed(file: str, key: str, parse: Callable[[Any], T], value: object) -> T:
    """`parse(value)`; the ValueError of a value that makes no sense becomes a PackError that says where."""
    try:
        return parse(value)
    except UserError as error:
        raise PackError(file, key, error) from None
    except ValueError as error:
        raise PackError(file, key, "pack.said", said=str(error)) from None


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


# --- where values come from ----------------------------------------------------------------------------


class Sourced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a file that says where it comes from; single fields may have a better source."""

    status: Status = "own"
    pinned: dict[str, str] = {}


class Mark(msgspec.Struct, frozen=True):
    """Where one row comes from: its status, and the fields that stand on firmer (or other) ground."""

    file: str
    key: str
    status: str
    pinned: dict[str, str] = {}


def marks(tables: Tables) -> list[Mark]:
    """The provenance of every row that carries one, in the order of the files."""
    return [mark for file, table in tables.items() for mark in _marks(file, "", table)]


def _marks(file: str, key: str, value: object) -> Iterator[Mark]:
    if isinstance(value, dict):
        if "status" in value:
            status, pinned = value["status"], value.get("pinned", {})
            _check_mark(file, key, status, pinned)
            yield Mark(file, key or str(_label(value) or ""), status, pinned)
        for name, inner in value.items():
            yield from _marks(file, _inside(key, name), inner)
    elif isinstance(value, list):
        for row in value:
            yield from _marks(file, _label(row) or key, row)


def _check_mark(file: str, key: str, status: object, pinned: object) -> None:
    if status not in STATUSES:
        raise PackError(file, _inside(key, "status"), "pack.none_of", name=brief(status), known=", ".join(STATUSES))
    if not isinstance(pinned, dict):
        raise PackError(file, _inside(key, "pinned"), "pack.pinned_takes_table")
    for field, source in pinned.items():
        if not isinstance(source, str) or source[:2] not in {f"{letter}:" for letter in MARKS}:
            known = ", ".join(f"{mark}:" for mark in MARKS)
            raise PackError(file, _inside(key, f"pinned, {field}"), "pack.no_mark", source=source, known=known)


# --- saves, exports, checks ----------------------------------------------------------------------------


def pack_hash(tables: Tables) -> str:
    """SHA-256 of the tables; the same values give the same hash however the files are laid out."""
    canonical = json.dumps(tables, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return sha256(canonical.encode()).hexdigest()


def content(tables: Tables) -> Table:
    """The merged tables as a save embeds them."""
    return {"format": FORMAT, "files": tables}


def from_content(value: object) -> Tables:
    """The tables back from what a save embeds."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise PackError("embedded pack", "format", "pack.format", format=FORMAT)
    files = value.get("files")
    if not isinstance(files, dict) or not all(isinstance(table, dict) for table in files.values()):
        raise PackError("embedded pack", "files", "pack.not_tables")
    for file, table in files.items():
        _refuse_what_json_cannot_hold(f"embedded pack, {file}", "", table)
    return {str(file): table for file, table in files.items()}


def export(data_root: Path, target: Path) -> list[Path]:
    """Copy the pack's files for an owner to edit; nothing that exists is overwritten."""
    sources = sorted(data_root.rglob("*.toml"))
    targets = [target / source.relative_to(data_root) for source in sources]
    for path in targets:
        if path.exists():
            raise PackError(str(path), "", "pack.exists")
    for source, path in zip(sources, targets, strict=True):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "xb") as copy:
                copy.write(source.read_bytes())
        except OSError as error:
            raise PackError(str(path), "", "pack.cannot_be_written", why=os.strerror(error.errno or 0)) from None
    return targets


class Loader(Generic[T]):
    """How the components of a game are loaded: its own files, an owner's folder over them, or what a save carries."""

    def __init__(self, folder: Path, build: Callable[[Tables], T]) -> None:
        self.folder = folder
        self.build = build
        self._built_in: T | None = None

    def load(self, pack: Path | None = None) -> T:
        """The built-in components, or those with an owner's folder laid over them."""
        if pack is not None:
            return self.build(read(self.folder, Path(pack)))
        if self._built_in is None:
            self._built_in = self.build(read(self.folder))
        return self._built_in

    def load_content(self, content: object) -> T:
        """The components a save carries."""
        return self.build(from_content(content))

    def export(self, target: Path) -> list[Path]:
        """Write the built-in files for an owner to edit."""
        return export(self.folder, target)


def run(checks: Iterable[Callable[[T], Iterable[UserError]]], components: T) -> list[UserError]:
    """What the sense checks of a game have to say about its components; no news is good news."""
    return [complaint for check in checks for complaint in check(components)]
