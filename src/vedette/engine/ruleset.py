"""A ruleset is a record of functions and models; the engine and the screens know games only by it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine import conditions as condition_facts
from vedette.engine import facts as common_facts
from vedette.engine.checks import Check, Refusal, refusals
from vedette.engine.commands import CommandSpec
from vedette.engine.common import common_commands
from vedette.engine.conditions import ConditionKinds
from vedette.engine.data import Row, Table, Words
from vedette.engine.facts import Fact, facts_of
from vedette.engine.play import Play
from vedette.engine.readings import Preset, Readings
from vedette.engine.requests import Request
from vedette.engine.settings import Options
from vedette.engine.state import S

if TYPE_CHECKING:  # the engine hands a view on and never looks into it
    from vedette.view.view import View


class RuleText(Struct, frozen=True):
    """A rule in our words. `duty` is what the assistant does about it, `reminder` a short form for players.

    `editions` are the editions of the game in which it holds; without any it holds in all of them.
    """

    id: str
    title: str
    text: str
    duty: Literal["enforce", "resolve", "track", "remind"]
    section: str
    expansion: str = ""
    editions: tuple[str, ...] = ()
    reminder: str = ""

    @property
    def sentence(self) -> str:
        """The reminder as a sentence; by default the title."""
        return self.reminder or f"{self.title}."


class Career(Struct, frozen=True):
    """A character of a game who has a file: its name, its mark, and the entry of it with which they joined the game.

    `words` are the command that brings them home as they are now; None while the game is not settled. The mark is ""
    in games of 0.1.0.
    """

    unit: str
    file: str
    mark: str
    since: int
    words: Words | None


def won(state: Any, winner: str) -> Any:
    """The side has won; what is left to do can still be done."""
    return replace(state, outcome=winner)


def won_and_over(state: Any, winner: str) -> Any:
    """The side has won, and nothing is played any more."""
    return replace(state, outcome=winner, phase="over")


class Ruleset(Struct, Generic[S], frozen=True, eq=False, dict=True):
    """One game.

    resolve: names of armies, profiles and missions in a game file, written out; raises DataError.
    new_game: the first state of a resolved set-up; raises DataError with every fault.
    phase_check: refuses a command that is not the one waited for.
    after_command: what follows by itself at the end of every command.
    paths: the state as cases write it (docs/cases.md), derived values included.
    names: what people call sides, units and whatever else has an id; sides and units, unless the game says more.
    value_words: what people call the values of a game that can be set by hand, by the parts of their paths: `hp` is `hit points`.
    adjust: a state with one value set by hand; raises CommandError.
    adjust_check: refuses a value set by hand that a rule forbids; `adjust_rules` are the rules that it may name.
    tracked: rules that are kept as values and shown.
    won: the state after the other side has conceded.
    careers: the characters of the game that have a file of their own.
    impossible: what no state can be, whoever made it, as sentences without a full stop: given the first state of the game,
        another one, and the units of it that were changed. Types and references are right already, and so are all other
        units. It is asked after every entry and must be quick.
    edition_rules: the rules that hold in an edition, in its words; None where there are no editions.
    readings: where the text can be read in more than one way, and the set-up says how.
    presets: choices of readings that go together, where the text has parts that differ.
    options: the optional rules and amounts of `[setup.options]`, where there are any.
    conditions: what conditions of units can be; None where the state keeps none (a field `conditions`, a tuple of them).
    kept_since: values of the state that older saves lack: the end of their path, and the first revision that keeps them.
    tagline: in two words what it is about and with which dice, `companies, D12`.
    package: name and version of the package that publishes it; "" for what comes with Vedette. The registry fills it in.
    """

    id: str
    title: str
    revision: int
    commands: Mapping[str, CommandSpec[S]]
    resolve: Callable[[Row], Table]
    new_game: Callable[[Row], S]
    phase_check: Check[S, Any]
    paths: Callable[[S], Table]
    adjust: Callable[[S, str, Any], S]
    fact_kinds: Mapping[str, type[Fact]]
    rules: Callable[[], Mapping[str, RuleText]]
    view: View[S]
    after_command: Callable[[Play[S]], None] = lambda play: None
    names: Callable[[S], Mapping[str, str]] = lambda state: {
        id: thing.name for things in (state.sides, state.units) for id, thing in things.items()
    }
    value_words: Callable[[S], Mapping[str, str]] = lambda state: {}
    side_of: Callable[[S, str], str] = lambda state, by: state.units[by].side if by in state.units else by
    adjust_check: Callable[[S, str, Any], Refusal | None] = lambda state, path, value: None
    adjust_rules: tuple[str, ...] = ()
    tracked: tuple[str, ...] = ()
    won: Callable[[S, str], S] = won_and_over
    careers: Callable[[S], tuple[Career, ...]] = lambda state: ()
    impossible: Callable[[S, S, Collection[str]], Iterator[str]] = lambda start, state, units: iter(())
    edition_rules: Callable[[str], Mapping[str, RuleText]] | None = None
    readings: Callable[[], Readings] = dict
    presets: Callable[[], Sequence[Preset]] = tuple
    options: Callable[[], Options] = dict
    conditions: ConditionKinds | None = None
    kept_since: Mapping[str, int] = {}
    tagline: str = ""
    package: str = ""

    @cached_property
    def specs(self) -> Mapping[str, CommandSpec[S]]:
        return {**common_commands(self), **self.commands}

    def rules_in(self, edition: str) -> Mapping[str, RuleText]:
        """The rules that hold in an edition, in its words; "" is what a set-up without an edition plays."""
        return self.edition_rules(edition) if self.edition_rules else self.rules()

    @cached_property
    def reminders(self) -> Mapping[str, tuple[str, ...]]:
        """Rules that only the table can judge, by the command beside which they are shown."""
        return {do: spec.reminders for do, spec in self.commands.items() if spec.reminders}

    @cached_property
    def facts(self) -> Mapping[str, type[Fact]]:
        """The game's own facts and the common ones, by tag."""
        return {**facts_of(common_facts, condition_facts), **self.fact_kinds}

    def refusals(self, state: S, command: Any) -> list[Refusal]:
        """Every refusal of an understood command, in order: what the game waits for, then its checks."""
        spec = self.specs[command.do]
        now = [] if spec.common else list(refusals((self.phase_check,), state, command))
        return [*now, *spec.refusals(state, command)]

    def pending(self, state: S, request: Request | None) -> str:
        """What the game waits for: the open request, else the command that must come next."""
        return request.name if request else str(self.paths(state)["pending"])


Rulesets = Mapping[str, Ruleset[Any]]
"""The rulesets that are at hand, by id."""
