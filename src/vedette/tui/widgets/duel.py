"""The duel: who attacks whom, side by side, and every roll that it brings with its parts and the number needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from vedette.engine.dice import Count
from vedette.kit.words import count
from vedette.tui.figures import TALL, tall
from vedette.tui.text import Line, Said, beside, clean, ends, filled, fit, line
from vedette.tui.widgets.cards import bar, chips, profile
from vedette.tui.widgets.form_lines import MOST_ROLLS
from vedette.view import dice_text as say
from vedette.view.signs import STANDING, TARGET, severity
from vedette.view.vocabulary import Card, Detail, PlannedRoll

HEAD = 4  # rows of the head

ARROW = " → "

LEAST, NARROWEST = 22, 15
"""Cells of a roll from which on its number stands at the end; and those that it needs beside another one."""

PARTS = 6  # rows of parts of a roll, at most: what is left over shares the last one


class Duel(Struct, frozen=True):
    """The cards and the colours of the sides, for a form that is aimed at somebody."""

    cards: Mapping[str, Card]
    roles: Mapping[str, str]

    def head(self, by: str, target: str, weapon: str, width: int) -> list[Line]:
        """Attacker and target side by side; nothing where one of them has no card."""
        attacker, aimed = self.cards.get(by), self.cards.get(target)
        if attacker is None or aimed is None:
            return []
        half = (width - len(ARROW)) // 2
        left = self._party(attacker, STANDING["active"], half, weapon)
        right = self._party(aimed, TARGET, width - len(ARROW) - half, "")
        between = [(ARROW if row == 1 else " " * len(ARROW), "strong") for row in range(HEAD)]
        return [line(*one, arrow, *two) for one, arrow, two in zip(left, between, right, strict=True)]

    def _party(self, card: Card, sign: str, width: int, weapon: str) -> list[Sequence[Said]]:
        """Name, models and hit points, condition, weapon or profile: on the quiet ground of the side."""
        role = self.roles.get(card.side, "")
        ground = f"{role}-ground" if role else "surface"
        name = clean(card.name), f"{role} strong{' under' if sign == TARGET else ''}"
        value = f" {card.value}/{card.full} " if card.full else ""
        points = value, f"{severity(card.value, card.full)} strong" if value else ""
        last: Sequence[Said] = [clean(weapon)] if weapon else profile(card, width - 2)
        return [
            filled([(f" {sign} ", f"{role} strong"), name], width, ground),
            ends([" ", *bar(card, width - len(value))], [points], width, ground),
            filled([" ", *chips(card, width - 1)], width, ground),
            filled([" ", *last], width, ground),
        ]

    def rolls(self, lines: Sequence[Detail], width: int, rows: int) -> list[Line]:
        """The rolls that are planned, two beside each other, each with its parts and its number in tall figures."""
        planned = [line for line in lines if isinstance(line, PlannedRoll)][:MOST_ROLLS]
        if not planned or rows < TALL + 1:
            return []
        half = (width - 2) // 2 if len(planned) > 1 and width >= 2 * NARROWEST + 2 else width
        blocks = [
            _roll(roll, self.roles.get(roll.side, ""), half, rows)
            for roll in planned[: MOST_ROLLS if half < width else 1]
        ]
        return beside(blocks, half, 2)


def _roll(roll: PlannedRoll, role: str, width: int, rows: int) -> list[Line]:
    """A roll: its title and dice, its parts from top to bottom, the number needed beside them, the chance below."""
    pool, needed = roll.pool, say.needed(roll.pool)
    before, behind = ("≤" if needed.startswith("≤") else ""), ("+" if needed.endswith("+") else "")
    number = [  # its sign stands small beside the tall figures
        f"{before if i == 1 else ' ' * len(before)}{row}{behind if i == 1 else ' ' * len(behind)}"
        for i, row in enumerate(tall(needed.strip("≤+")))
    ]
    wide = len(number[0])
    dice = f" {roll.dice or say.pool_words(pool)}"
    dice = dice if len(roll.label) + len(dice) <= width else " "
    made = [line(*ends([(clean(roll.label).upper(), f"{role} strong")], [(dice, "dim")], width))]
    parts = _parts(roll, width - wide - 1, min(PARTS, rows - 1))
    said, odds = say.chance_words(pool, roll.reroll)
    if odds and len(parts) > TALL and len(odds) <= wide:  # right below the number
        number.append(odds.rjust(wide))
    for row in range(max(len(parts), TALL)):
        part = filled(parts[row] if row < len(parts) else (), width - wide - 1)
        figure = number[row] if row < len(number) else " " * wide, "strong"
        made.append(line(figure, " ", *part) if width < LEAST else line(*part, " ", figure))
    if odds and len(number) == TALL and len(made) < rows:
        made.append(line(*ends([], [(f"{said} ", "dim"), (odds, "strong")], width)))
    return made


def _parts(roll: PlannedRoll, width: int, rows: int) -> list[list[Said]]:
    """Where the number comes from: the target, then each modifier, sign and number right-aligned before the name."""
    pool = roll.pool
    made: list[list[Said]] = []
    for value, reason, _ in say.planned_parts(roll):
        tone = "dim" if not value else f"{say.modifier_tone(value, pool)} strong"
        if roll.reroll and value == say.AGAIN:
            tone = "good strong" if roll.reroll.chance > (say.chance(pool) or 0) else "bad strong"
        elif say.is_base(value):
            tone = "strong"
        said = clean(reason)
        if len(said) > width - 4 and value == say.AGAIN:  # its name, and the chance without it, in a row each
            made.append([(f"{value:>3} ", tone), fit(said.partition(",")[0], width - 4)])
            made.append(["  ", (fit(f"was {say.chance_words(pool)[1]}", width - 2), "dim")])
            continue
        if len(said) > width - 4 and not value:  # half its words say nothing, but `T 3` or `Bloodied` does
            names = (one.name for one in pool.remarks if reason == f"{one.name}: {one.text}")
            said = clean(next(names, "")) if isinstance(pool, Count) else ""
        if said:
            made.append([(f"{value:>3} ", tone), fit(said, width - 4)])
    left = len(made) - rows + 1
    return made if left < 2 else [*made[: rows - 1], [(f"    and {count(left, 'more line')}", "dim")]]
