"""A pilot's records: cloned and written down from their declaration, none of their fields forgotten."""

from __future__ import annotations

from typing import Any

from viermot.games.interceptor import GAME
from viermot.games.interceptor.model import written
from viermot.games.interceptor.model.ids import MonthNumber
from viermot.games.interceptor.model.records import LISTS, PARTS, Pilot
from viermot.games.interceptor.model.state import Game
from viermot.kernel.agenda import advance
from viermot.kernel.dice import QuickDice


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    return [*value, 7] if isinstance(value, list) else f"{value}x" if isinstance(value, str) else value + 1


def fields() -> list[tuple[str, str]]:
    """Every field of every record."""
    return [(part, name) for part in PARTS for name in getattr(Pilot(), part).__struct_fields__]


def test_no_field_of_a_clone_is_shared() -> None:
    for part, name in fields():
        man = Pilot()
        other = man.clone()
        assert other == man
        setattr(getattr(other, part), name, changed(getattr(getattr(man, part), name)))
        assert getattr(man, part) == getattr(Pilot(), part) != getattr(other, part), (part, name)


def test_no_list_of_a_clone_is_shared() -> None:
    assert set(LISTS) == {
        (part, name) for part, name in fields() if isinstance(getattr(getattr(Pilot(), part), name), list)
    }
    for part, name in LISTS:
        man = Pilot()
        getattr(getattr(man.clone(), part), name).append(7)
        assert man == Pilot(), (part, name)


def test_every_field_is_written_and_read_again() -> None:
    assert len(written.PLACES) == len(fields()), "two fields are written under one name"
    for name in written.PLACES:
        man, other = Pilot(), Pilot()
        written.put(man, name, changed(written.get(man, name)))
        data = written.to_data(man)
        assert data[name] != written.to_data(other)[name]
        written.from_data(other, data)
        assert other == man, name


def test_files_know_each_field_by_the_name_it_always_had() -> None:
    assert set(written.SPELLED) <= {f"{part}.{name}" for part, name in fields()}, "a field that there is not"
    man = Pilot()
    man.sortie.own_hits[0], man.duel.enemy_hits[1], man.attack.bomber_hits[2] = 1, 2, 3
    man.round.fought_from, man.duel.order_round, man.sortie.bombers, man.gunner.xp = -1, 4, 5, 6
    data = written.to_data(man)
    assert (data["own"], data["foe"], data["bomber"]) == (
        man.sortie.own_hits,
        man.duel.enemy_hits,
        man.attack.bomber_hits,
    )
    assert (data["was"], data["told"], data["sortie_b"], data["gun_xp"]) == (-1, 4, 5, 6)


def test_a_clone_of_a_game_goes_its_own_way() -> None:
    game = GAME.start(GAME.load_pack(None), "5", {}, QuickDice(1))
    advance(game)
    assert isinstance(game, Game)
    before = GAME.to_data(game)
    other = game.clone()
    assert other.pilot is other.pilots[other.me] and GAME.to_data(other) == before
    other.raid.roll = 9
    other.pilot.career.xp += 1
    other.month = MonthNumber(other.month + 1)
    assert GAME.to_data(game) == before
