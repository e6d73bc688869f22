"""The figures of an installed Vedette, as medians; `run.py` installs it and calls this.

Each figure stands beside what it is measured against, in turn with it, because a machine's own speed says little.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import cache_from_source
from pathlib import Path
from shutil import copyfile
from statistics import median
from typing import Any

from foresight import odds
from screen import bare, first_frame, home, key_to_paint, key_to_paint_in_turn, table
from viewers import OPENS, looking_on

import vedette
from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.library import games
from vedette.engine.requests import DiceRequest
from vedette.engine.save_file import read
from vedette.engine.session import Session, new_session
from vedette.engine.timeline import GivenFaces, RollEntry
from vedette.registry import rulesets
from vedette.view.hexes import neighbour

ENTRIES = 10_000
TOLD = 5_000
"""Lines of the game that is told afterwards."""
BACK = 300
"""Lines behind a roll that is corrected."""
COMMANDS = 2_000
STARTS = 11
OPENINGS = 7
KEYS = 40
MONTHS, PAIRS = 20, 3
VIEWERS = (1, 100)


def not_installed() -> str:
    """Why this Vedette is not one that somebody has installed, in a sentence; "" where it is."""
    package = Path(vedette.__file__).parent
    if package.parent != Path(sysconfig.get_path("purelib")):
        return f"Only an installed Vedette is measured, and this one runs from {package}: call benchmarks/run.py."
    bare_sources = [file for file in package.rglob("*.py") if not Path(cache_from_source(str(file))).exists()]
    if sys.dont_write_bytecode or bare_sources:
        return "Only a Vedette with its bytecode is measured, and this one has none: call benchmarks/run.py."
    return ""


def measure(work: Callable[[], object], times: int) -> float:
    """The median of several runs, in milliseconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begin) * 1000)
    return median(taken)


def tell(what: str, milliseconds: float, against: float | None = None) -> None:
    """One figure, and how many times the other it is."""
    ratio = f"{milliseconds / against:8.2f} x" if against else ""
    print(f"{what:<74} {milliseconds:10.3f} ms {ratio}", flush=True)


def start(path: Path | None = None) -> Session[Any]:
    """The first battle, up to its first activation."""
    session = new_session(rulesets()["open-fire"], games("open-fire")["first-battle"], seed=1, path=path)
    give(session, {"do": "start_game", "by": "red"})
    give(session, {"do": "roll_off", "by": "red"})
    return session


def give(session: Session[Any], words: dict[str, Any]) -> bool:
    """A command, with rolled dice and the first of every choice; whether it was possible."""
    try:
        refused = session.do(words).refusal
    except CommandError:
        return False
    while session.request:
        session.answer(
            session.throw() if isinstance(session.request, DiceRequest) else session.request.options[0].value
        )
    return refused is None


def next_command(session: Session[Any], luck: random.Random) -> dict[str, Any]:
    """What a hasty player does: bring units on, fire at anybody, end the round."""
    told = session.paths()
    units, side = told["units"], told["active"]
    if told["pending"] in ("roll_off", "end_round"):
        return {"do": told["pending"], "by": "red"}
    if told["pending"] == "activate":
        ready = [one for one, unit in units.items() if unit["side"] == side and not unit["activated"]]
        there = [one for one in ready if not units[one]["destroyed"]]
        unit = luck.choice(there)
        if units[unit]["in_reserve"]:
            entries = session.setup["mission"]["entry_points"]
            return {"do": "deploy", "by": unit, "entry": next(e["id"] for e in entries if e["side"] == side)}
        return {"do": "activate", "by": unit}
    unit, stage = told["activation"]["unit"], told["activation"]["stage"]
    enemies = [one for one in units if units[one]["side"] != side and units[one]["models_left"]]
    targets = [one for one in enemies if not units[one]["in_reserve"]]
    if stage == "recover":
        return {"do": "move", "by": unit, "inches": 1}
    if stage == "move" and targets:
        weapons = session.state.book.units[unit].weapons
        weapon = luck.choice(list(weapons))
        return {"do": "attack", "by": unit, "target": luck.choice(targets), "weapon": weapon, "range": 1}
    return {"do": "end_activation", "by": unit}


def play(session: Session[Any], enough: Callable[[], bool]) -> list[float]:
    """Play, over and over; the milliseconds of each command."""
    luck, taken = random.Random(1), []
    begun = session.timeline.head
    while not enough():
        if session.state.outcome:
            session.goto(begun)
        words = next_command(session, luck)
        begin = time.perf_counter()
        if give(session, words):
            taken.append((time.perf_counter() - begin) * 1000)
        else:
            give(session, {"do": "end_activation", "by": words["by"]})
    return taken


