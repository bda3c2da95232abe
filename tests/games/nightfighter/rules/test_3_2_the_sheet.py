"""Chapter 3.2: the scenario sheet, which both seats read in full."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.games.nightfighter.support import new_session, own_pack, seen_by
from tests.support.rules import rule
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.faces.sheet_text import lines
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.knowledge.sheet import sheet
from viermot.kernel import registry
from viermot.kernel.declared import is_compiled
from viermot.server import about

PACK: Any = registry.game("nightfighter").load_pack(None)
SCENARIOS = PACK.scenarios
VARIANTS = [name for name, scenario in SCENARIOS.items() if scenario.parent]


def words(scenario: str, locale: str = "en") -> dict[str, str]:
    """The sheet as the player reads it."""
    return dict(lines(seen_by(new_session(scenario=scenario), "player").sheet, locale, told=False))


@rule("3.2h")
@pytest.mark.parametrize("scenario", ["1", "6G", "9", "10"])
def test_3_2h_both_seats_read_the_same_sheet_from_the_first_moment(scenario: str) -> None:
    s = new_session(scenario=scenario)
    sheets = [seen_by(s, seat).sheet for seat in ("player", "umpire", "public")]
    chits = tuple((chit.red, chit.yellow) for chit in PACK.chits)
    assert sheets[0] == sheets[1] == sheets[2] == sheet(SCENARIOS[scenario], chits)


@rule("3.2h")
def test_3_2h_the_turns_of_entry_and_their_numbers_are_on_it() -> None:
    for name, scenario in SCENARIOS.items():
        entry = sheet(scenario)["entry"]
        told = sorted((turn, each["count"], each["role"]) for each in entry for turn in each["turns"])
        assert told == sorted((entry.turn, entry.count, entry.role) for entry in scenario.entry), name
    assert words("1")["Attacker entry"] == "on each of turns 1, 4, 7: 1"
    assert words("6")["Attacker entry"] == "on each of turns 1-12: 3"
    assert words("9")["Attacker entry"].endswith("flare droppers: on each of turns 6, 9, 12: 1")
    assert words("8F", "pl")["Wejście atakującego"].startswith("w turze 1: 1; ")


@rule("3.2h")
def test_3_2h_so_are_the_sets_of_both_sides_flak_and_the_special_rules() -> None:
    assert words("6G")["All bombers carry"] == "Monica"
    assert words("10")["All bombers carry"] == "H2S (those with tally number 6)"
    assert "Flensburg" in words("6G")["Defender forces"] and "tail warning radar" in words("10")["Defender forces"]
    assert "SN-2c, tail warning radar" in words("7C")["Attacker forces"], "of the two in the stream too"
    assert (words("5")["Flak"], words("9")["Flak"]) == ("in every active zone", "in the task force box")
    assert words("4H")["Special rules"] == SCENARIOS["4H"].special["en"]
    assert words("10")["Jamming"].startswith("search radar heavily; L-band AI radar heavily; P-band AI radar lightly")
    assert words("9")["Victory points"].startswith(
        "a torpedo launched at lit ships +3; a torpedo launched at unlit ships +1"
    )


# Lines of the book's sheets, as a reader is told them: each kind of length, entry, set-up, sky and victory once.
PRINTED = [
    ("1", "Length", "until every attacker has left or been destroyed; 20 turns at most"),
    ("5", "Length", "until every attacker has left or been destroyed"),
    ("7", "Length", "until every attacker has left or been destroyed; or both German fighters are gone"),
    ("1", "Phases left out", "Flak, Radar search, AI search, Searchlights"),
    ("4B", "Phases left out", "Flak"),
    ("1", "Attacker forces", "3 He111H (Kampfgeschwader 55)"),
    ("8E", "Attacker forces", "6 Ju88A (Kampfgeschwader 54); 3 Ju188E (Kampfgeschwader 6)"),
    ("9", "Attacker forces", "9 G4M1 (torpedo bombers, 755 Kokutai); 3 G4M1 (flare droppers, 755 Kokutai)"),
    ("2A", "Attacker entry", "on turn 1: 1"),
    ("8F", "Attacker entry", "on turn 1: 1; each of the others once the one before it is gone"),
    ("2B", "Attacker entry", "on each of turns 1-2, 4-5, 7-8: 1"),
    ("1", "Defender forces", "1 Hurricane I (201, 87 Squadron RAF, Bibury)"),
    ("4G", "Defender forces", "1 Me110F-4 (201, Himmelbett guidance, III./NJG 1, Twente); "
     "2 Me110F-4 (202-203, Y guidance, III./NJG 1, Twente)"),
    ("4F", "Defender forces", "1 He219A-2 (201, experte, altitude advantage, I./NJG 1, Venlo)"),
    ("1", "Defender set-up", "any hex"),
    ("1B", "Defender set-up", "any hex; at least 6 hexes apart"),
    ("5", "Defender set-up", "rows 16 to 20; at least 4 columns apart"),
    ("2B", "Defender set-up", "201: the searchlight beacon; 202: rows 10 to 12"),
    ("3C", "Defender set-up", "201: in zone H; 202: in zone N"),
    ("9", "Defender set-up", "in zones H, K"),
    ("7", "Defender set-up", "rows 1 to 10"),
    ("1", "Search radar", "none"),
    ("2", "Search radar", "Freya, Würzburg"),
    ("1", "Searchlights", "none"),
    ("2D", "Searchlights", "K, N"),
    ("3", "Searchlights", "J-R"),
    ("4B", "Searchlights", "J-R, directed by radar"),
    ("5E", "Flare-lit zones", "G-L"),
    ("1", "Flak", "no"),
    ("1", "Sky", "full moon; moderate visibility; cloud below; normal altitude"),
    ("2", "Sky", "moon by die roll; visibility by die roll; cloud by die roll; normal altitude"),
    ("3B", "Sky", "moon by die roll; visibility by die roll, +2; no cloud; normal altitude"),
    ("4F", "Sky", "moon by die roll, +2; visibility by die roll; no cloud; high altitude"),
    ("8A", "Jamming", "search radar lightly; S-band AI radar lightly"),
    ("6", "Jamming", "search radar heavily; L-band AI radar heavily; searchlights not directed by radar"),
    ("1", "Victory", "Bombers shot down: 1 or more for a victory."),
    ("2", "Victory", "Bombers shot down: 1 or more for a victory. 2 for a decisive one."),
    ("9", "Victory", "Victory points of the raid: 11 or less for a victory. 6 for a decisive one."),
    ("7B", "Victory", "German fighters shot down: 2 or more for a victory. "
     "The player loses at once if a bomber is attacked."),
    ("6B", "All bombers carry", "Monica, Boozer"),
]  # fmt: skip


@rule("3.2a")
@pytest.mark.parametrize(("scenario", "heading", "text"), PRINTED)
def test_3_2a_a_line_of_the_sheet_says_what_is_printed(scenario: str, heading: str, text: str) -> None:
    assert words(scenario)[heading] == text


@rule("3.2a")
def test_3_2a_the_lines_come_in_the_order_of_the_book_and_empty_ones_are_left_out() -> None:
    told = [*words("1")]
    assert told[0] == "Background" and told[1:5] == ["Theatre", "Difficulty", "Chapters to read", "Length"], told
    assert told.index("Attacker forces") < told.index("Attacker entry") < told.index("Defender forces")
    assert not {"Jamming", "Flare-lit zones", "Victory points", "All bombers carry"} & {*told}
    printed = seen_by(new_session(scenario="4H"), "player").sheet
    assert "Background" not in dict(lines(printed, "en")) and "Special rules" not in dict(lines(printed, "en"))
    assert [*words("4H")][-1] == "Special rules"


def test_8_1_2_the_sheet_counts_the_chits_of_each_side_and_column() -> None:
    told = words("1")["Entry chits, columns 01 to 18"]
    for side in ("red", "yellow"):
        top = " ".join(str(sum(getattr(chit, side)[0] == column for chit in PACK.chits)) for column in range(1, 19))
        anywhere = " ".join(str(sum(column in getattr(chit, side) for chit in PACK.chits)) for column in range(1, 19))
        assert top in told and anywhere in told, side
    assert told.index("red") < told.index("; ") < told.index("yellow")


def test_1_1_1_what_has_to_be_read_is_told_exactly() -> None:
    taught = {info.id: info.rules_taught for info in registry.game("nightfighter").info(PACK).scenarios}
    assert (taught["2D"], taught["3B"], taught["6F"]) == ("1-18, 20", "1-18, 20", "1-24, 27.3")
    assert (taught["1"], taught["10"]) == ("1-11", "1-27")


@pytest.mark.parametrize("locale", ["en", "pl"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_sheet_can_be_put_in_words(scenario: str, locale: str) -> None:
    told = words(scenario, locale)
    assert len(told) >= 13 and all(told.values())
    for text in (*told, *told.values()):
        assert "nightfighter." not in text and not re.search(r"[{}]|\bNone\b|\bTrue\b", text), text


def test_the_page_is_sent_it_in_the_readers_language() -> None:
    for locale, heading in (("en", "Attacker entry"), ("pl", "Wejście atakującego")):
        game = next(game for game in about.games(locale) if game.name == "nightfighter")
        sent = {scenario.id: dict(scenario.sheet) for scenario in game.scenarios}  # type: ignore[arg-type]
        assert all(heading in each for each in sent.values())


def test_the_terminal_reads_it_out_from_either_side() -> None:
    told = {}
    for seat in ("player", "umpire"):
        other = "umpire" if seat == "player" else "player"
        setup = ["--scenario", "10", "--seed", "x", "--seat", f"{other}=random", "--seat", f"{seat}=person"]
        command = [sys.executable, "-m", "viermot.cli", "play", "nightfighter", *setup]
        run = subprocess.run(command, input="briefing\nquit\n\n", capture_output=True, text=True, timeout=120)
        told[seat] = " ".join(run.stdout.split())
        assert told[seat].count("Attacker entry: on each of turns 1-12: 3") == 2, run.stdout[-3000:] + run.stderr
        assert "All bombers carry: H2S" in told[seat] and "Yours:" not in told[seat]
    assert "You are the umpire: the attackers are yours." in told["umpire"]
    assert "You command the defender's nightfighters." in told["player"]


def test_programs_find_it_in_the_list_of_games() -> None:
    command = [sys.executable, "-m", "viermot.cli", "games", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = {game["name"]: game for game in json.loads(run.stdout)}
    by_id = {scenario["id"]: scenario for scenario in found["nightfighter"]["scenarios"]}
    assert by_id["1"]["details"]["sheet"]["entry"] == [{"role": "any", "count": 1, "turns": [1, 4, 7]}]
    assert by_id["6G"]["details"]["sheet"]["attackers_equipment"] == ["Monica"]


@rule("3.2h")
def test_3_2h_anybody_may_look_at_the_chits_in_the_cup() -> None:
    """The player's bot reckons with them; so can a person."""
    told = seen_by(new_session(scenario="1"), "player").sheet["chits"]
    assert told["number"] == 40 and sum(told["red"]["top"]) == 40 and sum(told["yellow"]["any"]) == 120
    assert told["red"]["any"][4] == sum(5 in chit.red for chit in PACK.chits)
    assert words("1")["Entry chits, columns 01 to 18"].startswith("red, on top: ")


