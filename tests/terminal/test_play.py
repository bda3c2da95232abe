"""The terminal game: what is shown and understood, at 80 by 24, without colour, for one person and for two."""

from __future__ import annotations

import ast
import io
import json
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.support.typist import Typist
from viermot import terminal
from viermot.kernel.session import Session
from viermot.terminal.console import COLOUR, Console
from viermot.terminal.play import Play

BEHIND_IT = """
scenario = "4B"
turn = 3
phase = 9
visibility = "good"
[[fighter]]
id = 201
at = "1010 S"
tally = 113
[[attacker]]
id = 113
at = "1010 S"
"""


ASIDES = (
    "why", "why not xx", "why F F", "log 5", "log all", "odds", "odds 201", "odds 999", "status", "map", "tracks",
    "aircraft 201", "aircraft", "aircraft C1", "undo", "help", "legend", "options", "rule", "rule 17.4", "rule 99",
    "save", "", "?", "nonsense", "🂡",
)  # fmt: skip


def play(session: Session, *lines: str, rng: random.Random | None = None, **console: Any) -> str:
    """What the screen showed."""
    typist, screen = Typist(lines, rng, ASIDES), io.StringIO()
    typist.session = session
    assert Play(session, Console(typist, screen, **{"live": False, **console})).run() == 0
    return screen.getvalue()


COLOURED = (
    "map", "belief", "belief outline", "log all", "status", "tracks", "legend", "aircraft", "briefing", "turn",
    "victory",
)  # fmt: skip


@pytest.mark.parametrize("aside", COLOURED)
def test_colours_change_nothing_but_colours(aside: str) -> None:
    """No line is broken elsewhere because of them."""

    def shown(colour: bool) -> list[str]:
        told = play(game("4B"), "1020 N", "F F F", "none", "none", aside, colour=colour)
        return [COLOUR.sub("", line).rstrip() for line in told.splitlines()]

    assert shown(colour=True) == shown(colour=False)


def game(scenario: str = "1", **new: Any) -> Session:
    return viermot.new_game("nightfighter", **{"scenario": scenario, "seed": "t", "seats": {"umpire": "random"}, **new})


def behind_it(**new: Any) -> Session:
    return viermot.new_game("nightfighter", position=BEHIND_IT, seed="t", seats={"umpire": "random"}, **new)


# -- the screen ----------------------------------------------------------------------------------------------


def test_map_question_and_prompt_fit_80_by_24() -> None:
    shown = play(game("4B"), "1020 N").split("player> ")[-2]
    lines = shown.splitlines()
    top = max(n for n, line in enumerate(lines) if line.startswith("N← 01  03"))
    assert len(lines) - top < 24 and max(map(len, lines)) < 80


def test_the_map_shows_every_hex_in_its_place() -> None:
    picture = [line for line in play(game("4B"), "1020 N").splitlines() if re.match(r"\d\d  ?[.:A-Z+1^]", line)][-18:]
    assert [line[:2] for line in picture] == [f"{column:02d}" for column in range(18, 0, -1)]
    tenth = picture[8]
    assert tenth.index("1←") == 3 + 1 + 2 * 19, "1020 is the twentieth hex of a line set in by half a hex"
    assert picture[0][3 + 1 + 2 * 14] == "L", "zone L begins at 1815"


def test_no_colour_without_a_terminal_and_colour_only_where_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in play(game())
    assert "\x1b[" in play(game(), colour=True)

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Console(io.StringIO(), Screen()).colour
    monkeypatch.setenv("NO_COLOR", "")
    assert not Console(io.StringIO(), Screen()).colour


def test_colour_changes_no_letter() -> None:
    plain, coloured = (play(game("4B"), "1020 N", "F F", colour=colour) for colour in (False, True))
    stripped = [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in coloured.splitlines()]
    assert stripped == [line.rstrip() for line in plain.splitlines()]


def test_a_screen_without_arrows_gets_figures() -> None:
    class Old(io.StringIO):
        encoding = "ascii"

    screen = Old()
    Play(game("4B"), Console(Typist(["1020 N"]), screen, live=False)).run()
    assert "14:" in screen.getvalue() and "←" not in screen.getvalue()


