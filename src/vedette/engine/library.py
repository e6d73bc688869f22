"""Where data stands: the rulesets and example games that come with Vedette, and the players' own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from vedette.engine.errors import DataError

LARGEST = 1024 * 1024
"""Bytes that a file of data may have."""


@cache
def data_folder() -> Path:
    """The folder that holds `rulesets/` and `saves/`: in the installed package, else in the checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data"
    return installed if installed.is_dir() else package.parent.parent


def user_folder() -> Path:
    """The players' own data: saves, and rulesets' armies, profiles and missions that override by id."""
    return user_data_path("vedette", appauthor=False)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as plain data; raises DataError with the file and what is wrong."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise DataError(f"{path.name} is too large to be a data file.")
        return tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path.name} is no valid TOML: {error}.") from error


def table(ruleset: str, name: str) -> list[dict[str, Any]]:
    """The rows of a table such as `weapons`, from `<name>.toml` or all files of the folder `<name>/`.

    A file of a folder that has no table of that name is one row itself (an army, a mission). The
    players' own rows come last and replace rows with the same id.
    """
    rows: dict[str, dict[str, Any]] = {}
    for folder in (data_folder(), user_folder()):
        for path in _files(folder / "rulesets" / ruleset, name):
            data = _kept(path)
            for row in data.get(name, [data]):
                key = row.get("id", row.get("name")) if isinstance(row, dict) else None
                if not isinstance(key, str):
                    raise DataError(f"{path.name}: every entry of {name} needs an id.")
                rows[key] = row
    return list(rows.values())


def games(ruleset: str) -> dict[str, dict[str, Any]]:
    """The ready-made set-ups of a ruleset by the names of their files, the players' own last."""
    folders = (folder / "rulesets" / ruleset for folder in (data_folder(), user_folder()))
    return {path.stem: _kept(path) for folder in folders for path in _files(folder, "games")}


def numbers(ruleset: str) -> dict[str, Any]:
    """The single numbers of a ruleset, from `numbers.toml`."""
    return read_toml(data_folder() / "rulesets" / ruleset / "numbers.toml")


def _kept(path: Path) -> dict[str, Any]:
    """A file as it was read before, unless it has changed since. Rows are shared: nobody writes into them."""
    try:
        status = path.stat()
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error.strerror}.") from error
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> dict[str, Any]:
    return read_toml(path)


def _files(folder: Path, name: str) -> Iterator[Path]:
    single = folder / f"{name}.toml"
    if single.is_file():
        yield single
    yield from sorted((folder / name).glob("*.toml"))
