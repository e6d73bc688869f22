"""Settings of a game that are none of its rules: how undo works, and how long the players may think."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vedette.engine.errors import DataError
from vedette.engine.plain import faults

UndoRule = Literal["free", "own", "both"]

UNDO_RULES: Mapping[UndoRule, str] = {
    "free": "free",
    "own": "free for one's own last decision, else ask",
    "both": "ask where it crosses a roll or the other side",
}
"""How undo works, and what that means at the table."""

Minutes = Annotated[int, Field(strict=True, ge=0, le=6000)]
"""A limit that warns and stops nobody; 0 is none."""


class Settings(BaseModel):
    """What both players have agreed on: how undo works, and the minutes that a side has, and a round."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    undo: UndoRule = "free"
    side_minutes: Minutes = 0
    round_minutes: Minutes = 0

    @property
    def timed(self) -> bool:
        """Whether there is a limit."""
        return bool(self.side_minutes or self.round_minutes)


def settings_of(setup: Mapping[str, Any]) -> Settings:
    """The settings with which a game begins; raises DataError for those that there are not."""
    try:
        return Settings.model_validate({key: setup[key] for key in Settings.model_fields if key in setup})
    except ValidationError as error:
        raise DataError(faults(error)) from error


def settings_words(undo: str | None, side_minutes: int | None, round_minutes: int | None) -> str:
    """What is said of settings, `Undo: free. Limit: 90 min a side.` for instance; what is None is not said."""
    undo_words = [f"Undo: {words}." for rule, words in UNDO_RULES.items() if rule == undo]
    both = ((side_minutes, "side"), (round_minutes, "round"))
    limits = [f"{minutes} min a {of}" for minutes, of in both if minutes]
    limited = [f"Limit: {', '.join(limits)}."] if limits else []
    lifted = [f"No limit for a {of}." for minutes, of in both if minutes == 0]
    return " ".join([*undo_words, *limited, *lifted])
