"""Build hook: compiles the message catalogues (.po) into the .mo files that the wheel carries."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    """Runs before a wheel or an editable install is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in sorted(Path(self.root, "src/viermot/locale").glob("*/LC_MESSAGES/*.po")):
            compile_catalogue(source)


def compile_catalogue(source: Path) -> None:
    """Write the .mo beside its .po; a catalogue that cannot be read stops the build and is named."""
    locale = source.parent.parent.name
    with source.open("rb") as po:
        catalogue = read_po(po, locale=locale, abort_invalid=True)
    with source.with_suffix(".mo").open("wb") as mo:
        write_mo(mo, catalogue)
