"""A first battle in which Zorgo, or both Rebels, watch a hex, and Hanne is about to walk into it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session, new_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.view.guide import read_first_battle

INTO_THE_HEX = {"do": "move", "by": "hanne", "path": ["0705", "0805", "0906"]}


def before_the_move(*watchers: str, path: Path | None = None) -> Session[Any]:
    """Turn 2; the Colony move first."""
    session = new_session(RULESET, read_first_battle(RULESET).game, seed=7, path=path)

    def do(do: str, by: str, dice: list[int] | None = None, choose: str = "", **more: Any) -> None:
        answers = ScriptedAnswers(dice or [], [choose] if choose else [])
        assert not session.do({"do": do, "by": by, **more}, answers=answers).refusal

    do("start_combat", "colony")
    do("initiative", "colony", [5, 2], "rebels")
    for side in ("rebels", "colony"):
        do("end_movement", side)
    for name in ("bruce", "zorgo", "hanne", "vesna"):
        if name in watchers:
            do("overwatch", name, weapon="pistol", hex="0906")
        else:
            do("pass", name)
    do("end_turn", "colony")
    do("initiative", "colony", [5, 2], "colony")
    return session


def after_the_move(*watchers: str, path: Path | None = None) -> Session[Any]:
    """Hanne has walked into the hex."""
    session = before_the_move(*watchers, path=path)
    assert not session.do(INTO_THE_HEX).refusal
    return session
