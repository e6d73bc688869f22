"""A roll to hit before it is made: one line for each modifier, then the number, the dice and the chance (section 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from vedette.games.close_quarters.attacks.to_hit import ToHitRoll
from vedette.games.close_quarters.facts.telling import figure
from vedette.games.close_quarters.state import Fight
from vedette.view.forms import FormValidator, Words
from vedette.view.vocabulary import Choice, Detail

Foreseen = Callable[[Fight, Any], ToHitRoll]
"""What a command's roll to hit comes to now."""


def breakdown(aim: ToHitRoll) -> tuple[Detail, ...]:
    """Where the number comes from; the number itself last, because what is last stays in view."""
    return (*_reasons(aim), Detail("To hit", odds(aim)))


def roll_of(
    validator: FormValidator[Fight], words: Words, before: Foreseen, *needed: str
) -> tuple[Detail, ...]:
    """The breakdown of what these words would come to; nothing off the map, or while a needed word is missing."""
    if not validator.state.units[words["by"]].hex or any(word not in words for word in needed):
        return ()
    aim = foreseen(validator, words, before)
    return breakdown(aim) if aim is not None else ()


def odds(aim: ToHitRoll) -> str:
    """`12 or less on 3 dice: 74%`."""
    if aim.sure:
        return "without a roll (CQ-HTH-11)"
    most = "no sum" if aim.pool.best is None else f"{aim.pool.best} or less"
    return f"{most} on {aim.pool.dice} dice: {chance_of(aim):.0%}"


def chance_of(aim: ToHitRoll) -> float:
    """How likely it hits, from 0 to 1."""
    return 1 if aim.sure else aim.pool.chance


def _reasons(aim: ToHitRoll) -> Iterator[Detail]:
    for remark in (*aim.pool.remarks, *aim.pool.readings):
        rules = f" ({', '.join(remark.rules)})" if remark.rules else ""
        yield Detail(remark.name, f"{remark.text}{rules}")
    for modifier in aim.pool.modifiers:
        rules = f" ({', '.join(modifier.rules)})" if modifier.rules else ""
        yield Detail(modifier.title, figure(modifier.value, "+") + rules)


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
