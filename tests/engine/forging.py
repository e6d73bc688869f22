"""Lines that Vedette never wrote, with a right checksum."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from vedette.engine.chain import last_checksum, with_checksum
from vedette.engine.save_file import read

TIME = "2026-01-01T00:00:00+00:00"


def forge(path: Path, *entries: dict[str, Any] | bytes) -> None:
    """Append lines to a save; they are sealed like those before them."""
    data = path.read_bytes()
    checksum = last_checksum(data)
    assert checksum is not None
    for entry in entries:
        body = entry if isinstance(entry, bytes) else json.dumps(entry, separators=(",", ":")).encode()
        line, checksum = with_checksum(body, checksum)
        data += line
    path.write_bytes(data)


def a_note(path: Path, **more: Any) -> dict[str, Any]:
    """A note at the end of a save, in which something may be odd."""
    entries = read(path).entries
    side = "a"
    note = {"is": "noted", "of": {"text": "tea"}, "changes": []}
    return {
        "n": len(entries) + 1,
        "parent": len(entries),
        "time": TIME,
        "kind": "command",
        "who": side,
        "input": {"do": "note", "by": side, "text": "tea"},
        "events": [note],
        "waits": "",
        **more,
    }


def changing(*changes: Any) -> list[dict[str, Any]]:
    """The events of an entry that makes these changes."""
    return [{"is": "noted", "of": {"text": "tea"}, "changes": list(changes)}]
