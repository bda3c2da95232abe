"""Entering bombers: chits from the cup, columns, delays and the first hexes [8.0, 26.2.1, 26.3.1, 27.1]."""

from __future__ import annotations

from functools import cache
from itertools import accumulate

from viermot.games.nightfighter.model.board import EXIT_FACING, HEXES, TO_UMPIRE, UMPIRE, WAITING
from viermot.games.nightfighter.model.ids import NO_CONTACT, NO_ZONE, Attacker, Group, Hex
from viermot.games.nightfighter.model.layout import FLARE_DROPPER, FLYING_BOMB, INTRUDER, TORPEDO, entry_hex
from viermot.games.nightfighter.model.state import EXITED, HELD, MAX_TURNS_HELD, ON_MAP, Game
from viermot.games.nightfighter.rules.bombers import SLOW
from viermot.games.nightfighter.rules.fog import make_contact
from viermot.kernel.agenda import Facts, Numbers, Words, question, step, task


@step
def enter_bombers(game: Game) -> None:
    """Phase 2: bombers held back come first, then counters are drawn for this turn's entry [8.1.1a, 8.1.4a]."""
    layout = game.layout
    held = [a for a in game.attackers() if game.a_fate[a] == HELD] if HELD in game.a_fate else []
    due = layout.schedule.get(game.turn, [])
    if layout.scenario.after_previous:
        due = [(-1, 1)] if not game.on_map and not held and not _left_just_now(game) else []
    elif layout.intruders and game.turn > layout.last_entry and _only_intruders_left(game):
        due = [(-1, 1)]  # intruders left when the bombers have run out enter one by one [27.1a]
    if layout.asks_each_turn:
        game.push(all_in)
    if held or due:
        game.next(*[task(hold_back, a) for a in held], *[task(draw_wave, role, count) for role, count in due])
    elif len(game.a_id) == layout.attackers_in_all:
        game.emit("none_left", "8.0", TO_UMPIRE)


def _left_just_now(game: Game) -> bool:
    """Did a flying bomb fly off the map this turn? Then the next one waits a turn (scenario 8F)."""
    return any(fate == EXITED and game.a_left[a] == game.turn for a, fate in enumerate(game.a_fate))


def _only_intruders_left(game: Game) -> bool:
    """Are counters still to be drawn, but no bomber among them?"""
    layout = game.layout
    return {layout.groups[group].role for group in layout.group_numbers if _left(game, group)} == {INTRUDER}


def _left(game: Game, group: Group) -> int:
    """How many of this group are still to be drawn [8.1.1b]; in a position written by hand too many may have been."""
    return max(0, len(game.pools[group]) - game.layout.groups[group].spare)


def _draw_counter(game: Game, role: int, intruder_allowed: bool) -> Attacker | None:
    """Draw one counter at random from those that have not entered, if any [8.1.1b, 3.4a]."""
    groups, pools = game.layout.groups, game.pools
    eligible: dict[Group, int] = {}
    for group in game.layout.group_numbers:
        its_role, left = groups[group].role, len(pools[group]) - groups[group].spare
        if left > 0 and (role < 0 or its_role == role) and (intruder_allowed or its_role != INTRUDER):
            eligible[group] = left
    if not eligible:
        return None
    if len(eligible) == 1:
        (group,) = eligible
    else:
        group = _group_at(eligible, game.dice.draw(sum(eligible.values()), "umpire:counter"))
    pool = pools[group]
    place = game.dice.draw(len(pool), "umpire:number")
    game.pools = (*pools[:group], pool[:place] + pool[place + 1 :], *pools[group + 1 :])
    return new_attacker(game, group, groups[group].ids[pool[place]])


def _group_at(eligible: dict[Group, int], pick: int) -> Group:
    """The group of the picked counter, all counters lying in a row, group by group."""
    return next(group for group, end in zip(eligible, accumulate(eligible.values()), strict=True) if pick < end)


