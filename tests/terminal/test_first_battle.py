"""A first battle in a real terminal: whoever does what the guide says, key by key, comes to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal.terminal import VEDETTE, Terminal
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.tui.widgets.guide_strip import guide_rows
from vedette.view.guide import keys_in, read_first_battle, without_marks

TYPED = {"question_mark": "?", "number_sign": "#", "greater_than_sign": ">"}

MOST = 120
"""Lessons until a battle should be over."""

SAMPLE = 20
"""So many are followed in every run."""


@pytest.mark.parametrize(
    "ruleset",
    ["open-fire", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("close-quarters", "company"))],
)
def test_the_keys_that_the_guide_names_lead_to_the_end(tmp_path: Path, ruleset: str, times: Times) -> None:
    game = rulesets()[ruleset]
    first = read_first_battle(game)
    new_session(game, first.game, seed=4, path=tmp_path / "begun.vedette", practice=True).close()
    keys = {}
    for lesson in first.lessons:
        keys[_words(without_marks(lesson.said))] = keys_in(lesson.said)
        again = keys_in(lesson.again)
        pressed = " ".join(re.findall("`([^`]*)`", lesson.again))
        keys[_words(f"{without_marks(lesson.again)} Now press {pressed}")] = again
    command = [*VEDETTE, "--saves", str(tmp_path), "learn", ruleset]
    with Terminal(command, columns=80, lines=24, environment={"NO_COLOR": "1"}) as table:
        table.see("u undo")
        said = ""
        followed = times(SAMPLE, MOST)
        for _ in range(followed):
            others = keys.keys() - {said}
            table.until(lambda text: _said(text) in others)  # noqa: B023
            now = _said(table.text)
            if now not in keys:
                if "New game" in table.text:  # the last one leads to the first screen
                    break
                assert "Esc close" in table.text  # the log has no guide
                table.press("escape")
                continue
            said = now
            table.press(*(TYPED.get(key, key) for key in keys[said]))
        assert followed < MOST or said.startswith("Your first battle is over!")


def _said(screen: str) -> str:
    """What stands in the guide's rows above the last one."""
    return _words(" ".join(screen.splitlines()[-1 - guide_rows(24) : -1]))


def _words(text: str) -> str:
    return re.sub(r" ([.,;:])", r"\1", " ".join(text.split()))
