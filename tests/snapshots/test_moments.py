"""Every screen at the moment of its picture: it is reached by its keys, and every letter on it can be read in every theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts.moments import MOMENTS, Moment, at

from tests.seen import strips_of
from tests.snapshots.test_colours import READABLE, contrast
from vedette.tui.theme import THEMES


@pytest.mark.parametrize("moment", MOMENTS, ids=[f"{one.name}-{one.size[0]}" for one in MOMENTS])
async def test_every_letter_can_be_read(
    moment: Moment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with at(moment, tmp_path) as pilot:
        for theme in THEMES:
            pilot.app.theme = theme.name
            await pilot.pause()
            unread = {
                (round(contrast(segment), 1), segment.text.strip())
                for strip in strips_of(pilot.app)
                for segment in strip
                if any(map(str.isalnum, segment.text)) and contrast(segment) < READABLE
            }
            assert not unread, (theme.name, unread)
