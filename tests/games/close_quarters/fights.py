"""Small fights for tests of single rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from typing import Any

from vedette.engine.dice import Die
from vedette.engine.driver import Execution
from vedette.engine.play import Play
from vedette.engine.readings import completed
from vedette.engine.requests import Answer
from vedette.games.close_quarters.specs import IN_COMBAT
from vedette.games.close_quarters.state import Character, Fight, Side, Weapon
from vedette.games.close_quarters.tables import TABLES
from vedette.games.close_quarters.turn.ending import Pass, proceed, set_in_motion
from vedette.games.close_quarters.turn.order import use_action, use_follow_up

GUN = Weapon(id="gun", type="pistol", ammo=6)


def one(side: str, hex: str, dex: int = 10, **more: Any) -> Character:
    return Character(**{"name": side.title(), "side": side, "str": 11, "dex": dex, "hex": hex, **more})


USUAL = completed(TABLES.readings, {})
"""Every text read as usual."""


def fight(
    units: dict[str, Character], phase: str = "action", preset: Collection[str] = (), **more: Any
) -> Fight:
    """A game in the middle of a turn; the sides are those of its units, in order."""
    sides = {unit.side: Side(unit.side.title()) for unit in units.values()}
    return set_in_motion(
        Fight(**{"sides": sides, "units": units, "phase": phase, "readings": USUAL, **more}), preset
    )


def two(**more: Any) -> Fight:
    """Ann (12) and Bob (10) of red against Cid (11) of blue, far apart."""
    units = {"ann": one("red", "0303", 12), "bob": one("red", "0503", 10), "cid": one("blue", "1003", 11)}
    return fight(units, **more)


def done(
    game: Fight, procedure: Callable[[Play[Fight]], Coroutine[Any, Any, None]], *answers: Answer
) -> Fight:
    """The game after a procedure and what follows it."""

    async def whole(play: Play[Fight]) -> None:
        await procedure(play)
        await proceed(play)

    run = Execution(whole, game)
    for answer in answers:
        run.answer(answer)
    assert run.request is None, f"waits for {run.request}"
    return run.play.state


def given(game: Fight, command: Any, *answers: Answer) -> Fight:
    """The game after a command that nothing refuses."""
    spec = IN_COMBAT[command.do]
    command = spec.understand(game, command)
    assert not list(spec.refusals(game, command))
    return done(game, lambda play: spec.procedure(play, command), *answers)


def refused(game: Fight, command: Any) -> str:
    """The first rule that refuses a command."""
    return next((str(found.rule) for found in IN_COMBAT[command.do].refusals(game, command)), "")


def passes(game: Fight, by: str) -> Fight:
    return given(game, Pass(do="pass", by=by))


def acts(game: Fight, by: str, shots: int = 1) -> Fight:
    async def action(play: Play[Fight]) -> None:
        use_action(play, by, shots=shots)

    return done(game, action)


def fires_again(game: Fight, by: str) -> Fight:
    async def action(play: Play[Fight]) -> None:
        use_follow_up(play, by)

    return done(game, action)


def faces(*shown: int) -> tuple[Die, ...]:
    return tuple(Die(face) for face in shown)


async def nothing(play: Play[Fight]) -> None:
    """Only what follows."""
