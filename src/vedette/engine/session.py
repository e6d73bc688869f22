"""A game in play: the one mutable object. It holds the timeline, the state and the suspended procedure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from vedette import __version__
from vedette.engine import corrections, save_file
from vedette.engine.again import against, carried_out, run_again, understood, with_known
from vedette.engine.checks import Refusal
from vedette.engine.commands import reason, shown
from vedette.engine.common import ODDS, SETTINGS
from vedette.engine.corrections import Correction, Now, RecordedCommand
from vedette.engine.data import Row, Table, Words
from vedette.engine.dice import Dice, Remark, Roll
from vedette.engine.driver import Execution
from vedette.engine.entry_builder import EntryBuilder, bookmark_entry, now
from vedette.engine.entry_validation import must_be_possible, state_after
from vedette.engine.errors import (
    CommandError,
    DataError,
    ForbiddenError,
    JournalError,
    UnagreedError,
    VedetteError,
)
from vedette.engine.facts import Fact, OddsShown, SettingsAgreed, read_fact
from vedette.engine.game_clock import Pauses
from vedette.engine.grammar import name_of
from vedette.engine.journal import Journal, create, open_journal
from vedette.engine.long_work import uncollected
from vedette.engine.plain import to_plain
from vedette.engine.played import PlayedGame
from vedette.engine.readings import Chosen, as_before, asked_in, completed, house_rules, with_readings
from vedette.engine.requests import Answer, AnswerSource, DiceRequest, Request, ScriptedAnswers
from vedette.engine.ruleset import Ruleset, Rulesets, RuleText
from vedette.engine.save_file import Header, Save
from vedette.engine.settings import Settings, UndoRule, settings_of
from vedette.engine.state import GameState, S
from vedette.engine.timeline import (
    HEAD_MOVES,
    CommandEntry,
    Entry,
    GivenMove,
    HeadEntry,
    HeadMove,
    Running,
    Timeline,
    whole_decisions,
)
from vedette.engine.undo_policy import TakingBack, taking_back
from vedette.engine.written import Diverged


class Outcome(Struct, frozen=True):
    """The result of a command or an answer: a refusal, or the new entries and the next request."""

    refusal: Refusal | None = None
    request: Request | None = None
    entries: tuple[Entry, ...] = ()
    overridden: tuple[str, ...] = ()


class _Agreed(Struct, frozen=True):
    """Agreements of the players besides the rules."""

    settings: Settings
    odds_shown: bool = True


class Session(Generic[S]):
    """One game: commands and answers go in, entries come out, nothing is ever erased."""

    def __init__(self, ruleset: Ruleset[S], header: Header, journal: Journal | None = None) -> None:
        """Start from the set-up. Use `new_session`, `open_session` or `read_session`."""
        self.ruleset = ruleset
        self.header = header
        self.setup = with_readings(ruleset.readings(), header.setup, as_before)
        self.pauses = Pauses(self._tell_clock)
        self.notice = ""
        self.damage = ""
        self.readonly = ""
        self._journal = journal
        self._states: dict[int, S] = {0: ruleset.new_game(self.setup)}
        self._named: tuple[S, Mapping[str, str]] | None = None
        self._run: Execution[S] | None = None
        self._correcting: list[RecordedCommand] = []
        self._take_over(Timeline())

    def _take_over(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._agreed = Running(first=_Agreed(settings_of(self.header.setup)), step=self._agreed_after)
        self._states = {0: self._states[0]}
        self.played = PlayedGame(self.ruleset.facts, timeline)

    @property
    def state(self) -> S:
        """The state at the head; during a command, after its last answer."""
        return self.state_at(self.timeline.head)

    @property
    def rules(self) -> Mapping[str, RuleText]:
        """The rules of the edition that is played, by id."""
        return self.ruleset.rules_in(str(self.setup.get("edition", "")))

    @property
    def request(self) -> Request | None:
        """The open request of the running command, if any."""
        return self._run.request if self._run else None

    @property
    def pending(self) -> str:
        """What the game waits for: the open question, else the command that must come next."""
        return self.ruleset.pending(self.state, self.request)

    @property
    def path(self) -> Path | None:
        return self._journal.path if self._journal else None

    @property
    def fault(self) -> str:
        """Why the open save can no longer be written to; "" if it can."""
        return self._journal.fault if self._journal else ""

    @property
    def diverged(self) -> Diverged | None:
        """How the save differs from what this computer wrote last; nothing is written to it before `accept`."""
        return self._journal.diverged if self._journal else None

    def accept(self) -> None:
        """Accept a diverged save as it is."""
        if self._journal:
            self._journal.accept()

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The pools rolled so far by the open command, or by the last one."""
        played = self.played.at()
        return played.rolls if played else ()

    @property
    def readings(self) -> Chosen:
        chosen: Chosen = self.setup.get("readings", {})
        return chosen

    @property
    def house_rules(self) -> tuple[Remark, ...]:
        """The readings that differ from the usual ones."""
        return house_rules(asked_in(self.ruleset.readings(), self.setup), self.readings)

    @property
    def odds_shown(self) -> bool:
        return self._agreed.at(self.timeline, self.timeline.head).odds_shown

    @property
    def settings(self) -> Settings:
        """The current settings: those of the set-up, or what the players agreed on since."""
        return self._agreed.at(self.timeline, self.timeline.head).settings

    def paths(self) -> Table:
        """The state as cases see it."""
        told = self.ruleset.paths(self.state)
        pending = self.request.name if self.request else told["pending"]
        return {**told, "readings": self.readings, "pending": pending}

    def names(self) -> Mapping[str, str]:
        """Map ids to names. Those of sides and units are `Name`s, which know their article, verb and pronoun."""
        state = self.state
        if self._named is None or self._named[0] is not state:
            told = dict(self.ruleset.names(state))
            for things in (state.units, state.sides):
                for id, thing in things.items():
                    if told.get(id) == thing.name:
                        told[id] = name_of(thing, is_side=things is state.sides)
            self._named = state, told
        return self._named[1]

    def facts(self, entry: Entry) -> list[Fact]:
        """The facts of an entry."""
        return [read_fact(self.ruleset.facts, event.tag, event.values) for event in entry.events]

    def sentences(self, entry: Entry) -> list[str]:
        """The facts of an entry as sentences."""
        names = self.names()
        return [fact.sentence(lambda one: names.get(one, one)) for fact in self.facts(entry)]

    def state_at(self, n: int) -> S:
        """The state after an entry."""
        return self._states[n]

    def do(self, words: Words, *, override: str = "", answers: AnswerSource | None = None) -> Outcome:
        """Carry out a command as far as the source has answers for it.

        Raises CommandError, with nothing changed, where command or answers make no sense.
        """
        if words.get("do") in ("undo", "redo"):
            extra = set(words) - {"do", "by", "steps", "agreed"}
            steps, by, agreed = words.get("steps", 1), words.get("by", ""), words.get("agreed", False)
            if extra or type(steps) is not int or steps < 1 or type(agreed) is not bool:
                raise CommandError(
                    f"{words['do']} takes steps, a whole number from 1 on, and agreed, true or false."
                )
            if not isinstance(by, str) or by not in self.ruleset.paths(self.state)["sides"]:
                raise CommandError(f"{words['do']} is given by a side.")
            move = self.undo if words["do"] == "undo" else self.redo
            return move(by, steps, agreed=agreed)
        override = reason(override)
        if self._run:
            raise ForbiddenError(f"{shown(words.get('do'))} has to wait: the game waits for {self.pending}.")
        if self.timeline.waits:
            raise ForbiddenError("The command under way cannot go on under today's rules. Undo it first.")
        state = self.state
        words = with_known(self.ruleset, state, words)
        command = understood(self.ruleset, state, words)
        refused = self.ruleset.refusals(state, command)
        if refused and not override:
            return Outcome(refusal=refused[0])
        impossible = next((refusal for refusal in refused if not refusal.overridable), None)
        if impossible is not None:
            raise ForbiddenError(f"This cannot be forced ({impossible.rule}): {impossible.sentence}")
        given: Table = to_plain(words)
        broken = tuple(dict.fromkeys(refusal.rule for refusal in refused)) if override else ()
        if override:
            given |= {"override": override, "overridden": list(broken)}
        run = carried_out(self.ruleset, state, command)
        recording = EntryBuilder(self.timeline, run, self.header.seed)
        try:
            recording.command(self.ruleset.side_of(state, command.by), given)
            recording.take_all(answers or ScriptedAnswers(()))
            kept = self._keep(recording.entries, run)
        except BaseException:
            run.close()
            raise
        return replace(kept, overridden=broken)

    def answer(self, answer: Answer) -> Outcome:
        """Answer the open request; raises CommandError, and the game goes on waiting, for a wrong answer."""
        return self._answered(lambda request, recording: recording.take(request, answer))

    def answer_all(self, answers: AnswerSource) -> Outcome:
        """Answer the open request and those after it, as far as the source has answers."""

        def take(request: Request, recording: EntryBuilder[S]) -> None:
            recording.take_all(answers)
            if not recording.entries:
                raise CommandError(f"The game waits for {request.name}, and no answer was given.")

        return self._answered(take)

    def recalled(self) -> Dice | None:
        """The faces or the total given to the open request before an undo."""
        return self._recording().recalled(self.request) if self._run else None

    def throw(self, *, afresh: bool = False) -> Dice:
        """Roll the assistant's dice for the open request; after an undo repeat the earlier faces, unless `afresh`."""
        if not isinstance(self.request, DiceRequest):
            raise CommandError("No dice are being asked for.")
        return self._recording().throw(self.request, afresh=afresh)

    def undo(self, by: str = "", steps: int = 1, *, agreed: bool = False) -> Outcome:
        """Take whole commands back; inside an open command the last answer first.

        Raises UnagreedError where by the settings of the game the other side must agree, and it is not said to have
        `agreed`. So do `redo`, `goto` and `correct`.
        """
        return self._moved("undo", by, self.timeline.undo_targets(steps), agreed=agreed)

    def redo(self, by: str = "", steps: int = 1, *, agreed: bool = False) -> Outcome:
        """Take undos back."""
        return self._moved("redo", by, self.timeline.redo_targets(steps), agreed=agreed)

    def taking_back(self, to: int, by: str = "", *, corrects: int = 0) -> TakingBack:
        """Return what an undo to an entry, or a correction of one, would take back, and who must agree.

        Raises CommandError where there is no such entry.
        """
        for n in (to, corrects):
            if not self.timeline.has_place(n):
                raise CommandError(f"There is no entry {n} to go to.")
        move = GivenMove(to=to, corrects=corrects)
        return taking_back(self.undo_rule_at, self.timeline, self.state.sides, move, by)

    def undo_rule_at(self, n: int) -> UndoRule:
        """The undo rule in force after an entry."""
        return self._agreed.at(self.timeline, n).settings.undo

    def goto(self, n: int, by: str = "", *, agreed: bool = False) -> Outcome:
        """Move the head to any entry of the tree."""
        if n == self.timeline.head:
            raise CommandError("The game is at that line already.")
        return self._moved("goto", by, [n], agreed=agreed)

    def bookmark(self, n: int, note: str, by: str = "") -> Outcome:
        """Set the note of a line, or remove it with "". The game does not change."""
        timeline = self.timeline
        if not (n and timeline.has_place(n)):
            raise CommandError(f"There is no line {n} to bookmark.")
        if not note and n not in timeline.bookmarks:
            raise CommandError(f"Line {n} has no bookmark.")
        return self._keep([bookmark_entry(timeline, n, note, by)], self._run)

    def correction(self, n: int, now: Now) -> Correction[S]:
        """Work out a correction of entry `n` without making it. Raises CommandError if it makes no sense."""
        return corrections.correction(self.ruleset, self.timeline, self.state_at, n, now)

    def question(self, n: int) -> Request | None:
        """The request that entry `n` answered; None if it is a command."""
        line = corrections.lines_from(self.timeline, n, self.timeline.head)[0]
        return corrections.question(self.ruleset, self.state_at(line.command.parent), line, n)

    def correct(self, correction: Correction[S], by: str = "", *, agreed: bool = False) -> Outcome:
        """Make a correction: on a new branch, replay every later command that still holds.

        If a request is open on the way, the rest follows once the table has answered it. The old branch stays.
        """
        if correction.refusal is not None:
            return Outcome(refusal=correction.refusal)
        start = correction.first.line.command.parent
        entry = self._move("goto", by, start, corrects=correction.entry.n, agreed=agreed)
        scratch = Timeline([*self.timeline.entries, entry])
        state, lines = self.state_at(start), correction.lines
        run, entries, left = corrections.played_again(self.ruleset, scratch, state, lines, self.header.seed)
        kept = self._keep([entry, *entries], run)
        self._correcting = left
        return kept

    @property
    def correcting(self) -> int:
        """Number of commands that an unfinished correction has yet to replay."""
        return max(len(self._correcting) - 1, 0)

    def write_to(self, path: Path) -> None:
        """Go on in a new save that holds everything so far.

        Raises JournalError, with nothing changed, where it cannot be made.
        """
        journal = create(path, self.header, self.timeline.entries)
        self.close()
        self._journal = journal

    def close(self) -> None:
        """Release the save file."""
        if self._journal:
            self._journal.close()

    def load(self, save: Save, name: str = "The save") -> None:
        """Take over the valid entries of a save, and go on in the middle of a command if need be."""
        self.notice, self.damage = save.notice, save.damage
        self._take_over(save.timeline)
        states, fault = self._judged(save.entries)
        if fault:
            if save.unsure:
                raise CommandError(fault)
            good = save.entries[: len(states)]
            self.damage = save_file.damaged_at(name, good, fault)
            self._take_over(Timeline(whole_decisions(good)))
            self.notice = save_file.left_out_words(self.timeline)
            self.close()
            self._journal = None
        self._states |= states
        self.readonly = self.damage
        self._resume()

    def take_over(self, entries: Sequence[Entry]) -> bool:
        """Take over entries that somebody else has written behind those that are known.

        False, and the session is of no more use, where one of them can't come next.
        """
        for entry in entries:
            states, fault = self._judged([entry]) if self.timeline.admits(entry) else ({}, "")
            if fault or not states:
                return False
            self.timeline.add(entry)
            self._states |= states
        if entries:
            self.pauses = Pauses(self._tell_clock)
            self._resume()
        return True

    def hear_clock(self, noted: str) -> None:
        """Take over how the clock stands since the last entry, as whoever plays this game has noted it."""
        lines, _, told = noted.partition(" ")
        if lines == str(len(self.timeline.entries)):
            self.pauses.hear(told)

    def _tell_clock(self, told: str) -> None:
        if self._journal:
            self._journal.note_clock(f"{len(self.timeline.entries)} {told}")

    def _judged(self, entries: Iterable[Entry]) -> tuple[dict[int, S], str]:
        """The states after entries, as far as they are valid, and what is wrong with the first that isn't."""
        states: dict[int, S] = {}
        facts, impossible, start = self.ruleset.facts, self.ruleset.impossible, self._states[0]
        for entry in entries:
            before = states.get(entry.parent) or self._states[entry.parent]
            try:
                states[entry.n] = state_after(facts, impossible, start, before, entry)
            except CommandError as error:
                return states, str(error).removesuffix(".").replace("There is", "there is", 1)
        return states, ""

    def _agreed_after(self, before: _Agreed, entry: Entry) -> _Agreed:
        if not (isinstance(entry, CommandEntry) and entry.input.do in (ODDS, SETTINGS)):
            return before
        for fact in self.facts(entry):
            if isinstance(fact, OddsShown):
                before = replace(before, odds_shown=fact.shown)
            elif isinstance(fact, SettingsAgreed):
                said = {key: value for key, value in to_plain(fact).items() if value is not None}
                before = replace(before, settings=before.settings.model_copy(update=said))
        return before

    def _answered(self, take: Callable[[Request, EntryBuilder[S]], None]) -> Outcome:
        if self._run is None or self._run.request is None:
            raise ForbiddenError("Nothing is being asked.")
        recording, run, left = self._recording(), self._run, self._correcting
        try:
            take(self._run.request, recording)
            entries = recording.entries
            if left:  # of a correction that had stopped at this question
                answers = corrections.repeated(run, left[0].answers, recording.note)
                if run.request:
                    left = [replace(left[0], answers=answers), *left[1:]]
                else:
                    scratch = Timeline([*self.timeline.entries, *entries])
                    last, more, left = corrections.played_again(
                        self.ruleset, scratch, run.play.state, left[1:], self.header.seed
                    )
                    run, entries = last or run, [*entries, *more]
            kept = self._keep(entries, run)
        except BaseException:
            self._resume()  # the procedure may have gone on: run it again over what was kept
            raise
        self._correcting = left
        return kept

    def _moved(self, kind: HeadMove, by: str, targets: list[int], *, agreed: bool) -> Outcome:
        """Move the head step by step; each step is an entry of its own, and one that is not agreed to stops them all."""
        first = self._move(kind, by, targets[-1], agreed=agreed)
        heads = [self.timeline.head, *targets]
        entries: list[Entry] = [
            replace(first, n=first.n + at, parent=heads[at], input=replace(first.input, to=to))
            for at, to in enumerate(targets)
        ]
        return self._keep(entries, None)

    def _move(self, kind: HeadMove, by: str, to: int, *, corrects: int = 0, agreed: bool) -> HeadEntry:
        """Build the entry that moves the head. Raises UnagreedError if a side must agree and has not."""
        taking = self.taking_back(to, by, corrects=corrects)
        if taking.asked and not agreed:
            raise UnagreedError(taking.must_agree(lambda side: self.names().get(side, side)))
        agreeing = tuple(side for side in self.state.sides if side != taking.by) if agreed else ()
        move = GivenMove(to=to, corrects=corrects, agreed=agreeing)
        n, who = len(self.timeline.entries) + 1, taking.by if agreed else by
        return HEAD_MOVES[kind](n=n, parent=self.timeline.head, time=now(), who=who, input=move)

    def _recording(self) -> EntryBuilder[S]:
        assert self._run is not None
        return EntryBuilder(self.timeline, self._run, self.header.seed)

    def _keep(self, entries: list[Entry], run: Execution[S] | None) -> Outcome:
        """Write the entries before they take effect."""
        if self.readonly:
            raise JournalError(self.readonly)
        entries = self.pauses.noted(entries)
        if len(entries) > 1:
            lines = entries[0].n, entries[-1].n
            entries = [replace(entry, lines=lines) for entry in entries]
        states, fault = self._judged(entries)
        if fault:
            raise CommandError(f"No save could keep this: {fault}.")
        if self._journal:
            self._journal.append(entries)
        if self._run and self._run is not run:
            self._run.close()
        for entry in entries:
            self.timeline.add(entry)
        self._states |= states
        self.pauses = Pauses(self._tell_clock)
        if run is None:
            self._resume()
        else:
            self._states[self.timeline.head] = run.play.state
            self._run = run if run.request else None
        return Outcome(request=self.request, entries=tuple(entries))

    def _resume(self) -> None:
        """Rerun the open command with the answers it has, if there is one and today's rules carry it out alike."""
        if self._run:
            self._run.close()
        self._run = None
        self._correcting = []
        timeline = self.timeline
        if not timeline.waits:
            return
        start, answers = timeline.command_at(timeline.head), timeline.answers_at(timeline.head)
        state = self.state_at(start.parent)
        try:
            refused = next(iter(against(self.ruleset, state, start)), None)
            if refused is not None:
                raise CommandError(str(refused))
            again = run_again(self.ruleset, state, start, answers)
            told = again.told[-1][1]
            if told != timeline.waits:
                raise CommandError(f"it waits for {told or 'nothing'}, and the save says {timeline.waits}")
            again.run.take_up([fact for entry in (start, *answers) for fact in self.facts(entry)])
            self._run = again.run
            self._correcting = corrections.left_to_do(self.ruleset, timeline, self.state_at)
        except VedetteError as error:
            self.notice = f"The command under way cannot go on under today's rules ({error}). Undo it."


