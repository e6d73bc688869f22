"""The luck of the table at the end of a game."""

from __future__ import annotations

from fractions import Fraction

from tests.tui.little import little
from vedette.engine.fairness import Part
from vedette.engine.luck import ENOUGH, Throw
from vedette.tui.widgets.end_panel import luck_lines
from vedette.view.loss_luck import Losses, LossSearch
from vedette.view.luck import luck_of
from vedette.view.vocabulary import SideView

EVEN = Part(0, (1, 1))
SIDES = (SideView("a", "Ants", "0 VP"), SideView("b", "Bees", "0 VP"))


def throws(side: str, kind: str, *hits: int) -> list[Throw]:
    """Dice that hit in half of all cases."""
    return [Throw(side, kind, True, True, 1, (EVEN,), hit, (hit + 1,), 1, 2) for hit in hits]


def test_the_end_tells_each_side_its_luck_by_kind() -> None:
    rolled = [*throws("a", "to_hit", *[1] * ENOUGH), *throws("b", "save", 1, 0)]
    luck = {side.id: luck_of(rolled, side.id) for side in SIDES}
    head, hits, saves = (row.text for row in luck_lines(SIDES, {}, luck, 38))
    assert head.startswith("LUCK ─")
    assert hits.split() == "Ants to hit 30 of 15.0 +15.0".split()
    assert saves.split()[:5] == "Bees save 1 of 1.0".split()


def test_long_kinds_of_rolls_stand_below_their_side() -> None:
    luck = {side.id: luck_of(throws("a", "skirmishers_behind", 1), side.id) for side in SIDES}
    _, ants, kind = (row.text.strip() for row in luck_lines(SIDES, {}, luck, 38))
    assert ants == "Ants"
    assert kind.startswith("skirmishers behi")


def test_losses_stand_against_what_the_odds_of_every_command_told() -> None:
    losses = LossSearch(little())
    losses.losses = {"a": Losses(3, Fraction(9, 2)), "b": Losses()}
    luck = {side.id: luck_of([], side.id) for side in SIDES}
    assert luck_lines(SIDES, {}, luck, 60) == []
    _, row = luck_lines(SIDES, {}, luck, 60, losses)
    assert row.text.split() == "Ants losses 3 of 4.5 +1.5".split()
    losses.left_out = 2
    assert luck_lines(SIDES, {}, luck, 60, losses)[0].text.endswith("losses without 2 commands")
