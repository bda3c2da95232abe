"""Nightfighter's components: what the box holds, how variants resolve, and what a bad pack is told."""

import copy
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.rules import rule
from viermot.games.nightfighter import GAME, components
from viermot.games.nightfighter.components import (
    Components,
    Defender,
    Entry,
    Place,
    attacker_id,
    fighter_id,
    load,
    month,
    parse_mp,
    parse_radar_string,
    radar_string,
)
from viermot.kernel import packs
from viermot.kernel.packs import PackError

BOOK = {
    1: "ABCD",
    2: "ABCD",
    3: "ABCDE",
    4: "ABCDEFGHIJK",
    5: "ABCDEF",
    6: "ABCDEFGH",
    7: "ABCD",
    8: "ABCDEFG",
}
BOOK |= {9: "ABCDE", 10: "ABCDEF"}


@pytest.fixture(scope="module")
def box() -> Components:
    return load()


def own(folder: Path, file: str, text: str) -> Components:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return load(folder)


# --- values written as text


def test_months_in_both_notations() -> None:
    assert month("May 1942") == month("30 May 1942") == month("05/42") == month("5/42") == 1942 * 12 + 4
    for wrong in ("1942", "13/42", "0/42", "Mai 1942", "May 42"):
        with pytest.raises(ValueError, match="is not a month"):
            month(wrong)


def test_mp_with_and_without_a_star() -> None:
    assert (parse_mp("3*").base, parse_mp("3*").star) == (3, True)
    assert (parse_mp(4).base, parse_mp(4).star) == (4, False)
    assert str(parse_mp("4*")) == "4*"
    for wrong in ("0", "*", "3**", "-1", ""):
        with pytest.raises(ValueError, match="is not MP"):
            parse_mp(wrong)


def test_N11_a_radar_is_read_from_a_line_of_the_chart() -> None:
    radar = parse_radar_string("2 Narrow (0) L-band")
    assert (radar.range, radar.arc, radar.modifier, radar.band, radar.resistant) == (
        2,
        "narrow",
        0,
        "L",
        False,
    )
    radar = parse_radar_string("8 Hemi (+1) S-band ¶")
    assert (radar.range, radar.arc, radar.modifier, radar.band, radar.resistant) == (8, "hemi", 1, "S", True)
    assert parse_radar_string("2 Hemi (−2) L-band").modifier == parse_radar_string("2 Hemi (-2) L-band").modifier
    with pytest.raises(ValueError, match="is not a radar"):
        parse_radar_string("2 Narrow L-band")


def test_radar_strings_of_the_charts_round_trip(box: Components) -> None:
    assert radar_string(box.ai_radars["AI Mk X"]) == "8 Hemi (+1) S-band ¶"
    assert radar_string(box.ai_radars["AI Mk IV"]) == "2 Hemi (-2) L-band"
    for radar in box.ai_radars.values():
        assert radar_string(parse_radar_string(radar_string(radar))) == radar_string(radar)


# --- charts


def test_everything_is_in_the_box(box: Components) -> None:
    assert (len(box.fighters), len(box.bombers), len(box.ai_radars), len(box.search_radars)) == (
        41,
        27,
        16,
        10,
    )
    assert list(box.scenarios) == [f"{n}{letter}" for n, letters in BOOK.items() for letter in ("", *letters)]
    assert set(box.history.aircraft) == {*box.fighters, *box.bombers}
    assert set(box.history.radars) == {*box.ai_radars, *box.search_radars}


def test_the_built_in_components_make_sense(box: Components) -> None:
    assert components.check(box) == []


def test_loading_is_quick_and_done_once() -> None:
    assert load() is load()
    fastest = 9.0
    for _ in range(3):
        start = time.process_time()  # its own time: neither a busy machine nor tracing for coverage may fail the test
        components.build(packs.read(components.DATA))
        fastest = min(fastest, time.process_time() - start)
    assert fastest < 0.5  # 45 ms on a quiet machine


