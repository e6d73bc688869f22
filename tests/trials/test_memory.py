"""Long evenings: thousands of keys leave no memory behind, and a game of 50,000 entries can be played on."""

from __future__ import annotations

import gc
import resource
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.trials.ear import Player, at
from tests.trials.middle import played
from vedette.engine import files
from vedette.engine.requests import DiceRequest
from vedette.engine.session import Session, open_session
from vedette.registry import rulesets
from vedette.testing.game import PLAIN, Game
from vedette.tui.launch import make_app
from vedette.tui.table_controller import TableController

ROUND = (
    "\x1b[B",
    "\x1b[A",
    "\t",
    "{form}",
    "1",
    "\x1b",
    "l",
    "\x1b[A",
    "\x1b",
    "Nno",
    "\x1b",
    "x",
    "\x1b",
    "?",
    "\x1b[B",
    "\x1b",
    "w",
)
"""What changes nothing in a game, over and over; one of these leads back from each screen."""


def keys(form: str) -> Iterator[str]:
    return (key.replace("{form}", form) for key in cycle(ROUND))


def blocks() -> int:
    """How many pieces of memory Python holds."""
    gc.collect()
    return sys.getallocatedblocks()


async def pressed(player: Player, more: Iterator[str], count: int) -> int:
    """So many keys; how much memory is held after them."""
    for key in islice(more, count):
        await player.send(key.encode())
        player.heard()
    return blocks()


@pytest.mark.thorough
async def test_keys_leave_no_memory_behind(tmp_path: Path) -> None:
    for ruleset_id in rulesets():
        await leaves_no_memory_behind(ruleset_id, tmp_path / ruleset_id)


async def leaves_no_memory_behind(ruleset_id: str, folder: Path) -> None:
    folder.mkdir()
    path = folder / "game.vedette"
    session = played(ruleset_id, 20, 3, path).session
    while session.request is not None:
        session.answer(
            session.throw() if isinstance(session.request, DiceRequest) else session.request.options[0].value
        )
    offer = TableController(session).offer
    form = next(
        key for one, key in zip(offer.actions, offer.keys, strict=True) if one.form and not one.secret
    )
    session.close()
    count = 1250
    async with at(make_app(rulesets(), folder, path)) as player:
        more = keys(form)
        held = [await pressed(player, more, count) for _ in range(5)]
        held = held[1:]  # in the first part what is kept to be quick is filled
        assert player.app.error is None
    growth = (held[-1] - held[0]) / (len(held[1:]) * count)
    print(ruleset_id, f"{len(held) * count} keys, {growth:.1f} blocks a key", held)
    assert growth < 5, held


def notes(session: Session[Any], upto: int) -> None:
    """Remarks, undone now and then."""
    side = next(iter(session.state.sides))
    while len(session.timeline.entries) < upto:
        session.do({"do": "note", "by": side, "text": f"Remark {len(session.timeline.entries)}"})
        if not len(session.timeline.entries) % 50:
            session.undo(side)


def measured(what: str, since: float) -> str:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return f"{what}: {time.perf_counter() - since:.2f} s, {memory} MB at most"


@pytest.mark.thorough
async def test_a_game_of_50000_entries(
    ruleset_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, told = tmp_path / "game.vedette", []
    with monkeypatch.context() as patch:
        patch.setattr(files, "sync", lambda file: None)
        game = played(ruleset_id, 3000, 3, path)
        Game(game.session, Random(3), dict(PLAIN))
        while game.session.request is not None:
            game.session.answer(game.answer())
        notes(game.session, 50_000)
        game.session.close()
    since = time.perf_counter()
    session = open_session(rulesets(), path)
    told.append(measured("opened", since))
    since = time.perf_counter()
    notes(session, len(session.timeline.entries) + 1)
    told.append(measured("a command", since))
    since = time.perf_counter()
    session.undo()
    told.append(measured("an undo", since))
    session.close()
    since = time.perf_counter()
    async with at(make_app(rulesets(), tmp_path, path)) as player:
        told.append(measured("on the screen", since))
        for what, typed in (
            ("a remark", "Nlate\r"),
            ("an undo by key", "u"),
            ("the log", "l\x1b[H\x1b"),
            ("the replay", "P\x1b[D\x1b"),
        ):
            since = time.perf_counter()
            await player.send(typed.encode())
            told.append(measured(what, since))
        assert player.app.error is None
        since = time.perf_counter()
    told.append(measured("left", since))
    print(ruleset_id, path.stat().st_size // 1024, "KB;", "; ".join(told))