def rate(taken: list[float]) -> str:
    """How many commands of the median length there are in a second, and of them all."""
    return f"{1000 / median(taken):.0f} a second, all in all {1000 * len(taken) / sum(taken):.0f}"


def rules() -> None:
    """Commands without a save."""
    session, done = start(), iter(range(COMMANDS))
    taken = play(session, lambda: next(done, None) is None)
    tell(f"a command without a save ({rate(taken)})", median(taken))


def saves(folder: Path) -> None:
    """Append, open, undo."""
    path = folder / "long.vedette"
    session = start(path)
    taken = play(session, lambda: len(session.timeline.entries) >= ENTRIES)
    session.close()
    print(f"a save of {len(path.read_bytes().splitlines())} lines, {path.stat().st_size / 1e6:.1f} MB")
    tell(f"a command with its lines on the disk ({rate(taken)})", median(taken))
    pairs = [(opening("json", path), opening("vedette", path)) for _ in range(OPENINGS)]
    tell("json.loads of all lines, in a fresh process", least := median(one for one, _ in pairs))
    tell("open it to play on, in a fresh process", median(one for _, one in pairs), least)
    undo(path)


def opening(way: str, path: Path) -> float:
    """What `opening.py` tells."""
    script = Path(__file__).with_name("opening.py")
    said = subprocess.run([sys.executable, script, way, path], check=True, capture_output=True, text=True)
    return float(said.stdout)


def undo(path: Path) -> None:
    """Undo at the beginning and at the end of a long game, without the disk."""
    short, save = start(), read(path)
    long = Session(rulesets()["open-fire"], save.header)
    long.load(save)
    few = measure(lambda: (short.undo(), short.redo()), 200)
    tell("undo and redo after 3 entries", few)
    tell(f"undo and redo after {ENTRIES} entries", measure(lambda: (long.undo(), long.redo()), 200), few)


def screens(folder: Path) -> None:
    """The first frame of the table and the paint of a command, against a bare Textual app."""
    path = folder / "game.vedette"
    session = start(path)
    for _ in range(4):
        give(session, next_command(session, random.Random(2)))
    session.close()
    os.environ["VEDETTE_SAVES"] = str(folder)
    ways = ((bare(), b"pressed"), (table(path), b"Keelborn"), (home(), b"New game"))
    frames = [[first_frame(*way) for way in ways] for _ in range(STARTS)]
    least, of_table, of_home = (median(column) for column in zip(*frames, strict=True))
    tell("first frame of a bare Textual app", least)
    tell("first frame of the table", of_table, least)
    tell("first frame of home", of_home, least)
    repaint, _ = key_to_paint(bare(), b"pressed", b"u", KEYS)
    painted, counts = key_to_paint(table(path), b"Keelborn", b"uy", KEYS)
    tell("a key to its paint, bare Textual app", least := median(repaint))
    tell(f"a command (undo, redo) to its paint, {max(counts)} frame", median(painted), least)
    maps(folder, least)
    viewers(path)


def viewers(path: Path) -> None:
    """What many who follow the game on the page cost the table."""
    for count in VIEWERS:
        alone, watched = key_to_paint_in_turn(
            table(path), b"Keelborn", b"uy", OPENS, partial(looking_on, count)
        )
        tell("a command to its paint, the page open and nobody looking", least := median(alone))
        tell(f"a command to its paint, {count} looking on", median(watched), least)


def maps(folder: Path, least: float) -> None:
    """The same on a map of hexes, with ten characters: a move taken back and made again, and a step of its form."""
    path = folder / "map.vedette"
    session = new_session(
        rulesets()["close-quarters"], games("close-quarters")["ruins-patrol"], seed=1, path=path
    )
    give(session, {"do": "start_combat", "by": "colony"})
    give(session, {"do": "initiative", "by": "colony"})
    game = session.state
    mover = game.of(game.active)[0]
    give(session, {"do": "move", "by": mover, "path": [neighbour(game.units[mover].hex, "s")]})
    session.close()
    painted, counts = key_to_paint(table(path), b"Movement", b"uy", KEYS)
    tell(f"a move on the map (undo, redo) to its paint, {max(counts)} frame", median(painted), least)
    painted, counts = key_to_paint(table(path), b"Movement", b"s\x7f", KEYS, first=b"m")
    tell(f"a step in the form of a move to its paint, {max(counts)} frame", median(painted), least)


