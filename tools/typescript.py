"""Writes the page's types and decoders from the server's structs, so that page and server cannot disagree.

web/src/lib/messages.ts is made from the messages, web/src/games/<game>/types.ts from what a game's page says it sends.
`python tools/typescript.py` writes the files; with `--check` it only says whether they are up to date.
"""

from __future__ import annotations

import functools
import inspect
import json
import operator
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from viermot.game_package import faces_of
from viermot.kernel import registry
from viermot.server.messages import lobby, requests, studies, table, wire

WEB: Final = Path(__file__).parents[1] / "web" / "src"
HEAD: Final = "// Made by tools/typescript.py from {source}; not to be edited by hand.\n"
MESSAGES: Final = (requests, lobby, studies, table, wire)
WIDTH: Final = 120  # as Prettier breaks lines
# A Python type: its TypeScript, and the decoder in lib/decode.ts.
WORDS: Final[dict[object, tuple[str, str]]] = {
    str: ("string", "text"),
    int: ("number", "number"),
    float: ("number", "number"),
    bool: ("boolean", "flag"),
    type(None): ("null", "nothing"),
    Any: ("unknown", "anything"),
    msgspec.Raw: ("Record<string, unknown>", "record(anything)"),
}
COMBINATORS: Final = (
    "anything", "either", "flag", "list", "maybe", "nothing", "number", "oneOf", "optional", "record", "struct",
    "tagged", "text", "tuple",
)  # fmt: skip
Struct = type[msgspec.Struct]


