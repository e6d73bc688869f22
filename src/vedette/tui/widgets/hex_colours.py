"""The colours of the map: its grounds, what is drawn on them, and figures that have acted."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from rich.style import Style

from vedette.tui.sides import ROLES
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.palette import ACTED, GRAINED, MAP_GROUNDS, MAP_SIGNS, blended

GRAIN = "grain"  # the style of the pattern of a ground, whatever it is

EDGE = "edge:"
"""Before the style on the left of a slanted edge: its ground is the colour of the sign, on that of the right one."""

ACTED_BLOCKS = {f"{side}-acted": side for side in ROLES}


def between(left: str, right: str) -> str:
    """The style of a sign in the colour of one ground on another."""
    return f"{right} {EDGE}{left.replace(' ', '+')}"


def map_style(name: str, variables: Mapping[str, str]) -> Style | None:
    """The style of a name that only the map knows; None for any other."""
    if name in MAP_GROUNDS:
        return Style(bgcolor=variables[name])
    if name in MAP_SIGNS:
        return Style(color=variables[name])
    if side := ACTED_BLOCKS.get(name):
        return Style(color=variables["on-filled"], bgcolor=blended(variables[side], variables["deck"], ACTED))
    return None


class GroundWidget(LineWidget):
    """Knows the styles of the map, besides those of the screen."""

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
                    style += map_style(name, variables) or self._base.piece_style(name)
            self._styles_by_role[names] = style
        return self._styles_by_role[names]

    def as_drawn(self, scene: Scene) -> Scene:
        """The scene as this terminal can show it: without colours there are brackets and costs, and few colours can't tell the grounds apart."""
        lined = self._base.is_black_and_white
        filled = lined or self._base.has_few_colours or self._base.has_plain_signs
        return replace(scene, lined=lined, filled=filled)
