"""A whole state that the player cannot tell from the true one, made from a world that fits what he knows.

What the player knows stays as it is: his aircraft, the counters on the map, what he has been told, what he is asked.
Everything about the attackers is set out afresh from the world, and what is still to do on the agenda is made to fit
it. The umpire sees both maps: to him nothing is hidden but the dice to come.
"""

from __future__ import annotations

from typing import Final, TypeVar

from viermot.games.nightfighter.knowledge.agenda import Names, fitted_agenda
from viermot.games.nightfighter.knowledge.belief import reader_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.knowledge.reading import Reader
from viermot.games.nightfighter.knowledge.world import Bogey, World, draw_world
from viermot.games.nightfighter.model.board import COLUMN, OFF, PLAYER, ROW, S
from viermot.games.nightfighter.model.ids import NO_CONTACT, NO_ZONE, NOBODY, Attacker, Group, Handle
from viermot.games.nightfighter.model.layout import ALERT_SEEN, FLARE_DROPPER, HITS_SEEN, INTRUDER
from viermot.games.nightfighter.model.records import NO_ATTACK, NO_POSITION
from viermot.games.nightfighter.model.state import (
    ATTACKER_LISTS,
    DESTROYED,
    EXITED,
    HELD,
    MAX_TURNS_HELD,
    ON_MAP,
    Game,
)
from viermot.games.nightfighter.rules.intruders import Duel
from viermot.kernel.dice import QuickDice, Rng

SEEDS: Final = 1 << 48
AState = TypeVar("AState", bound=Game)


def with_other_dice(game: AState, rng: Rng) -> AState:
    """The same game with dice of its own: all that there is to guess where nothing else is hidden."""
    new = game.clone()
    new.dice = QuickDice(rng.below(SEEDS))
    return new


def resample(view: NightView, rng: Rng) -> Game:
    """A game at the same decision of this seat, with everything it does not know drawn from what it may believe."""
    game = with_other_dice(view._game, rng)
    told = [event for event in game.log[: game.logged] if event[2] & view.bits == view.bits]
    if not view.sees_all and not game.turn:
        game.side = rng.below(2) if game.side >= 0 else game.side  # nothing else has been settled in secret so far
    elif not view.sees_all and not game.ending:
        asked = game.asked
        if asked is not None and game.seat_of(asked) != PLAYER:
            raise LookupError("it is not for this seat to decide")
        _Laying(view, game, rng)
    game.log, game.log_shared = told, False
    return game