class Writer:
    """One file: the structs it defines, and those it takes from elsewhere, by the file that defines them."""

    def __init__(self, structs: list[Struct], elsewhere: dict[Struct, str]) -> None:
        self.structs = structs
        self.elsewhere = elsewhere
        self.borrowed: dict[str, set[str]] = {}

    # -- types -----------------------------------------------------------------------------------------

    def spelled(self, hint: Any) -> str:
        """A Python type as TypeScript writes it."""
        if hint in WORDS:
            return WORDS[hint][0]
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.spelled(inner[0])
        if origin is Literal:
            return " | ".join(json.dumps(value) for value in inner)
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.spelled(part) for part in inner if part is not msgspec.UnsetType))
        if is_listed(origin, inner):
            element = self.spelled(inner[0])
            return f"({element})[]" if " | " in element else f"{element}[]"
        if origin is tuple:
            return f"[{', '.join(self.spelled(part) for part in inner)}]"
        if origin is dict:
            return f"Record<string, {self.spelled(inner[1])}>"
        if is_struct(hint):
            self.borrow(hint, hint.__name__)
            return str(hint.__name__)
        raise TypeError(f"no TypeScript is known for {hint!r}")

    def interface(self, struct: Struct) -> str:
        """One struct as an interface; fields that a request may leave out are optional."""
        lines = [f"/** {(struct.__doc__ or '').strip().splitlines()[0]} */"]
        if not struct.__struct_fields__ and struct.__struct_config__.tag is None:
            return "\n".join([*lines, f"export type {struct.__name__} = Record<string, never>;"])
        lines.append(f"export interface {struct.__name__} {{")
        config = struct.__struct_config__
        if config.tag is not None:
            lines.append(f'  {config.tag_field}: "{config.tag}";')
        for field, hint in hints(struct).items():
            left_out = is_optional(hint) or (is_request(struct) and not required(struct, field))
            lines.append(f"  {field}{'?' if left_out else ''}: {self.spelled(hint)};")
        return "\n".join([*lines, "}"])

    # -- decoders --------------------------------------------------------------------------------------

    def decoder(self, hint: Any) -> str:
        """The decoder for a value of that type."""
        if hint in WORDS:
            return WORDS[hint][1]
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.decoder(inner[0])
        if origin is Literal:
            return f"oneOf({', '.join(json.dumps(value) for value in inner)})"
        if origin in (Union, types.UnionType):
            return self.union(list(inner))
        if is_listed(origin, inner):
            return f"list({self.decoder(inner[0])})"
        if origin is tuple:
            return f"tuple({', '.join(self.decoder(part) for part in inner)})"
        if origin is dict:
            return f"record({self.decoder(inner[1])})"
        if is_struct(hint):
            self.borrow(hint, f"read{hint.__name__}")
            return f"read{hint.__name__}"
        raise TypeError(f"no decoder is known for {hint!r}")

    def union(self, parts: list[Any]) -> str:
        """One of several: none at all, left out, or distinguished by what each must be."""
        if msgspec.UnsetType in parts:
            parts.remove(msgspec.UnsetType)
            return f"optional({self.decoder(united(parts))})"
        if type(None) in parts:
            parts.remove(type(None))
            return f"maybe({self.decoder(united(parts))})"
        field = told_apart_by(parts)
        if field is None:
            ways = dict.fromkeys(self.decoder(part) for part in parts)
            return next(iter(ways)) if len(ways) == 1 else f"either({', '.join(ways)})"
        tags = ", ".join(f"{tag_of(part, field)}: {self.decoder(part)}" for part in parts)
        names = " | ".join(self.spelled(part) for part in parts)
        return f'tagged<{names}>("{field}", () => ({{ {tags} }}))'

    def reader(self, struct: Struct) -> str:
        """The decoder of one struct."""
        name, config = struct.__name__, struct.__struct_config__
        lines = [f"export const read{name}: Decoder<{name}> = struct<{name}>(() => ({{"]
        if config.tag is not None:
            lines.append(f'  {config.tag_field}: oneOf("{config.tag}"),')
        lines += [f"  {field}: {self.decoder(hint)}," for field, hint in hints(struct).items()]
        return "\n".join([*lines, "}));"])

    def borrow(self, struct: Struct, name: str) -> None:
        """Write down what has to be imported."""
        if struct in self.elsewhere:
            self.borrowed.setdefault(self.elsewhere[struct], set()).add(name)

    # -- the file --------------------------------------------------------------------------------------

    def text(self, source: str, decode: str, unions: dict[str, Any]) -> str:
        """The whole file."""
        parts = [*self.aliases()]
        for struct in self.structs:
            parts.append(self.interface(struct))
            if not is_request(struct) and (struct.__struct_fields__ or struct.__struct_config__.tag is not None):
                parts.append(self.reader(struct))
        for name, union in unions.items():
            parts.append(f"export type {name} = {self.spelled(union)};")
            if not any(is_request(part) for part in get_args(union)):
                tags = ", ".join(f"{part.__struct_config__.tag}: read{part.__name__}" for part in get_args(union))
                parts.append(
                    f'export const read{name}: Decoder<{name}> = tagged<{name}>("type", () => ({{ {tags} }}));'
                )
        body = "\n\n".join(parts)
        used = [name for name in COMBINATORS if re.search(rf"\b{name}[(<,)\]]|: {name}\b", decoders_of(body))]
        imports = [f'import {{ type Decoder, {", ".join(used)} }} from "{decode}";']
        imports += [
            f'import {{ {", ".join(sorted(map(typed, names)))} }} from "{file}";'
            for file, names in sorted(self.borrowed.items())
        ]
        return "\n\n".join([HEAD.format(source=source).rstrip(), "\n".join(imports), body]) + "\n"

    def aliases(self) -> Iterator[str]:
        """The small vocabularies that have a name beside the structs that use them."""
        used = {
            repr(literal) for struct in self.structs for hint in hints(struct).values() for literal in literals(hint)
        }
        told, read = {struct.__name__ for struct in self.structs}, words_of_the_page()
        for module in dict.fromkeys(struct.__module__ for struct in self.structs):
            for name, thing in vars(sys.modules[module]).items():
                if get_origin(thing) is Literal and repr(thing) in used and name not in told:
                    told.add(name)
                    words, values = plural(name), ", ".join(json.dumps(value) for value in get_args(thing))
                    if read & {name, words}:  # a vocabulary that nothing uses would only be in the way
                        yield (
                            f"export const {words} = [{values}] as const;\n"
                            f"export type {name} = (typeof {words})[number];"
                        )


