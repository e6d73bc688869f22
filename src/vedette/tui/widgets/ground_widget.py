"""The base of what is drawn with the grounds of the map: the map itself, and its legend."""

from __future__ import annotations

from msgspec.structs import replace
from rich.style import Style

from vedette.tui.widgets.hex_colours import EDGE, GRAIN, grain, ground_style
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.line_widget import LineWidget


class GroundWidget(LineWidget):
    """Knows the styles of the map, besides those of the screen: grounds, their patterns, and edges between them."""

    def role(self, names: str) -> Style:
        """The style that role names stand for."""
        if names not in self._styles_by_role:
            variables = self._base.palette
            style = self.visual_style.rich_style
            for name in names.split():
                if name == GRAIN:
                    style += grain(style, variables, strong=self._base.has_few_colours)
                elif name.startswith(EDGE):
                    style += Style(color=self.role(name.removeprefix(EDGE).replace("+", " ")).bgcolor)
                else:
                    style += ground_style(name, variables) or self._base.piece_style(name)
            self._styles_by_role[names] = style
        return self._styles_by_role[names]

    def as_drawn(self, scene: Scene) -> Scene:
        """The scene as this terminal can show it: without colours hexes are drawn with lines, and few colours can't tell the grounds apart."""
        lined = self._base.is_black_and_white
        filled = lined or self._base.has_few_colours or self._base.has_plain_signs
        return replace(scene, lined=lined, filled=filled)
