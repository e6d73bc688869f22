"""Random keys, mouse, pastes and sizes over every screen of every game: no exception, and only text is painted."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from tests.terminal.terminal import VEDETTE, Terminal
from tests.trials.ear import Player, at
from tests.trials.fumbling import at_hand, some_bytes, some_size
from tests.trials.hostile import harm
from tests.trials.middle import played
from vedette.engine.save_file import read
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.tui.launch import make_app

WAYS = {
    "home": "",
    "new game": "n",
    "army": "n\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B ",
    "character": "c",
    "replay": "\x1b[B\x1b[Br",
    "help": "?",
}
"""Screens that are reached from home, and the keys to them."""

START = (100, 30)
"""The size of the window at first."""


async def fumble(player: Player, luck: Random, most: int) -> None:
    """So many events, until the app is left; what is painted is text."""
    size, given = START, list[Any]()
    try:
        while player.events < most and player.runs:
            if luck.random() < 0.03:
                size = some_size(luck)
                given.append(size)
                await player.resize(*size)
            else:
                given.append(some_bytes(luck, size, at_hand(player.app)))
                await player.send(given[-1])
            heard = player.heard()
            assert not harm(heard), harm(heard)
            if player.app.error is not None:
                raise player.app.error
    except Exception as error:
        error.add_note(f"given last: {given[-12:]}")
        raise


async def walk(folder: Path, ruleset: str, seed: int, most: int) -> Counter[str]:
    """So many events at a table, or on the screens that are reached from home; how many, and what they wrote."""
    luck = Random(f"{ruleset}/{seed}")
    way = "" if seed % 3 else list(WAYS)[seed // 3 % len(WAYS)]
    path = folder / "game.vedette"
    played(ruleset, luck.choice((0, 5, 30, 80)), luck.randrange(1000), path).session.close()
    app = make_app(rulesets(), folder, None if way else path)
    async with at(app, START) as player:
        await player.send(WAYS.get(way, "").encode())
        await fumble(player, luck, most)
    save = read(path)
    assert not save.damage
    return Counter({way or "table": player.events, "lines": len(save.entries)})


async def test_random_input_ends_no_screen(ruleset_id: str, times: Times, tmp_path: Path) -> None:
    counted = Counter[str]()
    for seed in range(times(1, 126)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            counted += await walk(folder, ruleset_id, seed, times(50, 200))
        except Exception as error:
            error.add_note(f"walk {seed} of {ruleset_id}")
            raise
    print(ruleset_id, dict(counted))


def test_random_bytes_in_a_real_terminal(times: Times, tmp_path: Path) -> None:
    counted = Counter[str]()
    for seed in range(times(1, 40)):
        ruleset = list(rulesets())[seed % 4]
        luck, path = Random(seed), tmp_path / f"{seed}.vedette"
        played(ruleset, luck.choice((0, 30)), seed, path).session.close()
        command = [*VEDETTE, "play", str(path)] if seed % 5 else [*VEDETTE]
        with Terminal(command, columns=START[0], lines=START[1], environment={}) as screen:
            screen.take_over()
            screen.settle()
            counted += hammered(screen, luck, times(40, 300))
            code = screen.wait() if not screen.runs else ended(screen)
            assert code in (0, 128 + signal.SIGTERM), (seed, screen.last_words)
            assert screen.left_behind == [], seed
            assert b"Traceback" not in screen.raw, seed
        assert not read(path).damage
    print(dict(counted))


def hammered(screen: Terminal, luck: Random, most: int) -> Counter[str]:
    """Send whatever comes to mind, without waiting for anything; counted."""
    counted, size = Counter[str](), START
    while counted["sent"] < most and screen.runs:
        counted["sent"] += 1
        if luck.random() < 0.05:
            size = some_size(luck)
            counted["sizes"] += 1
            screen.resize(*size)
        else:
            screen.send(some_bytes(luck, size))
    return counted


def ended(screen: Terminal) -> int:
    screen.signal(signal.SIGTERM)
    return screen.wait()
