"""Who is thrown off his feet: `slam`, `knockdown` and `throw_foe` (section 6.4, CQ-KND)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from vedette.engine.checks import Check, Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.readings import HOUSE_RULE
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.arms import martial_arts
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.to_hit import blow
from vedette.games.close_quarters.candidates import (
    around_the_target,
    at_somebody,
    hex_name,
    is_on_map,
    own_hex,
    target_of,
)
from vedette.games.close_quarters.damage.harm import fall
from vedette.games.close_quarters.derived import e_dex, full_str, has_ready_shield, worn_sets
from vedette.games.close_quarters.handling.hand_to_hand import StoodAgainst, outwrestles
from vedette.games.close_quarters.near import foe_beside, in_reach, is_down, is_free
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import wall_between
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.games.close_quarters.turn.order import (
    attack_checks,
    offered_in,
    reach_checks,
    target_checks,
    use_action,
)
from vedette.view.asked import Asked
from vedette.view.hexes import distance
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- what martial artists do to enemies on their feet


def _can_knock_down(game: Fight, by: str) -> bool:
    return foe_beside(game, by) and martial_arts(game.units[by]) >= number("martial_knockdown")


def _can_throw(game: Fight, by: str) -> bool:
    return foe_beside(game, by) and martial_arts(game.units[by]) >= throw_level(game)


def throw_level(game: Fight) -> int:
    """CQ-KND-4: the level of martial arts needed for a throw."""
    return number("martial_throw_early" if plays(game, "throw_level", "two") else "martial_throw")


class Knockdown(Command):
    """Knock an enemy down."""

    target: Annotated[str, Asked("Target", "t", in_reach)]


class ThrowFoe(Command):
    """Throw an enemy into a hex beside them."""

    target: Annotated[str, Asked("Target", "t", in_reach)]
    to: Annotated[
        str,
        Asked("To", "o", given=around_the_target, after=("target",), hex=is_on_map, stand_in=own_hex),
        Field(description="a hex"),
    ]


def _throw_understood(game: Fight, command: ThrowFoe) -> ThrowFoe:
    hex_name(command.to)
    at_somebody(game, command)
    return command


def _lacks_the_level(game: Fight, by: str, level: int) -> str:
    """The refusal if the attacker isn't trained well enough."""
    character = game.units[by]
    if martial_arts(character) >= level:
        return ""
    return f"{character.name} lacks level {level} of martial arts, or can't use it now."


@forbids("CQ-KND-3")
def _he_knows_knockdowns(game: Fight, command: Any) -> WhyNot:
    """Level 2 of martial arts."""
    lacking = _lacks_the_level(game, command.by, number("martial_knockdown"))
    armored = any(not row.cloth for row in worn_sets(game.units[command.by]))
    reading = house_rule(game, "martial_arts_armor") if armored else None
    return Refusal("CQ-KND-3", lacking, reading=reading) if lacking else None


@forbids("CQ-KND-4")
def _he_knows_throws(game: Fight, command: Any) -> WhyNot:
    """Level 3 of martial arts, or 2."""
    lacking = _lacks_the_level(game, command.by, throw_level(game))
    return Refusal("CQ-KND-4", lacking, reading=house_rule(game, "throw_level")) if lacking else None


def _read_of_knockdowns(game: Fight, by: str, command: Any) -> tuple[Detail, ...]:
    """The table's house rule, if any."""
    read = house_rule(game, "knockdown_by")
    return (Detail(read.name, read.text),) if read.name == HOUSE_RULE else ()


def on_his_feet(rule: str) -> Check[Fight, Any]:
    """Refuses, with that rule, a target that lies on the ground already."""

    @forbids(rule, reads=("target",))
    def test(game: Fight, command: Any) -> str | None:
        target = target_of(game, command)
        if target and is_down(game.units[target]):
            return f"{game.units[target].name} is down already."
        return None

    return test


@forbids("CQ-KND-4", reads=("target", "to"))
def _there_is_room(game: Fight, command: Any) -> WhyNot:
    """A free hex next to the target, without a wall between."""
    target = target_of(game, command)
    if not target or not command.to:
        return None
    hex = game.units[target].hex
    if not hex or not is_free(game, command.to) or distance(hex, command.to) != 1:
        return Refusal("CQ-KND-4", f"{command.to} is not a free hex next to the target.", overridable=False)
    if wall_between(game.map, hex, command.to):
        return f"A wall stands between the target and {command.to}."
    return None


@COMMANDS.add(
    Knockdown,
    "Knock down",
    at_somebody,
    (
        *attack_checks(),
        _he_knows_knockdowns,
        *target_checks(),
        *reach_checks(armed=False),
        on_his_feet("CQ-KND-3"),
    ),
    rules=("CQ-KND-3", "CQ-MRT-1"),
    key="f",
    lines=_read_of_knockdowns,
    offered=offered_in("slot", where=_can_knock_down),
)
async def knockdown(play: Play[Fight], command: Knockdown) -> None:
    """CQ-KND-3: opposed rolls; the beaten target falls."""
    use_action(play, command.by)
    if await _overcomes(play, command, "CQ-KND-3"):
        fall(play, command.target)