# -- the player's bot ----------------------------------------------------------------------------------------------

# Pure Python plays the same games (tools/same_bytes.py).
interpreted = pytest.mark.skipif(is_compiled(), reason="a class here cannot inherit from a compiled one")


class NotOnTheSheet:
    """A table that fails whoever asks it for the schedule of the engine."""

    def __init__(self, true: Any) -> None:
        self._true = true

    def __getattr__(self, name: str) -> Any:
        assert name not in ("schedule", "last_entry"), f"a bot reads layout.{name}, which no person is shown"
        return getattr(self._true, name)


class PlayersEyes(NightView):
    """What a player's bot is given, with the engine's own schedule out of reach."""

    @property
    def layout(self) -> Any:
        return NotOnTheSheet(super().layout)


@interpreted
@pytest.mark.parametrize("scenario", ["1", "4B", "6F", "7", "9", "10"])
def test_3_2h_the_players_bot_reads_the_schedule_from_the_sheet(scenario: str) -> None:
    s = new_session(scenario=scenario, seed="bot")
    bot: Any = registry.game("nightfighter").bots("player")["standard"]()
    rng = viermot.kernel.dice.BotRng(b"x" * 32, "player", 0)
    for _ in range(120):
        if not s.pending:
            break
        decision = s.pending[0]
        if decision.seat == "player":
            code = bot.choose(PlayersEyes(s.state, "player"), decision, rng)  # type: ignore[arg-type]
            s.decide(decision.notation_of(code))
        else:
            s.decide(0)


