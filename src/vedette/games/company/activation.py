"""Activation: 2d6 against the number that the profile has for an order."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Remark, Roll, Total
from vedette.engine.play import Again, Play
from vedette.engine.requests import ChoiceRequest, Option
from vedette.games.company import facts
from vedette.games.company.groups import captained, company_of, needed_for
from vedette.games.company.lines import reading_line
from vedette.games.company.lookup import in_a_turn, value_of
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import house_rule, number, plays
from vedette.games.company.turns import change_turn
from vedette.kit.words import modifier_words
from vedette.view.vocabulary import Detail, PlannedRoll

ACTIVATION_RULES = ("CO-ACT-4", "CO-ACT-5", "CO-CAP-8", "CO-CAP-12")
"""The rules that every order carries out by its activation test."""


async def activates(play: Play[Skirmish], unit: str, order: str, *, check: bool = False) -> bool:
    """CO-ACT-2, CO-ACT-4, CO-ACT-5: whether the Group carries out its order; if not, the turn ends.

    A Reckless `check` that fails ends nothing (CO-REC-4, decision 29).
    """
    in_a_turn(play.state)
    pool = activation_pool(play.state, unit, order, check=check)
    group = play.state.units[unit]
    tried = play.state.with_unit(unit, activated=True, defensive=False)  # decision 38
    play.commit(tried, facts.Ordered(unit, order, check))
    roll = await play.roll(
        pool,
        why="activation",
        side=group.side,
        rules=("CO-ACT-4", "CO-REC-3") if check else ("CO-ACT-4",),
        told=f"{group.name} to {order.capitalize()}",
        again=None if check else _second_try(play.state, unit),
    )
    if roll.rerolled:
        used = play.state.with_company(group.company, reroll_used=True)
        play.commit(used, facts.RolledAgain(unit, group.company))
    if succeeded(roll):
        return True
    if check:
        play.emit(facts.StoodStill(unit))
    else:
        play.emit(facts.ActivationFailed(unit, order))
        change_turn(play)
    return False


def activation_pool(game: Skirmish, unit: str, order: str, *, check: bool = False) -> Total:
    """CO-ACT-4: 2d6 against the Group's number for the order, or for the Attack of a Reckless `check`."""
    rallied = check and game.units[unit].rallied and plays(game, "rallied_reckless", "checked")
    return Total(
        dice=number("activation_dice"),
        sides=number("die_sides"),
        target=value_of(game, unit, order),
        modifiers=condition_modifiers(game, activation=unit),
        readings=(house_rule(game, "rallied_reckless"),) if rallied else (),
    )


def succeeded(roll: Roll) -> bool:
    """Whether a sum reached the number needed."""
    return roll.pool.target is not None and roll.total >= roll.pool.target


def _second_try(game: Skirmish, unit: str) -> Again | None:
    """CO-CAP-8, CO-CAP-12: once a turn a failed activation near a Commanding Captain is rolled again."""
    company = company_of(game, unit)
    if company.reroll_used or not captained(game, unit, "commanding", "legendary"):
        return None
    captain = game.units[company.captain].name
    why = f"The activation fails. Roll again? Only with {captain} within {number('captain_range')} inches."
    options = (Option("yes", "yes, roll again (once a turn)"), Option("no", "no: the turn ends"))
    offer = ChoiceRequest(
        name="reroll", side=game.units[unit].side, options=options, why=why, rules=("CO-CAP-8",)
    )
    return Again(lambda roll: () if succeeded(roll) else tuple(range(len(roll.dice))), offer)


SECOND_TRY = Remark("Captain near", "a second try", ("CO-CAP-8",))


def activation_line(game: Skirmish, unit: str, order: str, *, check: bool = False) -> tuple[Detail, ...]:
    """What the order or the Reckless `check` needs, and whether a second try is to be had."""
    if needed_for(game, unit, order) is None:
        return ()
    pool = activation_pool(game, unit, order, check=check)
    added = "".join(f"; {modifier_words(one)}" for one in pool.modifiers)
    said = f"{pool.dice}d{pool.sides}, {pool.target}+ (CO-ACT-4){added}"
    if (
        not check
        and not company_of(game, unit).reroll_used
        and captained(game, unit, "commanding", "legendary")
    ):
        said += ", once again near the Captain (CO-CAP-8)"
        pool = replace(pool, remarks=(*pool.remarks, SECOND_TRY))
    side = game.units[unit].side
    roll = PlannedRoll("To activate", said, side=side, pool=pool, basis=order.capitalize())
    return (*(reading_line(remark) for remark in pool.readings), roll)
