"""What the other seats answer in a lesson, written into its file: the bots that it names play it again.

    python tools/replies.py                          # all lessons in which somebody else plays
    python tools/replies.py GAME LESSON --anew       # one of them, nothing kept

The lesson is played by its coach's answers. The others answer as already written there, for as long as that works, and
then as their bots do; with ``--anew`` the bots answer from the start. The result replaces the table ``[replies]``,
which is always the last in the file. A lesson that is not won that way is left as it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import msgspec

from viermot.kernel import lessons, registry
from viermot.kernel.coach import is_won
from viermot.kernel.lessons import Lesson
from viermot.kernel.session import Session

HEAD = "\n[replies]  # of the other seats, as long as all goes as written (tools/replies.py)\n"
LINE = 118  # characters


def played(lesson: Lesson, anew: bool = False) -> Session:
    """The lesson by its coach; ``anew``: without the replies that its file has."""
    known = lessons.of_game(lesson.game)
    before = known[lesson.id]
    known[lesson.id] = msgspec.structs.replace(lesson, replies={}) if anew else lesson
    try:
        session = lessons.start(lesson)
        for step in lesson.step:
            if step.sheet:
                session.order(lesson.seat, step.handed_in(lesson.game))
            else:
                session.decide(step.answer, lesson.seat)
    finally:
        known[lesson.id] = before
    return session


def replies_of(session: Session, pupil: str) -> dict[str, list[str]]:
    """By seat, what the others have answered."""
    found: dict[str, list[str]] = {}
    for entry in session.standing_entries:
        if entry.is_answer and entry.seat != pupil:
            found.setdefault(entry.seat, []).append(lessons.spelled_reply(entry.question, entry.choice))
    return found


def written(replies: dict[str, list[str]]) -> str:
    """The table as it stands in the file: as many answers on a line as fit."""
    text = HEAD
    for seat, answers in replies.items():
        lines = [""]
        for answer in answers:
            quoted = json.dumps(answer, ensure_ascii=False) + ","
            if len(lines[-1]) + len(quoted) >= LINE:
                lines.append("")
            lines[-1] += f" {quoted}"
        text += f"{seat} = [\n" + "".join(f"   {line}\n" for line in lines) + "]\n"
    return text


def record(lesson: Lesson, anew: bool = False) -> str:
    """Write the replies of one lesson into its file; returns what there is to report."""
    session = played(lesson, anew)
    if not is_won(session, lesson.seat, lesson.won):
        return "not won: left as it is"
    folder = registry.game(lesson.game).lessons
    assert folder is not None
    file = Path(folder) / f"{lesson.id}.toml"
    replies = replies_of(session, lesson.seat)
    file.write_text(file.read_text(encoding="utf-8").partition(HEAD)[0] + written(replies), encoding="utf-8")
    return ", ".join(f"{seat} {len(answers)}" for seat, answers in replies.items())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?")
    parser.add_argument("lesson", nargs="?")
    parser.add_argument("--anew", action="store_true", help="keep nothing of what is written there")
    args = parser.parse_args()
    for lesson in lessons.every():
        if lesson.bots and args.game in (None, lesson.game) and args.lesson in (None, lesson.id):
            print(f"{lesson.game} {lesson.id}: {record(lesson, args.anew)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
