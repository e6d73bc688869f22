"""Aiming, dodging, defending and parrying, and who draws first (section 6.4, 21.5)."""

from __future__ import annotations

from typing import Annotated

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import in_hands, martial_arts
from vedette.games.close_quarters.attacks.melee import fights_with_both
from vedette.games.close_quarters.attacks.weapon_checks import ready_and_whole, target_in_front
from vedette.games.close_quarters.candidates import (
    by_unit,
    held,
    if_named,
    naming,
    other_unit,
    weapon,
    weapon_or_hands,
)
from vedette.games.close_quarters.derived import e_mov, has_ready_shield
from vedette.games.close_quarters.near import enemies, is_engaged
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn import order
from vedette.view.asked import Asked

COMMANDS = Commands[Fight]()


@fact("{unit} aims at {target}{turns:=1?| for the second turn}.", headline="{unit} aims at {target}")
class Aims(Fact, frozen=True):
    unit: str
    target: str
    turns: int


@fact("{unit} dodges.")
class Dodges(Fact, frozen=True):
    unit: str


@fact(
    "{unit} defends{against:? against {against}}{parry:? with one weapon, and may strike with another}.",
    headline="{unit} defends",
)
class Defends(Fact, frozen=True):
    """Until the turn ends, against one enemy only where `against` says so."""

    unit: str
    against: str
    parry: str


class Aim(Command):
    """Take aim."""

    weapon: Annotated[str, "or hands"]
    target: Annotated[str, Asked("Target", "t", enemies)]


@forbids("CQ-RNG-7")
def neither_turned_nor_fallen(game: Fight, command: Aim) -> str | None:
    character = game.units[command.by]
    if character.turned or character.posture == "fallen":
        return f"{character.name} can't aim after turning or falling."
    return None


def aiming(game: Fight, name: str, target: str) -> Fight:
    """CQ-RNG-7: the game with the character aiming a turn longer, or for the first turn at another target."""
    character = game.units[name]
    turns = min(character.aim_turns + 1, number("aim_turns_most")) if character.aim_target == target else 1
    return game.with_unit(name, aim_target=target, aim_turns=turns, aimed=True)


@COMMANDS.add(
    Aim,
    "Aim",
    naming(weapon=weapon_or_hands, target=other_unit),
    (
        *order.action_checks("still", "CQ-RNG-7"), order.not_in_hth, neither_turned_nor_fallen, ready_and_whole,
        target_in_front,
    ),
    key="i",
    offered=order.offered_in(
        "slot", where=lambda game, by: not game.units[by].moved and bool(enemies(game, by))
    ),
)  # fmt: skip
async def aim(play: Play[Fight], command: Aim) -> None:
    """CQ-RNG-7: +1, after two turns +2, for the attack that follows."""
    order.use_action(play, command.by, ends_aiming=False)
    game = aiming(play.state, command.by, command.target)
    play.commit(game, Aims(command.by, command.target, game.units[command.by].aim_turns))


class Dodge(Command):
    """Dodge shots and throws till the turn ends."""


@forbids("CQ-ACT-7")
def can_dodge(game: Fight, command: Dodge) -> str | None:
    character = game.units[command.by]
    if character.hth or is_engaged(game, command.by):
        return f"{character.name} is in close combat and can't dodge."
    if character.hanging or character.went_down or character.posture == "fallen" or character.floating:
        return f"{character.name} can't dodge in this position."
    if character.leg_lost or not e_mov(game, command.by):
        return f"{character.name} can't move, so can't dodge."
    return None


@COMMANDS.add(
    Dodge,
    "Dodge",
    by_unit,
    (*order.action_checks("half", "CQ-ACT-7"), can_dodge),
    rules=("CQ-ACT-14", "CQ-ATK-5"),
    key="d",
    offered=order.offered_in("slot", "early", where=lambda game, by: not is_engaged(game, by)),
)
async def dodge(play: Play[Fight], command: Dodge) -> None:
    """CQ-ATK-5: a die more for shots and throws at the dodger till the turn ends."""
    order.use_action(play, command.by)
    game = play.state.with_unit(command.by, dodging=True, fought=True)
    play.commit(game, Dodges(command.by))


class Defend(Command):
    """Defend against blows from the front till the turn ends."""

    parry: Annotated[
        str,
        Asked("Parry with one, strike with the other", "p", held(lambda arm: arm.use == "melee")),
        "a weapon, the other may still strike",
    ] = ""


@forbids("CQ-ACT-12")
def can_defend(game: Fight, command: Defend) -> WhyNot:
    character = game.units[command.by]
    if character.hth or not is_engaged(game, command.by):
        return f"{character.name} isn't engaged: there is nothing to defend against.", "dodge"
    if character.went_down or character.posture == "fallen":
        return f"{character.name} can't defend lying down."
    return None


@forbids("CQ-ACT-12", "CQ-MRT-3")
def has_something_to_defend_with(game: Fight, command: Defend) -> str | None:
    character = game.units[command.by]
    if character.ready or has_ready_shield(character) or martial_arts(character) >= number("martial_defence"):
        return None
    return f"{character.name} has nothing in hand to defend with."


@forbids("CQ-ATK-14", reads=("parry",))
def can_parry(game: Fight, command: Defend) -> str | None:
    character = game.units[command.by]
    if not command.parry:
        return None
    whole = {held.id: held for held in in_hands(character) if not held.broken}
    parrying = whole.pop(command.parry, None)
    if parrying and any(fights_with_both(character, parrying, other) for other in whole.values()):
        return None
    return f"{character.name} lacks two undamaged weapons in hand that can parry and strike together."


@COMMANDS.add(
    Defend,
    "Defend",
    naming(parry=if_named(weapon)),
    (*order.action_checks("step", "CQ-ACT-12"), can_defend, has_something_to_defend_with, can_parry),
    rules=("CQ-ACT-14", "CQ-ATK-5", "CQ-MRT-3", "CQ-NRG-8"),
    key="d",
    offered=order.offered_in("slot", "early", where=is_engaged),
)
async def defend(play: Play[Fight], command: Defend) -> None:
    """CQ-ATK-5, CQ-RNG-7: a die more for blows from the front till the turn ends; with a parry it is no action.

    Who aims defends against the aim target only, and it counts as the turn's aiming (decision 73).
    """
    by = command.by
    if not command.parry:
        order.use_action(play, by, ends_aiming=False)
    game, character = play.state, play.state.units[by]
    if character.aim_target and not character.aimed:
        game = aiming(game, by, character.aim_target)
    game = game.with_unit(
        by, defending=True, defends_against=character.aim_target, parry=command.parry, fought=True
    )
    play.commit(game, Defends(by, character.aim_target, command.parry))
