"""What decided a roll: the modifiers without which the same faces would have come to something else, and how near it was."""

from __future__ import annotations

from msgspec.structs import replace

from vedette.engine.dice import Count, Low, Modifier, Roll, Sum, Tests, Total
from vedette.engine.figures import number, signed
from vedette.engine.text import joined
from vedette.kit.words import count
from vedette.view.vocabulary import USUAL_WORDS, StoryWords


def decided(roll: Roll, words: StoryWords = USUAL_WORDS) -> str:
    """In a sentence: `Failed by 1: without In smoke −2 it would have passed.`, `Without Obstructed −4: 3, not 1.`; "" where there is nothing to tell.

    Each modifier is taken away for itself, and the faces stay as they lie. Where dice were rolled again nothing is
    told: without a modifier others might have been. A total that was typed tells what the dice came to, so only a
    sum can be told of.
    """
    pool = roll.pool
    if any(die.earlier for die in roll.dice) or (isinstance(pool, Sum) and pool.compared):
        return ""
    if isinstance(pool, Total | Sum):
        return _of_a_test(roll) if pool.target is not None else ""
    if roll.typed or not roll.dice or not isinstance(pool, Tests | Count | Low) or pool.target is None:
        return ""
    return _of_a_test(roll) if pool.dice == 1 else _of_many(roll, words)


def _without(roll: Roll, modifier: Modifier) -> Roll:
    """The same faces without one modifier; in some kinds of pool it is part of the target."""
    pool = roll.pool
    left = tuple(other for other in pool.modifiers if other is not modifier)
    target = pool.target
    if isinstance(pool, Count | Sum) and target is not None:
        target = int(target - modifier.value)
    return replace(roll, pool=replace(pool, modifiers=left, target=target))


def _of_a_test(roll: Roll) -> str:
    """How near it was, and what it would have passed or failed without."""
    pool, passed = roll.pool, _passes(roll)
    names = [
        f"{modifier.title} {signed(pool.towards(modifier))}"
        for modifier in pool.modifiers
        if modifier.value and _passes(_without(roll, modifier)) != passed
    ]
    if isinstance(pool, Total | Sum):
        came: float = roll.total
    elif isinstance(pool, Low):
        came = pool.score(roll.faces[0])
    else:
        came = roll.faces[0] + (sum(pool.own) + pool.modifier if isinstance(pool, Tests) else 0)
    assert pool.target is not None
    margin = pool.target - came if isinstance(pool, Sum | Low) else came - pool.target
    if (margin >= 0) != passed or isinstance(pool, Low):  # as with a natural 1; a shot hits, by however much
        near = ""
    elif margin == 0:
        near = "Passed exactly"
    else:
        near = f"Passed by {number(margin)}" if passed else f"Failed by {number(-margin)}"
    if not names:
        return f"{near}." if near else ""
    what = f"without {joined(names, 'or')} it would have {'failed' if passed else 'passed'}."
    return f"{near}: {what}" if near else f"{what[0].upper()}{what[1:]}"


def _passes(roll: Roll) -> bool:
    """Whether a sum, or the only die, does what it should."""
    pool = roll.pool
    return pool.succeeds(roll.total) if isinstance(pool, Total | Sum) else bool(roll.successes)


def _of_many(roll: Roll, words: StoryWords) -> str:
    """How many dice would have succeeded without each modifier, where that is another number."""
    one, many = (
        ("hit", "hits")
        if roll.why in words.hits
        else ("saved",) * 2
        if roll.why in words.saves
        else ("success", "successes")
    )
    told = [
        f"Without {modifier.title} {signed(roll.pool.towards(modifier))}: {count(other, one, many)}, not {roll.successes}."
        for modifier in roll.pool.modifiers
        if modifier.value and (other := _without(roll, modifier).successes) != roll.successes
    ]
    return " ".join(told)
