"""How both standard players use cards: what to keep, what to discard, what to play and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from viermot.games.bomber_command.bots import sky as sky
from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.knowledge.perspective import Raid, RaidView
from viermot.games.bomber_command.model.board import BRITISH, DECOY, DISTANCE, GERMAN, MAIN
from viermot.games.bomber_command.model.ids import NO_LETTER, Letter
from viermot.games.bomber_command.model.layout import CardTitle
from viermot.games.bomber_command.model.notation import (
    OFFER,
    PASS,
    RETURN,
    box_in,
    hex_in,
    is_box,
    is_hex,
    is_letter,
    is_pair,
    is_unit,
    is_zone,
    letter_in,
    played,
    unit_in,
    unit_option,
    unpack,
)
from viermot.games.bomber_command.model.state import DEPLETED, FLYING, IN_RAID
from viermot.games.bomber_command.rules.cards.hands import HAND, MAX_DRAWN
from viermot.kernel.registry import Ask

# What a card is worth in the hand, by effect; modifiers by the roll they change.
WORTH: Final = {
    "modifier": 4, "jamming": 5, "cancel": 2, "corona": 2, "fidget": 3, "serrate": 6, "perfectos": 6, "corkscrew": 5,
    "village inn roll": 2, "weather": 3, "fido": 0, "intruders airfield": 3, "trigger happy flak": 2,
    "fuel shortage": 2, "remove gci marker": 3, "wind finders": 3, "false plot": 2, "naxos": 4, "korfu": 4,
    "experte": 6, "schraege musik": 6, "drop tanks": 2, "ta154": 1, "beleuchter": 5, "wild boar": 4,
    "straying bombers": 4, "stragglers himmelbett": 4, "stragglers tame boar": 6, "early arrival": 3,
    "scattered stream": 4, "controllers guess": 1, "no scramble marker": 2, "readiness": 2, "mobile flak": 3,
    "recovery weather": 2, "error": 6, "accuracy": 7, "overshoot": 4, "cluster": 5, "gh leaders": 7,
    "sector bombing": 8, "civil defence": 6, "dummy markers": 6, "creepback": 4,
}  # fmt: skip
NO_USE: Final = 0  # what a card is worth when it can no longer do anything
THROWN_AWAY: Final = 4  # a card worth no more than this goes where it would keep another from being drawn
BOMBING: Final = frozenset(("marking", "accuracy", "error", "conversion", "converting", "reaction"))
LATE: Final = 9  # the turn from which nothing is saved for later
PLENTY: Final = 4  # modifiers of this size, multiplied, leave room for one more against a unit that would get in
SCATTERED: Final = 3  # Disrupt markers that are worth a card


def worth(card: CardTitle) -> int:
    """What a card is worth: its best function, and more if it helps marking."""
    best = 0
    for function in card.functions:
        value = WORTH[function.effect]
        if function.effect == "modifier" and "marking" in function.when:
            value = 7
        best = max(best, value)
    return best


def worth_now(view: RaidView, card: CardTitle) -> int:
    """What it is worth from now on: after the last bombs nobody needs cards for bombing."""
    if not bombs_to_come(view) and all(BOMBING.issuperset(function.when) for function in card.functions):
        return NO_USE
    return worth(card)


def bombs_to_come(view: RaidView) -> bool:
    """Has a Main Force yet to bomb, as far as the seat can tell?"""
    if view.side == BRITISH:
        return any(raid.kind == MAIN and not raid.bombed for raid in view.raids())
    return not view.bombing_half_vp or view.layout.rules.main_force > 1


def keep(view: RaidView, ask: Ask) -> int:
    """The best five of eight, or the best of the deck."""
    cards = view.layout.cards[view.side]
    return int(max(ask.codes, key=lambda code: sum(worth(cards[title]) for title in unpack(code))))


def draw(view: RaidView, ask: Ask, thrown_away: int = THROWN_AWAY) -> int:
    """Draw as many as possible: what is of less use than an unknown card makes room for it.

    Three cards a turn are for the taking, and the night ends before the pile does. Whoever saves cards for better
    moments soon has a full hand and draws none.
    """
    cards = view.layout.cards[view.side]
    value = {title: worth_now(view, cards[title]) for title in view.hand}
    hand = sorted(view.hand, key=value.__getitem__)
    room = HAND - len(hand)
    thrown: list[int] = []
    for title in hand:
        if room >= MAX_DRAWN or value[title] > thrown_away:
            break
        thrown.append(title)
        room += 1
    wanted = sorted(thrown)
    fitting = [code for code in ask.codes if code != OFFER and sorted(unpack(code // 4)) == wanted]
    return int(max(fitting or ask.codes, key=lambda code: code % 4))


# --- playing -------------------------------------------------------------------------------------------------

Wish = Callable[[RaidView, Ask, Function], bool]


def always(view: RaidView, ask: Ask, function: Function) -> bool:
    """Whenever it fits."""
    return True


def never(view: RaidView, ask: Ask, function: Function) -> bool:
    """Not by this player."""
    return False


def once(view: RaidView, ask: Ask, function: Function) -> bool:
    """One modifier per roll is enough, or one in answer to the other's; none for Mosquitos, most of which get away."""
    return view.modifier * function.value <= 0 and not view.hunts_mosquitos


