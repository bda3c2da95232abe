"""Positions from outside: what cannot be is refused on reading, in one sentence and at once; all else plays."""

from __future__ import annotations

import json
import time

import pytest

from tests.support.files_tried import in_one_sentence, one_position, try_position
from tests.support.mutated_files import GAMES, whole_position
from viermot import new_game
from viermot.kernel import registry
from viermot.kernel.dice import QuickDice
from viermot.kernel.user_error import UserError

SAMPLE = 250

# An adversary's: the target chits are drawn, but no target is named, so that no plan can ever be legal.
NO_PLAN = """game = "bomber_command"
scenario = "berlin"
options = {}
oil = [0]
drawn = [30]
agenda = "[[\\"@bomber_command.begin_turn\\"], [\\"@bomber_command.plot\\"], [\\"@bomber_command.roll_north\\"]]"
asked = "[\\"@bomber_command.weather_order\\"]"
answers = "[]"
"""


def refusal(game: str, text: str) -> UserError:
    with pytest.raises(UserError) as told:
        new_game(game, position=text)
    assert in_one_sentence(told.value) is None
    return told.value


@pytest.mark.parametrize("game", GAMES)
def test_every_field_and_every_argument_of_a_step_has_a_kind(game: str) -> None:
    module = registry.game(game)
    declared = module.declared
    assert declared is not None
    assert declared.undeclared() == []
    pack = module.load_pack(None)
    state = module.start(pack, module.info(pack).scenarios[0].id, {}, QuickDice(0))
    assert declared.forgotten(module.to_data(state)) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(4))
def test_a_position_that_was_written_is_read(game: str, number: int) -> None:
    text = whole_position(game, number)
    session = new_game(game, position=text)
    assert session.position() == text


@pytest.mark.parametrize("index", range(SAMPLE))
def test_a_mutant_is_refused_in_one_sentence_or_plays_on(index: int) -> None:
    found = one_position(index, "sample")
    assert found["end"] != "fault", found
    assert found["read"] < 2


def test_a_night_without_targets_is_refused_at_once() -> None:
    began = time.process_time()
    refusal("bomber_command", NO_PLAN)
    assert time.process_time() - began < 2


NIGHT = """scenario = "4B"
turn = 4
phase = 1
[[fighter]]
id = 201
at = "0710 N"
[[attacker]]
id = 111
at = "0712 S"
"""


def night(**lines: str) -> str:
    return "".join(f"{name} = {value}\n" for name, value in lines.items()) + NIGHT


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (NIGHT.replace("turn = 4", "turn = 100000"), "position.bad_value"),
        (NIGHT.replace("turn = 4", "turn = -1"), "position.bad_value"),
        (NIGHT.replace("turn = 4", 'turn = "4"'), "position.bad_value"),
        (NIGHT.replace("turn = 4", f"turn = {'9' * 6000}"), "position.not_toml"),
        (NIGHT.replace("phase = 1", "phase = 11"), "position.bad_value"),
        (NIGHT.replace('at = "0710 N"', 'at = "0710 N"\nposition = [7, 1, 0]'), "position.bad_value"),
        (NIGHT.replace('at = "0710 N"', 'at = "0710 N"\ntally = 112'), "position.bad_value"),
        (NIGHT.replace('at = "0710 N"', 'at = "0710 N"\nhits = 20'), "position.impossible"),
        (NIGHT.replace('at = "0710 N"', 'at = "0710 N"\nhits = true'), "position.bad_value"),
        (NIGHT.replace('at = "0712 S"', 'at = "0712 S"\nkind = 7'), "position.bad_value"),
        (night(searches="[[99, '0712', 0]]"), "position.bad_value"),
        (night(searches="[[0, '9999', 0]]"), "position.bad_value"),
        (night(live="[111, 111]"), "position.bad_value"),
        (night(live="[112]"), "position.bad_value"),
        (night(nonsense="1"), "position.unknown"),
        (night(fighter="3"), "position.not_toml"),
        ("x\n" * 1_000_000, "position.too_long"),
        ("[" * 50_000 + "\n", "position.not_toml"),
    ],
)
def test_values_out_of_range_and_dangling_references_are_refused(text: str, key: str) -> None:
    assert refusal("nightfighter", text).key == key


