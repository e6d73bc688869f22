"""The command that shows a game to everybody's phone: serve."""

from __future__ import annotations

import json
import sys
import time

import typer
from msgspec.structs import replace

from vedette.cli.errors import say
from vedette.engine.following import OFTEN, FollowedSave
from vedette.engine.plain import to_plain
from vedette.engine.saves import find_save, save_folder
from vedette.registry import rulesets
from vedette.view.action_log import ActionLog
from vedette.view.clock import Clock
from vedette.web.moment import moment_of
from vedette.web.qr import qr_lines
from vedette.web.server import SecondScreen


def serve(save: str, port: int | None, lan: bool, host: str, new_link: bool, as_json: bool) -> None:
    games, path = rulesets(), find_save(save, save_folder())
    followed = FollowedSave(games, path)
    for sentence in filter(None, (followed.session.notice, followed.session.damage)):
        say(sentence)
    first = moment_of(followed.session, ActionLog(followed.session), Clock(followed.session))
    screen = SecondScreen(
        games,
        path,
        first,
        game=followed.session.header.game,
        lan=lan,
        host=host,
        port=port,
        new_link=new_link,
    )
    try:
        _tell(screen, as_json)
        session = followed.session
        log, clock = ActionLog(session), Clock(session)
        while True:
            time.sleep(OFTEN)
            if not followed.look():
                continue
            if followed.session is not session:
                session = followed.session
                log, clock = ActionLog(session), Clock(session)
            if followed.fault:
                say(followed.fault)
            screen.publish(replace(moment_of(session, log, clock), fault=followed.fault))
    except KeyboardInterrupt:
        say("The page is closed.")
    finally:
        screen.stop()


def _tell(screen: SecondScreen, as_json: bool) -> None:
    """The address first, then the others; the code for phones under each that everybody may have. As JSON all in a line."""
    if as_json:
        print(json.dumps([to_plain(address) for address in screen.addresses]), flush=True)  # noqa: T201 - the output itself
        return
    for n, address in enumerate(screen.addresses):
        typer.echo(f"{address.whose}{address.url}" if n else address.url)
        if sys.stdout.isatty() and not address.side:
            for line in qr_lines(address.url):
                typer.echo(f"\x1b[97;40m{line}\x1b[0m")
    if sys.stdout.isatty():
        typer.echo("Ctrl-C ends it.")
    sys.stdout.flush()
