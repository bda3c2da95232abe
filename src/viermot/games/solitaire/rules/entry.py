"""Entering bombers: fixed columns, three or six counters, and the V-1 [S8.0, SC6C, SC6H, SC8F]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import COLUMN, EXIT_FACING, ROW
from viermot.games.nightfighter.model.ids import NO_ZONE, Attacker, Group, Handle, Hex
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER, entry_hex
from viermot.games.nightfighter.model.state import EXITED, ON_MAP
from viermot.games.solitaire.model.board import HIGH, TO_ALL, bomber_number
from viermot.games.solitaire.model.state import Due, Solo
from viermot.games.solitaire.rules.uncertainty import last_one
from viermot.kernel.agenda import step

SET = 3  # counters that enter together
COLUMNS = 3  # in which they come in on one turn [S8.0b]
TALLY_NUMBERS = 6  # equally many counters carry each of them
H2S_NUMBER = 6  # the tally number of counters with H2S [24.3.1]


@step
def enter_bombers(game: Solo) -> None:
    """Phase 2: bombers that are due, and the second set of counters of one that came alone last turn [S8.0]."""
    waiting = [due for due in game.coming if due.turn <= game.turn]
    if waiting:
        game.coming = [due for due in game.coming if due.turn > game.turn]
        came = [a for due in waiting if (a := come_in(game, due.ident, due.group, due.column)) is not None]
        if came:
            game.emit("second_set", "S8.0c S8.0a", TO_ALL, tuple(game.a_handle[a] for a in came))
            for bomber in sorted({game.bomber_of(a) for a in came}):
                last_one(game, bomber)  # all the others may have been phantoms
    if game.layout.scenario.after_previous:
        flying_bomb_due(game)
        return
    for _, count in game.layout.schedule.get(game.turn, ()):
        if count == 1:
            enter_one(game)
        else:
            enter_wave(game, count)


def bombers_so_far(game: Solo) -> int:
    """How many bombers have entered; they are numbered from 1."""
    return max(map(bomber_number, (*game.a_id, *(due.ident for due in game.coming))), default=0)


def draw_group(game: Solo) -> Group | None:
    """The group of the next bomber, drawn from those still to come; None if there are none [8.1.1b]."""
    groups = game.layout.groups
    if game.layout.german_stream:  # all enter as bombers; the cup decides later what they were [SC7b]
        group = next(number for number in game.layout.group_numbers if groups[number].role != GERMAN_FIGHTER)
        return group if bombers_so_far(game) < game.layout.attackers_in_all else None
    drawn = {bomber_number(ident): game.a_group[a] for a, ident in enumerate(game.a_id)}
    drawn.update({bomber_number(due.ident): due.group for due in game.coming})
    there = list(drawn.values())
    left = [g for g in game.layout.group_numbers for _ in range(groups[g].count - there.count(g))]
    if not left:
        return None
    drawn_group: Group = left[game.dice.draw(len(left), "kind")]
    return drawn_group


def columns_of(game: Solo, turn: int) -> tuple[int, int, int]:
    """The three columns of a turn [S8.0b]."""
    columns = game.layout.components.entry.columns
    return columns.odd if turn & 1 else columns.even


def come_in(game: Solo, ident: int, group: Group, column: int) -> Attacker | None:
    """Enter a counter with its full MP; None if the column is full and it must wait a turn [S8.0b]."""
    first = entry_hex(column)
    hex_ = Hex(first + game.layout.groups[group].mp[game.turn & 1] - 1)
    while hex_ in game.a_hex and hex_ >= first:
        hex_ = Hex(hex_ - 1)
    if hex_ < first:
        game.coming.append(Due(game.turn + 1, ident, group, column))
        game.emit("no_room", "S7.0b", TO_ALL, column)
        return None
    return new_counter(game, ident, group, hex_)


def new_counter(game: Solo, ident: int, group: Group, hex_: Hex) -> Attacker:
    """A counter on the map: high if its bomber has several, otherwise moderate, low with contrails [S5.3c, S21.0b]."""
    number = Attacker(len(game.a_id))
    bomber = bomber_number(ident)
    own = [a for a in game.attackers() if game.bomber_of(a) == bomber]  # removed phantoms included
    h2s = max((game.a_h2s[a] for a in own), default=0)
    game.a_group.append(group)
    game.a_id.append(ident)
    game.a_hex.append(hex_)
    game.a_facing.append(EXIT_FACING)
    game.a_fate.append(ON_MAP)
    game.a_light.append(NO_ZONE)
    game.a_handle.append(Handle(number + 1))
    game.a_moved.append(ROW[hex_])
    game.a_level.append(HIGH if ident % 10 else game.found_real())
    game.a_out.append(())
    game.a_h2s.append(h2s)
    for values in (
        game.a_hits, game.a_alert, game.a_corkscrewed, game.a_known, game.a_entry, game.a_delay, game.a_bearing,
        game.a_rolled, game.a_dropped, game.a_left, game.a_slip, game.a_track,
    ):  # fmt: skip
        values.append(0)
    game.on_map.append(number)
    return number


def enter_one(game: Solo) -> None:
    """One bomber: three counters now, three next turn unless another is due then or came last turn [S8.0c, S8.0d]."""
    group = draw_group(game)
    if group is None:
        return
    bomber, turn, due = bombers_so_far(game) + 1, game.turn, game.layout.schedule
    alone = turn + 1 not in due and turn - 1 not in due
    for place, column in enumerate(columns_of(game, turn), 1):
        come_in(game, bomber * 10 + place, group, column)
    if alone:
        later = columns_of(game, turn + 1)
        game.coming += [Due(turn + 1, bomber * 10 + SET + n, group, column) for n, column in enumerate(later, 1)]
    own = game.counters_of(bomber)
    rules = "S8.0a S5.4a S8.0c" if alone else "S8.0a S5.4a S8.0d"
    if game.layout.contrails:
        rules += " S21.0b"
    handles = tuple(game.a_handle[a] for a in own)
    game.emit("enters", rules, TO_ALL, bomber, group, handles, tuple(COLUMN[game.a_hex[a]] for a in own))
    if own and game.layout.groups[group].h2s and draw_tally_number(game) == H2S_NUMBER:
        for counter in own:
            game.a_h2s[counter] = 1
        game.emit("h2s_alone", "S24.0e 24.3.1", TO_ALL, bomber)


def draw_tally_number(game: Solo) -> int:
    """The tally number of a bomber that comes alone [S24.0e, ruling B53]."""
    drawn: int = game.dice.draw(TALLY_NUMBERS, "tally number")
    return drawn + 1


def wave_number(game: Solo) -> int:
    """The number of this turn's wave, from 1."""
    return game.layout.due_turns.index(game.turn) + 1


