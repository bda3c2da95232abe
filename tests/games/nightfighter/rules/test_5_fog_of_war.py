"""Chapter 5: what each of the two maps shows, and an umpire who may be unhelpful but never lies."""

import json

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    holds,
    last,
    new_session,
    night,
    play_until,
    refused,
)
from tests.support.rules import rule

INTRUDER = "Mosquito NF.XVII/NF.XIX"


@rule("5.0a")
def test_5_0a_the_umpire_may_choose_among_truths_but_not_lie() -> None:
    """One bomber, equally near from two of the hexes beside the search: either will do, no other."""
    for choice in ("1009", "1110"):
        s = new_session(night("2", fighter(201, "0320 N"), bomber(113, "1106 S"), turn=2, phase=5))
        answer(s, "place_search", "1010")
        answer(s, "place_search", "none")
        check(s, (asked(s).kind, asked(s).seat), ("sweep", "umpire"))
        check(s, set(asked(s).options), {"1009", "1110"})
        refused(s, "1011", "13.1.2a")
        s.decide(choice)
        check(s, last(s, "player", "sweep").data, {"radar": "Freya", "hex": choice})


@rule("5.0a")
def test_5_0a_what_he_must_say_is_true() -> None:
    for there, found in (("1008", 1), ("1007", 0)):
        s = new_session(night("2", fighter(201, "0320 N"), bomber(113, f"{there} S"), turn=2, phase=5))
        answer(s, "place_search", "1010")
        answer(s, "place_search", "0303")
        play_until(s, "general_tally")
        results = {event.data["radar"]: event.data["result"] for event in events_of(s, "player", "search")}
        check(s, results, {"Freya": found, "Würzburg": 0}, f"bomber at {there}")


@rule("5.1a")
def test_5_1a_the_umpires_map_shows_every_aircraft_all_tallies_lights_and_hits() -> None:
    s = new_session(
        night(
            "5", fighter(201, "1010 SE", tally=113, dives=0), fighter(202, "0711 NW"), bomber(113, "1010 S", hits=2),
            bomber(115, "0816 S", light="K"), bomber(116, "1520 S", hits=1), turn=2, phase=8, visibility="good",
        )
    )  # fmt: skip
    shown = s.perspective("umpire").to_json()
    check(s, {a["id"]: (a["hex"], a["facing"], a["hits"], a["lit_in"]) for a in shown["umpire"]["attackers"]}, {
        "113": ("1010", "S", 2, None), "115": ("0816", "S", 0, "K"), "116": ("1520", "S", 1, None),
    })  # fmt: skip
    check(s, [(f["hex"], f["facing"]) for f in shown["fighters"][:2]], [("1010", "SE"), ("0711", "NW")])
    tallied = {a["contact"]: a["id"] for a in shown["umpire"]["attackers"] if a["contact"]}
    check(s, {c["contact"]: c["tallied_by"] for c in shown["contacts"]}, {"C1": ["201"], "C2": []})
    check(s, tallied, {"C1": "113", "C2": "115"}, "he knows which bomber each marker stands for")


@rule("5.1b")
def test_5_1b_the_players_map_shows_his_own_side_and_what_he_has_found() -> None:
    s = new_session(
        night(
            "4B", fighter(201, "1010 SE", fix=113, hits=1), bomber(113, "1111 S", hits=2),
            bomber(115, "0816 S", light="K"), bomber(116, "1520 S", hits=1), turn=2, phase=5,
            searches=[[0, "0505", 1]], sweeps=[[1, "0606"]],
        ),
        dice={"searchlight": [1, 1, 1, 1]},
    )  # fmt: skip
    answer(s, "place_search", "1518")
    answer(s, "place_search", "0101")
    play_until(s, "general_tally")
    shown = s.perspective("player").to_json()
    own = shown["fighters"][0]
    check(s, (own["hex"], own["facing"], own["hits"]), ("1010", "SE", 1))
    check(s, {(c["hex"], c["facing"], c["lit_in"], *c["fixed_by"]) for c in shown["contacts"]}, {
        ("1111", "S", None, "201"), ("0816", "S", "K"),
    })  # fmt: skip
    check(s, [c["hits"] for c in shown["contacts"]], [0, 0], "hits he has not seen made stay unknown")
    check(s, [(x["radar"], x["hex"], x["result"]) for x in shown["searches"]], [
        ("Freya", "1518", "contact"), ("Würzburg", "0101", "nothing"),
    ])  # fmt: skip
    check(s, [x["radar"] for x in shown["sweeps"]], ["Würzburg"])
    check(s, [(x["radar"], x["hex"], x["contact"]) for x in shown["tracks"]], [("Freya", "0505", True)])
    check(s, [m["zone"] for m in shown["markers"]], ["O"], "a search in O, where 116 hides")
    text = json.dumps(shown)
    holds(
        s, '"113"' not in text and '"115"' not in text and '"116"' not in text and "1520" not in text, "no ids, no 116"
    )


@rule("5.1c")
def test_5_1c_a_coned_bomber_appears_at_once_in_its_true_hex() -> None:
    s = new_session(
        night("4B", fighter(201, "1801 S"), bomber(113, "1016 S"), turn=2, phase=7), dice={"searchlight": [3, 1, 1, 1]}
    )
    check(s, contacts(s), [])
    answer(s, "place_marker", "0715")
    check(s, [(c["hex"], c["facing"], c["lit_in"]) for c in contacts(s)], [("1016", "S", "K")])
    check(s, last(s, "player", "contact").data, {"contact": "C1", "hex": "1016", "facing": "S"})


@rule("5.1c")
def test_5_1c_a_tallied_or_ai_fixed_enemy_appears_with_its_true_facing() -> None:
    s = new_session(
        night(
            "10", fighter(201, "1010 S"), bomber(163, "1010 NE", type=INTRUDER), turn=2, phase=8, visibility="good"
        ),
        dice={"tally": [3, 1, 1, 1]},
    )  # fmt: skip
    answer(s, "general_tally", "roll")
    check(s, [(c["hex"], c["facing"]) for c in contacts(s)], [("1010", "NE")], "before anything else is decided")
    fixed = new_session(night("4B", fighter(201, "1010 S"), bomber(113, "1012 S"), turn=2, phase=6))
    shown = contacts(fixed)
    check(fixed, [(c["hex"], c["facing"], c["fixed_by"]) for c in shown], [("1012", "S", ["201"])])


@rule("5.1c")
def test_5_1c_the_marker_and_the_bomber_never_part() -> None:
    """Whatever random players do, each marker stands where the umpire's map has its aircraft."""
    for seed in range(4):
        s = viermot.new_game(
            "nightfighter", scenario="6E", seed=f"fog {seed}", seats={"umpire": "random", "player": None}
        )
        for _ in range(300):
            if not s.pending:
                break
            s.decide(len(s.record) * 7919 % len(s.pending[0].codes))
            real = {a["contact"]: (a["hex"], a["facing"]) for a in attackers(s).values() if a["contact"]}
            check(s, {c["contact"]: (c["hex"], c["facing"]) for c in contacts(s)}, real)
