"""The least that a Textual app can be: a line of text, and a key that changes it."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static


class Bare(App[None]):
    """Shows how often a key was pressed."""

    BINDINGS = [("u", "count(1)", "more"), ("y", "count(1)", "more"), ("q", "quit", "leave")]

    def __init__(self) -> None:
        """Begin at nothing."""
        super().__init__()
        self.pressed = 0

    def compose(self) -> ComposeResult:
        """The line of text."""
        yield Static("pressed 0 times")

    def action_count(self, more: int) -> None:
        """Count on, and paint it."""
        self.pressed += more
        self.query_one(Static).update(f"pressed {self.pressed} times", layout=False)


if __name__ == "__main__":
    Bare().run()
