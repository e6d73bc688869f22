"""Files that are never half there, never in the place of another, and follow no link."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vedette.engine import files
from vedette.engine.files import (
    is_in,
    listed,
    make_folder,
    move_over,
    remove,
    set_aside,
    why,
    write_new,
    write_over,
)


def refuse(number: int) -> Callable[..., Any]:
    def refused(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refused


def test_a_full_disk_is_called_full() -> None:
    assert why(OSError(errno.ENOSPC, "No space left on device")) == "the disk is full"
    assert "quota" in why(OSError(errno.EDQUOT, "Disk quota exceeded"))
    assert why(OSError(errno.EISDIR, "Is a directory")) == "Is a directory"
    assert why(OSError(errno.EADDRINUSE, "Windows Error 0x2740")) == "it is in use already"
    assert why(OSError("odd")) == "odd"


def test_a_new_file_is_there_at_once_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    for holder, name in ((os, "write"), (files, "sync"), (files, "give_name")):
        with monkeypatch.context() as broken:
            broken.setattr(holder, name, refuse(errno.ENOSPC))
            with pytest.raises(OSError, match="No space"):
                write_new(path, b"words")
        assert list(tmp_path.iterdir()) == []
    write_new(path, b"words")
    assert path.read_bytes() == b"words"
    assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_synced_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "sync_folder", refuse(errno.EIO))
    with pytest.raises(OSError, match="Input/output"):
        write_new(tmp_path / "a", b"words")
    assert list(tmp_path.iterdir()) == []


def test_every_change_of_a_name_is_on_the_disk_before_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[Path, set[str]]] = []

    def note(folder: Path) -> None:
        synced.append((folder, {path.name for path in folder.iterdir() if not path.name.startswith(".")}))

    monkeypatch.setattr(files, "sync_folder", note)
    folder, file = tmp_path / "a/b", tmp_path / "a/b/c"
    acts: list[tuple[Callable[[], None], list[tuple[Path, set[str]]]]] = [
        (lambda: make_folder(folder), [(tmp_path, {"a"}), (folder.parent, {"b"})]),
        (lambda: make_folder(folder), []),
        (lambda: write_over(file, b"words"), [(folder, {"c"})]),
        (lambda: move_over(file, tmp_path / "d"), [(tmp_path, {"a", "d"}), (folder, set())]),
        (lambda: remove(tmp_path / "d"), [(tmp_path, {"a"})]),
    ]
    for act, places in acts:
        synced.clear()
        act()
        assert synced == places


def test_a_folder_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder(tmp_path / "a")
    (tmp_path / "b").write_bytes(b"mine")
    for name, is_new in (("a", True), ("b", False), ("b/c", False)):
        with pytest.raises(OSError, match=r".+"):
            make_folder(tmp_path / name, new=is_new)
    monkeypatch.setattr(files, "sync_folder", refuse(errno.EIO))
    with pytest.raises(OSError, match="Input/output"):
        make_folder(tmp_path / "c")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_what_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        write_new(path, b"words")
    assert path.read_bytes() == b"mine"


@pytest.mark.posix
def test_a_link_to_nothing_is_never_followed(tmp_path: Path) -> None:
    (tmp_path / "b").symlink_to("c")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "b", b"words")
    assert not (tmp_path / "c").exists()


@pytest.mark.posix
@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP])
def test_a_disk_without_second_names_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(os, "link", refuse(number))
    path = tmp_path / "a"
    write_new(path, b"words")
    assert path.read_bytes() == b"words"
    with pytest.raises(FileExistsError):
        write_new(path, b"others")
    assert path.read_bytes() == b"words"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.posix
def test_names_that_were_laid_there_beforehand_are_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever guesses even the random name gains nothing."""
    target, path = tmp_path / "target", tmp_path / "a"
    target.write_bytes(b"precious")
    monkeypatch.setattr("secrets.token_hex", lambda size: "guessed")
    (tmp_path / ".a.guessed.new").symlink_to(target)
    for write in (write_new, write_over):
        with pytest.raises(FileExistsError) as refused:
            write(path, b"words")
        assert refused.value.filename == str(path)
    assert target.read_bytes() == b"precious"


@pytest.mark.posix
def test_what_is_set_aside_takes_a_name_of_its_own(tmp_path: Path) -> None:
    target, path = tmp_path / "target", tmp_path / "a.torn"
    target.write_bytes(b"precious")
    path.symlink_to(target)
    assert set_aside(path, b"one") == tmp_path / "a.torn-2"
    assert set_aside(path, b"two") == tmp_path / "a.torn-3"
    assert (target.read_bytes(), (tmp_path / "a.torn-2").read_bytes()) == (b"precious", b"one")


@pytest.mark.posix
def test_to_write_over_a_link_replaces_the_link(tmp_path: Path) -> None:
    target, path = tmp_path / "target", tmp_path / "a"
    target.write_bytes(b"precious")
    path.symlink_to(target)
    write_over(path, b"words")
    write_over(path, b"others")
    assert (target.read_bytes(), path.read_bytes(), path.is_symlink()) == (b"precious", b"others", False)
    assert sorted(tmp_path.iterdir()) == [path, target]


@pytest.mark.posix
def test_only_files_are_listed_and_links_that_lead_nowhere(tmp_path: Path) -> None:
    for name in ("b.a", "a.a", ".a", "c.b"):
        (tmp_path / name).touch()
    (tmp_path / "folder.a").mkdir()
    (tmp_path / "folder.a" / "in.a").touch()
    (tmp_path / "loop.a").symlink_to("loop.a")
    (tmp_path / "round.a").symlink_to(tmp_path)
    (tmp_path / "file.a").symlink_to("c.b")
    (tmp_path / "dead.a").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.a")
    names = [".a", "a.a", "b.a", "dead.a", "file.a"]
    assert [path.name for path in listed(tmp_path, "*.a")] == names
    assert [path.name for path in listed(tmp_path, "*/in.a")] == ["in.a"]
    assert {path.name for path in listed(tmp_path, "**/*.a")} == {*names, "in.a"}
    for no_folder in ("a.a", "loop.a", "dead.a", "nothing"):
        assert listed(tmp_path / no_folder, "*") == []


@pytest.mark.posix
def test_a_file_is_in_the_folder_that_its_links_lead_to(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    (tmp_path / "to").symlink_to(folder / "file")
    (tmp_path / "loop").symlink_to("loop")
    assert is_in(folder / "file", folder)
    assert is_in(tmp_path / "link" / "file", folder)
    assert is_in(tmp_path / "to", tmp_path / "link")
    assert not is_in(tmp_path / "loop", folder)
    assert not is_in(tmp_path / "file", folder)