def test_the_best_known_lines_of_the_charts(box: Components) -> None:
    do215, lancaster = box.fighters["Do215B-5"], box.bombers["Lancaster I/III"]
    assert (str(do215.mp), do215.fp, do215.damage, do215.view, do215.minimum_mp) == ("3*", 4, 3, True, 2)
    assert (do215.oblique, do215.oblique_standard) == (3, False)
    assert (str(lancaster.mp), lancaster.fp, lancaster.damage, lancaster.four_engined) == ("3", 2, 4, True)
    assert box.fighters["Me262A-1a"].minimum_mp == box.fighters["Me262B-1a/U1"].minimum_mp == 5
    assert box.fighters["Ta154A"].rear_view_own_rule and not box.fighters["Ta154A"].view
    assert (box.fighters["Defiant I"].fp, box.fighters["Defiant I"].oblique_standard) == (None, True)
    assert not box.bombers["V-1"].responds


def test_the_radar_of_a_fighter_goes_by_the_month(box: Components) -> None:
    do215, heinkel = box.fighters["Do215B-5"], box.fighters["He219A-2"]
    assert (do215.ai_in(month("7/41")), do215.ai_in(month("8/41"))) == (None, "Lichtenstein BC")
    found = [heinkel.ai_in(month(when)) for when in ("8/43", "9/43", "4/44", "5/44")]
    assert found == ["Lichtenstein BC", "SN-2b", "SN-2b", "SN-2c"]
    assert box.fighters["Hurricane I"].ai_in(month("9/40")) is None


def test_equipment_and_its_effects(box: Components) -> None:
    def effects(name: str) -> dict[str, object]:
        return {item.name: dict(item.effects) for item in box.fighters[name].equipment}

    assert effects("Ju88G-1/G-6")["Berlin N1A"] == {"ai": "Berlin N1A", "mp": "4*"}
    assert effects("P-61A")["turret"] == {"fp": 6, "defence": 2, "oblique": 2}
    assert effects("Firefly NF.I")["observer"] == {"ai_modifier": -1}
    assert effects("Mosquito NF.30")["Perfectos"] == {"search": "serrate"}
    monica = box.bombers["Lancaster I/III"].equipment[1]
    assert (monica.name, monica.grade, monica.since, monica.until) == (
        "Monica",
        "Upg",
        month("3/43"),
        month("9/44"),
    )


def test_which_fighters_are_blinded_by_their_own_guns(box: Components) -> None:
    flashing = {name: kind.gunflash_until for name, kind in box.fighters.items() if kind.gunflash}
    assert flashing == {"Me110E-4": None, "Me110F-4": month("11/42")}


def test_counter_ids_end_in_the_tally_number(box: Components) -> None:
    ids = [attacker_id(n) for n in range(66)]
    assert ids[:8] == [101, 102, 103, 104, 105, 106, 111, 112]
    assert ids[59:62] == [196, 301, 302]
    assert [fighter_id(n) for n in (0, 5, 6)] == [201, 206, 211]
    assert {number % 10 for number in ids} == {1, 2, 3, 4, 5, 6}


def test_each_type_has_as_many_counters_as_the_box(box: Components) -> None:
    names = ("Lancaster I/III", "Halifax III", "G4M1", "Whitley V", "Ju88C-6", "Mosquito NF.XVII/NF.XIX")
    assert [box.counters_of(name) for name in names] == [48, 36, 12, 6, 6, 6]
    with pytest.raises(ValueError, match="there is no aircraft called 'Zeppelin'"):
        box.counters_of("Zeppelin")


# --- map and chits


def test_the_map_is_as_printed(box: Components) -> None:
    m = box.map
    assert (m.columns, m.rows, m.beacon) == (18, 27, "1020")
    assert "".join(m.zones) == "ABCDEFGHIJKLMNOPQR"
    assert m.box_hexes == ("1811", "1812", "1813", "1814", "1815", "1816")
    assert m.scatter == {2: -1, 3: -2, 4: 3, 5: 2, 6: 1}
    assert m.corkscrew == {1: -2, 2: -2, 3: 0, 4: 0, 5: 2, 6: 2}
    assert m.tail_warning == (1, 2)
    assert (m.flare_entries[0], m.flare_entries[17]) == (("0115", "SE"), ("1814", "SW"))


@pytest.mark.parametrize(
    ("zone", "hexes"),
    [
        ("K", "1015 1018 1115 0816 0915 0917"),
        ("J", "0315"),
        ("L", "1315 1515 1518"),
        ("N", "1021 1220 0819 0822"),
        ("O", "1421"),
        ("Q", "1223 0826"),
        ("R", "1324"),
        (None, "1327 1001 1002 1027"),
    ],
)
def test_zones_hold_the_hexes_the_examples_name(box: Components, zone: str | None, hexes: str) -> None:
    for place in hexes.split():
        assert box.map.zone_of(int(place[:2]), int(place[2:])) == zone


