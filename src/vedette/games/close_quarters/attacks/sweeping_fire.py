"""CQ-AUT-8: automatic fire over an arc: `sweep_fire` (section 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt, aiming_at
from vedette.games.close_quarters.attacks.bursts import bullets, bullets_of
from vedette.games.close_quarters.attacks.commands import SweepFire
from vedette.games.close_quarters.attacks.firing import kick
from vedette.games.close_quarters.attacks.flaming import neither_down_after_moving_nor_fallen
from vedette.games.close_quarters.attacks.grenades import not_avoided, roll_to_avoid, victim
from vedette.games.close_quarters.attacks.held import (
    not_in_front,
    own_arm,
    own_weapon,
    ready_and_whole,
    with_weapon,
)
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.shooting import SHOT_RULES
from vedette.games.close_quarters.attacks.to_hit import cover_of
from vedette.games.close_quarters.bands import FAILURES
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.ground.hexes import distance, on_map, swept
from vedette.games.close_quarters.standing import in_hex, is_enemy, is_upright
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action_checks import action_checks, disengaged, not_in_hth, use_action
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.words import by_unit, hex_name, weapon


def sweep_fire_understood(game: Fight, command: SweepFire) -> SweepFire:
    """A character, his weapon, and two hexes."""
    by_unit(game, command)
    hex_name(command.first)
    hex_name(command.last)
    understood: SweepFire = with_weapon(game, command)
    return understood


@forbids("CQ-AUT-1", reads=("weapon",))
def fires_automatically(game: Fight, command: Any) -> str | None:
    """Only automatic fire sweeps."""
    arm = own_arm(game, command)
    if arm is None or (arm.missile and arm.shots[2]):
        return None
    return f"The {arm.name.lower()} has no automatic fire."


@forbids("CQ-RNG-12", reads=("weapon",), alternative="reload", absolute=True)
def has_rounds(game: Fight, command: Any) -> str | None:
    """No ammunition, no shot."""
    held = own_weapon(game, command)
    if held is None or held.ammo:
        return None
    return "It is empty."


@forbids("CQ-MAP-1", reads=("first", "last"), absolute=True)
def the_arc_is_on_the_map(game: Fight, command: Any) -> str | None:
    """Both hexes are on the map."""
    for hex in (command.first, command.last):
        if not on_map(game.map, hex):
            return f"{hex} is not on the map."
    return None


@check("CQ-MAP-5", reads=("first", "last"))
def the_arc_is_in_front(game: Fight, command: Any) -> Refusal | None:
    """Both hexes are in front; his own gives no direction."""
    one = game.units[command.by]
    if not one.hex:
        return None
    for hex in (command.first, command.last):
        refused = not_in_front(one, hex, hex)
        if refused is not None or hex == one.hex:
            return refused or Refusal("CQ-MAP-5", f"{hex} is where {one.name} stands.")
    return None


@forbids("CQ-AUT-8", reads=("weapon", "first", "last"), absolute=True)
def somebody_is_in_the_arc(game: Fight, command: Any) -> str | None:
    """There is a figure in the arc that the fire reaches."""
    if not game.units[command.by].hex or figures_in_arc(game, command):
        return None
    return "Nobody is in that arc."


def figures_in_arc(game: Fight, command: SweepFire) -> list[str]:
    """CQ-AUT-8: all upright figures in the arc, friends too, in the order of the sweep."""
    own, bounds = game.units[command.by].hex, (command.first, command.last)
    taken = {one.hex for one in game.units.values() if one.hex and not one.left} - {own}
    hexes = swept(own, game.units[command.by].facing, *bounds, taken) if own not in bounds else ()
    return [
        name
        for hex in hexes
        for name in in_hex(game, hex)
        if is_upright(game, name) and not cover_of(game, _at(game, command, name, 1)).rule
    ]


def attempts_at_best(game: Fight, command: SweepFire) -> dict[str, Attempt]:
    """CQ-AUT-8: the fire at each figure of the arc, with the rounds that are left for it if all before it are missed.

    Whom no round can reach isn't among them.
    """
    held = weapon(game, command.by, command.weapon)
    left, before, found = min(figures(held).shots[2], held.ammo), "", {}
    for name in figures_in_arc(game, command):
        hex = game.units[name].hex
        left -= gap(before, hex)
        if left <= 0:
            break
        found[name] = replace(_at(game, command, name, left), aiming=aiming_at(game, command.by, name))
        left, before = left - number("sweep_miss_rounds") * is_enemy(game, command.by, name), hex
    return found


def _at(game: Fight, command: SweepFire, name: str, rounds: int) -> Attempt:
    """The fire at one figure of the arc, with so many rounds left."""
    return Attempt(
        by=command.by,
        way="missile",
        weapon=game.units[command.by].weapon(command.weapon),
        target=name,
        mode="auto",
        rounds=rounds,
        sweep=True,
        interveners=False,
    )


async def sweep_fire(play: Play[Fight], command: SweepFire) -> None:
    """CQ-AUT-8: figure after figure, as long as rounds are left; hits, misses and the gaps between use them up."""
    by = command.by
    names = figures_in_arc(play.state, command)
    aiming = {name: aiming_at(play.state, by, name) for name in names}
    use_action(play, by)
    left, before = spray(play, command), ""
    for name in names:
        hex = play.state.units[name].hex
        left -= gap(before, hex)
        if left <= 0:
            break
        attempt = replace(_at(play.state, command, name, left), aiming=aiming[name])
        enemy = is_enemy(play.state, by, name)
        used = await at_foe(play, attempt) if enemy else await past_friend(play, attempt)
        if used is None:
            break
        left, before = left - used, hex
    await kick(play, _at(play.state, command, names[0], 1))


def spray(play: Play[Fight], command: SweepFire) -> int:
    """CQ-AUT-8: the weapon's whole automatic fire, or what it has left, is used up."""
    held = weapon(play.state, command.by, command.weapon)
    rounds = min(figures(held).shots[2], held.ammo)
    emptied = play.state.with_weapon(command.by, held.id, ammo=held.ammo - rounds)
    play.becomes(emptied, facts.Swept(command.by, rounds, held.ammo - rounds))
    return rounds


