"""The save folder: names, examples that stay as they are, and the list of saves."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from tests.engine.saves import new, play_some, reopen, saved
from tests.engine.test_text import FOREIGN
from vedette.engine import saves
from vedette.engine.errors import CommandError, JournalError
from vedette.engine.library import data_folder
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.save_cards import SaveCard, SaveCards, save_card

ODD_NAMES = [
    name for name in FOREIGN if name.strip() == name and not any(mark in name for mark in saves.SEPARATORS)
]
"""Names that a save may have where Windows has no say."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves"


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    examples = tmp_path / "data/saves"
    examples.mkdir(parents=True)
    monkeypatch.setattr(saves, "data_folder", lambda: tmp_path / "data")
    path = examples / "first.vedette"
    saved(path)
    return path


def test_the_folder_is_named_or_the_player_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    monkeypatch.setenv("VEDETTE_SAVES", str(tmp_path / "b"))
    assert saves.save_folder() == tmp_path / "b"
    monkeypatch.delenv("VEDETTE_SAVES")
    assert saves.save_folder().is_relative_to(own_folders)


def test_a_save_is_found_by_name_or_path(
    folder: Path, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(folder / "mine.vedette")
    assert saves.find_save("mine", folder) == folder / "mine.vedette"
    assert saves.find_save("mine.vedette", folder) == folder / "mine.vedette"
    assert saves.find_save(str(folder / "mine.vedette"), Path("/nowhere")) == folder / "mine.vedette"
    assert saves.find_save("first", folder) == example
    monkeypatch.chdir(folder)
    assert saves.find_save("mine.vedette", Path("/nowhere")) == Path("mine.vedette")
    for name in ("yours", "../mine", "", "x" * 999):
        with pytest.raises(JournalError, match="There is no save"):
            saves.find_save(name, folder)


def test_a_new_save_has_a_plain_name(folder: Path) -> None:
    assert saves.new_save_path("our game 2", folder / "new") == folder / "new/our game 2.vedette"
    assert saves.new_save_path("x.vedette", folder) == Path("x.vedette")
    assert saves.new_save_path(str(folder / "y"), folder) == folder / "y"
    for name in ("", ".", "..", ".hidden", "a\x1bb", "\u202eabc", "x" * 101, "/", "a/..", "a/.b"):
        with pytest.raises(CommandError, match="name"):
            saves.new_save_path(name, folder)
    for name in ODD_NAMES:
        for text in (name, f"{name}.vedette", f"{folder}/{name}.vedette"):
            with pytest.raises(CommandError, match="name"):
                saves.new_save_path(text, folder)


@pytest.mark.skipif(sys.platform == "win32", reason="no such file can be made there")
def test_a_save_with_a_name_that_windows_does_not_know_is_played_on(folder: Path) -> None:
    made = {folder / f"{name}.vedette" for name in ODD_NAMES}
    for path in made:
        saved(path)
    assert made <= {card.path for card in SaveCards(folder / "known").cards(folder) if not card.fault}
    for path in made:
        assert saves.find_save(SaveCard(path, False).name, folder) == path == saves.playable(path, folder)
        session = reopen(path)
        session.answer_all(ScriptedAnswers((), [1]))
        session.close()
        for copy in (saves.mended_path(path, folder), saves.free_path(path, folder)):
            assert saves.new_save_path(SaveCard(copy, False).name, folder) == copy


def test_an_example_is_copied_once_and_never_written_to(folder: Path, example: Path) -> None:
    before = example.read_bytes()
    copy = saves.playable(example, folder / "deep/er")
    assert copy == folder / "deep/er/first.vedette"
    session = reopen(copy)
    session.answer_all(ScriptedAnswers((), [1]))
    session.close()
    assert saves.playable(example, folder / "deep/er") == copy
    assert len(copy.read_bytes()) > len(before)
    assert example.read_bytes() == before
    assert saves.playable(copy, folder) == copy


def test_the_copy_of_an_example_replaces_nothing(folder: Path, example: Path) -> None:
    own = folder / "first.vedette"
    new(own, seed=99).close()
    before = own.read_bytes()
    assert saves.playable(example, folder) == folder / "first-2.vedette"
    assert own.read_bytes() == before


def test_a_mended_copy_stands_beside_its_save_but_not_among_the_examples(folder: Path, example: Path) -> None:
    own = folder / "characters" / "mine.vedette"
    own.parent.mkdir()
    assert saves.mended_path(own, folder) == own.with_name("mine-mended.vedette")
    own.with_name("mine-mended.vedette").touch()
    assert saves.mended_path(own, folder) == own.with_name("mine-mended-2.vedette")
    assert saves.mended_path(example, folder / "new") == folder / "new/first-mended.vedette"


def test_an_example_that_finds_no_room_leaves_nothing_behind(
    folder: Path, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            saves.playable(example, folder)
    assert list(folder.iterdir()) == []
    assert saves.playable(example, folder).read_bytes() == example.read_bytes()


@pytest.mark.posix
def test_links_that_were_laid_beforehand_are_not_followed(
    folder: Path, example: Path, tmp_path: Path
) -> None:
    """In a folder where anybody may write: the names that a copy, a torn end and a lock have, leading elsewhere."""
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    for name in (".first.vedette.new", "first.vedette.torn", "first.vedette"):
        (folder / name).symlink_to(precious)
    copy = saves.playable(example, folder)
    assert copy == folder / "first-2.vedette"
    (folder / "first-2.vedette.torn").symlink_to(precious)
    with copy.open("ab") as file:
        file.write(b"torn")
    session = reopen(copy)
    assert "is set aside in first-2.vedette.torn-2" in session.notice
    session.close()
    assert precious.read_bytes() == b"mine"
    assert (folder / "first-2.vedette.torn-2").read_bytes() == b"torn\n"
    (folder / ".first-2.vedette.lock").unlink()
    (folder / ".first-2.vedette.lock").symlink_to(precious)
    with pytest.raises(JournalError):
        reopen(copy)
    assert precious.read_bytes() == b"mine"


def test_the_list_of_saves(folder: Path, example: Path) -> None:
    session = new(folder / "game.vedette")
    session.do({"do": "step", "by": "a1"})
    session.do({"do": "step", "by": "a1"})
    session.undo()
    session.do({"do": "concede", "by": "a"})
    session.close()
    (folder / "bad.vedette").write_text("\x1b[31m", encoding="utf-8")
    (folder / "other.txt").touch()
    cards = {card.name: card for card in SaveCards(folder / "known").cards(folder)}
    assert set(cards) == {"game", "bad", "first"}
    game = cards["game"]
    assert (game.ruleset, game.period, game.outcome, game.entries, game.fault) == (
        "toy",
        "round 2",
        "b",
        4,
        "",
    )
    assert game.date == session.timeline.entries[-1].time
    assert "not a save of Vedette" in cards["bad"].fault
    assert cards["first"].example
    assert not game.example


def test_a_game_that_was_never_begun_is_listed(folder: Path, example: Path) -> None:
    example.unlink()
    new(folder / "game.vedette").close()
    (card,) = SaveCards(folder / "known").cards(folder)
    assert (card.period, card.outcome, card.entries) == ("", "", 0)
    assert SaveCards(folder / "known").cards(folder / "none") == []


def test_a_damaged_save_is_listed_with_its_fault(folder: Path, example: Path) -> None:
    path = folder / "game.vedette"
    session = new(path)
    play_some(session)
    session.close()
    path.write_bytes(path.read_bytes().replace(b'"kind":"undo"', b'"kind":"redo"'))
    assert "damaged at line" in save_card(path).fault


@pytest.mark.parametrize(
    ("example", "period"),
    [
        ("open-fire-first-battle", "round 4"),
        ("company-mill-road", "round 6"),
        ("napoleonic-along-the-hedges", "turn 5"),
        ("close-quarters-duel", "turn 7"),
    ],
)
def test_how_far_a_game_is_is_told_in_its_own_word(example: str, period: str) -> None:
    assert save_card(data_folder() / "saves" / f"{example}.vedette").period == period