def test_the_chits_are_as_printed(box: Components) -> None:
    assert [chit.id for chit in box.chits] == list(range(1, 41))
    assert (box.chits[0].red, box.chits[0].yellow) == ((7, 15, 1), (12, 9, 6))
    assert {number for chit in box.chits for number in (*chit.red, *chit.yellow)} == set(range(1, 19))
    assert sum(any(7 <= n <= 12 for n in chit.red) for chit in box.chits) == 38
    assert sum(any(7 <= n <= 12 for n in chit.yellow) for chit in box.chits) == 37


# --- scenarios


@rule("1.1.1")
def test_1_1_1_scenarios_teach_the_chapters_in_order(box: Components) -> None:
    last = [max(int(rule) for rule in box.scenarios[str(n)].rules) for n in range(1, 11)]
    assert last == [11, 13, 18, 21, 22, 24, 24, 25, 26, 27]
    assert {"20"} == box.scenarios["3B"].rules - box.scenarios["3"].rules
    assert {"27.3"} == box.scenarios["6F"].rules - box.scenarios["6"].rules
    assert not any("28" in scenario.rules for scenario in box.scenarios.values())


def test_4B_is_as_the_worked_example_says(box: Components) -> None:
    s = box.scenarios["4B"]
    assert (s.parent, s.title["en"], s.date, s.month) == ("4", "Henaja", "May 1942", month("05/42"))
    assert s.entry == (Entry(1, 1), Entry(3, 1), Entry(6, 1))
    assert [(line.type, line.count, line.pilot) for line in s.defenders] == [("Do215B-5", 1, "normal")]
    assert (s.radar, "".join(s.zones), s.directed, s.flak) == (
        ("Freya", "Würzburg"),
        "JKLMNOPQR",
        True,
        False,
    )
    assert (s.moon, s.visibility, s.cloud, s.moon_mod) == ("random", "random", "none", 2)
    assert (s.victory.score, s.victory.win, s.victory.decisive) == ("kills", 1, None)
    assert s.omit == {4} and s.end_turn == 20 and s.setup == (Place("beacon"),)
    assert s.pinned["entry"] == "E: S-ex" and s.status == "reconstructed"


def test_a_variant_replaces_keys_and_keeps_the_rest(box: Components) -> None:
    s, main = box.scenarios["5A"], box.scenarios["5"]
    assert (s.cloud, s.victory.win, s.victory.decisive, s.victory.score) == ("cloudy", 2, 4, "kills - losses")
    assert (s.attackers, s.defenders, s.theatre) == (main.attackers, main.defenders, main.theatre)
    assert s.special["en"].startswith(main.special["en"])
    assert len(s.special["en"]) > len(main.special["en"])


def test_a_special_rule_that_contradicts_replaces(box: Components) -> None:
    assert "do not respond" in box.scenarios["1"].special["en"]
    assert "do not respond" not in box.scenarios["1A"].special["en"]
    assert "do not respond" in box.scenarios["1B"].special["en"]
    assert box.scenarios["10F"].special == {}


def test_marks_of_a_scenario_hold_for_what_its_variant_keeps(box: Components) -> None:
    assert "victory.win" in box.scenarios["8"].pinned
    assert "victory.win" not in box.scenarios["8A"].pinned
    assert "title" not in box.scenarios["8A"].pinned
    assert "radar" in box.scenarios["8A"].pinned
    assert "special" in box.scenarios["7B"].pinned


def test_altitude_advantage_for_all_or_for_a_line(box: Components) -> None:
    def high(name: str) -> list[bool]:
        return [line.altitude_advantage for line in box.scenarios[name].defenders]

    assert (high("3"), high("3A"), high("3C"), high("4"), high("4E")) == (
        [True],
        [True],
        [False],
        [False],
        [True],
    )
    assert high("5") == [True, True]


def test_entries_by_role_and_after_each_other(box: Components) -> None:
    nine = box.scenarios["9"].entry
    assert [(entry.turn, entry.role) for entry in nine if entry.turn in (6, 9)] == [
        (6, "torpedo"), (6, "flare"), (9, "torpedo"), (9, "flare"),
    ]  # fmt: skip
    assert [entry.count for entry in box.scenarios["6"].entry] == [3] * 12
    assert box.scenarios["8F"].after_previous and box.scenarios["8F"].entry == (Entry(1, 1),)


