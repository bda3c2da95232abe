"""Interceptor Ace's components: every cell of every chart and card, what the book pins, and what a bad pack is told."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from viermot.games.interceptor import components
from viermot.games.interceptor.components import MONTHS, ZONES, Components, load
from viermot.games.interceptor.model.layout import Layout
from viermot.games.interceptor.model.terms import DE, GP, TARGET_ZONES
from viermot.kernel.packs import PackError

PRINTED = Path(__file__).with_name("printed.txt")
START = {"Start": "Mar43"} | {f"{(n + 2) % 12 + 1}/{month[-2:]}": month for n, month in enumerate(MONTHS)}
WINGMAN = {
    "Busy": "busy",
    "Attacks": "attacks",
    "Forces": "forces a break",
    "Spoils": "spoils his aim",
    "Drives": "drives him off",
    "Wingman": "is hit",
}
SYSTEMS = {"FuG": "IFF", "Minor": "minor", "Radio": "radio", "Boost": "boost", "Crew": "crew", "Wfr.Gr.21": "rockets"}


@cache
def printed(chart: str) -> list[str]:
    section = re.search(rf"^== {chart}: .*\n((?:.+\n)+)", PRINTED.read_text(encoding="utf-8"), re.MULTILINE)
    assert section, chart
    return section[1].splitlines()


@pytest.fixture(scope="module")
def box() -> Components:
    return load()


@pytest.fixture(scope="module")
def table(box: Components) -> Layout:
    return Layout(box, "career", {})


def own(folder: Path, file: str, text: str) -> Components:
    (folder / file).write_text(text, encoding="utf-8")
    return load(folder)


def test_the_data_make_sense(box: Components) -> None:
    assert components.check(box) == []
    assert {mark.status for mark in box.provenance()} == {"published", "pinned", "reconstructed"} - {"pinned"}
    assert all(mark.status for mark in box.provenance())


# --- cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", printed("CARDS"), ids=lambda line: line.partition(":")[0])
def test_every_column_of_every_card(box: Components, table: Layout, line: str) -> None:
    number, _, rest = line.partition(": ")
    hits, fire, defence, wingman = rest.split(" | ")
    card = box.cards[int(number) - 1]
    assert card.n == int(number)
    assert [str(cell) for cell in card.hits] == hits.split()
    assert (str(card.df), card.jam) == (fire.split()[0], "jam" in fire)
    assert card.defence.name == defence.partition(":")[0]
    assert card.wingman.kind == WINGMAN[re.split(r"\W", wingman)[0]]
    figure = re.search(r"(\d+)", wingman)
    assert card.wingman.value == (int(figure[1]) if figure else 0)
    values = {"GP": GP, "DE": DE}
    assert table.hits[card.n] == tuple(values.get(cell) or int(cell) for cell in hits.split())


@pytest.mark.parametrize("line", printed("CARDS"), ids=lambda line: line.partition(":")[0])
def test_every_card_avoids_what_its_text_says(box: Components, line: str) -> None:
    number, _, rest = line.partition(": ")
    text = rest.split(" | ")[2]
    manoeuvre = box.cards[int(number) - 1].defence
    avoided = re.search(r"avoid (\d|all)", text)
    assert manoeuvre.avoid == ("all" if avoided and avoided[1] == "all" else int(avoided[1]) if avoided else 0)
    improved = re.search(r"improve (\d)", text)
    assert manoeuvre.improve == (int(improved[1]) if improved else 0)
    assert manoeuvre.ends == ("encounter ends" in text)
    assert manoeuvre.agile_improve == (2 if "if agile" in text else None)


def test_the_deck_has_as_many_of_each_result_as_the_printed_one(box: Components) -> None:
    groups = [sum(card.hits[n] == "GP" for card in box.cards) for n in range(10)]
    destroyed = [sum(card.hits[n] == "DE" for card in box.cards) for n in range(10)]
    zeros = [sum(card.hits[n] == 0 for card in box.cards) for n in range(10)]
    assert groups == [0, 0, 1, 4, 4, 3, 4, 5, 7, 5]
    assert destroyed == [0, 0, 0, 1, 1, 2, 2, 2, 3, 6]
    assert zeros == [23, 17, 11, 5, 5, 5, 5, 0, 0, 0]
    assert Counter(card.df for card in box.cards) == {0: 50, 1: 6, 2: 3, 4: 1}
    assert [card.n for card in box.cards if card.jam] == [2, 24, 44, 51, 53, 54]


def test_cards_pinned_by_the_book(box: Components) -> None:
    """The nine values that the examples of 7.2 and 7.11 give away."""
    by_column = {column: n for n, column in enumerate(box.columns)}
    pinned = {(4, 12): 5, (19, 12): 3, (29, 16): "DE", (38, 16): 5, (49, 12): 5, (59, 24): "DE"}
    for (number, column), cell in pinned.items():
        assert box.cards[number - 1].hits[by_column[column]] == cell
    assert (box.cards[22].defence.name, box.cards[22].defence.avoid, box.cards[22].defence.improve) == (
        "Chandelle",
        "all",
        1,
    )
    assert (box.cards[27].defence.name, box.cards[27].defence.avoid, box.cards[27].defence.improve) == (
        "Cuban eight",
        1,
        2,
    )
    assert (box.cards[38].wingman.kind, box.cards[38].wingman.value) == ("attacks", 24)


def test_firepower_is_rounded_down_to_a_column(box: Components, table: Layout) -> None:
    columns = [box.columns[table.column[fp]] for fp in (1, 6, 7, 8, 9, 10, 13, 16, 23, 24, 25, 40)]
    assert columns == [6, 6, 6, 8, 8, 10, 12, 16, 22, 24, 24, 24]


# --- raids, escorts, tracks ----------------------------------------------------------------------------


def test_every_cell_of_the_raid_chart(box: Components, table: Layout) -> None:
    lines = printed("RAIDS")
    assert len(lines) == 11 * 11 + 6
    for line in lines:
        found = re.fullmatch(r"(\w+) (\d+): (.+) \((\w+)\)", line)
        assert found, line
        raid = box.raids[found[1]][int(found[2])]
        assert (raid.target, raid.zone) == (found[3], found[4])
        assert TARGET_ZONES[table.raid_zone[MONTHS.index(found[1])][int(found[2])]] == found[4]


def test_raids_pinned_by_the_book(box: Components) -> None:
    assert (box.raids["Mar43"][9].target, box.raids["Mar43"][9].zone) == ("Vegesack", "Bremen")
    assert (box.raids["Jul43"][6].target, box.raids["Jul43"][6].zone) == ("Kassel", "Ruhr")


def test_every_bomber_and_escort(box: Components, table: Layout) -> None:
    names = [bomber.name for bomber in box.bombers]
    for line in printed("BOMBERS"):
        month, _, types = line.partition(": ")
        assert ", ".join(box.bomber_types[month]) == types
        assert [names[n] for n in table.bomber_types[MONTHS.index(month)]] == types.split(", ")
    listed = {}
    for line in printed("ESCORTS"):
        where, _, types = line.partition(": ")
        listed[tuple(where.split())] = tuple("" if name == "-" else name for name in types.split(", "))
    for month in MONTHS:
        for zone in ZONES:
            assert box.escorts[month][zone] == listed.get((zone, month), ("",) * 6), (month, zone)


def test_every_box_of_every_track(box: Components) -> None:
    for line in printed("TRACKS"):
        base, _, boxes = line.partition(": ")
        expected = {
            zone: number for number, names in enumerate(boxes.split(" | "), 1) for zone in ZONES if zone in names
        }
        assert box.track(base) == expected
    assert len(printed("TRACKS")) == len(box.tracks.track) == 7


# --- aircraft ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", printed("AIRCRAFT"), ids=lambda line: line.partition(" |")[0])
def test_every_aircraft_mat_is_as_printed(box: Components, table: Layout, line: str) -> None:
    name, weapons, total, column, speed, boost, rockets, level, since, offer, unique = line.split(" | ")
    craft = box.aircraft[name]
    written = [f"{w.name.replace('×', 'x')} {w.fp}/{'inf' if w.ammo is None else w.ammo}" for w in craft.weapons]
    assert "; ".join(written) == weapons
    assert [w.mgff for w in craft.weapons] == ["MG FF" in part for part in weapons.split("; ")]
    assert craft.total_fp == int(total)
    assert box.columns[table.column[craft.total_fp]] == int(column)
    assert (craft.speed, craft.boost) == (int(speed), boost == "yes")
    assert craft.rocket_hit == (None if rockets == "-" else int(rockets[:-1]))
    assert (craft.prestige, craft.available, craft.r1) == (int(level), START[since], int(offer))
    assert craft.unique == (unique == "yes")


def test_series_counted_as_the_book_does(box: Components) -> None:
    counted = Counter(craft.series for craft in box.aircraft.values())
    assert counted == {"Bf109": 11, "Fw190": 13, "Bf110": 4, "Me410": 2}
    unique = {craft.name for craft in box.aircraft.values() if craft.unique}
    assert unique == {"Fw190A-5/U9", "Fw190A-5/U11", "Fw190A-5/U12", "Fw190A-6/R2"}
    assert {craft.name for craft in box.aircraft.values() if craft.bk5} == {"Me410A-1/U4"}


def test_aircraft_of_a_series_are_built_alike(box: Components) -> None:
    rows = {
        craft.series: (craft.crew, craft.engines, craft.airframe, craft.wing, craft.tail, craft.controls, craft.engine)
        for craft in box.aircraft.values()
        if craft.name != "Bf109G-1/R2"
    }
    assert rows == {
        "Bf109": (1, 1, 4, 3, 3, 3, 2),
        "Fw190": (1, 1, 5, 4, 4, 3, 3),
        "Bf110": (2, 2, 5, 4, 4, 4, 2),
        "Me410": (2, 2, 5, 4, 4, 4, 2),
    }
    assert box.aircraft["Bf109G-1/R2"].airframe == 3
    assert {craft.series for craft in box.aircraft.values() if craft.agile} == {"Bf109"}
    assert {craft.series for craft in box.aircraft.values() if craft.radial} == {"Fw190"}


def test_aircraft_pinned_by_the_book(box: Components) -> None:
    mann = box.aircraft["Bf109G-6/R4"]
    assert (mann.total_fp, mann.speed, mann.boost, mann.prestige) == (16, 20, True, 3)
    assert (box.aircraft["Fw190A-4"].speed, box.aircraft["Fw190A-4"].boost) == (19, True)
    assert box.aircraft["Fw190A-4/R6"].prestige == box.aircraft["Bf109G-6/R6"].prestige == 3
    assert box.aircraft["Fw190A-5"].prestige <= 2
    assert box.aircraft["Me410A"].prestige > 0
    assert max(craft.prestige for craft in box.aircraft.values()) == 7


def test_enemy_fighters_and_bombers_are_as_printed(box: Components) -> None:
    fighters = {f.name: (f.fp, f.speed, f.agile, f.radial, f.engines, f.airframe, f.wing) for f in box.fighters}
    assert fighters == {
        "P-47": (12, 21, False, True, 1, 6, 4),
        "Spitfire IX": (10, 20, True, False, 1, 4, 3),
        "P-38": (14, 21, False, False, 2, 4, 4),
        "P-51B": (12, 23, False, False, 1, 4, 3),
    }
    bombers = {b.name: (b.wing, b.airframe, b.controls, b.formation, b.extra, b.bombs) for b in box.bombers}
    assert bombers == {
        "B-17F": (4, 6, 4, True, 0, True),
        "B-17G": (4, 6, 4, True, 0, True),
        "B-24": (3, 5, 3, False, 0, True),
        "YB-40": (4, 6, 4, True, 1, False),
    }
    ranges = box.allied.ranges
    assert (ranges.plain, ranges.formation, ranges.small_target) == ((-1, 0, 1), (0, 1, 2), (-1, 0, 0))


# --- charts --------------------------------------------------------------------------------------------


def test_every_entry_of_the_fighter_damage_chart(box: Components) -> None:
    lines = printed("FIGHTER_DAMAGE")
    assert len(lines) == 36
    for line in lines:
        roll, _, system = line.partition(": ")
        first = system.split()[0]
        expected = "gunner" if first == "Bordschütze" else SYSTEMS.get(first, system.partition(" (")[0].lower())
        assert box.fighter_damage[int(roll)] == expected, line


def test_bomber_damage_and_packages(box: Components) -> None:
    chart, group = box.charts.bomber_damage, box.charts.group_damage
    assert chart.wing == ("wing",) * 3 + ("airframe", "controls") + ("inner engine",) * 2 + ("outer engine",) * 2 + (
        "fuel tank",
    )
    assert chart.airframe == ("airframe",) * 3 + (
        "random wing", "controls", "gunner", "crew", "port engine", "starboard engine", "bomb bay",
    )  # fmt: skip
    assert (group.wing, group.wing_random) == (("controls", "engine", "wing"), 1)
    assert (group.airframe, group.airframe_random) == (("controls", "airframe", "gunner"), 3)
    assert (group.fighter, group.fighter_random) == (("controls", "airframe"), 3)
    assert (group.climb, group.climb_random) == (("bomb bay", "random inner engine", "fuel tank"), 1)
    assert (group.dive, group.dive_random) == (("crew", "airframe", "random wing"), 2)


def test_the_interception_chart_changes_with_the_season(box: Components) -> None:
    early = (
        "fighters", "not located", "disadvantaged", "disadvantaged", "head on", "head on", "advantaged", "head on",
        "not located", "sun", "event",
    )  # fmt: skip
    for month in MONTHS:
        late = MONTHS.index(month) >= MONTHS.index("Nov43")
        harder = ("fighters", "fighters", *early[2:4], "disadvantaged", *early[5:7], "disadvantaged", *early[8:])
        expected = harder if late else early
        assert box.interception(month) == expected


def test_the_small_charts_are_as_printed(box: Components) -> None:
    charts = box.charts
    assert charts.damage.fuel_tank == ("leak",) * 6 + ("fire",) * 4 + ("explosion",)
    assert charts.damage.wound == ("light",) * 3 + ("serious",) * 2 + ("killed",)
    assert charts.damage.bomber_crew == ("pilot", "copilot") + ("gunner",) * 4
    assert charts.serious_wound.sorties == (2, 3, 3, 4, 4, 5, 6, 6, 8, 10, 12)
    assert (charts.landing.rough, charts.landing.crash, charts.landing.destroyed) == (12, 14, 16)
    assert (charts.parachute.light, charts.parachute.serious, charts.parachute.killed) == (9, 10, 11)
    assert (charts.weather.poor, charts.weather.bad, charts.weather.landing) == (9, 11, (0, 1, 2))
    assert (charts.initiative.one, charts.initiative.two) == (2, 5)
    assert [row[0] for row in charts.extended_burst.results] == ["DE", 4, 3, 2, 2, 1, 1, 1, 1, 1, 0]
    jams = [row[2] for row in charts.extended_burst.results]
    assert jams == ["none"] * 4 + ["one", "none", "all", "one", "none", "none", "all before firing"]
    assert [row[0] for row in charts.wingman_attack.results] == ["DE", "GP", 4, 3, 2, 1, 0, 0, 1, 0, 0]
    assert [row[1] for row in charts.wingman_attack.results] == ["fine"] * 8 + ["damaged", "damaged", "down"]


def test_positions_form_the_ring_of_the_book(box: Components) -> None:
    ring = (1, 2, 4, 6, 8, 7, 5, 3)
    places = {place.id: place for place in box.positions.location}
    for at, number in enumerate(ring):
        assert set(places[number].neighbours) == {ring[at - 1], ring[(at + 1) % 8]}
    assert places[3].opposite == 6
    assert set(places[5].neighbours) == {3, 7}
    assert set(places[6].neighbours) == {4, 8}
    modifiers = {place.id: (place.low, place.level, place.high) for place in places.values()}
    assert modifiers[1] == ((0, 0), (-1, 1), (0, 1))
    assert modifiers[8] == ((1, 1), (2, 1), (1, 1))


# --- units, skills, aces -------------------------------------------------------------------------------


def test_the_start_table_has_a_unit_for_each_roll(box: Components) -> None:
    by_roll = {unit.roll: unit for unit in box.units}
    assert sorted(by_roll) == list(range(1, 24))
    assert [by_roll[n].choice_only for n in (20, 21, 22, 23)] == [False, True, True, True]
    fifth = by_roll[5]
    assert (fifth.name, fifth.base, fifth.zone, fifth.aircraft) == ("I/JG 2", "St. Brieuc", "French", ("Fw190A-4",))
    since = {n: unit.since for n, unit in by_roll.items() if unit.since != "Mar43"}
    assert since == {
        3: "Apr43", 8: "Apr43", 9: "Sep43", 10: "Aug43", 11: "Oct43", 12: "Apr43", 13: "Apr43", 14: "Jun43",
        15: "Jun43", 20: "Oct43", 21: "Jun43", 22: "Aug43", 23: "Aug43",
    }  # fmt: skip


def test_skills_cost_what_the_book_says(box: Components) -> None:
    costs = {row.name: row.cost for row in box.career.skill}
    assert costs == {
        "landing": 1, "navigation": 1, "parachute": 1, "reflexes": 1, "situational awareness": 2,
        "weapons maintenance": 2, "expert Bf109": 3, "expert Fw190": 3, "expert Bf110": 3, "expert Me410": 3,
        "leadership": 3, "precision": 3, "acm": 4, "sixth sense": 4, "gunnery": 5, "aim": 6,
        "cuban eight": 1, "chandelle": 1, "immelmann": 1, "split-s": 1,
    }  # fmt: skip
    wingman = {row.name for row in box.career.skill if "wingman" in row.who}
    assert wingman == {
        "parachute", "expert Bf109", "expert Fw190", "expert Bf110", "expert Me410", "gunnery", "aim",
    }  # fmt: skip


def test_the_eight_aces_are_as_printed(box: Components) -> None:
    cards = {name: (ace.kills, ace.bombers, ace.level, ace.total) for name, ace in box.aces.items()}
    assert cards == {
        "Egon Mayer": (59, 6, 7, 102),
        "Georg-Peter Eder": (13, 3, 5, 40),
        "Kurt Bühligen": (50, 3, 7, 96),
        "Rolf Hermichen": (20, 1, 6, 48),
        "Hugo Frey": (6, 1, 3, 28),
        "Heinz Knoke": (4, 1, 2, 25),
        "Anton Hackl": (124, 3, 7, 141),
        "Konrad Bauer": (0, 0, 2, 25),
    }


def test_the_year_has_92_lines(box: Components) -> None:
    assert sum(month.sorties for month in box.calendar.month) == 92
    assert [month.name for month in box.calendar.month if month.sorties != 8] == ["Apr43"]
    assert [month.name for month in box.calendar.month if month.promotion] == ["Jun43", "Oct43", "Feb44"]


# --- an owner's values ---------------------------------------------------------------------------------


def test_an_overlay_changes_one_value(tmp_path: Path, box: Components) -> None:
    mine = own(tmp_path, "interceptors.toml", '[[aircraft]]\nname = "Fw190A-4"\nspeed = 21\n')
    assert mine.aircraft["Fw190A-4"].speed == 21
    assert mine.aircraft["Fw190A-5"] == box.aircraft["Fw190A-5"]
    assert mine.hash != box.hash
    marks = {mark.key: mark for mark in mine.provenance() if mark.file == "interceptors.toml"}
    assert marks["Fw190A-4"].pinned["speed"] == "O: own pack"


def test_a_save_brings_its_pack_along(tmp_path: Path) -> None:
    mine = own(tmp_path, "interceptors.toml", '[[aircraft]]\nname = "Fw190A-4"\nspeed = 21\n')
    again = components.load_content(mine.content())
    assert (again.hash, again.aircraft) == (mine.hash, mine.aircraft)


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("cards.toml", '[[card]]\nid = 1\ndefence = "Loop"\n', "card '1', defence: there is no manoeuvre 'Loop'"),
        ("cards.toml", "[[card]]\nid = 1\nhits = [1]\n", "wrong number of results: 1, not 10"),
        ("cards.toml", "[[card]]\nid = 1\nremove = true\n", "there must be cards 1 to 60"),
        ("units.toml", '[[unit]]\nname = "I/JG 2"\naircraft = ["Ju 52"]\n', "there is no aircraft 'Ju 52'"),
        ("raids.toml", '[[month]]\nname = "Mar43"\nremove = ["roll_7"]\n', "every roll of 2d6 needs a raid"),
        ("raids.toml", '[[month]]\nname = "Mar43"\nroll_7 = ["Rouen"]\n', "takes a target and its zone"),
        ("raids.toml", '[[month]]\nname = "Mar43"\nroll_7 = ["Oslo", "Norway"]\n', "'Norway' is not one of the words"),
        ("targets.toml", '[[bombers]]\nname = "Mar43"\ntypes = ["B-17F"]\n', "a die has six results, not 1"),
        ("charts.toml", "[serious_wound]\nsorties = [1, 2]\n", "wrong number of results: 2, not 11"),
        ("aces.toml", '[[ace]]\nname = "Hugo Frey"\nskills = ["reflexes"]\n', "every ace is an expert"),
        ("tracks.toml", '[[track]]\nname = "Dutch"\nberlin = 9\n', "there is no box 9"),
        ("weather.toml", "x = 1\n", "is not a file of this game"),
        ("interceptors.toml", '[[aircraft]]\nname = "Fw190A-4"\nwings = 2\n', "there is no such key here: wings"),
    ],
)
def test_a_bad_pack_is_refused_with_place_and_reason(tmp_path: Path, file: str, text: str, complaint: str) -> None:
    with pytest.raises(PackError) as refused:
        own(tmp_path, file, text)
    assert file in str(refused.value)
    assert complaint in str(refused.value)


def test_export_writes_what_loads_again(tmp_path: Path, box: Components) -> None:
    written = components.export(tmp_path / "mine")
    assert len(written) == len(components.FILES)
    assert load(tmp_path / "mine").hash == box.hash


def test_older_keys_that_did_nothing_are_passed_over(tmp_path: Path) -> None:
    box = own(tmp_path, "calendar.toml", '[[month]]\nname = "Mar43"\nsorties = 7\ndice = 1\n')
    assert box.calendar.month[0].sorties == 7
    box = own(tmp_path, "aces.toml", '[[ace]]\nname = "Egon Mayer"\ntrack = "nco"\ncareer_total = 7\npoints = 3\n')
    assert box.aces["Egon Mayer"].points == 3 and box.aces["Egon Mayer"].rank == "Hauptmann"
