"""What stands on the stage after the dice: both rolls large, who against whom, and what a loss changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from vedette.engine.dice import Count, Die, Roll, Tests, Total
from vedette.tui.figures import tall
from vedette.tui.sides import Sides
from vedette.tui.widgets.aftermath_panel import AftermathPanel
from vedette.tui.widgets.dice_panel import RollsPanel
from vedette.tui.widgets.outlook_lines import Parties
from vedette.view.action_log import ActionLine, Result
from vedette.view.loss_impact import TableChange, UnitLoss, changes
from vedette.view.vocabulary import (
    USUAL_WORDS,
    Badge,
    Card,
    Mark,
    Pip,
    Prompt,
    SideView,
    StoryWords,
    Table,
    Token,
)

SIDES = Sides({"red": "Keelborn", "blue": "Wardens"}, {"red": "first", "blue": "second"})

CORKS = Card("m4", "The Corks", "red", "active", (Pip(1, 1),) * 2, 2, 2)
RELIEF = Card("p3", "Second Relief", "blue", "ready", (Pip(1, 1),) * 3, 3, 3)
RATTLE = Card("p4", "Young Rattle", "blue", "ready", (Pip(1, 1),) * 2, 2, 2)


def melee() -> tuple[Roll, ...]:
    """An order, the blows, and the blows back."""
    order = Roll("Attack", "red", Total(dice=2, sides=6, target=6, basis="Attack"), (Die(4), Die(5)))
    blow = Roll("strikes", "red", Count(dice=6, sides=6, target=3, basis="ME"), (Die(5),) * 6)
    back = Roll("strikes back", "blue", Count(dice=12, sides=6, target=3, basis="ME"), (Die(5),) * 12)
    return order, blow, back


def drawn(rolls: tuple[Roll, ...], width: int, height: int) -> list[str]:
    return [row.text for row in RollsPanel(rolls, SIDES).draw(width, height)]


def tiles(rows: list[str]) -> int:
    """How many dice that succeed are shown."""
    return sum(row.count("▌ 5") for row in rows)


def test_the_dice_of_all_rolls_are_shown_where_there_is_room_and_those_that_led_to_them_are_told_first() -> (
    None
):
    assert tiles(drawn(melee(), 54, 20)) == 1 + 6 + 12 - 1  # an order is no success
    for height in (6, 9):
        rows = drawn(melee(), 54, height)
        assert len(rows) <= height
        assert rows[0].startswith("Attack")
        assert tiles(rows) == (6 + 12 if height == 9 else 12)


@pytest.mark.parametrize("height", range(1, 30))
def test_rolls_never_take_more_rows_than_there_are(height: int) -> None:
    assert len(drawn(melee(), 54, height)) <= height


def test_six_dice_stand_tall_in_a_row_and_what_came_of_them_in_the_heading() -> None:
    words = StoryWords(saves=frozenset({"Defence"}))
    roll = Roll("Defence", "blue", Tests(dice=6, sides=12, target=8), (Die(9),) * 5 + (Die(2),))
    rows = [row.text for row in RollsPanel((roll,), Sides(SIDES.names, SIDES.roles, words)).draw(54, 20)]

    assert rows[0].endswith("5 saved, 1 failed")
    assert [row.count(tall("9")[1]) for row in rows if tall("9")[1] in row] == [5]


def test_a_sum_is_held_with_its_modifiers_against_the_number_on_the_card() -> None:
    from vedette.engine.dice import Modifier

    pool = Total(dice=2, sides=6, target=5, modifiers=(Modifier("R lost", -1),))
    rows = drawn((Roll("Resilience", "red", pool, (Die(2), Die(3))),), 54, 20)

    assert rows[0].endswith(" 4 ✘")


def test_who_rolls_against_whom_stands_over_the_dice() -> None:
    head = Parties(CORKS, RELIEF, SIDES.roles)

    assert head.over(54)[0].text.rstrip() == "◈ The Corks ──→ ◎ Second Relief"
    assert head.over(34) == ()


def table(*cards: Card, scores: tuple[str, str] = ("0 VP", "0 VP"), holder: str = "blue") -> Table:
    sides = (SideView("red", "Keelborn", scores[0]), SideView("blue", "Wardens", scores[1]))
    return Table(
        "The Salt Road",
        "Round 2",
        "",
        sides,
        cards,
        (Mark("w", "Well", "2 VP", holder),),
        Prompt("red", "Go on."),
    )


def test_a_loss_tells_what_it_changes() -> None:
    gone = replace(RELIEF, standing="gone", pips=(Pip(0, 1),) * 3, value=0)
    shaken = replace(RATTLE, badges=(Badge("SHAKEN", "bad"),), tokens=(Token("stress", 1, 3),))
    before = table(CORKS, RELIEF, RATTLE)
    after = table(CORKS, gone, shaken, scores=("2 VP", "0 VP"), holder="")

    assert changes(before, after, USUAL_WORDS) == (
        TableChange("Wardens", "blue", "2 → 1 unit, 5 → 2 models"),
        TableChange("Keelborn", "red", "0 VP → 2 VP"),
        TableChange("Well", "", "held by nobody now"),
        TableChange("Young Rattle", "blue", "+1 stress, SHAKEN"),
        TableChange("Still to act", "", "Keelborn 0 · Wardens 1"),
    )


def test_where_nobody_is_lost_nothing_is_told_of_it() -> None:
    hurt = replace(RELIEF, pips=(Pip(0, 1), Pip(1, 1), Pip(1, 1)), value=2)

    assert changes(table(CORKS, RELIEF), table(CORKS, hurt), USUAL_WORDS) == ()


def test_the_frame_and_what_it_changes_stay_though_the_dice_are_many() -> None:
    gone = replace(RELIEF, standing="gone", value=0)
    last = ActionLine(
        1, "red", (Result("The Corks → Second Relief", "", 9), Result("Second Relief DESTROYED", "lost", 13))
    )
    panel = AftermathPanel(
        RollsPanel(melee(), SIDES),
        [UnitLoss(RELIEF, gone)],
        last,
        SIDES.roles,
        changed=(TableChange("Wardens", "blue", "2 → 1 unit"),),
    )
    rows = [row.text for row in panel.draw(54, 22)]

    assert len(rows) <= 22
    assert any("━" in row for row in rows)
    assert any("WHAT IT CHANGES" in row for row in rows)
    assert any("2 → 1 unit" in row for row in rows)


@pytest.mark.parametrize(("moment", "sign"), [("lost", "†"), ("down", "‡")])
def test_only_the_dead_have_the_sign_of_the_dead(moment: Any, sign: str) -> None:
    last = ActionLine(1, "red", (Result("Second Relief"), Result("Second Relief SUBDUED", moment, 13)))
    text = "\n".join(row.text for row in AftermathPanel(None, (), last, SIDES.roles).draw(54, 20))

    assert f"{sign} Second Relief" in text
    assert last.is_great


@pytest.mark.parametrize("width", [34, 54, 80])
@pytest.mark.parametrize("height", [8, 14, 30])
def test_everybody_who_was_hit_is_listed(width: int, height: int) -> None:
    hit = [Card(f"u{n}", f"Unit {n}", "blue", "ready", (Pip(n, 9),), 9, 9) for n in range(1, 7)]
    losses = [UnitLoss(card, replace(card, value=9 - n)) for n, card in enumerate(hit, 1)]
    panel = AftermathPanel(RollsPanel(melee(), SIDES), losses, None, SIDES.roles)
    text = " ".join(row.text for row in panel.draw(width, height))
    assert len(panel.draw(width, height)) <= height
    assert [n for n in range(1, 7) if f"{n} HP lost, {9 - n} left" not in " ".join(text.split())] == []


def test_a_rout_has_its_frame_though_points_stand_behind_it() -> None:
    last = ActionLine(
        1, "red", (Result("The Corks → Second Relief"), Result("Second Relief ROUTED, −2 points", "lost", 13))
    )
    rows = [row.text for row in AftermathPanel(None, (), last, SIDES.roles).draw(54, 20)]

    assert any(tall("ROUTED")[1] in row for row in rows)


@pytest.mark.parametrize("width", [30, 34, 38, 54])
def test_what_a_roll_came_to_is_told_at_every_width(width: int) -> None:
    roll = Roll("Attack", "red", Tests(dice=3, sides=12, target=7), (Die(9), Die(3), Die(9)))
    told = "\n".join(drawn((roll,), width, 20))

    assert "of 3" in told


def test_the_loser_is_the_loud_thing_and_the_sum_stands_over_it() -> None:
    hurt = replace(RELIEF, value=1, pips=(Pip(1, 1), Pip(0, 1), Pip(0, 1)))
    last = ActionLine(
        1,
        "red",
        (Result("The Corks → Second Relief"),),
        sums=(("3 hits × damage 1 = 3 dice − 1 saved = 2 models lost", "3 hits − 1 saved = 2 models lost"),),
    )
    panel = AftermathPanel(RollsPanel(melee()[1:], SIDES), [UnitLoss(RELIEF, hurt)], last, SIDES.roles)
    for width, height in ((54, 30), (34, 17)):
        drawn = panel.draw(width, height)
        rows = [row.text for row in drawn]
        at = next(i for i, row in enumerate(rows) if " − 1 saved = 2 models" in row)
        strip = next(i for i, row in enumerate(rows) if "2 models lost, 1 left" in row)
        assert at < strip
        assert [tall("1")[i] in rows[strip - 1 + i] for i in range(3)] == [True] * 3
        red = [piece.text for row in drawn for piece in row.pieces if piece.role.endswith("bad strong")]
        assert sum(text.count("▁") for text in red) == 2
