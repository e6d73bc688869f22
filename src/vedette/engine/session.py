"""A game in play: the one mutable object. It holds the timeline, the state and the suspended procedure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from vedette import __version__
from vedette.engine.asks import Answer, Ask, DiceAsk
from vedette.engine.checks import Refusal
from vedette.engine.commands import Command, CommandSpec, read_command, reason, shown
from vedette.engine.dice import Die, Roll
from vedette.engine.driver import Run
from vedette.engine.errors import CommandError, JournalError, VedetteError
from vedette.engine.facts import Fact, Rolled, read_fact
from vedette.engine.journal import Header, Journal, Save, create, open_journal, read
from vedette.engine.patch import compare, fold
from vedette.engine.plain import plain
from vedette.engine.play import Play
from vedette.engine.recording import Recording, dice_in, now
from vedette.engine.ruleset import Ruleset
from vedette.engine.supply import Nobody, Supply
from vedette.engine.timeline import Entry, Timeline

S = TypeVar("S")

SNAPSHOT_EVERY = 250
"""Entries from one snapshot to the next: they only make opening quick."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command or an answer: a refusal, or the new entries and what is asked now."""

    refusal: Refusal | None = None
    ask: Ask | None = None
    entries: tuple[Entry, ...] = ()
    overridden: tuple[str, ...] = ()


