"""Bomber Command's components: what the box holds, what a bad pack is told, and the values the book pins."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from viermot.games.bomber_command import components
from viermot.games.bomber_command.components import Components, build, load
from viermot.games.bomber_command.components.tables import parse_result
from viermot.games.bomber_command.model.city import CENTRE, FIELDS, INDUSTRIAL, TRANSPORT, city_plan
from viermot.kernel import packs
from viermot.kernel.packs import PackError


@pytest.fixture(scope="module")
def box() -> Components:
    return load()


def own(folder: Path, file: str, text: str) -> Components:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return load(folder)


def changed(change: Any) -> packs.Tables:
    tables = copy.deepcopy(packs.read(components.DATA))
    change(tables)
    return tables


# --- what is in the box


def test_everything_is_in_the_box(box: Components) -> None:
    assert len(box.hexes) == 169
    assert sorted(box.scenarios) == ["berlin", "downfall"]
    assert [sum(card.copies for card in box.cards if card.side == side) for side in ("british", "german")] == [55, 55]
    assert (len(box.mines), len(box.weather_markers), box.patrols) == (13, 16, (2, 3, 4))
    berlin, downfall = box.scenarios["berlin"], box.scenarios["downfall"]
    assert (len(berlin.units), len(downfall.units)) == (30, 28)
    assert (len(berlin.cities), len(downfall.cities)) == (38, 48)
    assert [sum(chit.copies for chit in s.chits) for s in (berlin, downfall)] == [48, 48]


def test_the_built_in_components_make_sense(box: Components) -> None:
    assert components.check(box) == []


def test_every_card_speaks_both_languages(box: Components) -> None:
    for card in box.cards:
        assert card.text["en"] and card.text["pl"] and card.text["en"] != card.text["pl"], card.title
        assert card.titles["pl"]


def test_decks_by_symbol_and_scenario(box: Components) -> None:
    def count(side: str, **wanted: str) -> int:
        cards = [card for card in box.cards if card.side == side]
        return sum(c.copies for c in cards if all(getattr(c, key) == value for key, value in wanted.items()))

    assert [count("british", symbol=s) for s in ("EW", "AE", "OP", "BO")] == [21, 14, 11, 9]
    assert [count("german", symbol=s) for s in ("EW", "AE", "OP", "BO")] == [17, 10, 21, 7]
    assert [count("british", scenario=s) for s in ("All", "Berlin", "Downfall")] == [34, 11, 10]
    assert [count("german", scenario=s) for s in ("All", "Berlin", "Downfall")] == [51, 2, 2]


def test_hexes_that_the_book_names(box: Components) -> None:
    zone = {row.name: row.zone for row in box.hexes}
    assert [zone[name] for name in ("J6", "I7", "I8", "H5", "H6", "I5")] == [3, 3, 3, 3, 3, 2]
    assert {row.name for row in box.hexes if row.ruhr} == {"J6", "I7", "I8"}
    assert {"C6", "C7"} <= set(box.exits)
    assert "H3" in [garden.hex for garden in box.mines]
    for s in box.scenarios.values():
        where = {city.name.split(" /")[0]: city.hex for city in s.cities}
        known = {"Hannover": "K5", "Dortmund": "J6", "Osnabrück": "J5", "Düsseldorf": "I8", "Bremen": "J4"}
        assert known.items() <= where.items()
        assert dict(s.beacons)["Gertrud"] == "L4"
        assert {"H5", "H6", "I5"} <= set(s.himmelbett)
    assert box.scenarios["downfall"].southern == ("G9", "H9", "H10", "I11")


def test_what_the_scenarios_switch(box: Components) -> None:
    berlin, downfall = box.scenarios["berlin"], box.scenarios["downfall"]
    assert (berlin.jamming, downfall.jamming) == (5, 6)
    assert berlin.raids == {"main": 1, "mosquito": 3, "decoy": 0}
    assert downfall.raids == {"main": 2, "mosquito": 5, "decoy": 1}
    assert (berlin.stream, downfall.stream, downfall.rules.stretch) == (2, 0, 1)
    assert [bound for bound, _ in berlin.victory] == [0, 9, 18, 27, None]
    assert [bound for bound, _ in downfall.victory] == [10, 20, 30, 40, None]
    assert (berlin.vp_per_bomber, berlin.vp_per_mosquito) == (1, 2)
    assert (downfall.vp_per_bomber, downfall.vp_per_mosquito) == (2, 3)


def test_flak_only_cities_of_downfall(box: Components) -> None:
    barred = {city.name: city.flak for city in box.scenarios["downfall"].cities if not city.main}
    assert set(barred) == {"Aachen", "Düsseldorf", "München Gladbach", "Saarbrücken"}
    assert [barred[name] for name in ("Aachen", "München Gladbach", "Saarbrücken")] == [0, 0, 0]
    assert barred["Düsseldorf"] > 0


def test_peenemünde_has_no_flak_at_all(box: Components) -> None:
    flak = {city.name: city.flak for city in box.scenarios["berlin"].cities}
    assert flak["Peenemünde"] == -1
    assert min(value for name, value in flak.items() if name != "Peenemünde") >= 0


def test_which_units_are_detachments(box: Components) -> None:
    assert all(unit.full == -1 for unit in box.scenarios["downfall"].units)
    assert [unit.name for unit in box.scenarios["berlin"].units if unit.full == -1] == ["NJGr10"]


# --- tables


def test_cells_of_the_loss_tables(box: Components) -> None:
    assert (parse_result("2d"), parse_result("3§"), parse_result("0")) == ((2, True), (3, True), (0, False))
    with pytest.raises(ValueError, match="is not a result"):
        parse_result("2x")
    assert (box.combat.first, box.combat["gci"][4], box.combat["flak damage"][-1]) == (5, "2d", "3")
    assert (box.scramble.first, box.scramble["fog"][-1]) == (5, "5D")
    assert (box.recovery.first, box.recovery["heavy"][-1]) == (4, "5§")
    assert (box.infiltration[2], box.infiltration[5], box.infiltration[12]) == (5, 7, 10)


def test_the_bombing_card_is_as_printed(box: Components) -> None:
    card = box.bombing
    rolls = range(card.marking_lowest, card.marking_lowest + len(card.drift))
    table = dict(zip(rolls, zip(card.drift, card.rows_down, strict=True), strict=True))
    assert table == {
        3: (0, -1), 4: (0, 0), 5: (0, 0), 6: (0, 1), 7: (0, 1), 8: (1, 1), 9: (1, 2), 10: (2, 2), 11: (2, 2),
        12: (3, 3),
    }  # fmt: skip
    assert card.concentration == (13, 11, 9, 7, 6, 5, 4, 3, 2, 2, 1, 1)
    rows = {weather.name: card.concentration[weather.row - 1] for weather in box.skies.weather}
    assert rows == {"Clear": 9, "Broken Cloud": 7, "Haze": 5, "Cloud": 5, "Heavy Cloud": 3, "Fog": 3}


# --- city maps


@pytest.mark.parametrize(
    ("letter", "size", "kinds"),
    [
        ("A", 61, {CENTRE: 5, INDUSTRIAL: 6, TRANSPORT: 4, FIELDS: 24}),
        ("B", 42, {CENTRE: 3, INDUSTRIAL: 5, TRANSPORT: 2, FIELDS: 20}),
        ("C", 31, {CENTRE: 2, INDUSTRIAL: 3, TRANSPORT: 2, FIELDS: 18}),
        ("D", 19, {CENTRE: 1, INDUSTRIAL: 1, TRANSPORT: 1, FIELDS: 12}),
        ("E", 19, {CENTRE: 0, INDUSTRIAL: 4, TRANSPORT: 1, FIELDS: 13}),
    ],
)
def test_city_maps_have_the_areas_that_are_printed(
    box: Components, letter: str, size: int, kinds: dict[int, int]
) -> None:
    plan = city_plan(box, letter)
    assert plan.size == size
    assert {kind: plan.types[:size].count(kind) for kind in kinds} == kinds
    assert (plan.oil >= 0) == (letter in "BCE")
    assert all(plan.types[area] == FIELDS for area in plan.outermost)


def test_neighbours_of_city_areas_are_mutual(box: Components) -> None:
    for letter in box.city_maps:
        plan = city_plan(box, letter)
        for area in range(plan.size):
            for direction, there in enumerate(plan.neighbour[area * 6 : area * 6 + 6]):
                if there != plan.country:
                    assert plan.neighbour[there * 6 + (direction + 3) % 6] == area
                    assert plan.distance[area][there] == 1


def test_rings_hold_every_area_once(box: Components) -> None:
    for letter in box.city_maps:
        plan = city_plan(box, letter)
        for area in range(plan.size):
            assert sorted(there for ring in plan.rings[area] for there in ring) == list(range(plan.size))


# --- packs


def test_an_owners_values_lie_over_ours(tmp_path: Path) -> None:
    text = '[cities]\ncity = [{ name = "Hannover", flak = 5 }]\n[rules]\njamming = 4\n'
    mine = own(tmp_path, "scenarios/berlin.toml", text)
    assert mine.scenarios["berlin"].jamming == 4
    assert next(city.flak for city in mine.scenarios["berlin"].cities if city.name == "Hannover") == 5
    assert mine.scenarios["downfall"].jamming == 6
    assert mine.hash != load().hash
    assert components.load_content(json.loads(json.dumps(mine.content()))).hash == mine.hash


def test_export_writes_what_loads_again(tmp_path: Path) -> None:
    components.export(tmp_path)
    assert load(tmp_path).hash == load().hash


def test_provenance_of_every_table(box: Components) -> None:
    marked = {mark.file for mark in box.provenance()}
    assert marked == set(box.tables)


def _another(name: str) -> str:
    """One more unit, of that name."""
    return f'[units]\nunit = [{{ name = "{name}", airfield = "Stendal", hex = "M4", zone = "1.JD", {BF110} }}]'


def _own_card(words: str) -> str:
    """A British card under another name, with these words."""
    head = 'name = "TINFOIL"\nfirst = 14\ncopies = 1\nsymbol = "EW"\nscenario = "All"\n'
    does = 'functions = [{ word = "detection", when = ["detection roll"], effect = "modifier", value = -2 }]\n'
    return f'[[british]]\nname = "DARTBOARD"\nremove = true\n\n[[british]]\n{head}{words}{does}'


BF110 = 'type = "Bf110", engines = 2, full = 2, depleted = 1'
BAD_PACKS = [
    ("map.toml", '[places]\nexits = ["Z9"]', "'Z9' is not a hex of the map"),
    ("map.toml", '[hexes]\nhex = [{ id = "Q12", terrain = "sea", zone = "1.JD" }]', "is not a hex of this map"),
    ("city_maps.toml", '[[map]]\nid = "A"\nareas = "e1:x"', "'e1:x' is not an area"),
    ("city_maps.toml", '[[map]]\nid = "A"\nareas = "e1:f e1:f"', "the area e1 appears twice"),
    ("tables.toml", '[combat]\ngci = ["2q"]', "its columns are not all of one length"),
    ("tables.toml", "[scramble.modifiers]\nmud = 2", "there is no such key here: mud"),
    ("tables.toml", '[recovery.losses]\nclear = ["0"]', "its columns are not all of one length"),
    ("weather.toml", '[[weather]]\nname = "Snow"', "is not one of the words known here"),
    ("weather.toml", "[wind]\ntowards = { east = 90 }", "invalid literal"),
    ("cards.toml", '[[british]]\nname = "WINDOW"\nsymbol = "XX"', "is not one of the words known here"),
    ("cards.toml", '[[german]]\nname = "VHF"\nfunctions = []', "does nothing; give it a function"),
    (
        "cards.toml",
        '[[german]]\nname = "VHF"\n'
        'functions = [{ word = "c", when = ["reaction"], effect = "cancel", cancels = ["X"] }]',
        "cancels 'X', which does not exist",
    ),
    ("scenarios/berlin.toml", '[units]\nunit = [{ name = "I./NJG5", type = "Zeppelin" }]', "has no endurance"),
    ("scenarios/berlin.toml", '[cities]\ncity = [{ name = "Berlin", map = "Z" }]', "there is no city map 'Z'"),
    ("scenarios/berlin.toml", '[features]\nmandrel = ["A9"]', "'A9' is not a hex of the map"),
    ("scenarios/berlin.toml", '[chits]\nchit = [{ name = "Berlin", cup = "Z" }]', "is not one of the cups"),
    ("scenarios/berlin.toml", '[scoring]\nbands = { remove = ["draw"] }', "the key draw is missing"),
    ("scenarios/berlin.toml", _another("off"), "answers use for something else"),
    ("scenarios/berlin.toml", _another("K5"), "answers use for something else"),
    ("scenarios/berlin.toml", _another("12"), "answers use for something else"),
    ("scenarios/berlin.toml", _another("play WINDOW"), "answers use for something else"),
    ("scenarios/copy.toml", 'id = "berlin"', "the key date is missing"),
    ("cards.toml", _own_card(""), "the key text is missing"),
    ("notes.toml", "a = 1", "is not a file of this game"),
]


@pytest.mark.parametrize(("file", "text", "told"), BAD_PACKS, ids=[told[:30] for _, _, told in BAD_PACKS])
def test_a_bad_pack_is_refused_with_place_and_reason(tmp_path: Path, file: str, text: str, told: str) -> None:
    with pytest.raises(PackError) as refused:
        own(tmp_path, file, text)
    assert refused.value.file == file
    assert told in str(refused.value)


@pytest.mark.parametrize("said", ['title.xx = "STANIOL"', 'name_xx = "STANIOL"'], ids=["now", "packs of before"])
def test_an_owner_may_say_it_in_his_own_words(tmp_path: Path, said: str) -> None:
    box = own(tmp_path, "cards.toml", _own_card(f'{said}\ntext = {{ en = "Strips of foil.", xx = "Paski folii." }}\n'))
    card = next(card for card in box.cards if card.title == "TINFOIL")
    assert card.titles == {"en": "TINFOIL", "xx": "STANIOL"}
    assert card.text == {"en": "Strips of foil.", "xx": "Paski folii."}
    tinsel = next(card for card in box.cards if card.title == "TINSEL")
    assert set(tinsel.text) == {"en", "pl"}, "those he leaves alone are said in every language there is"


def test_an_owners_words_go_over_ours_language_by_language(tmp_path: Path) -> None:
    box = own(tmp_path, "scenarios/berlin.toml", 'title = { en = "The Big City" }\nbackground = "My own."')
    berlin = box.scenarios["berlin"]
    assert berlin.title == {"en": "The Big City", "pl": "Berlin"} and berlin.background["en"] == "My own."
    assert berlin.background["pl"] == load().scenarios["berlin"].background["pl"]


def test_sense_checks_speak_up() -> None:
    def spoil(tables: packs.Tables) -> None:
        berlin = tables["scenarios/berlin.toml"]
        berlin["features"]["himmelbett"] = ["I1", "I3"]
        berlin["features"]["out_of_range"] = []
        berlin["features"]["area_flak"]["J6"] = 4
        berlin["units"]["unit"][0]["zone"] = "7.JD"
        berlin["units"]["unit"][1]["depleted"] = 3
        berlin["chits"]["chit"] = [row for row in berlin["chits"]["chit"] if row["name"] != "Kiel"]
        berlin["scoring"]["bands"]["draw"] = 3
        tables["tables.toml"]["jamming"]["infiltration"][0] = 9
        tables["tables.toml"]["combat"]["gci"][0] = "9"
        tables["cards.toml"]["british"][0]["copies"] = 2
        tables["city_maps.toml"]["map"][0]["areas"] += " e9:o"
        tables["city_maps.toml"]["map"][0]["areas"] = tables["city_maps.toml"]["map"][0]["areas"].replace("e9:f", "")

    told = " ".join(map(str, components.check(build(changed(spoil)))))
    for word in (
        "is broken at", "recovery range", "not 0 or 1", "is based in", "stronger when depleted", "no chit",
        "not in order", "fewer losses", "infiltration value falls", "British deck", "oil area",
        "touches the countryside",
    ):  # fmt: skip
        assert word in told, word
