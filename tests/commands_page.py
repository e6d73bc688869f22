"""The tables of commands in docs/playing.md, made from what each command declares: `python -m tests.commands_page`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vedette.engine.commands import Argument, CommandSpec, arguments_of
from vedette.engine.common import common_commands
from vedette.registry import rulesets

PAGE = Path(__file__).resolve().parent.parent / "docs" / "playing.md"
TABLE = re.compile(r"(?<=<!-- commands: )([a-z-]+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def page() -> str:
    """The page with every table as it should be."""
    return TABLE.sub(lambda found: f"{found[1]}{found[2]}{table(found[1])}", PAGE.read_text(encoding="utf-8"))


def table(name: str) -> str:
    """The commands of a ruleset, or of every game."""
    specs: Mapping[str, CommandSpec[Any]]
    games = rulesets()
    specs = games[name].commands if name in games else common_commands(next(iter(games.values())))
    rows = [_row(do, spec) for do, spec in specs.items()]
    return "\n".join(["", "| command | key | does | arguments |", "| --- | --- | --- | --- |", *rows, "", ""])


def _row(do: str, spec: CommandSpec[Any]) -> str:
    by = " (side)" if spec.actor == "side" else ""
    key = f"`{spec.key}`" if spec.key else ""
    return f"| `{do}`{by} | {key} | {spec.does} | {'; '.join(map(_told, arguments_of(spec.model)))} |"


def _told(argument: Argument) -> str:
    name = f"**`{argument.name}`**" if argument.required else f"`{argument.name}`"
    if argument.words and argument.about:
        return f"{name}: {argument.about} ({argument.kind})"
    said = argument.kind if argument.words else argument.about
    return f"{name}: {said}" if said else name


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
