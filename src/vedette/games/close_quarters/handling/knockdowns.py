"""Who is thrown off his feet: `slam`, `knockdown` and `throw_foe` (section 6.4, CQ-KND)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from vedette.engine.checks import Check, Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.readings import HOUSE_RULE
from vedette.games.close_quarters import candidates, checks, near
from vedette.games.close_quarters.arms import martial_arts
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.to_hit import Attempt, blow
from vedette.games.close_quarters.damage.harm import fall
from vedette.games.close_quarters.derived import e_dex, full_str, has_ready_shield, worn_sets
from vedette.games.close_quarters.handling.hand_to_hand import AtAnEnemy, StoodAgainst, outwrestles
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import wall_between
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.view.asked import Asked
from vedette.view.hexes import distance
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


class Knockdown(AtAnEnemy):
    """Knock an enemy down."""


class ThrowFoe(AtAnEnemy):
    """Throw an enemy into a hex beside them."""

    to: Annotated[
        str,
        Asked(
            "To",
            "o",
            given=candidates.around_the_target,
            after=("target",),
            hex=candidates.is_on_map,
            stand_in=candidates.own_hex,
        ),
        Field(description="a hex"),
    ]


class Slam(AtAnEnemy):
    """Run an enemy down, with the body or behind a shield."""

    shield: Annotated[bool, Asked("With the shield", "h"), Field(description="behind it")] = False


# --- facts


@fact("{by} throws {target} into {to:word}.")
class Thrown(Fact, frozen=True):
    by: str
    target: str
    to: str


@fact("{by} slams {target}{shield:? with the shield}.")
class Slams(Fact, frozen=True):
    by: str
    target: str
    shield: bool


# --- what martial artists do to enemies on their feet


def _throw_level(game: Fight) -> int:
    """CQ-KND-4: the level of martial arts needed for a throw."""
    return number("martial_throw_early" if plays(game, "throw_level", "two") else "martial_throw")


def _lacks_the_level(game: Fight, by: str, level: int) -> str:
    """The refusal if the attacker isn't trained well enough."""
    character = game.units[by]
    if martial_arts(character) >= level:
        return ""
    return f"{character.name} lacks level {level} of martial arts, or can't use it now."


@forbids("CQ-KND-3")
def _he_knows_knockdowns(game: Fight, command: Command) -> WhyNot:
    """Level 2 of martial arts."""
    lacking = _lacks_the_level(game, command.by, number("martial_knockdown"))
    armored = any(not row.cloth for row in worn_sets(game.units[command.by]))
    reading = house_rule(game, "martial_arts_armor") if armored else None
    return Refusal("CQ-KND-3", lacking, reading=reading) if lacking else None


@forbids("CQ-KND-4")
def _he_knows_throws(game: Fight, command: Command) -> WhyNot:
    """Level 3 of martial arts, or 2."""
    lacking = _lacks_the_level(game, command.by, _throw_level(game))
    return Refusal("CQ-KND-4", lacking, reading=house_rule(game, "throw_level")) if lacking else None


def _on_his_feet(rule: str) -> Check[Fight, AtAnEnemy]:
    """Refuses, with that rule, a target that lies on the ground already."""

    @forbids(rule, reads=("target",))
    def test(game: Fight, command: AtAnEnemy) -> str | None:
        other = game.units[command.target]
        return f"{other.name} is down already." if near.is_down(other) else None

    return test


@forbids("CQ-KND-4", reads=("target", "to"))
def _there_is_room(game: Fight, command: ThrowFoe) -> WhyNot:
    """A free hex next to the target, without a wall between."""
    hex, to = game.units[command.target].hex, command.to
    if not hex or not near.is_free(game, to) or distance(hex, to) != 1:
        return Refusal("CQ-KND-4", f"{to} is not a free hex next to the target.", overridable=False)
    return f"A wall stands between the target and {to}." if wall_between(game.map, hex, to) else None


def _read_of_knockdowns(game: Fight, by: str, command: AtAnEnemy | None) -> tuple[Detail, ...]:
    """The table's house rule, if any."""
    read = house_rule(game, "knockdown_by")
    return (Detail(read.name, read.text),) if read.name == HOUSE_RULE else ()


