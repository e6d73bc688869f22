"""The luck of the table: a part of the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vedette.engine.luck import Tally
from vedette.kit.words import count
from vedette.tui.text import Line, clean, line, pad, rule, spread
from vedette.view.luck import SideLuck, more_words, one_decimal
from vedette.view.vocabulary import SideView

if TYPE_CHECKING:
    from vedette.view.loss_luck import Losses, LossSearch

SIDE, KIND = 10, 10  # cells of the name of a side, and of a kind of roll beside it


def luck_lines(
    sides: Sequence[SideView],
    roles: Mapping[str, str],
    luck: Mapping[str, SideLuck],
    width: int,
    losses: LossSearch | None = None,
) -> list[Line]:
    """Each side's luck: its successes against those of fair dice by kind of roll, and its losses against those that the odds told."""
    aside = losses.left_out if losses else 0
    without = f"losses without {count(aside, 'command')}" if aside else ""
    made = [rule("Luck", width, without or "against fair dice")]
    for side in sides:
        tallies: list[tuple[str, Tally | Losses]] = [*luck[side.id].kinds.items()]
        if losses and losses.losses[side.id]:
            tallies.append(("Losses", losses.losses[side.id]))
        role = f"{roles.get(side.id, '')} strong"
        short = all(len(kind) < KIND for kind, _ in tallies)
        made += [line((clean(side.name), role))] if tallies and not short else []
        # what was rolled, what was to be expected, the difference
        for i, (kind, tally) in enumerate(tallies):
            tone = "good" if tally.luck > 0 else "bad"
            name = pad(clean(side.name) if i == 0 else "", SIDE) if short else " "
            said = (
                (f"{tally.actual:>4}", "strong"),
                (f" of {one_decimal(tally.expected):<5}", "dim"),
                (f"{more_words(tally.luck):>5} ", f"{tone} strong"),
            )
            made.append(spread([(f"{name} ", role), (clean(kind).lower(), "dim")], said, width))
    return made if len(made) > 1 else []
