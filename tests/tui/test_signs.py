"""The palette and the signs: one meaning each, and every text can be read on every ground that it stands on."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.theme import Theme

from vedette.tui.figures import GLYPHS, TALL, tall, tall_width
from vedette.tui.sides import ROLES, initials
from vedette.tui.theme import THEMES
from vedette.tui.widgets.card_lines import PACKED, Room, card_lines
from vedette.tui.widgets.hex_colours import ground_style
from vedette.view.board import SHADES
from vedette.view.palette import MAP_GROUNDS
from vedette.view.signs import LEGEND
from vedette.view.vocabulary import Badge, Card, Token

READABLE = 4.5


def colours(theme: Theme) -> dict[str, str]:
    named = {
        name: str(getattr(theme, name))
        for name in ("foreground", "background", "surface", "panel", "success", "warning", "error")
    }
    return {**named, **theme.variables}


def _ratio(text: str, ground: str) -> float:
    light, dark = sorted((_luminance(Color.parse(one)) for one in (text, ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    parts = (one / 255 for one in color.rgb)
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


PAIRS = [
    *(
        (text, ground)
        for text in ("foreground", "faint", "key", "warning", "success", "error", *ROLES)
        for ground in ("background", "surface", "panel", "chosen")
    ),
    *(("on-filled", ground) for ground in (*ROLES, "success", "warning", "error", "foreground")),
    *(
        (text, f"{own}-ground")
        for own in (*ROLES, "success", "warning", "error")
        for text in ("foreground", "faint", own)
    ),
    ("foreground", "input-selection-background"),
    *((text, "block-cursor-blurred-background") for text in ("foreground", "faint")),
]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_every_ground(theme: Theme) -> None:
    known = colours(theme)
    faint = {(text, ground): round(_ratio(known[text], known[ground]), 2) for text, ground in PAIRS}

    assert not {pair: ratio for pair, ratio in faint.items() if ratio < READABLE}


MAP_PAIRS = [
    *(("foreground", ground) for ground in MAP_GROUNDS),
    *((text, "floor") for text in ("faint", "success", "warning", "error", "key")),
    *((text, "reach") for text in ("success", "key")),
]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_every_shade_of_the_map(theme: Theme) -> None:
    known = colours(theme)
    faint = {
        (text, name): round(_ratio(known[text], _ground(name, known)), 2)
        for text, ground in MAP_PAIRS
        for name in (f"{ground}-{shade}" for shade in range(SHADES))
    }

    assert not {pair: ratio for pair, ratio in faint.items() if ratio < READABLE}


def _ground(name: str, known: dict[str, str]) -> str:
    style = ground_style(name, known)
    assert style is not None
    assert style.bgcolor is not None
    return style.bgcolor.name


def test_no_sign_means_two_things() -> None:
    signs = [sign for shown, _ in LEGEND for sign in shown.split()]
    meanings = [meaning for _, meaning in LEGEND]

    assert len(signs) == len(set(signs))
    assert len(meanings) == len(set(meanings))


def test_figures_are_three_rows_of_one_width() -> None:
    assert all(len({len(row) for row in glyph}) == 1 and len(glyph) == TALL for glyph in GLYPHS.values())
    assert tall_width("10") == tall_width("1") + tall_width("0") + 1
    assert tall("9☃") == tall("9")


def test_sides_have_different_initials() -> None:
    assert initials({"a": "The Drove", "b": "Drummers", "c": "Rebels"}) == {"a": "D", "b": "R", "c": "E"}
    assert initials({"a": "Gullet Row", "b": "Gate Nine"}) == {"a": "R", "b": "N"}
    assert initials({"a": "The Wardens (Red)", "b": "The Wardens (Blue)"}) == {"a": "R", "b": "B"}


def test_a_chip_of_a_small_card_is_whole_before_the_bar_is_wide() -> None:
    stress = Token("Stress", 2, 3)
    card = Card(
        "d", "Big Dunna", "blue", "ready", value=1, full=5, tokens=(stress,), badges=(Badge("wounded"),)
    )
    _, packed = card_lines(card, Room(22, PACKED), "", "second")
    assert packed.text.rstrip().endswith("wounded")
