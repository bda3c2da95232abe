"""Lessons on a server: a table with a coach, the way back, and what somebody has learned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.server import Client, InProcess, wait_until
from viermot.kernel import lessons
from viermot.kernel.lessons import Lesson, Step
from viermot.server.minds import Minds

FIRST = lessons.every()[0]


def start(who: Client, lesson: Lesson = FIRST) -> str:
    return str(who.post(f"/api/lessons/{lesson.game}/{lesson.id}")["id"])


def seen(who: Client, table: str, lesson: Lesson = FIRST) -> dict[str, Any]:
    """The pupil's view once it is his turn."""
    views: list[dict[str, Any]] = []

    def is_his_turn() -> bool:
        views.append(who.get(f"/api/tables/{table}/seats/{lesson.seat}"))
        return views[-1]["decision"] is not None or views[-1]["coach"]["over"]

    wait_until(is_his_turn)
    return views[-1]


def decide(who: Client, table: str, option: str, lesson: Lesson = FIRST) -> dict[str, Any]:
    number = seen(who, table, lesson)["decision"]["number"]
    who.post(f"/api/tables/{table}/decide", seat=lesson.seat, number=number, option=option)
    return seen(who, table, lesson)


def follow(who: Client, table: str, step: Step, lesson: Lesson) -> dict[str, Any]:
    """Do what the coach says: answer, or hand in the sheet."""
    if not step.sheet:
        return decide(who, table, step.answer, lesson)
    seen(who, table, lesson)
    who.post(f"/api/tables/{table}/orders", seat=lesson.seat, **step.handed_in(lesson.game))
    return seen(who, table, lesson)


def is_done(who: Client, lesson: Lesson = FIRST) -> bool:
    listed = who.get("/api/lessons")
    return bool(next(line["done"] for line in listed if (line["game"], line["id"]) == (lesson.game, lesson.id)))


@pytest.mark.parametrize("lesson", [pytest.param(each, id=f"{each.game} {each.id}") for each in lessons.every()])
def test_a_lesson_is_won_at_a_table_and_ticked_off(visitor: Any, lesson: Lesson) -> None:
    pupil = visitor(f"{lesson.game[:6]}{lesson.id}")
    table = start(pupil, lesson)
    assert not is_done(pupil, lesson)
    view = seen(pupil, table, lesson)
    for number, step in enumerate(lesson.step, 1):
        coach = view["coach"]
        assert (coach["step"], coach["steps"], coach["answer"]) == (number, len(lesson.step), step.answer)
        assert coach["say"] and coach["why"] and coach["rule"] == step.rule and not coach["over"]
        assert pupil.get(f"/api/tables/{table}")["lesson"] == lesson.id
        view = follow(pupil, table, step, lesson)
    assert view["coach"]["won"] and is_done(pupil, lesson)
    line = pupil.get(f"/api/tables/{table}")
    goes_on = view["result"] is None
    assert view["coach"]["outlived"] == goes_on
    assert (line["lesson"], bool(line["lesson_title"])) == (("", False) if goes_on else (lesson.id, True))
    assert line["casual"]
    pupil.http.delete(f"/api/tables/{table}")
    assert is_done(pupil, lesson), "it outlasts the table"
    assert not is_done(visitor(f"Not{lesson.game[:6]}{lesson.id}"), lesson)


def test_a_wrong_way_is_answered_and_taken_back(me: Client) -> None:
    table = start(me)
    first = FIRST.step[0]
    decide(me, table, first.answer)
    decide(me, table, FIRST.step[1].answer)
    before = seen(me, table)
    view = decide(me, table, "F F")
    assert view["coach"]["wrong"] and view["coach"]["own_way"] and view["coach"]["back"] == 2
    me.post(f"/api/tables/{table}/undo", seat="player", to=view["coach"]["back"])
    again = seen(me, table)
    assert again["coach"] == before["coach"] and again["decision"] == before["decision"]


