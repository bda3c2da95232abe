"""The attack checklist: what an attack takes, compared with the end of a move [9.2.1, 11.0, 11.1, 15.1, 18.0c].

The page has the same list beside the plan; here it is for the terminal and for anyone who plays from Python. It knows
no more than the seat that moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from viermot.games.nightfighter.knowledge.odds import Odds, best_guns
from viermot.games.nightfighter.knowledge.plan import Place, Plan, Target, plan_of
from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.notation import end_of
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.words import Filling

if TYPE_CHECKING:
    from viermot.games.nightfighter.knowledge.perspective import NightView
    from viermot.kernel.decision import Decision

Verdict = Literal["yes", "no", "open"]
CHECKED_BY: Final = {
    "hex": "11.0a", "heading": "11.0a", "dives": "18.0c", "friend": "11.1", "edge": "9.2.1", "odds": "11.0c",
}  # fmt: skip
TALLY_RULES: Final = {"held": "11.0a", "to_come": "15.1.1a", "barred": "17.3.2c"}


@dataclass(frozen=True)
class Check:
    """One line: what it is about, whether it holds (open: that cannot be said yet), its words and its rule."""

    about: str
    verdict: Verdict
    says: str  # the sentence by its key, behind "check."
    rule: str
    odds: Odds | None = None


@dataclass(frozen=True)
class Checklist:
    """What an attack on a target takes, at the end of a move; without a target only the edge of the map counts."""

    plan: Plan
    target: Target | None
    end: Place | None
    checks: tuple[Check, ...]

    @property
    def wrong(self) -> int:
        """How many things bar the attack."""
        return sum(check.verdict == "no" and check.about != "edge" for check in self.checks)


def checklist_of(view: NightView, decision: Decision, path: int | None = None) -> Checklist:
    """The checklist for a question about a path, with this answer or before there is one.

    >>> import viermot
    >>> chase = 'scenario = "4B"\\nturn = 9\\nphase = 3\\n[[fighter]]\\nid = 201\\nat = "0916 S"\\ntally = 113\\n'
    >>> chase += '[[attacker]]\\nid = 113\\nat = "0918 S"\\n'
    >>> s = viermot.new_game("nightfighter", position=chase, seed="doc", seats={"umpire": "plain"})
    >>> asked = s.pending[0]
    >>> found = checklist_of(s.perspective("player"), asked, asked.read("F F"))
    >>> [check.about for check in found.checks if check.verdict == "yes"], found.wrong
    (['tally', 'hex', 'heading', 'edge'], 0)
    """
    number = decision.facts["fighter"]
    plan = plan_of(view, number, decision.codes)
    end = None if path is None else end_of(*view.fighter(number), path)
    there = [each for each in plan.targets if end is not None and each.contact.hex == end[0]]
    target = next(iter([*there, *plan.targets]), None)
    checks = [] if target is None else [*_about(target, end), *_height(plan)]
    checks.append(_edge(plan, end))
    best = best_guns(target.odds) if target is not None else None
    if best is not None:
        checks.append(Check("odds", "open", "odds", CHECKED_BY["odds"], best))
    return Checklist(plan, target, end, tuple(checks))


def _about(target: Target, end: Place | None) -> list[Check]:
    tally: dict[str, Verdict] = {"held": "yes", "barred": "no", "to_come": "open"}
    here = end is not None and end[0] == target.contact.hex
    fires = end in target.fires
    same: Verdict = "yes" if here else "open" if end is None else "no"
    heading: Verdict = "yes" if fires else "no" if here else "open"
    words = {"yes": "heading.ok", "no": "heading.no", "open": "heading.open"}[heading]
    found = [
        Check("tally", tally[target.tally], f"tally.{target.tally}", TALLY_RULES[target.tally]),
        Check("hex", same, "hex.ok" if here else "hex.no", CHECKED_BY["hex"]),
        Check("heading", heading, words, CHECKED_BY["heading"]),
    ]
    if target.friend:
        found.append(Check("friend", "no", "friend", CHECKED_BY["friend"]))
    return found


def _height(plan: Plan) -> list[Check]:
    if not plan.dived:
        return []
    return [Check("dives", "no" if plan.dives else "yes", f"dives.{'no' if plan.dives else 'ok'}", CHECKED_BY["dives"])]


def _edge(plan: Plan, end: Place | None) -> Check:
    says = "ok" if end is None else "off" if end[0] == OFF else "next" if end in plan.leaves else "ok"
    verdict: Verdict = "no" if says != "ok" else "open" if end is None else "yes"
    return Check("edge", verdict, f"edge.{says}", CHECKED_BY["edge"])


def fields_of(view: NightView, found: Checklist) -> dict[str, Filling]:
    """What its sentences name."""
    told: dict[str, Filling] = {"fighter": found.plan.fighter, "dives": found.plan.dives, "facing": ""}
    if found.end is not None and found.end[0] != OFF:
        told["facing"] = DIRECTIONS[found.end[1]]
    if found.target is not None:
        contact = found.target.contact
        told |= {"contact": view.contact_name(contact.handle), "hex": HEXES.name(contact.hex)}
        told |= {"wanted": DIRECTIONS[contact.facing], "friend": found.target.friend}
    return told
