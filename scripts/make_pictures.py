"""Takes the pictures of the documents anew: `python scripts/make_pictures.py [FOLDER]`.

Always the same ones for the same example game: a moment of it with dice on the table.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.idle import workers_done  # noqa: E402 - the tests stand beside

from vedette.engine import journal, save_file  # noqa: E402
from vedette.engine.library import data_folder  # noqa: E402
from vedette.engine.session import Session, read_session  # noqa: E402
from vedette.engine.timeline import Entry  # noqa: E402
from vedette.registry import rulesets  # noqa: E402
from vedette.tui.launch import make_app  # noqa: E402

SIZE = (120, 40)
MOST = 11
"""Dice that lie on the table with room round them."""
TESTED = 16
"""As many, of two tests and a volley of twelve."""

EXAMPLE = data_folder() / "saves" / "open-fire-first-battle.vedette"
COMPANY = data_folder() / "saves" / "company-mill-road.vedette"
CLOSE_QUARTERS = data_folder() / "saves" / "close-quarters-boarding.vedette"
NAPOLEONIC = data_folder() / "saves" / "napoleonic-along-the-hedges.vedette"


def commands(session: Session[Any], do: str) -> list[list[Entry]]:
    """Commands like `do` that end with dice, each as its command and the answers to it; those of later rounds."""
    found: list[list[Entry]] = []
    for entry in session.timeline.path():
        if entry.kind == "command":
            found.append([])
        found[-1].append(entry)
    return [
        one
        for one in found
        if one[0].given["do"] == do and one[-1].kind == "dice" and session.state_at(one[0].n).round > 1
    ]


def dice(attack: list[Entry]) -> int:
    """How many dice lie on the table after it."""
    return sum(len(entry.given.get("faces", ())) for entry in attack)


def shots(session: Session[Any]) -> Entry:
    """The last dice of the skirmishers with the most shots."""
    path = session.timeline.path()
    fires = [
        answer
        for command, answer in pairwise(path)
        if command.given.get("do") == "skirmish_fire" and answer.kind == "dice"
    ]
    return max(fires, key=lambda answer: len(answer.given["faces"]))


def volley() -> Entry:
    """The last dice of a volley that made its target test."""
    tests = [one for one in commands(read_session(rulesets(), COMPANY), "shoot") if dice(one) <= TESTED]
    return max(tests, key=dice)[-1]


def second_roll() -> Entry:
    """The dice of the first shot on the map that took more than its roll to hit."""
    shots = commands(read_session(rulesets(), CLOSE_QUARTERS), "shoot")
    return next(shot for shot in shots if len(shot) > 2)[-1]


def cut(example: Path, last: Entry, folder: Path) -> Path:
    """An example up to the question that an entry answers."""
    save = save_file.read(example)
    copy = folder / example.name
    with closing(journal.create(copy, save.header)) as file:
        file.append([entry for entry in save.entries if entry.n < last.n])
    return copy


def many_dice() -> Entry:
    """The last dice of an attack with many dice."""
    session = read_session(rulesets(), EXAMPLE)
    return max((one for one in commands(session, "attack") if dice(one) <= MOST), key=dice)[-1]


async def picture(example: Path, last: Entry, folder: Path) -> str:
    """Type the dice of an entry, and look at the table."""
    app = make_app(rulesets(), folder, cut(example, last, folder))
    app.animation_level = "none"
    keys = {10: "0", 11: "minus", 12: "equals_sign"}
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*(keys.get(face, str(face)) for face in last.given["faces"]))
        await workers_done(app)
        await pilot.pause()
        return app.export_screenshot(title="Vedette")


def main(folder: Path) -> None:
    """Write every picture."""
    with tempfile.TemporaryDirectory() as saves:
        table = asyncio.run(picture(EXAMPLE, many_dice(), Path(saves)))
        fire = shots(read_session(rulesets(), NAPOLEONIC))
        company = asyncio.run(picture(COMPANY, volley(), Path(saves)))
        napoleonic = asyncio.run(picture(NAPOLEONIC, fire, Path(saves)))
        close_quarters = asyncio.run(picture(CLOSE_QUARTERS, second_roll(), Path(saves)))
    (folder / "table.svg").write_text(table, encoding="utf-8")
    (folder / "company.svg").write_text(company, encoding="utf-8")
    (folder / "napoleonic.svg").write_text(napoleonic, encoding="utf-8")
    (folder / "close-quarters.svg").write_text(close_quarters, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "pictures")