@functools.cache
def words_of_the_page() -> frozenset[str]:
    """Every name that the page's own files mention."""
    made = {WEB / "lib" / "messages.ts", *WEB.glob("games/*/types.ts")}
    sources = [path for kind in ("ts", "svelte") for path in WEB.rglob(f"*.{kind}") if path not in made]
    return frozenset(word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8")))


def decoders_of(body: str) -> str:
    """The lines of a file that make decoders."""
    return "\n".join(re.findall(r"^export const read.*?;$", body, re.MULTILINE | re.DOTALL))


def typed(name: str) -> str:
    return name if name.startswith("read") else f"type {name}"


def plural(name: str) -> str:
    """SearchResult as SEARCH_RESULTS, Side as SIDES, Visibility as VISIBILITIES."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
    return f"{words[:-1]}IES" if words.endswith("Y") else words + "S"


def united(parts: list[Any]) -> Any:
    """One of these types."""
    return functools.reduce(operator.or_, parts)


def literals(hint: Any) -> Iterator[Any]:
    """The vocabularies a type mentions."""
    if get_origin(hint) is Literal:
        yield hint
    else:
        for part in get_args(hint):
            yield from literals(part)


def is_listed(origin: Any, inner: tuple[Any, ...]) -> bool:
    return origin in (list, frozenset) or (origin is tuple and len(inner) == 2 and inner[1] is Ellipsis)


def is_struct(hint: Any) -> bool:
    return inspect.isclass(hint) and issubclass(hint, msgspec.Struct)


def is_request(struct: Struct) -> bool:
    return issubclass(struct, requests.Body | wire.Request)


def is_optional(hint: Any) -> bool:
    return msgspec.UnsetType in get_args(hint)


def required(struct: Struct, name: str) -> bool:
    return next(field.required for field in msgspec.structs.fields(struct) if field.name == name)


def hints(struct: Struct) -> dict[str, Any]:
    """The fields of a struct, in the order they are sent in."""
    known = get_type_hints(struct, include_extras=True)
    return {name: known[name] for name in struct.__struct_fields__}


def told_apart_by(parts: list[Any]) -> str | None:
    """A field that each of these structs has, with one word of its own in each."""
    if len(parts) < 2 or not all(map(is_struct, parts)):
        return None
    for name in hints(parts[0]):
        found = [get_args(hints(part).get(name)) for part in parts]
        if all(len(words) == 1 for words in found) and len(set(found)) == len(parts):
            return name
    return None


def tag_of(part: Struct, field: str) -> str:
    return str(get_args(hints(part)[field])[0])


def reached(struct: Struct) -> Iterator[Struct]:
    """A struct, after everything it is made of."""
    found: dict[Struct, None] = {}

    def go(hint: Any) -> None:
        if is_struct(hint):
            if hint not in found:
                found[hint] = None
                for part in hints(hint).values():
                    go(part)
        else:
            for part in get_args(hint):
                go(part)

    go(struct)
    yield from reversed(found)


def written_in(module: types.ModuleType) -> list[Struct]:
    """The structs that a module defines, in its order."""
    found = [thing for thing in vars(module).values() if is_struct(thing) and thing.__module__ == module.__name__]
    return sorted(found, key=lambda thing: inspect.getsourcelines(thing)[1])


def message_structs() -> list[Struct]:
    """Every message, in the order they are written in, after what they take from elsewhere."""
    own = [struct for module in MESSAGES for struct in written_in(module)]
    borrowed = dict.fromkeys(part for struct in own for part in reached(struct) if part not in own)
    return [*borrowed, *own]


def game_structs(game: str) -> list[Struct]:
    """What a game sends of its own, each after what it is made of."""
    found: dict[Struct, None] = {}
    for sent in faces_of(registry.game(game)).page().sends:
        found |= dict.fromkeys(reached(sent))
    return list(found)


def files() -> dict[Path, str]:
    """Every file, and what it should hold."""
    shared = message_structs()
    unions = {"ClientMessage": wire.ClientMessage, "ServerMessage": wire.ServerMessage}
    written = {WEB / "lib" / "messages.ts": Writer(shared, {}).text("src/viermot/server/messages", "./decode", unions)}
    home = dict.fromkeys(shared, "../../lib/messages")
    for folder in sorted(path.parent for path in WEB.glob("games/*/parts.ts")):
        for struct in game_structs(folder.name):
            base = re.fullmatch(r"viermot\.games\.(\w+)\..*", struct.__module__)
            if base is not None and base[1] != folder.name:
                home.setdefault(struct, f"../{base[1]}/types")
        own = [struct for struct in game_structs(folder.name) if struct not in home]
        names = [struct.__name__ for struct in own]
        assert len(set(names)) == len(names), (
            f"{folder.name}: {sorted(name for name in names if names.count(name) > 1)}"
        )
        source = f"src/viermot/games/{folder.name}"
        written[folder / "types.ts"] = Writer(own, home).text(source, "../../lib/decode", {})
        home = {struct: file for struct, file in home.items() if file == "../../lib/messages"}
    return written


def main(words: list[str]) -> int:
    """Write the files, or check them."""
    stale = [path for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in words:
        told = ", ".join(path.relative_to(WEB).as_posix() for path in stale)
        print(f"out of date: {told}: run python tools/typescript.py" if stale else "the page's types are up to date")
        return 1 if stale else 0
    for path in stale:
        path.write_text(files()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
