"""The checks that come before all others: what may be given in which phase, and by which Group (4.1)."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command
from vedette.engine.grammar import at_start
from vedette.games.company.groups import (
    can_be_checked,
    due,
    is_checked,
    must_stay,
    needed_for,
    profile,
    taunts_of,
)
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import house_rule
from vedette.kit.words import whose


def pending(game: Skirmish) -> str:
    """The command that must come next; "" while the active side chooses (section 5).

    In setup the first step that is still missing (CO-SET-4, CO-SET-5, CO-SET-8, CO-TRA-30, CO-SCN-12).
    """
    if game.phase != "setup":
        return {"rally": "rally", "reckless": "reckless", "closing": "end_game"}.get(game.phase, "")
    if captains_without_trait(game):
        return "captain_trait"
    if not game.with_role("attacker"):
        return "roll_off"
    if companies_without_ambition(game):
        return "ambition"
    if apprentices_without_spells(game):
        return "choose_spells"
    return "mark" if waits_for_mark(game) else "start"


def captains_without_trait(game: Skirmish) -> tuple[str, ...]:
    """CO-SET-4: the Captains' Groups whose Company has no trait yet."""
    return tuple(
        company.captain for company in game.companies.values() if company.captain and not company.trait
    )


def companies_without_ambition(game: Skirmish) -> tuple[str, ...]:
    """CO-SET-8: the Companies that must still choose, in a game that has ambitions."""
    if not game.book.ambitious:
        return ()
    return tuple(name for name, company in game.companies.items() if not company.ambition)


def apprentices_without_spells(game: Skirmish) -> tuple[str, ...]:
    """CO-TRA-30: the Apprentices that must still choose their spells."""
    return tuple(
        name
        for name, unit in game.units.items()
        if "apprentice" in profile(game, name).traits and not unit.spells
    )


def waits_for_mark(game: Skirmish) -> bool:
    """CO-SCN-12: the scenario marks a Group of the defenders, and they have not said which."""
    return game.phase == "setup" and bool(game.book.scenario.mark) and not game.scenario.marked


SETUP_COMMANDS = ("captain_trait", "roll_off", "ambition", "choose_spells", "hold_back", "mark", "start")
CLOSING_COMMANDS = ("score", "end_game")


def _still_played(game: Skirmish, command: Command) -> Refusal | None:
    if game.phase == "over":
        return Refusal("CO-END-1", "The game is over.")
    if game.phase == "closing" and command.do not in CLOSING_COMMANDS:
        return Refusal(
            "CO-END-1", "The game has closed: only VP are still counted.", "score, or end the game"
        )
    return None


PHASE_CHECK: Check[Skirmish, Any] = Check(("CO-END-1",), (), _still_played)
"""The game closes when a condition of its scenario is met; only scoring is left then."""


@forbids("CO-SET-9")
def in_its_part_of_the_game(game: Skirmish, command: Command) -> WhyNot:
    if game.phase == "setup" and command.do not in SETUP_COMMANDS:
        return "Setup is not done yet.", "start the game first"
    return "Setup is over." if game.phase != "setup" and command.do in SETUP_COMMANDS else None


@forbids("CO-TRN-1")
def _its_side_is_active(game: Skirmish, command: Command) -> str | None:
    side = game.units[command.by].side
    return f"It is not {whose(game.side_name(side))} turn." if side != game.active else None


@forbids("CO-ROU-1")
def it_is_in_play(game: Skirmish, command: Command) -> str | None:
    unit = game.units[command.by]
    return None if unit.in_play else f"{unit.name}: not in play."


@forbids("CO-RAL-2")
def it_is_due_to_rally(game: Skirmish, command: Command) -> str | None:
    if game.phase != "rally" or not game.units[command.by].must_rally:
        return f"{game.units[command.by].name}: not due to test to Rally."
    return None


@check("CO-RAL-1", "CO-TRN-3")
def rallies_come_first(game: Skirmish, command: Command) -> Refusal | None:
    if game.phase != "rally":
        return None
    sentence = f"Rally first: {game.unit_names(due(game, 'rally', game.active))}."
    return Refusal("CO-RAL-1", sentence, "rally them", also=("CO-TRN-3",))


@check("CO-REC-2")
def it_is_due_to_be_checked(game: Skirmish, command: Command) -> Refusal | None:
    if game.phase == "reckless" and game.units[command.by].awaits_check:
        return None
    exempt = can_be_checked(game, command.by) and not is_checked(game, command.by)
    reading = house_rule(game, "rallied_reckless") if exempt else None
    sentence = f"{game.units[command.by].name}: not due for a Reckless check."
    return Refusal("CO-REC-2", sentence, reading=reading)


@check("CO-REC-1", "CO-TRN-3", "CO-TRA-1")
def reckless_checks_come_first(game: Skirmish, command: Command) -> Refusal | None:
    if game.phase != "reckless":
        return None
    waiting = due(game, "reckless", game.active)
    sentence = f"Reckless checks first: {game.unit_names(waiting)}."
    rallied = all(game.units[name].rallied for name in waiting)
    reading = house_rule(game, "rallied_reckless") if rallied else None
    return Refusal("CO-REC-1", sentence, "check them", also=("CO-TRN-3", "CO-TRA-1"), reading=reading)


