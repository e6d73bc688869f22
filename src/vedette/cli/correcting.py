"""The command that corrects: a roll that was misread, a choice or a command that was not given like that."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import typer

from vedette.cli import errors
from vedette.cli.games import looking, moving
from vedette.cli.json_output import print_json, told_place
from vedette.cli.show import Printer
from vedette.engine.correction_forecast import Prospects
from vedette.engine.corrections import Correction, Now
from vedette.engine.data import Table
from vedette.engine.errors import CommandError
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.pages.corrections import CHANGED, choice_told, faces_told
from vedette.view.command_line import argument_words
from vedette.view.correcting import later_lines, scores_after, summary, was_and_now

PATIENCE = 2.0
"""Seconds that are looked beyond a question at most."""


def correct(
    save: str,
    n: int,
    words: list[str] | None,
    dice: str | None,
    choose: str | None,
    dry_run: bool,
    by: str,
    agreed: bool,
    as_json: bool,
) -> None:
    if dry_run:
        session = looking(save)
        _tell(session, _planned(session, n, words or (), dice, choose), as_json)
        return
    with moving(save, by) as session:
        planned = _planned(session, n, words or (), dice, choose)
        before = session.timeline.head
        outcome = session.correct(planned, by, agreed=agreed)
        _tell(session, planned, as_json, before)
    if outcome.request:
        raise typer.Exit(errors.WAITING)


def _planned(
    session: Session[GameState], n: int, words: Sequence[str], dice: str | None, choose: str | None
) -> Correction[GameState]:
    """The correction that was asked for; ends with a refusal where a rule forbids it."""
    planned = session.correction(n, _now(session, n, words, dice, choose))
    if planned.refusal is not None:
        errors.say(str(planned.refusal))
        raise typer.Exit(errors.REFUSED)
    return planned


def _now(
    session: Session[GameState], n: int, words: Sequence[str], dice: str | None, choose: str | None
) -> Now:
    """What should have been told; exactly one of the three ways to say it is taken."""
    if (bool(words) + (dice is not None) + (choose is not None)) != 1:
        raise CommandError("A correction is --dice, --choose, or the words of a command as key=value.")
    if dice is not None:
        return faces_told(dice)
    if choose is None:
        return argument_words(words)
    return choice_told(next((one for one in session.timeline.entries if one.n == n), None), choose)


def _tell(
    session: Session[GameState], planned: Correction[GameState], as_json: bool, before: int | None = None
) -> None:
    """Print what was, what is now, and what became of every later line; `before` is where the game stood."""
    was, now = was_and_now(session, planned)
    ahead = Prospects(session.ruleset, planned)
    if before is None:
        ahead.go_on(perf_counter() + PATIENCE)
    later = later_lines(session, planned, ahead.found)
    if as_json:
        lines = [
            {"n": one.n, "line": one.text, "verdict": one.verdict, "why": one.why, "then": one.then}
            for one in later
        ]
        place: Table = {} if before is None else {**told_place(session), "before": before}
        print_json({"entry": planned.entry.n, "was": was, "now": now, "later": lines, **place})
        return
    printer = Printer(session)
    printer.line(("was  ", "dim"), "; ".join(was) or "nothing came of it")
    printer.line(("now  ", "bold"), "; ".join(now) or "nothing comes of it")
    for one in (line for line in later if line.verdict in CHANGED):
        why = f"  {one.why}" if one.why else ""
        printer.line((f"{one.n:>5}  ", "dim"), one.text, f"  {one.verdict}", (why, "dim"))
    for one in (line for line in later if line.then in ("depends", "falls away")):
        words = "depends on the answer" if one.then == "depends" else "falls away whatever the answer"
        printer.line((f"{one.n:>5}  ", "dim"), one.text, f"  {words}")
    printer.line(summary(planned, ahead.found))
    if before is not None:
        printer.line(f"How it was stays in the save: line {before}.")
        printer.place()
        return
    scores = [one for one in scores_after(session, planned) if one.now != one.then]
    if scores:
        printer.line(
            ("score  ", "dim"), ", ".join(f"{one.name} {one.now} becomes {one.then}" for one in scores)
        )