def test_a_lesson_that_was_lost_can_be_gone_back_in(
    me: Client, local: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is made of it afterwards is made of it as it then ended."""
    looked_at: list[str] = []

    async def look(self: Minds, table: Any, key: Any) -> None:
        looked_at.append(table.live.session.head)

    monkeypatch.setattr(Minds, "_analyse", look)
    table = start(me)
    for step in FIRST.step[:-1]:
        decide(me, table, step.answer)
    view = decide(me, table, "hold fire")
    while not view["coach"]["over"]:  # it gets away
        view = decide(me, table, view["decision"]["default"] or _quiet(view["decision"]))
    assert not view["coach"]["won"] and view["result"] is not None
    assert me.get(f"/api/tables/{table}/analysis")["progress"] == 0.0
    me.post(f"/api/tables/{table}/undo", seat="player", to=view["coach"]["back"])
    assert me.get(f"/api/tables/{table}")["over"] is None
    assert decide(me, table, FIRST.step[-1].answer)["coach"]["won"]
    for _ in range(2):
        assert me.get(f"/api/tables/{table}/analysis")["progress"] == 0.0
    assert len(looked_at) == len(set(looked_at)) == 2


def _quiet(decision: dict[str, Any]) -> str:
    options = decision["options"]
    if isinstance(options, list):
        return str(options[0]["option"])
    return {"path": "F F", "place_search": "0101"}[decision["kind"]]


def test_a_card_tells_what_happened_and_not_which_phase_has_begun(me: Client) -> None:
    table = start(me)
    for step in FIRST.step[:2]:
        decide(me, table, step.answer)
    told = seen(me, table)["events"]
    assert told[-1]["kind"] == "phase"
    latest = next(event for event in reversed(told) if event["kind"] not in ("turn", "phase"))
    assert me.get(f"/api/tables/{table}")["line"] == latest["text"]


def test_an_ordinary_game_that_is_over_stays_so(me: Client) -> None:
    table = me.table("1", seed="over")
    me.post(f"/api/tables/{table}/resign", seat="player")
    refused, error = me.refused(f"/api/tables/{table}/undo", seat="player", to=0)
    assert (refused, error["why"]) == (409, "over")


def test_only_the_pupil_has_a_coach(me: Client) -> None:
    assert me.get(f"/api/tables/{start(me)}/seats/public")["coach"] is None
    assert me.get(f"/api/tables/{me.table('1', seed='plain')}/seats/player")["coach"] is None


def test_a_lesson_goes_on_after_the_server_was_stopped(tmp_path: Path) -> None:
    """Its dice follow from the record, taken-back steps among it."""
    server = InProcess(database=str(tmp_path / "games.sqlite3"))
    me = Client(server.base)
    table = start(me)
    for step in FIRST.step[:5]:
        decide(me, table, step.answer)
    view = decide(me, table, "none")
    me.post(f"/api/tables/{table}/undo", seat="player", to=view["coach"]["back"])
    me.close()
    server.stop()
    server = InProcess(database=str(tmp_path / "games.sqlite3"))
    me = Client(server.base)
    for step in FIRST.step[5:]:
        view = decide(me, table, step.answer)
    assert view["coach"]["won"]
    me.close()
    server.stop()


def test_a_lesson_nobody_has_written_is_not_found(me: Client) -> None:
    refused, error = me.refused("/api/lessons/nightfighter/nothing")
    assert refused == 404 and "nothing" in error["text"]


def test_on_a_server_too_the_others_answer_as_written(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson in which the other seat has hundreds of answers to give, with a bot there that would give any."""
    lesson = max(lessons.every(), key=lambda each: max(map(len, each.replies.values()), default=0))
    (other,) = lesson.bots
    at_random = msgspec.structs.replace(lesson, bots={other: "random"})
    monkeypatch.setitem(lessons.of_game(lesson.game), lesson.id, at_random)
    table = start(me, lesson)
    view = seen(me, table, lesson)
    for step in lesson.step:
        assert view["coach"]["answer"] == step.answer, step.id
        view = follow(me, table, step, lesson)
    assert view["coach"]["won"]
