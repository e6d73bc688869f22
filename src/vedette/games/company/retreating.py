"""The order to Retreat from a melee."""

from __future__ import annotations

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.company.activation import ACTIVATION_RULES, activates
from vedette.games.company.commands import Retreat
from vedette.games.company.groups import is_played
from vedette.games.company.lookup import by_group
from vedette.games.company.phase_check import GROUP_CHECKS, it_has_a_value
from vedette.games.company.resilience import TEST_RULES, test_all
from vedette.games.company.retreats import fall_back
from vedette.games.company.routs import Queue
from vedette.games.company.state import Skirmish


@forbids("CO-RET-1")
def it_is_in_melee(game: Skirmish, command: Retreat) -> str | None:
    """Retreat is an order only for a Group in melee."""
    unit = game.units[command.by]
    return None if unit.in_melee_with else f"{unit.name}: not in melee."


async def retreat(play: Play[Skirmish], command: Retreat) -> None:
    """CO-RET-1, CO-RET-2: the Group activates and falls back; R lost to a block is tested (decision 8)."""
    enemies = play.state.units[command.by].in_melee_with
    if not await activates(play, command.by, "retreat"):
        return
    queue: Queue = []
    cause = enemies[0] if len(enemies) == 1 else ""
    await fall_back(play, command.by, queue, cause, ordered=True)
    await test_all(play, queue)


def _is_in_melee(game: Skirmish, by: str) -> bool:
    return is_played(game, by) and bool(game.units[by].in_melee_with)


RETREAT_COMMANDS: dict[str, CommandSpec[Skirmish]] = {
    "retreat": CommandSpec(
        Retreat,
        "Retreat",
        "unit",
        retreat,
        by_group,
        (*GROUP_CHECKS, it_is_in_melee, it_has_a_value),
        rules=(*ACTIVATION_RULES, *TEST_RULES),
        key="r",
        moves=True,
        offered=_is_in_melee,
    ),
}
