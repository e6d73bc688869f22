"""Two quick shots at each other at the same DEX: the margins say who fires first (CQ-OPT-10, 21.5)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any

from vedette.engine.asks import Option
from vedette.engine.checks import refusals
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.commands import Shoot, Throw
from vedette.games.close_quarters.attacks.firing import kick, take_effect, what_flies
from vedette.games.close_quarters.attacks.hitting import Attacked, roll_to_hit
from vedette.games.close_quarters.attacks.shooting import SHOOT_CHECKS, SHOOTING_COMMANDS, raise_gun, spend
from vedette.games.close_quarters.attacks.throwing import (
    THROW_CHECKS,
    THROWING_COMMANDS,
    raise_arm,
    thrown_type,
)
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.standing import is_able
from vedette.games.close_quarters.state import Fight, Slot
from vedette.games.close_quarters.turn.order import FIRST, can_act, has_fallen
from vedette.games.close_quarters.values.arms import figures

Draw = Shoot | Throw
"""A quick shot, or a quick throw."""

Procedure = Callable[[Play[Fight], Any], Coroutine[Any, Any, None]]

HOLDS = "none"
"""The answer of who doesn't draw."""

ORDER = "CQ-TRN-3"
"""The refusal of who isn't at his turn: at the same DEX they draw together."""


# --- who may draw as well


def answers(game: Fight, command: Draw) -> dict[str, Draw]:
    """The quick shots that the target may answer with, by weapon, at the same DEX and with his action to come."""
    name = command.target
    own, there = (_first_slot(game, one) for one in (command.by, name))
    if own is None or there is None or own.level != there.level or game.units[name].acted:
        return {}
    if not can_act(game, name):
        return {}
    return {draw.weapon: draw for draw in _draws(game, name, command.by) if _is_allowed(game, draw)}


def _first_slot(game: Fight, name: str) -> Slot | None:
    """His place in the order of action, while it is still to come."""
    return next((slot for slot in game.slots if slot.unit == name and slot.number == FIRST), None)


def _draws(game: Fight, by: str, target: str) -> Iterator[Draw]:
    """Every weapon on his belt, fired or thrown at once."""
    one = game.units[by]
    for id in one.belt:
        held = one.weapon(id)
        if held is None:
            continue
        words = {"by": by, "weapon": id, "target": target, "quick": True}
        if figures(held).missile:
            yield Shoot.model_validate({"do": "shoot", **words})
        else:
            yield Throw.model_validate({"do": "throw", **words})


def _is_allowed(game: Fight, draw: Draw) -> bool:
    """Whether nothing but the order of action is against it."""
    checks = SHOOT_CHECKS if isinstance(draw, Shoot) else THROW_CHECKS
    return all(one.rule == ORDER for one in refusals(checks, game, draw))


# --- both draw


def by_margin(procedure: Procedure) -> Procedure:
    """The procedure of a shot or a throw; where the target draws too, the one with the higher margin fires first."""

    async def whole(play: Play[Fight], command: Draw) -> None:
        answer = await _answer(play, command) if command.quick else None
        if answer is None:
            await procedure(play, command)
        else:
            await _draw_together(play, command, answer)

    return whole


async def _answer(play: Play[Fight], command: Draw) -> Draw | None:
    """The target's side says whether he draws too, and what."""
    found = answers(play.state, command)
    if not found:
        return None
    one, other = play.state.units[command.target], play.state.units[command.by]
    weapons = [Option(id, figures(weapon).name) for id in found if (weapon := one.weapon(id)) is not None]
    chosen = await play.choose(
        "quick_draw",
        side=one.side,
        options=(*weapons, Option(HOLDS, "Doesn't draw")),
        why=f"{other.name} draws on {one.name}, who is as quick and may draw too",
        rules=("CQ-OPT-10", "CQ-TRN-3"),
    )
    return found.get(str(chosen))


async def _draw_together(play: Play[Fight], *draws: Draw) -> None:
    """CQ-OPT-10: both roll to hit; then they fire by their margins, who can still fire; on a tie in their order."""
    attempts = [_raise(play, draw) for draw in draws]
    rolled = [await roll_to_hit(play, attempt) for attempt in attempts]
    for attacked in sorted(rolled, key=lambda one: -one.margin):
        if can_still_fire(play.state, attacked):
            await _let_fly(play, attacked)
        else:
            play.says(facts.TooLate(attacked.attempt.by))


def _raise(play: Play[Fight], draw: Draw) -> Attempt:
    return raise_gun(play, draw) if isinstance(draw, Shoot) else raise_arm(play, draw)


def can_still_fire(game: Fight, attacked: Attacked) -> bool:
    """Whether he is on his feet and able; what he has dropped or broken has told already."""
    by = attacked.attempt.by
    return is_able(game, by) and not has_fallen(game, game.units[by])


async def _let_fly(play: Play[Fight], attacked: Attacked) -> None:
    """The shot or the throw of a roll that is made already; a weapon that was dropped or broken fires nothing."""
    attempt = attacked.attempt
    if attempt.way == "thrown":
        play.says(facts.Threw(attempt.by, attempt.target, thrown_type(attempt)))
        await take_effect(play, attacked, what_flies(play.state, attempt))
    elif not attacked.lost:
        fired = replace(attacked, attempt=spend(play, attempt))
        await take_effect(play, fired, None)
        await kick(play, fired.attempt)


def _by_margin(spec: CommandSpec[Fight]) -> CommandSpec[Fight]:
    return replace(spec, procedure=by_margin(spec.procedure))


DRAWING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    do: _by_margin(spec) for do, spec in {**SHOOTING_COMMANDS, **THROWING_COMMANDS}.items()
}
"""`shoot` and `throw`, at somebody who may draw as quickly."""
