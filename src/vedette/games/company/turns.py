"""Turns: how one begins and ends, what comes first in it, and what closes the game."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.common import by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.play import Play
from vedette.games.company import facts
from vedette.games.company.commands import EndTurn
from vedette.games.company.groups import (
    can_be_checked,
    companies_of,
    due_to_check,
    due_to_rally,
    in_play,
    is_checked,
    points,
    points_lost,
)
from vedette.games.company.lookup import in_a_turn
from vedette.games.company.phase_check import (
    in_its_part_of_the_game,
    rallies_come_first,
    reckless_checks_come_first,
)
from vedette.games.company.profiles import Closing
from vedette.games.company.state import TURN, Skirmish
from vedette.games.company.tables import house_rule, number
from vedette.kit.words import whose

PERCENT = 100


def change_turn(play: Play[Skirmish]) -> None:
    """CO-TRN-2, CO-ACT-5, CO-END-1: the active side's turn ends, and the game or the next turn begins."""
    conditions_end(play, "turn")
    if play.state.turn % number("turns_per_round") == 0:
        conditions_end(play, "round")
    for closing in play.state.book.scenario.closing:
        side = closed_at_the_end_of_a_turn(play.state, closing)
        if side is not None:
            close(play, closing.when, side)
            return
    begin_turn(play, play.state.other(play.state.active))


def closed_at_the_end_of_a_turn(game: Skirmish, closing: Closing) -> str | None:
    """CO-END-1: the side by which a condition is met ("" where it is by none); None where it is not."""
    if closing.when == "rounds":
        last = closing.value * number("turns_per_round")
        return "" if game.turn >= last else None
    if closing.when == "side_lost":
        for name, side in game.sides.items():
            total, lost = points(game, name), points_lost(game, name)
            if closing.side in ("", side.role) and total > 0 and lost * PERCENT >= closing.value * total:
                return name
    return None


def begin_turn(play: Play[Skirmish], side: str) -> None:
    """CO-TRN-3, CO-RAL-1, CO-SHK-1: the start of a turn."""
    game = play.state
    units = {
        name: replace(
            group,
            activated=False,
            rallied=False,
            checked=False,
            must_check=False,
            warded=False,
            must_rally=group.in_play and group.shaken,
        )
        if group.side == side
        else group
        for name, group in game.units.items()
    }
    companies = {
        name: replace(company, reroll_used=False) if company.side == side else company
        for name, company in game.companies.items()
    }
    turn = game.turn + 1
    game = replace(game, units=units, companies=companies, turn=turn, active=side, phase="rally")
    game = gone_on(game)
    play.commit(game, facts.TurnBegan(side, turn, game.phase, due(game)))


def gone_on(game: Skirmish) -> Skirmish:
    """CO-TRN-3, CO-REC-1: the step that a turn has come to, when nobody is due in an earlier one."""
    if game.phase == "rally" and not due_to_rally(game, game.active):
        game = replace(with_checks(game), phase="reckless")
    if game.phase == "reckless" and not due_to_check(game, game.active):
        game = replace(game, phase="activation")
    return game


def with_checks(game: Skirmish) -> Skirmish:
    """CO-REC-1, CO-TRA-1: the Reckless Groups of the active side are due to be checked."""
    for name, group in game.units.items():
        if group.side == game.active and is_checked(game, name):
            game = game.with_unit(name, must_check=True)
    return game


def due(game: Skirmish) -> tuple[str, ...]:
    """The Groups of the active side that come first in this step."""
    if game.phase == "rally":
        return due_to_rally(game, game.active)
    return due_to_check(game, game.active) if game.phase == "reckless" else ()


def close(play: Play[Skirmish], why: str, side: str) -> None:
    """CO-END-1: only scoring is left."""
    units = {
        name: replace(group, must_rally=False, must_check=False) for name, group in play.state.units.items()
    }
    closing = replace(play.state, units=units, phase="closing", active="")
    play.commit(closing, facts.GameClosing(why, side))


def after_command(play: Play[Skirmish]) -> None:
    """What follows by itself at the end of every command."""
    game = play.state
    if game.phase == "over" and game.active:  # conceded
        play.commit(replace(game, active=""), facts.GameOver(game.outcome))
    if game.phase not in TURN:
        return
    for side in game.sides:
        if not any(in_play(game, company) for company in companies_of(game, side)):  # decision 41
            close(play, "wiped_out", side)
            return
    after = gone_on(game)
    if after is not game:
        began = facts.StepBegan(after.active, after.phase, due(after), _why_checked(game))
        play.commit(after, began)


def _why_checked(game: Skirmish) -> str:
    """How the table reads CO-REC-1, as the Rally step ends for a Reckless Group that rallied (decision 26)."""
    own = (name for name, group in game.units.items() if group.side == game.active and group.rallied)
    rests = game.phase == "rally" and any(can_be_checked(game, name) for name in own)
    return house_rule(game, "rallied_reckless").text if rests else ""


@forbids("CO-TRN-1")
def the_side_is_active(game: Skirmish, command: EndTurn) -> str | None:
    """Only the active side ends the turn."""
    return f"It is not {whose(game.sides[command.by].name)} turn." if command.by != game.active else None


async def end_turn(play: Play[Skirmish], command: EndTurn) -> None:
    """CO-TRN-2: the side chooses to end its turn (decision 30)."""
    in_a_turn(play.state)
    play.emit(facts.TurnEnded(play.state.active))
    change_turn(play)


TURN_COMMANDS: dict[str, CommandSpec[Skirmish]] = {
    "end_turn": CommandSpec(
        EndTurn,
        "End the turn",
        "side",
        end_turn,
        by_side,
        (in_its_part_of_the_game, the_side_is_active, rallies_come_first, reckless_checks_come_first),
        rules=("CO-TRN-2", "CO-END-1"),
        key="e",
        ends=True,
        deliberate=True,
    ),
}
