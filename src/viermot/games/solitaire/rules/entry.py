"""Entering bombers: fixed columns, three counters or six, and the V-1 [S8.0, SC6C, SC6H, SC8F]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import COLUMN, EXIT_FACING, ROW
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER, entry_hex
from viermot.games.nightfighter.model.state import EXITED, ON_MAP
from viermot.games.solitaire.model.board import HIGH, TO_ALL, bomber_number
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.uncertainty import last_one
from viermot.kernel.agenda import step

SET = 3  # counters that enter at a time
TALLY_NUMBERS = 6  # there are as many counters of each
H2S_NUMBER = 6  # on the counters that are marked H2S [24.3.1]


@step
def enter_bombers(game: Solo) -> None:
    """Phase 2: those that are due, and the second counters of a bomber that came alone last turn [S8.0]."""
    waiting = [due for due in game.coming if due[0] <= game.turn]
    if waiting:
        game.coming = [due for due in game.coming if due[0] > game.turn]
        came = [a for _, ident, kind, column in waiting if (a := come_in(game, ident, kind, column)) is not None]
        if came:
            game.emit("second_set", "S8.0c S8.0a", TO_ALL, tuple(game.a_handle[a] for a in came))
            for bomber in sorted({game.bomber_of(a) for a in came}):
                last_one(game, bomber)  # all its others may have been phantoms
    if game.layout.scenario.after_previous:
        flying_bomb_due(game)
        return
    for _, count in game.layout.schedule.get(game.turn, ()):
        if count == 1:
            enter_one(game)
        else:
            enter_wave(game, count)


def bombers_so_far(game: Solo) -> int:
    """How many bombers have entered; their numbers begin with 1."""
    return max(map(bomber_number, (*game.a_id, *(due[1] for due in game.coming))), default=0)


def draw_kind(game: Solo) -> int | None:
    """Of which kind the next bomber is, by chance from those still to come; None if none is [8.1.1b]."""
    kinds = game.layout.kinds
    if game.layout.german_stream:  # all enter as bombers; the cup says later what they were [SC7b]
        kind = next(k for k, data in enumerate(kinds) if data.role != GERMAN_FIGHTER)
        return kind if bombers_so_far(game) < game.layout.attackers_in_all else None
    drawn = {bomber_number(ident): game.a_kind[a] for a, ident in enumerate(game.a_id)}
    drawn.update({bomber_number(due[1]): due[2] for due in game.coming})
    there = list(drawn.values())
    left = [kind for kind, data in enumerate(kinds) for _ in range(data.count - there.count(kind))]
    if not left:
        return None
    drawn_kind: int = left[game.dice.draw(len(left), "kind")]
    return drawn_kind


def columns_of(game: Solo, turn: int) -> tuple[int, int, int]:
    """The three columns of a turn [S8.0b]."""
    columns = game.layout.components.entry.columns
    return columns.odd if turn & 1 else columns.even


def come_in(game: Solo, ident: int, kind: int, column: int) -> Attacker | None:
    """Put a counter down with its full MP; where the column is taken it waits a turn, and there is none [S8.0b]."""
    first = entry_hex(column)
    hex_ = first + game.layout.kinds[kind].mp[game.turn & 1] - 1
    while hex_ in game.a_hex and hex_ >= first:
        hex_ -= 1
    if hex_ < first:
        game.coming.append((game.turn + 1, ident, kind, column))
        game.emit("no_room", "S7.0b", TO_ALL, column)
        return None
    return new_counter(game, ident, kind, hex_)


def new_counter(game: Solo, ident: int, kind: int, hex_: int) -> Attacker:
    """A counter on the map: high if its bomber has several, else moderate, or low with contrails [S5.3c, S21.0b]."""
    number = Attacker(len(game.a_id))
    bomber = bomber_number(ident)
    own = [a for a in game.attackers() if game.bomber_of(a) == bomber]  # phantoms that are gone among them
    h2s = max((game.a_h2s[a] for a in own), default=0)
    game.a_kind.append(kind)
    game.a_id.append(ident)
    game.a_hex.append(hex_)
    game.a_face.append(EXIT_FACING)
    game.a_fate.append(ON_MAP)
    game.a_light.append(-1)
    game.a_handle.append(number + 1)
    game.a_moved.append(ROW[hex_])
    game.a_level.append(HIGH if ident % 10 else game.found_real())
    game.a_out.append(())
    game.a_h2s.append(h2s)
    for values in (
        game.a_hits, game.a_alert, game.a_cork, game.a_known, game.a_plan, game.a_done, game.a_slip, game.a_track,
    ):  # fmt: skip
        values.append(0)
    game.live.append(number)
    return number


def enter_one(game: Solo) -> None:
    """One bomber: three counters now, three next turn unless one is due then or was just before [S8.0c, S8.0d]."""
    kind = draw_kind(game)
    if kind is None:
        return
    bomber, turn, due = bombers_so_far(game) + 1, game.turn, game.layout.schedule
    alone = turn + 1 not in due and turn - 1 not in due
    for place, column in enumerate(columns_of(game, turn), 1):
        come_in(game, bomber * 10 + place, kind, column)
    if alone:
        later = columns_of(game, turn + 1)
        game.coming += [(turn + 1, bomber * 10 + SET + n, kind, column) for n, column in enumerate(later, 1)]
    own = game.counters_of(bomber)
    rules = "S8.0a S5.4a S8.0c" if alone else "S8.0a S5.4a S8.0d"
    if game.layout.contrails:
        rules += " S21.0b"
    handles = tuple(game.a_handle[a] for a in own)
    game.emit("enters", rules, TO_ALL, bomber, kind, handles, tuple(COLUMN[game.a_hex[a]] for a in own))
    if own and game.layout.kinds[kind].h2s and draw_tally_number(game) == H2S_NUMBER:
        for counter in own:
            game.a_h2s[counter] = 1
        game.emit("h2s_alone", "S24.0e 24.3.1", TO_ALL, bomber)


def draw_tally_number(game: Solo) -> int:
    """The number on the counter of a bomber that comes alone [S24.0e, ruling B53]."""
    drawn: int = game.dice.draw(TALLY_NUMBERS, "tally number")
    return drawn + 1


def wave_number(game: Solo) -> int:
    """Which wave this turn's is, from 1."""
    return game.layout.due_turns.index(game.turn) + 1


