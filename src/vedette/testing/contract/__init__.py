"""Every test of the contract, for a file of tests that takes them all in."""

from __future__ import annotations

import pytest

from vedette.testing.contract import (
    cases,
    common_commands,
    data,
    facts,
    first_battle,
    numbers_are_read,
    packs,
    paper,
    random_play,
    refusals,
    rules_are_used,
    saving,
    steppers,
    totals,
    undo,
    whys,
)

CHAPTERS = (
    cases, common_commands, data, facts, first_battle, numbers_are_read, packs, paper, random_play, refusals, rules_are_used,
    saving, steppers, totals, undo, whys,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _apart(own_folders: object, no_waiting_for_the_disk: object) -> None:
    """Nothing is read from or written to the player's own folders."""


_tests = {
    name: test for chapter in CHAPTERS for name, test in vars(chapter).items() if name.startswith("test_")
}
globals().update(_tests)
__all__ = ["_apart", *_tests]  # noqa: PLE0604
