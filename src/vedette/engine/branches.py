"""A branch by itself: what leads to one place in the tree, as a save of its own that says where it comes from."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from vedette.engine.entry_builder import bookmark_entry
from vedette.engine.errors import CommandError
from vedette.engine.journal import create
from vedette.engine.save_file import Header, Origin
from vedette.engine.timeline import Timeline


def branch_ends(timeline: Timeline) -> list[int]:
    """The last line of every branch, undone ones too, in the order of the save."""
    followed = {entry.parent for entry in timeline.entries if entry.is_place}
    return [entry.n for entry in timeline.entries if entry.is_place and entry.n not in followed]


def apart(timeline: Timeline, n: int) -> int:
    """How many lines lead to an entry that do not lead to where the game stands."""
    here = {entry.n for entry in timeline.path()}
    return sum(entry.n not in here for entry in timeline.path(n))


def write_branch(header: Header, timeline: Timeline, n: int, name: str, place: Path) -> int:
    """Write what leads to an entry (0: the set-up), and its bookmarks, into a new save; returns its number of lines.

    `name` is that of the save that it comes from. Raises CommandError where the game never stood there, or JournalError.
    """
    if not timeline.has_place(n):
        raise CommandError(f"There is no line {n} that a branch could end with.")
    path = list(enumerate(timeline.path(n), start=1))
    alone = Timeline(replace(entry, n=at, parent=at - 1, lines=None, snapshot=None) for at, entry in path)
    for at, entry in path:
        if entry.n in timeline.bookmarks:
            alone.add(bookmark_entry(alone, at, timeline.bookmarks[entry.n], ""))
    create(place, header.model_copy(update={"origin": Origin(save=name, line=n)}), alone.entries).close()
    return len(alone.entries)
