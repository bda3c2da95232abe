"""Cards that may be played at any time: in which windows who holds nothing else is asked for them [6.2a, C75]."""

from __future__ import annotations

from typing import Any

from tests.games.bomber_command.support import inner, new_session, night, unit
from viermot import Session

DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
G, B = "german", "british"


def windows(s: Session, seat: str, turn: int, **answers: Any) -> list[str]:
    """In which windows of that turn the seat is asked, nothing being played."""
    found: list[str] = []
    for _ in range(400):
        if not s.pending or inner(s).turn > turn:
            break
        decision = s.pending[0]
        if decision.kind == "play" and decision.seat == seat:
            found.append(str(decision.plain_facts["window"]))
        given = answers.get(decision.kind, 0)
        s.decide(given if decision.why_not(given) is None else 0, decision.seat)
    return list(dict.fromkeys(found))


def holding(title: str, seat: str, turn: int, scenario: str = "berlin", **more: Any) -> Session:
    plan = {"plan": DOWNFALL} if scenario == "downfall" and "plan" not in more else {}
    dice = more.pop("dice", {})
    return new_session(night(scenario, turn=turn, phase=2, hands={seat: [title]}, **plan, **more), dice=dice)


def test_mobile_flak_before_raids_move_and_where_flak_fires() -> None:
    assert windows(holding("MOBILE FLAK", G, 2), G, 2) == ["raids_move"], "over the sea nothing fires"
    assert windows(holding("MOBILE FLAK", G, 4), G, 4) == ["raids_move", "combat_markers"], "over Hannover it does"


def test_weather_where_somebody_starts_fights_hides_lands_or_marks() -> None:
    quiet = windows(holding("WEATHER", G, 1, plan="E main Hannover 9 D5 J5 K5* K4 D7"), G, 1, scramble="none")
    assert quiet == ["recovery"], "a good landing may be played there in any case"
    starting = windows(holding("WEATHER", G, 2), G, 2, scramble="I./NJG1")
    assert "units_scrambled" in starting
    flying = windows(holding("WEATHER", G, 2, units={"I./NJG1": unit("H7")}), G, 2, scramble="none")
    assert "recovery" in flying and "units_scrambled" not in flying
    inside = windows(holding("WEATHER", G, 3, units={"I./NJG3": unit("E", fuel=5)}), G, 3)
    assert {"tame_boar", "recovery"} <= set(inside)
    fighting = windows(holding("WEATHER", G, 4), G, 4)
    assert "combat_markers" in fighting and "marking" not in fighting, fighting
    assert "marking" in windows(holding("WEATHER", G, 5), G, 5), "bombs fall in the turn after"
    seen = windows(holding("WEATHER", G, 2, dice={"detection": [6, 6]}), G, 2)
    assert "tame_boar" in seen, "a raid that is seen may be infiltrated"


def test_serrate_before_fighters_do_anything() -> None:
    units = {"III./NJG2": unit("H5", gci=True)}
    found = windows(holding("SERRATE", B, 3, units=units), B, 3, next_combat="H5", intercept="III./NJG2")
    assert found == ["fighters_move", "raids_move", "gci_attack", "tame_boar", "recovery"]


def test_scattered_streams_and_wind_finders_before_bombs_fall() -> None:
    for turn, found in ((3, []), (4, []), (5, ["bombing"]), (6, [])):
        assert windows(holding("SCATTERED STREAM", G, turn), G, turn) == found, "in the turn after they are over it"
        assert windows(holding("WIND FINDERS", B, turn), B, turn) == found


def test_weather_at_home_before_the_raid_lands() -> None:
    assert windows(holding("WEATHER", B, 10), B, 10) == ["raid_recovery"]
