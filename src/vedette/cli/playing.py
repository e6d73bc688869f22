"""The commands that play: new, do, answer, undo, redo, and the screen."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vedette.cli import completing, errors
from vedette.cli.options import Agreed, AsJson, By, Choose, Dice, SaveName, Saves, Steps

if TYPE_CHECKING:
    from vedette.engine.session import Outcome, Session
    from vedette.engine.state import GameState


def new(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME.toml",
            help="A game file, or the name of one of ours.",
            autocompletion=completing.games,
        ),
    ],
    save: Annotated[
        str, typer.Option("--save", metavar="SAVE", help="A path, or a name in the save folder.")
    ],
    army: Annotated[
        list[str] | None,
        typer.Option("--army", metavar="SIDE=ARMY", help="Another army for a side: a name, or a TOML file."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="ID[=VALUE]",
            help="An optional rule, on or with a value; `vedette rules RULESET --options` lists them.",
            autocompletion=completing.options,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="What Vedette's dice will show.")
    ] = None,
    undo: Annotated[
        str | None, typer.Option("--undo", metavar="RULE", help="How undo works: free, own or both.")
    ] = None,
    side_minutes: Annotated[
        int | None, typer.Option("--side-minutes", metavar="N", help="A limit for each side, which warns.")
    ] = None,
    round_minutes: Annotated[
        int | None, typer.Option("--round-minutes", metavar="N", help="A limit for each round, which warns.")
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Start a game without the screen."""
    from vedette.cli.games import ruleset_named, set_up
    from vedette.engine.saves import new_save_path, save_folder
    from vedette.engine.session import new_session
    from vedette.engine.settings import options_said

    settings = {"undo": undo, "side_minutes": side_minutes, "round_minutes": round_minutes}
    said = {key: value for key, value in settings.items() if value is not None}
    setup = {**set_up(game, army or ()), **said}
    ruleset = ruleset_named(str(setup.get("ruleset")))
    if option:
        said, before = options_said(ruleset.options(), option), setup.get("options", {})
        setup["options"] = {**before, **said} if isinstance(before, dict) else before
    chosen = secrets.randbelow(2**32) if seed is None else seed
    session = new_session(ruleset, setup, seed=chosen, path=new_save_path(save, save_folder(saves)))
    try:
        _print_new(session, as_json)
    finally:
        session.close()


def learn(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="RULESET",
            help="The game to learn; the first one where it is left out.",
            autocompletion=completing.rulesets,
        ),
    ] = "",
    plain: Annotated[
        bool,
        typer.Option("--plain", help="By lines of text: for screen readers, and where nothing is drawn."),
    ] = False,
    saves: Saves = None,
) -> None:
    """Play a small first battle with a guide."""
    from vedette.cli.games import first_battle, ruleset_named
    from vedette.cli.plain import play_plainly
    from vedette.cli.screen import need_terminal, open_screen

    if ruleset:
        ruleset_named(ruleset)  # a wrong name is told before a missing terminal
    if plain:
        play_plainly(str(first_battle(ruleset, saves)), saves)
    else:
        need_terminal()
        open_screen(str(first_battle(ruleset, saves)), saves)


def do(
    save: SaveName,
    command: Annotated[
        str, typer.Argument(metavar="DO", help="The command.", autocompletion=completing.commands)
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BY KEY=VALUE",
            help="A unit or side, then arguments as TOML values.",
            autocompletion=completing.words,
        ),
    ] = None,
    dice: Dice = None,
    choose: Choose = None,
    override: Annotated[
        str, typer.Option("--override", metavar="WHY", help="Force it where both players agree.")
    ] = "",
    unasked: Annotated[
        bool,
        typer.Option("--unasked", help="Go on though somebody could still answer, such as with a shot."),
    ] = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Give one command, with answers or without."""
    from vedette.cli.games import playing
    from vedette.engine.session import Outcome
    from vedette.view.command_line import answer_source, by_name, command_words, must_be_decided

    given = command_words(command, words or ())
    answers = answer_source(dice, choose)
    with playing(save, saves) as session:
        awaited = None if override or unasked else session.ruleset.view.awaited(session.state, command)
        if awaited:
            outcome = Outcome(refusal=awaited)
        else:
            with by_name(session.ruleset, session.state, given) as meant:
                if session.request is None:
                    must_be_decided(session.ruleset, session.state, meant)
                outcome = session.do(meant, override=override, answers=answers)
        _print_outcome(session, outcome, as_json)


def answer(
    save: SaveName, dice: Dice = None, choose: Choose = None, saves: Saves = None, as_json: AsJson = False
) -> None:
    """Answer what the game waits for."""
    from vedette.cli.games import playing
    from vedette.engine.requests import ChoiceRequest
    from vedette.engine.session import Outcome
    from vedette.view.command_line import answer_source

    answers = answer_source(dice, choose)
    with playing(save, saves) as session:
        waits_on = dice == "" or (dice is None and isinstance(session.request, ChoiceRequest))
        nothing_given = session.request is not None and waits_on and not choose
        _print_outcome(session, Outcome() if nothing_given else session.answer_all(answers), as_json)


def _mover(name: str, told: str, way: Callable[[Session[GameState]], Callable[..., Outcome]]) -> Any:
    """A command that goes some steps back or forth."""

    def moved(
        save: SaveName,
        steps: Steps = 1,
        by: By = "",
        agreed: Agreed = False,
        saves: Saves = None,
        as_json: AsJson = False,
    ) -> None:
        from vedette.cli.games import moving

        with moving(save, saves, by) as session:
            _print_outcome(session, way(session)(by, steps, agreed=agreed), as_json)

    moved.__name__, moved.__doc__ = name, told
    return moved


undo = _mover("undo", "Take the last command or answer back.", lambda session: session.undo)
redo = _mover("redo", "Take undos back.", lambda session: session.redo)


def play(
    save: Annotated[
        str | None,
        typer.Argument(
            metavar="SAVE", help="A path, or a name in the save folder.", autocompletion=completing.saves
        ),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="As lines of text: for screen readers, braille, dumb terminals and scripts."
        ),
    ] = False,
    saves: Saves = None,
) -> None:
    """Open a game on the screen, or play it by lines of text."""
    if plain:
        from vedette.cli.plain import play_plainly

        play_plainly(save, saves)
        return
    from vedette.cli.screen import open_screen

    open_screen(save, saves)


def _print_new(session: Session[GameState], as_json: bool) -> None:
    if as_json:
        from vedette.cli.json_output import print_json, told_place

        header = session.header
        place = {"save": str(session.path), "ruleset": header.ruleset, "seed": header.seed}
        print_json({**place, **told_place(session)})
        return
    from vedette.cli.show import Printer

    printer = Printer(session)
    printer.line(f"Saved as {session.path}")
    printer.place()


def _print_outcome(session: Session[GameState], outcome: Outcome, as_json: bool) -> None:
    """Print what came of it, and end with the exit code that goes with it."""
    if as_json:
        from vedette.cli.json_output import print_json, told_outcome

        print_json(told_outcome(session, outcome))
    if outcome.refusal:
        errors.say(str(outcome.refusal))
        raise typer.Exit(errors.REFUSED)
    if not as_json:
        from vedette.cli.show import Printer

        Printer(session).outcome(outcome)
    if session.request:
        raise typer.Exit(errors.WAITING)
