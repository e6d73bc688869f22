"""Run a recorded game again under today's rules and compare, entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from vedette.engine.again import against, run_again, understood
from vedette.engine.errors import VedetteError
from vedette.engine.facts import alike, read_fact
from vedette.engine.grammar import at_start, the
from vedette.engine.long_work import Told, unheard
from vedette.engine.patch import Change
from vedette.engine.plain import to_plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_file import Header, Save
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import AnswerEntry, CommandEntry, Entry, HeadEntry, Timeline
from vedette.engine.undo_policy import taken_back


class Difference(Struct, frozen=True):
    """Where today's rules judge otherwise than the record; the record stands."""

    n: int
    text: str


class Verification:
    """Compares a game with today's rules, command by command: `commands` are their numbers."""

    def __init__(self, session: Session[GameState]) -> None:
        self._session, timeline = session, session.timeline
        answered = {entry.parent for entry in timeline.entries if isinstance(entry, AnswerEntry)}
        self._series: dict[int, list[list[AnswerEntry]]] = {}
        for entry in timeline.entries:
            if entry.is_place and entry.n not in answered:
                command = timeline.command_at(entry.n).n
                self._series.setdefault(command, []).append(timeline.answers_at(entry.n))
        self.commands = sorted(self._series)

    def of(self, commands: Sequence[int], told: Told = unheard) -> list[Difference]:
        """The differences in some commands, including undone ones."""
        found: list[Difference] = []
        for done, n in enumerate(commands):
            told(done / len(commands))
            start = self._session.timeline.command_at(n)
            try:
                found += self._in_command(start)
            except VedetteError as error:
                found.append(Difference(n, f"{start.input.do} is no longer possible: {error}"))
        return found

    def whole(self, found: Iterable[Difference]) -> list[Difference]:
        """All differences in the order of the save: in commands, and undos without agreement."""
        session, unagreed = self._session, list[Difference]()
        names, sides = session.names(), session.state.sides
        for entry in session.timeline.entries:
            if isinstance(entry, HeadEntry):
                taken = taken_back(session.undo_rule_at, session.timeline, sides, entry)
                silent = [
                    the(names.get(side, side)) for side in taken.asked if side not in entry.input.agreed
                ]
                if silent:
                    said = f"{at_start(joined(silent))} had to agree to this undo, and did not"
                    unagreed.append(Difference(entry.n, said))
        return sorted([*found, *unagreed], key=lambda difference: difference.n)

    def _in_command(self, start: CommandEntry) -> Iterator[Difference]:
        """In a command with each series of answers to it: the events, by whom it was given, and what was asked."""
        ruleset, state, do = self._session.ruleset, self._session.state_at(start.parent), start.input.do
        command = understood(ruleset, state, start.input.words)
        refused = against(ruleset, state, start, command)
        yield from (Difference(start.n, f"today's rules refuse it. {refusal}") for refusal in refused)
        for answers in self._series[start.n] if not refused else ():
            again = run_again(ruleset, state, start, answers, command)
            again.run.close()
            chain = (start, *answers)
            today = [(event.fact, event.changes) for event in again.run.play.events]
            recorded = [
                (read_fact(ruleset.facts, event.tag, event.values), event.changes)
                for entry in chain
                for event in entry.events
            ]
            if chain[-1].waits:  # one version may report an event before a question, another after its answer
                both = min(len(today), len(recorded))
                today, recorded = today[:both], recorded[:both]
            # Words that only explain are no difference, nor is data that was not kept then.
            if today != recorded and not (
                len(today) == len(recorded)
                and all(
                    alike(fact, before) and kept_then(self._session, made) == kept_then(self._session, then)
                    for (fact, made), (before, then) in zip(today, recorded, strict=True)
                )
            ):
                yield Difference(chain[-1].n, f"{do} comes out differently under today's rules")
            for entry, (who, waits) in zip(chain, again.told, strict=True):
                if (entry.who, entry.waits) != (who, waits):
                    there, then = _told(who, waits), _told(entry.who, entry.waits)
                    yield Difference(entry.n, f"{do}: {there} under today's rules, not {then}")


def verify(session: Session[GameState], told: Told = unheard) -> list[Difference]:
    """All differences, undone entries included, in the order of the save."""
    verification = Verification(session)
    return verification.whole(verification.of(verification.commands, told))


def verify_entries(ruleset: Ruleset[GameState], header: Header, entries: list[Entry]) -> list[Difference]:
    """The same over a copy, for a thread beside the one that plays."""
    session = Session(ruleset, header)
    session.load(Save(header, Timeline(entries)))
    return verify(session)


def _told(who: str, waits: str) -> str:
    return f"given by {who or 'both'} and {f'waiting for {waits}' if waits else 'complete'}"


def kept_then(session: Session[GameState], changes: Iterable[Change]) -> list[Change]:
    """The changes of an event by their paths, but for values that were not kept yet when the game was begun.

    A mapping that was read from a save may hold its keys in another order than when it was played.
    """
    since, revision = session.ruleset.kept_since, session.header.revision
    plain: list[Change] = to_plain(tuple(changes))
    kept = (one for one in plain if since.get(one[0].rpartition(".")[2], 0) <= revision)
    return sorted(kept, key=lambda one: str(one[0]))
