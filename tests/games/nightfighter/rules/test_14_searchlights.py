"""Chapter 14: search markers, coned bombers, hand-offs, what lights do for a tally, cloud and flares."""

from pathlib import Path

import pytest

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
    fighters,
    holds,
    keep,
    last,
    new_session,
    night,
    play_turn,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule

Dice = dict[str, list[int]]

FAR = fighter(201, "1801 S")  # a Hurricane out of the way


def lights(*aircraft: str, scenario: str = "1A", dice: Dice | None = None, **more: object) -> viermot.Session:
    """A searchlight phase of turn 3; in 1A the zones J to R are active and not radar-directed."""
    return new_session(night(scenario, *aircraft, turn=3, phase=7, **more), dice=dice)


def place_all(s: viermot.Session) -> viermot.Session:
    """The umpire puts each marker in the first hex of its zone."""
    while asked(s).kind == "place_marker":
        s.decide(0)
    return s


def markers(s: viermot.Session) -> list[str]:
    """The zones with a search marker on the player's map."""
    return [row["zone"] for row in s.perspective("player").to_json()["markers"]]


def searched(s: viermot.Session) -> dict[str, int]:
    """How many dice were rolled for each zone."""
    return {roll.data["zone"]: len(roll.data["dice"]) for roll in rolls_of(s, "player", "searchlight")}


# -- cloud -----------------------------------------------------------------------------------------


@rule("14.1")
def test_14_1_cloud_stops_the_lights() -> None:
    s = lights(FAR, bomber(112, "1016 S"), cloud="cloudy")
    holds(s, "14.1" in last(s, "player", "lights_blocked").rules, "by rule 14.1")
    check(s, (asked(s).kind, events_of(s, "umpire", "marker")), ("general_tally", []), "no marker, no search")
    s = lights(FAR, bomber(112, "1016 S"), cloud="none")
    check(s, (asked(s).kind, events_of(s, "player", "lights_blocked")), ("place_marker", []), "in a clear sky")


@rule("14.1")
@pytest.mark.parametrize("moon", ["none", "half"])
def test_14_1_active_zones_become_illuminated_cloud(moon: str) -> None:
    def look(where: str, fighter_at: str) -> list[str]:
        s = new_session(
            night("1A", fighter(201, f"{fighter_at} S"), bomber(112, f"{where} S"), phase=8, cloud="cloudy", moon=moon),
            dice={"tally": [2, 2, 2, 2]},
        )
        answer(s, "general_tally", "roll")
        holds(s, "14.1" in rolls_of(s, "player", "tally")[0].rules, "by rule 14.1")
        return [c["hex"] for c in contacts(s)]

    assert look("1016", "1017") == ["1016"], "one hex away over the lights, though visibility is moderate"
    assert look("1016", "1018") == [], "never more than one hex"
    assert look("1012", "1013") == [], "no lights below: moderate visibility is the fighter's own hex"


# -- searches --------------------------------------------------------------------------------------


@rule("14.2.1a")
def test_14_2_1a_every_active_zone_with_a_bomber_gets_a_marker() -> None:
    s = lights(FAR, bomber(112, "1016 S"), bomber(113, "0920 S"), bomber(114, "0920 S"), bomber(115, "1012 S"))
    check(s, (asked(s).kind, asked(s).seat, len(asked(s).options)), ("place_marker", "umpire", 24), "zone K")
    holds(s, {"0715", "0718", "1215", "1218", "1016"} <= set(asked(s).options), "any hex of the zone")
    refused(s, "1014", "14.2.1a")
    answer(s, "place_marker", "0715")
    answer(s, "place_marker", "1222")
    placed = [(e.data["zone"], e.data["hex"]) for e in events_of(s, "player", "marker")]
    check(s, placed, [("K", "0715"), ("N", "1222")], "one marker a zone, none for H, which is not active")
    holds(s, "14.2.1a" in last(s, "player", "marker").rules, "by rule 14.2.1a")


@rule("14.2.1a")
def test_14_2_1a_none_in_a_zone_that_is_not_active() -> None:
    s = lights(FAR, bomber(112, "1024 S"), bomber(113, "1316 S"), bomber(114, "0916 S"), scenario="2D")  # K and N
    place_all(s)
    check(s, [e.data["zone"] for e in events_of(s, "player", "marker")], ["K"], "zones marked")
    holds(s, "14.2.1a" in last(s, "player", "marker").rules, "by rule 14.2.1a")


