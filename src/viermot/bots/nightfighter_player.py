"""The standard player: flies interceptions from what his own map shows."""

from __future__ import annotations

from typing import Any

from viermot.bots import nightfighter_flying as flying
from viermot.bots import nightfighter_search as search
from viermot.bots.nightfighter_plot import PlottingTable
from viermot.nightfighter.board import HEXES


class StandardPlayer:
    def __init__(self) -> None:
        self.plotting = PlottingTable()

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        kind = ask.kind
        if kind == "path":
            self.plotting.catch_up(view)
            return flying.fly(view, ask, self.plotting)
        if kind == "place_search":
            self.plotting.catch_up(view)
            return search.place_search(view, ask, self.plotting)
        if kind == "manoeuvre":
            self.plotting.catch_up(view)
            return flying.dive_or_not(view, ask, self.plotting)
        if kind == "leave_box":
            self.plotting.catch_up(view)
            return flying.leave_box(view, ask, self.plotting)
        if kind == "place_fighter":
            want = HEXES.parse("0914")
            return min(ask.codes, key=lambda c: (HEXES.distance[c // 6][want], c % 6))
        if kind == "follow":
            if FOLLOW: return 2
            return ask.codes[1 + chance.below(len(ask.codes) - 1)]
        if kind == "attack":
            from viermot.bots.nightfighter_attack import attack
            return attack(view, ask)
        if kind in ("keep_or_drop",):
            return 0
        if kind in ("hand_off", "roll_through_jamming", "general_tally", "identify", "fly_for_more", "attack_all_the_same"):
            return 1
        if kind in ("keep_which", "tally_fixed"):
            fighter = ask.facts["fighter"]
            hex_ = view.fighter(fighter)[0]
            def rank(code):
                c = view.contact(code)
                others = [f for f in c.tallied_by if f != fighter]
                return (len(others) > 0, HEXES.distance[hex_][c.hex], -c.hits, code)
            return min((c for c in ask.codes if c), key=rank)
        return ask.codes[chance.below(len(ask.codes))]

FOLLOW=0