def new_attacker(game: Game, group: Group, ident: int) -> Attacker:
    game.a_group.append(group)
    game.a_id.append(ident)
    game.a_hex.append(WAITING)
    game.a_facing.append(EXIT_FACING)
    game.a_fate.append(HELD)
    game.a_light.append(NO_ZONE)
    game.a_hits.append(0)
    game.a_alert.append(0)
    game.a_moved.append(0)
    game.a_corkscrewed.append(0)
    game.a_handle.append(NO_CONTACT)
    game.a_known.append(0)
    game.a_entry.append(0)
    game.a_delay.append(0)
    game.a_bearing.append(0)
    game.a_rolled.append(0)
    game.a_dropped.append(0)
    game.a_left.append(0)
    game.a_slip.append(0)
    return Attacker(len(game.a_id) - 1)


def draw_chit(game: Game) -> tuple[int, ...]:
    """One chit from the cup, read on the umpire's secret side; an empty cup is filled again [8.1.3a, 8.1.3c]."""
    if not game.cup:
        game.cup = bytes(range(len(game.layout.chits)))
        game.emit("cup_filled", "8.1.3c", TO_UMPIRE)
    place = game.dice.draw(len(game.cup), "umpire:chit")
    chit = game.cup[place]
    game.cup = game.cup[:place] + game.cup[place + 1 :]
    columns: tuple[int, ...] = game.layout.chits[chit][game.side]
    game.emit("chit", "8.1.3a 8.1.2 2.2.7", TO_UMPIRE, chit + 1, columns)
    return columns


def _torpedo_column(game: Game) -> int:
    """The first number from 07 to 12; chits are drawn until one has it [26.3.1]."""
    while True:
        for column in draw_chit(game):
            if 7 <= column <= 12:
                game.emit("torpedo_column", "26.3.1", TO_UMPIRE, column)
                return column


@step
def draw_wave(game: Game, role: int, count: int) -> None:
    """Draw the counters and a chit, and put each by its column [8.1.1, 8.1.3b, 27.1]."""
    wave: list[Attacker] = []
    intruder: Attacker | None = None
    for _ in range(count):
        attacker = _draw_counter(game, role, intruder_allowed=intruder is None)
        if attacker is None:
            game.emit("none_left", "8.1.1b", TO_UMPIRE)
            break
        if game.layout.groups[game.a_group[attacker]].role == INTRUDER:
            intruder = attacker
        wave.append(attacker)
    if not wave:
        return
    if role == TORPEDO:
        columns: tuple[int, ...] = (_torpedo_column(game),)
    else:
        columns = draw_chit(game)
    if intruder is not None:  # it takes the topmost number [27.1b]
        wave.remove(intruder)
        wave.insert(0, intruder)
        game.emit("intruder_drawn", "27.1a 27.1b", TO_UMPIRE, intruder, columns[0])
    for attacker, column in zip(wave, columns, strict=False):
        game.a_entry[attacker] = column
    rules = "8.1.3b 8.1.1a 8.1.1b 3.4a 2.2.1a"
    game.emit("wave", rules, TO_UMPIRE, tuple(wave), columns[: len(wave)])
    if count == 1 and not game.layout.scenario.after_previous:
        game.push(hold_back, wave[0])  # only a lone bomber may be delayed [8.1.4a]
    else:
        for attacker in wave:
            game.a_delay[attacker] = MAX_TURNS_HELD  # if there is no room, it enters as soon as there is [ruling A38]
        game.next(*[task(come_in, attacker) for attacker in wave])


@question(UMPIRE, "8.1.4a", Words("enter", "hold"))
def hold_back(game: Game, attacker: Attacker) -> list[int]:
    """Does the lone bomber enter now, or is it held back, for two turns at most? [8.1.4a]"""
    return [0, 1] if game.a_delay[attacker] < MAX_TURNS_HELD else [0]


@hold_back.chosen
def held_back(game: Game, attacker: Attacker, hold: int) -> None:
    if hold:
        game.a_delay[attacker] += 1
        game.emit("held_back", "8.1.4a 8.1.4b", TO_UMPIRE, attacker, game.a_delay[attacker])
    else:
        game.push(come_in, attacker)


@hold_back.tells
def hold_back_facts(game: Game, attacker: Attacker) -> Facts:
    return {"attacker": attacker, "column": game.a_entry[attacker], "held": game.a_delay[attacker]}