@fact("{by} throws {target} into {to:word}.")
class Thrown(Fact, frozen=True):
    by: str
    target: str
    to: str


@COMMANDS.add(
    ThrowFoe,
    "Throw",
    _throw_understood,
    (
        *attack_checks(),
        _he_knows_throws,
        *target_checks(),
        *reach_checks(armed=False),
        on_his_feet("CQ-KND-4"),
        _there_is_room,
    ),
    rules=("CQ-KND-4", "CQ-MRT-1"),
    key="v",
    lines=_read_of_knockdowns,
    offered=offered_in("slot", where=_can_throw),
)
async def throw_foe(play: Play[Fight], command: ThrowFoe) -> None:
    """CQ-KND-4: opposed rolls; the beaten target falls into the next hex, and meets what waits there."""
    use_action(play, command.by)
    if not await _overcomes(play, command, "CQ-KND-4"):
        return
    target, to = command.target, command.to
    play.commit(play.state.with_unit(target, hex=to), Thrown(command.by, target, to))
    await arrive(play, target, to, "thrown")


async def _overcomes(play: Play[Fight], command: Any, rule: str) -> bool:
    """CQ-KND-3: whether the attacker beats the target; 16 to 18 never do, even against a worse failure."""
    if plays(play.state, "knockdown_by", "to-hit"):
        return await _runs_down(play, command.by, command.target)
    won = await outwrestles(play, command.by, command.target, rules=(rule, "CQ-CHK-6"), fumbles=True)
    if not won:
        play.emit(StoodAgainst(command.target, command.by))
    return won


async def _runs_down(play: Play[Fight], by: str, target: str) -> bool:
    """CQ-KND-1, CQ-KND-2: a roll to hit as with bare hands, then a check of the target to stay upright."""
    attempt = blow(play.state, by, target, None)
    play.commit(play.state.with_unit(by, fought=True), Slams(by, target, shield=False))
    return (await roll_to_hit(play, attempt)).hit and not await _stays_up(play, by, target)


# --- slams and shield rushes


class Slam(Command):
    """Run an enemy down, with the body or behind a shield."""

    target: Annotated[str, Asked("Target", "t", in_reach)]
    shield: Annotated[bool, Asked("With the shield", "h"), Field(description="behind it")] = False


@forbids("CQ-KND-1", reads=("shield",), alternative="slam without it")
def _the_shield_is_ready(game: Fight, command: Any) -> str | None:
    """A shield rush takes a shield in hand."""
    character = game.units[command.by]
    return (
        f"{character.name} has no shield ready."
        if command.shield and not has_ready_shield(character)
        else None
    )


# --- slams, knockdowns, throws


@fact("{by} slams {target}{shield:? with the shield}.")
class Slams(Fact, frozen=True):
    by: str
    target: str
    shield: bool


@COMMANDS.add(
    Slam,
    "Slam",
    at_somebody,
    (
        *attack_checks(),
        _the_shield_is_ready,
        *target_checks(),
        *reach_checks(armed=False),
        on_his_feet("CQ-KND-1"),
    ),
    rules=("CQ-KND-1", "CQ-KND-2"),
    key="j",
    offered=offered_in("slot", where=foe_beside),
)
async def slam(play: Play[Fight], command: Slam) -> None:
    """CQ-KND-1: a roll to hit as with bare hands; who is hit falls unless he is strong enough. No damage."""
    attempt = blow(play.state, command.by, command.target, None)
    use_action(play, command.by)
    game = play.state.with_unit(command.by, fought=True)
    play.commit(game, Slams(command.by, command.target, command.shield))
    attacked = await roll_to_hit(play, attempt)
    if attacked.hit and not await _stays_up(play, command.by, command.target):
        fall(play, command.target)


async def _stays_up(play: Play[Fight], by: str, target: str) -> bool:
    """CQ-KND-2: 3d6 on unwounded STR, or DEX for who knows how to fall, with the difference in STR."""
    character = play.state.units[target]
    strength = full_str(character)
    deft = martial_arts(character) >= number("martial_dex")
    result = await checks.check(
        play,
        number("slam_dice"),
        max(strength, e_dex(play.state, target)) if deft else strength,
        why="stay_up",
        side=character.side,
        rules=("CQ-KND-1", "CQ-KND-2"),
        told=f"{character.name} to stay upright",
        modifiers=(modifier("strength_difference", strength - full_str(play.state.units[by])),),
    )
    if result.success:
        play.emit(StoodAgainst(target, by))
    return result.success
