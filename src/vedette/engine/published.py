"""Rulesets as packages publish them: entry points of the group `vedette.rulesets`, ours like everybody's.

    [project.entry-points."vedette.rulesets"]
    duel = "vedette_duel.ruleset:RULESET"

A ruleset's data (`rules.toml`, `games/` …) stands in the folder `data` beside that module; ours stand together in one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from vedette.engine.errors import DataError
from vedette.engine.record import record

GROUP = "vedette.rulesets"
OURS = "vedette"
ORDER = ("open-fire", "company", "napoleonic", "close-quarters")
"""In which order our own are offered: metadata has none."""

DATA = "data"


@record
class Published:
    """A ruleset that a package publishes; nothing of it is imported before somebody asks for it."""

    entry: metadata.EntryPoint

    @property
    def id(self) -> str:
        """The ruleset's id."""
        return self.entry.name

    @property
    def package(self) -> str:
        """The package's name and version, as a save names it."""
        dist = self.entry.dist
        return f"{dist.name} {dist.version}" if dist else ""

    def load(self) -> Any:
        """What the package publishes under that id; raises DataError where it cannot be had, with the reason."""
        try:
            return self.entry.load()
        except Exception as error:  # anything may go wrong in a stranger's module
            reason = str(error).rstrip(".") or "no reason is given"
            raise DataError(
                f"{self.package}: {self.id} cannot be loaded: {reason} ({type(error).__name__})."
            ) from error

    def folder(self) -> Path | None:
        """The folder of its data; None where the package is not there any more."""
        try:
            spec = find_spec(self.entry.module.rpartition(".")[0] or self.entry.module)
        except (ImportError, ValueError):
            return None
        places = (spec and spec.submodule_search_locations) or ()
        return next((Path(place) / DATA for place in places), None)


@cache
def ours() -> Mapping[str, Published]:
    """What comes with Vedette, in its order; no other package is looked at."""
    published = _of(metadata.distribution(OURS))
    return {id: published[id] for id in ORDER}


@cache
def others() -> Mapping[str, Published]:
    """What other packages publish, by id. An id of ours stays ours; of two packages with one id, the first by name has it."""
    found: dict[str, Published] = {}
    published = [of for package in metadata.distributions() if (of := _of(package))]
    for of in sorted(published, key=lambda of: next(iter(of.values())).package):
        found = {**of, **found}
    return {id: ruleset for id, ruleset in found.items() if id not in ours()}


def find(ruleset: str) -> Published | None:
    """A ruleset by its id; other packages are looked through only for one that is not ours."""
    return ours().get(ruleset) or others().get(ruleset)


def _of(package: metadata.Distribution) -> dict[str, Published]:
    return {entry.name: Published(entry) for entry in package.entry_points.select(group=GROUP)}
