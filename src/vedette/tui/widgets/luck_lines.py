"""The luck of the table: a part of the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vedette.engine.luck import Tally
from vedette.kit.words import count
from vedette.tui.text import Line, Piece, clean, fit, line, rule, spread
from vedette.view.luck import SideLuck, more_words, one_decimal, percentile_words
from vedette.view.vocabulary import SideView

if TYPE_CHECKING:
    from vedette.view.loss_luck import Losses, LossSearch

FULL = 10  # successes that fill half of a scale; where there are more, they do
COLUMN = 15  # cells of a scale in the list, where it is more than three times as wide


def scale(luck: float, role: str, width: int) -> list[Piece]:
    """A bar from the middle: to the right for more than fair dice, to the left for less."""
    half = (width - 1) // 2
    cells = min(half, round(half * abs(luck) / max(FULL, abs(luck))))
    empty, full = Piece("─" * half, "edge"), (Piece("─" * (half - cells), "edge"), Piece("━" * cells, role))
    left = list(full) if luck < 0 else [empty]
    right = list(full)[::-1] if luck > 0 else [empty]
    return [*left, Piece("┃", "strong"), *right, Piece(" " * (width - 1 - 2 * half))]


def luck_lines(
    sides: Sequence[SideView],
    roles: Mapping[str, str],
    luck: Mapping[str, SideLuck],
    width: int,
    losses: LossSearch | None = None,
    losses_in: str = "",
) -> list[Line]:
    """Each side's luck, and how unusual it is; its successes against those of fair dice by kind of roll, and its losses against those that the odds told."""
    aside = losses.left_out if losses else 0
    without = f"against fair dice; losses without {count(aside, 'command')}" if aside else ""
    made = [rule("Luck", width, without or "successes against fair dice")]
    for side in sides:
        tallies: list[tuple[str, Tally | Losses]] = [*luck[side.id].kinds.items()]
        if losses and losses.losses[side.id]:
            tallies.append((f"Losses, {losses_in}" if losses_in else "Losses", losses.losses[side.id]))
        if tallies:
            made.append(_side(side, f"{roles.get(side.id, '')} strong", luck[side.id], width))
        for kind, tally in tallies:  # what was rolled, what was to be expected, the difference
            tone = "good" if tally.luck > 0 else "bad"
            bar = scale(float(tally.luck), tone, COLUMN) if width > COLUMN * 3 else []
            said = (
                (f"{tally.actual:>5}", "strong"),
                (f" of {one_decimal(tally.expected):>5}  ", "dim"),
                (f"{more_words(tally.luck):>5} ", f"{tone} strong"),
            )
            made.append(spread([f"  {clean(kind)}"], [*said, *bar], width))
    return made if len(made) > 1 else []


def _side(side: SideView, role: str, luck: SideLuck, width: int) -> Line:
    """A side with all of its luck, and with how unusual that is where there is room."""
    name = clean(side.name)
    if not luck.whole.rolls:
        return line((name, role))
    usual, more = f"  {percentile_words(luck.whole)} ", more_words(luck.whole.luck)
    usual = usual if line(name, usual, more).width < width else " "
    return spread([(fit(name, width - 10), role)], [(usual, "dim"), (f"{more} ", "strong")], width)