class Session(Generic[S]):
    """One game: commands and answers go in, entries come out, nothing is ever erased."""

    def __init__(self, ruleset: Ruleset[S], header: Header, journal: Journal | None = None) -> None:
        """Stand on the set-up. Use `new_session`, `open_session` or `read_session`."""
        self.ruleset = ruleset
        self.header = header
        self.setup = header.setup
        self.timeline = Timeline()
        self.notice = ""
        self.damage = ""
        self.readonly = ""
        self._journal = journal
        self._states: dict[int, S] = {0: ruleset.new_game(header.setup)}
        self._run: Run[S] | None = None

    @property
    def state(self) -> S:
        """The state at the head; of an open command, as far as it has been settled."""
        return self.state_at(self.timeline.head)

    @property
    def ask(self) -> Ask | None:
        """What the command under way waits for."""
        return self._run.ask if self._run else None

    @property
    def pending(self) -> str:
        """What the game waits for: the open question, else the command that must come next."""
        return self.ruleset.pending(self.state, self.ask)

    @property
    def path(self) -> Path | None:
        """The save file, where there is one."""
        return self._journal.path if self._journal else None

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The pools that the open command, or else the last one, has rolled so far."""
        entries = self.timeline.command_path()
        return tuple(fact.roll for entry in entries for fact in self.facts(entry) if isinstance(fact, Rolled))

    def paths(self) -> dict[str, Any]:
        """The state as cases see it."""
        return {**self.ruleset.paths(self.state), "pending": self.pending}

    def names(self) -> Mapping[str, str]:
        """Ids and the names that people know."""
        return self.ruleset.names(self.state)

    def facts(self, entry: Entry) -> list[Fact]:
        """What happened in an entry."""
        return [read_fact(self.ruleset.facts, event.tag, event.of) for event in entry.events]

    def sentences(self, entry: Entry) -> list[str]:
        """What happened in an entry, in plain words."""
        names = self.names()
        return [fact.sentence(lambda one: names.get(one, one)) for fact in self.facts(entry)]

    def state_at(self, n: int) -> S:
        """The state after an entry: a look-up, or a short fold from the snapshot before it."""
        missing: list[Entry] = []
        while n not in self._states:
            entry = self.timeline.entry(n)
            if entry.snapshot is not None:
                self._states[n] = fold(self._states[0], entry.snapshot)
                break
            missing.append(entry)
            n = entry.parent
        state = self._states[n]
        for entry in reversed(missing):
            state = fold(state, (change for event in entry.events for change in event.changes))
            self._states[entry.n] = state
        return state

    def do(self, words: Mapping[str, Any], *, override: str = "", supply: Supply | None = None) -> Outcome:
        """Carry out a command as far as the supply has answers for it.

        Raises CommandError, with nothing changed, where command or answers make no sense.
        """
        if words.get("do") in ("undo", "redo"):
            return self._history(words)
        override = reason(override)
        if self._run:
            raise CommandError(f"{shown(words.get('do'))} has to wait: the game waits for {self.pending}.")
        command = read_command(self.ruleset.specs, words)
        spec = self.ruleset.specs[command.do]
        command = spec.understand(self.state, command)
        refused = self.ruleset.refusals(self.state, command)
        if refused and not override:
            return Outcome(refusal=refused[0])
        impossible = next((refusal for refusal in refused if refusal.absolute), None)
        if impossible is not None:
            raise CommandError(f"This cannot be forced ({impossible.rule}): {impossible.sentence}")
        given: dict[str, Any] = dict(plain(dict(words)))
        broken = tuple(dict.fromkeys(refusal.rule for refusal in refused)) if override else ()
        if override:
            given |= {"override": override, "overridden": list(broken)}
        run = self._start(spec, command, self.state)
        recording = Recording(self.timeline, run, self.header.seed)
        try:
            recording.command(self.ruleset.side_of(self.state, command.by), given)
            recording.take_all(supply or Nobody())
            self._keep(recording.entries, run)
        except BaseException:
            run.close()
            raise
        return Outcome(ask=self.ask, entries=tuple(recording.entries), overridden=broken)

    def answer(self, answer: Answer) -> Outcome:
        """Answer the open ask; raises CommandError, and the game goes on waiting, for a wrong answer."""
        return self._answered(lambda ask, recording: recording.take(ask, answer))

    def answer_all(self, supply: Supply) -> Outcome:
        """Answer the open ask and those after it, as far as the supply has answers."""

        def take(ask: Ask, recording: Recording[S]) -> None:
            recording.take_all(supply)
            if not recording.entries:
                raise CommandError(f"The game waits for {ask.name}, and no answer was given.")

        return self._answered(take)

    def recalled(self) -> tuple[Die, ...] | None:
        """The faces that the open question had before an undo."""
        return self._recording().recalled(self.ask) if self._run else None

    def throw(self, *, afresh: bool = False) -> tuple[Die, ...]:
        """The assistant's dice for the open ask; after an undo the same as before, unless afresh."""
        if not isinstance(self.ask, DiceAsk):
            raise CommandError("No dice are being asked for.")
        return self._recording().throw(self.ask, afresh=afresh)

    def undo(self, by: str = "", steps: int = 1) -> Outcome:
        """Take whole commands back; inside an open command the last answer first."""
        return self._moved("undo", by, self.timeline.undo_targets(steps))

    def redo(self, by: str = "", steps: int = 1) -> Outcome:
        """Take undos back."""
        return self._moved("redo", by, self.timeline.redo_targets(steps))

    def goto(self, n: int, by: str = "") -> Outcome:
        """Stand on any entry of the tree and go on from there."""
        if n and not (0 < n <= len(self.timeline.entries) and not self.timeline.entry(n).moves_head):
            raise CommandError(f"There is no entry {n} to go to.")
        if n == self.timeline.head:
            raise CommandError("The game stands there already.")
        return self._moved("goto", by, [n])

    def close(self) -> None:
        """Let others write the save."""
        if self._journal:
            self._journal.close()

    def load(self, save: Save) -> None:
        """Take over what was read from a save, and go on in the middle of a command if need be."""
        self.notice, self.damage, self.readonly = save.notice, save.damage, save.damage
        for entry in save.entries:
            self.timeline.add(entry)
        self._resume()

    def _answered(self, take: Callable[[Ask, Recording[S]], None]) -> Outcome:
        if self._run is None or self._run.ask is None:
            raise CommandError("Nothing is being asked.")
        recording = self._recording()
        try:
            take(self._run.ask, recording)
            self._keep(recording.entries, self._run)
        except BaseException:
            self._resume()  # the procedure may have gone on: run it again over what was kept
            raise
        return Outcome(ask=self.ask, entries=tuple(recording.entries))

    def _history(self, words: Mapping[str, Any]) -> Outcome:
        extra = set(words) - {"do", "by", "steps"}
        steps, by = words.get("steps", 1), words.get("by", "")
        if extra or not isinstance(steps, int) or isinstance(steps, bool) or steps < 1:
            raise CommandError(f"{words['do']} takes steps, a whole number from 1 on, and nothing else.")
        if not isinstance(by, str) or by not in self.ruleset.paths(self.state)["sides"]:
            raise CommandError(f"{words['do']} is given by a side.")
        return self.undo(by, steps) if words["do"] == "undo" else self.redo(by, steps)

    def _moved(self, kind: Literal["undo", "redo", "goto"], by: str, targets: list[int]) -> Outcome:
        """Move the head step by step; each step is an entry of its own."""
        entries: list[Entry] = []
        head = self.timeline.head
        for to in targets:
            n = len(self.timeline.entries) + len(entries) + 1
            entries.append(Entry(n=n, parent=head, time=now(), kind=kind, who=by, input={"to": to}))
            head = to
        self._keep(entries, None)
        return Outcome(ask=self.ask, entries=tuple(entries))

    def _recording(self) -> Recording[S]:
        assert self._run is not None
        return Recording(self.timeline, self._run, self.header.seed)

    def _start(self, spec: CommandSpec[S], command: Command, state: S) -> Run[S]:
        async def procedure(play: Play[S]) -> None:
            await spec.procedure(play, command)
            self.ruleset.settle(play)

        return Run(procedure, state)

    def _keep(self, entries: list[Entry], run: Run[S] | None) -> None:
        """Write the entries, and only then believe them."""
        if self.readonly:
            raise JournalError(self.readonly)
        entries = [self._with_snapshot(entry, run) for entry in entries]
        if self._journal:
            self._journal.append(entries)
        if self._run and self._run is not run:
            self._run.close()
        for entry in entries:
            self.timeline.add(entry)
        if run is None:
            self._resume()
        else:
            self._states[self.timeline.head] = run.play.state
            self._run = run if run.ask else None

    def _with_snapshot(self, entry: Entry, run: Run[S] | None) -> Entry:
        if run is None or run.ask or entry.n % SNAPSHOT_EVERY:
            return entry
        return entry.model_copy(update={"snapshot": tuple(compare(self._states[0], run.play.state))})

    def _resume(self) -> None:
        """Run an open command again over the answers that are already there."""
        if self._run:
            self._run.close()
        self._run = None
        head = self.timeline.head
        if head and self.timeline.entry(head).waits:
            try:
                self._run = self._run_to_head()
            except VedetteError as error:
                self.notice = f"The command under way cannot go on under today's rules ({error}). Undo it."

    def _run_to_head(self) -> Run[S]:
        """The procedure of the command at the head, with its answers given again."""
        command, *answers = self.timeline.command_path()
        return self.run_again(command, answers)

    def run_again(self, start: Entry, answers: list[Entry]) -> Run[S]:
        """Run a recorded command with recorded answers; raises CommandError where they do not fit."""
        words = {key: value for key, value in start.input.items() if key not in ("override", "overridden")}
        command = read_command(self.ruleset.specs, words)
        spec, state = self.ruleset.specs[command.do], self.state_at(start.parent)
        run = self._start(spec, spec.understand(state, command), state)
        for entry in answers:
            if run.ask is None or run.ask.key != entry.input["key"]:
                raise CommandError(f"entry {entry.n} answers a question that is not asked")
            run.answer(dice_in(entry.input) if entry.kind == "dice" else entry.input["choice"])
        run.news()
        return run


