"""A folder that two computers share: copies of a save diverge, and are put in each other's place between two commands."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.conftest import Vedette, vedette
from tests.trials.middle import in_the_middle
from vedette.engine import library, written
from vedette.engine.errors import DivergedError
from vedette.engine.journal import move
from vedette.engine.save_file import read
from vedette.engine.session import Session, open_session
from vedette.registry import rulesets
from vedette.testing.plugin import Times

__all__ = ["vedette"]


@pytest.fixture(autouse=True)
def lines_forgotten() -> None:
    """Here they are remembered."""


class Computers:
    """Two computers with data of their own, and one save in the folder of each."""

    def __init__(self, folder: Path, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._patch = folder, monkeypatch
        for name in ("a", "b"):
            self.save(name).parent.mkdir(parents=True)
            self.save(name).write_bytes(data)

    def save(self, name: str) -> Path:
        return self._folder / name / "saves/g.vedette"

    def sit_at(self, name: str) -> Session[Any]:
        data = self._folder / name / "data"
        self._patch.setattr(library, "user_folder", lambda: data)
        self._patch.setattr(written, "user_folder", lambda: data)
        return open_session(rulesets(), self.save(name))

    def write(self, name: str, text: str) -> bytes:
        """Write a remark at one computer; returns the line."""
        session = self.sit_at(name)
        session.bookmark(1, text)
        session.close()
        return self.save(name).read_bytes().splitlines()[-1]

    def put(self, name: str, other: str, conflict: str = "") -> None:
        """The save of one is put in the place of the other's, which may be kept beside it."""
        place = self.save(other)
        if conflict:
            shutil.copy2(place, place.with_name(conflict))
        shutil.copy2(self.save(name), place.with_name("half"))
        place.with_name("half").replace(place)


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computers:
    return Computers(tmp_path, in_the_middle("open-fire", 12), monkeypatch)


def test_no_line_of_this_computer_is_lost_unseen(
    two: Computers, times: Times, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both play on and are synced at random; whoever loses a line hears of it before they write another one."""
    luck, counted = Random(6), Counter[str]()
    last: dict[str, bytes] = {}
    for n in range(times(120, 3000)):
        one, other = luck.sample("ab", 2)
        if luck.random() < 0.4:
            two.put(one, other, luck.choice(("", f"g ({other}).vedette")))
        session = two.sit_at(one)
        lost = one in last and last[one] not in two.save(one).read_bytes().splitlines()
        assert (session.diverged is not None) == lost
        before = two.save(one).read_bytes()
        if session.diverged:
            held = {path.name for path in session.diverged.copies}
            saves = [path for path in two.save(one).parent.glob("g (*") if path.is_file()]
            assert held == {path.name for path in saves if last[one] in path.read_bytes().splitlines()}
            for act in (session.undo, lambda session=session: session.bookmark(1, "lost")):
                with pytest.raises(DivergedError):
                    act()
            assert two.save(one).read_bytes() == before
            session.close()
            session = two.sit_at(one)
            assert session.diverged is not None
            session.accept()
            counted["told, and the other save counts"] += 1
        session.bookmark(1, f"{one} {n}")
        session.close()
        last[one] = two.save(one).read_bytes().splitlines()[-1]
        counted["lines"] += 1
    assert counted["told, and the other save counts"] > 5
    with capsys.disabled():
        print(dict(counted))


def test_the_command_line_tells_it_once(two: Computers, vedette: Vedette) -> None:
    mine = two.write("a", "mine")
    two.write("b", "theirs")
    two.put("b", "a", "g (copy of b).vedette")
    two.sit_at("a").close()
    save, before = two.save("a"), two.save("a").read_bytes()
    said = vedette("bookmark", save, 2, "again")
    assert (said.code, save.read_bytes()) == (3, before)
    assert "g (copy of b).vedette" in said.err
    assert vedette("bookmark", save, 2, "again").code == 0
    assert mine not in save.read_bytes()
    assert read(save).timeline.bookmarks[2] == "again"


def test_the_other_one_going_on_is_no_trouble(two: Computers) -> None:
    two.write("a", "mine")
    two.put("a", "b")
    two.write("b", "theirs")
    two.put("b", "a")
    assert two.sit_at("a").diverged is None


def test_a_save_may_have_another_name_and_link(two: Computers) -> None:
    """What was written goes along; a name that is free again has no past."""
    old = two.save("a").read_bytes()
    two.write("a", "mine")
    save = two.save("a")
    moved, link = save.with_name("h.vedette"), save.with_name("link.vedette")
    move(save, moved)
    save.write_bytes(old)
    assert open_session(rulesets(), save).diverged is None
    link.symlink_to(moved)
    moved.write_bytes(old)
    for path in (moved, link):
        session = open_session(rulesets(), path)
        assert session.diverged is not None
        session.close()
    written.forget(link)
    assert open_session(rulesets(), moved).diverged is None


def test_a_torn_save_of_the_other_is_not_mended_before_it_counts(two: Computers) -> None:
    """It may be half of what is still being copied."""
    two.write("a", "mine")
    two.write("b", "theirs")
    two.put("b", "a")
    torn = two.save("a").read_bytes()[:-9]
    two.save("a").write_bytes(torn)
    session = two.sit_at("a")
    assert session.diverged is not None
    assert two.save("a").read_bytes() == torn
    session.accept()
    session.bookmark(1, "mended")
    session.close()
    assert torn.rpartition(b"\n")[2] in two.save("a").with_name("g.vedette.torn").read_bytes()
    assert two.sit_at("a").timeline.bookmarks[1] == "mended"


def test_notes_that_cannot_be_kept_or_read_stop_nothing(two: Computers, tmp_path: Path) -> None:
    (tmp_path / "a/data").write_bytes(b"no folder")
    two.write("a", "mine")
    (tmp_path / "a/data").unlink()
    two.write("a", "mine")
    two.sit_at("a").close()
    written.place_of(two.save("a")).write_bytes(b"[]")
    assert two.sit_at("a").diverged is None
