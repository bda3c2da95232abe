"""Every die and every draw of a game, recorded.

Dice are handed to a game, never part of it. A live game has a secret 256-bit key; each roll comes from a substream of
that key, named after who may see it and what it is for, so that a secret roll never shifts a public one. Decks and cups
are drawn from at the moment of drawing. Streams never rewind.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Final, Protocol, TypeAlias

Record = tuple[str, int, tuple[int, ...]]  # stream, sides (6 for dice, else the size of the cup), values
Seed = int | float | str | bytes | None  # of an ordinary generator
BLOCK: Final = 64
BLOCK_BITS: Final = 6
SAME_BLOCK: Final = BLOCK - 1  # the bits of a position that say where in its block it is
# What a byte shows as a die, 0 for none: 252 = 42 * 6, and the four highest bytes would favour low faces.
FACES: Final = bytes(value % 6 + 1 if value < 252 else 0 for value in range(256))


class DiceMismatch(Exception):
    """A replayed game asks for other dice than those recorded."""


class Dice(Protocol):
    """What rules may ask of chance. ``rolls`` counts the throws of dice; draws from a cup are not among them."""

    @property
    def rolls(self) -> int: ...

    def roll(self, count: int, stream: str) -> Sequence[int]:
        """Throw this many six-sided dice at once."""

    def draw(self, size: int, stream: str) -> int:
        """Draw one of ``size`` equally likely things: 0 to size - 1."""

    def pick(self, cup: Sequence[int], stream: str) -> int:
        """Draw one of the things in a cup; returns its place there. A script names the thing itself."""


class _Stream:
    """An endless run of bytes: BLAKE2b in counter mode under the game's key, a block at a time."""

    __slots__ = ("block", "faces", "key", "name", "number", "position")

    def __init__(self, key: bytes, name: str, position: int = 0) -> None:
        self.key = key
        self.name = name.encode()
        self.position = position
        self.number = -1
        self.block = b""
        self.faces = b""  # the same block, as dice

    def _turn_to(self, position: int) -> int:
        """Make the block of a position the current one; returns the place within it."""
        number = position >> BLOCK_BITS
        if number != self.number:
            data = self.name + b"\0" + number.to_bytes(8, "big")
            self.block = hashlib.blake2b(data, digest_size=BLOCK, key=self.key).digest()
            self.faces = self.block.translate(FACES)
            self.number = number
        return position & SAME_BLOCK

    def byte(self) -> int:
        at = self._turn_to(self.position)
        self.position += 1
        return self.block[at]

    def dice(self, count: int) -> tuple[int, ...]:
        """The next dice, one byte each; nearly always a piece of the block as it is."""
        position = self.position
        at = position & SAME_BLOCK if position >> BLOCK_BITS == self.number else self._turn_to(position)
        faces = self.faces[at : at + count]
        if len(faces) == count and 0 not in faces:
            self.position = position + count
            return tuple(faces)
        return tuple([self.die() for _ in range(count)])

    def die(self) -> int:
        face = 0
        while not face:
            face = FACES[self.byte()]
        return face

    def below(self, size: int) -> int:
        position = self.position
        at = position & SAME_BLOCK if position >> BLOCK_BITS == self.number else self._turn_to(position)
        if at <= BLOCK - 4:
            value = int.from_bytes(self.block[at : at + 4], "big")
            if value + size <= 4_294_967_296:  # the quick case: at most ``size`` values at the upper end are unfair
                self.position = position + 4
                return value % size
        limit = (1 << 32) - (1 << 32) % size
        while True:
            value = 0
            for _ in range(4):
                value = value << 8 | self.byte()
            if value < limit:
                return value % size


def inner_key(key: bytes, name: str) -> bytes:
    """The key of a game inside a game: it tells nothing of the outer one's."""
    return hashlib.blake2b(name.encode(), digest_size=32, key=key, person=b"viermot-inner").digest()