def new_session(
    ruleset: Ruleset[S], setup: Mapping[str, Any], *, seed: int, path: Path | None = None
) -> Session[S]:
    """Start a game, with a save file where a path is given. Raises DataError or JournalError."""
    resolved = ruleset.resolve(setup)
    ruleset.new_game(resolved)
    header = Header(
        format=1, vedette=__version__, ruleset=ruleset.id, revision=ruleset.revision,
        created=now(), seed=seed, setup=resolved,
    )  # fmt: skip
    return Session(ruleset, header, create(path, header) if path else None)


def open_session(rulesets: Mapping[str, Ruleset[Any]], path: Path) -> Session[Any]:
    """Open a save to play on; one that is damaged can only be read."""
    journal, save = open_journal(path)
    try:
        return _loaded(rulesets, save, journal, path)
    except BaseException:
        if journal:
            journal.close()
        raise


def read_session(rulesets: Mapping[str, Ruleset[Any]], path: Path) -> Session[Any]:
    """Open a save to look at, while somebody else may be playing on."""
    session = _loaded(rulesets, read(path), None, path)
    session.readonly = session.damage or f"{path.name} is open for reading only."
    return session


def _loaded(
    rulesets: Mapping[str, Ruleset[Any]], save: Save, journal: Journal | None, path: Path
) -> Session[Any]:
    if save.header.ruleset not in rulesets:
        raise JournalError(
            f"{path.name} is a game of {shown(save.header.ruleset)}, which this Vedette does not know."
        )
    session = Session(rulesets[save.header.ruleset], save.header, journal)
    session.load(save)
    if journal is None and not session.readonly:
        session.readonly = f"{path.name} cannot be written to."
    return session