def has_h2s(game: Solo, count: int) -> bool:
    """Does one bomber of this wave of two or three carry H2S? [SC6H]"""
    every: int = game.layout.h2s_every[min(count, COLUMNS)]  # an owner may have more of them due than can come in
    return (wave_number(game) - 1) % every == 0


def enter_wave(game: Solo, count: int) -> None:
    """Two or three bombers, each a single counter of moderate uncertainty in its own column [S8.0b, SC6C]."""
    columns = list(columns_of(game, game.turn))
    rules = "S8.0a S8.0b S5.3c"
    if count == 2:
        die = game.die("empty column", "SC6C")
        del columns[game.layout.components.entry.empty.die[die - 1] - 1]
        rules = "S8.0a SC6C S5.3c"
    wave: list[Attacker] = []
    bomber = bombers_so_far(game)
    for column in columns:
        group = draw_group(game)
        if group is None:
            break
        bomber += 1
        counter = come_in(game, bomber * 10, group, column)
        if counter is not None:
            wave.append(counter)
    if not wave:
        return
    handles = tuple(game.a_handle[a] for a in wave)
    game.emit("wave_enters", rules, TO_ALL, handles, tuple(COLUMN[game.a_hex[a]] for a in wave))
    if game.layout.groups[game.a_group[wave[0]]].h2s and has_h2s(game, count):
        carrier = wave[game.dice.draw(len(wave), "H2S column")]
        game.a_h2s[carrier] = 1
        game.emit("h2s", "SC6H 24.3.1", TO_ALL, game.a_handle[carrier])


# -- scenario 8F ---------------------------------------------------------------------------------------------


def flying_bomb_due(game: Solo) -> None:
    """The next V-1 comes the turn after the last is gone, in the column that two dice give [SC8F, rulings B18, B47]."""
    just_left = any(fate == EXITED and game.a_left[a] == game.turn for a, fate in enumerate(game.a_fate))
    if game.on_map or just_left:
        return
    group = draw_group(game)
    if group is None:
        return
    column = sum(game.roll(2, "entry column", "SC8F"))
    counter = come_in(game, (bombers_so_far(game) + 1) * 10, group, column)
    assert counter is not None  # the sky is empty
    for fighter, fit in game.layout.numbered():
        game.f_dives[fighter] = fit.dives
    game.emit("flying_bomb", "SC8F 3.2e", TO_ALL, game.a_handle[counter], game.a_hex[counter])
