"""What is still to be done, as it is in another world: the agenda names attackers, some of which nobody has seen.

A task about a contact is about whoever that contact is in the other world. A task about somebody unseen is left out or,
where the rules would have made it for others as well, remade for those who are there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from viermot.games.nightfighter.model.board import ROW, S
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter
from viermot.games.nightfighter.model.layout import INTRUDER
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.bombers import HandOff, fly, fly_on
from viermot.games.nightfighter.rules.combat import Attackers, next_attack, next_noticed
from viermot.games.nightfighter.rules.gunnery import at_target
from viermot.games.nightfighter.rules.intruders import Duel, move_intruders, which_intruder
from viermot.games.nightfighter.rules.response import Behind, Corkscrewed, Noticed
from viermot.games.nightfighter.rules.tally import Sightings, drop_the_rest
from viermot.kernel.agenda import STEPS, Task
from viermot.kernel.hexes import Hex

COMBAT: Final = 9


class Names(NamedTuple):
    """Who is who in the other world."""

    contact: Callable[[Attacker], Attacker]  # by the number in the true one; NOBODY if it is no contact
    corkscrewed: Attacker  # the one that has just corkscrewed
    hunter: Attacker  # the intruder that has just attacked out of the dark


# Which argument of a step is an attacker; whatever else names one is a record, or dealt with below.
FIRST: Final = (
    "fly_on",
    "leave_lights",
    "displace",
    "fighter_responds",
    "fighter_second_chance",
    "intruder_fires",
    "intruder_path",
    "intruder_presses_home",
    "intruder_tally",
    "return_fire",
    "start_move",
    "corkscrew",
    "defensive_fire",
    "mark_alerted",
    "may_slip",
    "slip",
)
SECOND: Final = ("fire", "press_home", "respond", "second_chance")
ATTACKER_AT: Final = {
    STEPS["nightfighter." + name]: place for place, names in ((1, FIRST), (2, SECOND)) for name in names
}


def fitted_agenda(game: Game, true: Game, names: Names) -> tuple[Task | None, list[Task]]:
    """What is asked, and what is to be done after it, in a game whose attackers have been put in place."""
    fitting = _Fitting(game, true, names)
    asked = true.asked
    new_asked = fitting.fit(asked) if asked is not None else None
    agenda = [new for task in true.agenda if (new := fitting.fit(task)) is not None]
    return new_asked, agenda


class _Fitting:
    """Tasks on their way into another world."""

    def __init__(self, game: Game, true: Game, names: Names) -> None:
        self.game, self.true, self.names = game, true, names
        self.busy = self._busy()

    def fit(self, task: Task) -> Task | None:
        """The task in the other world, None if it has no place there."""
        what = task[0]
        place = ATTACKER_AT.get(what)
        if place is not None:
            who = self._who(task[place])
            return Task((*task[:place], who, *task[place + 1 :])) if who != NOBODY else None
        if what is fly:
            return Task((fly, self._still_to_fly()))
        if what is move_intruders or what is which_intruder:
            return Task((what, self._intruders()))
        if what is next_attack:
            return Task((next_attack, self._company()))
        if what is next_noticed:
            return Task((next_noticed, tuple(f for f in self._company() if f > self.busy)))
        if what is drop_the_rest:
            return Task((drop_the_rest, tuple(sorted(who for a in task[1] if (who := self._who(a)) != NOBODY))))
        return Task((what, *[self._record(part) for part in task[1:]]))

    def _record(self, part: Any) -> Any:
        """What a question is about, with its attackers renamed."""
        if isinstance(part, Attackers):
            return Attackers(self._company(part.ready), part.ready)
        if isinstance(part, HandOff):
            return part._replace(attacker=self._who(part.attacker))
        if isinstance(part, (Corkscrewed, Noticed, Behind)):
            return part._replace(target=self._who(part.target))
        if isinstance(part, Duel):
            return part._replace(intruder=self._who(part.intruder))
        if isinstance(part, Sightings):
            choice = tuple((self._who(a), plain, bonus) for a, plain, bonus in part.choice)
            return part._replace(choice=choice)
        return part

    def _who(self, attacker: Attacker) -> Attacker:
        """Whom a task is about: a contact, the one that has just corkscrewed, the intruder that has just attacked."""
        seen = self.names.contact(attacker)
        if seen != NOBODY:
            return seen
        asked = self.true.asked
        if asked is not None and any(isinstance(p, Corkscrewed) and p.target == attacker for p in asked[1:]):
            return self.names.corkscrewed
        groups = self.true.layout.groups
        if self.names.hunter != NOBODY and groups[self.true.a_group[attacker]].role == INTRUDER:
            return self.names.hunter
        return NOBODY

    # -- who is still to come ----------------------------------------------------------------------

    def _still_to_fly(self) -> tuple[Attacker, ...]:
        """In the middle of the bombers' move: those nearer the exit have flown, the others have not [7.2.1a]."""
        game, groups = self.game, self.game.layout.groups
        flying = next((task for task in self.true.agenda if task[0] is fly_on), None)
        if flying is None:
            return ()
        current = self._who(flying[1])
        mp, left = flying[3], flying[2]
        began = ROW[game.a_hex[current]] - (mp - left)
        waiting = []
        for a in game.on_map:
            if a == current or groups[game.a_group[a]].role == INTRUDER or game.a_facing[a] != S:
                continue
            if game.a_handle[a]:
                if a in [self._who(b) for b in self._true_order()]:
                    waiting.append(a)
                continue
            steps = mp_of_unseen(game, a)
            if ROW[game.a_hex[a]] - steps <= began and ROW[game.a_hex[a]] > steps:
                game.a_hex[a] = Hex(game.a_hex[a] - steps)
                waiting.append(a)
        first = game.handles + 1
        return tuple(sorted(waiting, key=lambda a: game.a_handle[a] - first * ROW[game.a_hex[a]]))

    def _true_order(self) -> tuple[Attacker, ...]:
        """Those contacts that have not flown yet: the player has not seen them move."""
        order: tuple[Attacker, ...] = next((task[1] for task in self.true.agenda if task[0] is fly), ())
        return tuple(a for a in order if self.true.a_handle[a])

    def _intruders(self) -> tuple[Attacker, ...]:
        game, groups = self.game, self.game.layout.groups
        return tuple(a for a in game.on_map if groups[game.a_group[a]].role == INTRUDER and a != self.names.hunter)

    # -- combat ------------------------------------------------------------------------------------

    def _busy(self) -> int:
        """The fighter whose attack, or whose being noticed, is going on; -1 if none is."""
        asked = self.true.asked
        if asked is None or self.true.phase != COMBAT:
            return -1
        for part in asked[1:]:
            fighter = getattr(part, "fighter", part if isinstance(part, int) else None)
            if fighter is not None:
                return int(fighter)
        return -1

    def _company(self, ready: tuple[Fighter, ...] = ()) -> tuple[Fighter, ...]:
        """The fighters that share a hex with somebody and have not had their turn in this phase [11.0, 17.4a]."""
        game = self.game
        done = {self.busy}
        for event in reversed(game.log[: game.logged]):
            if event[0] == "phase":
                break
            if event[0] in ("attack", "holds_fire", "identified", "not_identified"):
                done.add(event[3][0])
        done -= {f for f in game.layout.numbers if at_target(game, f) and f in ready}
        return tuple(
            f
            for f in game.layout.numbers
            if f in ready or (game.f_hex[f] >= 0 and game.f_hex[f] in game.a_hex and f not in done)
        )


def mp_of_unseen(game: Game, attacker: Attacker) -> int:
    """How far somebody flies whom nothing hinders."""
    mp: int = game.layout.groups[game.a_group[attacker]].mp[game.turn & 1]
    return mp
