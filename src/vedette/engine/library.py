"""Where data stands: the rulesets and example games that come with Vedette, and the players' own."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path

from platformdirs import user_data_path, user_documents_path

from vedette.engine import plugin_discovery
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.engine.files import listed, why
from vedette.engine.system import keeps_data

LARGEST = 1024 * 1024
"""Bytes that a file of data may have."""

MOST_VALUES = 20_000
"""Texts, numbers, lists and tables that it may hold."""

LEAST, MOST = -(2**63), 2**63 - 1
"""The range of TOML's whole numbers; `tomllib` reads any."""

MOST_PARTS = 16
"""Parts that a dotted key may have: the time that `tomllib` takes for one grows with their square."""

PACKS = "packs"
"""The folder of the players' packs."""

DEEP_KEY = re.compile(rf"""(?:\.[ \t]*+(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+){{{MOST_PARTS}}}""")
"""The dots of a key with more parts, each with the part behind it, bare or quoted."""


@cache
def data_folder() -> Path:
    """The folder that holds `rulesets/` and `saves/`: in the installed package, else in the checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data"
    return installed if installed.is_dir() else package.parent.parent


def user_folder() -> Path:
    """The players' own data: saves, and rulesets' armies, profiles and missions that override by id.

    VEDETTE_DATA names the folder. If the usual one would be deleted together with Python, it is in the documents instead,
    unless the usual one is there already.
    """
    named = os.environ.get("VEDETTE_DATA", "")
    if named:
        return Path(named)
    usual = user_data_path("vedette", appauthor=False)
    return usual if keeps_data() or usual.exists() else user_documents_path() / "Vedette"


def goes_with_python() -> bool:
    """True if the players' data would be deleted together with Python."""
    return not keeps_data() and user_folder() == user_data_path("vedette", appauthor=False)


def own_folder(ruleset: str) -> Path:
    """Where the players' own data for a ruleset is kept."""
    return user_folder() / "rulesets" / ruleset


def read_toml(path: Path) -> Table:
    """A TOML file as plain data; raises DataError with the file and what is wrong."""
    return parsed_toml(text_of(path), path.name)


def text_of(path: Path) -> str:
    """The text of a data file; raises DataError if it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise DataError(f"{path.name} is too large to be a data file.")
        return data.decode("utf-8-sig")
    except FileNotFoundError as error:
        raise DataError(f"There is no file {path.name}.") from error
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {why(error)}.") from error
    except ValueError as error:
        raise DataError(f"{path.name} is not valid TOML: it is not text in UTF-8.") from error


def parsed_toml(text: str, name: str) -> Table:
    """The text of the file of that name as plain data; raises DataError with what is wrong."""
    if DEEP_KEY.search(text):
        raise DataError(f"{name} has a key of more than {MOST_PARTS} parts: that is not a data file.")
    too_large = DataError(f"{name} is not a data file: it has a number of more than 64 bits.")
    try:
        read = tomllib.loads(text)
        values = list(islice(_values(read), MOST_VALUES + 1))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"{name} is not valid TOML: {error}.") from error
    except ValueError as error:  # Python reads no more than 4300 digits
        raise too_large from error
    if any(isinstance(value, int) and not LEAST <= value <= MOST for value in values):
        raise too_large
    if len(values) > MOST_VALUES:
        raise DataError(f"{name} holds more than {MOST_VALUES} values: that is not a data file.")
    return read


def _values(value: object) -> Iterator[object]:
    yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _values(one)


def table(ruleset: str, name: str) -> list[Table]:
    """The rows of a table such as `weapons`, from `<name>.toml` or all files of the folder `<name>/`.

    A file of a folder that has no table of that name is one row itself (an army, a mission). The
    players' own rows come last and replace rows with the same id; a broken file of theirs is left out.
    Packs are no part of it: a game in play reads tables, and must not need a pack.
    """
    return list(_table(ruleset, name).values())


def offered(ruleset: str, name: str) -> list[Table]:
    """The rows of a table that a set-up may name: those of packs as well, which come last and replace others."""
    packed = {id: row for pack in packs(ruleset).values() for id, row in pack_rows(pack, name).items()}
    return [*(row for id, row in _table(ruleset, name).items() if id not in packed), *packed.values()]


def packs(ruleset: str) -> dict[str, Table]:
    """The players' packs by the names of their files; a broken one is left out."""
    found = {}
    for path in listed(pack_folder(ruleset), "*.toml"):
        with suppress(DataError):  # `left_out` tells it
            found[path.stem] = _kept(path)
    return found


