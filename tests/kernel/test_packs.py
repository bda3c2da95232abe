"""Packs: reading, an owner's values over ours, provenance, saves, exports, and errors that say where."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from viermot.kernel import packs
from viermot.kernel.packs import PackError
from viermot.kernel.user_error import UserError, fields_from

GUNS = """
calibre = "rifle"

[[gun]]
name = "MG 17"
hits = 1
note = { en = "Light." }
fits = [{ name = "nose", rounds = 500 }, { name = "wing", rounds = 1000 }]
barrels = [1, 2, 3]
status = "reconstructed"
pinned = { hits = "E: an example" }

[[gun]]
name = "MK 108"
hits = 4
status = "published"
"""


class Fit(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    rounds: int


class Gun(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    hits: int
    note: dict[str, str] = {}
    fits: list[Fit] = []
    barrels: list[int] = []
    status: packs.Status = "own"
    pinned: dict[str, str] = {}


class Guns(msgspec.Struct, forbid_unknown_fields=True):
    calibre: str
    gun: list[Gun]


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    return write(tmp_path / "ours", **{"guns": GUNS, "raids/01": 'id = "1"\nstatus = "published"\n'})


def laid_over(ours: Path, text: str) -> dict[str, Any]:
    over = write(ours.parent / "own", guns=text)
    return packs.read(ours, over)["guns.toml"]


# --- reading and merging


def test_every_file_is_read_under_its_name_and_in_order(ours: Path) -> None:
    assert list(packs.read(ours)) == ["guns.toml", "raids/01.toml"]


def test_rows_merge_by_name_and_keys_one_by_one(ours: Path) -> None:
    table = laid_over(ours, '[[gun]]\nname = "MG 17"\nhits = 2\nnote = { pl = "Lekki." }\n')
    first, second = table["gun"]
    assert (first["hits"], second["hits"]) == (2, 4)
    assert first["note"] == {"en": "Light.", "pl": "Lekki."}


def test_rows_inside_rows_merge_too_and_plain_lists_are_replaced(ours: Path) -> None:
    fits = 'fits = [{ name = "wing", rounds = 9 }, { name = "tail", rounds = 1 }]'
    gun = laid_over(ours, f'[[gun]]\nname = "MG 17"\nbarrels = [4]\n{fits}\n')["gun"][0]
    assert {fit["name"]: fit["rounds"] for fit in gun["fits"]} == {"nose": 500, "wing": 9, "tail": 1}
    assert gun["barrels"] == [4]


def test_new_rows_and_new_files_are_added(ours: Path) -> None:
    own = write(ours.parent / "own", guns='[[gun]]\nname = "MG 151"\nhits = 3\n')
    write(own, **{"raids/02": 'id = "2"\n'})
    tables = packs.read(ours, own)
    assert [gun["name"] for gun in tables["guns.toml"]["gun"]] == ["MG 17", "MK 108", "MG 151"]
    assert tables["raids/02.toml"] == {"id": "2"}


def test_an_overlay_can_remove_rows_and_keys(ours: Path) -> None:
    text = '[[gun]]\nname = "MK 108"\nremove = true\n[[gun]]\nname = "MG 17"\nremove = ["note"]\n'
    guns = laid_over(ours, text)["gun"]
    assert [gun["name"] for gun in guns] == ["MG 17"]
    assert "note" not in guns[0] and "remove" not in guns[0]


def test_an_overlay_changes_neither_the_files_nor_the_tables_it_lies_on(ours: Path) -> None:
    before = packs.read(ours)
    kept = json.dumps(before)
    packs.merge(before, {"guns.toml": {"gun": [{"name": "MG 17", "hits": 9, "note": {"en": "!"}}]}})
    assert json.dumps(before) == kept


# --- provenance


def test_what_the_owner_changes_is_marked_as_his(ours: Path) -> None:
    guns = laid_over(ours, '[[gun]]\nname = "MG 17"\nhits = 2\n[[gun]]\nname = "MG 151"\nhits = 3\n')["gun"]
    assert guns[0]["pinned"] == {"hits": packs.OWN_MARK}
    assert guns[2]["status"] == "own"


def test_values_that_stay_the_same_keep_their_marks(ours: Path) -> None:
    assert laid_over(ours, GUNS) == packs.read(ours)["guns.toml"]


def test_an_edited_export_is_marked_where_it_was_edited(ours: Path) -> None:
    gun = laid_over(ours, GUNS.replace("hits = 4", "hits = 5"))["gun"][1]
    assert gun["pinned"] == {"hits": packs.OWN_MARK}


def test_an_owner_who_names_his_source_is_believed(ours: Path) -> None:
    text = '[[gun]]\nname = "MG 17"\nhits = 2\npinned = { hits = "P: the printed chart" }\n'
    assert laid_over(ours, text)["gun"][0]["pinned"] == {"hits": "P: the printed chart"}
    text = '[[gun]]\nname = "MG 17"\nhits = 2\nstatus = "published"\n'
    assert laid_over(ours, text)["gun"][0]["pinned"] == {"hits": "E: an example"}


def test_marks_list_every_row_that_says_where_it_comes_from(ours: Path) -> None:
    found = [(mark.file, mark.key, mark.status, mark.pinned) for mark in packs.marks(packs.read(ours))]
    assert found == [
        ("guns.toml", "MG 17", "reconstructed", {"hits": "E: an example"}),
        ("guns.toml", "MK 108", "published", {}),
        ("raids/01.toml", "1", "published", {}),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('status = "guessed"', "'guessed' is not one of published, pinned, play report, reconstructed, own"),
        ('status = "pinned"\npinned = { hits = "somewhere" }', "'somewhere' does not begin with a mark"),
        ('status = "pinned"\npinned = ["hits"]', "pinned: takes a table"),
    ],
)
def test_marks_refuse_words_nobody_knows(text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(PackError, match=complaint):
        packs.marks(packs.read(write(tmp_path, guns=text)))


# --- errors name file, key and reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gun = [", "guns.toml: is not valid TOML: invalid value (at end of document)."),
        ("day = 1942-05-30", "guns.toml, day: is a TOML date; write dates as text in quotes."),
        ("x = { y = inf }", "guns.toml, x, y: is not a number that can be played with."),
        (
            '[[gun]]\nname = "A"\n[[gun]]\nname = "A"',
            "guns.toml, gun: 'A' appears twice; rows need names of their own.",
        ),
    ],
)
def test_files_that_cannot_be_used_are_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PackError) as caught:
        packs.read(write(tmp_path, guns=text))
    assert str(caught.value) == message


def test_text_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "guns.toml").write_bytes('name = "schräge Musik"'.encode("latin-1"))
    with pytest.raises(PackError, match=r"guns.toml: is not UTF-8 text"):
        packs.read(tmp_path)


def test_a_folder_that_is_no_pack_is_refused(ours: Path, tmp_path: Path) -> None:
    with pytest.raises(PackError, match="is not a folder"):
        packs.read(ours, tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(PackError, match=r"holds no \.toml file"):
        packs.read(ours, tmp_path / "empty")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[gun]]\nname = "X"\nremove = true', "guns.toml, gun 'X': there is no such row to remove."),
        (
            '[[gun]]\nname = "MG 17"\nremove = ["mp"]',
            "guns.toml, gun 'MG 17', remove: there is no 'mp' to remove.",
        ),
        (
            '[[gun]]\nname = "MG 17"\nremove = "mp"',
            "guns.toml, gun 'MG 17', remove: takes a list of keys, such as remove = [\"mp_low\"].",
        ),
        ("[new]\nremove = true", "guns.toml, new, remove: there is nothing here to remove."),
    ],
)
def test_removing_what_is_not_there_is_refused(ours: Path, text: str, message: str) -> None:
    with pytest.raises(PackError) as caught:
        laid_over(ours, text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("hits = 1", 'hits = "one"'), "gun 'MG 17', hits: expected a whole number, got text."),
        (("hits = 1\n", "\n"), "gun 'MG 17': the key hits is missing."),
        (("hits = 1", "hits = 1\ndamage = 2"), "gun 'MG 17': there is no such key here: damage."),
        (
            ("rounds = 1000", "rounds = []"),
            "gun 'MG 17', fits 'wing', rounds: expected a whole number, got a list.",
        ),
        (("[1, 2, 3]", '[1, "2"]'), "gun 'MG 17', barrels 2: expected a whole number, got text."),
        (
            ('"reconstructed"', '"guessed"'),
            "gun 'MG 17', status: 'guessed' is not one of the words known here.",
        ),
    ],
)
def test_values_that_do_not_fit_say_where(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    tables = packs.read(write(tmp_path, guns=GUNS.replace(*change)))
    with pytest.raises(PackError) as caught:
        packs.decode(tables, "guns.toml", Guns)
    assert str(caught.value) == f"guns.toml, {message}"
    assert caught.value.file == "guns.toml"


def test_decoding_gives_structs_and_misses_files_by_name(ours: Path) -> None:
    tables = packs.read(ours)
    assert packs.decode(tables, "guns.toml", Guns).gun[1].hits == 4
    with pytest.raises(PackError, match=r"bombs\.toml: is missing from the pack"):
        packs.decode(tables, "bombs.toml", Guns)


def test_a_value_that_makes_no_sense_says_where() -> None:
    with pytest.raises(PackError, match=r"guns\.toml, gun 'X', hits: invalid literal"):
        packs.parsed("guns.toml", "gun 'X', hits", int, "many")


# --- hash, content, export


def test_the_hash_follows_the_values_not_the_layout(ours: Path, tmp_path: Path) -> None:
    one = packs.read(ours)["guns.toml"]
    swapped = {key: one[key] for key in reversed(one)}
    assert packs.pack_hash({"guns.toml": one}) == packs.pack_hash({"guns.toml": swapped})
    assert packs.pack_hash({"guns.toml": one}) != packs.pack_hash({"guns.toml": {**one, "calibre": "20 mm"}})
    assert packs.pack_hash({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_content_survives_a_save(ours: Path) -> None:
    tables = packs.read(ours)
    saved = json.loads(json.dumps(packs.content(tables)))
    assert packs.from_content(saved) == tables
    assert packs.pack_hash(packs.from_content(saved)) == packs.pack_hash(tables)


@pytest.mark.parametrize("content", [None, {}, {"format": 2, "files": {}}, {"format": 1, "files": {"a": 1}}])
def test_content_that_is_no_pack_is_refused(content: object) -> None:
    with pytest.raises(PackError, match="embedded pack"):
        packs.from_content(content)


def test_an_export_is_a_copy_that_changes_nothing(ours: Path, tmp_path: Path) -> None:
    written = packs.export(ours, tmp_path / "mine" / "pack")
    assert [path.name for path in written] == ["guns.toml", "01.toml"]
    assert packs.read(ours, tmp_path / "mine" / "pack") == packs.read(ours)


def test_an_export_never_overwrites(ours: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine", **{"raids/01": "mine = true"})
    with pytest.raises(PackError, match=r"01\.toml: already exists; export to an empty folder\.$"):
        packs.export(ours, mine)
    assert not (mine / "guns.toml").exists()
    assert (mine / "raids/01.toml").read_text() == "mine = true"


def test_an_export_that_cannot_be_written_says_so(ours: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PackError, match="cannot be written"):
        packs.export(ours, tmp_path / "file" / "pack")


def test_checks_are_run_in_order() -> None:
    def even(n: int) -> list[UserError]:
        return [] if n % 2 == 0 else [UserError("toy.odd.uneven", n=n)]

    def small(n: int) -> list[UserError]:
        return [] if n < 10 else [UserError("toy.odd.large", n=n)]

    assert [complaint.key for complaint in packs.run([even, small], 13)] == ["toy.odd.uneven", "toy.odd.large"]
    assert packs.run([even, small], 8) == []


AT_ONCE = """
import sys, threading
from viermot.kernel import registry
sys.setswitchinterval(1e-6)
games = registry.modules()
gate = threading.Barrier(8)
def load():
    gate.wait()
    for game in games:
        game.load_pack(None)
