"""A tool without a front end: actions are carried out, and their questions answered from a list."""

from __future__ import annotations

from typing import Any

from vedette.pages.model import Question, Reply, Result, Tool, advance


def do(tool: Tool, word: str, row: str = "", text: str = "", *answers: Any) -> Result:
    """Carry an action out; without an answer a question is cancelled."""
    steps, given = tool.start(tool.action(word), row, text), iter(answers)
    came = advance(steps)
    while isinstance(came, Question):
        answer = next(given, None)
        if answer is None:
            steps.close()
            return Reply(came.if_cancelled)
        came = advance(steps, answer)
    return came


def rows(tool: Tool, section: str) -> list[str]:
    """The rows of a section as they are spoken."""
    return [row.spoken for row in tool.page().section(section).choices]