@pytest.mark.parametrize(
    "task",
    [
        ["@os.system", "true"],
        ["@bomber_command.plot"],
        ["@nightfighter.fire", 0, 0],
        ["@nightfighter.fire", 0, 0, 1, 1],
        ["@nightfighter.fire", 0, 1, 1],
        ["@nightfighter.fire", 1, 0, 1],
        ["@nightfighter.fire", -1, 0, 1],
        ["@nightfighter.fire", 0, -1, 1],
        ["@nightfighter.fire", 0, 0, 9],
        ["@nightfighter.fire", "0", 0, 1],
        ["@nightfighter.fire", True, 0, 1],
        ["@nightfighter.fire", None, 0, 1],
        ["@nightfighter.fire", [0], 0, 1],
        ["together", ["@nightfighter.fire", 0, 0, 1], ["@nightfighter.attack", 0]],
        ["together", ["@nightfighter.attack", 0]],
        ["together"],
        ["answered", ["@nightfighter.attack", 0], "guns"],
        ["answered", ["@nightfighter.fire", 0, 0, 1], 1],
        ["fire", 0, 0, 1],
        [],
        7,
        "@nightfighter.fire",
    ],
)
def test_a_step_that_cannot_be_on_the_agenda_is_refused(task: object) -> None:
    text = night(agenda=json.dumps(json.dumps([["@nightfighter.end_of_turn"], task])))
    assert refusal("nightfighter", text).key in ("position.bad_step", "position.bad_value")


@pytest.mark.parametrize("agenda", ["", "{}", "null", "[", "7", '"x"', "[" * 100_000])
def test_what_is_no_agenda_is_refused(agenda: str) -> None:
    refusal("nightfighter", night(agenda=json.dumps(agenda)))


def test_an_agenda_without_an_end_is_refused() -> None:
    """Nothing is left to do, and nobody has won: a game that stops in the middle."""
    assert refusal("nightfighter", night(agenda='"[]"')).key == "position.breaks"


def test_steps_that_do_not_go_together_are_refused_by_a_rehearsal() -> None:
    """A corkscrew is followed by a fighter in the radio beacon box: each fits alone, and together they break."""
    text = NIGHT.replace('at = "0710 N"', 'at = "box"')
    task = [["@nightfighter.begin_turn"], ["@nightfighter.follow", 0, 0, 1, 1, 0, 0, 0]]
    text = f"agenda = {json.dumps(json.dumps(task))}\n{text}"
    found = try_position("nightfighter", text, "box")
    assert found["end"] == "refused" or found["decisions"] > 0


@pytest.mark.parametrize("answers", ["[1]", "[null, 99]", '["x", null]', "[0, 0]", "[null, null, 0]", "{}"])
def test_answers_that_were_not_asked_for_are_refused(answers: str) -> None:
    text = NO_PLAN.replace('answers = "[]"', f"answers = {json.dumps(answers)}")
    refusal("bomber_command", text)


@pytest.mark.parametrize("answers", ["[6007, 6008]", "[6007, 1]", "[1, null]", "[true, null]", "[null, 6007, null]"])
def test_when_several_are_asked_at_once_answers_are_legal_and_not_all_in(answers: str) -> None:
    asked = ["together", ["@bomber_command.take_offer", 0], ["@bomber_command.take_offer", 1]]
    old = 'asked = "[\\"@bomber_command.weather_order\\"]"'
    assert old in NO_PLAN
    text = NO_PLAN.replace(old, f"asked = {json.dumps(json.dumps(asked))}")
    told = refusal("bomber_command", text.replace('answers = "[]"', f"answers = {json.dumps(answers)}"))
    assert told.key == "position.bad_value" and told.fields["name"] == "answers"
