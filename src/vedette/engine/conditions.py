"""Conditions: what players say of a unit, such as “dug in”, how long it lasts, and which rolls it modifies."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Modifier
from vedette.engine.facts import Fact, Names
from vedette.engine.figures import signed
from vedette.engine.grammar import at_start
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.references import AnyUnit, UnitId
from vedette.engine.state import GameState

TEXT_MOST = 40
"""Characters of a condition's text."""

LARGEST = 20
"""No condition adds or takes more."""

REMOVED = "removed"
"""The duration of a condition that ends by hand only."""


class Condition(Struct, frozen=True):
    """A condition of a unit; a unit has no two of the same text.

    `modifiers`: what it adds, by the id of a roll. `source`: the unit by whose activation it ends, where its duration
    goes by one; "" for its own.
    """

    unit: UnitId
    text: str
    until: str = REMOVED
    modifiers: Mapping[str, int] = {}
    source: AnyUnit = ""


class ConditionKinds(Struct, frozen=True):
    """The kinds of conditions of a game: ids and what people call them.

    `rolls` can be modified; an id that ends in `_against` means rolls against the unit. `durations` end by themselves:
    the game calls `conditions_end`. `adds` says to what the numbers are added.
    """

    rolls: Mapping[str, str]
    durations: Mapping[str, str]
    adds: str

    @property
    def until(self) -> Mapping[str, str]:
        """All durations, the one that ends by hand last."""
        return {**self.durations, REMOVED: "until removed"}

    def words(self, condition: Condition, state: GameState) -> str:
        """What a condition does, and for how long: `attacks on it −1, this round`."""
        parts = [
            f"{self.rolls.get(roll, roll)} {signed(value)}" for roll, value in condition.modifiers.items()
        ]
        whose = f" ({state.units[condition.source].name})" if condition.source else ""
        return ", ".join([*parts, self.until.get(condition.until, condition.until) + whose])


class ConditionBegan(Fact, frozen=True):
    """A unit came into a condition; `does` is what that means, in words."""

    unit: str
    text: str
    does: Annotated[str, WORDS]

    def sentence(self, names: Names) -> str:
        return f"{at_start(names(self.unit))}: {self.text} ({self.does})."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: {self.text}"


class ConditionEnded(Fact, frozen=True):
    """A condition of a unit is over, by itself or `lifted` by hand."""

    unit: str
    text: str
    lifted: bool = False

    @property
    def aside(self) -> bool:
        """True if it ended by itself."""
        return not self.lifted

    def sentence(self, names: Names) -> str:
        return f"{at_start(names(self.unit))}: {self.text} {'was lifted' if self.lifted else 'ends'}."


def conditions_of(state: Any, unit: str) -> tuple[Condition, ...]:
    """The conditions of a unit, the oldest first."""
    return tuple(condition for condition in state.conditions if condition.unit == unit)


def condition_modifiers(
    state: Any, counts: Callable[[Condition], bool] = lambda condition: True, /, **units: str
) -> tuple[Modifier, ...]:
    """The modifiers that the conditions of units give to rolls; the units are named by the id of the roll."""
    if not state.conditions:
        return ()
    return tuple(
        Modifier(condition.text, condition.modifiers[roll])
        for roll, unit in units.items()
        for condition in conditions_of(state, unit)
        if condition.modifiers.get(roll) and counts(condition)
    )


def condition_begins(play: Play[Any], kinds: ConditionKinds, condition: Condition) -> None:
    """Put a unit into a condition."""
    rest = _without(play.state, condition.unit, condition.text)
    state = replace(play.state, conditions=(*rest, condition))
    play.commit(state, ConditionBegan(condition.unit, condition.text, kinds.words(condition, state)))


def conditions_end(play: Play[Any], until: str, unit: str = "") -> None:
    """End all conditions of a duration; given a unit, those that end by its activation."""
    for condition in play.state.conditions:
        if condition.until == until and unit in ("", condition.source or condition.unit):
            condition_ends(play, condition)


def condition_ends(play: Play[Any], condition: Condition, *, lifted: bool = False) -> None:
    """End a condition, by itself or `lifted` by hand."""
    rest = _without(play.state, condition.unit, condition.text)
    ended = ConditionEnded(condition.unit, condition.text, lifted)
    play.commit(replace(play.state, conditions=rest), ended)


def _without(state: Any, unit: str, text: str) -> tuple[Condition, ...]:
    return tuple(one for one in state.conditions if (one.unit, one.text) != (unit, text))
