"""The screen at a real console: its keys, its mouse and its size come as records, and no strange one ends its input."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.tui.little import LITTLE
from tests.tui.rooms import LITTLE_GAMES
from tests.windows import console_player
from vedette.engine.session import Session, new_session, read_session
from vedette.engine.timeline import Entry
from vedette.engine.verify import verify

assert sys.platform == "win32"


@dataclass
class Played:
    """What the screen showed after each step, and the game in the end."""

    seen: list[list[str]]
    game: Session[Any]

    @property
    def sizes(self) -> list[tuple[int, int]]:
        return [(len(lines[0]), len(lines)) for lines in self.seen]

    @property
    def entries(self) -> list[Entry]:
        return self.game.timeline.entries


def play(folder: Path, *steps: console_player.Step) -> Played:
    """Play at a console of our own, or at the one that there is: Wine opens none without a display."""
    save, orders, seen = folder / "game.vedette", folder / "steps.json", folder / "seen.json"
    new_session(LITTLE, {}, seed=7, path=save).close()
    orders.write_text(json.dumps(steps), encoding="utf-8")
    hidden = subprocess.STARTUPINFO(dwFlags=subprocess.STARTF_USESHOWWINDOW, wShowWindow=0)
    for flags in (subprocess.CREATE_NEW_CONSOLE, 0):
        command = [sys.executable, "-m", "tests.windows.console_player", *map(str, (save, orders, seen))]
        ended = subprocess.run(
            command, check=False, cwd=ROOT, creationflags=flags, startupinfo=hidden, timeout=500
        )
        if ended.returncode != console_player.NO_CONSOLE:
            break
    else:
        pytest.skip("there is no console here; on Linux `script -qc` gives Wine one")
    assert ended.returncode == 0
    told = json.loads(seen.read_text(encoding="utf-8"))
    assert (told["code"], told["error"]) == (0, "None")
    game = read_session(LITTLE_GAMES, save)
    assert verify(game) == []
    return Played(told["seen"], game)


ATTACK: list[console_player.Step] = [{"keys": "ab8\r", "entries": 1}, {"keys": "34-", "entries": 2}]
"""On the nearest, with its dice."""


def test_a_game_is_played_by_keys_clicks_and_in_every_size(tmp_path: Path) -> None:
    played = play(tmp_path, {"size": (80, 24)}, {"click": "Fusiliers 2"}, *ATTACK, {"size": (120, 40)})

    assert [entry.kind for entry in played.entries] == ["command", "dice"]
    assert played.game.state.units[played.entries[0].given["by"]].name == "Fusiliers 2"
    assert [die.face for die in played.game.rolls[-1].dice] == [3, 4, 11]
    assert played.sizes == [(80, 24)] * 4 + [(120, 40)]


STRANGE = {
    "half a pair": "\ud83d",
    "the other half": "\ude00\ude00",
    "nothing": "\x00",
    "unending numbers": f"\x1b[{'9' * 5000};1u",
    "a sequence of no meaning": "\x1b[<x;yM\x1b[1;1;1;1u\x1b[200;200R\x1b[M\x1b]0;",
    "a cell that is none": "\x1b[<0;-5;0M\x1b[<0;99999;99999m",
    "a code point that is none": "\x1b[1114112u\x1b[55296u",
    "pasted escapes": "\x1b[200~\x1b[31mu\x1b[A\x1b\x1b[201~",
    "a pasted size": "\x1b[200~\x1b[48;5;5;50;50t\x1b[201~\x1b[48;5;5;50;50t",
}


def test_strange_keys_cost_nothing_but_themselves(tmp_path: Path) -> None:
    strange: list[console_player.Step] = [{"keys": keys, "size": (80, 24)} for keys in STRANGE.values()]
    played = play(tmp_path, {"size": (80, 24)}, *strange, {"keys": "\x1b\x1b"}, *ATTACK)

    assert [entry.kind for entry in played.entries] == ["command", "dice"]
    assert set(played.sizes) == {(80, 24)}
