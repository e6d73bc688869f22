"""A first battle in a real terminal: whoever does what the guide says, key by key, comes to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.tui.widgets.guide_strip import ENDS
from vedette.view.guide import keys_in, read_first_battle, without_marks

TYPED = {"question_mark": "?", "number_sign": "#", "greater_than_sign": ">"}

MOST = 120
"""Lessons until a battle should be over."""

SAMPLE = 20
"""So many are followed in every run."""


@pytest.mark.parametrize("ruleset", ["open-fire", pytest.param("close-quarters", marks=pytest.mark.thorough)])
def test_the_keys_that_the_guide_names_lead_to_the_end(tmp_path: Path, ruleset: str, times: Times) -> None:
    game = rulesets()[ruleset]
    first = read_first_battle(game)
    new_session(game, first.game, seed=4, path=tmp_path / "begun.vedette", practice=True).close()
    texts = [text for lesson in first.lessons for text in (lesson.said, lesson.again) if text]
    keys = {without_marks(text): keys_in(text) for text in texts}
    command = [*VEDETTE, "--saves", str(tmp_path), "learn", ruleset]
    with Terminal(command, columns=80, lines=24, environment={"NO_COLOR": "1"}) as table:
        table.see(ENDS)
        said = ""
        followed = times(SAMPLE, MOST)
        for _ in range(followed):
            others = keys.keys() - {said}
            table.until(lambda text: _said(text) in others)  # noqa: B023
            said = _said(table.text)
            assert said in keys
            if not keys[said]:
                break
            table.press(*(TYPED.get(key, key) for key in keys[said]))
        assert followed < MOST or said.startswith("Your first battle is over!")


def _said(screen: str) -> str:
    """What stands between the guide's heading and the last row."""
    _, _, below = screen.partition(ENDS)
    return " ".join(" ".join(below.splitlines()[:-1]).split())
