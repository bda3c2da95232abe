"""The debrief of a night: what fell, how far the hunt came, where it broke, and no secret that says nothing."""

from __future__ import annotations

import pytest

import viermot
from tests.games.nightfighter.support import bomber, fighter, new_session, night
from viermot.debriefing import Debrief, debriefing_of
from viermot.game_package import faces_of
from viermot.games.nightfighter.faces.debriefing import KILLS, ROUTINE, Chain, held_by
from viermot.kernel.dice import BotRng
from viermot.kernel.session import Session
from viermot.text import has, languages


def flown(game: str, seed: str, **others: str) -> tuple[Session, Debrief]:
    """Scenario 3 as a novice flew it, and its debrief."""
    session = viermot.new_game(game, "3", seed=seed, seats={"player": "novice", **others})
    return session, viermot.debrief(session, "player")


def has_its_kill_as_the_headline(session: Session, report: Debrief) -> None:
    """One bomber was shot down, and that is what the debrief begins with."""
    fallen = [event for event in session.perspective("player").events() if event.kind == "shot_down"]
    assert len(fallen) == 1
    assert report.why[0] == f"{fallen[0].data['kind']} shot down in turn {fallen[0].turn}."
    assert "Shot down: 1." in report.why[-1] and report.why[-1].startswith("Bombers found: ")


def test_a_kill_is_the_headline() -> None:
    has_its_kill_as_the_headline(*flown("nightfighter", "a1", umpire="standard"))


@pytest.mark.parametrize(
    ("where", "dives", "why"),
    [("1010 S", 3, "still_above"), ("1010 SE", 0, "facing_differs"), ("1012 S", 0, "")],
)
def test_who_was_there_and_could_not_fire_is_told_what_held_him(where: str, dives: int, why: str) -> None:
    """Not to fly to a hex where he was already."""
    seen = [fighter(201, "1010 S", tally=113, dives=dives), bomber(113, where)]
    s = new_session(night("3", *seen, turn=20, phase=9), dice={"umpire:response": [1]})
    assert held_by(debriefing_of(s.module).told(s, "player")) == why
    assert not why or all(has(f"nightfighter.chain.attacks.{why}", locale) for locale in languages())


LINKS = [
    ((0, 0, 0, 0), "found"),
    ((2, 0, 0, 0), "seen"),
    ((2, 1, 0, 0), "attacks"),
    ((2, 1, 3, 0), "kills"),
    ((1, 1, 1, 1), ""),
]


@pytest.mark.parametrize(("chain", "broke"), LINKS)
def test_each_link_of_the_chain_has_its_sentence(chain: tuple[int, int, int, int], broke: str) -> None:
    assert Chain(*chain).broke == broke
    if broke:
        assert all(has(f"nightfighter.chain.{broke}", locale) for locale in languages())


def test_what_the_umpire_alone_knew_is_worth_reading() -> None:
    """That bombers fly on is no secret worth a line; where one came in is."""
    session, report = flown("nightfighter", "a1", umpire="standard")
    told = [line.text for line in report.knew[0].lines]
    assert any("enters with" in text for text in told)
    assert not any("flies on" in text or "fly on" in text or "left to enter" in text for text in told)
    assert report.knew[0].count == len(told) < 20
    assert ROUTINE & {event[0] for event in session.state.log[: session.state.logged]}


def test_hits_on_which_nothing_hung_are_no_turning_point() -> None:
    """With few rolls there are few turning points: hits count as luck, the kill that hung on them as the turn."""
    seats = {"player": "standard", "umpire": "plain"}
    session = viermot.new_game("nightfighter", "1", seed="z3", seats=seats)
    own = debriefing_of(session.module)
    gambles = list(own.gambles(own.told(session, "player"), session.module.seats))
    assert {each.what: bool(each.swing) for each in gambles} == {KILLS: True, "nightfighter.luck.hits": False}
    assert len(viermot.debrief(session, "player").turning) == 1


def test_fortune_begins_where_the_game_began() -> None:
    """A position may begin late: nothing was lucky or unlucky before it."""
    behind = night("3", fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), turn=12, phase=9)
    played = viermot.new_game("nightfighter", position=behind, seed="a", seats={"player": "novice", "umpire": "plain"})
    curve = viermot.debrief(played, "player").curve
    assert (curve[0].turn, curve[0].value) == (11, 0.0)
    _, whole = flown("nightfighter", "a1", umpire="standard")
    assert whole.curve[0].turn == 0


def kills_have_the_chance_of_the_button(game: str, **others: str) -> None:
    """Plays some games and compares each attack's line in the debrief with what was shown when it was chosen."""
    compared = 0
    for seed in range(12):
        s = viermot.new_game(game, "4B", seed=f"button {seed}", seats={"player": None, **others})
        bot, rng = s.module.bots("player")["standard"](), BotRng(s.key, "player")
        shown: list[str] = []
        while s.pending:
            asked = s.pending[0]
            option = asked.notation_of(bot.choose(s.perspective("player"), asked, rng))
            if asked.kind in ("attack", "attack_all_the_same"):
                chances = faces_of(s.module).page().chances(asked, s.perspective("player"), "en")
                shown += [chances[option]] if option in chances else []
            s.decide(option, "player")
        own = debriefing_of(s.module)
        kills = [each for each in own.gambles(own.told(s, "player"), s.module.seats) if each.what == KILLS]
        assert len(kills) == len(shown)
        for gamble, on_button in zip(kills, shown, strict=True):
            span = [float(part) for part in on_button.removesuffix(" %").replace("< ", "").split("–")]
            assert span[0] - 0.51 <= 100 * gamble.expected <= span[-1] + 0.51, on_button
        down = sum(event.kind == "shot_down" for event in s.perspective("player").events())
        assert sum(each.came for each in kills) == down
        compared += len(kills)
    assert compared > 10


def test_the_chance_of_a_kill_is_the_one_that_stood_on_the_button() -> None:
    """One number, also where the bomber noticed the fighter first and was never fired at."""
    kills_have_the_chance_of_the_button("nightfighter", umpire="plain")
