"""The section of keys in docs/playing.md, made from the one table: `python -m tests.keys_page` writes it anew."""

from __future__ import annotations

from pathlib import Path

from vedette.tui.topics import groups

PAGE = Path(__file__).resolve().parent.parent / "docs" / "playing.md"
HEADING = "## Keys\n"


def section() -> str:
    """Every key by where it works."""
    lines = [HEADING]
    for group in groups():
        lines += [f"**{group.title}**\n", "| key | does |", "| --- | --- |"]
        lines += [f"| `{key.show}` | {key.help} |" for key in group.keys] + [""]
    return "\n".join(lines)


if __name__ == "__main__":
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    PAGE.write_text(before + section(), encoding="utf-8")
