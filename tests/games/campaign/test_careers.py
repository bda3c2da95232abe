"""Whole careers: the contract of every game, saves in the air, undo, ironman, forks, bots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import viermot
from tests.games.campaign.support import career, data_of, in_the_air, kinds, land, night, reopen, shown
from viermot import IllegalOption
from viermot.games.campaign import GAME, UMPIRED
from viermot.games.campaign.faces.terminal import sortie_lines
from viermot.games.campaign.knowledge.flight import SortieSession, extract, flown_again, verdict
from viermot.kernel import registry, saves
from viermot.kernel.contract import Trial
from viermot.kernel.session import CannotUndo
from viermot.kernel.user_error import UserError
from viermot.sentences import sentence
from viermot.terminal.console import Console

FORMS = [
    ("pilot", {}), ("pilot", {"aircraft": "Ju88", "stops": "never"}), ("seasoned", {"months": 4}),
    ("seasoned", {"ironman": True, "months": 3}), ("staffel", {"months": 1}),
    ("staffel", {"umpire": True, "months": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "options"), FORMS, ids=lambda value: str(value))
@pytest.mark.parametrize("number", range(2))
def test_random_careers_keep_the_contract(scenario: str, options: dict[str, object], number: int) -> None:
    game = GAME.with_options(options)
    seats = {"umpire": "plain"} if number and options.get("umpire") else {}
    trial = Trial(game, scenario, f"career:{scenario}:{number}", options, seats)
    assert trial.run()["level"] in ("defeat", "draw", "minor_victory", "victory", "decisive_victory")


def test_seats_follow_from_the_umpire() -> None:
    assert registry.with_options("campaign", {"umpire": True}) is UMPIRED and UMPIRED.seats == ("player", "umpire")
    assert registry.with_options("campaign", {}).seats == ("player",)
    with pytest.raises(UserError):
        viermot.new_game("campaign", "pilot", seats={"umpire": "random"})


def test_bots_play_whole_careers_fast() -> None:
    s = viermot.new_game("campaign", "staffel", {"stops": "never", "months": 2}, "bots", {"player": "standard"})
    assert s.result is not None and s.result["weeks"] == 8


def test_a_career_in_the_air_is_saved_loaded_and_goes_on_alike(tmp_path: Path) -> None:
    s = viermot.new_game("campaign", "seasoned", {"stops": "every"}, "air")
    while shown(s)["sortie"] is None:
        s.decide("week")
    for _ in range(4):
        s.decide(0)
    s.save(tmp_path / "career.json")
    again = viermot.load(tmp_path / "career.json")
    assert again.head == s.head and again.pending[0].prompt() == s.pending[0].prompt()
    for session in (s, again):
        land(session)
    assert again.head == s.head and shown(again) == shown(s)
    s.save(tmp_path / "later.json")
    assert viermot.verify(tmp_path / "later.json", s.head).fair


def test_a_die_of_a_sortie_that_was_altered_is_found(tmp_path: Path) -> None:
    s = viermot.new_game("campaign", "seasoned", {"stops": "every"}, "air", {"player": None})
    while shown(s)["sortie"] is None:
        s.decide("week")
    land(s)
    s.save(tmp_path / "career.json")
    raw = json.loads((tmp_path / "career.json").read_text())
    roll = next(roll for line in raw["log"] for roll in line[4] if "/" in roll[0] and roll[1] == 6)
    roll[2][0] = roll[2][0] % 6 + 1
    (tmp_path / "altered.json").write_text(json.dumps(raw))
    assert not viermot.verify(tmp_path / "altered.json").fair


# -- a sortie as a game of its own -----------------------------------------------------------------------------


def flown(seed: str) -> viermot.Session:
    """A career with a finished sortie, some of whose decisions were taken back in between."""
    s = viermot.new_game("campaign", "seasoned", {"stops": "every"}, seed)
    while shown(s)["sortie"] is None:
        s.decide("week")
    flight = SortieSession(s)
    flight.decide("1020 N")
    while flight.pending[0].kind != "path":
        flight.decide(0)
    flight.decide(0)
    flight.undo("player")
    flight.decide(1)
    land(s)
    assert any(entry.what == "undo" for entry in s.record)
    return s


def test_a_finished_sortie_can_stand_alone_and_is_fair(tmp_path: Path) -> None:
    s = flown("alone")
    sortie = extract(s, 1)
    assert sortie.module.name == "solitaire" and sortie.result is not None
    record = shown(s)["sorties"][0]
    assert (sortie.result["kills"], sortie.result["turns"]) == (record["kills"], record["turns"])
    told = [event.kind for event in sortie.events("player")]
    assert told == [event.data["what"] for event in s.events("player") if event.kind == "flight"]
    sortie.save(tmp_path / "sortie.json")
    verdict = viermot.verify(tmp_path / "sortie.json")
    assert verdict.fair, verdict.problems


def test_what_cannot_stand_alone_says_so() -> None:
    s = flown("alone")
    with pytest.raises(UserError, match="no finished sortie 9"):
        extract(s, 9)
    with pytest.raises(UserError, match="no finished sortie 1"):
        extract(in_the_air(), 1)
    staffel = night({"sector": [1]}, {"cards": [20]})  # a standby waits in the box
    land(staffel)
    with pytest.raises(UserError, match="cannot stand alone"):
        extract(staffel, 1)


def test_the_table_of_a_sortie_decides_through_the_career() -> None:
    s = in_the_air()
    flight = SortieSession(s)
    asked = flight.pending[0]
    assert (asked.kind, asked.rule, flight.module.name) == ("place_fighter", "3.2c", "solitaire")
    assert asked.prompt() == s.pending[0].prompt() and asked.prompt("pl") == s.pending[0].prompt("pl")
    with pytest.raises(IllegalOption):
        flight.decide("0101 N")
    before = len(s.record)
    flight.decide("1020 S", "player", asked.number)
    assert len(s.record) == before + 1 and s.record[-1].choice == "1020 S"
    assert flight.result is None and flight.revealed_key() is None
    flight.fly_home("player")
    assert flight.over and flight.result is not None and flight.pending == ()
    assert flight.revealed_key() == flight.key.hex()


def test_a_sortie_flown_again_after_an_undo_has_new_dice() -> None:
    s = viermot.new_game("campaign", "seasoned", {"stops": "every"}, "air")
    while shown(s)["sortie"] is None:
        s.decide("week")
    s.decide("1020 S")
    first = data_of(s)["prefix"]
    weeks = shown(s)["week"]
    if weeks > 1:
        s.undo("player", to=0)
        while shown(s)["sortie"] is None and s.result is None:
            s.decide("week")
        assert data_of(s)["prefix"] != first


def test_undo_in_the_air_ends_where_something_was_learned() -> None:
    s = in_the_air()
    flight = SortieSession(s)
    s.decide("1020 S")
    while flight.pending[0].kind != "path":
        s.decide(0)
    before = shown(s)["sortie"]
    s.decide(0)
    assert shown(s)["sortie"] != before and s.why_not_undo("player") is None
    s.undo("player")
    assert shown(s)["sortie"] == before
    s.decide(0)
    while shown(s)["sortie"] and s.why_not_undo("player") is None:
        s.decide(0)
    with pytest.raises(CannotUndo):
        s.undo("player")


def test_ironman_takes_nothing_back() -> None:
    s = in_the_air(ironman=True)
    s.decide("1020 S")
    for to in (None, 0):
        with pytest.raises(CannotUndo, match="ironman"):
            s.undo("player", to)
    assert shown(s)["ironman"]


def test_a_fork_has_dice_of_its_own() -> None:
    s = in_the_air()
    first, second = s.fork(seed="1"), s.fork(seed="2")
    for fork in (first, second):
        land(fork)
    rolls = [[roll for entry in fork.record for roll in entry.dice if "/" in roll[0]] for fork in (first, second)]
    assert rolls[0] != rolls[1] and shown(s)["sortie"]["turn"] == 0


def test_the_umpire_keeps_the_secrets_of_a_sortie() -> None:
    s = night({"sector": [1]}, {"cards": [20]}, umpire=True)
    player, umpire = (s.perspective(seat).to_json()["sortie"] for seat in ("player", "umpire"))
    assert "umpire" in umpire and "umpire" not in player
    for _ in range(6):
        if s.pending and shown(s)["sortie"]:
            s.decide(0)
    secret = {e.data["what"] for e in s.events("umpire") if e.kind == "flight"}
    open_ = {e.data["what"] for e in s.events("player") if e.kind == "flight"}
    assert open_ < secret


def test_positions_round_trip_and_bad_ones_are_refused() -> None:
    s = in_the_air()
    assert viermot.new_game("campaign", position=s.position()).position() == s.position()
    for text in ('game = "whist"\n', "game = campaign\n", 'game = "campaign"\nscenario = "pilot"\n'):
        with pytest.raises(UserError):
            viermot.new_game("campaign", position=text)


@pytest.mark.parametrize(
    "options",
    [{"months": 0}, {"months": 13}, {"months": "x"}, {"aircraft": "Fw190"}, {"stops": "often"}, {"ironman": "yes"},
     {"pilot": ""}, {"pilot": "x" * 50}, {"pilot": 4}, {"umpire": True}, {"cheats": True}],
)  # fmt: skip
def test_odd_options_are_refused_in_a_sentence(options: dict[str, object]) -> None:
    for locale in ("en", "pl"):
        with pytest.raises(UserError) as refused:
            viermot.new_game("campaign", "pilot", options)
        said = refused.value.text(locale)
        assert "{" not in said and "[campaign" not in said


def test_a_snapshot_of_a_career_in_the_air() -> None:
    from viermot.kernel import snapshots

    s = viermot.new_game("campaign", "seasoned", {"stops": "every"}, "air")
    while shown(s)["sortie"] is None:
        s.decide("week")
    s.decide(0)
    data = json.loads(json.dumps(snapshots.take(s)))
    saved = saves.parse(json.loads(saves.dump(s)), "x")
    twin = saves.restore(saved)
    empty = s.module.start(s.pack, "seasoned", s.setup.options, None)
    fresh = viermot.Session(s.module, s.pack, s.setup, s.key, empty, None, {})
    snapshots.restore(fresh, twin.record, data)
    assert fresh.state_hash == s.state_hash
    assert [e.kind for e in fresh.events("player")] == [e.kind for e in s.events("player")]


def test_names_can_be_chosen() -> None:
    s = career(dice={"flying": [1, 1, 1]}, pilot="Lt. Jan Nowak", operator="Uffz. Anna Test")
    crew = shown(s)["crews"][0]
    assert (crew["pilot"], crew["operator"]) == ("Lt. Jan Nowak", "Uffz. Anna Test")
    assert "joins" in kinds(s)


def test_a_short_war_ends_early() -> None:
    s = reopen(career(dice={"flying": [1, 1, 1]}, months=1), dice={"flying": [1] * 4}, week=3)
    s.decide("week")
    assert s.result is not None and s.result["reason"] == "end of the campaign"


def test_every_sortie_can_be_looked_at_again_after_loading(tmp_path: Path) -> None:
    """Also those that cannot stand alone; each ends as the book says it did."""
    for scenario, months in (("seasoned", 1), ("staffel", 1)):
        options = {"stops": "never", "months": months}
        viermot.new_game("campaign", scenario, options, "f", {"player": "standard"}).save(tmp_path / "career.json")
        s = viermot.load(tmp_path / "career.json")
        tended = 0
        for told in shown(s)["sorties"]:
            lines = flown_again(s, told["number"])
            landed = lines[-1][1]
            view = s.module.perspective(landed, "player").sortie()  # type: ignore[attr-defined]
            assert len(lines) > 10 and view.to_json()["turn"] == told["turns"]
            kinds = [event.kind for event in view.events()]
            assert kinds[-1] == "game_over" and kinds.count("shot_down") == told["kills"]
            assert all("{" not in sentence(view, event, "pl") for event in view.events())
            assert all("{" not in line for line in sortie_lines(s, told["number"], "player", Console()))
            assert verdict(s, told["number"]).fair
            tended += landed.tended
        assert bool(tended) == (scenario == "staffel"), "a Staffel's standbys come into its sorties"


def test_a_sortie_with_a_new_key_in_it_stands_alone(tmp_path: Path) -> None:
    career = viermot.new_game("campaign", scenario="pilot", seed="rekey")
    while "sortie" not in career.limits:
        career.hand_over("player", "standard", "question")
    for _ in range(4):
        career.hand_over("player", "standard", "question")
    assert "sortie" in career.limits
    career.rekey()
    career.hand_over("player", "standard", "sortie")
    alone = extract(career, 1)
    assert len(alone.keys) == 2 and verdict(career, 1).fair
