"""The ground that painted widgets stand on: a screen that knows every style that a piece may name."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

from vedette.tui.sides import ROLES as SIDES

ROLES = (
    *"dim strong good warn bad key title struck under shade chosen tile wall".split(),
    *SIDES,
    *(f"{side}-block" for side in SIDES),
)
"""The styles; each is a component class of the screen, so that themes and style sheets reach it."""


class BaseScreen(Screen[ScreenResultType]):
    """A screen with the styles of pieces.

    They are the screen's and not each widget's, because Textual works every component class out
    anew for each widget, on each change of style.
    """

    DEFAULT_CSS = """
    BaseScreen {
        background: $background;
        & > .dim { color: $faint; }
        & > .strong { text-style: bold; }
        & > .good { color: $success; }
        & > .warn { color: $warning; }
        & > .bad { color: $error; }
        & > .key { color: $primary; text-style: bold; }
        & > .title { color: $primary; text-style: bold; }
        & > .struck { text-style: strike; }
        & > .under { text-style: underline; }
        & > .shade { background: $shade; }
        & > .chosen { background: $chosen; }
        & > .tile { background: $tile; }
        & > .wall { color: $foreground; text-style: bold; }
        & > .first { color: $first; }
        & > .second { color: $second; }
        & > .third { color: $third; }
        & > .fourth { color: $fourth; }
        & > .first-block { background: $first; color: $on-side; text-style: bold; }
        & > .second-block { background: $second; color: $on-side; text-style: bold; }
        & > .third-block { background: $third; color: $on-side; text-style: bold; }
        & > .fourth-block { background: $fourth; color: $on-side; text-style: bold; }
    }
    """
    COMPONENT_CLASSES = set(ROLES)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave, once: a key that was pressed twice in haste would take the screen below away as well."""
        return super().dismiss(result) if self in self.app.screen_stack else AwaitComplete()