def about_a_stream(view: RaidView, ask: Ask, function: Function) -> bool:
    """Only to protect a Main Force or Decoy; the British player knows which raid it is, and where it flies."""
    raids = {raid.letter: raid for raid in view.raids()}
    letter, window = ask.facts.get("letter"), ask.facts.get("window")
    if letter in raids and raids[letter].kind > DECOY:
        return False
    if window == "detection_roll" and not any(_is_flying(raid) for raid in raids.values() if raid.kind <= DECOY):
        return False
    return view.modifier * function.value <= (PLENTY if window == "infiltration_roll" else 0)


def _is_flying(raid: Raid) -> bool:
    return raid.fate == FLYING and raid.step >= 0


def on_an_attacker(view: RaidView, ask: Ask, function: Function) -> bool:
    """On a unit about to attack a Main Force: one inside it, or one so weak that it must then go home [9.8.1]."""
    unit, facts = view.attacker, ask.facts
    if unit < 0 or not facts["window"].endswith("_attack"):
        return bool(view.turn > LATE and any(place == IN_RAID for place in view.unit_place))
    kinds = {raid.letter: raid.kind for raid in view.raids()}
    if kinds.get(facts.get("letter", NO_LETTER)) != MAIN:
        return False
    return bool(view.unit_place[unit] == IN_RAID or view.unit_marks[unit] & DEPLETED or view.turn > LATE)


def regroup(view: RaidView, ask: Ask, function: Function) -> bool:
    """A Main Force that is badly scattered, or is about to bomb."""
    mains = [raid for raid in view.raids() if raid.kind == MAIN and not raid.bombed]
    worst = max((raid.disrupt for raid in mains), default=0)
    return worst >= SCATTERED or bool(worst and ask.facts["window"] == "bombing" and sky.bombing_is_due(view))


def later(view: RaidView, ask: Ask, function: Function) -> bool:
    """Not before the night has begun in earnest."""
    return bool(view.turn >= 3)


def evade(view: RaidView, ask: Ask, function: Function) -> bool:
    """If the card saves as many bombers as it can; later, or with a full hand, for one bomber as well."""
    spare = view.turn > LATE or len(view.hand) >= HAND - 1
    return view.claimed >= (1 if spare else function.value)


def flak_pays(view: RaidView, ask: Ask, function: Function) -> bool:
    """Before the raids move, once something has been seen coming."""
    return bool(ask.facts["window"] == "raids_move" and view.turn > 1 and _seen(view))


def _seen(view: RaidView) -> list[int]:
    """Where streams were last plotted, else any raids."""
    counters = view.counters()
    return [hex_ for hex_, stream in counters if stream] or [hex_ for hex_, _ in counters]


