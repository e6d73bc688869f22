"""Disks that fail in every way, and games that others touch: a clear sentence, and nothing acknowledged is lost."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.engine.touches import TOUCHED
from tests.trials.middle import played
from vedette.engine import files, system
from vedette.engine.errors import JournalError, LostSaveError
from vedette.engine.save_cards import SaveCards
from vedette.engine.save_file import read
from vedette.engine.saves import free_path
from vedette.engine.session import Session, open_session, read_session
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing.game import PLAIN, Game
from vedette.testing.plugin import Times

NUMBERS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS)


class Disk:
    """Stands between Vedette and the disk; a fault that is armed happens once."""

    def __init__(self, luck: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fault = ""
        self.stuck = False
        self._luck = luck
        self._real = os.write, system.sync, os.ftruncate
        monkeypatch.setattr(os, "write", self.write)
        monkeypatch.setattr(files, "sync", self.sync)
        monkeypatch.setattr(os, "ftruncate", self.truncate)

    def arm(self) -> None:
        """Something will go wrong; `stuck`: and what was written cannot be taken back either."""
        self.fault = self._luck.choice(("write", "half", "half", "sync", "slow"))
        self.stuck = self._luck.random() < 0.25 and self.fault != "slow"

    def write(self, file: int, data: Any) -> int:
        if self.fault == "write":
            self._fail()
        if self.fault == "half":
            written = self._real[0](file, data[: self._luck.randrange(len(data))])
            self.fault = "write"
            return written
        if self.fault == "slow":  # in pieces, which is no failure
            return self._real[0](file, data[: max(1, len(data) // 2)])
        return self._real[0](file, data)

    def sync(self, file: int) -> None:
        if self.fault == "sync":
            self._fail()
        self._real[1](file)

    def truncate(self, file: int, size: int) -> None:
        if self.stuck:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._real[2](file, size)

    def _fail(self) -> None:
        self.fault = ""
        number = self._luck.choice(NUMBERS)
        raise OSError(number, os.strerror(number))


def test_a_disk_that_fails_now_and_then_loses_nothing(
    tmp_path: Path, ruleset_id: str, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    luck, path, counted = Random(ruleset_id), tmp_path / "game.vedette", Counter[str]()
    game = played(ruleset_id, 5, 1, path)
    disk = Disk(luck, monkeypatch)
    for _ in range(times(40, 2500)):
        if game.session.state.outcome:
            game.session.undo("", 3)
        armed = luck.random() < 0.4
        if armed:
            disk.arm()
        kind = f"{disk.fault}{', stuck' * disk.stuck}"
        held, failed = _held(game.session), None
        try:
            game.step()
        except JournalError as error:
            assert armed
            counted[kind] += 1
            failed = error
            assert _held(game.session) == held, kind
        if failed is not None:
            assert str(failed).startswith("game.vedette could not be written: "), kind
            assert str(failed).endswith("."), kind
            if disk.stuck:
                game = _opened_again(game, disk, failed, path)
        disk.fault, disk.stuck = "", False
    game.session.close()
    _all_there(path, game.session)
    print(ruleset_id, dict(counted), len(game.session.timeline.entries), "entries")


def _held(session: Session[Any]) -> Any:
    return session.state, session.request, list(session.timeline.entries), session.timeline.head


def _opened_again(game: Game, disk: Disk, error: JournalError, path: Path) -> Game:
    """What was written in part stayed: nothing more is written, and opening it again sets that part aside."""
    assert isinstance(error, LostSaveError)
    torn = path.read_bytes()
    for _ in range(2):
        with pytest.raises(LostSaveError, match="could not be taken back"):
            game.session.goto(0 if game.session.timeline.head else 1)
    assert path.read_bytes() == torn
    game.session.close()
    disk.fault, disk.stuck = "", False
    again = open_session(rulesets(), path)
    kept = game.session.timeline.entries
    assert again.timeline.entries[: len(kept)] == kept
    return Game(again, game.luck, dict(PLAIN))


def _all_there(path: Path, session: Session[Any]) -> None:
    """The file says what the session says, word for word, and can be played on."""
    again = read_session(rulesets(), path)
    assert again.timeline.entries == session.timeline.entries
    assert (again.state, again.request, again.damage, again.notice) == (
        session.state,
        session.request,
        "",
        "",
    )
    assert verify(again) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 kB; only who may mount one has it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)


def test_a_disk_that_is_really_full(small_disk: Path, ruleset_id: str) -> None:
    """It fills up in the middle of a game; with room again the game goes on."""
    path, filler = small_disk / "game.vedette", small_disk / "filler"
    game = played(ruleset_id, 5, 2, path)
    filler.write_bytes(b"x" * (shutil.disk_usage(small_disk).free - 8192))
    held = _until_full(game)
    assert _held(game.session) == held
    with pytest.raises(JournalError, match="could not be made: the disk is full"):
        game.session.write_to(free_path(path, small_disk))
    left = {one.name for one in small_disk.iterdir() if not one.name.endswith(".lock")}
    assert left == {"game.vedette", "filler"}
    filler.unlink()
    while not game.session.timeline.entries[len(held[2]) :]:
        game.step()
    game.session.close()
    _all_there(path, game.session)


def _until_full(game: Game) -> Any:
    """How the game stood when the disk would take no more."""
    for _ in range(1000):
        held = _held(game.session)
        try:
            game.step()
        except JournalError as error:
            assert str(error) == "game.vedette could not be written: the disk is full."  # noqa: PT017
            return held
    raise AssertionError("the disk was never full")


def test_a_disk_that_is_read_only(small_disk: Path, ruleset_id: str) -> None:
    path = small_disk / "game.vedette"
    game = played(ruleset_id, 5, 2, path)
    game.session.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    session = open_session(rulesets(), path)
    assert session.readonly == "game.vedette cannot be written to."
    assert session.timeline.entries == game.session.timeline.entries
    with pytest.raises(JournalError, match="cannot be written to"):
        session.goto(0)
    with pytest.raises(JournalError, match="could not be made: the disk is read-only"):
        played(ruleset_id, 0, 2, small_disk / "other.vedette")


def test_a_disk_that_is_taken_away(small_disk: Path, tmp_path: Path, ruleset_id: str) -> None:
    game = played(ruleset_id, 12, 2, small_disk / "game.vedette")
    subprocess.run(["umount", "-l", str(small_disk)], check=True)
    held = _held(game.session)
    with pytest.raises(LostSaveError, match="was moved, renamed or unmounted while it was open"):
        game.session.goto(0)
    assert _held(game.session) == held
    beside = free_path(small_disk / "game.vedette", tmp_path)
    game.session.write_to(beside)
    game.session.close()
    _all_there(beside, game.session)


@pytest.mark.parametrize("how", TOUCHED)
def test_a_game_that_others_touch_goes_on_elsewhere(
    tmp_path: Path, ruleset_id: str, how: str, times: Times
) -> None:
    luck = Random(f"{ruleset_id}/{how}")
    for number in range(times(1, 30)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "game.vedette"
        game = played(ruleset_id, luck.randint(1, 30), luck.randrange(1000), path)
        acknowledged = list(game.session.timeline.entries)
        touch, what = TOUCHED[how]
        touch(path)
        with pytest.raises(LostSaveError, match=f"game.vedette {what} while it was open"):
            game.session.goto(0 if game.session.timeline.head else 1)
        assert game.session.timeline.entries == acknowledged
        beside = free_path(path, tmp_path / "home")
        game.session.write_to(beside)
        for _ in game.play(10):
            pass
        game.session.close()
        assert game.session.timeline.entries[: len(acknowledged)] == acknowledged
        _all_there(beside, game.session)


class Clock(datetime):
    """Tells any time but the right one."""

    luck = Random(3)

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        """Far back, far ahead, or a little earlier each time."""
        start = datetime(2026, 1, 1, tzinfo=UTC)
        return start + timedelta(seconds=cls.luck.choice((-(10**9), 10**9, -cls.luck.randrange(10**6))))


def test_a_clock_that_goes_backwards_is_no_matter(
    tmp_path: Path, ruleset_id: str, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vedette.engine.times.datetime", Clock)
    path = tmp_path / "game.vedette"
    game = played(ruleset_id, times(20, 300), 4, path)
    os.utime(path, (0, 0))
    for _ in game.play(times(10, 100)):
        pass
    game.session.close()
    moments = [datetime.fromisoformat(entry.time) for entry in game.session.timeline.entries]
    assert moments != sorted(moments)
    _all_there(path, game.session)
    os.utime(path, (0, 0))
    assert (
        next(card for card in SaveCards(tmp_path / "known").cards(tmp_path) if card.path == path).fault == ""
    )


def test_whoever_reads_meanwhile_sees_whole_lines(tmp_path: Path, ruleset_id: str, times: Times) -> None:
    """Also where the line is half written, or taken back again."""
    path, seen = tmp_path / "game.vedette", 0
    game = played(ruleset_id, 5, 3, path)
    write = os.write

    def halting(file: int, data: Any) -> int:
        nonlocal seen
        written = write(file, data[: max(1, len(data) // 3)])
        save = read(path)
        assert save.damage == ""
        assert save.entries[: len(game.session.timeline.entries)] == game.session.timeline.entries
        seen += 1
        return written

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "write", halting)
        for _ in game.play(times(5, 200)):
            pass
    game.session.close()
    assert seen
    _all_there(path, game.session)


def test_rivals_never_write_at_once(tmp_path: Path, times: Times) -> None:
    """Through every name that the save has, while somebody goes on removing the locks beside it."""
    for ruleset in list(rulesets())[: times(1, 4)]:
        folder = tmp_path / ruleset
        folder.mkdir()
        names = [
            folder / name for name in ("game.vedette", "link.vedette", "hard.vedette", "linked/game.vedette")
        ]
        game = played(ruleset, 8, 1, names[0])
        while game.session.request or game.session.state.outcome:
            game.session.undo()
        game.session.close()
        names[1].symlink_to(names[0])
        os.link(names[0], names[2])
        names[3].parent.symlink_to(folder)
        before = read(names[0]).entries
        count = times(2, 50)
        rivals = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.trials.rival", str(path), f"r{number}", str(count)],
                cwd=ROOT, stdout=subprocess.PIPE, text=True,
            )
            for number, path in enumerate(names[-times(2, 4) :])
        ]  # fmt: skip
        while any(rival.poll() is None for rival in rivals):
            time.sleep(0.001)
            for lock in folder.glob(".*.lock"):
                lock.unlink(missing_ok=True)
        told = [line for rival in rivals for line in rival.communicate()[0].splitlines()]
        assert [rival.returncode for rival in rivals] == [0] * len(rivals)
        save = read(names[0])
        assert (save.damage, save.notice) == ("", "")
        assert sorted(entry.given["text"] for entry in save.entries[len(before) :]) == sorted(told)
        assert len(told) == len(rivals) * count
