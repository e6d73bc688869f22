"""CQ-POL-7: sweeping a two-handed cutting weapon through everybody in front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at
from vedette.games.close_quarters.attacks.commands import Sweep
from vedette.games.close_quarters.attacks.held import (
    hits_nobody,
    is_whole_in_hand,
    own_weapon,
    ready_and_whole,
    with_weapon,
)
from vedette.games.close_quarters.attacks.melee import BLOW_RULES
from vedette.games.close_quarters.attacks.melee_checks import battery_has_power
from vedette.games.close_quarters.attacks.striking import strike_at, use_power
from vedette.games.close_quarters.attacks.to_hit import Aim, aim
from vedette.games.close_quarters.ground.hexes import fan
from vedette.games.close_quarters.standing import in_hex, is_able, is_down, is_enemy, is_walled
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, attack_checks, not_in_hth
from vedette.games.close_quarters.turn.order import has_fallen
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.values.effective import conscious
from vedette.games.close_quarters.values.martial import martial_arts
from vedette.games.close_quarters.words import by_unit


def sweep_understood(game: Fight, command: Sweep) -> Sweep:
    """A character and his weapon."""
    by_unit(game, command)
    understood: Sweep = with_weapon(game, command)
    return understood


def foes_in_front(game: Fight, by: str) -> tuple[str, ...]:
    """CQ-POL-7: the conscious foes in his front hexes, from the leftmost to the rightmost."""
    one = game.units[by]
    if not one.hex:
        return ()
    sides = 2 if martial_arts(one) >= number("martial_arts_all_round") else 1
    return tuple(
        name
        for hex in fan(one.hex, one.facing, sides)
        if not is_walled(game, one.hex, hex)
        for name in in_hex(game, hex)
        if is_enemy(game, by, name) and conscious(game, name)
    )


@check("CQ-POL-7", reads=("weapon",))
def a_sweeper_in_two_hands(game: Fight, command: Any) -> Refusal | None:
    """Fire axe, plasma sword, or broadsword in two hands."""
    held = own_weapon(game, command)
    if held is None or (figures(held).is_a("sweeper") and held.grip == number("hands")):
        return None
    none = hits_nobody(figures(held))
    return Refusal("CQ-POL-7", "Only a cutting weapon in two hands sweeps.", "a fire axe", absolute=none)


@forbids("CQ-POL-7", absolute=True)
def somebody_to_sweep(game: Fight, command: Any) -> str | None:
    """There has to be a foe in front."""
    if foes_in_front(game, command.by):
        return None
    return "There is nobody in front to hit."


@forbids("CQ-ATK-9")
def not_down(game: Fight, command: Any) -> str | None:
    """Who is down strikes nobody."""
    one = game.units[command.by]
    return f"{one.name} is down and strikes nobody." if is_down(one) else None


def sweep_of(game: Fight, command: Sweep, name: str) -> Attempt:
    """The blow at one of the foes, at −4."""
    held = own_weapon(game, command)
    aiming = aiming_at(game, command.by, name)
    return Attempt(by=command.by, way="melee", weapon=held, target=name, sweep=True, aiming=aiming)


def before_the_sweep(game: Fight, command: Sweep) -> Mapping[str, Aim]:
    """The breakdown of each blow of a sweep as a form shows it, by the foe."""
    return {name: aim(game, sweep_of(game, command, name)) for name in foes_in_front(game, command.by)}


async def sweep(play: Play[Fight], command: Sweep) -> None:
    """CQ-POL-7: each foe in turn, at −4, until he or the weapon drops out."""
    by = command.by
    blows = [sweep_of(play.state, command, name) for name in foes_in_front(play.state, by)]
    use_action(play, by)
    use_power(play, by, own_weapon(play.state, command))
    for attempt in blows:
        if not can_sweep_on(play.state, command):
            return
        if conscious(play.state, attempt.target):
            await strike_at(play, attempt)


def can_sweep_on(game: Fight, command: Sweep) -> bool:
    """Whether he still stands, with the weapon whole in his hands."""
    one, held = game.units[command.by], own_weapon(game, command)
    if held is None or not is_whole_in_hand(one, held):
        return False
    return is_able(game, command.by) and not has_fallen(game, one)


SWEEPING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "sweep": CommandSpec(
        Sweep,
        "Sweep",
        "unit",
        sweep,
        sweep_understood,
        (
            *action_checks("attack", "CQ-ACT-8", hth="CQ-HTH-6"),
            *attack_checks(),
            not_in_hth,
            ready_and_whole,
            a_sweeper_in_two_hands,
            somebody_to_sweep,
            not_down,
            battery_has_power,
        ),
        rules=BLOW_RULES,
        key="v",
    ),
}