def _stream_of(key: bytes, name: str, position: int = 0) -> _Stream:
    """A stream by its name; "sortie/tally" is the stream "tally" of the inner game "sortie"."""
    game, slash, inner = name.rpartition("/")
    return _Stream(inner_key(key, game), inner, position) if slash else _Stream(key, name, position)


def indexed_stream(key: bytes, name: str, at: int) -> _Stream:
    """The random bytes of one place in a stream alone, whatever was asked of the places before it."""
    return _stream_of(key, f"{name}#{at}")


# How far the streams of dice have run; last, how much of a script has been used.
DicePlace: TypeAlias = "tuple[int, bytes, dict[str, tuple[_Stream, int]], dict[str, int]]"


class KeyedDice:
    """Dice of a live game: reproducible from its key, unpredictable without it."""

    def __init__(self, key: bytes, positions: Mapping[str, int] | None = None) -> None:
        self.key = key
        self.record: list[Record] = []
        self.rolls = 0
        self._streams = {name: _stream_of(key, name, at) for name, at in (positions or {}).items()}

    def _stream(self, name: str) -> _Stream:
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = _stream_of(self.key, name)
        return stream

    def rekey(self, key: bytes) -> None:
        """From here on use another key's streams, each from its beginning."""
        self.key = key
        self._streams = {}

    def went_back(self, standing: Iterable[Record]) -> None:
        """Something was taken back, and this is what still stands: streams never rewind."""

    @property
    def positions(self) -> dict[str, int]:
        """How far each stream has run, so that a saved game goes on where it left off."""
        return {name: stream.position for name, stream in sorted(self._streams.items())}

    def here(self) -> DicePlace:
        """Where every stream stands, for `back_to`."""
        return self.rolls, self.key, {name: (stream, stream.position) for name, stream in self._streams.items()}, {}

    def back_to(self, place: DicePlace) -> None:
        """Go back as if nothing had been thrown since. Only for a draft that nobody has seen and that was dropped."""
        self.rolls, self.key, streams, _ = place
        self.record = []
        self._streams = {name: stream for name, (stream, _) in streams.items()}
        for stream, position in streams.values():
            stream.position = position

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        values = self._stream(stream).dice(count)
        self.rolls += 1
        self.record.append((stream, 6, values))
        return values

    def draw(self, size: int, stream: str) -> int:
        value = self._stream(stream).below(size)
        self.record.append((stream, size, (value,)))
        return value

    def pick(self, cup: Sequence[int], stream: str) -> int:
        return self.draw(len(cup), stream)

    def taken(self) -> list[Record]:
        """The rolls since this was last called."""
        record, self.record = self.record, []
        return record


