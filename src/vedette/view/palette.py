"""The colours: dark, light, high contrast, and black and white. Nothing depends on colour alone.

Every name has one meaning: `foreground` is text, `faint` labels and what is done or refused, `edge` rules and frames
(never text), `key` keys that can be pressed now, `warning` care (hits, stress, own risk), `success` and `error` what
went well and what was lost. A side has its colour and, as `…-ground`, a quiet ground of it; `on-filled` is text on any
filled colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle

Palette = Mapping[str, str]  # colours as `#rrggbb` by their names
SIDES = ("first", "second", "third", "fourth")
"""The names of the sides' colours, in the order of the sides; a fifth one would share the first's."""

MAP_GROUNDS = (
    *("deck", "hull", "doorway", "smoke", "threat", "reach", "far"),
    *("water", "deep", "mud", "snow", "ice", "pit", "fire", "gas"),
)
"""What lies under a hex of the map: each kind of ground, area or hazard in one tone. `hull` is solid wall."""

MAP_SIGNS = ("dot", "haze")
"""Drawn on those grounds: a corner where hexes meet, and the texture of smoke."""

GRAINED = 0.3  # how much nearer to the colour of text a pattern is
ACTED = 0.2  # how much nearer to the floor the colour of a figure is that has acted


def _palette(base: str, signals: str, sides: str, grounds: str, on_the_map: str) -> Palette:
    """A palette out of rows of colours, each in the order that the rows below have them."""
    names = (
        *("background", "surface", "panel", "edge", "chosen", "foreground", "faint", "on-filled"),
        *("key", "warning", "success", "error"),
        *(*SIDES, *(f"{side}-ground" for side in SIDES)),
        *("warning-ground", "success-ground", "error-ground"),
        *MAP_GROUNDS,
        *MAP_SIGNS,
    )
    return dict(zip(names, " ".join((base, signals, sides, grounds, on_the_map)).split(), strict=True))


# base: background, surface, panel, edge, chosen, ink, faint, text on a filled colour
# signals: key, gold, good, bad · grounds: those of gold, good, bad · on_the_map: `MAP_GROUNDS` in two rows, then `MAP_SIGNS`
PALETTES: Mapping[str, Palette] = {
    "dark": _palette(
        base="#0f131a #161c25 #202936 #46536a #29374b #ece9e2 #9aa6b6 #10131a",
        signals="#cdb4ff #f0c75e #84d693 #ff7285",
        sides="#ff8f5c #62b0ff #f08bd0 #5fd0c0 #3a2419 #16304d #3d1f35 #15383a",
        grounds="#463a1a #1c3a27 #43202a",
        on_the_map="#1b232e #4d5a71 #2c3848 #39434f #4a2028 #1f4638 #26323a "
        "#16344e #142c5c #3a2f1e #46505c #264450 #07090c #5a2a16 #3b4415 #3b475a #55616f",
    ),
    "light": _palette(
        base="#faf8f3 #f1eee6 #e3ded2 #8d8a80 #c9d9ee #191b1f #585d66 #ffffff",
        signals="#5b2aa8 #7a4b00 #1a652c #a8002f",
        sides="#a63a00 #004f9e #9a1470 #00605a #f6ddd0 #d3e3f5 #f3d6ea #cfe8e5",
        grounds="#f3e3bd #d5ecd9 #f7d5dc",
        on_the_map="#f3efe6 #8a8778 #dcd5c4 #d3d0c8 #f5cfd7 #d3eeda #e3ead9 "
        "#cfe4f2 #b4cfea #e2d2b4 #ffffff #dcf1f6 #c8c3b7 #f3c9ae #e6e9b4 #c2bcac #b3b0a8",
    ),
    "contrast": _palette(
        base="#000000 #000000 #1a1a1a #b0b0b0 #26355c #ffffff #d6d6d6 #000000",
        signals="#e3d4ff #ffe14d #6dff8a #ff9aa6",
        sides="#ffab7a #8cc8ff #ffadea #7af0de #331a0c #0a2340 #3a1230 #062f2d",
        grounds="#3d3000 #0b3317 #4a0f1a",
        on_the_map="#101010 #6a6a6a #2a2a3a #333333 #4a0f1a #0b3a1c #1a2a30 "
        "#06304f #0a2470 #3a2a08 #4a4a4a #0f4250 #000000 #5c2600 #3f4a00 #6a6a6a #8a8a8a",
    ),
    "mono": _palette(
        base="#000000 #000000 #1c1c1c #8f8f8f #3a3a3a #e4e4e4 #a6a6a6 #000000",
        signals="#ffffff #ffffff #ffffff #ffffff",
        sides="#ffffff #ffffff #ffffff #ffffff #1c1c1c #1c1c1c #1c1c1c #1c1c1c",
        grounds="#1c1c1c #1c1c1c #1c1c1c",
        on_the_map="#000000 #4a4a4a #000000 #000000 #000000 #000000 #000000 "
        "#000000 #000000 #000000 #000000 #000000 #000000 #000000 #000000 #8f8f8f #8f8f8f",
    ),
}
"""The palettes by their names."""


def side_roles(ids: Iterable[str]) -> dict[str, str]:
    """The name of each side's colour."""
    return dict(zip(ids, cycle(SIDES), strict=False))


def blended(colour: str, ink: str, share: float) -> str:
    """A colour, so much nearer to another one: 0 is the colour, 1 the other."""
    channels = ((int(colour[at : at + 2], 16), int(ink[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{int(own + (other - own) * share):02x}" for own, other in channels)
