"""Energy shields, switched on and off (CQ-ARM-13). It costs no action, and is possible at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.dice import Remark
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.characters.checking import awake
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import IN_COMBAT, offered_in


class SwitchShield(Command):
    """Switch the energy shield on or off."""

    on: bool


@check("CQ-ARM-13")
def has_a_shield_that_works(game: Fight, command: Any) -> Refusal | None:
    """CQ-ARM-13: there must be an energy shield, and it must work."""
    character = game.units[command.by]
    if not character.energy_shield:
        return Refusal("CQ-ARM-13", f"{character.name} has no energy shield.", overridable=False)
    if character.energy_shield_broken:
        return Refusal("CQ-ARM-13", f"{character.name}'s energy shield is broken.")
    return None


@forbids("CQ-ARM-13", reads=("on",))
def _something_changes(game: Fight, command: Any) -> str | None:
    """It isn't switched to what it is."""
    character = game.units[command.by]
    if character.energy_shield_on != command.on:
        return None
    return f"{character.name}'s energy shield is {'on' if command.on else 'off'} already."


@fact("{unit}'s energy shield is {on:?on|off}.")
class ShieldSwitched(Fact):
    unit: str
    on: bool


@fact("{unit}'s energy shield breaks.", moment="fail")
class ShieldBroke(Fact):
    unit: str


async def switch_shield(play: Play[Fight], command: SwitchShield) -> None:
    """CQ-ARM-13: off without dice; on unless the dice break it. What is agreed to work works again."""
    name = command.by
    if command.on:
        character = play.state.units[name]
        total = await checks.throw(
            play,
            number("energy_shield_dice"),
            why="shield",
            side=character.side,
            rules=("CQ-ARM-13",),
            told=f"{character.name}: energy shield",
            remarks=(
                Remark("Totals", f"from {number('energy_shield_breaks')} on it breaks", ("CQ-ARM-13",)),
            ),
        )
        if total >= number("energy_shield_breaks"):
            broken = play.state.with_unit(name, energy_shield_on=False, energy_shield_broken=True)
            play.commit(broken, ShieldBroke(name))
            return
        changed = play.state.with_unit(name, energy_shield_on=True, energy_shield_broken=False)
    else:
        changed = play.state.with_unit(name, energy_shield_on=False)
    play.commit(changed, ShieldSwitched(name, command.on))


def _has_an_energy_shield(game: Fight, by: str) -> bool:
    character = game.units[by]
    return bool(character.energy_shield) and not character.energy_shield_broken


SHIELD_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "switch_shield": CommandSpec(
        SwitchShield,
        "Switch the energy shield",
        "unit",
        switch_shield,
        by_unit,
        (awake(), has_a_shield_that_works, _something_changes),
        rules=("CQ-ARM-13",),
        key="v",
        offered=offered_in("between", *IN_COMBAT, where=_has_an_energy_shield),
    ),
}