def test_places_one_for_each_fighter(box: Components) -> None:
    assert box.scenarios["4G"].setup == (Place("beacon"), *[Place("rows", rows=(8, 12))] * 2)
    assert box.scenarios["9"].setup == (Place("zones", zones=("H", "K")),) * 2
    assert box.scenarios["3C"].setup == (Place("zones", zones=("H",)), Place("zones", zones=("N",)))
    assert (box.scenarios["1B"].apart, box.scenarios["5"].columns_apart) == (6, 4)
    assert all(len(s.setup) == s.fighters for s in box.scenarios.values())


def test_germans_in_the_stream_intruders_and_guidance(box: Components) -> None:
    assert [(a.type, a.count, a.role) for a in box.scenarios["7"].attackers] == [
        ("Halifax I/II", 28, "bomber"), ("Ju88C-6", 2, "german fighter"),
    ]  # fmt: skip
    assert box.scenarios["7"].ends_when_german_fighters_gone
    assert box.scenarios["7"].victory.lost_if == "a bomber has been attacked"
    assert [(a.type, a.count, a.upgrades) for a in box.scenarios["10B"].intruders] == [
        ("Mosquito NF.XVII/NF.XIX", 4, ("Serrate",)),
    ]
    assert box.scenarios["10F"].intruders == ()
    assert [line.guidance for line in box.scenarios["4G"].defenders] == ["Himmelbett", "Y"]


def test_flags_say_which_special_rules_a_scenario_needs(box: Components) -> None:
    def with_flag(flag: str) -> list[str]:
        return [name for name, scenario in box.scenarios.items() if flag in scenario.flags]

    assert with_flag("deconfliction") == ["1B", "2B", "7B"]
    assert with_flag("identification") == with_flag("german_stream") == ["7", "7A", "7B", "7C", "7D"]
    assert with_flag("flare_droppers_move_three") == ["9", "9A", "9B", "9C", "9D", "9E"]
    singles = ("oblique_as_main", "untrained", "contrails", "poor_coordination", "fading_serrate")
    assert [with_flag(flag) for flag in singles] == [["1C"], ["2C"], ["4F"], ["4H"], ["7D"]]
    assert (with_flag("flying_bombs"), with_flag("always_lit")) == (["8F"], ["9C"])


def test_jamming_and_victory_points(box: Components) -> None:
    ten, nine = box.scenarios["10"], box.scenarios["9"]
    assert (ten.jamming.search, ten.jamming.ai, ten.jamming.searchlights) == (
        "heavy",
        {"P": "light", "L": "heavy"},
        True,
    )
    assert box.scenarios["10E"].jamming == components.Jamming()
    assert nine.vp is not None and nine.vp["torpedo_launch_lit"] == 3
    assert (nine.victory.compare, nine.victory.win, nine.task_force, nine.flak) == ("at most", 11, "N", False)


def test_both_sides_have_formations_and_texts(box: Components) -> None:
    for s in box.scenarios.values():
        lines: list[components.Attackers | Defender] = [*s.attackers, *s.intruders, *s.defenders]
        assert all(line.unit["en"] for line in lines), s.id
        assert s.title["en"] and s.background["en"], s.id
    assert box.scenarios["3"].attackers[0].unit["en"] == "301 (Polish) Squadron RAF"


# --- provenance, saves, packs


def test_every_row_says_where_it_comes_from(box: Components) -> None:
    marks = box.provenance()
    assert {mark.status for mark in marks} == {"published", "pinned", "reconstructed"}
    rows = [
        *box.fighters.values(),
        *box.bombers.values(),
        *box.ai_radars.values(),
        *box.search_radars.values(),
    ]
    assert all(row.status != "own" for row in [*rows, *box.scenarios.values(), box.cup, box.umpire])
    named = {mark.key for mark in marks}
    assert named >= {*box.fighters, *box.bombers, *box.ai_radars, *box.search_radars, *box.scenarios}