@rule("14.2.1b")
@pytest.mark.parametrize(("scenario", "visibility", "moon", "dice"), [
    ("1A", "poor", "none", 1), ("1A", "moderate", "none", 2), ("1A", "good", "none", 3),
    ("1A", "poor", "half", 2), ("1A", "moderate", "full", 3), ("1A", "good", "full", 4),
    ("4B", "poor", "none", 4), ("4B", "good", "full", 4),
])  # fmt: skip
def test_14_2_1b_dice_by_visibility_and_moon_or_four_by_radar(
    scenario: str, visibility: str, moon: str, dice: int
) -> None:
    s = place_all(lights(FAR, bomber(112, "1016 S"), scenario=scenario, visibility=visibility, moon=moon))
    check(s, searched(s), {"K": dice}, "dice")
    holds(s, "14.2.1b" in rolls_of(s, "player", "searchlight")[0].rules, "by rule 14.2.1b")


@rule("14.2.1c")
def test_14_2_1c_a_bomber_of_the_zone_whose_number_comes_up_is_fixed() -> None:
    def search(*dice: int) -> viermot.Session:
        two = (bomber(112, "1016 S"), bomber(122, "1014 S"))  # the second is in a zone without lights
        return place_all(lights(FAR, *two, dice={"searchlight": list(dice)}))

    for dice in ((2, 5), (5, 2), (2, 2)):
        s = search(*dice)
        check(s, [(c["hex"], c["lit_in"]) for c in contacts(s)], [("1016", "K")], f"lit after {dice}")
        holds(s, "14.2.1c" in last(s, "player", "coned").rules, "by rule 14.2.1c")
    check(s := search(1, 3), contacts(s), [], "lit after 1 and 3")


@rule("14.2.1c")
def test_14_2_1c_of_several_the_one_nearest_a_fighter() -> None:
    two = (bomber(112, "0715 S"), bomber(113, "1218 S"))
    s = place_all(lights(fighter(201, "1317 S"), *two, dice={"searchlight": [2, 3]}))
    check(s, [c["hex"] for c in contacts(s)], ["1218"], "the fighter is in the east")
    s = place_all(lights(fighter(201, "0414 S"), *two, dice={"searchlight": [2, 3]}))
    check(s, [c["hex"] for c in contacts(s)], ["0715"], "the fighter is in the west")
    holds(s, "14.2.1c" in last(s, "player", "coned").rules, "by rule 14.2.1c")
    s = place_all(
        lights(fighter(201, "0414 S"), fighter(202, "1219 S"), *two, scenario="3C", dice={"searchlight": [2, 3, 1, 1]})
    )
    check(s, [c["hex"] for c in contacts(s)], ["1218"], "nearest to any fighter")


@rule("14.2.1c")
def test_14_2_1c_between_equals_the_umpire_decides() -> None:
    s = lights(
        fighter(201, "1016 S"), bomber(112, "1015 S"), bomber(113, "1017 S"), bomber(121, "1018 S"),
        dice={"searchlight": [2, 3, 1]}, visibility="good",
    )  # fmt: skip
    place_all(s)
    check(s, (asked(s).kind, asked(s).seat, list(asked(s).options)), ("cone_which", "umpire", ["112", "113"]))
    refused(s, "121", "14.2.1c")
    answer(s, "cone_which", "113")
    check(s, [c["hex"] for c in contacts(s)], ["1017"])
    holds(s, "14.2.1c" in last(s, "player", "coned").rules, "by rule 14.2.1c")


@rule("14.2.1d")
def test_14_2_1d_a_fix_shows_true_hex_and_facing() -> None:
    s = lights(FAR, bomber(112, "1016 SW"), dice={"searchlight": [2, 2]})
    answer(s, "place_marker", "0715")
    check(s, [(c["contact"], c["hex"], c["facing"], c["lit_in"]) for c in contacts(s)], [("C1", "1016", "SW", "K")])
    check(s, markers(s), [], "the search marker has been turned over")
    coned = last(s, "player", "coned")
    check(s, (coned.data["hex"], coned.data["facing"], "14.2.1d" in coned.rules), ("1016", "SW", True))


@rule("14.2.1e")
def test_14_2_1e_markers_that_found_nothing_go_at_the_end_of_the_turn() -> None:
    s = lights(FAR, bomber(112, "1016 S"), dice={"searchlight": [1, 1]})
    place_all(s)
    check(s, (asked(s).kind, markers(s)), ("general_tally", ["K"]), "they stay for the turn")
    play_turn(s, 4)
    check(s, (s.perspective("player").to_json()["turn"], markers(s)), (4, []), "turn and markers")
    gone = last(s, "player", "markers_removed")
    check(s, (gone.turn, "14.2.1e" in gone.rules), (3, True))