@question(UMPIRE, "8.1.4b", Words("go on", "not yet"), usually=0, in_person=True)
def all_in(game: Game) -> list[int]:
    """An option: asked every turn, so that being asked does not give away that anybody is due [8.1.4b, ruling A56]."""
    return [0, 1]


@all_in.chosen
def went_on(game: Game, not_yet: int) -> None:
    if not_yet:
        game.push(all_in)


def entry_path(game: Game, attacker: Attacker) -> tuple[Hex, ...]:
    """The hexes it may reach this turn: the entry hex for its first MP, and on from there [8.2, 8.2.1a, 26.2.1a]."""
    group = game.layout.groups[game.a_group[attacker]]
    mp = group.mp[game.turn & 1]
    if group.role == FLARE_DROPPER:
        return straight(*game.layout.flare_entries[game.a_entry[attacker] - 1], mp)
    return down_column(game.a_entry[attacker], SLOW if group.role == TORPEDO else mp)


@cache
def down_column(column: int, mp: int) -> tuple[Hex, ...]:
    """The first hexes of a column, as far as its MP take it."""
    return straight(entry_hex(column), EXIT_FACING, mp)


@cache
def straight(hex_: Hex, facing: int, mp: int) -> tuple[Hex, ...]:
    """The hexes of a straight flight starting in this one, as far as MP and map allow."""
    return (hex_, *HEXES.line(hex_, facing, mp - 1))


@question(UMPIRE, "8.2.1a", Numbers())
def come_in(game: Game, attacker: Attacker) -> list[int]:
    """How many MP does it fly on the turn it enters? Never into another bomber's hex [8.2.1a, 8.2.1b]."""
    path = entry_path(game, attacker)
    taken = game.a_hex
    free = [mp for mp, hex_ in enumerate(path, 1) if hex_ not in taken]
    if game.layout.groups[game.a_group[attacker]].role == FLYING_BOMB:
        return [len(path)]
    return free or [0]  # nowhere to go: it waits for the next turn


@come_in.chosen
def came_in(game: Game, attacker: Attacker, mp: int) -> None:
    if mp == 0:
        game.a_delay[attacker] = min(game.a_delay[attacker] + 1, MAX_TURNS_HELD)
        game.emit("no_room", "8.2.1b", TO_UMPIRE, attacker)
        return
    group = game.layout.groups[game.a_group[attacker]]
    rules = "8.2 8.2.1a 8.2.1b 7.1 2.1.2 3.2b"
    if group.role == FLARE_DROPPER:
        game.a_facing[attacker] = game.layout.flare_entries[game.a_entry[attacker] - 1][1]
        rules = "26.2.1a 26.2.1b 2.1.3d"
    elif group.role == INTRUDER:
        rules += " 1.5a"
    game.a_hex[attacker] = entry_path(game, attacker)[mp - 1]
    game.a_fate[attacker] = ON_MAP
    game.a_delay[attacker] = 0
    game.a_moved[attacker] = mp
    game.on_map.append(attacker)
    game.emit("entered", rules, TO_UMPIRE, attacker, game.a_hex[attacker], mp)
    if group.role == FLYING_BOMB:
        _flying_bomb_appears(game, attacker)


def _flying_bomb_appears(game: Game, attacker: Attacker) -> None:
    """A V-1 is in sight all the way, and fighters get their dives back for it (scenario 8F)."""
    make_contact(game, attacker, "3.2e")
    for fighter, fit in game.layout.numbered():
        game.f_dives[fighter] = fit.dives


@come_in.refuses
def why_not_come_in(game: Game, attacker: Attacker, mp: int) -> tuple[str, str] | None:
    path = entry_path(game, attacker)
    if 1 <= mp <= len(path) and any(game.a_hex[other] == path[mp - 1] for other in game.on_map):
        return ("8.2.1b", "hex_taken")
    return ("8.2.1a", "not_its_mp")


@come_in.tells
def come_in_facts(game: Game, attacker: Attacker) -> Facts:
    return {"attacker": attacker, "column": game.a_entry[attacker]}
