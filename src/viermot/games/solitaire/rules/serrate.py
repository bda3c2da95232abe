"""Scenario 7: Serrate, identification, and the cup that tells fighters from bombers [SC7a, SC7b, SC7c]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import GOOD, HEXES, NO_MOON, POOR
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter, Radar
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER, TYPE_SEEN
from viermot.games.solitaire.model.board import PLAYER, REMOVED, TO_ALL
from viermot.games.solitaire.model.notation import CounterNotation
from viermot.games.solitaire.model.state import WAITING, Look, Solo
from viermot.kernel.agenda import Facts, Words, question, step
from viermot.kernel.hexes import UNLIMITED, WIDE

SWEEP = -1  # the option; a handle means a focused search, 0 no search
MADE_OUT = 4  # what the die of a visual check must reach


class SerrateNotation(CounterNotation):
    """ "sweep", the German fighter to focus on, or "none"."""

    def write(self, game: Solo, option: int) -> str:
        return "sweep" if option == SWEEP else super().write(game, option)

    def read(self, game: Solo, text: str) -> int:
        return SWEEP if text.strip().lower() == "sweep" else super().read(game, text)


def hidden(game: Solo, counter: Attacker) -> bool:
    """Is it undecided whether this counter is a bomber or a German fighter? [SC7b]"""
    return game.layout.german_stream and not game.a_known[counter] & TYPE_SEEN


def is_german(game: Solo, counter: Attacker) -> bool:
    """Is it a German fighter that has been revealed?"""
    return game.layout.groups[game.a_group[counter]].role == GERMAN_FIGHTER


def ahead(game: Solo, radar: Radar) -> list[Attacker]:
    """The counters in the wide arc of the aircraft that carries this set, however far [SC7a]."""
    fighter = game.layout.radars[radar].fighter
    arc = HEXES.arc(game.f_hex[fighter], game.f_facing[fighter], WIDE, UNLIMITED)
    return [a for a in game.on_map if game.a_hex[a] in arc]


@question(PLAYER, "SC7a", SerrateNotation())
def use_serrate(game: Solo, radar: Radar) -> list[int]:
    """Sweep the whole arc, or focus on one German fighter? [SC7a, SC7c]"""
    heard = ahead(game, radar)
    taken = {look.counter for look in game.looks}
    focus = [a + 1 for a in heard if is_german(game, a) and a not in taken]
    sweep = [SWEEP] if any(hidden(game, a) for a in heard) else []
    return [0, *sweep, *sorted(focus)]


@use_serrate.chosen
def serrate_used(game: Solo, radar: Radar, choice: int) -> None:
    if choice:
        game.push(listen, radar, choice)


@use_serrate.refuses
def why_not_use_serrate(game: Solo, radar: Radar, choice: int) -> tuple[str, str] | None:
    if choice == SWEEP:
        return ("SC7a", "nothing_to_sweep")
    return ("SC7c", "outside_wide_arc" if is_german(game, Attacker(choice - 1)) else "not_a_german")


@use_serrate.tells
def use_serrate_facts(game: Solo, radar: Radar) -> Facts:
    return {"radar": radar}


@step
def listen(game: Solo, radar: Radar, choice: int) -> None:
    """In variant 7D most German sets are outside its band, so it often hears nothing; otherwise do what was chosen."""
    fades = game.layout.components.entry.serrate.fades
    if game.layout.fading_serrate and game.die("fading", "3.2e", radar) <= fades:
        game.emit("serrate_fades", "3.2e", TO_ALL, radar)
    elif choice == SWEEP:
        sweep_ahead(game, radar)
    else:
        game.looks.append(Look(radar, Attacker(choice - 1), game.a_hex[choice - 1], WAITING))
        game.emit("search_placed", "SC7c", TO_ALL, radar, game.a_hex[choice - 1])


def sweep_ahead(game: Solo, radar: Radar) -> None:
    """One die for each unrevealed counter in the arc [SC7a, ruling B50]."""
    for counter in [a for a in ahead(game, radar) if hidden(game, a)]:
        die = game.die("Serrate", "SC7a", radar, game.a_handle[counter])
        if die >= game.layout.components.entry.serrate.reveals:
            reveal(game, counter, "SC7a SC7b")


def in_the_cup(game: Solo) -> tuple[int, int]:
    """How many German fighters and how many bombers are still in the cup [SC7b]."""
    groups = game.layout.groups
    germans = sum(group.count for group in groups if group.role == GERMAN_FIGHTER)
    others = sum(group.count for group in groups) - germans
    shown = [a for a in game.attackers() if game.a_known[a] & TYPE_SEEN]
    found = sum(is_german(game, a) for a in shown)
    return germans - found, others - (len(shown) - found)


def reveal(game: Solo, counter: Attacker, rules: str) -> bool:
    """Draw from the cup: was it a German fighter? If not, the counter leaves the map [SC7b]."""
    germans, others = in_the_cup(game)
    handle = game.a_handle[counter]
    game.a_known[counter] |= TYPE_SEEN
    german: bool = game.dice.draw(germans + others, "cup") < germans
    if german:
        groups = game.layout.groups
        group = next(number for number in game.layout.group_numbers if groups[number].role == GERMAN_FIGHTER)
        game.a_group[counter] = group
        game.emit("revealed", rules, TO_ALL, handle, group)
    else:
        game.take_off(counter, REMOVED)
        game.emit("was_a_bomber", rules, TO_ALL, handle)
    return german


@question(PLAYER, "SC7a", Words("no", "roll"))
def identify(game: Solo, fighter: Fighter) -> list[int]:
    """Friend or foe? Try to identify the tallied aircraft in this hex [SC7a]."""
    target = game.f_tally[fighter]
    return [0, 1] if target != NOBODY and hidden(game, target) else [0]


@identify.chosen
def identified(game: Solo, fighter: Fighter, roll: int) -> None:
    if not roll:
        return
    target = game.f_tally[fighter]
    die = game.die("identification", "SC7a 3.2e", fighter)
    die += (game.moon != NO_MOON) + (game.visibility == GOOD) - (game.visibility == POOR)
    if die >= MADE_OUT:
        reveal(game, target, "SC7a SC7b")
    else:
        game.emit("not_identified", "SC7a", TO_ALL, fighter, game.a_handle[target])


@identify.tells
def identify_facts(game: Solo, fighter: Fighter) -> Facts:
    return {"fighter": fighter, "contact": game.a_handle[game.f_tally[fighter]]}


def attacked_unseen(game: Solo, fighter: Fighter) -> None:
    """Attacking an unrevealed counter reveals it; attacking a bomber loses the game."""
    target = game.f_tally[fighter]
    if hidden(game, target) and not reveal(game, target, "SC7b 3.2e"):
        game.bombers_attacked += 1
