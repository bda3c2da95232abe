"""The levels and styles of both seats: beginners, players with a habit of their own, and experts."""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots import cards, doctrine, planning
from viermot.games.bomber_command.bots.advising import advised, reason
from viermot.games.bomber_command.bots.british import StandardBritish
from viermot.games.bomber_command.bots.german import StandardGerman
from viermot.games.bomber_command.bots.hunting import HuntingGerman
from viermot.games.bomber_command.bots.mix import defended, drawn
from viermot.games.bomber_command.bots.nights import Night, flown_to, nights, plan_of, varied
from viermot.games.bomber_command.bots.trials import Trials
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.notation import NONE, city_option
from viermot.games.bomber_command.rules.plot.plan import encode
from viermot.games.bomber_command.rules.plot.samples import pick
from viermot.kernel.dice import Rng
from viermot.kernel.minds import Advice
from viermot.kernel.registry import Ask

PLOTS: Final = 8  # plans drawn up for each one flown
HOARDED: Final = 2  # a beginner throws away no card that is worth more than this
STUDIES: Final = 48  # nights in which they are tried out: spread over a night's decisions, less than 50 ms for each
TABLE: Final = 96  # ... against people; a person takes longer to plot


class NoviceBritish(StandardBritish):
    """Straight to the target at once, with nobody sent out only to mislead; cards are saved."""

    def __init__(self) -> None:
        super().__init__(planning.NOVICE)

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """By habit; but hardly a card is thrown away."""
        if ask.kind == "draw_british":
            return cards.draw(view, ask, HOARDED)
        return super().choose(view, ask, rng)


class DirectBritish(StandardBritish):
    """The shortest way there and back."""

    def __init__(self) -> None:
        super().__init__(planning.DIRECT)


class DeceptiveBritish(StandardBritish):
    """Doglegs, a Decoy, and every Mosquito out to mislead."""

    def __init__(self) -> None:
        super().__init__(planning.DECEPTIVE)


class HistoricalBritish(StandardBritish):
    """Flies a raid that was really flown, wherever the target has one."""

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """One of history's plans for tonight's target, slightly varied, otherwise one of his own."""
        if ask.kind == "plot":
            tonight = (view.layout, view.targets, view.follow_up)
            plans = [plan for night in flown_to(*tonight) if (plan := plan_of(*tonight, night)) is not None]
            if plans:
                return encode(varied(*tonight, pick(plans, rng), rng))
        if ask.kind == "name_target":
            return int(pick(self._targets(view, ask) or list(ask.codes), rng))
        return super().choose(view, ask, rng)

    @staticmethod
    def _targets(view: RaidView, ask: Ask) -> list[int]:
        """The answers by which a night of history can be flown: its first target, then what goes with that."""
        layout, named = view.layout, [view.layout.cities[city].name for city in view.targets]
        wanted = [
            NONE if named and night.follow_up else city_option(layout.city_index[night.targets[len(named)]])
            for night in nights()
            if night.scenario == layout.kind and list(night.targets[: len(named)]) == named
            if set(night.targets) <= set(layout.city_index) and not (night.follow_up and _too_short(view, night))
        ]
        return [code for code in wanted if code in ask.codes]


def _too_short(view: RaidView, night: Night) -> bool:
    """Does twilight come too early for a follow-up raid on that target? [4.5.3]"""
    rules, city = view.layout.rules, view.layout.city_index[night.targets[0]]
    worth = max((chit.vp for chit in view.layout.chits if chit.city == city), default=0)
    return bool(view.twilight <= rules.short_night and worth >= rules.short_night_vp)


class ExpertBritish(StandardBritish):
    """Draws up several plots, tries them out against Germans of all kinds, and flies the best."""

    def __init__(self, budget: int = STUDIES) -> None:
        super().__init__()
        self.budget = budget

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """By trials when the night is plotted, otherwise by habit."""
        if ask.kind == "plot" and self.budget:
            return self.tried(view, rng).ranked()[0]
        return super().choose(view, ask, rng)

    def advise(self, view: RaidView, ask: Ask, rng: Rng) -> Advice:
        """What he would choose, and why; for a plot, also how the others did."""
        if ask.kind != "plot" or not self.budget:
            return advised(self, view, ask, rng)
        trials = self.tried(view, rng)
        first, *_ = found = trials.alternatives()
        flown = sum(map(len, trials.values.values()))
        return Advice(first.code, reason("plot"), {"n": flown}, found)

    def tried(self, view: RaidView, rng: Rng) -> Trials:
        """Plots for tonight, and how they did."""
        trials = Trials(GAME, StandardBritish(), view, rng)
        trials.compare(
            [planning.plan_night(view, rng, drawn(view.layout.kind, rng)) for _ in range(PLOTS)], self.budget
        )
        return trials


class NoviceGerman(StandardGerman):
    """Everything goes up at the first blip, whatever that is, comes down late, and has had enough once bombs have
    fallen; cards are saved for better moments."""

    def __init__(self) -> None:
        super().__init__(doctrine.NOVICE)

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """By habit; but hardly a card is thrown away."""
        if ask.kind == "draw_german":
            return cards.draw(view, ask, HOARDED)
        return super().choose(view, ask, rng)


class ExpertGerman(HuntingGerman):
    """Reads routes off the plotting table, lays ambushes at beacons, and leaves the line empty where that pays."""

    def __init__(self) -> None:
        super().__init__()
        self.is_drawn = False

    def choose(self, view: RaidView, ask: Ask, rng: Rng) -> int:
        """As tonight's doctrine has it, one of those that the mix of British plots was weighed against."""
        if not self.is_drawn:
            self.doctrine = defended(view, doctrine.STANDARD)
            self.is_drawn = True
        return super().choose(view, ask, rng)

    def advise(self, view: RaidView, ask: Ask, rng: Rng) -> Advice:
        """What he would choose, and why."""
        return advised(self, view, ask, rng)


class LineGerman(StandardGerman):
    """Holds the Himmelbett line all night."""

    def __init__(self) -> None:
        super().__init__(doctrine.LINE)


class RovingGerman(StandardGerman):
    """Leaves the line empty; its units hunt in the stream."""

    def __init__(self) -> None:
        super().__init__(doctrine.ROVING)


class HusbandingGerman(StandardGerman):
    """Sends up few, and only where they will meet something."""

    def __init__(self) -> None:
        super().__init__(doctrine.HUSBANDING)