@interpreted
def test_a_bot_that_has_another_sheet_expects_another_raid() -> None:
    s = new_session(scenario="1", seed="bot")

    class Doctored(NightView):
        def due(self) -> dict[int, list[tuple[str, int]]]:
            return {1: [("any", 3)]}

    expected = {}
    for eyes in (NightView, Doctored):
        while s.pending and s.perspective("player").to_json()["turn"] < 1:
            s.decide(0)
        plotting = PlottingTable()
        plotting.catch_up(eyes(s.state, "player"))  # type: ignore[arg-type]
        plotting.turn = 1
        plotting._enter()
        expected[eyes] = sum(plot.number for plot in plotting.plots)
    assert expected[Doctored] - expected[NightView] >= 2


# -- backgrounds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_3_2a_every_variant_has_a_background_of_its_own(variant: str) -> None:
    scenario = SCENARIOS[variant]
    for locale in ("en", "pl"):
        text = scenario.background[locale]
        others = [each.background[locale] for name, each in SCENARIOS.items() if name != variant]
        assert text not in others and len(text) > 100
    for word in ("Ruhr", "Truk", "Halifax", "Lancaster", "Wellington", "Hampden", "Stirling", "Whitley"):
        types = {group.type for group in (*scenario.attackers, *scenario.intruders, *scenario.defenders)}
        if word in scenario.background["en"] and word not in ("Ruhr", "Truk"):
            assert any(type_.startswith(word) for type_ in types), f"{variant} tells of a {word} it does not have"
        if word in ("Ruhr", "Truk"):
            assert word not in scenario.background["en"], f"{variant} is not at the {word}"


def test_sixty_variants_and_seventy_scenarios() -> None:
    assert (len(VARIANTS), len(SCENARIOS)) == (60, 70)


def test_a_sheet_read_before_the_chits_are_known_says_nothing_of_them() -> None:
    told = dict(lines(sheet(SCENARIOS["1"]), "en", told=False))
    assert "chits" not in told or not told["chits"]


ALONE = """
[[variant]]
id = "5Z"
title = { en = "Alone" }
defenders = [{ type = "Me110F-4", count = 1 }]
setup = { places = ["rows 16-20"], apart = 6, columns_apart = 4 }
status = "own"
"""


def test_nobody_is_told_to_keep_apart_from_himself(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/05.toml", ALONE)
    told = seen_by(new_session(scenario="5Z", pack=pack), "player").sheet
    assert dict(lines(told, "en", told=False))["Defender set-up"] == "rows 16 to 20"
