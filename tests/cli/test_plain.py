"""Games by lines from a pipe, and looking on, as the command line begins and ends them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder

DUEL = data_folder() / "saves" / "close-quarters-duel.vedette"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game in which nothing has been done yet, but for its first lines."""
    path = tmp_path / "own.vedette"
    path.write_bytes(b"".join(DUEL.read_bytes().splitlines(keepends=True)[:5]))
    return path


def pipe(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_a_script_ends_with_its_exit_code_and_says_where_the_game_is(
    vedette: Vedette, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe(monkeypatch, b"cards\nlog\n")
    told = vedette("play", str(own), "--plain")
    assert told.code == 4
    assert f"saved as {own}" in told.out.splitlines()[-1]

    pipe(monkeypatch, b"caf\xe9 \x00\x1b[2J nonsense\n")
    told = vedette("play", str(own), "--plain")
    assert told.code == 2
    assert "\x1b" not in told.out


@pytest.mark.parametrize("command", [["play", "--plain"], ["watch"], ["watch", "--plain"]])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "There is no save"),
        (b"", "is empty"),
        (b"hello\n", "is not a save of Vedette"),
        ("folder", "There is no save"),
    ],
)
def test_what_is_no_save_is_told_in_a_sentence(
    vedette: Vedette,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    data: bytes | str | None,
    said: str,
) -> None:
    pipe(monkeypatch, b"")
    path = tmp_path / "thing.vedette"
    if isinstance(data, bytes):
        path.write_bytes(data)
    elif data is not None:
        path.mkdir()
    told = vedette(command[0], str(path), *command[1:])
    assert told.code == 2
    assert said in told.err
    assert len(told.err.splitlines()) == 1


def test_a_damaged_save_is_looked_at_and_not_played(
    vedette: Vedette, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = own.read_bytes().splitlines(keepends=True)
    own.write_bytes(b"".join([*lines[:3], b"x" + lines[3], *lines[4:]]))
    before = own.read_bytes()
    pipe(monkeypatch, b"cards\nnote hello\n")
    told = vedette("play", str(own), "--plain")
    assert "is damaged at line 4" in told.out
    assert "vedette mend" in told.out
    assert told.code == 2
    assert own.read_bytes() == before


def test_without_a_terminal_watching_says_what_works(vedette: Vedette, own: Path) -> None:
    told = vedette("watch", str(own))
    assert told.code == 2
    assert "--plain" in told.err
