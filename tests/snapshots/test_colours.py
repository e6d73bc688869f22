"""Dark, light, black and white: nothing is told by colour alone, and everything can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.segment import Segment
from textual.color import Color

from tests.seen import strips_of, text_of
from tests.snapshots.battle import GAMES, Battle
from tests.snapshots.film import SIZES
from tests.tui.rooms import Rooms, rooms
from vedette.tui.theme import MONO, THEMES

READABLE = 4.5
"""The least contrast between letters and their ground."""

DRAWN = frozenset(" ─┌┐└┘│┃▏▌▁▆▄▀█∧░≡")
"""What rules, frames, figures and terrain are drawn with: no letters."""


def contrast(segment: Segment) -> float:
    """Between the letters of a segment and their ground, as the web reckons it."""
    style = segment.style
    if style is None or style.color is None or style.bgcolor is None:
        return 21
    fore, back = (Color.from_rich_color(one) for one in (style.color, style.bgcolor))
    light, dark = sorted((_luminance(fore), _luminance(back)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    parts = (one / 255 for one in color.rgb)
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.fixture
def path(own: Path) -> Path:
    """First Relief has attacked, and red must choose a casualty; a die was undone."""
    battle = Battle(own / "tuesday.vedette")
    battle.march("m2", 5)
    battle.done("m2")
    battle.march("p2", 4)
    battle.do("adjust", "blue", path="units.p2.stress", value=1, reason="a token lay there")
    battle.do(
        "attack", "p2", dice=[9, 10, 3, 8, 2, 12, 9, 2, 3], weapon="lock-carbine", target="m2", range=16
    )
    return battle.close()


async def through_the_themes(at: Rooms) -> dict[str, str]:
    """The text of what is shown, by theme."""
    texts = {}
    for theme in THEMES:
        at.app.theme = theme.name
        await at.settled()
        texts[theme.name] = text_of(at.app)
    return texts


async def test_the_table_says_the_same_without_colour(path: Path) -> None:
    """Cards, dice and the question read alike in all three; sides, standing, hits and tokens have signs and words."""
    async with rooms(path.parent, GAMES, path, size=SIZES[1]) as at:
        texts = await through_the_themes(at)

        assert len(set(texts.values())) == 1
        mono = texts["mono"]
        assert all(sign in mono for sign in ("◀ Keelborn", "✔", "✘", "★", "▲△△", "▸", "○"))


async def test_undone_lines_and_fields_say_the_same_without_colour(path: Path) -> None:
    """Undone lines have their sign; the field at hand its arrow, a refusal its cross."""
    async with rooms(path.parent, GAMES, path, size=SIZES[1]) as at:
        await at.press("u", "u", "u", "a", "a", *"30")
        texts = await through_the_themes(at)

        assert len(set(texts.values())) == 1
        missing = [one for one in ("↶", "▸ r Range", "✘ OF-RNG-1", "☐ no") if one not in texts["mono"]]
        assert not missing, texts["mono"]


async def test_black_and_white_has_no_colour(path: Path) -> None:
    """Every letter and ground is a grey; the chosen card and both sides' blocks stand out by lightness."""
    async with rooms(path.parent, GAMES, path, size=SIZES[1]) as at:
        at.app.theme = MONO.name
        await at.settled()
        for strip in strips_of(at.app):
            for segment in strip:
                style = segment.style
                for one in (style.color, style.bgcolor) if style else ():
                    if one is not None:
                        assert len(set(Color.from_rich_color(one).rgb)) == 1, segment


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
async def test_everything_can_be_read(path: Path, theme: str) -> None:
    """Also what is dimmed, on the ground of the chosen card, in a block of a side, at home and in a form."""
    async with rooms(path.parent, GAMES, path, size=SIZES[1]) as at:
        at.app.theme = theme
        for keys in ((), ("u", "u", "u", "a"), ("escape", "q"), ("n",), ("escape", "question_mark")):
            await at.press(*keys)
            faint = [
                (round(contrast(segment), 1), segment.text)
                for strip in strips_of(at.app)
                for segment in strip
                if not set(segment.text) <= DRAWN and contrast(segment) < READABLE
            ]
            assert not faint, (at.where, faint)


async def test_without_colours_it_begins_in_black_and_white(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NO_COLOR is honoured from the first frame; one key goes on to the next colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with rooms(own, GAMES) as at:
        assert at.app.theme == MONO.name
        await at.press("T")
        assert at.app.theme != MONO.name
