"""Where games can start: every game file of a ruleset, and the set-up of every case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count, islice
from pathlib import Path
from zlib import crc32

import pytest
from msgspec import Struct

from vedette.engine.case import Case, read_case
from vedette.engine.data import Table
from vedette.engine.library import read_toml, ruleset_folder
from vedette.engine.readings import asked_in
from vedette.registry import faults, rulesets

MOST = 5
"""Cases of a ruleset in which games begin, picked by their names, so that one more changes few; with `--thorough` all."""

SHARE = 4
"""A test that wants games gets every fourth of a ruleset, each test others; with `--thorough` all of them."""

SEEDS = 1
"""How often the same start is played at random; with `--thorough` four times."""

TESTED: tuple[str, ...] = ()
"""The rulesets that are tested; none means all that there are. This and the folders below are set by the plugin."""

ROOT = Path()
"""The project's folder."""

CASES = Path()
"""The folder with the cases: a folder for each ruleset."""


def tested() -> tuple[str, ...]:
    """The ids of the rulesets that are tested."""
    if missing := set(TESTED) - set(rulesets()):
        raise LookupError(f"There is no ruleset {', '.join(sorted(missing))}. {' '.join(faults())}".strip())
    return TESTED or tuple(rulesets())


class Start(Struct, frozen=True, eq=False):
    """A set-up and where it stands."""

    ruleset: str
    name: str
    setup: Table


def game_files(ruleset: str) -> list[Path]:
    return sorted((ruleset_folder(ruleset) / "games").glob("*.toml"))


@cache
def game_starts(ruleset: str) -> list[Start]:
    """The game files: whole battles from their beginning."""
    return [Start(ruleset, path.stem, read_toml(path)) for path in game_files(ruleset)]


def read_otherwise(start: Start) -> Start:
    """The same with every question read otherwise than usual, where the set-up doesn't say how to read it."""
    asked = asked_in(rulesets()[start.ruleset].readings(), start.setup)
    other = {id: one.choices[-1].id for id, one in asked.items()}
    setup = {**start.setup, "readings": {**other, **start.setup.get("readings", {})}}
    return Start(start.ruleset, f"{start.name}, read otherwise", setup)


@cache
def case_paths(ruleset: str) -> Sequence[Path]:
    """The files of a ruleset's cases."""
    return sorted((CASES / ruleset).glob("*.toml"))


case_at = cache(read_case)
"""A case by its file. It is read once, and only if it is wanted: reading them all takes longer than most tests."""


@cache
def case_files(ruleset: str) -> Mapping[Path, Case]:
    """The cases of a ruleset by their files."""
    return {path: case_at(path) for path in case_paths(ruleset)}


def every_case(ruleset: str) -> Iterator[Start]:
    """The set-ups of the cases: often in the middle of a game, and each with something special."""
    for path in sorted(case_paths(ruleset), key=lambda path: crc32(path.stem.encode())):
        case = case_at(path)
        if not case.setup_error:
            yield Start(ruleset, path.stem, {**case.setup, "ruleset": ruleset})


def cases(ruleset: str) -> list[Start]:
    """Those of them in which games begin; the text is read otherwise than usual in every other one."""
    first = islice(every_case(ruleset), MOST)
    return [read_otherwise(start) if i % 2 else start for i, start in enumerate(first)]


def every_game() -> list[Start]:
    """Every game file, and one of each ruleset with the text read otherwise than usual."""
    return [start for ruleset in tested() for start in _games_and_one_turned(ruleset)]


def _games_and_one_turned(ruleset: str) -> list[Start]:
    return [*game_starts(ruleset), *map(read_otherwise, game_starts(ruleset)[:1])]


_turns = count()
"""Of the tests that want games, how many have got theirs."""


def some_games() -> list[Start]:
    """A share of them: each ruleset's, and one test after the other gets others."""
    turn, found = next(_turns), map(_games_and_one_turned, tested())
    return [start for each in found for start in each[turn % min(SHARE, len(each)) :: SHARE]]


def named(start: Start) -> str:
    return f"{start.ruleset}/{start.name}"


def each_game() -> pytest.MarkDecorator:
    """For a test that wants games to play: a share of them in every run, all with `--thorough`."""
    return pytest.mark.parametrize("start", some_games(), ids=named)


def commands_of(start: Start) -> frozenset[str]:
    """The commands that the case gives of which this is the set-up."""
    steps = case_at(CASES / start.ruleset / f"{start.name}.toml").steps
    return frozenset(str(step.words.get("do")) for step in steps)
