"""The end of a game: the points by their source, the losses, the moments."""

from __future__ import annotations

from dataclasses import replace

from tests.tui.little import LITTLE, little
from vedette.engine.facts import Adjusted, Score
from vedette.games.company.scoring import Scored
from vedette.tui.widgets.aftermath_panel import AftermathPanel, Loss
from vedette.tui.widgets.end_panel import EndPanel
from vedette.view.digest import ActionLine, Result
from vedette.view.luck import luck_of
from vedette.view.vocabulary import Card

GAME = (
    ActionLine(3, "red", (Result("Grenadiers 1 DESTROYED", "lost"),)),
    ActionLine(5, "red", (Result("Ironclads +2 VP: Ford", "gain"),), scores=(Score("red", 2, "Ford"),)),
    ActionLine(
        9, "blue", (Result("by hand"),), scores=(Score("red", -1, "By hand"), Score("blue", 3, "Ford"))
    ),
)


def drawn(height: int) -> list[str]:
    table = LITTLE.view.table(little().state, None)
    panel = EndPanel(table, GAME, {}, "q leaves", {side.id: luck_of([], side.id) for side in table.sides})
    return [" ".join(line.text.split()) for line in panel.draw(54, height)]


def test_the_points_of_each_side_stand_by_their_source_with_their_sum() -> None:
    rows = drawn(40)

    at = next(i for i, row in enumerate(rows) if row.startswith("VICTORY POINTS"))
    assert rows[at + 2 : at + 5] == ["Ford 2 3", "By hand −1 ·", "Total 1 3"]
    assert "† Grenadiers 1 DESTROYED line 3" in rows
    assert not any("Ironclads +2 VP" in row for row in rows)


def test_where_rows_are_scarce_the_moments_stay_and_the_points_go() -> None:
    rows = drawn(15)

    assert not any(row.startswith("VICTORY POINTS") for row in rows)
    assert "† Grenadiers 1 DESTROYED line 3" in rows


def test_points_come_from_what_is_scored_and_from_what_is_set_by_hand() -> None:
    assert Scored("red", 2, "the Captain is Routed.").score == Score("red", 2, "the Captain is Routed")
    assert Adjusted("sides.red.vp", 4, 3, "").score == Score("red", -1, "By hand")
    assert Adjusted("sides.red.name", "a", "b", "").score is None


def test_who_is_gone_with_something_left_has_nothing_left_on_the_table() -> None:
    """A rout takes what the dice have left; a long name yields to what became of its unit."""
    before = Card("b", "The Gull Boys of the Quay", "blue", "ready", value=6, full=6)
    panel = AftermathPanel(None, [Loss(before, replace(before, value=1, standing="gone"))], None, {})
    assert any("−5, the rest gone" in line.text for line in panel.draw(34, 12))
