"""Games played to where a picture is wanted; a first battle of Open Fire among them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from vedette.engine.library import data_folder, read_toml
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session, new_session
from vedette.games.open_fire.ruleset import RULESET

GAMES = {"open-fire": RULESET}

EXAMPLE = "open-fire-first-battle"


def example(folder: Path) -> Path:
    """A copy of the example that is played to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{EXAMPLE}.vedette"
    shutil.copyfile(data_folder() / "saves" / copy.name, copy)
    return copy


class Game:
    """A save under way; `close` it before a screen opens it."""

    def __init__(self, path: Path, ruleset: Ruleset[Any], setup: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.session: Session[Any] = new_session(ruleset, read_toml(setup), seed=7, path=path)

    def do(
        self, do: str, by: str, dice: list[int] | None = None, choose: tuple[Any, ...] = (), **words: Any
    ) -> None:
        """Give a command and its answers."""
        outcome = self.session.do({"do": do, "by": by, **words}, answers=ScriptedAnswers(dice or [], choose))
        assert outcome.refusal is None, outcome.refusal

    def close(self) -> Path:
        """Leave it as it stands; it was written at a fixed time."""
        self.session.close()
        os.utime(self.path, (1, 1))
        return self.path


class Battle(Game):
    """A first battle of Open Fire."""

    def __init__(self, path: Path) -> None:
        """Roll off; red begins."""
        super().__init__(
            path, RULESET, data_folder() / "rulesets" / "open-fire" / "games" / "first-battle.toml"
        )
        self.do("start_game", "red")
        self.do("roll_off", "red", dice=[9, 3])

    def march(self, unit: str, inches: int, **contacts: Any) -> None:
        """Deploy and move, and leave the activation open."""
        self.do("deploy", unit)
        self.do("move", unit, inches=inches, **contacts)

    def done(self, unit: str) -> None:
        """The end of its activation."""
        self.do("end_activation", unit)

    def to_first_relief(self) -> Path:
        """Two units on each side are on the table; First Relief has moved, and may attack."""
        self.march("m2", 5)
        self.done("m2")
        self.march("p1", 4)
        self.done("p1")
        self.march("m1", 6)
        self.do("note", "red", text="The well counts as climbable.")
        self.done("m1")
        self.march("p2", 3)
        return self.close()
