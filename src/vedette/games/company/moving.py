"""Moving: the allowance, difficult terrain, and forming up."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.company import facts
from vedette.games.company.activation import ACTIVATION_RULES, activates, activation_line
from vedette.games.company.commands import Move
from vedette.games.company.groups import has, is_played, profile
from vedette.games.company.lookup import by_group, difficult_inches
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, it_has_a_value
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import number
from vedette.view.vocabulary import Detail

ROUNDING = 1e-9
"""Fractions of an inch are added up with this tolerance."""


def move_understood(game: Skirmish, command: Move) -> Move:
    """A Group moves; of its inches some are difficult."""
    by_group(game, command)
    difficult_inches(command)
    return command


def too_difficult(game: Skirmish, command: Any) -> Refusal | None:
    """CO-TER-1, CO-TRA-11: each inch through difficult terrain costs 2 inches of MO, but for a Pathfinder."""
    mo, extra = profile(game, command.by).mo, number("difficult_extra")
    cost = (command.inches or 0) + extra * command.difficult
    if not command.difficult or has(game, command.by, "pathfinder") or cost <= mo + ROUNDING:
        return None
    most = mo - extra * command.difficult
    nearest = f"{most:g} inches" if most >= command.difficult else f"{mo / (1 + extra):g} difficult inches"
    sentence = f"With its difficult inches the way costs {cost:g} of {mo:g} inches; only a Pathfinder pays none extra."
    return Refusal("CO-TER-1", sentence, nearest, also=("CO-TRA-11",))


@check("CO-MOV-1", reads=("inches",))
def within_its_movement(game: Skirmish, command: Move) -> Refusal | None:
    """A Move is at most MO inches for each model."""
    mo = profile(game, command.by).mo
    if command.inches is not None and command.inches > mo + ROUNDING:
        return Refusal("CO-MOV-1", f"Its MO is {mo:g} inches.", f"{mo:g} inches")
    return None


@check("CO-TER-1", "CO-TRA-11", reads=("inches", "difficult"))
def difficult_terrain_costs_double(game: Skirmish, command: Move) -> Refusal | None:
    """Each inch through difficult terrain costs 2, a Pathfinder 1."""
    return too_difficult(game, command)


@forbids("CO-TRA-4", reads=("formation",))
def only_defensive_groups_form_up(game: Skirmish, command: Move) -> str | None:
    """Forming up needs the trait Defensive."""
    if command.formation and not has(game, command.by, "defensive"):
        return f"{game.units[command.by].name}: not Defensive, and cannot form up."
    return None


@forbids("CO-TRA-4", reads=("formation", "in_difficult", "in_cover"))
def forms_up_in_the_open(game: Skirmish, command: Move) -> str | None:
    """Nobody forms up in difficult terrain or in cover."""
    if command.formation and (command.in_difficult or command.in_cover):
        where = "in difficult terrain" if command.in_difficult else "in cover"
        return f"A Group cannot form up {where}."
    return None


async def move(play: Play[Skirmish], command: Move) -> None:
    """CO-MOV-1, CO-TRA-4: the players move the models; a Defensive Group may form up."""
    if not await activates(play, command.by, "move"):
        return
    formed = play.state.with_unit(command.by, defensive=command.formation)
    play.commit(formed, facts.Moved(command.by, command.inches, command.formation))


def _moves(game: Skirmish, by: str) -> bool:
    return is_played(game, by) and "move" in profile(game, by).activation


def _allowance(game: Skirmish, by: str, command: Move | None) -> tuple[Detail, ...]:
    return (*activation_line(game, by, "move"), Detail("May move", f'{profile(game, by).mo:g}" (CO-MOV-1)'))


MOVE_COMMANDS: dict[str, CommandSpec[Skirmish]] = {
    "move": CommandSpec(
        Move,
        "Move",
        "unit",
        move,
        move_understood,
        (
            *FREE_GROUP_CHECKS,
            it_has_a_value,
            within_its_movement,
            difficult_terrain_costs_double,
            only_defensive_groups_form_up,
            forms_up_in_the_open,
        ),
        rules=(*ACTIVATION_RULES, "CO-TRA-4"),
        key="m",
        moves=True,
        offered=_moves,
        lines=_allowance,
    ),
}
