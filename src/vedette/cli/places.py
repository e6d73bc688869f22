"""The command that lists where the players' data is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from vedette.campaign import character_folder
from vedette.cli import errors
from vedette.cli.crash import report_folder
from vedette.cli.json_output import print_json
from vedette.cli.output import print_line
from vedette.engine.files import listed
from vedette.engine.library import goes_with_python, own_folder
from vedette.engine.plain import to_plain
from vedette.engine.saves import BIN, SUFFIX, save_folder
from vedette.engine.written import written_folder
from vedette.registry import rulesets
from vedette.view.pack_files import sent_folder
from vedette.web.links import links_file

SAVES, DATA = "VEDETTE_SAVES", "VEDETTE_DATA"
"""The environment variables that name another folder."""


class Place(Struct, frozen=True):
    """A folder or a file, the number of files (by table if it has several), and the variable that names another place for it."""

    name: str
    path: Path
    files: int
    variable: str
    tables: dict[str, int] = {}

    @property
    def held(self) -> str:
        """What is there, in a few words."""
        return ", ".join(f"{table}: {files}" for table, files in self.tables.items()) or str(self.files)


def where(as_json: bool) -> None:
    places = [replace(place, path=place.path.absolute()) for place in _places()]
    if goes_with_python():  # then Windows has put the folders elsewhere than programs are told
        places = [replace(place, path=place.path.resolve()) for place in places]
        errors.say(
            "If you uninstall Python from the Microsoft Store, Windows deletes this data too. "
            f"To keep it safe, copy the folder elsewhere and set {DATA} to the copy."
        )
    if as_json:
        print_json([{**to_plain(place), "path": str(place.path)} for place in places])
        return
    name = max(len(place.name) for place in places)
    held = max(len(place.held) for place in places)
    for place in places:
        print_line(f"{place.name:<{name}}  {place.held:<{held}}  {place.path}")
    print_line(
        f"To keep saves and characters elsewhere, set {SAVES} to a folder; to move everything, set {DATA}."
    )


def _places() -> Iterator[Place]:
    folder = save_folder()
    yield Place("saves", folder, _files(folder, SUFFIX), SAVES)
    yield Place("characters", character_folder(), _files(character_folder(), SUFFIX), SAVES)
    yield Place("saves put away", folder / BIN, _files(folder / BIN, SUFFIX), SAVES)
    for ruleset in rulesets():
        own = own_folder(ruleset)
        held = Counter(file.parent.name for file in listed(own, "*/*.toml"))
        yield Place(f"{ruleset}: armies, maps, packs", own, held.total(), DATA, held)
    yield Place("packs to share", sent_folder(), _files(sent_folder(), ".toml"), DATA)
    yield Place("crash reports", report_folder(), _files(report_folder(), ".txt"), DATA)
    yield Place("last lines of your saves", written_folder(), _files(written_folder(), ".json"), DATA)
    yield Place("links for the second screen", links_file(), int(links_file().exists()), DATA)


def _files(folder: Path, ending: str) -> int:
    return len(listed(folder, f"*{ending}"))