def test_marks_name_sources_that_are_listed(box: Components) -> None:
    reports = {
        word.strip(",;()") for mark in box.provenance() for source in mark.pinned.values() if "W:" in source
        for word in source.split() if word[0] == "W" and word[1:2].isdigit()
    }  # fmt: skip
    listed = re.findall(r"^# (W\w+): ", (components.DATA / "history.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert reports <= set(listed)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("ai_radars.toml", '[[radar]]\nname = "AI Mk IV"\nexperimental = true\ntrials = "8/40"'),
        ("chits.toml", "apart = 3\nred_totals = [4, 6]"),
        ("fighters.toml", '[[fighter]]\nname = "Ta154A"\nexperimental = true'),
        ("history.toml", '[sources]\nW1 = "a report"'),
        ("map.toml", '[grid]\ncolumns = 18\nstatus = "own"\n[places]\ntask_force_zone = "N"'),
        ("map.toml", "[places]\nflare_entry = [{ id = 1, in_box = 4 }]"),
        ("search_radars.toml", '[[radar]]\nname = "Freya"\ncount = 2\nnote = true'),
        ("scenarios/09.toml", 'solo = { playable = false }\nflags = ["naval", "flare_droppers_move_three"]'),
        ("scenarios/10.toml", '[[variant]]\nid = "10A"\nflags = ["intruders"]\nsolo = {}'),
    ],
)
def test_an_older_pack_with_keys_that_did_nothing_is_read(
    box: Components, tmp_path: Path, file: str, text: str
) -> None:
    """They never changed anything and were taken out; what such a pack holds is what we have without them."""
    old = own(tmp_path, file, text)
    parts = [name for name in box.__struct_fields__ if name not in ("hash", "tables")]
    assert [_unmarked(getattr(old, part)) for part in parts] == [_unmarked(getattr(box, part)) for part in parts]


def _unmarked(value: Any) -> Any:
    """Without the marks that say what an owner touched."""
    if isinstance(value, dict):
        return {key: _unmarked(inner) for key, inner in value.items() if key not in ("pinned", "status")}
    if isinstance(value, list | tuple | frozenset | set):
        return [_unmarked(inner) for inner in value]
    return value if isinstance(value, str | int | None) else _unmarked(msgspec.to_builtins(value))


def test_the_numbers_of_a_chit_lie_apart_and_red_leans_to_low_columns(box: Components) -> None:
    for chit in box.chits:
        for low, middle, high in (sorted(chit.red), sorted(chit.yellow)):
            assert middle - low >= 3 and high - middle >= 3
    found = Counter(column for chit in box.chits for column in chit.red)
    assert [found[column] for column in range(1, 19)] == [4, 6, 8, 9, 10, 11, 11, 10, 9, 8, 7, 6, 5, 4, 4, 3, 3, 2]


def test_a_save_can_carry_the_pack(box: Components) -> None:
    saved = json.loads(json.dumps(box.content()))
    assert components.load_content(saved) == box


def test_an_export_loads_as_the_built_in_pack(tmp_path: Path, box: Components) -> None:
    components.export(tmp_path / "mine")
    assert load(tmp_path / "mine").hash == box.hash


def test_an_owner_lays_his_values_over_ours(tmp_path: Path, box: Components) -> None:
    mine = own(tmp_path, "fighters.toml", '[[fighter]]\nname = "Me110C-4"\nmp = "4"\nview = true\n')
    assert (str(mine.fighters["Me110C-4"].mp), mine.fighters["Me110C-4"].fp) == ("4", 4)
    assert mine.fighters["Me110C-4"].pinned["mp"] == packs.OWN_MARK
    assert mine.fighters["Me110C-4"].pinned["view"] == "P: S10 example"
    assert mine.hash != box.hash and components.check(mine) == []