@rule("14.2.2")
def test_14_2_2_a_zone_that_holds_a_bomber_does_not_search() -> None:
    s = lights(FAR, bomber(112, "1016 S", light="K"), bomber(113, "0917 S"), bomber(114, "0920 S"))
    busy = last(s, "player", "zone_busy")
    check(s, (busy.data["zone"], "14.2.2" in busy.rules), ("K", True))
    place_all(s)
    check(s, [e.data["zone"] for e in events_of(s, "player", "marker")], ["N"], "zones marked")
    check(s, list(searched(s)), ["N"], "zones that search")


# -- losing and handing over -----------------------------------------------------------------------


def flight(*aircraft: str, scenario: str = "1A", dice: Dice | None = None, **more: object) -> viermot.Session:
    """Bombers move in turn 4, an even one: an He111 flies 3 hexes."""
    return new_session(night(scenario, *aircraft, turn=4, phase=1, **more), dice=dice)


@rule("14.2.3")
def test_14_2_3_held_inside_the_zone_lost_outside_it() -> None:
    s = flight(FAR, bomber(112, "1015 S", light="K"))
    play_until(s, "path")
    check(s, [(c["hex"], c["lit_in"]) for c in contacts(s)], [("1018", "K")], "it has flown to the edge of the zone")
    s = flight(FAR, bomber(112, "1021 S", light="N"), scenario="2D")  # beyond N nothing is active
    check(s, (asked(s).kind, contacts(s)), ("displace", []), "flown out of the zone")
    lost = last(s, "player", "light_lost")
    check(s, (lost.data["contact"], "14.2.3" in lost.rules), ("C1", True))


@rule("14.2.3")
def test_14_2_3_a_corkscrew_ends_the_fix() -> None:
    s = new_session(
        night("3A", fighter(201, "1016 S", tally=112, dives=0), bomber(112, "1016 S", light="K"), turn=3, phase=9),
        dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [3]},
    )
    answer(s, "attack", "guns")
    answer(s, "follow", "centre")
    check(s, [(c["hex"], c["lit_in"]) for c in contacts(s)], [("1016", None)], "followed, but no longer lit")
    holds(s, "14.2.3" in last(s, "player", "shaken_off").rules, "by rule 14.2.3")


@rule("7.2.2", "14.2.3")
def test_14_2_3_a_lit_bomber_may_leave_the_lights_and_the_map_in_one_flight() -> None:
    """Zone Q ends in row 26 and the map in row 27: the second hex is in no zone, the third beyond the edge."""
    s = flight(FAR, bomber(112, "1025 S", light="Q"), bomber(113, "0405 S"))
    play_until(s, "path")
    check(s, (attackers(s)["112"]["fate"], attackers(s)["113"]["fate"]), ("exited", "on map"))
    check(s, len(events_of(s, "player", "light_lost")), 1)
    holds(s, "7.2.2" in last(s, "umpire", "attacker_left").rules, "by rule 7.2.2")


@rule("14.2.4a")
def test_14_2_4a_asked_at_the_moment_it_crosses_into_a_free_active_zone() -> None:
    s = flight(FAR, bomber(112, "1017 S", light="K"))
    check(s, (asked(s).kind, asked(s).seat, list(asked(s).options)), ("hand_off", "player", ["no", "yes"]))
    check(s, [c["hex"] for c in contacts(s)], ["1019"], "the first hex of zone N, with one more hex to fly")
    answer(s, "hand_off", "no")
    holds(s, "14.2.4a" in last(s, "player", "light_lost").rules, "declined, so lost")
    check(s, (rolls_of(s, "player", "hand-off"), contacts(s)), ([], []), "no roll, no contact")


@rule("14.2.4a")
def test_14_2_4a_not_into_a_zone_that_holds_another_or_is_not_active() -> None:
    s = flight(FAR, bomber(112, "1017 S", light="K"), bomber(113, "0819 S", light="N"))
    check(s, asked(s).kind, "displace", "N holds another")
    check(s, [c["contact"] for c in contacts(s)], ["C2"], "contacts left")
    s = flight(FAR, bomber(112, "1021 S", light="N"), scenario="2D")
    check(s, asked(s).kind, "displace", "Q is not active")
    s = flight(FAR, bomber(112, "1017 S", light="K"), scenario="2D", dice={"hand-off": [2]})
    answer(s, "hand_off", "yes")
    holds(s, "14.2.4a" in rolls_of(s, "player", "hand-off")[0].rules, "K to N is allowed")


