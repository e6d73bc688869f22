"""How often a trial is tried: a sample in every run, the whole with `pytest tests/trials --thorough`."""

from __future__ import annotations

from tests.cli.conftest import one_parser  # noqa: F401 - for the trials that call commands
from tests.tui.conftest import no_odds  # noqa: F401 - for the trials that open the screen
