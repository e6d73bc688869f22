"""Plays cases against changed code, each mutant in a forked process in which functions have got other code.

Functions that were run while the game was imported, or whose results something keeps, can't be changed
afterwards. So there are three starting points, and a mutant is tried from the last that comes before its
code is run: nothing imported, no case played, all cases played.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import SourceFileLoader
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TypeVar

from mutant_edits import Mutant
from mutant_lines import Execution, Line, run

from vedette.engine import case as engine_case
from vedette.engine.ruleset import Ruleset
from vedette.registry import rulesets

J = TypeVar("J")
R = TypeVar("R")

MEMORY = 4 * 1024**3
"""Bytes that a mutant may take."""

LEAST_SECONDS, TIMES_SLOWER = 2.0, 20
"""Processor time that a case may take before its loop counts as endless."""

MOST_SECONDS = 600
"""Processor time that a mutant may take in all, should it not even notice that."""

IMPORTING, COLD, WARM = range(3)
"""The starting points."""


class NotReadyError(Exception):
    """The unchanged code doesn't pass, so that nothing can be learnt."""


class EndlessError(BaseException):
    """A case takes far longer than without the change; nothing in the game catches this."""


@dataclass(slots=True)
class Coverage:
    """What the unchanged code runs.

    by_line: the cases (as numbers) that run a line. imported: lines run by the import. kept: lines that a case
    runs less often once all cases have been played, as something remembers what they came to. seconds: how long each case takes.
    """

    by_line: dict[Line, set[int]] = field(default_factory=dict)
    imported: set[Line] = field(default_factory=set)
    kept: set[Line] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)
    specs: list[Mutant] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: `killed` by a case in some `way`, `survived`, `uncovered`.

    Or `same` (it is no change at all), or `unplaced` (the code can't be changed where it is).
    """

    status: str
    case: str = ""
    way: str = ""
    tried: int = 0


def spread(
    jobs: Iterable[J], work: Callable[[J], R], at_once: int, signalled: Callable[[int], R] | None = None
) -> Iterator[tuple[J, R]]:
    """Each job in a forked process of its own, and what came of it; `signalled` says what a signal means."""
    running: dict[int, tuple[int, J, bytearray]] = {}
    waiting = iter(jobs)
    poll = select.poll()
    while True:
        while len(running) < at_once and (job := next(waiting, None)) is not None:
            reader, pid = _fork(partial(work, job))
            running[reader] = pid, job, bytearray()
            poll.register(reader, select.POLLIN | select.POLLHUP)
        if not running:
            return
        for reader, _ in poll.poll():
            if data := os.read(reader, 1 << 20):
                running[reader][2].extend(data)
                continue
            poll.unregister(reader)
            os.close(reader)
            pid, job, said = running.pop(reader)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            if status < 0 and signalled:
                yield job, signalled(-status)
            elif status:
                raise NotReadyError(said.decode() or f"{job}: signal {-status}")
            else:
                yield job, pickle.loads(said)


def _fork(work: Callable[[], Any]) -> tuple[int, int]:
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(writer)
        return reader, pid
    try:
        os.close(reader)
        said, status = pickle.dumps(work()), 0
    except NotReadyError as error:
        said, status = str(error).encode(), 1
    except BaseException:  # noqa: BLE001 (whatever it is, the parent hears of it)
        said, status = traceback.format_exc().encode(), 1
    with os.fdopen(writer, "wb") as pipe:
        pipe.write(said)
    os._exit(status)


class Trials:
    """The cases of a ruleset and what the code of its game is."""

    def __init__(
        self, ruleset: str, folder: Path, cases: list[Path], sources: Mapping[str, bytes], at_once: int
    ) -> None:
        """The game's package is in `folder`, and `sources` are its files to change; nothing has imported it yet."""
        self.ruleset, self.folder, self.cases, self.at_once = ruleset, folder, cases, at_once
        self.sources = sources
        self.files = frozenset(str(folder / file) for file in sources)
        self.coverage = Coverage()
        self._killers: dict[tuple[str, str], list[int]] = {}
        self._live: dict[Any, list[FunctionType]] = {}
        self._now = IMPORTING
        self._read = {path: engine_case.read_case(path) for path in cases}
        engine_case.read_case = self._read.__getitem__  # type: ignore[assignment]

    def game(self) -> Ruleset[Any]:
        """The game; imports it."""
        return rulesets()[self.ruleset]

    def misses(self, path: Path) -> list[str]:
        """What does not come out as a case says."""
        return engine_case.play_case(rulesets(), path).misses

    # What the unchanged code does.

    def look(self) -> None:
        """Play all cases with the unchanged code; raises NotReadyError where one fails."""
        for _, coverage in spread([0], lambda _: self._looked(), 1):
            self.coverage = coverage

    def _looked(self) -> Coverage:
        coverage, numbers = Coverage(), range(len(self.cases))
        coverage.imported = run(self.game, self.files).lines
        coverage.specs = list(_spec_mutants(self.game(), self.folder))
        cold: dict[int, Execution] = {}
        for number, cold[number] in spread(numbers, self._run, self.at_once):
            for line in cold[number].lines:
                coverage.by_line.setdefault(line, set()).add(number)
        for number in numbers:
            begin = time.process_time()
            self._passes(number)
            coverage.seconds.append(time.process_time() - begin)
        for number, warm in spread(numbers, self._run, self.at_once):
            coverage.kept |= cold[number].less_in(warm)
        return coverage

    def _run(self, number: int) -> Execution:
        return run(lambda: self._passes(number), self.files)

    def _passes(self, number: int) -> None:
        misses = self.misses(self.cases[number])
        if misses:
            raise NotReadyError("\n    ".join([f"{self.cases[number]} fails without any change:", *misses]))

    # Mutants.

    def start_of(self, mutant: Mutant) -> int:
        """From where a mutant can be tried."""
        lines = self._lines(mutant)
        if mutant.spec:
            return WARM
        return IMPORTING if lines & self.coverage.imported else COLD if lines & self.coverage.kept else WARM

    def cases_of(self, mutant: Mutant) -> set[int]:
        """The cases that run a mutant's statement; any may hang on what was run by the import."""
        if self.start_of(mutant) == IMPORTING:
            return set(range(len(self.cases)))
        return set().union(*(self.coverage.by_line.get(line, ()) for line in self._lines(mutant)))

    def _lines(self, mutant: Mutant) -> set[Line]:
        file = str(self.folder / mutant.file)
        return {(file, line) for line in range(mutant.first, mutant.last + 1)}

    def verdicts(self, mutants: list[Mutant]) -> Iterator[tuple[Mutant, Verdict]]:
        """What becomes of each."""
        starts: dict[int, list[Mutant]] = {IMPORTING: [], COLD: [], WARM: []}
        for mutant in mutants:
            if self.cases_of(mutant):
                starts[self.start_of(mutant)].append(mutant)
            else:
                yield mutant, Verdict("uncovered")
        for self._now, group in starts.items():
            if self._now == COLD:
                self.game()
            if self._now == WARM:
                for number in range(len(self.cases)):
                    self._passes(number)
            self._live = _live_functions(str(self.folder))
            gc.collect()
            gc.freeze()
            # The order of the cases is looked up when a mutant's turn comes: what kills one of a function's mutants kills others.
            orders = ((mutant, self._order(mutant)) for mutant in group)
            for (mutant, _), verdict in spread(orders, self._tried, self.at_once, _signalled):
                self._learn(mutant, verdict)
                yield mutant, verdict

    def _order(self, mutant: Mutant) -> list[int]:
        """The cases for it: first those that killed its neighbours, then those that show its rules, then the shortest."""
        known, rules = self._killers.get((mutant.file, mutant.function), []), set(mutant.rules)
        cases = self.cases_of(mutant)
        first = [number for number in known if number in cases]

        def later(number: int) -> tuple[bool, float]:
            shown = rules.intersection(self._read[self.cases[number]].rules)
            return not shown, self.coverage.seconds[number]

        return first + sorted(cases - set(first), key=later)

    def _learn(self, mutant: Mutant, verdict: Verdict) -> None:
        if verdict.case:
            known = self._killers.setdefault((mutant.file, mutant.function), [])
            number = next(number for number, path in enumerate(self.cases) if path.stem == verdict.case)
            known[:] = [number, *(one for one in known if one != number)][:8]

    def _tried(self, job: tuple[Mutant, list[int]]) -> Verdict:
        """In a process of its own: change the code, and play cases until one fails."""
        mutant, order = job
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        signal.signal(signal.SIGPROF, _endless)
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        try:
            signal.setitimer(signal.ITIMER_PROF, 15 * LEAST_SECONDS, 1)
            if nothing := self._changed(mutant):
                return Verdict(nothing)
        except (Exception, EndlessError) as error:  # noqa: BLE001 (any error shows the change)
            return Verdict("killed", "", f"{type(error).__name__} while it is imported")
        for count, number in enumerate(order, start=1):
            limit = max(LEAST_SECONDS, TIMES_SLOWER * self.coverage.seconds[number])
            signal.setitimer(signal.ITIMER_PROF, limit, 1)
            path = self.cases[number]
            try:
                misses = self.misses(path)
            except (Exception, EndlessError) as error:  # noqa: BLE001 (a crash is no ruling)
                return Verdict("killed", path.stem, type(error).__name__, count)
            if misses:
                return Verdict("killed", path.stem, misses[0], count)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return Verdict("survived", tried=len(order))

    def _changed(self, mutant: Mutant) -> str:
        """Put a mutant's code in its place; what speaks against it, "" if nothing does."""
        if mutant.spec:
            command, name, place = mutant.spec
            spec = self.game().commands[command]
            checks = getattr(spec, name)
            object.__setattr__(spec, name, checks[:place] + checks[place + 1 :])
            return ""
        path, source = str(self.folder / mutant.file), self.sources[mutant.file]
        try:
            old, new = (
                compile(text, path, "exec", dont_inherit=True) for text in (source, mutant.edited(source))
            )
        except SyntaxError:
            return "unplaced"
        if old == new:
            return "same"
        if self._now == IMPORTING:
            _import_as(path, new)
            self.game()
            return ""
        functions = [
            (one, code) for was, code in _differing(old, new) for one in self._live.get(_key(was), ())
        ]
        for function, code in functions:
            if len(function.__code__.co_freevars) != len(code.co_freevars):
                return "unplaced"
            function.__code__ = code
        return "" if functions else "unplaced"


def _signalled(number: int) -> Verdict:
    return Verdict("killed", way=f"signal {number}")


def _endless(_number: int, _frame: FrameType | None) -> None:
    raise EndlessError


def _import_as(path: str, code: CodeType) -> None:
    """From now on the file is imported as this code."""
    usual = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return code if self.path == path else usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def _key(code: CodeType) -> Any:
    """What tells code from other code, also of lambdas in one line."""
    return code.co_filename, code.co_qualname, code.co_firstlineno, tuple(code.co_positions())


def _live_functions(folder: str) -> dict[Any, list[FunctionType]]:
    """All functions of the game that there are, wherever something holds them, by their code."""
    found: dict[Any, list[FunctionType]] = {}
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(folder):
            found.setdefault(_key(one.__code__), []).append(one)
    return found


def _differing(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions that differ, from the outermost inwards."""
    if old == new:
        return
    if old.co_flags & CO_OPTIMIZED:
        yield old, new
    inner = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new)]
    if len(inner[0]) == len(inner[1]):
        for pair in zip(*inner, strict=True):
            yield from _differing(*pair)


def _spec_mutants(ruleset: Ruleset[Any], folder: Path) -> Iterator[Mutant]:
    """Every check taken out of every command of its own."""
    for command, spec in ruleset.commands.items():
        for name in ("checks", "part_checks"):
            for place, check in enumerate(getattr(spec, name)):
                code = check.test.__code__
                path = Path(code.co_filename)
                if path.is_relative_to(folder):
                    lines = [line for _, _, line in code.co_lines() if line]
                    called = f"{command}.{name}"
                    yield Mutant(
                        str(path.relative_to(folder)),
                        min(lines),
                        min(lines),
                        max(lines),
                        called,
                        "check removed",
                        f"{code.co_qualname} ({', '.join(check.rules)})",
                        "no check",
                        rules=check.rules,
                        spec=(command, name, place),
                    )