class _Laying:
    """A state while the attackers of a world are laid out in it."""

    def __init__(self, view: NightView, game: Game, rng: Rng) -> None:
        self.true, self.game, self.rng = view._game, game, rng
        self.reader: Reader = reader_of(view)
        self.reader.know_all(game.handles)
        self.world: World = draw_world(self.reader, rng)
        game.side = self.world.side if game.side >= 0 else game.side
        self._fit_hunter()
        self._fit_counts()
        for name in ATTACKER_LISTS:
            setattr(game, name, [])
        self.numbers = {id(bogey): Attacker(n) for n, bogey in enumerate(self.world.bogeys)}
        for bogey in self.world.bogeys:
            self._lay(bogey)
        game.on_map = [Attacker(n) for n, fate in enumerate(game.a_fate) if fate == ON_MAP]
        game.owners = [self._owner(Handle(handle)) for handle in range(1, game.handles + 1)]
        self._name_counters()
        self._empty_cup()
        self._hold()
        game.asked, game.agenda = fitted_agenda(game, self.true, self._names())

    def _owner(self, handle: Handle) -> Attacker:
        return self.numbers[id(self.world.owner_of(handle))]

    # -- making the world fit what everybody knows -------------------------------------------------

    def _fit_hunter(self) -> None:
        """An intruder that attacks out of the dark is in the fighter's hex, whoever it is [27.2.4]."""
        self.hunter: Bogey | None = None
        duel = next((d for task in self._tasks() for d in task[1:] if isinstance(d, Duel)), None)
        fighter = duel.fighter if duel else self._who_corkscrews()
        if fighter is None or (duel and self.true.a_handle[duel.intruder]):
            return
        kinds = [g for g, group in enumerate(self.game.layout.groups) if group.role == INTRUDER]
        unseen = [b for b in self.world.bogeys if b.fate != DESTROYED and not self._is_contact(b)]
        able = [b for b in unseen if b.group in kinds and b.fate == ON_MAP] or [b for b in unseen if b.group in kinds]
        able = able or [b for b in unseen if not b.handles] or unseen
        if not able:
            able = [Bogey(self.game.turn, 0)]
            self.world.bogeys.append(able[0])
        self.hunter = able[self.rng.below(len(able))]
        if self.hunter.group not in kinds:
            self.hunter.group = kinds[0]
        self.hunter.fate, self.hunter.hex = ON_MAP, self.game.f_hex[fighter]
        self.hunter.facing = self.game.f_facing[fighter]

    def _tasks(self) -> list[tuple[object, ...]]:
        return [task for task in (*self.true.agenda, self.true.asked) if task is not None]

    def _who_corkscrews(self) -> int | None:
        """The fighter that is asked which way to corkscrew."""
        asked = self.true.asked
        return asked[1] if asked is not None and asked[0].word == "own_corkscrew" else None

    def _is_contact(self, bogey: Bogey) -> bool:
        return bool(bogey.handles) and self._handle_of(bogey) != NO_CONTACT

    def _handle_of(self, bogey: Bogey) -> Handle:
        """The contact it is now."""
        if not bogey.handles:
            return NO_CONTACT
        seen = self.reader.contacts[bogey.handles[-1]]
        return Handle(bogey.handles[-1]) if seen.fate is None and not seen.lost else NO_CONTACT

    def _fit_counts(self) -> None:
        """No more of a group than there are counters, and as many shot down as are counted."""
        groups, bogeys = self.game.layout.groups, self.world.bogeys
        for bogey in bogeys:
            self._fit_facing(bogey)
        drawn = [sum(b.group == g for b in bogeys) for g in range(len(groups))]
        for bogey in sorted(bogeys, key=lambda b: (len(b.handles), b.due)):
            if drawn[bogey.group] > groups[bogey.group].count and not self._is_of_known_group(bogey):
                drawn[bogey.group] -= 1
                bogey.group = next((g for g in range(len(groups)) if drawn[g] < groups[g].count), bogey.group)
                drawn[bogey.group] += 1
                self._fit_facing(bogey)
        self._fit_kills()

    def _is_of_known_group(self, bogey: Bogey) -> bool:
        """Has the player seen what it is, or which way it flies?"""
        if bogey is self.hunter or (self._is_contact(bogey) and bogey.facing != S):
            return True
        return any(self.reader.contacts[h].group is not None for h in bogey.handles)

    def _fit_facing(self, bogey: Bogey) -> None:
        """Only intruders and flare droppers fly a different way from the bombers [7.1, 26.2.1b]."""
        free = [g for g, group in enumerate(self.game.layout.groups) if group.role in (INTRUDER, FLARE_DROPPER)]
        if bogey.facing == S or bogey.group in free:
            return
        if self._is_contact(bogey):
            bogey.group = free[0]  # seen to fly that way
        else:
            bogey.facing = S

    def _fit_kills(self) -> None:
        """A game that began from a position has kills that no event tells of."""
        game, bogeys = self.game, self.world.bogeys
        missing = game.kills + game.intruder_kills + game.german_kills - sum(b.fate == DESTROYED for b in bogeys)
        able = sorted((b for b in bogeys if not self._is_contact(b)), key=lambda b: (b.fate != EXITED, b.due))
        for bogey in [b for b in able if b.fate != DESTROYED and b is not self.hunter][: max(0, missing)]:
            bogey.fate, bogey.hex = DESTROYED, OFF
            missing -= 1
        for _ in range(missing):
            bogeys.append(lost := Bogey(0, 0))
            lost.fate = DESTROYED

    # -- laying it out -----------------------------------------------------------------------------

    def _lay(self, bogey: Bogey) -> None:
        """One more attacker on the lists."""
        game, turn = self.game, self.game.turn
        group = game.layout.groups[bogey.group]
        handle = self._handle_of(bogey)
        shown = self.true.attacker_of(handle) if handle else NOBODY  # of a contact the player sees all this himself
        on_map = bogey.fate == ON_MAP
        known = self.true.a_known[shown] if handle else 0
        game.a_group.append(Group(bogey.group))
        game.a_hex.append(self.true.a_hex[shown] if handle else bogey.hex)
        game.a_facing.append(self.true.a_facing[shown] if handle else bogey.facing)
        game.a_fate.append(bogey.fate)
        game.a_hits.append(self._hits(bogey, handle, known, group.damage))
        game.a_alert.append(int(bogey.alerted or bool(known & ALERT_SEEN)))
        game.a_light.append(self.true.a_light[shown] if handle else NO_ZONE)
        game.a_moved.append(min(group.mp[turn & 1], ROW[game.a_hex[-1]]) if on_map else 0)
        game.a_corkscrewed.append(max((self.reader.contacts[h].corkscrewed for h in bogey.handles), default=0))
        game.a_handle.append(handle)
        game.a_known.append(known)
        game.a_entry.append(bogey.number or (COLUMN[game.a_hex[-1]] if on_map else 1))
        held = min(max(self.reader.entered - bogey.due + 1, 0), MAX_TURNS_HELD)
        game.a_delay.append(held if bogey.fate == HELD else 0)
        game.a_dropped.append(int(bogey.dropped))
        game.a_left.append(max((self.reader.contacts[h].ended for h in bogey.handles), default=0))
        for name in ("a_bearing", "a_rolled", "a_slip"):
            getattr(game, name).append(0)

    def _hits(self, bogey: Bogey, handle: Handle, known: int, damage: int) -> int:
        """Those witnessed on it, as this contact and as earlier ones."""
        if bogey.fate == DESTROYED:
            return damage
        before = sum(self.reader.contacts[h].hits for h in bogey.handles if h != handle)
        return max(min(before + (known & HITS_SEEN), damage - 1), known & HITS_SEEN)

    def _name_counters(self) -> None:
        """A counter for each, with a tally number that it may have [8.1.1b]; those with least choice come first."""
        game, groups = self.game, self.game.layout.groups
        left = [list(range(len(group.ids))) for group in groups]
        game.a_id = [0] * len(self.world.bogeys)
        for bogey in sorted(self.world.bogeys, key=lambda b: -b.out.bit_count()):
            pool, ids = left[bogey.group], groups[bogey.group].ids
            fitting = [n for n in pool if not bogey.out >> ids[n] % 10 - 1 & 1] or pool
            chosen = fitting[self.rng.below(len(fitting))]
            pool.remove(chosen)
            game.a_id[self.numbers[id(bogey)]] = ids[chosen]
        game.pools = tuple(map(bytes, left))

    def _empty_cup(self) -> None:
        """Take out of the cup a chit for each wave so far, one that could have brought it if there is one [8.1.3]."""
        game = self.game
        chits = game.layout.chits
        cup = list(range(len(chits)))
        for due in sorted({bogey.due for bogey in self.world.bogeys if bogey.due}):
            wave = [b for b in self.world.bogeys if b.due == due and b.fate in (ON_MAP, HELD) and not b.handles]
            wanted = [(b.place, b.number or COLUMN[b.hex]) for b in wave]
            fitting = [n for n in cup if all(chits[n][game.side][p : p + 1] == (c,) for p, c in wanted)] or cup
            cup.remove(fitting[self.rng.below(len(fitting))])
            cup = cup or list(range(len(chits)))
        game.cup = bytes(cup)

    def _hold(self) -> None:
        """Who holds whom, and from where it was seen: by contacts, which the player knows."""
        game, true = self.game, self.true
        game.f_tally = [self._same(target) for target in true.f_tally]
        game.f_fix = [self._same(target) for target in true.f_fix]
        for fighter in game.layout.numbers:
            position, attacked = true.f_position[fighter], true.f_attacked[fighter]
            target = self._same(position.target)
            game.f_position[fighter] = position._replace(target=target) if target != NOBODY else NO_POSITION
            target = self._same(attacked.target)
            game.f_attacked[fighter] = attacked._replace(target=target) if target != NOBODY else NO_ATTACK

    def _same(self, attacker: Attacker) -> Attacker:
        """A contact in this world; nobody if it is none."""
        handle = self.true.a_handle[attacker] if attacker != NOBODY else NO_CONTACT
        return self._owner(handle) if handle else NOBODY

    def _names(self) -> Names:
        """Which attackers the tasks on the agenda name, as far as the player knows whom they are about."""
        lost = self.reader.corkscrewed
        return Names(
            self._same,
            self._owner(Handle(lost)) if lost else NOBODY,
            self.numbers[id(self.hunter)] if self.hunter is not None else NOBODY,
        )