# -- answers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "rule"), [("why not 0101", "9.1a"), ("0101", "9.1a"), ("why not 0911", "9.1b"), ("0911", "9.1b")]
)
def test_a_hex_out_of_reach_is_refused_with_the_rule_that_keeps_one_from_it(asked: str, rule: str) -> None:
    told = play(game(), "0910 S", asked)
    assert f"[{rule}]" in told and "not part of a path" not in told


@pytest.mark.parametrize("typed", ["2", "guns", "GUNS", "g", "gu"])
def test_a_number_a_word_or_the_beginning_of_one(typed: str) -> None:
    assert "201 attacks C1 with its guns. [11.0a]" in play(behind_it(), typed)


def test_enter_takes_the_declared_answer_and_none_where_there_is_none() -> None:
    """It never rolls dice of its own accord: where a look round is asked for, somebody has to say so."""
    looked = play(game(), "0910 S", "F F", "")
    assert "The crews look round" not in looked and "Enter alone answers nothing here" in looked
    assert play(game(), "").count("where does it start") == 2


@pytest.mark.parametrize(("typed", "there"), [("F F", "0912"), ("ff", "0912"), ("0912", "0912"), ("f r f", "0811")])
def test_a_path_is_typed_as_steps_or_as_the_hex_it_leads_to(typed: str, there: str) -> None:
    session = game()
    shown = play(session, "0910 S", typed)
    if "can mean" in shown:  # several facings: the screen lists them
        assert f"to {there}" in shown
    else:
        assert session.perspective("player").to_json()["fighters"][0]["hex"] == there


def test_a_hex_with_a_facing_names_one_path() -> None:
    session = game()
    play(session, "0910 S", "0912 S")
    fighter = session.perspective("player").to_json()["fighters"][0]
    assert (fighter["hex"], fighter["facing"], fighter["spent"]) == ("0912", "S", 2)


def test_a_refused_answer_names_the_rule_and_changes_nothing() -> None:
    session = game()
    shown = play(session, "0910 S", "F F F F F F", "why not F F F F F F")
    assert shown.count("takes more MP than the fighter has this turn. [9.1a]") == 2
    assert "9.1a" in shown.split("why not F F F F F F")[1]
    assert session.pending[0].kind == "path"


def test_why_without_more_gives_the_rule_of_the_question() -> None:
    assert "11.0a Attack prerequisites" in play(behind_it(), "why")


def test_undo_takes_an_answer_back_or_says_why_not() -> None:
    session = game()
    shown = play(session, "0910 S", "F F", "undo", "undo")
    assert "Taken back." in shown and "A new turn has begun" in shown.split("Taken back.")[1]
    assert session.pending[0].kind == "path"


def test_odds_log_status_and_cards_are_at_hand() -> None:
    shown = play(behind_it(), "odds", "log", "status", "aircraft 201", "aircraft Lanc", "rule 17.4.3b", "tracks")
    for told in (
        "Firepower +4: +4 guns [11.0c]", "Hits  0: 27.8%", "No Warning", "Turn 3: Combat", "Lichtenstein BC",
        "damage value 4", "17.4.3b", "No search has been made yet.",
    ):  # fmt: skip
        assert told in " ".join(shown.split()) or told in shown, told


def test_save_then_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = play(game(), "0910 S", f"save {file}", "F F", "quit")
    assert "Saved" in shown and f"viermot play {file}" in " ".join(shown.split())
    assert viermot.load(file).pending[0].kind == "general_tally", "saved after every answer from then on"


def test_another_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text("mine")
    assert "Not saved" in play(game(), f"save {file}", "no") and file.read_text() == "mine"
    assert "Saved" in play(game(), f"save {file}", "yes") and file.read_text() != "mine"


def test_a_resumed_game_does_not_tell_everything_again() -> None:
    session = game("4B")
    for option in ("1020 N", "F F", "0905", "0907"):
        session.decide(option)
    screen = io.StringIO()
    Play(session, Console(Typist(), screen, live=False), resumed=True).run()
    assert "Moon:" not in screen.getvalue() and "[10.0]" in screen.getvalue()


# -- two people ----------------------------------------------------------------------------------------------


def test_a_curtain_falls_between_two_people_and_waits() -> None:
    session = viermot.new_game("nightfighter", scenario="3", seed="two")
    shown = play(session, "", "red", "", "", "1020 N", live=True, size=(80, 40))
    umpire, player = shown.split("Curtain.")[1:3]
    assert "umpire>" in umpire and "player>" in player
    assert "\x1b[2J\x1b[3J" in umpire, "the umpire's screen is wiped before the player looks"
    before_enter, _, after_enter = player.partition("Enter when ready ...")
    assert "?" not in before_enter and "where does it start" in after_enter
    assert "red" not in player


