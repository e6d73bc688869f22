"""What is copied is in a clipboard or in a file, and what is said of it is true."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.tui.rooms import rooms
from tests.tui.test_army import _army_of_red
from vedette.engine.saves import save_folder
from vedette.registry import rulesets
from vedette.tui.clipboard import copy


def program(folder: Path, name: str, code: int) -> Path:
    """A clipboard program that keeps what it is given beside itself, and ends so."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f'#!/bin/sh\n/bin/cat > "$0.taken"\nexit {code}\n')
    path.chmod(0o755)
    return Path(f"{path}.taken")


THERE: list[tuple[dict[str, int], str]] = [
    ({"wl-copy": 0, "xclip": 0, "pbcopy": 0}, "wl-copy"),
    ({"wl-copy": 1, "xclip": 0}, "xclip"),
    ({"pbcopy": 0}, "pbcopy"),
    ({"clip.exe": 0}, "clip.exe"),
    ({"xclip": 1}, ""),
    ({}, ""),
]
"""Programs, the exit code of each, and by which of them something is copied; on Windows ours are no programs."""


async def test_a_list_is_copied_by_a_program_or_written_to_a_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    async with rooms(tmp_path / "own", rulesets()) as app:
        await _army_of_red(app, "open-fire")
        for turn, (there, by) in enumerate(THERE if sys.platform != "win32" else THERE[-2:]):
            programs = tmp_path / f"bin-{turn}"
            programs.mkdir()
            taken = {name: program(programs, name, code) for name, code in there.items()}
            monkeypatch.setenv("PATH", str(programs))
            await app.press("y")
            files = list(save_folder().glob("*-list.txt"))

            assert "1x " in app.app.clipboard, there
            if by:
                assert by in app.said, there
                assert not files, there
                encoding = "utf-16-le" if by == "clip.exe" else "utf-8"
                assert taken[by].read_bytes() == app.app.clipboard.encode(encoding), there
                continue
            assert [path.read_text() for path in files] == [app.app.clipboard], there
            assert str(files[0]) in copy(app.app, "a list", files[0]), there
            files[0].unlink()
