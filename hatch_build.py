"""Build hook: builds the page, which the wheel carries."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ViermotHook(BuildHookInterface):
    """Runs before a wheel or an editable install is built."""

    def dependencies(self) -> list[str]:
        """Node.js, and only when there is a page to build."""
        tool = page_tool(Path(self.root))
        return [tool.NODE_PACKAGE] if tool is not None and tool.stale(Path(self.root)) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        tool = page_tool(root)
        if tool is not None and tool.stale(root):
            tool.build(root)


def page_tool(root: Path) -> ModuleType | None:
    """tools/page.py of this checkout; a source distribution without it has its page built already."""
    path = root / "tools" / "page.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("viermot_page_tool", path)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