def test_nobody_sees_the_other_seat() -> None:
    session = viermot.new_game("nightfighter", scenario="1", seed="two")
    shown = play(session, rng=random.Random(5))
    for part in shown.split("Curtain.")[1:-1]:
        if part.startswith(" The screen is for the player"):
            assert not re.search(r"\bb[1-6]\b|Chit|held back|enters with", part), part


# -- everything ----------------------------------------------------------------------------------------------


SCENARIOS = [about.id for about in next(game for game in viermot.list_games() if game.name == "nightfighter").scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_played_to_the_end_by_anybody(scenario: str) -> None:
    for people in ({"umpire": "random"}, {}):
        session = viermot.new_game("nightfighter", scenario=scenario, seed="all", seats=people)
        shown = play(session, rng=random.Random(scenario))
        assert session.result is not None
        for line in shown.splitlines():
            assert len(line) <= 80, line
            assert "{" not in line or line.startswith(("player> ", "umpire> ")), line
            assert not re.search(r"\[[a-z_]+\.[a-z_]+[a-z_.0-9]*\]", line), f"a key without a sentence: {line}"


def test_the_terminal_never_touches_a_state() -> None:
    for file in Path(str(terminal.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                forbidden = ("state", "_state", "_game", "key", "dice", "task")
                assert node.attr not in forbidden, f"{file.name}: .{node.attr}"


# -- report this moment ----------------------------------------------------------------------------------------


def test_report_writes_what_the_seat_knows_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "moment.json"
    session = behind_it()
    assert str(file) in play(session, f"report {file}", "quit").replace("\n", "")
    made = json.loads(file.read_text(encoding="utf-8"))
    assert (made["viermot"], made["version"], made["seat"]) == ("moment", viermot.__version__, "player")
    assert made["asked"]["prompt"] == session.pending[0].prompt() and made["key"] is None
    assert made["log"] and all(line["text"] and not line["text"].startswith("[") for line in made["log"])
    hidden = json.dumps(session.perspective("umpire").to_json()["umpire"])
    assert hidden not in file.read_text(encoding="utf-8")


def test_two_worlds_that_differ_in_what_is_hidden_report_the_same(tmp_path: Path) -> None:
    """The same position, but for a bomber that the player has not found."""
    told = []
    for place in ("1002 S", "1502 S"):
        other = BEHIND_IT + f'[[attacker]]\nid = 114\nat = "{place}"\n'
        session = viermot.new_game("nightfighter", position=other, seed="t", seats={"umpire": "random"})
        file = tmp_path / "moment.json"
        play(session, f"report {file}", "quit")
        made = json.loads(file.read_text(encoding="utf-8"))
        told.append({name: value for name, value in made.items() if name not in ("commitment", "head")})
    assert told[0] == told[1]


def test_report_to_a_place_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    said = play(behind_it(), f"report {tmp_path / 'nowhere' / 'moment.json'}", "quit")
    assert "could not be written" in said and not list(tmp_path.iterdir())


# -- orders --------------------------------------------------------------------------------------------------


def test_what_the_routine_answers_is_told_when_it_was_asked() -> None:
    """Under its phase: after the radars' answers, and before the dice it led to."""
    session = game("4B")
    session.order("player", {"routine": True})
    shown = play(session, "1020 N", "F F", "0902", "1201").splitlines()
    given = next(at for at, line in enumerate(shown) if line.endswith("(routine)"))
    assert "Turn 1, Tally" in shown[given - 1]
    assert "The crews look round" in shown[given + 1]
    assert any("Würzburg: " in line for line in shown[:given])


def test_an_empty_line_says_why_nothing_happens() -> None:
    assert "Enter alone answers nothing here" in play(game(), "")


def test_the_log_names_no_phase_in_which_nothing_was_told() -> None:
    session = game("4B")
    heading = re.compile(r"Turn \d+, ")
    told = play(session, "1020 N", "F F", "0902", "1201", "log all").split("log all")[-1].splitlines()
    assert sum(map(bool, map(heading.match, told))) >= 3
    assert not any(heading.match(a) and heading.match(b) for a, b in pairwise(told))
