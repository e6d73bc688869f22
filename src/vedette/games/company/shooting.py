"""Shooting: who may be shot at, the dice, and what they cost."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.dice import Count
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.company.activation import ACTIVATION_RULES, activates, activation_line
from vedette.games.company.commands import Shoot
from vedette.games.company.groups import has, is_played, profile, toughness
from vedette.games.company.hitting import (
    bettered,
    loss_for,
    roll_to_hit,
    take_hits,
    to_hit_pool,
)
from vedette.games.company.lines import pool_words
from vedette.games.company.lookup import by_group, known
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, it_has_a_value
from vedette.games.company.profiles import Missile
from vedette.games.company.resilience import TEST_RULES, after_losses, test_lines
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import number
from vedette.view.vocabulary import Detail, PlannedRoll


def shoot_understood(game: Skirmish, command: Shoot) -> Shoot:
    """A Group shoots at a Group."""
    by_group(game, command)
    known(game, command.target)
    return command


@forbids("CO-SHT-1")
def it_has_missiles(game: Skirmish, command: Shoot) -> str | None:
    """Only a Group with an MI profile Shoots."""
    if profile(game, command.by).mi is None:
        return f"{game.units[command.by].name}: no MI profile."
    return None


@forbids("CO-GEN-4", reads=("target",))
def the_target_is_an_enemy(game: Skirmish, command: Any) -> str | None:
    """Only enemies are shot at or attacked (decision 33)."""
    if not game.enemies(command.by, command.target):
        return f"{game.units[command.target].name}: not an enemy."
    return None


@forbids("CO-ROU-1", reads=("target",))
def the_target_is_in_play(game: Skirmish, command: Any) -> str | None:
    """Routed Groups, deserters and Groups in reserve can't be a target."""
    target = game.units[command.target]
    return None if target.in_play else f"{target.name}: not in play."


@check("CO-SHT-2", reads=("inches",))
def the_target_is_in_range(game: Skirmish, command: Shoot) -> Refusal | None:
    """The target is within the MI range."""
    mi = profile(game, command.by).mi
    if mi is not None and command.inches > mi.range:
        return Refusal("CO-SHT-2", f"Its range is {mi.range:g} inches.", f"{mi.range:g} inches")
    return None


@forbids("CO-SHT-3", reads=("sees",))
def the_target_is_seen(game: Skirmish, command: Shoot) -> str | None:
    """The target can be seen."""
    return None if command.sees else "It cannot see its target."


@check("CO-TRA-9", reads=("target", "inches"))
def stealth_hides_the_distant(game: Skirmish, command: Shoot) -> Refusal | None:
    """A Stealthy Group can't be shot at from more than 12 inches."""
    limit = number("stealthy_range")
    if has(game, command.target, "stealthy") and command.inches > limit:
        name = game.units[command.target].name
        return Refusal("CO-TRA-9", f"{name}: Stealthy, no shot from farther away.", f"{limit} inches")
    return None


async def shoot(play: Play[Skirmish], command: Shoot) -> None:
    """CO-SHT-4 to CO-SHT-7: the volley, what it costs, and the tests that it brings."""
    missiles(play.state, command.by)
    if not await activates(play, command.by, "shoot"):
        return
    by, target = command.by, command.target
    hits = await roll_to_hit(
        play,
        by,
        shoot_pool(play.state, by, target, cover=command.cover),
        why="shoot",
        told=f"{play.state.units[by].name}: shots at {play.state.units[target].name}",
        rules=("CO-SHT-4", "CO-SHT-5"),
        cover=command.cover,
    )
    lost = loss_for(play.state, target, hits, shooting=True)
    take_hits(play, target, hits, lost, toughness(play.state, target, shooting=True))
    await after_losses(play, {by: 0, target: lost}, {target: by})


def shoot_pool(game: Skirmish, unit: str, target: str, *, cover: bool) -> Count:
    """CO-SHT-4, CO-SHT-5, CO-TRA-5: the dice of a volley, and what each must show."""
    hit = missiles(game, unit).hit
    needed, modifiers = bettered(hit, "accurate") if has(game, unit, "accurate") else (hit, ())
    return to_hit_pool(game, unit, target, needed, modifiers, cover=cover, shooting=True)


def missiles(game: Skirmish, unit: str) -> Missile:
    """The MI profile; raises CommandError where there is none."""
    mi = profile(game, unit).mi
    if mi is None:
        raise CommandError(f"{game.units[unit].name}: no MI profile, nothing to roll.")
    return mi


def _has_missiles(game: Skirmish, by: str) -> bool:
    return is_played(game, by) and profile(game, by).mi is not None


def shoot_lines(game: Skirmish, by: str, command: Shoot | None) -> tuple[Detail, ...]:
    """A volley, the order before it, and the test that it may bring."""
    order = activation_line(game, by, "shoot")
    if command is None:
        return order
    pool = shoot_pool(game, by, command.target, cover=command.cover)
    volley = PlannedRoll("To hit", pool_words(pool), side=game.units[by].side, pool=pool, basis="MI")
    return (volley, *order, *test_lines(game, command.target))


SHOOT_COMMANDS: dict[str, CommandSpec[Skirmish]] = {
    "shoot": CommandSpec(
        Shoot,
        "Shoot",
        "unit",
        shoot,
        shoot_understood,
        (
            *FREE_GROUP_CHECKS,
            it_has_missiles,
            it_has_a_value,
            the_target_is_an_enemy,
            the_target_is_in_play,
            the_target_is_in_range,
            the_target_is_seen,
            stealth_hides_the_distant,
        ),
        rules=(
            *ACTIVATION_RULES, *TEST_RULES, "CO-SHT-4", "CO-SHT-5", "CO-SHT-6", "CO-SHT-7", "CO-TER-5", "CO-TRA-5",
            "CO-TRA-10",
        ),
        key="s",
        aims="shoot at",
        offered=_has_missiles,
        lines=shoot_lines,
    ),
}  # fmt: skip
