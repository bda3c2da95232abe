"""A question as a seat is asked it: its options, its prompt, and why something is not among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from viermot.kernel.agenda import AnyQuestion, Facts, Task, Unreadable, Warned, nothing_final, options_of
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError, brief
from viermot.kernel.words import Filling, has, message

if TYPE_CHECKING:
    from viermot.kernel.agenda import State
    from viermot.kernel.registry import GameModule
    from viermot.kernel.standing import Told


class IllegalOption(UserError):
    """An answer that is refused: not this seat's to give, not readable, or forbidden by a rule."""

    def __init__(self, key: str, rule: str = "", why: str = "illegal", **fields: Filling) -> None:
        super().__init__(key, rule, **fields)
        self.why = why  # "illegal", "unreadable", "wrong seat", "stale" or "over"


class Options(Sequence[str]):
    """The legal answers, spelled; each one only when it is looked at."""

    def __init__(self, decision: Decision) -> None:
        self._decision = decision

    def __len__(self) -> int:
        return len(self._decision.codes)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        write = self._decision.notation_of
        if isinstance(index, slice):
            return [write(code) for code in self._decision.codes[index]]
        return write(self._decision.codes[index])

    def __iter__(self) -> Iterator[str]:
        return map(self._decision.notation_of, self._decision.codes)

    def __contains__(self, text: object) -> bool:
        try:
            return isinstance(text, str) and self._decision.read(text) in self._decision.codes
        except UserError:
            return False

    def __repr__(self) -> str:
        shown = ", ".join(repr(option) for option in self[:6])
        return f"[{shown}{', ...' if len(self) > 6 else ''}]"


