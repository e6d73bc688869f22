"""The whole app on a folder of saves, and how tests look at it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from tests.idle import workers_done
from tests.tui.little import LITTLE
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session, new_session
from vedette.tui.app import VedetteApp
from vedette.tui.launch import make_app
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.menu import Menu
from vedette.tui.widgets.prompt import Prompt

W = TypeVar("W", bound=Widget)

LITTLE_GAMES: Mapping[str, Ruleset[Any]] = {"little": LITTLE}


class Rooms:
    """A running app."""

    def __init__(self, pilot: Pilot[None], folder: Path) -> None:
        self.pilot = pilot
        self.folder = folder

    @property
    def app(self) -> VedetteApp:
        app = self.pilot.app
        assert isinstance(app, VedetteApp)
        return app

    @property
    def screen(self) -> Screen[Any]:
        return self.pilot.app.screen

    @property
    def where(self) -> str:
        return type(self.screen).__name__

    def one(self, kind: type[W], selector: str = "") -> W:
        return self.screen.query_one(selector, kind) if selector else self.screen.query_one(kind)

    @property
    def list(self) -> str:
        return self.one(Menu).plain

    @property
    def at(self) -> str:
        """The row at hand, as it is seen."""
        return next((row for row in self.list.splitlines() if row.startswith("▸")), "")

    @property
    def said(self) -> str:
        """What the screen says to the last key."""
        prompts = self.screen.query(Prompt)
        return prompts.first().plain if prompts else self.one(Head).plain

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settled()

    async def settled(self) -> None:
        """Until the saves have been looked into, and everything is shown."""
        await self.pilot.pause()
        for _ in range(2):  # all saves, and then the one that is shown beside the list
            await workers_done(self.pilot.app)
            await self.pilot.pause()


@asynccontextmanager
async def rooms(
    folder: Path,
    rulesets: Mapping[str, Ruleset[Any]] = LITTLE_GAMES,
    save: Path | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Rooms]:
    app = make_app(rulesets, folder, save)
    async with app.run_test(size=size) as pilot:
        one = Rooms(pilot, folder)
        await one.settled()
        yield one


def played(
    path: Path, names: tuple[str, str] = ("Ironclads", "Verdant Line"), turns: int = 1, *, over: bool = False
) -> Path:
    """A save of the little game: moves, an undo, and the end of the turn, so many times."""
    path.parent.mkdir(parents=True, exist_ok=True)
    setup = {
        "names": {"red": names[0], "blue": names[1]},
        "sides": [{"id": "red", "name": names[0]}, {"id": "blue", "name": names[1]}],
    }
    session = new_session(LITTLE, setup, seed=7, path=path)
    play(session, turns)
    if over:
        session.do({"do": "concede", "by": "red"})
    session.close()
    return path


def play(session: Session[Any], turns: int = 1) -> None:
    """Two moves, one of them taken back, and the end of the turn."""
    for turn in range(turns):
        side = ("red", "blue")[turn % 2]
        unit = side[0]
        session.do({"do": "move", "by": f"{unit}1", "inches": 5})
        session.do({"do": "move", "by": f"{unit}2", "inches": 3})
        session.undo(side)
        session.do({"do": "end", "by": side})
