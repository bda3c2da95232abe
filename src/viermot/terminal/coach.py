"""The coach's lines in the stream of a terminal."""

from __future__ import annotations

from viermot.coaching import LessonInfo, Said
from viermot.kernel.lessons import NO_LINE
from viermot.terminal.console import Console, wrapped


def lesson_lines(lesson: LessonInfo, console: Console) -> list[str]:
    """What somebody is told before the first step of a lesson."""
    title = console.text("terminal.coach.begins", title=lesson.title, minutes=lesson.minutes)
    return [title, lesson.about, *[f"  {place} {what}" for place, what in enumerate(lesson.teaches, 1)]]


def coach_lines(said: Said, console: Console) -> list[str]:
    """What the coach says: on the last answer if it was not his, then on the question, with its reason and rule."""
    told = []
    if said.wrong:
        told.append(console.text("terminal.coach.wrong", wrong=said.wrong))
    if said.over:
        told += [console.text("terminal.coach.end", say=said.say), said.why]
    else:
        told.append(console.text("terminal.coach", step=said.step, steps=said.steps, say=said.say))
        told.append(f"{said.why} [{said.rule}]" if said.rule else said.why)
    if said.answer:
        typed = said.answer if said.orders is None else f"sheet {said.answer}".removesuffix(f" {NO_LINE}")
        told.append(console.text("terminal.coach.answer", answer=typed))
    if said.back is not None and (said.wrong or said.own_way or said.over):
        told.append(console.text("terminal.coach.back", step=said.back_step))
    lines = [line for text in told if text for line in wrapped(text, console.width - 1)]
    return [console.ink(line, "coach") for line in lines]
