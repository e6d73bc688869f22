"""Signals and closed windows in every state of the screen: the terminal is as it was, and nothing is lost."""

from __future__ import annotations

import shutil
import signal
import time
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from tests.terminal.terminal import VEDETTE, Terminal
from tests.trials.middle import played
from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.engine.save_file import read
from vedette.engine.session import Session, open_session
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.tui.table_controller import TableController

ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, None)
"""Signals; None is a window that is closed."""

KEYS = {
    "table": "", "dice": "", "half a pool": "1", "question": "", "remark": "Nhalf a wo", "adjustment": "x",
    "help": "?", "replay": "P", "log": "l", "writing": "", "home": "", "new game": "n", "character": "c", "hurry": "",
}  # fmt: skip
"""States of the screen, and the keys to them from the table or from home."""

HOME = ("home", "new game", "character")
AT_ONCE = ("hurry", "writing")
"""States that are not waited for."""


def brought_to(state: str, ruleset: str, path: Path, luck: Random) -> bool:
    """A save in which the game waits for what the state needs; false where it never did."""
    wanted = (
        DiceRequest if state in ("dice", "half a pool") else ChoiceRequest if state == "question" else None
    )
    game = played(ruleset, luck.choice((3, 20, 40)), luck.randrange(50), path)
    for _ in range(400):
        request = game.session.request
        there = isinstance(request, wanted) if wanted else request is None
        if there and not (state == "half a pool" and isinstance(request, DiceRequest) and request.dice < 2):
            break
        there = False
        game.step()
    over = game.session.state.outcome
    game.session.close()
    return there and not over


def form_key(path: Path) -> str:
    """The letter of an action that has a form."""
    session = open_session(rulesets(), path)
    offer = TableController(session).offer
    session.close()
    pairs = zip(offer.actions, offer.keys, strict=True)
    return next(
        (key for action, key in pairs if action.form and not action.why_not and not action.secret), ""
    )


def ended(end: signal.Signals | None, screen: Terminal) -> str:
    """End it; tells what is not as it should be."""
    if end is None:
        code = screen.hang_up()
        return "" if code == 128 + signal.SIGHUP else f"exit {code}"
    screen.signal(end)
    code = screen.wait()
    odd = [*([f"exit {code}"] if code != 128 + end else []), *screen.left_behind]
    return ", ".join([*odd, *(["words"] if screen.last_words.strip() else [])])


def remarked(screen: Terminal, luck: Random) -> None:
    """Remarks in haste, the last of which may be on its way to the disk."""
    for number in range(luck.randint(1, 4)):
        screen.hurry("N", *f"remark {number}", "enter")
    time.sleep(luck.uniform(0.0, 0.6))


def tried(folder: Path, ruleset: str, state: str, end: signal.Signals | None, luck: Random) -> str:
    """One end of one state; tells what went wrong, or that the state never came."""
    path = folder / "game.vedette"
    if not brought_to(state, ruleset, path, luck):
        return "never came"
    before, size = path.read_bytes(), luck.choice(((80, 24), (120, 40), (40, 10), (1, 1)))
    at_home = state in HOME
    keys = KEYS[state] if state in KEYS else form_key(path)
    command = [*VEDETTE] if at_home else [*VEDETTE, "play", str(path)]
    place = {"NO_COLOR": "1", "VEDETTE_SAVES": str(folder)}
    with Terminal(command, columns=size[0], lines=size[1], environment=place) as screen:
        screen.take_over()
        if state not in AT_ONCE:
            screen.settle()
            screen.press(*keys)
            screen.settle()
        elif state == "writing":
            remarked(screen, luck)
        odd = ended(end, screen)
    return odd or standing(path, before, grown=state == "writing")


def standing(path: Path, before: bytes, *, grown: bool) -> str:
    """What is wrong with the save afterwards."""
    after = path.read_bytes()
    if not after.startswith(before) or (not grown and after != before):
        return "the save is another one"
    session: Session[Any] = open_session(rulesets(), path)
    said = session.damage or session.readonly or ("it differs" if verify(session) else "")
    session.close()
    return said if said else "torn" if read(path).notice else ""


def test_every_end_of_every_state_leaves_all_in_order(tmp_path: Path, times: Times) -> None:
    luck, counted = Random(7), Counter[str]()
    every = list(product(rulesets(), [*KEYS, "form"], ENDS)) * times(1, 2)
    for number, (ruleset, state, end) in enumerate(luck.sample(every, times(1, len(every)))):
        folder = tmp_path / str(number)
        folder.mkdir()
        what = end.name if end else "closed"
        odd = tried(folder, ruleset, state, end, Random(f"{number}"))
        assert odd in ("", "never came"), f"trial {number}: {ruleset}, {state}, {what}: {odd}"
        counted.update([odd or state, *([] if odd else [what])])
        shutil.rmtree(folder)
    print(dict(counted))
