"""The palette and the signs: one meaning each, and every text can be read on every ground that it stands on."""

from __future__ import annotations

import ast
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.color import Color
from textual.theme import Theme

import vedette
from tests.snapshots.film import GOLDEN
from vedette.tui.figures import GLYPHS, TALL, tall, tall_width
from vedette.tui.sides import ROLES, initials
from vedette.tui.theme import THEMES
from vedette.tui.widgets.cards import PACKED, Room, card_lines
from vedette.view.palette import ACTED, MAP_GROUNDS, SIDES, blended
from vedette.view.signs import BARE, LEGEND, MAP_LEGEND, MORE_LEGEND, PLAIN, plain_signs
from vedette.view.vocabulary import Badge, Card, Token

READABLE = 4.5
SOURCE = Path(vedette.__file__).parent


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
    *((text, "deck") for text in ("faint", "success", "warning", "error", "key")),
    *((text, "reach") for text in ("success", "key")),
]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_every_ground_of_the_map(theme: Theme) -> None:
    known = colours(theme)
    faint = {(text, ground): round(_ratio(known[text], known[ground]), 2) for text, ground in MAP_PAIRS}
    acted = {side: blended(known[side], known["deck"], ACTED) for side in SIDES}
    faint |= {
        ("on-filled", side): round(_ratio(known["on-filled"], colour), 2) for side, colour in acted.items()
    }

    assert not {pair: ratio for pair, ratio in faint.items() if ratio < READABLE}


@pytest.mark.parametrize("plainly", [{}, PLAIN], ids=["full", "plain"])
def test_no_sign_means_two_things(plainly: dict[int, str]) -> None:
    signs = [
        sign for shown, _ in (*LEGEND, *MORE_LEGEND, *MAP_LEGEND) for sign in shown.translate(plainly).split()
    ]
    meanings = [meaning for _, meaning in (*LEGEND, *MORE_LEGEND, *MAP_LEGEND)]

    assert (
        len(signs)
        == len(set(signs))
        == sum(len(shown.split()) for shown, _ in (*LEGEND, *MORE_LEGEND, *MAP_LEGEND))
    )
    assert len(meanings) == len(set(meanings))


WGL4 = frozenset(
    [*map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3CF), *range(0x410, 0x450)))]
) | frozenset(
    "–—―‗‘’‚‛“”„†‡•…‰′″‹›‼‾⁄ⁿ€№™Ω℮⅛⅜⅝⅞←↑→↓↔↕↨∂∆∏∑−∕∙√∞∟∩∫≈≠≡≤≥⌂⌐⌠⌡─│┌┐└┘├┤┬┴┼"
    "═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬▀▄█▌▐░▒▓■□▪▫▬▲►▼◄◊○●◘◙◦☺☻☼♀♂♠♣♥♦♪♫"
)
"""Windows Glyph List 4, as far as it matters here: what every console font of Windows has."""


def test_plain_signs_are_as_wide_and_every_font_has_them() -> None:
    assert all(cell_len(plain) == cell_len(chr(sign)) == 1 for sign, plain in PLAIN.items())
    assert set(PLAIN.values()) <= WGL4
    assert not {chr(sign) for sign in PLAIN} & WGL4


PAINTED = [
    path for folder in ("cli", "tui", "view", "games") for path in sorted((SOURCE / folder).rglob("*.py"))
]


def painted(path: Path) -> str:
    """All text that a module holds, without what it says of itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    text = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said
    ]
    return "".join(text)


def test_every_sign_that_is_painted_has_a_plain_one() -> None:
    """Text is looked for as it stands in the code: a sign that no font of Windows' console has needs one beside it."""
    screens = {
        path.name: path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt")
    }  # with Textual's own
    texts = {**{path.name: painted(path) for path in PAINTED}, **screens}
    lacking = {
        (sign, name)
        for name, text in texts.items()
        for sign in text.translate(PLAIN)
        if sign not in WGL4 and sign.isprintable()
    }
    assert not lacking


def test_an_encoding_without_signs_gets_a_line_of_the_same_width() -> None:
    assert all(cell_len(bare) == 1 and bare.isascii() for bare in BARE.values())


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({"TERM": "linux"}, True),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "linux", "VEDETTE_GLYPHS": "full"}, False),
        ({"TERM": "xterm-256color", "VEDETTE_GLYPHS": "plain"}, True),
        ({"TERM": "linux", "VEDETTE_GLYPHS": "pretty"}, True),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells its consoles apart in other ways")
def test_the_terminal_says_which_signs_it_gets(
    environment: dict[str, str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VEDETTE_GLYPHS")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert plain_signs() == plain


def test_an_old_encoding_gets_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VEDETTE_GLYPHS")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), encoding="iso-8859-1"))

    assert plain_signs()


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