@rule("14.2.4b", "14.2.1b")
@pytest.mark.parametrize("visibility", ["poor", "good"])
def test_14_2_4b_four_dice_and_its_number_keep_the_fix(visibility: str) -> None:
    s = flight(FAR, bomber(112, "1017 S", light="K"), visibility=visibility, dice={"hand-off": [1, 1, 1, 2]})
    answer(s, "hand_off", "yes")
    roll = rolls_of(s, "player", "hand-off")[0]
    check(s, (roll.data["dice"], roll.data["zone"]), ([1, 1, 1, 2], "N"))
    check(s, [(c["contact"], c["hex"], c["lit_in"]) for c in contacts(s)], [("C1", "1020", "N")], "it has flown on")
    holds(s, "14.2.4b" in last(s, "player", "handed_off").rules, "by rule 14.2.4b")


@rule("14.2.4b")
def test_14_2_4b_without_its_number_the_fix_is_gone_and_it_flies_on() -> None:
    s = flight(FAR, bomber(112, "1017 S", light="K"), dice={"hand-off": [1, 3, 4, 5]})
    answer(s, "hand_off", "yes")
    check(s, contacts(s), [], "contacts")
    holds(s, "14.2.4b" in last(s, "player", "light_lost").rules, "by rule 14.2.4b")
    answer(s, "displace", "centre")
    check(s, (attackers(s)["112"]["hex"], attackers(s)["112"]["lit_in"]), ("1020", None), "its move is complete")


# -- tallying what is lit --------------------------------------------------------------------------


@rule("14.2.5a")
@pytest.mark.parametrize(("visibility", "reach"), [("poor", 1), ("moderate", 3), ("good", 5)])
def test_14_2_5a_lit_bombers_are_tallied_from_the_second_range(visibility: str, reach: int) -> None:
    def look(away: int, light: str = "K") -> viermot.Session:
        lit = bomber(112, f"10{12 + away} S", **({"light": light} if light else {}))
        s = new_session(
            night("1A", fighter(201, "1012 S"), lit, phase=8, visibility=visibility), dice={"tally": [2, 2, 2]}
        )
        answer(s, "general_tally", "roll")
        return s

    s = look(reach)
    answer(s, "keep_which", "C1")
    check(s, fighters(s)["201"]["tally"], "C1", f"tallied over {reach} hexes")
    holds(s, events_of(look(reach + 1), "player", "tally_nothing"), f"not over {reach + 1} hexes")
    s = new_session(
        night("1A", fighter(201, "1012 S"), bomber(112, f"10{12 + reach} S", light="K"), phase=8, visibility=visibility)
    )
    answer(s, "general_tally", "no")
    answer(s, "tally_fixed", "C1")
    holds(s, "14.2.5a" in rolls_of(s, "player", "fixed tally")[0].rules, "by rule 14.2.5a")
    holds(s, events_of(look(2, light=""), "player", "tally_nothing"), "an unlit one is out of sight over 2 hexes")


@rule("14.2.5b")
def test_14_2_5b_not_while_the_fighter_has_altitude_advantage() -> None:
    def look(dives: int) -> viermot.Session:
        s = new_session(
            night("3A", fighter(201, "1016 S", tally=112, dives=dives), bomber(112, "1018 S", light="K"), phase=8)
        )
        keep(s)
        return s

    s = look(1)
    holds(s, "14.2.5b" in last(s, "player", "tally_lost").rules, "by rule 14.2.5b")
    answer(s, "general_tally", "no")
    holds(s, asked(s).kind != "tally_fixed", "nor may it roll from here")
    s = look(0)
    check(s, fighters(s)["201"]["tally"], "C1", "down among them it may")


# -- flares ----------------------------------------------------------------------------------------


@rule("14.3a")
def test_14_3a_flare_zones_are_marked_every_turn_bombers_or_not() -> None:
    s = place_all(lights(fighter(201, "1801 S"), scenario="6A"))  # flares over G to L, no searchlights
    placed = events_of(s, "player", "marker")
    check(s, [e.data["zone"] for e in placed], ["G", "H", "I", "J", "K", "L"], "zones marked")
    holds(s, all("14.3a" in e.rules for e in placed), "by rule 14.3a")


@rule("14.3b")
@pytest.mark.parametrize(("visibility", "moon", "dice"), [
    ("poor", "none", 1), ("good", "none", 1), ("good", "half", 2), ("poor", "full", 2),
])  # fmt: skip
def test_14_3b_flares_alone_roll_one_die_or_two_by_moonlight(visibility: str, moon: str, dice: int) -> None:
    s = place_all(lights(fighter(201, "1801 S"), scenario="6A", visibility=visibility, moon=moon))
    check(s, searched(s), dict.fromkeys("GHIJKL", dice), "dice")
    holds(s, "14.3b" in rolls_of(s, "player", "searchlight")[0].rules, "by rule 14.3b")


