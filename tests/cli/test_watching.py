"""On the command line a chance to fire at a mover is not lost by the mover's next command."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Vedette
from tests.games.close_quarters.watched import after_the_move
from vedette.cli import errors


def test_a_mover_waits_until_the_watcher_has_fired_or_lets_it_pass(vedette: Vedette, tmp_path: Path) -> None:
    yard = tmp_path / "yard.vedette"
    after_the_move("zorgo", path=yard).close()
    on = ("do", yard, "move", "bruce", 'facing="n"')
    refused = vedette(*on)
    assert refused.code == errors.REFUSED
    assert "let_pass by zorgo" in refused.err
    assert vedette("do", yard, "end_movement", "colony", "--json").code == errors.REFUSED
    assert vedette("do", yard, "let_pass", "zorgo").code == 0
    assert vedette(*on).code == 0


def test_both_players_may_agree_that_the_mover_goes_on(vedette: Vedette, tmp_path: Path) -> None:
    yard = tmp_path / "yard.vedette"
    after_the_move("zorgo", path=yard).close()
    assert vedette("do", yard, "move", "bruce", 'facing="n"', "--override", "agreed").code == 0