def test_an_owner_adds_a_variant_and_a_language(tmp_path: Path) -> None:
    mine = own(tmp_path, "scenarios/05.toml", '[[variant]]\nid = "5G"\ntitle = { en = "Mine" }\nmoon = "full"\n')
    assert (mine.scenarios["5G"].moon, mine.scenarios["5G"].parent, mine.scenarios["5G"].status) == (
        "full",
        "5",
        "own",
    )
    mine = own(tmp_path, "scenarios/05.toml", 'special = { de = "Auf Deutsch." }\n')
    special = mine.scenarios["5A"].special
    assert special["de"].startswith("Auf Deutsch.\nLights cannot") and "Deutsch" not in special["en"]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "fighters.toml",
            '[[fighter]]\nname = "Me110C-4"\nmp = "x"',
            "fighter 'Me110C-4', mp: 'x' is not MP",
        ),
        ("fighters.toml", '[[fighter]]\nname = "Me110C-4"\nai = "H2S"', "ai: there is no AI radar 'H2S'"),
        ("fighters.toml", '[[fighter]]\nname = "Me110C-4"\nguns = 2', "there is no such key here: guns"),
        (
            "bombers.toml",
            '[[bomber]]\nname = "V-1"\nsince = "13/44"',
            "bomber 'V-1', since: '13/44' is not a month",
        ),
        ("map.toml", "[zones.areas]\nA = [1, 600, 3, 6]", "zones, areas: expected a whole number <= 99"),
        ("map.toml", '[places]\nbeacon = "1928"', "places: '1928' is not a hex of the map"),
        ("weather.toml", "rain = true", "is not a file of this game"),
        ("scenarios/04.toml", 'rules = "1-30"', "4, rules: there is no chapter 29"),
        (
            "scenarios/04.toml",
            '[[variant]]\nid = "4B"\nradar = ["X"]',
            "4B, radar: there is no search radar 'X'",
        ),
        ("scenarios/04.toml", '[[variant]]\nid = "4B"\nflare_zones = "S"', "4B, zones: there is no zone 'S'"),
        ("scenarios/04.toml", '[[variant]]\nid = "4B"\nflags = ["fun"]', "4B, flags 1: 'fun' is not one of"),
        (
            "scenarios/04.toml",
            '[[variant]]\nid = "4B"\nsetup = { places = ["sea"] }',
            "4B, setup: 'sea' is not a place",
        ),
        ("scenarios/04.toml", '[[variant]]\nid = "4B"\nend = ["dawn"]', "4B, end: 'dawn' is not an end"),
        (
            "scenarios/04.toml",
            '[[variant]]\nid = "4B"\nsetup = { places = ["any", "any"] }',
            "4B, setup: places named: 2, fighters: 1",
        ),
        (
            "scenarios/04.toml",
            '[[variant]]\nid = "4B"\ndefenders = [{ type = "V-1", count = 1 }]',
            "4B, defenders: there is no nightfighter called 'V-1'",
        ),
        ("scenarios/11.toml", 'id = "11"', "11: the key title is missing"),
    ],
)
def test_a_bad_pack_is_refused_with_file_key_and_reason(tmp_path: Path, file: str, text: str, message: str) -> None:
    with pytest.raises(PackError) as caught:
        own(tmp_path, file, text)
    assert str(caught.value).startswith(file) and message in str(caught.value)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("bombers.toml", '[[bomber]]\nname = "V-1"\ncounters = 7', "7 counters are not whole sixes"),
        ("bombers.toml", '[[bomber]]\nname = "V-1"\ncounters = 6\ndamage = 0', "damage 0 is not 1 to 9"),
        ("search_radars.toml", '[[radar]]\nname = "Freya"\nvalue = 4', "search value 4 is not 1 to 3"),
        ("map.toml", "[zones.areas]\nA = [1, 7, 3, 6]", "Two searchlight zones overlap"),
        ("map.toml", "[zones.areas]\nR = [13, 19, 23, 26]", "Zone R does not lie on the map"),
        ("map.toml", "[displacement]\nscatter = { 4 = 0 }", "The scatter table"),
        ("map.toml", '[places]\nflare_entry = [{ id = 1, hex = "0127" }]', "Flare-dropper entry 01 crosses"),
        ("chits.toml", "chit = [{ id = 1, red = [7, 15, 19] }]", "Chit 01: a number is not a column"),
        ("chits.toml", "chit = [{ id = 1, red = [7, 7, 1] }]", "Chit 01: a column appears twice on one side"),
        (
            "scenarios/04.toml",
            'entry = [{ turns = "1-2", count = 1 }]',
            "Scenario 4: 2 aircraft enter as 'any'",
        ),
        (
            "scenarios/05.toml",
            'attackers = [{ type = "Lancaster I/III", count = 49 }]',
            "Scenario 5: 49 Lancaster I/III are more than its 48 counters",
        ),
        (
            "scenarios/04.toml",
            'defenders = [{ type = "Me110C-4", count = 1 }]',
            "Scenario 4: Me110C-4 is not in service in September 1942",
        ),
        (
            "scenarios/06.toml",
            '[[variant]]\nid = "6D"\ndefenders = [{ type = "Me110G-4", count = 3, upgrades = ["SN-2b"] }]',
            "Scenario 6D: SN-2b is not available for Me110G-4 in August 1943",
        ),
        (
            "scenarios/06.toml",
            '[[variant]]\nid = "6D"\ndefenders = [{ type = "Me110G-4", count = 3, upgrades = ["radio"] }]',
            "Scenario 6D: radio is not on the chart of Me110G-4",
        ),
        ("scenarios/04.toml", 'attackers_equipment = ["Tinsel"]', "none of the attackers can carry Tinsel"),
        ("scenarios/04.toml", 'radar = ["Naxos"]', "Naxos comes with the aircraft"),
        ("scenarios/02.toml", 'searchlights = { zones = "K" }', "Scenario 2: it needs chapter 14"),
        ("scenarios/02.toml", "omit = [4, 5, 6, 7]", "Scenario 2: phase 5 is left out"),
        ("scenarios/02.toml", "moon_mod = 2", "Scenario 2: the moon modifier is 2, not 0"),
        ("scenarios/09.toml", "vis_mod = 0", "Scenario 9: the visibility modifier is 0, not 2"),
        ("scenarios/09.toml", "victory = { decisive = 12 }", "Scenario 9: a decisive victory is no harder"),
        ("scenarios/09.toml", 'victory = { score = "kills" }', "the victory conditions and the VP table do not match"),
        ("scenarios/01.toml", 'setup = { places = ["rows 20-28"] }', "rows 20-28 are not rows of the map"),
        ("history.toml", '[aircraft]\nZeppelin = { en = "Large." }', "there is no aircraft called Zeppelin"),
    ],
)
def test_sense_checks_complain_in_one_sentence(tmp_path: Path, file: str, text: str, complaint: str) -> None:
    complaints = list(map(str, components.check(own(tmp_path, file, text))))
    assert any(complaint in sentence for sentence in complaints), complaints
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in complaints)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in nested tables and lists."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*path, key)
            yield from places_in(value[key], (*path, key))


