"""What all component data shares: frozen structs to read, strict rows to write, small checked numbers."""

from typing import Annotated

import msgspec

from viermot.kernel.packs import PackError
from viermot.kernel.words import Written, worded

Texts = dict[str, str]  # locale -> text
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]  # nothing on the table is larger
Signed = Annotated[int, msgspec.Meta(ge=-99, le=99)]


class Frozen(msgspec.Struct, frozen=True):
    """What the game reads; never changed once loaded."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner writes; a key that is not listed is refused."""


def words_of(file: str, where: str, key: str, written: Written) -> Texts:
    """The words of a component, from the catalogues or an owner's own; English ones are required."""
    said = worded(f"bomber_command.{key}", written)
    if "en" not in said:
        raise PackError(file, where, "pack.key_missing", name=key.rpartition(".")[2])
    return said
