"""Correcting a unit by hand: which keys set what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from vedette.tui.keys import ADJUST
from vedette.tui.widgets.adjust_panel import AdjustPanel, ByHandWanted, Corrected
from vedette.tui.widgets.form_panel import Closed
from vedette.tui.widgets.panel_host import BadKey, Result, pressed
from vedette.view.steppers import counter, flag, words

STEPPERS = (
    counter("Hit points", "hp", 5, 12, "h"),
    counter("Stress", "stress", 1, 3, "s"),
    flag("Has acted", "acted", now=False, key="a"),
    words("Posture", "posture", "prone", {"standing": "standing", "prone": "lying"}, "p"),
)


def played(*keys: str) -> Result:
    """What the last of these keys comes to."""
    panel = AdjustPanel("The Corks", "first", STEPPERS)
    result: Result = False
    for key in keys:
        result = pressed(ADJUST, panel, key, key if len(key) == 1 else "")
    return result


@pytest.mark.parametrize(
    ("keys", "values"),
    [
        (["minus", "enter"], {"hp": 4}),
        (["minus", "minus", "right", "enter"], {"hp": 4}),
        (["1", "2", "enter"], {"hp": 12}),
        (["1", "3", "enter"], {"hp": 3}),
        (["h", "7", "s", "plus", "enter"], {"hp": 7, "stress": 2}),
        (["down", *["plus"] * 5, "enter"], {"stress": 3}),
        (["a", "plus", "p", "left", "enter"], {"acted": True, "posture": "standing"}),
        (["a", "1", "p", "0", "enter"], {"acted": True, "posture": "standing"}),
        (["minus", "s", "minus", "backspace", "enter"], {"hp": 4}),
    ],
)
def test_rows_by_letter_or_arrow_and_levels_by_sign_or_digit(
    keys: Sequence[str], values: dict[str, Any]
) -> None:
    result = played(*keys)
    assert isinstance(result, Corrected)
    assert result.values == values


@pytest.mark.parametrize("keys", [["enter"], ["minus", "escape"], ["minus", "plus", "enter"]])
def test_nothing_is_set_where_nothing_was_changed_or_it_was_left(keys: Sequence[str]) -> None:
    assert isinstance(played(*keys), Closed)


def test_a_condition_is_stepped_to_its_end_like_a_value() -> None:
    panel = AdjustPanel("The Corks", "first", STEPPERS, ["dug in"])
    panel.key("d", "d")
    panel.key("minus", "-")
    result = panel.key("enter", "")
    assert isinstance(result, Corrected)
    assert (result.values, result.lifted) == ({}, ["dug in"])


def test_a_new_condition_is_one_more_key_where_the_game_has_conditions() -> None:
    assert AdjustPanel("The Corks", "first", (), []).key("c", "c") == ByHandWanted("condition")
    assert played("c") == BadKey("c does nothing here.")


def test_the_list_of_all_values_is_one_more_key() -> None:
    assert played("x") == ByHandWanted("any value")


def test_a_small_letter_that_means_nothing_is_answered_and_a_capital_goes_to_the_table() -> None:
    assert played("u") == BadKey("u does nothing here.")
    assert played("U") is False


def test_what_changes_is_shown_beside_what_it_was() -> None:
    panel = AdjustPanel("The Corks", "first", STEPPERS)
    panel.key("3", "3")
    assert "5 → 3" in "\n".join(row.text for row in panel.draw(34, 12))


def test_a_long_list_is_walked_by_pages_and_no_other_key_picks_a_row_without_a_letter() -> None:
    panel = AdjustPanel("The Corks", "first", [flag(f"Taunt {n}", f"t{n}", now=False) for n in range(40)])
    pressed(ADJUST, panel, "home", "")
    assert panel.at == 1
    for _ in range(5):
        pressed(ADJUST, panel, "pagedown", "")
    assert panel.at == 40
