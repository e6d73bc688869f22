"""What a shell offers at Tab without loading a game: saves, and the game files that Vedette brings."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from vedette.engine import library
from vedette.engine.files import listed
from vedette.engine.saves import SUFFIX, example_folder, save_folder
from vedette.registry import rulesets

Offered = Iterable[tuple[str, str]]
"""Words with what each means."""


def saves(context: typer.Context) -> Offered:
    for folder, said in ((save_folder(), ""), (example_folder(), "an example")):
        yield from ((path.name.removesuffix(SUFFIX), said) for path in listed(folder, f"*{SUFFIX}"))


def games(context: typer.Context) -> Offered:
    for ruleset in rulesets():
        yield from ((id, str(row.get("title", ""))) for id, row in library.games(ruleset).items())
