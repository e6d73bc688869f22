"""The themes of the screen, out of the palettes that pages and pictures have as well."""

from __future__ import annotations

from textual.theme import Theme

from vedette.view.palette import PALETTES

NAMED = ("background", "surface", "panel", "foreground", "success", "warning", "error")
"""Colours of a palette that Textual knows by the same names; the others are variables."""


def _theme(name: str, *, dark: bool = True) -> Theme:
    palette = PALETTES[name]
    return Theme(
        name=name,
        dark=dark,
        primary=palette["key"],
        background=palette["background"],
        surface=palette["surface"],
        panel=palette["panel"],
        foreground=palette["foreground"],
        success=palette["success"],
        warning=palette["warning"],
        error=palette["error"],
        variables={
            "input-selection-background": palette["chosen"],
            "block-cursor-blurred-background": palette["chosen"],
            **{key: colour for key, colour in palette.items() if key not in NAMED},
        },
    )


DARK, LIGHT, CONTRAST, MONO = _theme("dark"), _theme("light", dark=False), _theme("contrast"), _theme("mono")
THEMES = (DARK, LIGHT, CONTRAST, MONO)
VARIABLES = DARK.variables
"""The variables that the style sheets of the widgets count on."""
