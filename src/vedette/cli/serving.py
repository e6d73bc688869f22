"""The command that shows a game to everybody's phone: serve."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from vedette.cli.errors import say
from vedette.cli.options import SaveName, Saves

if TYPE_CHECKING:
    from vedette.engine.following import FollowedSave
    from vedette.web.server import SecondScreen


def serve(
    save: SaveName,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=1, max=65535, help="Where to listen.", show_default=False),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help="For everybody in this network who has the address, not for this computer alone."
        ),
    ] = False,
    saves: Saves = None,
) -> None:
    """Show a game on a page that follows it, for phones and second screens; Ctrl-C ends it."""
    from vedette.engine.following import FollowedSave
    from vedette.engine.saves import find_save, save_folder
    from vedette.registry import rulesets
    from vedette.view.clock import Clock
    from vedette.view.digest import Digest
    from vedette.web.moment import moment_of
    from vedette.web.server import SecondScreen

    games, path = rulesets(), find_save(save, save_folder(saves))
    followed = FollowedSave(games, path)
    for sentence in filter(None, (followed.session.notice, followed.session.damage)):
        say(sentence)
    first = moment_of(followed.session, Digest(followed.session), Clock(followed.session))
    screen = SecondScreen(games, path, first, lan=lan, port=port)
    try:
        _tell(screen)
        _follow(followed, screen)
    except KeyboardInterrupt:
        say("The page is closed.")
    finally:
        screen.stop()


def _tell(screen: SecondScreen) -> None:
    """The address first; the code for phones where somebody can see it."""
    typer.echo(screen.address)
    for address in screen.addresses[1:]:
        typer.echo(f"For {address.side} alone: {address.url}")
    if sys.stdout.isatty():
        from vedette.web.qr import qr_lines

        for line in qr_lines(screen.address):
            typer.echo(f"\x1b[97;40m{line}\x1b[0m")
        typer.echo("Ctrl-C ends it.")
    sys.stdout.flush()


def _follow(followed: FollowedSave, screen: SecondScreen) -> None:
    """Show whatever is new in the save, until somebody ends it."""
    from dataclasses import replace

    from vedette.engine.following import OFTEN
    from vedette.view.clock import Clock
    from vedette.view.digest import Digest
    from vedette.web.moment import moment_of

    session = followed.session
    digest, clock = Digest(session), Clock(session)
    while True:
        time.sleep(OFTEN)
        if not followed.look():
            continue
        if followed.session is not session:
            session = followed.session
            digest, clock = Digest(session), Clock(session)
        if followed.fault:
            say(followed.fault)
        screen.publish(replace(moment_of(session, digest, clock), fault=followed.fault))
