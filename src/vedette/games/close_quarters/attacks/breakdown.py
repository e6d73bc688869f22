"""A roll to hit before it is made: the number, the dice and the chance, with every modifier (section 13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vedette.engine.figures import signed
from vedette.games.close_quarters.attacks.to_hit import ToHitRoll
from vedette.games.close_quarters.state import Fight
from vedette.view.forms import FormValidator, Words
from vedette.view.vocabulary import Choice, Detail, PlannedRoll

Foreseen = Callable[[Fight, Any], ToHitRoll]
"""What a command's roll to hit comes to now."""


def breakdown(aim: ToHitRoll, side: str) -> tuple[Detail, ...]:
    """The roll of a side, with its pool; the pool's first remark says where its number comes from."""
    if aim.sure:
        return (Detail("To hit", odds(aim)),)
    basis = aim.pool.remarks[0].name.removeprefix("Effective ")
    parts = [f"{modifier.title} {signed(modifier.value)}" for modifier in aim.pool.modifiers]
    text = "; ".join([odds(aim), ", ".join(parts)] if parts else [odds(aim)])
    return (PlannedRoll("To hit", text, side=side, pool=aim.pool, basis=basis),)


def roll_of(
    validator: FormValidator[Fight], words: Words, before: Foreseen, *needed: str
) -> tuple[Detail, ...]:
    """The breakdown of what these words would come to; nothing off the map, or while a needed word is missing."""
    attacker = validator.state.units[words["by"]]
    if not attacker.hex or any(word not in words for word in needed):
        return ()
    aim = foreseen(validator, words, before)
    return breakdown(aim, attacker.side) if aim is not None else ()


def odds(aim: ToHitRoll) -> str:
    """`12 or less on 3 dice: 74%`."""
    if aim.sure:
        return "without a roll (CQ-HTH-11)"
    most = "no sum" if aim.pool.best is None else f"{aim.pool.best} or less"
    return f"{most} on {aim.pool.dice} dice: {chance_of(aim):.0%}"


def chance_of(aim: ToHitRoll) -> float:
    """How likely it hits, from 0 to 1."""
    return 1 if aim.sure else aim.pool.chance


def foreseen(validator: FormValidator[Fight], words: Words, before: Foreseen) -> ToHitRoll | None:
    """The roll that these words would come to; None while they make no command."""
    command = validator.validate(words).command
    return before(validator.state, command) if command is not None else None


def likeliest_first(
    validator: FormValidator[Fight],
    choices: Sequence[Choice],
    words: Callable[[Any], Words],
    before: Foreseen,
) -> tuple[Choice, ...]:
    """The targets by how likely they are hit, each with its chance; those that a rule forbids last."""
    found = []
    for choice in choices:
        aim = foreseen(validator, words(choice.value), before)
        chance = chance_of(aim) if aim is not None else 0
        label = choice.label if choice.why_not or aim is None else f"{choice.label}: {chance:.0%}"
        found.append((chance, Choice(choice.value, label, choice.why_not)))
    found.sort(key=lambda pair: (pair[1].why_not is not None, -pair[0]))
    return tuple(choice for _, choice in found)