threads = [threading.Thread(target=load) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(games))
"""


@pytest.mark.parametrize("attempt", range(3))
def test_games_can_be_loaded_by_several_threads_at_once(attempt: int) -> None:
    """As a server does when its first visitors come: it ended the process, more often than not."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "5\n"), done.stderr


class Cannon(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    hits: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    shots: tuple[int, int] = (0, 0)
    maker: str | None = None


@pytest.mark.parametrize(
    ("gun", "english", "polish"),
    [
        ({"hits": 1}, "the key name is missing", "brakuje klucza name"),
        ({"name": "X", "mp": 1}, "there is no such key here: mp", "nie ma tu takiego klucza: mp"),
        (
            {"name": "X", "hits": "many"},
            "hits: expected a whole number, got text",
            "hits: powinno być: liczba całkowita, a jest: tekst",
        ),
        (
            {"name": "X", "hits": 10},
            "hits: expected a whole number <= 9",
            "hits: powinno być: liczba całkowita <= 9",
        ),
        (
            {"name": "X", "shots": [1]},
            "shots: expected a list of length 2, got 1",
            "shots: powinno być: lista o długości 2, a ma 1",
        ),
        (
            {"name": "X", "maker": 1},
            "maker: expected text or nothing, got a whole number",
            "maker: powinno być: tekst lub nic, a jest: liczba całkowita",
        ),
    ],
)
def test_what_a_schema_refuses_is_told_in_the_readers_language(gun: Any, english: str, polish: str) -> None:
    with pytest.raises(PackError) as told:
        packs.decode({"gun.toml": gun}, "gun.toml", Cannon)
    assert told.value.text("en").endswith(f"{english}.") and told.value.text("pl").endswith(f"{polish}.")


def test_an_error_in_an_error_is_told_in_one_language_and_to_another_process() -> None:
    told = PackError("guns.toml", "gun 'X'", packs.BadValue("pack.key_missing", name="hits"))
    again = UserError("error.pack", **fields_from(told.to_json()["fields"]))
    assert again.text("en") == told.text("en") == "guns.toml, gun 'X': the key hits is missing."
    assert again.text("pl") == told.text("pl") == "W danych guns.toml, gun 'X': brakuje klucza hits."
