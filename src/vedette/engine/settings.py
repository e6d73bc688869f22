"""What players agree on: how undo works and how long they may think, and the optional rules and amounts of a game (`[setup.options]`)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError, DataError
from vedette.engine.figures import number, read_number
from vedette.engine.plain import faults

UndoRule = Literal["free", "own", "both"]

UNDO_RULES: Mapping[UndoRule, str] = {
    "free": "free",
    "own": "free for one's own last decision, else ask",
    "both": "ask where it crosses a roll or the other side",
}
"""How undo works, and what that means at the table."""

MOST_MINUTES = 6000
Minutes = Annotated[int, Field(strict=True, ge=0, le=MOST_MINUTES)]
"""A limit that warns and stops nobody; 0 is none."""


class Settings(BaseModel):
    """What both players have agreed on: how undo works, and the minutes that a side has, and a round."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    undo: UndoRule = "free"
    side_minutes: Minutes = 0
    round_minutes: Minutes = 0

    @property
    def timed(self) -> bool:
        return bool(self.side_minutes or self.round_minutes)


def settings_of(setup: Row) -> Settings:
    """Read the settings of a set-up; raises DataError."""
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


OptionKind = Literal["switch", "whole", "number", "choice"]

SWITCHES = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
"""Words for a switch."""


class GameOption(Struct, frozen=True):
    """An option: a switch, a number from `least` to `most`, or one of `values`.

    It may only be on together with the option `needs`.
    """

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    kind: OptionKind
    default: Any
    values: tuple[str, ...] = ()
    least: float = 0
    most: float = 0
    needs: str = ""

    @property
    def allowed(self) -> str:
        if self.kind == "switch":
            return "on or off"
        if self.kind == "choice":
            return f"one of {', '.join(self.values)}"
        return (
            f"{'a whole number' if self.kind == 'whole' else 'a number'} from {self.least:g} to {self.most:g}"
        )

    def fault(self, value: object) -> str:
        """Why a number cannot be its value; "" for one that can."""
        if self.kind not in ("whole", "number") or not isinstance(value, (int, float)):
            return ""
        whole = self.kind == "number" or isinstance(value, int)
        return "" if whole and self.least <= value <= self.most else f"{self.allowed}, not {number(value)}"

    def value(self, said: str) -> Any:
        """Parse a word as a value; a switch without one is on. Raises CommandError."""
        value: Any = said
        if self.kind == "switch":
            value = SWITCHES.get(said.casefold()) if said else True
        elif self.kind == "choice":
            value = said if said in self.values else None
        else:
            value = read_number(said)
            value = None if self.fault(value) else value
        if value is None:
            raise CommandError(f"{self.id} is {self.allowed}, not {shown(said)}.")
        return value

    def said(self, value: object) -> str:
        """A value in words."""
        if self.kind == "switch":
            return "on" if value else "off"
        return number(value) if isinstance(value, (int, float)) else str(value)


Options = Mapping[str, GameOption]
"""The options of a ruleset, by id."""


def played(options: Options, chosen: Row) -> Table:
    """The options that differ from their defaults."""
    return {id: chosen[id] for id, one in options.items() if chosen.get(id, one.default) != one.default}


def options_said(options: Options, said: Iterable[str]) -> Table:
    """Options such as `opportunity_fire` or `gravity=0.5`; raises CommandError for unknown ones."""
    given: Table = {}
    for one in said:
        id, _, value = one.partition("=")
        if id not in options:
            there_are = f"There are: {', '.join(options)}." if options else "This game has none."
            raise CommandError(f"There is no option {shown(id)}. {there_are}")
        given[id] = options[id].value(value)
    return given
