"""The dice of a form: why there are so many, and for each roll the number needed in tall figures, its parts and its chance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from vedette.engine.dice import Remark
from vedette.kit.words import count
from vedette.tui.figures import TALL, tall
from vedette.tui.text import WITH_IDS, Line, Piece, Said, beside, clean, ends, filled, fit, line, rule, wrap
from vedette.view import dice_text as say
from vedette.view.vocabulary import Form, PlannedRoll

LEAST, NARROWEST = 22, 15
"""Cells of a roll from which on its number stands at the end; and those that it needs at least beside another one."""

GAP, NARROW_GAP = 3, 2
"""Cells between two rolls, with a line in their middle, and where there are few cells."""

MOST_ROLLS = 3  # rolls that are drawn; further ones are told in lines
LEAST_ROWS = TALL + 1

_NUMBERS = re.compile(r"(\d+ ?[dD]\d+(?:[+−]\d+)?|\d+)")


def drawn(form: Form, width: int) -> list[PlannedRoll]:
    """The rolls of a form for which there is room beside each other."""
    rolls = [one for one in form.lines if isinstance(one, PlannedRoll)]
    return rolls[: min(MOST_ROLLS, max(1, (width + NARROW_GAP) // (NARROWEST + NARROW_GAP)))]


def sum_lines(form: Form, width: int, *, titled: bool, again: bool) -> list[Line]:
    """Why there are so many dice, what is cancelled, and with `again` what else is known of the rolls; nothing where all that goes without saying."""
    rows = []
    for one in form.lines:
        if one.kind == "sum":
            head = f"{clean(one.label)} " if one.label else ""
            fits = len(head) + len(one.text) < width or not one.brief
            text = clean(head + (one.text if fits else one.brief))
            rows += [line(" ", *_figured(row)) for row in wrap(text, width - 1, 2)]
    apart = (remark for roll in drawn(form, width) for remark in told_apart(roll))
    for remark in dict.fromkeys(apart if again else ()):
        told = f"{clean(remark.name)}: {clean(remark.text)}"
        rows += [line(" ", *_figured(row)) for row in wrap(told, width - 1, 2)]
    for roll in drawn(form, width) if again else ():
        if roll.reroll:
            said = wrap(f"{clean(roll.reroll.by)}: {roll.reroll.what}", width - 3)
            signs = (f" {say.AGAIN} ", *["   "] * len(said))
            rows += [line((sign, "good strong"), row) for sign, row in zip(signs, said, strict=False)]
    return [*([rule("Dice", width)] if titled and rows else []), *rows]


def told_apart(roll: PlannedRoll) -> list[Remark]:
    """What is to be known of a roll besides its number, but for what is rolled again."""
    by = roll.reroll.by.casefold() if roll.reroll else ""
    return [one for one in roll.pool.remarks if one.name.casefold() != by and not one.text.isdigit()]


def _figured(text: str) -> Iterator[Said]:
    """A sum with its numbers strong, and those that a rule adds as a help."""
    before = ""
    for part in _NUMBERS.split(text):
        is_number = part[:1].isdigit()
        yield part, ("good strong" if before.endswith("+ ") else "strong") if is_number else ""
        before = part


def roll_lines(form: Form, roles: Mapping[str, str], width: int, rows: int) -> list[Line]:
    """The rolls that are planned, beside each other, each with its parts, its number in tall figures and its chance."""
    rolls = drawn(form, width)
    if not rolls or rows < TALL:
        return []
    gap = GAP if width >= WITH_IDS else NARROW_GAP
    each = (width - gap * (len(rolls) - 1)) // len(rolls)
    summed = any(one.kind == "sum" for one in form.lines)
    draw = _roll if each >= LEAST and rows > LEAST_ROWS else _beside_its_number
    blocks = [draw(one, roles.get(one.side, ""), each, rows, summed=summed) for one in rolls]
    if gap < GAP or len(blocks) < 2:
        return beside(blocks, each, gap)
    made = []
    for first, *others in zip_longest(*blocks, fillvalue=Line()):
        pieces = [*filled(first.pieces, each)]
        for other in others:
            pieces += [Piece(" │ ", "edge"), *filled(other.pieces, each)]
        made.append(Line(tuple(pieces)))
    return made


def _roll(roll: PlannedRoll, role: str, width: int, rows: int, *, summed: bool) -> list[Line]:
    """A roll: whose it is, its parts from top to bottom, the number needed beside them, the chance below."""
    number = _number(roll)
    wide = len(number[0])
    dice = "needs" if summed else roll.dice or say.pool_words(roll.pool)
    dice = dice if len(roll.label) + len(dice) < width else ""
    made = [line(*ends([(clean(roll.label).upper(), f"{role} strong")], [(dice, "dim")], width))]
    odds = list(_chances(roll, width))
    parts = _parts(roll, width - wide - 1, rows - 1 - len(odds))
    for part, figure in zip_longest(parts, number):
        made.append(line(*filled(part or (), width - wide - 1), " ", (figure or " " * wide, "strong")))
    return [*made, *odds]


def _beside_its_number(roll: PlannedRoll, role: str, width: int, rows: int, *, summed: bool) -> list[Line]:
    """A roll in few cells: its number first, and beside it whose it is, the parts and the chance."""
    number, pool = _number(roll), roll.pool
    room = width - len(number[0]) - 1
    odds = dict(say.planned_chance(roll))
    parts: list[list[Said]] = [[(fit(clean(roll.label).upper(), room), f"{role} strong")]]
    named = _parts(roll, room, rows - 2, borne=False)
    is_torn = any(len(word) > room - len("5+ ") for word in pool.basis.split())
    if len(named) + 2 > rows or len(named) == 1 or is_torn:
        base, *more = [value for value, _, _ in say.needed_parts(pool) if value]
        own = f"{base} {pool.basis.partition(' (')[0] or 'target'}"
        added = [(f" {value}", f"{say.modifier_tone(value, pool)} strong") for value in more]
        if line(own, *added).width > room:  # the sum is whole, of what it is made is told by w
            own = base
        named = [[(own, "strong"), *added]]
    parts += named
    if odds:
        again = (f"{say.AGAIN} ", "good strong") if say.AGAIN in odds else ""
        parts.append([again, (odds.get(say.AGAIN, next(iter(odds.values()))), "strong")])
    rows_of_both = zip_longest(number, parts)
    blank = " " * len(number[0])
    return [
        line((figure or blank, "strong"), " ", *filled(part or (), room)) for figure, part in rows_of_both
    ]


def _number(roll: PlannedRoll) -> list[str]:
    """The number needed in tall figures; its sign stands small beside it."""
    needed = say.needed(roll.pool)
    before, behind = ("≤" if needed.startswith("≤") else ""), ("+" if needed.endswith("+") else "")
    return [
        f"{before if i == 1 else ' ' * len(before)}{row}{behind if i == 1 else ' ' * len(behind)}"
        for i, row in enumerate(tall(needed.strip("≤+")))
    ]


def _chances(roll: PlannedRoll, width: int) -> Iterator[Line]:
    """What may come of a die, or of the whole sum, with and without what is rolled again: in as few rows as will do."""
    row: list[Said] = []
    for what, share in say.planned_chance(roll):
        cell: list[Said] = [(f"{what} ", "good" if what == say.AGAIN else "dim"), (share, "strong")]
        if row and line(*row, ", ", *cell).width > width:
            yield line(*row)
            row = []
        row += [(", ", "dim"), *cell] if row else cell
    if row:
        yield line(*row)


def _parts(roll: PlannedRoll, width: int, rows: int, *, borne: bool = True) -> list[list[Said]]:
    """Where the number comes from: the target and, `borne`, whose it is, then each modifier, sign and number right-aligned before the name."""
    pool = roll.pool
    made: list[list[Said]] = []
    remarks = {f"{one.name}: {one.text}" for one in (*pool.remarks, *pool.readings)}
    for value, reason, _ in say.planned_parts(roll):
        if value == say.AGAIN or (not value and reason in remarks):
            continue
        is_base = say.is_base(value) and not made
        tone = "strong" if is_base else "dim" if not value else f"{say.modifier_tone(value, pool)} strong"
        said = clean(reason.partition(" (")[0] if is_base and borne else reason)
        for i, text in enumerate(wrap(said, width - 4) if said else ()):
            made.append([(f"{'' if i else value:>3} ", tone), text])
    if borne and roll.bearer and made and len(made) < rows:
        bearer = wrap(f"of {clean(roll.bearer)}", width - 4)[: rows - len(made)]
        made[1:1] = [[(f"    {row}", "dim")] for row in bearer]
    left = len(made) - rows + 1
    return made if left < 2 else [*made[: rows - 1], [(f"    and {count(left, 'more line')}", "dim")]]
