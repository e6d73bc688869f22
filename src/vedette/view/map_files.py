"""Maps as files: which there are, how one is read, and where one that was drawn is kept."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from vedette.engine import library
from vedette.engine.errors import CommandError, DataError, JournalError
from vedette.engine.files import make_folder, why, write_file
from vedette.engine.saves import SEPARATORS
from vedette.engine.text import file_name_fault, slug

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.engine.state import GameState
    from vedette.view.editors import MapEditor

ENDING = ".toml"


class OpenedMap(Struct, frozen=True):
    """What a map is drawn with: the game's editor, the map to begin with, and its file, None for one by its name."""

    ruleset: str
    editor: MapEditor[Any]
    drawn: Any
    path: Path | None = None

    def place(self, drawn: Any) -> Path:
        """Where the map is kept: its own file, else one in the players' folder; raises CommandError for no name of a file."""
        if self.path is not None:
            return self.path
        id = slug(self.editor.name(drawn))
        if not id:
            raise CommandError("A name needs a letter or a digit.")
        path = _folder(self.ruleset, self.editor) / f"{id}{ENDING}"
        known = {str(row.get("id")) for row in library.table(self.ruleset, self.editor.table)}
        if not path.exists() and id in known:
            raise CommandError(f"There is a map “{id}” already: give yours another name.")
        return path

    def save(self, drawn: Any, path: Path, *, over: bool) -> None:
        """Write the map, whole or not at all. Raises JournalError, and FileExistsError where it must not write `over`."""
        data = self.editor.text(drawn, slug(path.stem) or "map").encode()
        try:
            make_folder(path.parent)
            write_file(path, data, over=over)
        except FileExistsError:
            raise
        except OSError as error:
            raise JournalError(f"{path.name}: {why(error)}.") from error


def new_map(game: Ruleset[GameState]) -> OpenedMap:
    """An empty map, opened to be drawn on."""
    editor = editor_of(game)
    return OpenedMap(game.id, editor, editor.begin())


def open_map(game: Ruleset[GameState], text: str) -> OpenedMap:
    """The map of a file or a name, or a new one that will be there. Raises VedetteError."""
    editor = editor_of(game)
    path = find_map(game, text)
    if path is None:
        if fault := file_name_fault(Path(text).name):
            raise CommandError(fault)
        named = editor.rename(editor.begin(), Path(text).stem)
        return OpenedMap(game.id, editor, named, Path(text) if text.endswith(ENDING) else None)
    own = text.endswith(ENDING) or path.parent == _folder(game.id, editor)
    return OpenedMap(game.id, editor, read_map(game, path), path if own else None)


def find_map(game: Ruleset[GameState], text: str) -> Path | None:
    """The file of a map that is meant by a path or by its id; None where there is none. Raises DataError."""
    if text.endswith(ENDING):
        with suppress(OSError):  # a name may be longer than any file's
            return Path(text) if Path(text).is_file() else None
        return None
    if any(mark in text for mark in SEPARATORS):
        return None
    editor = editor_of(game)
    folders = (_folder(game.id, editor), library.ruleset_folder(game.id) / editor.table)
    places = (folder / f"{text}{ENDING}" for folder in folders)
    with suppress(OSError):
        return next((place for place in places if place.is_file()), None)
    return None


def read_map(game: Ruleset[GameState], path: Path) -> Any:
    """The map of a file; raises DataError with the file, and where in it the fault is."""
    row = library.read_toml(path)
    try:
        return editor_of(game).read(row)
    except DataError as error:
        raise DataError([f"{path.name}: {fault}" for fault in error.faults]) from error


def editor_of(game: Ruleset[GameState]) -> MapEditor[Any]:
    """How the maps of a game are drawn; raises CommandError where it is not played on any."""
    if game.view.map_editor is None:
        raise CommandError(f"{game.title} is not played on maps.")
    return game.view.map_editor()


def game_with_maps(rulesets: Mapping[str, Ruleset[GameState]]) -> Ruleset[GameState]:
    """The first game that is played on maps; raises CommandError where none is."""
    found = next((game for game in rulesets.values() if game.view.map_editor is not None), None)
    if found is None:
        raise CommandError("No game here is played on maps.")
    return found


def _folder(ruleset: str, editor: MapEditor[Any]) -> Path:
    return library.own_folder(ruleset) / editor.table
