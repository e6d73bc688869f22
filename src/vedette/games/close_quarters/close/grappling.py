"""Coming to hand-to-hand combat: `attempt_hth`, the entry table, joining a brawl (CQ-HTH-1 to CQ-HTH-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from vedette.engine.asks import Option
from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.dice import Remark
from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.held import hits_nobody
from vedette.games.close_quarters.attacks.hitting import hit
from vedette.games.close_quarters.attacks.melee_checks import used_as
from vedette.games.close_quarters.attacks.striking import use_power
from vedette.games.close_quarters.close.disengaging import strikes
from vedette.games.close_quarters.close.shared_checks import at_somebody, target_of
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.facts.damage import ShieldLost
from vedette.games.close_quarters.facts.telling import figure
from vedette.games.close_quarters.fight.dropping import drop_ready
from vedette.games.close_quarters.fight.harm import fallen
from vedette.games.close_quarters.ground.hexes import distance, on_map, opposite, step
from vedette.games.close_quarters.near import foe_beside, in_reach
from vedette.games.close_quarters.standing import aspect, is_able, is_down, is_walled, side_of
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import (
    action_checks,
    attack_checks,
    not_in_hth,
    target_checks,
)
from vedette.games.close_quarters.turn.arriving import arrive
from vedette.games.close_quarters.values.arms import figures, is_small
from vedette.games.close_quarters.values.defence import has_ready_shield
from vedette.games.close_quarters.values.effective import e_mov
from vedette.games.close_quarters.values.hands import in_hands
from vedette.games.close_quarters.values.martial import martial_arts
from vedette.games.close_quarters.weapon import Weapon
from vedette.view.asked import Asked


class AttemptHth(Command):
    """Close with an enemy to wrestle; `consent`: he wants to, too."""

    target: Annotated[str, Asked("Target", "t", in_reach)]
    consent: Annotated[bool, Asked("The other one wants it too", "c")] = False


# --- checks


@forbids("CQ-ATK-9")
def _he_is_up(game: Fight, command: Any) -> str | None:
    """Who is down attacks nobody."""
    one = game.units[command.by]
    return f"{one.name} is down." if is_down(one) and not one.hth else None


@check("CQ-MAP-5", reads=("target",))
def _the_target_is_before_him(game: Fight, command: Any) -> Refusal | None:
    """Only into a neighbouring front hex."""
    one, target = game.units[command.by], target_of(game, command)
    if not target or not one.hex:
        return None
    hex = game.units[target].hex
    if hex and distance(one.hex, hex) == 1 and side_of(one, hex) == "front":
        return None
    name = game.units[target].name
    return Refusal("CQ-MAP-5", f"{name} is not in a hex in front of {one.name}.", absolute=not hex)


@forbids("CQ-ENV-11", reads=("target",))
def _no_wall_stands_between(game: Fight, command: Any) -> str | None:
    """Nobody wrestles across a wall over 1 m."""
    one, target = game.units[command.by], target_of(game, command)
    there = game.units[target].hex if target else ""
    if one.hex and there and is_walled(game, one.hex, there):
        return "A wall over 1 m stands between the two."
    return None


@forbids("CQ-HTH-1", reads=("target", "consent"), alternative="by consent")
def _he_can_be_seized(game: Fight, command: Any) -> str | None:
    """He is in a brawl, shut in, unable to move, not standing, slower, taken from behind, or willing."""
    one, target = game.units[command.by], target_of(game, command)
    if not target or not one.hex or not game.units[target].hex:
        return None
    if command.consent or game.units[target].hth or is_open_to_seizing(game, command.by, target):
        return None
    name = game.units[target].name
    return f"{name} stands there free, and is as fast as {one.name}."


def is_open_to_seizing(game: Fight, by: str, target: str) -> bool:
    """CQ-HTH-1: whether the target can't keep him off by its mere position."""
    one, other = game.units[by], game.units[target]
    stuck = _is_shut_in(game, other) or not is_able(game, target) or bool(other.hanging)
    slower = e_mov(game, target) < e_mov(game, by)
    return stuck or other.posture != "standing" or slower or aspect(game, target, one.hex) == "rear"


def _is_shut_in(game: Fight, one: Character) -> bool:
    """Whether his way back is shut: the hex straight behind him is off the map, or beyond a wall over 1 m."""
    behind = step(one.hex, opposite(one.facing))
    return not behind or not on_map(game.map, behind) or is_walled(game, one.hex, behind)


# --- what happens


async def attempt_hth(play: Play[Fight], command: AttemptHth) -> None:
    """CQ-HTH-2 to CQ-HTH-4: whatever isn't small is dropped; a brawl is joined at once, else the table decides."""
    by, target = command.by, command.target
    use_action(play, by)
    drop_big_things(play, by)
    if play.state.units[target].hth:
        _joins(play, by, play.state.units[target].hex)
        await arrive(play, by, play.state.units[target].hex)
        return
    found = await _on_the_table(play, by, target)
    if found <= number("hth_ready_weapon"):
        _grapple(play, by, target)
        await arrive(play, by, play.state.units[target].hex)
        if found > number("hth_both"):
            await _reaches_for_a_weapon(play, target)
        return
    play.says(facts.AttemptFailed(by, target))
    if found > number("hth_nothing") and is_able(play.state, target):
        await _strikes_back(play, target, by)


