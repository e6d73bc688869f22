"""Who must decide what now, in the words of a banner."""

from __future__ import annotations

from vedette.engine.requests import DiceRequest, Request
from vedette.view.vocabulary import Prompt


def called_upon(prompt: Prompt, request: Request | None) -> tuple[str, str]:
    """The side, "" for both, and the words: of the open question, else of what the table waits for."""
    if isinstance(request, DiceRequest):
        again = "re-roll" if request.roll else "roll"
        return request.side, f"{request.title}: {again} {request.dice} D{request.pool.sides}"
    return (request.side, request.why) if request else (prompt.side, prompt.text)
