"""The colours of the map: grounds in three shades, so that no two neighbours are alike, and what is drawn on them; and the base of what is drawn with them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from rich.style import Style

from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.palette import GRAINED, MAP_GROUNDS, SHADE, blended

GRAIN = "grain"  # the style of the pattern of a ground, whatever it is

EDGE = "edge:"
"""Before the style on the left of a slanted edge: its ground is the colour of the sign, on that of the right one."""


def ground_style(name: str, variables: Mapping[str, str]) -> Style | None:
    """The style of `floor-0`, `floor-1`, `floor-2`, and so on with each ground; None for what is none."""
    kind, _, shade = name.rpartition("-")
    if kind not in MAP_GROUNDS:
        return None
    return Style(bgcolor=blended(variables[kind], variables["foreground"], SHADE * int(shade)))


def between(left: str, right: str) -> str:
    """The style of a sign in the colour of one ground on another."""
    return f"{right} {EDGE}{left.replace(' ', '+')}"


class GroundWidget(LineWidget):
    """Knows the styles of the map, besides those of the screen: grounds, their patterns, and edges between them."""

    def role(self, names: str) -> Style:
        if names not in self._styles_by_role:
            variables = self._base.palette
            style = self.visual_style.rich_style
            for name in names.split():
                if name == GRAIN and self._base.has_few_colours:  # of which another might be the same
                    style += Style(color=variables["foreground"])
                elif name == GRAIN:
                    under = style.bgcolor.get_truecolor().hex if style.bgcolor else variables["background"]
                    style += Style(color=blended(under, variables["foreground"], GRAINED))
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
