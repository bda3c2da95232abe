"""Twin worlds: two games that differ only in a secret send a seat the same bytes until the rules tell it more.

See twins.py for how pairs are made and compared. For each outlet a leak is planted, and has to be caught.
"""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

from tests.games.nightfighter import twins
from tests.games.nightfighter.twins import (
    SCENARIOS,
    SECRETS,
    Leak,
    Secret,
    applies,
    born,
    changed,
    future,
    lively_games,
    run,
)
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules import ai, entry, response, searchlights, tally
from viermot.games.nightfighter.rules.fighters import path
from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.dice import KeyedDice
from viermot.kernel.session import CannotUndo, Session

FROM_BIRTH = [secret for secret in SECRETS.values() if secret.streams or secret.questions]
ENOUGH = 64  # decisions of a pair here; the long proof lets them go on
LONG_ENOUGH = 20  # decisions twins must stay together in the median


def sampled(secret: Secret) -> list[str]:
    """Every third scenario with that secret, each secret its own; all of them are in the long proof."""
    return [scenario for scenario in SCENARIOS if applies(secret, scenario)][FROM_BIRTH.index(secret) % 3 :: 3]


@pytest.mark.parametrize("secret", FROM_BIRTH, ids=lambda secret: secret.name)
def test_twins_from_birth(secret: Secret) -> None:
    lengths = []
    for number, scenario in enumerate(sampled(secret)):
        lengths.append(run(born(secret, scenario, "twins", "quiet"), ENOUGH).length)
        if number % 4 == 0:
            player = ("lively", "wander")[number % 8 == 0]
            lengths.append(run(born(secret, scenario, f"twins {number}", player), ENOUGH).length)
    assert median(lengths) >= LONG_ENOUGH, f"{secret.name}: too soon told apart, {sorted(lengths)}"


def test_every_scenario_has_twins_from_birth() -> None:
    assert {scenario for secret in FROM_BIRTH for scenario in sampled(secret)} == set(SCENARIOS)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_twins_made_in_mid_game(scenario: str) -> None:
    made = games = 0
    while made < 4 and games < 6:  # a short game gives few pairs: play another
        games += 1
        for session in lively_games(scenario, f"mid {scenario} {games}", every=13, maximum=40):
            for secret in SECRETS.values():
                pair = changed(secret, session, f"mid {made}", "lively") if applies(secret, scenario) else None
                if pair is not None:
                    run(pair, maximum=4)
                    made += 1
    assert made >= 4


@pytest.mark.parametrize("scenario", ["6H", "9", "10", "10C"])
@pytest.mark.parametrize("name", ["tally numbers", "displacements", "entry speed"])
def test_twins_under_the_optional_rules(scenario: str, name: str) -> None:
    """Fishpond, faster alerted bombers, followed corkscrews and attack positions keep their secrets too [A35]."""
    options = dict.fromkeys(("28.1", "28.2", "28.2.1", "28.4", "28.6"), True)
    for number in range(3):
        run(born(SECRETS[name], scenario, f"options {number}", "lively", options), ENOUGH)


