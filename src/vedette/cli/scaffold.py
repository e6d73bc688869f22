"""Beginning a ruleset of one's own."""

from __future__ import annotations

from pathlib import Path

from vedette.cli.json_output import print_json
from vedette.cli.output import print_line
from vedette.scaffold import to_try, write


def scaffold(name: str, into: Path, as_json: bool) -> None:
    root = write(name, into)
    if as_json:
        print_json({"folder": str(root), "to_try": to_try(root)})
        return
    print_line(f"Written: {root}")
    print_line("To try it:")
    for line in to_try(root):
        print_line(f"    {line}")
