"""The command line as people use it: what it prints, its exit codes, and that no traceback is ever seen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import viermot
from viermot.cli import main
from viermot.commands.auto import Order, played_games, save_game
from viermot.lab.games import Fixture

CUPS = ("umpire:chit", "umpire:number", "umpire:counter", "umpire:marker")  # drawn from, not rolled
CIRCLING = "0910 S\n" + "FRFR\n2\n" * 400  # fly round in circles, look round, keep what is seen, attack it


def run(*words: str | Path, feed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "viermot.cli", *map(str, words)]
    done = subprocess.run(command, input=feed, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    assert done.returncode in (0, 1, 2)
    return done


def here(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    """The same without a process of its own, for what is tried many times: exit code, output, errors."""
    try:
        code = main([str(word) for word in words])
    except SystemExit as left:  # argparse has its own way of leaving
        code = int(str(left.code))
    told = capsys.readouterr()
    return code, told.out, told.err


# -- playing -----------------------------------------------------------------------------------------------


def test_a_whole_game_of_scenario_1_through_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = run("play", "nightfighter", "--scenario", "1", "--seed", "pipe", "--save", file, feed=CIRCLING)
    assert done.returncode == 0 and "The game is over" in done.stdout
    assert "\x1b" not in done.stdout, "no colours into a pipe"
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if str(file) not in line)
    assert not [line for line in done.stdout.splitlines() if "{" in line or "[nightfighter" in line]
    assert f"viermot verify {file}" in " ".join(done.stdout.split())
    assert run("verify", file).returncode == 0
    assert viermot.load(file).result is not None


def test_end_of_input_leaves_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = run(
        "play",
        "nightfighter",
        "--scenario",
        "1",
        "--seed",
        "x",
        "--ask-everything",
        "--save",
        file,
        feed="0910 S\nFF\n",
    )
    assert first.returncode == 0 and f"viermot play {file}" in " ".join(first.stdout.split())
    second = run("play", file, feed="roll\nquit\n")
    assert second.returncode == 0 and "look round" in second.stdout
    assert len(viermot.load(file).record) > 3
    assert run("play", "nightfighter", "--scenario", "1", feed="").returncode == 0


def test_a_save_is_never_overwritten_by_a_new_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("mine")
    done = run("play", "nightfighter", "--scenario", "1", "--save", file, feed="")
    assert done.returncode == 2 and "already exists" in done.stderr and file.read_text() == "mine"


def test_without_a_game_the_lobby_opens_and_asks_for_everything() -> None:
    done = run("play", feed="nightfighter\n? 4B\n4\nB\n28.4\npilots.201=experte\npilots.999=green\n\nperson\nrandom\n")
    assert done.returncode == 0
    for told in ("Cat's Eye", "Henaja", "28.4 is set.", "There is no fighter 999", "Scenario 4B", "1020 N"):
        assert told in done.stdout, told
    assert "experte" in done.stdout


def test_leaving_the_lobby_is_no_error() -> None:
    assert run("play", feed="quit\n").returncode == 0
    assert run("play", feed="").returncode == 0


def test_a_game_may_start_from_a_position(tmp_path: Path) -> None:
    position = tmp_path / "p.toml"
    position.write_text(
        'scenario = "4B"\nturn = 3\nphase = 9\n[[fighter]]\nid = 201\nat = "1010 S"\ntally = 113\n'
        '[[attacker]]\nid = 113\nat = "1010 S"\n'
    )
    done = run("play", "nightfighter", "--position", position, feed="odds\nwhy not oblique\nrule 17.4\nlog\nguns\n")
    assert "attack, and with what?" in done.stdout and "Firepower +4" in done.stdout and "[20.0a]" in done.stdout


def test_options_and_seats_are_taken_from_flags() -> None:
    flags = ("--option", "pilots.201=green", "--option", "28.4", "--seat", "umpire=random", "--seed", "f")
    done = run("play", "nightfighter", "--scenario", "4B", *flags, feed="1\nstatus\n")
    assert "green pilot" in done.stdout and "Optional rule 28.4 (attack positions) is in use" in done.stdout


# -- bots --------------------------------------------------------------------------------------------------


def test_auto_prints_one_object_a_game() -> None:
    done = run("auto", "nightfighter", "--scenario", "3", "--games", "5", "--seed", "a", "--jobs", "2", "--json")
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(games) == 5 and [game["seed"] for game in games] == [f"a/{n}" for n in range(5)]
    for game in games:
        assert list(game) == ["game", "scenario", "seed", "seats", "decisions", "rolls", "result"]
        assert game["game"] == "nightfighter" and game["scenario"] == "3" and set(game["seats"]) == {"player", "umpire"}
        assert {"level", "reason", "kills", "losses", "vp"} <= set(game["result"])
    again = run("auto", "nightfighter", "--scenario", "3", "--games", "5", "--seed", "a", "--json")
    assert again.stdout == done.stdout, "the same on one process as on two"


@pytest.mark.parametrize("scenario", ["1", "4B", "6", "10"])
def test_a_game_played_out_is_the_game_a_session_plays(scenario: str, tmp_path: Path) -> None:
    bots = next(game for game in viermot.list_games() if game.name == "nightfighter").bots
    for index, (player, umpire) in enumerate([("random", "random"), (bots["player"][-1], bots["umpire"][-1])]):
        order = Order(Fixture("nightfighter", scenario, {"player": player, "umpire": umpire}), f"same {player}")
        (played,) = played_games(order, 1, 1)
        file = tmp_path / f"{index}.json"
        save_game(order, 0, file)
        session = viermot.load(file)
        assert session.result == played["result"]
        assert sum(entry.what == "decide" for entry in session.record) == played["decisions"]
        thrown = [stream for entry in session.record for stream, _, _ in entry.dice if stream not in CUPS]
        assert len(thrown) == played["rolls"]


def test_auto_saves_games_and_sums_them_up(tmp_path: Path) -> None:
    done = run("auto", "nightfighter", "--games", "2", "--seed", "s", "--save", tmp_path / "g.json")
    assert done.returncode == 0 and "2 games of scenario 1" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g-0.json", "g-1.json"]


@pytest.mark.parametrize("company", ["cooperative", "competitive"])
def test_auto_plays_in_company_and_from_a_position_of_it(company: str, tmp_path: Path) -> None:
    options = ("--option", f"10.1={company}", "--option", "pilots=3", "--seed", "c", "--json")
    game = json.loads(run("auto", "interceptor", "--seat", "pilot2=reference", *options).stdout)
    assert game["seats"] == {"pilot1": "standard", "pilot2": "reference", "pilot3": "standard"}
    assert len(game["result"]["pilots"]) == 3
    session = viermot.new_game("interceptor", "2", {"10.1": company}, "c")
    file = tmp_path / "company.toml"
    file.write_text(session.module.write_position(session.state), encoding="utf-8")
    placed = json.loads(run("auto", "interceptor", "--position", file, "--json").stdout)
    assert set(placed["seats"]) == {"pilot1", "pilot2"} and len(placed["result"]["pilots"]) == 2


# -- files -------------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    order = Order(Fixture("nightfighter", "1", {"player": "random", "umpire": "random"}), "saved")
    save_game(order, 0, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_verify_says_yes_with_the_right_head_and_no_with_another(saved: Path) -> None:
    head = json.loads(run("verify", saved, "--json").stdout)["head"]
    assert run("verify", saved, "--head", head).returncode == 0
    assert run("verify", saved, "--head", "00" * 32).returncode == 1


def test_verify_finds_a_tampered_die(saved: Path) -> None:
    game = json.loads(saved.read_text())
    roll = next(entry[4][0] for entry in game["log"] if entry[4])
    roll[2][0] = roll[2][0] % 6 + 1
    saved.write_text(json.dumps(game))
    done = run("verify", saved)
    assert done.returncode == 1 and "changed" in done.stdout
    assert json.loads(run("verify", saved, "--json").stdout)["fair"] is False
    assert run("replay", saved).returncode == 1


@pytest.mark.parametrize("content", [b"", b"not json", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"viermot": "save"}'])
@pytest.mark.parametrize("command", ["verify", "replay", "position", "play"])
def test_a_damaged_file_gets_one_sentence(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    code, _, errors = here(capsys, command, file)
    assert code == 1 and len(errors.strip().splitlines()) == 1 and "bad.json" in errors
    assert file.read_bytes() == content


def test_replay_as_a_seat_and_as_json(saved: Path) -> None:
    as_player, as_umpire = (run("replay", saved, "--as", seat).stdout for seat in ("player", "umpire"))
    assert "Chit" in as_umpire and "Chit" not in as_player and "[10.1a" in as_player
    head, *events = [json.loads(line) for line in run("replay", saved, "--as", "player", "--json").stdout.splitlines()]
    assert (head["viermot"], head["seat"], head["scenario"]) == ("replay", "player", "1")
    assert [event["number"] for event in events] == list(range(len(events)))
    assert all(event["text"] and "{" not in event["text"] for event in events)


@pytest.mark.parametrize(
    ("locale", "seat", "told"),
    [("en", "player", "As the player knew it"), ("pl", "player", "jak to widzi gracz"),
     ("pl", "umpire", "jak to widzi sędzia"), ("pl", "public", "jak to widzi publiczność")],
)  # fmt: skip
def test_replay_names_the_seat_in_the_readers_language(saved: Path, locale: str, seat: str, told: str) -> None:
    assert told in run("replay", saved, "--as", seat, "--locale", locale).stdout.splitlines()[0]


def test_position_prints_what_can_be_loaded_again(tmp_path: Path) -> None:
    session = viermot.new_game("nightfighter", scenario="4B", seed="p", seats={"umpire": "random"})
    session.decide("1020 N")
    session.save(tmp_path / "running.json")
    text = run("position", tmp_path / "running.json").stdout
    assert viermot.new_game("nightfighter", position=text).position() == text


# -- looking things up -------------------------------------------------------------------------------------


def test_games_lists_scenarios_with_what_they_teach() -> None:
    told = run("games").stdout
    assert "Cat's Eye" in told and "1-11" in told and "28.4" in told
    listed = json.loads(run("games", "--json").stdout)
    about = next(game for game in listed if game["name"] == "nightfighter")
    assert about["scenarios"][0]["rules_taught"] == "1-11"


def test_rules_gives_a_rule_a_family_or_all() -> None:
    assert "17.4.3b" in run("rules", "nightfighter", "17.4.3b").stdout
    assert run("rules", "nightfighter", "17.4").stdout.count("17.4") > 5
    assert len(run("rules", "nightfighter").stdout.splitlines()) > 200
    assert json.loads(run("rules", "nightfighter", "10.0", "--json").stdout)["id"] == "10.0"
    unknown = run("rules", "nightfighter", "17.9z")
    assert unknown.returncode == 2 and "near it are" in unknown.stderr


def test_data_can_be_listed_exported_edited_and_checked(tmp_path: Path) -> None:
    assert "reconstructed" in run("data", "list", "nightfighter").stdout
    assert run("data", "check", "nightfighter").returncode == 0
    pack = tmp_path / "pack"
    assert run("data", "export", "nightfighter", pack).returncode == 0
    chart = pack / "fighters.toml"
    printed = chart.read_text(encoding="utf-8")
    chart.write_text(printed.replace("damage = 3", "damage = 12", 1), encoding="utf-8")
    odd = run("data", "check", "nightfighter", "--pack", pack)
    assert odd.returncode == 1 and "damage 12 is not 1 to 9." in odd.stdout
    polish = run("data", "check", "nightfighter", "--pack", pack, "--locale", "pl")
    assert polish.returncode == 1 and "wytrzymałość 12 nie mieści się między 1 a 9." in polish.stdout
    chart.write_text(printed.replace("damage = 3", "damage = 'three'", 1), encoding="utf-8")
    bad = run("data", "check", "nightfighter", "--pack", pack)
    assert bad.returncode == 1 and "fighters.toml" in bad.stdout
    assert "fighters.toml" in run("play", "nightfighter", "--pack", pack).stderr
    assert run("data", "export", "nightfighter", pack).returncode == 2, "nothing is overwritten"


def test_the_fuzzer_reports_what_it_played(tmp_path: Path) -> None:
    words = ("fuzz", "nightfighter", "--scenario", "1", "--games", "2", "--out", tmp_path / "out", "--json")
    report = json.loads(run(*words).stdout)
    assert report["games"] == 2 and report["ok"] is True


@pytest.mark.parametrize("company", ["cooperative", "competitive"])
def test_fuzz_plays_with_the_options_asked_for(company: str, tmp_path: Path) -> None:
    words = ("fuzz", "interceptor", "--option", f"10.1={company}", "--games", "6", "--out", tmp_path / "out", "--json")
    report = json.loads(run(*words).stdout)
    assert report["ok"] is True and report["games"] == 6
    assert all(ending.startswith("the year is over") for ending in report["endings"]), "no pilot flew alone"


# -- bad usage ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["whist"], ["play", "whist"], ["auto"], ["auto", "whist"], ["auto", "nightfighter", "--scenario", "99"],
        ["auto", "nightfighter", "--games", "0"], ["auto", "nightfighter", "--games", "many"],
        ["auto", "nightfighter", "--seat", "umpire"], ["auto", "nightfighter", "--seat", "umpire=god"],
        ["auto", "nightfighter", "--seat", "navigator=random"], ["auto", "nightfighter", "--option", "28.9"],
        ["auto", "nightfighter", "--option", "=x"], ["auto", "nightfighter", "--option", "28.4=perhaps"],
        ["auto", "nightfighter", "--position", "/no/such/file"], ["auto", "nightfighter", "--pack", "/no/such/dir"],
        ["play", "nightfighter", "--scenario", "1", "--option", "pilots.201=god"], ["verify", "/no/such/file"],
        ["replay", "/no/such/file"], ["position", "/"], ["rules", "whist"], ["data", "list", "whist"], ["data", "eat"],
        ["data", "export", "nightfighter"], ["engine", "whist"], ["fuzz", "whist"], ["--nonsense"],
        ["fuzz", "interceptor", "--option", "10.1=sideways"],
        ["fuzz", "nightfighter", "--jobs", "-1"], ["auto", "nightfighter", "--save", "/no/such/dir/g.json"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_bad_usage_is_explained_and_exits_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = here(capsys, *words)
    assert code == 2 and output == ""
    told = [line for line in errors.splitlines() if line.startswith("viermot")]
    assert told and not [line for line in told if "{" in line or "[error." in line or "[option." in line]


def test_a_closed_pipe_is_no_error() -> None:
    command = f"'{sys.executable}' -m viermot.cli rules nightfighter | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and done.stderr == "" and len(done.stdout.splitlines()) == 1


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "viermot", "games"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout == run("games").stdout
