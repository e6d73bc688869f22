"""Reloading, spanning crossbows, and clearing jams: `reload` and `clear_jam` (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.held import LAUNCHER
from vedette.games.close_quarters.attacks.shot_checks import carried_grenades
from vedette.games.close_quarters.close.things import has_steady_hands
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.fight.harm import without
from vedette.games.close_quarters.standing import is_engaged
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import RELOAD, SPENT
from vedette.games.close_quarters.turn.action_checks import action_checks, disengaged, not_in_hth, use_action
from vedette.games.close_quarters.values.arms import figures, full_ammo, skilled
from vedette.games.close_quarters.values.skills import knows
from vedette.games.close_quarters.weapon import Weapon
from vedette.games.close_quarters.words import by_unit, weapon

AUTOMATIC_WEAPONS = "automatic-weapons"


class Reload(Command):
    """Put a reload into a weapon in hand, or span a crossbow."""

    weapon: str


class ClearJam(Command):
    """Clear the jam of an automatic weapon."""

    weapon: str


def _understood(game: Fight, command: Any) -> Any:
    """A weapon of his."""
    by_unit(game, command)
    weapon(game, command.by, command.weapon)
    return command


def _named(game: Fight, command: Any) -> Weapon | None:
    return game.units[command.by].weapon(command.weapon or "")


# --- reload


@forbids("CQ-ACT-16", reads=("weapon",), alternative="ready it")
def _it_is_in_hand(game: Fight, command: Any) -> str | None:
    """Only what is in hand is reloaded."""
    one, named = game.units[command.by], _named(game, command)
    if named is None or named.id in one.ready:
        return None
    return f"{one.name} doesn't hold that weapon."


@check("CQ-RNG-12", "CQ-NRG-3", reads=("weapon",))
def _there_is_a_reload(game: Fight, command: Any) -> Refusal | None:
    """A reload for each reloading, for a launcher a grenade, which leaves his belt when it is fired.

    Spanning needs none, and a weapon on a pack draws on that first.
    """
    one, named = game.units[command.by], _named(game, command)
    if named is None or named.span:
        return None
    arm = figures(named)
    if full_ammo(one, named) > arm.rounds and named.ammo >= arm.rounds:
        return Refusal("CQ-NRG-3", "It draws on the battery pack: there is nothing to reload.", absolute=True)
    if arm.is_a(LAUNCHER):
        none = Refusal("CQ-RNG-12", f"{one.name} has no grenade to load.", absolute=True)
        return None if carried_grenades(one) else none
    if f"{RELOAD}{named.type}" not in one.items:
        rule = "CQ-NRG-3" if arm.is_a("energy") else "CQ-RNG-12"
        return Refusal(rule, f"{one.name} has no reload for that.", absolute=True)
    return None


async def reload(play: Play[Fight], command: Reload) -> None:
    """CQ-ACT-15: the weapon is full, or a crossbow nearer to being spanned; lying down only if a save succeeds."""
    use_action(play, command.by)
    if not await has_steady_hands(play, command.by):
        return
    one = play.state.units[command.by]
    named = one.weapon(command.weapon)
    assert named is not None  # it is his own
    if named.span:
        span = named.span - 1
        game = play.state.with_weapon(command.by, named.id, span=span)
        play.becomes(game, facts.Spanned(command.by, named.type, span))
        return
    rounds = figures(named).rounds
    items = without(one.items, f"{RELOAD}{named.type}")
    if figures(named).is_a("battery"):
        items = (*items, f"{SPENT}{named.type}")
    game = play.state.with_weapon(command.by, named.id, ammo=rounds).with_unit(command.by, items=items)
    play.becomes(game, facts.Reloaded(command.by, named.type, rounds))


# --- clear_jam


@forbids("CQ-AUT-10")
def _he_is_free_for_it(game: Fight, command: Any) -> str | None:
    """Neither engaged nor in hand-to-hand combat."""
    one = game.units[command.by]
    if one.hth or is_engaged(game, command.by):
        return f"{one.name} is too close to the enemy to clear a jam."
    return None


@check("CQ-AUT-10", reads=("weapon",))
def _it_is_jammed(game: Fight, command: Any) -> Refusal | None:
    """In hand, broken for a time, and a weapon with bursts or automatic fire."""
    one, named = game.units[command.by], _named(game, command)
    if named is None:
        return None
    if named.id not in one.ready:
        return Refusal("CQ-AUT-10", f"{one.name} doesn't hold that weapon.", "ready it")
    if named.broken != "temporary" or not any(figures(named).shots[1:]):
        return Refusal("CQ-AUT-10", "That is no jam of an automatic weapon.")
    return None


@forbids("CQ-AUT-10", reads=("weapon",))
def _he_knows_how(game: Fight, command: Any) -> str | None:
    """Automatic Weapons; for the machine gun its own skill."""
    one, named = game.units[command.by], _named(game, command)
    if named is None:
        return None
    own = figures(named).is_a("auto_skill_free")
    if skilled(one, named) if own else knows(one, AUTOMATIC_WEAPONS):
        return None
    return f"{one.name} doesn't know how to clear a jam."


async def clear_jam(play: Play[Fight], command: ClearJam) -> None:
    """CQ-AUT-10: the weapon fires again."""
    use_action(play, command.by)
    named = play.state.units[command.by].weapon(command.weapon)
    assert named is not None  # it is his own
    game = play.state.with_weapon(command.by, named.id, broken="")
    play.becomes(game, facts.JamCleared(command.by, named.type))


RELOADING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "reload": CommandSpec(
        Reload,
        "Reload",
        "unit",
        reload,
        _understood,
        (
            *action_checks("pace", "CQ-ACT-15"),
            not_in_hth,
            disengaged("CQ-ACT-15", "disengage first"),
            _it_is_in_hand,
            _there_is_a_reload,
        ),
        rules=("CQ-ACT-15",),
        key="m",
    ),
    "clear_jam": CommandSpec(
        ClearJam,
        "Clear a jam",
        "unit",
        clear_jam,
        _understood,
        (*action_checks("pace", "CQ-AUT-10"), _he_is_free_for_it, _it_is_jammed, _he_knows_how),
        rules=("CQ-AUT-10",),
        key="j",
    ),
}
