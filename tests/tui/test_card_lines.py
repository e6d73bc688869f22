"""A card in few cells: what has no room is counted, and not cut to a letter."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from vedette.tui.widgets.aftermath_panel import AftermathPanel
from vedette.tui.widgets.cards import (
    BRIEF,
    INDENT,
    PACKED,
    TALL_ROWS,
    Place,
    Room,
    Spread,
    bar,
    card_lines,
    chips,
    profile,
)
from vedette.view.loss_impact import UnitLoss
from vedette.view.signs import LEFT, LOST, lit_cells
from vedette.view.vocabulary import Badge, Card, Pip, Token

CARD = Card("r", "Salters", "red", "done", badges=tuple(map(Badge, ("SHAKEN", "in melee", "Bloodied"))))


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (40, "SHAKEN  in melee  Bloodied"),
        (24, "SHAKEN  in melee  1 more"),
        (23, "SHAKEN  2 more"),
        (14, "SHAKEN  2 more"),
        (7, "SHAKEN"),
    ],
)
def test_conditions_that_have_no_room_are_counted(width: int, said: str) -> None:
    assert "".join(piece.text for piece in chips(CARD, width)) == said


@pytest.mark.parametrize("width", range(7, 60))
def test_the_worst_condition_is_seen_at_every_width_and_the_rest_is_counted(width: int) -> None:
    badges = (Badge("objective", "good"), Badge("moved"), Badge("hurt", "warn"), Badge("wounded", "bad"))
    card = Card("d", "Dunna", "blue", "ready", tokens=(Token("Stress", 2, 3),), badges=badges)
    told = "".join(piece.text for piece in chips(card, width))
    assert told.startswith("wounded")
    assert len(told) <= width
    *shown, last = told.split("  ")
    hidden = int(last.split()[0]) if "more" in last else 0
    assert told == "wounded" or len([*shown, last]) - (hidden > 0) + hidden == 5


def test_a_lone_condition_without_room_is_told_by_what_stands_before_its_colon() -> None:
    cavalry = Card("h", "Hussars", "red", "done", badges=(Badge("cavalry: no skirmishers"),))
    assert [piece.text for piece in chips(cavalry, 30)] == ["cavalry: no skirmishers"]
    assert [piece.text for piece in chips(cavalry, 10)] == ["cavalry"]


def test_who_acts_is_another_sign_than_who_is_looked_at_or_aimed_at() -> None:
    heads = {
        place: card_lines(CARD, Room(40, TALL_ROWS), place, "first")[0].text.split("  ")[0]
        for place in get_args(Place)
    }
    assert heads == {"": " ◇ Salters", "chosen": "▸◇ Salters", "target": " ◎ Salters", "acting": "▸◈ Salters"}


def lone(value: int, full: int) -> Card:
    """A unit of one model."""
    return Card("a", "Alice", "red", "ready", (Pip(value, full),), value, full)


def squad(value: int, full: int) -> Card:
    """A unit whose models have two hit points each, the last of an odd number one; losses come off the last ones."""
    sizes = [min(2, full - at) for at in range(0, full, 2)]
    pips = tuple(Pip(min(max(0, value - 2 * at), size), size) for at, size in enumerate(sizes))
    return Card("a", "Alice", "red", "ready", pips, value, full)


def drawn(text: str) -> tuple[int, int]:
    return text.count(LEFT), text.count(LOST)


def is_true(text: str, value: int, full: int) -> bool:
    """Whether a bar is full just where all is left, and empty just where nothing is."""
    left, lost = drawn(text)
    return not text or "×" in text or ((lost == 0) == (value == full) and (left == 0) == (value == 0))


WIDTHS = range(INDENT + 2, 67)
PAIRS = [(value, full) for full in range(1, 31) for value in range(full + 1)]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_bar_of_a_lone_model_has_a_cell_a_point_or_is_as_full_as_it_is_well(width: int) -> None:
    bars = {pair: "".join(piece.text for piece in bar(lone(*pair), width)) for pair in PAIRS}
    assert [pair for pair, text in bars.items() if not is_true(text, *pair)] == []
    for (value, full), text in bars.items():
        left, lost = drawn(text)
        cells = left + lost
        assert not cells or (left, cells) == (value, full) or full > width - INDENT - 1 == cells
        assert not cells or abs(left / cells - value / full) < 1 / cells
        assert value == 0 or left >= drawn(bars[value - 1, full])[0]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_bar_of_a_unit_is_full_or_empty_just_where_it_is(width: int) -> None:
    bars = {pair: "".join(piece.text for piece in bar(squad(*pair), width)) for pair in PAIRS}
    assert [pair for pair, text in bars.items() if not is_true(text, *pair)] == []


def test_a_cell_is_a_point_joined_cells_are_a_model_and_lost_models_come_last() -> None:
    pips = (Pip(0, 1), Pip(2, 3), Pip(1, 1))
    card = Card("r", "Rook", "red", "ready", pips, 3, 5)
    assert "".join(piece.text for piece in bar(card, 40)) == f"{LEFT * 2}{LOST} {LEFT} {LOST}"


@pytest.mark.parametrize(("width", "height"), [(32, 33), (22, 19), (40, 52)])
@pytest.mark.parametrize("units", range(1, 26))
def test_cards_have_room_whatever_the_army_and_both_sides_lie_alike(
    units: int, width: int, height: int
) -> None:
    spread = Spread.of(units, width, height)
    assert spread.rows == BRIEF or spread.height(units) <= height
    if width == 32:
        assert (spread.rows == TALL_ROWS) == (units <= 7)
        assert (spread.rows == PACKED) == (7 < units <= 16)


@pytest.mark.parametrize("width", range(30, 67, 4))
@pytest.mark.parametrize("height", [6, 20])
def test_the_bar_of_a_result_is_the_same(width: int, height: int) -> None:
    for full in range(1, 31):
        for value in range(full):
            loss = UnitLoss(lone(full, full), lone(value, full))
            rows = AftermathPanel(None, [loss], None, {}).draw(width, height)
            text = "".join(row.text for row in rows)
            assert not any(drawn(text)) or is_true(text, value, full), (value, full)


def test_a_bar_of_cells_is_lit_by_proportion() -> None:
    assert [lit_cells(value, 10, 4) for value in range(11)] == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]


def test_the_worst_condition_is_whole_on_a_small_card_though_not_all_have_room() -> None:
    badges = (Badge("in assault", "bad"), Badge("objective", "good"))
    card = Card("l", "Little Bram", "red", "done", (), 5, 5, badges=badges)
    assert card_lines(card, Room(22, 2), "", "first")[1].text.rstrip().endswith("in assault")


def test_a_game_gives_a_card_shots_a_word_for_its_points_and_a_reason() -> None:
    card = Card(
        "l", "Légère", "red", "done", value=3, full=3, apart=True, figure="", counted="lives", shots=(1, 3)
    )
    told = replace(card, reason="cavalry in front")
    rows = [row.text.strip() for row in card_lines(told, Room(32, TALL_ROWS), "", "first")]
    assert rows == ["◇ Légère", "▆ ▆ ▆  3 lives", "▮▯▯", "cavalry in front"]
    assert "▮▯▯" in card_lines(told, Room(32, PACKED), "", "first")[1].text


def test_a_card_between_which_a_question_is_has_the_key_of_its_answer() -> None:
    (head, *_) = card_lines(CARD, Room(32, TALL_ROWS), "", "first", "2")
    assert head.text.split() == ["?", "Salters", "2"]


def test_a_card_with_a_changed_number_keeps_every_number_that_counts() -> None:
    stats = (("MOV", "5→4"), ("SKL", "6"), ("DEF", "7 (Lamp bearer 6)"), ("CMD", "6"))
    card = Card("o", "Orsa", "blue", "ready", stats=stats)
    assert "".join(piece.text for piece in profile(card, 22)) == "MOV4 SKL6 DEF7/6 CMD6"


def test_the_profile_of_a_mixed_unit_gives_up_names_before_values() -> None:
    stats = (("MOV", "5"), ("SKL", "6"), ("DEF", "7 (Captain 6)"), ("CMD", "5"))
    card = Card("o", "Orsa", "blue", "ready", stats=stats)
    told = {width: "".join(piece.text for piece in profile(card, width)) for width in (33, 32, 22)}
    assert told == {
        33: "MOV5 SKL6 DEF7 (Captain 6) CMD5",
        32: "MOV5 SKL6 DEF7 (Captain 6) CMD5",
        22: "MOV5 SKL6 DEF7/6 CMD5",
    }