@rule("14.3b")
def test_14_3b_flares_fix_like_lights_and_add_a_die_to_them() -> None:
    s = place_all(lights(fighter(201, "1801 S"), bomber(112, "0811 S"), scenario="6A", dice={"searchlight": [1, 2]}))
    check(s, [(c["hex"], c["lit_in"]) for c in contacts(s)], [("0811", "H")], "fixed by flares, the second zone")
    s = place_all(lights(FAR, bomber(112, "1016 S"), bomber(113, "1020 S"), scenario="5E", visibility="moderate"))
    check(s, (searched(s)["K"], searched(s)["N"]), (3, 2), "lights with flares, lights alone")
    roll = next(r for r in rolls_of(s, "player", "searchlight") if r.data["zone"] == "K")
    holds(s, "14.3b" in roll.rules, "by rule 14.3b")


@rule("14.3c")
def test_14_3c_flares_allow_no_hand_off() -> None:
    for start, zone, why in (("0813", "H", "flares to flares"), ("0817", "K", "flares to darkness")):
        s = flight(fighter(201, "1801 S"), bomber(112, f"{start} S", light=zone), scenario="6A")
        check(s, (asked(s).kind, contacts(s)), ("displace", []), why)
        holds(s, "14.3c" in last(s, "player", "light_lost").rules, "by rule 14.3c")


@rule("14.3c")
@pytest.mark.parametrize(("start", "zone"), [("0813", "H"), ("0821", "N")])
def test_14_3c_no_hand_off_between_flares_and_searchlights(start: str, zone: str, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    flares = '[[variant]]\nid = "2D"\nflare_zones = "H, Q"\n'  # with the lights of K and N between them
    (tmp_path / "scenarios" / "02.toml").write_text(flares, encoding="utf-8")
    s = new_session(night("2D", FAR, bomber(112, f"{start} S", light=zone), turn=4), pack=tmp_path)
    check(s, (asked(s).kind, contacts(s)), ("displace", []), f"flown out of {zone}")
    holds(s, "14.3c" in last(s, "player", "light_lost").rules, "by rule 14.3c")


@rule("14.3c")
def test_14_3c_flares_do_not_help_a_hand_off() -> None:
    s = flight(FAR, bomber(112, "0813 S", light="H"), scenario="5E", dice={"hand-off": [2]})  # lights and flares
    answer(s, "hand_off", "yes")
    roll = rolls_of(s, "player", "hand-off")[0]
    check(s, (len(roll.data["dice"]), "14.3c" in roll.rules), (4, True), "dice, and by rule 14.3c")


@rule("14.3d")
def test_14_3d_flares_work_under_cloud_and_do_not_light_it() -> None:
    dice = {"searchlight": [1, 2], "tally": [1, 1, 1]}
    s = place_all(lights(fighter(201, "0814 S"), bomber(112, "0811 S"), scenario="6A", cloud="cloudy", dice=dice))
    check(s, [(c["hex"], c["lit_in"]) for c in contacts(s)], [("0811", "H")], "fixed under cloud")
    holds(s, "14.3d" in rolls_of(s, "player", "searchlight")[0].rules, "by rule 14.3d")
    answer(s, "general_tally", "roll")
    check(s, rolls_of(s, "player", "tally")[0].data["cloud_die"], 0, "cloud dice")
    answer(s, "tally_fixed", "C1")  # three hexes away: the second range, not the single hex of illuminated cloud


@rule("14.3d")
@pytest.mark.parametrize("moon", ["none", "half"])
def test_14_3d_with_searchlights_too_one_die_and_illuminated_cloud(moon: str) -> None:
    s = lights(FAR, bomber(112, "1016 S"), bomber(113, "1020 S"), scenario="5E", cloud="cloudy", moon=moon)
    place_all(s)
    check(s, searched(s), dict.fromkeys("GHIJKL", 1), "one die each; N has lights alone and is silent")
    roll = rolls_of(s, "player", "searchlight")[0]
    check(s, ("14.3d" in roll.rules, "14.2.1b" in roll.rules), (True, False))
    play_until(s, "general_tally")
    answer(s, "general_tally", "roll")
    check(s, rolls_of(s, "player", "tally")[0].data["cloud_die"], 1, "cloud dice")