def new_session(
    ruleset: Ruleset[S], setup: Row, *, seed: int, path: Path | None = None, practice: bool = False
) -> Session[S]:
    """Start a game, with a save file where a path is given; `practice` for a first battle. Raises DataError or JournalError."""
    said: Table = {"package": ruleset.package} if ruleset.package else {}
    said |= {"practice": True} if practice else {}
    header = Header(
        format=1, vedette=__version__, ruleset=ruleset.id, revision=ruleset.revision, created=now(), seed=seed,
        setup=with_readings(ruleset.readings(), ruleset.resolve(setup), completed), **said,
    )  # fmt: skip
    session = Session(ruleset, header)
    try:
        must_be_possible(ruleset.impossible, session.state, session.state)
    except CommandError as error:
        raise DataError(f"This set-up makes no game: {error}.") from error
    if path:
        session._journal = create(path, header)
    return session


@uncollected()
def open_session(rulesets: Rulesets, path: Path) -> Session[GameState]:
    """Open a save to play on; one that is damaged can only be read."""
    journal, save = open_journal(path)
    try:
        return _loaded(rulesets, save, journal, path)
    except BaseException:
        if journal:
            journal.close()
        raise


@uncollected()
def read_session(rulesets: Rulesets, path: Path) -> Session[GameState]:
    """Open a save to look at, while somebody else may be playing on."""
    return session_to_look_at(rulesets, path, save_file.read(path))


def session_to_look_at(rulesets: Rulesets, path: Path, save: Save) -> Session[GameState]:
    """Return a read-only session of a save that has been read already."""
    session = _loaded(rulesets, save, None, path)
    session.readonly = session.damage or f"{path.name} is read-only."
    return session


def _loaded(rulesets: Rulesets, save: Save, journal: Journal | None, path: Path) -> Session[GameState]:
    header = save.header
    try:  # a set-up that nothing vouches for may raise anything, also because of an entry
        if header.ruleset not in rulesets:
            package = f" It comes from the package {shown(header.package)}." if header.package else ""
            raise save_file.UnknownRulesetError(
                f"{path.name} is a game of {shown(header.ruleset)}, which this Vedette does not know.{package}",
                save.entries,
            )
        session = Session(rulesets[header.ruleset], header, journal)
        session.load(save, path.name)
    except Exception as error:
        if save.unsure:
            raise save_file.LostSetupError(
                f"{save.damage} No game can be made of that set-up.", save.entries
            ) from error
        if isinstance(error, DataError):
            raise DataError([f"{path.name}: {fault}" for fault in error.faults]) from error
        raise
    if journal is None and not session.readonly:
        session.readonly = f"{path.name} cannot be written to."
    return session
