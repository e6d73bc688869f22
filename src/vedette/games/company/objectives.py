"""The orders of a scenario: picking up and destroying tokens, and bringing on Groups that were held back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.company import groups
from vedette.games.company.groups import by_group, is_captains, is_played, naming, undeployed
from vedette.games.company.phase_check import FREE_GROUP_CHECKS
from vedette.games.company.shooting import right_beside
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import token_name
from vedette.games.company.turns import ACTIVATION_RULES, activates, activation_line
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.kit.words import inches
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact(
    "{unit} picked up the {token:word}{move_on:? and may try to Move at once}.",
    moment="gain",
    headline="{unit} → {token:word}{move_on:?, may Move at once}",
    tale="{unit} picked up the {token:word}",
)
class TokenTaken(Fact, frozen=True):
    unit: str
    token: str
    move_on: bool


@fact("{unit} destroyed the {token:word}.", moment="gain", tale="{unit} destroyed the {token:word}")
class TokenDestroyed(Fact, frozen=True):
    unit: str
    token: str


@fact("{unit} brought on {group}.", tale="{unit} brought on {group}")
class BroughtOn(Fact, frozen=True):
    unit: str
    group: str


ROLES = {"take": "attacker", "destroy": "defender", "bring_on": "defender"}
"""CO-SCN-4: the side that each order of a scenario is for."""


def _offered(game: Skirmish, unit: str, order: str) -> bool:
    its = game.sides[game.units[unit].side].role == ROLES[order]
    return is_played(game, unit) and order in game.book.scenario.orders and its


@forbids("CO-SCN-4")
def _the_scenario_orders_it(game: Skirmish, command: Command) -> str | None:
    if command.do not in game.book.scenario.orders:
        return "The scenario has no such order."
    role = ROLES[command.do]
    return None if game.sides[game.units[command.by].side].role == role else f"That is for the {role}s."


class Take(Command):
    """Pick up a token that the Group touches."""


@forbids("CO-SCN-4")
def _its_hands_are_free(game: Skirmish, command: Take) -> str | None:
    unit = game.units[command.by]
    return f"{unit.name}: it carries one already." if unit.carrying else None


@forbids("CO-SCN-4")
def _a_token_is_free(game: Skirmish, command: Command) -> str | None:
    carried = sum(group.carrying for group in game.units.values()) if command.do == "take" else 0
    if game.scenario.tokens > carried:
        return None
    return f"No {token_name(game.book.scenario.token)} is left{' to pick up' if carried else ''}."


def _at_a_token(game: Skirmish, by: str, order: str, rule: str) -> Iterator[Detail]:
    own = game.book.scenario
    yield from activation_line(game, by, order)
    yield Detail("Contact", f"a model touches one of the {token_name(own.token, many=True)} ({rule})")
    if order == "take" and own.take:
        yield Detail("At once", f"on {own.take.move_on} it may try to Move with it (CO-SCN-7)")


@COMMANDS.add(
    Take,
    "Pick up a token",
    by_group,
    (*FREE_GROUP_CHECKS, _the_scenario_orders_it, _its_hands_are_free, _a_token_is_free),
    rules=(*ACTIVATION_RULES, "CO-SCN-7", "CO-SCN-9"),
    key="i",
    offered=lambda game, by: _offered(game, by, "take"),
    lines=lambda game, by, command: _at_a_token(game, by, "take", "CO-SCN-7"),
)
async def take(play: Play[Skirmish], command: Take) -> None:
    """CO-SCN-7: the Group carries the token, and with a high roll it may try to Move at once (decision 25)."""
    own = play.state.book.scenario
    if own.take is None:
        raise ForbiddenError("There is nothing to pick up in this scenario.")
    roll = await activates(play, command.by, "take")
    if roll is None:
        return
    dice = roll.total - sum(modifier.value for modifier in roll.pool.modifiers)
    move_on = dice >= own.take.move_on
    taken = play.state.with_unit(command.by, carrying=True, move_on=move_on)
    play.commit(taken, TokenTaken(command.by, token_name(own.token), move_on))


class Destroy(Command):
    """Destroy a token that the Group touches."""


@COMMANDS.add(
    Destroy,
    "Destroy a token",
    by_group,
    (*FREE_GROUP_CHECKS, _the_scenario_orders_it, _a_token_is_free),
    rules=(*ACTIVATION_RULES, "CO-SCN-10"),
    key="o",
    offered=lambda game, by: _offered(game, by, "destroy"),
    lines=lambda game, by, command: _at_a_token(game, by, "destroy", "CO-SCN-10"),
)
async def destroy(play: Play[Skirmish], command: Destroy) -> None:
    """CO-SCN-10: the token is gone."""
    if not await activates(play, command.by, "destroy"):
        return
    game = play.state
    left, done = max(0, game.scenario.tokens - 1), game.scenario.tokens_destroyed + 1
    progress = replace(game.scenario, tokens=left, tokens_destroyed=done)
    gone = TokenDestroyed(command.by, token_name(game.book.scenario.token))
    play.commit(replace(game, scenario=progress), gone)


def _reach(game: Skirmish, by: str) -> float:
    own = game.book.scenario.bring_on
    return 0 if own is None else own.captain_inches if is_captains(game, by) else own.inches


def _how_near(game: Skirmish, words: Words) -> str:
    return f'at most {_reach(game, words["by"]):g}"'


class BringOn(Command):
    """Bring a Group into play that was held back."""

    group: Annotated[str, Asked("Group", "g", undeployed), "of those held back"]
    inches: Annotated[
        Inches,
        Asked("Distance", "i", unit='"', stand_in=right_beside, hint=_how_near),
        "from whoever brings it on",
    ]


@forbids("CO-SCN-5", reads=("group",))
def _the_group_is_held_back(game: Skirmish, command: BringOn) -> str | None:
    if command.group in undeployed(game, command.by):
        return None
    return f"{game.units[command.group].name}: not held back by this side."


@forbids("CO-SCN-5", reads=("inches",))
def _it_comes_on_nearby(game: Skirmish, command: BringOn) -> WhyNot:
    most = _reach(game, command.by)
    if command.inches > most:
        return f"It is placed within {inches(most)} of whoever brings it on.", inches(most)
    return None


@COMMANDS.add(
    BringOn,
    "Bring on a Group",
    naming("group"),
    (*FREE_GROUP_CHECKS, _the_scenario_orders_it, _the_group_is_held_back, _it_comes_on_nearby),
    do="bring_on",
    rules=ACTIVATION_RULES,
    reminders=("CO-GEN-2",),
    key="b",
    offered=lambda game, by: _offered(game, by, "bring_on"),
    lines=lambda game, by, command: activation_line(game, by, "bring_on"),
)
async def bring_on(play: Play[Skirmish], command: BringOn) -> None:
    """CO-SCN-5: the Group is in play, and may activate in this turn."""
    if not await activates(play, command.by, "bring_on"):
        return
    come = groups.brought_on(play.state, command.group, reserve=False)
    play.commit(come, BroughtOn(command.by, command.group))