@COMMANDS.add(
    Knockdown,
    "Knock down",
    candidates.at_somebody,
    (
        *order.attack_checks(), _he_knows_knockdowns, *order.target_checks(),
        *order.reach_checks(armed=False), _on_his_feet("CQ-KND-3"),
    ),
    rules=("CQ-KND-3", "CQ-MRT-1"),
    key="f",
    lines=_read_of_knockdowns,
    offered=order.offered_in(
        "slot",
        where=lambda game, by: near.foe_beside(game, by)
        and martial_arts(game.units[by]) >= number("martial_knockdown"),
    ),
)  # fmt: skip
async def knockdown(play: Play[Fight], command: Knockdown) -> None:
    """CQ-KND-3: opposed rolls; the beaten target falls."""
    order.use_action(play, command.by)
    if await _overcomes(play, command, "CQ-KND-3"):
        fall(play, command.target)


def _throw_understood(game: Fight, command: ThrowFoe) -> ThrowFoe:
    candidates.hex_name(command.to)
    candidates.at_somebody(game, command)
    return command


@COMMANDS.add(
    ThrowFoe,
    "Throw",
    _throw_understood,
    (
        *order.attack_checks(), _he_knows_throws, *order.target_checks(), *order.reach_checks(armed=False),
        _on_his_feet("CQ-KND-4"), _there_is_room,
    ),
    rules=("CQ-KND-4", "CQ-MRT-1"),
    key="v",
    lines=_read_of_knockdowns,
    offered=order.offered_in(
        "slot",
        where=lambda game, by: near.foe_beside(game, by) and martial_arts(game.units[by]) >= _throw_level(game),
    ),
)  # fmt: skip
async def throw_foe(play: Play[Fight], command: ThrowFoe) -> None:
    """CQ-KND-4: opposed rolls; the beaten target falls into the next hex, and meets what waits there."""
    order.use_action(play, command.by)
    if not await _overcomes(play, command, "CQ-KND-4"):
        return
    target, to = command.target, command.to
    play.commit(play.state.with_unit(target, hex=to), Thrown(command.by, target, to))
    await arrive(play, target, to, "thrown")


async def _overcomes(play: Play[Fight], command: AtAnEnemy, rule: str) -> bool:
    """CQ-KND-3: whether the attacker beats the target; 16 to 18 never do, even against a worse failure."""
    if plays(play.state, "knockdown_by", "to-hit"):
        return await _runs_down(play, blow(play.state, command.by, command.target, None))
    won = await outwrestles(play, command.by, command.target, rule, fumbles=True)
    if not won:
        play.emit(StoodAgainst(command.target, command.by))
    return won


# --- slams and shield rushes


@forbids("CQ-KND-1", reads=("shield",), alternative="slam without it")
def _the_shield_is_ready(game: Fight, command: Slam) -> str | None:
    """A shield rush takes a shield in hand."""
    character = game.units[command.by]
    lacking = command.shield and not has_ready_shield(character)
    return f"{character.name} has no shield ready." if lacking else None


@COMMANDS.add(
    Slam,
    "Slam",
    candidates.at_somebody,
    (
        *order.attack_checks(), _the_shield_is_ready, *order.target_checks(),
        *order.reach_checks(armed=False), _on_his_feet("CQ-KND-1"),
    ),
    rules=("CQ-KND-1", "CQ-KND-2"),
    key="j",
    offered=order.offered_in("slot", where=near.foe_beside),
)  # fmt: skip
async def slam(play: Play[Fight], command: Slam) -> None:
    """CQ-KND-1: a roll to hit as with bare hands; who is hit falls unless he is strong enough. No damage."""
    attempt = blow(play.state, command.by, command.target, None)
    order.use_action(play, command.by)
    if await _runs_down(play, attempt, shield=command.shield):
        fall(play, command.target)


async def _runs_down(play: Play[Fight], attempt: Attempt, *, shield: bool = False) -> bool:
    """CQ-KND-1, CQ-KND-2: a roll to hit as with bare hands, then a check of the target to stay upright."""
    by, target = attempt.by, attempt.target
    play.commit(play.state.with_unit(by, fought=True), Slams(by, target, shield))
    return (await roll_to_hit(play, attempt)).hit and not await _stays_up(play, by, target)


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