def gap(before: str, hex: str) -> int:
    """CQ-AUT-8: the rounds that go between two figures: one for each hex that lies between them."""
    return max(0, distance(before, hex) - 1) if before else 0


async def at_foe(play: Play[Fight], attempt: Attempt) -> int | None:
    """A roll to hit a foe: the rounds that it uses; None where the weapon is dropped or broken."""
    attacked = await roll_to_hit(play, attempt)
    if attacked.lost:
        return None
    if not attacked.hit:
        return number("sweep_miss_rounds")
    used = bullets_of(attacked)
    await bullets(play, attempt, await victim(play, attempt), used, attacked.result)
    return used


async def past_friend(play: Play[Fight], attempt: Attempt) -> int:
    """A roll to avoid a friend: the rounds that it uses."""
    avoided = await roll_to_avoid(play, attempt, attempt.target)
    if avoided.band in FAILURES:
        return number("sweep_miss_rounds")
    if avoided.success:
        return 0
    used = min(attempt.rounds, not_avoided(avoided))
    play.says(facts.HitInstead(attempt.target))
    await bullets(play, attempt, attempt.target, used)
    return used


SWEEPING_FIRE_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "sweep_fire": CommandSpec(
        SweepFire,
        "Sweep with fire",
        "unit",
        sweep_fire,
        sweep_fire_understood,
        (
            *action_checks("step", "CQ-ACT-4"),
            not_in_hth,
            disengaged("CQ-ACT-9"),
            neither_down_after_moving_nor_fallen,
            ready_and_whole,
            fires_automatically,
            has_rounds,
            the_arc_is_on_the_map,
            the_arc_is_in_front,
            somebody_is_in_the_arc,
        ),
        rules=(*SHOT_RULES, "CQ-AUT-2", "CQ-AUT-3", "CQ-AUT-4", "CQ-AUT-6", "CQ-AUT-9"),
        key="v",
    ),
}