def pack_names(ruleset: str, name: str, *, but: str = "") -> dict[str, str]:
    """Map the ids of a table's rows to the packs that they come from, without the pack in the file `but`."""
    return {
        id: str(pack.get("name", stem))
        for stem, pack in packs(ruleset).items()
        if stem != but
        for id in pack_rows(pack, name)
    }


def pack_rows(pack: Row, name: str) -> dict[str, Table]:
    """The rows of a pack's table by their ids; anything else is left out."""
    given = pack.get(name)
    rows = [row for row in given if isinstance(row, dict)] if isinstance(given, list) else []
    return {row["id"]: row for row in rows if isinstance(row.get("id"), str)}


def pack_folder(ruleset: str) -> Path:
    """The folder of the players' packs for a ruleset."""
    return own_folder(ruleset) / PACKS


def _table(ruleset: str, name: str) -> dict[str, Table]:
    rows: dict[str, Table] = {}
    for path in _files(ruleset_folder(ruleset), name):
        rows |= _rows(path, name)
    for path in _files(own_folder(ruleset), name):
        with suppress(DataError):  # `left_out` tells it
            rows |= _rows(path, name)
    return rows


def files(ruleset: str, name: str) -> dict[str, str]:
    """Map the id of each row of a table to the stem of the file that defines it."""
    found: dict[str, str] = {}
    for folder in (ruleset_folder(ruleset), own_folder(ruleset)):
        for path in _files(folder, name):
            with suppress(DataError):  # `table` or `left_out` tells it
                found |= dict.fromkeys(_rows(path, name), path.stem)
    return found


def games(ruleset: str) -> dict[str, Table]:
    """The ready-made set-ups of a ruleset by the names of their files, the players' own last."""
    found = {path.stem: _kept(path) for path in _files(ruleset_folder(ruleset), "games")}
    for path in _files(own_folder(ruleset), "games"):
        with suppress(DataError):
            found[path.stem] = _kept(path)
    return found


def left_out(ruleset: str) -> list[str]:
    """Files of the players' own that are broken, each with its folder and what is wrong."""
    found = []
    folder = own_folder(ruleset)
    for path in sorted((*listed(folder, "*.toml"), *listed(folder, "*/*.toml"))):
        name = path.stem if path.parent == folder else path.parent.name
        try:
            _kept(path) if name in ("games", PACKS) else _rows(path, name)
        except DataError as error:
            found.append(f"{path.parent}: {error} It is left out.")
    return found


def own_files(ruleset: str, name: str) -> list[Path]:
    """The players' own files of a table."""
    return list(_files(own_folder(ruleset), name))


def numbers(ruleset: str) -> Table:
    """The single numbers of a ruleset, from `numbers.toml`."""
    return read_toml(ruleset_folder(ruleset) / "numbers.toml")


def ruleset_folder(ruleset: str) -> Path:
    """The folder of a ruleset's data: one of ours, or in the package that publishes it."""
    ours = data_folder() / "rulesets" / ruleset
    if ours.is_dir() or (found := plugin_discovery.find(ruleset)) is None:
        return ours
    return found.folder() or ours


def _rows(path: Path, name: str) -> dict[str, Table]:
    """The rows of a file by their ids; of a name such as `book/spells` the last part stands in the file."""
    data = _kept(path)
    rows: dict[str, Table] = {}
    given = data.get(name.rpartition("/")[2], [data])
    for row in given if isinstance(given, list) else [given]:
        key = row.get("id", row.get("name")) if isinstance(row, dict) else None
        if not isinstance(key, str):
            raise DataError(f"{path.name}: every entry of {name} needs an id.")
        rows[key] = row
    return rows


def _kept(path: Path) -> Table:
    """A file as it was read before, unless it has changed since. Rows are shared: nobody writes into them."""
    try:
        status = path.stat()
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {why(error)}.") from error
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> Table:
    return read_toml(path)


def _files(folder: Path, name: str) -> Iterator[Path]:
    single = folder / f"{name}.toml"
    if single.is_file():
        yield single
    yield from listed(folder / name, "*.toml")
