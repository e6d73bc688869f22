"""The commands that play: new, do, answer, undo, redo."""

from __future__ import annotations

import secrets

import typer

from vedette.cli import errors
from vedette.cli.games import moving, playing, require_edition, ruleset_named, set_up
from vedette.cli.json_output import print_json, told_outcome, told_place
from vedette.cli.show import Printer
from vedette.engine.requests import ChoiceRequest
from vedette.engine.saves import new_save_path, save_folder
from vedette.engine.session import Outcome, Session, new_session
from vedette.engine.settings import options_said
from vedette.engine.state import GameState
from vedette.view.command_line import answer_source, by_name, command_words, must_be_decided


def new(
    game: str,
    save: str,
    army: list[str] | None,
    option: list[str] | None,
    edition: str,
    seed: int | None,
    undo: str | None,
    side_minutes: int | None,
    round_minutes: int | None,
    as_json: bool,
) -> None:
    settings = {"undo": undo, "side_minutes": side_minutes, "round_minutes": round_minutes}
    said = {key: value for key, value in settings.items() if value is not None}
    setup = {**set_up(game, army or ()), **said}
    ruleset = ruleset_named(str(setup.get("ruleset")))
    require_edition(ruleset, edition)
    setup |= {"edition": edition} if edition else {}
    if option:
        said, before = options_said(ruleset.options(), option), setup.get("options", {})
        setup["options"] = {**before, **said} if isinstance(before, dict) else before
    chosen = secrets.randbelow(2**32) if seed is None else seed
    session = new_session(ruleset, setup, seed=chosen, path=new_save_path(save, save_folder()))
    try:
        if as_json:
            header = session.header
            place = {"save": str(session.path), "ruleset": header.ruleset, "seed": header.seed}
            print_json({**place, **told_place(session)})
            return
        printer = Printer(session)
        printer.line(f"Saved as {session.path}")
        printer.place()
    finally:
        session.close()


def do(
    save: str,
    command: str,
    words: list[str] | None,
    dice: str | None,
    choose: list[str] | None,
    override: str,
    unasked: bool,
    as_json: bool,
) -> None:
    given = command_words(command, words or ())
    answers = answer_source(dice, choose)
    with playing(save) as session:
        awaited = None if override or unasked else session.ruleset.view.awaited(session.state, command)
        if awaited:
            outcome = Outcome(refusal=awaited)
        else:
            with by_name(session.ruleset, session.state, given) as meant:
                if session.request is None:
                    must_be_decided(session.ruleset, session.state, meant)
                outcome = session.do(meant, override=override, answers=answers)
        _print_outcome(session, outcome, as_json)


def answer(save: str, dice: str | None, choose: list[str] | None, as_json: bool) -> None:
    answers = answer_source(dice, choose)
    with playing(save) as session:
        waits_on = dice == "" or (dice is None and isinstance(session.request, ChoiceRequest))
        nothing_given = session.request is not None and waits_on and not choose
        _print_outcome(session, Outcome() if nothing_given else session.answer_all(answers), as_json)


def undo(save: str, steps: int, by: str, agreed: bool, as_json: bool) -> None:
    with moving(save, by) as session:
        _print_outcome(session, session.undo(by, steps, agreed=agreed), as_json)


def redo(save: str, steps: int, by: str, agreed: bool, as_json: bool) -> None:
    with moving(save, by) as session:
        _print_outcome(session, session.redo(by, steps, agreed=agreed), as_json)


def _print_outcome(session: Session[GameState], outcome: Outcome, as_json: bool) -> None:
    """Print what came of it, and end with the exit code that goes with it."""
    if as_json:
        print_json(told_outcome(session, outcome))
    if outcome.refusal:
        errors.say(str(outcome.refusal))
        raise typer.Exit(errors.REFUSED)
    if not as_json:
        Printer(session).outcome(outcome)
    if session.request:
        raise typer.Exit(errors.WAITING)