def test_junk_anywhere_is_refused_or_played_but_never_crashes(box: Components) -> None:
    rng = random.Random("junk")
    places = [path for path in places_in(box.tables) if len(path) > 1 and path[0] != "history.toml"]
    junk: tuple[Any, ...] = (
        3,
        -1,
        True,
        "",
        "x",
        [],
        {},
        [1],
        ["a"],
        {"a": 1},
        1.5,
        10**12,
        [{}],
        [{"id": "x"}],
        "1-99",
    )
    refused = 0
    for _ in range(60):
        file, *path, last = rng.choice(places)
        tables = {**box.tables, file: copy.deepcopy(box.tables[file])}
        inner: Any = tables[file]
        for key in path:
            inner = inner[key]
        inner[last] = rng.choice(junk)
        try:
            components.check(components.load_content(packs.content(tables)))
        except PackError as error:
            refused += 1
            assert error.file.endswith(".toml")
    assert refused > 30


# --- the tables of the rule book -----------------------------------------------------------------------


def test_an_older_pack_without_the_tables_of_the_book_has_ours(box: Components) -> None:
    """They were code once, so that no pack could say otherwise; its hash stays what a save was committed to."""
    files = {file: table for file, table in box.tables.items() if file != "tables.toml"}
    old = components.build(files)
    assert old.book == box.book and old.hash == packs.pack_hash(files) != GAME.pack_hash(box)


def test_saves_that_were_committed_to_data_of_before_need_no_more_than_ours(box: Components) -> None:
    assert len(GAME.former_packs) == 4 and GAME.pack_hash(box) not in GAME.former_packs
    assert all(GAME.pack_matches(box, former) for former in GAME.former_packs)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[moon]\nfull = 7", "The Moon Phase Table has no half moon."),
        ("[visibility]\npoor = 10", "The Visibility Table has no moderate visibility."),
        ("[visibility]\nlit_range = [0, 3, 0]", "Visible ranges do not grow with visibility, or light shortens them."),
        ("[hits]\nleast = [10, 10, 12, 13]", "The totals for one hit, two, three ... do not grow."),
        ("[destruction]\nflash = [1]", "A die stands for two results of an aircraft's destruction."),
        ("[response]\nwarning = 7", "A bomber with a warning device responds less often than one without."),
        ("[response]\ncorkscrew = 5", "The response table has no defensive fire."),
    ],
)
def test_a_table_of_the_book_that_makes_no_sense_is_complained_about(tmp_path: Path, text: str, complaint: str) -> None:
    assert list(map(str, components.check(own(tmp_path, "tables.toml", text)))) == [complaint]
