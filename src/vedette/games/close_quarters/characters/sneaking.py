"""Sneaking past somebody who may hear it (CQ-SKL-25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.checking import awake, counted, rolled, trial
from vedette.games.close_quarters.characters.commands import Sneak
from vedette.games.close_quarters.facts import characters as facts
from vedette.games.close_quarters.last_rolls import Sneaked
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import checks, number, skills
from vedette.games.close_quarters.values.skills import knows
from vedette.games.close_quarters.words import by_unit, other_unit

STEALTH = "stealth"
SHARP_EARS = "enhanced-hearing"


def _understood(game: Fight, command: Sneak) -> Sneak:
    by_unit(game, command)
    other_unit(game, command.by, command.against)
    return command


@forbids("CQ-SKL-9")
def _knows_stealth(game: Fight, command: Any) -> str | None:
    """Only Stealth moves unheard."""
    one = game.units[command.by]
    if knows(one, STEALTH):
        return None
    return f"{one.name} doesn't know {skills()[STEALTH].name}."


def may_hear(game: Fight, command: Sneak, success: bool) -> bool:
    """CQ-SKL-24, CQ-SKL-25: who is near enough hears failures when he listens; good ears hear more."""
    if command.mh > number("sneak_range"):
        return False
    listens = command.listening == "active"
    if knows(game.units[command.against], SHARP_EARS):
        return listens or not success
    return listens and not success


async def sneak(play: Play[Fight], command: Sneak) -> None:
    """CQ-SKL-25: the sneaker's check; who may hear it checks too, and hears it with the greater margin."""
    game, listener = play.state, command.against
    stealth = trial(game.units[command.by], checks()[STEALTH], None)
    mine = await rolled(play, command.by, stealth, why="sneak", told="sneaking")
    hearable = may_hear(game, command, mine.success)
    heard, margin = False, 0
    if hearable:
        hearing = trial(game.units[listener], checks()["hearing"], number("listen_dice"))
        theirs = await rolled(play, listener, hearing, why="listen", told="listening")
        margin = theirs.margin
        heard = theirs.success and margin > mine.margin
    game = counted(game, command.by, *([listener] if hearable else []))
    play.becomes(
        replace(game, sneak=Sneaked(mine.success, mine.margin, hearable, margin, heard)),
        facts.SneakedPast(command.by, listener, heard),
    )


SNEAKING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "sneak": CommandSpec(
        Sneak,
        "Sneak",
        "unit",
        sneak,
        _understood,
        (awake(), awake("against"), _knows_stealth),
        rules=("CQ-SKL-24", "CQ-SKL-25"),
        key="j",
    ),
}
