"""The odds of recorded commands against very many runs of the real procedure: `python -m tests.trials.odds [GAME …]`.

A hundred commands of each game that dice or a choice are asked for, of its examples and, where these hold fewer, of its
cases, with 100,000 runs each: hours of one processor, so `--processes` shares the commands out, and `--tries` and `--commands` are for less time.
A line for each command, with how many standard deviations its worst value is off. Ends with 1 if one is off by more than four.

With `--portable` there are no dice: the odds of every command with dice of all examples and cases are worked out twice, as CPython's
frames tell states apart and without them. A line for each that is exact only the one way; ends with 1 where both contradict each other.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from math import inf, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from tests.conftest import ROOT
from vedette.engine.again import procedure_of, understood
from vedette.engine.case import Case, given_to, read_case
from vedette.engine.checks import Refusal
from vedette.engine.errors import CommandError
from vedette.engine.library import data_folder
from vedette.engine.odds.command_odds import command_search, tells_changes
from vedette.engine.odds.sample import Sample
from vedette.engine.odds.search import Search, first_option, ignore_facts
from vedette.engine.patch import get
from vedette.engine.plain import to_plain
from vedette.engine.saves import SUFFIX
from vedette.engine.session import Session, new_session, read_session
from vedette.engine.timeline import CommandEntry
from vedette.registry import rulesets

SIGMAS = 4.0
CASES = ROOT / "tests" / "cases"

BOTH_WAYS = 5.0
"""So long they are looked for where both ways are compared."""

SECONDS = 60.0
"""So long odds are looked for by hand; what is not looked into by then is a part of every chance."""


class Off(NamedTuple):
    """How many standard deviations a value is off: how likely it is at least and at most, and how often it came."""

    sigmas: float
    path: str
    value: Any
    least: float
    most: float
    seen: float


def with_dice(session: Session[Any]) -> list[CommandEntry]:
    """The commands of a game that something was asked of."""
    entries = session.timeline.entries
    asked = {entry.parent for entry in entries if entry.kind in ("dice", "choice")}
    return [entry for entry in entries if isinstance(entry, CommandEntry) and entry.n in asked]


def odds_of(session: Session[Any], entry: CommandEntry, seconds: float) -> Search[Any]:
    """What is known of its odds after so long."""
    state = session.state_at(entry.parent)
    tells = tells_changes(state)
    search = command_search(session.ruleset, state, entry.input.words, tells, override=True)
    assert not isinstance(search, Refusal)
    search.go_on(perf_counter() + seconds)
    return search


def tried(session: Session[Any], entry: CommandEntry, tries: int) -> Sample[Any]:
    """What it comes to so many times, with dice and with the choices that odds take for granted.

    The state before it is folded once; there is no log and there are no sentences.
    """
    ruleset, state = session.ruleset, session.state_at(entry.parent)
    sample = Sample(
        procedure_of(ruleset, understood(ruleset, state, entry.input.words)),
        state,
        tells_changes(state),
        hears=ignore_facts,
        heard=(),
        chooses=first_option,
        recorded=None,
        seed=entry.n,
    )
    sample.go_on(tries=tries)
    return sample


def compared(
    session: Session[Any], entry: CommandEntry, search: Search[Any], sample: Sample[Any]
) -> list[Off]:
    """Every value that the one or the other tells of, the worst first."""
    plain = to_plain(session.state_at(entry.parent))
    told = {(path, value) for path, values in search.odds.chances.items() for value in values}
    # What has not changed is told only where it was a number that was not known.
    every = [(path, value) for path, value in told | set(sample.came) if value != get(plain, path)]
    return sorted(
        (_off(search, sample, path, value) for path, value in every), reverse=True, key=lambda off: off[0]
    )


def _off(search: Search[Any], sample: Sample[Any], path: str, value: Any) -> Off:
    tries = sample.tries
    least = float(search.odds.chances.get(path, {}).get(value, Fraction(0)))
    most = least + float(search.odds.rest)
    seen = sample.came[path, value] / tries
    beyond = max(least - seen, seen - most) - 1 / tries
    spread = max(sqrt(chance * (1 - chance) / tries) for chance in (least, most))
    sigmas = 0.0 if beyond <= 0 else beyond / spread if spread else inf
    return Off(sigmas, path, value, least, most, seen)


@cache
def game_at(path: Path) -> Session[Any]:
    """A game as it was recorded: an example, or what the steps of a case make of its set-up."""
    return read_session(rulesets(), path) if path.suffix == SUFFIX else _played(read_case(path))


def _played(case: Case) -> Session[Any]:
    session = new_session(rulesets()[case.ruleset], {**case.setup, "ruleset": case.ruleset}, seed=0)
    for step in case.steps:
        with suppress(CommandError):
            given_to(session, step)
    return session


def _told(asked: tuple[Path, int, int]) -> tuple[bool, str]:
    """Whether the odds of a command hold, and the line about it."""
    path, n, tries = asked
    session = game_at(path)
    entry = next(one for one in with_dice(session) if one.n == n)
    begun = perf_counter()
    search, sample = odds_of(session, entry, SECONDS), tried(session, entry, tries)
    offs = compared(session, entry, search, sample)
    worst = offs[0] if offs else Off(0.0, "-", "", 0.0, 0.0, 0.0)
    kind = "exact" if search.odds.exact else f"{float(1 - search.odds.rest):.3%} known"
    return worst.sigmas <= SIGMAS, (
        f"{path.stem} {n} {entry.input.words['do']}: {kind}, {sample.tries:,} runs, {len(offs)} values, "
        f"worst {worst.sigmas:.2f} sigma ({worst.path} = {worst.value}: {worst.least:.5f}, came {worst.seen:.5f}), "
        f"{perf_counter() - begun:.0f} s"
    )


def _both_ways(path: Path) -> list[tuple[bool, float, str]]:
    """Of each command of a game: whether both ways agree, how much longer one takes without frames, and a line where it isn't exact then."""
    session, told = game_at(path), list[tuple[bool, float, str]]()
    for at, entry in enumerate(with_dice(session)):
        found: dict[str, Search[Any]] = {}
        seconds: dict[str, float] = {}
        for way in (
            ("", "portable") if at % 2 else ("portable", "")
        ):  # what comes second finds more in the caches
            os.environ["VEDETTE_ODDS"] = way
            begun = process_time()
            found[way] = odds_of(session, entry, BOTH_WAYS)
            seconds[way] = process_time() - begun
        frames, portable = found[""].odds, found["portable"].odds
        values = {
            (name, one) for odds in (frames, portable) for name in odds.chances for one in odds.chances[name]
        }
        chances = [
            [odds.chances.get(name, {}).get(one, 0) for odds in (frames, portable)] for name, one in values
        ]
        agree = all(a <= b + portable.rest and b <= a + frames.rest for a, b in chances)
        line = f"{path.stem} {entry.n} {entry.input.words['do']}: " + ", ".join(
            f"{'exact' if odds.complete else f'all but {float(odds.rest):.0e}'} {way} in {seconds[key]:.2f} s"
            for way, key, odds in (("by frames", "", frames), ("without", "portable", portable))
        )
        exact = frames.complete == portable.complete
        told.append((agree, seconds["portable"] / seconds[""], "" if agree and exact else line))
    return told


