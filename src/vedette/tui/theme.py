"""The palette: dark, light, high contrast, and black and white. Nothing depends on colour alone.

Every name has one meaning: `ink` is text (`foreground`), `faint` labels and what is done or refused, `edge` rules and
frames (never text), `key` keys that can be pressed now, `warning` care (hits, stress, own risk), `success` and `error`
what went well and what was lost. A side has its colour and, as `…-ground`, a quiet ground of it; `on-filled` is text on
any filled colour.
"""

from __future__ import annotations

from textual.theme import Theme


def _theme(name: str, *, dark: bool, base: str, signals: str, sides: str, grounds: str, more: str) -> Theme:
    """A theme out of rows of colours, each in the order that the rows below have them."""
    background, surface, panel, edge, chosen, ink, faint, on_filled = base.split()
    key, gold, good, bad = signals.split()
    side_names = ("first", "second", "third", "fourth")
    variables = {
        "faint": faint,
        "edge": edge,
        "chosen": chosen,
        "on-filled": on_filled,
        "key": key,
        **dict(zip(("warning-ground", "success-ground", "error-ground"), grounds.split(), strict=True)),
        **dict(zip(side_names, sides.split()[:4], strict=True)),
        **dict(zip((f"{side}-ground" for side in side_names), sides.split()[4:], strict=True)),
        **dict(zip(("tile", "wall"), more.split(), strict=True)),
    }
    return Theme(
        name=name,
        dark=dark,
        primary=key,
        foreground=ink,
        background=background,
        surface=surface,
        panel=panel,
        success=good,
        warning=gold,
        error=bad,
        variables=variables,
    )


# base: background, surface, panel, edge, chosen, ink, faint, text on a filled colour
# signals: key, gold, good, bad · grounds: those of gold, good, bad · more: every other hex, walls
DARK = _theme(
    "dark",
    dark=True,
    base="#0f131a #161c25 #202936 #46536a #2e3d54 #ece9e2 #9aa6b6 #10131a",
    signals="#cdb4ff #f0c75e #84d693 #ff7285",
    sides="#ff8f5c #62b0ff #f08bd0 #5fd0c0 #3a2419 #16304d #3d1f35 #15383a",
    grounds="#463a1a #1c3a27 #43202a",
    more="#1b222c #ece9e2",
)
LIGHT = _theme(
    "light",
    dark=False,
    base="#faf8f3 #f1eee6 #e3ded2 #8d8a80 #c9d9ee #191b1f #585d66 #ffffff",
    signals="#5b2aa8 #7a4b00 #1a652c #a8002f",
    sides="#a63a00 #004f9e #9a1470 #00605a #f6ddd0 #d3e3f5 #f3d6ea #cfe8e5",
    grounds="#f3e3bd #d5ecd9 #f7d5dc",
    more="#ece7da #191b1f",
)
CONTRAST = _theme(
    "contrast",
    dark=True,
    base="#000000 #000000 #1a1a1a #b0b0b0 #26355c #ffffff #d6d6d6 #000000",
    signals="#e3d4ff #ffe14d #6dff8a #ff9aa6",
    sides="#ffab7a #8cc8ff #ffadea #7af0de #331a0c #0a2340 #3a1230 #062f2d",
    grounds="#3d3000 #0b3317 #4a0f1a",
    more="#1c1c1c #ffffff",
)
MONO = _theme(
    "mono",
    dark=True,
    base="#000000 #000000 #1c1c1c #8f8f8f #4a4a4a #e4e4e4 #a6a6a6 #000000",
    signals="#ffffff #ffffff #ffffff #ffffff",
    sides="#ffffff #ffffff #ffffff #ffffff #1c1c1c #1c1c1c #1c1c1c #1c1c1c",
    grounds="#1c1c1c #1c1c1c #1c1c1c",
    more="#1e1e1e #ffffff",
)

THEMES = (DARK, LIGHT, CONTRAST, MONO)
VARIABLES = DARK.variables
"""The variables that the style sheets of the widgets count on."""


def next_theme(name: str) -> str:
    """The theme after this one."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]