@forbids("CO-SHK-1", alternative="it tests to Rally at the start of its side's next turn")
def _it_is_not_shaken(game: Skirmish, command: Command) -> WhyNot:
    unit = game.units[command.by]
    if not unit.counts_as_shaken:
        return None
    if not unit.shaken:
        return f"{unit.name}: under Confuse, and may not activate.", "it may when the spell has ended"
    return f"{unit.name}: Shaken, and may not activate."


@forbids("CO-ACT-1")
def _it_was_not_tested(game: Skirmish, command: Command) -> str | None:
    unit = game.units[command.by]
    if unit.rallied:
        return f"{unit.name} tested to Rally this turn."
    return f"{unit.name}: already checked for Reckless this turn." if unit.checked else None


@forbids("CO-ACT-2")
def _it_has_not_activated(game: Skirmish, command: Command) -> str | None:
    """CO-SCN-7: but it may Move on at once, with the token that it has just taken."""
    unit = game.units[command.by]
    moves_on = unit.move_on and command.do == "move"
    return f"{unit.name} already activated this turn." if unit.activated and not moves_on else None


@forbids("CO-ATK-4", alternative="it may Attack or Retreat")
def _not_held_in_melee(game: Skirmish, command: Command) -> str | None:
    unit = game.units[command.by]
    if unit.in_melee_with:
        return f"{at_start(unit.name)}: in melee with {game.unit_names(unit.in_melee_with)}."
    return None


@forbids("CO-SCN-13")
def it_may_leave_its_place(game: Skirmish, command: Command) -> str | None:
    if must_stay(game, command.by):
        return f"{game.book.scenario.mark} stay where they are: no Move, no Retreat."
    return None


@forbids("CO-ACT-3")
def it_has_a_value(game: Skirmish, command: Command) -> str | None:
    if needed_for(game, command.by, command.do) is None:
        name = game.units[command.by].name
        return f"{name}: no activation value for {command.do.capitalize()}."
    return None


@forbids("CO-TNT-5")
def _no_taunt_keeps_it_where_it_is(game: Skirmish, command: Command) -> str | None:
    for taunt, _ in taunts_of(game, command.by):
        if (taunt.no_move and command.do == "move") or (taunt.no_retreat and command.do == "retreat"):
            return f"{at_start(game.unit_name(command.by))} cannot {command.do.capitalize()}: “{taunt.name}”"
    return None


@forbids("CO-TNT-10")
def _its_taunts_allow_the_order(game: Skirmish, command: Command) -> str | None:
    """`no_shoot`: only Attack or Move; `only_melee`: only Attack while in melee."""
    fights = command.do == "attack" and bool(game.units[command.by].in_melee_with)
    for taunt, _ in taunts_of(game, command.by):
        if taunt.only_melee and not fights:
            return f"It may only Attack a Group that it is in melee with: “{taunt.name}”"
        if taunt.no_shoot and command.do not in ("attack", "move"):
            return f"It may only Attack or Move: “{taunt.name}”"
    return None


@forbids("CO-TNT-10", reads=("target",))
def its_taunts_allow_the_target(game: Skirmish, command: Any) -> WhyNot:
    """`no_shoot` with a target: it Attacks nobody else."""
    for taunt, target in taunts_of(game, command.by):
        if taunt.no_shoot and target not in ("", command.target):
            return f"It Attacks nobody else: “{taunt.name}”", game.unit_name(target)
    return None


RALLY_CHECKS: tuple[Check[Skirmish, Any], ...] = (
    in_its_part_of_the_game, _its_side_is_active, it_is_in_play, it_is_due_to_rally,
)  # fmt: skip

RECKLESS_CHECKS: tuple[Check[Skirmish, Any], ...] = (
    in_its_part_of_the_game, _its_side_is_active, it_is_in_play, rallies_come_first, it_is_due_to_be_checked,
)  # fmt: skip

_GROUP_CHECKS: tuple[Check[Skirmish, Any], ...] = (
    in_its_part_of_the_game, _its_side_is_active, it_is_in_play, rallies_come_first, reckless_checks_come_first,
    _it_is_not_shaken, _it_was_not_tested, _it_has_not_activated,
)  # fmt: skip

_ORDER_CHECKS: tuple[Check[Skirmish, Any], ...] = (
    _no_taunt_keeps_it_where_it_is, _its_taunts_allow_the_order,
)  # fmt: skip


def group_checks(*held: Check[Skirmish, Any]) -> tuple[Check[Skirmish, Any], ...]:
    """The checks of an order that a Group in melee is given only as those say that it is `held` by."""
    return (*_GROUP_CHECKS, *held, *_ORDER_CHECKS)


GROUP_CHECKS = group_checks()
"""The Group checks of every order, and what forbids that order to the Group."""

FREE_GROUP_CHECKS = group_checks(_not_held_in_melee)
"""The same for the orders that a Group in melee is not given."""
