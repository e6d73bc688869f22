"""What the tests of the screens share."""

from __future__ import annotations

from pathlib import Path

import pytest

from vedette.engine import saves
from vedette.tui.table_controller import TableController
from vedette.tui.widgets import actions_panel
from vedette.view.loss_luck import LossSearch


@pytest.fixture(autouse=True)
def examples(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of examples, empty at first."""
    folder = own_folders / "examples"
    folder.mkdir()
    monkeypatch.setattr(saves, "example_folder", lambda: folder)
    return folder


@pytest.fixture(autouse=True)
def no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds come in their own time, and no picture of a form or of an end may depend on it; tests of odds turn them on."""
    monkeypatch.setattr(TableController, "foresees", False)
    monkeypatch.setattr(LossSearch, "go_on", lambda search, *told: True)


@pytest.fixture(autouse=True)
def slow_habit(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Enter behind the last die belongs to the dice, however slow the machine is."""
    monkeypatch.setattr(actions_panel, "HABIT", 60.0)
