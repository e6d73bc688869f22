"""What no battle can be is damage in a save, whichever unit it is said of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.forging import a_note, changing, forge
from tests.games.open_fire.battles import battle, give, unit
from vedette.engine.library import games
from vedette.engine.plain import to_plain
from vedette.engine.save_file import Save
from vedette.engine.session import Session, new_session, read_session
from vedette.engine.verify import verify
from vedette.registry import rulesets


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.vedette"
    session = new_session(rulesets()["open-fire"], games("open-fire")["first-battle"], seed=1, path=path)
    session.do({"do": "start_game", "by": "red"})
    session.close()
    return path


def damage(path: Path, *changes: Any) -> str:
    words = {"do": "note", "by": "red", "text": "tea"}
    forge(path, a_note(path, who="red", input=words, events=changing(*changes)))
    return read_session(rulesets(), path).damage


@pytest.mark.parametrize(
    ("where", "value", "why"),
    [
        ("leader", 99, "no model 99"),
        ("models", [], "models, dead ones too"),
        ("models.0.used", ["spoon"], "no such weapon"),
    ],
)
def test_a_unit_that_can_not_be_is_damage(path: Path, where: str, value: Any, why: str) -> None:
    assert why in damage(path, ["round", 0, 1], [f"units.p1.{where}", 0, value])


def test_a_unit_that_can_not_be_is_damage_in_a_table_that_is_set_as_a_whole(path: Path) -> None:
    units = to_plain(read_session(rulesets(), path).state.units)
    units["p1"]["leader"] = 99
    assert "p1: no model 99" in damage(path, ["units", {}, units])


def test_a_unit_that_is_gone_is_damage(path: Path) -> None:
    assert "none goes without a trace" in damage(path, ["units.p1", {}, "<absent>"])


def test_what_can_be_is_let_through(path: Path) -> None:
    assert not damage(path, ["units.p1.leader", 0, 1])


def test_a_condition_that_was_changed_and_read_again_verifies() -> None:
    """What is kept by name has no order: a save may hold the modifiers in another one than they were given in."""
    session = battle(unit("r1"), against=unit("b1"))
    for modifiers in ({"attack": 1, "defence": 1}, {"attack_against": 2, "defence": 3}, {}):
        give(session, "condition", "red", unit="r1", text="smoke", until="removed", modifiers=modifiers)
    read: Session[Any] = Session(session.ruleset, session.header)
    read.load(Save(session.header, session.timeline))
    assert verify(read) == []
