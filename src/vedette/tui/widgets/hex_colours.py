"""The colours of the map: grounds in three shades, so that no two neighbours are alike, and what is drawn on them."""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style

from vedette.view.palette import GRAINED, MAP_GROUNDS, SHADE, blended

GRAIN = "grain"
"""The style of the pattern of a ground, whatever it is."""

EDGE = "edge:"
"""Before the style on the left of a slanted edge: its ground is the colour of the sign, on that of the right one."""


def ground_style(name: str, variables: Mapping[str, str]) -> Style | None:
    """The style of `floor-0`, `floor-1`, `floor-2`, and so on with each ground; None for what is none."""
    kind, _, shade = name.rpartition("-")
    if kind not in MAP_GROUNDS:
        return None
    return Style(bgcolor=blended(variables[kind], variables["foreground"], SHADE * int(shade)))


def grain(ground: Style, variables: Mapping[str, str], *, strong: bool) -> Style:
    """The style of a pattern on a ground; a strong one can be seen where few colours would make both the same."""
    if strong:
        return Style(color=variables["foreground"])
    under = ground.bgcolor.get_truecolor().hex if ground.bgcolor else variables["background"]
    return Style(color=blended(under, variables["foreground"], GRAINED))


def between(left: str, right: str) -> str:
    """The style of a sign in the colour of one ground on another."""
    return f"{right} {EDGE}{left.replace(' ', '+')}"
