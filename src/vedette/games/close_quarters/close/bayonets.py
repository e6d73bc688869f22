"""Fixing a bayonet: `attach_bayonet` (section 6.4, CQ-POL-11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.places import without_weapon
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.standing import is_engaged
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action_checks import action_checks, use_action
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.words import by_unit, weapon


class AttachBayonet(Command):
    """Fix a knife of one's own on a gun in hand."""

    knife: str
    weapon: str


def _understood(game: Fight, command: AttachBayonet) -> AttachBayonet:
    by_unit(game, command)
    weapon(game, command.by, command.knife)
    weapon(game, command.by, command.weapon)
    return command


@forbids("CQ-POL-11")
def _he_is_free_for_it(game: Fight, command: Any) -> str | None:
    """Neither engaged nor in hand-to-hand combat."""
    one = game.units[command.by]
    if one.hth or is_engaged(game, command.by):
        return f"{one.name} is too close to the enemy to fix a bayonet."
    return None


@forbids("CQ-POL-11", reads=("weapon",))
def _the_gun_takes_it(game: Fight, command: Any) -> str | None:
    """A gun with a stock, in hand, without a bayonet yet."""
    one = game.units[command.by]
    gun = one.weapon(command.weapon or "")
    if gun is None:
        return None
    if gun.id not in one.ready or not figures(gun).is_a("stocked"):
        return "A bayonet goes on a gun with a stock that is in hand."
    return "A bayonet is fixed on that gun already." if BAYONET in gun.fitted else None


@forbids("CQ-POL-11", reads=("knife",), alternative="a knife")
def _the_knife_fits(game: Fight, command: Any) -> str | None:
    """A fighting knife, dagger or utility knife."""
    knife = game.units[command.by].weapon(command.knife or "")
    if knife is None or figures(knife).is_a("bayonet-knife"):
        return None
    return "That can't be fixed as a bayonet."


async def attach_bayonet(play: Play[Fight], command: AttachBayonet) -> None:
    """CQ-POL-11: the knife leaves his weapons, and hangs on the gun (CH 8)."""
    use_action(play, command.by)
    one = play.state.units[command.by]
    knife, gun = one.weapon(command.knife), one.weapon(command.weapon)
    assert knife is not None  # both are his own
    assert gun is not None
    armed = without_weapon(one, knife.id)
    game = replace(play.state, units={**play.state.units, command.by: armed})
    game = game.with_weapon(command.by, gun.id, fitted=(*gun.fitted, BAYONET), bayonet=knife.type)
    play.becomes(game, facts.BayonetFixed(command.by, gun.type))


BAYONET_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "attach_bayonet": CommandSpec(
        AttachBayonet,
        "Fix bayonet",
        "unit",
        attach_bayonet,
        _understood,
        (*action_checks("pace", "CQ-POL-11"), _he_is_free_for_it, _the_gun_takes_it, _the_knife_fits),
        rules=("CQ-POL-11",),
        key="b",
    )
}