def has_h2s(game: Solo, count: int) -> bool:
    """Does one bomber of this wave of two or three carry H2S? [SC6H]"""
    every: int = game.layout.h2s_every[count]
    return (wave_number(game) - 1) % every == 0


def enter_wave(game: Solo, count: int) -> None:
    """Two or three bombers, each one counter of moderate uncertainty in a column of its own [S8.0b, SC6C]."""
    columns = list(columns_of(game, game.turn))
    rules = "S8.0a S8.0b S5.3c"
    if count == 2:
        die = game.die("empty column", "SC6C")
        del columns[game.layout.components.entry.empty.die[die - 1] - 1]
        rules = "S8.0a SC6C S5.3c"
    wave: list[Attacker] = []
    bomber = bombers_so_far(game)
    for column in columns:
        kind = draw_kind(game)
        if kind is None:
            break
        bomber += 1
        counter = come_in(game, bomber * 10, kind, column)
        if counter is not None:
            wave.append(counter)
    if not wave:
        return
    handles = tuple(game.a_handle[a] for a in wave)
    game.emit("wave_enters", rules, TO_ALL, handles, tuple(COLUMN[game.a_hex[a]] for a in wave))
    if game.layout.kinds[game.a_kind[wave[0]]].h2s and has_h2s(game, count):
        carrier = wave[game.dice.draw(len(wave), "H2S column")]
        game.a_h2s[carrier] = 1
        game.emit("h2s", "SC6H 24.3.1", TO_ALL, game.a_handle[carrier])


# -- scenario 8F ---------------------------------------------------------------------------------------------


def flying_bomb_due(game: Solo) -> None:
    """The next V-1 comes the turn after the last is gone, in the column two dice show [SC8F, rulings B18, B47]."""
    just_left = any(fate == EXITED and game.a_done[a] == game.turn for a, fate in enumerate(game.a_fate))
    if game.live or just_left:
        return
    kind = draw_kind(game)
    if kind is None:
        return
    column = sum(game.roll(2, "entry column", "SC8F"))
    counter = come_in(game, (bombers_so_far(game) + 1) * 10, kind, column)
    assert counter is not None  # the sky is empty
    for fighter, fit in game.layout.numbered():
        game.f_dives[fighter] = fit.dives
    game.emit("flying_bomb", "SC8F 3.2e", TO_ALL, game.a_handle[counter], game.a_hex[counter])
