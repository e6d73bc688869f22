"""Save folders with all that a folder may hold: names that are no text, links in a circle, pipes, sockets, folders."""

from __future__ import annotations

import os
import shutil
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from tests.conftest import ROOT
from tests.trials.ear import at
from tests.trials.hostile import harm
from vedette.registry import rulesets
from vedette.save_library import SaveLibrary
from vedette.testing.plugin import Times
from vedette.tui.launch import make_app

SAVE = ROOT / "saves/open-fire-hanging-yard.vedette"
NAMES = [
    b"\xff\xfe", b"\xed\xa0\x80", b"a\nb", b"esc\x1b[31mred\x07", "\u202egpj".encode(), b"x" * 247, b"", b"-rf", b"~",
    b"a b 'c\" $(id)", b"[bold]x[", "👩\u200d👩".encode(), b".", b" ", b"CON", b"*", "Ä".encode(), "A\u0308".encode(),
]  # fmt: skip
"""Names of sound saves."""

NO_FILES = ("folder", "loop", "pipe", "plug")


@pytest.fixture(scope="module")
def odd_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Saves of such names, what cannot be read, and what is no file."""
    folder = tmp_path_factory.mktemp("saves")
    for name in NAMES:
        with suppress(OSError):  # some disks take no such name
            shutil.copy(SAVE, os.fsdecode(os.fsencode(folder) + b"/" + name + b".vedette"))
    (folder / "empty.vedette").touch()
    (folder / "dead.vedette").symlink_to("nowhere")
    (folder / "folder.vedette").mkdir()
    (folder / "loop.vedette").symlink_to("loop.vedette")
    os.mkfifo(folder / "pipe.vedette")
    with socket.socket(socket.AF_UNIX) as plug:
        here = Path.cwd()
        os.chdir(folder)  # the address of a socket is short
        plug.bind("plug.vedette")
        os.chdir(here)
    return folder


def paths(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


@pytest.fixture(autouse=True)
def seen(odd_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_SAVES", str(odd_folder))


def test_a_list_has_every_file_and_a_reason_for_each_that_is_no_save(odd_folder: Path) -> None:
    own = [card for card in SaveLibrary(rulesets(), odd_folder).cards() if not card.example]
    listed = {card.path.name: card.fault for card in own}
    assert set(listed) == {path.name for path in paths(odd_folder)} - {f"{one}.vedette" for one in NO_FILES}
    assert {name for name, fault in listed.items() if fault} == {"dead.vedette", "empty.vedette"}
    print(f"{len(listed)} files listed, {len(NO_FILES)} left out")


@pytest.mark.parametrize("kind", ["html", "json", ""])
def test_a_season_of_such_a_folder(kind: str, odd_folder: Path, tmp_path: Path, vedette: Vedette) -> None:
    out = tmp_path / f"season.{kind}"
    said = vedette("season", odd_folder, *(("-o", out) if kind else ()))
    told = out.read_text(encoding="utf-8") if kind else said.out
    assert said.code == 0
    assert not harm(said.out + said.err + told)
    assert "dead.vedette" in told
    assert "loop.vedette" not in told


def test_every_command_takes_or_refuses_such_a_save(
    odd_folder: Path, tmp_path: Path, vedette: Vedette, times: Times
) -> None:
    out, tried = tmp_path / "report", 0
    reports = [("report", "--seconds", 0, "-o", out.with_suffix(kind)) for kind in (".html", ".md", ".json")]
    commands = [*reports, ("show",), ("log",), ("state",), ("season",), ("bookmark",), ("branch", 3)]
    for n, path in enumerate(paths(odd_folder)):
        chosen = (commands[n % 3], commands[3 + n % 6])
        commands[-1] = "branch", 3, "-o", tmp_path / f"{n}.vedette"
        for command, *words in commands if times(0, 1) else chosen:
            said = vedette(command, path, *words)
            assert said.code in (0, 2, 3), (path, command, said)
            assert not harm(said.out + said.err), (path, command)
            if command == "report" and path.is_file() and path.stat().st_size:
                assert said.code == 0, (path, said)
                assert not harm(Path(str(words[-1])).read_text(encoding="utf-8"))
            tried += 1
    print(f"{tried} commands tried")


async def test_home_and_new_game_in_such_a_folder(odd_folder: Path) -> None:
    app = make_app(rulesets(), odd_folder)
    async with at(app) as player:
        for _ in paths(odd_folder):
            assert not harm(player.heard())
            await player.send(b"\x1b[B")
        for key in (b"r", b"\x1b", b"n", b"\x1b", b"c"):
            await player.send(key)
            assert not harm(player.heard()), key
            assert app.error is None
        assert player.runs
