"""A package with a ruleset, to begin one's own with: it installs, plays and keeps the contract as it is."""

from __future__ import annotations

import json
import re
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import Struct

from vedette import __version__
from vedette.engine.errors import CommandError
from vedette.engine.files import make_folder, why, write_new
from vedette.engine.plugin_discovery import find
from vedette.engine.system import ENVIRONMENT, GO_TO, PYTHON, quoted
from vedette.engine.text import file_name_fault

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
ENDING = ".jinja"


class RulesetNames(Struct, frozen=True):
    """What a new ruleset is called; everything follows from its id."""

    id: str

    @property
    def project(self) -> str:
        """The project that is installed."""
        return f"vedette-{self.id}"

    @property
    def module(self) -> str:
        """The id as Python can say it."""
        return self.id.replace("-", "_")

    @property
    def package(self) -> str:
        """The package that holds the code."""
        return f"vedette_{self.module}"

    @property
    def title(self) -> str:
        """The game's title."""
        return self.id.replace("-", " ").capitalize()

    @property
    def prefix(self) -> str:
        """What the ids of its rules begin with: the first letters of its words, or of its only one."""
        words = [word for word in re.split(r"[-0-9]+", self.id) if word]
        return ("".join(word[0] for word in words) if len(words) > 1 else words[0][:2]).upper().ljust(2, "X")


def write(id: str, folder: Path) -> Path:
    """Write the package into a new folder of this folder, and tell its path.

    Raises CommandError for a name that no ruleset can have, and where the folder is there already or cannot be written.
    """
    if not ID.fullmatch(id) or len(id) > LONGEST:
        raise CommandError(
            f"A ruleset's name has small letters, digits and hyphens, begins with a letter, and is at most {LONGEST} long."
        )
    if fault := file_name_fault(id):
        raise CommandError(fault)
    names = RulesetNames(id)
    if find(id) is not None:
        raise CommandError(f"There is a ruleset {id} already.")
    root = folder / names.project
    try:
        make_folder(root, new=True)
        for path, text in _files(names):
            make_folder((root / path).parent)
            write_new(root / path, text.encode())
    except FileExistsError as error:
        raise CommandError(f"There is a {root} already; nothing was written.") from error
    except OSError as error:
        raise CommandError(f"{root} cannot be written: {why(error)}.") from error
    return root


def to_try(root: Path) -> list[str]:
    """The shell commands that test the new package in its own environment, with Vedette from where it was installed."""
    told = distribution("vedette").read_text("direct_url.json") or "{}"
    source = url2pathname(urlsplit(json.loads(told).get("url", "")).path) or "vedette"
    return [
        f"{GO_TO} {quoted(str(root))}",
        f"{PYTHON} -m venv .venv",
        f"{ENVIRONMENT}pip install {quoted(source)} -e {quoted('.[test]')}",
        f"{ENVIRONMENT}pytest",
    ]


def _files(names: RulesetNames) -> list[tuple[str, str]]:
    """The paths and texts of all files."""
    environment = Environment(
        loader=PackageLoader("vedette.scaffold", "template"),
        autoescape=False,  # Python and TOML; the id is nothing but letters, digits and hyphens
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    given = {
        "vedette": __version__,
        **{name: getattr(names, name) for name in ("id", "project", "module", "package", "title", "prefix")},
    }
    return [
        (_place(name, names), environment.get_template(name).render(given))
        for name in environment.list_templates()
    ]


def _place(name: str, names: RulesetNames) -> str:
    """Where the file of a template goes."""
    path = name.removesuffix(ENDING)
    for folder, called in (
        ("src/package/", f"src/{names.package}/"),
        ("tests/cases/id/", f"tests/cases/{names.id}/"),
    ):
        path = path.replace(folder, called)
    return path.replace("players/module.py", f"players/{names.module}.py")
