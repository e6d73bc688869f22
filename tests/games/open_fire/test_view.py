"""What the screens are given beside a command."""

from __future__ import annotations

import pytest

from tests.games.open_fire.battles import battle, unit
from vedette.games.open_fire.ruleset import RULESET


@pytest.mark.parametrize("do", ["deploy", "disembark", "move"])
def test_skirmishers_are_reminded_of_their_own_distance(do: str) -> None:
    session = battle(unit("r1", models=5), unit("r2", models=5, special=["Skirmishers"]), against=unit("b1"))
    plain, loose = (
        {told.label for told in RULESET.view.form(session.state, do, by, {}).reminders} for by in ("r1", "r2")
    )
    assert "OF-USR-13" in loose - plain
    assert "OF-FRM-2" in plain - loose