def endless(path: Path, lines: int) -> None:
    """A battle that nobody can win."""
    session, luck = start(path), random.Random(1)
    while len(session.timeline.path()) < lines:
        fight_on(session, luck)
    session.close()


def fight_on(session: Session[Any], luck: random.Random) -> None:
    """The next command of an endless battle: the dead get up, what would destroy a unit is undone, and the last round never comes."""
    if session.state.round > 2:
        give(session, {"do": "adjust", "by": "red", "path": "round", "value": 1, "reason": "again"})
    for unit, troop in session.state.units.items():
        fallen = {f"units.{unit}.models.{n}.hp": 1 for n, model in enumerate(troop.models) if not model.hp}
        if 2 * len(fallen) > len(troop.models):
            give(session, {"do": "adjust", "by": "red", "values": fallen, "reason": "they get up"})
    words = next_command(session, luck)
    if not give(session, words):
        give(session, {"do": "end_activation", "by": words["by"]})
    elif any(troop.destroyed for troop in session.state.units.values()):
        session.undo()
        give(session, {"do": "end_activation", "by": words["by"]})


def reports(folder: Path) -> None:
    """A long game told afterwards, in a fresh process; and the end of a game on the screen."""
    path, out = folder / "endless.vedette", folder / "endless.html"
    endless(path, TOLD)
    command = (sys.executable, "-m", "vedette", "report", path, "-o", out)
    taken = measure(lambda: subprocess.run(command, check=True, capture_output=True), OPENINGS)
    tell(f"the battle report of {TOLD} lines as a page ({out.stat().st_size / 1e3:.0f} kB)", taken)
    corrections(path)
    ended = folder / "ended.vedette"
    session = start(ended)
    give(session, {"do": "concede", "by": "red"})
    session.close()
    painted, counts = key_to_paint(table(ended), b"Victory", b"uy", KEYS)
    tell(f"the table to the end of the game (undo, redo) and back, {max(counts)} frame", median(painted))


def corrections(path: Path) -> None:
    """What would hold of a long game if a roll 300 lines before its end had been misread."""
    save = read(path)
    session = Session(rulesets()["open-fire"], save.header)
    session.load(save)
    way = session.timeline.path()
    roll = next(one for one in reversed(way[:-BACK]) if isinstance(one, RollEntry))
    assert isinstance(roll.input, GivenFaces)
    first, *others = roll.input.faces
    other = tuple(map(Die, (first - 1 or 2, *others)))
    planned = session.correction(roll.n, other)
    held = f"{planned.count('holds')} of {len(planned.later)} hold"
    taken = measure(lambda: session.correction(roll.n, other), OPENINGS)
    tell(f"what would hold of a correction {BACK} lines back ({held})", taken)


def months(folder: Path) -> None:
    """A game of a month as a whole, on the command line, at home and on the screen."""
    from month import month

    path, many = folder / "month.vedette", folder / "many"
    month(path)
    for words in (("show",), ("log",), ("luck",), ("verify",), ("report", "-o", str(folder / "month.html"))):
        command = (sys.executable, "-m", "vedette", words[0], path, *words[1:])
        pairs = [(opening("json", path), measure(partial(_call, command), 1)) for _ in range(PAIRS)]
        least, taken = (median(column) for column in zip(*pairs, strict=True))
        tell(f"{words[0]} of a month, against json.loads of its lines", taken, least)
    many.mkdir()
    for number in range(MONTHS):
        copyfile(path, many / f"month{number}.vedette")
    os.environ["VEDETTE_SAVES"] = str(many)
    os.environ["VEDETTE_DATA"] = str(folder / "data")
    for known in ("looked into for the first time", "known"):
        tell(f"home with {MONTHS} such saves, {known}", first_frame(home(), b"month1"))
    for key, what in ((b"l\x1b", "the log"), (b"P\x1b", "the replay")):
        painted, _ = key_to_paint(table(path), b"Keelborn", key, 2)
        tell(f"{what} of a month to its first paint", painted[0])


def _call(command: Sequence[str | Path]) -> None:
    subprocess.run(command, check=True, capture_output=True)


if __name__ == "__main__":
    if why_not := not_installed():
        sys.exit(why_not)
    print(f"Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as name:
        rules()
        for line in odds():
            print(line, flush=True)
        saves(Path(name))
        screens(Path(name))
        reports(Path(name))
        months(Path(name))
