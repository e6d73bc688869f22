"""Fighting fire: `stop_drop_roll`, `help` and `extinguish` (section 6.4, CQ-FIR-6, CQ-FIR-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.close.shared_checks import at_somebody, target_of
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.fight.dropping import without
from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.ground.terrain import on_fire
from vedette.games.close_quarters.near import away, near
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, not_in_hth
from vedette.games.close_quarters.words import by_unit, hex_name
from vedette.view.asked import Asked

BURNING = ("limb", "half", "whole")
"""Fires that are rolled out; burning oil isn't."""

EXTINGUISHER = "fire-extinguisher"


class StopDropRoll(Command):
    """Drop, and roll on the ground till the fire is out."""


def _beside(game: Fight, by: str) -> Mapping[str, str]:
    """Everybody in his hex and the next ones."""
    beside = near(game, by, [name for name in game.units if name != by])
    return {
        name: game.units[name].name for name in beside if game.units[by].hex and away(game, by, name) <= 1
    }


class Help(Command):
    """Beat out the flames on somebody who rolls."""

    target: Annotated[str, Asked("Whom", "h", _beside)]


class Extinguish(Command):
    """Put out the fire on a character or in a hex."""

    target: str = ""
    hex: str = ""


def _extinguish_understood(game: Fight, command: Extinguish) -> Extinguish:
    """A character or a hex, one of the two."""
    by_unit(game, command)
    if bool(command.target) == bool(command.hex):
        raise CommandError("extinguish: name a character or a hex.")
    if command.target:
        at_somebody(game, command)
    else:
        hex_name(command.hex)
    return command


# --- stop, drop and roll


@forbids("CQ-FIR-6")
def _he_burns(game: Fight, command: Any) -> str | None:
    """Only flames on oneself are rolled out."""
    one = game.units[command.by]
    if one.burning in BURNING:
        return None
    return f"{one.name} has no fire on him that rolling would put out."


async def stop_drop_roll(play: Play[Fight], command: StopDropRoll) -> None:
    """CQ-FIR-6: prone, and the fire is out at the end of the turn."""
    use_action(play, command.by)
    play.becomes(play.state.with_unit(command.by, posture="prone", rolling=True), facts.Rolls(command.by))


# --- help


@forbids("CQ-FIR-6", reads=("target",))
def _the_target_rolls_beside_him(game: Fight, command: Any) -> str | None:
    """Somebody in the next hex who rolls."""
    one, target = game.units[command.by], target_of(game, command)
    if not target:
        return None
    other = game.units[target]
    if other.rolling and one.hex and other.hex and distance(one.hex, other.hex) == 1:
        return None
    return f"{other.name} is not rolling out a fire next to {one.name}."


async def help_(play: Play[Fight], command: Help) -> None:
    """CQ-FIR-6: with a helper the fire is out at once."""
    use_action(play, command.by)
    _put_out(play, command.by, command.target)


def _put_out(play: Play[Fight], by: str, target: str) -> None:
    """The target burns no longer."""
    game = play.state.with_unit(target, burning="", burn_turns=0, burn_bonus=0, rolling=False)
    play.becomes(game, facts.PutOut(target, by))


# --- extinguish


@forbids("CQ-ACT-16", alternative="ready it")
def _an_extinguisher_is_in_hand(game: Fight, command: Any) -> str | None:
    """It must be ready."""
    one = game.units[command.by]
    if EXTINGUISHER in one.ready:
        return None
    return f"{one.name} has no fire extinguisher in hand."


@forbids("CQ-FIR-12")
def _it_burns_close_by(game: Fight, command: Any) -> str | None:
    """A burning character or hex within reach."""
    one, target = game.units[command.by], target_of(game, command)
    hex = game.units[target].hex if target else getattr(command, "hex", None) or ""
    if not target and not hex:
        return None
    burns = bool(game.units[target].burning) if target else on_fire(game.map, hex)
    if burns and one.hex and hex and distance(one.hex, hex) <= number("extinguish_range"):
        return None
    return f"Nothing burns there within reach of {one.name}."


@forbids("CQ-GRN-7", reads=("hex",))
def _it_can_be_put_out(game: Fight, command: Any) -> str | None:
    """Nothing puts out an incendiary grenade."""
    fire = game.map.fires.get(command.hex or "")
    return "Incendiary fire can't be put out." if fire is not None and fire.kind == "incendiary" else None


async def extinguish(play: Play[Fight], command: Extinguish) -> None:
    """CQ-FIR-12: one extinguisher puts out one fire."""
    use_action(play, command.by)
    one = play.state.units[command.by]
    if EXTINGUISHER in one.ready:
        used_up = play.state.with_unit(command.by, ready=without(one.ready, EXTINGUISHER))
        play.becomes(used_up, facts.ExtinguisherUsedUp(command.by))
    if command.target:
        _put_out(play, command.by, command.target)
        return
    fires = {hex: fire for hex, fire in play.state.map.fires.items() if hex != command.hex}
    play.becomes(play.state.with_map(fires=fires), facts.HexPutOut(command.hex, command.by))


BURNING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "stop_drop_roll": CommandSpec(
        StopDropRoll,
        "Stop, drop and roll",
        "unit",
        stop_drop_roll,
        by_unit,
        (*action_checks("still", "CQ-FIR-6"), not_in_hth, _he_burns),
        rules=("CQ-FIR-6",),
        key="o",
    ),
    "help": CommandSpec(
        Help,
        "Help with the flames",
        "unit",
        help_,
        at_somebody,
        (*action_checks("half", "CQ-ACT-8"), not_in_hth, _the_target_rolls_beside_him),
        rules=("CQ-FIR-6",),
        key="h",
    ),
    "extinguish": CommandSpec(
        Extinguish,
        "Extinguish",
        "unit",
        extinguish,
        _extinguish_understood,
        (
            *action_checks("half", "CQ-ACT-8"),
            not_in_hth,
            _an_extinguisher_is_in_hand,
            _it_burns_close_by,
            _it_can_be_put_out,
        ),
        rules=("CQ-FIR-12",),
        key="f",
    ),
}
