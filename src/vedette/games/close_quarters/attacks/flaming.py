"""The flame thrower: `flame` (section 6.4)."""

from __future__ import annotations

from typing import Any

from vedette.engine.asks import Option
from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at
from vedette.games.close_quarters.attacks.commands import Flame
from vedette.games.close_quarters.attacks.firing import kick
from vedette.games.close_quarters.attacks.held import (
    at_somebody,
    line_is_open,
    only_at_a_charger,
    own_arm,
    own_weapon,
    ready_and_whole,
    target_in_front,
    with_weapon,
)
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.shooting import SHOT_RULES, let_go
from vedette.games.close_quarters.attacks.to_hit import Aim, aim
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.fight.fire import scorch_with_oil, set_alight, soak
from vedette.games.close_quarters.ground.hexes import neighbours, on_map
from vedette.games.close_quarters.ground.walls import solid
from vedette.games.close_quarters.standing import is_alive, is_engaged
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action_checks import (
    action_checks,
    not_in_hth,
    target_checks,
    use_action,
)
from vedette.games.close_quarters.words import by_unit, weapon

FLAME_THROWER = "flame-thrower"


def flame_understood(game: Fight, command: Flame) -> Flame:
    """A character, his weapon, and somebody else."""
    by_unit(game, command)
    with_weapon(game, command)
    understood: Flame = at_somebody(game, command)
    return understood


@forbids("CQ-ACT-4")
def neither_down_after_moving_nor_fallen(game: Fight, command: Any) -> str | None:
    """Who went down after moving, or fell, doesn't fire."""
    one = game.units[command.by]
    if (one.went_down and one.moved) or (one.posture == "fallen" and not one.hth):
        return f"{one.name} is in no position to fire."
    return None


@forbids("CQ-FLM-1", reads=("weapon", "size"), absolute=True)
def there_is_fuel(game: Fight, command: Any) -> str | None:
    """A flame thrower with 1 measure of fuel for a small burst, 2 for a large one."""
    held, arm = own_weapon(game, command), own_arm(game, command)
    if held is None or arm is None:
        return None
    if not arm.is_a(FLAME_THROWER):
        return f"The {arm.name.lower()} throws no flames."
    return f"There is fuel for {held.ammo}." if held.ammo < fuel(command.size) else None


def fuel(size: str) -> int:
    """CQ-FLM-1: what a burst uses."""
    return number(f"flame_{size}_fuel")


def flame_of(game: Fight, command: Flame) -> Attempt:
    """The burst that the command describes."""
    return Attempt(
        by=command.by,
        way="missile",
        weapon=weapon(game, command.by, command.weapon),
        target=command.target,
        aiming=aiming_at(game, command.by, command.target),
    )


def before_the_flame(game: Fight, command: Flame) -> Aim:
    """The breakdown of a burst as a form shows it."""
    return aim(game, flame_of(game, command))


async def flame(play: Play[Fight], command: Flame) -> None:
    """CQ-FLM-2, CQ-FLM-3, CQ-FLM-4: to hit; the hexes; a roll for each other figure in them; the fire."""
    by = command.by
    engaged = is_engaged(play.state, by)
    attempt = flame_of(play.state, command)
    use_action(play, by)
    use_fuel(play, command)
    attacked = await roll_to_hit(play, attempt)
    await kick(play, attempt)
    if not attacked.lost:
        await spread(play, command, hit=attacked.hit)
    if engaged:
        let_go(play, by, command.weapon)


async def spread(play: Play[Fight], command: Flame, *, hit: bool) -> None:
    """CQ-FLM-2, CQ-FLM-3, CQ-FLM-4: the hexes, who is in them, and what the fire does."""
    hexes = await choose_hexes(play, command, hit=hit)
    play.says(facts.FlamesCover(hexes))
    inside = await hit_others(play, command, hexes)
    await burn(play, command, hexes, {command.target, *inside} if hit else inside)


async def hit_others(play: Play[Fight], command: Flame, hexes: tuple[str, ...]) -> set[str]:
    """CQ-FLM-3: a roll to hit of its own for each other figure in the flames; who is missed is only beside them."""
    found = set()
    held = weapon(play.state, command.by, command.weapon)
    for name in others_in(play.state, command, hexes):
        attacked = await roll_to_hit(play, Attempt(by=command.by, way="missile", weapon=held, target=name))
        if attacked.hit:
            found.add(name)
    return found


def use_fuel(play: Play[Fight], command: Flame) -> None:
    """CQ-FLM-1: the fuel is gone, whatever comes of it."""
    held = weapon(play.state, command.by, command.weapon)
    left = max(0, held.ammo - fuel(command.size))
    used = play.state.with_weapon(command.by, held.id, ammo=left)
    play.becomes(used, facts.Flamed(command.by, command.target, left))


async def choose_hexes(play: Play[Fight], command: Flame, *, hit: bool) -> tuple[str, ...]:
    """CQ-FLM-2: the firer's side places 3 or 7 hexes one by one, each next to one that lies already.

    A hit begins in the target's hex; a miss begins beside it, and never covers it.
    """
    target = play.state.units[command.target].hex
    side = play.state.units[command.by].side
    placed: tuple[str, ...] = (target,) if hit else ()
    while len(placed) < number(f"flame_{command.size}_hexes"):
        free = free_hexes(play.state, placed or (target,), (*placed, target))
        if not free:
            break
        options = tuple(Option(hex, hex) for hex in free)
        chosen = await play.choose(
            "flame_hex", side=side, options=options, why="Where the flames go", rules=("CQ-FLM-2",)
        )
        placed = (*placed, str(chosen))
    return placed


def free_hexes(game: Fight, beside: tuple[str, ...], taken: tuple[str, ...]) -> list[str]:
    """Hexes next to these, on the map, not solid and not taken, in ascending order."""
    near = {hex for one in beside for hex in neighbours(one)} - set(taken)
    return sorted(hex for hex in near if on_map(game.map, hex) and not solid(game.map, hex))


def others_in(game: Fight, command: Flame, hexes: tuple[str, ...]) -> list[str]:
    """CQ-FLM-3: everybody alive in the flames but the target, in the order of the set-up."""
    return [
        name
        for name, one in game.units.items()
        if name != command.target and one.hex in hexes and not one.left and is_alive(game, name)
    ]


async def burn(play: Play[Fight], command: Flame, hexes: tuple[str, ...], inside: set[str]) -> None:
    """CQ-FLM-4: 4 points in the flames, 2 beside them; saves against being soaked; then the hexes burn."""
    game = play.state
    origin = game.units[command.by].hex
    near = {hex for one in hexes for hex in (one, *neighbours(one))}
    for name in [name for name, one in game.units.items() if one.hex in near and not one.left]:
        points = number("flame_damage" if name in inside else "flame_beside")
        await scorch_with_oil(play, name, points, hex=origin, by=command.by)
    await soak(play, [name for name in game.units if name in inside], dice=number("soak_dice"))
    set_alight(play, hexes)


FLAMING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "flame": CommandSpec(
        Flame,
        "Flame",
        "unit",
        flame,
        flame_understood,
        (
            *action_checks("step", "CQ-ACT-4"),
            not_in_hth,
            only_at_a_charger,
            neither_down_after_moving_nor_fallen,
            ready_and_whole,
            there_is_fuel,
            *target_checks(),
            target_in_front,
            line_is_open,
        ),
        rules=(*SHOT_RULES, "CQ-FLM-2", "CQ-FLM-3", "CQ-FLM-4", "CQ-FIR-10"),
        key="f",
    ),
}
