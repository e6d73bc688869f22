"""Colours: dark, light, and black and white. Nothing depends on them alone."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="dark",
    primary="#e6b450",
    foreground="#e8e6e1",
    background="#11151b",
    surface="#161b23",
    panel="#222a36",
    success="#7fd18b",
    warning="#ffb86b",
    error="#ff6b81",
    variables={
        "first": "#ff8f5c",
        "second": "#62b0ff",
        "third": "#c99bf5",
        "fourth": "#5fd0c0",
        "faint": "#94a0b0",
        "chosen": "#34435a",
        "on-side": "#10131a",
        "shade": "#2b3442",
        "tile": "#1e2630",
    },
)
LIGHT = Theme(
    name="light",
    dark=False,
    primary="#7a4b00",
    foreground="#191b1f",
    background="#faf8f3",
    surface="#f2efe7",
    panel="#e6e1d5",
    success="#1c6b2f",
    warning="#8a4b00",
    error="#a8002f",
    variables={
        "first": "#a63a00",
        "second": "#004f9e",
        "third": "#6b1fa3",
        "fourth": "#00605a",
        "faint": "#5c6068",
        "chosen": "#cfdcec",
        "on-side": "#ffffff",
        "shade": "#d5d0c3",
        "tile": "#ece7da",
    },
)
MONO = Theme(
    name="mono",
    primary="#ffffff",
    foreground="#f2f2f2",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    success="#ffffff",
    warning="#ffffff",
    error="#ffffff",
    variables={
        "first": "#ffffff",
        "second": "#ffffff",
        "third": "#ffffff",
        "fourth": "#ffffff",
        "faint": "#a6a6a6",
        "chosen": "#4a4a4a",
        "on-side": "#000000",
        "shade": "#303030",
        "tile": "#1e1e1e",
    },
)

THEMES = (DARK, LIGHT, MONO)
VARIABLES = DARK.variables
"""The variables that the style sheets of the widgets count on."""


def next_theme(name: str) -> str:
    """The theme after this one."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]
