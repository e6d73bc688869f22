"""The duel: who attacks whom, side by side, and every roll that it brings with its parts and the number needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct

from vedette.engine.dice import Count
from vedette.kit.words import count
from vedette.tui.figures import TALL, tall
from vedette.tui.text import Line, Piece, clean, ends, filled, fit
from vedette.tui.widgets.card_lines import bar, chips, profile
from vedette.tui.widgets.form_lines import MOST_ROLLS
from vedette.view.dice_text import (
    AGAIN,
    chance,
    chance_words,
    is_base,
    modifier_tone,
    needed,
    planned_parts,
    pool_words,
)
from vedette.view.signs import STANDING, TARGET, severity
from vedette.view.vocabulary import Card, Detail, PlannedRoll

HEAD = 4
"""Rows of the head."""

ARROW = " → "

LEAST, NARROWEST = 22, 15
"""Cells of a roll from which on its number stands at the end; and those that it needs beside another one."""

PARTS = 6
"""Rows of parts of a roll, at most: what is left over shares the last one."""


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
        return [
            Line((*one, Piece(ARROW if row == 1 else " " * len(ARROW), "strong"), *two))
            for row, (one, two) in enumerate(zip(left, right, strict=True))
        ]

    def _party(self, card: Card, sign: str, width: int, weapon: str) -> list[tuple[Piece, ...]]:
        """Name, models and hit points, condition, weapon or profile: on the quiet ground of the side."""
        role = self.roles.get(card.side, "")
        ground = f"{role}-ground" if role else "surface"
        under = " under" if sign == TARGET else ""
        name = [Piece(f" {sign} ", f"{role} strong"), Piece(clean(card.name), f"{role} strong{under}")]
        value = (
            Piece(f" {card.value}/{card.full} ", f"{severity(card.value, card.full)} strong")
            if card.full
            else Piece("")
        )
        return [
            filled(name, width, ground),
            ends([Piece(" "), *bar(card, width - len(value.text))], [value], width, ground),
            filled([Piece(" "), *chips(card, width - 1)], width, ground),
            filled(
                [Piece(" "), *([Piece(clean(weapon))] if weapon else profile(card, width - 2))], width, ground
            ),
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
        gap = Piece("  ")
        return [
            Line(tuple(piece for i, cell in enumerate(cells) for piece in ((gap,) if i else ()) + cell))
            for cells in zip_longest(*blocks, fillvalue=filled((), half))
        ]


def _roll(roll: PlannedRoll, role: str, width: int, rows: int) -> list[tuple[Piece, ...]]:
    """A roll: its title and dice, its parts from top to bottom, the number needed beside them, the chance below."""
    pool = roll.pool
    number = _number(needed(pool))
    dice = roll.dice or pool_words(pool)
    if len(roll.label) + len(dice) + 1 > width:
        dice = ""
    made = [ends([Piece(clean(roll.label).upper(), f"{role} strong")], [Piece(f" {dice}", "dim")], width)]
    room = width - len(number[0]) - 1
    parts = _parts(roll, room, min(PARTS, rows - 1))
    said, odds = chance_words(pool, roll.reroll)
    if odds and len(parts) > TALL and len(odds) <= len(number[0]):  # right below the number
        number.append(odds.rjust(len(number[0])))
    for row in range(max(len(parts), TALL)):
        part = filled(parts[row] if row < len(parts) else (), room)
        figure = Piece(number[row] if row < len(number) else " " * len(number[0]), "strong")
        made.append((figure, Piece(" "), *part) if width < LEAST else (*part, Piece(" "), figure))
    if odds and len(number) == TALL and len(made) < rows:
        made.append(ends([], [Piece(f"{said} ", "dim"), Piece(odds, "strong")], width))
    return made


def _number(text: str) -> list[str]:
    """A needed number in tall figures, its sign small beside them: `≤` before, `+` behind."""
    figure = text.strip("≤+")
    before, behind = ("≤" if text.startswith("≤") else ""), ("+" if text.endswith("+") else "")
    rows = tall(figure)
    return [
        f"{before if i == 1 else ' ' * len(before)}{row}{behind if i == 1 else ' ' * len(behind)}"
        for i, row in enumerate(rows)
    ]


def _parts(roll: PlannedRoll, width: int, rows: int) -> list[tuple[Piece, ...]]:
    """Where the number comes from: the target, then each modifier, sign and number right-aligned before the name."""
    pool = roll.pool
    made: list[tuple[Piece, ...]] = []
    for value, reason, _ in planned_parts(roll):
        tone = "strong" if is_base(value) else "dim" if not value else f"{modifier_tone(value, pool)} strong"
        if roll.reroll and value == AGAIN:
            tone = "good strong" if roll.reroll.chance > (chance(pool) or 0) else "bad strong"
        said = clean(reason)
        if value == AGAIN and len(said) > width - 4:  # its name, and the chance without it, in a row each
            was = f"was {chance_words(pool)[1]}"
            made += [
                (Piece(f"{value:>3} ", tone), Piece(fit(said.partition(",")[0], width - 4))),
                (Piece("  "), Piece(fit(was, width - 2), "dim")),
            ]
            continue
        if not value and len(said) > width - 4:  # half its words say nothing, but `T 3` or `Bloodied` does
            names = (one.name for one in pool.remarks if reason == f"{one.name}: {one.text}")
            said = clean(next(names, "")) if isinstance(pool, Count) else ""
        if said:
            made.append((Piece(f"{value:>3} ", tone), Piece(fit(said, width - 4))))
    if len(made) > rows:
        left = len(made) - rows + 1
        made = [*made[: rows - 1], (Piece(f"    and {count(left, 'more line')}", "dim"),)]
    return made
