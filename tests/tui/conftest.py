"""What the tests of the screens share."""

from __future__ import annotations

from pathlib import Path

import pytest

from vedette.engine import saves


@pytest.fixture(autouse=True)
def examples(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of examples, empty at first."""
    folder = tmp_path_factory.mktemp("examples")
    monkeypatch.setattr(saves, "example_folder", lambda: folder)
    return folder
