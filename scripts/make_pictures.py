"""Takes the pictures of the documents anew: `python scripts/make_pictures.py [FOLDER]`.

Always the same ones for the same example game: a moment of it with dice on the table.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from vedette.engine import journal
from vedette.engine.library import data_folder
from vedette.engine.session import Session, read_session
from vedette.engine.timeline import Entry
from vedette.games.open_fire.state import Battle
from vedette.registry import rulesets
from vedette.tui.launch import make_app

SIZE = (120, 40)
MOST = 11
"""Dice that lie on the table with room round them."""

EXAMPLE = data_folder() / "saves" / "open-fire-first-battle.vedette"


def attacks(session: Session[Battle]) -> list[list[Entry]]:
    """Attacks that end with dice, each as its command and the answers to it; those of later rounds."""
    found: list[list[Entry]] = []
    for entry in session.timeline.path():
        if entry.kind == "command":
            found.append([])
        found[-1].append(entry)
    return [
        one
        for one in found
        if one[0].input["do"] == "attack" and one[-1].kind == "dice" and session.state_at(one[0].n).round > 1
    ]


def dice(attack: list[Entry]) -> int:
    """How many dice lie on the table after it."""
    return sum(len(entry.input.get("faces", ())) for entry in attack)


def cut(last: Entry, folder: Path) -> Path:
    """The example up to the question that an entry answers."""
    save = journal.read(EXAMPLE)
    copy = folder / EXAMPLE.name
    with closing(journal.create(copy, save.header)) as file:
        file.append([entry for entry in save.entries if entry.n < last.n])
    return copy


async def picture(folder: Path) -> str:
    """Type the last dice of an attack with many dice, and look at the table."""
    session = read_session(rulesets(), EXAMPLE)
    last = max((one for one in attacks(session) if dice(one) <= MOST), key=dice)[-1]
    app = make_app(rulesets(), folder, cut(last, folder))
    keys = {10: "0", 11: "minus", 12: "equals_sign"}
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*(keys.get(face, str(face)) for face in last.input["faces"]))
        await app.workers.wait_for_complete()
        await pilot.pause()
        return app.export_screenshot(title="Vedette")


def main(folder: Path) -> None:
    """Write every picture."""
    with tempfile.TemporaryDirectory() as saves:
        text = asyncio.run(picture(Path(saves)))
    (folder / "table.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).resolve().parent.parent / "docs" / "pictures")
