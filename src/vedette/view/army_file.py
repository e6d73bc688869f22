"""An army that the players put together, as a file of their own that is offered from then on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli_w
from msgspec import Struct

from vedette.engine import library
from vedette.engine.errors import CommandError
from vedette.engine.files import keep
from vedette.engine.text import slug
from vedette.view.roster import Row


class ArmyFile(Struct, frozen=True):
    """Where the army of that name stands, or will."""

    id: str
    name: str
    path: Path


def army_file(ruleset: str, name: str, taken: Sequence[str]) -> ArmyFile:
    """The file of a name; raises CommandError where it would stand in the way of an army that is not theirs.

    `taken` are the ids of all armies that are offered.
    """
    id = slug(name)
    if not id:
        raise CommandError("A name needs a letter or a digit.")
    path = library.own_folder(ruleset) / "armies" / f"{id}.toml"
    if id in taken and not path.exists():
        raise CommandError(f"There is an army “{id}” already: give yours another name.")
    return ArmyFile(id, name, path)


def save_army(file: ArmyFile, ruleset: str, rest: Mapping[str, Any], units: Sequence[Row]) -> None:
    """Write the army; one that stood there is replaced. Raises JournalError."""
    row = {"id": file.id, "name": file.name, "ruleset": ruleset, **rest, "units": list(units)}
    keep(file.path, tomli_w.dumps(row).encode())
