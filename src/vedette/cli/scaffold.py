"""Beginning a ruleset of one's own."""

from __future__ import annotations

from pathlib import Path

from vedette.cli.json_output import tell
from vedette.scaffold import to_try, write


def scaffold(name: str, into: Path, as_json: bool) -> None:
    root = write(name, into)
    lines = (f"Written: {root}", "To try it:", *(f"    {line}" for line in to_try(root)))
    tell({"folder": str(root), "to_try": to_try(root)}, lines, as_json=as_json)
