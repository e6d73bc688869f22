"""The command that looks back: what the dice of a game came to, and what fair dice would have come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter

from vedette.cli.games import looking
from vedette.cli.json_output import print_json
from vedette.cli.output import print_line
from vedette.cli.progress import progress
from vedette.engine.data import Table
from vedette.engine.luck import Tally, Throw, typed_faces
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.loss_luck import LossSearch
from vedette.view.luck import SideLuck, luck_of, more_words, one_decimal, percentile_words
from vedette.view.report import losses_in

RARE = 0.01
"""What is less likely is told as that."""


def luck(save: str, seconds: float, as_json: bool) -> None:
    session = looking(save)
    throws = session.played.throws()
    sides = [luck_of(throws, side) for side in session.state.sides]
    losses: LossSearch | None = LossSearch(session)
    if losses and losses.can_be_done_in(seconds):
        with progress("Working out expected losses") as told:
            losses.go_on(perf_counter() + seconds, told)
    else:
        losses = None
    if as_json:
        print_json(_plain(throws, sides, losses))
        return
    for line in _lines(session, throws, sides):
        print_line(line)
    names = session.names()
    if losses is None:
        print_line("Expected losses are left out: they need more time (--seconds).\n")
    elif not losses.done or any(losses.losses.values()):
        print_line(f"Lost, and expected to be lost by the odds of each command, in {losses_in(session)}:")
        for side, lost in losses.losses.items():
            print_line(f"  {names[side]:<20} {lost.actual:>3} lost, {one_decimal(lost.expected)} expected")
        if losses.left_out:
            print_line(
                f"  {losses.left_out} of {losses.commands} commands have too many ways to go; they are left out."
            )
        if not losses.done:
            print_line("  Not every command has been looked into; --seconds looks longer.")
        print_line("")
    for one in typed_faces(throws):
        counts = " · ".join(f"{face}: {count}" for face, count in enumerate(one.counts, one.lowest))
        print_line(f"Faces typed for {names.get(one.side, 'Both sides')} (D{len(one.counts)}): {counts}")
        p = one.fairness
        if p is None:
            print_line("  too few dice to tell whether they are fair")
            continue
        rare = "fewer than 1 in 100" if p < RARE else f"{round(100 * p)} in 100"
        print_line(f"  fair dice are at least as uneven in {rare} games (chi-square, p = {p:.3f})")


def _plain(throws: list[Throw], sides: list[SideLuck], losses: LossSearch | None) -> Table:
    """Everything as data: exact numbers as fractions in lowest terms; losses are null if there was no time for them."""
    return {
        "rolls": len(throws),
        "sides": {
            one.side: {
                **_tally(one.whole),
                "typed": _tally(one.typed),
                "rolled": _tally(one.rolled),
                "kinds": {kind: _tally(tally) for kind, tally in one.kinds.items()},
                "sums": {kind: _tally(tally) for kind, tally in one.sums.items()},
                "losses": losses
                and {
                    "actual": losses.losses[one.side].actual,
                    "expected": str(losses.losses[one.side].expected),
                },
            }
            for one in sides
        },
        "losses": losses
        and {"commands": losses.commands, "left out": losses.left_out, "complete": losses.done},
        "faces": [
            {"side": one.side, "from": one.lowest, "counts": one.counts, "p": one.fairness}
            for one in typed_faces(throws)
        ],
    }


def _tally(tally: Tally) -> Table:
    share = tally.percentile
    return {
        "rolls": tally.rolls,
        "dice": tally.dice,
        "actual": tally.actual,
        "expected": str(tally.expected),
        "percentile": None if share is None else float(share),
    }


def _lines(session: Session[GameState], throws: list[Throw], sides: Iterable[SideLuck]) -> Iterator[str]:
    """Each side's rolls that succeed or fail, by kind, then its other sums."""
    if not throws:
        yield "No dice have been rolled."
    for one in sides:
        if not one.whole.rolls and not one.sums:
            continue
        yield f"{session.names()[one.side]}: {percentile_words(one.whole)}."
        rows = [*one.kinds.items()]
        rows += [("All of these", one.whole)] if len(rows) > 1 else []
        both = one.typed.rolls and one.rolled.rolls
        rows += [("typed", one.typed), ("rolled by Vedette", one.rolled)] if both else []
        for kind, tally in rows:
            yield _row(kind, tally, "succeed")
        for kind, tally in one.sums.items():
            yield _row(kind, tally, "in all")
        yield ""


def _row(kind: str, tally: Tally, what: str) -> str:
    rolls = f"{tally.rolls} roll{'s' if tally.rolls != 1 else ''}"
    came = f"{tally.actual} {what}, {one_decimal(tally.expected)} expected"
    return f"  {kind:<20} {rolls:>9}  {came:<34} {more_words(tally.luck):>6}"