class Decision:
    """One open question.

    ``options`` are texts; an int given to ``decide`` is the index of one of them.
    """

    def __init__(self, module: GameModule, state: State, task: Task, place: int, number: int) -> None:
        self._module = module
        self._state = state
        self._task = task  # it names the engine's own numbers, so no seat may look at it
        self.place = place  # among questions asked together
        self.number = number  # as this seat counts its decisions
        asked: AnyQuestion = task[0]
        self.question = asked
        self.seat = module.seats[state.seat_of(task)]
        self.kind = asked.word
        self.rule = asked.rule
        self.codes: Sequence[int] = options_of(state, task)

    @property
    def game(self) -> str:
        """The name of the game that asks."""
        return self._module.name

    @property
    def options(self) -> Options:
        """The legal answers as texts."""
        return Options(self)

    @property
    def facts(self) -> JsonObject:
        """What the prompt is about, as plain data the seat knows."""
        return self.question.facts(self._state, *self._task[1:])

    @property
    def default_code(self) -> int | None:
        """The declared answer as a code; None where the question has none."""
        return self.question.default_of(self._state, self._task, self.codes)

    @property
    def default(self) -> str | None:
        """The answer that Enter gives, as text: always one of the options; None where the question has none."""
        code = self.default_code
        return None if code is None else self.notation_of(code)

    @property
    def settled_code(self) -> int | None:
        """The one answer that makes sense now, as a code; None where there is a choice."""
        return self.question.settled(self._state, *self._task[1:])

    def obeyed_code(self, told: Told) -> int | None:
        """The option by which the seat's sheet is carried out here, as a code; None where the seat is to be asked."""
        return self.question.obeyed(self._state, *self._task[1:], told)

    @property
    def subject(self) -> str:
        """What it is about, as a name the seat knows ("I./NJG1"); "" where orders cannot tell one from another."""
        return str(self.plain_facts[self.question.subject]) if self.question.subject else ""

    @property
    def innermost(self) -> Decision:
        """The question itself; where this one passes on what a game inside the game asks, that game's question."""
        inside = self.question.inside(self._state, *self._task[1:])
        if inside is None or inside[1].asked is None:
            return self
        return Decision(*inside, inside[1].asked, 0, self.number).innermost

    def notation_of(self, code: int) -> str:
        """How an option is written."""
        return self.question.notation.write(self._state, code)

    def read(self, text: str) -> int:
        """The code a text stands for, legal or not."""
        limit = self.question.notation.longest
        if len(text) > limit:
            raise Unreadable("unreadable.too_long", length=len(text), most=limit)
        return self.question.notation.read(self._state, text)

    @property
    def plain_facts(self) -> JsonObject:
        """The facts as JSON data: what stands on counters and map, no number of the engine's own."""
        return {name: self._module.plain(self._state, name, value) for name, value in self.facts.items()}

    def shown_facts(self, locale: str) -> JsonObject:
        """The facts as a person reads them."""
        show = self._module.show
        return {name: show(self._state, self.seat, name, value, locale) for name, value in self.facts.items()}

    def prompt(self, locale: str = "en") -> str:
        """What is asked, in the reader's language; it begins as a sentence does, whatever field comes first."""
        said = message(f"{self._module.name}.prompt.{self.kind}", locale, **self.shown_facts(locale))
        return said[:1].upper() + said[1:]

    def label(self, option: str | int, locale: str = "en") -> str:
        """What an option means, in the reader's language."""
        text = option if isinstance(option, str) else self.options[option]
        if (told := self._in_words(text)) is not None:
            return message(told[0], locale, **told[1])
        keys = f"{self._module.name}.option.{self.kind}."
        key = keys + text.replace(" ", "_")
        if has(key):
            return message(key, locale, **self.shown_facts(locale))
        verb, _, what = text.partition(" ")  # "take Fw190A-5": the verb is a word, the rest a name
        key = f"{keys}{verb}.what"
        if not has(key):
            return self._named(text, locale)
        return message(key, locale, **{**self.shown_facts(locale), "what": self._named(what, locale)})

    def _in_words(self, text: str) -> tuple[str, Facts] | None:
        """What the notation itself can say about an option: "F F R" is a way from hex to hex."""
        try:
            return self.question.notation.in_words(self._state, self.facts, text)
        except UserError:
            return None

    def _named(self, text: str, locale: str) -> str:
        """The name of a thing as the reader calls it, where the game has other names than the notation's."""
        named: Callable[[Any, str, str], str] | None = getattr(self._module, "named", None)
        return text if named is None else named(self._state, text, locale)

    def code_of(self, option: object) -> int:
        """The legal code an answer stands for: an option's text or its index; else IllegalOption."""
        if isinstance(option, bool) or not isinstance(option, str | int):
            raise IllegalOption("refused.type", why="unreadable", kind=type(option).__name__)
        if isinstance(option, int):
            if not 0 <= option < len(self.codes):
                raise IllegalOption("refused.index", why="unreadable", index=brief(option), count=len(self.codes))
            return self.codes[option]
        try:
            code = self.read(option)
        except Unreadable as wrong:
            fields = wrong.fields
            if "words" in fields:  # those offered now, not all that such a question may ever offer
                fields = {**fields, "words": ", ".join(self.options)}
            raise IllegalOption(wrong.key, wrong.rule, "unreadable", **fields) from None
        if code not in self.codes:
            raise self._refusal(code, option)
        return code

    def _refusal(self, code: int, text: str) -> IllegalOption:
        reason = self.question.why_not(self._state, *self._task[1:], code)
        if reason is None:
            return IllegalOption("refused.not_offered", self.rule, option=text)
        rule, key = reason
        whole = key if "." in key else f"{self._module.name}.refused.{key}"  # a game inside a game has its own words
        return IllegalOption(whole, rule, option=text)

    def why_not(self, option: str | int) -> IllegalOption | None:
        """Why an answer would be refused, with its rule; None if it is legal."""
        try:
            self.code_of(option)
        except IllegalOption as refused:
            return refused
        return None

    def warns(self, option: str | int) -> Warned | None:
        """What a legal answer costs for good, judged from what the seat knows; None if it costs nothing."""
        return self.warning_of(self.code_of(option))

    def warning_of(self, code: int) -> Warned | None:
        """The same, by the option's code."""
        found = self.question.warning(self._state, *self._task[1:], code)
        if found is None or "." in found.key:
            return found
        game = self.question.name.partition(".")[0]  # the game whose question it is, even where another game uses it
        return Warned(f"{game}.warning.{found.key}", found.asks, **found.fields)

    @property
    def can_warn(self) -> bool:
        """May any of its options cost something for good?"""
        return self.question.warning is not nothing_final

    def __repr__(self) -> str:
        return f"<decision {self.kind} of {self.seat}: {self.options!r}>"
