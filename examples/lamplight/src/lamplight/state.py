"""The state of a game: plain data, and the agenda that every state has."""

from __future__ import annotations

from viermot.kernel.agenda import State


class Night(State):
    """One night over the lanes."""

    __slots__ = ("caught", "caught_from", "lane", "lanes", "lit", "over", "scenario", "watch", "watches")

    scenario: str
    watches: int
    lanes: int
    caught_from: int
    watch: int
    lane: int  # where the raider is; only its own seat knows
    lit: int
    caught: bool
    over: bool

    def clone(self) -> Night:
        twin = Night()
        twin.copy_agenda(self)
        for name in Night.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin
