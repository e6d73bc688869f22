"""What the screen shows, as a terminal would: the one place in which tests look behind Textual's public side."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App
from textual.strip import Strip


def strips_of(app: App[Any]) -> list[Strip]:
    """The rows of the screen, whatever lies above each other."""
    return app.screen._compositor.render_strips()


def text_of(app: App[Any]) -> str:
    """What stands on the screen, row by row."""
    return "".join(strip.text.rstrip() + "\n" for strip in strips_of(app))


def notes(app: App[Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the app notifies of from now on."""
    told: list[str] = []
    monkeypatch.setattr(app, "notify", lambda words, **_: told.append(words))
    return told