class ScriptedDice(KeyedDice):
    """Dice written down beforehand, for tests; when the script ends the keyed dice go on.

    ``dice`` is one list for all d6 in the order they are thrown, or lists by stream; ``draws`` are lists by stream.
    """

    def __init__(
        self,
        key: bytes,
        dice: Sequence[int] | Mapping[str, Sequence[int]] | None = None,
        draws: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        super().__init__(key)
        self.in_order: list[int] = []
        self.by_stream: dict[str, list[int]] = {}
        if isinstance(dice, Mapping):
            self.by_stream = {name: list(values) for name, values in dice.items()}
        elif dice is not None:
            self.in_order = list(dice)
        self.by_cup = {name: list(values) for name, values in (draws or {}).items()}

    def run_to(self, positions: Mapping[str, int]) -> None:
        """Take up the keyed streams where a saved game left them."""
        self._streams = {name: _stream_of(self.key, name, at) for name, at in positions.items()}

    @property
    def left(self) -> int:
        """How many scripted values have not been used."""
        cups = [*self.by_stream.values(), *self.by_cup.values()]
        return len(self.in_order) + sum(map(len, cups))

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        script = self.by_stream.get(stream) or self.in_order
        scripted = script[:count]
        del script[:count]
        values = (*scripted, *self._stream(stream).dice(count - len(scripted)))
        self.rolls += 1
        self.record.append((stream, 6, values))
        return values

    def draw(self, size: int, stream: str) -> int:
        script = self.by_cup.get(stream)
        if not script:
            return super().draw(size, stream)
        value = script.pop(0) % size
        self.record.append((stream, size, (value,)))
        return value

    def pick(self, cup: Sequence[int], stream: str) -> int:
        script = self.by_cup.get(stream)
        if not script or script[0] not in cup:
            return self.draw(len(cup), stream)
        place = cup.index(script.pop(0))
        self.record.append((stream, len(cup), (place,)))
        return place


class ReplayedDice:
    """The dice of a record, in the order they fell; asking for others is a mismatch."""

    def __init__(self, record: Sequence[Record] = ()) -> None:
        self.waiting = list(reversed(record))
        self.rolls = 0

    def serve(self, record: Sequence[Record]) -> None:
        """Set out the rolls that belong to the next decision."""
        self.waiting = list(reversed(record))

    def rekey(self, key: bytes) -> None:
        """Nothing to do: what was recorded has fallen already."""

    def went_back(self, standing: Iterable[Record]) -> None:
        """Nothing to do here, either."""

    def _next(self, stream: str, sides: int, count: int) -> tuple[int, ...]:
        if not self.waiting:
            raise DiceMismatch(f"the record has no more dice where {stream!r} is rolled")
        name, faces, values = self.waiting.pop()
        if (name, faces, len(values)) != (stream, sides, count):
            raise DiceMismatch(f"the record has {len(values)} of {name!r} where {count} of {stream!r} are rolled")
        self.rolls += 1
        return values

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        values = self._next(stream, 6, count)
        if values and not 1 <= min(values) <= max(values) <= 6:
            raise DiceMismatch(f"no die shows what {stream!r} is said to have shown")
        return values

    def draw(self, size: int, stream: str) -> int:
        value = self._next(stream, size, 1)[0]
        if not 0 <= value < size:
            raise DiceMismatch(f"nothing like that could be drawn for {stream!r}")
        return value

    def pick(self, cup: Sequence[int], stream: str) -> int:
        return self.draw(len(cup), stream)


FEW_DICE: Final = tuple(tuple(product(range(1, 7), repeat=count)) for count in range(5))  # every way they can fall


class QuickDice:
    """Unrecorded dice for playouts and searches."""

    __slots__ = ("_random", "draws", "rolls")

    def __init__(self, seed: Seed = None) -> None:
        self.rolls = 0
        self.draws = 0
        self._random = random.Random(seed).random

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        self.rolls += 1
        if count < len(FEW_DICE):  # one draw decides how all of them fall
            falls = FEW_DICE[count]
            return falls[int(self._random() * len(falls))]
        return tuple([int(self._random() * 6) + 1 for _ in range(count)])

    def draw(self, size: int, stream: str) -> int:
        self.draws += 1
        return int(self._random() * size)

    def pick(self, cup: Sequence[int], stream: str) -> int:
        self.draws += 1
        return int(self._random() * len(cup))


class Rng(Protocol):
    """A source of random numbers that is not part of a game, such as a bot's."""

    def below(self, size: int) -> int:
        """One of 0 to size - 1."""


class BotRng:
    """A bot's own random numbers, from the key and its seat; they never touch the game's dice."""

    __slots__ = ("_stream", "below")

    def __init__(self, key: bytes, seat: str, position: int = 0) -> None:
        self._stream = _Stream(key, f"bot:{seat}", position)
        self.below: Callable[[int], int] = self._stream.below  # one of 0 to size - 1

    @property
    def position(self) -> int:
        """How far it has run."""
        return self._stream.position


class QuickRng:
    """A bot's random numbers in playouts, from an ordinary generator."""

    __slots__ = ("_random",)

    def __init__(self, seed: Seed = None) -> None:
        self._random = random.Random(seed).random

    def below(self, size: int) -> int:
        return int(self._random() * size)


def key_of(seed: str | None) -> bytes:
    """The key of a game: fresh when no seed is given, else made from the seed's text."""
    if seed is None:
        import secrets

        return secrets.token_bytes(32)
    return hashlib.blake2b(seed.encode(), digest_size=32, person=b"viermot-seed").digest()
