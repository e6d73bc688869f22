"""Kill -9 at random moments and at every system call: nothing acknowledged is lost, the same question, the same faces."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.trials.middle import in_the_middle, played
from vedette.engine.chain import in_first_format
from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.requests import ChoiceRequest, DiceRequest, ScriptedAnswers
from vedette.engine.save_file import read
from vedette.engine.session import Outcome, Session, open_session, read_session
from vedette.engine.timeline import Entry, LeftOutEntry, RollEntry
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing.known import likely
from vedette.testing.plugin import Times
from vedette.testing.starts import game_files

Act = Callable[[Session[Any]], Outcome]
"""What a command line does to a session in memory."""


class Doomed:
    """Command lines that are killed; see `doomed.py`."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.trials.doomed"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        while self._heard() != "ready\n":
            pass

    def run(self, words: Sequence[str], **doom: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"words": list(words), **doom}) + "\n")
        self._process.stdin.flush()
        told: dict[str, Any] = json.loads(self._heard())
        return told

    def close(self) -> None:
        self._process.communicate()

    def _heard(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "it is gone"
        return line


@pytest.fixture(scope="module")
def doomed() -> Iterator[Doomed]:
    with closing(Doomed()) as one:
        yield one


def test_a_command_that_is_killed_at_any_moment_loses_nothing(
    tmp_path: Path, ruleset_id: str, doomed: Doomed, times: Times
) -> None:
    """Before, while and after it writes."""
    luck, counted = Random(ruleset_id), Counter[str]()
    path = tmp_path / "game.vedette"
    kills, fresh = times(2, 200), 0
    while counted["killed"] < kills:
        if not path.exists() or _over(path) or luck.random() < 0.05:
            fresh += 1
            path.unlink(missing_ok=True)
            played(ruleset_id, luck.choice((3, 20, 60)), fresh, path).session.close()
        words, act = next_command(path, ruleset_id, luck)
        when: dict[str, Any] = (
            {"after": luck.uniform(0, 0.05)}
            if luck.random() < 0.4
            else {"grown": [str(path), luck.choice((0, 0, 0.0005, 0.002))], "after": 10.0}
        )
        counted.update(held(path, words, act, partial(doomed.run, **when)))
    print(ruleset_id, dict(counted))


def test_a_command_that_is_killed_at_any_call_loses_nothing(
    tmp_path: Path, ruleset_id: str, doomed: Doomed, times: Times
) -> None:
    """Every system call that writes: before it, after it, and in the middle of every write."""
    luck, counted = Random(f"{ruleset_id}/calls"), Counter[str]()
    path = tmp_path / "game.vedette"
    for turn in range(times(1, 3)):
        start = in_the_middle(ruleset_id, luck.choice((5, 30)), turn)
        path.write_bytes(start)
        words, act = next_command(path, ruleset_id, luck)
        calls = doomed.run(words)["calls"]
        assert calls >= 4  # the two locks, the line, its way to the disk
        points = [(call, how) for call in range(1, calls + 1) for how in ("before", "half", "after")]
        for call, how in luck.sample(points, min(len(points), times(2, len(points)))):
            path.write_bytes(start)
            counted.update(held(path, words, act, partial(doomed.run, call=call, how=how)))
    print(ruleset_id, dict(counted))


def test_a_new_game_that_is_killed_leaves_its_name_free_or_is_there(
    tmp_path: Path, ruleset_id: str, doomed: Doomed, times: Times
) -> None:
    luck, counted = Random(ruleset_id), Counter[str]()
    path = tmp_path / "game.vedette"
    words = ["new", str(game_files(ruleset_id)[0]), "--save", str(path), "--seed", "1"]
    doomed.run(words)
    whole = read(path)
    path.unlink()
    calls = doomed.run(words)["calls"]  # folders are there already
    points = [(call, how) for call in range(1, calls + 1) for how in ("before", "half", "after")]
    for call, how in luck.sample(points, min(len(points), times(2, len(points)))):
        path.unlink(missing_ok=True)
        told = doomed.run(words, call=call, how=how)
        assert told["code"] == -signal.SIGKILL
        counted["killed"] += 1
        if path.exists():
            assert (read(path).header.setup, read(path).damage) == (whole.header.setup, "")
            counted["there"] += 1
            continue
        assert not told["out"], (call, how)
        assert doomed.run(words)["code"] == 0, (call, how)
        assert read(path).header.setup == whole.header.setup
        counted["name free"] += 1
    print(ruleset_id, dict(counted))


def test_a_torn_end_survives_a_kill_while_it_is_set_aside(
    tmp_path: Path, ruleset_id: str, doomed: Doomed, times: Times
) -> None:
    luck, path = Random(ruleset_id), tmp_path / "game.vedette"
    start, torn = in_the_middle(ruleset_id, 30), b'{"n":1000,"parent":9'
    path.write_bytes(start)
    entries = read(path).entries
    words, _ = next_command(path, ruleset_id, luck)
    path.write_bytes(start + torn)
    calls = doomed.run(words)["calls"]
    points = [(call, how) for call in range(1, calls + 1) for how in ("before", "half", "after")]
    for call, how in luck.sample(points, min(len(points), times(2, len(points)))):
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(start + torn)
        doomed.run(words, call=call, how=how)
        save = read(path)
        assert (save.entries[: len(entries)], save.damage) == (entries, ""), (call, how)
        aside = [one.read_bytes() for one in tmp_path.glob("*.torn*")]
        assert path.read_bytes().endswith(torn) or torn + b"\n" in aside, (call, how)


def test_a_correction_that_is_cut_off_anywhere_is_whole_or_not_there(
    tmp_path: Path, ruleset_id: str, doomed: Doomed, times: Times
) -> None:
    """At every system call that writes, at the end of every line, and in the middle of one."""
    luck, counted, path = Random(ruleset_id), Counter[str](), tmp_path / "game.vedette"
    for turn in range(times(1, 5)):
        start = in_the_middle(ruleset_id, 45, turn + 7)
        path.write_bytes(start)
        words, act = a_correction(path, luck)
        told = doomed.run(words)
        whole, reference = path.read_bytes(), standing(in_memory(path))
        ends = [at + 1 for at in range(len(start), len(whole)) if whole[at : at + 1] == b"\n"]
        assert len(ends) > 1
        points = [(call, how) for call in range(1, told["calls"] + 1) for how in ("before", "half", "after")]
        for call, how in luck.sample(points, min(len(points), times(4, len(points)))):
            path.write_bytes(start)
            counted.update(held(path, words, act, partial(doomed.run, call=call, how=how)))
        path.write_bytes(start)
        was = standing(in_memory(path))
        places = [*ends, *(luck.randrange(len(start) + 1, len(whole)) for _ in range(times(3, 50)))]
        for place in luck.sample(places, min(len(places), times(6, len(places)))):
            path.write_bytes(whole[:place])
            session = in_memory(path)
            assert standing(session) == (reference if place >= len(whole) - 1 else was), place
            counted["cut off"] += 1
            if place >= len(whole) - 1:
                continue
            assert session.notice
            left = len(session.timeline.entries)
            assert doomed.run(words)["code"] == told["code"]
            again = read_session(rulesets(), path)
            assert (len(again.timeline.entries) - left, again.notice) == (len(ends), ""), place
            assert standing(again)[0] == reference[0], place
            counted["made again"] += 1
    print(ruleset_id, dict(counted))


def a_correction(path: Path, luck: Random) -> tuple[list[str], Act]:
    """Words that correct a roll of a game with other faces, so that more than one line follows; and what they do."""
    session = in_memory(path)
    rolls = [entry for entry in session.timeline.path() if isinstance(entry, RollEntry)]
    for entry in luck.sample(rolls, len(rolls)):
        asked = session.question(entry.n)
        if not isinstance(asked, DiceRequest) or isinstance(entry.input.told, int):
            continue
        for _ in range(20):
            faces = [luck.randint(asked.pool.lowest, asked.pool.highest) for _ in entry.input.told]
            now = tuple(map(Die, faces))
            try:
                planned = in_memory(path).correction(entry.n, now)
            except CommandError:
                continue
            if planned.refusal is None and planned.later:
                words = ["correct", str(path), str(entry.n), "--dice", ",".join(map(str, faces))]
                return words, partial(corrected, entry.n, now)
    raise AssertionError("no roll can be corrected")


def corrected(n: int, now: tuple[Die, ...], session: Session[Any]) -> Outcome:
    return session.correct(session.correction(n, now))


def held(path: Path, words: list[str], act: Act, kill: Callable[[list[str]], dict[str, Any]]) -> list[str]:
    """Give a command that is killed, and hold what is promised; tells what became of it."""
    before, reference, was = path.read_bytes(), in_memory(path), standing(in_memory(path))
    wanted = bare(act(reference).entries)
    there = len(read(path).entries)
    told = kill(words)
    killed = told["code"] == -signal.SIGKILL
    assert killed or told["code"] in (0, 4), (words, told)
    assert in_first_format(path.read_bytes()).startswith(in_first_format(before)), words
    save = read(path)
    new = bare(entry for entry in save.entries[there:] if not isinstance(entry, LeftOutEntry))
    assert save.damage == "", words
    assert new in ([], wanted), words
    assert bool(save.timeline.left_out) == (not new and len(save.entries) > there), words
    if told["out"]:
        assert new == wanted, f"{words} was acknowledged and is lost"
    with closing(open_session(rulesets(), path)) as again:
        assert not again.readonly
        assert standing(again) == (standing(reference) if new else was), words
        assert verify(again) == []
    fate = "all" if new else "some lines" if save.timeline.left_out else "none"
    return ["killed", f"killed, {fate} of it kept"] if killed else ["ended by itself"]


def in_memory(path: Path) -> Session[Any]:
    """The same game without a file."""
    session = read_session(rulesets(), path)
    session.readonly = ""
    return session


def standing(session: Session[Any]) -> Any:
    """What is asked, with the faces that would fall."""
    faces = session.throw() if isinstance(session.request, DiceRequest) else None
    return session.state, session.request, faces, session.pending


def bare(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    return [{**entry.plain(), "time": "", "lines": None} for entry in entries]


def _over(path: Path) -> bool:
    return bool(read_session(rulesets(), path).state.outcome)


def next_command(path: Path, ruleset: str, luck: Random) -> tuple[list[str], Act]:
    """Words for the command line that the game takes as it stands, and what they do."""
    for _ in range(300):
        found = _proposed(in_memory(path), str(path), ruleset, luck)
        if found is None:
            continue
        try:
            outcome = found[1](in_memory(path))
        except CommandError:
            continue
        if outcome.refusal is None:
            return found
    raise AssertionError("no command is possible")


def _proposed(session: Session[Any], path: str, ruleset: str, luck: Random) -> tuple[list[str], Act] | None:
    if luck.random() < 0.1:
        return ["undo", path], lambda one: one.undo()
    if isinstance(session.request, ChoiceRequest):
        value = luck.choice(session.request.options).value
        if "," in str(value):
            return None
        return ["answer", path, "--choose", str(value)], lambda one: one.answer_all(
            ScriptedAnswers(None, [value])
        )
    if isinstance(session.request, DiceRequest):
        if luck.random() < 0.5:
            return ["answer", path], lambda one: one.answer_all(ScriptedAnswers(None))
        pool = session.request.pool
        faces = [luck.randint(pool.lowest, pool.highest) for _ in range(session.request.dice)]
        return (
            ["answer", path, "--dice", ",".join(map(str, faces))],
            lambda one: one.answer_all(ScriptedAnswers(list(faces))),
        )
    player = likely(ruleset)
    assert player is not None
    words = player(session.state, luck)
    if any(value is None for value in words.values()) or words["do"] in ("undo", "redo"):
        return None
    told = [f"{key}={toml(value)}" for key, value in words.items() if key not in ("do", "by")]
    return ["do", path, words["do"], words["by"], *told], lambda one: one.do(
        words, answers=ScriptedAnswers(None)
    )


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