@pytest.mark.parametrize("seat", ["umpire", "player"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_sees_dice_that_have_not_been_thrown(scenario: str, seat: str) -> None:
    assert sum(future(scenario, f"future {n}", after=8 * n, seat=seat) for n in (1, 3)) > 6


# -- planted leaks ------------------------------------------------------------------------------------------------


def hint(game: Any) -> int:
    """Something nobody may know."""
    return int(sum(game.a_hex) + 7 * len(game.on_map))


def assert_caught(
    name: str, player: str = "quiet", scenarios: tuple[str, ...] = ("4B", "1", "6G", "10"),
    as_what: tuple[type[Exception], ...] = (Leak,),
) -> None:  # fmt: skip
    """One of these pairs finds the leak; without it none of them does (see the tests above)."""
    with pytest.raises(as_what):
        for scenario in scenarios:
            if applies(SECRETS[name], scenario):
                for number in range(3):
                    run(born(SECRETS[name], scenario, f"planted {number}", player), ENOUGH)


@pytest.mark.parametrize("scenario", ["4B", "1", "6G", "10"])
@pytest.mark.parametrize("name", ["entry columns", "delays"])
def test_without_a_planted_leak_nothing_is_caught(scenario: str, name: str) -> None:
    for number in range(3):
        if applies(SECRETS[name], scenario):
            run(born(SECRETS[name], scenario, f"planted {number}", "quiet"), ENOUGH)


def test_a_leak_in_the_perspective_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = NightView.to_json
    monkeypatch.setattr(NightView, "to_json", lambda self: {**honest(self), "mood": hint(self._game)})
    assert_caught("entry columns")


def test_advice_from_somebody_who_peeps_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "advised", lambda module, view, *_, **__: hint(view._game))
    assert_caught("entry columns")


def test_a_leak_in_the_public_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = NightView.to_json

    def leaky(self: NightView) -> dict[str, Any]:
        return {**honest(self), "mood": hint(self._game) if self.seat == "public" else 0}

    monkeypatch.setattr(NightView, "to_json", leaky)
    assert_caught("entry columns")


def test_a_leak_in_the_order_of_options_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally.general_tally, "options", lambda game: [0, 1] if hint(game) % 2 else [1, 0])
    assert_caught("entry speed")


def test_a_prompt_that_appears_only_when_there_is_something_to_see_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally.general_tally, "options", lambda game: [0, 1] if hint(game) % 2 else [0])
    assert_caught("entry speed")


def test_a_leak_in_the_prompt_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Decision.prompt
    monkeypatch.setattr(Decision, "prompt", lambda self, locale="en": f"{honest(self, locale)} {hint(self._state)}")
    assert_caught("delays")


def test_a_leak_in_the_facts_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally.general_tally, "facts", lambda game: {"mood": hint(game)})
    assert_caught("entry columns")


def test_an_event_shown_to_the_wrong_seat_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.emit

    def leaky(self: Game, kind: str, rules: str, seats: int, *data: Any) -> None:
        honest(self, kind, rules, 3 if kind == "entered" else seats, *data)

    monkeypatch.setattr(Game, "emit", leaky)
    assert_caught("entry columns")


def test_a_rule_cited_for_a_secret_reason_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.emit

    def leaky(self: Game, kind: str, rules: str, seats: int, *data: Any) -> None:
        honest(self, kind, rules + (" 8.0" if kind == "turn" and hint(self) % 2 else ""), seats, *data)

    monkeypatch.setattr(Game, "emit", leaky)
    assert_caught("entry speed")


def test_events_counted_with_those_of_others_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = NightView.events

    def leaky(self: NightView, since: int = 0) -> list[Any]:
        hidden = sum(1 for event in self._game.log[: self._game.logged] if event[2] == 2)
        told = honest(self, since)
        return [type(event)(event.number + hidden, event.turn, event.kind, event.rules, event.data) for event in told]

    monkeypatch.setattr(NightView, "events", leaky)
    assert_caught("delays")


def test_an_undo_that_depends_on_what_the_umpire_did_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Session.why_not_undo

    def leaky(self: Session, seat: str) -> CannotUndo | None:
        return honest(self, seat) or (CannotUndo("undo.moved_on") if len(self.record) % 2 else None)

    monkeypatch.setattr(Session, "why_not_undo", leaky)
    assert_caught("delays")


def test_a_leak_in_the_reason_against_undo_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Session.why_not_undo

    def leaky(self: Session, seat: str) -> CannotUndo | None:
        wrong = honest(self, seat)
        return wrong and CannotUndo(wrong.key, f"{len(self.record)}")

    monkeypatch.setattr(Session, "why_not_undo", leaky)
    assert_caught("delays")


