"""What a line of a replay tells: its dice as big as there is room for, else its sentences."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.tui.text import Line, clean, line, wrap
from vedette.tui.widgets.dice_panel import RollsPanel
from vedette.tui.widgets.log import LogLine
from vedette.tui.widgets.panel_host import Panel


class StoryPanel(Panel):
    """Looked at and never played."""

    def __init__(self, told: Sequence[LogLine], rolls: RollsPanel | None) -> None:
        """Tell these lines, and show the dice of their command."""
        self._told = told
        self._rolls = rolls

    def draw(self, width: int, height: int) -> list[Line]:
        """The sentences first; the dice have what they leave."""
        made: list[Line] = []
        for log_line in self._told:
            if log_line.role == "dim" and self._rolls is not None:
                continue  # a roll in words: the dice themselves are below
            role = f"{log_line.role} strong struck" if log_line.undone else f"{log_line.role} strong"
            made += [line((row, role)) for row in wrap(clean(log_line.text), width, 2)]
        if self._rolls is None:
            return made
        rest = height - len(made) - 1
        if not made or rest < 3:
            return self._rolls.draw(width, height)
        return [*made, Line(), *self._rolls.draw(width, rest)]
