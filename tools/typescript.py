"""Writes web/src/lib/messages.ts from the server's structs, so that page and server cannot disagree.

`python tools/typescript.py` writes the file; with `--check` it only says whether the file is up to date.
"""

from __future__ import annotations

import inspect
import sys
import types
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from viermot.server import messages

TARGET: Final = Path(__file__).parents[1] / "web" / "src" / "lib" / "messages.ts"
HEAD: Final = "// Made by tools/typescript.py from src/viermot/server/messages.py; not to be edited by hand.\n"
WORDS: Final = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
    msgspec.Raw: "Record<string, unknown>",
}
UNIONS: Final = {"ClientMessage": messages.ClientMessage, "ServerMessage": messages.ServerMessage}


def structs() -> list[type[msgspec.Struct]]:
    """Every message of the module, in the order it is written there."""
    found = [
        thing
        for thing in vars(messages).values()
        if inspect.isclass(thing) and issubclass(thing, msgspec.Struct) and thing.__module__ == messages.__name__
    ]
    return sorted(found, key=lambda thing: inspect.getsourcelines(thing)[1])


def spelled(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    if hint in WORDS:
        return WORDS[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return spelled(inner[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(spelled(part) for part in inner))
    if origin is list:
        element = spelled(inner[0])
        return f"({element})[]" if " " in element and not element.startswith("Record<") else f"{element}[]"
    if origin is dict:
        return f"Record<string, {spelled(inner[1])}>"
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    raise TypeError(f"no TypeScript is known for {hint!r}")


def interface(struct: type[msgspec.Struct]) -> str:
    """One struct as an interface; fields that a request may leave out are optional."""
    lines = [f"/** {(struct.__doc__ or '').strip().splitlines()[0]} */"]
    if not struct.__struct_fields__ and struct.__struct_config__.tag is None:
        return "\n".join([*lines, f"export type {struct.__name__} = Record<string, never>;"])
    lines.append(f"export interface {struct.__name__} {{")
    config = struct.__struct_config__
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    hints = get_type_hints(struct, include_extras=True)
    is_request = issubclass(struct, messages.Body | messages.Request)
    for field in msgspec.structs.fields(struct):
        optional = "?" if is_request and not field.required else ""
        lines.append(f"  {field.name}{optional}: {spelled(hints[field.name])};")
    return "\n".join([*lines, "}"])


def text() -> str:
    """The whole file."""
    parts = [HEAD, *[interface(struct) for struct in structs()]]
    for name, union in UNIONS.items():
        parts.append(f"export type {name} = {spelled(union)};")
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def main(words: list[str]) -> int:
    """Write the file, or check it."""
    wanted = text()
    if "--check" in words:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == wanted
        print(f"{TARGET.name} is {'up to date' if same else 'out of date: run python tools/typescript.py'}")
        return 0 if same else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