async def _on_the_table(play: Play[Fight], by: str, target: str) -> int:
    """CQ-HTH-3: one die, less from the rear, more for each level of martial arts that the target is above."""
    game = play.state
    one, other = game.units[by], game.units[target]
    levels = max(0, martial_arts(other) - martial_arts(one))
    behind = number("hth_rear") if aspect(game, target, one.hex) == "rear" else 0
    roll = await dicing.throw(
        play,
        number("hth_dice"),
        why="hth_table",
        side=one.side,
        rules=("CQ-HTH-3",),
        told=f"{one.name} closes with {other.name}",
        remarks=_key(other.name, behind, levels),
    )
    return int(roll.total) + behind + levels


def _key(target: str, behind: int, levels: int) -> tuple[Remark, ...]:
    """CQ-HTH-3: what is added to the die, and what the totals mean."""
    both, ready, nothing = (number(f"hth_{most}") for most in ("both", "ready_weapon", "nothing"))
    added = (("From the rear", behind), (f"Levels of martial arts of {target} above his", levels))
    said = (
        (f"Up to {both}", "both go to the ground"),
        (f"{both + 1} to {ready}", f"they do, and {target} has a small weapon ready next turn"),
        (f"{ready + 1} to {nothing}", "nothing happens"),
        (f"{nothing + 1} or more", f"nothing happens but that {target} strikes at once"),
    )
    return (
        *(Remark(what, figure(points, "+"), ("CQ-HTH-3",)) for what, points in added if points),
        *(Remark(totals, what) for totals, what in said),
    )


def drop_big_things(play: Play[Fight], name: str) -> None:
    """CQ-HTH-2: he drops in his hex whatever is in his hands and not small, a shield too."""
    for thing in play.state.units[name].ready:
        weapon = play.state.units[name].weapon(thing)
        if weapon is None or not is_small(figures(weapon)):
            drop_ready(play, name, thing)
    if has_ready_shield(play.state.units[name]):
        play.becomes(play.state.with_unit(name, shield_held="dropped"), ShieldLost(name))


def _grapple(play: Play[Fight], by: str, target: str) -> None:
    """CQ-HTH-3: the target drops its things too, and both are in hand-to-hand combat in its hex."""
    drop_big_things(play, target)
    hex = play.state.units[target].hex
    _joins(play, by, hex)
    _joins(play, target, hex)


def _joins(play: Play[Fight], name: str, hex: str) -> None:
    """CQ-HTH-4: he is in hand-to-hand combat, on the ground of his own will; no guard and no aim outlasts that."""
    fell = play.state.units[name].fell_turn
    game = fallen(play.state, name).with_unit(name, hth=True, hex=hex, fell_turn=fell)
    play.becomes(game, facts.Grappled(name, hex))


async def _reaches_for_a_weapon(play: Play[Fight], name: str) -> None:
    """CQ-HTH-3: a small weapon on his belt will be ready next turn; his side says which of several."""
    one = play.state.units[name]
    on_belt = [weapon for thing in one.belt if (weapon := one.weapon(thing)) is not None]
    small = [weapon for weapon in on_belt if is_small(figures(weapon))]
    if not small:
        return
    answer = await play.choose(
        "belt_weapon",
        side=one.side,
        options=_options(small),
        why=f"Which weapon {one.name} gets at",
        rules=("CQ-HTH-3",),
    )
    weapon = one.weapon(str(answer))
    assert weapon is not None  # it is one of the options
    play.becomes(play.state.with_unit(name, hth_ready=weapon.id), facts.ReachesFor(name, weapon.type))


async def _strikes_back(play: Play[Fight], name: str, by: str) -> None:
    """CQ-HTH-3: he hits at once, without a roll, with a weapon in hand or bare hands; that isn't his action."""
    one = play.state.units[name]
    usable = [weapon for weapon in in_hands(one) if strikes(weapon) or _fires(weapon)]
    weapon = None
    if usable:
        answer = await play.choose(
            "strike_with",
            side=one.side,
            options=_options(usable),
            why=f"What {one.name} strikes with",
            rules=("CQ-HTH-3",),
        )
        weapon = used_as(one.weapon(str(answer)))
    play.says(facts.StruckBack(name, by))
    use_power(play, name, weapon)
    fires = weapon is not None and figures(weapon).missile
    way: Any = "missile" if fires else "melee"
    await hit(play, Attempt(by=name, way=way, weapon=weapon, target=by), by)


def _fires(weapon: Weapon) -> bool:
    """Whether it is a gun or bow that can be fired now; what a flame thrower does is no hit."""
    arm = figures(weapon)
    loaded = weapon.ammo > 0 and not weapon.span
    return arm.missile and not hits_nobody(arm) and not weapon.broken and loaded


def _options(weapons: list[Weapon]) -> tuple[Option, ...]:
    return tuple(Option(weapon.id, figures(weapon).name) for weapon in weapons)


GRAPPLING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "attempt_hth": CommandSpec(
        AttemptHth,
        "Try hand-to-hand",
        "unit",
        attempt_hth,
        at_somebody,
        (
            *action_checks("attack", "CQ-ACT-8", hth="CQ-HTH-6"),
            *attack_checks(),
            not_in_hth,
            _he_is_up,
            *target_checks(),
            _the_target_is_before_him,
            _no_wall_stands_between,
            _he_can_be_seized,
        ),
        rules=("CQ-HTH-2", "CQ-HTH-3", "CQ-HTH-4"),
        key="h",
        offered=foe_beside,
    )
}
