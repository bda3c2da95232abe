"""A scenario laid out for one player: the S book's changes to fighters, radars and options [S3.0, S24.0, S28.0]."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from viermot.games.nightfighter.components import Scenario
from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.fitting import HEAVY, JAMMING, LIGHT, NEEDS_CHAPTER, NOT_JAMMED, OptionError
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.layout import Layout
from viermot.games.solitaire.components import Offset, SoloComponents
from viermot.kernel.json import JsonTable

if TYPE_CHECKING:
    from viermot.games.solitaire.model.state import Solo

WITH_6C: Final = "with_6c"  # the option
NOT_BY_DEFAULT: Final = ("28.5",)  # pilots are made green one by one [S28.0a]


def by_default(scenario: Scenario) -> dict[str, bool]:
    """The optional rules in force unless the player says otherwise: all that the scenario can use [S28.0a]."""
    return {
        name: True
        for name, chapter in NEEDS_CHAPTER.items()
        if name not in NOT_BY_DEFAULT and chapter in scenario.rules
    }


def combined(components: SoloComponents, scenario: Scenario, options: JsonTable) -> Scenario:
    """The scenario with the stream of another variant, where the S book lets the two be played together [SC6H]."""
    wanted = options.get(WITH_6C, False)
    if not isinstance(wanted, bool):
        raise OptionError("option.not_a_switch", name=WITH_6C)
    if not wanted:
        return scenario
    change = components.change_of(scenario)
    if change is None or not change.combines:
        able = ", ".join(name for name, other in components.changes.items() if other.combines)
        raise OptionError("solitaire.option.with_6c.not_here", "SC6H", scenario=scenario.id, able=able)
    stream = components.scenarios[change.combines]
    return msgspec.structs.replace(scenario, entry=stream.entry, special=change.combined)


@lru_cache(maxsize=8)
def areas(cells: tuple[Offset, ...]) -> tuple[tuple[Hex, ...], ...]:
    """For each hex of the map, the hexes of a diagram laid over it, in dice order; OFF beyond the edge."""
    heights = {(HEXES.column[h], HEXES.height(h)): h for h in HEXES.all}
    return tuple(
        tuple(heights.get((HEXES.column[h] + aside, HEXES.height(h) + down), OFF) for aside, down in cells)
        for h in HEXES.all
    )


class SoloLayout(Layout):
    """Nightfighter's layout with the changes of the S book."""

    components: SoloComponents
    blank: Solo | None  # narrows a field of Layout
    umpired = False

    def __init__(self, components: SoloComponents, scenario: Scenario, options: JsonTable) -> None:
        scenario = combined(components, scenario, options)
        shared = {name: value for name, value in options.items() if name != WITH_6C}
        super().__init__(components, scenario, {**by_default(scenario), **shared})
        self.in_force = self.options  # the options in force
        self.options = dict(options)  # and as they were chosen
        self.change = components.change_of(scenario)
        self.displacement = False  # nobody slips aside [S16.0]
        self.low_area = areas(components.low)
        self.moderate_area = areas(components.moderate)
        shift = tuple(components.back if cell == (0, 0) else cell for cell in components.low)
        self.shift_area = areas(shift)  # where a counter may end up that radar refines [S5.3d]
        reality = components.reality
        self.real_up_to = {2: reality.of_two, 3: reality.of_three}  # by how many are left [S5.4e]
        self.real_of_more = reality.of_more
        self.refines, self.tracks = components.search.refines, components.search.tracks  # [S13.0c, S13.0d]
        self.clutter, self.crowded = components.search.clutter, components.search.crowded
        self.jammed_up_to = {NOT_JAMMED: 0, LIGHT: components.jammed.light, HEAVY: components.jammed.heavy}  # [S24.0c]
        self.h2s_every = {3: components.entry.h2s.of_three, 2: components.entry.h2s.of_two}
        self.due_turns = sorted(self.schedule)
        self._jamming(components)

    def _jamming(self, components: SoloComponents) -> None:
        """Jammed radars keep their value and roll for jamming; jammed GCI is a plain search radar [S24.0c, S25.0c]."""
        guidance = self.change.jammed_guidance if self.change else {}
        for fit in self.fighters:
            if fit.ai is not None and fit.guidance in guidance:  # [SC4G]
                fit.ai.jam = max(fit.ai.jam, JAMMING.index(guidance[fit.guidance]))
        jammed = self.change.jammed_radars if self.change else {}
        for counter in self.radars:
            printed = components.search_radars.get(counter.name) or components.search_radars[counter.name.split()[0]]
            counter.value = printed.value
            if counter.name in jammed:  # [SC4H]
                counter.jam = max(counter.jam, JAMMING.index(jammed[counter.name]))
            if counter.family == "gci" and counter.jam != NOT_JAMMED:
                counter.family = "ground"
                counter.jam = LIGHT if counter.jam == HEAVY else NOT_JAMMED
