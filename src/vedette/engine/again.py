"""Carrying out a command: for the first time, and again from what a save says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct

from vedette.engine.checks import Refusal
from vedette.engine.commands import Command, read_command, spec_named
from vedette.engine.data import Row, Words
from vedette.engine.driver import Execution, Procedure
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import S
from vedette.engine.timeline import AnswerEntry, CommandEntry


class RunAgain(Struct, Generic[S], frozen=True):
    """A recorded command that runs again; `told` says of each entry by whom it was given and what was waited for then."""

    run: Execution[S]
    told: tuple[tuple[str, str], ...]


def procedure_of(ruleset: Ruleset[S], command: Command) -> Procedure[S]:
    """How a command that was understood is carried out, with all that follows from it."""

    async def procedure(play: Play[S]) -> None:
        await ruleset.specs[command.do].procedure(play, command)
        ruleset.after_command(play)

    return procedure


def carried_out(ruleset: Ruleset[S], state: S, command: Command) -> Execution[S]:
    """A command that was understood and may be carried out, up to its first question."""
    return Execution(procedure_of(ruleset, command), state)


def understood(ruleset: Ruleset[S], state: S, words: Words) -> Command:
    """A command as the rules read it; raises CommandError where it makes no sense to them."""
    command = read_command(ruleset.specs, words)
    understood: Command = ruleset.specs[command.do].understand(state, command)
    return understood


def with_known(ruleset: Ruleset[S], state: S, words: Words) -> Row:
    """The words of a new command, with those that were left out and the state knows; they are kept with it."""
    known = spec_named(ruleset.specs, words.get("do")).known
    return {**known(state, understood(ruleset, state, words)), **words} if known else words


def against(
    ruleset: Ruleset[S], state: S, start: CommandEntry, command: Command | None = None
) -> list[Refusal]:
    """The refusal of a recorded command, except for rules that the players overruled; `command` if it is parsed already."""
    aside = start.input.overridden
    refused = ruleset.refusals(state, command or understood(ruleset, state, start.input.words))
    return [refusal for refusal in refused if not refusal.overridable or refusal.rule not in aside]


def run_again(
    ruleset: Ruleset[S],
    state: S,
    start: CommandEntry,
    answers: Sequence[AnswerEntry],
    command: Command | None = None,
) -> RunAgain[S]:
    """Carry out a recorded command with its recorded answers; `command` if it is parsed already.

    The rules must allow it. Raises CommandError if the answers do not fit.
    """
    command = command or understood(ruleset, state, start.input.words)
    run = carried_out(ruleset, state, command)
    told = [(ruleset.side_of(state, command.by), run.waits)]
    for entry in answers:
        request = run.request
        if request is None or request.key != entry.input.key:
            raise CommandError(f"entry {entry.n} answers a question that is not asked")
        run.answer(entry.input.answer)
        told.append((request.side, run.waits))
    return RunAgain(run, tuple(told))