def test_an_undo_that_counts_the_whole_record_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Session.undo

    def leaky(self: Session, seat: str, to: int | None = None, consent: Any = ()) -> None:
        if to is not None and to >= len(self.record):
            raise CannotUndo("undo.no_such_decision", number=to)
        if to is not None:
            raise CannotUndo("undo.no_consent", seat="umpire")
        honest(self, seat, to, consent)

    monkeypatch.setattr(Session, "undo", leaky)
    assert_caught("delays", scenarios=("1", "2", "3", "4B", "8"))


def test_a_leak_in_a_refusal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Decision._refusal

    def leaky(self: Decision, code: int, text: str) -> IllegalOption:
        wrong = honest(self, code, text)
        return IllegalOption(wrong.key, wrong.rule, **{**wrong.fields, "option": hint(self._state)})

    monkeypatch.setattr(Decision, "_refusal", leaky)
    assert_caught("entry columns")


def test_a_refusal_that_names_a_secret_rule_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = (("9.1a", "too_many_mp"), ("9.1b", "too_few_mp"))
    monkeypatch.setattr(path, "why_not", lambda game, *_: reasons[hint(game) % 2])
    assert_caught("entry speed", scenarios=("4B", "1", "1B", "5"))


def test_contacts_numbered_after_the_attackers_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(game: Any, attacker: int, rules: str) -> int:
        if not game.a_handle[attacker]:
            while game.handles <= attacker:
                game.handles += 1
                game.owners.append(attacker)
            game.a_handle[attacker] = game.handles
            game.emit("contact", rules, 3, game.handles, game.a_hex[attacker], game.a_facing[attacker])
        return int(game.a_handle[attacker])

    for module in (ai, entry, response, searchlights, tally):
        monkeypatch.setattr(module, "make_contact", leaky)
    # whoever draws worlds from a view may stumble first: over a contact that nobody was told of
    assert_caught("entry columns", "lively", ("4B", "5", "6", "7C", "10"), (Leak, LookupError))


def test_contacts_listed_in_the_order_of_entry_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: NightView) -> list[Any]:
        game = self._game
        return [self._contact(a) for a in game.on_map if game.a_handle[a]]

    monkeypatch.setattr(NightView, "contacts", leaky)
    with pytest.raises(Leak):
        for session in lively_games("5C", "planted order", every=4, maximum=60):
            pair = changed(SECRETS["order of entry"], session, "planted", "lively")
            if pair is not None:
                run(pair, maximum=3)


def test_a_leak_in_the_size_of_the_export_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Session.export
    monkeypatch.setattr(Session, "export", lambda self, seat: {**honest(self, seat), "padding": "x" * len(self.record)})
    assert_caught("delays")


def test_a_leak_in_what_bots_look_at_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NightView, "raw_events", lambda self: self._game.log[: self._game.logged])
    assert_caught("entry columns")


def test_a_player_that_peeps_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = twins.quiet

    def peeping(seed: str) -> twins.Policy:
        choose = honest(seed)

        def peep(session: Session, decision: Decision) -> int:
            if decision.kind == "place_search":
                return hint(session.state) % len(decision.codes)
            return choose(session, decision)

        return peep

    monkeypatch.setitem(twins.PLAYERS, "quiet", peeping)  # type: ignore[arg-type]
    assert_caught("entry columns", scenarios=("4B", "6G"))


def test_a_peep_at_the_next_die_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = NightView.to_json

    def leaky(self: NightView) -> dict[str, Any]:
        dice = self._game.dice
        assert isinstance(dice, KeyedDice)
        return {**honest(self), "next": KeyedDice(dice.key, dice.positions).roll(2, "tally")}

    monkeypatch.setattr(NightView, "to_json", leaky)
    with pytest.raises(Leak):
        future("4B", "planted", after=20, seat="umpire")


def test_a_slip_behind_the_screen_does_not_show_in_undo() -> None:
    """Phases in which an intruder may slip aside end undo whether or not one did [16.0e]; this was a leak once."""
    secret = SECRETS["intruders"]
    assert run(born(secret, "10", "slip", "wander"), ENOUGH).length > 0