def both_ways(games: list[str], processes: int) -> int:
    """Compare the odds with and without frames."""
    paths = [path for ruleset in games or rulesets() for path in (*examples_of(ruleset), *cases_of(ruleset))]
    slower, faults, other = list[float](), 0, 0
    with Pool(processes) as pool:
        for agree, ratio, line in chain.from_iterable(pool.imap_unordered(_both_ways, paths)):
            slower.append(ratio)
            faults, other = faults + (not agree), other + bool(line)
            if line:
                print("" if agree else "OFF ", line, sep="", flush=True)
    print(
        f"{len(slower)} commands, {faults} contradict each other, {other} are exact one way only; "
        f"without frames they take {median(slower):.2f} times as long in the median, {max(slower):.1f} times at most"
    )
    return int(bool(faults))


def examples_of(ruleset: str) -> list[Path]:
    """The files of its example games."""
    return sorted((data_folder() / "saves").glob(f"{ruleset}-*{SUFFIX}"))


def recorded(games: list[str], most: int) -> list[tuple[Path, int]]:
    """So many commands of each game, of its examples before those of its cases, mixed; the same each time."""
    luck, chosen = Random(7), list[tuple[Path, int]]()
    for ruleset in games or rulesets():
        examples = list(_commands(examples_of(ruleset)))
        found = luck.sample(examples, min(most, len(examples)))
        cases = cases_of(ruleset)
        luck.shuffle(cases)
        chosen += [*found, *islice(_commands(cases), most - len(found))]
    return luck.sample(chosen, len(chosen))


def cases_of(ruleset: str) -> list[Path]:
    """The files of the cases in which a game begins."""
    return [path for path in sorted((CASES / ruleset).glob("*.toml")) if not read_case(path).setup_error]


def _commands(paths: Iterable[Path]) -> Iterator[tuple[Path, int]]:
    return ((path, entry.n) for path in paths for entry in with_dice(game_at(path)))


def main() -> int:
    """Try them, and tell of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.trials.odds", description=__doc__)
    parser.add_argument("games", nargs="*", help="ids of rulesets; all of them without")
    parser.add_argument("--tries", type=int, default=100_000)
    parser.add_argument("--commands", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--portable", action="store_true")
    given = parser.parse_args()
    if given.portable:
        return both_ways(given.games, given.processes)
    asked = [(path, n, given.tries) for path, n in recorded(given.games, given.commands)]
    faults = 0
    with Pool(given.processes) as pool:
        for holds, line in pool.imap_unordered(_told, asked):
            faults += not holds
            print("" if holds else "OFF ", line, sep="", flush=True)
    print(f"{len(asked)} commands, {faults} off by more than {SIGMAS:.0f} sigma")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