BRITISH_WISHES: Final[dict[str, Wish]] = {
    "modifier": about_a_stream, "jamming": always, "cancel": always, "corona": later, "fidget": later,
    "serrate": on_an_attacker, "perfectos": on_an_attacker, "corkscrew": evade, "village inn roll": always,
    "weather": sky.draw, "fido": sky.fido, "intruders airfield": always, "trigger happy flak": always,
    "fuel shortage": later, "remove gci marker": always, "wind finders": regroup, "false plot": later,
    "accuracy": always, "overshoot": always, "cluster": always, "gh leaders": always, "sector bombing": always,
}  # fmt: skip
GERMAN_WISHES: Final[dict[str, Wish]] = {
    "modifier": once, "jamming": always, "cancel": always, "naxos": always, "korfu": always, "experte": once,
    "schraege musik": once, "drop tanks": always, "ta154": always, "beleuchter": always, "wild boar": always,
    "straying bombers": always, "stragglers himmelbett": always, "stragglers tame boar": always,
    "early arrival": always, "scattered stream": later, "controllers guess": never, "no scramble marker": always,
    "readiness": once, "mobile flak": flak_pays, "weather": sky.draw, "recovery weather": sky.lights, "error": always,
    "civil defence": always, "dummy markers": always, "creepback": always,
}  # fmt: skip
WISHES: Final = (BRITISH_WISHES, GERMAN_WISHES)


def play(view: RaidView, ask: Ask) -> int:
    """The first card that does some good now, or none."""
    side = view.side
    cards, wishes = view.layout.cards[side], WISHES[side]
    for code in ask.codes:
        if code in (PASS, RETURN) or is_pair(code):
            continue
        _, title, number = played(code)
        function = cards[title].functions[number]
        if wishes.get(function.effect, never)(view, ask, function):
            return int(code)
    return PASS


def cancel(view: RaidView, ask: Ask) -> int:
    """A card that names the other is well spent; two with its symbol are not."""
    for code in ask.codes:
        if code != PASS and not is_pair(code):
            return int(code)
    return PASS


# --- on what a card is played ----------------------------------------------------------------------------------


def object_for(view: RaidView, ask: Ask) -> int:
    """A unit inside a raid or close to one, the hex with the most units, or else the first thing there is."""
    codes: list[int] = list(ask.codes)
    units = [code for code in codes if is_unit(code)]
    if units:
        return _unit(view, units)
    hexes = [code for code in codes if is_hex(code)]
    if hexes:
        return _hex(view, hexes)
    if is_zone(codes[0]):
        return sky.lit_zone(view, codes)
    if is_letter(codes[0]) and view.side == BRITISH:
        return max(codes, key=lambda code: _scattered(view, letter_in(code)))
    boxes = [code for code in codes if is_box(code)]
    return max(boxes, key=lambda code: view.unit_box.count(box_in(code))) if boxes else codes[0]


def _scattered(view: RaidView, letter: Letter) -> tuple[bool, int]:
    raid = next(raid for raid in view.raids() if raid.letter == letter)
    return raid.kind == MAIN, raid.disrupt


def _unit(view: RaidView, codes: list[int]) -> int:
    if view.side == BRITISH and unit_option(view.attacker) in codes:
        return unit_option(view.attacker)
    inside = [code for code in codes if view.unit_place[unit_in(code)] == IN_RAID]
    if view.side == GERMAN:
        return max(codes, key=lambda code: view.strength(unit_in(code)))
    return max(inside or codes, key=lambda code: view.strength(unit_in(code)))


def _hex(view: RaidView, codes: list[int]) -> int:
    if view.side == BRITISH:
        return max(codes, key=lambda code: sum(1 for place in view.unit_place if place == hex_in(code)))
    seen = [hex_ for hex_, _ in view.counters()]
    if not seen:
        return codes[0]
    return min(codes, key=lambda code: min(DISTANCE[hex_in(code)][hex_] for hex_ in seen))
