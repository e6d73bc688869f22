"""The command that verifies: a long game on all processors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from vedette.cli import errors
from vedette.cli.games import looking, read_save
from vedette.cli.json_output import print_json
from vedette.cli.progress import cores, processes, progress
from vedette.cli.show import Printer
from vedette.engine.errors import CommandError
from vedette.engine.plain import to_plain
from vedette.engine.receipts import Receipt
from vedette.engine.saves import find_save, save_folder
from vedette.engine.session import Session, read_session
from vedette.engine.verify import Difference, Verification
from vedette.registry import rulesets
from vedette.view.undo_summary import undone_by, undone_lines

FEW = 2_000
"""Up to this many commands, one process is faster than several that must read the save first."""

PART = 200
"""Commands verified at a time."""

_opened: dict[Path, Verification] = {}
"""The games that other processes verify; forked copies of this process have them already."""


def verify(save: str, code: str | None, receipt: bool, as_json: bool) -> None:
    if receipt:
        saved = read_save(save)
        given = Receipt.of(saved) if code is None else Receipt.read(code)
        holds = given.holds(saved)
        if as_json:
            print_json({"receipt": str(given), "entry": given.n, "holds": holds})
        elif code is None:
            typer.echo(given)
        elif holds:
            typer.echo(f"The game still leads through entry {given.n}; nothing up to there was changed.")
        elif given.n > len(saved.entries):
            typer.echo(f"The game does not lead through it: it ends at entry {len(saved.entries)}.")
        else:
            typer.echo(
                f"The game does not lead through it: something up to entry {given.n} is not as it was."
            )
        if not holds or (code is None and saved.damage):
            raise typer.Exit(errors.FAILED)
        return
    if code is not None:
        raise CommandError("A receipt is checked with --receipt.")
    session = looking(save)
    damage = session.damage
    found = differences(session, find_save(save, save_folder()))
    undone = undone_by(session)
    if as_json:
        told = [{"n": difference.n, "text": difference.text} for difference in found]
        entries = len(session.timeline.entries)
        counted = {side: to_plain(one) for side, one in undone.items()}
        print_json({"entries": entries, "damage": damage, "differences": told, "undone": counted})
    else:
        printer = Printer(session)
        for difference in found:
            printer.line((f"{difference.n:>5}  ", "dim"), difference.text)
        for line in undone_lines(undone, session.names()):
            printer.line(line)
        printer.line(f"{len(session.timeline.entries)} entries, {len(found)} differences")
    if found or damage:
        raise typer.Exit(errors.FAILED)


def differences(session: Session[Any], path: Path) -> list[Difference]:
    _opened[path] = verification = Verification(session)
    commands = verification.commands
    with progress("Verifying") as told:
        if len(commands) <= FEW or cores() == 1:
            return verification.whole(verification.of(commands, told))
        parts = [commands[at : at + PART] for at in range(0, len(commands), PART)]
        with processes(cores() - 1, _open, path) as pool:
            try:
                last_first = [(part, pool.submit(_differences, path, part)) for part in reversed(parts)]
                found: list[Difference] = []
                for done, (part, elsewhere) in enumerate(reversed(last_first)):
                    told(done / len(parts))
                    found += verification.of(part) if elsewhere.cancel() else elsewhere.result()
                return verification.whole(found)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _open(path: Path) -> None:
    if path not in _opened:
        _opened[path] = Verification(read_session(rulesets(), path))


def _differences(path: Path, commands: Sequence[int]) -> list[Difference]:
    return _opened[path].of(commands)
