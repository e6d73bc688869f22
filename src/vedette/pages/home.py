"""Home: the games, the examples and the characters; how one is opened or begun, and how their files are looked after."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from msgspec import Struct

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError, VedetteError
from vedette.engine.long_work import Told
from vedette.engine.save_cards import SaveCard
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.pages import model
from vedette.pages.character import CharacterTool
from vedette.save_library import SaveLibrary

GAMES = "games"

MOST = 9
"""Games that are named at once."""


class Opened(Struct, frozen=True):
    """A game to play, or only to look at."""

    session: Session[GameState]
    look: bool = False


class HomeTool(model.Tool):
    """Closed with the game that they open, or with None where they leave. A row is the path of a save."""

    title, group = "Vedette", "The first screen"

    def __init__(self, library: SaveLibrary) -> None:
        """Know the saves of a folder; nothing is read yet."""
        self.library = library
        self._words: tuple[str, ...] = ()
        self._all = False
        self._rows: list[model.Row] | None = None
        self._away: tuple[Path, Path] | None = None
        self._opening = Lock()

    def page(self) -> model.Page:
        """Games, examples, characters: as they were when something was done last."""
        if self._rows is None:
            told = {card: _line(card) for card in self.library.cards()}
            told |= {kept.card: f"{kept.card.name}: {kept.line}" for kept in self.library.characters()}
            self._rows = [
                model.Row(str(card.path), (card.name,), spoken=line)
                for card, line in told.items()
                if all(word in line.casefold() for word in self._words)
            ]
        empty = "There is no such game." if self._words else "There is no game here yet."
        most = 0 if self._all else MOST
        return model.Page([model.Section(GAMES, self._rows, "game", GAMES, empty=empty, most=most)])

    def detail(self, row: str) -> model.Detail:
        return [model.Text(one.spoken) for one in self._rows or () if one.id == row]

    def _own(self, row: str, what: str) -> Path:
        """The file of their own game; raises CommandError where nothing can be done to it."""
        if not row:
            raise CommandError(f"Choose a game to {what}.")
        self.library.require_own(Path(row))
        return Path(row)

    # --- to play, to look at

    @model.action("enter", "open", on=GAMES)
    async def open(self, row: str, text: str) -> model.Result:
        """Plays it."""
        return await self._opened(row, self.library.play)

    @model.action("", "replay", on=GAMES)
    async def replay(self, row: str, text: str) -> model.Result:
        """Looks at a game step by step; play there goes on from a line."""
        if not row:
            raise CommandError("Choose a game to replay.")
        return await self._opened(row, self.library.look, look=True)

    async def _opened(
        self, row: str, read: Callable[[Path], Session[GameState]], *, look: bool = False
    ) -> model.Result:
        """Read a save, a long one with a way to cancel; where its game is not to be had, show its entries."""
        path = Path(row)

        def work(told: Told) -> Session[GameState]:
            with self._opening:  # one that was given up still has the save for a moment
                session = read(path)
                try:
                    told(1)
                except BaseException:
                    session.close()
                    raise
                return session

        try:
            if not self.library.is_long(path):
                return model.Close(Opened(read(path), look))
            done = await model.Work(f"Opening {path.stem} …", work, lambda session: session.close())
            return model.Close(Opened(done(), look))
        except VedetteError as error:
            sheet = self.library.bare(path, error)
            if sheet is None:
                raise
            await model.Show(sheet, path.parent, said=str(error))
            return None

    @model.action("", "new game")
    async def new(self, row: str, text: str) -> model.Result:
        """Sets a new game up."""
        return _begun(await model.Elsewhere("new game"))

    @model.action("", "first battle", takes="GAME")
    async def learn(self, row: str, text: str) -> model.Result:
        """Begins a small first battle with a guide, or goes on with it."""
        offered = self.library.first_battles()
        if not offered:
            raise CommandError("No game here brings a first battle.")
        rows = [model.Row(id, (about.title,), note=about.text) for id, about in offered.items()]
        asked = model.AskRow(
            "Which game do you want to learn?", model.Section("battles", rows, "first battle", "learn")
        )
        called = {id: (id, about.title.casefold()) for id, about in offered.items()}
        named = [id for id, names in called.items() if any(one.startswith(text.casefold()) for one in names)]
        if text and not named:
            raise CommandError(f"There is no first battle of “{shown(text)}” here.")
        return _begun(self.library.learn(named[0] if text else await asked))

    @model.action("", "character")
    async def character(self, row: str, text: str) -> model.Result:
        """Makes a character with a file of their own."""
        return _begun(await model.Open(CharacterTool(self.library.new_character())))

    @model.action("", "map")
    async def draw(self, row: str, text: str) -> model.Result:
        """Draws a map to play on."""
        await model.Elsewhere("map")
        return None

    # --- files

    @model.action("", "find", takes="WORDS")
    async def find(self, row: str, text: str) -> model.Result:
        """Names all games, or those with these words."""
        self._words, self._all = tuple(text.casefold().split()), True
        return self._looked("")

    @model.action("", "rename", on=GAMES)
    async def rename(self, row: str, text: str) -> model.Result:
        """Gives a save another name."""
        path = self._own(row, "rename")
        name = await model.AskText(f"New name for {path.stem}", "a file name", start=path.stem)
        if name == path.stem:
            return None
        place = self.library.rename(path, name)
        return self._looked(f"Renamed to {place.stem}.", str(place))

    @model.action("", "put away", on=GAMES)
    async def bin(self, row: str, text: str) -> model.Result:
        """Puts a save away into the folder bin."""
        path = self._own(row, "put away")
        await model.Confirm(f"Move {path.stem} to the bin?", "move it")
        self._away = self.library.put_away(path), path
        return self._looked(f"{path.stem} is in the bin", "", ("restore", "brings it back"))

    @model.action("", "bring back")
    async def restore(self, row: str, text: str) -> model.Result:
        """Brings back what was just put away."""
        if self._away is None:
            raise CommandError("Nothing was put away.")
        self.library.bring_back(*self._away)
        (_, path), self._away = self._away, None
        return self._looked(f"{path.stem} is back.", str(path))

    def _looked(self, said: str, at: str = "", hint: tuple[str, str] = ("", "")) -> model.Reply:
        """Look into the saves again, and say what was done."""
        self._rows = None
        return model.Reply(said, "good", at=at, hint=hint, told=(GAMES,))

    @model.action("", "quit")
    async def quit(self, row: str, text: str) -> model.Result:
        """Leaves; everything is saved."""
        return model.Close()

    @model.action("", "quit")
    async def cancel(self, row: str, text: str) -> model.Result:
        """Leaves as well."""
        return model.Close()


def _begun(session: Session[GameState] | None) -> model.Result:
    return None if session is None else model.Close(Opened(session))


def _line(card: SaveCard) -> str:
    if card.fault:
        return f"{card.name}: damaged, {card.fault}"
    won = f"over, {card.winner} won" if card.winner else "over, a draw"
    what = "example" if card.example else won if card.outcome else card.progress
    score = f", {' to '.join(map(str, card.points))}" if card.points and not card.example else ""
    named = f"{card.name}: {card.mission}," if card.mission else f"{card.name}:"
    return f"{named} {joined(card.sides)}{score}, {what}"
